"""An event loop that belongs to one conversation, and that nobody else sees."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from contextvars import Context
from typing import Any


class PrivateLoop:
    """Runs what an async bot gives to be awaited, turn by turn, in one loop.

    It is never set as the thread's loop, and the loop policy is only asked for a new loop.
    ``expired`` says whether the last turn was cancelled because its time was up.
    """

    def __init__(self, context: Context) -> None:
        self._loop = asyncio.new_event_loop()
        self._context = context
        self._task: asyncio.Task[Any] | None = None
        self.expired = False

    def run(self, awaitable: Awaitable[Any], seconds: float) -> Any:
        """What the awaitable gives; cancels it after so many seconds, and raises TimeoutError."""
        self.expired = False
        self._task = self._loop.create_task(
            self._limited(awaitable, seconds), context=self._context
        )
        return self._loop.run_until_complete(self._task)

    def cancel(self) -> None:
        """Cancel what is awaited, from any thread."""
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
        """Close it, unless the bot left something in it that has to end first; whether it did not.

        For when nothing is run in it, from any thread.
        """
        # Only asyncio's own loops tell of generators, and of what is to be called next, like the
        # end of a connection that was closed: any other is closed the long way.
        loop = self._loop
        has_more = getattr(loop, "_asyncgens", True) or getattr(loop, "_ready", True)
        if has_more or asyncio.all_tasks(loop):
            return False
        self._loop.close()
        return True

    def close(self) -> None:
        """Cancel what the bot left running, end its generators, and close the loop."""
        # What a cancelled task says on its way out is nobody's business any more.
        self._loop.set_exception_handler(lambda _loop, _details: None)
        left = asyncio.all_tasks(self._loop)
        for task in left:
            task.cancel()
        if left:
            self._loop.run_until_complete(asyncio.wait(left))
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()

    def abandon(self) -> None:
        """Close the loop although something in it does not end when it is cancelled."""
        if self._loop.is_running():
            return
        for task in asyncio.all_tasks(self._loop):
            coroutine = task.get_coro()
            if coroutine is not None:
                # Here, where there is a limit: else it is done where nobody waits for it.
                coroutine.close()
        self._loop.close()
