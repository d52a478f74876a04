"""Vouchers: what they take off a sum."""


class UnknownVoucher(LookupError):
    """No voucher has this code."""


class Voucher:
    """Takes ``percent`` of a sum off, or a fixed number of ``cents``."""

    def __init__(self, code, percent=0, cents=0):
        self.code = code
        self.percent = percent
        self.cents = cents

    def __eq__(self, other):
        if not isinstance(other, Voucher):
            return NotImplemented
        return (self.code, self.percent, self.cents) == (
            other.code,
            other.percent,
            other.cents,
        )

    def __hash__(self):
        return hash(self.code)

    def __repr__(self):
        return f"Voucher({self.code!r})"

    def taken_off(self, total):
        """What is left of a sum."""
        return total - total * self.percent // 100 - self.cents


_ALL = {
    voucher.code: voucher
    for voucher in (
        Voucher("TEN", percent=10),
        Voucher("HALF", percent=50),
        Voucher("FIVER", cents=500),
    )
}


def find(code):
    """The voucher of this code, in whatever case it is written."""
    try:
        return _ALL[code.strip().upper()]
    except KeyError:
        raise UnknownVoucher(code) from None
