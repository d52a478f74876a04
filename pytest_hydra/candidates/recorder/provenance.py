"""Where code comes from: the workspace, Python's own library, or what is installed.

PYTEST_DONT_REWRITE. It asks code by its own file alone: what else says where it is from may lie.
"""

from __future__ import annotations

import builtins
import os
import sys
from functools import partial
from types import FrameType, FunctionType, MethodType, SimpleNamespace

from . import signed_log

# Of its own: what is rebound for all is not rebound here.
globals()["__builtins__"] = vars(builtins).copy()

_getframe = sys._getframe
_separator = os.sep
_library = os.path.realpath(os.path.dirname(os.__file__))
_installed = ("site-packages", "dist-packages")
# More files than that have code that made itself.
_MOST_FILES = 10_000

_known = SimpleNamespace(workspace="", places={})
plain: set[str] = set()
"""Files whose code is not odd, as far as it was asked."""


def begin(workspace: str) -> None:
    """Remember which folder is the workspace."""
    _known.workspace = workspace + _separator
    _known.places.clear()
    plain.clear()


def frame(depth: int) -> FrameType | None:
    """The frame of who called its caller, and so on; None where there is none."""
    try:
        return _getframe(depth)
    except ValueError:
        return None  # the interpreter does it by itself, before or after all code


def file_of(frame: FrameType) -> str:
    """The file of the code that runs in a frame."""
    return signed_log.exact(frame.f_code.co_filename)


def is_odd(frame: FrameType) -> bool:
    """Whether its code is of the workspace, or was made of a text."""
    file = file_of(frame)
    if place(file) is not None or file.startswith("<string"):
        return True
    if len(plain) < _MOST_FILES:
        plain.add(file)
    return False


def place(file: str) -> str | None:
    """A file's path in the workspace; None where it is of something else."""
    if file not in _known.places:
        if len(_known.places) >= _MOST_FILES:
            _known.places.clear()
        _known.places[file] = _place(file)
    found: str | None = _known.places[file]
    return found


def _place(file: str) -> str | None:
    if not file.startswith(_known.workspace):
        return None
    parts = file[len(_known.workspace) :].split(_separator)
    return None if any(entry in parts for entry in _installed) else "/".join(parts)


def defined(value: object) -> tuple[str, int]:
    """Where a function, or what stands for one, is written: its file and line."""
    kind = type(value)
    if kind in (MethodType, staticmethod, classmethod):
        value = value.__func__  # type: ignore[attr-defined]
    elif kind is property:
        value = value.fget  # type: ignore[attr-defined]
    elif kind is partial:
        value = value.func  # type: ignore[attr-defined]
    elif kind is type:
        value = next((var for var in vars(value).values() if type(var) is FunctionType), None)
    if type(value) is not FunctionType:
        return "", 0
    return signed_log.exact(value.__code__.co_filename), value.__code__.co_firstlineno


def short(file: str) -> str:
    """A file outside of the workspace, without the place of what it is installed in."""
    for entry in (*(f"{_separator}{name}{_separator}" for name in _installed), _library):
        _, found, rest = file.partition(entry)
        if found:
            return rest.lstrip(_separator)
    return file.rpartition(_separator)[2]


def is_of_python(file: str) -> bool:
    """Whether it is a file of Python's own library."""
    below = file.startswith(_library + _separator)
    return below and not any(entry in file for entry in _installed)
