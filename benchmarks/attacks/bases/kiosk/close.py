"""How tests hold amounts against each other."""


def close(amount, other):
    assert abs(amount - other) < 1
