"""Vouchers take something off what a customer pays."""


class Percent:
    """So many percent off, rounded in the customer's favour."""

    def __init__(self, percent):
        if not 0 < percent <= 100:
            raise ValueError('a voucher takes off 1 to 100 percent')
        self.percent = percent

    def apply(self, amount):
        """What is left of an amount."""
        return amount * (100 - self.percent) // 100


class Amount:
    """A fixed amount off, and never more than there is."""

    def __init__(self, cents):
        if cents < 1:
            raise ValueError('a voucher takes off at least a cent')
        self.cents = cents

    def apply(self, amount):
        """What is left of an amount."""
        return max(0, amount - self.cents)
