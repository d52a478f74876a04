"""How a command is asked for its results, and what is made of them when it has ended."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from pytest_hydra.candidates.recording import LintRun, TestRun
from pytest_hydra.candidates.results import (
    cargo,
    command_lines,
    counts,
    ctrf,
    go,
    jest,
    mocha,
    pytest_record,
    result_files,
    tap,
)
from pytest_hydra.candidates.results.cases import LIMIT, Case, Read, ResultError, ended, run_of
from pytest_hydra.candidates.results.format_options import Asked, Start, ask_runner
from pytest_hydra.candidates.results.lint import LintCollector
from pytest_hydra.candidates.results.pytest_record import (
    Listener,
    import_roots,
    planted,
    stands_in_the_way,
)
from pytest_hydra.record.files import StoreError

_PLUGIN = "pytest_hydra_recorder"
_VARIABLE = "PYTEST_HYDRA_RECORDER"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What the policy says of results.

    ``results`` are globs of files in the workspace by format (junit, ctrf, sarif);
    ``pythonpath`` are the folders that imports begin in, relative to the workspace (none: its
    ``src``, where there is one, and itself); ``plugins`` are those of pytest that alone are loaded
    (none: those that are installed); ``checkout`` is the top of the user's own copy. After so many
    ``failures`` pytest runs no more tests; None is without end.
    """

    results: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    pythonpath: tuple[str, ...] = ()
    plugins: tuple[str, ...] = ()
    checkout: Path | None = None
    failures: int | None = None


class Collector(Protocol):
    """Asks one command for its results. Used once; `finish` must follow `start`, come what may."""

    def start(self, workspace: Path, scratch: Path, seen: Path | None = None) -> Start:
        """What to run instead. Raises HydraError.

        ``scratch`` is a private, existing folder outside the workspace, which the command may
        read and write. ``seen`` is where we see the workspace's files, where that is not at its
        place.
        """

    def finish(self, exit: int | None, output: str) -> TestRun | LintRun:  # noqa: A002
        """What the command told. To be called when its whole tree is gone.

        ``exit`` is None when it was ended; ``output`` is all that it printed, as far as it was
        kept.
        """


def collector_for(
    profile: str | None, step: str, command: str, wanted: Wanted | None = None
) -> Collector | None:
    """The collector for a step (``tests``, ``tests.own``, …, ``lint``); None for any other step.

    ``profile`` is a profile's name or None.
    """
    wanted = wanted or Wanted()
    if step == "lint":
        return LintCollector(command, wanted.results.get("sarif", ()))
    if step.partition(".")[0] != "tests":
        return None
    if command_lines.names_pytest(command) or profile == "python":
        return PytestCollector(command, wanted)
    return TestCollector(command, wanted)


class PytestCollector:
    """Listens to the recorder inside pytest.

    Where a command does not speak of pytest (``make test``) and the recorder is not heard, what
    else there is to read is read.
    """

    def __init__(self, command: str, wanted: Wanted) -> None:
        self._command = command
        self._wanted = wanted
        self._otherwise = TestCollector(command, wanted)

    def start(self, workspace: Path, scratch: Path, seen: Path | None = None) -> Start:
        """See `Collector`."""
        started = self._otherwise.start(workspace, scratch, seen)
        seen = seen or workspace
        place = os.path.realpath(workspace)
        folder = scratch / "recorder"
        try:
            (folder / _PLUGIN).mkdir(parents=True)
            for source in (Path(__file__).parent.parent / "recorder").glob("*.py"):
                (folder / _PLUGIN / source.name).write_bytes(source.read_bytes())
            found = import_roots(seen, (place, str(workspace)), self._wanted.pythonpath)
            roots = [os.path.normpath(os.path.join(place, entry)) for entry in found]
            # By the place where we see it, and the one where the command does.
            both = [
                (os.path.join(seen, entry), root) for entry, root in zip(found, roots, strict=True)
            ]
            first = [root for here, root in both if not stands_in_the_way(here)]
            self._planted = planted(str(seen), [here for here, _ in both])
            self._listener = Listener()
        except OSError as error:
            raise StoreError(folder, error) from error
        checkout = self._wanted.checkout
        # Else `python -m pytest` would take a pytest.py where it is run for pytest itself.
        safe = command_lines.is_pytest(started.command) and first != roots
        given = {
            "fd": self._listener.writing,
            "inode": os.fstat(self._listener.writing).st_ino,
            "key": self._listener.handing,
            "failures": self._wanted.failures,
            "workspace": place,
            "roots": roots,
            "first": first,
            "checkout": None if checkout is None else os.path.realpath(checkout),
            "safe": safe,
        }
        environment = {
            **started.environment,
            _VARIABLE: json.dumps(given),
            # By an option: such plugins are loaded before all that an environment brings along.
            "PYTEST_ADDOPTS": " ".join(f"-p {entry}" for entry in (_PLUGIN, *self._wanted.plugins)),
            # Also for what tests start, and for the workers of xdist.
            "PYTHONPATH": os.pathsep.join([str(folder), *first]),
        }
        if self._wanted.plugins:
            environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        if safe:
            environment["PYTHONSAFEPATH"] = "1"
        command = command_lines.with_path_first(started.command, str(folder))
        return Start(command, environment, (self._listener.writing, self._listener.handing))

    def finish(self, exit: int | None, output: str) -> TestRun:  # noqa: A002
        """See `Collector`."""
        data, cut = self._listener.stop()
        run = pytest_record.read(
            data, exit, exact=command_lines.is_pytest(self._command), key=self._listener.key
        )
        if run is None:
            if not command_lines.names_pytest(self._command):
                return self._otherwise.finish(exit, output)
            problem = (
                "pytest did not load the recorder: it did not start, or the command sets "
                "PYTHONPATH or PYTEST_ADDOPTS anew, or runs pytest by a program that hands down "
                "no open files; name pytest itself as the test command"
            )
            return TestRun(
                evidence="ids", source="recorder", problems=(problem,), signs=self._planted
            )
        run = replace(run, signs=(*self._planted, *run.signs))
        if cut:
            problem = f"the record is longer than {LIMIT // 2**20} MB"
            return replace(run, problems=(*run.problems, problem))
        return run


class TestCollector:
    """Asks runners that are known for their own format, and else reads what there is.

    In this order: the files that the policy names, the runner's own format, TAP, counts on the
    output, the exit code.
    """

    __test__ = False  # its name is not that of a class of tests

    def __init__(self, command: str, wanted: Wanted) -> None:
        self._command = command
        self._patterns = {
            name: wanted.results[name] for name in ("junit", "ctrf") if wanted.results.get(name)
        }

    def start(self, workspace: Path, scratch: Path, seen: Path | None = None) -> Start:
        """See `Collector`."""
        self._workspace, self._scratch, self._seen = workspace, scratch, seen or workspace
        self._before = {
            name: result_files.stamps(self._seen, patterns)
            for name, patterns in self._patterns.items()
        }
        self._asked = None if self._patterns else ask_runner(self._command, self._seen, scratch)
        if self._asked is None:
            return Start(self._command, {})
        return Start(self._asked.command, self._asked.environment)

    def finish(self, exit: int | None, output: str) -> TestRun:  # noqa: A002
        """See `Collector`."""
        roots = result_files.spellings(self._workspace)
        if self._patterns:
            return _agree(self._from_files(roots), exit)
        run = _read_asked(self._asked, self._scratch, exit, output, roots) if self._asked else None
        if run is None and tap.is_tap(output):
            read = tap.read(output.encode("utf-8", "replace"), roots)
            run = run_of("tap", read.cases, read.problems)
        if run is None:
            run = _by_counts(output, exit)
        return _agree(run, exit)

    def _from_files(self, roots: Sequence[str]) -> TestRun:
        from pytest_hydra.candidates.results import junit

        cases: list[Case] = []
        problems: list[str] = []
        for name, patterns in self._patterns.items():
            reader = junit.read if name == "junit" else ctrf.read
            found, why = result_files.fresh(self._seen, patterns, self._before[name])
            problems += why
            for path in found:
                try:
                    read = reader(result_files.read(self._seen, path), roots)
                except ResultError as error:
                    problems.append(f"{path} {error}")
                    continue
                cases += read.cases
                problems += [f"{path}: {problem}" for problem in read.problems]
        return run_of("+".join(self._patterns), cases, problems)


def _read_asked(
    asked: Asked,
    scratch: Path,
    exit: int | None,  # noqa: A002
    output: str,
    roots: Sequence[str],
) -> TestRun | None:
    if asked.source == "go":
        read = go.read(output.encode("utf-8", "replace"), roots)
        return run_of("go", read.cases, read.problems) if read.cases or read.problems else None
    if asked.source == "cargo":
        told = cargo.read(output)
        if told is None:
            # It builds all before it runs any: nothing ran, and that is certain.
            built = exit != 101 or counts.count_tests(output) is not None
            return None if built else TestRun(evidence="ids", source="cargo")
        return run_of("cargo", told.cases, told.problems)
    source, reader = _file_reader(asked.source)
    try:
        read = reader(result_files.read(scratch, asked.file), roots)
    except ResultError as error:
        problem = f"the result of {asked.source} {error}"
        return TestRun(evidence="ids", source=source, problems=(problem,))
    return run_of(source, read.cases, read.problems)


def _file_reader(runner: str) -> tuple[str, Callable[[bytes, Sequence[str]], Read]]:
    if runner == "node":
        from pytest_hydra.candidates.results import junit

        return "junit", junit.read
    return ("mocha", mocha.read) if runner == "mocha" else ("jest", jest.read)


def _by_counts(output: str, exit: int | None) -> TestRun:  # noqa: A002
    found = counts.count_tests(output)
    if found is not None:
        return TestRun(evidence="counts", source="stdout", counts=found)
    return TestRun(
        evidence="exit", source="exit", counts={"passed": 1} if exit == 0 else {"failed": 1}
    )


def _agree(run: TestRun, exit: int | None) -> TestRun:  # noqa: A002
    """The run, in doubt where the exit code tells something else."""
    failed = run.counts.get("failed", 0) + run.counts.get("error", 0)
    problem = None
    if exit is None:
        problem = ended(exit, "")
    elif exit == 0 and failed:
        problem = f"{failed} tests failed, and the command ended with 0"
    elif exit != 0 and not failed and not run.problems and run.counts:
        problem = ended(exit, "no test failed")
    return replace(run, problems=(*run.problems, problem)) if problem else run
