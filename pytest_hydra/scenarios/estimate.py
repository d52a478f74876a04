"""What a session would ask, and what that would cost, by the last complete run."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from math import fsum
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pytest_hydra.core.experiment import (
    WORST_NOISE,
    cases_to_find,
    chance_to_find,
    noise_of,
    runs_to_find,
)
from pytest_hydra.core.numbers import dollars
from pytest_hydra.core.result import item_name
from pytest_hydra.core.text import counted
from pytest_hydra.errors import HydraError
from pytest_hydra.record.past_runs import History, runs_so_far
from pytest_hydra.record.runs import find_run, report_file

if TYPE_CHECKING:
    from pytest_hydra.scenarios.items import ScenarioItem

_FIXTURE = "the hydra_bot fixture"
# Differences of pass rates that a plan tells the chance of.
_LARGE, _SMALL = 0.2, 0.1


class _Spent(NamedTuple):
    """What one conversation took; None if it is unknown."""

    cost_usd: float | None
    seconds: float | None


def estimate(items: Iterable[ScenarioItem], root: Path, history: Path) -> list[str]:
    """The conversations that the items would hold, by bot, with their expected cost and time.

    ``history`` is the file in which earlier runs left a line.
    """
    report = _last_report(root)
    past = _past(report)
    asked: dict[str, list[_Spent]] = defaultdict(list)
    at_once: dict[str, int] = {}
    cases: dict[str, set[str]] = defaultdict(set)
    compared: set[str] = set()
    reused = confirm = 0
    runs = 1
    for item in items:
        confirm = item.scenarios.settings.scenarios.confirm
        if item.scenario.traces is not None:
            continue  # it is recorded
        bot = item.bot or _FIXTURE
        times = item.scenario.repeat.times
        new = len(item.new_numbers())
        runs = max(runs, times)
        cases[_arm(item)].add(f"{item.path}::{item.scenario.id} {item.scenario.case_id}")
        compared.add(item.nodeid)
        reused += times - new
        if new:
            asked[bot] += [past.get(item.nodeid) or past.get(bot) or _Spent(None, None)] * new
            at_once[bot] = item.most_at_once
    lines = [_line(bot, spent, at_once[bot]) for bot, spent in sorted(asked.items())]
    every = [each for spent in asked.values() for each in spent]
    seconds = fsum(
        fsum(each.seconds or 0 for each in spent) / at_once[bot] for bot, spent in asked.items()
    )
    total = _figures(every, seconds)
    more = f"; {reused:,} more would be reused" if reused else ""
    if confirm:
        more += f"; each that fails up to {counted(confirm, 'time')} again"
    return [
        *(lines if lines[1:] else ()),
        f"to ask: {total}{more}",
        *_power(cases, runs, _noise(report, compared, history)),
    ]


def _noise(report: Mapping[str, Any], nodeids: Collection[str], history: Path) -> float | None:
    """The mean variance of a run of these scenarios, by earlier runs; None if there are too few."""
    results = [each for each in report["scenarios"] if each["nodeid"] in nodeids]
    counts = runs_so_far(History.read(history).read_runs())
    return noise_of(counts.get(item_name(result), (0, 0)) for result in results)


def _power(cases: Mapping[str, set[str]], runs: int, noise: float | None) -> list[str]:
    """What a comparison of the bots, or of treatments, can show; empty if there is none.

    ``cases`` are those of each arm. Without the ``noise`` of earlier runs it is the worst case.
    """
    common = set.intersection(*cases.values()) if len(cases) > 1 else set()
    if len(common) < 2:
        return []
    basis, noise = ("at worst", WORST_NOISE) if noise is None else ("as runs varied so far", noise)
    chance = 100 * chance_to_find(_LARGE, len(common), runs, noise)
    needed = f"{100 * _SMALL:.0f} points need {cases_to_find(_SMALL, runs, noise):,} cases"
    more = runs_to_find(_SMALL, len(common), noise)
    if more is not None and more > runs:
        needed += f" or {counted(more, 'run')} each"
    return [
        f"to compare: {counted(len(common), 'case')}, {counted(runs, 'run')} each; {basis},",
        f"  {100 * _LARGE:.0f} points are found with a chance of {chance:.0f}%,",
        f"  and {needed} (80%)",
    ]


def _arm(item: ScenarioItem) -> str:
    """What is compared in an experiment: the bot, under its treatment."""
    treatment = item.scenario.treatment
    return f"{item.bot} {'' if treatment is None else treatment.name}"


def _line(bot: str, spent: list[_Spent], at_once: int) -> str:
    return f"{bot}: {_figures(spent, fsum(each.seconds or 0 for each in spent) / at_once)}"


def _figures(spent: list[_Spent], seconds: float) -> str:
    costs = [each.cost_usd for each in spent if each.cost_usd is not None]
    parts = [counted(len(spent), "conversation")]
    if costs:
        parts.append(f"about {dollars(fsum(costs))}")
        if len(costs) < len(spent):
            parts[-1] += f" for {len(costs)} of them"
    elif spent:
        parts.append("no known cost")
    if seconds >= 1:
        is_short = seconds < 90
        parts.append(f"{seconds:.0f} s" if is_short else f"{seconds / 60:.0f} min")
    return ", ".join(parts)


def _last_report(root: Path) -> Mapping[str, Any]:
    """The report of the last complete run; without scenarios if there is none."""
    with suppress(HydraError, OSError, ValueError):
        report: Mapping[str, Any] = json.loads(
            report_file(find_run(root, "latest").path).read_bytes()
        )
        return report
    return {"scenarios": []}


def _past(report: Mapping[str, Any]) -> dict[str, _Spent]:
    """What a conversation took in a run, by node id, and by bot on average."""
    past: dict[str, _Spent] = {}
    by_bot: dict[str, list[_Spent]] = defaultdict(list)
    for result in report["scenarios"]:
        usage, runs = result["usage"], len(result["runs"])
        known = [usage[name] for name in ("cost_usd", "users_usd") if name in usage]
        cost, seconds = fsum(known) if known else None, usage.get("seconds")
        each = _Spent(*(None if total is None else total / runs for total in (cost, seconds)))
        past[result["nodeid"]] = each
        by_bot[result["subject"] or _FIXTURE].append(each)
    for bot, several in by_bot.items():
        costs, seconds = zip(*several, strict=True)
        past[bot] = _Spent(_mean(costs), _mean(seconds))
    return past


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fsum(known) / len(known) if known else None
