"""Conversations on a cluster: what is sent of each bot, and what comes back."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from pytest_hydra.errors import HydraError
from pytest_hydra.execution.dask import DaskCluster
from pytest_hydra.scenarios.bot_cluster_worker import Answer, Work, digest_of, forget, hold
from pytest_hydra.scenarios.bots.protocol import BotError
from pytest_hydra.scenarios.conversation_host import Question
from pytest_hydra.scenarios.replies import conversation_from_plain

if TYPE_CHECKING:
    from pytest_hydra.execution.quotas import Budget
    from pytest_hydra.scenarios.files.load import Scenario
    from pytest_hydra.scenarios.reply import Conversation
    from pytest_hydra.settings.bots import BotSettings

# How long a session that ends waits for its workers to tidy up, in seconds.
_TIDY = 1.0


class BotCluster:
    """Holds the conversations of one session on a cluster. For any thread.

    ``root`` is the folder of hydra.toml. The scheduler is asked when the first conversation is to
    be held.
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
        """How many conversations its workers hold at a time. Raises HydraError."""
        return self._dask().threads

    def hold(
        self, name: str, settings: BotSettings, scenario: Scenario, budget: Budget | None
    ) -> Conversation:
        """Hold a scenario's conversation there.

        Raises BotError where the cluster, or a worker that was asked, cannot do it, and
        TasksStoppedError.
        """
        work = Work(
            session=self._session,
            question=Question(
                name=name,
                settings=settings.model_dump(mode="json", exclude_unset=True),
                root=str(self._root),
                users=tuple(step.user for step in scenario.steps),
                context=dict(scenario.context),
                most_usd=None if budget is None or budget.most is None else float(budget.most),
                spent_usd=0.0 if budget is None else float(budget.spent),
            ),
            files=dict(_files_of(settings, self._root)),
            needs_files=settings.is_local,
            environment={
                variable: os.environ[variable]
                for variable in settings.variables
                if variable in os.environ
            },
        )
        try:
            answer: Answer = self._dask().run(
                hold, lambda: [work], urgency=0, stopped=self._stopped.is_set
            )
            told = answer.conversation
            held = None if told is None else conversation_from_plain(told)
        except HydraError as error:
            raise BotError(str(error)) from None
        if held is None:
            raise BotError(answer.problem, answer.traceback)
        if budget is not None:
            for turn in held.turns:
                if turn.reply is not None:
                    budget.add(turn.reply.cost_usd)
        return held

    def stop(self) -> None:
        """Wait for nothing more."""
        self._stopped.set()
        if isinstance(self._opened, DaskCluster):
            self._opened.look()

    def close(self) -> None:
        """End what runs there for the session."""
        self.stop()
        if isinstance(self._opened, DaskCluster):
            self._opened.close((), forget, self._session, seconds=_TIDY)

    def _dask(self) -> DaskCluster:
        """The cluster, looked for once. Raises HydraError, each time, where it is not there."""
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
    """The files in the project that a bot is known by, and their digests."""
    names: list[str] = []
    if settings.python is not None:
        module = settings.python.partition(":")[0].replace(".", "/")
        names = [f"{module}.py", f"{module}/__init__.py"]
    for name in (*names, *(settings.command or ())):
        if not os.path.isabs(name) and os.path.isfile(root / name):
            yield name, str(digest_of(root / name))
