"""What a kiosk takes."""

NAME = "Kiosk"


def total(cents):
    """The cents of all goods together.

    >>> total([10, 20])
    30
    """
    return sum(cents)


def with_tip(cents, percent):
    """What is paid where somebody gives so many percent more."""
    return cents + percent
