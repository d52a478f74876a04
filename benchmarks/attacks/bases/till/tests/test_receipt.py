from helpers import golden
from till import Basket, receipt


def test_a_receipt(basket):
    basket.redeem("TEN")
    assert receipt(basket) == golden("receipt.txt")


def test_long_names_are_cut():
    basket = Basket()
    basket.add("a very long name of something", 100)
    assert receipt(basket).splitlines()[0] == "a very long name of 1.00"


def test_an_empty_basket_costs_nothing():
    assert receipt(Basket()).splitlines()[-1].split() == ["total", "0.00"]
