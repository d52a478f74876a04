"""Can a verdict about noise be believed: ``python -m benchmarks.believed``.

Simulates suites of 60 cases with true pass rates from 0.5 to 1: how often a session is red for a
bot that never changes, for one that got worse, and without a baseline; how often the interval of a
share covers it; and how often equal arms are told apart.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.command import Options, run_parts, show, show_heading
from pytest_hydra.core.experiment import compare as compare_arms
from pytest_hydra.core.result import new_check, new_result
from pytest_hydra.core.scorecard import FAILED, PASSED, Check, Outcome, is_confirmed
from pytest_hydra.core.statistics import share_interval
from pytest_hydra.plugins.baseline.compare import compare

SESSIONS = 120
DRAWS = 5000
CASES = 60
CONFIRM = 2
EARLIER = 30
SHARES = (0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 0.95)
RUNS = (1, 3, 5)
_WORSE = 0.3


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A kind of session: its runs of each case now, and those before."""

    what: str
    runs: int
    before: int


KINDS = (
    Session(what="1 run, 1 before", runs=1, before=1),
    Session(what="5 runs, 5 before", runs=5, before=5),
    Session(what=f"1 run, {EARLIER} before", runs=1, before=EARLIER),
    Session(what=f"5 runs, {EARLIER} before", runs=5, before=EARLIER),
)


def asked(rate: float, runs: int, rng: random.Random) -> tuple[list[Outcome], list[Outcome]]:
    """The planned runs of a case, and those with which a failure was to be confirmed."""
    planned = [PASSED if rng.random() < rate else FAILED for _ in range(runs)]
    again: list[Outcome] = []
    while FAILED in planned and is_confirmed(planned, again, CONFIRM) is None:
        again.append(PASSED if rng.random() < rate else FAILED)
    return planned, again


def is_red(planned: list[Outcome], again: list[Outcome]) -> bool:
    """Whether a case makes a session without a baseline red."""
    return FAILED in planned and is_confirmed(planned, again, CONFIRM) is True


def entry(
    name: str, planned: list[Outcome], again: list[Outcome], passed: int = 0, runs: int = 0
) -> dict[str, Any]:
    """A case in a report, with so many earlier runs."""
    failed = is_red(planned, again)
    status = FAILED if failed else PASSED
    check = Check("check", "check", status, 0 if failed else 100)
    counts = {each.value: again.count(each) for each in (PASSED, FAILED)}
    return new_result(
        "scenario",
        id=name,
        nodeid=name,
        file="a.yaml",
        status=status.value,
        total=0,
        coverage=1,
        checks=[new_check(check)],
        runs=[{"outcome": each.value} for each in planned],
        again=counts if again else None,
        earlier={"passed": passed, "runs": runs} if runs else None,
    )


def session(kind: Session, rates: list[float], now: list[float], rng: random.Random) -> Any:
    """The comparison of a session with its baseline."""
    before, after = [], []
    for place, (was, rate) in enumerate(zip(rates, now, strict=True)):
        name = f"case{place}"
        more = kind.before - kind.runs
        passed = sum(rng.random() < was for _ in range(more))
        before.append(entry(name, *asked(was, kind.runs, rng), passed, more))
        after.append(entry(name, *asked(rate, kind.runs, rng)))
    about: dict[str, Any] = {"policy_digest": None, "rankings": [], "benchmarks": [], "tests": []}
    return compare({**about, "scenarios": before}, {**about, "scenarios": after})


def measure(kind: Session, sessions: int, rng: random.Random) -> dict[str, float]:
    """How often sessions are red: unchanged, worse on a third, and with one case that broke."""
    red = worse = named = 0
    for _ in range(sessions):
        rates = [rng.uniform(0.5, 1) for _ in range(CASES)]
        red += bool(session(kind, rates, rates, rng).failure("worse"))
        third = [max(0.0, rate - _WORSE * (place % 3 == 0)) for place, rate in enumerate(rates)]
        worse += bool(session(kind, rates, third, rng).failure("worse"))
        found = session(kind, [1.0, *rates[1:]], [0.0, *rates[1:]], rng)
        named += any(
            change.word == "worse" and change.name.endswith("case0") for change in found.changes
        )
    counts = {"unchanged": red, "worse": worse, "broken": named}
    return {name: 100 * count / sessions for name, count in counts.items()}


def without_baseline(rate: float, sessions: int, rng: random.Random) -> float:
    """The percentage of red sessions of a bot that passes each case so often."""
    red = 0
    for _ in range(sessions):
        red += any(is_red(*asked(rate, 1, rng)) for _ in range(CASES))
    return 100 * red / sessions


def coverage(cases: int, share: float, runs: int, samples: int, rng: random.Random) -> float:
    """The percentage of intervals of a share that contain it; cases differ."""
    held = 0
    for _ in range(samples):
        chances = [rng.betavariate(2 * share, 2 * (1 - share)) for _ in range(cases)]
        rates = [sum(rng.random() < each for _ in range(runs)) / runs for each in chances]
        low, high = share_interval(rates, cases * runs)
        held += low <= share <= high
    return 100 * held / samples


def apart(cases: int, runs: int, samples: int, rng: random.Random) -> float:
    """The percentage of pairs of equal arms that are told apart."""
    told = 0
    for _ in range(samples):
        chances = [rng.betavariate(1, 1) for _ in range(cases)]
        first, second = (
            {str(n): [float(rng.random() < p) for _ in range(runs)] for n, p in enumerate(chances)}
            for _ in range(2)
        )
        found = compare_arms(first, second)
        told += found is not None and found.is_told_apart
    return 100 * told / samples


def report(_folder: Path, options: Options) -> object:
    """Print the percentages, of 120 sessions of each kind, with ``--full`` 5,000."""
    return figures(DRAWS if options.full else SESSIONS)


def figures(sessions: int) -> dict[str, Any]:
    """Print and return the percentages of so many simulations."""
    rng = random.Random(1)  # noqa: S311 - the same each time, no secret
    print(f"{sessions:,} sessions of {CASES} cases, confirm {CONFIRM}\n")
    show_heading("red sessions in %", "unchanged", "a third worse", "one broken is named")
    rows = {}
    for kind in KINDS:
        rows[kind.what] = row = measure(kind, sessions, rng)
        show(kind.what, *(f"{value:.1f}" for value in row.values()))
    print()
    rng = random.Random(2)  # noqa: S311 - as above
    # These compare nothing, and are fast.
    alone = 40 * sessions
    rates = {rate: without_baseline(rate, alone, rng) for rate in (0.9, 0.95, 0.98, 0.99)}
    show_heading("without a baseline", *(f"{100 * rate:g}%" for rate in rates))
    show("red sessions in %", *(f"{value:.0f}" for value in rates.values()))
    return {
        "red": rows,
        "without_baseline": {str(rate): value for rate, value in rates.items()},
    }


def report_intervals(_folder: Path, _options: Options) -> object:
    """Print how often intervals hold the share, and equal arms are told apart, in 5,000 draws."""
    return interval_figures(DRAWS)


def interval_figures(samples: int) -> dict[str, Any]:
    """Print and return these percentages, of so many draws with the same numbers each time."""
    show_heading("cases", "hold a share of 10 to 90%", "of 5 and 95%", "told apart")
    coverages, alarms = {}, {}
    for cases in (8, 20, 40, 60):
        for share in SHARES:
            for runs in RUNS:
                rng = random.Random(cases * 1000 + int(share * 100) * 10 + runs)  # noqa: S311
                coverages[cases, share, runs] = coverage(cases, share, runs, samples, rng)
        for runs in RUNS:
            rng = random.Random(cases * 1000 + runs)  # noqa: S311
            alarms[cases, runs] = apart(cases, runs, samples, rng)
        own = {key[1:]: value for key, value in coverages.items() if key[0] == cases}
        inner = [value for (share, _), value in own.items() if share in SHARES[1:-1]]
        outer = [value for (share, _), value in own.items() if share not in SHARES[1:-1]]
        told = [alarms[cases, runs] for runs in RUNS]
        ranges = [f"{min(entry):.1f}-{max(entry):.1f}" for entry in (inner, outer, told)]
        show(str(cases), *ranges)
    return {
        "coverage": {" ".join(map(str, key)): value for key, value in coverages.items()},
        "apart": {" ".join(map(str, key)): value for key, value in alarms.items()},
    }


if __name__ == "__main__":
    parts = {"believed": report, "intervals": report_intervals}
    run_parts("benchmarks.believed", str(__doc__), parts)
