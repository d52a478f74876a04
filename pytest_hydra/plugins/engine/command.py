"""One check: a command that runs in a workspace, and its record."""

from __future__ import annotations

import json
import os
import re
import shlex
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.numbers import is_number
from pytest_hydra.core.text import NotFoundError, find, one_line, plain_lines
from pytest_hydra.errors import HydraError
from pytest_hydra.execution import Ending, Watch, last_lines, read_log, run_logged
from pytest_hydra.plugins.boxes.limits import is_full, watch
from pytest_hydra.plugins.boxes.overlay import Overlay
from pytest_hydra.plugins.boxes.untrusted_files import leads_to, random_name
from pytest_hydra.plugins.engine.executed_files import Observer
from pytest_hydra.plugins.engine.installations import INSTALLED
from pytest_hydra.plugins.engine.isolation import Isolation, WrappedCommand
from pytest_hydra.plugins.engine.unit import NOT_STARTED, CommandRun, ExecutedFile, Unit
from pytest_hydra.plugins.results.collectors import RecorderError, ResultCollector, Start
from pytest_hydra.plugins.results.outcomes import LintRun, Sign, TestRun
from pytest_hydra.record.files import StoreError

if TYPE_CHECKING:
    from pytest_hydra.plugins.engine.unit import PrintedScore

INSIDE = "PYTEST_HYDRA_INSIDE"
"""Set for every command: if this plugin is loaded there, it collects nothing of its own."""

OUTPUT_LIMIT = 16 * 2**20
"""Bytes of an output that a collector gets: of a longer one, its beginning and its end."""


# How make, cargo, compilers and npm report that a program they started was killed.
_KILLED = re.compile(
    r"^g?make.*\] Killed$|\(signal: 9, SIGKILL|: Killed signal terminated|signal:? SIGKILL$",
    re.MULTILINE,
)
# The last line of Python if a module to run (``python -m ruff``) is not installed.
_NO_MODULE = re.compile(r"python[\d.]*: No module named [^\n]+\Z")


def printed_score(dimension: PrintedScore, output: str) -> float | None:
    """The score, from 0 to 100, in the output; None if there is none.

    With ``regex``, it is group 1 of the last match. With ``json``, the output is one JSON value, or
    its last line that is one counts. A score outside of 0 to 100 is clamped.
    """
    if dimension.score == "regex":
        last = deque(re.finditer(dimension.pattern or "", output, re.MULTILINE), maxlen=1)
        return _number(last[0][1]) if last else None
    if dimension.score == "json":
        path = tuple((dimension.path or "").split("."))
        with suppress(NotFoundError):
            return _number(find(_json(output), path))
    return None


def _json(output: str) -> Any:
    for text in (output, *reversed(plain_lines(output))):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            continue
    return None


def _number(value: Any) -> float | None:
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return None
    # nan is excluded as well, as it cannot be compared.
    if not is_number(value) or value != value:  # noqa: PLR0124 - only nan is not itself
        return None
    return float(min(max(value, 0), 100))


def run(  # noqa: PLR0913 - half of them have defaults
    unit: Unit,
    workspace: Path,
    log: Path,
    *,
    stop: Callable[[], bool] = lambda: False,
    on_start: Callable[[], None] = lambda: None,
    collector: ResultCollector | None = None,
    isolation: Isolation | None = None,
    mount: Overlay | None = None,
) -> CommandRun:
    """Run the command in the workspace, and record how it ended.

    Its output goes to the file ``log``. Its HOME and TMPDIR are new folders beside the workspace.
    Without ``isolation`` it has limits, but no box. If it cannot be run, also because of a full
    disk, the status is broken. A workspace that is an overlay (``mount``) needs a box. ``on_start``
    is called once the command has started. Raises StoppedError when ``stop`` returns True.
    """
    record = CommandRun(
        name=unit.name,
        command=unit.command,
        status="broken",
        timeout_seconds=unit.timeout_seconds,
        log=str(log),
        files=unit.files,
    )
    isolation = isolation or Isolation()
    try:
        arguments = unit, workspace, mount, log, stop, on_start
        try:
            ended, result, executed = _run(*arguments, collector, isolation)
        except RecorderError as error:
            ended, result, executed = _run(*arguments, error.fallback, isolation)
        tail = last_lines(log)
    except HydraError as error:
        return replace(record, problem=str(error))
    record = replace(record, executed=executed)
    results: dict[str, Any] = {"tests" if isinstance(result, TestRun) else "lint": result}
    record = replace(record, seconds=ended.seconds, exit=ended.exit, tail=tail)
    if ended.exit is None:
        limit = f"{unit.timeout_seconds:g} s"
        problem = f"it took longer than {limit}, and was killed with all its processes"
        return replace(record, status="timeout", problem=problem, **results)
    if ended.exit in NOT_STARTED:
        return replace(record, problem=_cannot_start(ended.exit, tail))
    # Not for tests: the recorder reports their results, or that there is no pytest.
    if ended.exit == 1 and not isinstance(result, TestRun) and _NO_MODULE.search(tail):
        return replace(record, exit=None, problem=_cannot_start(ended.exit, tail))
    is_complete = isinstance(result, TestRun) and result.evidence == "ids" and not result.problems
    killed = ended.exit and ended.excess is None and not is_complete and _KILLED.search(tail)
    if ended.foreign_signal is not None or killed:
        name = ended.foreign_signal or "SIGKILL"
        problem = f"it was killed by {name} from elsewhere; did the machine run out of memory?"
        return replace(record, problem=problem, **results)
    names = (str(workspace), os.path.realpath(workspace), str(isolation.places(workspace, log)[0]))
    folder = workspace if mount is None else mount.path
    missing = tuple(output for output in unit.outputs if not _is_there(folder, names, output))
    return replace(record, status="done", missing=missing, outputs=len(unit.outputs), **results)


def with_signs(run: CommandRun, files: Sequence[str]) -> CommandRun:
    """The run, with a sign for each configuration of tests that a build made."""
    if run.tests is None or not files:
        return run
    signs = (Sign(kind="configuration-made", file=file, text="a new file") for file in files)
    return replace(run, tests=replace(run.tests, signs=(*run.tests.signs, *signs)))


def environment(
    unit: Unit,
    workspace: Path,
    private: Path,
    ours: Mapping[str, str],
    *,
    host_path: Path | None = None,
) -> dict[str, str]:
    """The environment of a check: only what is listed here, nothing else of ``ours``.

    So no variable of ours affects a test runner, a coverage tool or git, and no secret is passed
    on. ``host_path`` is our own path of the workspace, if it is not ``workspace``.
    """
    roots = unit.pythonpath
    if roots is None:
        roots = ("", "src") if ((host_path or workspace) / "src").is_dir() else ("",)
    # A relative folder would be in the candidate's workspace.
    words = ours.get("PATH", os.defpath).split(os.pathsep)
    folders = [] if unit.python is None else [os.path.dirname(unit.python)]
    folders += [word for word in words if os.path.isabs(word)]
    variables = {
        "PATH": os.pathsep.join(dict.fromkeys(folders)),
        "HOME": str(private / "home"),
        "TMPDIR": str(private / "tmp"),
        # The same sort order and messages for all users.
        "LANG": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
        # Not PYTHONSAFEPATH: a build may run a script that imports its neighbour.
        "PYTHONPATH": os.pathsep.join(str(workspace / root) for root in roots),
        INSIDE: "1",
        # In addition to the protection in workspaces: git must not find the user's repository.
        "GIT_CEILING_DIRECTORIES": str(workspace.parent),
    }
    home = Path(ours.get("HOME") or os.devnull)
    for variable, folder in INSTALLED.items():
        installed = Path(ours.get(variable) or home / folder)
        # Not Path.is_dir, which may raise PermissionError.
        if os.path.isdir(installed):
            variables[variable] = str(installed)
    return variables | dict(unit.environment)


@contextmanager
def agent_program(  # noqa: PLR0913 - an agent, and where it works
    words: Sequence[str],
    workspace: Path,
    private: Path,
    variables: Mapping[str, str],
    isolation: Isolation,
    *,
    network: bool = True,
    files: Sequence[Path] = (),
) -> Iterator[tuple[WrappedCommand, dict[str, str]]]:
    """The command line of a coding agent in its isolation, and its environment.

    ``words`` are its own command line, of which a box shows the ``files``, and ``variables`` are
    added to those of a check: of PATH its folders come first. Its home is in ``private``, as for
    `Isolation.wrap`. Raises StoreError.
    """
    place, own = isolation.places(workspace, private)
    line = f"exec {shlex.join(words)}"
    unit = Unit(name="agent", command=line, timeout_seconds=0)
    given = {**variables, **environment(unit, place, own, os.environ)}
    ours = given["PATH"].split(os.pathsep)
    first = [
        folder for folder in variables.get("PATH", "").split(os.pathsep) if os.path.isabs(folder)
    ]
    given["PATH"] = os.pathsep.join(dict.fromkeys([*first, *ours]))
    shown = [Path(folder) for folder in first if folder not in ours and os.path.isdir(folder)]
    with isolation.wrap(
        ["/bin/sh", "-c", line],
        workspace=workspace,
        private=private,
        environment=given,
        python=None,
        network=network,
        readable=[*shown, *files],
    ) as wrapped:
        yield wrapped, given


def _run(  # noqa: PLR0913, PLR0917 - the arguments of `run`
    unit: Unit,
    workspace: Path,
    mount: Overlay | None,
    log: Path,
    stop: Callable[[], bool],
    on_start: Callable[[], None],
    collector: ResultCollector | None,
    isolation: Isolation,
) -> tuple[Ending, TestRun | LintRun | None, tuple[ExecutedFile, ...]]:
    private, folder = _private_folder(workspace), workspace if mount is None else mount.path
    place, own = isolation.places(workspace, private)
    start = Start(unit.command, {})
    if collector is not None:
        start = collector.start(place, private / "results", folder)
    # The collector knows our path of the folder: replace it with the path in the box.
    line = start.command.replace(str(private), str(own))
    added = {name: text.replace(str(private), str(own)) for name, text in start.environment.items()}
    # Variables that the user passes on are added, and replace none of these.
    variables = {name: os.environ[name] for name in isolation.variables if name in os.environ}
    variables |= {**environment(unit, place, own, os.environ, host_path=folder), **added}
    watcher = watch(isolation.limits, workspace.parent)
    observer = Observer(wanted=unit.observed)
    try:
        with isolation.wrap(
            ["/bin/sh", "-c", line],
            workspace=workspace,
            private=private,
            environment=variables,
            python=unit.python,
            network=unit.network,
            mount=mount,
            sealed=unit.sealed,
        ) as wrapped:
            words, descriptors = observer.wrap(wrapped.command)
            ended = run_logged(
                words,
                cwd=workspace,
                environment=variables,
                log=log,
                seconds=unit.timeout_seconds,
                pass_fds=(*start.pass_fds, *wrapped.descriptors, *descriptors),
                stop=stop,
                on_start=partial(observer.started, on_start),
                watch=watcher,
            )
            if ended.exit is not None and ended.exit >= 0:
                wrapped.check(last_lines(log))
            _check_room(ended, workspace.parent, watcher)
        output = "" if collector is None else read_log(log, OUTPUT_LIMIT)
    except BaseException:
        # Always finish the collector, as it may have open files.
        if collector is not None:
            with suppress(HydraError):
                collector.finish(None, "")
        raise
    finally:
        observer.close()
    executed = observer.files(place, workspace, folder)
    return ended, None if collector is None else collector.finish(ended.exit, output), executed


def _check_room(ended: Ending, folder: Path, watcher: Watch) -> None:
    """Raise HydraError if a command failed on a disk that it did not fill itself."""
    failed = ended.exit and ended.excess is None
    if failed and is_full(folder) and watcher(()) is None:
        raise HydraError("the disk is full, but not because of this command")


def _private_folder(workspace: Path) -> Path:
    """A new folder for other files of a command; it is removed with the workspace."""
    private = workspace.parent / random_name()
    try:
        private.mkdir(mode=0o700)
        for name in ("home", "tmp", "results"):
            (private / name).mkdir()
    except OSError as error:
        raise StoreError(workspace.parent, error) from error
    return private


def _cannot_start(exit_code: int, tail: str) -> str:
    reason = "cannot be executed" if exit_code == NOT_STARTED[0] else "was not found"
    last = one_line(tail.rpartition("\n")[2], 200)
    return (
        f"a program of the command {reason} (exit status {exit_code}){': ' if last else ''}{last}; "
        "if it is in your checkout, add its folder to [race] share; else install it, or change the "
        "command in [scoring.commands]"
    )


def _is_there(folder: Path, names: Sequence[str], pattern: str) -> bool:
    """Whether a path in the workspace matches, and is not a link out of it."""
    try:
        # The plain path too: glob skips links to the workspace's path in the box, dangling here.
        plain = pattern.lstrip("/")
        paths = [plain, *(str(path.relative_to(folder)) for path in folder.glob(plain))]
        return any(leads_to(folder, entry, names) is not None for entry in paths)
    except (OSError, ValueError, NotImplementedError, RuntimeError):
        # An invalid pattern, or a path that cannot be read, is not an output.
        return False
