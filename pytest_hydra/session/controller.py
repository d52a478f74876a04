"""The process that sees all reports: gather results, decide the verdict, write the report."""

from __future__ import annotations

import os
from collections import Counter
from contextlib import suppress
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest

from pytest_hydra import registry
from pytest_hydra.core.result import is_graded, scored
from pytest_hydra.core.text import counted, listed, one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.execution import NARROWED
from pytest_hydra.hookspecs import offers
from pytest_hydra.options import command_of
from pytest_hydra.record import wire
from pytest_hydra.record.checkout import checkout
from pytest_hydra.record.files import SESSION, drop_session
from pytest_hydra.record.store import environment
from pytest_hydra.session.follow_up import FollowUp
from pytest_hydra.session.results import Results
from pytest_hydra.session.sections import BetweenSections, Sections

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from pytest_hydra.report import Report, ReportTarget
    from pytest_hydra.session.collect import Collection
    from pytest_hydra.session.exit_status import ExitStatus
    from pytest_hydra.session.failures import Failures


_ASKED_AGAIN = "asked again, as it has no `version` in hydra.toml"
# Options with which a session does not run its items.
_ONLY_SHOW = (
    *("collectonly", "setuponly", "showfixtures", "show_fixtures_per_test"),
    "hydra_plan",
)


_MOST_REASONS = 5  # why items were skipped


class Controller:
    """Gathers results in the process that sees all reports, and writes the report."""

    def __init__(self, config: pytest.Config, collection: Collection) -> None:
        """Raises HydraError and UsageError for options that cannot be used."""
        from pytest_hydra.report import parse_report_option

        self._started = datetime.now(UTC)
        NARROWED.take()  # what an earlier session of this process has not told
        self.config = config
        self.collection = collection
        self.context = context = collection.context
        self.min_score: float | None = config.option.hydra_min_score
        self.formats = offers(config, "report_formats")
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
        #: Why items were skipped, by node id.
        self._skips: dict[str, str] = {}
        #: What pytest shows for failures of ours, by node id.
        self.shortfalls: dict[str, object] = {}
        #: The node ids of all items that were torn down, ours or not.
        self.ended: set[str] = set()
        self._writes_junit = bool(config.getoption("xmlpath", default=None))
        #: Whether there was a negative verdict, as opposed to a missing or broken result.
        self.negative = False
        self.internal_error = False
        self._is_over = False
        #: Whether the session was interrupted, so that the next one resumes it.
        self.cut_off = False
        self.report: Report | None = None
        self.sections = Sections(lambda: self.report, self.write_summary)
        self.between = BetweenSections(self.sections)
        self.path: Path | None = None
        self.follow_up = FollowUp(context, self.results, self.targets)
        #: Decides the exit status if there is a baseline.
        self.exit_status: ExitStatus | None = None
        names = ("hydra_baseline", "hydra_fail_on", "hydra_allow_ungraded")
        is_asked = any(getattr(config.option, name) is not None for name in names)
        if (is_asked or getattr(context.settings.report, "baseline", None)) and self._runs_items():
            from pytest_hydra.session.exit_status import exit_status_of

            self.exit_status = exit_status_of(collection)
        #: The paths of written reports, in order.
        self.report_paths: dict[Path, None] = {}

    def pytest_report_header(self) -> list[str]:
        """Name the settings, bots and recordings in use."""
        settings, reuse = self.context.settings, self.context.reuse
        file = "no hydra.toml" if settings.file is None else settings.file.name
        bots = settings.bots if reuse.replayed is None else reuse.replayed.manifest["bots"]
        # Of many bots the first ones will do. A race and benchmarks need none.
        needed = not (settings.has("race") or settings.has("judging"))
        shown_bots = f", bots: {', '.join(bots) or 'none'}" if bots or needed else ""
        lines = [one_line(f"hydra: {file}{shown_bots}", 80)]
        tables = filter(settings.has, registry.words("headers"))
        lines += [f"hydra: {registry.offered('headers', table)}" for table in tables]
        if reuse.replayed is not None:
            replayed = reuse.replayed.run_id
            lines.append(f"hydra: deciding run {replayed} again; no bot or judge is called")
        if reuse.resumed:
            lines.append(f"hydra: resuming run {reuse.resumed[0].run_id}, which was interrupted")
        if (reuse.resumed or reuse.reused) and (unknown := settings.unknown):
            lines.append(f"hydra: {listed(unknown)}: {_ASKED_AGAIN}")
        return lines

    def _manifest(self) -> dict[str, Any]:
        """The manifest of the run: policy, environment, and the parts of the heads."""
        from pytest_hydra.settings import policy, settings_digest

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
        """Gather results from all processes."""
        outcome: str = report.outcome
        kind: str | None = getattr(report, "hydra_kind", None)
        attributes = vars(report)
        if outcome == "rerun":  # another attempt follows (pytest-rerunfailures)
            self.results.add_try(report.nodeid, attributes.pop("hydra", None))
            attributes.pop("hydra_line", None)
            return
        if kind is not None:
            # Removed from the report, as pytest keeps every report until the end.
            sent, line = attributes.pop("hydra"), attributes.pop("hydra_line", None)
            self.results.gather(report.nodeid, kind, sent, line)
            self.settled.add(report.nodeid)
        elif outcome == "skipped":
            self.settled.add(report.nodeid)
            self._skips[report.nodeid] = _skip_reason(report)
        if "hydra_extra" in attributes:
            extra = attributes.pop("hydra_extra")
            data = wire.decode(extra) if isinstance(extra, str) else extra
            for head in self.collection.heads:
                head.receive(data)
        if "hydra_shortfall" in attributes:
            self.shortfalls[report.nodeid] = report.longrepr
        if report.when == "teardown":
            self.ended.add(report.nodeid)
        if self.exit_status is not None:
            self.exit_status.note(report, self.results.sent(report.nodeid) if kind else {})
        if report.when == "teardown" and self._writes_junit:
            # JUnit XML takes an item's properties from its last report.
            result = self.results.sent(report.nodeid).get("result")
            if result is not None:
                from pytest_hydra.report import item_properties

                report.user_properties += item_properties(result)
        if outcome == "failed" and report.when == "call":
            self.negative = True
            if kind is not None:
                self.results.failures[kind] += 1

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Remember whether the next session can resume this one."""
        # -x also ends like this, with exceptions of pytest's and xdist's own: that is a normal end.
        self.cut_off = excinfo.type is KeyboardInterrupt

    def pytest_internalerror(self) -> None:
        """Never end with status 0 after an internal error."""
        # Also in a worker, after which xdist may end with status 0.
        self.internal_error = True
        self.results.problems.append("pytest had an internal error, so results are missing")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtestloop(self, session: pytest.Session) -> Generator[None, object, object]:
        """Check the session's requirements after its items."""
        from pytest_hydra.report import is_appended

        for target in self.targets if self._runs_items() else ():
            # If this session died, the report of an earlier one would be mistaken for its own.
            if target.path.is_file() and not is_appended(target):
                with suppress(OSError):
                    target.path.unlink()
        result = yield
        self._note_problems()
        # Counted as failures, so that pytest's summary and exit status agree.
        session.testsfailed += len(self.results.problems)
        return result

    def _note_problems(self) -> None:
        self._is_over = True
        missing = self._missing() if self._runs_items() else []
        if missing:
            more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
            self.results.problems.append(f"there is no result for {missing[0]}{more}")
        ours = self.collection.selected
        is_skipped = bool(ours) and all(nodeid in self._skips for nodeid in ours)
        if self.min_score is not None and self._runs_items() and not is_skipped:
            self.negative |= not self.results.reaches(self.min_score)
        if self.collection.is_complete and self._runs_items():
            self.negative |= not self.results.check_experiments()

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Build the report and write it."""
        if self.internal_error:
            session.exitstatus = exitstatus = pytest.ExitCode.INTERNAL_ERROR
        if exitstatus == pytest.ExitCode.OK and not self._is_over:
            self._note_problems()  # pytest.exit() skips the loop's end, possibly with status 0
        if self.results.problems and exitstatus == pytest.ExitCode.OK:
            session.exitstatus = exitstatus = pytest.ExitCode.TESTS_FAILED
        decides = self.exit_status
        is_cut = self.cut_off and any(head.kept for head in self.collection.heads)
        if not self._runs_items() or not (self.results or self.targets or decides or is_cut):
            return
        # pytest.exit() may end a session with failures with status 0; the report says otherwise.
        try:
            self._finish(exitstatus or min(session.testsfailed, 1), session)
        except KeyboardInterrupt:
            self.cut_off = True
            reason = "interrupted while the report was written: run it again to resume"
            pytest.exit(reason, pytest.ExitCode.INTERRUPTED)
        if decides is not None and decides.status is not None and session.exitstatus == exitstatus:
            session.exitstatus = decides.status  # nothing but our own results decided it
        if self.results.problems and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    @wire.paused_gc()
    def _finish(self, exitstatus: int, session: pytest.Session) -> None:
        from pytest_hydra.report import build_report, is_appended, json_pieces, session_verdict
        from pytest_hydra.settings import settings_digest

        if exitstatus == pytest.ExitCode.TESTS_FAILED:
            self.results.session_failures = session.testsfailed
        fields: dict[str, Any] = {}
        for head in self.collection.heads:
            fields.update(head.report_fields())
        finished = not (self.cut_off or self.internal_error)
        is_left = self._missing() or len(self.ended) < self.collection.count
        complete = finished and self.collection.is_complete and not is_left
        self.report = report = build_report(
            self.results.take(),
            run_id=self.results.run_id,
            verdict=session_verdict(exitstatus, self.negative),
            complete=complete,
            policy_digest=settings_digest(self.context.settings),
            about=self._about(),
            **fields,
        )
        if self.exit_status is not None:
            self.exit_status.conclude(
                cast("Any", report), session, exitstatus, self.context.settings
            )
        for each in self.follow_up.publishers:
            each.complete(cast("Any", report))
        self.config.hook.pytest_hydra_report(report=report)
        verdict = report["verdict"]
        # Appending to a file cannot be undone, so it comes after most of what can fail.
        targets = [target for target in self.targets if target not in self.follow_up.targets]
        files = [target for target in targets if not is_appended(target)]
        for batch in (files, [target for target in targets if is_appended(target)]):
            self._write(batch, report)
            self._correct(report)
        self.path = self.results.seal(
            json_pieces(report),
            self.follow_up.keep_history(report),
            finished,
            complete,
            is_graded(report),
        )
        # At once: after a kill nobody resumes a finished session, and its folder would remain.
        self._drop_sessions()
        self.results.sweep(self.context.settings.hydra.keep_runs)
        self._correct(report)
        if report["verdict"] != verdict:
            self._write([target for target in files if target.path in self.report_paths], report)
        self.follow_up.send(report)
        for each in self.follow_up.publishers:
            each.choose(report)

    def _about(self) -> dict[str, Any]:
        """When and where the session ran; of a replay only where the files are."""
        about = checkout(self.config.rootpath)
        if self.context.reuse.replayed is not None:
            return about
        seconds = round((datetime.now(UTC) - self._started).total_seconds(), 3)
        return {"started": f"{self._started:%Y-%m-%dT%H:%M:%SZ}", "seconds": seconds, **about}

    def _write(self, targets: Iterable[ReportTarget], report: Report) -> None:
        """Write the report to the targets; existing files are replaced or appended to."""
        from pytest_hydra.report import write_report

        for target in targets:
            try:
                added = (each.below(target.format) for each in self.follow_up.publishers)
                write_report(target, "".join((self.formats[target.format](report), *added)))
            except HydraError as error:
                self.results.problems.append(str(error))
            else:
                self.report_paths[target.path] = None

    def pytest_unconfigure(self) -> None:
        """Write what follows if there was no summary, and delete exchange folders if no report."""
        if self.report is not None:
            self.follow_up.write(self.report)
        self._drop_sessions()

    def _drop_sessions(self) -> None:
        """Delete the exchange folders of this session and of those that it resumed."""
        root, reuse = self.context.settings.root, self.context.reuse
        tokens = [reuse.token, *(run.session for run in reuse.resumed)]
        # After an interruption the next session still needs them.
        for token in [] if self.cut_off else tokens:
            if (root / ".hydra" / f"{SESSION}{token}").is_dir():
                drop_session(root, token)

    def _correct(self, report: Report) -> None:
        """Correct the verdict if something could not be written, as the status is not 0 then."""
        if self.results.problems and report["verdict"] == "passed":
            report["verdict"] = "error"
        decides = self.exit_status
        if self.results.problems and decides is not None and not decides.status:
            report["exit_reason"] = f"exit status 1: {self.results.problems[-1]}"

    def pytest_hydra_report(self, report: dict[str, Any]) -> None:
        """Add versions, what was skipped, and the conversations of failures."""
        report["environment"] = environment(pytest.__version__)
        if skipped := self._skipped():
            report["skipped"] = skipped
        if self.shortfalls:
            from pytest_hydra.report import conversations

            if texts := conversations(report, self.shortfalls):
                report["conversations"] = texts

    def _runs_items(self) -> bool:
        """Whether the session runs its items, and does not only list them."""
        return not any(self.config.getoption(name, default=False) for name in _ONLY_SHOW)

    def _missing(self) -> list[str]:
        """The selected scenarios without a result."""
        return [nodeid for nodeid in self.collection.selected if nodeid not in self.settled]

    def write_summary(self, reporter: pytest.TerminalReporter, failures: Failures | None) -> None:
        """Write the summary, after the output of pytest and other plugins."""
        from pytest_hydra.report import write_annotations, write_line, write_summary

        if self.report is None or failures is None:
            for line in self._skipped():
                write_line(reporter, f"hydra: {line}", yellow=True)
            for problem in self.results.problems:
                write_line(reporter, f"hydra: {problem}", red=True, bold=True)
            return
        notes: list[str] = []
        lines: list[str] = []
        reason = [self.report["exit_reason"]] if self.exit_status is not None else []
        parts: dict[str, Any] = {"history": {}}
        is_enough = self.report["verdict"] == "passed" or "baseline" in self.report
        is_enough |= all(result["status"] == "ungraded" for result in scored(self.report))
        for head in self.collection.heads:
            added = head.summary()
            notes += added.pop("notes", [])
            lines += added.pop("reused", [])
            parts.update(added)
        if self.exit_status is not None and reporter.verbosity < 0:
            # Say why the status differs from what is shown above.
            is_good = self.report["verdict"] == "passed"
            lines += reason * (is_good == bool(self.exit_status.status))
        parts["race"] = [*parts.get("race", ()), *lines]
        write_summary(
            reporter,
            self.report,
            width=self.config.get_terminal_writer().fullwidth,
            notes=chain(notes, self._notes(self.report, reason)),
            problems=self.results.problems,
            is_reported=failures.shows_failures,
            others=self._others(failures),
            since="" if is_enough else self._changes(),
            rerun=self._rerun_command(),
            **parts,
        )
        if os.environ.get("GITHUB_ACTIONS") == "true":
            write_annotations(reporter, self.report)
        self.follow_up.write(self.report)  # with -qq no notes are asked for
        # No longer needed; freeing it shortens the interpreter's shutdown.
        self.report = None

    def _changes(self) -> str:
        """What changed since an earlier run, in words."""
        return "; ".join(filter(None, (each.changes() for each in self.follow_up.publishers)))

    def _others(self, failures: Failures) -> list[str]:
        """What has no entry in the report and did not pass or run, in words."""
        told = failures.others()
        left = self.collection.count - len(self.ended)
        if left > 0:
            told.append(f"{counted(left, 'item')} not run")
        return told + self._skipped()

    def _skipped(self) -> list[str]:
        """How many of our items were skipped, for each reason."""
        ours = set(self.collection.selected)
        reasons = Counter(why for nodeid, why in self._skips.items() if nodeid in ours)
        told = reasons.most_common(_MOST_REASONS)
        lines = [f"{count} skipped: {why}" for why, count in told]
        rest = reasons.total() - sum(count for _, count in told)
        if rest:
            lines.append(f"{rest} skipped for other reasons")
        return lines

    def _rerun_command(self) -> str | None:
        """The command to rerun what did not pass; None without a run folder."""
        if self.path is None and self.context.reuse.replayed is None:
            return None
        command = command_of(self.config)
        has_cache = self.config.pluginmanager.hasplugin("lfplugin")
        return f"{command} --lf" if has_cache and "--lf" not in command else ""

    def _notes(self, report: Report, reason: list[str]) -> Iterator[str]:
        """The last lines: where things are, once they are."""
        self.follow_up.write(report)
        paths = [*self.report_paths]
        # Beside what is in the run folder it need not be named.
        is_beside = any(each.is_beside_report for each in self.follow_up.publishers)
        is_named = not is_beside or self.config.get_verbosity() > 0
        if self.path is not None and is_named:
            paths.insert(0, self.path)
        notes = self.follow_up.told() + [
            f"report: {self.context.display_path(path)}" for path in paths
        ]
        notes += self.follow_up.notes
        notes += self.exit_status.notes if self.exit_status is not None else []
        notes += [line for each in self.follow_up.publishers for line in each.remarks]
        notes += NARROWED.notes()
        NARROWED.take()
        notes += reason
        can_resume = self.context.reuse.replayed is None and not self.config.option.hydra_no_cache
        kept = [head.kept for head in self.collection.heads if head.kept]
        if self.cut_off and can_resume and (self.path is not None or kept):
            start = f"interrupted: {' and '.join(kept)} are kept" if kept else "interrupted"
            notes.append(f"{start}: run the same command again to resume")
            if unknown := self.context.settings.unknown:
                notes.append(f"  {listed(unknown)}: {_ASKED_AGAIN}")
        yield from notes


def _skip_reason(report: pytest.TestReport) -> str:
    """Why an item was skipped, as it was given."""
    entry = report.longrepr
    text = entry[2] if isinstance(entry, tuple) else report.longreprtext
    return one_line(str(text).removeprefix("Skipped: "), 120)
