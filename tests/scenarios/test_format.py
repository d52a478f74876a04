from __future__ import annotations

from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_hydra.scenarios.format import id_fault, scenario_schema, slug


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("Small transfer to Alice", "small-transfer-to-alice"),
        ("  Send 5 DOT, now!  ", "send-5-dot-now"),
        ("Überweisung (klein)", "überweisung-klein"),
        ("snake_case stays", "snake_case-stays"),
        ("a::b[c]", "a-b-c"),
        ("A\u030a ring, written as two characters", "å-ring-written-as-two-characters"),
        ("?!", ""),
        ("x" * 300, "x" * 200),
        ("x" * 199 + " y", "x" * 199),
    ],
)
def test_a_name_makes_an_id(name: str, made: str) -> None:
    assert slug(name) == made


@given(st.text(max_size=300))
@settings(deadline=None, max_examples=100)
def test_the_id_of_any_name_is_fit_or_empty(name: str) -> None:
    made = slug(name)
    assert made == "" or id_fault(made) is None


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("transfer-to-alice", None),
        ("two words", None),
        ("przelew-żółty", None),
        ("a/b.c@d", None),
        ("a:b", None),
        ("", "is empty"),
        (" \t", "is empty"),
        (" a", "begins or ends with a space"),
        ("a\nb", "has a character that can't be printed"),
        ("a\x1b[31m", "has a character that can't be printed"),
        ("a\u200bb", "has a character that can't be printed"),
        ("a\u202eb", "has a character that can't be printed"),
        ("a\u3164b", "has a character that can't be printed"),
        ("a\ufe00b", "has a character that can't be printed"),
        ("x" * 201, "is longer than 200 characters"),
        ("a::b", "contains '::', which separates the parts of a node id"),
        ("a[1]", "contains '[', which separates the parts of a node id"),
        ("a]", "contains ']', which separates the parts of a node id"),
    ],
)
def test_what_an_id_must_be(text: str, fault: str | None) -> None:
    assert id_fault(text) == fault


STEP = {"user": "Send 5 DOT to Alice", "expect": {"expectedFunction": "transfer"}}
ONE = {"id": "a", "steps": [STEP]}


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    schema = scenario_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize(
    "data",
    [
        ONE,
        {"scenarios": [ONE, {**ONE, "id": "b"}]},
        {"$schema": "./scenario.schema.json", **ONE},
        {**ONE, "tags": ["x"], "bot": "wallet", "context": {"balance": 5}, "threshold": 99.5},
        {**ONE, "skip": "down", "xfail": "known", "matrix": {"who": ["Alice", 5]}},
        {"id": "a", "steps": [{"user": "hi"}], "expect": {"should_contain": ["x"]}},
        {
            "id": "a",
            "steps": [{"id": "1", "type": "prompt", "input": "hi"}],
            "expectations": [{"shouldContain": "x"}, {"shouldReject": True}],
        },
    ],
)
def test_the_schema_takes_what_is_right(
    validator: jsonschema.Draft202012Validator, data: dict[str, Any]
) -> None:
    assert [error.message for error in validator.iter_errors(data)] == []


@pytest.mark.parametrize(
    "data",
    [
        [],
        {},
        {"scenarios": []},
        {"scenarios": [{"id": "a"}]},
        {**ONE, "nmae": "x"},
        {**ONE, "repeat": 0},
        {**ONE, "steps": []},
        {**ONE, "threshold": 101},
        {**ONE, "threshold": 0.8},
        {**ONE, "threshold": 0},
        {**ONE, "passAt": 0},
        {**ONE, "bot": "a b"},
        {**ONE, "skip": True},
        {**ONE, "steps": [{**STEP, "type": "wait"}]},
        {**ONE, "steps": [{**STEP, "expect": {"exepctedFunction": "x"}}]},
        {**ONE, "expect": {"exepctedFunction": "x"}},
        {**ONE, "expectations": [{"exepctedFunction": "x"}]},
    ],
)
def test_the_schema_refuses_what_is_wrong(
    validator: jsonschema.Draft202012Validator, data: Any
) -> None:
    assert not validator.is_valid(data)
