"""What the run of a command is good for, and in which words it is told."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from pytest_hydra.candidates.decide.decisions import Dimension, Measured, block, unproven
from pytest_hydra.candidates.recording import CommandRun
from pytest_hydra.core.numbers import Exact, exact, half_up
from pytest_hydra.core.text import one_line

SLOWER = 3
"""A time-out that took less than so many times the base's own duration proves nothing."""

_SHOWN = 3
_MOST_OF_A_NAME = 200
_MOST_OF_A_TAIL = 240
_TAIL_LINES = 3


def scored(
    dimension: Dimension, score: Exact, message: str = "", inputs: Mapping[str, Any] | None = None
) -> Dimension:
    """The dimension with its score."""
    inputs = dimension.inputs if inputs is None else inputs
    return replace(dimension, score=score, message=message, inputs=inputs)


def missing(dimension: Dimension, reason: str) -> Dimension:
    """The dimension that there is nothing for."""
    return replace(dimension, score=None, missing=True, message=reason)


def ungraded(dimension: Dimension, reason: str) -> Measured:
    """The dimension that cannot be graded: its gate is unproven."""
    return Measured(replace(dimension, score=None, message=reason), (unproven(reason),))


def usable(
    dimension: Dimension, run: CommandRun | None, base: CommandRun | None
) -> Measured | CommandRun:
    """The candidate's run, where its command ended here, and on the base if it was run there."""
    if run is None and base is None:
        return Measured(missing(dimension, "there is no command for it"))
    if base is not None and base.status != "done":
        return ungraded(dimension, f"{dimension.name} cannot be judged: on the base {told(base)}")
    if run is None:
        return ungraded(dimension, f"{dimension.name} was not run")
    if run.status == "broken":
        return ungraded(dimension, told(run))
    return _timed_out(dimension, run, base) if run.status == "timeout" else run


def comparable(
    dimension: Dimension, run: CommandRun | None, base: CommandRun | None
) -> Measured | tuple[CommandRun, CommandRun]:
    """The candidate's run and the base's, where both ended."""
    found = usable(dimension, run, base)
    if isinstance(found, Measured):
        return found
    if base is None:
        return ungraded(dimension, f"{dimension.name} was not run on the base")
    return found, base


def _timed_out(dimension: Dimension, run: CommandRun, base: CommandRun | None) -> Measured:
    reason = told(run)
    if base is not None:
        reason += f"; on the base it takes {seconds(base.seconds)}"
        if exact(run.seconds) < SLOWER * exact(base.seconds):
            return ungraded(dimension, f"{reason}, and less than {SLOWER} times that proves little")
    return Measured(scored(dimension, 0, reason), (block(reason),))


def told(run: CommandRun) -> str:
    """What became of a command: how it ended, the end of its output, where all of it is."""
    command = f"`{one_line(run.command, _MOST_OF_A_NAME)}`"
    if run.status == "broken":
        problem = one_line(run.problem or "nothing says why", _MOST_OF_A_NAME)
        return f"{command} could not be run: {problem}{_log(run)}"
    if run.status == "timeout":
        limit = run.seconds if run.timeout_seconds is None else run.timeout_seconds
        return f"{command} timed out after {seconds(limit)}{_log(run)}"
    if run.exit == 0 and run.missing:
        return f"{command} did not make {listed(run.missing)}{_log(run)}"
    lines = [line for line in run.tail.splitlines() if line.strip()][-_TAIL_LINES:]
    tail = one_line(" | ".join(lines), _MOST_OF_A_TAIL)
    return f"{command} ended with {_exit(run)}{': ' if tail else ''}{tail}{_log(run)}"


def _exit(run: CommandRun) -> str:
    if run.exit is not None and run.exit < 0:
        return f"signal {-run.exit}"
    return f"exit code {run.exit}"


def _log(run: CommandRun) -> str:
    return f" (all of it: {one_line(run.log, _MOST_OF_A_NAME)})" if run.log else ""


def seen_in(run: CommandRun) -> str:
    """Where all that a command printed is, in parentheses; nothing where it is nowhere."""
    return f" (see {one_line(run.log, _MOST_OF_A_NAME)})" if run.log else ""


def seconds(duration: float) -> str:
    """A duration as messages show it."""
    return f"{half_up(exact(duration), 1):f} s".replace(".0 s", " s")


def listed(names: Collection[str]) -> str:
    """Names from elsewhere, the first three of them, and how many more there are."""
    shown = [one_line(name, _MOST_OF_A_NAME) for name in list(names)[:_SHOWN]]
    more = len(names) - len(shown)
    return ", ".join(shown) + (f", … and {more} more" if more else "")
