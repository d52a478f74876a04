"""What a worker of a cluster does for scenarios: it has conversations held, and records them.

Each bot is asked in processes of its own, one conversation at a time in each: so its code is read
anew for each session, its variables are seen by nothing else, and it can be ended at any time.
"""

from __future__ import annotations

import json
import math
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra import __version__
from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.execution.dask import stopper
from pytest_hydra.execution.process import LINE_LIMIT, Process
from pytest_hydra.execution.process_tree import ProcessError
from pytest_hydra.execution.runtime import environment_variables, now

if TYPE_CHECKING:
    from pytest_hydra.scenarios.conversation_host import Question

# How long the processes of a session are kept that did not say goodbye, in seconds.
_KEPT_SECONDS = 3600.0
# A recording holds several answers, each of which may be as long as a line.
_LONGEST = 4 * LINE_LIMIT


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """A conversation, and what it needs.

    ``files`` are those that make the bot what it is, relative to the question's root, each with
    its sha256; a bot with none of them needs no files. ``environment`` are the variables that it
    is given.
    """

    session: str
    question: Question
    files: Mapping[str, str]
    needs_files: bool
    environment: Mapping[str, str]
    engine: str = __version__


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came of it: a conversation as recordings hold it, or why there is none."""

    conversation: Mapping[str, Any] | None = None
    problem: str = ""
    traceback: str | None = None


def hold(work: Work) -> Answer:
    """Hold a conversation on the worker that this is called on, as a task of Dask's."""
    from distributed import get_worker

    worker = get_worker()
    where = f"on the worker {worker.address}"
    try:
        told = _asked(work, Path(worker.local_directory), stopper())
    except (HydraError, OSError) as error:
        return Answer(problem=f"{where}: {one_line(str(error), 1000)}")
    if "problem" in told:
        return Answer(problem=f"{where}: {told['problem']}", traceback=told["traceback"])
    return Answer(conversation=told)


async def forget(session: str) -> None:
    """End what waits on this worker for more questions of a session."""
    import asyncio

    await asyncio.to_thread(_forget, session)


@dataclass(slots=True)
class _Hosts:
    """The processes of one session that wait, by the names of their bots."""

    idle: dict[str, list[Process]] = field(default_factory=dict)
    last: float = 0.0


# A worker is one process with many threads: what it has of a session is there once.
_lock = threading.Lock()
_sessions: dict[str, _Hosts] = {}


def _asked(work: Work, local: Path, stopped: Callable[[], bool]) -> dict[str, Any]:
    """What a process says that holds the conversation. Raises HydraError and OSError."""
    question = json.dumps(asdict(work.question)).encode("ascii")
    host = _take(work) or _start(work, local)
    try:
        line = host.ask(question, math.inf, stopped)
        told: dict[str, Any] = json.loads(line)
    except BaseException as error:
        host.close()
        if isinstance(error, ProcessError | ValueError):
            last = host.stderr().strip().rpartition("\n")[2]
            said = f"; the last line of its standard error: {one_line(last, 200)}" if last else ""
            raise HydraError(f"the process that held the conversation: {error}{said}") from None
        raise
    _give_back(work, host)
    return told


def _take(work: Work) -> Process | None:
    """A process that waits for a question to this bot; None where there is none."""
    with _lock:
        for session, hosts in list(_sessions.items()):
            if session != work.session and now() - hosts.last > _KEPT_SECONDS:
                _end(_sessions.pop(session))
        hosts = _sessions.setdefault(work.session, _Hosts())
        hosts.last = now()
        waiting = hosts.idle.get(work.question.name)
        return waiting.pop() if waiting else None


def _give_back(work: Work, host: Process) -> None:
    with _lock:
        hosts = _sessions.get(work.session)
        if hosts is not None:
            hosts.last = now()
            hosts.idle.setdefault(work.question.name, []).append(host)
            return
    host.close()  # the session has ended in the meantime


def _start(work: Work, local: Path) -> Process:
    """A process for this bot. Raises HydraError where the worker lacks what it needs."""
    if work.engine != __version__:
        raise HydraError(f"it has pytest-hydra {__version__}, and not {work.engine}")
    root = Path(work.question.root)
    if work.needs_files and not root.is_dir():
        raise HydraError(
            f"there is no {root}, the folder of hydra.toml in which the bot "
            f"{work.question.name!r} runs: let the worker see it at the same place"
        )
    for name, digest in work.files.items():
        if digest_of(root / name) != digest:
            raise HydraError(
                f"{root / name} is not there, or is another than where the session runs: let the "
                "worker see the same files"
            )
    return Process(
        [sys.executable, "-P", "-m", "pytest_hydra.scenarios.conversation_host"],
        cwd=root if root.is_dir() else local,
        environment={**environment_variables(), **work.environment},
        line_limit=_LONGEST,
    )


def digest_of(path: Path) -> str | None:
    """The sha256 of a file, in hex; None where it cannot be read."""
    import hashlib

    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None


def _forget(session: str) -> None:
    with _lock:
        hosts = _sessions.pop(session, None)
    if hosts is not None:
        _end(hosts)


def _end(hosts: _Hosts) -> None:
    for waiting in hosts.idle.values():
        for host in waiting:
            host.close()
