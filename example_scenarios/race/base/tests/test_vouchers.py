"""What vouchers take off."""

from basket import Basket
from vouchers import Amount, Percent


def a_basket():
    basket = Basket()
    basket.add('map', 1000)
    return basket


def test_a_voucher_leaves_the_shipping_alone():
    assert a_basket().total(Percent(10)) == 1390


def test_a_voucher_takes_off_no_more_than_the_goods_cost():
    assert a_basket().total(Amount(2000)) == 490


def test_percent_are_rounded_in_the_customers_favour():
    assert Percent(50).apply(5) == 2


def test_an_amount_leaves_nothing_below_zero():
    assert Amount(300).apply(200) == 0
