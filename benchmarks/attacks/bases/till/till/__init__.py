"""What a basket of goods costs, with vouchers, and its receipt."""

from till.basket import Basket
from till.money import format_price, parse_price
from till.receipt import receipt
from till.vouchers import UnknownVoucher, Voucher, find

__all__ = [
    "Basket",
    "UnknownVoucher",
    "Voucher",
    "find",
    "format_price",
    "parse_price",
    "receipt",
]
