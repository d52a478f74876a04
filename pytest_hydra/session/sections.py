"""Where our words stand among the sections that pytest ends a session with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping

    from _pytest.terminal import TerminalReporter

    from pytest_hydra.session.failures import Failures


class Sections:
    """Puts what is ours between what pytest shows at the end of a session, and after it.

    After each failure pytest shows what the teardown of its item printed, and looks for it through
    the reports of all setups and teardowns: those with nothing to show are put aside meanwhile,
    which keeps that linear in their number.
    """

    def __init__(
        self,
        report: Callable[[], Mapping[str, Any] | None],
        write: Callable[[TerminalReporter, Failures | None], None],
    ) -> None:
        self._report, self._write = report, write
        #: While pytest shows its sections.
        self.failures: Failures | None = None
        self.say_cut: Callable[[], None] = lambda: None

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_terminal_summary(self, terminalreporter: TerminalReporter) -> Generator[None]:
        """Around all that is shown."""
        stats, report = terminalreporter.stats, self._report()
        if report is not None:
            from pytest_hydra.session.failures import Failures

            self.failures = Failures(terminalreporter, report)
            self.failures.begin()
        reports = stats.get("")
        if reports is not None:
            stats[""] = [
                found
                for found in reports
                if any("teardown" in title for title, _ in getattr(found, "sections", ()))
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
    """Around what others show, between the failures and the short summary."""

    def __init__(self, sections: Sections) -> None:
        self._sections = sections

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_terminal_summary(self) -> Generator[None]:
        """Let others see all reports, and pytest's short summary as many as fit."""
        failures = self._sections.failures
        if failures is not None:
            failures.restore()
            failures.count_left_out()
        result = yield
        if failures is not None:
            self._sections.say_cut = failures.cut()
        return result
