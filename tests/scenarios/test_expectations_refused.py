from __future__ import annotations

from typing import Any

import pytest

from pytest_hydra.errors import BadValueError
from pytest_hydra.scenarios.expect.kinds import compile_expect

BAD: list[tuple[Any, tuple[str | int, ...], str]] = [
    ({}, (), "expects nothing; add an expectation, such as shouldContain"),
    ({"weights": {}}, (), "expects nothing: it has weights, but no expectation; add "),
    ([], (), "should be a mapping of expectations, not []"),
    ({"shouldContian": "x"}, ("shouldContian",), "did you mean 'shouldContain'?"),
    ({5: "x"}, (5,), "unknown expectation 5"),
    ({"maxCalls": 1, "max_calls": 1}, ("max_calls",), "is given twice, also as 'maxCalls'"),
    ({"responseType": "acton"}, ("responseType",), "did you mean 'action'? valid: action,"),
    ({"responseType": 5}, ("responseType",), "should be one of action, clarification"),
    ({"expectedFunction": ""}, ("expectedFunction",), "is blank"),
    ({"expectedFunction": 5}, ("expectedFunction",), "should be a name or a list of names, not 5"),
    ({"expectedFunction": []}, ("expectedFunction",), "is an empty list"),
    ({"expected_function": ["a", 5]}, ("expected_function", 1), "should be a text, not 5"),
    ({"shouldContain": ["a", "a"]}, ("shouldContain", 1), '"a" is listed twice'),
    ({"shouldContain": " "}, ("shouldContain",), "is blank"),
    ({"shouldContain": {"a": 1}}, ("shouldContain",), "should be a text or a list of texts"),
    ({"shouldMention": []}, ("shouldMention",), "is an empty list"),
    ({"text": []}, ("text",), "is an empty list"),
    ({"text": 5}, ("text",), "should be a text, or a matcher that a text can fit, not 5"),
    ({"text": [{"gt": 5}]}, ("text", 0), "should be a text, or a matcher that a text can fit"),
    ({"text": {"contians": "a"}}, ("text", "contians"), "did you mean 'contains'?"),
    ({"shouldMention": 5}, ("shouldMention",), "should be a topic, or {topic, any_of}, not 5"),
    ({"shouldMention": {"topic": "a"}}, ("shouldMention",), "has no 'any_of'"),
    (
        {"shouldMention": [{"topic": "a", "any": []}]},
        ("shouldMention", 0, "any"),
        "valid: topic, any_of",
    ),
    (
        {"shouldMention": {"topic": "a", "anyOf": []}},
        ("shouldMention", "anyOf"),
        "is an empty list",
    ),
    (
        {"shouldReject": 5},
        ("shouldReject",),
        "should be true, false or the reason as a text, not 5",
    ),
    ({"expectedParams": []}, ("expectedParams",), "should be a mapping of parameters"),
    ({"expectedParams": {}}, ("expectedParams",), "lists no parameter"),
    (
        {"expectedParams": {"a": {"between": [5, 1]}}},
        ("expectedParams", "a", "between"),
        "no number",
    ),
    ({"expectedParams": {5: 1}}, ("expectedParams",), "the name 5 is not a text"),
    (
        {"expectedParams": {"a": 1}, "expectedFunction": None},
        ("expectedParams",),
        "cannot be used with",
    ),
    (
        {"expectedParams": {"a": 1}, "forbidExtraParams": 1},
        ("forbidExtraParams",),
        "should be true or false, not 1",
    ),
    (
        {"maxCalls": 1, "forbid_extra_params": True},
        ("forbid_extra_params",),
        "has no 'expectedParams'",
    ),
    ({"expectedCalls": 5}, ("expectedCalls",), "should be a list of calls"),
    ({"expectedCalls": ["f"]}, ("expectedCalls", 0), "should be a mapping such as"),
    ({"expectedCalls": [{}]}, ("expectedCalls", 0), "has none of function, params and agent"),
    (
        {"expectedCalls": [{"functon": "f"}]},
        ("expectedCalls", 0, "functon"),
        "did you mean 'function'?",
    ),
    (
        {"expectedCalls": [{"params": {"a": {"in": []}}}]},
        ("expectedCalls", 0, "params", "a", "in"),
        "is empty",
    ),
    ({"expectedCalls": {"order": "any"}}, ("expectedCalls",), "has no 'calls'"),
    (
        {"expectedCalls": {"calls": [], "others": True}},
        ("expectedCalls", "calls"),
        "allows everything",
    ),
    (
        {"expectedCalls": {"calls": [], "order": "sorted"}},
        ("expectedCalls", "order"),
        "valid: any, in_order, exact",
    ),
    (
        {"expectedCalls": {"calls": [], "others": 1}},
        ("expectedCalls", "others"),
        "should be true or false",
    ),
    (
        {"expectedCalls": [{"function": "f", "forbid_extra": 1, "forbidExtra": 1}]},
        ("expectedCalls", 0, "forbidExtra"),
        "is given twice",
    ),
    ({"maxCalls": 1.5}, ("maxCalls",), "should be a whole number of at least 0, not 1.5"),
    ({"maxCalls": True}, ("maxCalls",), "should be a whole number"),
    ({"maxCostUsd": -1}, ("maxCostUsd",), "should be a number of at least 0, not -1"),
    (
        {"maxLatencySeconds": float("inf")},
        ("maxLatencySeconds",),
        "should be a number of at least 0",
    ),
    (
        {"any": [{"when": {"maxCalls": 1}, "then": {"maxCalls": 1}}, {"maxCalls": 2}]},
        ("any", 0),
        "perhaps nothing is checked: `when` without `else`",
    ),
    ({"not": {"when": {"maxCalls": 1}, "then": {"maxCalls": 1}}}, ("not",), "perhaps nothing"),
    (
        {"when": {"when": {"maxCalls": 1}, "then": {"maxCalls": 1}}, "then": {"maxCalls": 1}},
        ("when",),
        "perhaps nothing is checked",
    ),
    (
        {"customValidator": "a.b"},
        ("customValidator",),
        'should be package.module:function, not "a.b"',
    ),
    (
        {"customValidator": ["a:b", "c"]},
        ("customValidator", 1),
        "should be package.module:function",
    ),
    ({"responseSchema": 5}, ("responseSchema",), "should be a JSON Schema, not 5"),
    ({"responseSchema": {"type": "strng"}}, ("responseSchema", "type"), "is not a JSON Schema"),
    (
        {"responseSchema": {"requird": ["a"]}},
        ("responseSchema", "requird"),
        "did you mean 'required'?",
    ),
    (
        {"responseSchema": {"properties": {"a": {"anyOf": [{"nullable": True}]}}}},
        ("responseSchema", "properties", "a", "anyOf", 0, "nullable"),
        'unknown keyword "nullable"; JSON Schema 2020-12 has none of that name',
    ),
    (
        {"responseSchema": {"allOf": [{"$ref": "https://a.b/c"}]}},
        ("responseSchema", "allOf", 0, "$ref"),
        "is not fetched",
    ),
    ({"judge": []}, ("judge",), "is an empty list"),
    ({"all": {}}, ("all",), "should be a list of mappings of expectations, not {}"),
    ({"any": []}, ("any",), "should be a list of mappings of expectations, not []"),
    ({"any": [{"maxCalls": 1}, {}]}, ("any", 1), "expects nothing"),
    ({"not": []}, ("not",), "should be a mapping of expectations, not []"),
    ({"shouldWarn": 5}, ("shouldWarn",), "should be true, false, a text or a list of texts, not 5"),
    ({"shouldAskFor": [True]}, ("shouldAskFor", 0), "should be a text, not true"),
    ({"shouldContain": True}, ("shouldContain",), "should be a text or a list of texts, not true"),
    ({"when": {"maxCalls": 1}}, ("when",), "has no 'then' beside it"),
    ({"then": {"maxCalls": 1}}, ("then",), "has no 'when' beside it"),
    ({"maxCalls": 1, "else": {"maxCalls": 1}}, ("else",), "has no 'when' beside it"),
    (
        {"when": {"maxCalls": 1}, "then": {"maxCals": 1}},
        ("then", "maxCals"),
        "did you mean 'maxCalls'?",
    ),
    (
        {"maxCalls": 1, "weights": {"maxCals": 1}},
        ("weights", "maxCals"),
        "did you mean 'maxCalls'?",
    ),
    (
        {"maxCalls": 1, "weights": {"maxCalls": -1}},
        ("weights", "maxCalls"),
        "should be a number of at least 0, not -1",
    ),
    (
        {"maxCalls": 1, "weights": {"maxCalls": 1e300}},
        ("weights", "maxCalls"),
        "must be 0, or from 0.000001 to 1000000, not 1e+300",
    ),
    (
        {"maxCalls": 1, "weights": {"maxCalls": 1e-300}},
        ("weights", "maxCalls"),
        "must be 0, or from 0.000001 to 1000000, not 1e-300",
    ),
    (
        {"maxCalls": 1, "weights": {"judge": 1}},
        ("weights", "judge"),
        "'judge' is not expected here; valid: maxCalls",
    ),
    (
        {"maxCalls": 1, "weights": [1]},
        ("weights",),
        "should be a mapping from expectations to weights",
    ),
    ({"maxCalls": 1, "critical": ["judge"]}, ("critical", 0), "'judge' is not expected here"),
    (
        {"maxCalls": 1, "critical": True},
        ("critical",),
        "should be a list of expectations, not true",
    ),
    ({"maxCalls": 1, "optional": ["maxCalls", 5]}, ("optional", 1), "unknown expectation 5"),
    (
        {"not": {"not": {"not": {"not": {"not": {"not": {"maxCalls": 1}}}}}}},
        ("not",) * 6,
        "is nested more than 5 levels deep",
    ),
]


@pytest.mark.parametrize(
    ("expect", "at", "message"), BAD, ids=[f"{i}-{ascii(row[0])[:40]}" for i, row in enumerate(BAD)]
)
def test_what_cannot_be_expected_is_refused(
    expect: Any, at: tuple[str | int, ...], message: str
) -> None:
    with pytest.raises(BadValueError) as caught:
        compile_expect(expect, at=("steps", 0, "expect"))
    assert message in caught.value.message
    assert caught.value.at == ("steps", 0, "expect", *at)
