"""The coverage of the intervals of compared bots: ``python -m benchmarks.experiment``.

Two bots are simulated on scenarios of different difficulty, half of which are differently hard for
them. The second bot passes less often by a known share. Variants of a scenario and repeats are
alike, so only scenarios are independent.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path

from benchmarks.command import Options, run_parts, show, show_heading
from pytest_hydra.core.experiment import Arm, compare, holm

SIMULATIONS = 20_000
SCENARIOS = 40
BOTS = 3
# The mean and the concentration of the difficulty of scenarios: few are in between.
_EASY, _HARD = 0.7, 0.4
# By how much a variant differs from its scenario.
_VARIANT = 0.1
_CHECKS = 4
# The share of scenarios that are equally hard for a bot and the others.
_SHARED = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """The form of a suite: variants of each scenario, repeats, and whether scores are compared."""

    what: str
    variants: int = 1
    repeats: int = 1
    scores: bool = False
    scenarios: int = SCENARIOS


SUITES = (
    Suite(what="once each"),
    Suite(what="4 repeats", repeats=4),
    Suite(what="matrix of 5", variants=5),
    Suite(what="matrix of 5, 4 repeats", variants=5, repeats=4),
    Suite(what="scores", scores=True),
    Suite(what="scores, matrix of 5", variants=5, scores=True),
    Suite(what="12 scenarios, 4 repeats", repeats=4, scenarios=12),
)
LESS = (0.0, 0.1, 0.3)


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """The percentage of intervals that contain the true difference, by how much it is.

    ``alone`` is that of the largest difference if each variant counted as a case of its own, None
    without variants, and ``apart`` the percentage of simulations in which some of three equal bots
    are told apart.
    """

    what: str
    coverage: dict[float, float]
    alone: float | None
    apart: float


def arms(suite: Suite, losses: tuple[float, ...], rng: random.Random) -> list[Arm]:
    """The runs of bots; each passes less often than is possible by its loss."""
    found: list[dict[str, list[float | None]]] = [{} for _ in losses]
    for scenario in range(suite.scenarios):
        shared = rng.betavariate(_EASY, _HARD)
        for arm, loss in zip(found, losses, strict=True):
            ease = shared if rng.random() < _SHARED else rng.betavariate(_EASY, _HARD)
            for variant in range(suite.variants):
                own = min(1.0, max(0.0, ease + rng.uniform(-_VARIANT, _VARIANT)))
                chance = (own if suite.variants > 1 else ease) * (1 - loss)
                arm[f"{scenario}/{variant}"] = [
                    _run(suite, chance, rng) for _ in range(suite.repeats)
                ]
    return list(found)


def _run(suite: Suite, chance: float, rng: random.Random) -> float:
    """Whether a run passes, or its score."""
    draws = [rng.random() < chance for _ in range(_CHECKS if suite.scores else 1)]
    return sum(draws) / len(draws)


def mean_ease(suite: Suite, rng: random.Random, draws: int) -> float:
    """The mean chance of a bot without a loss, over all scenarios that could be drawn."""
    if suite.variants == 1:
        return _EASY / (_EASY + _HARD)
    eases = (
        min(1.0, max(0.0, rng.betavariate(_EASY, _HARD) + rng.uniform(-_VARIANT, _VARIANT)))
        for _ in range(draws)
    )
    return sum(eases) / draws


def measure(suite: Suite, simulations: int = SIMULATIONS, seed: int = 1) -> Coverage:
    """The coverage of a suite's intervals."""
    rng = random.Random(seed)  # noqa: S311 - the same each time, no secret
    coverage: dict[float, float] = {}
    alone, ease = 0.0, mean_ease(suite, rng, 50 * simulations)
    for loss in LESS:
        difference = loss * ease
        hits = hits_alone = 0
        for _ in range(simulations):
            pair = arms(suite, (0.0, loss), rng)
            hits += _holds(pair, difference, lambda unit: unit.partition("/")[0])
            hits_alone += suite.variants > 1 and _holds(pair, difference, str)
        coverage[loss] = 100 * hits / simulations
        alone = 100 * hits_alone / simulations
    apart = 0
    for _ in range(simulations):
        bots = arms(suite, (0.0,) * BOTS, rng)
        pairs = [
            found
            for pair in combinations(bots, 2)
            if (found := compare(*pair, lambda unit: unit.partition("/")[0])) is not None
        ]
        apart += any(each.is_told_apart for each in holm(pairs))
    return Coverage(
        what=suite.what,
        coverage=coverage,
        alone=alone if suite.variants > 1 else None,
        apart=100 * apart / simulations,
    )


def _holds(pair: list[Arm], difference: float, case_of: Callable[[str], str]) -> bool:
    first, second = pair
    found = compare(first, second, case_of)
    assert found is not None  # noqa: S101 - all runs are graded
    low, high = found.interval
    return low - 1e-9 <= difference <= high + 1e-9


def report(_folder: Path, options: Options) -> object:
    """Print the coverages: 20,000 simulations for each, with ``--full`` 100,000."""
    simulations = SIMULATIONS * (5 if options.full else 1)
    print(f"{simulations:,} simulations of {SCENARIOS} scenarios\n")
    heads = [f"{100 * loss:.0f}% less" for loss in LESS]
    show_heading("coverage in %", *heads, "variants alone", "told apart, %")
    rows = []
    for suite in SUITES:
        row = measure(suite, simulations)
        cells = [f"{value:.1f}" for value in row.coverage.values()]
        alone = "" if row.alone is None else f"{row.alone:.1f}"
        show(row.what, *cells, alone, f"{row.apart:.1f}")
        rows.append(asdict(row))
    return rows


if __name__ == "__main__":
    run_parts("benchmarks.experiment", str(__doc__), {"experiment": report})
