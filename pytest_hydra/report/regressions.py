"""The rule for what is worse and what is better, common to all comparisons with earlier reports.

An item that was not repeated has no noise: it is worse if it passed and no longer does, or if one
of its checks newly fails. For repeated items Fisher's exact test decides whether the change may be
due to chance; but a critical check that newly fails, or a drop from all runs to none, is always
worse.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from pytest_hydra.core.statistics import fisher_exact_p
from pytest_hydra.core.text import one_line
from pytest_hydra.record.wire import is_counted, item_name

Entry = Mapping[str, Any]
Checks = Mapping[tuple[str, int | None], Entry]
Word = Literal["worse", "better", "new", "gone", "ungraded", "within noise"]
WORDS: tuple[Word, ...] = ("worse", "gone", "ungraded", "new", "better", "within noise")
FailOn = Literal["worse", "any", "never"]
FAIL_ON: tuple[FailOn, ...] = ("worse", "any", "never")

SIGNIFICANT = Fraction(1, 20)
"""The significance level: changes with a smaller p-value are reported."""

_VERDICTS = {"mergeable": "passed", "not_mergeable": "failed", "unproven": "ungraded"}
_STATES = {"pass": "passed", "block": "failed", "unproven": "ungraded"}


class Item(NamedTuple):
    """A scenario, test, candidate of a race or benchmark in a report.

    ``checks`` of a candidate are its gates, those of a benchmark its categories. ``entry`` is the
    one in the report.
    """

    kind: str
    name: str
    status: str
    checks: Checks
    entry: Entry

    @property
    def passes(self) -> tuple[int, int]:
        """The runs that passed, and all runs. Without all runs, the verdict counts as one run."""
        if self.entry.get("passes") is not None:
            return self.entry["passes"], self.entry["runs"]
        return int(self.status == "passed"), 1

    @property
    def is_whole(self) -> bool:
        """False for a benchmark of which only some categories were selected."""
        return bool(self.entry.get("complete", True))


class Change(NamedTuple):
    """The change of one item, with a description."""

    word: Word
    kind: str
    name: str
    detail: str
    fails: bool
    """Whether it fails a session with --hydra-fail-on worse."""


Key = tuple[str, str]


def items_of(report: Mapping[str, Any]) -> dict[Key, Item]:
    """All items of a report by kind and name, without expected failures."""
    return {(item.kind, item.name): item for item in _items(report)}


def _items(report: Mapping[str, Any]) -> Iterator[Item]:
    for kind in ("scenario", "test"):
        for entry in filter(is_counted, report[f"{kind}s"]):
            # Of several checks with one name, a failed one counts.
            ordered = sorted(entry["checks"], key=lambda check: check["outcome"] == "failed")
            checks = {(check["name"], check["turn"]): check for check in ordered}
            yield Item(kind, item_name(entry), entry["status"], checks, entry)
    for entry in report["rankings"]:
        gates: Checks = {
            (f"gate {gate['name']}", None): _check(_STATES[gate["state"]], gate["reason"])
            for gate in entry["gates"]
        }
        yield Item("candidate", entry["agent"], _VERDICTS[entry["verdict"]], gates, entry)
    for entry in report["benchmarks"]:
        message = "under its own minimum"
        categories: Checks = {
            (category["name"], None): {**category, **_check(category["status"], message)}
            for category in entry["categories"]
        }
        status = "ungraded" if entry["mock"] else entry["status"]  # the mock grades nothing
        yield Item("benchmark", entry["path"], status, categories, entry)


def _check(outcome: str, message: str) -> dict[str, Any]:
    return {"outcome": outcome, "message": message}


def changes_of(
    before: Mapping[Key, Item], after: Mapping[Key, Item], left_out: Iterable[Key] = ()
) -> list[Change]:
    """The changes of items, the worst first; unchanged items are omitted.

    ``left_out`` are items that were deselected this time.
    """
    keys = dict.fromkeys((*before, *after))
    for key in left_out:
        keys.pop(key, None)
    changes = []
    for key in keys:
        old, new = before.get(key), after.get(key)
        if old is not None and new is not None:
            word, detail = _compare(old, new)
        else:
            word, detail = ("new", "") if old is None else ("gone", "")
        item = new or before[key]
        if word is None:
            continue
        detail = detail or f"{_state(item)}{_first_failure(item, {})}"
        is_new = word == "new" and item.status != "passed"
        fails = is_new or word in ("worse", "gone", "ungraded")
        if item.kind == "candidate":  # the candidates differ from race to race
            fails = word == "worse"
        changes.append(Change(word, item.kind, item.name, one_line(detail, 300), fails))
    return sorted(changes, key=lambda change: WORDS.index(change.word))


def _compare(before: Item, after: Item) -> tuple[Word | None, str]:
    if before.status == after.status == "ungraded":
        return None, ""
    word = _status_change(before.status, after.status)
    failures = _new_failures(before, after)
    detail = f"{_state(before)}, now" if before.status != after.status else "still"
    detail += f" {_state(after)}{_first_failure(after, failures)}"
    if after.status == "ungraded" or before.status == "ungraded":
        return word or ("ungraded" if after.status == "ungraded" else None), detail
    if not (before.is_whole and after.is_whole):
        # Of a part of a benchmark only the categories are compared.
        return ("worse" if failures else None), detail
    if max(before.passes[1], after.passes[1]) > 1:
        return _compare_runs(before, after, failures)
    if before.status == after.status == "failed":
        # It failed both times, so its failing checks are compared.
        if failures:
            return "worse", f"still fails, now also{_first_failure(after, failures)}"
        fixed = [name for name, _ in _new_failures(after, before)]
        return "better" if fixed else None, f"still fails, but no longer in: {', '.join(fixed)}"
    return word, detail


def _compare_runs(before: Item, after: Item, failures: Checks) -> tuple[Word | None, str]:
    (old, old_runs), (new, new_runs) = before.passes, after.passes
    detail = f"{old} of {old_runs} runs passed, now {new} of {new_runs}"
    critical = [name for (name, _), check in failures.items() if check.get("critical")]
    if critical:
        return "worse", f"{detail}; critical: {critical[0]}"
    if Fraction(old, old_runs) == Fraction(new, new_runs):
        return None, detail
    p = fisher_exact_p(old, old_runs, new, new_runs)
    detail += f"; p = {float(p):.2g}"
    if old == old_runs and not new:
        return "worse", detail
    if p >= SIGNIFICANT:
        return "within noise", detail
    is_worse = Fraction(new, new_runs) < Fraction(old, old_runs)
    detail += _first_failure(after, failures) * is_worse
    return "worse" if is_worse else "better", detail


def _status_change(before: str, after: str) -> Word | None:
    """The change of an item that was not repeated, by its status."""
    if before == after or (after == "ungraded" and before != "passed"):
        return None
    return "better" if after == "passed" else "worse"


def _new_failures(before: Item, after: Item) -> Checks:
    """The checks that newly fail, or failed before but are only now critical."""
    return {
        key: check
        for key, check in after.checks.items()
        for old in (before.checks.get(key, {}),)
        if check["outcome"] == "failed"
        and (old.get("outcome") != "failed" or (check.get("critical") and not old.get("critical")))
    }


def _state(item: Item) -> str:
    verdict = item.entry.get("verdict")
    return str(verdict).replace("_", " ") if item.kind == "candidate" else item.status


def _first_failure(item: Item, failures: Checks) -> str:
    failed = failures or {
        key: check for key, check in item.checks.items() if check["outcome"] == "failed"
    }
    texts = (": ".join(filter(None, (key[0], check["message"]))) for key, check in failed.items())
    first = next(texts, item.entry.get("error") or "")
    return f": {first}" if first and item.status != "passed" else ""


def failure_reason(changes: Iterable[Change], after: Mapping[Key, Item], fail_on: FailOn) -> str:
    """Why a session fails by its comparison; empty if it passes.

    Ungraded items always fail it.
    """
    counts = {"worse": 0, "gone": 0, "ungraded": 0, "new that did not pass": 0}
    for change in changes:
        if change.fails:
            counts[change.word if change.word != "new" else "new that did not pass"] += 1
    items = [item for item in after.values() if item.kind != "candidate"]
    if fail_on == "never":
        counts = dict.fromkeys(counts, 0)
    counts["ungraded"] = sum(item.status == "ungraded" for item in items)
    if fail_on == "any":
        counts["failed"] = sum(item.status == "failed" for item in items)
    return ", ".join(f"{count} {label}" for label, count in counts.items() if count)
