"""Progress of long work: a live line on a terminal, or a line now and then in a log."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_hydra.core.numbers import dollars
from pytest_hydra.core.text import log_text
from pytest_hydra.execution import now

if TYPE_CHECKING:
    import pytest

    from pytest_hydra.core.numbers import Exact

# The interval between lines in a log, in seconds.
_EVERY = 60.0
# With fewer answers or seconds, an estimate would jump.
_LEAST_DONE, _LEAST_SECONDS = 3, 2.0
_MOST_RUNNING = 3


def progress_line(done: int, total: int, noun: str, *parts: str, is_all: bool = True) -> str:
    """A progress line; unless ``is_all``, ``total`` is only a lower bound."""
    least = "" if is_all else "at least "
    return " · ".join([f"{done:,} of {least}{total:,} {noun}", *filter(None, parts)])


def answers_line(  # noqa: PLR0913 - what is known so far
    done: int,
    total: int,
    noun: str,
    at_once: int,
    cost_usd: Exact | float,
    *,
    failed: int = 0,
    seconds: float = 0.0,
) -> str:
    """The progress line of bots or judges: the failures, the cost, and an estimate of what is left.

    ``seconds`` have passed so far.
    """
    cost = dollars(cost_usd) if cost_usd else ""
    left = ""
    if done >= _LEAST_DONE and seconds >= _LEAST_SECONDS:
        left = _left(seconds / done * (total - done))
    failures = f"{failed:,} failed" if failed else ""
    return progress_line(done, total, noun, f"{at_once} at a time", failures, cost, left)


def running_parts(running: Sequence[tuple[str, str, float]]) -> list[str]:
    """The running commands with their agents and seconds; of many only the first ones."""
    parts = [f"{agent}: {step} {seconds:.0f} s" for agent, step, seconds in running[:_MOST_RUNNING]]
    more = len(running) - _MOST_RUNNING
    return [*parts, f"{more} more"] if more > 0 else parts


def time_left(
    waiting: Collection[str],
    running: Sequence[tuple[str, str, float]],
    took: Mapping[str, float],
    slots: int,
) -> str:
    """An estimate of the remaining time; empty if unknown.

    ``took`` holds durations by step, its name up to a dot. The elapsed part of ``running`` steps is
    taken into account.
    """
    expected = [took.get(step.partition(".")[0]) for step in waiting]
    if not expected or None in expected:
        return ""
    used = sum(min(seconds, took.get(step.partition(".")[0], 0.0)) for _, step, seconds in running)
    # Below 0, a step takes longer than ever before: there is no basis for an estimate.
    return _left((sum(filter(None, expected)) - used) / slots)


def _left(seconds: float) -> str:
    """The remaining time in words; empty for less than a second."""
    if seconds < 1:
        return ""
    return f"about {seconds:.0f} s left" if seconds < 90 else f"about {seconds / 60:.0f} min left"


class Progress:
    """Shows a line while the main thread waits, and removes it before other output.

    Nothing is shown with ``-q`` or another terminal reporter. A terminal without colour, or one
    that tests write to directly (``-s``), gets the lines of a log.
    """

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._last = now()
        self._is_visible = False
        #: The file whose name has to be repeated after our lines.
        self._file: Path | None = None

    def on_wait(self, tell: Callable[[], str]) -> Callable[[float | None], None]:
        """A callback for a wait: called with the seconds so far, at the end with None."""
        return partial(self._on_wait, lambda: log_text(tell()))

    def _on_wait(self, tell: Callable[[], str], waited: float | None) -> None:
        reporter = self._reporter()
        if reporter is None:
            return
        if reporter.isatty and reporter.hasmarkup and self._config.option.capture != "no":
            if waited or self._is_visible:
                self._draw("" if waited is None else tell())
                # It reappears with the next wait.
                self._is_visible = True
        elif waited is None and self._file is not None:
            # pytest's next letter has to follow the name of its file.
            with self._uncaptured():
                reporter.write_fspath_result(str(self._file), "")
            self._file = None
        elif waited is not None and now() - self._last >= _EVERY:
            self._last = now()
            before, reporter.currentfspath = reporter.currentfspath, None
            self._file = before if isinstance(before, Path) else self._file
            with self._uncaptured():
                reporter.write(f"\nhydra: {tell()}", flush=True)

    def _reporter(self) -> pytest.TerminalReporter | None:
        plugin: pytest.TerminalReporter | None = self._config.pluginmanager.get_plugin(
            "terminalreporter"
        )
        # Not the reporter of another plugin. pytest 8.0 does not export its own.
        is_plain = type(plugin).__module__.partition(".")[0] == "_pytest"
        return plugin if plugin is not None and is_plain and plugin.verbosity >= 0 else None

    def _draw(self, text: str) -> None:
        """Write the text below pytest's current line, and return to the end of that line."""
        writer = self._config.get_terminal_writer()
        column = writer.width_of_current_line % writer.fullwidth
        if writer.width_of_current_line and not column:
            return  # the cursor is at the beginning of a line
        back = f"\x1b[A\x1b[{column + 1}G"
        below = f"\n{text[: writer.fullwidth - 1]}{back}" if text else ""
        with self._uncaptured():
            # Bypasses pytest's write, which would count the columns.
            writer.flush()
            sys.stdout.write(f"\x1b[J{below}")
            sys.stdout.flush()

    def _uncaptured(self) -> AbstractContextManager[None]:
        manager = self._config.pluginmanager.get_plugin("capturemanager")
        return nullcontext() if manager is None else manager.global_and_fixture_disabled()
