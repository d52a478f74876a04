"""Totals of baskets, before the coding agent of the example works on them."""


def total(prices: list[float], voucher: float = 0) -> float:
    """What a customer pays."""
    return sum(prices) - voucher
