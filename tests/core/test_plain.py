from __future__ import annotations

import datetime
import json
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_hydra.core.plain import MAX_VALUES, NotPlainError, plain, read_json_values, unfenced


class Colour(Enum):
    RED = "red"


class Count(int):
    pass


class Array:
    """Like a number or an array of numpy's."""

    def __init__(self, value: object, size: int = 1) -> None:
        self.value = value
        self.size = size

    def tolist(self) -> object:
        return self.value


class Model:
    def model_dump(self) -> dict[str, object]:
        return {"amount": Decimal("0.2")}


@dataclass
class Point:
    x: int
    tags: tuple[str, ...]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Decimal("0.2"), 0.2),
        (Decimal("5.00"), 5),
        (Decimal("1E+40"), 1e40),
        (Fraction(1, 4), 0.25),
        (Fraction(8, 2), 4),
        (Colour.RED, "red"),
        ({Colour.RED: 1, 2: 3}, {"red": 1, "2": 3}),
        (Count(7), 7),
        ((1, (2,)), [1, [2]]),
        ({3, 1, 2}, [1, 2, 3]),
        (frozenset({"b", "a"}), ["a", "b"]),
        (datetime.date(2026, 1, 2), "2026-01-02"),
        (datetime.datetime(2026, 1, 2, 3, tzinfo=datetime.UTC), "2026-01-02T03:00:00+00:00"),
        (datetime.timedelta(minutes=1), 60.0),
        (PurePosixPath("a/b"), "a/b"),
        (MappingProxyType({"a": 1}), {"a": 1}),
        (Point(1, ("a",)), {"x": 1, "tags": ["a"]}),
        (Array(5), 5),
        (Array([1.5, 2]), [1.5, 2]),
        (Model(), {"amount": 0.2}),
        ("half \ud83d", "half \\ud83d"),
    ],
)
def test_values_of_python_become_json(value: object, expected: object) -> None:
    made = plain(value)
    assert made == expected
    assert type(made) is type(expected)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"a": [1, float("nan")]}, "a[1]: nan is not a finite number"),
        (Decimal("Infinity"), "a number that is not finite"),
        (Fraction(10**400, 3), "not finite, or too large"),
        ([10**5000], "[0]: a whole number of more than 4,000 digits"),
        ({"a": {1.5: 2}}, "a: a key of type float"),
        ({1: 2, "1": 3}, "two keys that are both '1'"),
        ({"a": b"raw"}, "a: a value of type bytes"),
        ({"a": object()}, "a: a value of type object"),
        (int, "the class int"),
        (Array(0, size=10**9), f"more than {MAX_VALUES} values"),
        ([0] * (MAX_VALUES + 1), f"more than {MAX_VALUES} values"),
        (["x" * 2**20] * 17, "characters of text"),
        (["x" * (2**24 + 1)], "characters of text"),
    ],
)
def test_what_json_lacks_is_refused_by_its_place(value: object, message: str) -> None:
    with pytest.raises(NotPlainError) as caught:
        plain(value)
    assert message in str(caught.value)


def test_a_cycle_ends() -> None:
    loop: list[Any] = []
    loop.append(loop)
    with pytest.raises(NotPlainError, match="within itself"):
        plain(loop)


def test_a_bomb_of_shared_lists_ends() -> None:
    bomb: list[Any] = ["x"]
    for _ in range(40):
        bomb = [bomb] * 10
    with pytest.raises(NotPlainError, match="more than"):
        plain(bomb)


def test_an_array_that_gives_itself_is_refused() -> None:
    array = Array(None)
    array.value = array
    with pytest.raises(NotPlainError, match="of type Array"):
        plain(array)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(JSON)
@settings(max_examples=60, deadline=None)
def test_json_stays_what_it_is(value: object) -> None:
    made = plain(value)
    assert json.loads(json.dumps(made)) == value
    assert plain(made) == made


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("```json\n[1]\n```", "[1]"),
        ("Here it is:\n\n```json\n[1]\n```\nDone.", "[1]"),
        ("Here it is:\n```\n[1]\n```", "[1]"),
        ("~~~json\n[1]\n~~~", "[1]"),
        ("Run this:\n```sh\nls\n```\nand get\n```json\n[1]\n```", "[1]"),
        ("1.\n   ```json\n   [1]\n   ```", "   [1]"),
        ('```json {"a": 1}```', '{"a": 1}'),
        ("Here it is: ``` [1] ```", "[1]"),
        ("\ufeff[1]", "[1]"),
    ],
)
def test_the_only_fenced_block(text: str, inside: str) -> None:
    assert unfenced(text) == inside


@pytest.mark.parametrize(
    "text", ["[1]", "```json\n[1]\n```\n```json\n[2]\n```", "```python\nx\n```", "``` x ```"]
)
def test_no_single_fenced_block(text: str) -> None:
    assert unfenced(text) == text


def test_json_values_follow_one_another() -> None:
    indented = '\ufeff{\n  "a": 1\n}\n{\n  "b": [2]\n}\n'
    assert read_json_values(indented) == [{"a": 1}, {"b": [2]}]
    assert read_json_values('{"a": 1}\r\n\r\n[2]') == [{"a": 1}, [2]]
    assert read_json_values(" \n") == []
    for broken in ('{"a": 1}\n{', "[1] x", '{"a": NaN}', '{"a": 1, "a": 2}'):
        with pytest.raises(ValueError, match=r"."):
            read_json_values(broken)
