"""What the process does that sees all reports: gather, decide the verdict, and say it."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hydra import options
from pytest_hydra.core.gates import MOCK_SAID
from pytest_hydra.errors import HydraError
from pytest_hydra.record import wire
from pytest_hydra.record.cache import SESSION, drop_session
from pytest_hydra.session import manifest as starting
from pytest_hydra.session import xdist
from pytest_hydra.session.collect import Collecting
from pytest_hydra.session.results import Results

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from _pytest.terminal import TerminalReporter

    from pytest_hydra.candidates.decide.outcome import Outcome
    from pytest_hydra.report.model import Report
    from pytest_hydra.report.writers import ReportTarget

# The options of pytest with which a session runs none of its items.
_ONLY_SHOW = ("collectonly", "setuponly", "showfixtures", "show_fixtures_per_test")


class Reporting:
    """What the process does that sees all reports: gather, decide the verdict, and say it."""

    def __init__(self, config: pytest.Config, collecting: Collecting) -> None:
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
                collecting.bot_keys,
                pytest.__version__,
                None if collecting.racing is None else collecting.racing.base_commit,
            ),
            collecting.reuse.replayed,
        )
        self.settled: set[str] = set()
        #: The files of what judges were shown that are in the run folder.
        self.kept: set[str] = set()
        #: Whether anything was found wanting, as against missing or broken.
        self.negative = False
        #: How many items failed for what a race comes to.
        self.race_failures = 0
        self.internal_error = False
        #: Whether the session ended before its end: the next one goes on from it.
        self.cut_off = False
        self.report: Report | None = None
        self.path: Path | None = None
        #: Where reports were written, in this order.
        self.written: dict[Path, None] = {}
        self.history: dict[str, list[float]] = {}
        #: What to do about the race, in words.
        self.next: list[str] = []

    def pytest_report_header(self) -> list[str]:
        """Say which settings, bots and recordings are used."""
        collecting = self.collecting
        lines = starting.header(collecting.settings, collecting.reuse, collecting.bot_keys)
        return lines if collecting.racing is None else [*lines, *collecting.racing.header()]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Gather results, from whichever process they come."""
        outcome: str = report.outcome
        if outcome == "rerun":  # another attempt follows (pytest-rerunfailures)
            return
        found = vars(report).pop("hydra_found", None)
        if found is not None and self.collecting.racing is not None:
            self.collecting.racing.hear(found)
        kind: str | None = getattr(report, "hydra_kind", None)
        if kind is not None:
            said = vars(report)
            # Taken off: pytest keeps every report until the end.
            sent, line = said.pop("hydra"), said.pop("hydra_line", None)
            self.results.gather(report.nodeid, kind, sent, line)
            self._keep(said.pop("hydra_papers", None))
        if kind is not None or outcome == "skipped":
            self.settled.add(report.nodeid)
        if outcome == "failed" and report.when == "call":
            self.negative = True
            self.race_failures += kind == "race"

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Note whether the next session has something to go on from."""
        # xdist ends like this after -x as well: that is how the user wanted it to end.
        self.cut_off = not isinstance(excinfo.value, pytest.Session.Interrupted)

    def pytest_internalerror(self) -> None:
        """Never end well after an internal error."""
        # Also one in a worker, after which xdist may end with 0.
        self.internal_error = True
        self.results.problems.append("pytest had an internal error, so results are missing")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtestloop(self, session: pytest.Session) -> Generator[None, object, object]:
        """Hold the session against what it was to show."""
        result = yield
        if self._runs_items():
            self.results.expect_all(self._missing())
            if self.min_score is not None and not self.results.reaches(self.min_score):
                self.negative = True
            # Counted as pytest counts failures, so that its summary and exit status agree.
            session.testsfailed += len(self.results.problems)
        return result

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Make the report and write it."""
        if self.internal_error:
            session.exitstatus = exitstatus = pytest.ExitCode.INTERNAL_ERROR
        if not self._runs_items() or not (self.results or self.targets):
            return
        from pytest_hydra.documents import paused_gc

        # A large report is many objects and no garbage.
        with paused_gc():
            self._finish(exitstatus, session.testsfailed)
        if self.results.problems and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def _finish(self, exitstatus: int, failures: int) -> None:
        from pytest_hydra.report.build import build_report, session_verdict
        from pytest_hydra.report.writers import is_appended, json_pieces
        from pytest_hydra.settings.file import settings_digest

        outcome = self._outcome()
        finished = not (self.cut_off or self.internal_error)
        complete = finished and self.collecting.whole and not self._missing()
        only_cause = exitstatus == pytest.ExitCode.TESTS_FAILED and failures == self.race_failures
        self.report = report = build_report(
            self.results.take(),
            run_id=self.results.run_id,
            verdict=session_verdict(exitstatus, self.negative),
            complete=complete,
            policy_digest=settings_digest(self.collecting.settings),
            rankings=() if outcome is None else outcome.rankings,
            race=None if outcome is None else {**outcome.race, "only_cause": only_cause},
        )
        self.config.hook.pytest_hydra_report(report=report)
        self._leave_scores(report)
        verdict = report["verdict"]
        # What is added to a file cannot be taken back: it comes when most of what can fail has.
        whole = [target for target in self.targets if not is_appended(target)]
        added = [target for target in self.targets if is_appended(target)]
        self._write(whole, report)
        self._correct(report)
        self._write(added, report)
        self._correct(report)
        self.path = self.results.seal(json_pieces(report), finished=finished, complete=complete)
        self.results.sweep(self.collecting.settings.hydra.keep_runs)
        self._correct(report)
        if report["verdict"] != verdict:
            self._write([one for one in whole if one.path in self.written], report)

    def _write(self, targets: Iterable[ReportTarget], report: Report) -> None:
        """Write the report there; what is there already is replaced or added to."""
        from pytest_hydra.report.writers import write_report

        for target in targets:
            try:
                write_report(target, self.formats[target.format](report))
            except HydraError as error:
                self.results.problems.append(str(error))
            else:
                self.written[target.path] = None

    def _outcome(self) -> Outcome | None:
        """What the race came to, kept in the run folder."""
        racing = self.collecting.racing
        outcome = None if racing is None else racing.outcome()
        if racing is not None and outcome is not None:
            self.results.keep_race(starting.RACE_RECORD, outcome.record, outcome.files)
            run = self.results.path
            shown = "" if run is None else options.shown(run, self.config.invocation_params.dir)
            steps = outcome.next_steps(shown, len(racing.items.agents))
            self.next = [*racing.shortfalls(), *steps]
            # Its workspaces are removed beside the report.
            racing.begin_to_close()
        return outcome

    def _leave_scores(self, report: Report) -> None:
        """Write score-report.json and the history, and read what the summary shows of it."""
        if not report["benchmarks"] and "judging" not in vars(self.collecting):
            return
        from pytest_hydra.judging.grade.score_report import (
            append_history,
            trend,
            write_score_report,
        )

        settings = self.collecting.settings
        history = settings.root / settings.judging.history
        for entry in report["benchmarks"]:
            graded = entry["overall"] is not None and entry["status"] != "ungraded"
            if graded and self.collecting.reuse.replayed is None:
                folder = self.config.rootpath / entry["path"]
                try:
                    write_score_report(folder, entry, report["run_id"])
                    append_history(history, entry, report["run_id"])
                except HydraError as error:
                    self.results.problems.append(str(error))
            self.history[entry["path"]] = trend(history, entry["path"])

    def pytest_unconfigure(self) -> None:
        """Drop what the processes of this session told each other, however it ended."""
        root, token = self.collecting.settings.root, self.collecting.reuse.token
        if (root / ".hydra" / f"{SESSION}{token}").is_dir():
            drop_session(root, token)

    def _correct(self, report: Report) -> None:
        """Where something could not be written the session does not end with 0: say so."""
        if self.results.problems and report["verdict"] == "passed":
            report["verdict"] = "error"

    def pytest_hydra_report(self, report: dict[str, Any]) -> None:
        """Say what the report was made with."""
        from pytest_hydra.record.fingerprint import environment

        report["environment"] = environment(pytest.__version__)

    def _runs_items(self) -> bool:
        """Whether the session runs what it collects, and does not only show what there is."""
        return not any(self.config.getoption(name, default=False) for name in _ONLY_SHOW)

    def _missing(self) -> list[str]:
        """The selected scenarios of which nothing was heard."""
        return [nodeid for nodeid in self.collecting.selected if nodeid not in self.settled]

    def pytest_terminal_summary(self, terminalreporter: TerminalReporter, exitstatus: int) -> None:
        """Write the summary."""
        from pytest_hydra.report.terminal import write_summary

        self._say_where_to_look(terminalreporter, exitstatus)
        if self.report is not None:
            write_summary(
                terminalreporter,
                self.report,
                width=terminalreporter.config.get_terminal_writer().fullwidth,
                notes=self._notes(),
                problems=self.results.problems,
                history=self.history,
                race=self.next,
            )
            # Nobody asks for it any more, and pytest ends by looking through all that is left.
            self.report = None

    def _say_where_to_look(self, terminalreporter: TerminalReporter, exitstatus: int) -> None:
        """Say how scenario files are named, where one was meant, or nothing was there to select."""
        # xdist's controller does not know what was found.
        if self.config.pluginmanager.has_plugin("dsession"):
            return
        misnamed = starting.misnamed(self.config.args, self.config.invocation_params.dir)
        there = self.collecting.files or terminalreporter.stats.get("deselected")
        if exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED and not there:
            found = "no scenario was found" if misnamed is None else f"{misnamed} is not read"
        elif exitstatus == pytest.ExitCode.USAGE_ERROR and misnamed is not None:
            # pytest looked for it among what is beside it, which may be scenarios.
            found = f"{misnamed} is not read"
        else:
            return
        terminalreporter.write_line(f"hydra: {found}: {starting.NAMED}")

    def _keep(self, sent: dict[str, Any] | str | None) -> None:
        """Keep what judges were shown in the run folder."""
        run = self.results.run
        if sent is None or run is None or run.broken is not None:
            return
        from pytest_hydra.judging.exhibits.papers import keep

        told = wire.decode(sent) if isinstance(sent, str) else sent
        try:
            for papers in told["papers"]:
                keep(run, papers, self.kept)
        except HydraError as error:
            self.results.problems.append(str(error))

    def _notes(self) -> list[str]:
        start = self.config.invocation_params.dir
        paths = [*self.written] if self.path is None else [self.path, *self.written]
        notes = [f"report: {options.shown(path, start)}" for path in paths]
        again = self.collecting.reuse.replayed is None and not self.config.option.hydra_no_cache
        if self.cut_off and again and self.path is not None:
            notes.append("cut off: the same command goes on from here")
        cap, bill = self.collecting.settings.scenarios.max_cost_usd, self.results.bill
        if cap is not None and bill["replies"]:
            notes.insert(0, starting.spent(cap, bill))
        reused = self.results.reused
        if reused:
            taken = "1 conversation was" if reused == 1 else f"{reused} conversations were"
            notes.insert(0, f"{taken} taken from the run that was cut off")
        if self.report is not None and _is_mocked(self.report):
            notes.insert(0, "MOCK: the expectation judge was decided without a judge")
        if self.report is not None and _has_mocked_dimension(self.report):
            notes.insert(0, "MOCK: no judge read the candidates' changes")
        untold = xdist.untold(self.collecting)
        if untold:
            from pytest_hydra.judging.grade.grades import untold_note

            notes.insert(0, untold_note(untold))
        return notes


def _is_mocked(report: Report) -> bool:
    """Whether what a judge was to say of a conversation or a text comes from the mock."""
    entries = chain(report["scenarios"], report["tests"])
    checks = (check for entry in entries for check in entry["checks"] if check["kind"] == "judge")
    return any(MOCK_SAID in check["message"] for check in checks)


def _has_mocked_dimension(report: Report) -> bool:
    """Whether a dimension of a candidate was graded by the mock."""
    dimensions = (one for entry in report["rankings"] for one in entry["checks"])
    return any(one["inputs"].get("mock") is True for one in dimensions)
