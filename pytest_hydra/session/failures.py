"""What pytest shows of what did not pass: of many failures of one cause one, and our verdict last.

What pytest shows of other tests stays as it is.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.text import counted
from pytest_hydra.record.wire import is_counted, nodeids
from pytest_hydra.report.figures.causes import is_no_answer, place_of
from pytest_hydra.report.terminal import COLOURS, MARKS, drawn
from pytest_hydra.report.verdict import HANDFUL, MOST_CAUSES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    import pytest
    from _pytest._io import TerminalWriter
    from _pytest.terminal import TerminalReporter

# pytest's short summary has so many lines before ours are cut, and then at least so many of ours.
_MOST_LINES = 20
_LEAST_LINES = 5
# What pytest lists there where nobody says what.
_LISTED = "fE"
_BAD = ("error", "failed")


class Conversation:
    """The text of a failure, with the lines of its checks in colour: what pytest calls longrepr."""

    def __init__(self, longrepr: Any) -> None:
        self.text = str(longrepr)
        #: What is told of it in one line.
        self.reprcrash = longrepr.reprcrash

    def toterminal(self, tw: TerminalWriter) -> None:
        """Write it."""
        for line in self.text.splitlines():
            found = [COLOURS[name] for name in MARKS if line.startswith(f"    {MARKS[name]} ")]
            tw.line(drawn(line), **dict.fromkeys(found, True))


class Failures:
    """The reports of what did not pass, as pytest shows them at the end of a session."""

    def __init__(self, reporter: TerminalReporter, report: Mapping[str, Any]) -> None:
        self.reporter = reporter
        options = reporter.config.option
        self.is_told = not getattr(reporter, "no_summary", False) and options.tbstyle != "no"
        self._every = reporter.verbosity >= 1
        self._is_cut = not self._every and options.reportchars == _LISTED
        self._stats = {name: reporter.stats[name] for name in _BAD if name in reporter.stats}
        self._entries = {
            name: entry
            for entry in (*report["scenarios"], *report["tests"])
            if entry["status"] != "passed" and is_counted(entry)
            for name in nodeids(entry)
        }
        self._examples = [cause["example"] for cause in report["causes"][:MOST_CAUSES]]
        listed = [found for name in _BAD for found in self._stats.get(name, ())]
        ours = [found for found in listed if hasattr(found, "hydra_shortfall")]
        self._ours = {id(found) for found in ours}
        shown = list(self._shown(ours))
        self._copies = {id(found): _in_colour(found) for found in shown}
        self._left_out = len(ours) - len(shown)
        #: How many failed that are none of ours.
        self.others = sum(
            id(found) not in self._ours and found.nodeid not in self._entries for found in listed
        )

    def _shown(self, ours: list[pytest.TestReport]) -> Iterator[pytest.TestReport]:
        """Those whose text is shown: of more than a handful the examples of the first causes."""
        is_many = len(ours) > HANDFUL and not self._every
        told: set[object] = set()
        for found in ours:
            entry, said = self._entries.get(found.nodeid), None
            if entry is not None and is_no_answer(entry) and not entry["coverage"]:
                said = entry["error"]  # of a bot that said nothing there is nothing more to be seen
            is_example = entry is None or place_of(entry) in self._examples
            if said not in told and (is_example or not is_many):
                told |= {said} - {None}
                yield found

    def begin(self) -> None:
        """Show those that could not be graded, and have pytest show what of the others is shown."""
        reporter, stats = self.reporter, self.reporter.stats
        missing = [found for found in self._stats.get("error", ()) if id(found) in self._ours]
        if missing:
            stats["error"] = [found for found in stats["error"] if id(found) not in self._ours]
        if "failed" in stats:
            failed = [self._copies.get(id(found), found) for found in stats["failed"]]
            stats["failed"] = [found for found in failed if id(found) not in self._ours]
        copies = [self._copies[id(found)] for found in missing if id(found) in self._copies]
        if not copies or not self.is_told:
            return
        entries = [self._entries.get(found.nodeid) for found in copies]
        silent = all(entry is not None and is_no_answer(entry) for entry in entries)
        reporter.write_sep("=", "NO ANSWER" if silent else "UNGRADED")
        for found in copies:
            reporter.write_sep("_", found.head_line or found.nodeid, yellow=True, bold=True)
            reporter._outrep_summary(found)

    def restore(self) -> None:
        """Let others see all of them."""
        self.reporter.stats.update(self._stats)

    def count_left_out(self) -> None:
        """Say how many were not shown."""
        if self._left_out and self.is_told:
            more = "" if self._every else "; -v shows all"
            alike = counted(self._left_out, "more failure")
            self.reporter.write_line(drawn(f"… and {alike} like those above{more}"))

    def cut(self) -> Callable[[], None]:
        """Shorten what the short summary lists of ours; what says so below it."""
        lines = [found for name in _BAD for found in self._stats.get(name, ())]
        ours = [found for found in lines if id(found) in self._ours]
        room = max(_MOST_LINES - (len(lines) - len(ours)), _LEAST_LINES)
        if not self._is_cut or len(lines) <= _MOST_LINES or len(ours) <= room:
            return lambda: None
        # One of each cause before the second one of any.
        seconds = [found for found in ours if id(found) not in self._copies]
        dropped = {id(found) for found in seconds[max(room - len(self._copies), 0) :]}
        for name, listed in self._stats.items():
            self.reporter.stats[name] = [found for found in listed if id(found) not in dropped]
        told = f"… and {len(dropped)} more, by cause below; -v lists all"
        return lambda: self.reporter.write_line(drawn(told))

    def excerpt(self) -> list[str]:
        """What was said in the first conversation of the first cause, and called, in two lines."""
        for found in self._copies.values():
            entry = self._entries.get(found.nodeid)
            if entry is not None and place_of(entry) in self._examples[:1]:
                return _excerpt(found.longreprtext)
        return []


def _in_colour(found: pytest.TestReport) -> pytest.TestReport:
    told = copy(found)
    told.longrepr = Conversation(found.longrepr)  # type: ignore[assignment] # as good as one
    # Which of xdist's workers ran it says nothing of a conversation.
    vars(told).pop("node", None)
    return told


def _excerpt(text: str) -> list[str]:
    """The turn that the first check that did not pass is about; a critical one goes first."""
    lines = text.splitlines()
    failed = f"    {MARKS['failed']} "
    wanted = (f"{failed}critical", failed, f"    {MARKS['ungraded']} ")
    for start in wanted:
        end = next((place for place, line in enumerate(lines) if line.startswith(start)), None)
        if end is None:
            continue
        said = [place for place in range(end) if lines[place].startswith("  user: ")]
        if not said:
            continue
        turn = lines[said[-1] : end]
        replies = [line[2:] for line in turn[1:] if line[2:3].strip()]
        calls = [line[4:] for line in turn if line.startswith("    calls ")]
        return [turn[0][2:], *replies[:1], *calls[:1]]
    return []
