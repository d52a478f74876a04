"""One daemon thread with one event loop, for everything that this process asks over HTTP."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

import aiohttp

from pytest_hydra import __version__
from pytest_hydra.execution.clock import now

T = TypeVar("T")

# Servers close connections that were idle for some time, often for 5 s: ours are younger.
_IDLE_SECONDS = 4.0
# How long closing may take, in seconds: nobody waits longer for the thread.
_CLOSING = 0.5
_LONGEST_HEADER = 64 * 1024


class _Loop(asyncio.SelectorEventLoop):
    """An event loop that is nobody else's: no policy, clock or thread pool of others reaches it."""

    def time(self) -> float:
        """Real time, also where a test has frozen the clock."""
        return now()

    def run_in_executor(  # type: ignore[override] # only what this loop itself needs
        self, _executor: None, function: Callable[..., T], *args: Any
    ) -> asyncio.Future[T]:
        """Run it in a daemon thread. Names of hosts are looked up so.

        The usual pool of threads would be waited for at the interpreter's exit, for as long as a
        name server is silent.
        """
        future: asyncio.Future[T] = self.create_future()

        def settle(set_it: Callable[[Any], None], value: object) -> None:
            if not future.done():
                set_it(value)

        def work() -> None:
            try:
                set_it, value = future.set_result, function(*args)
            except Exception as error:  # noqa: BLE001 - raised where the result is awaited
                set_it, value = future.set_exception, error  # type: ignore[assignment]
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                self.call_soon_threadsafe(settle, set_it, value)

        threading.Thread(target=work, name="hydra-http-names", daemon=True).start()
        return future


class HttpLoop:
    """The thread, its loop, and the connections in it. See `submit`."""

    def __init__(self) -> None:
        self._loop = _Loop()
        # What goes wrong is raised where it is waited for; what a connection says when it is cut
        # off on purpose is of no use to anybody.
        self._loop.set_exception_handler(lambda _loop, _details: None)
        self._session: aiohttp.ClientSession | None = None
        self._thread = threading.Thread(target=self._run, name="hydra-http", daemon=True)
        self._thread.start()

    @property
    def is_alive(self) -> bool:
        """Whether the thread runs: not after a fork, in the child."""
        return self._thread.is_alive()

    def submit(self, work: Callable[[aiohttp.ClientSession], Coroutine[Any, Any, T]]) -> Future[T]:
        """Run what the function makes of the session, in the thread; cancel it by the future."""
        return asyncio.run_coroutine_threadsafe(self._with_session(work), self._loop)

    def now(self) -> float:
        """The time by the loop's clock."""
        return self._loop.time()

    def stop(self) -> None:
        """Cancel what runs, close the connections, and end the thread; at most half a second."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(lambda: self._loop.create_task(self._close()))
            self._thread.join(_CLOSING)

    async def _with_session(
        self, work: Callable[[aiohttp.ClientSession], Coroutine[Any, Any, T]]
    ) -> T:
        if self._session is None:
            self._session = _session()
        return await work(self._session)

    async def _close(self) -> None:
        own = asyncio.current_task()
        others = [task for task in asyncio.all_tasks() if task is not own]
        for task in others:
            task.cancel()
        if others:
            await asyncio.wait(others, timeout=_CLOSING / 2)
        if self._session is not None:
            await self._session.close()
            # What was closed is gone after the loop's next round.
            await asyncio.sleep(0)
        self._loop.stop()

    def _run(self) -> None:
        try:
            self._loop.run_forever()
        finally:
            self._loop.close()


def _session() -> aiohttp.ClientSession:
    trace = aiohttp.TraceConfig()
    trace.on_connection_create_end.append(_connected)
    trace.on_connection_reuseconn.append(_connected)
    return aiohttp.ClientSession(
        # How many are asked at a time is decided elsewhere.
        connector=aiohttp.TCPConnector(
            limit=0, keepalive_timeout=_IDLE_SECONDS, resolver=aiohttp.ThreadedResolver()
        ),
        # One conversation knows nothing of another, nor of ~/.netrc.
        cookie_jar=aiohttp.DummyCookieJar(),
        trust_env=False,
        # Time is kept where it is known what it is for.
        timeout=aiohttp.ClientTimeout(total=None, sock_connect=None),
        headers={"User-Agent": f"pytest-hydra/{__version__}", "Accept": "application/json"},
        max_line_size=_LONGEST_HEADER,
        max_field_size=_LONGEST_HEADER,
        trace_configs=[trace],
    )


async def _connected(_session: object, context: Any, _params: object) -> None:
    context.trace_request_ctx.connected = True


_lock = threading.RLock()
_shared: HttpLoop | None = None
_users = 0


def acquire() -> HttpLoop:
    """The process's loop, started when it is needed; `release` it once it is not."""
    global _shared, _users  # noqa: PLW0603 - one thread for the whole process
    with _lock:
        if _shared is None or not _shared.is_alive:
            atexit.register(_stop)
            _shared, _users = HttpLoop(), 0
        _users += 1
        return _shared


def release(loop: HttpLoop) -> None:
    """End the loop's thread when nobody else needs it."""
    global _users  # noqa: PLW0603 - one thread for the whole process
    with _lock:
        if loop is not _shared:
            return
        _users -= 1
        if _users == 0:
            _stop()


def _stop() -> None:
    global _shared
    with _lock:
        loop, _shared = _shared, None
    atexit.unregister(_stop)
    if loop is not None:
        loop.stop()
