import pytest

from helpers import total_of
from till import UnknownVoucher, Voucher, find


def test_a_code_is_found_in_any_case():
    assert find(" ten ").code == "TEN"


def test_an_unknown_code_is_refused():
    with pytest.raises(UnknownVoucher):
        find("NOPE")


def test_percents_are_taken_off(basket):
    assert total_of(basket, "TEN") == 1080


def test_cents_are_taken_off(basket):
    assert total_of(basket, "FIVER") == 700


def test_vouchers_are_taken_off_in_their_order(basket):
    assert total_of(basket, "HALF", "FIVER") == 100


def test_a_voucher_never_pays_out():
    assert Voucher("BIG", cents=2000).taken_off(1200) == 0


def test_a_voucher_is_redeemed_once(basket):
    basket.redeem("TEN")
    with pytest.raises(ValueError, match="already"):
        basket.redeem("ten")
