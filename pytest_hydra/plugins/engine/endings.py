"""How commands ended, in words."""

from __future__ import annotations

import re

from pytest_hydra.core.numbers import exact, half_up
from pytest_hydra.core.text import listed, one_line
from pytest_hydra.plugins.engine.unit import CommandRun
from pytest_hydra.plugins.results.text_reports import without_colours

_MOST_OF_A_NAME = 200
_MOST_OF_A_TAIL = 240
_TAIL_LINES = 3
# An exception as Python and Node.js print it, and pytest after an E.
_EXCEPTION = re.compile(r"^(?:E +)?[\w.]*(?:Error|Exception): .+", re.MULTILINE)
# Output that is not the cause: "npm notice", "[notice] A new release of pip", "WARNING: …".
_NOTICE = re.compile(r"\W*(\w+\W+)?(notice|warn|warning|info|hint)\b", re.IGNORECASE)

SETUP = "the setup"
"""Start of the message about a failed setup, after which no check is run."""


def ending(run: CommandRun) -> str:
    """How a command ended, in words: the cause first, then its last lines, and its log."""
    if not run.command:  # it was not started
        return run.problem or "nothing was run"
    command, log = f"`{one_line(run.command, _MOST_OF_A_NAME)}`", log_of(run, "full log:")
    if run.status == "broken":
        problem = one_line(run.problem or "no reason was given", _MOST_OF_A_NAME)
        phrase = "was cut off" if run.was_cut_off else "could not be run"
        return f"{command} {phrase}: {problem}{log}"
    if run.status == "timeout":
        limit = run.seconds if run.timeout_seconds is None else run.timeout_seconds
        return f"{command} timed out after {in_seconds(limit)}{log}"
    if run.exit == 0 and run.missing:
        return f"{command} did not create {listed(run.missing)}{log}"
    by_signal = run.exit is not None and run.exit < 0
    code = f"signal {-(run.exit or 0)}" if by_signal else f"exit code {run.exit}"
    text = without_colours(run.tail)
    error = _EXCEPTION.search(text)
    rest = [line for line in text[error.end() if error else 0 :].splitlines() if line.strip()]
    rest = [line for line in rest if not _NOTICE.match(line)] or rest
    lines = [error[0], *rest[1 - _TAIL_LINES :]] if error else rest[-_TAIL_LINES:]
    tail = one_line(" | ".join(lines), _MOST_OF_A_TAIL)
    return f"{command} ended with {code}{': ' if tail else ''}{tail}{log}"


def log_of(run: CommandRun, word: str = "see") -> str:
    """The log of a command, in parentheses; empty if there is none."""
    return f" ({word} {one_line(run.log, _MOST_OF_A_NAME)})" if run.log else ""


def in_seconds(duration: float) -> str:
    """A duration with at most one decimal, such as ``2.5 s``."""
    return f"{half_up(exact(duration), 1):f} s".replace(".0 s", " s")
