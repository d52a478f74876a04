"""Merges reports of parts of a suite into one, or refuses to."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, product
from math import fsum, isfinite
from typing import Any, NamedTuple, cast

import pytest_hydra
from pytest_hydra.core.numbers import Exact, exact, quotient, six_places
from pytest_hydra.core.plain import refuse_constant
from pytest_hydra.core.result import (
    LISTS,
    Result,
    is_counted,
    item_name,
    results_of,
    total_parts,
)
from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.record.wire import paused_gc
from pytest_hydra.report import model
from pytest_hydra.report.build import ABOUT, SCHEMA_VERSION, build_report, validate
from pytest_hydra.report.figures.triage import conversations
from pytest_hydra.report.model import Report, Verdict

RankAgain = Callable[[Sequence[Result], bool], Sequence[Result]]

_WORST_FIRST: tuple[Verdict, ...] = ("failed", "error", "passed")
_VERDICTS: Mapping[str, Verdict] = {"passed": "passed", "failed": "failed", "ungraded": "error"}
_OWN_KEYS = frozenset(Report.__annotations__)
# The most runs of a scenario in a compared report: beyond it Fisher's test takes too long.
_MOST_RUNS = 10_000


class NamedReport(NamedTuple):
    """One report, and its name in messages."""

    name: str
    report: Mapping[str, Any]


def read_report(name: str, data: bytes) -> NamedReport:
    """Read a JSON report made by this version of pytest-hydra. Raises HydraError."""
    report = _read(name, data)
    version = report["engine"].get("version")
    if version != pytest_hydra.__version__:
        raise HydraError(
            f"{name}: made by pytest-hydra {_preview(version)}, but this is "
            f"{pytest_hydra.__version__}; merge reports with the version that made them"
        )
    return NamedReport(name, validate(name, Report, report))


def read_any_report(name: str, data: bytes) -> Mapping[str, Any]:
    """Read a JSON report of any version. Raises HydraError."""
    report: Mapping[str, Any] = validate(name, Report, _read(name, data))
    return report


@paused_gc()
def read_for_comparison(name: str, data: bytes) -> dict[str, Any]:
    """The results of a report of any version, and the rules that decided. Raises HydraError."""
    report = _read(name, data)
    kinds: dict[str, Any] = dict.fromkeys(LISTS.values(), list[model.Result])
    kinds |= {"rankings": list[model.Ranking], "race": model.Race | None}
    kinds["experiments"] = list[model.RequiredEntry] | None
    kinds |= {
        "run_id": str | None,
        "policy_digest": str | None,
        "suite": dict[str, dict[str, Any] | str] | None,
    }
    found = {key: validate(name, kind, report.get(key), key) for key, kind in kinds.items()}
    for result in results_of(found):
        if len(result["runs"]) > _MOST_RUNS:
            reason = f"{len(result['runs'])} runs"
            raise HydraError(f"{name}: not a valid report: {_preview(result['id'])}: {reason}")
    return found


def _read(name: str, data: bytes) -> dict[str, Any]:
    try:
        report = json.loads(data, parse_constant=refuse_constant, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise HydraError(f"{name}: not JSON: {one_line(str(error), 200)}") from None
    engine = report.get("engine") if isinstance(report, dict) else None
    if not isinstance(engine, dict) or engine.get("name") != "pytest-hydra":
        raise HydraError(
            f"{name}: not a report of pytest-hydra; --hydra-report FILE.json creates one"
        )
    schema = report.get("schema_version")
    if schema != SCHEMA_VERSION:
        raise HydraError(
            f"{name}: its schema_version is {_preview(schema)}; this version of pytest-hydra reads "
            f"{SCHEMA_VERSION}"
        )
    return cast("dict[str, Any]", report)


def merge_parts(parts: Sequence[NamedReport], rank_again: RankAgain) -> Report:
    """Merge the parts into one report, the same for any order of them.

    ``rank_again`` ranks the candidates; its second argument says whether several parts have some.
    An item that is equal in several parts appears once. The key ``shards`` lists the merged
    sessions. Raises HydraError, with two reports and their difference, if parts do not belong
    together.
    """
    _agree(parts, "policy_digest", "were not made by the same policy (the settings in hydra.toml)")
    race = _race(parts)
    race_count = sum(bool(part.report["rankings"]) for part in parts)
    rankings = rank_again(_candidates(parts), race_count > 1)
    merged = build_report(
        _results(parts),
        run_id="",
        verdict=_verdict(parts, race, rankings),
        complete=all(part.report["complete"] for part in parts),
        policy_digest=parts[0].report["policy_digest"],
        candidates=rankings,
        race=race,
        about=_about(parts),
        judges_usd=_judges_usd(parts),
    )
    shared = _shared_keys(parts)
    texts = sorted(chain(*(part.report.get("conversations", {}).items() for part in parts)))
    if excerpts := conversations(merged, {nodeid: "\n".join(lines) for nodeid, lines in texts}):
        shared["conversations"] = excerpts
    if tables := [*chain(*(part.report.get("tables", ()) for part in parts))]:
        shared["tables"] = sorted(tables, key=_canonical)
    return cast("Report", {**merged, **shared, "shards": _shards(parts, shared)})


def _judges_usd(parts: Sequence[NamedReport]) -> float | None:
    usages = [part.report["usage"] for part in parts]
    costs = [usage["judges_usd"] for usage in usages if "judges_usd" in usage]
    return round(fsum(costs), 6) if costs else None


# --- what belongs together ----------------------------------------------------------------------


def _agree(parts: Sequence[NamedReport], key: str, problem: str) -> None:
    for first, part in product(parts[:1], parts[1:]):
        if part.report[key] != first.report[key]:
            left, right = sorted([first, part], key=lambda part: part.name)
            values = f"{_preview(left.report[key])} and {_preview(right.report[key])}"
            raise HydraError(f"{_names(first, part)} {problem}: {values}")


def _race(parts: Sequence[NamedReport]) -> dict[str, Any] | None:
    """The race entry for the candidates of all parts."""
    races = [
        NamedReport(name, report["race"]) for name, report in parts if report["race"] is not None
    ]
    if not races:
        return None
    _agree(races, "base_commit", "raced from different bases")
    _agree(races, "formulas", "were scored by different formulas")
    _agree(races, "require", "have different requirements for a race (require)")
    changes = [race.report["policy_changes"] for race in races if "policy_changes" in race.report]
    if 0 < len(changes) < len(races):
        raise HydraError("only some of these races were decided by today's policy")
    crossings = [race.report.get("cross_examination", []) for race in races]
    pairs = sorted(chain(*crossings), key=lambda pair: (pair["author"], pair["code"]))
    runs = [run for race in races for run in race.report["baseline"].items()]
    runs.sort(key=lambda run: (run[1].get("seconds", 0), _canonical(run[1])))
    audits = [race.report["audit"] for race in races]
    return {
        **races[0].report,
        # The base may have another name in each job: the commit is the same.
        "base": min(race.report["base"] for race in races),
        # The base was run in each of them; the slowest run is reported.
        "baseline": dict(sorted(dict(runs).items())),
        # An audit with a problem takes precedence.
        "audit": min(
            audits,
            key=lambda audit: (
                audit["problem"] is None,
                audit["known_bad"] == "not tried",
                _canonical(audit),
            ),
        ),
        "only_cause": False,
        **({"cross_examination": pairs} if pairs else {}),
        **({"policy_changes": sorted({*chain(*changes)})} if changes else {}),
    }


def _about(parts: Sequence[NamedReport]) -> dict[str, Any]:
    """When the first session started, and what is the same for all of them."""
    values = {key: [part.report[key] for part in parts] for key in ABOUT}
    common = {key: same[0] for key, same in values.items() if all(x == same[0] for x in same)}
    return {
        **common,
        "seconds": None,
        "started": min(filter(None, values["started"]), default=None),
    }


def _candidates(parts: Sequence[NamedReport]) -> list[Result]:
    entries = [(part, entry) for part in parts for entry in part.report["rankings"]]
    owners: dict[str, NamedReport] = {}
    for part, entry in entries:
        agent = entry["agent"]
        if agent in owners:
            raise HydraError(
                f"{_names(owners[agent], part)} both have the candidate {_preview(agent)}; "
                "a candidate belongs to one of them, with all of its checks"
            )
        owners[agent] = part
    weights = []
    for part, entry in entries:
        named = sorted((check["name"], check["weight"]) for check in entry["checks"])
        text = ", ".join(f"{name} {weight:g}" for name, weight in named)
        weights.append(NamedReport(part.name, {"weights": text}))
    _agree(weights, "weights", "score candidates by different dimensions")
    return [{key: entry[key] for key in model.Result.__annotations__} for _, entry in entries]


# --- results ------------------------------------------------------------------------------------


def _results(parts: Sequence[NamedReport]) -> Iterator[dict[str, Any]]:
    """What the items of all parts would have sent, except candidates."""
    known: dict[tuple[str, ...], tuple[NamedReport, Result]] = {}
    for part in parts:
        for result in results_of(part.report, "scenario", "test"):
            if _add_new(known, part, ("item", item_name(result)), result):
                yield {"result": result, "exact": total_parts(_total(result))}
    benchmarks = [(part, result) for part in parts for result in part.report["benchmarks"]]
    for part, result in benchmarks:
        name, details = item_name(result), result["details"]
        # All scores of a benchmark must come from one judge.
        judge = {"judge": details["judge"], "mock": details["mock"]}
        _add_new(known, part, ("judge", name), judge)
        if details["complete"]:
            _add_new(known, part, ("item", name), {**result, "checks": []})
        for check in result["checks"]:
            _add_new(known, part, ("item", name, check["name"]), check)
    # Joined in one order, whatever the order of the parts.
    for result in sorted((result for _, result in benchmarks), key=_canonical):
        yield {"result": result, "exact": None}


def _add_new(
    known: dict[tuple[str, ...], tuple[NamedReport, Result]],
    part: NamedReport,
    name: tuple[str, ...],
    found: Result,
) -> bool:
    """Add a result, or a part of it, unless its name is known; whether it was added.

    Raises HydraError if the known one differs.
    """
    first, existing = known.setdefault(name, (part, found))
    if existing is not found and not _is_same(existing, found):
        raise HydraError(
            f"{_names(first, part)} both have {one_line('::'.join(name[1:]), 200)}, "
            "with different content; an item belongs to one of them"
        )
    return existing is found


def _is_same(existing: Result, found: Result) -> bool:
    """Whether two results are equal, apart from time and cost."""
    left, right = ({**each, "usage": None} for each in (existing, found))
    return left == right


def _total(result: Result) -> Exact | None:
    """The exact total if the checks add up to it, else as reported."""
    total = result["total"]
    if total is None:
        return None
    graded = [check for check in result["checks"] if check["score"] is not None]
    weight: Exact = sum(exact(check["weight"]) for check in graded)
    if weight:
        points = sum(exact(check["score"]) * exact(check["weight"]) for check in graded)
        by_checks = quotient(points, weight)
        if six_places(by_checks) == total:
            return by_checks
    return exact(total)


# --- the whole ----------------------------------------------------------------------------------


def _verdict(
    parts: Sequence[NamedReport], race: Result | None, rankings: Sequence[Result]
) -> Verdict:
    """The worst verdict of the parts, except that the race is decided as a whole."""
    # A part that failed only because of its race counts as passed until then.
    verdicts: set[Verdict] = {
        "passed" if report["rankings"] and report["race"]["only_cause"] else report["verdict"]
        for _, report in parts
    }
    # No report is better than its results.
    results = [result for part in parts for result in _counted(part.report)]
    verdicts |= {_VERDICTS[result["status"]] for result in results}
    whole = {item_name(result) for result in results if result["details"].get("complete", True)}
    if any(item_name(result) not in whole for result in results):
        verdicts.add("error")  # its overall score was not compared with the threshold
    if race is not None and rankings and race["require"] != "none":
        enough = any if race["require"] == "one" else all
        if not enough(entry["status"] == "passed" for entry in rankings):
            verdicts.add("failed")
    return min(verdicts, key=_WORST_FIRST.index)


def unexplained(parts: Sequence[NamedReport]) -> list[str]:
    """The parts whose verdict none of their results explains, with the reason if it is known."""
    unknown = "though all of its results passed"
    return [
        f"{name}: {report['verdict']}, {report.get('exit_reason', unknown)}"
        for name, report in parts
        if report["verdict"] != "passed"
        and not report["rankings"]
        and not any(entry["failures"] for entry in report.get("experiments", ()))
        and all(result["status"] == "passed" for result in _counted(report))
    ]


def _counted(report: Mapping[str, Any]) -> list[Result]:
    return [*filter(is_counted, results_of(report, "scenario", "benchmark", "test"))]


def _shared_keys(parts: Sequence[NamedReport]) -> dict[str, Any]:
    """Keys added by plugins whose value is the same in all parts that have them."""
    names = sorted({name for part in parts for name in part.report if name not in _OWN_KEYS})
    values = {name: [p.report[name] for p in parts if name in p.report] for name in names}
    return {
        name: first
        for name, (first, *rest) in values.items()
        if all(value == first for value in rest)
    }


def _shards(parts: Sequence[NamedReport], shared: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The merged sessions, each once, with the keys that are not common to all parts."""
    sessions: dict[tuple[str, str], dict[str, Any]] = {}
    for _, report in parts:
        own = {
            **{key: report[key] for key in ("run_id", "verdict", "complete", "digest")},
            "agents": [entry["agent"] for entry in report["rankings"]],
            **{k: v for k, v in report.items() if k not in _OWN_KEYS and k not in shared},
        }
        # A merged report lists its own sessions.
        for session in report.get("shards", [own]):
            sessions[session["run_id"], _canonical(session)] = session
    return [sessions[key] for key in sorted(sessions)]


# --- words --------------------------------------------------------------------------------------


def _names(first: NamedReport, second: NamedReport) -> str:
    return " and ".join(sorted([first.name, second.name]))


def _finite(text: str) -> float:
    number = float(text)
    return number if isfinite(number) else refuse_constant(text)


def _preview(value: object) -> str:
    return one_line(str(value), 200)


def _canonical(value: object) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
