"""What the process does that sees all reports: gather, decide the verdict, and say it."""

from __future__ import annotations

import shlex
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest

from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.hookspecs import by_name, offers
from pytest_hydra.record import wire
from pytest_hydra.record.files import SESSION, drop_session
from pytest_hydra.record.store import environment
from pytest_hydra.session.pages import Pages
from pytest_hydra.session.results import Results
from pytest_hydra.session.sections import BetweenSections, Sections

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from _pytest.terminal import TerminalReporter

    from pytest_hydra.report.model import Report
    from pytest_hydra.report.writers import ReportTarget
    from pytest_hydra.session.collect import Collection
    from pytest_hydra.session.exit_status import ExitStatus
    from pytest_hydra.session.failures import Failures


# The options of pytest with which a session runs none of its items.
_ONLY_SHOW = ("collectonly", "setuponly", "showfixtures", "show_fixtures_per_test")


class Controller:
    """What the process does that sees all reports: gather, decide the verdict, and say it."""

    def __init__(self, config: pytest.Config, collection: Collection) -> None:
        """Raises HydraError and UsageError for options that cannot be used."""
        from pytest_hydra.report.writers import parse_report_option

        self.config = config
        self.collection = collection
        self.context = context = collection.context
        self.min_score: float | None = config.option.hydra_min_score
        self.formats = by_name(offers(config, "pytest_hydra_report_formats"))
        self.targets = [
            parse_report_option(text, self.formats) for text in config.option.hydra_report
        ]
        self.results = context.results = Results(
            context.settings.root,
            self._manifest,
            context.reuse.replayed,
            {"test": "tests", **{head.kind: head.records for head in collection.heads}},
            context.problems,
        )
        self.settled: set[str] = set()
        #: The same of all items, ours or not, once they were torn down.
        self.ended: set[str] = set()
        self._writes_junit = bool(config.getoption("xmlpath", default=None))
        #: Whether anything was found wanting, as against missing or broken.
        self.negative = False
        self.internal_error = False
        self._is_over = False
        #: Whether the session ended before its end: the next one goes on from it.
        self.cut_off = False
        self.report: Report | None = None
        self.sections = Sections(lambda: self.report, self.write_summary)
        self.between = BetweenSections(self.sections)
        self.path: Path | None = None
        self.pages = Pages(context, self.results, self.targets, self.formats)
        #: What decides the exit status, where pytest does not do that alone.
        self.exit_status: ExitStatus | None = None
        asked = (config.option.hydra_baseline, config.option.hydra_fail_on)
        if any((*asked, context.settings.report.baseline)):
            from pytest_hydra.session.exit_status import exit_status_of

            self.exit_status = exit_status_of(config, collection)
        #: Where reports were written, in this order.
        self.written: dict[Path, None] = {}

    def pytest_report_header(self) -> list[str]:
        """Say which settings, bots and recordings are used."""
        settings, reuse = self.context.settings, self.context.reuse
        file = "no hydra.toml" if settings.file is None else settings.file.name
        bots = settings.bots if reuse.replayed is None else reuse.replayed.manifest["bots"]
        # It is the session's setting, and no list of what it ran: of many bots the first will do.
        # A race and benchmarks need none.
        needed = not (settings.has("race") or settings.has("judging"))
        shown_bots = f", bots: {', '.join(bots) or 'none'}" if bots or needed else ""
        lines = [one_line(f"hydra: {file}{shown_bots}", 80)]
        if reuse.replayed is not None:
            replayed = reuse.replayed.run_id
            lines.append(f"hydra: deciding run {replayed} again, no bot or judge is asked")
        elif bots and settings.scheduler is not None:
            where = one_line(settings.scheduler, 100)
            lines.append(f"hydra: bots are asked by the workers of dask at {where}")
        if reuse.resumed:
            lines.append(f"hydra: going on from run {reuse.resumed[0].run_id}, which was cut off")
        return lines

    def _manifest(self) -> dict[str, Any]:
        """What the run is known by: its policy, its environment, and what its heads say."""
        from pytest_hydra.settings.file import policy, settings_digest

        document = {
            "base_commit": None,
            "policy": policy(self.context.settings),
            "policy_digest": settings_digest(self.context.settings),
            "environment": environment(pytest.__version__),
        }
        for head in self.collection.heads:
            document.update(head.manifest())
        return document

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Gather results, from whichever process they come."""
        outcome: str = report.outcome
        if outcome == "rerun":  # another attempt follows (pytest-rerunfailures)
            return
        kind: str | None = getattr(report, "hydra_kind", None)
        attributes = vars(report)
        if kind is not None:
            # Taken off: pytest keeps every report until the end.
            sent, line = attributes.pop("hydra"), attributes.pop("hydra_line", None)
            self.results.gather(report.nodeid, kind, sent, line)
        extra = attributes.pop("hydra_extra", None)
        if extra is not None:
            data = wire.decode(extra) if isinstance(extra, str) else extra
            for head in self.collection.heads:
                head.receive(data)
        if kind is not None or outcome == "skipped":
            self.settled.add(report.nodeid)
        if report.when == "teardown":
            self.ended.add(report.nodeid)
        if self.exit_status is not None:
            self.exit_status.note(report, self.results.sent(report.nodeid) if kind else {})
        if report.when == "teardown" and self._writes_junit:
            # It takes the properties of an item from its last report.
            entry = self.results.entry(report.nodeid)
            if entry is not None:
                from pytest_hydra.report.figures.properties import properties

                report.user_properties += properties(entry)
        if outcome == "failed" and report.when == "call":
            self.negative = True
            if kind is not None:
                self.results.failures[kind] += 1

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Note whether the next session has something to go on from."""
        # After -x pytest and xdist end like this as well, each with an exception of its own: that
        # is how the user wanted it to end.
        self.cut_off = excinfo.type is KeyboardInterrupt

    def pytest_internalerror(self) -> None:
        """Never end well after an internal error."""
        # Also one in a worker, after which xdist may end with 0.
        self.internal_error = True
        self.results.problems.append("pytest had an internal error, so results are missing")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtestloop(self, session: pytest.Session) -> Generator[None, object, object]:
        """Hold the session against what it was to show."""
        from pytest_hydra.report.writers import is_appended

        for target in self.targets if self._runs_items() else ():
            # Were it to end without a word, that of an earlier session would pass for its report.
            if target.path.is_file() and not is_appended(target):
                with suppress(OSError):
                    target.path.unlink()
        result = yield
        self._note_problems()
        # Counted as pytest counts failures, so that its summary and exit status agree.
        session.testsfailed += len(self.results.problems)
        return result

    def _note_problems(self) -> None:
        self._is_over = True
        missing = self._missing() if self._runs_items() else []
        if missing:
            more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
            self.results.problems.append(f"no result came from {missing[0]}{more}")
        if self.min_score is not None and self._runs_items():
            self.negative |= not self.results.reaches(self.min_score)

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Make the report and write it."""
        if self.internal_error:
            session.exitstatus = exitstatus = pytest.ExitCode.INTERNAL_ERROR
        if exitstatus == pytest.ExitCode.OK and not self._is_over:
            self._note_problems()  # pytest.exit() leaves the loop, and may say that all is well
        if self.results.problems and exitstatus == pytest.ExitCode.OK:
            session.exitstatus = exitstatus = pytest.ExitCode.TESTS_FAILED
        decides = self.exit_status
        if not self._runs_items() or not (self.results or self.targets or decides):
            return
        # pytest.exit() may say that all is well of a session with failures; no report says so.
        self._finish(exitstatus or min(session.testsfailed, 1), session)
        if decides is not None and decides.status is not None and session.exitstatus == exitstatus:
            session.exitstatus = decides.status  # of nobody else's making
        if self.results.problems and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def _finish(self, exitstatus: int, session: pytest.Session) -> None:
        from pytest_hydra.report.build import build_report, session_verdict
        from pytest_hydra.report.report_json import json_pieces
        from pytest_hydra.report.writers import is_appended
        from pytest_hydra.settings.file import settings_digest

        if exitstatus == pytest.ExitCode.TESTS_FAILED:
            self.results.session_failures = session.testsfailed
        fields: dict[str, Any] = {}
        for head in self.collection.heads:
            fields.update(head.report_fields())
        finished = not (self.cut_off or self.internal_error)
        is_left = self._missing() or len(self.ended) < self.collection.count
        complete = finished and self.collection.whole and not is_left
        self.report = report = build_report(
            self.results.take(),
            run_id=self.results.run_id,
            verdict=session_verdict(exitstatus, self.negative),
            complete=complete,
            policy_digest=settings_digest(self.context.settings),
            **fields,
        )
        if self.exit_status is not None:
            self.exit_status.conclude(cast("Any", report), session, exitstatus, self.collection)
        self.config.hook.pytest_hydra_report(report=report)
        verdict = report["verdict"]
        # What is added to a file cannot be taken back: it comes when most of what can fail has.
        told = [target for target in self.targets if target not in self.pages.targets]
        whole = [target for target in told if not is_appended(target)]
        for targets in (whole, [target for target in told if is_appended(target)]):
            self._write(targets, report)
            self._correct(report)
        self.path = self.results.seal(
            json_pieces(report), self.pages.keep_history(report), finished, complete
        )
        self.results.sweep(self.context.settings.hydra.keep_runs)
        self._correct(report)
        if report["verdict"] != verdict:
            self._write([target for target in whole if target.path in self.written], report)
        self.pages.write(report)

    def _write(self, targets: Iterable[ReportTarget], report: Report) -> None:
        """Write the report there; what is there already is replaced or added to."""
        from pytest_hydra.report.writers import write_report

        for target in targets:
            try:
                text = self.formats[target.format](report) + self.pages.link(target)
                write_report(target, text)
            except HydraError as error:
                self.results.problems.append(str(error))
            else:
                self.written[target.path] = None

    def pytest_unconfigure(self) -> None:
        """Drop what processes of this session, and of those that it went on from, told others."""
        root, reuse = self.context.settings.root, self.context.reuse
        tokens = [reuse.token, *(run.session for run in reuse.resumed)]
        # Where it was cut off, the next one goes on from what is there.
        for token in [] if self.cut_off else tokens:
            if (root / ".hydra" / f"{SESSION}{token}").is_dir():
                drop_session(root, token)

    def _correct(self, report: Report) -> None:
        """Where something could not be written the session does not end with 0: say so."""
        if self.results.problems and report["verdict"] == "passed":
            report["verdict"] = "error"
        decides = self.exit_status
        if self.results.problems and decides is not None and not decides.status:
            report["exit_reason"] = f"exit status 1: {self.results.problems[-1]}"

    def pytest_hydra_report(self, report: dict[str, Any]) -> None:
        """Say what the report was made with."""
        report["environment"] = environment(pytest.__version__)

    def _runs_items(self) -> bool:
        """Whether the session runs what it collects, and does not only show what there is."""
        return not any(self.config.getoption(name, default=False) for name in _ONLY_SHOW)

    def _missing(self) -> list[str]:
        """The selected scenarios of which nothing was heard."""
        return [nodeid for nodeid in self.collection.selected if nodeid not in self.settled]

    def write_summary(self, reporter: TerminalReporter, failures: Failures | None) -> None:
        """Write the summary, after all that pytest and others say."""
        if self.report is None or failures is None:
            for problem in self.results.problems:
                reporter.write_line(f"hydra: {problem}", red=True, bold=True)
            return
        from pytest_hydra.report.terminal import write_summary

        notes: list[str] = []
        parts: dict[str, Any] = {}
        is_told = self.report["verdict"] == "passed" or "baseline" in self.report
        for head in self.collection.heads:
            added = head.summary()
            notes += added.pop("notes", [])
            parts.update(added)
        if self.exit_status is not None and reporter.verbosity < 0:
            # That it is not what was shown has to be said.
            parts["race"] = [*parts.get("race", ()), *self.exit_status.notes[-1:]]
        write_summary(
            reporter,
            self.report,
            width=self.config.get_terminal_writer().fullwidth,
            notes=[*notes, *self._notes()],
            problems=self.results.problems,
            is_told=failures.is_told,
            others=failures.others,
            since="" if is_told else self.pages.changes(),
            excerpt=failures.excerpt,
            again=self._again(),
            **parts,
        )
        # Nobody asks for it any more, and pytest ends by looking through all that is left.
        self.report = None

    def _again(self) -> str | None:
        """The command that runs what did not pass once more; None without a run to look into."""
        if self.path is None and self.context.reuse.replayed is None:
            return None
        given = shlex.join(map(str, self.config.invocation_params.args))
        has_cache = self.config.pluginmanager.hasplugin("lfplugin")
        return f"pytest {given} --lf" if has_cache and "--lf" not in given else ""

    def _notes(self) -> list[str]:
        paths = [*self.written] if self.path is None else [self.path, *self.written]
        notes = [f"report: {self.context.shown_path(path)}" for path in paths]
        notes += self.pages.notes
        notes += self.exit_status.notes if self.exit_status is not None else []
        again = self.context.reuse.replayed is None and not self.config.option.hydra_no_cache
        if self.cut_off and again and self.path is not None:
            notes.append("cut off: the same command goes on from here")
        return notes
