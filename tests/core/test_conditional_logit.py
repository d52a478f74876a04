from __future__ import annotations

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_hydra.core.conditional_logit import _RIDGE, _SCALE_RIDGE, Choice, fit_logit

BEFORE = [30.0, 30.0, 15.0, 15.0, 10.0]


def drawn(number: int, weights: list[float], seed: int = 1, others: int = 3) -> list[Choice]:
    """Choices of people who weigh like this, and are not always sure."""
    rng = random.Random(seed)  # noqa: S311
    found: list[Choice] = []
    for _ in range(number):
        scores = [[rng.betavariate(5, 1.2) for _ in weights] for _ in range(others + 1)]
        luck = [-math.log(-math.log(rng.random())) for _ in scores]
        worth = [
            20 * sum(w * x for w, x in zip(weights, each, strict=True)) + more
            for each, more in zip(scores, luck, strict=True)
        ]
        best = scores.pop(worth.index(max(worth)))
        found.append([[a - b for a, b in zip(best, each, strict=True)] for each in scores])
    return found


def loss(choices: list[Choice], before: list[float], weights: list[float]) -> float:
    """What is to be least, written as its definition is."""
    along = sum(a * b for a, b in zip(weights, before, strict=True)) / sum(b * b for b in before)
    beside = [w - along * b for w, b in zip(weights, before, strict=True)]
    cost = _RIDGE * sum(w * w for w in beside) / 2 + _SCALE_RIDGE * sum(w * w for w in weights) / 2
    for choice in choices:
        worth = [sum(w * x for w, x in zip(weights, lead, strict=True)) for lead in choice]
        cost += math.log(1 + sum(math.exp(-each) for each in worth))
    return cost


def shares(weights: list[float]) -> list[float]:
    return [weight / sum(weights) for weight in weights]


@pytest.mark.parametrize("true", [[0.3, 0.3, 0.15, 0.15, 0.1], [0.05, 0.05, 0.6, 0.3, 0]])
def test_what_people_weigh_is_found_from_many_choices(true: list[float]) -> None:
    found = shares(fit_logit(drawn(600, true), BEFORE))
    assert found == pytest.approx(true, abs=0.08)


@given(st.integers(0, 1000), st.integers(1, 30))
@settings(deadline=None, max_examples=15)
def test_no_other_weights_are_likelier(seed: int, number: int) -> None:
    choices = drawn(number, [0.1, 0.2, 0.4, 0.2, 0.1], seed)
    found = fit_logit(choices, BEFORE)
    assert min(found) >= 0
    least = loss(choices, BEFORE, found)
    rng = random.Random(seed)  # noqa: S311
    for _ in range(200):
        other = [max(0.0, weight + rng.gauss(0, 0.3)) for weight in found]
        assert loss(choices, BEFORE, other) > least - 1e-6


def test_where_it_begins_changes_nothing() -> None:
    choices = drawn(60, [0.1, 0.2, 0.4, 0.2, 0.1])
    found = fit_logit(choices, BEFORE)
    assert fit_logit(choices, [b / 100 for b in BEFORE]) == pytest.approx(found, abs=0.01)
    assert fit_logit(choices, BEFORE, [9.0, 0.0, 0.0, 1.0, 40.0]) == pytest.approx(found, abs=0.01)
    assert fit_logit(choices[::-1], BEFORE) == pytest.approx(found, abs=0.01)


def test_a_part_that_tells_nothing_keeps_its_place_beside_the_others() -> None:
    choices = [
        [[*lead[:4], 0.0] for lead in choice] for choice in drawn(50, [0.3, 0.3, 0.15, 0.25, 0])
    ]
    found = shares(fit_logit(choices, BEFORE))
    assert found[4] == pytest.approx(0.1, abs=0.03)


def test_choices_that_are_never_in_doubt_have_an_end() -> None:
    found = fit_logit([[[1.0, 0.5]] for _ in range(100)], [1.0, 1.0])
    assert 0 < max(found) < 100
    against = fit_logit([[[-1.0, 0.5]] for _ in range(100)], [1.0, 1.0])
    assert against[0] == 0
