"""What of this machine a program needs that is to run in a foreign root."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

_PACKAGES = "node_modules"
_LONGEST_LINE = 256


def shown_programs(words: Sequence[str], root: Path) -> list[Path]:
    """The files and folders that a root lacks: each program of a command line and its interpreter.

    A program of a package of Node.js is that package. Libraries are those of the root: a program
    that misses one says so when it starts.
    """
    programs = [Path(word) for word in words if os.path.isabs(word) and os.path.isfile(word)]
    found = dict.fromkeys(path for program in programs for path in _needed(program))
    return [path for path in found if not os.path.lexists(root / str(path).lstrip("/"))]


def _needed(program: Path) -> Iterator[Path]:
    yield program
    real = Path(os.path.realpath(program))
    parts = real.parts
    if _PACKAGES in parts:
        at = len(parts) - 1 - parts[::-1].index(_PACKAGES)
        yield Path(*parts[: at + (3 if parts[at + 1].startswith("@") else 2)])
    else:
        yield real
    interpreter = _interpreter(real)
    if interpreter is not None and interpreter != program:
        yield from _needed(interpreter)


def _interpreter(program: Path) -> Path | None:
    """The program that a script names in its first line."""
    try:
        with program.open("rb") as file:
            line = file.readline(_LONGEST_LINE)
    except OSError:
        return None
    words = line[2:].decode("utf-8", "replace").split() if line.startswith(b"#!") else []
    if not words:
        return None
    if os.path.basename(words[0]) != "env":
        return Path(words[0])
    name = next((word for word in words[1:] if not word.startswith("-") and "=" not in word), "")
    place = shutil.which(name) if name else None
    return None if place is None else Path(place)
