"""Values: equal by what they hold, small, and for a type checker not to be changed."""

from __future__ import annotations

from dataclasses import field, replace

import pytest

from pytest_hydra.core.plain import keyword_value, value


@value
class Point:
    x: int
    y: int = field(default=0)


@keyword_value
class Named:
    name: str


def test_values_are_compared_and_hashed_by_what_they_hold() -> None:
    assert Point(1, 2) == Point(1, y=2) != Point(1)
    assert {Point(1), Point(1, 0), Named(name="a"), Named(name="a")} == {Point(1), Named(name="a")}
    assert replace(Point(1), y=3) == Point(1, 3)


def test_fields_may_have_to_be_named() -> None:
    with pytest.raises(TypeError):
        Named("a")  # type: ignore[call-arg]


def test_values_have_no_room_for_more() -> None:
    with pytest.raises(AttributeError):
        Point(1).z = 2  # type: ignore[attr-defined]


def test_changing_one_is_refused_by_the_type_checker() -> None:
    point = Point(1)
    # mypy reports an ignore that is of no use: this line holds what the decorator promises.
    point.x = 2  # type: ignore[misc]
    assert point.x == 2
