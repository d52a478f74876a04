"""Builds the report from the results of the items."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import pytest_hydra
from pytest_hydra.core.numbers import Exact, six_places
from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.record.wire import is_counted, session_score
from pytest_hydra.report.figures.breakdown import by_bot, by_category, by_tag, usage
from pytest_hydra.report.figures.causes import add_causes

if TYPE_CHECKING:
    # The models need pydantic, which most sessions do not load.
    from pytest_hydra.report.fields import Verdict
    from pytest_hydra.report.model import BenchmarkEntry, Report, ScenarioEntry, TestEntry, Totals
    from pytest_hydra.report.race_model import Race, RankingEntry

SCHEMA_VERSION: Final = 1

Result = Mapping[str, Any]

_WORST_FIRST = ("failed", "ungraded", "passed")
_STATUSES = ("passed", "failed", "ungraded")
_VERDICTS = ("mergeable", "not_mergeable", "unproven")


def build_report(  # noqa: PLR0913 - keyword arguments
    results: Iterable[Result],
    *,
    run_id: str,
    verdict: Verdict,
    complete: bool,
    policy_digest: str,
    rankings: Sequence[Mapping[str, Any]] = (),
    race: Mapping[str, Any] | None = None,
) -> Report:
    """The report of a session, the same for any order of its results.

    A result is sent by an item: ``{"kind": "scenario" | "test" | "benchmark", "entry": the entry of
    report.json, "total": [numerator, denominator] | None}``; one of a benchmark also has its
    ``place`` among the categories. Other keys are ignored. The results are read once, and may come
    from a generator. Their entries must fit the models, which is not checked here. Raises
    HydraError, with the place, if a ranking or the race does not fit its model.
    """
    entries: dict[str, list[Any]] = {"scenario": [], "test": [], "benchmark": []}
    # The score is computed on the way, so that the results need not be in memory at once.
    score = session_score(_collect(results, entries))
    scenarios: list[ScenarioEntry] = entries["scenario"]
    tests: list[TestEntry] = entries["test"]
    scenarios.sort(key=lambda entry: (entry["file"], entry["id"], entry["bot"] or ""))
    tests.sort(key=lambda entry: entry["nodeid"])
    benchmarks = _join_items(entries["benchmark"])
    ranking_entries: list[RankingEntry] = []
    race_entry: Race | None = None
    if rankings or race is not None:
        from pytest_hydra.report import race_model

        ranking_entries = validate("rankings", list[race_model.RankingEntry], list(rankings))
        race_entry = None if race is None else validate("race", race_model.Race, race)
    regular = [entry for entry in scenarios if is_counted(entry)]
    report: Report = {
        "schema_version": SCHEMA_VERSION,
        "run_id": run_id,
        "engine": {"name": "pytest-hydra", "version": pytest_hydra.__version__},
        "verdict": verdict,
        "complete": complete,
        "policy_digest": policy_digest,
        "rankings": ranking_entries,
        "race": race_entry,
        "scenarios": scenarios,
        "benchmarks": benchmarks,
        "tests": tests,
        "totals": _totals(score, scenarios, tests, ranking_entries),
        "usage": usage(scenarios),
        "by_bot": by_bot(regular),
        "by_category": by_category(regular),
        "by_tag": by_tag(regular),
        "causes": add_causes((*scenarios, *tests)),
        "digest": "",
    }
    report["digest"] = digest(report)
    return report


def _join_items(entries: Iterable[tuple[int, BenchmarkEntry]]) -> list[BenchmarkEntry]:
    """One entry for each benchmark, joined from those of its items; the whole one if there is one.

    Each entry comes with its category's place in the rubric.
    """
    by_path: dict[str, BenchmarkEntry] = {}
    for _, entry in sorted(
        entries, key=lambda item: (item[1]["path"], not item[1].get("complete", True), item[0])
    ):
        first = by_path.setdefault(entry["path"], entry)
        names = {category["name"] for category in first["categories"]}
        first["categories"] += [item for item in entry["categories"] if item["name"] not in names]
        if entry is first:
            continue
        first["status"] = min(first["status"], entry["status"], key=_WORST_FIRST.index)
        first["passed"] = first["passed"] and first["status"] == "passed"
    return list(by_path.values())


def session_verdict(status: int, negative: bool) -> Verdict:
    """The verdict of a session that ends with this exit status.

    ``negative``: there is a failure (a failed item, or a score below its threshold). Without one, a
    session with another exit status than 0 reached no verdict: error.
    """
    if status == 0:
        return "passed"
    return "failed" if negative else "error"


def _collect(results: Iterable[Result], entries: dict[str, list[Any]]) -> Iterator[Result]:
    """Pass the results through, and collect their entries by kind."""
    for result in results:
        kind, entry = result["kind"], result["entry"]
        if kind == "race":  # reported as a whole, by the ranking
            continue
        entries[kind].append((result["place"], entry) if kind == "benchmark" else entry)
        yield result


def validate(name: str, kind: Any, value: Any, *path: str) -> Any:
    """The value with the model's order of keys. Raises HydraError, with the place, if invalid."""
    from pydantic import TypeAdapter, ValidationError

    try:
        return TypeAdapter(kind).validate_python(value)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = one_line(".".join(map(str, (*path, *first["loc"]))), 200)
        raise HydraError(f"{name}: not a valid report: {place}: {first['msg']}") from None


def _totals(
    score: Exact | None,
    scenarios: Sequence[ScenarioEntry],
    tests: Sequence[TestEntry],
    rankings: Sequence[RankingEntry],
) -> Totals:
    # Expected failures are shown but not counted.
    regular = [entry for entry in scenarios if is_counted(entry)]
    checks = [entry["checks"] for entry in regular]
    checks += [entry["checks"] for entry in tests if is_counted(entry)]
    return {
        "score": None if score is None else six_places(score),
        "scenarios": _counts(_STATUSES, (entry["status"] for entry in regular)),
        "checks": _counts(_STATUSES, (check["outcome"] for some in checks for check in some)),
        "candidates": _counts(_VERDICTS, (entry["verdict"] for entry in rankings)),
    }


def _counts(names: Iterable[str], values: Iterable[str]) -> Any:
    counts = Counter(values)
    return {name: counts[name] for name in names}


# --- the digest: the decisions, without places, times and wording ---------------------------------

SPENT = ("seconds", "tokens", "cost_usd", "retries")
"""The fields of a scenario that may differ between runs with the same decisions."""

_CHECKS = {"message", "critical", "optional", "cause"}
# The fields left out of the entries of each list, and of the lists in them. Fields of the model
# only: a key of the same name in a bot's reply is data.
LEFT_OUT: dict[str, tuple[set[str], dict[str, set[str]]]] = {
    "rankings": (
        {"duration_seconds", "artifacts", "isolation", "waivers", "effective_weights"},
        {"gates": {"reason"}, "checks": {"message", "cached"}, "review": {"file", "line"}},
    ),
    "scenarios": (
        {*("file", "line", "error", "xfail", "category", "run", "outcomes", "tries"), *SPENT},
        {"checks": _CHECKS},
    ),
    # People's labels and the authors are not part of the decision.
    "benchmarks": (
        {"path", "reason", "agreement", "notes", "health"},
        {"categories": {"reason", "notes", "min"}},
    ),
    "tests": ({"error", "xfail", "tries"}, {"checks": _CHECKS}),
}


def digest(report: Report | Result) -> str:
    """The sha256, in hex, of the canonical JSON of the decisions.

    That is one object with the keys ``rankings``, ``race`` (null, or an object with its
    ``base_commit``), ``scenarios``, ``benchmarks``, ``tests`` and ``totals``, with sorted keys, in
    UTF-8, without spaces. Left out are messages, reasons, durations, artifacts, isolation, proposed
    waivers, files, paths and lines. Raises ValueError or TypeError for values that are not plain
    JSON.
    """
    race = report["race"]
    parts = {
        "race": None if race is None else {"base_commit": race["base_commit"]},
        "totals": report["totals"],
    }
    entries: Result = report
    sha = hashlib.sha256()
    separator = "{"
    for key in sorted({*parts, *LEFT_OUT}):
        sha.update(f'{separator}"{key}":'.encode())
        separator = ","
        pieces = _list_pieces(key, entries[key]) if key in LEFT_OUT else (_CANONICAL(parts[key]),)
        for piece in pieces:
            sha.update(piece.encode("utf-8", "backslashreplace"))
    sha.update(b"}")
    return sha.hexdigest()


_CANONICAL = json.JSONEncoder(
    allow_nan=False, ensure_ascii=False, separators=(",", ":"), sort_keys=True
).encode


def _list_pieces(key: str, entries: Sequence[Result]) -> Iterator[str]:
    """The canonical JSON of a list in pieces, so that a large report is not in memory twice."""
    left_out, inner = LEFT_OUT[key]
    separator = "["
    for entry in entries:
        rest = _without(entry, left_out)
        for name, fields in inner.items():
            rest[name] = [_without(member, fields) for member in entry[name]]
        yield separator + _CANONICAL(rest)
        separator = ","
    yield "]" if entries else "[]"


def _without(entry: Result, left_out: set[str]) -> dict[str, Any]:
    rest = dict(entry)
    for key in left_out.intersection(entry):
        del rest[key]
    return rest
