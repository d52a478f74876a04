"""What follows a report: its line in the history, what plugins write of the run, and receivers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from pytest_hydra import registry
from pytest_hydra.core.result import scored
from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.record import past_runs

if TYPE_CHECKING:
    from pytest_hydra.record.runs import RunFolder
    from pytest_hydra.report import ReportTarget
    from pytest_hydra.session.head import SessionContext
    from pytest_hydra.session.results import Results

# The most that a receiver may take at the end of a session.
_SECONDS_TO_SEND = 10


class Publisher:
    """Writes what a report does not hold of a run. Its errors are notes: they fail no session."""

    #: What it writes, in a word, which its notes begin with.
    name: ClassVar[str]
    #: The format of `--hydra-report` that it writes itself, when the verdict is on the screen.
    format: ClassVar[str] = ""

    def __init__(
        self, context: SessionContext, results: Results, targets: Sequence[ReportTarget]
    ) -> None:
        """``targets`` are those of its format."""
        self.context = context
        self.results = results
        self.targets = targets
        #: Lines for the terminal.
        self.notes: list[str] = []
        #: Lines below those, and below the places of reports.
        self.remarks: list[str] = []
        #: Whether what it writes is in the run folder, which need not be named then.
        self.is_beside_report = False

    def complete(self, report: dict[str, Any]) -> None:
        """Add to the report, before it is written."""

    def keep(
        self, report: Mapping[str, Any], folder: Path, runs: Sequence[Mapping[str, Any]]
    ) -> None:
        """Write its files into the folder of the run; ``runs`` are the last ones of the history."""

    def changes(self) -> str:
        """What changed since the last complete run, in words."""
        return ""

    def below(self, _name: str) -> str:
        """What it adds to the end of a report in the format of this name."""
        return ""

    def choose(self, report: Mapping[str, Any]) -> None:
        """Choose what `write` writes, or note how to write it."""

    def write(self, report: Mapping[str, Any]) -> None:
        """Write what was chosen, once; the verdict is on the screen by then."""


class FollowUp:
    """Writes what follows a report, and sends it. Errors never fail the session: a note says them.

    Each publisher of a plugin has its notes; ``notes`` are all others, for the terminal.
    """

    def __init__(
        self, context: SessionContext, results: Results, targets: Sequence[ReportTarget]
    ) -> None:
        self.notes: list[str] = []
        self._context = context
        self._results = results
        kinds: Sequence[type[Publisher]] = [*registry.tables("publishers").values()]
        self.publishers = [
            kind(context, results, [each for each in targets if each.format == kind.format])
            for kind in kinds
        ]
        #: The targets that publishers write.
        self.targets = [target for each in self.publishers for target in each.targets]

    def keep_history(self, report: Mapping[str, Any]) -> Callable[[Path], None]:
        """A function that completes a run folder, and adds a history line."""

        def act(folder: Path) -> None:
            settings = self._context.settings
            path = settings.root / settings.hydra.history
            history = past_runs.History.read(path)
            runs = history.runs(past_runs.MOST_RUNS)
            trend = ""
            for each in self.publishers:
                note_fault(each.notes, each.name, partial(each.keep, report, folder, runs))
            # Benchmarks have a history of their own.
            if scored(report):
                run = self._results.run
                like = f"{'' if run is None else run.fingerprint} {report['policy_digest']}"
                line = past_runs.run_line(report, past_runs.digest(like), history)
                note_fault(self.notes, "history", lambda: past_runs.append_line(path, line))
                this = history.run(line)
                if this is not None and this["complete"]:
                    trend = past_runs.trend([*runs, this])
            self.notes += [f"history: {note}" for note in (*history.notes, trend) if note]

        return act

    def send(self, report: Mapping[str, Any]) -> None:
        """Send the run to the receivers of ``[report]``, and give it to those of its checks."""
        for name in registry.words("receivers"):
            if (settings := getattr(self._context.settings.report, name, None)) is not None:
                note_fault(self.notes, name, partial(self._send, report, name, settings), "sent")
        kinds = {check["kind"] for result in scored(report) for check in result["checks"]}
        for kind in kinds & registry.words("followers").keys():
            note_fault(self.notes, kind, partial(self._follow, report, kind))

    def write(self, report: Mapping[str, Any]) -> None:
        """Let the publishers write what they chose."""
        for each in self.publishers:
            note_fault(each.notes, each.name, partial(each.write, report))

    def told(self) -> list[str]:
        """The notes of the publishers."""
        return [note for each in self.publishers for note in each.notes]

    def _send(self, report: Mapping[str, Any], name: str, settings: Any) -> None:
        if (run := self._stored()) is not None:
            sent = registry.offered("receivers", name)(settings, report, run, _SECONDS_TO_SEND)
            self.notes.append(f"{name}: {sent}")

    def _follow(self, report: Mapping[str, Any], kind: str) -> None:
        if (run := self._stored()) is not None:
            note = registry.offered("followers", kind)(report, run)
            self.notes += [note] if note else []

    def _stored(self) -> RunFolder | None:
        """The run, if it was stored to its end."""
        if self._results.run is None:
            return None
        from pytest_hydra.record.runs import find_run

        run = find_run(self._context.settings.root, str(self._results.run.path))
        return run if run.finished else None


def note_fault(notes: list[str], name: str, act: Callable[[], None], done: str = "written") -> None:
    """Act, and note why that failed, if it did: nothing that follows a report fails a session."""
    try:
        act()
    except Exception as error:  # noqa: BLE001
        reason = str(error) if isinstance(error, HydraError | OSError) else repr(error)
        notes.append(f"{name}: not {done}: {one_line(reason, 300)}")
