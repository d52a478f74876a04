"""A private event loop for one conversation."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from contextvars import Context
from typing import Any


class PrivateLoop:
    """Runs the awaitables of an async bot, turn by turn, in one loop.

    It is never set as the thread's loop, and the loop policy is only used to create it. ``expired``
    says whether the last turn was cancelled at its time limit.
    """

    def __init__(self, context: Context) -> None:
        self._loop = asyncio.new_event_loop()
        self._context = context
        self._task: asyncio.Task[Any] | None = None
        self.expired = False

    def run(self, awaitable: Awaitable[Any], seconds: float) -> Any:
        """The awaitable's result; after ``seconds`` cancels it and raises TimeoutError."""
        self.expired = False
        self._task = self._loop.create_task(
            self._limited(awaitable, seconds), context=self._context
        )
        return self._loop.run_until_complete(self._task)

    def cancel(self) -> None:
        """Cancel the running task, from any thread."""
        if self._task is not None:
            with suppress(RuntimeError):  # the loop was closed meanwhile
                self._loop.call_soon_threadsafe(self._task.cancel)

    async def _limited(self, awaitable: Awaitable[Any], seconds: float) -> Any:
        limit = asyncio.timeout(seconds)
        try:
            async with limit:
                return await awaitable
        finally:
            self.expired = limit.expired()

    def close_idle(self) -> bool:
        """Close the loop if the bot left nothing to finish in it; return whether it was closed.

        Only for a loop that is not running, from any thread.
        """
        # Only asyncio's own loops expose generators and pending callbacks, such as the end of a
        # closed connection: any other loop is closed by ``close``.
        loop = self._loop
        has_more = getattr(loop, "_asyncgens", True) or getattr(loop, "_ready", True)
        if has_more or asyncio.all_tasks(loop):
            return False
        self._loop.close()
        return True

    def close(self) -> None:
        """Cancel what the bot left running, end its generators, and close the loop."""
        # Errors of cancelled tasks no longer matter.
        self._loop.set_exception_handler(lambda _loop, _details: None)
        tasks = asyncio.all_tasks(self._loop)
        for task in tasks:
            task.cancel()
        if tasks:
            self._loop.run_until_complete(asyncio.wait(tasks))
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()

    def abandon(self) -> None:
        """Close the loop although a task in it ignores cancellation."""
        if self._loop.is_running():
            return
        for task in asyncio.all_tasks(self._loop):
            coroutine = task.get_coro()
            if coroutine is not None:
                # Close it here, under a time limit: otherwise it is closed at garbage collection.
                coroutine.close()
        self._loop.close()
