"""Experiments: arms compared in pairs, triggers, and what is required.

An arm is a bot under a treatment. The treatments of a scenario file are one experiment, and all
bots with scenarios in common are another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import fsum
from operator import add
from statistics import fmean
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.exact_tests import differing
from pytest_hydra.core.experiment import Comparison, compare, holm, ratio
from pytest_hydra.core.numbers import rounded
from pytest_hydra.core.result import case_of, is_counted, label
from pytest_hydra.core.statistics import share_interval
from pytest_hydra.plugins.experiments.main_effects import main_effects
from pytest_hydra.plugins.experiments.requirements import failures_of
from pytest_hydra.report import case_share

if TYPE_CHECKING:
    from pytest_hydra.core.result import Result
    from pytest_hydra.report import ExperimentEntry

_AMOUNTS = ("cost_usd", "tokens", "seconds")
_RUNS = {"passed": 1.0, "failed": 0.0}
# With fewer cases in common, bots are not compared.
_LEAST_CASES = 2
_LEVEL = Fraction(1, 20)
# An arm of which a run is ungraded in a larger share of scenarios is not ranked: one that crashes
# on what it cannot do would win.
_MOST_UNGRADED = 0.05

# What was measured of a scenario in one arm; its key `unit` is the same in all arms.
_Unit = Mapping[str, Any]
_Units = Mapping[str, _Unit]


def experiments(results: Sequence[Result], *, complete: bool) -> list[ExperimentEntry]:
    """The experiment of each file that has one, undecided if results were left out; then bots."""
    bots = compare_bots(results)
    return [*file_experiments(results, complete=complete), *([] if bots is None else [bots])]


def file_experiments(results: Iterable[Result], *, complete: bool) -> list[ExperimentEntry]:
    """The experiment of each file that has one, undecided if results were left out."""
    files: dict[str, list[Result]] = {}
    for result in results:
        if "experiment" in result["details"]:
            files.setdefault(result["file"], []).append(result)
    return [_of_file(file, some, complete) for file, some in sorted(files.items())]


def compare_bots(results: Sequence[Result]) -> ExperimentEntry | None:
    """The bots with scenarios in common, the one that passes most first; None if there are none.

    Variants of a scenario by a matrix, and repeats, count as one case.
    """
    if len({result["subject"] for result in results if result["subject"]}) < 2:
        return None
    arms = _arms(
        result
        for result in results
        if result["subject"] and "experiment" not in result["details"] and is_counted(result)
    )
    rows = {key: _row(key, units) for key, units in arms.items()}
    order = sorted(arms, key=lambda key: (not rows[key]["ranked"], -(rows[key]["share"] or 0), key))
    pairs = combinations(range(len(order)), 2)
    entry = _measured(None, {key: arms[key] for key in order}, pairs, _LEAST_CASES)
    doubtful = {bot for (bot, _), row in rows.items() if not row["ranked"]}
    effects = main_effects({bot: units for (bot, _), units in arms.items() if bot not in doubtful})
    entry["effects"] = [
        {
            "name": effect.name,
            "values": [*effect.values],
            "cases": effect.comparison.cases,
            "passed": _difference(effect.comparison, is_ranked=True),
        }
        for effect in effects
    ]
    found: ExperimentEntry = rounded(entry)
    return found if found["pairs"] else None


def _of_file(file: str, results: Sequence[Result], complete: bool) -> ExperimentEntry:
    first, arms = results[0]["details"]["experiment"], _arms(results)
    order = {name: place for place, name in enumerate(first["treatments"])}
    arms = dict(sorted(arms.items(), key=lambda arm: (arm[0][0], order.get(arm[0][1], 0))))
    places = {key: place for place, key in enumerate(arms)}
    pairs = [
        (place, places[bot, first["treatments"][0]])
        for (bot, name), place in places.items()
        if order.get(name) and (bot, first["treatments"][0]) in places
    ]
    entry = rounded(_measured(file, arms, pairs))
    entry |= {"require": {**first["require"]}, "decided": complete}
    entry["failures"] = [*failures_of(entry)] if complete else []
    found: ExperimentEntry = entry
    return found


def _measured(
    file: str | None,
    arms: Mapping[tuple[str, str], _Units],
    pairs: Iterable[tuple[int, int]],
    least: int = 1,
) -> dict[str, Any]:
    """The entry of arms and their pairs of places, with nothing required."""
    units, rows = [*arms.values()], [_row(*arm) for arm in arms.items()]
    return {
        "file": file,
        "arms": rows,
        "pairs": _pairs(units, pairs, least, [row["ranked"] for row in rows]),
        "triggers": [row for place, some in enumerate(units) if (row := _trigger(place, some))],
        "require": {},
        "decided": True,
        "failures": [],
    }


def _arms(results: Iterable[Result]) -> dict[tuple[str, str], dict[str, _Unit]]:
    """What was measured, by the bot and the treatment of each arm, and by unit."""
    arms: dict[tuple[str, str], dict[str, _Unit]] = {}
    for result in results:
        unit = _unit(result)
        arms.setdefault((result["subject"] or "", unit["treatment"]), {})[unit["unit"]] = unit
    return arms


def _unit(result: Result) -> _Unit:
    details, usage, total = result["details"], result["usage"], result["total"]
    unit = details.get("experiment")
    if unit is None:
        # With ungraded checks a score would mislead.
        is_scored = total is not None and result["status"] != "ungraded"
        unit = {
            "treatment": "",
            "unit": f"{result['file']}::{result['id']}",
            "case": case_of(result),
            "label": label(result),
            "passes": [_RUNS.get(run["outcome"]) for run in result["runs"]],
            "score": [total / 100 if is_scored else None],
            "used": [],
            "fires": None,
        }
    runs = len(result["runs"])
    amounts = {name: usage[name] / runs if name in usage else None for name in _AMOUNTS}
    name = details.get("name", result["id"])
    found = {"score": [], "label": unit["case"], **unit, **amounts, "name": name}
    return {**found, "critical": _critical(result)}


def _critical(result: Result) -> str:
    """The first critical check that failed; of a bot's scenarios the causes tell it."""
    if is_counted(result):
        return ""
    failed = (each for each in result["checks"] if each["outcome"] == "failed")
    return next((each["name"] for each in failed if each.get("critical")), "")


def _graded(runs: Iterable[Any]) -> list[Any]:
    return [run for run in runs if run is not None]


def _cases(units: _Units, figure: str) -> dict[str, list[list[float]]]:
    """The graded runs of the units of each case."""
    cases: dict[str, list[list[float]]] = {}
    for unit in units.values():
        if graded := _graded(unit[figure]):
            cases.setdefault(unit["case"], []).append(graded)
    return cases


def _row(key: tuple[str, str], units: _Units) -> dict[str, Any]:
    passes = _cases(units, "passes")
    share, interval = case_share(passes) or (None, None)
    scores = [fmean(map(fmean, case)) for case in _cases(units, "score").values()]
    # Triggers are graded by their skill alone.
    regular = [unit for unit in units.values() if unit["fires"] is None]
    doubtful = sum(None in unit["passes"] for unit in regular)
    used = _graded(run for unit in units.values() for run in unit["used"])
    known = {name: [unit for unit in units.values() if unit[name] is not None] for name in _AMOUNTS}
    times = [unit["seconds"] for unit in known["seconds"]]
    critical = {unit["label"]: unit["critical"] for unit in units.values() if unit["critical"]}
    return {
        "bot": key[0],
        "treatment": key[1],
        "scenarios": len(units),
        "cases": len(passes),
        "runs": max(len(unit["passes"]) for unit in units.values()),
        "ungraded": sum(unit["passes"].count(None) for unit in units.values()),
        "ranked": doubtful <= _MOST_UNGRADED * len(regular),
        "share": share,
        "interval": None if interval is None else [*interval],
        "score": 100 * fmean(scores) if scores else None,
        "cost_usd": _total(known["cost_usd"], "cost_usd"),
        "cost_known": len(known["cost_usd"]),
        "tokens": _total(known["tokens"], "tokens"),
        "seconds": fmean(times) if times else None,
        "used": sum(used),
        "offered": len(used),
        "critical": critical,
    }


def _total(units: Sequence[_Unit], name: str) -> float | None:
    """What all runs of these units spent; None without any."""
    return fsum(unit[name] * len(unit["passes"]) for unit in units) if units else None


def _pairs(
    arms: Sequence[_Units], pairs: Iterable[tuple[int, int]], least: int, ranked: Sequence[bool]
) -> list[dict[str, Any]]:
    """The first arm of each pair compared with the second, in the scenarios that both had.

    A pair of which one is not ``ranked`` is never told apart.
    """
    found: list[tuple[dict[str, Any], Comparison, Comparison | None]] = []
    for pair in pairs:
        one, other = (arms[place] for place in pair)
        units = [(unit, other[name]) for name, unit in one.items() if name in other]
        cases = {unit["unit"]: unit["case"] for unit, _ in units}
        passed, score = (
            compare(
                {unit["unit"]: unit[figure] for unit, _ in units},
                {unit["unit"]: unit[figure] for _, unit in units},
                cases.__getitem__,
            )
            for figure in ("passes", "score")
        )
        if passed is not None and passed.cases >= least:
            ratios = {
                name: _ratio([(unit[name], rival[name]) for unit, rival in units])
                for name in _AMOUNTS
            }
            about = {"arms": pair, "ranked": all(ranked[place] for place in pair)}
            about |= {"apart": units, **ratios}
            found.append((about, passed, score))
    apart = _cases_apart([entry["apart"] for entry, *_ in found])
    rates = holm([passed for _, passed, _ in found])
    scores = iter(holm([score for *_, score in found if score is not None]))
    return [
        {
            **_without(entry, "ranked"),
            "cases": rate.cases,
            "left_out": rate.left_out,
            "better": rate.better,
            "worse": rate.worse,
            "passed": _difference(rate, entry["ranked"]),
            "score": None if score is None else _difference(next(scores), entry["ranked"]),
            "apart": [*names] if entry["ranked"] else [],
            "apart_worse": [name for name in names if names[name]] if entry["ranked"] else [],
        }
        for (entry, _, score), rate, names in zip(found, rates, apart, strict=True)
    ]


def _cases_apart(pairs: Sequence[Sequence[tuple[_Unit, _Unit]]]) -> list[dict[str, bool]]:
    """For each pair the cases that differ beyond chance, of all of which 5% may be false.

    With each, whether the first of the pair passes less.
    """
    repeated: dict[tuple[int, str], tuple[int, int, int, int]] = {}
    names: dict[str, str] = {}
    for place, units in enumerate(pairs):
        counts: dict[str, list[int]] = {}
        for two in units:
            first, _ = two
            # Variants by a matrix are one case of bots.
            is_variant = first["case"] in counts
            names[first["case"]] = first["name"] if is_variant else first["label"]
            if not any(None in unit["passes"] for unit in two):
                own = [n for unit in two for n in (int(sum(unit["passes"])), len(unit["passes"]))]
                total = counts.setdefault(first["case"], [0, 0, 0, 0])
                counts[first["case"]] = [*map(add, total, own)]
        for case, (passed, runs, others, of) in counts.items():
            if min(runs, of) > 1:  # one run of each tells nothing
                repeated[place, case] = (passed, runs, others, of)
    holds = dict(zip(repeated, differing([*repeated.values()], _LEVEL), strict=True))
    found: list[dict[str, bool]] = [{} for _ in pairs]
    apart = [key for key, is_apart in holds.items() if is_apart]
    for place, case in sorted(apart, key=lambda key: names[key[1]]):
        passed, runs, others, of = repeated[place, case]
        found[place][names[case]] = passed * of < others * runs
    return found


def _without(entry: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key != name}


def _difference(comparison: Comparison, is_ranked: bool) -> dict[str, Any]:
    return {
        "points": 100 * comparison.difference,
        "interval": [100 * end for end in comparison.interval],
        "p": comparison.p,
        "told_apart": comparison.is_told_apart and is_ranked,
        "more": comparison.more if is_ranked else None,
        "repeats": comparison.repeats if is_ranked else None,
    }


def _ratio(pairs: Iterable[tuple[float | None, float | None]]) -> dict[str, Any] | None:
    found = ratio([(first, second) for first, second in pairs if first and second])
    return None if found is None else {"median": found[0], "interval": found[1]}


def _trigger(place: int, units: _Units) -> dict[str, Any] | None:
    """How often a skill was activated when it should, and when it should not.

    None without triggers. Where no run was graded, the rates are unknown.
    """
    rows = [
        (unit, sum(graded), len(graded))
        for unit in units.values()
        if unit["fires"] is not None
        for graded in [_graded(unit["used"])]
    ]
    if not rows:
        return None
    right = [(fired, runs) for unit, fired, runs in rows if unit["fires"]]
    quiet = [(runs - fired, runs) for unit, fired, runs in rows if not unit["fires"]]
    recall, specificity = _rate(right), _rate(quiet)
    alarms = specificity["of"] - specificity["count"]
    found = [
        ({"text": unit["name"], "fired": fired, "runs": runs}, unit["fires"])
        for unit, fired, runs in rows
        if fired != (runs if unit["fires"] else 0)
    ]
    return {
        "arm": place,
        "recall": recall,
        "specificity": specificity,
        # Over runs: false alarms and others are of different messages.
        "precision": {**_rate([(recall["count"], recall["count"] + alarms)]), "interval": None},
        "missed": [wrong for wrong, fires in found if fires],
        "false_alarms": [wrong for wrong, fires in found if not fires],
    }


def _rate(messages: Sequence[tuple[int, int]]) -> dict[str, Any]:
    """The runs that did what they should, of each message with its runs."""
    count, whole = (sum(column) for column in zip(*messages, strict=True)) if messages else (0, 0)
    rates = [hits / runs for hits, runs in messages if runs]
    interval = share_interval(rates, whole) if rates else None
    return {
        "count": count,
        "of": whole,
        "share": count / whole if whole else None,
        "interval": None if interval is None else [*interval],
    }
