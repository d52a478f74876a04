from __future__ import annotations

import warnings
from collections.abc import Sequence
from math import inf, nan
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_hydra.errors import BadValueError
from pytest_hydra.scenarios.expect.matchers import OPERATORS, Operator, Rule, compile_matcher
from pytest_hydra.scenarios.expect.rules import UndecidedError

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)

PASSES: list[tuple[Any, Any]] = [
    (5, 5),
    (5, 5.0),
    (5.0, 5),
    (0, -0.0),
    (inf, inf),
    ("5", "5"),
    (None, None),
    (True, True),
    ([1, "a"], [1.0, "a"]),
    ({"a": 1}, {"a": 1, "b": 2}),
    ({}, {"a": 1}),
    ({"a": {"gt": 1}}, {"a": 2}),
    ([{"gt": 1}, "x"], [2, "x"]),
    ({"a": {"optional": 3}}, {}),
    ({"a": {"optional": 3}}, {"a": 3}),
    ({"eq": {"gt": 5}}, {"gt": 5}),
    ({"eq": 5}, 5.0),
    ({"ne": 5}, "5"),
    ({"gt": 5}, 5.1),
    ({"gte": 5}, 5),
    ({"lt": 5}, -(10**400)),
    ({"lt": 1e308}, 5),
    ({"lte": 5}, 5.0),
    ({"gt": 1e308}, 10**309),
    ({"gt": 2**53}, 2**53 + 1),
    ({"between": [1, 3]}, 1),
    ({"between": [1, 3]}, 3.0),
    ({"gt": 0, "lt": 10}, 5),
    ({"approx": 0.2}, 0.2000001),
    ({"approx": 1_000_000}, 1_000_001),
    ({"approx": {"value": 0.2, "tolerance": 0.1}}, 0.3),
    ({"approx": {"value": 10}}, 10.000001),
    ({"approx": 0}, 0.0),
    ({"approx": -5}, -5.000001),
    ({"in": [1, "a", None]}, None),
    ({"in": [{"a": 1}, {"a": 1, "b": 2}]}, {"a": 1, "b": 2}),
    ({"ne": {"a": 1}}, {"a": 1, "b": 2}),
    ({"not_in": [[{"a": 1}]]}, [{"a": 1, "b": 2}]),
    ({"a": 1}, {"a": 1, "b": 2}),
    ({"with_keys": {"type": 1}}, {"type": 1, "b": 2}),
    ({"in": [1, 2], "not_in": [1]}, 2),
    ({"not_in": [1, 2]}, "1"),
    ({"notIn": [1, 2]}, 3),
    ({"any_of": ["a", {"gt": 5}]}, 6),
    ({"anyOf": ["a", {"gt": 5}]}, "a"),
    ({"not": "a"}, "b"),
    ({"not": {"type": "string"}}, 5),
    ({"regex": "^0x[0-9a-f]+$"}, "0xff"),
    ({"number": 1250.5}, "It is $1,250.50, or so."),
    ({"number": {"approx": {"value": 5, "tolerance": 0.5}}}, "7 or 5.4 kg"),
    ({"number": -3}, "-3"),
    ({"number": -3}, "It is \u22123, or less."),
    ({"number": -5.5}, "Balance: -$5.50"),
    ({"number": 1250}, "1 250 EUR"),
    ({"number": 1250.5}, "1'250.50 or 1\u202f250.50"),
    ({"number": 5}, "3\u20135 days"),
    ({"number": {"gt": 10}}, "5 of 11."),
    ({"matches": "b"}, "abc"),
    ({"regex": r"^\$[$]\\$"}, "$$\\"),
    ({"regex": "(?m)^a$"}, "a\nb"),
    ({"regex": "^caf.$"}, "cafe\u0301"),
    ("caf\u00e9", "cafe\u0301"),
    ("cafe\u0301", "caf\u00e9"),
    ({"in": ["cafe\u0301"]}, "caf\u00e9"),
    ({"contains": "fe\u0301"}, "caf\u00e9"),
    ({"ignore_case": "CAF\u00c9"}, "cafe\u0301"),
    ({"length": 4}, "cafe\u0301"),
    ({"contains": "b"}, "abc"),
    ({"contains": 2}, [1, 2.0]),
    ({"contains": {"gt": 5}}, [1, 6]),
    ({"contains": "b"}, ["a", "b"]),
    ({"ignore_case": "alice"}, "ALICE"),
    ({"ignore_case": ["a", "B"]}, ["A", "b"]),
    ({"ignoreCase": "STRASSE"}, "straße"),
    ({"type": "integer"}, 5.0),
    ({"type": "number"}, 5.5),
    ({"type": ["string", "null"]}, None),
    ({"type": "object"}, {}),
    ({"type": "array"}, []),
    ({"type": "boolean"}, False),
    ({"type": "null"}, None),
    ({"length": 3}, "abc"),
    ({"length": 2}, [1, 2]),
    ({"length": 1}, {"a": 1}),
    ({"length": {"gte": 1, "lt": 3}}, [1]),
    ({"length": 2.0}, [1, 2]),
    ({"each": {"gt": 0}}, [1, 2]),
    ({"each": {"gt": 0}}, []),
    ({"unordered": [1, 2, 2]}, [2, 1, 2]),
    ({"unordered": []}, []),
    # Greedily the first matcher would take what only the second can use.
    ({"unordered": [{"type": "number"}, 1]}, [1, 2]),
    ({"optional": {"type": "string"}}, "x"),
    # No operators: literals. With some among other keys that has to be said.
    *(({key: 5}, {key: 5}) for key in ("order", "types", "contents", "numbers", "foo")),
    ({"eq": {"type": "card", "name": "x"}}, {"type": "card", "name": "x"}),
    ({"with_keys": {"type": "card", "pages": {"gt": 5}}}, {"type": "card", "pages": 6, "more": 1}),
    ({"with_keys": {"gt": {"optional": 1}}}, {}),
]

FAILS: list[tuple[Any, Any]] = [
    ({"regex": "^a$"}, "a\n"),
    ({"regex": "b|(?i:A$)"}, "a\n"),
    ({"ne": "cafe\u0301"}, "caf\u00e9"),
    ("cafe", "caf\u00e9"),
    (5, "5"),
    ("5", 5),
    (1, True),
    (True, 1),
    (0, False),
    (None, False),
    (5, nan),
    (2**53 + 1, float(2**53)),
    ([1, 2], [2, 1]),
    ([1], [1, 2]),
    ([1], {"0": 1}),
    ({"a": 1}, {}),
    ({"a": None}, {}),
    ({"a": 1}, [1]),
    ({"a": {"optional": 3}}, {"a": 4}),
    ({"eq": {"gt": 5}}, 6),
    ({"eq": {"a": 1}}, {"a": 1, "b": 2}),
    ({"eq": [{"a": {"b": 1}}]}, [{"a": {"b": 1, "c": 2}}]),
    ({"in": [{"a": 1}]}, {"a": 1, "b": 2}),
    ({"ne": 5}, 5.0),
    ({"gt": 5}, 5),
    ({"gt": 5}, True),
    ({"gt": 5}, "6"),
    ({"gt": 5}, nan),
    ({"gte": 5}, 4.999),
    ({"lt": 5}, 5),
    ({"lte": 5}, nan),
    ({"lt": 2}, True),
    ({"between": [1, 3]}, 3.0001),
    ({"gt": 0, "lt": 10}, 10),
    ({"approx": 0.2}, 0.21),
    ({"approx": 1_000_000}, 1_000_001.5),
    ({"approx": 0.2}, nan),
    ({"approx": 0.2}, inf),
    ({"approx": 1}, True),
    ({"approx": 0.2}, "0.2"),
    ({"in": [1, 2]}, True),
    ({"not_in": [1, 2]}, 2.0),
    ({"any_of": ["a", {"gt": 5}]}, 5),
    ({"not": "a"}, "a"),
    ({"regex": "b"}, "ac"),
    ({"number": 5}, "PC-5, 3,5, 1.5.2, 2024-05-05, 15, a5"),
    # Another number than its digits alone.
    (
        {"number": 5},
        "\u22125, \u20135, -5, -$5, \u22125 EUR, 5e3, 5E-3, 5\u00b2, 5\u00bd, 5_000, 5\u20448",
    ),
    ({"number": {"in": [1, 250]}}, "1 250, 1'250, 1\u202f250, 1\u2019250 EUR"),
    ({"number": 5}, 5),
    ({"number": {"gt": 5}}, "five"),
    ({"regex": "5"}, 5),
    ({"contains": "B"}, "abc"),
    ({"contains": "5 EUR"}, "25 EUR"),
    ({"contains": 2}, "2"),
    ({"contains": "a"}, {"a": 1}),
    ({"ignore_case": "alice"}, "bob"),
    ({"ignore_case": "alice"}, None),
    ({"ignore_case": ["a"]}, "a"),
    ({"type": "integer"}, 5.5),
    ({"type": "integer"}, inf),
    ({"type": "number"}, True),
    ({"type": "string"}, None),
    ({"length": 3}, "ab"),
    ({"length": 3}, 3),
    ({"each": {"gt": 0}}, [1, 0]),
    ({"each": {"gt": 0}}, {"a": 1}),
    ({"unordered": [1, 2, 2]}, [2, 1, 1]),
    ({"unordered": [1]}, [1, 1]),
    ({"unordered": [1]}, "1"),
    ({"optional": {"type": "string"}}, 5),
    ({"with_keys": {"type": "card", "pages": {"gt": 5}}}, {"type": "card", "pages": 5}),
    ({"with_keys": {"type": "string"}}, "x"),
]

BAD: list[tuple[Any, tuple[str | int, ...], str]] = [
    ({"between": [5, 1]}, ("between",), "no number is between 5 and 1; write the lower one first"),
    ({"between": [5]}, ("between",), "should be [lowest, highest], not [5]"),
    ({"between": ["a", 1]}, ("between", 0), 'should be a number, not "a"'),
    ({"gt": 5, "lt": 3}, (), "contradict each other"),
    ({"gt": 5, "lte": 5}, (), "contradict each other"),
    ({"gte": 5, "lt": 5}, (), "contradict each other"),
    ({"gt": 5, "regex": "x"}, (), "contradict each other"),
    ({"type": "string", "gt": 5}, (), "contradict each other"),
    ({"approx": 1, "gt": 2}, (), "contradict each other"),
    ({"eq": 5, "gt": 6}, (), "contradict each other"),
    ({"eq": 5, "ne": 5}, (), "contradict each other"),
    ({"eq": 5, "in": [6]}, (), "contradict each other"),
    ({"in": [1, 2], "not_in": [1, 2]}, (), "contradict each other"),
    ({"gt": "5"}, ("gt",), 'should be a number, not "5"'),
    ({"gt": True}, ("gt",), "should be a number, not true"),
    ({"gt": nan}, ("gt",), 'should be a number, not "nan"'),
    ({"lt": inf}, ("lt",), 'should be a number, not "inf"'),
    (nan, (), "nan equals nothing"),
    ({"a": [nan]}, ("a", 0), "nan equals nothing"),
    ({"in": []}, ("in",), "is empty"),
    ({"in": "abc"}, ("in",), 'not "abc"'),
    ({"not_in": []}, ("not_in",), "is empty"),
    ({"any_of": []}, ("any_of",), "is empty"),
    ({"any_of": [{"gt": 5, "lt": 3}]}, ("any_of", 0), "contradict each other"),
    ({"any_of": "a"}, ("any_of",), 'should be a list of values or matchers, not "a"'),
    ({"not": {}}, ("not",), "is empty"),
    ({"each": {}}, ("each",), "is empty"),
    ({"optional": {}}, ("optional",), "is empty"),
    ({"length": {}}, ("length",), "is empty"),
    ({"length": -1}, ("length",), "and cannot be -1"),
    ({"length": 1.5}, ("length",), "and cannot be 1.5"),
    ({"regx": "x"}, ("regx",), "did you mean 'regex'?"),
    ({"aprox": 5}, ("aprox",), "did you mean 'approx'?"),
    ({"contain": "x"}, ("contain",), "did you mean 'contains'?"),
    (
        {"length": "3"},
        ("length",),
        'should be a whole number or a matcher such as {gte: 1}, not "3"',
    ),
    ({"length": True}, ("length",), "should be a whole number"),
    ({"length": {"lt": 0}}, ("length",), "a length is a whole number"),
    ({"length": {"eq": "x"}}, ("length",), "a length is a whole number"),
    ({"length": {"regex": "x"}}, ("length",), "a length is a whole number"),
    ({"number": "5"}, ("number",), "should be a number or a matcher"),
    ({"number": {"regex": "5"}}, ("number",), "should be a number or a matcher"),
    ({"length": {"foo": 1}}, ("length",), "should be a whole number"),
    ({"regex": "("}, ("regex",), "is not a regular expression"),
    ({"regex": 5}, ("regex",), "should be a regular expression, not 5"),
    ({"contains": ""}, ("contains",), "is empty"),
    ({"type": "strng"}, ("type",), "unknown type \"strng\"; did you mean 'string'?"),
    ({"type": 5}, ("type",), "unknown type 5"),
    ({"type": []}, ("type",), "is empty"),
    ({"type": ["string", "text"]}, ("type", 1), 'unknown type "text"'),
    ({"unordered": "ab"}, ("unordered",), 'should be a list, not "ab"'),
    ({"ignore_case": 5}, ("ignore_case",), "should be a list of texts, not 5"),
    ({"ignore_case": ["a", 5]}, ("ignore_case", 1), "should be a text, not 5"),
    ({"approx": "1"}, ("approx",), 'should be a number, not "1"'),
    ({"approx": {"tolerance": 1}}, ("approx",), "has no 'value'"),
    ({"approx": {"value": 1, "tolerance": -1}}, ("approx", "tolerance"), "0 or more"),
    (
        {"approx": {"value": 1, "tolerence": 1}},
        ("approx", "tolerence"),
        "did you mean 'tolerance'?",
    ),
    # Operators beside others that are none, or where a literal would pass unseen.
    ({"gte": 1, "lesst": 3}, ("lesst",), 'unknown operator "lesst"; docs/reference.md has the'),
    (
        {"type": "card", "name": "x"},
        ("name",),
        "a literal mapping under 'eq', or under 'with_keys'",
    ),
    (
        {"a": [{"in": "x", "note": "y"}]},
        ("a", 0, "note"),
        "under 'with_keys' if it contains matchers",
    ),
    ({"not": {"lesst": 5}}, ("not", "lesst"), 'unknown operator "lesst"'),
    ({"optional": {"name": "x"}}, ("optional", "name"), 'unknown operator "name"'),
    ({"with_keys": [1]}, ("with_keys",), "should be a mapping, not [1]"),
    ({"gt": 5, "betwen": [1, 2]}, ("betwen",), "did you mean 'between'?"),
    ({"optional": {"tpye": "string"}}, ("optional", "tpye"), "did you mean 'type'?"),
    ({"not": {"lenght": 5}}, ("not", "lenght"), "did you mean 'length'?"),
    ({"optional": 5, "gt": 3}, (), "'optional' must contain the other operators"),
    ([{"optional": 5}], (0,), "'optional' is only allowed as the value of a parameter"),
    ({"any_of": [{"optional": 5}]}, ("any_of", 0), "'optional' is only allowed"),
    ({"optional": {"optional": 5}}, ("optional",), "'optional' is only allowed"),
    ({5: "x"}, (), "the key 5 is not a text; quote it"),
    ({1, 2}, (), "should be a JSON value, not a set"),
]


def numbered(table: Sequence[tuple[Any, ...]]) -> list[str]:
    """Ids that tell 5 from "5"."""
    return [f"{index}-{ascii(row[0])[:40]}" for index, row in enumerate(table)]


@pytest.mark.parametrize(("matcher", "actual"), PASSES, ids=numbered(PASSES))
def test_passes(matcher: Any, actual: Any) -> None:
    assert compile_matcher(matcher).test(actual) is True


@pytest.mark.parametrize(("matcher", "actual"), FAILS, ids=numbered(FAILS))
def test_fails(matcher: Any, actual: Any) -> None:
    assert compile_matcher(matcher).test(actual) is False


@pytest.mark.parametrize(("matcher", "at", "message"), BAD, ids=numbered(BAD))
def test_what_cannot_be_used_is_refused(
    matcher: Any, at: tuple[str | int, ...], message: str
) -> None:
    with pytest.raises(BadValueError) as caught:
        compile_matcher(matcher, ("steps", 0))
    assert caught.value.at == ("steps", 0, *at)
    assert message in caught.value.message


def test_every_operator_is_tried_both_ways_and_documented() -> None:
    def operators(table: list[tuple[Any, Any]]) -> set[str]:
        return {key for matcher, _ in table if isinstance(matcher, dict) for key in matcher}

    assert operators(PASSES) >= set(OPERATORS)
    assert operators(FAILS) >= set(OPERATORS)
    assert all(operator.doc.endswith(".") and operator.operand for operator in OPERATORS.values())


def test_optional_alone_may_be_absent() -> None:
    assert compile_matcher({"optional": 5}).accepts({}, "amount")
    assert not compile_matcher({"ne": 5}).accepts({}, "amount")
    assert not compile_matcher(None).accepts({}, "amount")
    assert compile_matcher(None).accepts({"amount": None}, "amount")


def test_deep_nesting_is_refused_in_matchers_and_harmless_in_values() -> None:
    deep: Any = 1
    for _ in range(5000):
        deep = [deep]
    with pytest.raises(BadValueError, match="nested too deep"):
        compile_matcher(deep)
    with pytest.raises(BadValueError, match="nested too deep"):
        compile_matcher({"eq": deep})
    assert not compile_matcher([[1]]).test(deep)
    assert not compile_matcher({"each": {"gt": 1}}).test(deep)


def test_a_pattern_that_later_pythons_may_read_differently_warns_nobody() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert compile_matcher({"regex": "[[a]b"}).test("ab")


def test_operators_of_others_work_wherever_ours_do() -> None:
    def even(_operand: Any, _at: Any, _operators: Any) -> Rule:
        return Rule(lambda actual: isinstance(actual, int) and actual % 2 == 0)

    operators = {**OPERATORS, "even": Operator("even", "true", "An even number.", even)}
    matcher = compile_matcher({"each": {"even": True}}, operators=operators)
    assert matcher.test([2, 4])
    assert not matcher.test([2, 3])


@settings(max_examples=150, deadline=None)
@given(JSON)
def test_a_value_equals_itself(value: Any) -> None:
    assert compile_matcher({"eq": value}).test(value)
    assert not compile_matcher({"ne": value}).test(value)
    assert compile_matcher({"in": [value]}).test(value)
    assert not compile_matcher({"not_in": [value]}).test(value)
    assert compile_matcher({"unordered": [{"eq": value}]}).test([value])


@settings(max_examples=150, deadline=None)
@given(JSON.filter(lambda value: not isinstance(value, list | dict)), JSON)
def test_equal_values_have_one_json_type(left: Any, right: Any) -> None:
    if compile_matcher({"eq": left}).test(right):
        assert left == right
        assert isinstance(left, bool) == isinstance(right, bool)
        assert compile_matcher({"eq": right}).test(left)


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from([matcher for matcher, _ in (*PASSES, *FAILS)]),
    JSON | st.just(nan) | st.just(10**5000),
)
def test_no_value_makes_a_matcher_raise(matcher: Any, actual: Any) -> None:
    assert compile_matcher(matcher).test(actual) in (True, False)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 3), max_size=6), st.randoms(use_true_random=False))
def test_unordered_is_equality_of_multisets(values: list[int], shuffler: Any) -> None:
    other = list(values)
    shuffler.shuffle(other)
    matcher = compile_matcher({"unordered": values})
    assert matcher.test(other)
    assert not matcher.test([*other, 0])
    if values:
        assert matcher.test([values[0] + 1, *values[1:]]) == (
            sorted([values[0] + 1, *values[1:]]) == sorted(values)
        )


@pytest.mark.parametrize("matcher", [{"regex": "^a+$"}, {"not": {"regex": "!"}}])
def test_no_pattern_is_searched_in_a_part_of_a_text(matcher: dict[str, Any]) -> None:
    test = compile_matcher(matcher).test
    assert test("a" * 10_000)
    with pytest.raises(UndecidedError, match="10001 characters is too long"):
        test("a" * 10_000 + "!")
