"""Results as plain data: the one shape in which all heads report what they graded.

A head makes one with `new_result` for each scenario, test, benchmark or candidate. The schema of
its keys is in `pytest_hydra.report.model`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from pytest_hydra.core.numbers import Exact, quotient, six_places
from pytest_hydra.core.plain import MAX_CHARACTERS, NotPlainError, plain, safe_text
from pytest_hydra.core.scorecard import FAILED, LEAST_CHECKS, UNGRADED, Check, mean
from pytest_hydra.core.text import one_line, tally

Result = Mapping[str, Any]

LISTS: Final = {
    "candidate": "rankings",
    "scenario": "scenarios",
    "benchmark": "benchmarks",
    "test": "tests",
}
"""The list of report.json for each kind of result."""

UNDECIDED: Final = "the scenario could not be decided"
"""The error of a result when a fixture of the suite raised an exception, which may follow."""

OVERALL: Final = "overall"
"""The id of a benchmark's result."""

MERGE_WORDS: Final = {"passed": "mergeable", "failed": "not mergeable", "ungraded": "unproven"}
"""What the status of a candidate means."""

NOT_RACED: Final = "not raced"
"""Instead of a `MERGE_WORDS`: there is no change, perhaps because its agent did not run."""

HANDFUL: Final = 5
"""Up to this many failures are listed one by one; more are grouped by cause."""

MEASURED: Final = "measured"
"""Why a scenario of an experiment is not in totals: it is measured, and decides nothing."""


def new_result(  # noqa: PLR0913 - the keys of a result
    kind: str,
    *,
    id: str,  # noqa: A002 - its key
    nodeid: str,
    file: str,
    status: str,
    total: Exact | None,
    coverage: Exact,
    checks: Sequence[Result],
    line: int | None = None,
    subject: str | None = None,
    gates: Sequence[Result] = (),
    runs: Sequence[Result] | None = None,
    usage: Result | None = None,
    **details: Any,
) -> dict[str, Any]:
    """A result. ``runs`` are by default one with its status.

    ``details`` without a value (None, or empty) are left out.
    """
    return {
        "id": id,
        "nodeid": nodeid,
        "kind": kind,
        "file": file,
        "line": line,
        "subject": subject,
        "status": status,
        "total": None if total is None else six_places(total),
        "coverage": float(six_places(coverage)),
        "checks": list(checks),
        "gates": list(gates),
        "runs": list(runs or ({"outcome": status},)),
        "usage": usage or {},
        "details": {
            key: value for key, value in details.items() if value is not None and value != []
        },
    }


def merge_word(candidate: Result) -> str:
    """What the verdict on a candidate is called."""
    gates = candidate["gates"]
    if any(gate["name"] == "source" and gate["state"] != "pass" for gate in gates):
        return NOT_RACED
    return MERGE_WORDS[candidate["status"]]


def verdict_counts(candidates: Iterable[Result]) -> str:
    """How many candidates have each verdict, those that may be merged first."""
    words = [MERGE_WORDS[status] for status in ("passed", "ungraded", "failed")]
    return tally(Counter(map(merge_word, candidates)), [*words, NOT_RACED])


def new_check(check: Check) -> dict[str, Any]:
    """A check as plain data; values that JSON lacks as ``repr``."""
    name, kind, message = check.name, check.kind, check.message
    if not f"{name}{kind}{message}".isascii():
        name, kind, message = map(safe_text, (name, kind, message))
    entry = {
        "name": name,
        "kind": kind,
        "weight": six_places(check.weight),
        "outcome": str(check.outcome),
        "score": None if check.score is None else six_places(check.score),
        "message": message,
        "expected": _value(check.expected),
        "actual": _value(check.actual),
        "turn": None if check.turn is None else int(check.turn),
    }
    if check.outcome is FAILED and check.critical:
        entry["critical"] = True
    elif check.outcome is UNGRADED and check.optional:
        entry["optional"] = True
    elif check.outcome is UNGRADED and check.critical:
        entry["demanded"] = True
    return entry


def is_graded(report: Mapping[str, Any]) -> bool:
    """Whether anything passed or failed."""
    return any(result["status"] in ("passed", "failed") for result in results_of(report))


def results_of(report: Result, *kinds: str) -> list[Any]:
    """The results of these kinds in a report; of all kinds by default."""
    return [result for kind in kinds or LISTS for result in report[LISTS[kind]]]


def scored(report: Result) -> list[Any]:
    """The scenarios and tests of a report, whose totals make up its score."""
    return results_of(report, "scenario", "test")


def item_name(result: Result) -> str:
    """The identity of a result in all sessions, to be displayed: its place, and its subject."""
    subject = f" ({result['subject']})" if result["subject"] else ""
    return f"{result['file']}::{result['id']}{subject}"


def label(result: Result) -> str:
    """The name of a scenario or test for people: its id or its row, or the node id."""
    if result["kind"] != "scenario":
        return str(result["nodeid"])
    return row_of(result) or str(result["id"])


def row_of(result: Result) -> str:
    """Where its row is, and what it asks; empty if it has an id of its own."""
    return " ".join(result["details"].get("row", ()))


def case_of(result: Result) -> str:
    """The case that a scenario is about: variants of it by a matrix are one, rows are several."""
    name = result["id"].partition("[")[0]
    return repr((result["file"], name, result["details"].get("case", {})))


def is_counted(result: Result) -> bool:
    """Whether a result counts in totals.

    Drafts do not, nor do expected failures, unless they are ungraded.
    """
    details = result["details"]
    is_expected = "xfail" in details and result["status"] != "ungraded"
    return not is_expected and "draft" not in details


def is_flaky(result: Result) -> bool:
    """Whether it failed, and passed more often than not when it was asked again."""
    return result["status"] == "passed" and "again" in result["details"]


def flakiness(result: Result) -> str:
    """How often a flaky result failed, in words."""
    again, planned = result["details"]["again"], planned_outcomes(result)
    runs = len(planned) + again["passed"] + again["failed"]
    return f"failed {planned.count('failed') + again['failed']} of {runs} runs"


def planned_outcomes(result: Result) -> list[str]:
    """The outcomes of its planned runs: its status, if it was run once and not asked again."""
    if result["runs"][1:] or is_flaky(result):
        return [run["outcome"] for run in result["runs"]]
    return [result["status"]]


def passes(result: Result) -> int:
    """The number of runs that passed."""
    return sum(run["outcome"] == "passed" for run in result["runs"])


def total_parts(total: Exact | None) -> list[int] | None:
    """An exact total on the wire: ``[numerator, denominator]``."""
    return None if total is None else [total.numerator, total.denominator]


def session_score(sent: Iterable[Result]) -> Exact | None:
    """The mean of the exact totals (0 to 100) of the results that count; None without any."""
    parts = (each["exact"] for each in _counted(sent))
    return mean(quotient(*total) for total in parts)


def _counted(sent: Iterable[Result]) -> Iterator[Result]:
    return (each for each in sent if each["exact"] is not None and is_counted(each["result"]))


def _value(value: Any) -> Any:
    kind = type(value)
    if kind is str and value.isascii() and len(value) <= MAX_CHARACTERS:
        return value
    if value is None or kind is bool or kind is int:
        return value
    try:
        return plain(value)
    except NotPlainError:
        pass
    try:
        return one_line(repr(value), 500)
    except Exception as error:  # noqa: BLE001 - a user's __repr__ may raise anything
        return f"a {type(value).__name__}, whose repr raised {type(error).__name__}"


def is_scored(results: Iterable[Result]) -> bool:
    """Whether to show a score of these results: with too few checks it would mislead."""
    graded = (
        check
        for result in results
        if result["total"] is not None
        for check in result["checks"]
        if check["outcome"] != "ungraded"
    )
    return len([*islice(graded, LEAST_CHECKS)]) == LEAST_CHECKS


def result_of(result: Result) -> str:
    """Its status; or ``open`` if only a part of a benchmark was selected, and passed."""
    in_part = not result["details"].get("complete", True)
    return "open" if in_part and result["status"] == "passed" else str(result["status"])


def is_no_answer(result: Result) -> bool:
    """Whether a scenario or test is ungraded because its bot gave no reply."""
    details = result["details"]
    is_fault = bool(details.get("user", {}).get("faults"))
    is_silent = not details.get("error", UNDECIDED).startswith(UNDECIDED) and not is_fault
    return result["status"] == "ungraded" and is_silent
