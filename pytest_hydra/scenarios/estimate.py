"""What a session would ask, and what that would cost, by the last complete run."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from math import fsum
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pytest_hydra.core.experiment import cases_to_find, chance_to_find
from pytest_hydra.core.numbers import dollars
from pytest_hydra.core.text import counted
from pytest_hydra.errors import HydraError
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


def estimate(items: Iterable[ScenarioItem], root: Path) -> list[str]:
    """The conversations that the items would hold, by bot, with their expected cost and time."""
    past = _past(root)
    asked: dict[str, list[_Spent]] = defaultdict(list)
    at_once: dict[str, int] = {}
    cases: dict[str, set[str]] = defaultdict(set)
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
    return [*(lines if lines[1:] else ()), f"to ask: {total}{more}", *_power(cases, runs)]


def _power(cases: Mapping[str, set[str]], runs: int) -> list[str]:
    """What a comparison of the bots, or of treatments, can show at worst; empty if there is none.

    ``cases`` are those of each arm. Earlier runs may have varied less: then it can show more.
    """
    common = set.intersection(*cases.values()) if len(cases) > 1 else set()
    if len(common) < 2:
        return []
    chance = 100 * chance_to_find(_LARGE, len(common), runs)
    needed = f"{100 * _SMALL:.0f} points need {cases_to_find(_SMALL, runs):,} cases"
    return [
        f"to compare: {counted(len(common), 'case')}, {counted(runs, 'run')} each; at worst, "
        f"{100 * _LARGE:.0f} points are",
        f"  found with a chance of {chance:.0f}%, and {needed} (80%)",
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


def _past(root: Path) -> dict[str, _Spent]:
    """What a conversation took in the last complete run, by node id, and by bot on average."""
    report: Mapping[str, Any] = {"scenarios": []}
    with suppress(HydraError, OSError, ValueError):
        report = json.loads(report_file(find_run(root, "latest").path).read_bytes())
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
