"""Merges reports of parts of a suite into one, or refuses to."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, product
from math import isfinite
from typing import Any, NamedTuple, cast

import pytest_hydra
from pytest_hydra.core.numbers import Exact, exact, quotient, six_places
from pytest_hydra.core.plain import refuse_constant
from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.record.wire import is_counted, paused_gc, total_parts
from pytest_hydra.report.build import SCHEMA_VERSION, SPENT, build_report, validate
from pytest_hydra.report.fields import Verdict
from pytest_hydra.report.figures.triage import conversations
from pytest_hydra.report.model import BenchmarkEntry, Report, ScenarioEntry, TestEntry
from pytest_hydra.report.race_model import Race, RankingEntry

Entry = Mapping[str, Any]
RankAgain = Callable[[Sequence[Entry], bool], Sequence[Entry]]

_WORST_FIRST: tuple[Verdict, ...] = ("failed", "error", "passed")
_VERDICTS: Mapping[str, Verdict] = {"passed": "passed", "failed": "failed", "ungraded": "error"}
_OWN_KEYS = frozenset(Report.__annotations__) - {"repository"}
# The most runs of a scenario in a compared report: beyond it Fisher's test takes too long.
_MOST_RUNS = 10_000


class Part(NamedTuple):
    """One report, and its name in messages."""

    name: str
    report: Mapping[str, Any]


def read_report(name: str, data: bytes) -> Part:
    """Read a JSON report made by this version of pytest-hydra. Raises HydraError."""
    report = _read(name, data)
    version = report["engine"].get("version")
    if version != pytest_hydra.__version__:
        raise HydraError(
            f"{name}: made by pytest-hydra {_preview(version)}, but this is "
            f"{pytest_hydra.__version__}; merge reports with the version that made them"
        )
    return Part(name, validate(name, Report, report))


def read_any_report(name: str, data: bytes) -> Mapping[str, Any]:
    """Read a JSON report of any version. Raises HydraError."""
    report: Mapping[str, Any] = validate(name, Report, _read(name, data))
    return report


@paused_gc()
def read_for_comparison(name: str, data: bytes) -> dict[str, Any]:
    """The scenarios and benchmarks of a JSON report of any version. Raises HydraError.

    Also its tests and candidates, which labels may refer to, if they fit this version's models.
    """
    report = _read(name, data)
    entries = validate(name, list[ScenarioEntry], report.get("scenarios"), "scenarios")
    benchmarks = validate(name, list[BenchmarkEntry], report.get("benchmarks", []), "benchmarks")
    for entry in entries:
        passes, runs = entry.get("passes"), entry["runs"]
        if passes is not None and not max(passes, 1) <= runs <= _MOST_RUNS:
            reason = f"{passes} of {runs} runs passed"
            raise HydraError(f"{name}: not a valid report: {_preview(entry['id'])}: {reason}")
    optional: dict[str, Any] = {"tests": [], "rankings": []}
    kinds: dict[str, Any] = {
        "tests": list[TestEntry],
        "rankings": list[RankingEntry],
        "race": Race | None,
        "policy_digest": str | None,
        "suite": dict[str, dict[str, Any]] | None,
    }
    for key, kind in kinds.items():
        missing = optional.setdefault(key, None)
        with suppress(HydraError):
            optional[key] = validate(name, kind, report.get(key, missing), key)
    return {"scenarios": entries, "benchmarks": benchmarks, **optional}


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


def merge(parts: Sequence[Part], rank_again: RankAgain) -> Report:
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
        rankings=rankings,
        race=race,
    )
    shared = _shared_keys(parts)
    texts = sorted(chain(*(part.report.get("conversations", {}).items() for part in parts)))
    if excerpts := conversations(merged, {name: "\n".join(lines) for name, lines in texts}):
        shared["conversations"] = excerpts
    return cast("Report", {**merged, **shared, "shards": _shards(parts, shared)})


# --- what belongs together ----------------------------------------------------------------------


def _agree(parts: Sequence[Part], key: str, problem: str) -> None:
    for first, part in product(parts[:1], parts[1:]):
        if part.report[key] != first.report[key]:
            left, right = sorted([first, part], key=lambda part: part.name)
            values = f"{_preview(left.report[key])} and {_preview(right.report[key])}"
            raise HydraError(f"{_names(first, part)} {problem}: {values}")


def _race(parts: Sequence[Part]) -> dict[str, Any] | None:
    """The race entry for the candidates of all parts."""
    races = [Part(name, report["race"]) for name, report in parts if report["race"] is not None]
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


def _candidates(parts: Sequence[Part]) -> list[Entry]:
    entries = [(part, entry) for part in parts for entry in part.report["rankings"]]
    owners: dict[str, Part] = {}
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
        text = ", ".join(f"{name} {weight:g}" for name, weight in sorted(entry["weights"].items()))
        weights.append(Part(part.name, {"weights": text}))
    _agree(weights, "weights", "score candidates by different dimensions")
    return [entry for _, entry in entries]


# --- items --------------------------------------------------------------------------------------


def _results(parts: Sequence[Part]) -> Iterator[dict[str, Any]]:
    """Results as the items of all parts would have sent them."""
    items: dict[tuple[str, ...], tuple[Part, Entry]] = {}
    for kind, keys in _IDENTITY.items():
        for part in parts:
            for entry in part.report[f"{kind}s"]:
                if _add_new(items, part, (kind, *(entry[key] or "" for key in keys)), entry):
                    yield {"kind": kind, "entry": entry, "total": total_parts(_total(entry))}
    for place, entry in enumerate(_benchmarks(parts)):
        yield {"kind": "benchmark", "entry": entry, "total": None, "place": place}


# The keys that identify an item.
_IDENTITY = {"scenario": ("file", "id", "bot"), "test": ("nodeid",)}


def _add_new(
    items: dict[tuple[str, ...], tuple[Part, Entry]], part: Part, name: tuple[str, ...], item: Entry
) -> bool:
    """Add an item unless its name is known, and return whether it was added.

    Raises HydraError if the known one differs.
    """
    first, existing = items.setdefault(name, (part, item))
    if existing is not item and not _is_same(existing, item):
        raise HydraError(
            f"{_names(first, part)} both have {one_line('::'.join(filter(None, name[1:])), 200)}, "
            "with different content; an item belongs to one of them"
        )
    return existing is item


def _is_same(existing: Entry, item: Entry) -> bool:
    """Whether two entries are equal, apart from time and cost."""
    left, right = ({**entry, **dict.fromkeys(SPENT)} for entry in (existing, item))
    return left == right


def _benchmarks(parts: Sequence[Part]) -> list[Entry]:
    """Entries as the items of benchmarks would have sent them: whole, or one category each."""
    items: dict[tuple[str, ...], tuple[Part, Entry]] = {}
    results: list[Entry] = []
    for part in parts:
        for entry in part.report["benchmarks"]:
            header = {**entry, "categories": []}
            # All scores of a benchmark must come from one judge.
            judge = {"judge": entry["judge"], "mock": entry["mock"]}
            _add_new(items, part, ("judge", entry["path"]), judge)
            members = {category["name"]: category for category in entry["categories"]}
            if entry.get("complete", True):
                members[""] = header
            for name, item in members.items():
                if not _add_new(items, part, ("benchmark", entry["path"], name), item):
                    continue
                if not name:
                    results.append({**entry, "categories": list(entry["categories"])})
                elif "" not in members:
                    results.append({**header, "categories": [item], "status": item["status"]})
    # Categories from several parts are in one order, whatever the order of the parts.
    return sorted(results, key=_canonical)


def _total(entry: Entry) -> Exact | None:
    """The exact total of an item if its checks add up to its score, else the score."""
    score = entry["score"]
    if score is None:
        return None
    graded = [check for check in entry["checks"] if check["score"] is not None]
    weight: Exact = sum(exact(check["weight"]) for check in graded)
    if weight:
        points = sum(exact(check["score"]) * exact(check["weight"]) for check in graded)
        total = quotient(points, weight)
        if six_places(total) == score:
            return total
    return exact(score)


# --- the whole ----------------------------------------------------------------------------------


def _verdict(parts: Sequence[Part], race: Entry | None, rankings: Sequence[Entry]) -> Verdict:
    """The worst verdict of the parts, except that the race is decided as a whole."""
    # A part that failed only because of its race counts as passed until then.
    verdicts: set[Verdict] = {
        "passed" if report["rankings"] and report["race"]["only_cause"] else report["verdict"]
        for _, report in parts
    }
    benchmarks = [entry for part in parts for entry in part.report["benchmarks"]]
    # No report is better than its entries.
    items = [entry for part in parts for kind in _IDENTITY for entry in part.report[f"{kind}s"]]
    verdicts |= {_VERDICTS[entry["status"]] for entry in (*items, *benchmarks) if is_counted(entry)}
    complete = {entry["path"] for entry in benchmarks if entry.get("complete", True)}
    if any(entry["path"] not in complete for entry in benchmarks):
        verdicts.add("error")  # its overall score was not compared with the threshold
    if race is not None and rankings and race["require"] != "none":
        enough = any if race["require"] == "one" else all
        if not enough(entry["mergeable"] for entry in rankings):
            verdicts.add("failed")
    return min(verdicts, key=_WORST_FIRST.index)


def _shared_keys(parts: Sequence[Part]) -> dict[str, Any]:
    """Keys added by plugins whose value is the same in all parts that have them."""
    names = sorted({name for part in parts for name in part.report if name not in _OWN_KEYS})
    values = {name: [p.report[name] for p in parts if name in p.report] for name in names}
    return {
        name: first
        for name, (first, *rest) in values.items()
        if all(value == first for value in rest)
    }


def _shards(parts: Sequence[Part], shared: Mapping[str, Any]) -> list[dict[str, Any]]:
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


def _names(first: Part, second: Part) -> str:
    return " and ".join(sorted([first.name, second.name]))


def _finite(text: str) -> float:
    number = float(text)
    return number if isfinite(number) else refuse_constant(text)


def _preview(value: object) -> str:
    return one_line(str(value), 200)


def _canonical(value: object) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
