"""How far it has come what a session waits for: below pytest's line, or now and then in a log."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_hydra.core.numbers import exact
from pytest_hydra.execution.quotas import dollars, now

if TYPE_CHECKING:
    import pytest
    from _pytest.capture import CaptureManager
    from _pytest.terminal import TerminalReporter

    from pytest_hydra.core.numbers import Exact

# How long a log is left without a line, in seconds.
_EVERY = 30.0
_MOST_RUNNING = 3


def progress_line(done: int, whole: int, what: str, *parts: str, is_all: bool = True) -> str:
    """The line: what is done, of how much (if that ``is_all``), and what else there is to say."""
    least = "" if is_all else "at least "
    return " · ".join([f"{done:,} of {least}{whole:,} {what}", *filter(None, parts)])


def asked_line(done: int, whole: int, what: str, at_once: int, cost_usd: Exact | float) -> str:
    """The line of who is asked, with what that has cost by now."""
    cost = dollars(exact(cost_usd)) if cost_usd else ""
    return progress_line(done, whole, what, f"{at_once} at a time", cost)


def running_parts(running: Sequence[tuple[str, str, float]]) -> list[str]:
    """Who runs which command, and for how many seconds; of many the first."""
    parts = [f"{who}: {step} {seconds:.0f} s" for who, step, seconds in running[:_MOST_RUNNING]]
    more = len(running) - _MOST_RUNNING
    return [*parts, f"{more} more"] if more > 0 else parts


def time_left(
    waiting: Collection[str],
    running: Sequence[tuple[str, str, float]],
    took: Mapping[str, float],
    slots: int,
) -> str:
    """About how long it takes until all that waits, also for its end, is done; '' if unknown.

    ``took`` says how long a step takes, by its name up to a dot. Of ``running`` a part is over.
    """
    expected = [took.get(step.partition(".")[0]) for step in waiting]
    if not expected or None in expected:
        return ""
    over = sum(min(seconds, took.get(step.partition(".")[0], 0.0)) for _, step, seconds in running)
    left = (sum(filter(None, expected)) - over) / slots
    if left < 1:
        return ""  # it takes longer than ever before, and nobody knows how long
    return f"about {left:.0f} s left" if left < 90 else f"about {left / 60:.0f} min left"


class Progress:
    """Shows a line while the main thread waits, and takes it away before anybody else writes.

    Nothing is shown where pytest is to be quiet, or another reporter has the terminal; a terminal
    that takes no colour, or that tests write to themselves (``-s``), is shown what a log is.
    """

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._last = now()
        self._is_shown = False
        #: Whose name is to be written again, behind lines of ours.
        self._file: Path | None = None

    def look(self, tell: Callable[[], str]) -> Callable[[float | None], None]:
        """What is called while `tell` has something to say: with the seconds waited, or None."""
        return partial(self._look, tell)

    def _look(self, tell: Callable[[], str], waited: float | None) -> None:
        reporter = self._reporter()
        if reporter is None:
            return
        if reporter.isatty and reporter.hasmarkup and self._config.option.capture != "no":
            if waited or self._is_shown:
                self._draw(reporter, "" if waited is None else tell())
                # It is there again as soon as something else is waited for.
                self._is_shown = True
        elif waited is None and self._file is not None:
            # The letter that pytest writes next stands behind the name of its file.
            with self._uncaptured():
                reporter.write_fspath_result(str(self._file), "")
            self._file = None
        elif waited is not None and now() - self._last >= _EVERY:
            self._last = now()
            before, reporter.currentfspath = reporter.currentfspath, None
            self._file = before if isinstance(before, Path) else self._file
            with self._uncaptured():
                reporter.write(f"\nhydra: {tell()}", flush=True)

    def _reporter(self) -> TerminalReporter | None:
        from _pytest.terminal import TerminalReporter

        found = self._config.pluginmanager.get_plugin("terminalreporter")
        is_plain = type(found) is TerminalReporter and found.verbosity >= 0
        return found if is_plain else None

    def _draw(self, reporter: TerminalReporter, text: str) -> None:
        """Put the text below the line that pytest is at, and go back to where that ends."""
        writer = reporter._tw
        column = writer.width_of_current_line % writer.fullwidth
        if writer.width_of_current_line and not column:
            return  # the next character begins a line
        back = f"\x1b[A\x1b[{column + 1}G"
        below = f"\n{text[: writer.fullwidth - 1]}{back}" if text else ""
        with self._uncaptured():
            # Past its own write: pytest would count the columns.
            writer._file.write(f"\x1b[J{below}")
            writer.flush()

    def _uncaptured(self) -> AbstractContextManager[None]:
        manager: CaptureManager | None = self._config.pluginmanager.get_plugin("capturemanager")
        return nullcontext() if manager is None else manager.global_and_fixture_disabled()
