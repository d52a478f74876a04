"""Benchmarks in a session: finding their folders, and adding to the report."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from glob import glob
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hydra.errors import HydraError, InputError, Problem
from pytest_hydra.session.head import Head, HydraFile, HydraItem, SessionContext, SummaryParts
from pytest_hydra.session.progress import answers_line

if TYPE_CHECKING:
    from pytest_hydra.plugins.benchmarks.benchmark_session import BenchmarkSession
    from pytest_hydra.plugins.benchmarks.items import JudgedItem
    from pytest_hydra.record.store import Run
    from pytest_hydra.session.head import Upcoming

# The file that marks a benchmark folder.
_LOG = "event-log.jsonl"
# The file written into a folder that was graded.
_REPORT = "score-report.json"

# Files are archived in pieces of this size, in bytes.
_CHUNK = 2**20


class BenchmarkHead(Head):
    """The benchmarks of one process."""

    kind = "benchmark"
    records = "judging"

    def __init__(self, context: SessionContext) -> None:
        """Raises InputError for options and tables that cannot be used."""
        self.context = context
        self.item_types: tuple[type[HydraItem], ...] = ()
        self.files: list[HydraFile] = []
        logs = _logs(context)
        # In a worker too: it gets the command line, not the paths that the controller added.
        self._roots = context.named_paths(logs)
        context.add_paths(logs)
        self._spec = _spec_of(context.config)
        #: The files of judges' questions that are in the run folder already.
        self._archived: set[str] = set()
        self._history: dict[str, list[float]] = {}
        #: The benchmarks about which a judge was called in this session.
        self._called: set[str] = set()
        self._isolate = partial(_isolate, context.config, roots=self._roots)

    @cached_property
    def session(self) -> BenchmarkSession:
        """The session that grades, made on first use: most sessions need none."""
        from pytest_hydra.plugins.benchmarks.benchmark_session import BenchmarkSession

        judges: Any = self.context.config.pluginmanager.get_plugin("hydra-judge")
        return BenchmarkSession(judges.session, self._spec)

    def collect(self, path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        """The collector of an event log in a selected benchmark folder."""
        if path.name != _LOG or not _is_below(path, self._roots):
            return None
        from pytest_hydra.plugins.benchmarks.items import BENCHMARKS, BenchmarkFile, JudgedItem

        self.item_types = (JudgedItem,)
        self.context.config.stash[BENCHMARKS] = self.session
        # pytest's own ids are not unique outside of its root.
        nodeid = os.path.relpath(path, self.context.config.rootpath)
        file: BenchmarkFile = BenchmarkFile.from_parent(parent, path=path, nodeid=nodeid)
        self.files.append(file)
        return file

    @pytest.hookimpl(tryfirst=True)
    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Collect selected benchmark folders, and nothing but the log in them."""
        if os.path.lexists(collection_path / _LOG) and _is_below(collection_path, self._roots):
            self.context.settings_paths |= {collection_path, collection_path / _LOG}
        is_file = collection_path.name != _LOG and not os.path.isdir(collection_path)
        return (is_file and self._isolate(collection_path.parent)) or None

    @pytest.hookimpl(tryfirst=True)
    def pytest_collect_directory(self, path: Path, parent: pytest.Collector) -> pytest.Dir | None:
        """Run no ``__init__.py`` of a selected benchmark."""
        return pytest.Dir.from_parent(parent, path=path) if self._isolate(path) else None

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Collect the log of a benchmark even if pytest finds none: the items report why."""
        report = yield
        if isinstance(collector, pytest.Directory) and report.passed:
            log = collector.path / _LOG
            if not os.path.isfile(log) and _is_benchmark(collector.path):
                file = self.collect(log, collector)
                report.result += [] if file is None else [file]
        return report

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> None:
        """Delete old reports, which would pass for this session's if it ends early."""
        shows = any(session.config.getoption(name, False) for name in ("collectonly", "setuponly"))
        if self.files and not shows and self.context.reuse.replayed is None:
            from pytest_hydra.plugins.benchmarks.items import JudgedItem

            for item in session.items:
                if isinstance(item, JudgedItem) and item.is_whole:
                    with suppress(OSError):
                        (item.folder / _REPORT).unlink()

    def run_ahead(self, item: JudgedItem, /, upcoming: Upcoming) -> None:
        """Start grading the next categories."""
        if self.session.judging.replayed is None:
            from pytest_hydra.plugins.benchmarks.items import ask_ahead

            self.session.judging.judge  # noqa: B018 - opened here, as threads must not import modules
            status = partial(self._progress, item.session.items)
            self.session.judging.pool.on_wait = self.context.progress.on_wait(status)
            ask_ahead(upcoming(self.session.judging.pool.limit))

    def _progress(self, items: list[pytest.Item]) -> str:
        from pytest_hydra.plugins.benchmarks.items import JudgedItem

        ours = [item for item in items if isinstance(item, JudgedItem)]
        total = len({(item.folder, part.name) for item in ours for part in item.categories})
        pool, spent = self.session.judging.pool, self.session.judging.budget.spent
        samples = self.session.judging.settings.table("judging").samples
        done = min(pool.done_count, total)  # health checks ask again, beyond the total
        return answers_line(done * samples, total * samples, "answers", pool.active_count, spent)

    def receive(self, data: Mapping[str, Any]) -> None:
        """Archive the judges' questions in the run folder."""
        if "questions" not in data:
            return
        self._called.update(data["asked"])
        run = self.context.results.run
        if run is None or run.broken is not None:
            return
        try:
            for question in data["questions"]:
                _archive(run, question, self._archived)
        except HydraError as error:
            self.context.problems.append(str(error))

    @pytest.hookimpl(trylast=True)
    def pytest_hydra_report(self, report: dict[str, Any]) -> None:
        """Write each score-report.json and the history, and read the trends for the summary."""
        if not report["benchmarks"]:
            return
        from pytest_hydra.plugins.benchmarks import score_report

        settings = self.context.settings
        history = settings.root / settings.table("judging").history
        for result in report["benchmarks"]:
            path = result["details"]["path"]
            graded = result["total"] is not None and result["status"] != "ungraded"
            if graded and self.context.reuse.replayed is None:
                folder = self.context.config.rootpath / path
                try:
                    score_report.write_score_report(folder, result, report["run_id"])
                    if path in self._called:
                        score_report.append_history(history, result, report["run_id"])
                except HydraError as error:
                    self.context.problems.append(str(error))
            self._history[path] = score_report.trend(history, result["details"])

    def summary(self) -> SummaryParts:
        """Each benchmark's history."""
        return {"history": self._history}


def _archive(run: Run, question: Mapping[str, Any], archived: set[str]) -> None:
    """Write a question into the run folder, except for files that are archived already.

    The prompt becomes ``judging/DIGEST.txt``, and each whole file ``judging/whole/SHA256.gz``. A
    file that has changed since is skipped, and the journal says so. Raises StoreError.
    """
    from pytest_hydra.record.runs import sha256

    name = f"judging/{question['digest']}.txt"
    if name not in archived:
        archived.add(name)
        run.write(name, question["prompt"])
    for place, digest in question["whole"]:
        name, path = f"judging/whole/{digest}.gz", Path(place)
        if name in archived:
            continue
        archived.add(name)
        is_same = False
        with suppress(OSError):
            is_same = sha256(path) == digest
        if is_same:
            run.write(name, _gzip_chunks(path))
        else:
            run.log("exhibit not kept: it has changed", sha256=digest, file=path.name)


def _gzip_chunks(path: Path) -> Iterator[bytes]:
    """The file compressed with gzip, piece by piece."""
    import zlib

    # The fastest level still shrinks a log to a tenth.
    packer = zlib.compressobj(1, wbits=31)
    with path.open("rb") as file:
        yield from map(packer.compress, iter(partial(file.read, _CHUNK), b""))
    yield packer.flush()


def _spec_of(config: pytest.Config) -> Path | None:
    """The file that --hydra-spec names. Raises InputError if it does not exist."""
    if config.option.hydra_spec is None:
        return None
    path = Path(config.invocation_params.dir, config.option.hydra_spec)
    if not os.path.isfile(path):
        raise InputError([Problem(f"--hydra-spec: there is no file {config.option.hydra_spec!r}")])
    return path


def isolate_benchmarks(config: pytest.Config) -> None:
    """Keep pytest's startup from loading files of benchmarks that the command line names.

    Raises UsageError if a benchmark's ini file is the one in use.
    """
    for argument in config.known_args_namespace.file_or_dir:
        path = Path(os.path.abspath(config.invocation_params.dir / argument.partition("::")[0]))
        for folder in (path, path.parent, *(path.glob("test*") if os.path.isdir(path) else ())):
            configures = config.inipath is not None and config.inipath.parent == folder
            if _isolate(config, folder, [path]) and configures:
                raise pytest.UsageError(
                    f"{config.inipath}: a benchmark cannot configure pytest; use -c"
                )


def _is_below(path: Path, roots: Sequence[Path]) -> bool:
    """Whether a path is below one of ``roots``, as written or with links resolved."""
    spellings = (path, Path(os.path.realpath(path)))
    return any(spelling.is_relative_to(root) for root in roots for spelling in spellings)


def _isolate(config: pytest.Config, folder: Path, roots: Sequence[Path]) -> bool:
    """Whether a folder belongs to a selected benchmark and pytest was not started inside it.

    Its conftest.py may be written by the agent under judgment: it is registered as loaded already.
    """
    start, name = config.invocation_params.dir, str(folder / "conftest.py")
    ancestors = (folder, *folder.parents)
    outer = (entry for entry in ancestors if not start.is_relative_to(entry))
    is_isolated = any(_is_benchmark(entry) and _is_below(entry / _LOG, roots) for entry in outer)
    if is_isolated and not config.pluginmanager.has_plugin(name):
        config.pluginmanager.register(ModuleType("conftest"), name)
    return is_isolated


def _is_benchmark(folder: Path) -> bool:
    """Whether a folder holds a file that shows that it is, or was, a benchmark."""
    return any(os.path.lexists(folder / name) for name in (_LOG, _REPORT, "git-diff.patch"))


def _logs(context: SessionContext) -> list[str]:
    """The event logs of hydra.toml's benchmarks. Raises InputError if a pattern finds none."""
    logs: list[str] = []
    notes: list[str] = []
    settings = context.settings
    if not settings.has("judging"):
        return logs
    for index, pattern in enumerate(settings.table("judging").benchmarks):
        place = f"{pattern.rstrip('/')}/{_LOG}"
        matches = glob(place, root_dir=settings.root, recursive=True, include_hidden=True)
        paths = sorted(settings.root / path for path in matches)
        if not paths:
            file = None if settings.file is None else str(settings.file)
            message = f"there is no {place!r} beside hydra.toml"
            raise InputError([Problem(message, file=file, key=f"judging.benchmarks[{index}]")])
        logs += [str(path) for path in paths if str(path) not in logs]
        for folder in glob(pattern, root_dir=settings.root, recursive=True, include_hidden=True):
            path = settings.root / folder
            if _is_benchmark(path) and not os.path.lexists(path / _LOG):
                notes.append(f"{folder}: not graded, as its {_LOG} is missing")
    if context.config.args_source is not context.config.ArgsSource.ARGS:
        context.problems += dict.fromkeys(notes)
    return logs
