"""The page of a session: its history files in the run folder, and writing it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from pytest_hydra.core.result import scored
from pytest_hydra.core.text import fill, one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.record import past_runs

if TYPE_CHECKING:
    from pytest_hydra.record.runs import RunFolder
    from pytest_hydra.report.writers import Render, ReportTarget
    from pytest_hydra.session.head import SessionContext
    from pytest_hydra.session.results import Results


class Pages:
    """Writes the page into the run folder, unless hydra.toml disables it, and to --hydra-report.

    Errors never fail the session: a note reports them.
    """

    def __init__(
        self,
        context: SessionContext,
        results: Results,
        targets: Sequence[ReportTarget],
        formats: Mapping[str, Render],
    ) -> None:
        from pytest_hydra.report.writers import html

        self.targets = [target for target in targets if formats[target.format] is html]
        #: Lines for the terminal.
        self.notes: list[str] = []
        self._context = context
        self._results = results
        self._stores_page = context.settings.report.html

    def keep_history(self, report: Mapping[str, Any]) -> Callable[[Path], None]:
        """A function that writes the history files of a run folder, and adds a history line."""

        def write(folder: Path, runs: Sequence[Mapping[str, Any]]) -> None:
            from pytest_hydra.record.files import write_whole
            from pytest_hydra.report.page.history import history_files

            for name, data in history_files(report, self._last(folder), runs):
                write_whole(folder / name, data, flush=False)

        def act(folder: Path) -> None:
            settings = self._context.settings
            path = settings.root / settings.hydra.history
            history = past_runs.History.read(path)
            runs = history.runs(past_runs.MOST_RUNS)
            trend = ""
            if self._stores_page:
                self._try(lambda: write(folder, runs))
            # Benchmarks have a history of their own.
            if scored(report):
                run = self._results.run
                like = f"{'' if run is None else run.fingerprint} {report['policy_digest']}"
                line = past_runs.run_line(report, past_runs.digest(like), history)
                self._try(lambda: past_runs.append_line(path, line), "history: not written")
                if (this := history.run(line)) is not None:
                    trend = past_runs.trend([*runs, this])
            self.notes += [f"history: {note}" for note in (*history.notes, trend) if note]

        return act

    def changes(self) -> str:
        """The changes of scenarios and tests since the last complete run, in words."""
        from pytest_hydra.report.page.history import HISTORY, changes

        path = None if self._results.path is None else self._results.path / HISTORY
        if path is None or not path.exists():
            return ""
        worse, better = changes(path.read_bytes())
        return (
            f"since the last run: {worse} worse, {better} better: python -m pytest_hydra compare"
            if worse or better
            else ""
        )

    def link(self, target: ReportTarget) -> str:
        """A link to the page for the end of a Markdown report, if its address is known."""
        url = self._context.settings.report.url
        if url is None or target.format != "md":
            return ""
        address = fill(url, str, lambda name: quote(os.environ.get(name, "")))
        return f"\n[The page of this run]({address})\n"

    def write(self, report: Mapping[str, Any]) -> None:
        """Write the page, to all places, and send the run to the collector of hydra.toml."""
        self._try(lambda: self._write(report))
        self._try(lambda: self._send(report), "otlp: not sent")

    def _send(self, report: Mapping[str, Any]) -> None:
        settings, run = self._context.settings.report.otlp, self._results.run
        if settings is None or run is None:
            return
        from pytest_hydra.otlp.send import send_run
        from pytest_hydra.record.runs import find_run

        folder = find_run(self._context.settings.root, str(run.path))
        if folder.finished:
            self.notes.append(f"otlp: {send_run(report, folder, settings, 10)}")

    def _write(self, report: Mapping[str, Any]) -> None:
        run, folder = self._results.run, self._results.path
        paths = [target.path for target in self.targets]
        if self._stores_page and run is not None and run.broken is None:
            paths.insert(0, run.path / "report.html")
        if not paths:
            return
        from pytest_hydra.record.files import reason, write_whole
        from pytest_hydra.record.labels import saved_labels
        from pytest_hydra.report.page.page import page_of

        labels, _ = saved_labels(self._context.settings.root)
        page = page_of(report, [] if folder is None else [folder], labels)
        data = page.encode("utf-8", "replace")

        def put(path: Path) -> None:
            name = self._context.display_path(path)
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                write_whole(path, data, flush=False)
            except OSError as error:
                raise HydraError(f"{name}: {reason(error)}") from error
            self.notes.append(f"page: {name}")

        for path in paths:
            self._try(partial(put, path))

    def _last(self, folder: Path) -> RunFolder | None:
        """The last complete run before this one that recorded the same kind of items."""
        from pytest_hydra.record.runs import REPLAYABLE, complete_runs

        names = [f"{head}.jsonl" for head in REPLAYABLE if (folder / f"{head}.jsonl").exists()]
        with suppress(HydraError):
            for run in complete_runs(self._context.settings.root):
                if any(name in run.manifest["files"] for name in names):
                    return run
        return None

    def _try(self, act: Callable[[], None], failure: str = "page: not written") -> None:
        try:
            act()
        except Exception as error:  # noqa: BLE001 - a page must not fail the session
            reason = str(error) if isinstance(error, HydraError | OSError) else repr(error)
            self.notes.append(f"{failure}: {one_line(reason, 300)}")
