"""Conversations on a cluster: the data sent for each bot, the worker's part, and the results.

On a worker each bot runs in its own processes, one conversation at a time in each. So its code is
loaded anew for each session, its environment is isolated, and it can be stopped at any time.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from pytest_hydra import __version__
from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.execution.dask import DaskCluster, stopper
from pytest_hydra.execution.process import LINE_LIMIT, Process
from pytest_hydra.execution.process_tree import ProcessError
from pytest_hydra.execution.quotas import environment_variables, now
from pytest_hydra.scenarios.bots.command import is_of_project
from pytest_hydra.scenarios.bots.protocol import BotError
from pytest_hydra.scenarios.conversation import Question
from pytest_hydra.scenarios.reply import conversation_from_plain

if TYPE_CHECKING:
    from pytest_hydra.execution.quotas import Budget
    from pytest_hydra.scenarios.load import Scenario
    from pytest_hydra.scenarios.reply import Conversation
    from pytest_hydra.settings.bots import BotSettings

# Time after which processes of an unfinished session are ended, in seconds.
_IDLE_SECONDS = 3600.0
# A recording contains several answers, each at most one line long.
_LONGEST = 4 * LINE_LIMIT
# How long a session waits for its workers to clean up at its end, in seconds.
_CLEANUP_SECONDS = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """A conversation and its requirements.

    ``files`` are the bot's files, relative to the question's root, each with its sha256; empty for
    a bot without files. ``environment`` are the variables for the bot.
    """

    session: str
    question: Question
    files: Mapping[str, str]
    needs_files: bool
    environment: Mapping[str, str]
    engine: str = __version__


def hold(work: Work) -> dict[str, Any]:
    """Hold a conversation on the current worker, as a Dask task.

    Returns the conversation as recordings store it, or the problem.
    """
    from distributed import get_worker

    worker = get_worker()
    location = f"on the worker {worker.address}"
    try:
        answer = _ask(work, Path(worker.local_directory), stopper())
    except (HydraError, OSError) as error:
        answer = {"problem": one_line(str(error), 1000), "traceback": None}
    if "problem" in answer:
        answer["problem"] = f"{location}: {answer['problem']}"
    return answer


async def forget(session: str) -> None:
    """End the idle processes of a session on this worker."""
    import asyncio

    await asyncio.to_thread(_forget, session)


@dataclass(slots=True)
class _Hosts:
    """The idle processes of one session, by bot name."""

    idle: dict[str, list[Process]] = field(default_factory=dict)
    last_use: float = 0.0


# A worker is one process with many threads, which share its sessions.
_lock = threading.Lock()
_sessions: dict[str, _Hosts] = {}


def _ask(work: Work, local: Path, stopped: Callable[[], bool]) -> dict[str, Any]:
    """The answer of a process that holds the conversation. Raises HydraError and OSError."""
    question = json.dumps(asdict(work.question)).encode("ascii")
    host = _acquire(work) or _start(work, local)
    try:
        line = host.ask(question, math.inf, stopped)
        answer: dict[str, Any] = json.loads(line)
    except BaseException as error:
        host.close()
        if isinstance(error, ProcessError | ValueError):
            failure = host.failure(error)
            raise HydraError(f"the conversation's process failed: {failure}") from None
        raise
    _return_host(work, host)
    return answer


def _acquire(work: Work) -> Process | None:
    """An idle process of this bot; None if there is none."""
    with _lock:
        for session, hosts in list(_sessions.items()):
            if session != work.session and now() - hosts.last_use > _IDLE_SECONDS:
                _end(_sessions.pop(session))
        hosts = _sessions.setdefault(work.session, _Hosts())
        hosts.last_use = now()
        idle = hosts.idle.get(work.question.name)
        return idle.pop() if idle else None


def _return_host(work: Work, host: Process) -> None:
    with _lock:
        hosts = _sessions.get(work.session)
        if hosts is not None:
            hosts.last_use = now()
            hosts.idle.setdefault(work.question.name, []).append(host)
            return
    host.close()  # the session has ended in the meantime


def _start(work: Work, local: Path) -> Process:
    """Start a process for this bot. Raises HydraError if the worker lacks a requirement."""
    if work.engine != __version__:
        raise HydraError(
            f"pytest-hydra {__version__} is installed, but the session has {work.engine}"
        )
    root = Path(work.question.root)
    if work.needs_files and not root.is_dir():
        raise HydraError(
            f"there is no {root}, the folder of hydra.toml in which bot "
            f"{work.question.name!r} runs; make it available at the same path"
        )
    for name, digest in work.files.items():
        if digest_of(root / name) != digest:
            raise HydraError(
                f"{root / name} is missing, or differs from the session's; give the "
                "worker the same files"
            )
    return Process(
        [sys.executable, "-P", "-m", "pytest_hydra.scenarios.conversation"],
        cwd=root if root.is_dir() else local,
        environment={**environment_variables(), **work.environment},
        line_limit=_LONGEST,
    )


def digest_of(path: Path) -> str | None:
    """The sha256 of a file, in hex; None if it cannot be read."""
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
    for processes in hosts.idle.values():
        for host in processes:
            host.close()


class BotCluster:
    """Holds the conversations of one session on a cluster. Thread-safe.

    ``root`` is the folder of hydra.toml. The scheduler is contacted for the first conversation.
    """

    def __init__(self, address: str, root: Path) -> None:
        self._address = address
        self._root = root
        self._session = uuid4().hex
        self._opening = threading.Lock()
        self._opened: DaskCluster | HydraError | None = None
        self._stopped = threading.Event()

    @property
    def threads(self) -> int:
        """The number of conversations that the workers hold at a time. Raises HydraError."""
        return self._dask().threads

    def hold(
        self, name: str, settings: BotSettings, scenario: Scenario, budget: Budget | None
    ) -> Conversation:
        """Hold a scenario's conversation on the cluster.

        Raises BotError if the cluster or the worker fails, and TasksStoppedError.
        """
        work = Work(
            session=self._session,
            question=Question(
                name=name,
                settings=settings.model_dump(mode="json", exclude_unset=True),
                root=str(self._root),
                users=tuple(scenario.messages),
                context=dict(scenario.context),
                history=scenario.history,
                most_usd=None if budget is None or budget.most is None else float(budget.most),
                spent_usd=0.0 if budget is None else float(budget.spent),
            ),
            files=dict(_files_of(settings, self._root)),
            needs_files=settings.opened_as in ("python", "command"),
            environment={
                variable: os.environ[variable]
                for variable in settings.variables
                if variable in os.environ
            },
        )
        try:
            answer: dict[str, Any] = self._dask().run(
                hold, lambda: [work], urgency=0, stopped=self._stopped.is_set
            )
            conversation = None if "problem" in answer else conversation_from_plain(answer)
        except HydraError as error:
            raise BotError(str(error)) from None
        if conversation is None:
            raise BotError(answer["problem"], answer["traceback"])
        if budget is not None:
            for turn in conversation.turns:
                if turn.reply is not None:
                    budget.add(turn.reply.cost_usd)
        return conversation

    def stop(self) -> None:
        """Stop waiting for results."""
        self._stopped.set()
        if isinstance(self._opened, DaskCluster):
            self._opened.look()

    def close(self) -> None:
        """End the session's processes on the cluster."""
        self.stop()
        if isinstance(self._opened, DaskCluster):
            self._opened.close((), forget, self._session, seconds=_CLEANUP_SECONDS)

    def _dask(self) -> DaskCluster:
        """The cluster, connected once. Raises HydraError on every call if that failed."""
        with self._opening:
            if self._opened is None:
                try:
                    self._opened = DaskCluster(self._address)
                except HydraError as error:
                    self._opened = error
        if isinstance(self._opened, HydraError):
            raise self._opened
        return self._opened


def _files_of(settings: BotSettings, root: Path) -> Iterator[tuple[str, str]]:
    """The bot's files in the project, and their digests."""
    names: list[str] = []
    if settings.python is not None:
        module = settings.python.partition(":")[0].replace(".", "/")
        names = [f"{module}.py", f"{module}/__init__.py"]
    for name in (*names, *(settings.command or ()), *(settings.resume or ())):
        if is_of_project(name, root):
            yield name, str(digest_of(root / name))
