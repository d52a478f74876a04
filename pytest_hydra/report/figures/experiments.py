"""Experiments of scenario files: treatments compared in pairs, triggers, and what is required."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import TYPE_CHECKING, Any, cast

from pytest_hydra.core.experiment import Arm, Comparison, compare, holm, ratio
from pytest_hydra.core.numbers import format_number, percent, points, rounded
from pytest_hydra.core.statistics import wilson_interval
from pytest_hydra.core.text import one_line

if TYPE_CHECKING:
    from pytest_hydra.core.result import Result
    from pytest_hydra.report.model import ExperimentEntry

_AMOUNTS = ("cost_usd", "tokens", "seconds")


def experiments(results: Iterable[Result], *, complete: bool) -> list[ExperimentEntry]:
    """The experiment of each file that has one; undecided if results were left out."""
    files: dict[str, list[Result]] = {}
    for result in results:
        if "experiment" in result["details"]:
            files.setdefault(result["file"], []).append(result)
    return [_experiment(file, some, complete) for file, some in sorted(files.items())]


def _experiment(file: str, results: Sequence[Result], complete: bool) -> ExperimentEntry:
    first = results[0]["details"]["experiment"]
    groups: dict[tuple[str, str], list[Result]] = {}
    for result in results:
        key = result["subject"] or "", result["details"]["experiment"]["treatment"]
        groups.setdefault(key, []).append(result)
    order = {name: place for place, name in enumerate(first["treatments"])}
    keys = sorted(groups, key=lambda key: (key[0], order.get(key[1], 0)))
    rows = [_row(*key, groups[key]) for key in keys]
    differences = _differences(first["treatments"], groups)
    triggers = [found for key in keys if (found := _trigger(*key, groups[key])) is not None]
    rest: dict[str, Any] = {
        "file": file,
        "treatments": rows,
        "differences": differences,
        "triggers": triggers,
        "require": dict(first["require"]),
    }
    rest = rounded(rest)
    failures = [*_failures(rest)] if complete else []
    entry: Any = {**rest, "decided": complete, "failures": failures}
    return cast("ExperimentEntry", entry)


def _part(result: Result) -> Mapping[str, Any]:
    part: Mapping[str, Any] = result["details"]["experiment"]
    return part


def _unit(result: Result) -> str:
    """What is the same in all treatments: the id without the treatment."""
    return str(_part(result)["unit"])


def _each(result: Result, name: str) -> float | None:
    """An amount for one run; None if it is unknown."""
    amount = result["usage"].get(name)
    return None if amount is None else amount / len(result["runs"])


def _row(subject: str, treatment: str, results: Sequence[Result]) -> dict[str, Any]:
    passes = {_unit(result): _part(result)["passes"] for result in results}
    cases: dict[str, list[float]] = {}
    for result in results:
        graded = [run for run in _part(result)["passes"] if run is not None]
        if graded:
            cases.setdefault(_part(result)["case"], []).append(fmean(graded))
    share = fmean(map(fmean, cases.values())) if cases else None
    used = [run for result in results for run in _part(result)["used"] if run is not None]
    known = {name: [_each(result, name) for result in results] for name in _AMOUNTS}
    return {
        "subject": subject,
        "name": treatment,
        "scenarios": len(results),
        "cases": len(cases),
        "runs": max(map(len, passes.values())),
        "ungraded": sum(runs.count(None) for runs in passes.values()),
        "share": share,
        "interval": _interval(len(cases), share),
        **{
            name: fmean(each for each in amounts if each is not None)
            if None not in amounts
            else None
            for name, amounts in known.items()
        },
        "used": sum(used),
        "offered": len(used),
    }


def _differences(
    names: Sequence[str], groups: Mapping[tuple[str, str], Sequence[Result]]
) -> list[dict[str, Any]]:
    """Each treatment against the first one, by bot."""
    found: list[tuple[dict[str, Any], Comparison]] = []
    for subject in dict.fromkeys(subject for subject, _ in groups):
        base = groups.get((subject, names[0]), ()) if names else ()
        for name in names[1:]:
            other = groups.get((subject, name), ())
            cases = {_unit(result): _part(result)["case"] for result in (*base, *other)}
            comparison = compare(_arm(other), _arm(base), cases.__getitem__)
            if comparison is None:
                continue
            ratios = {amount: _ratio(other, base, amount) for amount in _AMOUNTS}
            found.append(({"subject": subject, "names": [name, names[0]], **ratios}, comparison))
    together = holm([comparison for _, comparison in found])
    return [
        {
            **entry,
            "cases": comparison.cases,
            "left_out": comparison.left_out,
            "difference": comparison.difference,
            "interval": comparison.interval,
            "more": comparison.more,
        }
        for (entry, _), comparison in zip(found, together, strict=True)
    ]


def _arm(results: Iterable[Result]) -> Arm:
    return {_unit(result): _part(result)["passes"] for result in results}


def _ratio(other: Sequence[Result], base: Sequence[Result], name: str) -> dict[str, Any] | None:
    before = {_unit(result): _each(result, name) for result in base}
    pairs = [(_each(result, name), before.get(_unit(result))) for result in other]
    found = ratio([(first, second) for first, second in pairs if first and second])
    if found is None:
        return None
    return {"median": found[0], "interval": found[1]}


def _trigger(subject: str, treatment: str, results: Sequence[Result]) -> dict[str, Any] | None:
    """How often a skill was activated when it should, and when it should not."""
    counts: dict[bool, list[tuple[str, int, int]]] = {True: [], False: []}
    for result in results:
        fires, used = _part(result)["fires"], _part(result)["used"]
        graded = [run for run in used if run is not None]
        if fires is not None and graded:
            name = result["details"].get("name", result["id"])
            counts[fires].append((name, sum(graded), len(graded)))
    if not any(counts.values()):
        return None
    (fired, should), (wrong, other) = (
        (sum(hits for _, hits, _ in some), sum(runs for _, _, runs in some))
        for some in (counts[True], counts[False])
    )
    rates = [hits / runs for _, hits, runs in counts[True]]
    quiet = [1 - hits / runs for _, hits, runs in counts[False]]
    return {
        "subject": subject,
        "treatment": treatment,
        "fired": fired,
        "should": should,
        "recall": _interval(len(rates), fmean(rates) if rates else None),
        "silent": other - wrong,
        "should_not": other,
        "specificity": _interval(len(quiet), fmean(quiet) if quiet else None),
        "precision": fired / (fired + wrong) if fired + wrong else None,
        "false_alarms": [
            {"text": name, "fired": hits, "runs": runs}
            for name, hits, runs in counts[False]
            if hits
        ],
    }


def _failures(entry: Mapping[str, Any]) -> Iterator[str]:
    """What is required and does not hold, or is not known, in words."""
    for name, wanted in entry["require"].items():
        if name in ("recall", "precision", "specificity"):
            yield from _trigger_failures(entry["triggers"], name, wanted)
        elif not isinstance(wanted, str):
            for row in entry["treatments"]:
                if row["name"] == name and (row["share"] is None or 100 * row["share"] < wanted):
                    share = "unknown" if row["share"] is None else f"{percent(row['share'])}%"
                    yield (
                        f"{label(name, row)}: {share} of runs pass, at least "
                        f"{wanted:g}% are required"
                    )
        else:
            yield from _unfit(entry, name, wanted)


def _unfit(entry: Mapping[str, Any], name: str, wanted: str) -> Iterator[str]:
    pairs = [pair for pair in entry["differences"] if pair["names"][0] == name]
    subjects = {row["subject"] for row in entry["treatments"]}
    for subject in sorted(subjects - {pair["subject"] for pair in pairs}):
        yield f"{label(name, {'subject': subject})}: there is no case to compare"
    for pair in pairs:
        is_apart, by = pair["more"] == 0, f"{points(pair['difference'])} points"
        base = one_line(pair["names"][1], 40)
        if is_apart and pair["difference"] < 0:
            yield f"{label(name, pair)} is worse than {base}: {by}"
        elif wanted == "better" and not is_apart:
            yield f"{label(name, pair)} is not shown to be better than {base}: {by}"


def _trigger_failures(triggers: Sequence[Result], name: str, least: float) -> Iterator[str]:
    for row in triggers:
        shares = {
            "recall": row["fired"] / row["should"] if row["should"] else None,
            "specificity": row["silent"] / row["should_not"] if row["should_not"] else None,
            "precision": row["precision"],
        }
        share = shares[name]
        if share is None or 100 * share < least:
            found = "unknown" if share is None else format_number(100 * share, 0)
            who = label(row["treatment"], row)
            yield f"{who}: {name} is {found}, at least {least:g} is required"


def label(name: str, row: Mapping[str, Any]) -> str:
    """The name of a treatment of a bot, for a message."""
    subject = f" ({one_line(row['subject'], 40)})" if row["subject"] else ""
    return f"{one_line(name, 40) or 'the triggers'}{subject}"


def _interval(count: int, share: float | None) -> list[Any] | None:
    if share is None:
        return None
    return [*wilson_interval(count, share * count)]
