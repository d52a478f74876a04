"""Configurations of promptfoo, made scenarios; none is believed, and nothing is lost in silence."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_hydra.__main__ import main
from pytest_hydra.core.scorecard import Outcome
from pytest_hydra.documents import parse
from pytest_hydra.errors import HydraError
from pytest_hydra.plugins.promptfoo import promptfoo
from pytest_hydra.plugins.promptfoo.promptfoo import convert
from pytest_hydra.scenarios.answers import read_reply
from pytest_hydra.scenarios.expect.kinds import Subject, compile_expect, decide
from pytest_hydra.scenarios.load import load_scenarios
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.settings.file import ScenarioSettings
from pytest_hydra.transcript.turn import Turn

PASSED, FAILED, UNGRADED = Outcome.PASSED, Outcome.FAILED, Outcome.UNGRADED
CARRIED = "1 of 1 assertions carried over (0 named, 0 in tests that were not made)"


def read_config(folder: Path, config: Any) -> tuple[list[dict[str, Any]], list[str]]:
    """The scenarios of a configuration, which load, and what was told without its place."""
    file = folder / "promptfooconfig.yaml"
    file.write_text(config if isinstance(config, str) else yaml.safe_dump(config, sort_keys=False))
    files, lines = convert(file)
    scenarios = []
    for name, text in files.items():
        document = parse(text, name, ".json")
        assert load_scenarios(document, ScenarioSettings())
        scenarios = document.data["scenarios"]
    return scenarios, [line.replace(f"{folder}/", "") for line in lines]


@pytest.mark.parametrize(
    ("kind", "value", "judge"),
    [
        ("llm-rubric", "Is polite", "Is polite"),
        ("model-graded-closedqa", "Is {{name}}", "Is Ada"),
        ("g-eval", ["Is short", "Is true"], ["Is short", "Is true"]),
        ("trajectory:goal-success", "Paid", "The agent reached this goal: Paid"),
        ("factuality", "It is open", "The reply agrees in its facts with: It is open"),
    ],
)
def test_a_judge_decides_what_a_model_decided(
    tmp_path: Path, kind: str, value: Any, judge: Any
) -> None:
    tests = [{"vars": {"name": "Ada"}, "assert": [{"type": kind, "value": value}]}]
    file = tmp_path / "promptfooconfig.yaml"
    file.write_text(yaml.safe_dump({"prompts": ["Hi"], "tests": tests}))
    ((_, text),) = convert(file, has_judge=True)[0].items()
    (scenario,) = json.loads(text)["scenarios"]
    assert scenario["steps"][0]["expect"] == {"judge": judge}
    assert convert(file)[0] == {}


def calls(*named: str | tuple[str, dict[str, Any]]) -> dict[str, Any]:
    """A reply with calls."""
    pairs = [(each, {}) if isinstance(each, str) else each for each in named]
    return {
        "text": "Done.",
        "calls": [{"function": name, "params": params} for name, params in pairs],
    }


@pytest.mark.parametrize(
    ("assertion", "good", "bad"),
    [
        ({"type": "trajectory:tool-used", "value": "pay"}, calls("a", "pay"), calls("a")),
        (
            {"type": "trajectory:tool-used", "value": ["a", "b"]},
            calls("b", "c", "a"),
            calls("a", "c"),
        ),
        (
            {"type": "trajectory:tool-used", "value": {"name": "a", "min": 2}},
            calls("a", "b", "a"),
            calls("a", "b"),
        ),
        (
            {"type": "trajectory:tool-used", "value": {"pattern": "pay*", "max": 0}},
            calls("a"),
            calls("a", "pay_all"),
        ),
        ({"type": "not-trajectory:tool-used", "value": "pay"}, calls("a"), calls("pay")),
        (
            {
                "type": "trajectory:tool-args-match",
                "value": {"name": "move", "args": {"seat": "14C"}, "mode": "partial"},
            },
            calls(("move", {"seat": "14C", "who": "Ada"})),
            calls(("move", {"seat": "14D"})),
        ),
        (
            {
                "type": "trajectory:tool-args-match",
                "value": {"name": "move", "args": {"seat": "14C"}, "mode": "exact"},
            },
            calls(("move", {"seat": "14C"})),
            calls(("move", {"seat": "14C", "who": "Ada"})),
        ),
        (
            {"type": "trajectory:tool-sequence", "value": {"steps": ["a", "b"]}},
            calls("a", "x", "b"),
            calls("b", "a"),
        ),
        (
            {"type": "trajectory:tool-sequence", "value": {"mode": "exact", "steps": ["a", "b"]}},
            calls("a", "b"),
            calls("a", "x", "b"),
        ),
        (
            {"type": "trajectory:step-count", "value": {"type": "tool", "max": 1}},
            calls("a"),
            calls("a", "b"),
        ),
        (
            {"type": "skill-used", "value": "shop:refunds"},
            calls(("Skill", {"skill": "refunds"})),
            calls(("Skill", {"skill": "orders"})),
        ),
    ],
)
def test_assertions_about_calls(
    tmp_path: Path, assertion: dict[str, Any], good: Any, bad: Any
) -> None:
    scenario, lines = read_test(tmp_path, **{"assert": [assertion]})
    assert lines[-1].startswith("1 of 1 assertions carried over")
    expect = scenario["steps"][0]["expect"]
    assert outcomes(expect, good) == {Outcome.PASSED}
    assert outcomes(expect, bad) == {Outcome.FAILED}


def read_test(folder: Path, **test: Any) -> tuple[dict[str, Any], list[str]]:
    """The one scenario of a test, and what was told; an empty mapping where none was made."""
    scenarios, lines = read_config(folder, {"prompts": ["Hi {{name}}"], "tests": [test]})
    return (scenarios or [{}])[0], lines


def outcomes(expect: Any, answer: Any, seconds: float = 1.0) -> set[Outcome]:
    turn = Turn(user="Hi", reply=read_reply(answer), seconds=seconds)
    subject = Subject(conversation=Conversation(turns=(turn,)), turn=1)
    return {check.outcome for check in decide(compile_expect(expect), subject)}


@pytest.mark.parametrize(
    ("assertion", "good", "bad"),
    [
        ({"type": "equals", "value": "Paris"}, ["Paris"], ["paris", "Paris.", " Paris"]),
        ({"type": "equals", "value": 7.0}, ["7"], ["7.0"]),
        ({"type": "not-equals", "value": "Paris"}, ["Rome"], ["Paris"]),
        ({"type": "contains", "value": "a  b"}, ["xa  bx"], ["a b", "A  b"]),
        ({"type": "contains", "value": "*a*"}, ["*a*"], ["a"]),
        ({"type": "contains", "value": "5 EUR"}, ["5 EUR", "25 EUR"], ["5  EUR"]),
        ({"type": "not-contains", "value": True}, ["True"], ["it is true"]),
        ({"type": "icontains", "value": "C++ (x)"}, ["my c++ (X)!"], ["c+ (x)"]),
        ({"type": "contains-any", "value": ["a", "b"]}, ["b"], ["c", "A"]),
        ({"type": "contains-any", "value": 'x, "a, b"'}, ["a, b"], ["a b"]),
        ({"type": "not-contains-any", "value": "a,b"}, ["c"], ["xb"]),
        ({"type": "contains-all", "value": "a, b"}, ["ab"], ["a", "AB"]),
        ({"type": "not-contains-all", "value": "a, b"}, ["a", "c"], ["ba"]),
        ({"type": "icontains-all", "value": ["a", "b"]}, ["AB"], ["a"]),
        ({"type": "not-icontains-any", "value": ["a", "b"]}, ["c"], ["B"]),
        ({"type": "regex", "value": "^(?<year>[0-9]+)$"}, ["2024"], ["2024\n", "x"]),
        ({"type": "not-regex", "value": "[0-9]"}, ["x"], ["x1"]),
        ({"type": "regex", "value": "(?<!a)b"}, ["b"], ["ab"]),
        ({"type": "starts-with", "value": "Yes."}, ["Yes. No"], ["Yes!", "\nYes.", "yes."]),
        ({"type": "not-starts-with", "value": "Yes"}, ["No"], ["Yes"]),
        ({"type": "is-json"}, ["[1]", "3"], ["{a}", "hello"]),
        ({"type": "not-is-json"}, ["hello"], ["{}"]),
        (
            {"type": "is-json", "value": {"required": ["a"], "type": "object"}},
            ['{"a": 1}'],
            ["{}", "a"],
        ),
        ({"type": "is-json", "value": '{"type": "array"}'}, ["[]"], ["{}"]),
        ({"type": "cost", "threshold": 0.5}, [{"text": "a", "cost_usd": 0.5}],
         [{"text": "a", "cost_usd": 0.6}]),
    ],
)  # fmt: skip
def test_an_assertion_means_the_same(
    tmp_path: Path, assertion: dict[str, Any], good: list[Any], bad: list[Any]
) -> None:
    scenario, lines = read_test(tmp_path, **{"assert": [assertion]})
    assert lines[-1] == CARRIED
    expect = scenario["steps"][0]["expect"]
    assert [outcomes(expect, answer) for answer in good] == [{PASSED}] * len(good)
    assert all(FAILED in outcomes(expect, answer) for answer in bad)


def test_a_latency_is_in_milliseconds(tmp_path: Path) -> None:
    scenario, _ = read_test(tmp_path, **{"assert": [{"type": "latency", "threshold": 1500}]})
    expect = scenario["steps"][0]["expect"]
    assert outcomes(expect, "a", 1.5) == {PASSED}
    assert outcomes(expect, "a", 1.6) == {FAILED}


@pytest.mark.parametrize(
    ("assertion", "why"),
    [
        ({"type": "llm-rubric", "value": "is polite"}, "configure a judge in hydra.toml"),
        ({"type": "javascript", "value": "output.length < 3"}, "its code is not run"),
        ({"type": "trajectory:goal-success", "value": "It paid"}, "configure a judge"),
        ({"type": "trajectory:tool-used", "value": {"name": "a", "max": 2}}, "expectedCalls"),
        ({"type": "trajectory:tool-used", "value": {"pattern": "a*"}}, "does not name a tool"),
        ({"type": "trajectory:tool-args-match", "value": {"name": "a"}}, "no `args`"),
        ({"type": "trajectory:tool-sequence", "value": {}}, "no `steps`"),
        ({"type": "trajectory:step-count", "value": {"type": "span", "max": 2}}, "maxCalls"),
        ({"type": "trajectory:step-count", "value": {"type": "tool", "min": 2}}, "only a `max`"),
        ({"type": "skill-used", "value": {"name": "a", "min": 2}}, "not counted"),
        ({"type": "contains", "value": "file://check.py"}, "there is no file"),
        ({"type": "contains", "value": "a", "transform": "output.x"}, "a transform changes"),
        ({"type": "contains", "value": "a", "weight": 0}, "it decides nothing"),
        ({"type": "contains", "value": "{{ name | replace('a', 'b') }}"}, "only {{name}}"),
        ({"type": "contains", "value": "{% if name %}a{% endif %}"}, "only {{name}}"),
        ({"type": "contains", "value": "{{env.TOKEN}}"}, "only {{name}}"),
        ({"type": "contains", "value": "{{name.first}}"}, "only {{name}}"),
        ({"type": "contains", "value": ""}, "every text contains it"),
        ({"type": "contains"}, "its value is not a text"),
        ({"type": "contains-any", "value": {"a": 1}}, "not a list of texts"),
        ({"type": "regex", "value": "(a"}, "is not a regular expression"),
        ({"type": "regex", "value": r"\p{L}"}, "is not a regular expression"),
        ({"type": "is-json", "value": {"nullable": True}}, "nullable"),
        ({"type": "is-json", "value": "[1"}, "its schema"),
        ({"type": "cost"}, "has no threshold"),
        ({"type": "equals", "value": {"a": 1}}, "its value is not a text"),
        ({"type": "is-json", "value": {"properties": {"text": {}}}}, "reply fields"),
        ({"$ref": "#/assertionTemplates/a"}, "it has no type"),
        ({"type": "no-such-type"}, "there is no such expectation"),
        ({"type": ["contains"]}, "it has no type"),
        ("contains", "it has no type"),
        (5, "it has no type"),
        (
            {"type": "assert-set", "threshold": 0.6,
             "assert": [{"type": "contains", "value": v} for v in "abc"]},
            "it allows some failures",
        ),
    ],
)  # fmt: skip
def test_what_is_not_carried_over_is_named(tmp_path: Path, assertion: Any, why: str) -> None:
    scenario, lines = read_test(tmp_path, vars={"name": "a"}, **{"assert": [assertion]})
    assert scenario == {}
    assert lines[0].startswith("promptfooconfig.yaml:")
    assert " not carried over: " in lines[0]
    assert why in lines[0]
    assert "not made (assertions: " in lines[-3]
    assert lines[-2].startswith("0 of ")
    assert lines[-1] == "no scenario was made"


def test_a_set_of_which_all_must_hold_is_its_assertions(tmp_path: Path) -> None:
    leaves = [{"type": "contains", "value": "a"}, {"type": "contains", "value": "b"}]
    for least in (None, 1):
        its = {"type": "assert-set", "assert": leaves, "threshold": least}
        scenario, lines = read_test(tmp_path, **{"assert": [its]})
        assert lines[-1].startswith("2 of 2 assertions carried over")
        expect = scenario["steps"][0]["expect"]
        assert outcomes(expect, "ab") == {PASSED}
        assert FAILED in outcomes(expect, "a")


def test_a_threshold_is_reported(tmp_path: Path) -> None:
    scenario, lines = read_test(tmp_path, threshold=0.5, **{"assert": [{"type": "is-json"}]})
    assert "threshold" not in scenario
    assert "tests[0]: threshold 0.5: not carried over; all assertions must pass here" in lines[0]


@pytest.mark.parametrize(
    ("test", "why"),
    [
        ({"options": {"transformVars": "vars"}}, "options.transformVars is not supported"),
        ({"options": {"prefix": "Dear"}}, "options.prefix is not supported"),
        ({"prompts": ["b"]}, "prompts is not supported"),
        ({"vars": {"name": ["a", "b"]}}, "vars.name: a list is not supported"),
        ({"vars": {"name": "{{name}}"}}, "{{name}} has no value"),
        ({"vars": {"name": "{{b}}", "b": "{{name}} "}}, "in a circle"),
        ({"vars": "vars.yaml"}, "its vars are not a mapping"),
    ],
)
def test_a_test_that_would_be_another_is_not_made(
    tmp_path: Path, test: dict[str, Any], why: str
) -> None:
    scenario, lines = read_test(tmp_path, **{**test, "assert": [{"type": "is-json"}]})
    assert scenario == {}
    assert "tests[0]: not made (assertions: 1): " in lines[0]
    assert why in lines[0]
    assert lines[-2] == ("0 of 1 assertions carried over (0 named, 1 in tests that were not made)")


def test_prompts_vars_and_files_make_scenarios(tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text("First: {{q}}\n---\nSecond: {{ q }}\n")
    (tmp_path / "chat.json").write_text(
        '[{"role": "system", "content": "Be {{how}}."}, {"role": "user", "content": "{{q}}"}]'
    )
    (tmp_path / "tests").mkdir()
    (tmp_path / "want.txt").write_text("{{q}}!\n")
    (tmp_path / "tests" / "a.yaml").write_text(
        "- vars: {q: 'say \"hi\"', how: kind}\n"
        "  assert: [{type: contains, value: file://want.txt}]\n"
    )
    (tmp_path / "tests" / "b.jsonl").write_text(
        '\n{"vars": {"q": "1"}, "assert": [{"$ref": "#/none"}, {"type": "is-json"}]}\n'
    )
    scenarios, lines = read_config(
        tmp_path,
        {
            "prompts": ["file://p.txt", {"id": "chat.json", "label": "chat"}, "p.js"],
            "tests": "file://tests/*.*",
            "defaultTest": {"vars": {"how": "{{q}} and brief"}},
        },
    )
    assert [scenario["steps"][0]["user"] for scenario in scenarios] == [
        *('First: say "hi"', 'Second: say "hi"', 'say "hi"', "First: 1", "Second: 1", "1")
    ]  # fmt: skip
    assert scenarios[0]["steps"][0]["expect"] == {"text": [{"contains": 'say "hi"!'}]}
    assert scenarios[2]["messages"] == [{"role": "system", "content": "Be kind."}]
    assert scenarios[-1]["messages"] == [{"role": "system", "content": "Be 1 and brief."}]
    assert scenarios[-1]["context"] == {"how": "1 and brief", "q": "1"}
    assert [scenario["id"] for scenario in scenarios][-2:] == ["test-2-2", "test-2-3"]
    assert any("prompts[2]: not carried over: there is no file p.js" in line for line in lines)
    assert any("tests/b.jsonl:2: [0].assert[0]: None: not carried" in line for line in lines)
    assert lines[-1].startswith("2 of 3 assertions carried over (1 named, 0 in")


def test_scenarios_are_tests(tmp_path: Path) -> None:
    contains = {"type": "contains", "value": "{{want}}"}
    scenarios, lines = read_config(
        tmp_path,
        {
            "prompts": [{"raw": "A {{q}}", "label": "a"}],
            "tests": [
                {"vars": {"q": 1, "want": "x"}, "description": "Once",
                 "metadata": {"area": "shop", "deep": {}}, "assert": [contains]},
            ],
            "scenarios": [
                {"config": [{"vars": {"q": q, "want": "{{q}}"}} for q in "yz"],
                 "tests": [{"assert": [contains]}]}
            ],
            "redteam": {"plugins": ["pii"]},
        },
    )  # fmt: skip
    assert [(s["id"], s["steps"][0]["user"], s["steps"][0]["expect"]) for s in scenarios] == [
        ("once", "A 1", {"text": [{"contains": "x"}]}),
        ("test-2", "A y", {"text": [{"contains": "y"}]}),
        ("test-3", "A z", {"text": [{"contains": "z"}]}),
    ]
    assert any("redteam: not carried over" in line for line in lines)
    assert lines[-1].startswith("2 of 2 assertions carried over")


def test_a_row_that_cannot_be_read_makes_no_scenario(tmp_path: Path) -> None:
    held = [{"assert": [{"type": "contains", "value": "x"}]}]
    scenario = {"config": "file://none.yaml", "repeat": 2, "tests": held}
    config = {"prompts": ["Hi {{name}}"], "scenarios": [scenario]}
    scenarios, lines = read_config(tmp_path, config)
    assert scenarios == []
    assert lines == [
        "promptfooconfig.yaml:5: scenarios[0].repeat: not carried over",
        "promptfooconfig.yaml:4: scenarios[0].config: not carried over: there is no file none.yaml "
        "in the folder of the configuration",
        "0 of 1 assertions carried over (0 named, 1 in tests that were not made)",
        "no scenario was made",
    ]


def test_a_table_of_tests(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(
        "name,__expected1,__expected2,__description,__threshold,__metadata:area,__provider\r\n"
        '"Ada\r\nL.",contains: Ada,latency(2000),Greets,0.5,shop,\r\n'
        "Bo,Hello Bo,similar(0.8): Hi,,,,openai:x\r\n"
        "Cy,not-icontains-any: a,,,,,,more\r\n"
        "Di,no-such-type: a,is-json,,,,\r\n"
    )
    scenarios, lines = read_config(tmp_path, {"prompts": "Hi {{name}}", "tests": "t.csv"})
    assert scenarios[0]["steps"][0]["user"] == "Hi Ada\r\nL."
    assert scenarios[1]["steps"][0]["expect"] == {"text": ["Hello Bo"]}
    expect = scenarios[2]["steps"][0]["expect"]
    assert expect == {"text": [{"not": {"any_of": [{"regex": "(?i)a"}]}}]}
    assert any("t.csv:3: [0]: threshold 0.5: not carried over" in line for line in lines)
    assert any(line.startswith("t.csv:4: [1].assert[1]: similar: not carried") for line in lines)
    assert any(line.startswith("t.csv:4: [1].__provider: not carried") for line in lines)
    assert any("[3].assert[0]: no-such-type: not carried over" in line for line in lines)
    assert lines[-1].startswith("5 of 7 assertions carried over (2 named, 0 in")


def test_nothing_outside_the_folder_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret, folder = tmp_path / "secret.txt", tmp_path / "in"
    secret.write_text("s3cret")
    (tmp_path / "tests.yaml").write_text("- {assert: [{type: contains, value: s3cret}]}")
    folder.mkdir()
    (folder / "link.txt").symlink_to(secret)
    (folder / "up").symlink_to(tmp_path)
    os.mkfifo(folder / "pipe.txt")
    monkeypatch.setenv("SECRET", "s3cret")
    names = [
        *("../secret.txt", str(secret), "link.txt", "up/secret.txt", "pipe.txt", "up/*.txt"),
        *("{{env.SECRET}}", "https://example.invalid/a.txt", "file:///etc/hostname", "\0.txt"),
    ]  # fmt: skip
    scenarios, lines = read_config(
        folder,
        {
            "prompts": ["Hi", *[f"file://{name}" for name in names]],
            "tests": [
                *["file://../tests.yaml", "up/tests.yaml", "**/../../tests.yaml", "../*.yaml"],
                *[{"vars": {"x": f"file://{name}"}, "assert": [{"type": "is-json"}]}
                  for name in names],
                *[{"assert": [{"type": "contains", "value": f"file://{name}"}]} for name in names],
            ],
        },
    )  # fmt: skip
    assert scenarios == []
    assert "s3cret" not in str(lines)
    assert not any("tests made" in line for line in lines)


DEEP = "[" * 10_000


@pytest.mark.parametrize(
    "config",
    [
        *("", "5", "[]", "a: [", "\0", "tests: 5", "tests: [[[]]]", "prompts: {a: 1}"),
        *("prompts: [5, null, {}]", "tests: [{vars: 5, assert: 5}]", "scenarios: 7"),
        *("tests: [{assert: {type: equals, value: 1}}]", "defaultTest: 5", "defaultTest: file://x"),
        *("tests: &a [*a]", "tests: [{assert: &a [{type: assert-set, assert: *a}]}]"),
        *("tests: {$ref: '#/tests'}", "tests: [{$ref: '#/b'}]\nb: {$ref: '#/tests/0'}"),
        *("providers: [5, {}, {a: b}, [x], null]", f"tests: {DEEP}", "tests: [{threshold: .inf}]"),
        "tests: [{vars: {a: []}, assert: [{type: is-json}]}]",
        "tests: [{assert: [{type: assert-set, assert: [{type: assert-set, assert: []}]}]}]",
        "tests: [{threshold: 0.5, assert: [{type: assert-set, assert: []}]}]",
        "tests: [{threshold: 0.5, assert: [{type: contains, value: a, weight: -1}]}]",
        "prompts: ['[{\"role\": 5}]', '- role: [']\ntests: [{assert: [{type: is-json}]}]",
        "tests: [{options: 5, metadata: 5, prompts: 5, description: 5, assert: [{type: is-json}]}]",
        "tests: [{vars: {'{{a}}': 1, prompt: x}, assert: [{type: is-json}]}]",
        "tests: [{assert: [{type: is-json, value: {'{{a}}': 1}}], vars: {prompt: x}}]",
        "tests: [{assert: [{type: regex, value: '((((a+)+)+)+)$'}], vars: {prompt: x}}]",
    ],
)  # fmt: skip
def test_a_hostile_file_is_read_or_refused(tmp_path: Path, config: str) -> None:
    with suppress(HydraError):
        read_config(tmp_path, config)


def test_what_is_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    grows = {
        "a": "x" * 10_000,
        **{key: f"{{{{{last}}}}}" * 99 for last, key in zip("abcd", "bcde", strict=True)},
    }
    _, lines = read_test(tmp_path, vars=grows, **{"assert": [{"type": "is-json"}]})
    assert "a text is longer" in lines[0]
    bomb = "a: &a [x,x,x,x,x,x,x,x,x,x]\n" + "".join(
        f"{key}: &{key} [{','.join([f'*{last}'] * 10)}]\n"
        for last, key in zip("abcdefg", "bcdefgh", strict=True)
    )
    with pytest.raises(HydraError, match="aliases"):
        read_config(tmp_path, bomb)
    (tmp_path / "t.csv").write_text("prompt,__expected\na,b\na,b\n")
    monkeypatch.setattr(promptfoo, "MOST_CHARACTERS", 100)
    with pytest.raises(HydraError, match="its scenarios have more than"):
        read_config(tmp_path, "tests: t.csv")


def test_thousands_of_tests_are_read(tmp_path: Path) -> None:
    rows = "".join(f"q{number},contains: {number}\n" for number in range(2_000))
    (tmp_path / "t.csv").write_text(f"prompt,__expected\n{rows}")
    scenarios, lines = read_config(tmp_path, "tests: t.csv")
    assert len({scenario["id"] for scenario in scenarios}) == 2_000
    assert lines[-1].startswith("2000 of 2000 assertions carried over")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats(0, 2) | st.sampled_from(
        ["a", "{{a}}", "{{", "file://a.csv", "file://*", "is-json", "not-contains", "a, b", ""]
    ),
    lambda below: st.lists(below, max_size=3) | st.dictionaries(
        st.sampled_from(["type", "value", "threshold", "weight", "assert", "vars", "$ref", "a"]),
        below, max_size=4,
    ),
    max_leaves=8,
)  # fmt: skip
LEAVES = st.fixed_dictionaries(
    {"type": st.sampled_from(["equals", "contains-any", "not-contains-all", "regex", "is-json",
                              "cost", "starts-with", "not-is-json", "python", "assert-set"])},
    optional={"value": VALUES, "threshold": VALUES, "weight": VALUES, "transform": VALUES},
)  # fmt: skip
ASSERTIONS = st.recursive(
    LEAVES | VALUES.filter(lambda value: value is not None and not isinstance(value, list)),
    lambda below: st.fixed_dictionaries(
        {"type": st.just("assert-set"), "assert": st.lists(below, max_size=3)},
        optional={"threshold": st.sampled_from([None, 1, 0.5])},
    ),
    max_leaves=4,
)
TESTS = st.fixed_dictionaries(
    {"assert": st.lists(ASSERTIONS, max_size=3) | ASSERTIONS},
    optional={"vars": VALUES, "threshold": VALUES, "options": VALUES, "prompts": VALUES,
              "description": VALUES},
)  # fmt: skip
SOME_TESTS = st.lists(TESTS, max_size=3)


def count_of(test: Any) -> int:
    """The assertions of a test, counted one by one in a set of which all must hold."""
    if not isinstance(test, dict) or "assert" not in test:
        return 0
    listed = test["assert"] if isinstance(test["assert"], list) else [test["assert"]]
    sets = [
        each
        for each in listed
        if isinstance(each, dict)
        and each.get("type") == "assert-set"
        and each.get("threshold") in (None, 1)
    ]
    return sum(map(count_of, sets)) + len([each for each in listed if each not in sets])


@settings(max_examples=300, deadline=None)
@given(
    st.fixed_dictionaries(
        {"tests": SOME_TESTS},
        optional={"prompts": VALUES, "defaultTest": TESTS, "providers": VALUES,
                  "scenarios": st.lists(
                      st.fixed_dictionaries({"config": SOME_TESTS, "tests": SOME_TESTS}),
                      max_size=2)},
    )
)  # fmt: skip
def test_every_assertion_is_carried_over_or_reported(
    tmp_path_factory: pytest.TempPathFactory, config: dict[str, Any]
) -> None:
    folder = tmp_path_factory.mktemp("config")
    try:
        scenarios, lines = read_config(folder, json.dumps(config, indent=1))
    except HydraError:
        return
    carried, found, named, unmade = map(int, re.findall(r"\d+", lines[-1 if scenarios else -2]))
    groups = config.get("scenarios", [])
    tests = [config.get("defaultTest"), *config["tests"]]
    tests += [test for group in groups for test in (*group["config"], *group["tests"])]
    assert found == sum(map(count_of, tests))
    assert carried + named + unmade == found
    own_line = re.compile(r"(\S+: \S*assert(?:\[\d+\])?): .*: not carried over: ")
    places = {match[1] for line in lines if (match := own_line.match(line))}
    assert len(places) == named
    assert any("not made (assertions: " in line for line in lines) >= (unmade > 0)
    assert (carried > 0) <= bool(scenarios)


def test_the_command_writes_a_file_once(tmp_path: Path) -> None:
    (tmp_path / "promptfooconfig.yaml").write_text(
        'prompts: [Hi]\ntests: [{assert: [{type: contains, value: a}, {type: "x\\e[31m"}]}]'
    )
    command = [sys.executable, "-m", "pytest_hydra", "import", "promptfoo"]
    command += ["promptfooconfig.yaml", "-o", "made"]
    first = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert first.stdout.splitlines()[0] == "made/promptfooconfig.scenario.json"
    assert "\x1b" not in first.stdout
    again = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert again.returncode == 1
    assert "exists already" in again.stderr


def test_an_import_that_makes_nothing_fails(tmp_path: Path) -> None:
    (tmp_path / "promptfooconfig.yaml").write_text(
        "prompts: [hi]\nproviders: [echo]\ntests: [{}]\n"
    )
    arguments = ["import", "promptfoo", str(tmp_path / "promptfooconfig.yaml")]
    assert main([*arguments, "-o", str(tmp_path / "made")]) == 1
    assert not [*(tmp_path / "made").iterdir()]
