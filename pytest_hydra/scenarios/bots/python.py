"""Bots in Python: functions, classes and objects, sync and async, in this process."""

from __future__ import annotations

import importlib
import inspect
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from contextvars import Context, copy_context
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError, did_you_mean
from pytest_hydra.execution.time_limits import (
    TimeUpError,
    Worker,
    can_interrupt,
    describe,
    in_time,
    is_the_bots,
    traceback_text,
)
from pytest_hydra.scenarios.bots.protocol import BotError, EntryPoints

if TYPE_CHECKING:
    from pytest_hydra.scenarios.bots.python_async import PrivateLoop
    from pytest_hydra.scenarios.world.live_world import LiveWorld
    from pytest_hydra.settings.bots import BotSettings

# Time for an async bot to end on cancellation before it is interrupted, in seconds.
_GRACE = 0.25
_CLOSING = 1.0
# Time to clean up after a timeout or an interrupted session, in seconds.
_MOMENT = 0.1

_Passing = Literal["no", "second", "by name"]


def load_target(label: str, target: str, root: Path) -> object:
    """Import ``package.module:attribute``, from the folder of hydra.toml or an installed package.

    The folder becomes the first entry of sys.path and stays there, as with pytest's own `prepend`
    import mode: a bot may import more of its package at any time. Raises HydraError if the target
    does not exist, or another module of that name is found; other exceptions of the module
    propagate.
    """
    module_name, _, attribute = target.partition(":")
    folder = str(root)
    was_there = folder in sys.path
    sys.path.insert(0, folder)
    # The file may be newer than the import system's cache of its folder.
    importlib.invalidate_caches()
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module_name}.".startswith(f"{error.name}."):
            raise  # the module exists, but one of its imports does not
        packages = (path.parent.name for path in root.glob("*/__init__.py"))
        modules = sorted({path.stem for path in root.glob("*.py")}.union(packages))
        raise HydraError(
            f"{label}: {module_name} cannot be imported: there is no module {error.name!r} in "
            f"{one_line(folder, 200)} or on "
            f"sys.path{did_you_mean(module_name.partition('.')[0], modules)}"
        ) from None
    finally:
        if was_there:
            sys.path.remove(folder)
    base = root.joinpath(*module_name.split("."))
    origin = getattr(module, "__file__", None) or ""
    for file in (f"{base}/__init__.py", f"{base}.py"):
        if os.path.isfile(file) and not (origin and os.path.samefile(file, origin)):
            detail = f"{file}, but the module {module_name!r} is {origin or 'another'}"
            raise HydraError(
                f"{label}: {target!r} cannot be used: it means {one_line(detail, 500)}, loaded "
                "before; rename one of them"
            )
    try:
        return attrgetter(attribute)(module)
    except AttributeError as error:
        public = [attr for attr in dir(error.obj) if attr[0] != "_"]
        raise HydraError(
            f"{label}: {target!r} cannot be used: {module_name} has no attribute "
            f"{attribute!r}{did_you_mean(str(error.name), public)}"
        ) from None


def opener(name: str, settings: BotSettings, root: Path) -> EntryPoints:
    """The entry points of a bot of hydra.toml.

    Raises BotError if it cannot be imported or called.
    """
    try:
        target = load_target(f"bot {name!r}", settings.python or "", root)
    except HydraError as error:
        raise BotError(str(error)) from None
    except BaseException as error:
        if not is_the_bots(error):
            raise
        module = (settings.python or "").partition(":")[0]
        reason = f"bot {name!r}: {module} cannot be imported: {describe(error)}"
        raise BotError(reason, traceback_text(error)) from None
    return conversations(name, target, settings.timeout_seconds)


def conversations(name: str, target: object, timeout_seconds: float) -> EntryPoints:
    """The entry points of an object. Raises BotError if it cannot be called."""
    style = _inspect(name, target)
    # On use, but not in the thread of a conversation.
    if style.takes_tools:
        import pytest_hydra.scenarios.world.python_tools
    if style.is_async:
        import pytest_hydra.scenarios.bots.python_async  # noqa: F401
    active: set[PythonChat] = set()

    def stop() -> None:
        for chat in list(active):
            chat.stop()

    def start_in(world: LiveWorld) -> PythonChat:
        if not style.takes_tools:
            raise BotError(
                f"bot {name!r} cannot use the world's tools: it has no parameter named tools"
            )
        return PythonChat(style, timeout_seconds, active, world)

    return partial(PythonChat, style, timeout_seconds, active), stop, start_in


@dataclass(frozen=True, slots=True)
class _CallStyle:
    """How a bot is called. ``make`` returns the function for one conversation."""

    make: Callable[[], Any]
    is_class: bool
    is_async: bool
    passing: _Passing
    takes_tools: bool


def _inspect(name: str, target: object) -> _CallStyle:
    if inspect.isclass(target):
        call = next(
            (vars(entry)["__call__"] for entry in target.__mro__ if "__call__" in vars(entry)), None
        )
        if call is None:
            raise BotError(
                f"bot {name!r}: an object of the class {target.__name__} is not callable: give the "
                "class a method __call__(self, messages) or __call__(self, messages, context)"
            )
        try:
            inspect.signature(target).bind()
        except TypeError as error:
            raise BotError(
                f"bot {name!r}: the class {target.__name__} is instantiated for each conversation, "
                f"without arguments, which its constructor does not accept: {one_line(str(error))}"
            ) from None
        except ValueError:  # a class in C without a signature: try it when it is called
            pass
        # Bound to a dummy: only the parameters after self matter.
        passing = _passing(name, target.__name__, partial(call, None))
        return _CallStyle(target, True, inspect.iscoroutinefunction(call), *passing)
    if not callable(target):
        raise BotError(
            f"bot {name!r}: {one_line(repr(target), 80)} is not callable: a bot is a function, "
            "a class or an object that is called with (messages) or (messages, context)"
        )
    call = getattr(type(target), "__call__", None)  # noqa: B004 - which one it is, not whether
    is_async = inspect.iscoroutinefunction(target) or inspect.iscoroutinefunction(call)
    label = str(getattr(target, "__name__", type(target).__name__))
    return _CallStyle(lambda: target, False, is_async, *_passing(name, label, target))


def _passing(name: str, label: str, function: Callable[..., object]) -> tuple[_Passing, bool]:
    """Whether and how the function takes the context, and whether it takes tools."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # made in C, without a signature
        return "no", False
    kinds = inspect.Parameter
    positional = [
        parameter
        for parameter in signature.parameters.values()
        if parameter.kind
        in (kinds.POSITIONAL_ONLY, kinds.POSITIONAL_OR_KEYWORD, kinds.VAR_POSITIONAL)
        and parameter.name != "tools"
    ]
    passing: _Passing = "no"
    # A second parameter with a default and another name is the bot's own.
    takes_two = any(entry.kind is kinds.VAR_POSITIONAL for entry in positional[:1]) or any(
        entry.default is kinds.empty or entry.name == "context" for entry in positional[1:2]
    )
    if takes_two:
        passing = "second"
    elif "context" in signature.parameters:
        passing = "by name"
    if passing == "second" and list(signature.parameters)[1:2] == ["tools"]:
        passing = "by name"
    takes_tools = "tools" in signature.parameters
    args = (0, 0) if passing == "second" else (0,)
    by_name = {"context": passing == "by name", "tools": takes_tools}
    try:
        signature.bind(*args, **{key: 0 for key, is_passed in by_name.items() if is_passed})
    except TypeError as error:
        raise BotError(
            f"bot {name!r}: {label}{signature} cannot be called with (messages) or "
            f"(messages, context): {one_line(str(error))}"
        ) from None
    return passing, takes_tools


class PythonChat:
    """One conversation with a bot in this process.

    In the main thread the bot runs there, and an alarm interrupts it at the time limit. In another
    thread, or below a running event loop, the conversation has a thread of its own: at the time
    limit we stop waiting, but the code cannot be stopped. Every conversation has its own copy of
    the context variables, and an async bot its own event loop.
    """

    def __init__(
        self,
        style: _CallStyle,
        seconds: float,
        active: set[PythonChat],
        world: LiveWorld | None = None,
    ) -> None:
        self._style = style
        self._keywords: dict[str, Any] = {}
        if style.takes_tools:
            from pytest_hydra.scenarios.world.python_tools import Tools

            self._keywords["tools"] = Tools(world, style.is_async)
        self._seconds = seconds
        #: The running conversations with this bot.
        self._active = active
        self._stopped = False
        self._context: Context = copy_context()
        self._worker: Worker | None = None
        self._loop: PrivateLoop | None = None
        self._function: Callable[..., object] | None = None
        self._expired = False

    def __enter__(self) -> PythonChat:
        self._active.add(self)
        if self._style.is_class:
            try:
                self._function = self._run(self._context.run, self._style.make)
            except BotError:
                self._release()
                raise
        else:
            self._function = self._style.make()
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        # After an exception, above all Ctrl-C, clean up as quickly as after a timeout.
        self._expired = self._expired or kind is not None
        self._release()

    def stop(self) -> None:
        """Cancel async code, and stop waiting for other code, which cannot be stopped."""
        self._stopped = True
        if self._loop is not None:
            self._loop.cancel()
        if self._worker is not None:
            self._worker.release()

    def answer(self, messages: list[dict[str, str]], context: Mapping[str, Any]) -> object:
        """The bot's answer; raises BotError with the bot's traceback if there is none."""
        copies = [dict(message) for message in messages]
        passing = self._style.passing
        ask = partial(self._ask, **self._keywords) if self._keywords else self._ask
        if passing == "no":
            return self._run(ask, copies)
        own_context = deepcopy(dict(context))
        if passing == "second":
            return self._run(ask, copies, own_context)
        return self._run(partial(ask, context=own_context), copies)

    def _ask(self, *args: object, **kwargs: object) -> object:
        assert self._function is not None  # noqa: S101 - set when the conversation was entered
        result: Any = self._context.run(self._function, *args, **kwargs)
        if not hasattr(type(result), "__await__"):
            return result
        if self._loop is None:
            from pytest_hydra.scenarios.bots.python_async import PrivateLoop

            self._loop = PrivateLoop(self._context)
        return self._loop.run(result, self._seconds)

    def _run(self, function: Callable[..., Any], *args: Any) -> Any:
        # An async bot is first cancelled by its loop; a sync one has no loop.
        seconds = self._seconds + _GRACE if self._style.is_async else self._seconds
        if self._stopped:
            raise BotError("was not called: the session has ended")
        try:
            return self._limited(seconds, partial(function, *args))
        except TimeUpError as error:
            self._expired = True
            raise self._timeout_error(error.stack) from None
        except BaseException as error:
            if not is_the_bots(error):
                raise
            if self._stopped or (self._loop is not None and self._loop.expired):
                raise self._timeout_error(traceback_text(error)) from None
            raise BotError(describe(error), traceback_text(error)) from None

    def _timeout_error(self, stack: str) -> BotError:
        if self._stopped:
            return BotError("was stopped before it answered: the session has ended", stack)
        return BotError(f"did not answer within {self._seconds:g} s", stack)

    def _limited(self, seconds: float, function: Callable[[], Any]) -> Any:
        # A running loop implies that asyncio is imported, so do not import it for this check.
        # Another thread may be importing it.
        running_loop = getattr(sys.modules.get("asyncio"), "_get_running_loop", lambda: None)
        loop_runs = running_loop() is not None
        # Checked each time: an async test may continue a conversation that a fixture began.
        if self._worker is None and (loop_runs or not can_interrupt()):
            self._worker = Worker("hydra-bot")
        if self._worker is not None:
            return self._worker.call(seconds, function)
        return in_time(seconds, function)

    def _release(self) -> None:
        self._active.discard(self)
        loop, self._loop = self._loop, None
        if loop is not None:
            self._close(loop)
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.stop()

    def _close(self, loop: PrivateLoop) -> None:
        # If the bot left nothing in the loop, closing needs no time limit.
        if not self._expired and loop.close_idle():
            return
        seconds = _MOMENT if self._expired else _CLOSING
        try:
            self._limited(seconds, loop.close)
        except TimeUpError:
            self._expired = True
            if self._worker is None:  # else its thread is stuck, and is abandoned
                # Exceptions of the bot during this cleanup no longer matter.
                with suppress(TimeUpError, Exception):
                    in_time(_MOMENT, loop.abandon)
