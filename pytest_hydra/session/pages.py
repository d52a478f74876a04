"""The page of a session: its history files in the run folder, and where and when it is written."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from pytest_hydra import registry
from pytest_hydra.core.result import is_flaky, scored
from pytest_hydra.core.text import fill, one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.record import past_runs
from pytest_hydra.record.wire import paused_gc

if TYPE_CHECKING:
    from pytest_hydra.record.runs import RunFolder
    from pytest_hydra.report.writers import Render, ReportTarget
    from pytest_hydra.session.head import SessionContext
    from pytest_hydra.session.results import Results

# The most that a receiver may take at the end of a session.
_SECONDS_TO_SEND = 10
#: The command that writes the page of the last run.
ON_DEMAND = "python -m pytest_hydra show --page"


class Pages:
    """Writes the page into the run folder, unless hydra.toml disables it, and to --hydra-report.

    Of a run in which all passed, and which a page would tell nothing more about, it is written on
    demand. Errors never fail the session: a note reports them.
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
        self._paths: list[Path] = []
        #: Whether the page is in the run folder, beside the report.
        self.is_beside_report = False

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
                this = history.run(line)
                if this is not None and this["complete"]:
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

    def send(self, report: Mapping[str, Any]) -> None:
        """Send the run to the receivers of ``[report]``, and give it to those of its checks."""
        for name in registry.words("receivers"):
            if (settings := getattr(self._context.settings.report, name, None)) is not None:
                self._try(partial(self._send, report, name, settings), f"{name}: not sent")
        kinds = {check["kind"] for result in scored(report) for check in result["checks"]}
        for kind in kinds & registry.words("followers").keys():
            self._try(partial(self._follow, report, kind), f"{kind}: not written")

    def choose(self, report: Mapping[str, Any]) -> None:
        """Choose where `write` puts the page, or name the command that makes it."""
        run = self._results.run
        self._paths = [target.path for target in self.targets]
        if not self._stores_page or run is None or run.broken is not None:
            return
        if self.targets or os.environ.get("CI") or not _only_passed(report):
            self._paths.insert(0, run.path / "report.html")
            self.is_beside_report = True
        else:
            self.notes.append(f"page: {ON_DEMAND}")

    def write(self, report: Mapping[str, Any]) -> None:
        """Write the page to the chosen places, once; the verdict is on the screen by then."""
        paths, self._paths = self._paths, []
        if paths:
            self._try(lambda: self._write(report, paths))

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

    @paused_gc()
    def _write(self, report: Mapping[str, Any], paths: Sequence[Path]) -> None:
        from pytest_hydra.record.files import reason, write_whole
        from pytest_hydra.record.labels import saved_labels
        from pytest_hydra.report.page.page import page_of

        folder = self._results.path
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
                recorded = run.manifest["files"]
                if run.graded and any(name in recorded for name in names):
                    return run
        return None

    def _try(self, act: Callable[[], None], failure: str = "page: not written") -> None:
        try:
            act()
        except Exception as error:  # noqa: BLE001 - a page must not fail the session
            reason = str(error) if isinstance(error, HydraError | OSError) else repr(error)
            self.notes.append(f"{failure}: {one_line(reason, 300)}")


def _only_passed(report: Mapping[str, Any]) -> bool:
    """Whether all passed, and nothing was compared, judged, raced or flaky."""
    more = ("race", "rankings", "benchmarks", "experiments", "baseline")
    if report["verdict"] != "passed" or any(report.get(key) for key in more):
        return False
    if len(report["by_bot"]) > 1:
        return False
    for result in scored(report):
        is_judged = "judges" in result["details"].get("answered", ())
        if result["status"] != "passed" or is_judged or is_flaky(result):
            return False
    return True
