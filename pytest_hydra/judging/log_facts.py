"""Figures counted from the events of a log, without any interpretation."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from math import inf
from typing import Any, Final

from pytest_hydra.core.text import read_table

TIME_KEYS: Final = ("t", "ts", "time", "timestamp")
"""The keys that may hold the time of an event; the first one present is used."""

# The subject of an event and what happened to it, by the words in its kind, one line each. The
# first match counts: a merged task is a merge, a reviewed merge is a review.
_SUBJECTS: Final[dict[str, dict[str, frozenset[str]]]] = {}
for _row in read_table(__file__, "event_words.txt").splitlines():
    _subject, _state, *_spellings = _row.split()
    _SUBJECTS.setdefault(_subject, {})[_state] = frozenset(_spellings)
# "Not approved" and "not granted" are refusals. Other negated words say nothing of the outcome.
for _subject, _state, _other in (
    ("review", "approved", "not_approved"),
    ("permission", "granted", "denied"),
):
    _SUBJECTS[_subject][_other] |= {f"not {word}" for word in _SUBJECTS[_subject][_state]}
_SYNONYMS = {
    **{subject: subject for subject in _SUBJECTS},
    **{f"{subject}s": subject for subject in _SUBJECTS},
    "merged": "merge",
    "reviewed": "review",
}
_ERRORS = frozenset({"error", "errors", "exception", "crash", "crashed", "panic"})
_LEVELS = ("error", "fatal", "critical")
# If the kind names only the subject, one of these keys says what happened.
_STATES = ("action", "status", "state", "outcome", "result", "decision", "verdict")
_FLAGS = {
    "review": {"approved": ("approved", "not_approved"), "passed": ("approved", "not_approved")},
    "permission": {"granted": ("granted", "denied"), "allowed": ("granted", "denied")},
}
_REVIEW_OUTCOMES = ("completed", "approved", "not_approved")
# The keys that may hold an event's details, besides the keys next to its kind.
_DETAILS = ("data", "payload", "details", "metadata", "attributes", "properties")
_LINKS = {
    "task": ("task", "task_id", "taskId"),
    "worktree": ("worktree", "worktree_id", "worktreeId", "worktree_path", "worktreePath"),
    "branch": ("branch", "branch_name", "branchName"),
}
_CYCLES = ("cycle", "cycle_id", "cycleId", "cycle_number", "cycleNumber")
_COMPLETIONS = tuple(
    spelling
    for last in ("completion", "coverage", "progress")
    for spelling in (f"spec_{last}", f"spec-{last}", f"spec{last.capitalize()}")
)
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[,;()\n]|[.:!?]\s|\s[-–—]\s")
# Negations of the following words up to the end of the clause, and negating prefixes.
_NOT = re.compile(r"n['\u2019]t\b")
_NEGATIONS = frozenset(["not", "no", "never", "neither", "nor", "cannot", "without", "non"])
_NEGATED = re.compile(r"^(?:un|dis|non)(?=[a-z]{4})")
# Bounds on the memory that a log can take, whatever it holds.
_MAX_REMEMBERED = 100_000
_MAX_CYCLES = 1_000
_LONGEST = 200
# From these values on, a number is in ns, us, ms or s: in a larger unit it would be millennia away.
# A smaller number is a time since the start, in milliseconds under "t" (as NERV writes it).
_UNITS = ((1e17, 1e9), (1e14, 1e6), (1e11, 1e3), (1e9, 1))
_SINCE_START = {"t": 1e3}
# No run takes ten years: such a log mixes dates with times since a start, and has no duration.
_LONGEST_RUN = 3e8

# The subject, what happened to it, and whether the event is an error.
_Role = tuple[str | None, str | None, bool]
_Part = Mapping[str, Any]


class Tally:
    """Counts events one by one; ``time_keys`` are the keys that may hold their times."""

    def __init__(self, time_keys: Sequence[str] = TIME_KEYS) -> None:
        self._time_keys = time_keys
        self._counts: dict[str, Counter[str]] = {subject: Counter() for subject in _SUBJECTS}
        self._errors = 0
        self._span: tuple[float, float] | None = None
        self._previous = -inf
        self._backwards = 0
        self._cycle: str | None = None
        self._cycles: dict[str, None] = {}
        self._completion: dict[str, int | float] = {}
        # Whether the last review of each task, worktree or branch approved it.
        self._approvals: dict[tuple[str, str], bool] = {}
        self._unlinked_reviews = 0
        self._merges: Counter[str] = Counter()

    def count(self, kind: str, event: Mapping[str, Any]) -> None:
        """Count one event of this kind."""
        subject, outcome, is_error = _role(kind)
        self._count_time(event)
        self._errors += is_error or str(event.get("level")).lower() in _LEVELS
        parts = [event]
        for key in _DETAILS:
            if type(event.get(key)) is dict:
                parts.append(event[key])
                break
        for part in parts:
            self._enter_cycle(_first(part, _CYCLES))
            self._complete(_first(part, _COMPLETIONS))
        if subject is not None:
            self._count_subject(subject, outcome, parts)

    def facts(self) -> dict[str, Any]:
        """The counts, as JSON values; subjects without events are omitted."""
        numbers: dict[str, Any] = {}
        if self._span is not None and self._span[1] - self._span[0] < _LONGEST_RUN:
            numbers["duration_seconds"] = round(self._span[1] - self._span[0], 3)
            numbers["events_earlier_than_the_one_before"] = self._backwards
        cycles = self._counts["cycle"]
        if self._cycles or cycles:
            numbers["cycles"] = {
                "number": len(self._cycles) or cycles["started"],
                **_subset(cycles, "started", "completed", "failed"),
            }
        for subject, plural, names in (
            ("task", "tasks", ("created", "started", "completed", "failed")),
            ("worktree", "worktrees", ("made", "removed", "failed")),
            ("permission", "permissions", ("asked", "granted", "denied")),
            ("review", "reviews", ("asked", "completed", "approved", "not_approved")),
        ):
            if self._counts[subject]:
                numbers[plural] = _subset(self._counts[subject], *names)
        merges = self._counts["merge"]
        if merges:
            numbers["merges"] = {
                "completed": merges["completed"],
                "failed_or_in_conflict": merges["failed"],
                **_subset(
                    self._merges,
                    *("after_a_review", "after_a_review_that_did_not_approve"),
                    *("without_a_review_before", "not_known_whether_reviewed"),
                ),
            }
        numbers["errors"] = self._errors
        if self._completion:
            numbers["spec_completion_by_cycle"] = dict(self._completion)
        return numbers

    def _count_time(self, event: _Part) -> None:
        key = next((key for key in self._time_keys if key in event), "")
        seconds = _seconds(event.get(key), _SINCE_START.get(key))
        if seconds is not None:
            earliest, latest = self._span or (seconds, seconds)
            self._span = min(earliest, seconds), max(latest, seconds)
            self._backwards += seconds < self._previous
            self._previous = seconds

    def _enter_cycle(self, value: Any) -> None:
        name = _name(value)
        if name is not None and (name in self._cycles or len(self._cycles) < _MAX_CYCLES):
            self._cycle = name
            self._cycles[name] = None

    def _complete(self, value: Any) -> None:
        number = _number(value)
        if number is None:
            return
        cycle = self._cycle or str(self._counts["cycle"]["started"])
        if cycle in self._completion or len(self._completion) < _MAX_CYCLES:
            self._completion[cycle] = number

    def _count_subject(self, subject: str, outcome: str | None, parts: list[_Part]) -> None:
        if outcome is None or (subject == "review" and outcome == "completed"):
            outcome = _field_outcome(subject, parts) or outcome
        self._counts[subject][outcome or ""] += 1
        self._counts[subject]["completed"] += outcome in ("approved", "not_approved")
        if subject == "merge" and outcome == "completed":
            self._count_merge(_links(parts))
        elif subject == "review" and outcome in _REVIEW_OUTCOMES:
            links = _links(parts)
            self._unlinked_reviews += not links
            for link in links:
                if link in self._approvals or len(self._approvals) < _MAX_REMEMBERED:
                    self._approvals[link] = outcome != "not_approved"
                else:
                    self._unlinked_reviews += 1

    def _count_merge(self, links: list[tuple[str, str]]) -> None:
        verdicts = [self._approvals[link] for link in links if link in self._approvals]
        if verdicts:
            self._merges["after_a_review"] += 1
            self._merges["after_a_review_that_did_not_approve"] += not verdicts[0]
        elif self._unlinked_reviews or (self._approvals and not links):
            self._merges["not_known_whether_reviewed"] += 1
        else:
            self._merges["without_a_review_before"] += 1


@lru_cache(_MAX_CYCLES)
def _role(kind: str) -> _Role:
    """The subject of events of a kind, what happened to it, and whether they are errors."""
    words = _words(kind)
    mentions = {_SYNONYMS[word] for word in words if word in _SYNONYMS}
    is_error = not _ERRORS.isdisjoint(words)
    subjects = [subject for subject in _SUBJECTS if subject in mentions]
    for subject in subjects:
        if (outcome := _outcome(subject, words)) is not None:
            return subject, outcome, is_error
    return (subjects[0] if subjects else None), None, is_error


def _outcome(subject: str, words: frozenset[str]) -> str | None:
    states = _SUBJECTS[subject].items()
    return next((state for state, spellings in states if not spellings.isdisjoint(words)), None)


def _first(part: _Part, keys: Sequence[str]) -> Any:
    return next((part[key] for key in keys if key in part), None)


def _field_outcome(subject: str, parts: list[_Part]) -> str | None:
    """What happened, by the event's fields instead of its kind."""
    for part in reversed(parts):
        for flag, (if_so, if_not) in _FLAGS.get(subject, {}).items():
            if type(part.get(flag)) is bool:
                return if_so if part[flag] else if_not
        for key in _STATES:
            value = part.get(key)
            words = _words(value[:_LONGEST]) if type(value) is str else frozenset()
            if (outcome := _outcome(subject, words)) is not None:
                return outcome
    return None


def _links(parts: list[_Part]) -> list[tuple[str, str]]:
    """The tasks, worktrees and branches that an event names."""
    return [
        (kind, name)
        for part in parts
        for kind, keys in _LINKS.items()
        for key in keys
        if (name := _name(part.get(key))) is not None
    ]


def _words(text: str) -> frozenset[str]:
    """The words of a text in lower case; negated ones with "not" before them."""
    words, negated = set(), False
    for word in map(str.lower, _WORD.findall(_NOT.sub(" not", text))):
        if word in _NEGATIONS:
            negated = True
        elif word == "but" or not word.isalpha():
            negated = False
        else:
            stem = _NEGATED.sub("", word, 1)
            words.add(f"not {stem}" if negated != (stem != word) else stem)
    return frozenset(words)


def _name(value: Any) -> str | None:
    """The name of something in a log: a text, a number, or the id in a mapping."""
    if type(value) is dict:
        value = value.get("id", value.get("name"))
    if type(value) is int and abs(value) < 10**18:
        return str(value)
    return value[:_LONGEST] if type(value) is str and value else None


def _number(value: Any) -> int | float | None:
    if type(value) is str:
        try:
            value = float(value[:_LONGEST].strip().removesuffix("%"))
        except ValueError:
            return None
        value = int(value) if value.is_integer() else value
    if type(value) not in (int, float) or not abs(value) < 1e15:
        return None
    number: int | float = value
    return number


def _seconds(value: Any, since_start: float | None) -> float | None:
    """A time as seconds since 1970, or since a start; without a time zone it is UTC."""
    if type(value) is str:
        try:
            moment = datetime.fromisoformat(value)
        except ValueError:
            return None
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    if type(value) not in (int, float) or not abs(value) < 1e20:
        return None
    unit = next((unit for least, unit in _UNITS if abs(value) >= least), since_start)
    return None if unit is None else float(value) / unit


def _subset(counts: Counter[str], *names: str) -> dict[str, int]:
    return {name: counts[name] for name in names}
