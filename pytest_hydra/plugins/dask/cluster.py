"""Run functions on a Dask cluster and wait for their results.

When a worker dies, Dask runs its work on another one; work whose input data was only on that worker
is submitted again with the data. Every other failure is reported in one line.
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
from pytest_hydra.execution import StoppedError, now

if TYPE_CHECKING:
    from distributed import Future

# Time limit for an answer of the scheduler, in seconds.
_ANSWERS = 15.0
# First and longest interval between checks for the end of the session, in seconds.
_SOON, _LOOK = 0.25, 4.0
# Interval between checks for workers, in seconds.
_OFTEN = 3.0
# How often work is submitted again after its data was lost with a worker.
_TRIES = 5
# States of a task that is still wanted; a cancelled task leaves them.
_AT_WORK = ("executing", "long-running", "resumed")


class DaskCluster:
    """A thread-safe client of a cluster, which may be without workers for ``patience`` seconds."""

    def __init__(self, address: str, *, patience: float = 60.0) -> None:
        """Connect. Raises HydraError if Dask is not installed or the scheduler does not answer."""
        try:
            from distributed import Client
        except ImportError as error:
            raise HydraError(
                '[execution] engine = "dask" needs Dask, which is not installed '
                f'({one_line(str(error), 100)}): pip install "pytest-hydra[dask]"'
            ) from None
        # It logs a traceback for each lost connection, which we report in one line.
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
        self.address = address
        self._patience = patience
        self._query_lock = threading.Lock()
        self._last_query = self._last_workers = now()
        self._waiting: set[threading.Event] = set()
        self._is_lost = False
        try:
            self._client = Client(address, timeout=_ANSWERS, set_as_default=False)
        except (OSError, ValueError) as error:
            raise HydraError(
                f"no Dask scheduler answers at {one_line(address, 200)}: "
                f"{one_line(str(error), 200)}; set [execution] scheduler to its address"
            ) from None

    @property
    def label(self) -> str:
        """Its address, for messages."""
        return f"dask at {one_line(self.address, 100)}"

    def run(
        self,
        function: Callable[..., Any],
        arguments: Callable[[], Iterable[Any]],
        *,
        urgency: int,
        stopped: Callable[[], bool],
    ) -> Any:
        """Run the function on a worker and return its result; the smallest ``urgency`` goes first.

        ``arguments`` is called for each submission; values that were sent with `send` arrive as
        themselves. Raises HydraError for a failure of the cluster, and StoppedError.
        """
        for _ in range(_TRIES):
            if self._is_lost:
                # Dask keeps trying to reconnect; a new submission would wait as long.
                raise HydraError(self._loss)
            try:
                name = f"hydra-{uuid4().hex}"
                future = self._client.submit(
                    function, *arguments(), key=name, priority=-urgency, pure=False
                )
                return self._result(future, stopped)
            except _LostError:
                continue
            except (HydraError, StoppedError):
                raise
            except (Exception, CancelledError) as error:  # noqa: BLE001 - as a connection breaks
                if stopped():
                    raise StoppedError from None
                raise HydraError(self._failure(error)) from None
        raise HydraError(f"the workers of {self.label} were lost {_TRIES} times")

    def send(self, value: Any) -> Future[Any]:
        """Send a value to one worker; the others fetch it from there. Raises HydraError."""
        try:
            (future,) = self._client.scatter([value], hash=False, timeout=self._patience)
        except TimeoutError:
            raise HydraError(self._no_worker) from None
        return future

    def close(
        self,
        sent: Iterable[Future[Any]],
        tidy: Callable[..., object],
        *arguments: Any,
        seconds: float,
    ) -> None:
        """Drop what was sent, run ``tidy`` on each worker and disconnect within ``seconds``."""

        def leave() -> None:
            # If the scheduler is gone, the data goes with its workers.
            with suppress(Exception, CancelledError):
                if self._client.status == "running":
                    self._client.cancel(list(sent))
                    self._client.run(tidy, *arguments, on_error="ignore")

        leaving = threading.Thread(target=leave, name="hydra-leave", daemon=True)
        leaving.start()
        leaving.join(seconds)
        self._client.close(timeout=seconds)

    def _result(self, future: Future[Any], stopped: Callable[[], bool]) -> Any:
        """The result of the future. Raises _LostError if it was lost with its worker."""
        try:
            self._wait_for(future, stopped)
        except BaseException:
            # On Ctrl-C too: the result is no longer wanted.
            future.cancel()
            raise
        try:
            return future.result(timeout=_ANSWERS)
        except FutureCancelled:
            # If the scheduler is still there, it lost the data that the work needs.
            if self._client.status != "running":
                raise
            raise _LostError from None

    def _wait_for(self, future: Future[Any], stopped: Callable[[], bool]) -> None:
        woken, finished = threading.Event(), threading.Event()

        def end(_: object) -> None:
            finished.set()
            woken.set()

        # A callback instead of polling: many threads may wait, each for its own future.
        future.add_done_callback(end)
        self._waiting.add(woken)
        look = _SOON
        try:
            while not finished.is_set():
                if stopped():
                    raise StoppedError
                if woken.wait(look):
                    woken.clear()
                    continue
                self._look_for_workers()
                look = min(2 * look, _LOOK)
        finally:
            self._waiting.discard(woken)

    def _failure(self, error: BaseException) -> str:
        if self._client.status != "running":
            self._is_lost = True
            return self._loss
        if type(error).__name__ == "KilledWorker":
            return (
                f"the workers of {self.label} died one after the other: perhaps the command needs "
                "more memory than they have"
            )
        return f"{self.label}: {type(error).__name__}: {one_line(str(error), 300)}"

    def _look_for_workers(self) -> None:
        """Raise HydraError if there have been no workers for long. One thread checks for all."""
        if now() - self._last_query > _OFTEN and self._query_lock.acquire(blocking=False):
            try:
                self._last_query = now()
                if self._client.scheduler_info()["workers"]:
                    self._last_workers = now()
            finally:
                self._query_lock.release()
        if now() - self._last_workers > self._patience:
            raise HydraError(self._no_worker)

    @property
    def _loss(self) -> str:
        return f"{self.label} is gone; finished results are kept"

    @property
    def _no_worker(self) -> str:
        starts = f"start one with `dask worker {one_line(self.address, 100)}`"
        return f"{self.label} has had no worker for {self._patience:g} s; {starts}"


class _LostError(Exception):
    """Work was lost with its worker and has to be submitted again."""


def is_available(future: Future[Any]) -> bool:
    """Whether sent data is on a worker, or on its way."""
    return future.status in ("pending", "finished")


def stopper() -> Callable[[], bool]:
    """On a worker, inside a task: a function that says whether the result is no longer wanted."""
    from distributed import get_worker

    worker = get_worker()
    key = worker.get_current_task()

    def stopped() -> bool:
        task = worker.state.tasks.get(key)
        is_active = task is not None and task.state in _AT_WORK
        return not is_active or worker.status.name in ("closing", "closed", "failed")

    return stopped
