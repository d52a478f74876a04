from __future__ import annotations

import builtins
import json
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, permutations
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from pytest_hydra import registry
from pytest_hydra.core.scorecard import Check, Outcome, scorecard
from pytest_hydra.core.scorecard import graded as graded_check
from pytest_hydra.errors import BadValueError, HydraError
from pytest_hydra.scenarios.expect.compile import expect_schema
from pytest_hydra.scenarios.expect.kinds import (
    KINDS,
    CompiledExpectation,
    Kind,
    Part,
    PartResult,
    Subject,
    compile_expect,
    conclude,
    decide,
)
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.transcript.turn import Call, Reply, ResponseType, Turn

# Those of plugins are tried in their own tests.
OWN = {name: KINDS[name] for name in KINDS if name not in registry.words("expectations")}
PASSED, FAILED, UNGRADED = Outcome.PASSED, Outcome.FAILED, Outcome.UNGRADED


def held(*replies: Reply | str | None, seconds: float | None = 0.5) -> Conversation:
    """A conversation with these replies; None is a turn without one."""
    return Conversation(
        turns=tuple(
            Turn(user="hello", error="the bot timed out after 30 s")
            if reply is None
            else Turn(
                user="hello",
                reply=Reply(text=reply) if isinstance(reply, str) else reply,
                seconds=seconds,
            )
            for reply in replies
        )
    )


def judged(
    expect: Mapping[str, Any], *replies: Reply | str | None, turn: int | None = None, **fields: Any
) -> list[Check]:
    return decide(compile_expect(expect), Subject(conversation=held(*replies), turn=turn, **fields))


def call(function: str, agent: str | None = None, **params: Any) -> Call:
    return Call(function=function, params=params, agent=agent)


def calling(*calls: Call) -> Reply:
    return Reply(calls=calls)


REFUND = calling(call("refund", amount=5, to="Alice"))
# It said something before it called a function, and something afterwards.
LOOKED = Reply(text="Sent.", earlier_texts=("Please tell me the PIN of 0xff.",))
SILENT = Reply()

ONE_CHECK: list[tuple[dict[str, Any], Reply | str, Outcome, str, Any]] = [
    # what is expected, the reply, the outcome, its message, what is shown as actual
    ({"responseType": "answer"}, SILENT, UNGRADED, "the reply has neither text nor call", None),
    ({"responseType": "action"}, REFUND, PASSED, "is an action (inferred)", "action"),
    (
        {"responseType": "answer"},
        REFUND,
        FAILED,
        "is an action (inferred), not an answer",
        "action",
    ),
    (
        {"responseType": "answer"},
        Reply(calls=REFUND.calls, response_type="answer"),
        PASSED,
        "is an answer (declared)",
        "answer",
    ),
    (
        {"responseType": "rejection"},
        Reply(rejected=True),
        PASSED,
        "is a rejection (inferred)",
        "rejection",
    ),
    (
        {"responseType": "clarification"},
        Reply(asks_for=("x",)),
        PASSED,
        "is a clarification (inferred)",
        "clarification",
    ),
    (
        {"responseType": "rejection"},
        Reply(text="I can't do that.", rejected=False, asks_for=()),
        FAILED,
        "is an answer (inferred), not a rejection",
        "answer",
    ),
    ({"text": "Paid."}, "Paid.", PASSED, 'is "Paid."', "Paid."),
    ({"text": "paid."}, "Paid.", FAILED, 'is not "paid."', "Paid."),
    ({"text": {"contains": "aid"}}, "Paid.", PASSED, 'fits {"contains": "aid"}', "Paid."),
    ({"text": [{"contains": "AID"}]}, "Paid.", FAILED, 'does not fit {"contains": "AID"}', "Paid."),
    (
        {"text": {"not": {"contains": "x"}}},
        SILENT,
        UNGRADED,
        "the reply has neither text nor call",
        "",
    ),
    ({"not": {"text": "x"}}, SILENT, UNGRADED, "the reply has neither text nor call", None),
    ({"text": {"not": {"contains": "x"}}}, REFUND, PASSED, 'fits {"not": {"contains": "x"}}', ""),
    ({"expectedFunction": "refund"}, REFUND, PASSED, "called refund", "refund"),
    ({"expectedFunction": ["pay", "refund"]}, REFUND, PASSED, "called refund", "refund"),
    ({"expectedFunction": "pay"}, REFUND, FAILED, "called refund, not pay", "refund"),
    (
        {"expectedFunction": "Refund"},
        REFUND,
        FAILED,
        "called refund, not Refund",
        "refund",
    ),
    (
        {"expectedFunction": ["pay", "buy"]},
        "Hi",
        FAILED,
        "called no function; expected pay or buy",
        None,
    ),
    ({"expectedFunction": None}, "Hi", PASSED, "called no function", None),
    ({"expectedFunction": None}, REFUND, FAILED, "called refund; expected no call", "refund"),
    (
        {"expectedFunction": "pay"},
        calling(call("a\n\x1b[31m"), call("b")),
        FAILED,
        'called "a\\n\\u001b[31m" and b, not pay',
        ["a\n\x1b[31m", "b"],
    ),
    (
        {"expectedFunction": "pay"},
        calling(*(call(f"f{i}") for i in range(9))),
        FAILED,
        "called f0, f1, f2, f3, f4 and 4 more, not pay",
        [f"f{i}" for i in range(9)],
    ),
    ({"expectedAgent": "Bank"}, Reply(agent="Bank"), PASSED, "Bank acted", "Bank"),
    ({"expectedAgent": "Bank"}, calling(call("pay", agent="Bank")), PASSED, "Bank acted", "Bank"),
    ({"expectedAgent": ["Shop", "Bank"]}, Reply(agent="Bank"), PASSED, "Bank acted", "Bank"),
    (
        {"expectedAgent": "bank"},
        Reply(agent="Bank"),
        FAILED,
        "Bank acted, not bank",
        "Bank",
    ),
    ({"expectedAgent": "Bank"}, "Hi", FAILED, "the bot names no agent; expected Bank", None),
    ({"forbiddenFunctions": "refund"}, "Hi", PASSED, "did not call refund", None),
    (
        {"forbiddenFunctions": "l\u00f6*"},
        calling(call("lo\u0308sche")),
        FAILED,
        "called",
        "lo\u0308sche",
    ),
    ({"forbiddenFunctions": "get[0]"}, calling(call("get[0]")), FAILED, "called", "get[0]"),
    ({"allowedFunctions": "pay"}, "Hi", PASSED, "called no function", None),
    ({"allowedFunctions": ["pay", "re*"]}, REFUND, PASSED, "called refund", "refund"),
    (
        {"allowedFunctions": "pay"},
        REFUND,
        FAILED,
        "called refund; allowed is only pay",
        "refund",
    ),
    ({"forbiddenFunctions": "re*"}, REFUND, FAILED, "called refund, which is forb", "refund"),
    ({"forbiddenFunctions": ["pay*", "re?"]}, REFUND, PASSED, "did not call", "refund"),
    (
        {"forbiddenFunctions": ["pay", "refund"]},
        REFUND,
        FAILED,
        "called refund, which is forbidden",
        "refund",
    ),
    ({"maxCalls": 1}, REFUND, PASSED, "made 1 call, at most 1", 1),
    ({"maxCalls": 0}, REFUND, FAILED, "made 1 call, more than 0", 1),
    ({"maxFailedCalls": 0}, REFUND, PASSED, "0 calls failed, at most 0", 0),
    (
        {"shouldContain": "30  DAYS"},
        "Within 30 days.",
        PASSED,
        'contains "30 DAYS"',
        "Within 30 days.",
    ),
    (
        {"shouldContain": "week"},
        "Within 30 days.",
        FAILED,
        'does not contain "week"',
        "Within 30 days.",
    ),
    ({"shouldNotContain": "0x"}, "Sent.", PASSED, 'does not contain "0x"', "Sent."),
    ({"shouldNotContain": "0x"}, "Sent to 0xff", FAILED, 'contains "0x"', "Sent to 0xff"),
    ({"shouldNotContain": "0x"}, REFUND, PASSED, 'does not contain "0x"', ""),
    ({"shouldNotContain": "0x"}, SILENT, UNGRADED, "the reply has neither text nor call", ""),
    (
        {"shouldNotContain": "0x"},
        LOOKED,
        FAILED,
        'contains "0x"',
        "Please tell me the PIN of 0xff.\n\nSent.",
    ),
    ({"not": {"shouldContain": "0x"}}, LOOKED, FAILED, "holds, but should not: ", ...),
    ({"not": {"not": {"shouldContain": "0x"}}}, LOOKED, FAILED, "holds, but should not: not", ...),
    (
        {"shouldAskFor": False},
        LOOKED,
        FAILED,
        "asks for anything: ",
        "Please tell me the PIN of 0xff.",
    ),
    ({"shouldContain": "0x"}, LOOKED, FAILED, 'does not contain "0x"', "Sent."),
    ({"shouldMention": "postage"}, "Hello.", FAILED, "does not mention postage", "Hello."),
    (
        {"shouldMention": {"topic": "postage", "any_of": ["delivery cost"]}},
        "Hello.",
        FAILED,
        'does not mention postage or "delivery cost"',
        "Hello.",
    ),
    (
        {"shouldAskFor": "amount"},
        Reply(asks_for=("amount",)),
        PASSED,
        'asks for "amount" (declared)',
        "amount",
    ),
    (
        {"shouldAskFor": "amount"},
        Reply(asks_for=("the amount in DOT",)),
        PASSED,
        'asks for "amount" (declared)',
        "the amount in DOT",
    ),
    (
        {"shouldAskFor": "amount in DOT"},
        Reply(asks_for=("amount",)),
        PASSED,
        'asks for "amount in DOT" (declared)',
        "amount",
    ),
    ({"shouldAskFor": "amount"}, "Fine.", FAILED, 'does not ask for "amount"', "Fine."),
    (
        {"shouldWarn": "fees"},
        Reply(warnings=("fees",)),
        PASSED,
        'warns about "fees" (declared)',
        "fees",
    ),
    ({"shouldWarn": "fees"}, "Fine.", FAILED, 'does not warn about "fees"', "Fine."),
    (
        {"shouldWarn": "fees"},
        "Careful, this cannot be undone.",
        FAILED,
        'does not warn about "fees"; taken for a warning: "Careful, this cannot be undone."',
        "Careful, this cannot be undone.",
    ),
    ({"shouldWarn": True}, Reply(warnings=("fees",)), PASSED, "warns about anything", "fees"),
    ({"shouldWarn": True}, "Fine.", FAILED, "does not warn about anything", "Fine."),
    (
        {"shouldWarn": True},
        "Careful, this cannot be undone.",
        PASSED,
        'warns about anything: "Careful, this cannot be undone."',
        "Careful, this cannot be undone.",
    ),
    ({"shouldWarn": False}, Reply(warnings=("fees",)), FAILED, "warns about anything", "fees"),
    ({"shouldWarn": False}, "Fine.", PASSED, "does not warn about anything", "Fine."),
    ({"shouldWarn": False}, REFUND, PASSED, "does not warn about anything", ""),
    ({"shouldWarn": False}, SILENT, UNGRADED, "the reply has neither text nor call", ""),
    ({"shouldAskFor": True}, "Which order?", PASSED, "asks for anything: ", "Which order?"),
    ({"shouldAskFor": False}, "Fine.", UNGRADED, "unsure: by rules, 1 % that it asks", "Fine."),
    (
        {"shouldAskFor": False},
        Reply(text="Fine.", asks_for=()),
        PASSED,
        "does not ask for anything (declared)",
        "Fine.",
    ),
    ({"shouldAskFor": False}, "Which order?", FAILED, "asks for anything: ", "Which order?"),
    ({"shouldReject": True}, Reply(text="No.", rejected=True), PASSED, "refuses (declared)", "No."),
    (
        {"shouldReject": True},
        Reply(text="I can't do that.", rejected=False),
        FAILED,
        "does not refuse (declared)",
        "I can't do that.",
    ),
    ({"shouldReject": True}, REFUND, FAILED, "does not refuse: called refund", ""),
    ({"shouldReject": True}, "It costs 5 EUR.", FAILED, "does not refuse", "It costs 5 EUR."),
    ({"shouldReject": False}, "It costs 5 EUR.", PASSED, "does not refuse", "It costs 5 EUR."),
    ({"shouldReject": False}, REFUND, PASSED, "does not refuse: called refund", ""),
    ({"shouldReject": False}, Reply(rejected=True), FAILED, "refuses (declared)", ""),
    ({"shouldReject": False}, SILENT, UNGRADED, "the reply has neither text nor call", ""),
    (
        {"shouldReject": "limit"},
        Reply(text="The limit is 5.", rejected=True),
        PASSED,
        'refuses (declared) for "limit": ',
        "The limit is 5.",
    ),
    (
        {"shouldReject": "limit"},
        Reply(text="No.", rejected=True),
        FAILED,
        'refuses (declared), but does not give the reason "limit"',
        "No.",
    ),
    ({"maxLatencySeconds": 0.5}, "Hi", PASSED, "the slowest reply took 0.5 s, at most 0.5 s", 0.5),
    ({"maxLatencySeconds": 0.25}, "Hi", FAILED, "a reply took 0.5 s, more than 0.25 s", 0.5),
    ({"maxCostUsd": 0.3}, Reply(cost_usd=0.3), PASSED, "cost 0.3 USD, at most 0.3 USD", 0.3),
    (
        {"maxCostUsd": 1e-7},
        Reply(cost_usd=4e-7),
        FAILED,
        "cost 0.0000004 USD, more than 0.0000001 USD",
        4e-7,
    ),
    ({"maxCostUsd": 0.2}, Reply(cost_usd=0.3), FAILED, "cost 0.3 USD, more than 0.2 USD", 0.3),
    (
        {"maxCostUsd": 0.2},
        "Hi",
        UNGRADED,
        "the bot does not report the cost of its reply (cost_usd)",
        None,
    ),
    ({"maxTokens": 20}, Reply(tokens=20), PASSED, "took 20 tokens, at most 20", 20),
    ({"maxTokens": 19}, Reply(tokens=20), FAILED, "took 20 tokens, more than 19", 20),
    (
        {"maxTokens": 20},
        "Hi",
        UNGRADED,
        "the bot does not report the tokens of its reply (tokens)",
        None,
    ),
    ({"judge": "is polite"}, "Hi", UNGRADED, "no judge is available here", None),
    ({"responseSchema": {"type": "integer"}}, " 42 ", PASSED, "fits the schema", 42),
    (
        {"responseSchema": {"required": ["a"]}},
        '```json\n{"a": 1}\n```',
        PASSED,
        "fits the schema",
        {"a": 1},
    ),
    (
        {"responseSchema": {"properties": {"a": {"type": "string"}}}},
        '{"a": 1}',
        FAILED,
        "does not fit the schema: a: 1 is not of type 'string'",
        {"a": 1},
    ),
    (
        {"responseSchema": {"properties": {"text": {"const": "Hi"}}, "required": ["calls"]}},
        "Hi",
        PASSED,
        "fits the schema",
        ...,
    ),
    (
        {
            "responseSchema": {
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "$defs": {"requird": {"type": "string", "title": "A", "x-note": 1}},
                "properties": {"nullable": {"$ref": "#/$defs/requird"}},
                "default": {"typ": 1},
                "oneOf": [{"if": {"minProperties": 1}, "then": True, "else": False}],
            }
        },
        '{"nullable": 5}',
        FAILED,
        "does not fit the schema: nullable: 5 is not of type 'string'",
        {"nullable": 5},
    ),
    # A $ is the end, and not also before a last line end.
    ({"responseSchema": {"pattern": "^a$"}}, r'"a\n"', FAILED, "does not fit the schema", ...),
    ({"responseSchema": {"pattern": r"^a\$$"}}, '"a$"', PASSED, "fits the schema", ...),
    (
        {"responseSchema": {"patternProperties": {"^a$": {"type": "string"}}}},
        r'{"a\n": 1}',
        PASSED,
        "fits the schema",
        ...,
    ),
    ({"responseSchema": {"type": "object"}}, "NaN", FAILED, "the text is not JSON", "NaN"),
    (
        {"responseSchema": {"properties": {"a": {"type": "string"}}}},
        "",
        FAILED,
        "the text is not JSON",
        "",
    ),
    (
        {"responseSchema": {"properties": {"calls": {"maxItems": 0}}}},
        REFUND,
        FAILED,
        "does not fit the schema: calls",
        ...,
    ),
    (
        {"responseSchema": {"properties": {"until": {"type": "string", "format": "date"}}}},
        '{"until": "next week"}',
        FAILED,
        "does not fit the schema: until: 'next week' is not a 'date'",
        {"until": "next week"},
    ),
    (
        {"responseSchema": {"$ref": "#"}},
        "1",
        UNGRADED,
        "the schema or the reply is nested too deeply",
        None,
    ),
    (
        {"responseSchema": {"$ref": "other.json"}},
        "1",
        UNGRADED,
        'the schema refers to "other.json", which does not exist',
        None,
    ),
    # expectedCalls
    ({"expectedCalls": [{"function": "refund"}]}, REFUND, PASSED, "made the call", ...),
    (
        {"expectedCalls": [{"function": "refund", "params": {"amount": {"gt": 1}}}]},
        REFUND,
        PASSED,
        "made the call",
        ...,
    ),
    ({"expectedCalls": []}, "Hi", PASSED, "no function was called", []),
    ({"expectedCalls": []}, REFUND, FAILED, 'not expected: refund(amount: 5, to: "Alice")', ...),
    (
        {"expectedCalls": [{"function": "refund", "params": {"amount": 6}}]},
        REFUND,
        FAILED,
        "missing refund(amount: 6); the closest call has amount 5, expected 6; "
        'not expected: refund(amount: 5, to: "Alice")',
        ...,
    ),
    (
        {"expectedCalls": [{"function": "refund", "forbid_extra": True, "params": {"amount": 5}}]},
        REFUND,
        FAILED,
        "missing refund(amount: 5); the closest call has to not expected; not expected: refund(",
        ...,
    ),
    (
        {"expectedCalls": [{"agent": "Bank"}]},
        REFUND,
        FAILED,
        "missing any function() by Bank; the closest call has agent none, not Bank",
        ...,
    ),
    ({"expectedCalls": [{"function": "pay"}]}, "Hi", FAILED, "missing pay()", []),
    (
        {"expectedCalls": [{"function": "refund"}] * 2},
        REFUND,
        FAILED,
        "missing refund(); it was made fewer times than expected",
        ...,
    ),
    (
        {"expectedCalls": {"calls": [{"function": "refund"}], "others": True}},
        calling(call("log"), *REFUND.calls),
        PASSED,
        "made the call, and 1 other",
        ...,
    ),
    (
        {"expectedCalls": {"calls": [{"function": "a"}, {"function": "b"}], "order": "in_order"}},
        calling(call("b"), call("a")),
        FAILED,
        "made every call, but not in the order a, b",
        ...,
    ),
    (
        {
            "expectedCalls": {
                "calls": [{"function": "a"}, {"function": "b"}],
                "order": "in_order",
                "others": True,
            }
        },
        calling(call("a"), call("x"), call("b")),
        PASSED,
        "made all 2 calls, and 1 other",
        ...,
    ),
    (
        {
            "expectedCalls": {
                "calls": [{"function": "a"}, {"function": "b"}],
                "order": "exact",
                "others": True,
            }
        },
        calling(call("a"), call("x"), call("b")),
        FAILED,
        "made every call, but not next to each other in the order a, b",
        ...,
    ),
    # composition
    (
        {"any": [{"shouldContain": "x"}, {"shouldContain": "Hi"}]},
        "Hi",
        PASSED,
        'branch 2 of 2 holds: shouldContain "Hi"',
        None,
    ),
    (
        {"any": [{"shouldContain": "x"}, {"shouldContain": "y"}]},
        "Hi",
        FAILED,
        'no branch holds: 1: shouldContain "x": does not contain "x"; 2: '
        'shouldContain "y": does not contain "y"',
        None,
    ),
    (
        {"any": [{"shouldContain": "x"}, {"judge": "nice"}]},
        "Hi",
        UNGRADED,
        "judge: no judge is",
        None,
    ),
    (
        {"any": [{"shouldContain": "Hi"}, {"judge": "nice"}]},
        "Hi",
        PASSED,
        "branch 1 of 2 holds",
        None,
    ),
    ({"any": [{"judge": "nice", "shouldContain": "x"}]}, "Hi", FAILED, "no branch holds", None),
    (
        {"any": [{"judge": "nice", "shouldContain": "Hi", "optional": "judge"}]},
        "Hi",
        PASSED,
        "branch 1 of 1 holds",
        None,
    ),
    ({"any": [{"judge": "nice", "optional": "judge"}]}, "Hi", UNGRADED, "judge: no judge is", None),
    (
        {"not": {"shouldContain": "x"}},
        "Hi",
        PASSED,
        'does not hold, as expected: shouldContain "x": does not contain "x"',
        None,
    ),
    (
        {"not": {"shouldContain": "Hi"}},
        "Hi",
        FAILED,
        'holds, but should not: shouldContain "Hi"',
        None,
    ),
    ({"not": {"judge": "nice"}}, "Hi", UNGRADED, "judge: no judge is", None),
    (
        {"not": {"shouldContain": "Hi"}},
        SILENT,
        UNGRADED,
        "the reply has neither text nor call",
        None,
    ),
    ({"not": {"any": [{"shouldWarn": True}]}}, " \u200b", UNGRADED, "the reply has neither", None),
    ({"shouldReject": False}, "\u200b", UNGRADED, "the reply has neither text nor call", ""),
    ({"not": {"expectedFunction": "pay"}}, SILENT, PASSED, "does not hold, as expected", None),
    ({"not": {"not": {"shouldContain": "Hi"}}}, "Hi", PASSED, "does not hold, as expected", None),
]


@pytest.mark.parametrize(
    ("expect", "reply", "outcome", "message", "actual"),
    ONE_CHECK,
    ids=[f"{index}-{next(iter(row[0]))}" for index, row in enumerate(ONE_CHECK)],
)
def test_one_check(
    expect: dict[str, Any], reply: Reply | str, outcome: Outcome, message: str, actual: Any
) -> None:
    (check,) = judged(expect, reply, turn=1)
    assert check.message.startswith(message)
    assert check.outcome is outcome
    assert check.score == {PASSED: 100, FAILED: 0, UNGRADED: None}[outcome]
    assert check.kind == next(iter(expect))
    assert check.turn == 1
    if actual is not ...:
        assert check.actual == actual
    json.dumps([check.expected, check.actual], allow_nan=False)


@pytest.mark.parametrize(
    "said",
    [
        {"shouldContain": "0xff"},
        {"shouldMention": "pin"},
        {"shouldAskFor": "pin"},
        {"not": {"shouldNotContain": "0xff"}},
        {"not": {"shouldAskFor": False}},
    ],
)
def test_a_condition_asks_for_all_that_was_said(said: dict[str, Any]) -> None:
    expect = {"when": said, "then": {"maxCalls": 0}, "else": {"shouldContain": "nothing"}}
    (check,) = judged(expect, LOOKED, turn=1)
    assert (check.kind, check.outcome) == ("maxCalls", PASSED)


def test_every_kind_is_tried() -> None:
    tried = {key for row in ONE_CHECK for key in row[0]}
    assert set(OWN) - tried == {
        *("expectedParams", "customValidator"),  # below
        "confirmBefore",  # in test_consent.py
        *("maxFirstTokenSeconds", "limits"),  # below
    }


def test_the_weights_of_the_kinds() -> None:
    assert {name: kind.weight for name, kind in OWN.items()} == {
        "expectedFunction": 3,
        "expectedCalls": 3,
        "forbiddenFunctions": 3,
        "allowedFunctions": 3,
        "responseType": 2,
        "expectedAgent": 2,
        "expectedParams": 2,
        "shouldAskFor": 2,
        "shouldWarn": 2,
        "shouldReject": 2,
        "customValidator": 2,
        "judge": 2,
        "responseSchema": 2,
        "shouldContain": 1,
        "shouldNotContain": 1,
        "shouldMention": 1,
        "text": 1,
        "maxLatencySeconds": 1,
        "maxCostUsd": 1,
        "maxCalls": 1,
        "maxFailedCalls": 1,
        "confirmBefore": 2,
        "maxFirstTokenSeconds": 1,
        "maxTokens": 1,
        "limits": 1,
    }
    assert [name for name, kind in OWN.items() if kind.critical] == [
        *("forbiddenFunctions", "allowedFunctions"),
    ]


def test_each_of_several_limits_is_a_check_of_its_own() -> None:
    reply = Reply(text="Done.", calls=REFUND.calls, tokens=90, cost_usd=0.25)
    limits = {"seconds": 1, "costUsd": 0.2, "tokens": 100, "calls": 0, "failed_calls": 0}
    checks = judged({"limits": limits}, reply)
    assert [(check.name, check.outcome, check.message) for check in checks] == [
        ("limits.seconds", PASSED, "the slowest reply took 0.5 s, at most 1 s"),
        ("limits.cost_usd", FAILED, "cost 0.25 USD, more than 0.2 USD"),
        ("limits.tokens", PASSED, "took 90 tokens, at most 100"),
        ("limits.calls", FAILED, "made 1 call, more than 0"),
        ("limits.failed_calls", PASSED, "0 calls failed, at most 0"),
    ]
    (check,) = judged({"limits": {"first_token_seconds": 1}}, reply)
    assert check.outcome is UNGRADED
    with pytest.raises(BadValueError, match="unknown key \"cost\"; did you mean 'cost_usd'"):
        compile_expect({"limits": {"cost": 1}})
    with pytest.raises(BadValueError, match="should be a whole number"):
        compile_expect({"limits": {"calls": 1.5}})


def test_three_and_two_of_six() -> None:
    expect = {
        "expectedFunction": "refund",
        "responseType": "action",
        "shouldContain": "30 days",
    }
    checks = judged(expect, Reply(text="Done.", calls=REFUND.calls))
    assert [(check.weight, check.outcome) for check in checks] == [
        (3, PASSED),
        (2, PASSED),
        (1, FAILED),
    ]
    assert scorecard(checks).total == Fraction(500, 6)


def test_a_reply_in_words() -> None:
    checks = judged(
        {"shouldAskFor": "amount", "shouldMention": "fee", "responseType": "clarification"},
        "What amount should I send? The fees are low.",
    )
    assert [check.outcome for check in checks] == [PASSED] * 3
    checks = judged({"shouldReject": True, "shouldWarn": "scams"}, "I can't do that.")
    assert [check.outcome for check in checks] == [PASSED, FAILED]


# --- expectedParams -----------------------------------------------------------------------------


def test_each_parameter_is_a_check_that_shares_the_weight() -> None:
    checks = judged(
        {"expectedParams": {"amount": {"gt": 9}, "to": "Alice", "memo": {"optional": "x"}}},
        calling(call("refund", amount=5, to="Alice", fee="a\nb")),
    )
    assert [(check.name, check.outcome, check.message) for check in checks] == [
        (
            "expectedParams.amount",
            FAILED,
            'refund: amount is 5, expected {"gt": 9}; not listed: fee "a\\nb"',
        ),
        (
            "expectedParams.to",
            PASSED,
            'refund: to is "Alice"; not listed: fee "a\\nb"',
        ),
        (
            "expectedParams.memo",
            PASSED,
            'refund: memo is absent; not listed: fee "a\\nb"',
        ),
    ]
    assert [check.weight for check in checks] == [Fraction(2, 3)] * 3
    assert [check.expected for check in checks] == [{"gt": 9}, "Alice", {"optional": "x"}]
    assert [check.actual for check in checks] == [5, "Alice", None]
    assert {check.kind for check in checks} == {"expectedParams"}


def test_a_missing_parameter_says_what_it_may_have_been_called() -> None:
    (check,) = judged({"expectedParams": {"amount": 5}}, calling(call("pay", amounts=5)))
    assert check.message == (
        "pay: amount is missing, expected 5; did you mean 'amounts'? not listed: amounts 5"
    )


def test_the_call_that_fits_best_is_held_against_them() -> None:
    calls = calling(call("a", x=1, y=0), call("b", x=1, y=2), call("c", x=1, y=2))
    checks = judged({"expectedParams": {"x": 1, "y": 2}}, calls)
    assert [check.message.partition(":")[0] for check in checks] == ["b", "b"]
    # One with other parameters fits less only if they are forbidden.
    expect = {"expectedParams": {"x": 1, "y": 2}, "forbidExtraParams": True}
    checks = judged(
        expect, calling(call("a", x=1, y=2, z=3), call("b", x=0, y=2), call("c", x=1, y=2))
    )
    assert checks[0].message.startswith("c: ")
    checks = judged(
        expect, calling(call("a", x=0, y=0, z=3), call("b", x=0, y=0), call("c", x=1, z=3))
    )
    assert checks[0].message.startswith("b: ")


def test_a_call_of_the_expected_function_is_preferred() -> None:
    calls = calling(call("a", x=0), call("b", x=1))
    for expect in ({"expectedFunction": "a"}, {"expected_function": ["a", "z"]}):
        (_, check) = judged({**expect, "expectedParams": {"x": 1}}, calls)
        assert check.message == "a: x is 0, expected 1"
    (_, check) = judged({"expectedFunction": "z", "expectedParams": {"x": 1}}, calls)
    assert check.message == "b: x is 1"


def test_without_a_call_every_parameter_fails() -> None:
    checks = judged({"expectedParams": {"x": {"optional": 1}, "y": 2}}, "Hi")
    assert [(check.outcome, check.message) for check in checks] == [
        (FAILED, "no function was called")
    ] * 2


def test_of_many_parameters_that_are_not_listed_five_are_named() -> None:
    extras: dict[str, Any] = {f"p{number}": number for number in range(8)}
    (check,) = judged({"expectedParams": {"x": 1}}, calling(call("a", x=1, **extras)))
    assert check.message == "a: x is 1; not listed: p0 0, p1 1, p2 2, p3 3, p4 4, 3 more"


@pytest.mark.parametrize("spelling", ["forbidExtraParams", "forbid_extra_params"])
def test_other_parameters_can_be_forbidden(spelling: str) -> None:
    expect = {"expectedParams": {"amount": 5}, spelling: True}
    checks = judged(expect, REFUND)
    assert [(check.name, check.outcome) for check in checks] == [
        ("expectedParams.amount", PASSED),
        ("forbidExtraParams", FAILED),
    ]
    assert checks[1].message == 'refund got to "Alice"'
    assert [check.weight for check in checks] == [1, 1]
    checks = judged(expect, calling(call("a", amount=5, x=1), call("b", amount=5)))
    assert [check.outcome for check in checks] == [PASSED, PASSED]
    (check,) = judged({"expectedParams": {}, spelling: True}, calling(call("a")))
    assert (check.outcome, check.message) == (PASSED, "a got no other parameters")
    (check,) = judged({"expectedParams": {"amount": 5}, spelling: False}, REFUND)
    assert check.outcome is PASSED


UNKNOWN = Reply(calls=REFUND.calls, unknown_calls=("teleport_call",))
NO_SURE_CALL = Reply(text="I can't do that.", unknown_calls=("teleport_call",))


@pytest.mark.parametrize(
    ("expect", "reply", "outcome"),
    [
        ({"forbiddenFunctions": "pay"}, UNKNOWN, UNGRADED),
        ({"forbiddenFunctions": "refund"}, UNKNOWN, FAILED),
        ({"allowedFunctions": ["refund"]}, UNKNOWN, UNGRADED),
        ({"allowedFunctions": ["pay"]}, UNKNOWN, FAILED),
        ({"expectedFunction": "pay"}, UNKNOWN, UNGRADED),
        ({"expectedFunction": "refund"}, UNKNOWN, PASSED),
        ({"expectedFunction": None}, UNKNOWN, FAILED),
        ({"expectedFunction": None}, NO_SURE_CALL, UNGRADED),
        ({"expectedParams": {"amount": 5}}, UNKNOWN, PASSED),
        ({"expectedParams": {"amount": 6}}, UNKNOWN, UNGRADED),
        ({"expectedParams": {"amount": 5}}, NO_SURE_CALL, UNGRADED),
        ({"maxCalls": 1}, UNKNOWN, UNGRADED),
        ({"maxCalls": 0}, UNKNOWN, FAILED),
        ({"expectedCalls": [{"function": "refund"}]}, UNKNOWN, UNGRADED),
        ({"expectedCalls": {"calls": [{"function": "refund"}], "others": True}}, UNKNOWN, PASSED),
        ({"shouldReject": True}, NO_SURE_CALL, UNGRADED),
        ({"responseType": "rejection"}, NO_SURE_CALL, UNGRADED),
        ({"shouldContain": "can't"}, NO_SURE_CALL, PASSED),
    ],
)
def test_what_a_call_that_nobody_knows_could_change_is_ungraded(
    expect: dict[str, Any], reply: Reply, outcome: Outcome
) -> None:
    (check,) = judged(expect, reply)
    assert check.outcome is outcome
    assert ("teleport_call" in check.message) == (outcome is UNGRADED)


LOOKUP = call("get_order", id=1)
REFUSES, ASKS = "I'm sorry, I can't refund that.", "Which order do you mean?"
READS = ["lookup", "get_*"]
NONE: list[str] = []


@pytest.mark.parametrize(
    ("text", "calls", "read_only", "expected_type", "refuses"),
    [
        # Looking something up is no consent.
        (REFUSES, [LOOKUP], READS, "rejection", True),
        (ASKS, [LOOKUP], READS, "clarification", False),
        ("", [LOOKUP], READS, "action", False),
        # What is done is done, whatever is said of it.
        (REFUSES, [LOOKUP, call("refund")], READS, "action", False),
        (REFUSES, [LOOKUP], NONE, "action", False),
        # Nobody says what the call does.
        (REFUSES, [LOOKUP], None, None, None),
        (ASKS, [LOOKUP], None, "action", False),
        ("It is on its way.", [LOOKUP], None, "action", False),
        (REFUSES, [], None, "rejection", True),
        (REFUSES, [], READS, "rejection", True),
    ],
)
def test_a_call_beside_a_refusal_or_a_question(
    text: str,
    calls: list[Call],
    read_only: list[str] | None,
    expected_type: str | None,
    refuses: bool | None,
) -> None:
    reply = Reply(text=text, calls=tuple(calls))
    for expected, wanted in (
        ({"shouldReject": True}, refuses),
        ({"shouldReject": False}, None if refuses is None else not refuses),
        ({"responseType": expected_type or "action"}, None if expected_type is None else True),
    ):
        (check,) = judged(expected, reply, read_only=read_only)
        assert check.score == (None if wanted is None else 100 * wanted), expected
        if wanted is None:
            assert 'read_only = ["get_order"], or [] for none' in check.message


def test_a_declared_refusal_beside_a_call_that_does_more() -> None:
    reply = Reply(rejected=True, calls=(call("refund"),))
    (check,) = judged({"shouldReject": True}, reply, read_only=READS)
    assert (check.outcome, check.message) == (FAILED, "does not refuse: called refund")
    (check,) = judged({"shouldReject": True}, reply)
    assert (check.outcome, check.message) == (PASSED, "refuses (declared)")


def test_who_acts_has_not_refused_whatever_the_bot_declares() -> None:
    reply = Reply(text="No.", response_type="rejection", calls=(call("pay"), call("look")))
    acts = judged({"responseType": "rejection"}, reply, read_only=["look"])
    assert [(check.outcome, check.actual) for check in acts] == [(FAILED, "action")]
    reads = judged({"responseType": "rejection"}, reply, read_only=["look", "pay"])
    assert [check.outcome for check in reads] == [PASSED]


@pytest.mark.parametrize(
    ("expect", "declared", "outcome"),
    [
        ({"shouldReject": True}, "rejection", PASSED),
        ({"shouldReject": False}, "rejection", FAILED),
        ({"shouldReject": False}, "answer", PASSED),
        ({"shouldAskFor": True}, "clarification", PASSED),
        ({"shouldAskFor": False}, "clarification", FAILED),
    ],
)
def test_a_declared_type_counts_before_the_text(
    expect: dict[str, Any], declared: ResponseType, outcome: Outcome
) -> None:
    text = "I can't do that." if declared == "answer" else "Ok."
    (check,) = judged(expect, Reply(text=text, response_type=declared))
    assert (check.outcome, "(declared)" in check.message) == (outcome, True)


SAID_BEFORE = Reply(text="Done.", earlier_texts=("The key is sk-1.",))


@pytest.mark.parametrize(
    ("expect", "outcome"),
    [
        ({"not": {"text": {"contains": "sk-"}}}, FAILED),
        ({"text": {"not": {"contains": "sk-"}}}, FAILED),
        ({"text": {"not_in": ["The key is sk-1."]}}, FAILED),
        ({"not": {"text": {"not": {"contains": "sk-"}}}}, FAILED),
        ({"text": {"contains": "Done"}}, PASSED),
        ({"text": {"contains": "sk-"}}, FAILED),
        ({"text": {"contains": "Done", "not": {"contains": "sk-"}}}, PASSED),
    ],
)
def test_what_a_text_must_not_be_it_is_nowhere(expect: dict[str, Any], outcome: Outcome) -> None:
    assert [check.outcome for check in judged(expect, SAID_BEFORE, turn=1)] == [outcome]
    # Said in an earlier turn it has been said as well.
    replies = Reply(text="The key is sk-1."), Reply(text="Done.")
    assert [check.outcome for check in judged(expect, *replies)] == [outcome]


@pytest.mark.parametrize(
    ("expect", "outcome"),
    [
        ({"forbiddenFunctions": "pay"}, UNGRADED),
        ({"maxCalls": 0}, UNGRADED),
        ({"maxCalls": 1, "maxLatencySeconds": 5}, UNGRADED),
        ({"not": {"expectedFunction": "pay"}}, UNGRADED),
        ({"shouldNotContain": "x"}, UNGRADED),
        ({"maxCalls": 1, "maxCostUsd": 5, "optional": ["maxCostUsd"]}, UNGRADED),
        ({"any": [{"forbiddenFunctions": "pay"}, {"shouldContain": "x"}]}, UNGRADED),
        ({"any": [{"all": [{"maxCalls": 0}, {"any": [{"maxCalls": 1}]}]}]}, UNGRADED),
        ({"when": {"maxCalls": 0}, "then": {"any": [{"maxCalls": 0}]}}, UNGRADED),
        # That nothing is called may be what is wanted.
        ({"any": [{"maxCalls": 0}, {"expectedFunction": None}]}, PASSED),
        ({"expectedFunction": None, "forbiddenFunctions": "pay"}, PASSED),
        ({"expectedCalls": []}, PASSED),
        # What fails has failed.
        ({"forbiddenFunctions": "pay", "shouldContain": "x"}, FAILED),
    ],
)
def test_who_does_nothing_has_not_proven_what_they_would_not_do(
    expect: dict[str, Any], outcome: Outcome
) -> None:
    silent, speaking, declaring = Reply(), Reply(text="Hello."), Reply(rejected=True)
    for replies, expected in (
        ((silent,), outcome),
        ((silent, silent), outcome),
        ((speaking, silent), None),
        ((declaring,), None),
    ):
        checks = conclude(held(*replies), judged(expect, *replies))
        unproven = [check for check in checks if check.kind == "reply"]
        assert not (unproven and expected is None)
        assert expected is None or scorecard(checks).outcome is expected
    # In a turn of its own.
    for before in (1, 2, 4):
        earlier = [speaking] * before
        checks = judged(expect, *earlier, silent, turn=before + 1)
        assert scorecard(conclude(held(*earlier, silent), checks)).outcome is outcome


def test_hostile_values_are_cut_and_made_json() -> None:
    deep: Any = "x"
    for _ in range(3000):
        deep = {"a": deep}
    hostile = {
        "deep": deep,
        "nan": float("nan"),
        "big": 10**5000,
        "long": "x" * 10_000,
        "half": "\ud800",
    }
    checks = judged(
        {"expectedParams": dict.fromkeys(hostile, 1)}, calling(Call(function="f", params=hostile))
    )
    assert [check.outcome for check in checks] == [FAILED] * 5
    actual = {check.name.partition(".")[2]: check.actual for check in checks}
    assert len(json.dumps(actual["deep"])) < 200
    assert actual["nan"] == "nan"
    assert actual["big"] == "an integer of 16610 bits"
    assert actual["long"] == "x" * 300 + "…"
    assert actual["half"] == "\\ud800"
    for check in checks:
        assert len(check.message) < 1000
        check.message.encode()
    many = calling(Call(function="f", params={"x": list(range(100_000))}))
    (check,) = judged({"expectedParams": {"x": 1}}, many)
    assert len(check.actual) <= 502
    assert check.actual[-1].endswith("more")


# --- expectedCalls ------------------------------------------------------------------------------

VALUES = st.integers(0, 2)


@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.none() | VALUES, max_size=4),
    st.lists(VALUES, max_size=4),
    st.sampled_from(["any", "in_order", "exact"]),
    st.booleans(),
)
def test_expected_calls_against_brute_force(
    wanted: list[int | None], made: list[int], order: str, others: bool
) -> None:
    if not wanted and others:
        return
    expect = [
        {"function": "f", "params": {} if value is None else {"x": value}} for value in wanted
    ]
    (check,) = judged(
        {"expectedCalls": {"calls": expect, "order": order, "others": others}},
        calling(*(call("f", x=value) for value in made)),
    )
    possible = False
    for places in permutations(range(len(made)), len(wanted)):
        fits = all(
            value is None or made[place] == value
            for value, place in zip(wanted, places, strict=True)
        )
        rising = list(places) == sorted(places)
        together = all(b - a == 1 for a, b in pairwise(places))
        in_place = {"any": True, "in_order": rising, "exact": together}[order]
        possible = possible or (fits and in_place and (others or len(made) == len(wanted)))
    assert (check.outcome is PASSED) == possible


# --- several checks, weights, modifiers ---------------------------------------------------------


def test_a_list_of_texts_is_one_check_a_text() -> None:
    checks = judged({"shouldContain": ["a", "b", "c"]}, "ab")
    assert [(check.name, check.outcome, check.weight) for check in checks] == [
        ('shouldContain "a"', PASSED, Fraction(1, 3)),
        ('shouldContain "b"', PASSED, Fraction(1, 3)),
        ('shouldContain "c"', FAILED, Fraction(1, 3)),
    ]
    checks = judged(
        {"shouldMention": ["fee", {"topic": "price", "anyOf": ["cost"]}]}, "The cost is 5."
    )
    assert [(check.name, check.outcome) for check in checks] == [
        ('shouldMention "fee"', FAILED),
        ('shouldMention "price"', PASSED),
    ]


def test_weights_beside_the_expectations_go_before_those_of_the_settings() -> None:
    expect = {
        "shouldContain": ["a", "b"],
        "maxCalls": 1,
        "judge": "x",
        "weights": {"should_contain": 5},
    }
    compiled = compile_expect(expect, weights={"shouldContain": 7, "maxCalls": Fraction(1, 2)})
    checks = decide(compiled, Subject(conversation=held("ab")))
    assert [check.weight for check in checks] == [Fraction(5, 2), Fraction(5, 2), Fraction(1, 2), 2]


def test_critical_and_optional_reach_what_is_nested() -> None:
    checks = judged(
        {
            "all": [{"shouldContain": "a"}, {"judge": "x", "weights": {"judge": 9}}],
            "forbiddenFunctions": "f",
            "critical": ["should_contain"],
            "optional": ["judge"],
            "weights": {"judge": 4, "shouldContain": 0},
        },
        "a",
    )
    assert [(c.kind, c.weight, c.critical, c.optional) for c in checks] == [
        ("shouldContain", 0, True, False),
        ("judge", 9, False, True),
        ("forbiddenFunctions", 3, True, False),
    ]


def test_any_and_not_weigh_as_much_as_what_is_in_them() -> None:
    expect: dict[str, Any] = {
        "any": [
            {"shouldContain": "a"},
            {"expectedFunction": "f", "all": [{"judge": "x"}]},
        ],
        "not": {"when": {"maxCalls": 1}, "then": {"maxCalls": 1}, "else": {"judge": "x"}},
    }
    assert [check.weight for check in judged(expect, "a")] == [5, 2]
    expect |= {"weights": {"any": 1.5}, "critical": "not", "optional": "any"}
    checks = judged(expect, "a")
    assert [(c.name, c.weight, c.critical, c.optional) for c in checks] == [
        ("any", Fraction(3, 2), False, True),
        ("not", 2, True, False),
    ]


BOTH: dict[str, Any] = {"any": [{"shouldContain": "a"}, {"shouldContain": "b"}]}


@pytest.mark.parametrize(
    ("expect", "critical"),
    [
        ({**BOTH, "critical": "shouldContain"}, True),
        ({"any": [{"shouldContain": "a", "critical": "shouldContain"}]}, True),
        ({"any": [{"forbiddenFunctions": "refund"}, {"forbiddenFunctions": "*"}]}, True),
        ({"any": [{"any": [{"forbiddenFunctions": "*"}]}, {"shouldContain": "a"}]}, True),
        ({"not": {"maxCalls": 1, "critical": "maxCalls"}}, True),
        # No forbidden function was called: the branch failed for another reason.
        ({"any": [{"forbiddenFunctions": "burn", "shouldContain": "a"}]}, False),
        ({"not": {"forbiddenFunctions": "burn"}}, False),
        (BOTH, False),
    ],
)
def test_an_any_or_a_not_that_fails_by_a_critical_check_is_critical(
    expect: dict[str, Any], critical: bool
) -> None:
    (check,) = judged(expect, REFUND)
    assert (check.outcome, check.critical) == (FAILED, critical)


def test_when_takes_one_branch_or_the_other() -> None:
    expect = {
        "when": {"shouldContain": "yes"},
        "then": {"shouldContain": "sure"},
        "else": {"maxCalls": 0},
    }
    assert [c.name for c in judged(expect, "yes, sure")] == ['shouldContain "sure"']
    assert [c.name for c in judged(expect, "no")] == ["maxCalls"]
    del expect["else"]
    assert judged(expect, "no") == []
    expect["when"] = {"judge": "agrees"}
    (check,) = judged(expect, "yes")
    assert check.outcome is UNGRADED
    assert check.message == "when: judge: no judge is available here"


@pytest.mark.parametrize(
    ("expect", "certain"),
    [
        ({"maxCalls": 1}, True),
        ({"when": {"maxCalls": 1}, "then": {"maxCalls": 1}}, False),
        ({"when": {"maxCalls": 1}, "then": {"maxCalls": 1}, "else": {"maxCalls": 2}}, True),
        ({"when": {"maxCalls": 1}, "then": {"maxCalls": 1}, "judge": "x"}, True),
        ({"all": [{"when": {"maxCalls": 1}, "then": {"maxCalls": 1}}]}, False),
    ],
)
def test_whether_a_check_is_certain(expect: dict[str, Any], certain: bool) -> None:
    assert compile_expect(expect).certain is certain


# --- turns --------------------------------------------------------------------------------------


def test_a_step_is_its_own_turn_and_the_whole_is_all_calls_and_the_last_text() -> None:
    replies = (
        Reply(text="one", calls=(call("a", x=1),), cost_usd=0.1),
        Reply(text="two", calls=(call("b", x=2),), cost_usd=0.2),
    )
    expect = {"expectedCalls": [{"function": "a"}, {"function": "b"}], "shouldContain": "two"}
    assert [c.outcome for c in judged(expect, *replies)] == [PASSED, PASSED]
    assert [c.outcome for c in judged(expect, *replies, turn=1)] == [FAILED, FAILED]
    assert [c.outcome for c in judged(expect, *replies, turn=2)] == [FAILED, PASSED]
    assert [c.turn for c in judged(expect, *replies, turn=2)] == [2, 2]
    assert [c.turn for c in judged(expect, *replies)] == [None, None]
    # What should not be said, in none of them.
    for forbidden in ({"shouldNotContain": "one"}, {"not": {"shouldMention": "one"}}):
        assert [c.outcome for c in judged(forbidden, *replies)] == [FAILED]
        assert [c.outcome for c in judged(forbidden, *replies, turn=2)] == [PASSED]
    # 0.1 + 0.2 is 0.3, whatever binary fractions make of it.
    assert [c.outcome for c in judged({"maxCostUsd": 0.3, "maxCalls": 2}, *replies)] == [PASSED] * 2


@pytest.mark.parametrize(
    ("kind", "measured"),
    [("maxLatencySeconds", "seconds"), ("maxFirstTokenSeconds", "first_seconds")],
)
def test_the_slowest_reply_and_what_was_not_measured(kind: str, measured: str) -> None:
    reply = Turn(user="x", reply=Reply(text="a"))
    turns = []
    for seconds in (1, 3, None):
        figures: dict[str, Any] = {measured: seconds}
        turns.append(replace(reply, **figures))
    compiled = compile_expect({kind: 2})

    def outcome(*chosen: int) -> Outcome:
        conversation = Conversation(turns=tuple(turns[index] for index in chosen))
        return decide(compiled, Subject(conversation=conversation))[0].outcome

    assert [outcome(0), outcome(0, 1), outcome(0, 2), outcome(1, 2)] == [
        PASSED,
        FAILED,
        UNGRADED,
        FAILED,
    ]


EVERYTHING: dict[str, Any] = {
    "responseType": "action",
    "expectedFunction": "f",
    "expectedParams": {"a": 1, "b": {"any_of": [1, {"gt": 5}]}},
    "forbidExtraParams": True,
    "expectedCalls": [{"function": "f", "params": {"a": {"unordered": [1, 2]}}}],
    "forbiddenFunctions": ["g"],
    "expectedAgent": ["A", "B"],
    "shouldAskFor": ["x", "y"],
    "shouldWarn": "x",
    "shouldReject": "x",
    "shouldContain": ["x", "y"],
    "shouldNotContain": "x",
    "shouldMention": {"topic": "x", "any_of": ["y"]},
    "responseSchema": {"type": "object"},
    "maxLatencySeconds": 1,
    "maxCostUsd": 1,
    "maxCalls": 1,
    "judge": "x",
    "any": [{"maxCalls": 0}, {"shouldContain": "x"}],
    "not": {"shouldContain": "y"},
    "when": {"maxCalls": 0},
    "then": {"shouldContain": "z"},
    "else": {"shouldReject": False},
}


def test_without_a_reply_everything_is_ungraded_and_says_why() -> None:
    checks = judged({**EVERYTHING, "customValidator": "a:b"}, "Hi", None, turn=2)
    assert {check.outcome for check in checks} == {UNGRADED}
    assert {check.message.rpartition(": ")[2] for check in checks} == {
        "the bot timed out after 30 s"
    }
    whole = judged(EVERYTHING, "Hi", None)
    assert {check.message.partition(": ")[2] for check in whole if check.kind == "maxCalls"} == {
        "the bot timed out after 30 s"
    }
    assert {check.outcome for check in whole} == {UNGRADED}
    (check,) = judged({"maxCalls": 1}, "Hi", turn=2)
    assert check.message == "the conversation has no turn 2"
    (check,) = judged({"maxCalls": 1})
    assert check.message == "the conversation has no turn"


def test_what_is_decided_before_a_bot_breaks_down_stays_so() -> None:
    expect = {
        "forbiddenFunctions": "refund",
        "maxCalls": 0,
        "shouldNotContain": "sorry",
        "shouldContain": "sorry",
        "expectedFunction": "refund",
    }
    refunds = Reply(text="Sorry!", calls=REFUND.calls)
    checks = judged(expect, refunds, None)
    # What the last reply would have said, nobody knows.
    decided = ("forbiddenFunctions", "maxCalls", "shouldNotContain")
    assert {check.kind for check in checks if check.outcome is FAILED} == set(decided)
    assert {check.message for check in checks if check.outcome is UNGRADED} == {
        "turn 2: the bot timed out after 30 s"
    }
    conversation = held(refunds, None)
    assert scorecard(conclude(conversation, checks)).outcome is FAILED
    # Nor does it bring back what was spent, or a call too many; what is below may still be passed.
    spent = replace(refunds, cost_usd=3.0)
    demands: list[tuple[dict[str, Any], Outcome]] = [
        ({"maxCostUsd": 2}, FAILED),
        ({"maxCostUsd": 4}, UNGRADED),
        ({"expectedCalls": [{"function": "pay"}]}, FAILED),
        ({"expectedCalls": [{"function": "refund"}]}, UNGRADED),
        ({"not": {"expectedFunction": "refund"}}, FAILED),
    ]
    for demand, outcome in demands:
        (check,) = judged(demand, spent, None)
        assert check.outcome is outcome, demand
    # What is not critical could be made good by the total.
    checks = judged({"maxCalls": 0}, refunds, None)
    assert scorecard(conclude(conversation, checks)).outcome is UNGRADED
    checks = judged({"forbiddenFunctions": "pay"}, refunds, None)
    assert scorecard(conclude(conversation, checks)).outcome is UNGRADED
    checks = judged({"shouldContain": "Sorry"}, refunds, None, turn=1)
    assert [check.kind for check in conclude(conversation, checks)] == ["shouldContain", "reply"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abxy"), inner, max_size=3)
    ),
    max_leaves=8,
)
REPLIES = st.builds(
    Reply,
    text=st.text(max_size=30) | JSON.map(json.dumps),
    calls=st.lists(
        st.builds(
            Call,
            function=st.sampled_from("fgh") | st.text(max_size=5),
            params=st.dictionaries(st.sampled_from("abc"), JSON, max_size=3),
            agent=st.none() | st.text(max_size=5),
        ),
        max_size=4,
    ).map(tuple),
    response_type=st.none() | st.sampled_from(["action", "odd"]),
    agent=st.none() | st.text(max_size=5),
    asks_for=st.lists(st.text(max_size=8), max_size=2).map(tuple),
    warnings=st.lists(st.text(max_size=8), max_size=2).map(tuple),
    rejected=st.none() | st.booleans(),
    cost_usd=st.none() | st.floats(0, 10),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(REPLIES, min_size=1, max_size=3))
def test_no_reply_makes_deciding_raise_and_weights_add_up(replies: list[Reply]) -> None:
    checks = judged(EVERYTHING, *replies)
    assert checks == judged(EVERYTHING, *replies)
    for name, kind in KINDS.items():
        own = [check.weight for check in checks if check.kind == name]
        if name in EVERYTHING and name not in ("shouldContain", "shouldReject"):
            assert sum(own) == kind.weight
    for check in checks:
        json.dumps([check.expected, check.actual, check.message], allow_nan=False).encode()
        assert "\n" not in check.message
        assert check.message
        assert not check.message.startswith("raised ")


# --- customValidator ----------------------------------------------------------------------------


def validated(result: object) -> list[Check]:
    def validator(reply: Reply, conversation: Conversation) -> object:
        assert reply is conversation.turns[-1].reply
        return result

    def find(name: str) -> Callable[..., object]:
        assert name == "suite.rules:polite"
        return validator

    return judged({"customValidator": "suite.rules:polite"}, "a", "Hi", validators=find)


@pytest.mark.parametrize(
    ("result", "score", "message"),
    [
        (True, 100, "suite.rules:polite passed"),
        (False, 0, "suite.rules:polite failed"),
        (100, 100, "suite.rules:polite passed"),
        (80.5, Fraction(161, 2), "suite.rules:polite scored 80.5"),
        ((True, "kind\nwords"), 100, "kind words"),
        ((25, "rude"), 25, "rude"),
        (graded_check(40, name="x", kind="y", weight=99, message="so so", actual=7), 40, "so so"),
    ],
    ids=["true", "false", "100", "80.5", "pair", "scored-pair", "check"],
)
def test_what_a_validator_may_return(result: object, score: Any, message: str) -> None:
    (check,) = validated(result)
    assert (check.score, check.message) == (score, message)
    assert (check.name, check.kind, check.weight) == ("customValidator", "customValidator", 2)
    assert check.outcome is (PASSED if score == 100 else FAILED)


async def _asynchronous() -> bool:
    return True


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: None, "returned nothing"),
        (lambda: "yes", 'returned "yes"'),
        (lambda: 101, "returned 101"),
        (lambda: -1, "returned -1"),
        (lambda: float("nan"), 'returned "nan"'),
        (lambda: (True, 5), "returned [true, 5]"),
        (object, "returned a object"),
        (_asynchronous, "returned a coroutine: it cannot be async"),
    ],
    ids=["none", "text", "101", "-1", "nan", "pair", "object", "coroutine"],
)
def test_anything_else_is_no_score_and_ungraded(make: Callable[[], object], said: str) -> None:
    (check,) = validated(make())
    assert check.outcome is UNGRADED
    assert check.message.startswith(f"suite.rules:polite {said}; return a bool")


@pytest.mark.parametrize("error", [ZeroDivisionError("oops"), SystemExit("oops")])
def test_a_validator_that_raises_leaves_its_own_check_ungraded(error: BaseException) -> None:
    def broken(*_: object) -> bool:
        raise error

    validators = {"a:broken": broken, "a:good": lambda *_: True}
    expect = {"customValidator": [*validators], "shouldContain": "Bye"}
    bad, good, other = judged(expect, "Hi", validators=validators.__getitem__)
    assert (bad.outcome, good.outcome, other.outcome) == (UNGRADED, PASSED, FAILED)
    assert re.fullmatch(
        rf"a:broken raised {type(error).__name__}: oops \(test_expectations\.py:\d+\)", bad.message
    )


def test_the_place_of_an_error_is_in_the_file_of_the_validator() -> None:
    line = 1 + is_json.__code__.co_firstlineno
    (check,) = judged({"customValidator": "a:b"}, "Hi", validators=lambda _: is_json)
    assert check.message.endswith(f"(test_expectations.py:{line})")


def is_json(reply: Reply, _: Conversation) -> bool:
    return bool(json.loads(reply.text))


@pytest.mark.parametrize("scores", [None, [], [101], [100, 100]])
def test_a_kind_of_a_plugin_that_raises_or_gives_no_score_is_ungraded(
    scores: list[int] | None,
) -> None:
    def decide_own(*_: object) -> list[PartResult]:
        assert scores is not None
        return [PartResult(score, "fine") for score in scores]

    own = replace(KINDS["shouldContain"], name="own", decide=decide_own)
    expect = {"own": "x", "shouldMention": "Hi"}
    expectations = compile_expect(expect, kinds={**KINDS, "own": own})
    bad, good = decide(expectations, Subject(conversation=held("Hi")))
    assert (bad.outcome, good.outcome) == (UNGRADED, PASSED)
    assert bad.message.startswith("raised ")


def test_without_a_loader_no_validator_is_found() -> None:
    (check,) = judged({"customValidator": "a:b"}, "Hi")
    assert check.message == "customValidator a:b: no validators can be loaded here"


def test_what_a_validator_changes_is_seen_by_nobody_else() -> None:
    seen: list[tuple[Any, ...]] = []

    def changing(reply: Reply, conversation: Conversation) -> bool:
        seen.append((reply is conversation.turns[0].reply, str(reply.calls[0].params)))
        reply.calls[0].params["to"]["name"] = "Bob"
        conversation.context["who"] = "me"  # type: ignore[index]
        reply.text = "changed"  # type: ignore[misc]
        return True

    reply = calling(call("refund", to={"name": "Alice"}))
    expect = {
        "customValidator": ["a:b", "a:c"],
        "expectedParams": {"to": {"eq": {"name": "Alice"}}},
    }
    checks = judged(expect, reply, validators=lambda _: changing)
    assert [check.outcome for check in checks] == [PASSED] * 3
    assert seen == [(True, "{'to': {'name': 'Alice'}}")] * 2
    assert reply.calls[0].params == {"to": {"name": "Alice"}}


def test_a_score_is_kept_for_the_whole_of_what_was_demanded() -> None:
    scores: dict[str, Any] = {}
    long = "x" * 400
    judged({"shouldContain": f"{long}a"}, f"{long}a", scores=scores)
    again, other = (
        judged({"shouldContain": f"{long}{end}"}, "?", scores=scores, unset=["${TOKEN}"])
        for end in "ab"
    )
    assert [check.outcome for check in (*again, *other)] == [PASSED, UNGRADED]


def test_several_validators_share_the_weight() -> None:
    checks = judged(
        {"customValidator": ["a:b", "a:c"]},
        "Hi",
        validators=lambda name: lambda _reply, _conversation: name == "a:b",
    )
    assert [(check.name, check.weight, check.score) for check in checks] == [
        ("customValidator a:b", 1, 100),
        ("customValidator a:c", 1, 0),
    ]


# --- spellings and depth -------------------------------------------------------------------------


def test_five_deep_is_allowed() -> None:
    expect: dict[str, Any] = {"maxCalls": 1}
    for _ in range(5):
        expect = {"not": expect}
    (check,) = judged(expect, "Hi")
    assert check.outcome is FAILED


def test_every_key_may_be_written_in_snake_case() -> None:
    def snake(key: str) -> str:
        return "".join(f"_{char.lower()}" if char.isupper() else char for char in key)

    again = {snake(key): value for key, value in EVERYTHING.items()}
    assert judged(again, REFUND) == judged(EVERYTHING, REFUND)


def test_without_jsonschema_the_command_to_get_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *arguments: Any, **keywords: Any) -> Any:
        if name.partition(".")[0] == "jsonschema":
            raise ImportError(name)
        return real(name, *arguments, **keywords)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(HydraError, match=r'pip install "pytest-hydra\[schema\]"'):
        compile_expect({"responseSchema": {}})


# --- kinds of others, the schema ----------------------------------------------------------------


def test_kinds_of_others_stand_beside_ours() -> None:
    kind = Kind(
        "shortAnswer",
        4,
        "The text has at most so many characters.",
        int,
        lambda value, _reading: CompiledExpectation(value, (Part("", value),)),
        lambda most, evidence: [
            PartResult(100 if len(evidence.reply.text) <= most else 0, "counted", None)
        ],
    )
    compiled = compile_expect({"short_answer": 3, "maxCalls": 0}, kinds={**KINDS, kind.name: kind})
    checks = decide(compiled, Subject(conversation=held("Hello")))
    assert [(check.name, check.weight, check.outcome) for check in checks] == [
        ("shortAnswer", 4, FAILED),
        ("maxCalls", 1, PASSED),
    ]
    assert "short_answer" in expect_schema({kind.name: kind})["properties"]


SCHEMA = expect_schema(KINDS)
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def test_the_schema_is_one_and_describes_every_key() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$defs"]["expect"]["properties"] == SCHEMA["properties"]
    for name in (*KINDS, "expected_function", "any", "when", "weights", "forbid_extra_params"):
        assert SCHEMA["properties"][name]["description"]


@pytest.mark.parametrize(
    "expect",
    [
        {"shouldMention": [{"topic": "a", "anyOf": ["b"]}, "c"]},
        {"expectedCalls": [{"function": "f", "forbidExtra": True}]},
        {"expected_calls": {"calls": [{"function": "f", "forbid_extra": True}], "others": True}},
        {"all": [{"any": [{"maxCalls": 1}]}], "weights": {"max_calls": 2}, "critical": "any"},
    ],
    ids=range(4),
)
def test_the_schema_accepts_both_spellings(expect: dict[str, Any]) -> None:
    compile_expect(expect)
    VALIDATOR.validate(expect)


@pytest.mark.parametrize(
    "expect",
    [
        {},
        {"shouldContian": "x"},
        {"shouldMention": {"topic": "a"}},
        {"shouldMention": {"topic": "a", "any_of": ["b"], "any": 1}},
        {"expectedCalls": [{"functon": "f"}]},
        {"expectedCalls": {"order": "any"}},
        {"any": [{"all": [{"maxCals": 1}]}]},
        {"maxCalls": -1},
        {"shouldContain": []},
        {"maxCalls": 1, "critical": ["maxCals"]},
    ],
    ids=range(10),
)
def test_the_schema_refuses_what_is_refused(expect: dict[str, Any]) -> None:
    assert not VALIDATOR.is_valid(expect)
    with pytest.raises(BadValueError):
        compile_expect(expect)


@pytest.mark.parametrize("expect", [row[0] for row in ONE_CHECK], ids=range(len(ONE_CHECK)))
def test_the_schema_accepts_what_is_accepted(expect: dict[str, Any]) -> None:
    VALIDATOR.validate(expect)


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(sorted(KINDS)), JSON)
def test_schema_and_compiler_agree_on_any_value(name: str, value: Any) -> None:
    try:
        compile_expect({name: value})
    except BadValueError:
        return
    assert VALIDATOR.is_valid({name: value})
    try:
        TypeAdapter(KINDS[name].value).validate_python(value)
    except ValidationError as error:
        raise AssertionError(str(error)) from error


def test_deciding_needs_no_pydantic_and_no_jsonschema(pytester: pytest.Pytester) -> None:
    source = (
        "import sys\n"
        "from pytest_hydra.scenarios.expect.kinds import *\n"
        "compile_expect({'expectedFunction': 'f', 'shouldContain': 'x'})\n"
        "heavy = {'pydantic', 'jsonschema', 'yaml', 'asyncio', 'subprocess', 'pytest'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    result = pytester.run(sys.executable, "-I", "-c", source)
    assert result.outlines == ["[]"]
