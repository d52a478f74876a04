from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from pytest_hydra.core.exact_tests import unconditional_p
from pytest_hydra.core.experiment import (
    Arm,
    Comparison,
    cases_to_find,
    chance_to_find,
    compare,
    holm,
    noise_of,
    ratio,
    runs_to_find,
)
from pytest_hydra.core.statistics import clustered_interval, paired_interval

PASSED, FAILED, UNGRADED = 1, 0, None


def compared(arm: Arm, other: Arm) -> Comparison:
    found = compare(arm, other, lambda unit: unit.partition("/")[0])
    assert found is not None
    return found


def test_cases_run_once_are_compared_as_pairs_of_outcomes() -> None:
    arm = {f"case{i}": [PASSED if i < 9 else FAILED] for i in range(12)}
    other = {f"case{i}": [PASSED if i < 4 else FAILED] for i in range(12)}
    found = compared(arm, other)
    assert (found.cases, found.better, found.worse, found.left_out) == (12, 5, 0, 0)
    assert found.difference == pytest.approx(5 / 12)
    assert found.interval == paired_interval(12, 5, 0)
    assert found.p == unconditional_p(12, 5, 0)
    assert found.is_told_apart
    assert found.more == 0
    turned = compared(other, arm)
    assert (turned.better, turned.worse, turned.p) == (0, 5, found.p)
    assert turned.interval == (-found.interval[1], -found.interval[0])


def test_repeats_and_scores_are_compared_by_the_means_of_their_cases() -> None:
    arm = {f"case{i}": [1, 1, i % 2] for i in range(12)}
    other = {f"case{i}": [i % 3 == 0, 0, 1] for i in range(12)}
    found = compared(arm, other)
    differences = [(2 + i % 2) / 3 - (1 + (i % 3 == 0)) / 3 for i in range(12)]
    assert found.interval == pytest.approx(clustered_interval(differences))
    scores = compared({"a": [0.75], "b": [0.5]}, {"a": [0.25], "b": [0.5]})
    assert (scores.difference, scores.better, scores.worse) == (0.25, 1, 0)


def test_rows_of_one_case_count_once() -> None:
    rows = {f"case/{i}": [PASSED] for i in range(40)}
    found = compared(rows, {unit: [FAILED] for unit in rows})
    assert (found.cases, found.difference) == (1, 1)
    assert not found.is_told_apart


def test_what_is_not_graded_in_both_arms_is_left_out_and_counted() -> None:
    arm: Arm = {"a": [PASSED, PASSED], "b": [UNGRADED], "c": [PASSED], "e": [PASSED, UNGRADED]}
    other: Arm = {"a": [FAILED], "b": [FAILED], "d": [FAILED], "e": [FAILED, FAILED]}
    found = compared(arm, other)
    # Of `e` one run is missing, and which one is no chance.
    assert (found.cases, found.difference, found.left_out) == (1, 1, 4)
    assert compare({"a": [UNGRADED]}, {"a": [PASSED]}) is None
    assert compare({}, {}) is None


@pytest.mark.parametrize("cases", [4, 5])
@pytest.mark.parametrize("runs", [1, 5])
def test_few_cases_tell_nothing(cases: int, runs: int) -> None:
    names = [str(number) for number in range(cases)]
    found = compared({name: [PASSED] * runs for name in names}, {n: [FAILED] * runs for n in names})
    assert not found.is_told_apart
    assert found.interval[0] <= 0
    assert found.more == 6 - cases


def test_six_cases_that_all_differ_are_told_apart() -> None:
    names = "abcdef"
    found = compared({name: [PASSED] for name in names}, {name: [FAILED] for name in names})
    assert found.is_told_apart
    assert found.interval[0] > 0


@pytest.mark.parametrize(("cases", "better", "worse"), [(10, 3, 0), (40, 9, 4), (60, 12, 5)])
def test_as_many_more_cases_as_said_tell_the_arms_apart(
    cases: int, better: int, worse: int
) -> None:
    arm = {str(i): [PASSED if i < better else FAILED] for i in range(cases)}
    other = {str(i): [PASSED if better <= i < better + worse else FAILED] for i in range(cases)}
    found = compared(arm, other)
    assert found.more
    needed = cases + found.more
    rng, told = Random(1), 0  # noqa: S311 - the same each time
    for _ in range(300):
        drawn = [str(rng.randrange(cases)) for _ in range(needed)]
        several = [{str(n): each[name] for n, name in enumerate(drawn)} for each in (arm, other)]
        told += compared(*several).is_told_apart
    assert told / 300 >= 0.7
    same = compared(other, other)
    assert (same.p, same.more, same.difference) == (1.0, None, 0)


@pytest.mark.parametrize(("cases", "passed", "other_passed"), [(8, 3, 2), (3, 4, 3), (12, 2, 1)])
def test_as_many_more_cases_as_said_are_enough_where_all_differ_by_the_same(
    cases: int, passed: int, other_passed: int
) -> None:
    def alike(passed: int, cases: int) -> Arm:
        return {str(i): [PASSED] * passed + [FAILED] * (5 - passed) for i in range(cases)}

    found = compared(alike(passed, cases), alike(other_passed, cases))
    assert not found.is_told_apart
    assert found.more
    needed = cases + found.more
    assert compared(alike(passed, needed), alike(other_passed, needed)).is_told_apart
    fewer = needed - 3
    assert not compared(alike(passed, fewer), alike(other_passed, fewer)).is_told_apart


def test_among_several_pairs_more_cases_are_needed() -> None:
    arm = {str(i): [PASSED if i < 24 else FAILED] for i in range(40)}
    other = {str(i): [PASSED if 10 <= i < 30 else FAILED] for i in range(40)}
    found = compared(arm, other)
    pairs = holm([found] * 15)
    assert (found.level, pairs[0].level) == (0.05, 0.05 / 15)
    assert not found.is_told_apart
    assert (pairs[0].more or 0) > (found.more or 0) > 0


def test_repeats_help_where_runs_of_a_case_vary() -> None:
    rng = Random(3)  # noqa: S311 - the same each time
    names = [str(number) for number in range(30)]

    def arm(chance: float, runs: int) -> dict[str, list[float]]:
        return {name: [float(rng.random() < chance) for _ in range(runs)] for name in names}

    found = next(
        pair
        for pair in (compared(arm(0.6, 2), arm(0.45, 2)) for _ in range(20))
        if not pair.is_told_apart and pair.difference > 0.12
    )
    assert found.repeats is not None
    assert 2 < found.repeats < 20
    # Runs of a case that do not vary, or of which there is one, say nothing of repeats.
    once = compared(arm(0.6, 1), arm(0.5, 1))
    assert once.repeats is None
    fixed = {name: [float(int(name) % 3 == 0)] * 2 for name in names}
    moved = {name: [float(int(name) % 5 == 0)] * 2 for name in names}
    assert compared(fixed, moved).repeats is None


def test_holm_allows_for_several_comparisons() -> None:
    base = compared({"a": [PASSED]}, {"a": [FAILED]})

    def with_p(*ps: float) -> list[Comparison]:
        return [
            Comparison(**{name: getattr(base, name) for name in base.__slots__} | {"p": p})
            for p in ps
        ]

    adjusted = [entry.p for entry in holm(with_p(0.04, 0.01, 0.03, 0.9))]
    assert adjusted == pytest.approx([0.09, 0.04, 0.09, 0.9])
    assert [entry.is_told_apart for entry in holm(with_p(0.04, 0.01))] == [True, True]
    assert [entry.is_told_apart for entry in holm(with_p(0.04, 0.03))] == [False, False]
    assert holm([]) == []


def test_the_ratio_of_amounts_is_the_median_of_the_pairs() -> None:
    assert ratio((n, 8) for n in range(1, 13)) == (6.5 / 8, (3 / 8, 10 / 8))
    assert ratio([(2, 1), (0, 1), (1, 0), (4, 1)]) == (3, None)
    assert ratio([(0, 1)]) is None


def measured(rng: Random, chances: Sequence[float], runs: int) -> dict[str, list[float]]:
    return {
        str(case): [float(rng.random() < chance) for _ in range(runs)]
        for case, chance in enumerate(chances)
    }


@pytest.mark.parametrize("runs", [1, 3, 5])
@pytest.mark.parametrize("cases", [12, 40, 100])
@pytest.mark.parametrize("difference", [0.0, 0.25])
def test_intervals_hold_the_difference_as_often_as_they_say(
    cases: int, runs: int, difference: float
) -> None:
    """Cases with beta-distributed difficulty; 300 experiments of each size."""
    rng = Random(f"{cases} {runs} {difference}")  # noqa: S311 - the same each time
    found = []
    for _ in range(300):
        chances = [rng.betavariate(1.5, 1.5) * (1 - difference) for _ in range(cases)]
        better = [chance + difference for chance in chances]
        found.append(compared(measured(rng, better, runs), measured(rng, chances, runs)))
    covered = sum(entry.interval[0] <= difference <= entry.interval[1] for entry in found)
    assert 0.91 <= covered / len(found) <= 0.99
    apart = sum(entry.is_told_apart for entry in found) / len(found)
    if not difference:
        assert apart <= 0.09
    elif cases >= 40 and runs >= 3:
        assert apart >= 0.95


def test_thirds_that_cancel_each_other_are_no_difference() -> None:
    third, two = [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]
    one = {"a": third, "b": two, "c": third, "d": two, "e": third}
    other = {"a": two, "b": third, "c": third, "d": third, "e": two}
    found = compare(one, other)
    assert found is not None
    assert (found.difference, found.more) == (0.0, None)


@pytest.mark.parametrize(
    ("cases", "runs", "rate"), [(40, 1, 0.6), (80, 1, 0.6), (40, 3, 0.6), (40, 1, 0.95)]
)
def test_the_chance_to_find_a_difference_is_that_of_simulated_sessions(
    cases: int, runs: int, rate: float
) -> None:
    draw, found, sessions = Random(1), 0, 400  # noqa: S311 - reproducible
    for _ in range(sessions):
        arms: list[Arm] = [
            {str(n): [float(draw.random() < each) for _ in range(runs)] for n in range(cases)}
            for each in (rate, rate - 0.2)
        ]
        comparison = compare(arms[0], arms[1])
        found += comparison is not None and comparison.is_told_apart
    chance = chance_to_find(0.2, cases, runs, rate * (1 - rate))
    assert found / sessions == pytest.approx(chance, abs=0.07)


def test_so_many_cases_find_a_difference() -> None:
    assert cases_to_find(0.2) < cases_to_find(0.1)
    assert cases_to_find(0.1, runs=4) < cases_to_find(0.1) / 3
    assert chance_to_find(0.1, cases_to_find(0.1)) == pytest.approx(0.8, abs=0.01)
    # Fewer never tell, however large the difference is.
    assert chance_to_find(0.9, 4) == 0
    assert runs_to_find(0.9, 4) is None
    runs = runs_to_find(0.2, 40)
    assert runs is not None
    assert chance_to_find(0.2, 40, runs - 1) < 0.8 <= chance_to_find(0.2, 40, runs)


def test_what_varied_less_shows_more() -> None:
    # Half of the runs, with each case at one half, and none.
    assert noise_of([(5, 10)] * 6) == pytest.approx(0.25, abs=0.03)
    assert noise_of([(10, 10)] * 5 + [(0, 10)]) == 0
    # A case that was run once says nothing of it.
    assert noise_of([(5, 10)] * 5 + [(1, 1)]) is None
    chances = [chance_to_find(0.2, 40, noise=noise) for noise in (0.25, 0.1, 0.0)]
    assert chances == sorted(chances)
    assert chances[0] == chance_to_find(0.2, 40) < chances[-1]
