"""Two reports held against each other: what changed, and whether chance alone may have done it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from pytest_hydra.core.statistics import fisher_exact_p, paired_exact_p
from pytest_hydra.core.text import counted, one_line
from pytest_hydra.record.wire import is_counted

Verdict = Literal["same", "regressed", "improved", "within noise", "not enough runs"]

SIGNIFICANT = Fraction(1, 20)
"""A change that chance alone brings about less often than this is told as one."""

LOST = "passed, and do not any more"

_POLICY = "the settings of hydra.toml (policy_digest; in each manifest.json they are `policy`)"

# Why a category fails.
_UNDER = "under its own minimum"

Key = tuple[str, str | None, str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A scenario that passes more or less often than before; ``(passes, runs)`` each time."""

    name: str
    before: tuple[int, int]
    after: tuple[int, int]
    verdict: Verdict

    @property
    def is_worse(self) -> bool:
        """Whether it passes less often."""
        return Fraction(*self.after) < Fraction(*self.before)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What became of the scenarios and benchmarks of an earlier report.

    ``verdict`` is on all scenarios together, and ``p`` how often chance alone would change as many
    so one-sidedly. ``judged`` is how many benchmarks have a score in both. ``others`` are lines on
    why scores are not of one scale, on what was not compared, on benchmarks, or on what makes a
    suite easier, by their titles: of what is ungraded in either report that is said, and nothing
    else, but for `LOST`, whatever chance may have to do with it.
    """

    compared: int
    judged: int
    verdict: Verdict
    p: Fraction
    changes: tuple[Change, ...]
    others: Mapping[str, Sequence[str]]

    @property
    def is_worse(self) -> bool:
        """Whether something is worse: what nobody repeats has no other evidence than its end."""
        return bool(self.others[LOST]) or self.verdict == "regressed"


def compare(before: Mapping[str, Any], after: Mapping[str, Any]) -> Comparison:
    """Hold two reports, as plain data, against each other.

    A scenario is paired with the one of the same file, id and bot, a benchmark with the one of the
    same path. What is expected to fail in either is left out.
    """
    old, new = _entries(before), _entries(after)
    both = [key for key in old if key in new]
    graded = [key for key in both if "ungraded" not in (old[key]["status"], new[key]["status"])]
    passes = {key: (_passes(old[key]), _passes(new[key])) for key in graded if key[1] is not None}
    judged = [(key, old[key]["overall"], new[key]["overall"]) for key in graded if key[1] is None]
    judged = [entry for entry in judged if None not in entry]
    changes = tuple(
        Change(name=_name(key), before=one, after=other, verdict=_alone(one, other))
        for key, (one, other) in passes.items()
        if Fraction(*one) != Fraction(*other)
    )
    worse = sum(change.is_worse for change in changes)
    better = len(changes) - worse
    p = paired_exact_p(better, worse)
    verdict: Verdict = "same"
    if changes:
        verdict = _verdict(p, paired_exact_p(len(changes), 0), improved=better > worse)
    return Comparison(
        compared=len(passes),
        judged=len(judged),
        verdict=verdict,
        p=p,
        changes=changes,
        others={
            "scores are not of one scale, as these differ": [
                *([_POLICY] if before["policy_digest"] != after["policy_digest"] else []),
                *_rescaled(old, new),
            ],
            "ungraded in one of them, not compared": [
                _name(key) for key in both if key not in graded
            ],
            LOST: [
                f"{_name(key)}{_first_failure(new[key])}"
                for key in both
                if old[key]["status"] == "passed" != new[key]["status"]
            ],
            "new": [_name(key) for key in new if key not in old],
            "judged lower": [_judged(*entry) for entry in judged if entry[2] < entry[1]],
            "judged higher": [_judged(*entry) for entry in judged if entry[2] > entry[1]],
            "dropped": [_name(key) for key in old if key not in new],
            "dropped checks": [
                f"{_name(key)}: {one_line(check, 120)}"
                for key in graded
                for check in _dropped_checks(old[key]["checks"], new[key]["checks"])
            ],
            "lowered thresholds": [
                f"{_name(key)}: {name}{least:g} to {now[name]:g}"
                for key in both
                for now in [defaultdict(int, _limits(new[key]))]
                for name, least in _limits(old[key]).items()
                if now[name] < least
            ],
        },
    )


def describe(comparison: Comparison, since: str) -> list[str]:
    """The comparison in lines, for people; ``since`` is what the earlier report is called."""
    worse = [change for change in comparison.changes if change.is_worse]
    better = [change for change in comparison.changes if not change.is_worse]
    benchmarks = f" and {counted(comparison.judged, 'benchmark')}" if comparison.judged else ""
    lines = [
        f"{counted(comparison.compared, 'scenario')}{benchmarks} compared with {since}: "
        f"{len(worse)} worse, {len(better)} better",
        f"together: {comparison.verdict} (p = {float(comparison.p):.3g}, exact sign test)",
    ]
    for title, changes in (("worse", worse), ("better", better)):
        if changes:
            lines += ["", f"{title}:"]
            lines += [f"  {entry.name}: {_moved(entry)}" for entry in changes]
    for title, names in comparison.others.items():
        if names:
            lines += ["", f"{title}:", *(f"  {name}" for name in names)]
    return lines


def _entries(report: Mapping[str, Any]) -> dict[Key, Mapping[str, Any]]:
    """The scenarios, and by their paths alone the benchmarks, whose categories are their checks."""
    scenarios = {
        (entry["file"], entry["id"], entry["bot"]): entry
        for entry in report["scenarios"]
        if is_counted(entry)
    }
    benchmarks = {
        (entry["path"], None, None): {
            **entry,
            # The mock has graded nothing, and who graded a part has not held it to its threshold.
            **({"status": "ungraded"} if entry["mock"] or not entry.get("complete", True) else {}),
            "checks": [
                {**each, "turn": None, "outcome": each["status"], "message": _UNDER}
                for each in entry["categories"]
            ],
        }
        for entry in report["benchmarks"]
    }
    return {**scenarios, **benchmarks}


def _passes(entry: Mapping[str, Any]) -> tuple[int, int]:
    """How many of how many runs passed. Where not all were made, the verdict is one run."""
    if entry.get("passes") is not None:
        return entry["passes"], entry["runs"]
    return int(entry["status"] == "passed"), 1


def _alone(before: tuple[int, int], after: tuple[int, int]) -> Verdict:
    (old, old_runs), (new, new_runs) = before, after
    p = fisher_exact_p(old, old_runs, new, new_runs)
    # With so few runs not even from none to all of them would say anything.
    furthest = fisher_exact_p(0, old_runs, new_runs, new_runs)
    return _verdict(p, furthest, improved=Fraction(*after) > Fraction(*before))


def _verdict(p: Fraction, furthest: Fraction, *, improved: bool) -> Verdict:
    """The verdict; ``furthest`` is the smallest p that as many runs or changes can come to."""
    if p < SIGNIFICANT:
        return "improved" if improved else "regressed"
    return "within noise" if furthest < SIGNIFICANT else "not enough runs"


def _scale(entry: Mapping[str, Any]) -> dict[tuple[str, int | None], Any]:
    """What a score hangs on beside what is scored: who judges, and what the checks weigh."""
    judge = {("judge", None): entry.get("judge")}
    return judge | {(f"weight of {c['name']}", c["turn"]): c["weight"] for c in entry["checks"]}


def _rescaled(
    old: Mapping[Key, Mapping[str, Any]], new: Mapping[Key, Mapping[str, Any]]
) -> Iterator[str]:
    """What of that is not as it was, each thing once."""
    found: dict[str, list[str]] = {}
    for key in filter(new.__contains__, old):
        now = _scale(new[key])
        for what, was in _scale(old[key]).items():
            if now.get(what, was) != was:
                found.setdefault(f"{what[0]}: {was} to {now[what]}", []).append(_name(key))
    for said, names in found.items():
        more = f" and {len(names) - 1} more" if names[1:] else ""
        yield f"{one_line(said, 120)}, in {names[0]}{more}"


def _limits(entry: Mapping[str, Any]) -> dict[str, float]:
    """The threshold, and those of categories, each by what is said before it."""
    own = {"": entry["threshold"]} if "threshold" in entry else {}
    return own | {f"{c['name']}: ": c["min"] for c in entry["checks"] if "min" in c}


def _dropped_checks(
    old: Sequence[Mapping[str, Any]], new: Sequence[Mapping[str, Any]]
) -> list[str]:
    was, now = (
        {(each["name"], each["turn"]): None for each in checks if each["outcome"] != "ungraded"}
        for checks in (old, new)
    )
    return [name for name, turn in was if (name, turn) not in now]


def _first_failure(entry: Mapping[str, Any]) -> str:
    failed = (check for check in entry["checks"] if check.get("outcome") == "failed")
    return next((one_line(f": {check['name']}: {check['message']}", 200) for check in failed), "")


def _moved(change: Change) -> str:
    (old, old_runs), (new, new_runs) = change.before, change.after
    if old_runs == new_runs == 1:
        words = ("failed", "passed")
        return f"{words[old]}, now {words[new]}"
    return f"{old} of {old_runs} runs passed, now {new} of {new_runs}; {change.verdict}"


def _judged(key: Key, was: float, now: float) -> str:
    return f"{_name(key)}: {was:g} to {now:g} of 10"


def _name(key: Key) -> str:
    file, identity, bot = key
    return one_line(
        f"{file}{'' if identity is None else f'::{identity}'}{f' ({bot})' if bot else ''}", 200
    )
