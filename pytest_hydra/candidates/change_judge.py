"""Who grades the changes of a race: the judge of whose rules hold, asked by whoever wants it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra import options
from pytest_hydra.execution.tasks import TasksStoppedError
from pytest_hydra.execution.threads import PoolStoppedError

if TYPE_CHECKING:
    import pytest

    from pytest_hydra.core.gates import ChangeRuling
    from pytest_hydra.judging.session import JudgingSession
    from pytest_hydra.session.collect import Collecting
    from pytest_hydra.settings.file import Settings


class RaceJudge:
    """Asks the session's judge of changes, or the base's where its rules hold.

    Its methods may be called from any thread.
    """

    def __init__(self, config: pytest.Config, collecting: Collecting) -> None:
        self._config = config
        self._collecting = collecting
        self._lock = threading.Lock()
        self._base: tuple[Settings, Callable[[], Path]] | None = None
        self._session: JudgingSession | None = None

    def by(self, ruling: Settings, folder: Callable[[], Path]) -> RaceJudge:
        """The same, with the judge of the rules that hold.

        Where they are the base's, commands of judges run in a folder with its files, which is made
        when it is needed: else a branch could bring a judge of its own.
        """
        if ruling is not self._collecting.settings:
            self._base = (ruling, folder)
        return self

    def __call__(
        self,
        diff: Path,
        name: str,
        criteria: Sequence[str],
        *,
        makers: Sequence[str],
        recorded: Mapping[str, Any] | None = None,
    ) -> ChangeRuling:
        """What the judge says. Raises HydraError and TasksStoppedError."""
        try:
            return self._opened().rule_change(
                diff, name, criteria, makers=makers, recorded=recorded
            )
        except PoolStoppedError:
            raise TasksStoppedError from None

    def close(self) -> None:
        """End what is being asked."""
        with self._lock:
            if self._session is not None:
                self._session.close()

    def _opened(self) -> JudgingSession:
        with self._lock:
            if self._session is None:
                self._session = self._open()
            return self._session

    def _open(self) -> JudgingSession:
        collecting = self._collecting
        if self._base is None:
            return collecting.judging
        from pytest_hydra.judging.session import JudgingSession

        ruling, folder = self._base
        return JudgingSession(
            # What is known is kept where all of it is.
            replace(ruling, root=collecting.settings.root),
            options.judge_of(self._config, ruling),
            None,
            collecting.reuse,
            judges_in=folder(),
        )
