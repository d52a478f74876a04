"""The place of our output among pytest's closing sections."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping

    from pytest_hydra.session.failures import Failures


class Sections:
    """Inserts our output into pytest's closing sections, and after them.

    For each failure pytest searches the reports of all setups and teardowns for output of its
    teardown. Reports without output are removed meanwhile, to keep that linear.
    """

    def __init__(
        self,
        report: Callable[[], Mapping[str, Any] | None],
        write: Callable[[pytest.TerminalReporter, Failures | None], None],
    ) -> None:
        self._report, self._write = report, write
        #: Set while pytest shows its sections.
        self.failures: Failures | None = None
        self.say_cut: Callable[[], None] = lambda: None

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> Generator[None]:
        """Wrap all closing sections."""
        stats, report = terminalreporter.stats, self._report()
        if report is not None:
            from pytest_hydra.session.failures import Failures

            self.failures = Failures(terminalreporter, report)
            self.failures.begin()
        reports = stats.get("")
        if reports is not None:
            stats[""] = [
                entry
                for entry in reports
                if any("teardown" in title for title, _ in getattr(entry, "sections", ()))
            ]
        try:
            result = yield
        finally:
            if reports is not None:
                stats[""] = reports
            if self.failures is not None:
                self.failures.restore()
        self.say_cut()
        self._write(terminalreporter, self.failures)
        return result


class BetweenSections:
    """Wraps the output of other plugins, between the failures and the short summary."""

    def __init__(self, sections: Sections) -> None:
        self._sections = sections

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_terminal_summary(self) -> Generator[None]:
        """Show all reports to other plugins, and to pytest's short summary as many as fit."""
        failures = self._sections.failures
        if failures is not None:
            failures.restore()
            failures.count_left_out()
        result = yield
        if failures is not None:
            self._sections.say_cut = failures.cut()
        return result
