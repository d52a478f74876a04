"""What a session knows of a head: the protocol of one, and what all of them share.

A head is a folder with a ``head.py``, and a line in the list of `pytest_hydra.session.collect`.
That module is imported in each session with ``--hydra``: it loads the rest of its folder with the
first of its items, so that a session pays for the heads alone that it uses.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypedDict

from pytest_hydra.session.progress import Progress

if TYPE_CHECKING:
    import pytest

    from pytest_hydra.core.gates import Ask, ChangeRuling
    from pytest_hydra.record.runs import Reuse
    from pytest_hydra.session.results import Results
    from pytest_hydra.settings.file import Settings

#: The next items of this process, from the one that is about to run. Given a number, at most so
#: many of those that another process may take over; None is all of them.
Upcoming = Callable[[int | None], Iterator["pytest.Item"]]


class ChangeJudge(Protocol):
    """What grades changes of code. It may be used from any thread."""

    def __call__(
        self,
        diff: Path,
        name: str,
        criteria: Sequence[str],
        *,
        makers: Sequence[str],
        recorded: Mapping[str, Any] | None = None,
    ) -> ChangeRuling:
        """The ruling on the diff in a file, or of ``recorded`` if that is given.

        ``name`` is the dimension's, ``makers`` who made the change. Raises HydraError, and
        TasksStoppedError.
        """

    def close(self) -> None:
        """End what is being asked."""


#: The judge of these settings, whose commands run in that folder; without both the session's own.
#: The folder is made when it is needed.
OpenChangeJudge = Callable[["Settings | None", Callable[[], Path] | None], ChangeJudge]


class SummaryParts(TypedDict, total=False):
    """What a head adds to the section ``hydra`` of the terminal."""

    notes: list[str]
    history: Mapping[str, list[float]]
    race: list[str]


class HydraFile(Protocol):
    """A collector of ours."""

    @property
    def whole(self) -> int | None:
        """How many items it has, whatever is selected from them; None before it is read."""


class HydraItem(Protocol):
    """An item of ours."""

    def carry_result(self, report: pytest.TestReport) -> None:
        """Put the item's result on the report that settles it."""


class Head(Protocol):
    """What brings items of one kind to a session, and what they add to its report.

    Each process has its own, registered with pytest: it may have hooks of pytest's, for what no
    other head needs.
    """

    #: What results of its items say of their ``kind``, and the file of a run that records them.
    kind: ClassVar[str]
    records: ClassVar[str]
    #: The classes of its items; none before its first file.
    item_types: tuple[type[HydraItem], ...]
    #: Its collectors of this session.
    files: list[HydraFile]

    def collect(self, path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        """The collector of a file, added to ``files``; None where it is none of this head's."""

    def run_ahead(self, item: Any, /, upcoming: Upcoming) -> None:
        """Begin what ``item``, which is of this head, and the next ones will wait for."""

    def carry(self) -> dict[str, Any]:
        """What an xdist worker tells the controller's `receive` at its end: JSON values."""
        return {}

    def receive(self, data: Mapping[str, Any]) -> None:
        """Take what a worker's head carried, or what came with an item's report beside its result.

        Heads take the keys that are theirs.
        """

    def manifest(self) -> dict[str, Any]:
        """What the manifest of the run says of this head: JSON values."""
        return {}

    def report_fields(self) -> dict[str, Any]:
        """What `build_report` is given besides the results, by its parameters' names.

        Called once, after the last item.
        """
        return {}

    def summary(self) -> SummaryParts:
        """What the terminal says of this head."""
        return {}

    def close(self) -> None:
        """Leave nothing running. Called in each process at the end of its session."""


class SessionContext:
    """What the heads of one process share.

    ``reuse`` says what of earlier runs may be used.
    """

    #: What was gathered, in the process that sees all reports.
    results: Results

    def __init__(self, config: pytest.Config, settings: Settings, reuse: Reuse) -> None:
        self.config = config
        self.settings = settings
        self.reuse = reuse
        workerinput: dict[str, Any] | None = getattr(config, "workerinput", None)
        self.is_worker = workerinput is not None
        #: How many processes share the limits of the session.
        self.processes: int = 1 if workerinput is None else workerinput["workercount"]
        #: The folders and files that hydra.toml has collected, and the folders above them.
        self.named: set[Path] = set()
        #: What is missing, or could not be kept, in words; then the session must not end with 0.
        self.problems: list[str] = []
        #: What each scenario file says.
        self.suite: dict[str, str] = {}
        #: What shows how far it has come.
        self.progress = Progress(config)
        #: It appears when a worker is to end early.
        self.stop_file = None if workerinput is None else Path(workerinput["hydra_stop"])
        #: What asks the judge of this session; set by the head that has one.
        self.ask_judge: Ask | None = None
        #: What opens a judge of changes; set by the same.
        self.open_change_judge: OpenChangeJudge | None = None

    def named_paths(self, otherwise: list[str]) -> list[Path]:
        """The paths on the command line; those in ``otherwise`` when there is none."""
        start = self.config.invocation_params.dir
        if self.config.args_source is not self.config.ArgsSource.ARGS:
            return [real_path(Path(path)) for path in otherwise]
        return [real_path(start / argument.partition("::")[0]) for argument in self.config.args]

    def shown_path(self, path: Path) -> str:
        """A path as users see it: from where pytest was called, if it is below."""
        start = self.config.invocation_params.dir
        return str(path.relative_to(start) if path.is_relative_to(start) else path)

    def add_paths(self, paths: list[str]) -> None:
        """Collect these paths too, unless the user named others."""
        config = self.config
        if config.args_source is config.ArgsSource.ARGS:
            return
        if config.option.keepduplicates:
            # pytest would then collect twice what it finds on its walk anyway.
            start = config.invocation_params.dir
            walked = [real_path(start / argument) for argument in config.args]
            paths = [
                path
                for path in paths
                if not any(Path(path).is_relative_to(folder) for folder in walked)
            ]
        config.args.extend(paths)
        for path in map(Path, paths):
            self.named |= {path, *path.parents}


def real_path(path: Path) -> Path:
    """The path without links."""
    # Not Path.resolve, which before Python 3.13 raises for links that go in a circle.
    return Path(os.path.realpath(path))
