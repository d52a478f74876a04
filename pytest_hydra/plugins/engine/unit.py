"""A command on a tree, and what it left behind."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Literal, Protocol

from pytest_hydra import __version__
from pytest_hydra.plugins.results.outcomes import LintRun, TestRun

if TYPE_CHECKING:
    from pytest_hydra.plugins.results.collectors import ResultCollector

NOT_STARTED = (126, 127)
"""Exit codes of a shell whose program cannot be executed, or was not found."""


class PrintedScore(Protocol):
    """Where in its output a command says a score: by ``score``, ``regex`` or ``json`` there."""

    @property
    def score(self) -> str: ...  # noqa: D102 - said above
    @property
    def pattern(self) -> str | None: ...  # noqa: D102
    @property
    def path(self) -> str | None: ...  # noqa: D102


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """A command on a tree. ``command`` is a line for ``/bin/sh``.

    ``layers`` are the commands that run before it, each on the result of the one before: the
    workspace starts from the last one's, with the files in which ``tree`` differs. Files that match
    the patterns ``restored`` are as in the tree, whatever the layers made of them.

    ``outputs`` are glob patterns, relative to the workspace, each of which must match something
    afterwards. ``environment`` extends, and overrides, the environment of every command. ``python``
    is the interpreter of Python commands, as an absolute path. ``pythonpath`` are the import roots,
    relative to the workspace, by default its top and ``src``. ``network``: whether it may use the
    network; None as in the settings of the sandbox. pytest collects tests only from ``files``
    (empty: all), and stops after this many ``failures`` (None: never). ``sealed`` are files of the
    workspace that the command may not change, and that product code may not read.

    ``kept``: its workspace stays, as it is a layer of others. ``observed``: where the system allows
    it, the run says which files of the workspace were executed.

    ``collector`` creates the collector of its results (None: there is only an exit code), and
    ``score`` finds a score in its output. ``results`` stands for both in the address: the text of
    everything that affects how results are read. ``log`` is the name of its log in a run folder.
    """

    name: str
    command: str
    timeout_seconds: float
    tree: str = ""
    layers: tuple[Layer, ...] = ()
    restored: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    python: str | None = None
    pythonpath: tuple[str, ...] | None = None
    network: bool | None = None
    files: tuple[str, ...] = ()
    failures: int | None = None
    sealed: tuple[str, ...] = ()
    kept: bool = False
    observed: bool = False
    results: str = ""
    collector: Callable[[], ResultCollector | None] | None = None
    score: PrintedScore | None = None
    log: str = ""

    def address(self, tools: str) -> str:
        """The sha256, in hex, of everything that the outcome is known to depend on.

        ``tools`` identifies what the command uses outside of its tree.
        """
        document = {"unit": self._document(), "tools": tools, "engine": __version__}
        text = json.dumps(document, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode("ascii")).hexdigest()

    def _document(self) -> dict[str, Any]:
        names = {entry.name for entry in fields(self)} - {"collector", "score", "log", "layers"}
        document = {name: getattr(self, name) for name in names}
        layers = [[layer.installs, layer.unit._document()] for layer in self.layers]
        return {**document, "environment": dict(self.environment), "layers": layers}


@dataclass(frozen=True, slots=True)
class Layer:
    """A unit below others, which start from its workspace.

    If it ``installs`` what all others need, it has to succeed, and gets no shared folders: it would
    install into them for everybody.
    """

    unit: Unit
    installs: bool = False


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


@dataclass(frozen=True, slots=True)
class ExecutedFile:
    """A file of the workspace that was executed, or given to an interpreter.

    ``at`` and ``seconds`` are times from the start of the command, and how long it took; None: it
    became another program, or was killed.
    """

    path: str
    at: float
    seconds: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandRun:
    """One command that was run in a workspace, with its results; or one call of a judge.

    ``status``: *done* with its ``exit`` code (negative: the signal that ended it), *timeout*, or
    *broken*: it could not be run at all, or another program ended it, which is not its fault;
    ``problem`` says why. ``tail`` holds the last lines of its output; ``log`` is the file with all
    of it, relative to the run folder. ``outputs`` is the number of outputs that it should make,
    and ``missing`` are those that it did not make. ``cached``: an earlier session ran it. If only
    the tests of some files were run, these are ``files``. ``executed`` are files of the workspace,
    if it was observed.
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
    executed: tuple[ExecutedFile, ...] = ()

    @property
    def was_cut_off(self) -> bool:
        """Whether another program ended it, so that another try may end differently."""
        return self.status == "broken" and self.exit not in (None, *NOT_STARTED)

    @property
    def succeeded(self) -> bool:
        """Whether it ran, ended with 0, and made all its outputs."""
        return self.status == "done" and self.exit == 0 and not self.missing
