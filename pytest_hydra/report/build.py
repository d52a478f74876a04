"""Builds the report from the results of the heads."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

import pytest_hydra
from pytest_hydra import registry
from pytest_hydra.core.numbers import six_places
from pytest_hydra.core.result import (
    LISTS,
    Result,
    is_counted,
    item_name,
    results_of,
    session_score,
)
from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.report.figures.breakdown import (
    by_bot,
    by_category,
    by_column,
    by_tag,
    usage,
)

if TYPE_CHECKING:
    # The models need pydantic, which most sessions do not load.
    from pytest_hydra.report.model import CauseEntry, ExperimentEntry, Report, StatusCounts, Verdict

SCHEMA_VERSION: Final = 2

ABOUT: Final = ("started", "seconds", "repository", "commit", "branch", "ci_url")
"""When and where a session ran; null if it is unknown."""

_WORST_FIRST = ("failed", "ungraded", "passed")


def build_report(  # noqa: PLR0913 - keyword arguments
    sent: Iterable[Result],
    *,
    run_id: str,
    verdict: Verdict,
    complete: bool,
    policy_digest: str,
    candidates: Iterable[Result] = (),
    race: Mapping[str, Any] | None = None,
    about: Mapping[str, Any] | None = None,
    judges_usd: float | None = None,
) -> Report:
    """The report of a session, the same for any order of its results.

    An item sends ``{"result": its result, "exact": [numerator, denominator] of its total, if it
    counts in the score}``. Several items may send a part of one result, and then also the ``place``
    of their part. Other keys are ignored. What was sent is read once, and may come from a
    generator. ``candidates`` are the results of a race. All results must fit the model, which is
    not checked here. ``about`` has the values of `ABOUT`. ``judges_usd`` is what
    judges have cost, in US dollars.
    """
    parts: dict[tuple[str, str], list[tuple[int, Any]]] = {}
    # The score is computed on the way, so that what was sent need not be in memory at once.
    score = session_score(_collect(sent, parts))
    lists = _lists(parts.values(), candidates)
    scenarios = lists["scenarios"]
    regular = [result for result in scenarios if is_counted(result)]
    report: Any = {
        "run_id": run_id,
        "rankings": lists["rankings"],
        "schema_version": SCHEMA_VERSION,
        "engine": {"name": "pytest-hydra", "version": pytest_hydra.__version__},
        "verdict": verdict,
        "complete": complete,
        **{key: (about or {}).get(key) for key in ABOUT},
        "policy_digest": policy_digest,
        "race": race,
        "scenarios": scenarios,
        "benchmarks": lists["benchmarks"],
        "tests": lists["tests"],
        "totals": {"score": None if score is None else six_places(score), **_totals(lists)},
        "usage": {
            **usage([*scenarios, *lists["tests"]]),
            **({} if judges_usd is None else {"judges_usd": judges_usd}),
        },
        "by_bot": by_bot(regular),
        "by_category": by_category(regular),
        "by_tag": by_tag(regular),
        "by_column": by_column(regular),
        "experiments": _experiments(scenarios, complete),
        "causes": _causes([*scenarios, *lists["tests"]]),
        "digest": "",
    }
    report["digest"] = digest(report)
    result: Report = report
    return result


def _collect(
    sent: Iterable[Result], parts: dict[tuple[str, str], list[tuple[int, Any]]]
) -> Iterator[Result]:
    """Pass through what was sent, and collect the results by kind and name."""
    for each in sent:
        result = each["result"]
        if result is not None:
            key = result["kind"], item_name(result)
            parts.setdefault(key, []).append((each.get("place", 0), result))
            yield each


def _experiments(scenarios: Sequence[Result], complete: bool) -> list[ExperimentEntry]:
    """The experiments, and the bots if there are several to compare."""
    subjects = {result["subject"] for result in scenarios}
    has_own = [True for result in scenarios if "experiment" in result["details"]]
    if len(subjects) < 2 and not has_own:
        return []
    plugin = registry.service("experiments")
    return [] if plugin is None else list(plugin.experiments(scenarios, complete=complete))


def _causes(results: Sequence[Result]) -> list[CauseEntry]:
    """Why not all checks passed; each of those gets the key of its cause."""
    faulty = []
    for result in results:
        outcomes = [check["outcome"] for check in result["checks"]]
        if result["status"] != "passed" or outcomes.count("passed") < len(outcomes):
            faulty.append(result)
    if not faulty:
        return []
    from pytest_hydra.report.figures.causes import add_causes

    return add_causes(faulty)


def _totals(lists: Mapping[str, list[Any]]) -> dict[str, Any]:
    """The results by status, and the checks by outcome."""
    counted = filter(is_counted, (*lists["scenarios"], *lists["tests"]))
    # Of a repeated scenario the runs count, as only the checks of one of them are listed.
    single = (result for result in counted if not result["runs"][1:])
    outcomes = (check["outcome"] for result in single for check in result["checks"])
    return {**{name: _statuses(lists[name]) for name in lists}, "checks": _counts(outcomes)}


def _lists(
    parts: Iterable[list[tuple[int, Any]]], candidates: Iterable[Result]
) -> dict[str, list[Any]]:
    """The sorted lists of results, by their keys in the report."""
    lists: dict[str, list[Any]] = {name: [] for name in LISTS.values()}
    for some in parts:
        result = _joined(some) if some[1:] else some[0][1]
        lists[LISTS[result["kind"]]].append(result)
    for results in lists.values():
        results.sort(key=lambda each: (each["file"], each["id"], each["subject"] or ""))
    return {**lists, "rankings": [_ranking(result) for result in candidates]}


def _joined(parts: list[tuple[int, Any]]) -> dict[str, Any]:
    """One result, joined from parts with some of its checks; the whole one if there is one."""
    parts.sort(key=lambda part: (not part[1]["details"].get("complete", True), part[0]))
    first, *rest = (result for _, result in parts)
    checks = {check["name"]: check for check in first["checks"]}
    for result in rest:
        for check in result["checks"]:
            checks.setdefault(check["name"], check)
    status = min((result["status"] for _, result in parts), key=_WORST_FIRST.index)
    return {**first, "checks": [*checks.values()], "status": status, "runs": [{"outcome": status}]}


def _ranking(result: Result) -> dict[str, Any]:
    """A candidate's result, after the keys that readers of a race need first."""
    return {
        "agent": result["id"],
        "mergeable": result["status"] == "passed",
        "total": result["total"],
        "breakdown": {check["name"]: check["score"] for check in result["checks"]},
        **result,
    }


def session_verdict(status: int, negative: bool) -> Verdict:
    """The verdict of a session that ends with this exit status.

    ``negative``: there is a failure (a failed item, or a score below its threshold). Without one, a
    session with another exit status than 0 reached no verdict: error.
    """
    if status == 0:
        return "passed"
    return "failed" if negative else "error"


def validate(name: str, kind: Any, value: Any, *path: str) -> Any:
    """The value, if it is valid. Raises HydraError, with the place, if not."""
    from pydantic import TypeAdapter, ValidationError

    try:
        TypeAdapter(kind).validate_python(value)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = one_line(".".join(map(str, (*path, *first["loc"]))), 200)
        raise HydraError(f"{name}: not a valid report: {place}: {first['msg']}") from None
    return value


def _statuses(results: Iterable[Result]) -> StatusCounts:
    # Expected failures are shown but not counted.
    return _counts(result["status"] for result in filter(is_counted, results))


def _counts(statuses: Iterable[str]) -> StatusCounts:
    counts = Counter(statuses)
    return {
        "passed": counts["passed"],
        "failed": counts["failed"],
        "ungraded": counts["ungraded"],
    }


# --- the digest: the decisions, without places, times and wording ---------------------------------

_RESULT = ("kind", "id", "subject", "status", "total", "coverage")
_CHECK = ("name", "kind", "weight", "outcome", "score", "expected", "turn")
_GATE = ("name", "state")
_CANONICAL = json.JSONEncoder(
    allow_nan=False, ensure_ascii=False, separators=(",", ":"), sort_keys=True
).encode


def digest(report: Report | Result) -> str:
    """The sha256, in hex, of the decisions: lines of canonical JSON.

    The first line is the race's base commit (or null), the second the totals; then there is a line
    for each result, with its kind, id, subject, status, total, coverage and runs, its checks
    without what was there and messages, and its gates without reasons. Canonical JSON has sorted
    keys, and no spaces. Raises ValueError or TypeError for values that are not plain JSON.
    """
    race = report["race"]
    sha, commit = hashlib.sha256(), None if race is None else race["base_commit"]
    for line in chain((commit, report["totals"]), map(_decision, results_of(report))):
        sha.update(f"{_CANONICAL(line)}\n".encode("utf-8", "backslashreplace"))
    return sha.hexdigest()


def _decision(result: Result) -> dict[str, Any]:
    return {
        **{key: result[key] for key in _RESULT},
        "runs": [{"outcome": run["outcome"]} for run in result["runs"]],
        "checks": [{key: check[key] for key in _CHECK} for check in result["checks"]],
        "gates": [{key: gate[key] for key in _GATE} for gate in result["gates"]],
    }
