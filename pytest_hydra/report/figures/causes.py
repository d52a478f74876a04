"""Why scenarios and tests did not pass: the causes that their checks have in common.

A cause is a kind of check with its message, without what differs each time. It is told once,
however many scenarios it failed.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from pytest_hydra.core.text import one_line
from pytest_hydra.record.wire import UNDECIDED, is_counted

if TYPE_CHECKING:
    from pytest_hydra.report.model import CauseEntry, Example

Entry = Mapping[str, Any]

# Texts, ids and numbers; but not the status of an answer, nor that of a program's end.
_VARYING = re.compile(
    r'"(?:[^"\\]|\\.)*["…]'
    r"|(?<!\w)'(?:[^'\\]|\\.)*['…](?!\w)"
    r"|\b(?:0x)?(?=[0-9a-f-]*\d)[0-9a-f]{8}[0-9a-f-]*\b"
    r"|(?<!answered )(?<!status )\d+(?:[.,:]\d+)*",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
# What stands behind is beside the point: what else was there, what may have been meant.
_ASIDE = re.compile(r';(?=(?:[^"]*"[^"]*")*[^"]*$).*', re.DOTALL)
_LONGEST = 300
_CUT = "…"
_HASH = 12


class Cause(NamedTuple):
    """What checks have in common. ``text`` is the one check's, ``general`` has … for what differs.

    ``key`` is the same in every session.
    """

    key: str
    text: str
    general: str


def cause_of(check: Entry) -> Cause | None:
    """The cause of a check that is not as it should be, an entry of a report; else None.

    What is ungraded is so for its reason, whatever was to be checked; what may be so has no cause.
    """
    if check["outcome"] == "passed" or check.get("optional"):
        return None
    if check["outcome"] == "failed":
        return _cause(check["kind"], check["name"], check["message"])
    return _cause("", "", check["message"])


@lru_cache(4096)
def _cause(kind: str, name: str, message: str) -> Cause:
    def general(found: re.Match[str]) -> str:
        # A text that is asked for says what the check is; one of the reply's says nothing of that.
        is_asked_for = not found[0][0].isalnum() and found[0] in name
        return _NUMBER.sub(_CUT, found[0]) if is_asked_for else _CUT

    name, told = one_line(name, _LONGEST), _ASIDE.sub("", one_line(message, _LONGEST))
    parts = (_NUMBER.sub(_CUT, name), _VARYING.sub(general, told))
    said = "\0".join((kind, *parts)).encode("utf-8", "backslashreplace")
    key = hashlib.sha256(said).hexdigest()[:_HASH]
    return Cause(key, ": ".join(filter(None, (name, told))), ": ".join(filter(None, parts)))


def first_check(entry: Entry) -> Entry | None:
    """The check for which a scenario or test did not pass; None where none of them is the reason.

    A critical one goes first, then the one that weighs most. Of what is ungraded it is the first:
    what comes later is often so for want of it.
    """
    status = entry["status"]
    wanting = [check for check in entry["checks"] if check["outcome"] == status]
    if status == "ungraded":
        return next((check for check in wanting if not check.get("optional")), None)
    if "nodeid" in entry and entry.get("error"):
        return None  # it raised something itself

    def weight(check: Entry) -> tuple[bool, float]:
        return check.get("critical", False), check["weight"]

    return max(wanting, key=weight, default=None)


def is_no_answer(entry: Entry) -> bool:
    """Whether a scenario or test could not be graded as its bot gave no reply."""
    is_fault = bool(entry.get("user", {}).get("faults"))
    error = entry.get("error")
    return entry["status"] == "ungraded" and error not in (None, "", UNDECIDED) and not is_fault


def first_cause(entry: Entry) -> Cause:
    """Why a scenario or test did not pass."""
    found = cause_of(first_check(entry) or {"outcome": "passed"})
    return found or _cause("", "", entry.get("error") or f"{entry['status']}: nothing was graded")


def place_of(entry: Entry) -> Example:
    """Where a scenario or test stands."""
    if "nodeid" in entry:
        name = entry["nodeid"]
        return {"id": name, "file": name.partition("::")[0], "line": None, "bot": None}
    return {"id": entry["id"], "file": entry["file"], "line": entry["line"], "bot": entry["bot"]}


@dataclass(slots=True)
class _Tally:
    """What is known of one cause so far."""

    text: str
    outcome: str
    is_critical: bool = False
    no_answer: bool = False
    items: int = 0
    checks: int = 0
    files: set[str] = field(default_factory=set)
    example: Example | None = None

    def add(self, entry: Entry, check: Entry | None) -> None:
        """Count an item of which it is the first cause, and for which of its checks."""
        self.items += 1
        self.is_critical |= bool(check and check.get("critical"))
        self.no_answer |= is_no_answer(entry)
        place = place_of(entry)
        self.files.add(place["file"])
        self.example = self.example or place


def add_causes(entries: Iterable[Entry]) -> list[CauseEntry]:
    """The causes of all scenarios and tests, also noted at each of their checks.

    Critical ones come first, then those of the most items; what could not be graded comes last. An
    item has one cause that it is counted under, so that they add up. What is expected to fail is
    under none.
    """
    tallies: dict[str, _Tally] = {}

    def tally(cause: Cause, outcome: str) -> _Tally:
        found = tallies.setdefault(cause.key, _Tally(cause.text, outcome))
        if found.text != cause.text:
            found.text = cause.general
        return found

    for entry in entries:
        for check in entry["checks"]:
            if check["outcome"] == "passed":
                continue
            cause = cause_of(check)
            if cause is not None:
                check["cause"] = cause.key
                if is_counted(entry):
                    tally(cause, check["outcome"]).checks += 1
        if entry["status"] != "passed" and is_counted(entry):
            tally(first_cause(entry), entry["status"]).add(entry, first_check(entry))
    return [
        {
            "cause": key,
            "text": found.text,
            "outcome": "failed" if found.outcome == "failed" else "ungraded",
            "no_answer": found.no_answer,
            "critical": found.is_critical,
            "items": found.items,
            "checks": found.checks,
            "files": len(found.files),
            "example": found.example,
        }
        for key, found in sorted(tallies.items(), key=_order)
    ]


def _order(found: tuple[str, _Tally]) -> tuple[bool, bool, bool, int, str]:
    key, tally = found
    is_ungraded = tally.outcome != "failed"
    return not tally.items, is_ungraded, not tally.is_critical, -tally.items, key
