"""The protocol of a head, and the context that all heads of a process share.

A head is a folder with a ``head.py``, and a line in the list of `pytest_hydra.session.collect`.
Every session with ``--hydra`` imports that module, which imports the rest of its folder with its
first item, so that a session pays only for the heads that it uses.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypedDict

from pytest_hydra.core.text import display_path
from pytest_hydra.session.progress import Progress

if TYPE_CHECKING:
    import pytest

    from pytest_hydra.core.gates import Ask, ChangeQuestion, ChangeRuling
    from pytest_hydra.record.runs import Reuse
    from pytest_hydra.session.results import Results
    from pytest_hydra.settings import Settings

#: The next items of this process, starting with the one about to run. A number limits those that
#: another process may take over; None is all of them.
Upcoming = Callable[[int | None], Iterator["pytest.Item"]]


class ChangeJudge(Protocol):
    """A judge of code changes. Thread-safe."""

    def rule_change(self, question: ChangeQuestion, /) -> ChangeRuling:
        """The ruling on a change. Raises HydraError and TasksStoppedError."""

    def close(self) -> None:
        """Stop all pending questions."""


#: Opens a judge of the given settings with a folder for its commands, created on demand; without
#: both, the session's own judge.
OpenChangeJudge = Callable[["Settings | None", Callable[[], Path] | None], ChangeJudge]


class SummaryParts(TypedDict, total=False):
    """A head's part of the section ``hydra``; the lines of ``reused`` are shown with ``-q`` too."""

    notes: list[str]
    reused: list[str]
    history: Mapping[str, list[float]]
    race: list[str]


class HydraFile(Protocol):
    """A collector of ours."""

    @property
    def item_count(self) -> int | None:
        """The number of its items before any selection; None before it is collected."""


class HydraItem(Protocol):
    """An item of ours."""

    def carry_result(self, report: pytest.TestReport) -> None:
        """Put the item's result on the report that settles it."""


class Head(Protocol):
    """Provides items of one kind, and their part of the report.

    Each process has its own instance, registered with pytest, so it may implement pytest hooks.
    """

    #: The ``kind`` in results of its items, and the name of its recordings in a run.
    kind: ClassVar[str]
    records: ClassVar[str]
    #: The classes of its items; empty before its first file.
    item_types: tuple[type[HydraItem], ...]
    #: Its collectors of this session.
    files: list[HydraFile]

    def collect(self, path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        """The collector of a file, added to ``files``; None if the file is not this head's."""

    def run_ahead(self, item: Any, /, upcoming: Upcoming) -> None:
        """Start what ``item``, an item of this head, and the next ones will wait for."""

    def carry(self) -> dict[str, Any]:
        """Data, as JSON values, from an xdist worker for the controller's `receive`."""
        return {}

    def receive(self, data: Mapping[str, Any]) -> None:
        """Take data from a worker's `carry`, or extra data of an item's report.

        Each head takes its own keys.
        """

    def manifest(self) -> dict[str, Any]:
        """The head's part of the run's manifest: JSON values."""
        return {}

    def report_fields(self) -> dict[str, Any]:
        """Keyword arguments for `build_report` besides what items sent.

        Called once, after the last item.
        """
        return {}

    @property
    def kept(self) -> str:
        """What is kept of work before any item has its result, in words; empty if nothing is."""
        return ""

    def summary(self) -> SummaryParts:
        """The head's part of the terminal summary."""
        return {}

    def close(self) -> None:
        """Release all resources. Called in each process at the end of its session."""


class SessionContext:
    """Shared by the heads of one process.

    ``reuse`` are the recordings of earlier runs that may be used.
    """

    #: All results, in the process that sees all reports.
    results: Results

    def __init__(self, config: pytest.Config, settings: Settings, reuse: Reuse) -> None:
        self.config = config
        self.settings = settings
        self.reuse = reuse
        workerinput: dict[str, Any] | None = getattr(config, "workerinput", None)
        self.is_worker = workerinput is not None
        #: The number of processes that share the session's limits.
        self.processes: int = 1 if workerinput is None else workerinput["workercount"]
        #: The folders and files that hydra.toml names, and their parent folders.
        self.settings_paths: set[Path] = set()
        #: Problems that keep the session from ending with status 0, as text.
        self.problems: list[str] = []
        #: The content of each scenario file.
        self.suite: dict[str, str] = {}
        #: A digest of the code that bots may use; empty if it is unknown, or none runs it.
        self.code = ""
        #: The progress line.
        self.progress = Progress(config)
        #: Exists once a worker has to end early.
        self.stop_file = None if workerinput is None else Path(workerinput["hydra_stop"])
        #: Calls the session's judge; set by the head that has one.
        self.ask_judge: Ask | None = None
        #: Opens a judge of changes; set by the same head.
        self.open_change_judge: OpenChangeJudge | None = None

    def suite_record(self) -> dict[str, Any]:
        """The settings, the scenario files and the code, for comparison with other runs."""
        from pytest_hydra.settings import policy

        return {"policy": policy(self.settings), "files": self.suite, "code": self.code}

    def named_paths(self, otherwise: list[str]) -> list[Path]:
        """The paths on the command line, or ``otherwise`` if there are none."""
        start = self.config.invocation_params.dir
        if self.config.args_source is not self.config.ArgsSource.ARGS:
            return [real_path(Path(path)) for path in otherwise]
        return [real_path(start / argument.partition("::")[0]) for argument in self.config.args]

    def display_path(self, path: Path) -> str:
        """A path for display: relative to the invocation directory if it is below."""
        return display_path(path, self.config.invocation_params.dir)

    def add_paths(self, paths: list[str]) -> None:
        """Collect these paths too, unless paths were given on the command line."""
        config = self.config
        if config.args_source is config.ArgsSource.ARGS:
            return
        # What pytest's walk finds anyway is not named again: before version 9, a folder is left out
        # if an argument after it is below.
        start = config.invocation_params.dir
        walked = [real_path(start / argument) for argument in config.args]
        config.args += [
            path
            for path in paths
            if not any(Path(path).is_relative_to(folder) for folder in walked)
        ]
        for path in map(Path, paths):
            self.settings_paths |= {path, *path.parents}


def real_path(path: Path) -> Path:
    """The path with all links resolved."""
    # Before Python 3.13 Path.resolve raises for a cycle of links.
    return Path(os.path.realpath(path))
