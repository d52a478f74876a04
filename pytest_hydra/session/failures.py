"""Changes pytest's output for our failures: one of many with one cause, and our verdict last.

The output for other tests stays unchanged.
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

# The length of pytest's short summary above which ours is cut, and the fewest lines kept of it.
_MOST_LINES = 20
_LEAST_LINES = 5
# The default of pytest's option -r.
_LISTED = "fE"
_BAD = ("error", "failed")


class Conversation:
    """The text of a failure with coloured lines for its checks, used as pytest's longrepr."""

    def __init__(self, longrepr: Any) -> None:
        self.text = str(longrepr)
        #: Its summary on one line.
        self.reprcrash = longrepr.reprcrash

    def toterminal(self, tw: TerminalWriter) -> None:
        """Write the text."""
        for line in self.text.splitlines():
            found = [COLOURS[name] for name in MARKS if line.startswith(f"    {MARKS[name]} ")]
            tw.line(drawn(line), **dict.fromkeys(found, True))


class Failures:
    """The reports of failures and errors that pytest shows at the end of a session."""

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
        #: The number of failures that are not ours.
        self.others = sum(
            id(found) not in self._ours and found.nodeid not in self._entries for found in listed
        )

    def _shown(self, ours: list[pytest.TestReport]) -> Iterator[pytest.TestReport]:
        """The failures whose text is shown; of many, only the examples of the first causes."""
        is_many = len(ours) > HANDFUL and not self._every
        told: set[object] = set()
        for found in ours:
            entry, said = self._entries.get(found.nodeid), None
            if entry is not None and is_no_answer(entry) and not entry["coverage"]:
                said = entry["error"]  # without a reply there is nothing else to show
            is_example = entry is None or place_of(entry) in self._examples
            if said not in told and (is_example or not is_many):
                told |= {said} - {None}
                yield found

    def begin(self) -> None:
        """Show ungraded items, and let pytest show only the selected failures."""
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
        """Restore all reports, for other plugins."""
        self.reporter.stats.update(self._stats)

    def count_left_out(self) -> None:
        """Print how many failures were not shown."""
        if self._left_out and self.is_told:
            more = "" if self._every else "; -v shows all"
            alike = counted(self._left_out, "more failure")
            self.reporter.write_line(drawn(f"… and {alike} like these{more}"))

    def cut(self) -> Callable[[], None]:
        """Shorten our part of the short summary, and return a function that prints a note."""
        lines = [found for name in _BAD for found in self._stats.get(name, ())]
        ours = [found for found in lines if id(found) in self._ours]
        room = max(_MOST_LINES - (len(lines) - len(ours)), _LEAST_LINES)
        if not self._is_cut or len(lines) <= _MOST_LINES or len(ours) <= room:
            return lambda: None
        # One failure of each cause is kept before a second one of any.
        seconds = [found for found in ours if id(found) not in self._copies]
        dropped = {id(found) for found in seconds[max(room - len(self._copies), 0) :]}
        for name, listed in self._stats.items():
            self.reporter.stats[name] = [found for found in listed if id(found) not in dropped]
        told = f"… and {len(dropped)} more, by cause below; -v lists all"
        return lambda: self.reporter.write_line(drawn(told))

    def excerpt(self) -> list[str]:
        """The main turn of the first cause's example: the message, the reply and a call."""
        for found in self._copies.values():
            entry = self._entries.get(found.nodeid)
            if entry is not None and place_of(entry) in self._examples[:1]:
                return _excerpt(found.longreprtext)
        return []


def _in_colour(found: pytest.TestReport) -> pytest.TestReport:
    told = copy(found)
    told.longrepr = Conversation(found.longrepr)  # type: ignore[assignment] # as good as one
    # The number of xdist's worker is of no interest here.
    vars(told).pop("node", None)
    return told


def _excerpt(text: str) -> list[str]:
    """The turn of the first failed or ungraded check; a critical one takes precedence."""
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
