"""What a command on a tree left behind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from pytest_hydra.results.outcomes import LintRun, TestRun

NOT_STARTED = (126, 127)
"""Exit codes of a shell whose program cannot be executed, or was not found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opinion:
    """The opinion of a judge on a change: ``said`` for people, ``record`` for a replay.

    ``mock``: no judge read the change. ``digest`` is the sha256 of the question, None if there was
    no question.
    """

    judge: str
    said: str
    mock: bool = False
    digest: str | None = None
    record: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandRun:
    """One command that was run in a workspace, with its results; or one call of a judge.

    ``status``: *done* with its ``exit`` code (negative: the signal that ended it), *timeout*, or
    *broken*: it could not be run at all, or another program ended it, which is not its fault;
    ``problem`` says why. ``tail`` holds the last lines of its output; ``log`` is the file with all
    of it, relative to the run folder. ``outputs`` is the number of outputs that it should make,
    and ``missing`` are those that it did not make. ``cached``: an earlier session ran it. If only
    the tests of some files were run, these are ``files``.
    """

    name: str
    command: str
    status: Literal["done", "timeout", "broken"]
    exit: int | None = None
    seconds: float = 0.0
    timeout_seconds: float | None = None
    problem: str | None = None
    tail: str = ""
    log: str | None = None
    missing: tuple[str, ...] = ()
    outputs: int = 0
    tests: TestRun | None = None
    lint: LintRun | None = None
    score: float | None = None
    judged: Opinion | None = None
    cached: bool = False
    files: tuple[str, ...] = ()

    @property
    def was_cut_off(self) -> bool:
        """Whether another program ended it, so that another try may end differently."""
        return self.status == "broken" and self.exit not in (None, *NOT_STARTED)

    @property
    def succeeded(self) -> bool:
        """Whether it ran, ended with 0, and made all its outputs."""
        return self.status == "done" and self.exit == 0 and not self.missing
