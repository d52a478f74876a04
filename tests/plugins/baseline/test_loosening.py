"""What makes a suite easier, and what does not."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pytest_hydra import registry
from pytest_hydra.errors import BadValueError
from pytest_hydra.plugins.baseline.loosening import _ORDERS, _matches, looser
from pytest_hydra.scenarios.expect.kinds import KINDS
from pytest_hydra.scenarios.expect.matchers import compile_matcher

EXPECT = {
    "expectedFunction": ["transfer", "send"],
    "expectedParams": {"amount": 5, "to": {"in": ["Alice", "Bob"]}},
    "shouldContain": ["5 DOT", "Alice"],
    "shouldNotContain": "fee",
    "forbiddenFunctions": ["refund", "delete_*"],
    "maxCalls": 2,
    "weights": {"expectedParams": 5},
    "critical": ["expectedParams"],
}
SCENARIO = {
    "id": "send",
    "threshold": 90,
    "repeat": 5,
    "passK": 3,
    "passAt": 0.8,
    "steps": [{"user": "send 5 DOT", "expect": EXPECT}, {"user": "thanks"}],
    "expect": {"maxTokens": 100},
}


def suite(*scenarios: dict[str, Any], **policy: Any) -> dict[str, Any]:
    text = yaml.safe_dump({"scenarios": list(scenarios)}, sort_keys=False)
    return {"policy": {"scenarios": policy}, "files": {"a.scenario.yaml": text}}


def expecting(changes: dict[str, Any], *gone: str) -> dict[str, Any]:
    expect = {key: value for key, value in (EXPECT | changes).items() if key not in gone}
    return {**SCENARIO, "steps": [{"user": "send 5 DOT", "expect": expect}, {"user": "thanks"}]}


def found(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    lines = looser(before, after, KINDS)
    return [line.removeprefix("a.scenario.yaml::send: ") for line in lines]


NO_WEIGHT = {key: value for key, value in EXPECT.items() if key != "weights"}
LOOSER: dict[str, tuple[dict[str, Any], list[str]]] = {
    "a weight lowered": (
        expecting({"weights": {"expectedParams": 1}}),
        ["turn 1: expectedParams: weighs less: 5 to 1"],
    ),
    "another weight raised": (
        expecting({"weights": {"expectedParams": 5, "maxCalls": 50}}),
        ["weight that may fail: 1.5 of 15 to 6.4 of 64"]
        + [
            f"turn 1: {kind}: weighs less: {weight} to {weight}"
            for kind, weight in (
                *(("expectedFunction", 3), ("expectedParams", 5), ("shouldContain", 1)),
                *(("shouldNotContain", 1), ("forbiddenFunctions", 3)),
            )
        ],
    ),
    "an expectation so heavy that others may fail": (
        expecting({"shouldMention": "x", "weights": {"expectedParams": 5, "shouldMention": 50}}),
        ["weight that may fail: 1.5 of 15 to 6.5 of 65"],
    ),
    "a literal turned into a matcher": (
        expecting({"expectedParams": {"amount": {"gt": 0}, "to": {"in": ["Alice", "Bob"]}}}),
        ['turn 1: expectedParams: amount: 5 to {"gt": 0}'],
    ),
    "a wider matcher": (
        expecting({"expectedParams": {"amount": 5, "to": {"in": ["Alice", "Bob", "Eve"]}}}),
        ['turn 1: expectedParams: to: {"in": ["Alice", "Bob"]} to {"in": ["Alice", "Bob", "Eve"]}'],
    ),
    "a parameter gone": (
        expecting({"expectedParams": {"amount": 5}}),
        ["turn 1: expectedParams: to: gone"],
    ),
    "a function list widened": (
        expecting({"expectedFunction": ["transfer", "send", "pay"]}),
        ['turn 1: expectedFunction: ["transfer", "send"] to ["transfer", "send", "pay"]'],
    ),
    "critical removed": (expecting({}, "critical"), ["turn 1: expectedParams: no longer critical"]),
    "optional added": (
        expecting({"optional": "shouldContain"}),
        ["turn 1: shouldContain: now optional"],
    ),
    "xfail added": ({**SCENARIO, "xfail": "known"}, ["xfail: known"]),
    "skip added": ({**SCENARIO, "skip": "flaky"}, ["skip: flaky"]),
    "made a draft": ({**SCENARIO, "draft": True}, ["draft"]),
    "the threshold": ({**SCENARIO, "threshold": 80}, ["threshold: 90 to 80"]),
    "repeat": ({**SCENARIO, "repeat": 3}, ["repeat: 5 to 3"]),
    "passK": ({**SCENARIO, "passK": 2}, ["passK: 3 to 2"]),
    "passAt": ({**SCENARIO, "passAt": 0.5}, ["passAt: 0.8 to 0.5"]),
    "a limit raised": (expecting({"maxCalls": 3}), ["turn 1: maxCalls: 2 to 3"]),
    "a prompt changed": (
        {**SCENARIO, "steps": [{"user": "send five", "expect": EXPECT}, {"user": "thanks"}]},
        [
            "what the user says changed",
        ],
    ),
    "a check gone": (expecting({}, "maxCalls"), ["turn 1: maxCalls: gone"]),
    "a phrase gone": (
        expecting({"shouldContain": "Alice"}),
        ['turn 1: shouldContain: ["5 DOT", "Alice"] to "Alice"'],
    ),
    "a forbidden function gone": (
        expecting({"forbiddenFunctions": ["refund", "delete_all"]}),
        [
            'turn 1: forbiddenFunctions: ["refund", "delete_*"] to ["refund", "delete_all"]',
        ],
    ),
    "a condition put before it": (
        expecting(
            {"when": {"shouldContain": "x"}, "then": {"maxCalls": 2}, "else": {"maxCalls": 9}},
            "maxCalls",
        ),
        ["turn 1: maxCalls: gone"],
    ),
    "another branch": (
        expecting({"any": [{"maxCalls": 2}, {"shouldContain": "so"}]}, "maxCalls"),
        ["turn 1: maxCalls: gone"],
    ),
    "a limit of the conversation": (
        {**SCENARIO, "expect": {"maxTokens": 200}},
        ["maxTokens: 100 to 200"],
    ),
    "failed calls count": ({**SCENARIO, "failedCalls": "count"}, ["failedCalls changed"]),
    "the scenario gone": ({**SCENARIO, "id": "other"}, ["gone"]),
}


@pytest.mark.parametrize("name", LOOSER)
def test_each_way_to_make_it_easier_is_named(name: str) -> None:
    after, lines = LOOSER[name]
    assert found(suite(SCENARIO), suite(after)) == lines


def test_so_are_the_settings_of_hydra_toml() -> None:
    before = suite(SCENARIO, weights={"shouldContain": 4}, threshold=100)
    plain = {key: value for key, value in SCENARIO.items() if key != "threshold"}
    assert found(before, suite(SCENARIO, weights={"shouldContain": 2}, threshold=100)) == [
        "turn 1: shouldContain: weighs less: 4 to 2"
    ]
    three = (plain, {**plain, "id": "b"}, {**plain, "id": "c"})
    place = "a.scenario.yaml::send, a.scenario.yaml::b and 1 more"
    lines = looser(suite(*three, threshold=9), suite(*three, threshold=8), KINDS)
    assert lines == [f"{place}: threshold: 9 to 8"]


@pytest.mark.parametrize(
    "after",
    [
        SCENARIO,
        {**dict(reversed(SCENARIO.items())), "name": "Send", "description": "x", "tags": ["a"]},
        expecting(dict(reversed(EXPECT.items()))),
        expecting({"expectedFunction": "transfer"}),
        expecting({"expectedFunction": ["send", "transfer"]}),
        expecting({"expectedParams": {"to": "Alice", "amount": {"eq": 5}}}),
        expecting({"expectedParams": {"amount": 5, "to": "Bob", "memo": "x"}}),
        expecting({"forbidExtraParams": True, "shouldReject": False}),
        expecting({"shouldContain": ["alice", "the 5  DOT", "today"]}),
        expecting({"shouldNotContain": ["fe", "cost"]}),
        expecting({"forbiddenFunctions": ["refund", "*"]}),
        expecting({"maxCalls": 1, "critical": ["expectedParams", "maxCalls"]}),
        expecting({"shouldMention": "x"}),  # 1.6 may fail instead of 1.5: still a weight of 1
        expecting({"weights": dict.fromkeys((), 2) | {"expectedParams": 5, "maxCalls": 1}}),
        {**SCENARIO, "threshold": 95, "repeat": 9, "passK": 5, "passAt": 0.9},
        {**SCENARIO, "expect": {"maxTokens": 50}},
    ],
    ids=map(str, range(16)),
)
def test_what_makes_nothing_easier_is_not_named(after: dict[str, Any]) -> None:
    assert found(suite(SCENARIO), suite(after)) == []


@pytest.mark.parametrize(
    ("was", "narrower", "wider"),
    [
        (5, [5, 5.0, {"eq": 5}, {"in": [5]}], [6, {"gte": 5}, {"in": [5, 6]}, {"optional": 5}]),
        ({"gt": 0}, [1, {"gt": 1}, {"gt": 0, "lt": 3}, {"between": [1, 2]}], [{"gte": 0}, 0]),
        ({"between": [1, 3]}, [2, {"approx": {"value": 2, "tolerance": 1}}], [{"gt": 1}]),
        ({"lte": 3}, [{"lt": 3}, {"lt": 3, "type": "integer"}], [{"lte": 4}, {"type": "number"}]),
        ({"type": "string"}, ["a", {"regex": "a"}, {"ignore_case": "a"}], [{"type": "null"}, 1]),
        ({"type": "integer"}, [3, 3.0], [3.5, {"gt": 3}]),
        (
            {"regex": "a+"},
            ["baa", {"matches": "a+"}, {"regex": "a+", "length": 3}],
            [{"regex": "a"}],
        ),
        ({"ignore_case": "Ab"}, ["AB"], ["abc", {"ignore_case": "a"}]),
        ({"ne": 0}, [1, {"gt": 0}, {"not_in": [0, 1]}], [{"gte": 0}, {"ne": 1}]),
        ({"not_in": [1, 2]}, [{"not_in": [2, 1, 3]}, {"gt": 2}], [{"not_in": [1]}]),
        ({"optional": {"gt": 0}}, [{"gt": 0}, 1, {"optional": 2}], [{"optional": {"gt": -1}}]),
        ({"any_of": [1, {"gt": 5}]}, [1, {"gt": 6}, {"any_of": [7, 1]}], [{"gt": 4}]),
        ({"each": {"gt": 0}}, [{"each": {"gt": 1}}], [{"each": {"gt": -1}}, {"type": "array"}]),
        ({"length": {"gt": 1}}, [{"length": 3}], [{"length": {"gt": 0}}]),
        ({"a": 1}, [{"a": 1, "b": 2}, {"a": {"eq": 1}}], [{"b": 2}, {"a": {"gt": 0}}]),
        ({"with_keys": {"a": {"gt": 0}}}, [{"a": 1}, {"with_keys": {"a": 1}}], [{"b": 1}]),
        ([1, {"gt": 0}], [[1, 1], [{"eq": 1}, {"gt": 1}]], [[1], [1, 0]]),
        ({"contains": "a"}, ["cab", {"contains": "a"}], ["b", {"contains": "b"}]),
    ],
)
def test_matchers_are_compared_by_what_they_accept(
    was: Any, narrower: list[Any], wider: list[Any]
) -> None:
    old = compile_matcher(was)
    assert [now for now in narrower if not _matches(compile_matcher(now), old)] == []
    assert [now for now in wider if _matches(compile_matcher(now), old)] == []


def test_each_kind_says_which_values_are_stricter() -> None:
    own = KINDS.keys() - registry.words("expectations").keys()
    # Its parameters are compared one by one; kinds of plugins say themselves how.
    assert own - {"expectedParams"} == _ORDERS.keys()


def told(was: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """What is looser in the expectations of a step."""
    sides = [suite({"id": "send", "steps": [{"user": "x", "expect": side}]}) for side in (was, now)]
    return found(*sides)


def test_calls_and_branches() -> None:
    calls = {"calls": [{"function": "a", "params": {"n": {"gt": 0}}}], "order": "in_order"}
    tighter = {"calls": [{"function": "a", "params": {"n": 1}}], "order": "exact"}
    assert told({"expectedCalls": calls}, {"expectedCalls": tighter}) == []
    assert len(told({"expectedCalls": tighter}, {"expectedCalls": calls})) == 1
    assert len(told({"expectedCalls": calls}, {"expectedCalls": {**calls, "others": True}})) == 1
    branches = [{"maxCalls": 2}, {"shouldContain": "a"}]
    assert told({"any": branches}, {"any": [{"shouldContain": "ab"}]}) == []
    wider = [*branches, {"shouldContain": "b"}]
    assert told({"any": branches}, {"any": wider}) == ["any: accepts more"]
    assert told({"not": {"maxCalls": 1}}, {"not": {"maxCalls": 2}}) == []
    assert told({"not": {"maxCalls": 2}}, {"not": {"maxCalls": 1}}) == ["not: accepts more"]
    when = {"when": {"maxCalls": 1}, "then": {"shouldContain": "a"}, "else": {"maxCalls": 3}}
    assert told(when, {**when, "else": {"maxCalls": 2}}) == []
    assert told(when, {**when, "else": {"maxCalls": 4}}) == ["when: demands less"]


def test_functions_limits_and_texts() -> None:
    allowed = {"allowedFunctions": ["a*", "b"]}
    assert told(allowed, {"allowedFunctions": "ab"}) == []
    assert told(allowed, {"allowedFunctions": ["a*", "c"]}) != []
    limits = {"limits": {"calls": 2, "tokens": 10}}
    assert told(limits, {"limits": {"calls": 1, "tokens": 10, "seconds": 1}}) == []
    assert told(limits, {"limits": {"calls": 1}}) != []
    assert told(limits, {"limits": {"calls": 3, "tokens": 10}}) != []
    forbidden = {"forbiddenFunctions": "a*"}
    assert told(forbidden, {"forbiddenFunctions": ["x", "*"]}) == []
    assert told(forbidden, {"forbiddenFunctions": "a?"}) != []
    closed = {"expectedCalls": [{"function": "a", "params": {"n": 1}, "forbidExtra": True}]}
    more = {"function": "a", "params": {"n": 1, "m": 2}, "forbidExtra": True}
    assert told(closed, {"expectedCalls": [more]}) != []
    assert told({"shouldReject": True}, {"shouldReject": "no money"}) == []
    assert told({"shouldReject": "no money"}, {"shouldReject": True}) != []
    assert told({"shouldAskFor": ["a"]}, {"shouldAskFor": ["b", "a"]}) == []
    synonyms = {"topic": "a", "any_of": ["b", "c"]}
    assert told({"shouldMention": synonyms}, {"shouldMention": {**synonyms, "any_of": ["b"]}}) == []
    assert told({"shouldMention": "a"}, {"shouldMention": synonyms}) != []
    paid, nearly = {"text": "Paid 5 EUR."}, {"number": {"approx": {"value": 5, "tolerance": 1}}}
    wide: list[Any] = [{"contains": "5 EUR"}, {"regex": "^Paid"}, nearly, [{"contains": "Paid"}]]
    for wider in wide:
        assert told(paid, {"text": wider}) != []
        assert told({"text": wider}, paid) == []
    assert told({"text": {"contains": "5"}}, {"text": {"contains": "5 EUR"}}) == []
    assert told({"text": nearly}, {"text": {"number": 5}}) == []
    assert told({"text": {"number": 5}}, {"text": nearly}) != []
    assert told({"judge": "is kind"}, {"judge": ["is kind", "is brief"]}) == []
    assert told({"judge": "is kind"}, {"judge": "is brief"}) != []
    schema = {"responseSchema": {"type": "object"}}
    assert told(schema, {"responseSchema": {"type": "object"}, "maxCalls": 1}) == []
    assert len(told(schema, {"responseSchema": {"type": ["object", "array"]}})) == 1


def test_a_branch_instead_of_any_is_not_easier_unless_it_weighs_less() -> None:
    def lines(expect: dict[str, Any]) -> list[str]:
        branches = [{"shouldContain": "a"}, {"maxCalls": 2}]
        before = {"id": "send", "steps": [{"user": "hi", "expect": {"any": branches}}]}
        return found(
            suite(before), suite({"id": "send", "steps": [{"user": "hi", "expect": expect}]})
        )

    assert lines({"maxCalls": 1}) == []
    assert lines({"shouldContain": "ab", "maxCalls": 2}) == []
    assert lines({"maxCalls": 3}) == ["any: gone"]
    assert lines({"maxCalls": 1, "optional": ["maxCalls"]}) == ["any: gone"]
    assert lines({"maxCalls": 1, "weights": {"maxCalls": 0.5}}) == ["any: gone"]


def test_what_cannot_be_read_is_named() -> None:
    broken = suite({"id": "send", "steps": [{"user": "x", "expect": {"noSuchKind": 1}}]})
    (line,) = found(suite(SCENARIO), broken)
    assert line.startswith("a.scenario.yaml: cannot be compared: a.scenario.yaml:")
    assert found(suite(SCENARIO), {"policy": {}, "files": {}}) == []
    hostile = {"policy": {"scenarios": 5}, "files": {"a.scenario.yaml": ["x"]}}
    (line,) = found(suite(SCENARIO), hostile)
    assert line.startswith(
        "a.scenario.yaml: cannot be compared: its settings: scenarios:1: must be"
    )
    hostile["policy"] = {"scenarios": {"threshold": "high"}}
    (line,) = found(suite(SCENARIO), hostile)
    assert line.endswith(
        "its settings: scenarios:1: threshold: must be a number, not text ('high')"
    )
    assert found({}, hostile) == []


SCALARS = st.sampled_from([0, 1, 2, 3, 1.5, 2.0, True, False, None, "", "a", "A", "ab", "1"])
VALUES = SCALARS | st.lists(SCALARS, max_size=2) | st.dictionaries(st.sampled_from("ab"), SCALARS)
NUMBERS = st.sampled_from([0, 1, 1.5, 2, 3])
PLAIN = st.one_of(
    SCALARS,
    st.dictionaries(st.sampled_from(["gt", "gte", "lt", "lte", "approx"]), NUMBERS, min_size=1),
    st.dictionaries(st.sampled_from(["eq", "ne"]), SCALARS, min_size=1, max_size=1),
    st.lists(SCALARS, min_size=1, max_size=3).map(lambda each: {"in": each}),
    st.lists(SCALARS, min_size=1, max_size=3).map(lambda each: {"not_in": each}),
    st.sampled_from(["a", "A", "ab", "^a$"]).map(lambda each: {"regex": each}),
    st.sampled_from(["a", "A", "ab"]).map(lambda each: {"ignore_case": each}),
    st.sampled_from(["a", "ab", 1]).map(lambda each: {"contains": each}),
    st.sampled_from(["integer", "number", "string", "array", "null", "boolean", "object"]).map(
        lambda each: {"type": each}
    ),
    st.tuples(NUMBERS, NUMBERS).map(lambda pair: {"gte": min(pair), "lt": max(pair) + 1}),
    st.tuples(NUMBERS, NUMBERS).map(lambda pair: {"between": sorted(pair)}),
    st.tuples(NUMBERS, NUMBERS).map(lambda pair: {"gt": min(pair), "type": "integer"}),
)
MATCHERS = st.recursive(
    PLAIN,
    lambda inner: st.one_of(
        inner.map(lambda each: {"each": each}),
        st.lists(inner, min_size=1, max_size=2).map(lambda each: {"any_of": each}),
        st.lists(inner, max_size=2),
        st.dictionaries(st.sampled_from("ab"), inner, min_size=1),
        st.dictionaries(st.sampled_from("ab"), inner, min_size=1).map(
            lambda each: {"with_keys": each}
        ),
        inner.map(lambda each: {"length": each}),
        inner.map(lambda each: {"not": each}),
    ),
    max_leaves=3,
)


@given(MATCHERS, MATCHERS, st.lists(VALUES, min_size=20, max_size=60))
@settings(max_examples=200, suppress_health_check=list(HealthCheck), deadline=None)
def test_what_is_found_narrower_accepts_nothing_else(was: Any, now: Any, values: list[Any]) -> None:
    try:
        old, new = compile_matcher(was), compile_matcher(now)
    except BadValueError:
        return  # nothing can satisfy it
    if _matches(new, old):
        assert [value for value in values if new.test(value) and not old.test(value)] == []


BRANCHES: dict[str, Any] = {
    "when": {"maxCalls": 1},
    "then": {"shouldContain": "a", "maxCostUsd": 1, "critical": ["shouldContain"]},
    "else": {"shouldContain": "b"},
    "maxCalls": 3,
}


@pytest.mark.parametrize(
    ("branch", "change", "told"),
    [
        ("then", {"critical": []}, ["shouldContain: no longer critical"]),
        ("then", {"optional": ["maxCostUsd"]}, ["when: demands less"]),
        ("then", {"weights": {"shouldContain": 0.5}}, ["shouldContain: weighs less: 1 to 0.5"]),
        ("else", {"weights": {"shouldContain": 0}}, ["shouldContain: weighs less: 1 to 0"]),
        ("else", {"critical": ["shouldContain"]}, []),
        ("else", {"maxCostUsd": 5}, []),
    ],
)
def test_the_branches_of_a_condition_count_as_well(
    branch: str, change: dict[str, Any], told: list[str]
) -> None:
    scenario = {"id": "send", "steps": [{"user": "hi", "expect": BRANCHES}]}
    changed = {**BRANCHES, branch: {**BRANCHES[branch], **change}}
    after = {"id": "send", "steps": [{"user": "hi", "expect": changed}]}
    assert found(suite(scenario), suite(after)) == told


def test_what_may_be_ungraded_in_a_branch_is_named() -> None:
    branch = {"maxCostUsd": 1, "shouldContain": "a"}
    before = {"id": "send", "steps": [{"user": "hi", "expect": {"any": [branch]}}]}
    optional = {**branch, "optional": ["maxCostUsd"]}
    after = {"id": "send", "steps": [{"user": "hi", "expect": {"any": [optional]}}]}
    assert found(suite(before), suite(after)) == ["any: accepts more"]
    assert found(suite(after), suite(before)) == []


@pytest.mark.parametrize(
    ("before", "after", "is_loosened"),
    [
        ({"maxTokens": 5}, {"maxTokens": 6}, True),
    ],
)
def test_expectations_of_agents(
    before: dict[str, Any], after: dict[str, Any], is_loosened: bool
) -> None:
    scenarios = [{**SCENARIO, "expect": expect, "threshold": 100} for expect in (before, after)]
    assert bool(found(suite(scenarios[0]), suite(scenarios[1]))) is is_loosened
