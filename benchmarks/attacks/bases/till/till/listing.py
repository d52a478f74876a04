"""All vouchers as text: what is put up beside the till."""

from till.vouchers import _ALL, find


def listing():
    """A line for each voucher."""
    return [f"{code}: 10.00 is {find(code).taken_off(1000)}" for code in sorted(_ALL)]


if __name__ == "__main__":
    print("\n".join(listing()))
