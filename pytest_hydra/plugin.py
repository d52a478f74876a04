"""pytest's hooks, each a few lines that delegate."""

from __future__ import annotations

from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hydra import options
from pytest_hydra.errors import HydraError, ShortfallError
from pytest_hydra.fixtures import CARD, hydra, hydra_bot, parametrize_bot

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping

    from _pytest.terminal import TerminalReporter

    from pytest_hydra.report.model import Report
    from pytest_hydra.scenarios.bots import Opener
    from pytest_hydra.scenarios.expectations import Kind
    from pytest_hydra.scenarios.items import ScenarioFile
    from pytest_hydra.scenarios.matchers import Operator

__all__ = ["hydra", "hydra_bot"]  # pytest finds fixtures among the names of this module


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add our options."""
    options.add_options(parser)


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    """Add our extension points."""
    from pytest_hydra import hookspecs

    pluginmanager.add_hookspecs(hookspecs)


def pytest_configure(config: pytest.Config) -> None:
    """Set up what this session needs: next to nothing, without --hydra."""
    config.addinivalue_line(
        "markers",
        "hydra(threshold=100, subject=None): the total that the test's weighted checks must "
        "reach, and the subject they are about; every scenario carries this marker too.",
    )
    if options.enabled(config):
        _enable(config)


def _enable(config: pytest.Config) -> None:
    from pytest_hydra import xdist

    try:
        collecting = Collecting(config)
        config.pluginmanager.register(collecting, "hydra-collecting")
        if hasattr(config, "workerinput"):
            config.pluginmanager.register(xdist.Worker(config, collecting), "hydra-worker")
            return
        reporting = _Reporting(config, collecting)
    except HydraError as error:
        raise pytest.UsageError(str(error)) from None
    config.pluginmanager.register(reporting, "hydra-reporting")
    if config.pluginmanager.hasplugin("xdist"):
        config.pluginmanager.register(xdist.Controller(config, collecting), "hydra-xdist")


def pytest_hydra_expectations() -> list[Kind]:
    """Offer the kinds of expectations that come with the package."""
    from pytest_hydra.scenarios.expectations import KINDS

    return list(KINDS.values())


def pytest_hydra_matchers() -> Mapping[str, Operator]:
    """Offer the operators that come with the package."""
    from pytest_hydra.scenarios.matchers import OPERATORS

    return OPERATORS


def pytest_hydra_bots() -> Mapping[str, Opener]:
    """Offer the kinds of bots that come with the package."""
    from pytest_hydra.scenarios.bots import OPENERS

    return OPENERS


def pytest_hydra_report_formats() -> Mapping[str, Callable[[Any], str]]:
    """Offer the report formats that come with the package."""
    from pytest_hydra.report.writers import FORMATS

    return FORMATS


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that takes hydra_bot once for each bot."""
    if "hydra_bot" in metafunc.fixturenames:
        parametrize_bot(metafunc)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Never walk into .hydra: what is kept there is no part of the suite."""
    return True if collection_path.name == ".hydra" else None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """Decide a test's checks at its end; the test's own exception goes first."""
    try:
        yield
    except BaseException:
        if CARD in item.stash:
            item.stash[CARD].raised = True
        raise
    if CARD in item.stash:
        item.stash[CARD].settle()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show our failures as text, without a traceback, and let the call report carry the checks."""
    report = yield
    if call.excinfo is not None and isinstance(call.excinfo.value, ShortfallError):
        _show(report, call.excinfo, call.excinfo.value)
    if report.when == "call" and CARD in item.stash:
        xfail = getattr(report, "wasxfail", None)
        if not report.skipped or xfail is not None:
            item.stash[CARD].carry(report, xfail)
    return report


def _show(
    report: pytest.TestReport, excinfo: pytest.ExceptionInfo[Any], error: ShortfallError
) -> None:
    if report.skipped or not hasattr(report.longrepr, "toterminal"):
        return  # expected to fail: pytest says so in its own words
    shown = excinfo.getrepr(style="value")
    if shown.reprcrash is not None:
        shown.reprcrash.message = error.headline
        shown.reprcrash.path, shown.reprcrash.lineno = error.place
    report.longrepr = shown


def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, str] | None:
    """Count a test once whose checks could not be graded: as the error that follows its call."""
    if report.when == "call" and report.passed and getattr(report, "hydra_ungraded", False):
        return "", "", ""
    return None


class Collecting:
    """What a process does that may collect and run our items: an xdist worker, or the only one."""

    def __init__(self, config: pytest.Config) -> None:
        from pytest_hydra import starting
        from pytest_hydra.record.reuse import Reuse
        from pytest_hydra.scenarios.items import SESSION
        from pytest_hydra.scenarios.session import ScenarioSession
        from pytest_hydra.xdist import waiting_items

        self.config = config
        offers = options.offers(config)
        self.settings = settings = options.settings_of(config, offers.kinds)
        workerinput: dict[str, Any] | None = getattr(config, "workerinput", None)
        if workerinput is not None:
            self.reuse = Reuse.from_wire(workerinput["hydra"], settings.root)
        else:
            self.reuse = starting.find_reuse(
                settings,
                config.rootpath,
                config.option.hydra_replay,
                no_cache=config.option.hydra_no_cache,
            )
        # In a worker too: it is given the command line, not what the controller made of it.
        options.add_paths(config, starting.scenario_paths(settings))
        self.scenarios = ScenarioSession(
            settings,
            offers,
            self.reuse,
            processes=1 if workerinput is None else workerinput["workercount"],
        )
        config.stash[SESSION] = self.scenarios
        #: What an xdist worker was sent, and where items stand in the order of any other process.
        self.queue = waiting_items(config)
        self.places: dict[int, int] = {}
        self.files: list[ScenarioFile] = []
        #: The node ids of the scenarios that were selected, and whether nothing was left out.
        self.selected: list[str] = []
        self.whole = True

    def pytest_collect_file(
        self, file_path: Path, parent: pytest.Collector
    ) -> pytest.Collector | None:
        from pytest_hydra.scenarios.items import SUFFIXES, ScenarioFile

        if not file_path.name.endswith(SUFFIXES):
            return None
        file = ScenarioFile.from_parent(parent, path=file_path)
        self.files.append(file)
        return file

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> Generator[None]:
        from pytest_hydra.scenarios.items import ScenarioItem

        if self.reuse.replayed is not None:
            others = [item for item in items if not isinstance(item, ScenarioItem)]
            items[:] = [item for item in items if isinstance(item, ScenarioItem)]
            if others:
                config.hook.pytest_deselected(items=others)
        yield
        # By now every other plugin has deselected what it wants.
        self.selected = [item.nodeid for item in items if isinstance(item, ScenarioItem)]
        collected = [file.whole for file in self.files]
        self.whole = None not in collected and len(self.selected) == sum(filter(None, collected))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> None:
        from pytest_hydra.scenarios.items import ScenarioItem, run_ahead

        if (
            isinstance(item, ScenarioItem)
            and not self.config.option.setuponly
            and self.reuse.replayed is None
            and item.most_at_once > 1  # else there is no need to look for what follows
        ):
            run_ahead(self.scenarios.pool, self._from(item, nextitem))

    def _from(self, item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[pytest.Item]:
        """The item and those that are known to follow it in this process."""
        items = item.session.items
        if self.queue is None:
            if not self.places:
                self.places = {id(one): place for place, one in enumerate(items)}
            place = self.places.get(id(item), len(items))
            return islice(items, place, None)
        with self.queue.lock() as waiting:
            sent = [items[place] for place in waiting if isinstance(place, int)]
        return chain([item], [] if nextitem is None else [nextitem], sent)

    def pytest_sessionfinish(self) -> None:
        self.scenarios.close()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        from pytest_hydra.scenarios.items import ScenarioItem

        report = yield
        if isinstance(item, ScenarioItem):
            item.carry(report)
        return report


class _Reporting:
    """What the process does that sees all reports: gather, decide the verdict, and say it."""

    def __init__(self, config: pytest.Config, collecting: Collecting) -> None:
        from pytest_hydra import starting
        from pytest_hydra.results import Results

        self.config = config
        self.collecting = collecting
        self.min_score = options.min_score(config)
        self.formats = options.report_formats(config)
        self.targets = options.report_targets(config, self.formats)
        self.results = Results(
            collecting.settings.root,
            lambda: starting.manifest(
                collecting.settings,
                config.rootpath,
                collecting.scenarios.bot_keys,
                pytest.__version__,
            ),
            collecting.reuse.replayed,
        )
        self.settled: set[str] = set()
        #: Whether anything was found wanting, as against missing or broken.
        self.negative = False
        self.internal_error = False
        #: Whether the session ended before its end: the next one goes on from it.
        self.cut_off = False
        self.report: Report | None = None
        self.path: Path | None = None
        self.written: list[Path] = []

    def pytest_report_header(self) -> list[str]:
        from pytest_hydra import starting

        collecting = self.collecting
        return starting.header(collecting.settings, collecting.reuse, collecting.scenarios.bot_keys)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if str(report.outcome) == "rerun":  # another attempt follows (pytest-rerunfailures)
            return
        kind: str | None = getattr(report, "hydra_kind", None)
        if kind is not None:
            said = vars(report)
            # Taken off: pytest keeps every report until the end.
            payload, recording = said.pop("hydra"), said.pop("hydra_runs", None)
            self.results.gather(report.nodeid, kind, payload, recording)
        if kind is not None or report.skipped:
            self.settled.add(report.nodeid)
        if report.when == "call" and report.failed:
            self.negative = True

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        # xdist ends like this after -x as well: that is how the user wanted it to end.
        self.cut_off = not isinstance(excinfo.value, pytest.Session.Interrupted)

    def pytest_internalerror(self) -> None:
        # Also one in a worker, after which xdist may end with 0.
        self.internal_error = True
        self.results.problems.append("pytest had an internal error, so results are missing")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtestloop(self, session: pytest.Session) -> Generator[None, object, object]:
        result = yield
        if not self.config.option.collectonly:
            self.results.expect_all(self._missing())
            if self.min_score is not None and not self.results.reaches(self.min_score):
                self.negative = True
            # Counted as pytest counts failures, so that its summary and exit status agree.
            session.testsfailed += len(self.results.problems)
        return result

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if self.internal_error:
            session.exitstatus = exitstatus = pytest.ExitCode.INTERNAL_ERROR
        if self.config.option.collectonly or not (self.results or self.targets):
            return
        from pytest_hydra.documents import paused_gc

        # A large report is many objects and no garbage.
        with paused_gc():
            self._finish(exitstatus)
        if self.results.problems and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def _finish(self, exitstatus: int) -> None:
        from pytest_hydra.report.build import build_report, session_verdict
        from pytest_hydra.report.writers import json_pieces, write_report
        from pytest_hydra.settings import settings_digest

        finished = not (self.cut_off or self.internal_error)
        complete = finished and self.collecting.whole and not self._missing()
        self.report = report = build_report(
            self.results.take(),
            run_id=self.results.run_id,
            verdict=session_verdict(exitstatus, self.negative),
            complete=complete,
            policy_digest=settings_digest(self.collecting.settings),
        )
        self.config.hook.pytest_hydra_report(report=report)
        for target in self.targets:
            try:
                write_report(target, self.formats[target.format](report))
            except HydraError as error:
                self.results.problems.append(str(error))
            else:
                self.written.append(target.path)
        self._correct(report)
        self.path = self.results.seal(json_pieces(report), finished=finished, complete=complete)
        self.results.sweep(self.collecting.settings.hydra.keep_runs)
        self._correct(report)

    def _correct(self, report: Report) -> None:
        """Where something could not be written the session does not end with 0: say so."""
        if self.results.problems and report["verdict"] == "passed":
            report["verdict"] = "error"

    def pytest_hydra_report(self, report: dict[str, Any]) -> None:
        from pytest_hydra.record.fingerprint import environment

        report["environment"] = environment(pytest.__version__)

    def _missing(self) -> list[str]:
        """The selected scenarios of which nothing was heard."""
        return [nodeid for nodeid in self.collecting.selected if nodeid not in self.settled]

    def pytest_terminal_summary(self, terminalreporter: TerminalReporter) -> None:
        from pytest_hydra.report.terminal import write_summary

        if self.report is not None:
            write_summary(
                terminalreporter, self.report, notes=self._notes(), problems=self.results.problems
            )
            # Nobody asks for it any more, and pytest ends by looking through all that is left.
            self.report = None

    def _notes(self) -> list[str]:
        start = self.config.invocation_params.dir
        paths = self.written if self.path is None else [self.path, *self.written]
        notes = [f"report: {options.shown(path, start)}" for path in paths]
        reused = self.results.reused
        if reused:
            taken = "1 conversation was" if reused == 1 else f"{reused} conversations were"
            notes.insert(0, f"{taken} taken from the run that was cut off")
        return notes
