"""Work on a cluster of Dask's: its scheduler is told what to run, and waited for.

Work whose worker dies is run again on another, by Dask; so is work whose values were only there,
after they were sent again. Whatever else goes wrong is told in a line.
"""

from __future__ import annotations

import logging
import threading
from asyncio import CancelledError
from collections.abc import Callable, Iterable
from concurrent.futures import CancelledError as FutureCancelled
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.execution.quotas import now
from pytest_hydra.execution.tasks import TasksStoppedError

if TYPE_CHECKING:
    from distributed import Future

# How long a scheduler may take to answer, in seconds.
_ANSWERS = 15.0
# How often it is looked whether the session ends, in seconds: at first, and at most.
_SOON, _LOOK = 0.25, 4.0
# How often it is looked whether there are workers, in seconds.
_OFTEN = 3.0
# How often work is told again whose values were lost with their worker.
_TRIES = 5
# The states of a task that somebody waits for; one that was cancelled leaves them.
_AT_WORK = ("executing", "long-running", "resumed")


class DaskCluster:
    """A cluster, for any thread; for ``patience`` seconds it may be without a worker."""

    def __init__(self, address: str, *, patience: float = 60.0) -> None:
        """Raises HydraError where Dask is not installed, or nobody answers there."""
        try:
            from distributed import Client
        except ImportError as error:
            raise HydraError(
                '[execution] engine = "dask" needs Dask, which is not installed '
                f'({one_line(str(error), 100)}): pip install "pytest-hydra[dask]"'
            ) from None
        # It tells of each lost connection with a traceback, and we tell it in a line.
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
        self.address = address
        self._patience = patience
        self._asking = threading.Lock()
        self._asked = self._seen = now()
        self._waiting: set[threading.Event] = set()
        self._is_gone = False
        try:
            self._client = Client(address, timeout=_ANSWERS, set_as_default=False)
        except (OSError, ValueError) as error:
            raise HydraError(
                f"no scheduler of Dask answers at {one_line(address, 200)}: "
                f"{one_line(str(error), 200)}; [execution] scheduler says where it is"
            ) from None

    @property
    def told(self) -> str:
        """Where it is, for people."""
        return f"dask at {one_line(self.address, 100)}"

    @property
    def threads(self) -> int:
        """How many threads its workers have together, as far as is known."""
        return sum(self._client.nthreads().values())

    def run(
        self,
        function: Callable[..., Any],
        arguments: Callable[[], Iterable[Any]],
        *,
        urgency: int,
        stopped: Callable[[], bool],
    ) -> Any:
        """What the function gives on a worker; the smallest ``urgency`` goes first.

        Its ``arguments`` are asked for each time it is told; those that were sent are given to it
        as what they stand for. Raises HydraError for what goes wrong with the cluster, and
        TasksStoppedError.
        """
        for _ in range(_TRIES):
            if self._is_gone:
                # Dask goes on looking for it, and who asks now would wait as long.
                raise HydraError(self._went_away)
            try:
                name = f"hydra-{uuid4().hex}"
                future = self._client.submit(
                    function, *arguments(), key=name, priority=-urgency, pure=False
                )
                return self._waited(future, stopped)
            except _LostError:
                continue
            except (HydraError, TasksStoppedError):
                raise
            except (Exception, CancelledError) as error:  # noqa: BLE001 - as a connection breaks
                if stopped():
                    raise TasksStoppedError from None
                raise HydraError(self._what_broke(error)) from None
        raise HydraError(f"the workers of {self.told} were lost {_TRIES} times")

    def send(self, value: Any) -> Future[Any]:
        """A value held by some worker; the others take it from each other. Raises HydraError."""
        try:
            (held,) = self._client.scatter([value], hash=False, timeout=self._patience)
        except TimeoutError:
            raise HydraError(self._no_worker) from None
        return held

    def look(self) -> None:
        """Have all who wait look at once whether they are to stop."""
        for waiting in list(self._waiting):
            waiting.set()

    def close(
        self,
        sent: Iterable[Future[Any]],
        tidy: Callable[..., object],
        *arguments: Any,
        seconds: float,
    ) -> None:
        """Drop what was sent, have each worker ``tidy``, and leave, within so many seconds."""

        def leave() -> None:
            # Where it is gone, or breaks now, what is left goes with its workers.
            with suppress(Exception, CancelledError):
                if self._client.status == "running":
                    self._client.cancel(list(sent))
                    self._client.run(tidy, *arguments, on_error="ignore")

        leaving = threading.Thread(target=leave, name="hydra-leave", daemon=True)
        leaving.start()
        leaving.join(seconds)
        self._client.close(timeout=seconds)

    def _waited(self, future: Future[Any], stopped: Callable[[], bool]) -> Any:
        """What came of it. Raises _LostError where it was lost with its worker."""
        try:
            self._wait_for(future, stopped)
        except BaseException:
            # Ctrl-C too: nobody wants it any more.
            future.cancel()
            raise
        try:
            return future.result(timeout=_ANSWERS)
        except FutureCancelled:
            # Where the scheduler is there, it has lost what the work needs.
            if self._client.status != "running":
                raise
            raise _LostError from None

    def _wait_for(self, future: Future[Any], stopped: Callable[[], bool]) -> None:
        woken, done = threading.Event(), threading.Event()

        def end(_: object) -> None:
            done.set()
            woken.set()

        # Told, and not asked for: very many may be waited for, each by a thread of its own.
        future.add_done_callback(end)
        self._waiting.add(woken)
        look = _SOON
        try:
            while not done.is_set():
                if stopped():
                    raise TasksStoppedError
                if woken.wait(look):
                    woken.clear()
                    continue
                self._look_for_workers()
                look = min(2 * look, _LOOK)
        finally:
            self._waiting.discard(woken)

    def _what_broke(self, error: BaseException) -> str:
        if self._client.status != "running":
            self._is_gone = True
            return self._went_away
        if type(error).__name__ == "KilledWorker":
            return (
                f"the workers of {self.told} died of it, one after the other: perhaps it takes "
                "more memory than they have"
            )
        return f"{self.told}: {type(error).__name__}: {one_line(str(error), 300)}"

    def _look_for_workers(self) -> None:
        """Raise HydraError where there has been none for long. One thread asks for all."""
        if now() - self._asked > _OFTEN and self._asking.acquire(blocking=False):
            try:
                self._asked = now()
                if self._client.scheduler_info()["workers"]:
                    self._seen = now()
            finally:
                self._asking.release()
        if now() - self._seen > self._patience:
            raise HydraError(self._no_worker)

    @property
    def _went_away(self) -> str:
        return f"{self.told} went away; what was finished is kept"

    @property
    def _no_worker(self) -> str:
        starts = f"`dask worker {one_line(self.address, 100)}` starts one"
        return f"{self.told} has had no worker for {self._patience:g} s; {starts}"


class _LostError(Exception):
    """Work was lost with its worker, and is to be told again."""


def is_held(future: Future[Any]) -> bool:
    """Whether what was sent is there, or on its way."""
    return future.status in ("pending", "finished")


def stopper() -> Callable[[], bool]:
    """On a worker, in a task: what says whether nobody wants what comes of it any more."""
    from distributed import get_worker

    worker = get_worker()
    key = worker.get_current_task()

    def stopped() -> bool:
        task = worker.state.tasks.get(key)
        wanted = task is not None and task.state in _AT_WORK
        return not wanted or worker.status.name in ("closing", "closed", "failed")

    return stopped
