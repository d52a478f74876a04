from pathlib import Path

DATA = Path(__file__).parent / "data"


def golden(name):
    """A text that was looked at and found right."""
    return (DATA / name).read_text(encoding="utf-8")


def total_of(basket, *codes):
    """What has to be paid with these vouchers."""
    for code in codes:
        basket.redeem(code)
    return basket.total
