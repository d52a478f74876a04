"""What a race says at its end: who won, and what to do."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from pytest_hydra.core.gates import BY_BASE_ALONE, ChangeQuestion, ChangeRuling
from pytest_hydra.plugins.git.diff import FileChange
from pytest_hydra.plugins.race.decide.decision import DIMENSIONS, decide_race
from pytest_hydra.plugins.race.decide.outcome import outcome_of, verdict_of
from pytest_hydra.plugins.race.record import RaceRecord
from pytest_hydra.plugins.race.replay import RecordedRace
from tests.plugins.race.recorded import base, candidate, race, ran, rules


def steps(record: RaceRecord, of: int, run: str = ".hydra/runs/r") -> list[str]:
    return outcome_of(decide_race(record), {}, None).next_steps(run, of)


def test_the_winner_and_how_to_take_it() -> None:
    record = race(
        base(tests=ran("pp")),
        candidate("good", tests=ran("pp")),
        candidate("bad", tests=ran("pf")),
    )
    assert steps(record, 2) == [
        "winner: good (100.0 of 100)",
        "best by the base's tests alone: nothing tests the task",
        "next: git merge agents/good",
    ]


def test_what_was_kept_is_run_again_by_nobody_in_a_replay(tmp_path: Path) -> None:
    record = race(base(tests=ran("p")), candidate("a", tests=ran("p", cached=True)))
    live = outcome_of(decide_race(record), {}, None)
    (tmp_path / "race.json").write_text(json.dumps(live.record), "utf-8")
    replayed = RecordedRace(tmp_path / "race.json", judge_nothing, DIMENSIONS).outcome([])
    kept = "1 of 2 results come from earlier sessions"
    assert live.notes[-1] == f"{kept}; --hydra-no-cache runs all again"
    assert replayed.notes[-1] == kept


def judge_nothing(_: ChangeQuestion) -> ChangeRuling:
    raise AssertionError


def test_a_winner_that_is_no_better_than_others_is_reported_as_one() -> None:
    passes = ran("pp")
    change = FileChange(path="a.py", status="modified", added=1)
    small = candidate("small", change, source={"tree": "e" * 40}, tests=passes)
    others = [candidate(at, source={"tree": at * 40}, tests=passes) for at in ("a", "b", "c", "d")]
    assert steps(race(base(tests=passes), small, *others), 5) == [
        "winner: small (100.0 of 100)",
        "same total: a, b, c, … and 1 more",
        "small is ranked first because it changes the fewest lines of product code",
        BY_BASE_ALONE,
        "next: git merge agents/small",
    ]
    equals = steps(race(base(tests=passes), *others[:2]), 2)
    assert equals[1:3] == ["same total: b", "a is ranked first by its name"]
    fixes = candidate("z", source={"tree": "f" * 40}, tests=ran("pp"))
    fails = candidate("y", source={"tree": "d" * 40}, tests=ran("pf"))
    weights = rules(weights={"tests": 0})
    (_, same, why, *_) = steps(race(base(tests=ran("pf")), fails, fixes, policy=weights), 2)
    assert (same, why) == ("same total: y", "z is ranked first because it fixes more tests")


def test_a_winner_that_fixed_fewer_tests_than_another() -> None:
    small = candidate("small", source={"tree": "e" * 40}, tests=ran("pff"))
    large = FileChange(path="a.py", status="modified", added=2_000)
    fixes = candidate("fixes", large, tests=ran("ppp"))
    record = race(base(tests=ran("pff")), small, fixes, policy=rules(weights={"tests": 0}))
    assert steps(record, 2) == [
        "winner: small (100.0 of 100)",
        BY_BASE_ALONE,
        "⚑ fixes fixed 2 failing tests, small 0",
        "next: git merge agents/small",
    ]


def test_candidates_with_the_same_files_share_a_rank() -> None:
    agents = [candidate(name, tests=ran("pp")) for name in ("ada", "bob", "cyd")]
    other = candidate("dan", source={"tree": "e" * 40}, tests=ran("pp"))
    outcome = outcome_of(decide_race(race(base(tests=ran("pp")), *agents, other)), {}, None)
    ranks = [entry["details"]["rank"] for entry in outcome.candidates]
    assert ranks == [1, 1, 1, 4]
    assert outcome.next_steps("", 4)[1:3] == [
        "the same change: ada, bob, cyd",
        "same total: dan",
    ]


def test_how_many_failing_tests_are_fixed() -> None:
    record = race(
        base(tests=ran("pff")), candidate("a", tests=ran("ppf")), candidate("b", tests=ran("ppp"))
    )
    outcome = outcome_of(decide_race(record), {}, None)
    found = {entry["id"]: entry["details"]["fixed"] for entry in outcome.candidates}
    assert found == {"a": {"fixed": 1, "of": 2}, "b": {"fixed": 2, "of": 2}}
    fine = race(base(tests=ran("pp")), candidate(tests=ran("pp")))
    assert "fixed" not in outcome_of(decide_race(fine), {}, None).candidates[0]["details"]


def test_the_winner_is_not_reported_without_what_is_to_be_looked_at() -> None:
    untracked = candidate("a", source={"untracked": ("b.py",)}, tests=ran("p"))
    record = race(base(tests=ran("p")), untracked)
    assert steps(record, 1)[0] == "winner: a (100.0 of 100; ⚑ 1 to review)"


def test_what_is_copied_into_a_shell_is_quoted() -> None:
    named = candidate("a", source={"patch": "candidates/a/diff.patch"}, tests=ran("p"))
    merged = replace(named, source=replace(named.source, named="a;$(reboot)"))
    assert steps(race(base(tests=ran("p")), merged), 1)[-1] == "next: git merge 'a;$(reboot)'"
    head = replace(named, source=replace(named.source, named="HEAD"))
    assert steps(race(base(tests=ran("p")), head), 1) == ["winner: a (100.0 of 100)", BY_BASE_ALONE]
    applied = replace(named, source=replace(named.source, kind="patch"))
    line = "next: git apply 'my runs/r/candidates/a/diff.patch'"
    assert steps(race(base(tests=ran("p")), applied), 1, "my runs/r")[-1] == line


@pytest.mark.parametrize(
    ("letters", "line"),
    [
        ("pp", "best so far (1 of 3 decided): good (100.0 of 100)"),
        ("pf", "no candidate is mergeable (1 of 3 decided)"),
    ],
)
def test_there_is_no_winner_where_not_all_were_looked_at(letters: str, line: str) -> None:
    assert steps(race(base(tests=ran("pp")), candidate("good", tests=ran(letters))), 3)[0] == line


def test_where_nobody_is_mergeable_a_person_may_still_decide() -> None:
    lost = race(base(tests=ran("p")), candidate("a", tests=ran("f")))
    assert steps(lost, 1) == [
        "no candidate is mergeable",
        "to waive a gate, add the lines that -v prints to the base's hydra.toml",
    ]
    empty = race(base(tests=ran("p")), candidate("a", source={"changes": ()}, tests=ran("p")))
    assert steps(empty, 1) == ["no candidate is mergeable"]


def test_a_race_that_fails_says_by_which_gates_and_leaves_why_to_the_summary() -> None:
    record = race(
        base(tests=ran("pp")),
        candidate("breaks", tests=ran("pf")),
        candidate("lost", source={"tree": None, "changes": (), "problem": "no ref"}),
        candidate("good", tests=ran("pp")),
        policy=rules(require="all"),
    )
    verdict = verdict_of(decide_race(record), "", "race")
    assert verdict.state == "failed"
    assert verdict.text.splitlines() == [
        '1 of 3 candidates mergeable; require = "all"',
        "1. good: mergeable",
        "2. lost: not raced: source",
        "3. breaks: not mergeable: tests",
        "The reasons are below the ranking, and in the report.",
    ]


def test_where_nothing_was_run_nobody_wins() -> None:
    assert steps(race(base(), candidate("a")), 1) == ["first by the size of its change: a"]


def test_logs_may_be_added_while_an_outcome_is_made() -> None:
    class Name(str):
        """One that has another thread add a log while it is looked at."""

        def split(self, *_: object) -> list[str]:
            logs["candidates/other/build.log"] = Path("b")
            return str(self).split("/")

    logs: dict[str, Path] = {}
    record = race(base(), candidate())
    (agent,) = [entry.source.agent for entry in record.candidates]
    logs[Name(f"candidates/{agent}/build.log")] = Path("a")
    assert [*outcome_of(decide_race(record), logs, None).files.values()] == [Path("a")]
    assert len(logs) == 2
