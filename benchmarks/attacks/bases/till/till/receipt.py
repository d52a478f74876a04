"""A basket on paper."""

from till.money import format_price

WIDTH = 24


def receipt(basket):
    """The text of a receipt."""
    rows = [
        _row(name if count == 1 else f"{count} x {name}", cents)
        for name, cents, count in basket.lines
    ]
    if basket.vouchers:
        codes = " ".join(voucher.code for voucher in basket.vouchers)
        rows.append(_row(codes, basket.total - basket.subtotal))
    rows.append("-" * WIDTH)
    rows.append(_row("total", basket.total))
    return "\n".join(rows) + "\n"


def _row(name, cents):
    price = format_price(cents)
    return name[: WIDTH - len(price) - 1].ljust(WIDTH - len(price)) + price
