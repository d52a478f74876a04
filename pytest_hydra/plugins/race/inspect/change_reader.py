"""What a process of its own reads in a change: a file may exhaust the parser."""

from __future__ import annotations

import ast
import io
import os
import resource
import sys
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pytest_hydra.plugins.race.inspect import UNREADABLE, ChangedFile, Note, Use
from pytest_hydra.plugins.race.inspect.file_rules import opaque_data, path_signs, text_signs
from pytest_hydra.plugins.race.inspect.internals import new_uses
from pytest_hydra.plugins.race.inspect.languages import uses_in_text
from pytest_hydra.plugins.race.inspect.literals import new_literals
from pytest_hydra.plugins.race.inspect.manifests import manifest_notes
from pytest_hydra.plugins.race.inspect.names import Names
from pytest_hydra.plugins.race.inspect.test_notes import python_notes, text_notes
from pytest_hydra.plugins.race.inspect.uses import uses_in

# Limit of CPU time in seconds.
_SECONDS = 60
_NICE = 5
# Deepest nesting of an expression; a parser accepts somewhat more.
_DEEPEST = 3000
# Largest Python file that is parsed, and most that is searched of any other file, in bytes.
_LARGEST = 2**20
_PLAIN = (
    *("utf-8", "ascii", "iso-8859-", "latin", "cp125", "windows-125", "koi8", "euc-", "gb", "big5"),
    *("shift-jis", "cp932", "cp949", "mac"),
)
_MOST_OF_A_KIND = 10
_LONGEST = 300

_Entry = TypeVar("_Entry", Note, Use)


def read_apart(files: Sequence[ChangedFile], own: frozenset[str], roots: Sequence[str]) -> Any:
    """`read_change`, in a process that ends afterwards."""
    _restrict()
    return read_change(files, own, roots)


def things_used_apart(contents: Sequence[bytes], own: frozenset[str]) -> list[tuple[str, str]]:
    """`things_used`, in a process that ends afterwards."""
    _restrict()
    return things_used(contents, own)


def _restrict() -> None:
    os.nice(_NICE)  # commands have priority
    sys.setrecursionlimit(_DEEPEST)
    resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))


def read_change(
    files: Sequence[ChangedFile], own: frozenset[str], roots: Sequence[str]
) -> dict[str, Any]:
    """The ``signs`` in changed files, and the new ``literals`` of product code.

    A sign is its path, kind, line, text, thing, and whether the use is common. Literals are by
    path, with their lines. ``own`` are the project's modules, ``roots`` their folders.
    """
    change = _Change(own, roots)
    found = {file.path: [*path_signs(file, roots, own), *change.read(file)] for file in files}
    uses = new_uses(change.uses)
    signs = [
        [path, entry.kind, entry.line, entry.text[:_LONGEST], "", False]
        for path, findings in found.items()
        for entry in _first_of_each_kind(dict.fromkeys(findings))
    ]
    signs += [
        [path, use.kind, use.line, use.text[:_LONGEST], use.thing, use.common]
        for path, entries in uses.items()
        for use in _first_of_each_kind(entries)
    ]
    return {"signs": signs, "literals": change.literals}


def things_used(contents: Sequence[bytes], own: frozenset[str]) -> list[tuple[str, str]]:
    """The kinds and things of all uses in Python files."""
    things: set[tuple[str, str]] = set()
    for content in contents:
        with suppress(*UNREADABLE):  # its uses do not count as known
            things |= {(use.kind, use.thing) for use in uses_in(Names(_parsed(content)), own)}
    return sorted(things)


@dataclass
class _Change:
    """All files of a change; ``uses`` of product code are before and now, by path."""

    own: frozenset[str]
    roots: Sequence[str]
    uses: dict[str, tuple[list[Use], list[Use]]] = field(default_factory=dict)
    literals: dict[str, dict[str, int]] = field(default_factory=dict)

    def read(self, file: ChangedFile) -> list[Note]:
        """What is in the content of a file."""
        is_python = _is_python(file)
        if file.new is None or file.is_link:
            if is_python and file.old is not None and not file.tests:
                with suppress(*UNREADABLE):
                    self._read_product(file, None)  # its uses may have moved elsewhere
            return []
        if b"\0" in file.new[:8000] and not is_python:
            return opaque_data(file, binary=True)
        old, new = ((side or b"").decode("utf-8", "replace") for side in (file.old, file.new))
        signs = []
        if max(len(file.new), len(file.old or b"")) <= _LARGEST:
            signs = text_signs(file.path, old, new) + manifest_notes(file.path, old, new)
            if not file.tests:
                self.literals[file.path] = new_literals(old, new)
        if is_python:
            return signs + self._read_python(file)
        sides = (None if file.old is None else old[:_LARGEST], new[:_LARGEST])
        signs += text_notes(file.path, *sides, tests=file.tests)
        if not file.tests:
            before, after = (uses_in_text(file.path, side or "") for side in sides)
            self.uses[file.path] = before, after
            signs += opaque_data(file, binary=False)
        return signs

    def _read_python(self, file: ChangedFile) -> list[Note]:
        signs = [*_odd_encoding(file.old, file.new or b"")]
        try:
            new = _parsed(file.new or b"")
            if file.tests:
                return [*signs, *python_notes(file.path, _base_module(file), new)]
            self._read_product(file, new)
        except UNREADABLE as error:
            # A syntax error is no sign if the base's file could not be parsed either.
            if not isinstance(error, SyntaxError) or file.old is None or _base_module(file):
                # Where tests decide, the base's file replaces this one.
                kind = "test-unread" if file.tests else "unreadable"
                text = f"{type(error).__name__}: {error}"
                signs.append(Note(kind, getattr(error, "lineno", None), text))
        return signs

    def _read_product(self, file: ChangedFile, new: ast.Module | None) -> None:
        modules = _base_module(file), new
        before, after = (Names(side or ast.Module([], [])) for side in modules)
        self.uses[file.path] = uses_in(before, self.own), uses_in(after, self.own)


def _base_module(file: ChangedFile) -> ast.Module | None:
    """The syntax tree of the base's file; None if there is none, or if it cannot be parsed."""
    with suppress(*UNREADABLE):
        return None if file.old is None else _parsed(file.old)
    return None


def _parsed(data: bytes) -> ast.Module:
    if len(data) > _LARGEST:
        raise ValueError(f"it has {len(data)} bytes; the limit is {_LARGEST}")
    return ast.parse(data)


def _first_of_each_kind(entries: Iterable[_Entry]) -> Iterator[_Entry]:
    """At most `_MOST_OF_A_KIND` of each kind: many minor signs must not hide a major one."""
    counts: Counter[str] = Counter()
    for entry in entries:
        counts[entry.kind] += 1
        if counts[entry.kind] <= _MOST_OF_A_KIND:
            yield entry


def _odd_encoding(old: bytes | None, new: bytes) -> Iterator[Note]:
    encoding = _encoding(new)
    if encoding != _encoding(old or b"") and not encoding.replace("_", "-").startswith(_PLAIN):
        yield Note("odd-encoding", 1, f"its encoding is {encoding[:40]}")


def _encoding(source: bytes) -> str:
    """The encoding in which the interpreter reads it."""
    try:
        return tokenize.detect_encoding(io.BytesIO(source).readline)[0].lower()
    except (SyntaxError, UnicodeDecodeError, LookupError):
        return "utf-8"


def _is_python(file: ChangedFile) -> bool:
    if file.is_link or file.path.endswith((".py", ".pyw")):
        return not file.is_link
    first = (file.new or file.old or b"")[:100].partition(b"\n")[0]
    return (
        "." not in file.path.rpartition("/")[2] and first.startswith(b"#!") and b"python" in first
    )
