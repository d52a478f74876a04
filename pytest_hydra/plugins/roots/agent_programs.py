"""What of this machine a program needs that is to run in a foreign root."""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from pytest_hydra.execution import Process, ProcessError
from pytest_hydra.plugins.engine.installations import tools_of

_PACKAGES = "node_modules"
_LONGEST_LINE = 256
_MOST_LINKS = 40
_SECONDS = 20.0
# A library in what `ldd` prints, or the loader.
_LIBRARY = re.compile(r"(/\S+) \(0x")


def shown_files(
    words: Sequence[str],
    environment: Mapping[str, str],
    project: Path,
    has: Callable[[str], object] | None,
) -> tuple[set[Path], Sequence[Path]]:
    """What a program needs of this machine, and what of that is to be shown empty.

    ``environment`` is its own, and ``has`` says where a path is in its root, None if it is nowhere;
    without it the root has the system folders of this machine.
    """
    readable, secret = tools_of(environment, None, shlex.join(words[:2]), project)
    if has is None:
        return set(readable), secret
    # What the root has itself is its own.
    return {path for path in (*readable, *shown_programs(words)) if has(str(path)) is None}, secret


def shown_programs(words: Sequence[str]) -> list[Path]:
    """The files, links and folders of each program of a command line.

    They are its interpreter, its libraries, and for a program of Node.js the packages beside it.
    """
    programs = [Path(word) for word in words if os.path.isabs(word) and os.path.isfile(word)]
    return list(dict.fromkeys(path for program in programs for path in _needed(program)))


def _needed(program: Path) -> Iterator[Path]:
    yield from _links(program)
    real = Path(os.path.realpath(program))
    yield real
    if _PACKAGES in real.parts:
        yield Path(*real.parts[: real.parts.index(_PACKAGES) + 1])
    interpreter = _interpreter(real)
    if interpreter is None:
        for library in _libraries(real):
            yield from _links(library)
    elif interpreter != program:
        yield from _needed(interpreter)


def _links(path: Path) -> Iterator[Path]:
    """A path, and the links from it to a file."""
    for _ in range(_MOST_LINKS):
        yield path
        if not path.is_symlink():
            return
        path = Path(os.path.normpath(path.parent / os.readlink(path)))


@cache
def _libraries(program: Path) -> tuple[Path, ...]:
    """The libraries of a program, and its loader; none if it is linked statically."""
    words = [shutil.which("ldd") or "", str(program)]
    try:
        with Process(words, cwd=Path("/"), environment={"LC_ALL": "C"}) as process:
            printed = process.answer(b"", _SECONDS).decode("utf-8", "replace")
    except (ProcessError, OSError):
        return ()  # if it lacks one, its loader says which
    return tuple(Path(match[1]) for match in _LIBRARY.finditer(printed))


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
