import pytest

from till import Basket


@pytest.fixture
def basket():
    """A basket with tea and a cup, 12.00 in all."""
    made = Basket()
    made.add("tea", 350, count=2)
    made.add("cup", 500)
    return made
