import pytest

from till.money import format_price, parse_price, split_evenly


@pytest.mark.parametrize(
    ("text", "cents"), [("3.50", 350), ("3,50", 350), ("3", 300), (" 0.05 ", 5)]
)
def test_prices_are_read(text, cents):
    assert parse_price(text) == cents


@pytest.mark.parametrize("text", ["", "3.5", "x", "-1"])
def test_what_is_no_price_is_refused(text):
    with pytest.raises(ValueError, match="not a price"):
        parse_price(text)


def test_prices_are_written():
    assert format_price(1205) == "12.05"
    assert format_price(-5) == "-0.05"


def test_shares_add_up():
    shares = split_evenly(1000, 3)
    assert shares == [334, 333, 333]
    assert sum(shares) == 1000
