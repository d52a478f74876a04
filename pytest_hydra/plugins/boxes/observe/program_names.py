"""As which command lines a program that starts counts, whatever it is called and by whom."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from os.path import basename
from shutil import which
from stat import S_ISREG

from pytest_hydra.plugins.boxes.observe.waiting_process import identity, open_as

Line = tuple[str, ...]

# Of a file, so many bytes at its beginning tell a copy of a program.
_HEAD = 4096
# Programs that run what their words name, and those that are many programs in one.
_INTERPRETERS = ("ld-linux", "ld-musl", "python", "node", "perl", "ruby", "bash", "dash", "sh")
_MANY = ("busybox", "toybox", "coreutils")
# Of these many, those that run others of them without an execve.
_HIDE = {"ash", "bash", "find", "hush", "sh", "xargs"}
_INLINE = re.compile(r"-[a-zA-Z]*[cepm]|--eval|--print")


@dataclass(frozen=True, slots=True)
class StartedProgram:
    """What starts: as which ``lines`` it counts, and the ``files`` that are given to be executed.

    ``file`` is the identity of the program's file; None if there is none. ``hides``: it runs
    further programs unseen.
    """

    lines: tuple[Line, ...]
    files: tuple[str, ...] = ()
    file: tuple[int, int] | None = None
    hides: bool = False


class ProgramNames:
    """Tells programs that are asked about by their files, also of copies and links."""

    def __init__(self, programs: Iterable[str], path: str | None = None) -> None:
        """``path``: where programs are looked up, besides the system's folders."""
        self._begin = time.time()
        self._path = os.pathsep.join([os.environ.get("PATH", "") if path is None else path,
                                      os.defpath])  # fmt: skip
        self._known: dict[object, set[str]] = {}
        for name in programs:
            for found in {which(name, path=part) for part in (self._path, os.defpath)} - {None}:
                for key in _marks(found):
                    self._known.setdefault(key, set()).add(name)

    def program(self, process: int, base: str, name: str, words: Line) -> StartedProgram:
        """The program of this ``name``, looked up below ``/proc/PROCESS/BASE``."""
        given = {basename(text).lstrip("-") for text in (name, *words[:1])} - {""}
        try:
            file = open_as(process, base, name)
        except OSError:
            return StartedProgram(tuple((text, *words[1:]) for text in sorted(given)))
        try:
            marks, path = _marks_of(file), os.readlink(f"/proc/self/fd/{file}")
        finally:
            os.close(file)
        names = given | self._by_file(marks, given)
        kind, rest = basename(path), words[1:]
        lines: list[Line] = [(text, *rest) for text in sorted(names)]
        if "git" in names | {kind}:
            lines += [("git", text[4:], *rest) for text in names if text.startswith("git-")]
        if kind in _MANY and kind in names and rest:
            lines.append((basename(rest[0]), *rest[1:]))
        hides = kind in _MANY and not _HIDE.isdisjoint([line[0] for line in lines])
        files = [path]
        if kind.startswith(_INTERPRETERS):
            for line, script in self._given(process, kind, rest):
                lines.append(line)
                files += script
        return StartedProgram(tuple(dict.fromkeys(lines)), tuple(files), marks[0], hides)

    def _given(self, process: int, kind: str, rest: Line) -> Iterator[tuple[Line, list[str]]]:
        """What an interpreter runs: a module, or a file, perhaps behind options with values."""
        for at, word in enumerate(rest):
            if word == "-m" and kind.startswith("python"):
                yield rest[at + 1 :], []
            if _INLINE.fullmatch(word):
                return
            if word.startswith("-"):
                continue
            script = self._script(process, word)
            if script is None:
                continue
            path, names = script
            for name in sorted(names):
                yield (name, *rest[at + 1 :]), [path]
            is_behind_option = at > 0 and rest[at - 1].startswith("-")
            if not is_behind_option:  # else it may be the value of that
                return

    def _script(self, process: int, word: str) -> tuple[str, set[str]] | None:
        """The path of a file that an interpreter is given, and its names; None if it is none."""
        try:
            file = open_as(process, "cwd", word)
        except OSError:
            return None
        try:
            if not S_ISREG(os.fstat(file).st_mode):
                return None
            names = {basename(word)}
            path = os.readlink(f"/proc/self/fd/{file}")
            return path, names | self._by_file(_marks_of(file), names)
        finally:
            os.close(file)

    def _by_file(self, marks: Iterable[object], given: set[str]) -> set[str]:
        """The names of programs that have such a file, unless it is installed by a given name.

        Some programs do what their name says: then a file tells nothing.
        """
        found: set[str] = set()
        for mark in marks:
            found |= self._known.get(mark, set())
        return {name for name in found if not any(self._is_another(text, name) for text in given)}

    def _is_another(self, text: str, name: str) -> bool:
        """Whether this is the name of an installed program, but for a version."""
        if re.fullmatch(re.escape(name) + r"[-.\d]*", text):
            return False
        found = which(text, path=self._path)
        return found is not None and os.stat(found).st_ctime < self._begin


def _marks(path: str | None) -> tuple[object, ...]:
    with suppress(OSError):
        file = os.open(path or "", os.O_RDONLY | os.O_CLOEXEC)
        try:
            return _marks_of(file)
        finally:
            os.close(file)
    return ()


def _marks_of(file: int) -> tuple[tuple[int, int], bytes]:
    """The identity of a file, and its beginning. Raises OSError."""
    try:
        head = os.pread(file, _HEAD, 0)
    except IsADirectoryError:
        head = b""
    return identity(os.fstat(file)), head
