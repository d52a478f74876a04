import kiosk


def test_name():
    assert kiosk.NAME
