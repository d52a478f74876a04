"""Bots in Python: functions, classes and objects, sync and async, in this process."""

from __future__ import annotations

import importlib
import inspect
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextvars import Context, copy_context
from copy import deepcopy
from dataclasses import dataclass
from functools import cache, partial
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pytest_hydra.core.text import describe, one_line
from pytest_hydra.errors import HydraError, did_you_mean
from pytest_hydra.execution import (
    TimeUpError,
    Worker,
    can_interrupt,
    in_time,
    is_the_bots,
    traceback_text,
)
from pytest_hydra.registry import words
from pytest_hydra.scenarios.bots.protocol import BotError, EntryPoints
from pytest_hydra.scenarios.environment import NO_ENVIRONMENTS, Environments
from pytest_hydra.transcript.turn import Reply

if TYPE_CHECKING:
    from pytest_hydra.execution import EventLoop, LoopWork
    from pytest_hydra.settings import BotSettings

Bill = Callable[[object], tuple[str | None, float | None]]
_Passing = Literal["no", "second", "by name"]
#: What of its environments such a bot can use.
USES = frozenset(("tools", "folder", "arguments"))
# Parameters that a bot gets by name if it has them.
_BY_NAME = frozenset({"tools", *words("arguments")})


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
    return conversations(name, target, settings.timeout_seconds, settings.bill)


def conversations(
    name: str, target: object, timeout_seconds: float, bill: Bill | None = None
) -> EntryPoints:
    """The entry points of an object. Raises BotError if it cannot be called.

    ``bill`` returns the model of an answer, and what it cost.
    """
    style = _inspect(name, target, _BY_NAME)
    # On use, but not in the thread of a conversation.
    if "tools" in style.taken:
        import pytest_hydra.scenarios.bots.python_tools  # noqa: F401
    if style.is_async:
        event_loop()
    active: set[PythonChat] = set()

    def stop() -> None:
        for chat in list(active):
            chat.stop()

    def start(environments: Environments = NO_ENVIRONMENTS) -> PythonChat:
        offered = list(environments.arguments) if environments.parts else []
        if environments.parts and environments.tools:
            offered.append("tools")
        # An environment from elsewhere has words of its own.
        known = _BY_NAME.issuperset(offered)
        called = style if known else _inspect(name, target, _BY_NAME.union(offered))
        if called.lacks:
            raise BotError(called.lacks)
        for parameter in offered:
            if parameter not in called.taken:
                raise BotError(
                    f"bot {name!r} cannot use the scenario's {parameter}: it has no parameter "
                    f"named {parameter}"
                )
        chat = PythonChat(called, timeout_seconds, active, environments)
        chat.bill = bill
        return chat

    return start, stop


@dataclass(frozen=True, slots=True)
class _CallStyle:
    """How a bot is called. ``make`` returns the function for one conversation."""

    make: Callable[[], Any]
    is_class: bool
    is_async: bool
    passing: _Passing
    #: What it takes by name.
    taken: frozenset[str]
    #: Why it cannot be called so, though an environment may give what it needs; else empty.
    lacks: str


def _inspect(name: str, target: object, by_name: frozenset[str]) -> _CallStyle:
    """How it is called, where it may take these words by name."""
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
        passing = _passing(name, target.__name__, partial(call, None), by_name)
        return _CallStyle(target, True, inspect.iscoroutinefunction(call), *passing)
    if not callable(target):
        raise BotError(
            f"bot {name!r}: {one_line(repr(target), 80)} is not callable: a bot is a function, "
            "a class or an object that is called with (messages) or (messages, context)"
        )
    call = getattr(type(target), "__call__", None)  # noqa: B004 - which one it is, not whether
    is_async = inspect.iscoroutinefunction(target) or inspect.iscoroutinefunction(call)
    label = str(getattr(target, "__name__", type(target).__name__))
    return _CallStyle(lambda: target, False, is_async, *_passing(name, label, target, by_name))


def _passing(
    name: str, label: str, function: Callable[..., object], words_taken: frozenset[str]
) -> tuple[_Passing, frozenset[str], str]:
    """Whether and how it takes the context, what else it takes by name, and what it lacks."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # made in C, without a signature
        return "no", frozenset(), ""
    kinds = inspect.Parameter
    positional = [
        parameter
        for parameter in signature.parameters.values()
        if parameter.kind
        in (kinds.POSITIONAL_ONLY, kinds.POSITIONAL_OR_KEYWORD, kinds.VAR_POSITIONAL)
        and parameter.name not in words_taken
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
    if passing == "second" and not words_taken.isdisjoint(list(signature.parameters)[1:2]):
        passing = "by name"
    taken = words_taken.intersection(signature.parameters)
    args = (0, 0) if passing == "second" else (0,)
    by_name = ["context", *taken] if passing == "by name" else [*taken]
    further = [*signature.parameters.values()][2:]
    named = (kinds.POSITIONAL_OR_KEYWORD, kinds.KEYWORD_ONLY)
    needed = [e.name for e in further if e.default is kinds.empty and e.kind in named]
    lacks = _refusal(signature, args, by_name)
    if lacks:
        calls = f"{label}{signature} cannot be called with (messages) or (messages, context)"
        lacks = f"bot {name!r}: {calls}: {lacks}"
        if _refusal(signature, args, {*by_name, *needed}):
            raise BotError(lacks)
    return passing, taken, lacks


def _refusal(signature: inspect.Signature, args: Sequence[int], by_name: Iterable[str]) -> str:
    """Why it cannot be called with such arguments; empty if it can."""
    try:
        signature.bind(*args, **dict.fromkeys(by_name, 0))
    except TypeError as error:
        return one_line(str(error))
    return ""


class PythonChat:
    """One conversation with a bot in this process.

    In the main thread the bot runs there, and an alarm interrupts it at the time limit. In another
    thread, or below a running event loop, the conversation has a thread of its own: at the time
    limit we stop waiting, but the code cannot be stopped. Async bots share one event loop, in a
    thread of its own. Every conversation has its own copy of the context variables.
    """

    def __init__(
        self,
        style: _CallStyle,
        seconds: float,
        active: set[PythonChat],
        environments: Environments = NO_ENVIRONMENTS,
    ) -> None:
        self._style = style
        self._keywords: dict[str, Any] = {}
        if style.taken:
            given = environments.arguments
            self._keywords = {name: given.get(name) for name in style.taken - {"tools"}}
        if "tools" in style.taken:
            from pytest_hydra.scenarios.bots.python_tools import Tools

            self._keywords["tools"] = Tools(environments, style.is_async)
        self._seconds = seconds
        self.bill: Bill | None = None
        #: The running conversations with this bot.
        self._active = active
        self._stopped = False
        self._context: Context = copy_context()
        self._worker: Worker | None = None
        self._work: LoopWork | None = None
        self._function: Callable[..., object] | None = None

    def __enter__(self) -> PythonChat:
        self._active.add(self)
        if self._style.is_class:
            try:
                self._function = self._run(self._style.make)
            except BotError:
                self.__exit__()
                raise
        else:
            self._function = self._style.make()
        return self

    def __exit__(self, *_: object) -> None:
        self._active.discard(self)
        self._end_worker()

    def _end_worker(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.stop()

    def stop(self) -> None:
        """Cancel async code, and stop waiting for other code, which cannot be stopped."""
        self._stopped = True
        if self._work is not None:
            self._work.stop()
        if self._worker is not None:
            self._worker.release()

    def answer(self, messages: list[dict[str, str]], context: Mapping[str, Any]) -> object:
        """The bot's answer; raises BotError with the bot's traceback if there is none."""
        assert self._function is not None  # noqa: S101 - set when the conversation was entered
        ask = partial(self._function, [dict(message) for message in messages], **self._keywords)
        if self._style.passing == "second":
            ask = partial(ask, deepcopy(dict(context)))
        elif self._style.passing == "by name":
            ask = partial(ask, context=deepcopy(dict(context)))
        result: Any = None if self._style.is_async else self._run(ask)
        is_awaitable = hasattr(type(result), "__await__") and not isinstance(result, Reply)
        if self._style.is_async or is_awaitable:
            return self._await(ask if self._style.is_async else lambda: result)
        return result

    def _await(self, make: Callable[[], Any]) -> Any:
        """The result of an awaitable of the bot, made in the event loop. Raises as `answer`."""

        def result() -> Any:
            self._work = event_loop().start(make, self._seconds, self._context)
            if self._stopped:  # meanwhile
                self._work.stop()
            return self._work.wait()

        return self._reply(result)

    def _run(self, function: Callable[[], Any]) -> Any:
        """The result of a function of the bot. Raises as `answer`."""
        return self._reply(partial(self._limited, partial(self._context.run, function)))

    def _reply(self, result: Callable[[], Any]) -> Any:
        if self._stopped:
            raise BotError("was not called: the session has ended")
        try:
            return result()
        except TimeUpError as error:
            # Its code may still run, in its thread and with its context variables.
            self._end_worker()
            self._context = self._context.copy()
            raise self._timeout_error(error.stack, error.reason) from None
        except BaseException as error:
            if not is_the_bots(error):
                raise
            if self._stopped or (self._work is not None and self._work.expired):
                raise self._timeout_error(traceback_text(error)) from None
            raise BotError(describe(error), traceback_text(error)) from None

    def _timeout_error(self, stack: str, reason: str = "") -> BotError:
        if self._stopped:
            reason = "was stopped before it answered: the session has ended"
        return BotError(reason or f"did not answer within {self._seconds:g} s", stack)

    def _limited(self, function: Callable[[], Any]) -> Any:
        # A running loop implies that asyncio is imported, so do not import it for this check.
        # Another thread may be importing it.
        running_loop = getattr(sys.modules.get("asyncio"), "_get_running_loop", lambda: None)
        loop_runs = running_loop() is not None
        # Checked each time: an async test may continue a conversation that a fixture began.
        if self._worker is None and (loop_runs or not can_interrupt()):
            self._worker = Worker("hydra-bot")
        if self._worker is not None:
            return self._worker.call(self._seconds, function)
        return in_time(self._seconds, function)


@cache
def event_loop() -> EventLoop:
    """The event loop of all async bots of this process: what a bot opens there stays usable."""
    from pytest_hydra.execution import EventLoop

    return EventLoop("hydra-async")
