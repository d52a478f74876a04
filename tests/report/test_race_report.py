"""The ranking of a race, on the terminal and in Markdown."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from pytest_hydra.report.figures.calculation import calculation
from pytest_hydra.report.markdown import markdown
from pytest_hydra.report.tables import (
    WIDTH,
    behind_winner,
    race_base,
    race_reasons,
    race_table,
    race_trial,
    race_warnings,
    waiver_lines,
)
from pytest_hydra.report.terminal import write_summary
from tests import results

NAMES = ("build", "tests", "lint", "diff_scope", "speed")


def gate(name: str, state: str = "pass", reason: str = "") -> dict[str, str]:
    return {"name": name, "state": state, "reason": reason}


def dimension(name: str, score: float | None = 100, weight: float = 1, **more: Any) -> Any:
    outcome = "ungraded" if score is None else "passed" if score == 100 else "failed"
    check = results.check(name, outcome, score=score, weight=weight, kind="dimension", turn=None)
    details = {"formula": f"hydra-3/{name}", "inputs": {}, "share": 0}
    details |= {"missing": score is None, "cached": False}
    own = {key: more.pop(key) for key in [*more] if key in details}
    return {**check, **more, "details": {**details, **own}}


CHECKS = [
    dimension(name, None if name == "speed" else 100, weight)
    for name, weight in zip(NAMES, (30, 30, 15, 15, 10), strict=True)
]


def entry(agent: str, rank: int, verdict: str = "mergeable", **fields: Any) -> dict[str, Any]:
    status = {"mergeable": "passed", "not_mergeable": "failed"}.get(verdict, "ungraded")
    about = {"checks": CHECKS, "gates": [], "total": 92.65, "status": status, "tests": None}
    result = results.candidate(agent, rank, **{**about, **fields})
    return dict(results.report(result)["rankings"][0])


def scored(**scores: float | None) -> list[Any]:
    return [dimension(name, score) for name, score in scores.items()]


def fixed(number: int) -> dict[str, int]:
    return {"fixed": number, "of": 2}


def report(*rankings: dict[str, Any]) -> dict[str, Any]:
    keys = results.candidate("a").keys()
    return results.report(*({key: each[key] for key in keys} for each in rankings), run="r")


def test_the_table_has_a_line_for_each_and_rounds_half_up() -> None:
    assert list(
        race_table([entry("codex", 1), entry("claude", 2, "not_mergeable", total=None)])
    ) == [
        " # agent   total build tests  lint diff_scope speed  verdict",
        " 1 codex    92.7 100.0 100.0 100.0      100.0     -  mergeable",
        " 2 claude      - 100.0 100.0 100.0      100.0     -  not mergeable",
    ]
    assert list(race_table([])) == []


@pytest.mark.parametrize("dimensions", [1, 5, 7, 12, 40])
@pytest.mark.parametrize("agent", ["a", "an-agent-with-a-name-that-is-long"])
def test_the_table_is_never_too_wide(dimensions: int, agent: str) -> None:
    names = [f"a-long-dimension-{number}" for number in range(dimensions)]
    wide = entry(agent, 99, "not_mergeable", checks=[dimension(name) for name in names])
    lines = list(race_table([wide] * 3))
    assert len(lines) == 4
    assert max(map(len, lines)) <= WIDTH
    assert all(line.endswith("not mergeable") for line in lines[1:])


def test_with_too_many_dimensions_the_heaviest_are_shown() -> None:
    weights = {f"d{number}": (100 if number == 29 else 1) for number in range(30)}
    checks = [dimension(name, 1, weight) for name, weight in weights.items()]
    head, _ = race_table([entry("a", 1, checks=checks)])
    assert " d29 " in head
    assert " d28 " not in head


def test_what_nobody_was_measured_by_makes_room_for_what_decides() -> None:
    names = ("build", "tests", "acceptance", "lint", "diff_scope", "speed")
    checks = [
        dimension(name, None if name in ("build", "lint") else 50, 10 - place)
        for place, name in enumerate(names)
    ]
    rankings = [entry("heron", 1, "not_mergeable", checks=checks, cost=n) for n in (1, 2)]
    for each in rankings:
        each["usage"] = {"cost_usd": 0.21}
        each["details"]["fixed"] = {"fixed": 1, "of": 2}
    head, *_ = race_table(rankings)
    assert head.split()[2:] == [
        *("total", "fixed", "paid", "tests", "acceptance", "diff_scope", "speed", "verdict")
    ]


def test_reasons_begin_with_tests_and_with_what_blocks() -> None:
    tests = {
        "evidence": "ids",
        "lost": [f"t.py::test_{n}" for n in range(7)],
        "gone": ["t.py::gone"],
        "disputed": ["t.py::odd"],
    }
    gates = [gate("source"), gate("tampering", "unproven", "odd"), gate("tests", "block", "8 lost")]
    lines = list(race_reasons([entry("a", 1, "not_mergeable", gates=gates, tests=tests)]))
    assert lines == [
        "a: not mergeable",
        *(f"    lost: t.py::test_{n}" for n in range(5)),
        "    lost: … and 2 more",
        "    gone: t.py::gone",
        "    disputed: t.py::odd",
        "    tests: 8 lost",
        "    tampering (unproven): odd",
    ]


def test_what_was_said_already_is_not_said_again() -> None:
    reason = f"the base's tests cannot be run: {'no module named x ' * 5}"
    gates = [gate("tests", "unproven", reason), gate("dropped_tests", "unproven", reason)]
    short = gate("empty_diff", "block", "it changes nothing")
    lines = list(
        race_reasons(
            [
                entry("a", 1, "unproven", gates=gates),
                entry("b", 2, "not_mergeable", gates=[*gates, short]),
                entry("c", 3, "not_mergeable", gates=[short]),
            ]
        )
    )
    assert lines[1].startswith("    tests, dropped_tests (unproven): the base's tests")
    assert lines[-5:] == [
        "b: not mergeable",
        "    empty_diff: it changes nothing",
        "    tests, dropped_tests (unproven): same as for a",
        "c: not mergeable",
        "    empty_diff: it changes nothing",
    ]


def test_ids_that_are_listed_are_not_in_the_reason_too() -> None:
    lost = [f"t.py::test_{n}[a; b]" for n in range(4)]
    tests = {"lost": lost, "gone": [], "disputed": []}
    reason = f"3 tests fail: {', '.join(lost[:3])}, … and 1 more; 1 test is skipped: {lost[3]}"
    other = gate("tampering", "block", f"{lost[0]} was emptied")
    gates = [gate("tests", "block", reason), other]
    lines = list(race_reasons([entry("a", 1, "not_mergeable", gates=gates, tests=tests)]))
    assert lines[1:] == [
        *(f"    lost: {item}" for item in lost),
        "    tests: 3 tests fail; 1 test is skipped",
        f"    tampering: {lost[0]} was emptied",
    ]


def test_what_took_points_is_reported_when_all_is_wanted() -> None:
    checks = [
        dimension("tests", 50, message="1 lost"),
        dimension("lint", 88, message="1 new finding"),
        dimension("speed", 40),
    ]
    good = entry("a", 1, checks=[checks[1], dimension("cost", None, message="unknown")])
    bad = entry("b", 2, "not_mergeable", gates=[gate("tests", "block", "1 lost")], checks=checks)
    assert list(race_reasons([good, bad], verbose=True)) == [
        "a: mergeable",
        "    lint 88.0: 1 new finding",
        "b: not mergeable",
        "    tests: 1 lost",
        "    lint 88.0: 1 new finding",
    ]
    assert list(race_reasons([good])) == []


def test_what_is_to_be_reviewed_is_reported_when_all_is_wanted() -> None:
    review = [{"what": f"link {number} leads out", "file": "", "line": None} for number in range(7)]
    one = entry("a", 1, checks=[], review=review)
    assert list(race_reasons([one], verbose=True)) == [
        "a: mergeable",
        *(f"    to review: link {number} leads out" for number in range(5)),
        "    to review: … and 2 more, in report.json",
    ]
    places = [
        {"what": "an assertion was edited", "file": "tests/a.py", "line": 3},
        {"what": "the build was changed", "file": "setup.py", "line": None},
        {"what": "an untracked file is part of the change: b.py", "file": "b.py", "line": None},
    ]
    assert list(race_reasons([entry("a", 1, review=places)], verbose=True))[1:] == [
        "    to review: an assertion was edited (tests/a.py:3)",
        "    to review: the build was changed (setup.py)",
        "    to review: an untracked file is part of the change: b.py",
    ]


def test_the_amount_to_review_is_reported_of_each_candidate() -> None:
    review = [{"what": "an assertion was edited", "file": "t.py", "line": 3}]
    good, open_ = entry("a", 1, review=review), entry("b", 2, "unproven", review=review * 2)
    assert list(race_reasons([good, open_, entry("c", 3, "not_mergeable", review=review)])) == [
        "a: mergeable",
        "    to review: 1 thing, -v lists them",
        "b: unproven",
        "    to review: 2 things, -v lists them",
        "c: not mergeable",
        "    to review: 1 thing, -v lists them",
    ]


def test_a_mergeable_candidate_that_did_not_win_says_what_it_is_worse_and_better_at() -> None:
    won = entry("a", 1, checks=scored(tests=100, lint=100, speed=20), total=90, fixed=fixed(1))
    lost = entry("b", 2, checks=scored(tests=100, lint=60, speed=40), total=87.5, fixed=fixed(2))
    won["usage"]["cost_usd"], lost["usage"]["cost_usd"] = 0.5, 0.25
    said = "2.5 points behind a; worse: lint 60.0 against 100.0; better: 2 tests fixed "
    said += "against 1, speed 40.0 against 20.0, cost $0.25 against $0.50"
    assert behind_winner(lost, won) == said
    first, *lines = race_reasons([won, lost, entry("c", 3, "unproven")])
    assert first == "b: mergeable"
    assert " ".join(map(str.strip, lines)) == said
    assert said.split(", cost")[0] in markdown(report(won, lost))
    assert behind_winner(entry("b", 2, total=None), won) == ""


def test_what_could_not_be_graded_is_reported_once_for_all() -> None:
    def check(name: str) -> Any:
        reason = f"on the base `{name}` could not be run: not found; install it"
        return dimension(name, None, message=reason, missing=False)

    both = [check("lint"), check("bench")]
    told = [gate("bench", "unproven", "on the base `bench` could not be run")]
    lost = entry("d", 4, "unproven", checks=both, gates=[gate("source", "unproven", "no branch")])
    names = (entry("a", 1, checks=both[:1]), entry("b", 2, checks=both[:1]))
    lines = list(race_reasons([*names, entry("c", 3, "unproven", checks=both, gates=told), lost]))
    assert lines == [
        "c: unproven",
        "    bench (unproven): on the base `bench` could not be run",
        "d: not raced",
        "    source (unproven): no branch",
        "lint: not graded, for 3 of 4",
        "    on the base `lint` could not be run: not found; install it",
    ]
    # Nor is what the gates said already.
    setup = "on the base the setup `npm ci` ended with exit code 1"
    missing = {**check("lint"), "message": setup}
    one = entry("a", 1, "unproven", checks=[missing], gates=[gate("tests", "unproven", setup)])
    assert list(race_reasons([one])) == [
        "a: unproven",
        f"    tests (unproven): {setup}",
        "lint: not graded, for 1 of 1",
        "    same as for a",
    ]


@pytest.mark.parametrize(
    ("counts", "line"),
    [
        ({"passed": 66, "error": 2}, "68 tests 2 ended in an error"),
        ({"passed": 9, "failed": 1, "skipped": 3}, "13 tests 1 failed, 3 skipped"),
        ({"passed": 9, "skipped": 3}, "12 tests 3 skipped"),
        ({"passed": 9}, None),
    ],
)
def test_tests_that_decide_nothing_are_reported(counts: dict[str, int], line: str | None) -> None:
    baseline = {"tests": {"status": "done", "tests": counts}, "lint": {"errors": 1}}
    race = {"baseline": baseline}
    told = [f"base: of {line} already (candidates/base/tests.log)"] if line else []
    assert race_base(race)[:1] == told
    assert race_base({"baseline": {}}) == []
    page = markdown(report(entry("a", 1)) | {"race": race})
    assert (f"only the other {counts['passed']} can be lost" in page) == (line is not None)


@pytest.mark.parametrize("counts", [{}, {"failed": 9}, {"skipped": 1, "error": 1}])
def test_where_no_test_of_the_base_passes_that_is_said_first(counts: dict[str, int]) -> None:
    race = {"baseline": {"tests": {"status": "done", "tests": counts}}}
    page = markdown(report(entry("a", 1)) | {"race": race})
    said = "none of its tests passes, so none can be lost"
    assert race_base(race)[0].startswith(f"base: {said}")
    assert page.index(said) < page.index("| a ")


def test_of_who_is_mergeable_only_waivers_are_reported() -> None:
    assert list(race_reasons([entry("a", 1, gates=[gate("tests")])])) == []
    waived = entry("a", 1, gates=[gate("tests", "pass", "waived: flaky (1 test fails)")])
    assert list(race_reasons([waived])) == [
        "a: mergeable",
        "    tests: waived: flaky (1 test fails)",
    ]


WAIVER = {
    "agent": "a",
    "gate": "tests",
    "reason": "",
    "change": "0d9c86ecda2b",
    "file": 'tests/"```\\[é].py',
    "until": None,
}


def test_what_a_person_may_paste_is_reported_when_all_is_wanted() -> None:
    one = entry("a", 1, "unproven", checks=[], waivers=[WAIVER, {**WAIVER, "file": None}])
    assert [*race_reasons([one], verbose=True)] == [
        "a: unproven",
        "    to waive a gate, add to the base's hydra.toml, with a reason:",
        "    [[scoring.waivers]]",
        '    agent = "a"',
        '    gate = "tests"',
        r'    file = "tests/\"\u0060\u0060\u0060\\[é].py"',
        '    reason = ""',
        '    change = "0d9c86ecda2b"',
        "    [[scoring.waivers]]",
        '    agent = "a"',
        '    gate = "tests"',
        '    reason = ""',
        '    change = "0d9c86ecda2b"',
    ]
    pasted = tomllib.loads("\n".join(waiver_lines(WAIVER)))
    assert pasted["scoring"]["waivers"] == [{k: v for k, v in WAIVER.items() if v is not None}]
    assert "scoring" not in "".join(race_reasons([one]))
    other = entry("b", 2, "unproven", checks=[], waivers=[{**WAIVER, "agent": "b"}])
    assert [*race_reasons([one, other], verbose=True)][-2:] == [
        "b: unproven",
        "    to waive a gate: as above; all waivers are in report.json",
    ]


def test_options_are_not_broken_at_their_hyphens() -> None:
    reason = "not run: its agent is started only under --hydra-run-agents"
    bad = entry("a", 1, "unproven", gates=[gate("source", "unproven", reason)])
    assert list(race_reasons([bad]))[-1] == "      --hydra-run-agents"


def test_nothing_in_a_reason_can_move_the_cursor() -> None:
    bad = entry("a", 1, "unproven", gates=[gate("source", "unproven", "a\x1b[2Jb\nc\u202e")])
    assert list(race_reasons([bad]))[1] == "    source (unproven): a\\x1b[2Jb c\\u202e"


def test_markdown_has_the_ranking_and_escapes_what_agents_say() -> None:
    gates = [gate("tests", "block", "lost <b>x</b> | @ada"), gate("source")]
    text = markdown(report(entry("codex", 1), entry("x", 2, "not_mergeable", gates=gates)))
    assert "**1 of 2 candidates mergeable**" in text
    assert "nothing was graded" not in text
    assert "| 1 | codex | 92.7 | mergeable |  | 100.0 | 100.0 | 100.0 | 100.0 |" in text
    assert "<b>" not in text
    assert "@ada" not in text
    assert "| | passed | failed |" not in text


def test_markdown_has_what_a_person_needs_to_decide_folded() -> None:
    waived = gate("tampering", "pass", "waived: my own hook (it adds a hook)")
    review = [{"what": "<i>assertion</i> edited", "file": "tests/a.py", "line": 3}] * 12
    one = entry("codex", 1, "unproven", gates=[waived], waivers=[WAIVER], review=review)
    text = markdown(report(one) | {"verdict": "failed"})
    assert "| unproven | tampering: waived: my own hook (it adds a hook) |" in text
    assert "- &#60;i&#62;assertion&#60;/i&#62; edited (tests/a.py:3)" in text
    assert "**0 of 1 candidate mergeable**" in text
    assert "- … and 2 more" in text
    block = text.partition("```toml\n")[2].partition("```")[0]
    assert tomllib.loads(block)["scoring"]["waivers"][0]["change"] == "0d9c86ecda2b"
    assert text.count("<details>") == text.count("</details>") == 2


def test_verdicts_that_rest_on_nothing_that_was_run_are_warned_of() -> None:
    unrun = [gate("source"), gate("empty_diff"), gate("tampering")]
    scores = {"build": None, "tests": None, "lint": None, "diff_scope": 100, "speed": 50}
    nothing = entry("a", 1, gates=unrun, checks=scored(**scores))
    assert race_warnings([nothing])[0] == (
        "warning: nothing was run, so mergeable only means that files changed"
    )
    linted = entry("a", 1, gates=unrun, checks=scored(**{**scores, "lint": 100}))
    assert race_warnings([linted])[0].startswith("warning: no result of a run counts, so")
    lost = entry("b", 2, "unproven", gates=[gate("source", "unproven", "no ref")])
    assert race_warnings([nothing, lost])
    assert race_warnings([lost]) == []
    built = entry("a", 1, gates=[*unrun, gate("build")], checks=scored(**{**scores, "build": 100}))
    assert race_warnings([built])[0] == (
        "warning: no test was run, so mergeable only means that the other commands passed"
    )
    tested = entry("a", 1, gates=[*unrun, gate("tests")], checks=scored(**scores))
    assert race_warnings([tested]) == []
    assert race_warnings([]) == []


@pytest.mark.parametrize(
    ("known_bad", "problem", "says"),
    [
        ("blocked", None, "the race was verified: the base's tests fail "),
        ("not tried", None, "the race was not verified: "),
        ("passed", "the base's tests still\x1b pass " * 9, "this race cannot be trusted: the"),
    ],
)
def test_what_a_race_made_of_itself_is_one_line(
    known_bad: str, problem: str | None, says: str
) -> None:
    audit = {"known_bad": known_bad, "problem": problem}
    line = race_trial({"audit": audit})
    assert line.startswith(says)
    assert line.isprintable()
    assert len(line) <= WIDTH


class Screen:
    """Keeps what is written to it."""

    def __init__(self, verbosity: int) -> None:
        self.verbosity = verbosity
        self.lines: list[str] = []

    def write_sep(self, _: str, title: str) -> None:
        self.lines.append(title)

    def write_line(self, line: str, **_: bool) -> None:
        self.lines.append(line)


def summary(verbosity: int, race: dict[str, Any] | None, *rankings: dict[str, Any]) -> list[str]:
    screen = Screen(verbosity)
    told = {**report(*rankings), "race": race}
    write_summary(screen, told, width=WIDTH, notes=[], problems=[], history={})
    return screen.lines


FLAKY = {"lost": [], "gone": [], "disputed": [], "flaky": ["t.py::test_b", "t.py::test_a"]}
RACE = {
    "baseline": {},
    "formulas": "hydra-3",
    "formula_texts": {"tests": "100 * passed", "speed": "100 * best"},
    "audit": {"known_bad": "blocked", "problem": None},
}


def test_how_many_tests_are_flaky_is_reported_and_which_where_all_is_wanted() -> None:
    rankings = [entry("a", 1, tests=FLAKY), entry("b", 2, tests={**FLAKY, "flaky": ["<c>"]})]
    assert "flaky: 3 tests, not counted; -v names them" in summary(0, RACE, *rankings)
    assert "flaky: <c>" not in "".join(summary(0, RACE, *rankings))
    every = summary(1, RACE, *rankings)
    assert "flaky: 3 tests, not counted" in every
    assert [line for line in every if line.startswith("    flaky: ")] == [
        *("    flaky: <c>", "    flaky: t.py::test_a", "    flaky: t.py::test_b"),
    ]
    text = markdown(report(*rankings))
    assert "\nflaky: 3 tests, not counted\n" in text
    assert "- flaky: &#60;c&#62;" in text
    many = entry("a", 1, tests={**FLAKY, "flaky": [f"t{number}" for number in range(30)]})
    assert [*calculation({}, [many])][-1] == "flaky: … and 10 more, in report.json"
    assert [*calculation({}, [entry("a", 1)])] == []


def test_formulas_stand_where_the_ranking_is_if_all_is_wanted() -> None:
    inputs = {"passed": 7, "total": 8, "new": True}
    checks = [
        dimension("tests", 87.5, inputs=inputs, share=0.75),
        dimension("lint", 100, share=0.25),
        dimension("speed", None),
    ]
    one = entry("a", 1, total=90.625, checks=checks)
    lines = summary(1, RACE, one)
    place = lines.index("scores by hydra-3, from 0 to 100:") + 1
    assert lines[place : place + 4] == [
        "    a: total 90.6 = 75.00% of tests 87.5 + 25.00% of lint 100.0",
        "    a: tests 87.5 by passed 7, total 8, new 1",
        "    tests = 100 * passed",
        "",
    ]
    assert "total 90.6 =" not in "".join(summary(0, RACE, one))
    text = markdown({**report(one), "race": RACE})
    folded = text.partition("<summary>how the totals were made</summary>")[2]
    assert "- a: total 90.6 &#61; 75.00% of tests 87.5 + 25.00% of lint 100.0\n" in folded
    assert "- tests &#61; 100 &#42; passed" in folded


def test_a_decision_by_todays_policy_is_reported_first() -> None:
    race = {**RACE, "policy_changes": ["weights.tests 30 → 50", "a: rank 2 → 1"]}
    lines = summary(0, race, entry("a", 1))
    place = lines.index("decided by today's policy instead of the recorded one:")
    assert lines[place + 1 : place + 3] == ["    weights.tests 30 → 50", "    a: rank 2 → 1"]
    assert "recorded one:; weights.tests 30 → 50; a: rank" in markdown(
        {**report(entry("a", 1)), "race": race}
    )
