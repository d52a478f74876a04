"""What became worse, and what better: the one rule, for whatever is held against something earlier.

An item that was not repeated has no noise: it is worse when it passed and does not any more, or
when a check of it fails that did not. Of what was repeated Fisher's exact test says whether chance
alone may have done it; but a critical check that newly fails, and a fall from all runs to none, are
worse whatever chance may have to do with it.
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
"""A change that chance alone brings about less often than this is told as one."""

_VERDICTS = {"mergeable": "passed", "not_mergeable": "failed", "unproven": "ungraded"}
_STATES = {"pass": "passed", "block": "failed", "unproven": "ungraded"}


class Item(NamedTuple):
    """What a report says of a scenario, a test, a candidate of a race or a benchmark.

    ``checks`` are a candidate's gates and a benchmark's categories. ``entry`` is the report's.
    """

    kind: str
    name: str
    status: str
    checks: Checks
    entry: Entry

    @property
    def passes(self) -> tuple[int, int]:
        """How many of how many runs passed. Where not all were made, the verdict is one run."""
        if self.entry.get("passes") is not None:
            return self.entry["passes"], self.entry["runs"]
        return int(self.status == "passed"), 1


class Change(NamedTuple):
    """What became of one item, and that in words."""

    word: Word
    kind: str
    name: str
    told: str
    fails: bool
    """Whether a session that asks for nothing worse fails for it."""


Key = tuple[str, str]


def items_of(report: Mapping[str, Any]) -> dict[Key, Item]:
    """All that a report judges, but for what is expected to fail, by kind and name."""
    return {(item.kind, item.name): item for item in _items(report)}


def _items(report: Mapping[str, Any]) -> Iterator[Item]:
    for kind in ("scenario", "test"):
        for entry in filter(is_counted, report[f"{kind}s"]):
            # Of several that are called the same, one that failed.
            told = sorted(entry["checks"], key=lambda check: check["outcome"] == "failed")
            checks = {(check["name"], check["turn"]): check for check in told}
            yield Item(kind, item_name(entry), entry["status"], checks, entry)
    for entry in report["rankings"]:
        gates: Checks = {
            (f"gate {gate['name']}", None): _check(_STATES[gate["state"]], gate["reason"])
            for gate in entry["gates"]
        }
        yield Item("candidate", entry["agent"], _VERDICTS[entry["verdict"]], gates, entry)
    for entry in report["benchmarks"]:
        # The mock has graded nothing, and who graded a part has not held it to its threshold.
        graded = not entry["mock"] and entry.get("complete", True)
        under = "under its own minimum"
        categories: Checks = {
            (each["name"], None): {**each, **_check(each["status"], under)}
            for each in entry["categories"]
        }
        status = entry["status"] if graded else "ungraded"
        yield Item("benchmark", entry["path"], status, categories, entry)


def _check(outcome: str, message: str) -> dict[str, Any]:
    return {"outcome": outcome, "message": message}


def changes_of(
    before: Mapping[Key, Item], after: Mapping[Key, Item], left_out: Iterable[Key] = ()
) -> list[Change]:
    """What became of each item, the worst first; nothing of those that stayed as they were.

    ``left_out`` are those that nobody wanted to see this time.
    """
    keys = dict.fromkeys((*before, *after))
    for key in left_out:
        keys.pop(key, None)
    found = []
    for key in keys:
        was, now = before.get(key), after.get(key)
        if was is not None and now is not None:
            word, told = _word(was, now)
        else:
            word, told = ("new", "") if was is None else ("gone", "")
        item = now or before[key]
        if word is None:
            continue
        told = told or f"{_state(item)}{_first_failure(item, {})}"
        is_new = word == "new" and item.status != "passed"
        fails = is_new or word in ("worse", "gone", "ungraded")
        if item.kind == "candidate":  # who takes part is another each time
            fails = word == "worse"
        found.append(Change(word, item.kind, item.name, one_line(told, 300), fails))
    return sorted(found, key=lambda change: WORDS.index(change.word))


def _word(before: Item, after: Item) -> tuple[Word | None, str]:
    word = _status_change(before.status, after.status)
    fails = _newly_failing(before, after)
    told = f"{_state(before)}, now" if before.status != after.status else "still"
    told += f" {_state(after)}{_first_failure(after, fails)}"
    if after.status == "ungraded" or before.status == "ungraded":
        return word or ("ungraded" if after.status == "ungraded" else None), told
    if max(before.passes[1], after.passes[1]) > 1:
        return _repeated(before, after, fails)
    if before.status == after.status == "failed":
        # It passes neither time; but what it fails for is known.
        if fails:
            return "worse", f"still fails, now also{_first_failure(after, fails)}"
        fixed = [name for name, _ in _newly_failing(after, before)]
        return "better" if fixed else None, f"still fails, but no more: {', '.join(fixed)}"
    return word, told


def _repeated(before: Item, after: Item, fails: Checks) -> tuple[Word | None, str]:
    (old, old_runs), (new, new_runs) = before.passes, after.passes
    told = f"{old} of {old_runs} runs passed, now {new} of {new_runs}"
    critical = [name for (name, _), check in fails.items() if check.get("critical")]
    if critical:
        return "worse", f"{told}; critical: {critical[0]}"
    if Fraction(old, old_runs) == Fraction(new, new_runs):
        return None, told
    p = fisher_exact_p(old, old_runs, new, new_runs)
    told += f"; p = {float(p):.2g}"
    if old == old_runs and not new:
        return "worse", told
    if p >= SIGNIFICANT:
        return "within noise", told
    is_worse = Fraction(new, new_runs) < Fraction(old, old_runs)
    return "worse" if is_worse else "better", told + _first_failure(after, fails) * is_worse


def _status_change(before: str, after: str) -> Word | None:
    """What became of something that was judged once each time."""
    if before == after or (after == "ungraded" and before != "passed"):
        return None
    return "better" if after == "passed" else "worse"


def _newly_failing(before: Item, after: Item) -> Checks:
    """The checks that fail, and did not; a critical one, though it failed without being that."""
    return {
        key: check
        for key, check in after.checks.items()
        for was in (before.checks.get(key, {}),)
        if check["outcome"] == "failed"
        and (was.get("outcome") != "failed" or (check.get("critical") and not was.get("critical")))
    }


def _state(item: Item) -> str:
    verdict = item.entry.get("verdict")
    return str(verdict).replace("_", " ") if item.kind == "candidate" else item.status


def _first_failure(item: Item, fails: Checks) -> str:
    failed = fails or {
        key: check for key, check in item.checks.items() if check["outcome"] == "failed"
    }
    said = (": ".join(filter(None, (key[0], check["message"]))) for key, check in failed.items())
    first = next(said, item.entry.get("error") or "")
    return f": {first}" if first and item.status != "passed" else ""


def failing(changes: Iterable[Change], after: Mapping[Key, Item], fail_on: FailOn) -> str:
    """Why what is held against something earlier must not pass; empty where it may.

    What could not be graded is never forgiven.
    """
    counts = {"worse": 0, "gone": 0, "ungraded": 0, "new that did not pass": 0}
    for change in changes:
        if change.fails:
            counts[change.word if change.word != "new" else "new that did not pass"] += 1
    wanting = [item for item in after.values() if item.kind != "candidate"]
    if fail_on == "never":
        counts = dict.fromkeys(counts, 0)
    counts["ungraded"] = sum(item.status == "ungraded" for item in wanting)
    if fail_on == "any":
        counts["failed"] = sum(item.status == "failed" for item in wanting)
    return ", ".join(f"{count} {what}" for what, count in counts.items() if count)
