"""What is run next in a race: decided by what was recorded, with recordings written by hand."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from pytest_hydra.plugins.engine.unit import CommandRun
from pytest_hydra.plugins.race.policy.race_tables import Policy
from pytest_hydra.plugins.race.record import BASE, KNOWN_BAD, Source
from pytest_hydra.plugins.race.schedule import (
    Job,
    RunRules,
    SoFar,
    SortedFiles,
    Wanted,
    plan,
    settled,
    wanted_of,
)
from pytest_hydra.plugins.results.outcomes import TestRun
from tests.plugins.race import recorded
from tests.plugins.race.recorded import CHANGE, NEW_FILE, TEST_CHANGE, done, ids, ran, timed_out

COMMANDS = ("build", "tests", "lint")
PINNED_BASE = Source(agent=BASE, kind="base", named="main", tree="b" * 40, commit="a" * 40)


def rules(*agents: str, policy: Policy | None = None, **fields: Any) -> RunRules:
    return RunRules(
        **{"policy": policy or Policy(), "agents": agents, "commands": COMMANDS, **fields}
    )


def pinned(agent: str, *changes: Any) -> Source:
    return Source(
        agent=agent,
        kind="ref",
        named=agent,
        tree=agent.rjust(40, "c"),
        changes=changes or (CHANGE,),
    )


def so_far(
    its_rules: RunRules,
    *,
    touches_tests: bool = False,
    sorted_: bool = True,
    **runs: Mapping[str, CommandRun | None],
) -> SoFar:
    """A race whose candidates are pinned and inspected, with these runs by agent and step."""
    changes = (CHANGE, TEST_CHANGE, NEW_FILE) if touches_tests else (CHANGE,)
    sources = {agent: pinned(agent, *changes) for agent in its_rules.agents}
    known = dict.fromkeys(sources, SortedFiles(touches_tests=touches_tests)) if sorted_ else {}
    return SoFar(
        rules=its_rules,
        sources={BASE: PINNED_BASE, **sources},
        files=known,
        inspected=dict.fromkeys(sources, ()),
        runs={(who, step): run for who, steps in runs.items() for step, run in steps.items()},
    )


def everything(its_rules: RunRules) -> Wanted:
    return wanted_of([("", "race")], its_rules)


def jobs(race: SoFar, wanted: Wanted | None = None) -> set[tuple[str, str, str]]:
    """The planned jobs, by kind, agent and step."""
    wanted = everything(race.rules) if wanted is None else wanted
    return {(job.kind, job.agent, job.step) for job in plan(race, wanted)}


def steps_of(race: SoFar, agent: str) -> set[str]:
    return {step for _, who, step in jobs(race) if who == agent}


BUILT = {"build": done()}
GOOD = {**BUILT, "tests": ran("pp"), "lint": done()}


def test_at_first_candidates_are_pinned_and_the_base_runs() -> None:
    race = SoFar(rules=rules("a", "b"), sources={BASE: PINNED_BASE})
    assert jobs(race) == {
        ("pin", "a", ""),
        ("pin", "b", ""),
        ("run", BASE, "build"),
        ("run", BASE, "tests"),
        ("run", BASE, "lint"),
    }


def test_what_needs_the_build_waits_for_it_and_is_not_run_after_a_failed_one() -> None:
    assert steps_of(so_far(rules("a"), base=GOOD), "a") == {"build"}
    assert steps_of(so_far(rules("a"), base=GOOD, a=BUILT), "a") == {"tests", "lint"}
    failed = {"build": done(exit=1)}
    assert steps_of(so_far(rules("a"), base=GOOD, a=failed), "a") == set()
    careless = rules("a", skip_after_failed_build=False)
    assert steps_of(so_far(careless, base=GOOD, a=failed), "a") == {"tests", "lint"}


def test_a_candidate_without_a_tree_runs_nothing() -> None:
    gone = Source(agent="a", kind="ref", named="a", problem="no such branch")
    race = replace(so_far(rules("a"), base=GOOD), sources={BASE: PINNED_BASE, "a": gone})
    assert steps_of(race, "a") == set()


def test_the_bases_tests_sort_files_that_may_have_tests_inside() -> None:
    waits = so_far(rules("a"), sorted_=False, base={"build": done()}, a=BUILT)
    assert jobs(waits) == {("run", BASE, "tests"), ("run", BASE, "lint"), ("run", "a", "lint")}
    knows = so_far(rules("a"), sorted_=False, base=GOOD, a=BUILT)
    assert ("sort", "a", "") in jobs(knows)
    assert ("run", "a", "tests") not in jobs(knows)


def test_own_tests_are_run_if_tests_were_touched() -> None:
    race = so_far(rules("a"), touches_tests=True, base=GOOD, a=BUILT)
    assert steps_of(race, "a") == {"tests", "tests.own", "lint"}


@pytest.mark.parametrize(
    ("v", "o", "files"),
    [
        # A new test that passes, and one that does not pass in the base's version.
        ("pp", {**ids("pp"), "tests/test_new.py::t0": "passed"}, ("tests/test_new.py",)),
        ("pf", ids("pp"), ("tests/test_a.py",)),
        ("pp", ids("pp"), None),
        ("pp", {**ids("pp"), "tests/test_new.py::t0": "failed"}, None),
    ],
)
def test_own_tests_are_run_on_the_bases_code_if_they_tell_something(
    v: str, o: Any, files: tuple[str, ...] | None
) -> None:
    own = {**GOOD, "tests": ran(v), "tests.own": ran(o)}
    race = so_far(rules("a"), touches_tests=True, base=GOOD, a=own)
    found = [job.files for job in plan(race, everything(race.rules)) if job.step == "tests.new"]
    assert found == ([] if files is None else [files])


OWN = {**GOOD, "tests.own": ran(ids("p", "tests/test_new.py"), only=("tests/test_new.py",))}


def as_merged(**runs: CommandRun) -> set[str]:
    """The steps to run of a candidate whose tests are not those that decide."""
    race = so_far(rules("a"), base=GOOD, a={**OWN, "tests.new": None, **runs})
    files = SortedFiles(touches_tests=True, differs_from_merge=True)
    return steps_of(replace(race, files={"a": files}), "a")


def test_a_candidate_that_touches_tests_is_run_as_merged_once_all_else_is_fine() -> None:
    assert as_merged() == {"tests.merged"}
    assert as_merged(**{"tests.merged": ran("pf")}) == set()
    # Not if it cannot be merged anyway, or was run like that.
    for runs in (
        {"tests": ran("pf"), "tests.rerun.1": None, "tests.rerun.2": None},
        {"build": done(exit=1)},
    ):
        assert "tests.merged" not in as_merged(**runs)
    assert as_merged(**{"tests.own": ran("ppp")}) == set()
    # Others have the same files.
    race = so_far(rules("a"), touches_tests=True, base=GOOD, a={**OWN, "tests.new": None})
    assert steps_of(race, "a") == set()


def test_the_tests_of_the_task_wait_for_the_run_as_merged() -> None:
    task = rules(
        "a", commands=(*COMMANDS, "acceptance"), policy=recorded.rules(acceptance={"tests": "task"})
    )
    good = {**OWN, "tests.new": None}
    race = so_far(task, base={**GOOD, "acceptance": ran("f")}, a=good)
    files = SortedFiles(touches_tests=True, differs_from_merge=True)
    assert steps_of(replace(race, files={"a": files}), "a") == {"tests.merged"}
    done_ = so_far(
        task, base={**GOOD, "acceptance": ran("f")}, a={**good, "tests.merged": ran("ppp")}
    )
    assert steps_of(replace(done_, files={"a": files}), "a") == {"acceptance"}


def test_own_tests_of_some_files_that_fail_alone_are_run_with_all_others() -> None:
    own = {**GOOD, "tests.own": ran("pf", files=())}
    own["tests.own"] = replace(own["tests.own"], files=("tests/test_a.py",))
    race = so_far(rules("a"), touches_tests=True, base=GOOD, a=own)
    (job,) = [job for job in plan(race, everything(race.rules)) if job.agent == "a"]
    assert (job.step, job.files) == ("tests.own", ())
    own["tests.own"] = replace(own["tests.own"], files=())
    race = so_far(rules("a"), touches_tests=True, base=GOOD, a=own)
    assert steps_of(race, "a") == set()


def test_own_tests_of_some_files_are_run_with_those_that_break() -> None:
    heir = "tests/test_b.py"
    before = {**GOOD, "tests": ran({**ids("pp"), **ids("pp", heir)})}
    own = ran("pp", only=("tests/test_a.py",))
    for broken, expected in (("pp", None), ("pf", ("tests.own", ()))):
        runs = {**GOOD, "tests": ran({**ids("pf"), **ids(broken, heir)}), "tests.own": own}
        race = so_far(rules("a"), touches_tests=True, base=before, a=runs)
        jobs = [(job.step, job.files) for job in plan(race, everything(race.rules))]
        assert (expected in jobs) is (expected is not None)


def test_a_usual_time_limit_is_raised_once_if_the_base_takes_long() -> None:
    late = {**GOOD, "tests": timed_out(600)}

    def again(base_seconds: float, **fields: Any) -> list[float | None]:
        base = {**GOOD, "tests": replace(ran("pp"), seconds=base_seconds)}
        race = so_far(rules("a", **fields), base=base, a=late)
        return [job.seconds for job in plan(race, everything(race.rules)) if job.step == "tests"]

    assert again(200) == [1000]
    assert again(100) == []
    assert again(200, limited=frozenset({"tests"})) == []
    late["tests"] = timed_out(1000)
    assert again(200) == []


def test_lost_tests_are_run_again_on_both_sides_until_they_pass() -> None:
    lost = {**GOOD, "tests": ran("pf")}
    reruns = rules("a", reruns=2)
    race = so_far(reruns, base=GOOD, a=lost)
    assert steps_of(race, "a") == steps_of(race, BASE) == {"tests.rerun.1"}
    half = so_far(reruns, base=GOOD, a={**lost, "tests.rerun.1": ran("pf")})
    assert steps_of(half, "a") == set()
    assert steps_of(half, BASE) == {"tests.rerun.1"}
    base = {**GOOD, "tests.rerun.1": ran("pp")}
    race = so_far(reruns, base=base, a={**lost, "tests.rerun.1": ran("pf")})
    assert steps_of(race, "a") == {"tests.rerun.2"}
    race = so_far(reruns, base=base, a={**lost, "tests.rerun.1": ran("pp")})
    assert steps_of(race, "a") == set()
    slow = {**lost, "tests.rerun.1": replace(ran("pf"), seconds=100)}
    race = so_far(replace(reruns, rerun_budget=60), base=base, a=slow)
    assert steps_of(race, "a") == set()


def test_the_known_bad_candidate_is_run_if_a_lost_test_could_be_seen() -> None:
    race = so_far(rules("a"), base={**GOOD, "tests": ran("pf")})
    assert ("pin", KNOWN_BAD, "") in jobs(race)
    bad = Source(agent=KNOWN_BAD, kind="base", named="main", tree="d" * 40)
    race = replace(race, sources={**race.sources, KNOWN_BAD: bad})
    race = replace(race, runs={**race.runs, (KNOWN_BAD, "build"): done()})
    (job,) = [job for job in plan(race, everything(race.rules)) if job.agent == KNOWN_BAD]
    assert (job.step, job.failures) == ("tests", 2)
    assert ("pin", KNOWN_BAD, "") not in jobs(so_far(rules("a"), base={**GOOD, "tests": ran("ff")}))


def test_the_tests_of_others_are_run_where_their_results_are_known() -> None:
    crossed = rules("a", "b", policy=recorded.rules(cross_examination=True))
    new = {**ids("pp"), "tests/test_new.py::t0": "passed"}
    own = {
        **GOOD,
        "tests.own": ran(new),
        "tests.new": ran({"tests/test_new.py::t0": "failed"}),
    }
    race = so_far(crossed, touches_tests=True, base=GOOD, a=own, b=BUILT)
    found = {job.step: job.files for job in plan(race, everything(crossed)) if job.agent == "b"}
    assert found["tests.of.a"] == ("tests/test_new.py",)
    assert ("run", "a", "tests.of.b") not in jobs(race)


def test_a_base_of_which_only_a_failed_exit_code_is_known_runs_its_tests_again() -> None:
    failed = done("npx ava", exit=1, tests=TestRun(evidence="exit", source="exit"))
    flaky = rules("a", reruns=2)
    race = so_far(flaky, base={**GOOD, "tests": failed}, a=BUILT)
    assert steps_of(race, BASE) == {"tests.rerun.1"}
    assert jobs(so_far(rules("a", reruns=0), base={**GOOD, "tests": failed}, a=GOOD)) == set()
    passed = replace(failed, exit=0)
    race = so_far(flaky, base={**GOOD, "tests": failed, "tests.rerun.1": passed}, a=BUILT)
    assert race.candidate(BASE).runs["tests"] == passed
    assert ("pin", KNOWN_BAD, "") in jobs(race)
    race = so_far(flaky, base={**GOOD, "tests": failed, "tests.rerun.1": failed}, a=BUILT)
    assert race.candidate(BASE).runs["tests"] == failed
    assert ("pin", KNOWN_BAD, "") not in jobs(race)


TASK = recorded.rules(acceptance={"tests": "task"}, task_files=["tests/test_task.py"])


def test_the_tests_of_the_task_are_last() -> None:
    its_rules = rules("a", policy=TASK, commands=(*COMMANDS, "acceptance"))
    race = so_far(its_rules, base=GOOD, a={**BUILT, "tests": ran("pp")})
    assert steps_of(race, "a") == {"lint"}
    assert steps_of(race, BASE) == {"acceptance"}
    race = so_far(its_rules, base=GOOD, a=GOOD)
    assert steps_of(race, "a") == {"acceptance"}
    race = replace(race, inspected={})
    assert jobs(race) >= {("inspect", "a", "")}
    assert ("run", "a", "acceptance") not in jobs(race)


def test_judges_are_asked_about_candidates_alone() -> None:
    own = recorded.own_dimension("style", "judge", criteria=["c"])
    its_rules = rules("a", policy=recorded.rules(dimensions=[own]), judges=("style",))
    race = so_far(its_rules, base=GOOD, a=GOOD)
    assert ("judge", "a", "style") in jobs(race)
    assert ("judge", BASE, "style") not in jobs(race)


def test_only_what_is_wanted_is_run() -> None:
    its_rules = rules("a", "b")
    race = SoFar(rules=its_rules, sources={BASE: PINNED_BASE})
    wanted = wanted_of([("b", "lint")], its_rules)
    assert jobs(race, wanted) == {("pin", "b", ""), ("run", BASE, "lint")}
    assert jobs(race, {"a": frozenset()}) == {("pin", "a", "")}


def test_items_that_compare_candidates_want_everything() -> None:
    its_rules = rules("a", "b")
    names = frozenset(its_rules.policy.names)
    assert wanted_of([("", "race")], its_rules) == dict.fromkeys("ab", names | {"gates"})
    assert wanted_of([("a", "speed")], its_rules) == dict.fromkeys("ab", names)
    assert wanted_of([("a", "lint")], its_rules) == {"a": {"lint"}}
    assert "tests" in wanted_of([("a", "acceptance")], its_rules)["a"]
    gates = wanted_of([("a", "gates")], its_rules)["a"]
    assert wanted_of([("a", "size")], its_rules, ["size"]) == {"a": gates - {"gates"}}
    assert "speed" not in gates


def test_candidates_are_ranked_once_everything_of_them_is_recorded() -> None:
    its_rules = rules("a", "b")
    wanted = everything(its_rules)
    bad = Source(agent=KNOWN_BAD, kind="base", named="main")
    race = so_far(its_rules, base=GOOD, a=GOOD, b=BUILT)
    assert settled(race, wanted) == ()
    race = replace(race, sources={**race.sources, KNOWN_BAD: bad})
    assert settled(race, wanted) == ("a",)
    assert settled(race, wanted_of([("a", "lint")], its_rules)) == ()


def outcome_of_chance(chance: random.Random, job: Job, race: SoFar) -> SoFar:
    """The race with a result of a job, as chance has it."""
    agent = job.agent
    if job.kind == "pin":
        files = SortedFiles(touches_tests=chance.random() < 0.7)
        is_known = agent == KNOWN_BAD or chance.random() < 0.5
        known = {**race.files, agent: files} if is_known else race.files
        source = pinned(agent, CHANGE, TEST_CHANGE)
        return replace(race, sources={**race.sources, agent: source}, files=known)
    if job.kind == "sort":
        files = SortedFiles(touches_tests=chance.random() < 0.7)
        return replace(race, files={**race.files, agent: files})
    if job.kind == "inspect":
        return replace(race, inspected={**race.inspected, agent: ()})
    run: CommandRun | None = done(exit=int(chance.random() < 0.2))
    if job.step.startswith(("tests", "acceptance")):
        outcomes: dict[str, Any] = ids("".join(chance.choice("ppppf") for _ in range(4)))
        if job.step in ("tests.own", "tests.new"):
            outcomes |= ids(chance.choice("pf"), "tests/test_new.py")
        run = ran(outcomes, seconds=chance.choice([1.0, 300.0]))
        if chance.random() < 0.1 and job.seconds is None:
            run = timed_out(600)
        elif job.files is None and job.step == "tests.own":
            run = replace(run, files=("tests/test_a.py",))
    elif chance.random() < 0.1:
        run = None
    return replace(race, runs={**race.runs, (agent, job.step): run})


@pytest.mark.parametrize("seed", range(40))
def test_a_recorded_result_never_takes_a_job_back(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - no secret
    own = recorded.own_dimension("style", "judge", criteria=["c"])
    policy = recorded.rules(
        acceptance={"tests": "task"},
        task_files=["tests/test_task.py"],
        cross_examination=True,
        dimensions=[own],
    )
    commands = (*COMMANDS, "acceptance")
    its_rules = rules("a", "b", policy=policy, commands=commands, judges=("style",), reruns=2)
    race, wanted = SoFar(rules=its_rules, sources={BASE: PINNED_BASE}), everything(its_rules)
    planned = plan(race, wanted)
    started: set[Job] = set()
    while planned:
        started |= {*planned}
        job = chance.choice(planned)
        race = outcome_of_chance(chance, job, race)
        following = plan(race, wanted)
        assert {*planned} - {job} <= {*following}
        # Nothing is run twice.
        assert {*following} & started <= {*planned} - {job}
        planned = following
    assert settled(race, wanted) == ("a", "b")
