"""What the new tests of candidates say of each other's code, by recordings alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_hydra.plugins.engine.unit import CommandRun
from pytest_hydra.plugins.race.decide.cross_examination import CrossExamination
from pytest_hydra.plugins.race.decide.decision import decide_race
from pytest_hydra.plugins.race.decide.model import Pair, RaceResult
from pytest_hydra.plugins.race.decide.outcome import race_entry
from pytest_hydra.plugins.race.policy.race_tables import Policy
from pytest_hydra.plugins.race.record import CandidateRecord, RaceRecord
from tests.plugins.race.recorded import (
    NEW_FILE,
    base,
    broken,
    candidate,
    counts,
    done,
    ids,
    names,
    race,
    ran,
    rules,
    states,
    timed_out,
)

ASKED = rules(cross_examination=True)
TASK = "tests/test_task.py"


def file_by(author: str) -> str:
    return f"tests/test_{author}.py"


def new(author: str, letters: str, **fields: Any) -> CommandRun:
    """The tests of an author, by letter."""
    return ran(ids(letters, file_by(author)), only=(file_by(author),), **fields)


def crossed(
    tests: Mapping[str, Mapping[str, str | CommandRun]], policy: Policy = ASKED, **task: str
) -> RaceRecord:
    """A race. By author what its tests do on whose code: its own, the others', the base's.

    ``task`` is what the tests of the task do on whose code.
    """
    agents = sorted({agent for codes in tests.values() for agent in codes} - {"base"})
    records = []
    for agent in agents:
        runs: dict[str, CommandRun] = {"tests": ran("p")}
        if agent in task:
            runs["acceptance"] = ran(ids(task[agent], TASK))
        for author, codes in tests.items():
            step = "tests.own" if author == agent else f"tests.of.{author}"
            if (told := codes.get(agent)) is not None:
                runs[step] = new(author, told) if isinstance(told, str) else told
            if author == agent and isinstance(on_base := codes.get("base"), str):
                runs["tests.new"] = new(author, on_base)
        record = candidate(agent, NEW_FILE, source={"tree": agent[0] * 40})
        records.append(_with(record, runs))
    there = {"acceptance": ran(ids("f", TASK))} if task else {}
    return race(base(tests=ran("p"), **there), *records, policy=policy)


def _with(record: CandidateRecord, runs: Mapping[str, CommandRun]) -> CandidateRecord:
    return CandidateRecord(source=record.source, runs=runs, isolation="bubblewrap")


def agreement(result: RaceResult) -> dict[str, Any]:
    """The score of each candidate; None where there is none."""
    return {each.agent: each.dimension("agreement").score for each in result.candidates}


def reviews(result: RaceResult) -> dict[str, list[str]]:
    return {
        each.agent: [review.what for review in each.review if "test_" in review.what]
        for each in sorted(result.candidates, key=lambda entry: entry.agent)
    }


# Two that are right, one that is wrong and says so in a test, and one that misses a case.
FOUR: dict[str, dict[str, str | CommandRun]] = {
    "ada": {"ada": "pp", "bob": "pp", "cyd": "pf", "dan": "pf", "base": "pf"},
    "bob": {"bob": "p", "ada": "p", "cyd": "f", "dan": "p", "base": "f"},
    "cyd": {"cyd": "p", "ada": "f", "bob": "f", "dan": "f", "base": "f"},
}


def test_who_fails_what_most_others_pass_is_looked_at_first() -> None:
    result = decide_race(crossed(FOUR))
    assert reviews(result) == {
        "ada": [],
        "bob": [],
        "cyd": [
            "look here first: fails 1 test of ada that most others pass: tests/test_ada.py::t1",
            "look here first: fails 1 test of bob that most others pass: tests/test_bob.py::t0",
        ],
        "dan": [
            "look here first: fails 1 test of ada that most others pass: tests/test_ada.py::t1"
        ],
    }
    assert {review.file for each in result.candidates for review in each.review} == {
        file_by("ada"),
        file_by("bob"),
    }
    # By hand: ada's tests weigh 1/2 and 1/6, bob's 2/3, cyd's nothing.
    assert agreement(result) == {
        "ada": 100,
        "bob": 100,
        "cyd": 100 * Fraction(1, 2) / Fraction(4, 3),
        "dan": 100 * Fraction(7, 6) / Fraction(4, 3),
    }
    # A wrong test blocks nobody, and by itself nothing of it counts.
    assert {str(each.verdict) for each in result.candidates} == {"mergeable"}
    assert all(states(each) == {} for each in result.candidates)
    alone = decide_race(crossed(FOUR, rules()))
    assert {e.agent: e.total for e in result.candidates} == {
        e.agent: e.total for e in alone.candidates
    }


def test_without_being_asked_nothing_is_reported() -> None:
    result = decide_race(crossed(FOUR, rules()))
    assert result.pairs == ()
    assert not any(each.review for each in result.candidates)
    assert "agreement" not in result.record.policy.names
    assert "cross_examination" not in race_entry(result)


def test_a_weight_makes_it_count() -> None:
    weighed = rules(cross_examination=True, weights={"agreement": 100})
    ranked = decide_race(crossed(FOUR, weighed)).candidates
    assert [each.agent for each in ranked] == ["ada", "bob", "dan", "cyd"]


def test_what_contradicts_the_tests_of_the_task_is_reported_with_its_author() -> None:
    policy = rules(cross_examination=True, acceptance={"tests": "task"}, task_files=[TASK])
    result = decide_race(crossed(FOUR, policy, ada="p", bob="p", cyd="f", dan="f"))
    told = reviews(result)
    assert told["ada"] == told["bob"] == []
    assert told["cyd"][-1] == (
        "1 test of its own contradicts the tests of the task (it fails on code that passes those: "
        "ada, bob): tests/test_cyd.py::t0"
    )
    # Where nobody passes them there is nothing to contradict.
    none = reviews(decide_race(crossed(FOUR, policy, ada="f", bob="f", cyd="f", dan="f")))
    assert not any("contradict" in what for all_ in none.values() for what in all_)


@pytest.mark.parametrize(
    ("codes", "looked_at"),
    [
        # Two of three others, the author among them.
        ({"bob": "f", "cyd": "p"}, ["bob"]),
        # Nobody but the author says so.
        ({"bob": "f"}, []),
        ({"bob": "f", "cyd": "f"}, []),
        # As many as not.
        ({"bob": "f", "cyd": "f", "dan": "f", "eve": "p"}, []),
        ({"bob": "f", "cyd": "f", "dan": "p"}, ["bob", "cyd"]),
        # Who tells nothing has no voice.
        ({"bob": "f", "cyd": "s", "dan": "."}, []),
        ({"bob": "e", "cyd": "p", "dan": broken()}, ["bob"]),
    ],
)
def test_how_many_have_to_pass_it(codes: dict[str, str | CommandRun], looked_at: list[str]) -> None:
    result = decide_race(crossed({"ada": {"ada": "p", **codes}}))
    assert [agent for agent, found in reviews(result).items() if found] == looked_at


@pytest.mark.parametrize(
    ("run", "why"),
    [
        (ran({file_by("ada"): "error"}), "cannot be collected there: tests/test_ada.py"),
        (broken(), "`make` could not be run: make: not found"),
        (timed_out(9), "`make` timed out after 9 s"),
        (done("pytest", exit=3), "`pytest` ended with exit code 3"),
        (counts(1, passed=1, failed=3), "`make test` ended with exit code 1"),
        (new("ada", "p", problems=("its end is missing",)), "their results cannot be "
         "trusted: its end is missing"),
        (new("ada", "f", modules={"shop": "/usr/shop.py"}), "their results cannot be "
         "trusted: shop"),
    ],
)  # fmt: skip
def test_what_cannot_be_run_there_is_no_failure(run: CommandRun, why: str) -> None:
    result = decide_race(crossed({"ada": {"ada": "p", "bob": "p", "cyd": run}}))
    assert result.pairs == (
        Pair("ada", "bob", passed=names(0, file=file_by("ada"))),
        Pair("ada", "cyd", problem=why),
    )
    assert agreement(result) == {"ada": None, "bob": 100, "cyd": None}
    assert reviews(result) == {"ada": [], "bob": [], "cyd": []}
    assert states(result.candidate("cyd")) == {}


def test_only_tests_that_pass_on_their_authors_code_ask_anything() -> None:
    mine = ran({**ids("ppf", file_by("ada")), **ids("p")})
    theirs = ran({**ids("pff", file_by("ada")), **ids("f")})
    result = decide_race(crossed({"ada": {"ada": mine, "bob": theirs}}))
    (pair,) = result.pairs
    assert pair.passed == names(0, file=file_by("ada"))
    assert pair.failed == names(1, file=file_by("ada"))
    # Whose own run cannot be believed asks nothing.
    for own in (broken(), new("ada", "p", problems=("its end is missing",))):
        assert decide_race(crossed({"ada": {"ada": own, "bob": "f"}})).pairs == ()


def test_a_flood_of_tests_weighs_no_more_than_one() -> None:
    few = crossed(FOUR)
    many = crossed({**FOUR, "bob": {c: str(told) * 5000 for c, told in FOUR["bob"].items()}})
    assert agreement(decide_race(few)) == agreement(decide_race(many))


AGENTS = ("ada", "bob", "cyd", "dan", "eve")
LETTERS = st.text("pfse.", min_size=3, max_size=3)


@given(
    st.dictionaries(
        st.sampled_from(AGENTS), st.fixed_dictionaries(dict.fromkeys((*AGENTS, "base"), LETTERS))
    ),
    st.permutations(AGENTS),
)
def test_whatever_they_say_it_is_reported_alike_and_blocks_nobody(
    tests: dict[str, dict[str, str]], order: Sequence[str]
) -> None:
    record = crossed({"ada": dict.fromkeys(AGENTS, "."), **tests})
    result = decide_race(record)
    by_agent = {each.source.agent: each for each in record.candidates}
    shuffled = race(record.base, *(by_agent[agent] for agent in order), policy=ASKED)
    assert CrossExamination(shuffled).pairs == result.pairs
    assert decide_race(shuffled).candidates == result.candidates
    for each in result.candidates:
        assert "agreement" not in {gate.name for gate in each.gates}
        score = each.dimension("agreement").score
        assert score is None or 0 <= score <= 100
    for pair in result.pairs:
        assert not {*pair.passed} & {*pair.failed}
