"""Where and when a session writes its page."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

from pytest_hydra.core.result import is_flaky, scored
from pytest_hydra.core.text import fill
from pytest_hydra.errors import HydraError
from pytest_hydra.record.wire import paused_gc
from pytest_hydra.report import LateFormat
from pytest_hydra.session.follow_up import Publisher, note_fault

#: The command that writes the page of the last run.
ON_DEMAND = "python -m pytest_hydra show --page"


class Html(LateFormat):
    """The format of pages. Raises HydraError without Jinja2."""

    name = "page"

    def of_runs(self, report: Mapping[str, Any], folders: Sequence[Path]) -> str:
        """The page of a report, with what its run folders hold."""
        # Imported here: sessions that write no page need not load it.
        from pytest_hydra.plugins.page.page import page_of

        return page_of(report, folders)


class PagePublisher(Publisher):
    """Writes the page into the run folder, unless hydra.toml disables it, and to --hydra-report.

    Of a run in which all passed, and which a page would tell nothing more about, it is written on
    demand.
    """

    name = "page"
    format = "html"
    _paths: Sequence[Path] = ()

    def below(self, _name: str) -> str:
        """A link to the page for the end of a Markdown report, if its address is known."""
        url = getattr(self.context.settings.report, "url", None)
        if url is None or _name != "md":
            return ""
        address = fill(url, str, lambda name: quote(os.environ.get(name, "")))
        return f"\n[The page of this run]({address})\n"

    def choose(self, report: Mapping[str, Any]) -> None:
        """Choose where `write` puts the page, or name the command that makes it."""
        run = self.results.run
        self._paths = paths = [target.path for target in self.targets]
        is_wanted = getattr(self.context.settings.report, "html", True)
        if not is_wanted or run is None or run.broken is not None:
            return
        if self.targets or os.environ.get("CI") or not _only_passed(report):
            paths.insert(0, run.path / "report.html")
            self.is_beside_report = True
        else:
            self.notes.append(f"page: {ON_DEMAND}")

    @paused_gc()
    def write(self, report: Mapping[str, Any]) -> None:
        """Write the page to the chosen places."""
        paths, self._paths = self._paths, ()
        if not paths:
            return
        from pytest_hydra.plugins.page.page import page_of
        from pytest_hydra.record.labels import saved_labels

        folder = self.results.path
        labels, _ = saved_labels(self.context.settings.root)
        page = page_of(report, [] if folder is None else [folder], labels)
        for path in paths:
            note_fault(self.notes, self.name, partial(self._put, path, page))

    def _put(self, path: Path, page: str) -> None:
        from pytest_hydra.record.files import reason, write_whole

        name = self.context.display_path(path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, page.encode("utf-8", "replace"), flush=False)
        except OSError as error:
            raise HydraError(f"{name}: {reason(error)}") from error
        self.notes.append(f"page: {name}")


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
