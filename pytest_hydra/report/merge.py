"""Reports of parts of a suite, joined into the report of the whole, or refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import pytest_hydra
from pytest_hydra.core.numbers import Exact, exact, quotient, six_places
from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.record.wire import total_parts
from pytest_hydra.report.build import SCHEMA_VERSION, build_report
from pytest_hydra.report.model import Report, Verdict

Entry = Mapping[str, Any]
RankAgain = Callable[[Sequence[Entry]], Sequence[Entry]]

_WORST_FIRST: tuple[Verdict, ...] = ("failed", "error", "passed")
_OURS = frozenset(Report.__annotations__)


@dataclass(frozen=True, slots=True)
class Part:
    """One report, and what it is called in messages."""

    name: str
    report: Mapping[str, Any]


def read_report(name: str, data: bytes) -> Part:
    """A report in JSON, as pytest-hydra of this version writes it. Raises HydraError."""
    from pydantic import TypeAdapter, ValidationError

    try:
        report = json.loads(data, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise HydraError(f"{name}: not JSON: {one_line(str(error), 200)}") from None
    engine = report.get("engine") if isinstance(report, dict) else None
    if not isinstance(engine, dict) or engine.get("name") != "pytest-hydra":
        raise HydraError(
            f"{name}: not a report of pytest-hydra; --hydra-report FILE.json makes one"
        )
    schema = report.get("schema_version")
    if schema != SCHEMA_VERSION:
        raise HydraError(
            f"{name}: its schema_version is {_shown(schema)}; this version of pytest-hydra reads "
            f"{SCHEMA_VERSION}"
        )
    if engine.get("version") != pytest_hydra.__version__:
        raise HydraError(
            f"{name}: made by pytest-hydra {_shown(engine.get('version'))}, and this is "
            f"{pytest_hydra.__version__}; merge reports with the version that made them"
        )
    try:
        return Part(name, TypeAdapter(Report).validate_python(report))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = one_line(".".join(str(part) for part in first["loc"]), 200)
        raise HydraError(f"{name}: not as a report is: {place}: {first['msg']}") from None


def merge(parts: Sequence[Part], rank_again: RankAgain) -> Report:
    """One report of all that stands in the parts, the same in whatever order they come.

    ``rank_again`` puts candidates in one order. An item that stands in several of them, all of it
    equal, stands once. The key ``shards`` says which sessions it was made of. Raises HydraError,
    naming two reports and where they differ, for what does not belong together.
    """
    _same(parts, "policy_digest", "were not made by the same policy (the settings in hydra.toml)")
    race = _race([part for part in parts if part.report["race"] is not None])
    rankings = rank_again(_candidates(parts))
    merged = build_report(
        _results(parts),
        run_id="",
        verdict=_verdict(parts, race, rankings),
        complete=all(part.report["complete"] for part in parts),
        policy_digest=parts[0].report["policy_digest"],
        rankings=rankings,
        race=race,
    )
    return cast("Report", {**merged, **_others(parts), "shards": _shards(parts)})


# --- what belongs together ----------------------------------------------------------------------


def _same(parts: Sequence[Part], key: str, said: str) -> None:
    first = parts[0]
    for part in parts[1:]:
        if part.report[key] != first.report[key]:
            one, other = sorted([first, part], key=lambda part: part.name)
            shown = f"{_shown(one.report[key])} and {_shown(other.report[key])}"
            raise HydraError(f"{_both(first, part)} {said}: {shown}")


def _race(parts: Sequence[Part]) -> dict[str, Any] | None:
    """What the candidates of all parts were held against."""
    if not parts:
        return None
    races = [Part(part.name, part.report["race"]) for part in parts]
    _same(races, "base_commit", "raced from different bases")
    _same(races, "formulas", "were scored by different formulas")
    _same(races, "require", "ask for different things of a race (require)")
    baseline: dict[str, list[Entry]] = {}
    for race in races:
        for step, run in race.report["baseline"].items():
            baseline.setdefault(step, []).append(run)
    return {
        **races[0].report,
        # A branch may be called differently in each job: the commit is the same.
        "base": min(race.report["base"] for race in races),
        # The base was run in each of them; the slowest run is told.
        "baseline": {step: max(runs, key=_slowness) for step, runs in sorted(baseline.items())},
        # One that cannot be trusted is told, whichever it is.
        "audit": min((race.report["audit"] for race in races), key=_trust),
        "only_cause": False,
    }


def _slowness(run: Entry) -> tuple[float, str]:
    return run.get("seconds", 0), _canonical(run)


def _trust(audit: Entry) -> tuple[bool, bool, str]:
    return audit["problem"] is None, audit["known_bad"] == "not tried", _canonical(audit)


def _candidates(parts: Sequence[Part]) -> list[Entry]:
    seen: dict[str, tuple[Part, Entry]] = {}
    for part in parts:
        for entry in part.report["rankings"]:
            agent = entry["agent"]
            if agent in seen:
                raise HydraError(
                    f"{_both(seen[agent][0], part)} both have the candidate {_shown(agent)}; "
                    "a candidate belongs to one of them, with all of its checks"
                )
            seen[agent] = (part, entry)
    entries = list(seen.values())
    for part, entry in entries:
        first, whose = entries[0]
        if entry["weights"] != whose["weights"]:
            raise HydraError(
                f"{_shown(whose['agent'])} and {_shown(entry['agent'])} are held to different "
                f"dimensions, in {first.name} to {_shown(_weighted(whose))}, in {part.name} to "
                f"{_shown(_weighted(entry))}"
            )
    return [entry for _, entry in entries]


def _weighted(entry: Entry) -> str:
    return ", ".join(f"{name} {weight:g}" for name, weight in sorted(entry["weights"].items()))


# --- items --------------------------------------------------------------------------------------


def _results(parts: Sequence[Part]) -> Iterator[dict[str, Any]]:
    """What the items of all parts may have sent."""
    for entry in _once(
        parts, "scenarios", lambda item: [item["file"], item["id"], item["bot"] or ""]
    ):
        yield {"kind": "scenario", "entry": entry, "total": total_parts(_total(entry))}
    for entry in _once(parts, "tests", lambda item: [item["nodeid"]]):
        yield {"kind": "test", "entry": entry, "total": total_parts(_total(entry))}
    for place, entry in enumerate(_benchmarks(parts)):
        yield {"kind": "benchmark", "entry": entry, "total": None, "place": place}


def _once(
    parts: Sequence[Part], kind: str, key: Callable[[Entry], Sequence[str]]
) -> Iterator[Entry]:
    seen: dict[tuple[str, ...], tuple[Part, Entry]] = {}
    for part in parts:
        for entry in part.report[kind]:
            name = tuple(key(entry))
            first, known = seen.setdefault(name, (part, entry))
            if known is entry:
                yield entry
            elif known != entry:
                raise _differ(first, part, "::".join(filter(None, name)))


def _benchmarks(parts: Sequence[Part]) -> list[Entry]:
    """What the items of benchmarks may have sent: the whole of one, or one of its categories."""
    seen: dict[tuple[str, str], tuple[Part, Entry]] = {}
    sent: list[Entry] = []
    for part in parts:
        for entry in part.report["benchmarks"]:
            path, bare = entry["path"], {**entry, "categories": []}
            told = {category["name"]: category for category in entry["categories"]}
            if entry.get("complete", True):
                told[""] = bare
            for name, item in told.items():
                first, known = seen.setdefault((path, name), (part, item))
                if known != item:
                    raise _differ(first, part, "::".join(filter(None, (path, name))))
                if known is not item:
                    continue
                if not name:
                    sent.append({**entry, "categories": list(entry["categories"])})
                elif "" not in told:
                    sent.append({**bare, "categories": [item], "status": item["status"]})
    # What was graded in part has its categories in one order, whoever graded them.
    return sorted(sent, key=_canonical)


def _total(entry: Entry) -> Exact | None:
    """The exact total of an item, where its checks come to what it says; else what it says."""
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


def _verdict(parts: Iterable[Part], race: Entry | None, rankings: Sequence[Entry]) -> Verdict:
    """The worst of the parts'; but the race is ruled on as a whole."""
    found: set[Verdict] = {
        "passed" if _failed_its_race_alone(part.report) else part.report["verdict"]
        for part in parts
    }
    if race is not None and rankings and not _is_met(race["require"], rankings):
        found.add("failed")
    return next(verdict for verdict in _WORST_FIRST if verdict in found)


def _failed_its_race_alone(report: Entry) -> bool:
    """Whether all that it lacked is for all candidates together to decide."""
    return bool(report["rankings"]) and bool(report["race"]["only_cause"])


def _is_met(require: str, rankings: Sequence[Entry]) -> bool:
    mergeable = [entry["mergeable"] for entry in rankings]
    return require == "none" or (any(mergeable) and (require == "one" or all(mergeable)))


def _others(parts: Sequence[Part]) -> dict[str, Any]:
    """What plugins added, where all that have it have the same."""
    names = sorted({name for part in parts for name in part.report if name not in _OURS})
    found = {name: [p.report[name] for p in parts if name in p.report] for name in names}
    return {
        name: values[0]
        for name, values in found.items()
        if all(value == values[0] for value in values)
    }


def _shards(parts: Sequence[Part]) -> list[dict[str, Any]]:
    """Which sessions there were, each once, with what only some of them say."""
    kept = _others(parts)
    told: dict[str, dict[str, Any]] = {}
    for part in parts:
        report = part.report
        own = {
            "run_id": report["run_id"],
            "verdict": report["verdict"],
            "complete": report["complete"],
            "digest": report["digest"],
            "agents": [entry["agent"] for entry in report["rankings"]],
            **{k: v for k, v in report.items() if k not in _OURS and k not in kept},
        }
        # One that was merged itself names those that it was made of.
        for member in report.get("shards", [own]):
            told[_canonical(member)] = member
    return [
        member for _, member in sorted(told.items(), key=lambda item: (item[1]["run_id"], item[0]))
    ]


# --- words --------------------------------------------------------------------------------------


def _both(first: Part, second: Part) -> str:
    return " and ".join(sorted([first.name, second.name]))


def _differ(first: Part, second: Part, name: str) -> HydraError:
    return HydraError(
        f"{_both(first, second)} both have {one_line(name, 200)}, with different content; "
        "an item belongs to one of them"
    )


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no number")


def _shown(value: object) -> str:
    return one_line(str(value), 200)


def _canonical(value: object) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
