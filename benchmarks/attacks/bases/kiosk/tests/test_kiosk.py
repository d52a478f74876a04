from close import close

from kiosk import total, with_tip


def test_total(goods):
    close(total(goods), 200)


def test_nothing():
    close(total([]), 0)


def test_tip(goods):
    close(with_tip(total(goods), 10), 220)


def test_no_tip():
    close(with_tip(200, 0), 200)
