"""Collectors: make a command report its results, and parse them when it has ended."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from pytest_hydra.execution import ProcessError, run_bounded
from pytest_hydra.plugins.boxes.untrusted_files import (
    UnreadableError,
    fresh,
    read_result,
    stamps,
)
from pytest_hydra.plugins.results import command_lines, pytest_record, text_reports
from pytest_hydra.plugins.results.outcomes import Finding, LintRun, TestRun
from pytest_hydra.plugins.results.parsers import PARSERS
from pytest_hydra.plugins.results.protocol import (
    LIMIT,
    Kind,
    ParsedResults,
    ReportedTest,
    ResultError,
    ResultParser,
    lint_doubts,
    run_of,
    with_doubt,
)
from pytest_hydra.record.files import StoreError
from pytest_hydra.record.wire import from_plain

Data = TypeVar("Data", bytes, str)
_PLUGIN = "pytest_hydra_recorder"
_VARIABLE = "PYTEST_HYDRA_RECORDER"
_SOURCE_LIMIT = 8 * 2**20
_LINE_LIMIT = 500
# Longer results are parsed in a process of their own. Parsing up to this size is always fast and
# small, and cheaper than starting a process.
_INLINE_LIMIT = 100_000


# As where a Makefile sets PYTHONPATH.
_NOT_FOUND = f'Error importing plugin "{_PLUGIN}"'


class RecorderError(Exception):
    """The command cannot load the recorder: run it again, with this other collector."""

    def __init__(self, fallback: ResultCollector) -> None:
        super().__init__()
        self.fallback = fallback


class _TooLongError(Exception):
    """The results are too long to be parsed in this process."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultPolicy:
    """The policy for results.

    ``results`` are globs of result files in the workspace, by format. ``pythonpath`` are its import
    roots (default: ``src``, if it exists, and the top). ``plugins`` are the only pytest plugins to
    load (default: all installed). ``checkout`` is the top of the user's checkout. pytest collects
    only from ``files`` (default: all) and stops after ``failures`` failures (None: never).
    ``sealed`` are files that product code must not read. ``limits`` are the seconds and the MB of
    memory (None: most of it) for parsing; without them everything is parsed in this process.
    """

    results: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    pythonpath: tuple[str, ...] = ()
    plugins: tuple[str, ...] = ()
    checkout: Path | None = None
    files: tuple[str, ...] = ()
    sealed: tuple[str, ...] = ()
    failures: int | None = None
    limits: tuple[float, int | None] | None = None


class Start(NamedTuple):
    """A command to run: a shell line, additional variables, inherited descriptors."""

    command: str
    environment: dict[str, str]
    pass_fds: tuple[int, ...] = ()


def collector_for(
    step: str,
    command: str,
    policy: ResultPolicy | None = None,
    parsers: Mapping[str, ResultParser] = PARSERS,
) -> ResultCollector | None:
    """The collector for a step (``tests``, ``tests.own``, …, ``lint``); None for any other step."""
    policy = policy or ResultPolicy()
    if step == "lint":
        return ResultCollector("lint", command, policy, parsers)
    if step.partition(".")[0] != "tests":
        return None
    # Any command may run pytest in the end (make, a script). Files that the policy names go first.
    has_files = any(policy.results.values()) and not command_lines.names_pytest(command)
    kind = ResultCollector if has_files else PytestCollector
    return kind("tests", command, policy, parsers)


class ResultCollector:
    """Requests known tools' machine-readable formats, and parses the best available result.

    In this order: files named by the policy, the tool's own format, a recognized output format,
    counts in the output, the exit code. `finish` must always follow `start`.
    """

    def __init__(
        self, kind: Kind, command: str, policy: ResultPolicy, parsers: Mapping[str, ResultParser]
    ) -> None:
        self._kind: Kind = kind
        self._command = command
        self._room = sys.maxsize
        self._policy = policy
        self._parsers = {name: entry for name, entry in parsers.items() if entry.kind == kind}
        self._patterns = {
            name: globs for name, globs in policy.results.items() if globs and name in self._parsers
        }

    def start(self, workspace: Path, scratch: Path, view: Path | None = None) -> Start:
        """The command to run instead. Raises HydraError.

        ``scratch`` is a private folder outside the workspace that the command may write; ``view``
        is where this process sees the workspace's files, if different.
        """
        self._workspace, self._scratch, self._view = workspace, scratch, view or workspace
        self._before = {name: stamps(self._view, globs) for name, globs in self._patterns.items()}
        self._request = None
        if not self._patterns:
            package = None
            with suppress(UnreadableError):
                package = read_result(self._view, "package.json", 2**20)
            self._request = command_lines.request_format(
                self._kind, self._command, package, scratch
            )
        if self._request is None:
            return Start(self._command, {})
        return Start(self._request.command, self._request.environment)

    def finish(self, exit_code: int | None, output: str) -> TestRun | LintRun:
        """The results, once the whole process tree is gone; no exit code means a time-out.

        Results may be crafted to exhaust a parser: long ones are parsed in another process.
        """
        limits = self._policy.limits
        # Parsers of plugins may not be importable in another process.
        if limits is None or not self._parsers.items() <= PARSERS.items():
            return self.read(exit_code, output)
        self._room = _INLINE_LIMIT
        try:
            self._take(output)
            return self.read(exit_code, output)
        except _TooLongError:
            self._room = sys.maxsize
        seconds, memory_mb = limits
        kind: type[LintRun | TestRun] = LintRun if self._kind == "lint" else TestRun
        try:
            data = run_bounded(_data, self, exit_code, output, seconds=seconds, memory_mb=memory_mb)
            return from_plain(kind, data)
        except ProcessError as error:
            problem = f"its results cannot be read within the limits of the check: {error}"
            return kind(evidence="ids", source="exit", problems=(problem,))

    def _take(self, data: Data) -> Data:
        self._room -= len(data)
        if self._room < 0:
            raise _TooLongError
        return data

    def read(self, exit_code: int | None, output: str) -> TestRun | LintRun:
        """The same, in this process."""
        source, results = self._results(exit_code, output)
        if self._kind == "lint":
            if results is not None:
                return self._lint_run(source, results, exit_code)
            findings = text_reports.count_findings(output)
            errors, warnings = findings or (int(exit_code != 0), 0)
            return LintRun(
                evidence="exit" if findings is None else "counts",
                source="exit" if findings is None else "stdout",
                errors=errors,
                warnings=warnings,
                problems=lint_doubts(exit_code, 1 if findings is None else errors + warnings),
            )
        if results is not None:
            run = run_of(source, results.cases, results.problems)
        elif (counts := text_reports.count_tests(output)) is not None:
            run = TestRun(evidence="counts", source="stdout", counts=counts)
        else:
            counts = {"passed" if exit_code == 0 else "failed": 1}
            run = TestRun(evidence="exit", source="exit", counts=counts)
        return with_doubt(run, exit_code)

    def _results(self, exit_code: int | None, output: str) -> tuple[str, ParsedResults | None]:
        """The name of the best available format, and the parsed results."""
        # The path of the workspace as given, and resolved.
        roots = [os.path.abspath(self._workspace), os.path.realpath(self._workspace)]
        request = self._request
        if self._patterns:
            return "+".join(self._patterns), self._from_files(roots)
        if request is not None and request.file:
            try:
                data = self._take(read_result(self._scratch, request.file, LIMIT))
                return request.format, self._parsers[request.format].parse(data, roots)
            except (ResultError, UnreadableError) as error:
                problem = f"the result of {request.tool} {error}"
                return request.format, ParsedResults(problems=(problem,))
        recognized = [
            name
            for name, parser in self._parsers.items()
            if parser.recognizes is not None and parser.recognizes(output)
        ]
        for name in [*([request.format] if request else []), *recognized]:
            try:
                results = self._parsers[name].parse(output.encode("utf-8", "replace"), roots)
            except ResultError as error:
                return name, ParsedResults(problems=(f"the output {error}",))
            if results is not None:
                return name, results
            if name == "cargo" and exit_code == 101 and text_reports.count_tests(output) is None:
                # It builds everything before the first test: certainly nothing ran.
                return name, ParsedResults()
        return "", None

    def _from_files(self, roots: Sequence[str]) -> ParsedResults:
        """The results in files that the policy names and the command has written."""
        cases: list[ReportedTest] = []
        findings: list[Finding] = []
        problems: list[str] = []
        for name, globs in self._patterns.items():
            paths, reasons = fresh(self._view, globs, self._before[name])
            problems += reasons
            for path in paths:
                try:
                    data = self._take(read_result(self._view, path, LIMIT))
                    results = self._parsers[name].parse(data, roots)
                except (ResultError, UnreadableError) as error:
                    problems.append(f"{path} {error}")
                    continue
                results = results or ParsedResults(problems=(f"it is not in the format {name}",))
                cases += results.cases
                findings += results.findings
                problems += [f"{path}: {problem}" for problem in results.problems]
        return ParsedResults(tuple(cases), tuple(problems), tuple(findings))

    def _lint_run(self, source: str, results: ParsedResults, exit_code: int | None) -> LintRun:
        @cache
        def lines(file: str) -> list[str]:
            try:
                text = self._take(read_result(self._view, file, _SOURCE_LIMIT))
            except UnreadableError:
                return []
            return text.decode("utf-8", "replace").split("\n")

        def line_of(finding: Finding) -> str:
            line = finding.line
            if finding.text or not finding.file or line is None or line > len(lines(finding.file)):
                return finding.text
            return " ".join(lines(finding.file)[line - 1].split())[:_LINE_LIMIT]

        findings = [replace(finding, text=line_of(finding)) for finding in results.findings]
        findings.sort(key=lambda entry: (entry.file, entry.line or 0, entry.rule, entry.message))
        errors = sum(entry.severity == "error" for entry in findings)
        return LintRun(
            evidence="ids",
            source=source,
            findings=tuple(findings),
            errors=errors,
            warnings=len(findings) - errors,
            problems=(*results.problems, *lint_doubts(exit_code, len(findings))),
        )


def _data(collector: ResultCollector, exit_code: int | None, output: str) -> dict[str, Any]:
    return asdict(collector.read(exit_code, output))


class PytestCollector(ResultCollector):
    """Receives the record of the recorder inside pytest, also below another command.

    If a command does not mention pytest and there is no record, it falls back to the other formats.
    """

    def start(self, workspace: Path, scratch: Path, view: Path | None = None) -> Start:
        """See `ResultCollector.start`."""
        start = super().start(workspace, scratch, view)
        place = os.path.realpath(workspace)
        folder = scratch / "recorder"
        try:
            (folder / _PLUGIN).mkdir(parents=True)
            for source in (Path(__file__).parent / "recorder").glob("*.py"):
                (folder / _PLUGIN / source.name).write_bytes(source.read_bytes())
            names = (place, str(workspace))
            entries = pytest_record.import_roots(self._view, names, self._policy.pythonpath)
            # By the path that the command sees, and the one that we see.
            roots = {
                os.path.normpath(os.path.join(place, entry)): os.path.join(self._view, entry)
                for entry in entries
            }
            shadows = pytest_record.shadows_runner
            first = [root for root, path in roots.items() if not shadows(path)]
            self._signs = pytest_record.planted_files(str(self._view), roots.values())
            self._listener = pytest_record.Listener()
        except OSError as error:
            raise StoreError(folder, error) from error
        checkout = self._policy.checkout
        # Otherwise `python -m pytest` would run a pytest.py in its working directory.
        safe = command_lines.is_pytest(start.command) and first != [*roots]
        settings = {
            "fd": self._listener.record_fd,
            "inode": os.fstat(self._listener.record_fd).st_ino,
            "key": self._listener.key_fd,
            "failures": self._policy.failures,
            "files": [os.path.join(place, file) for file in self._policy.files],
            "sealed": [os.path.join(place, file) for file in self._policy.sealed],
            "workspace": place,
            "roots": [*roots],
            "first": first,
            "checkout": None if checkout is None else os.path.realpath(checkout),
            "safe": safe,
        }
        environment = {
            **start.environment,
            _VARIABLE: json.dumps(settings),
            # By an option, so that they load before the plugins of the environment.
            "PYTEST_ADDOPTS": " ".join(f"-p {entry}" for entry in (_PLUGIN, *self._policy.plugins)),
            # Also for processes started by tests, and for xdist's workers.
            "PYTHONPATH": os.pathsep.join([str(folder), *first]),
        }
        if self._policy.plugins:
            environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        if safe:
            environment["PYTHONSAFEPATH"] = "1"
        command = command_lines.with_path_first(start.command, str(folder))
        return Start(command, environment, (self._listener.record_fd, self._listener.key_fd))

    def finish(self, exit_code: int | None, output: str) -> TestRun | LintRun:
        """See `ResultCollector.finish`.

        Raises RecorderError if pytest could not load the recorder, so that it ran nothing.
        """
        data, is_cut = self._listener.stop()
        self._record = data, is_cut, self._listener.key
        del self._listener  # it has a thread, and cannot be pickled
        is_loaded = data or not exit_code or _NOT_FOUND not in output
        if not is_loaded and not command_lines.names_pytest(self._command):
            raise RecorderError(
                ResultCollector("tests", self._command, self._policy, self._parsers)
            )
        return super().finish(exit_code, output)

    def read(self, exit_code: int | None, output: str) -> TestRun | LintRun:
        """The same, in this process."""
        data, is_cut, key = self._record
        self._take(data)
        exact = command_lines.is_pytest(self._command)
        run = pytest_record.read(data, exit_code, exact=exact, key=key)
        if run is None:
            if not command_lines.names_pytest(self._command):
                return super().read(exit_code, output)
            problem = (
                "pytest did not load the recorder: it did not start, or the command sets "
                "PYTHONPATH or PYTEST_ADDOPTS itself, or runs pytest through a program that closes "
                "open files; use pytest itself as the test command"
            )
            run = TestRun(evidence="ids", source="recorder", problems=(problem,))
            is_cut = False
        problems = (f"the record is longer than {LIMIT // 2**20} MB",) if is_cut else ()
        return replace(run, problems=(*run.problems, *problems), signs=(*self._signs, *run.signs))
