"""What somebody wants to buy."""

from till.vouchers import find


class Basket:
    """Goods with their prices in cents, and the vouchers that were redeemed."""

    def __init__(self):
        self._lines = []
        self.vouchers = []

    def add(self, name, cents, count=1):
        """Put goods in."""
        if count < 1:
            raise ValueError("at least one")
        self._lines.append((name, cents, count))

    def redeem(self, code):
        """Take a voucher, each only once."""
        voucher = find(code)
        if voucher in self.vouchers:
            raise ValueError(f"{voucher.code} was redeemed already")
        self.vouchers.append(voucher)

    @property
    def lines(self):
        """The goods: name, cents of all of a kind, how many."""
        return [(name, cents * count, count) for name, cents, count in self._lines]

    @property
    def subtotal(self):
        """What the goods cost without vouchers."""
        return sum(cents for _, cents, _ in self.lines)

    @property
    def total(self):
        """What has to be paid."""
        total = self.subtotal
        for voucher in self.vouchers:
            total = voucher.taken_off(total)
        return total
