"""What foreign code raised, told in one line and in its own frames."""

from __future__ import annotations

import sys
import traceback
from pathlib import Path
from types import FrameType

from pytest_hydra.core.text import one_line, printable

_OURS = f"{Path(__file__).resolve().parent.parent}/"
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
    told = traceback.TracebackException.from_exception(error)
    _cut(told, set())
    return _bounded("".join(told.format()))


def frames_text(error: BaseException) -> str:
    """Where foreign code stood when it was interrupted, without our frames."""
    stack = traceback.extract_tb(error.__traceback__)
    return _stack_text(stack)


def stack_text(frame: FrameType) -> str:
    """Where foreign code stands just now, without our frames."""
    return _stack_text(traceback.extract_stack(frame))


def is_the_bots(error: BaseException) -> bool:
    """Whether foreign code may end with this without meaning the whole session.

    Not KeyboardInterrupt, and not what pytest raises to skip, fail or exit.
    """
    if isinstance(error, KeyboardInterrupt):
        return False
    # Whoever raised pytest's own has loaded it.
    loaded = sys.modules.get("pytest")
    return loaded is None or not isinstance(
        error, loaded.skip.Exception | loaded.fail.Exception | loaded.exit.Exception
    )


def _stack_text(stack: traceback.StackSummary) -> str:
    kept = _without_runner([one for one in stack if not _is_ours(one.filename)])
    return _bounded("".join(traceback.format_list(kept)))


def _cut(told: traceback.TracebackException, seen: set[int]) -> None:
    if id(told) in seen:
        return
    seen.add(id(told))
    kept = [one for one in told.stack if not _is_ours(one.filename)]
    told.stack = traceback.StackSummary.from_list(_without_runner(kept))
    for other in (told.__cause__, told.__context__, *(told.exceptions or ())):
        if other is not None:
            _cut(other, seen)


def _is_ours(filename: str) -> bool:
    return filename.startswith((_OURS, "<frozen importlib"))


def _without_runner(stack: list[traceback.FrameSummary]) -> list[traceback.FrameSummary]:
    """Leave out how the event loop or the thread came to the code that is meant."""
    library = str(Path(traceback.__file__).resolve().parent)
    runners = tuple(
        f"{library}/{name}" for name in ("asyncio/", "threading.py", "contextvars.py", "importlib/")
    )
    start = 0
    while start < len(stack) and stack[start].filename.startswith(runners):
        start += 1
    return stack[start:] if start < len(stack) else stack


def _bounded(text: str) -> str:
    if len(text) > _LIMIT:
        text = f"{text[: _LIMIT // 4]}\n...\n{text[-3 * _LIMIT // 4 :]}"
    return printable(text).rstrip("\n")
