"""A time limit for code that has to run in this thread.

In the main thread a timer of the system interrupts the code wherever it stands, so fixtures, a
debugger, captured output and connections that belong to the thread work as without a limit. What
cannot be interrupted is code that never comes back to the interpreter (a long computation in C).
"""

from __future__ import annotations

import signal
import sys
import threading

# signal.signal without its enums, which on Python 3.11 take longer than all the rest of a limit.
from _signal import signal as _set_handler  # type: ignore[import-not-found]
from collections.abc import Callable
from types import FrameType
from typing import Any, TypeVar

from pytest_hydra.execution.clock import now

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
_HAS_TIMER = hasattr(signal, "setitimer")


class TimeUpError(BaseException):
    """The limit has passed. No Exception, so that the code's own handlers let it through."""


def can_interrupt() -> bool:
    """Whether `in_time` can be used here: in the main thread of a POSIX system."""
    return _HAS_TIMER and threading.get_ident() == threading.main_thread().ident


def in_time(seconds: float, function: Callable[..., T], /, *args: Any) -> T:
    """What the function gives; raises TimeUpError when it takes longer than ``seconds``.

    A timer that is running already (a test's own, or that of a plugin) goes on afterwards with
    what is left of it; one that ends before ours is left alone, and ours is not set. Once a
    debugger is at work in the code there is no limit. Ctrl-C ends the code even if it catches
    everything, and raises KeyboardInterrupt whatever the code makes of it.
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
    """End the limit of the code that the main thread runs in `in_time`; from any thread.

    Returns whether there is such code.
    """
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
            *(one.__module__ for one in kind.__mro__),
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
