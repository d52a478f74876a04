"""Prices as whole cents, and as people write them."""

import re

_PRICE = re.compile(r"(\d+)(?:[.,](\d{2}))?")


def parse_price(text):
    """The cents of a price such as ``3.50``, ``3,50`` or ``3``."""
    found = _PRICE.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"not a price: {text!r}")
    return int(found[1]) * 100 + int(found[2] or 0)


def format_price(cents):
    """A price as people write it."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def split_evenly(cents, people):
    """Shares that differ by a cent at most, the larger ones first."""
    if people < 1:
        raise ValueError("nobody to share with")
    share, rest = divmod(cents, people)
    return [share + 1] * rest + [share] * (people - rest)
