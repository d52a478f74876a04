"""What a basket comes to."""

from basket import Basket


def a_basket():
    basket = Basket()
    basket.add('postcard', 150, count=2)
    basket.add('map', 700)
    return basket


def test_goods_and_shipping_are_added_up():
    assert a_basket().total() == 1490


def test_from_fifty_on_shipping_is_free():
    basket = a_basket()
    basket.add('globe', 4900)
    assert basket.total() == 5900


def test_an_empty_basket_costs_nothing():
    assert Basket().total() == 0


def test_goods_can_be_taken_out_again():
    basket = a_basket()
    basket.remove('map')
    assert basket.total() == 790
