"""Changes pytest's output for our failures: escaped, one of many with one cause, our verdict last.

The output for other tests stays unchanged.
"""

from __future__ import annotations

from collections import Counter
from copy import copy
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.lazy_regex import lazy_regex
from pytest_hydra.core.result import HANDFUL, is_counted, is_no_answer, scored
from pytest_hydra.core.text import counted, log_text
from pytest_hydra.report import COLOURS, MARKS, encodable, leading_causes, not_passed, write_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    import pytest

# The default of pytest's option -r.
_LISTED = "fE"
_BAD = ("error", "failed")
# The colours and bold type in which pytest shows the difference of two values.
_STYLES = lazy_regex(r"(\x1b\[(?:(?:0?[01]|22|[349][0-79])[;m])+(?<=m))")


def escape(report: pytest.TestReport, config: pytest.Config) -> None:
    """Escape the whole explanation of a failure or a skip, before anything shows or writes it.

    It may contain texts of bots, judges and agents, also those that a test compared or raised.
    """
    from pytest_hydra.scenarios.shortfall import escaped

    has_terminal = config.pluginmanager.has_plugin("terminalreporter")
    is_styled = has_terminal and config.get_terminal_writer().hasmarkup
    write = _styled_log_text if is_styled else log_text
    report.longrepr = escaped(report.longrepr, write)
    if hasattr(report, "wasxfail"):
        report.wasxfail = log_text(report.wasxfail)


def _styled_log_text(text: str) -> str:
    pieces = _STYLES.split(text)
    pieces[::2] = map(log_text, pieces[::2])
    return "".join(pieces)


class ConversationText:
    """The text of a failure with coloured lines for its checks, used as pytest's longrepr."""

    def __init__(self, longrepr: Any) -> None:
        self.text = str(longrepr)
        #: Its summary on one line.
        self.reprcrash = longrepr.reprcrash

    def toterminal(self, tw: Any) -> None:
        """Write the text."""
        for line in self.text.splitlines():
            styles = [COLOURS[name] for name in MARKS if line.startswith(f"    {MARKS[name]} ")]
            if line.startswith("  user: "):
                styles.append("bold")
            tw.line(encodable(line), **dict.fromkeys(styles, True))


class Failures:
    """The reports of failures and errors that pytest shows at the end of a session."""

    def __init__(self, reporter: pytest.TerminalReporter, report: Mapping[str, Any]) -> None:
        self.reporter = reporter
        options = reporter.config.option
        self.shows_failures = not getattr(reporter, "no_summary", False) and options.tbstyle != "no"
        self._is_verbose = reporter.verbosity >= 1
        #: With -q the causes alone are shown.
        self._is_brief = reporter.verbosity < 0
        self._is_cut = not self._is_verbose and options.reportchars == _LISTED
        self._stats = {name: reporter.stats[name] for name in _BAD if name in reporter.stats}
        self._results = {
            result["nodeid"]: result
            for result in filter(is_counted, scored(report))
            if result["status"] != "passed"
        }
        self._examples = [cause["example"] for cause in leading_causes(report, HANDFUL)]
        listed = [test for name in _BAD for test in self._stats.get(name, ())]
        ours = [test for test in listed if hasattr(test, "hydra_shortfall")]
        self._ours = {id(test) for test in ours}
        selection = list(self._selection(ours))
        self._copies = {id(test): _in_colour(test) for test in selection}
        self._left_out = [test for test in ours if id(test) not in self._copies]
        self._others = [
            test
            for test in listed
            if id(test) not in self._ours
            and (test.nodeid not in self._results or test.when == "teardown")
        ]

    def _selection(self, ours: list[pytest.TestReport]) -> Iterator[pytest.TestReport]:
        """The failures whose text is shown; of many, only the examples of the first causes.

        With ``-v`` all of them.
        """
        if self._is_brief:
            return
        is_many = len(ours) > HANDFUL
        errors: set[object] = set()
        for test in ours:
            result, error = self._results.get(test.nodeid), None
            if result is not None and is_no_answer(result) and not result["coverage"]:
                error = result["details"]["error"]  # without a reply there is nothing else to show
            is_example = result is None or test.nodeid in self._examples
            if self._is_verbose or (error not in errors and (is_example or not is_many)):
                errors |= {error} - {None}
                yield test

    def others(self) -> list[str]:
        """The failures that are not ours, counted by what failed."""
        kinds = Counter([getattr(test, "when", None) or "collect" for test in self._others])
        files, ends = kinds.pop("collect", 0), kinds.pop("teardown", 0)
        told = (
            (files, "file", "could not be collected"),
            (kinds.total(), "other test", "failed"),
            (ends, "teardown", "failed"),
        )
        return [f"{counted(count, noun)} {what}" for count, noun, what in told if count]

    def begin(self) -> None:
        """Show ungraded items, and let pytest show only the selected failures."""
        reporter, stats = self.reporter, self.reporter.stats
        missing = [test for test in self._stats.get("error", ()) if id(test) in self._ours]
        if missing:
            stats["error"] = [test for test in stats["error"] if id(test) not in self._ours]
        if "failed" in stats:
            failed = [self._copies.get(id(test), test) for test in stats["failed"]]
            stats["failed"] = [test for test in failed if id(test) not in self._ours]
        copies = [self._copies[id(test)] for test in missing if id(test) in self._copies]
        if not copies or not self.shows_failures:
            return
        results = [self._results.get(test.nodeid) for test in copies]
        silent = all(result is not None and is_no_answer(result) for result in results)
        reporter.write_sep("=", "NO ANSWER" if silent else "UNGRADED")
        for test in copies:
            reporter.write_sep("_", test.head_line or test.nodeid, yellow=True, bold=True)
            self._write(test)

    def _write(self, test: pytest.TestReport) -> None:
        """Write a report's text and the captured output that ``--show-capture`` selects."""
        writer = self.reporter.config.get_terminal_writer()
        test.toterminal(writer)
        shown = self.reporter.config.option.showcapture
        for title, text in test.sections:
            if shown == "all" or (shown != "no" and shown in title):
                writer.sep("-", title)
                writer.line(text.removesuffix("\n"))

    def restore(self) -> None:
        """Restore all reports, for other plugins."""
        self.reporter.stats.update(self._stats)

    def count_left_out(self) -> None:
        """Print how many failures were not shown."""
        if self._left_out and self.shows_failures and not self._is_brief:
            results = [self._results.get(test.nodeid) for test in self._left_out]
            ungraded = [each for each in results if each and each["status"] == "ungraded"]
            silent = sum(map(is_no_answer, ungraded))
            parts = not_passed(len(results) - len(ungraded), silent, len(ungraded) - silent)
            note = f"… and {len(results)} more that did not pass: {parts}; on the page, or with -v"
            write_line(self.reporter, note)

    def cut(self) -> Callable[[], None]:
        """Shorten our part of the short summary, and return a function that prints a note."""
        lines = [test for name in _BAD for test in self._stats.get(name, ())]
        ours = [test for test in lines if id(test) in self._ours]
        # Of many, one of each cause: the causes follow below.
        dropped = {id(test) for test in ours if id(test) not in self._copies}
        if not self._is_cut or not dropped or (len(ours) <= HANDFUL and not self._is_brief):
            return lambda: None
        for name, listed in self._stats.items():
            self.reporter.stats[name] = [test for test in listed if id(test) not in dropped]
        if self._is_brief:
            return lambda: None
        note = f"… and {len(dropped)} more, by cause below; -v lists all"
        return lambda: write_line(self.reporter, note)


def _in_colour(test: pytest.TestReport) -> pytest.TestReport:
    clone = copy(test)
    clone.longrepr = ConversationText(test.longrepr)  # type: ignore[assignment] # as good as one
    # The number of xdist's worker is of no interest here.
    vars(clone).pop("node", None)
    return clone
