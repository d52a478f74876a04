from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_hydra.core.numbers import Exact
from pytest_hydra.core.result import new_check, session_score, total_parts
from pytest_hydra.core.scorecard import Outcome, graded, ungraded, verdict
from pytest_hydra.record.wire import decode, encode, encode_plain

# Surrogates too: a bot may answer them, and a recording holds what it answered.
TEXT = st.text(st.characters(exclude_categories=()))
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT
)
JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3)
)


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(TEXT, JSON, max_size=4))
def test_plain_data_comes_back_as_it_was(payload: dict[str, Any]) -> None:
    text = encode(payload)
    assert text.isascii()
    assert "\n" not in text
    assert decode(text) == payload


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(TEXT, JSON, max_size=4))
def test_the_quick_way_says_the_same(payload: dict[str, Any]) -> None:
    line = encode_plain(payload)
    assert "\n" not in line
    assert decode(line) == decode(encode(payload)) == payload


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf")])
def test_the_quick_way_refuses_what_is_no_number(number: float) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        encode_plain({"a": [number]})
    assert decode(encode_plain({"a": "NaN, -Infinity"})) == {"a": "NaN, -Infinity"}


def _endless() -> dict[str, Any]:
    made: dict[str, Any] = {}
    made["again"] = made
    return made


def _deep() -> dict[str, Any]:
    made: dict[str, Any] = {}
    for _ in range(100_000):
        made = {"": made}
    return made


@pytest.mark.parametrize(
    "payload",
    [{"a": float("nan")}, {"a": float("inf")}, {"a": {1}}, {("a",): 1}, _endless(), _deep()],
    ids=["nan", "infinity", "set", "key", "endless", "deep"],
)
def test_what_is_not_plain_is_refused(payload: Any) -> None:
    with pytest.raises(ValueError, match=r"JSON|plain data|Circular"):
        encode(payload)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Expecting value"),
        ("1", "object is expected, not int"),
        ("[]", "object is expected, not list"),
        ("null", "object is expected, not NoneType"),
        ('{"a": NaN}', "NaN is not JSON"),
        ("{", "Expecting property name"),
        ("[" * 100_000, "nested too deeply"),
        (b"\xff", "can't decode"),
    ],
    ids=["empty", "number", "list", "null", "nan", "cut", "deep", "bytes"],
)
def test_what_is_no_object_is_refused(text: str | bytes, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        decode(text)


def test_a_check_becomes_the_entry_that_the_report_prints() -> None:
    check = verdict(
        True, name="expectedFunction", kind="expectedFunction", weight=3, message="called",
        expected=["transfer"], actual={"function": "transfer"}, turn=1,
    )  # fmt: skip
    assert list(new_check(check).items()) == [
        ("name", "expectedFunction"),
        ("kind", "expectedFunction"),
        ("weight", 3),
        ("outcome", "passed"),
        ("score", 100),
        ("message", "called"),
        ("expected", ["transfer"]),
        ("actual", {"function": "transfer"}),
        ("turn", 1),
    ]


def test_numbers_of_an_entry_have_six_places_and_an_ungraded_one_none() -> None:
    entry = new_check(graded(Fraction(200, 3), name="n", kind="k", weight=Fraction(1, 3)))
    assert (entry["score"], entry["weight"]) == (66.666667, 0.333333)
    assert entry["outcome"] == "failed"
    assert type(entry["outcome"]) is str
    assert new_check(ungraded("no reply", name="n", kind="k"))["score"] is None


class Odd:
    def __repr__(self) -> str:
        return "<odd\nthing>"


class Rude:
    def __repr__(self) -> str:
        raise RuntimeError


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, None),
        (True, True),
        (5, 5),
        (0.5, 0.5),
        ("\ud800", "\\ud800"),
        (Outcome.FAILED, "failed"),
        ({"b", "a"}, ["a", "b"]),
        ((1, "x"), [1, "x"]),
        (float("nan"), "nan"),
        (Odd(), "<odd thing>"),
        ([Odd()], "[<odd thing>]"),
        (Rude(), "a Rude, whose repr raised RuntimeError"),
        (b"\xff", "b'\\xff'"),
    ],
)
def test_whatever_was_expected_can_be_shown(value: object, shown: object) -> None:
    entry = new_check(verdict(False, name="n", kind="k", expected=value, actual=value))
    assert entry["expected"] == entry["actual"] == shown
    assert type(entry["expected"]) is type(shown)
    assert decode(encode(entry)) == entry


@pytest.mark.parametrize("total", [None, 0, 100, Fraction(500, 6)])
def test_an_exact_total_travels(total: Exact | None) -> None:
    parts = decode(encode({"total": total_parts(total)}))["total"]
    assert (None if parts is None else Fraction(*parts)) == total


@pytest.mark.parametrize(
    ("totals", "score"),
    [
        ([], None),
        ([(None, None)], None),
        ([([100, 1], None)], 100),
        ([([500, 6], None), ([100, 1], None), (None, None)], Fraction(275, 3)),
        ([([0, 1], "known"), ([100, 1], None)], 100),
        ([([0, 1], "known")], None),
    ],
)
def test_the_score_of_a_session(
    totals: list[tuple[list[int] | None, str | None]], score: Exact | None
) -> None:
    results = [
        {
            "exact": total,
            "result": {"status": "failed", "details": {"xfail": xfail} if xfail else {}},
        }
        for total, xfail in totals
    ]
    assert session_score(results) == score
