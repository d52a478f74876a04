from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator

import pytest

from pytest_hydra.execution.http_json import proxy_for
from pytest_hydra.execution.quotas import environment_variables

NAME = "HYDRA_TEST_COMES_AND_GOES"


@pytest.fixture
def restless() -> Iterator[None]:
    """A variable that another thread sets and drops all the time."""
    over = threading.Event()

    def change() -> None:
        while not over.is_set():
            os.environ[NAME] = "x"
            os.environ.pop(NAME)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    thread = threading.Thread(target=change)
    thread.start()
    yield
    over.set()
    thread.join()
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("restless")
def test_a_variable_that_is_dropped_meanwhile_is_just_not_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HYDRA_TEST_STAYS", "1")
    for _ in range(300):
        found = environment_variables()
        assert found["HYDRA_TEST_STAYS"] == "1"
        assert found.get(NAME, "x") == "x"


@pytest.mark.usefixtures("restless")
def test_nor_is_it_in_the_way_of_who_looks_for_a_proxy() -> None:
    for _ in range(300):
        proxy_for("http://example.org")


def test_it_is_a_copy() -> None:
    environment_variables()[NAME] = "x"
    assert NAME not in os.environ
