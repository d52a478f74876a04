"""Code of others, such as a bot in Python: it has its time, and is told of in its own frames."""

from __future__ import annotations

import signal
import sys
import threading
import traceback

# That of the module signal makes enums of numbers, four times for each question.
from _signal import signal as _set_handler  # type: ignore[import-not-found]
from collections.abc import Callable
from itertools import dropwhile
from pathlib import Path
from queue import SimpleQueue
from types import FrameType
from typing import Any, TypeVar

from pytest_hydra.core.text import log_text, one_line
from pytest_hydra.execution.quotas import now
from pytest_hydra.execution.tasks import Task

_OURS = (f"{Path(__file__).resolve().parent.parent}/", "<frozen importlib")
_LIBRARY = Path(traceback.__file__).resolve().parent
_RUNNERS = tuple(
    f"{_LIBRARY}/{name}" for name in ("asyncio/", "threading.py", "contextvars.py", "importlib/")
)
# How much of a traceback is kept: its head says where it began, its tail what happened.
_LIMIT = 20_000


def describe(error: BaseException) -> str:
    """``ValueError: what it says``, in one printable line."""
    try:
        text = str(error)
    except Exception:  # noqa: BLE001 - a foreign __str__ may raise anything
        text = "(its text cannot be made)"
    name = type(error).__qualname__
    return one_line(f"{name}: {text}" if text else name, most=300)


def traceback_text(error: BaseException) -> str:
    """The traceback of foreign code, without our frames and those that ran it."""
    trace = traceback.TracebackException.from_exception(error)
    _cut(trace)
    return _bounded("".join(trace.format()))


def is_the_bots(error: BaseException) -> bool:
    """Whether foreign code may end with this: not with Ctrl-C, nor with what pytest raises."""
    if isinstance(error, KeyboardInterrupt):
        return False
    # Whoever raised pytest's own has loaded it.
    loaded = sys.modules.get("pytest")
    return loaded is None or not isinstance(
        error, loaded.skip.Exception | loaded.fail.Exception | loaded.exit.Exception
    )


def _stack_text(stack: traceback.StackSummary) -> str:
    return _bounded("".join(traceback.format_list(_foreign(stack))))


def _cut(trace: traceback.TracebackException) -> None:
    trace.stack = traceback.StackSummary.from_list(_foreign(trace.stack))
    for other in (trace.__cause__, trace.__context__, *(trace.exceptions or ())):
        if other is not None:
            _cut(other)


def _foreign(stack: traceback.StackSummary) -> list[traceback.FrameSummary]:
    """The frames that are not ours, without how the event loop or the thread came to them."""
    kept = [entry for entry in stack if not entry.filename.startswith(_OURS)]
    return list(dropwhile(lambda entry: entry.filename.startswith(_RUNNERS), kept)) or kept


def _bounded(text: str) -> str:
    if len(text) > _LIMIT:
        text = f"{text[: _LIMIT // 4]}\n...\n{text[-3 * _LIMIT // 4 :]}"
    return log_text(text).rstrip("\n")


T = TypeVar("T")

# Code that catches everything is told again, so often; sooner when somebody waits for the end.
_AGAIN_SECONDS = 0.5
_URGENTLY_SECONDS = 0.1
# Code that goes on even so, like ``while True: try: … except: pass``, is told so often that it is
# soon reached between two of its attempts. Never after the same time: it begins its next attempt
# when it was told, so a steady beat would meet it at the same place of each.
_PATIENCE = 3
_INCESSANTLY_SECONDS = 0.000_05
_SOON_SECONDS = 1e-6


class TimeUpError(BaseException):
    """The limit has passed; ``stack`` says where the code stood, without our frames.

    No Exception, so that the code's own handlers let it through.
    """

    def __init__(self, stack: str = "") -> None:
        super().__init__()
        self.stack = stack


def can_interrupt() -> bool:
    """Whether `in_time` can be used here: in the main thread of a POSIX system."""
    return hasattr(signal, "setitimer") and threading.get_ident() == threading.main_thread().ident


def in_time(seconds: float, function: Callable[..., T], /, *args: Any) -> T:
    """What the function gives; raises TimeUpError when it takes longer than ``seconds``.

    A timer that is running already goes on afterwards with what is left of it; where it ends before
    ours, ours is not set. Once a debugger is at work in the code there is no limit. Ctrl-C ends the
    code whatever it catches, and raises KeyboardInterrupt.
    """
    their_delay, their_interval = signal.setitimer(signal.ITIMER_REAL, 0)
    if 0 < their_delay <= seconds:
        signal.setitimer(signal.ITIMER_REAL, their_delay, their_interval)
        return function(*args)
    alarm = _Alarm()
    started = now()
    their_handler = _set_handler(signal.SIGALRM, alarm.ring)
    their_interrupt = _set_handler(signal.SIGINT, alarm.interrupt)
    if their_interrupt is not signal.default_int_handler:
        # Somebody has plans of their own for it.
        _set_handler(signal.SIGINT, their_interrupt)
    try:
        try:
            signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN_SECONDS)
            if alarm.interrupted:
                raise KeyboardInterrupt
            result = function(*args)
        finally:
            alarm.armed = False
    except BaseException as error:
        if isinstance(error, TimeUpError):
            error.stack = _stack_text(traceback.extract_tb(error.__traceback__))
        if alarm.interrupted and not isinstance(error, KeyboardInterrupt):
            raise KeyboardInterrupt from error
        raise
    finally:
        # Again: the alarm may have interrupted the line above.
        alarm.armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        # A handler that was not installed from Python reads as None and cannot be set again.
        _set_handler(signal.SIGALRM, signal.SIG_DFL if their_handler is None else their_handler)
        if their_interrupt is signal.default_int_handler:
            _set_handler(signal.SIGINT, their_interrupt)
        if their_delay:
            left = max(_SOON_SECONDS, their_delay - (now() - started))
            signal.setitimer(signal.ITIMER_REAL, left, their_interval)
    if alarm.interrupted:
        raise KeyboardInterrupt
    if alarm.rang:
        raise TimeUpError
    return result


def ring_now() -> bool:
    """End the limit of what the main thread runs in `in_time`, if it does; from any thread."""
    handler = signal.getsignal(signal.SIGALRM)
    if not isinstance(getattr(handler, "__self__", None), _Alarm):
        return False
    signal.setitimer(signal.ITIMER_REAL, _SOON_SECONDS, _URGENTLY_SECONDS)
    return True


def is_debugging() -> bool:
    """Whether a debugger follows this thread (a coverage tool does not count)."""
    trace = sys.gettrace()
    if trace is not None:
        kind = type(getattr(trace, "__self__", trace))
        names = {
            getattr(trace, "__module__", None) or "",
            *(entry.__module__ for entry in kind.__mro__),
        }
        if any(name.split(".")[0] in {"bdb", "pdb"} or "pydevd" in name for name in names):
            return True
    monitoring = getattr(sys, "monitoring", None)
    return monitoring is not None and monitoring.get_tool(monitoring.DEBUGGER_ID) is not None


class _Alarm:
    __slots__ = ("armed", "interrupted", "rang")

    def __init__(self) -> None:
        self.armed = True
        #: How often.
        self.rang = 0
        self.interrupted = False

    def ring(self, _signal: int, frame: FrameType | None) -> None:
        # What is over, or has not begun, needs no telling: only the code that is called from there.
        if not self.armed or (frame is not None and frame.f_code is in_time.__code__):
            return
        if is_debugging():
            self.armed = False
            return
        self.rang += 1
        if self.rang >= _PATIENCE:
            soon = _SOON_SECONDS + self.rang * _SOON_SECONDS % _INCESSANTLY_SECONDS
            signal.setitimer(signal.ITIMER_REAL, soon, _INCESSANTLY_SECONDS)
        raise KeyboardInterrupt if self.interrupted else TimeUpError

    def interrupt(self, _signal: int, frame: FrameType | None) -> None:
        __tracebackhide__ = True  # pytest is to show where the code stood
        self.interrupted = True
        if frame is not None and frame.f_code is in_time.__code__:
            return  # it looks before it calls the code, and when the code is done
        if self.armed and not is_debugging():
            self.rang = 0
            signal.setitimer(signal.ITIMER_REAL, _URGENTLY_SECONDS, _URGENTLY_SECONDS)
        raise KeyboardInterrupt


class Worker:
    """One daemon thread; everything that it is given runs in it, in order.

    Whatever the code keeps per thread is there at the next call. After a `TimeUpError` the
    thread is left to itself: it cannot be stopped, and it keeps nobody from exiting.
    """

    def __init__(self, name: str) -> None:
        self._jobs: SimpleQueue[Task | None] = SimpleQueue()
        self._current: Task | None = None
        self._thread = threading.Thread(target=_work, args=(self._jobs,), name=name, daemon=True)
        self._thread.start()

    def call(self, seconds: float, function: Callable[[], Any]) -> Any:
        """What the function gives or raises; raises TimeUpError after ``seconds``."""
        self._current = job = Task(function)
        self._jobs.put(job)
        job.woken.wait(seconds)
        # Nor may anything of it live on here.
        self._current = None
        if not job.is_done:
            frame = sys._current_frames().get(self._thread.ident or 0)
            raise TimeUpError(_stack_text(traceback.extract_stack(frame)) if frame else "")
        if job.error is not None:
            raise job.error
        return job.result

    def release(self) -> None:
        """Let whoever waits in `call` wait no longer, as if the time were up; from any thread."""
        job = self._current
        if job is not None:
            job.woken.set()

    def stop(self) -> None:
        """Let the thread end after what it was given. Does not wait."""
        self._jobs.put(None)


def _work(jobs: SimpleQueue[Task | None]) -> None:
    while (job := jobs.get()) is not None:
        job.run()
        # Nothing of a job may live on here until the next one comes.
        del job
