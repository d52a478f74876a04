from __future__ import annotations

import gc
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_hydra.core.numbers import Exact
from pytest_hydra.core.scorecard import Check, Repeat
from pytest_hydra.documents import Document, read
from pytest_hydra.documents.json_reader import read_json
from pytest_hydra.documents.toml_reader import read_toml
from pytest_hydra.documents.yaml_reader import read_yaml
from pytest_hydra.errors import BadValueError, InputError, Problem
from pytest_hydra.scenarios.expect.kinds import (
    KINDS,
    Expectations,
    Subject,
    compile_expect,
    decide,
)
from pytest_hydra.scenarios.load import Scenario, load_scenarios
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.settings.file import ScenarioSettings
from pytest_hydra.transcript.turn import Call, Reply, Turn

SETTINGS = ScenarioSettings()


def yaml(text: str, **fields: Any) -> list[Scenario]:
    document = read_yaml(dedent(text).lstrip("\n"), "a.scenario.yaml")
    return load_scenarios(document, ScenarioSettings(**fields))


def faults(text: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        yaml(text)
    return [str(problem) for problem in caught.value.problems]


def checks(expect: Expectations | None, reply: Reply) -> list[Check]:
    assert expect is not None
    conversation = Conversation(turns=(Turn(user="hi", reply=reply, seconds=0.1),))
    return decide(expect, Subject(conversation=conversation))


def kinds(expect: Expectations | None) -> list[str]:
    return [check.kind for check in checks(expect, Reply(text="x"))]


# --- what a file expects of each of its scenarios -----------------------------------------------


def test_expectations_and_a_threshold_of_a_file_hold_for_all_its_scenarios() -> None:
    first, second = yaml(
        """
        threshold: 60
        bot: shop
        expect: {forbiddenFunctions: refund, shouldNotContain: sorry}
        scenarios:
          - {id: a, steps: [{user: hi}]}
          - id: b
            threshold: 90
            bot: bank
            steps: [{user: hi, expect: {shouldContain: x}}]
            expect: {forbiddenFunctions: pay}
        """
    )
    assert (first.threshold, second.threshold) == (60, 90)
    assert (first.bot, second.bot) == ("shop", "bank")
    of_file = ["forbiddenFunctions", "shouldNotContain"]
    assert [kinds(expect) for _, expect in first.demands] == [of_file]
    assert [kinds(expect) for _, expect in second.demands] == [
        ["shouldContain"],
        ["forbiddenFunctions"],
        of_file,
    ]


def test_cases_fill_in_what_a_file_expects() -> None:
    scenarios = yaml(
        """
        expect: {shouldContain: "{{answer}}"}
        scenarios:
          - id: a
            cases: [{answer: x}, {answer: y}]
            steps: [{user: hi}]
        """
    )
    found = [checks(each.expect[0], Reply(text="x")) for each in scenarios]
    assert [check.score for (check,) in found] == [100, 0]


def test_a_fault_of_what_a_file_expects_is_told_once() -> None:
    assert faults(
        """
        expect: {shouldContian: x}
        scenarios:
          - {id: a, steps: [{user: hi}]}
          - {id: b, steps: [{user: hi}]}
        """
    ) == [
        "a.scenario.yaml:1: expect.shouldContian: unknown expectation "
        "\"shouldContian\"; did you mean 'shouldContain'?"
    ]
    (fault,) = faults(
        """
        expect: {shouldContain: "{{answer}}"}
        scenarios: [{id: a, steps: [{user: hi}]}]
        """
    )
    assert ":1: expect.shouldContain: {{answer}} has no value here" in fault


# --- what is read -------------------------------------------------------------------------------


def test_a_scenario_with_everything() -> None:
    (scenario,) = yaml("""
        # A comment before it.
        id: transfer-to-alice
        name: Small transfer to Alice
        description: The happy path.
        category: wallet
        tags: [wallet, happy-path]
        bot: wallet
        context: {balance: "12.5 DOT", limits: [1, 2]}
        threshold: 83.5
        steps:
          - user: Send 0.2 DOT to Alice
            expect:
              responseType: action
              expectedFunction: transfer
          - user: And again
        expect: {shouldContain: sent}
        skip: not today
        xfail: known
        """)
    assert replace(scenario, steps=(), expect=()) == Scenario(
        id="transfer-to-alice",
        name="Small transfer to Alice",
        tags=("wallet", "happy-path"),
        category="wallet",
        bot="wallet",
        context={"balance": "12.5 DOT", "limits": [1, 2]},
        threshold=Fraction(167, 2),
        steps=(),
        skip="not today",
        xfail="known",
        line=2,
    )
    assert [step.user for step in scenario.steps] == ["Send 0.2 DOT to Alice", "And again"]
    assert kinds(scenario.steps[0].expect) == ["responseType", "expectedFunction"]
    assert scenario.steps[1].expect is None
    assert [kinds(expect) for expect in scenario.expect] == [["shouldContain"]]


def test_what_is_left_out_has_a_default() -> None:
    (scenario,) = yaml("""
        name: Say hi!
        steps: [{user: hi, expect: {shouldContain: x}}]
        """)
    assert replace(scenario, steps=()) == Scenario(
        id="say-hi", name="Say hi!", steps=(), threshold=100
    )
    (scenario,) = yaml("{id: a, steps: [{user: hi, expect: {shouldContain: x}}]}", threshold=80)
    assert (scenario.name, scenario.threshold) == ("a", 80)


def test_a_list_keeps_its_order_and_lines() -> None:
    scenarios = yaml("""
        scenarios:
          - id: b
            steps: [{user: hi, expect: {shouldContain: x}}]

          - name: A
            steps: [{user: hi, expect: {shouldContain: x}}]
          - {id: c, steps: [{user: hi, expect: {shouldContain: x}}]}
        """)
    assert [(scenario.id, scenario.line) for scenario in scenarios] == [
        ("b", 2),
        ("a", 5),
        ("c", 7),
    ]


def test_weights_of_the_settings_reach_the_checks() -> None:
    text = "{id: a, steps: [{user: hi, expect: {shouldContain: x}}]}"
    weights: dict[str, Exact] = {"shouldContain": 7}
    (scenario,) = yaml(text, weights=weights)
    assert [check.weight for check in checks(scenario.steps[0].expect, Reply(text="x"))] == [7]


def test_both_spellings_mean_the_same() -> None:
    camel, snake = yaml("""
        scenarios:
          - {id: a, steps: [{user: hi, expect: {shouldNotContain: x, expectedFunction: f}}]}
          - {id: b, steps: [{user: hi, expect: {should_not_contain: x, expected_function: f}}]}
        """)
    reply = Reply(text="y", calls=(Call(function="f"),))
    assert checks(camel.steps[0].expect, reply) == checks(snake.steps[0].expect, reply)


def test_what_was_said_before_is_filled_in() -> None:
    text = """
        id: x
        matrix: {name: [Ada, Tom]}
        messages: [{role: system, content: "You talk to {{name}}."}]
        steps: [{user: hi, expect: {maxCalls: 0}}]
    """
    said = [scenario.history for scenario in yaml(text)]
    assert said == [
        ({"role": "system", "content": f"You talk to {who}."},) for who in ("Ada", "Tom")
    ]
    assert "messages[0].role" in faults(text.replace("system", "tool"))[0]
    traced = text.replace("steps: [{user: hi, expect: {maxCalls: 0}}]", "each: trace")
    assert "`messages` need `steps`" in faults(traced)[0]


def test_the_original_shape_is_read() -> None:
    (scenario,) = yaml("""
        id: wallet-001
        name: Transfer
        description: The happy path.
        category: happy-path
        tags: [transfer]
        steps:
          - id: step-1
            type: prompt
            input: Send 5 DOT to Alice
          - id: step-2
            type: prompt
            input: Thanks
        expectations:
          - responseType: action
            expectedFunction: transfer
          - shouldMention: [Alice]
        """)
    assert [step.user for step in scenario.steps] == ["Send 5 DOT to Alice", "Thanks"]
    assert [step.expect for step in scenario.steps] == [None, None]
    assert [kinds(expect) for expect in scenario.expect] == [
        ["responseType", "expectedFunction"],
        ["shouldMention"],
    ]


def test_expect_and_expectations_add_up() -> None:
    (scenario,) = yaml("""
        id: a
        steps: [{user: hi}]
        expect: {shouldContain: x}
        expectations: [{shouldNotContain: y}]
        """)
    assert [kinds(expect) for expect in scenario.expect] == [
        ["shouldContain"],
        ["shouldNotContain"],
    ]


def test_a_judge_may_be_asked_for() -> None:
    (scenario,) = yaml("{id: a, steps: [{user: hi, expect: {judge: it is polite}}]}")
    assert kinds(scenario.steps[0].expect) == ["judge"]


def test_kinds_can_be_chosen() -> None:
    text = "{id: a, steps: [{user: hi, expect: {isPolite: true}}]}"
    document = read_yaml(text, "a.yaml")
    polite = replace(KINDS["shouldReject"], name="isPolite")
    (scenario,) = load_scenarios(document, SETTINGS, {**KINDS, "isPolite": polite})
    assert kinds(scenario.steps[0].expect) == ["isPolite"]
    with pytest.raises(InputError, match="unknown expectation"):
        load_scenarios(document, SETTINGS)


# --- matrices -----------------------------------------------------------------------------------


def test_a_matrix_makes_a_scenario_of_each_combination() -> None:
    made = yaml("""
        scenarios:
          - id: send
            matrix: {amount: [5, 0.5], who: [Alice, Bob]}
            context: {purse: "{{amount}}", note: "for {{who}}"}
            steps:
              - user: Send {{amount}} DOT to {{ who }}
                expect: {expectedParams: {amount: "{{amount}}", to: "{{who}}"}}
            expect: {shouldContain: "{{who}}"}
        """)
    assert [(entry.id, entry.variant, entry.line) for entry in made] == [
        ("send", "5-Alice", 2),
        ("send", "5-Bob", 2),
        ("send", "0.5-Alice", 2),
        ("send", "0.5-Bob", 2),
    ]
    last = made[-1]
    assert last.steps[0].user == "Send 0.5 DOT to Bob"
    assert last.context == {"purse": 0.5, "note": "for Bob"}
    reply = Reply(text="Bob", calls=(Call(function="f", params={"amount": 0.5, "to": "Bob"}),))
    assert {check.score for check in checks(last.steps[0].expect, reply)} == {100}
    assert {check.score for check in checks(made[0].steps[0].expect, reply)} == {0}
    assert [check.score for check in checks(last.expect[0], reply)] == [100]


def test_a_matrix_fills_the_original_shape() -> None:
    made = yaml("""
        id: a
        matrix: {word: [hi, ho]}
        steps: [{type: prompt, input: "{{word}}"}]
        expectations: [{shouldContain: "{{word}}"}]
        """)
    assert [entry.steps[0].user for entry in made] == ["hi", "ho"]
    assert [check.score for check in checks(made[1].expect[0], Reply(text="ho"))] == [100]


def test_what_nothing_fills_is_refused() -> None:
    said = (
        "a.scenario.yaml:1: {}: {{{{x}}}} has no value here: `matrix` and `cases` fill in values, "
    )
    said += "but not keys (\\{{{{x}}}} is the literal text)"
    assert faults('{id: a, steps: [{user: "{{x}}", expect: {shouldContain: "{{x}}"}}]}') == [
        said.format("steps[0].user"),
        said.format("steps[0].expect.shouldContain"),
    ]
    hi = "steps: [{user: '{{y}}', expect: {shouldContain: x}}]"
    assert faults(f"{{id: a, matrix: {{y: [{{a: '{{{{x}}}}'}}]}}, {hi}}}") == [
        said.format("matrix.y[0].a")
    ]
    (fault,) = faults(f"{{id: a, matrix: {{y: [b]}}, context: {{'{{{{x}}}}': 1}}, {hi}}}")
    assert fault.startswith("a.scenario.yaml:1: context['{{x}}']: {{x}} has no value here")


def test_braces_after_a_backslash_are_text() -> None:
    entry = "steps: [{user: '\\{{x}}', expect: {shouldContain: '\\{{x}}'}}]"
    (scenario,) = yaml(f"{{id: a, {entry}}}")
    assert scenario.steps[0].user == "{{x}}"
    assert {check.score for check in checks(scenario.steps[0].expect, Reply(text="{{X}}"))} == {100}
    (scenario,) = yaml(
        "{id: a, matrix: {y: ['\\{{x}}']}, " + entry.replace("\\{{x}}", "{{y}}") + "}"
    )
    assert scenario.steps[0].user == "{{x}}"


# --- faults -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "- id: a",
            [":1: a scenario file should be a mapping: one scenario, or a list under `scenarios`"],
        ),
        ("{id: a, steps: []}", [":1: steps: must not be empty"]),
        ("scenarios: []", [":1: scenarios: must not be empty"]),
        ("scenarios:", [":1: scenarios: must be a list, not null"]),
        (
            """
            name: "?!"
            steps: [{user: hi, expect: {shouldContain: x}}]
            """,
            [":1: a scenario needs an `id`, or a `name` with a letter or a digit in it"],
        ),
        (
            """
            scenarios:
              - {id: a, steps: [{user: hi, expect: {shouldContain: x}}]}
              - id: b
                steps: [{user: hi}]
            """,
            [
                ":3: scenarios[1]: nothing is checked; write `expect` under a step, or beside"
                " `steps` for the whole conversation"
            ],
        ),
        (
            """
            id: a
            steps:
              - user: hi
                expect:
                  when: {shouldContain: x}
                  then: {shouldContain: y}
            """,
            [
                ":1: perhaps nothing is checked: `when` without `else` checks nothing if it"
                " does not hold; add `else`, or an expectation that is always checked"
            ],
        ),
        (
            """
            scenarios:
              - {id: a, steps: [{user: hi, expect: {shouldContain: x}}]}
              - name: A
                steps: [{user: hi, expect: {shouldContain: x}}]
              - steps: [{user: hi, expect: {shouldContain: x}}]
                id: a
            """,
            [
                ":3: scenarios[1].id: the id 'a' is taken by the scenario on line 2;"
                " ids are unique within a file",
                ":6: scenarios[2].id: the id 'a' is taken by the scenario on line 2;"
                " ids are unique within a file",
            ],
        ),
    ],
)
def test_what_is_wrong_with_a_file(text: str, expected: list[str]) -> None:
    assert faults(text) == ["a.scenario.yaml" + line for line in expected]


def test_an_unknown_key_of_a_file_is_named() -> None:
    # The keys that there are depend on the plugins.
    (fault,) = faults("scenario:\n  - id: a\n")
    did_you_mean = ":1: scenario: unknown key 'scenario'; did you mean 'scenarios'?"
    assert fault.startswith(f"a.scenario.yaml{did_you_mean}")
    (fault,) = faults(
        "scenarios:\n  - {id: a, steps: [{user: hi}], expect: {maxCalls: 1}}\nid: b\n"
    )
    assert fault.startswith("a.scenario.yaml:3: id: unknown key 'id'; ")


def test_repeats_come_from_the_file_and_else_from_the_settings() -> None:
    text = """
        scenarios:
          - {id: a, steps: [{user: hi, expect: {shouldContain: x}}]}
          - {id: b, repeat: 9, passK: 2, pass_at: 0.5, steps: [{user: hi, expect: {maxCalls: 1}}]}
        """
    a, b = (scenario.repeat for scenario in yaml(text, repeat=4, stop_early=True))
    assert a == Repeat(4, None, 1, stop_early=True)
    assert b == Repeat(9, 2, Fraction(1, 2), stop_early=True)


def test_pass_k_is_at_most_the_number_of_runs() -> None:
    assert faults("""
        id: a
        repeat: 3
        passK: 4
        steps: [{user: hi, expect: {shouldContain: x}}]
        """) == [
        "a.scenario.yaml:3: passK: pass_k is 4, but it is run 3 times; pass_k is at most `repeat`"
    ]


def test_all_that_is_wrong_is_reported_at_once() -> None:
    assert faults("""
        id: "a::b"
        bot: "a b"
        threshold: 101
        repeat: 0
        skip: true
        xfail: ""
        tags: [wallet, " "]
        context: [1]
        nmae: x
        expect: {}
        expectations: []
        matrix: {}
        steps: [{user: hi, expect: {shouldContain: []}}]
        """) == [
        "a.scenario.yaml" + line
        for line in (
            ":1: id: an id is part of a pytest node id, but this one contains '::',"
            " which separates the parts of a node id",
            ":2: bot: 'a b' is not a valid name of a bot: use letters, digits, '.', '_' and '-',"
            " and begin with a letter or a digit",
            ":3: threshold: must be at most 100, not 101",
            ":4: repeat: must be at least 1, not 0",
            ":5: skip: should be the reason, as a text",
            ":6: xfail: must not be empty",
            ":7: tags[1]: must not be empty",
            ":8: context: must be a mapping of keys to values, not a list",
            ":9: nmae: unknown key 'nmae'; did you mean 'name'?",
            ":10: expect: is empty; leave it out, or add an expectation",
            ":11: expectations: must not be empty",
            ":12: matrix: is empty; leave it out, or write `name: [values]`",
        )
    ]


def test_what_is_wrong_with_steps() -> None:
    assert faults("""
        id: a
        steps:
          - user: "  "
          - user:
          - expect: {shouldContain: x}
          - user: hi
            input: ho
          - {id: w, type: wait}
          - {id: w, type: action, input: x}
          - {id: w, type: assert}
          - {type: prompts, input: x}
          - hello
          - user: hi
            expects: {}
        """) == [
        "a.scenario.yaml" + line
        for line in (
            ":3: steps[0].user: must not be empty",
            ":4: steps[1].user: must be text or a list, not null",
            ":5: steps[2]: a step needs `user`, which is what the user says",
            ":6: steps[3]: `user` and `input` mean the same; keep one",
            ":8: steps[4].type: 'wait' steps are not supported:"
            " the next message is sent when the reply has arrived",
            ":9: steps[5].type: 'action' steps are not supported: a scenario only talks to the bot",
            ":10: steps[6].type: 'assert' steps are not supported:"
            " write what must hold under `expect`",
            ":11: steps[7].type: must be 'prompt', not 'prompts'; did you mean 'prompt'?",
            ":12: steps[8]: must be a mapping of keys to values, not text ('hello')",
            ":14: steps[9].expects: unknown key 'expects'; did you mean 'expect'?"
            " valid: user, expect, agrees, input, type, id",
        )
    ]


@pytest.mark.parametrize(
    "expect",
    [
        {"exepctedFunction": "f"},
        {"shouldContain": []},
        {"shouldContain": "x", "should_contain": "y"},
        {"expectedParams": {"amount": {"between": [5, 1]}}},
        {"weights": {"shouldContain": 5}},
    ],
)
def test_faults_of_expectations_have_their_line(expect: dict[str, Any]) -> None:
    with pytest.raises(BadValueError) as cause:
        compile_expect(expect)
    scenario = {"id": "b", "steps": [{"user": "hi"}, {"user": "ho", "expect": expect}]}
    data = {"scenarios": [{**scenario, "id": "a", "expect": expect}, scenario]}
    document = read_json(json.dumps(data, indent=1), "a.scenario.json")
    places = [
        ("scenarios", 0, "steps", 1, "expect"),
        ("scenarios", 0, "expect"),
        ("scenarios", 1, "steps", 1, "expect"),
    ]
    expected = [document.problem(cause.value.message, (*at, *cause.value.at)) for at in places]
    with pytest.raises(InputError) as caught:
        load_scenarios(document, SETTINGS)
    assert caught.value.problems == tuple(expected)
    assert len({problem.line for problem in caught.value.problems}) == 3


def test_faults_of_shape_do_not_hide_those_of_expectations_and_ids() -> None:
    found = faults("""
        scenarios:
          - id: a
            tag: x
            steps:
              - user: hi
                expect: {shouldMention: 5}
          - id: a
            steps: [{user: hi}]
            expectations: [{shouldMention: {}}]
          - 5
        """)
    assert [line.split(": ")[:2] for line in found] == [
        ["a.scenario.yaml:3", "scenarios[0].tag"],
        ["a.scenario.yaml:6", "scenarios[0].steps[0].expect.shouldMention"],
        ["a.scenario.yaml:7", "scenarios[1].id"],
        ["a.scenario.yaml:9", "scenarios[1].expectations[0].shouldMention"],
        ["a.scenario.yaml:10", "scenarios[2]"],
    ]


@pytest.mark.parametrize("fault", ["nmae: x", "name: x"])
def test_of_too_many_faults_the_first_twenty_are_reported(fault: str) -> None:
    entry = f"  - {{id: s, {fault}, steps: [{{user: hi, expect: {{shouldMention: 5}}}}]}}\n"
    found = faults("scenarios:\n" + entry * 30)
    assert len(found) == 21
    assert found[0].startswith("a.scenario.yaml:2: ")
    assert found[-1].startswith("a.scenario.yaml: … and ")


FORMATS = {
    ".yaml": """\
scenarios:
  - id: a
    steps:
      - user: hi
        exepct: {}
""",
    ".toml": """\
[[scenarios]]
id = "a"
[[scenarios.steps]]
user = "hi"
exepct = {}
""",
    ".json": """\
{"scenarios": [
  {"id": "a", "steps": [

    {"user": "hi",
     "exepct": {}}]}]}
""",
}


@pytest.mark.parametrize("suffix", FORMATS)
def test_faults_are_reported_alike_in_every_format(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"a.scenario{suffix}"
    path.write_text(FORMATS[suffix], encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load_scenarios(read(path, f"some/a.scenario{suffix}"), SETTINGS)
    assert str(caught.value) == (
        f"some/a.scenario{suffix}:5: scenarios[0].steps[0].exepct: "
        "unknown key 'exepct'; did you mean 'expect'? valid: user, expect, agrees, input, type, id"
    )


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (
            ["matrix: {'a b': [1]}", "steps: [{user: hi}]"],
            [
                ":2: matrix: 'a b' is not a valid name: use letters, digits and '_', "
                "but no digit first"
            ],
        ),
        (
            ["matrix: {who: []}", "steps: [{user: '{{who}}'}]"],
            [":2: matrix: 'who' has no values"],
        ),
        (
            ["matrix:", "  who: [a]", "  never: [1]", "steps: [{user: '{{who}}'}]"],
            [":4: matrix.never: nothing uses {{never}}; use it or leave it out"],
        ),
        (
            ["matrix: {who: [a, b]}", "context:", "  x: ['{{hwo}}']", "steps: [{user: '{{who}}'}]"],
            [
                ":4: context.x[0]: there is no value 'hwo'; did you mean 'who'? there are: who"
                " (\\{{hwo}} is the literal text) (in the variant 'a'; also 'b')"
            ],
        ),
        (
            ["matrix: {who: [a, '']}", "steps:", "  - user: '{{who}}'"],
            [":4: steps[0].user: must not be empty (in the variant '12ae32cb1e')"],
        ),
        (
            ["matrix: {n: " + str(list(range(10_001))) + "}", "steps: [{user: '{{n}}'}]"],
            [":2: matrix: makes 10001 combinations; a scenario can have at most 10000"],
        ),
    ],
)
def test_what_is_wrong_with_a_matrix(lines: list[str], expected: list[str]) -> None:
    text = "\n".join(["id: a", *lines, "expect: {shouldContain: x}"])
    assert faults(text) == ["a.scenario.yaml" + line for line in expected]


def test_a_value_that_an_expectation_cannot_take_is_reported_once() -> None:
    found = faults("""
        id: a
        matrix: {n: [x, 5, 6]}
        steps:
          - user: "{{n}}"
            expect: {shouldMention: "{{n}}"}
        """)
    assert len(found) == 1
    assert found[0].startswith("a.scenario.yaml:5: steps[0].expect.shouldMention: ")
    assert found[0].endswith("(in the variant '5'; also '6')")


def test_the_garbage_collector_is_left_as_it_was_found(tmp_path: Path) -> None:
    path = tmp_path / "a.scenario.yaml"
    path.write_text("id: a")
    for collect in (gc.disable, gc.enable):
        collect()
        before = gc.isenabled()
        with pytest.raises(InputError):
            load_scenarios(read(path, "a"), SETTINGS)
        assert gc.isenabled() is before
    assert gc.isenabled()


# --- one scenario, three formats ----------------------------------------------------------------

words = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=8)
plain = st.one_of(words, st.integers(-(10**6), 10**6), st.booleans(), st.floats(-1e6, 1e6))
values = st.recursive(
    plain,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=5,
)
expects = st.fixed_dictionaries(
    {"shouldContain": words},
    optional={
        "expected_function": words,
        "expectedParams": st.dictionaries(words, plain, min_size=1, max_size=3),
        "shouldReject": st.booleans(),
    },
)
steps = st.fixed_dictionaries({"user": words}, optional={"expect": expects})
one_scenario = st.fixed_dictionaries(
    {"id": words.filter(lambda text: "[" not in text and "]" not in text and "::" not in text)},
    optional={
        "name": words,
        "tags": st.lists(words, max_size=3),
        "context": st.dictionaries(words, values, max_size=3),
        "threshold": st.integers(1, 100) | st.floats(1, 100),
        "skip": words,
    },
)
some_scenarios = st.lists(
    st.builds(
        lambda head, steps, expect: {**head, "steps": steps, "expect": expect},
        one_scenario,
        st.lists(steps, min_size=1, max_size=2),
        expects,
    ),
    min_size=1,
    max_size=3,
    unique_by=lambda scenario: scenario["id"],
)


def text_of(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def as_yaml(value: Any, indent: str = "") -> str:
    """Block style, with the scalars and the keys as JSON writes them."""
    if isinstance(value, dict) and value:
        return "".join(
            f"\n{indent}{text_of(key)}: {as_yaml(item, indent + '  ')}"
            for key, item in value.items()
        )
    if isinstance(value, list) and value:
        return "".join(f"\n{indent}- {as_yaml(item, indent + '  ')}" for item in value)
    return text_of(value)


def as_toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{text_of(k)} = {as_toml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(as_toml, value)) + "]"
    return text_of(value)


def as_tables(scenarios: list[dict[str, Any]]) -> str:
    return "".join(
        "[[scenarios]]\n" + "".join(f"{key} = {as_toml(item)}\n" for key, item in scenario.items())
        for scenario in scenarios
    )


def told(scenario: Scenario) -> tuple[Scenario, list[list[Check]]]:
    """The scenario without lines, its expectations as what they say of some replies."""
    replies = [
        Reply(text="yes, a"),
        Reply(text="I can't do that.", rejected=True),
        Reply(calls=(Call(function="a", params={"a": 1, "b": "x"}),)),
    ]
    expects = [step.expect for step in scenario.steps if step.expect] + list(scenario.expect)
    said = [checks(expect, reply) for expect in expects for reply in replies]
    steps = tuple(replace(step, expect=None) for step in scenario.steps)
    return replace(scenario, line=1, steps=steps, expect=()), said


@given(some_scenarios)
@settings(deadline=None, max_examples=25)
def test_all_formats_say_the_same(data: list[dict[str, Any]]) -> None:
    whole: Mapping[str, Any] = {"scenarios": data}
    documents = [
        read_json(json.dumps(whole), "a.json"),
        read_toml(as_tables(data), "a.toml"),
        read_yaml(as_yaml(whole).lstrip("\n"), "a.yaml"),
    ]
    first, *others = [
        [told(entry) for entry in load_scenarios(each, SETTINGS)] for each in documents
    ]
    assert len(first) == len(data)
    for other in others:
        assert other == first


anything = st.recursive(
    plain | st.none() | st.sampled_from(["", " ", "{{a}}", "{{b}} x", "prompt", "wait"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(words, inner, max_size=2),
    max_leaves=4,
)
KEYS = [
    *("id", "name", "tags", "bot", "context", "threshold", "steps", "expect", "expectations"),
    *("matrix", "skip", "xfail", "repeat", "scenarios", "nonsense"),
]
right: dict[str, st.SearchStrategy[Any]] = {
    "expect": expects | st.fixed_dictionaries({"shouldContain": st.just("{{a}}")}),
    "expectations": st.lists(expects, max_size=2),
    "matrix": st.dictionaries(st.sampled_from("ab"), st.lists(anything, max_size=2), max_size=2),
    "steps": st.lists(steps | anything, max_size=2),
}
muddles = st.fixed_dictionaries(
    {"id": words | anything},
    optional={key: right.get(key, anything) | anything for key in KEYS if key != "id"},
)


@given(muddles | st.fixed_dictionaries({"scenarios": st.lists(muddles, max_size=3)}))
@settings(deadline=None, max_examples=80)
def test_whatever_is_written_gives_scenarios_or_clean_faults(data: dict[str, Any]) -> None:
    document = read_json(json.dumps(data, indent=1), "a.json")
    scenarios, problems = read_or_told(document)
    assert bool(scenarios) is not bool(problems)
    assert len(problems) <= 21
    assert all(problem.file == "a.json" and problem.message for problem in problems)
    assert all(
        scenario.steps and all(step.user.strip() for step in scenario.steps)
        for scenario in scenarios
    )
    made = [(scenario.id, scenario.variant) for scenario in scenarios]
    assert len(set(made)) == len(made)


def read_or_told(document: Document) -> tuple[Sequence[Scenario], Sequence[Problem]]:
    try:
        return load_scenarios(document, SETTINGS), ()
    except InputError as error:
        return (), error.problems
