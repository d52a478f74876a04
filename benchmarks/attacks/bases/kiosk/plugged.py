"""What tests begin with."""

import pytest


@pytest.fixture
def goods():
    return [120, 80]
