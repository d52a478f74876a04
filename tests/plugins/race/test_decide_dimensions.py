"""Build, lint, diff scope, security and one's own dimensions."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from pytest_hydra.core.numbers import Exact
from pytest_hydra.plugins.engine.unit import CommandRun
from pytest_hydra.plugins.git.diff import FileChange
from pytest_hydra.plugins.race.decide.decision import DIMENSIONS, decide_race
from pytest_hydra.plugins.race.decide.dimensions import Dimension
from pytest_hydra.plugins.race.decide.measure import Measured
from pytest_hydra.plugins.race.decide.model import CandidateResult, DimensionResult
from pytest_hydra.plugins.race.decide.outcome import verdict_of
from pytest_hydra.plugins.results.outcomes import Finding, LintRun, Sign, TestRun
from tests.plugins.race.recorded import (
    CHANGE,
    base,
    broken,
    candidate,
    done,
    lint,
    lint_counts,
    one,
    own_dimension,
    race,
    reason,
    rules,
    states,
    timed_out,
)

FAILED = done("make", exit=2, tail="cc -c a.c\n\na.c:1: no such file\n", log="codex/build.log")


def score(result: CandidateResult, name: str) -> Exact | None:
    return result.dimension(name).score


# --- build --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "now", "expected", "gates"),
    [
        (done(), done(), 100, {}),
        (done(), FAILED, 0, {"build": "block"}),
        (FAILED, done(), 100, {}),
        (FAILED, FAILED, None, {"build": "unproven"}),
        (done(), done(missing=("dist/*.whl",)), 0, {"build": "block"}),
        (done(), done(exit=-9), 0, {"build": "block"}),
        (done(), done(missing=("a",), outputs=1), 0, {"build": "block"}),
        (done(), done(missing=("a",), outputs=3), Fraction(200, 3), {"build": "block"}),
        (done(), done(missing=("a", "b"), outputs=2), 0, {"build": "block"}),
        (done(), done(exit=2, missing=("a",), outputs=3), 0, {"build": "block"}),
        (broken(), done(), None, {"build": "unproven"}),
        (timed_out(300), FAILED, None, {"build": "unproven"}),
        (done(), broken(), None, {"build": "unproven"}),
        (done(seconds=100), timed_out(300), 0, {"build": "block"}),
        (done(seconds=101), timed_out(300), None, {"build": "unproven"}),
    ],
)
def test_build(
    before: CommandRun, now: CommandRun, expected: int | None, gates: dict[str, str]
) -> None:
    result = one(base(build=before), candidate(build=now))
    assert (score(result, "build"), states(result)) == (expected, gates)


def test_why_a_build_blocks() -> None:
    said = (
        "`make` ended with exit code 2: cc -c a.c | a.c:1: no such file (full log: codex/build.log)"
    )
    assert reason(one(base(build=done()), candidate(build=FAILED)), "build") == said
    both = reason(one(base(build=FAILED), candidate(build=FAILED)), "build")
    assert both == f"{said}; it fails on the base as well"
    for run, words in [
        (done(missing=("dist/*.whl", "b")), "`make` did not create dist/*.whl, b"),
        (done(exit=-9), "`make` ended with signal 9"),
        (timed_out(300.25), "`make` timed out after 300.3 s; on the base it takes 0 s"),
    ]:
        assert reason(one(base(build=done()), candidate(build=run)), "build") == words


def test_a_build_that_need_not_pass_has_no_gate() -> None:
    result = one(
        base(build=done()), candidate(build=FAILED), policy=rules(require_build_pass=False)
    )
    assert (states(result), score(result, "build")) == ({}, 0)
    assert result.gate("build") is None


def test_what_did_not_run_after_a_failed_build_is_unproven() -> None:
    result = one(base(build=done(), lint=lint()), candidate(build=FAILED))
    assert score(result, "lint") is None
    assert result.dimension("lint").message == "lint was not run"
    assert not result.dimension("lint").missing


# --- lint ---------------------------------------------------------------------------------------


def finding(rule: str, text: str, file: str = "src/a.py", **fields: Any) -> Finding:
    return Finding(rule=rule, file=file, text=text, **fields)


E1, E2 = finding("E501", "x = 1", line=3), finding("F401", "import os", line=1)
W1 = finding("W291", "y = 2", severity="warning")


@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [
        ((), (), 100),
        ((), (E1,), 88),
        ((), (W1,), 98),
        ((E1,), (E1,), 100),
        # Moved to another line.
        ((E1,), (replace(E1, line=77),), 100),
        # One more of the same.
        ((E1,), (E1, replace(E1, line=9)), 88),
        # Another one: what is resolved pays one point.
        ((E1,), (E2,), 89),
        ((E1, E2), (), 100),
        ((E1, E2, E2), (E1, W1), 100),
        ((), (E1, E2, W1), 74),
    ],
)
def test_findings_by_identity(
    before: tuple[Finding, ...], now: tuple[Finding, ...], expected: int
) -> None:
    result = one(base(lint=lint(*before)), candidate(lint=lint(*now)))
    assert score(result, "lint") == expected
    assert states(result) == {}
    assert result.dimension("lint").inputs["evidence"] == "ids"


def test_findings_of_a_renamed_file_are_no_new_ones() -> None:
    renamed = FileChange(path="src/b.py", old_path="src/a.py", status="renamed")
    moved = replace(E1, file="src/b.py")
    result = one(base(lint=lint(E1)), candidate("codex", renamed, lint=lint(moved)))
    assert score(result, "lint") == 100
    result = one(base(lint=lint(E1)), candidate("codex", CHANGE, lint=lint(moved)))
    assert result.dimension("lint").message == "1 new finding: E501 src/b.py:3"
    assert score(result, "lint") == 89


@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [((3, 4), (3, 4), 100), ((3, 4), (5, 4), 76), ((3, 4), (3, 9), 90), ((9, 9), (0, 0), 100),
     ((3, 0), (4, 0), 88), ((5, 0), (3, 1), 99)],
)  # fmt: skip
def test_findings_by_number(before: tuple[int, int], now: tuple[int, int], expected: int) -> None:
    result = one(base(lint=lint_counts(*before)), candidate(lint=lint_counts(*now)))
    assert score(result, "lint") == expected
    assert result.dimension("lint").inputs["evidence"] == "counts"


def test_what_a_comment_hides_from_the_linter_counts_as_found() -> None:
    signs = tuple(Sign(kind="suppression", file="a.py", line=at, text="x  # noqa") for at in (3, 9))
    record = replace(candidate(lint=lint()), signs=(*signs, Sign(kind="snapshot", file="b.snap")))
    found = one(base(lint=lint()), record).dimension("lint")
    assert (found.score, found.message) == (76, "2 new suppressions: a.py:3, a.py:9")
    assert found.inputs["suppressions"] == 2
    # Nothing is linted: there is nothing to score.
    unlinted = one(base(), replace(candidate(), signs=signs)).dimension("lint")
    assert unlinted.missing


@pytest.mark.parametrize(
    ("before", "now", "expected"), [(0, 0, 100), (0, 3, 88), (1, 1, None), (1, 0, 100)]
)
def test_lint_by_exit_code(before: int, now: int, expected: int | None) -> None:
    # If it fails on both, new findings cannot be counted.
    result = one(base(lint=done(exit=before)), candidate(lint=done(exit=now)))
    assert score(result, "lint") == expected


def test_lint_that_cannot_be_compared_is_ungraded_and_unproven_where_the_base_s_is_graded() -> None:
    unread = done(lint=LintRun(evidence="ids", source="sarif", problems=("no JSON",)))
    unproven = {"lint": "unproven"}
    for before, now, expected in [
        (lint(), lint_counts(0, 0), unproven),
        (lint(), unread, unproven),
        (unread, lint(), {}),
        (lint(), broken(), unproven),
        (broken(), lint(), {}),
    ]:
        result = one(base(lint=before), candidate(lint=now))
        assert score(result, "lint") is None
        assert states(result) == expected
        assert result.dimension("lint").message


# --- diff scope ---------------------------------------------------------------------------------


def change(path: str, added: int = 0, removed: int = 0, **fields: Any) -> FileChange:
    return FileChange(path=path, status="modified", added=added, removed=removed, **fields)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ([change("a", 400, 400)], 100),
        # 1200 lines: 75; one file: 100.
        ([change("a", 600, 600)], Fraction(175, 2)),
        ([change(f"f{at}") for at in range(20)], 100),
        # 30 files: 75.
        ([change(f"f{at}") for at in range(30)], Fraction(175, 2)),
        # 1600 lines: 50.
        ([change("a", 800, 800)], 75),
        # Lock files count above 5,000 lines: 800 + 400 of them.
        ([change("a", 800), change("uv.lock", 5_000, kind="lock")], 100),
        ([change("a", 800), change("uv.lock", 5_400, kind="lock")], Fraction(175, 2)),
        (
            [
                change("a", 800),
                change("l", 3_000, kind="lock"),
                change("g", 2_400, kind="generated"),
            ],
            Fraction(175, 2),
        ),
        ([change("a.png", binary=True)], 100),
    ],
)
def test_churn_and_files(changes: list[FileChange], expected: Exact) -> None:
    assert score(one(base(), candidate("codex", *changes)), "diff_scope") == expected


def test_protected_and_allowed_paths() -> None:
    policy = rules(protected_paths=("infra/", "scripts/release/"))
    for path, expected in [
        ("infra/main.tf", 30),
        ("deploy/infra/x", 30),
        ("infra", 100),
        ("scripts/release/go.sh", 30),
        ("my/scripts/release/go.sh", 100),
    ]:
        result = one(base(), candidate("codex", change(path)), policy=policy)
        assert score(result, "diff_scope") == expected, path
    policy = rules(allowed_paths=("/src/", "*.md"))
    for path, expected in [("src/a.py", 100), ("docs/x.md", 100), ("lib/src/a.py", 80)]:
        result = one(base(), candidate("codex", change(path)), policy=policy)
        assert score(result, "diff_scope") == expected, path
    result = one(base(), candidate("codex", change("lib/a.py"), change("src/b")), policy=policy)
    assert result.dimension("diff_scope").message == "out of scope: lib/a.py"


def test_a_file_that_was_moved_out_of_a_protected_path_was_there() -> None:
    moved = FileChange(path="src/a", old_path="infra/a", status="renamed")
    result = one(base(), candidate("codex", moved), policy=rules(protected_paths=("infra/",)))
    assert result.dimension("diff_scope").message == "protected: infra/a"
    assert score(result, "diff_scope") == 30


# --- security -----------------------------------------------------------------------------------

AUDIT = rules(security=True)


@pytest.mark.parametrize(
    ("before", "now", "expected", "gates"),
    [
        (None, done(), 100, {}),
        (None, FAILED, 0, {"security": "block"}),
        (done(), FAILED, 0, {"security": "block"}),
        (FAILED, done(), 100, {}),
        # An exit code does not tell whether there is anything new.
        (FAILED, FAILED, None, {"security": "unproven"}),
        (lint(E1), lint(E1), 100, {}),
        (lint(E1), lint(E1, E2), 0, {"security": "block"}),
        (lint(E1), FAILED, None, {"security": "unproven"}),
        (broken(), FAILED, None, {"security": "unproven"}),
        (None, broken(), None, {"security": "unproven"}),
        (None, timed_out(300), 0, {"security": "block"}),
    ],
)
def test_security(
    before: CommandRun | None, now: CommandRun, expected: int | None, gates: dict[str, str]
) -> None:
    runs = {} if before is None else {"security": before}
    result = one(base(**runs), candidate(security=now), policy=AUDIT)
    assert (score(result, "security"), states(result)) == (expected, gates)
    off = rules(security=True, require_security_pass=False)
    # Without its gate it holds nobody, but who keeps it from being graded.
    kept = gates if expected is None and before == lint(E1) else {}
    assert states(one(base(**runs), candidate(security=now), policy=off)) == kept


def test_security_weighs_nothing_unless_it_is_asked_for() -> None:
    failed = candidate(security=FAILED)
    assert one(base(), failed, policy=AUDIT).total == 100
    weights = {"diff_scope": 15, "security": 15}
    assert one(base(), failed, policy=rules(security=True, weights=weights)).total == 50


# --- one's own ----------------------------------------------------------------------------------


def benched(now: CommandRun, before: CommandRun | None = None, **fields: Any) -> CandidateResult:
    policy = rules(dimensions=(own_dimension("bench", **fields),))
    runs = {} if before is None else {"bench": before}
    return one(base(**runs), candidate(bench=now), policy=policy)


def junit(passed: int, failed: int) -> CommandRun:
    told = TestRun(evidence="counts", source="junit", counts={"passed": passed, "failed": failed})
    return done(exit=int(failed > 0), tests=told)


@pytest.mark.parametrize(
    ("now", "kind", "expected"),
    [
        (done(), "exit", 100),
        (FAILED, "exit", 0),
        (done(score=62.5), "regex", Fraction(125, 2)),
        (done(score=120), "json", 100),
        (done(score=-3), "json", 0),
        (done(exit=1, score=40), "regex", 40),
        # No score: nobody's fault where the command ended well, else the candidate's.
        (done(), "regex", None),
        (FAILED, "regex", 0),
        (junit(3, 1), "junit", 75),
        (junit(0, 0), "junit", None),
        (broken(), "exit", None),
        (timed_out(9), "regex", 0),
    ],
)
def test_own_scores(now: CommandRun, kind: Any, expected: Exact | None) -> None:
    result = benched(now, measured_by=kind, weight=5)
    assert score(result, "bench") == expected
    assert result.gate("bench") is None


def test_own_findings() -> None:
    assert score(benched(lint(E1, E2), lint(E1), measured_by="sarif"), "bench") == 88
    assert score(benched(lint(E1), measured_by="sarif"), "bench") is None


@pytest.mark.parametrize(
    ("now", "before", "gates"),
    [
        (done(score=80), None, {}),
        (done(score=79.9), None, {"bench": "block"}),
        (done(score=70), done(score=90), {"bench": "block"}),
        # It was below on the base, and is no worse.
        (done(score=70), done(score=70), {"bench": "unproven"}),
        (done(score=69), done(score=70), {"bench": "block"}),
        (done(), None, {"bench": "unproven"}),
        (broken(), None, {"bench": "unproven"}),
        (timed_out(9), None, {"bench": "block"}),
        (done(score=90), broken(), {"bench": "unproven"}),
    ],
)
def test_own_gates(now: CommandRun, before: CommandRun | None, gates: dict[str, str]) -> None:
    assert states(benched(now, before, measured_by="regex", gate=80)) == gates


@pytest.mark.parametrize(
    ("now", "before", "gates"),
    [
        (done(), done(score=3), {"bench": "unproven"}),
        (done(), done(), {}),
        (done(), None, {}),
        (done(score=0), done(score=3), {}),
        (broken(), done(score=3), {"bench": "unproven"}),
        (broken(), broken(), {}),
    ],
)
def test_who_keeps_a_score_from_being_reported_is_unproven_where_the_base_has_one(
    now: CommandRun, before: CommandRun | None, gates: dict[str, str]
) -> None:
    for kind in ("regex", "json", "junit"):
        assert states(benched(now, before, measured_by=kind)) == gates


def test_why_an_own_gate_blocks() -> None:
    result = benched(done(exit=3, tail="too slow", score=10), measured_by="regex", gate=80)
    assert reason(result, "bench") == (
        "10.0 of 100 is below 80.0: `make` ended with exit code 3: too slow"
    )
    alike = done(exit=3, tail="too slow", score=10)
    # What is long is cut at its end, so that this stands before what the command said.
    assert reason(benched(alike, alike, measured_by="regex", gate=80), "bench") == (
        "10.0 of 100 is below 80.0, but not below the base's: "
        "`make` ended with exit code 3: too slow"
    )


OFFERED = rules(dimensions=(own_dimension("docs", gate=50, measured_by="plugin"),))


def offered(measure: Dimension | None) -> CandidateResult:
    """A candidate with the dimension docs, as a plugin measures it."""
    measures = DIMENSIONS if measure is None else {**DIMENSIONS, "docs": measure}
    record = race(base(), candidate(), policy=OFFERED)
    return decide_race(record, measures=measures).candidates[0]


def test_a_plugins_dimension_is_held_to_the_projects_gate() -> None:
    def measure(subject: Measured) -> DimensionResult:
        return subject.scored(40, "half a page")

    result = offered(measure)
    assert result.dimensions[-1].score == 40
    assert states(result)["docs"] == "block"
    (reason,) = [gate.reason for gate in result.gates if gate.name == "docs"]
    assert reason == "40.0 of 100 is below 50.0: half a page"


def test_a_plugins_dimension_that_raises_or_is_not_there_is_ungraded() -> None:
    def measure(subject: Measured) -> DimensionResult:
        raise ZeroDivisionError(f"no pages of {subject.name}")

    for result, message in (
        (offered(measure), "the plugin's measure raised ZeroDivisionError: no pages of docs"),
        (offered(None), "no plugin in this session provides docs"),
    ):
        assert (result.dimensions[-1].score, result.dimensions[-1].message) == (None, message)
        assert states(result)["docs"] == "unproven"


def test_a_plugin_may_replace_a_dimension_of_the_package() -> None:
    def measure(subject: Measured) -> DimensionResult:
        return subject.scored(7)

    record = race(base(), candidate())
    (result,) = decide_race(record, measures={**DIMENSIONS, "build": measure}).candidates
    assert result.dimensions[0].score == 7


def test_a_plugins_dimension_is_not_taken_for_one_that_did_not_run() -> None:
    # It has no command, so that nothing of it is among the runs.
    record = race(base(build=done()), candidate(build=done()), policy=OFFERED)
    verdict = verdict_of(decide_race(record), "codex", "docs")
    assert (verdict.state, verdict.headline) == (
        "ungraded",
        "no plugin in this session provides docs",
    )
