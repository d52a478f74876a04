"""The program that reads the files of a change and applies the rules to them."""

from __future__ import annotations

import ast
import io
import json
import os
import resource
import sys
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from operator import attrgetter
from typing import Any

from pytest_hydra.race.inspect import UNREADABLE, ChangedFile, Finding, gains
from pytest_hydra.race.inspect.answers import pairs_in
from pytest_hydra.race.inspect.configuration import configuration_signs
from pytest_hydra.race.inspect.file_rules import (
    new_lines,
    opaque_data,
    path_signs,
    text_signs,
    uses_in_text,
)
from pytest_hydra.race.inspect.levers import new_uses
from pytest_hydra.race.inspect.names import Names
from pytest_hydra.race.inspect.suite_code.definitions import edits
from pytest_hydra.race.inspect.suite_code.suite_changes import compare_tests
from pytest_hydra.race.inspect.suite_code.suite_file import helpers_in
from pytest_hydra.race.inspect.suite_code.support import compare_support
from pytest_hydra.race.inspect.test_inputs import (
    Claim,
    TestInputs,
    claims_in,
    claims_of_data,
)
from pytest_hydra.race.inspect.uses import uses_in

# Limits of an answer: memory in bytes, and CPU time in seconds.
_MEMORY = 2**31
_SECONDS = 60
_NICE = 5
# Deepest nesting of an expression; a parser accepts somewhat more.
_DEEPEST = 3000


def main() -> None:
    """Answer questions, one line of JSON each, until there are no more.

    Each is read and answered in a fork of its own, with full limits and nothing left over from
    earlier questions. If a fork fails, this program exits with status 1.
    """
    _give_way()
    sys.setrecursionlimit(_DEEPEST)
    while True:
        fork = os.fork()
        if not fork:
            question = sys.stdin.buffer.readline()
            if not question:
                os._exit(1)
            resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))
            if sys.platform == "linux":
                resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
            sys.stdout.write(json.dumps(answer(json.loads(question))) + "\n")
            sys.stdout.flush()
            os._exit(0)
        status = os.waitstatus_to_exitcode(os.waitpid(fork, 0)[1])
        if status < 0:
            sys.stderr.write(f"it was killed by signal {-status}\n")
            sys.stderr.flush()
        if status:
            os._exit(1)


def _give_way() -> None:
    """Give commands priority, but not so much that a race has to wait long for this program."""
    os.nice(_NICE)
    # Linux may share CPU time among sessions first, and only this program is in its session.
    with suppress(OSError), open("/proc/self/autogroup", "w", encoding="ascii") as file:
        file.write(str(_NICE))


# Largest Python file that is parsed, and most that is searched of any other file, in bytes.
_LARGEST = 2**20
_LARGEST_DATA = 2**17
_PLAIN = (
    *("utf-8", "ascii", "iso-8859-", "latin", "cp125", "windows-125", "koi8", "euc-", "gb", "big5"),
    *("shift-jis", "cp932", "cp949", "mac"),
)
_MOST_OF_A_KIND = 10
_LONGEST = 300


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """The answer to a question. Contents of files have one character per byte.

    ``files`` (fields of `ChangedFile`), with the project's modules ``own`` and their folders
    ``roots``: ``signs`` (path, kind, line, text, thing, common), ``pairs`` and ``claims``.
    ``known`` (contents): the ``things`` that these use. ``claims`` (by path), ``tests`` (contents)
    and ``names`` (of all test files): the claims that ``fit`` the tests. ``definitions`` (two
    contents by path): their ``edits``.
    """
    if "definitions" in question:
        return {"edits": edits(question["definitions"])}
    if "claims" in question:
        sides = question["claims"].items()
        claims = {path: [Claim(*entry) for entry in some] for path, some in sides}
        return {"fit": TestInputs(question["tests"], question["names"]).matches(claims)}
    own = frozenset(question["own"])
    if "known" in question:
        return {"things": _things_used(question["known"], own)}
    change = _Change(question["files"], own, question["roots"])
    signs = [
        [path, kind, line, text[:_LONGEST], thing, common]
        for path, kind, line, text, thing, common in change.signs()
    ]
    return {"signs": signs, "pairs": change.pairs, "claims": change.claims}


def _file(plain: dict[str, Any]) -> ChangedFile:
    sides = {
        side: None if plain[side] is None else plain[side].encode("latin-1")
        for side in ("old", "new", "predecessor")
    }
    return ChangedFile(**{**plain, **sides})


class _Change:
    """All files of a change; ``pairs`` and ``claims`` have what is new in product code."""

    def __init__(self, files: list[dict[str, Any]], own: frozenset[str], roots: list[str]) -> None:
        self._own = own
        self._roots = roots
        self._files = [_file(plain) for plain in files]
        self._trees = {
            file.path: [None if side is None else _tree(side) for side in (file.old, file.new)]
            for file in self._files
            if _is_python(file)
        }
        self._uses: dict[str, Any] = {}
        self.pairs: dict[str, list[list[Any]]] = {}
        self.claims: dict[str, list[list[Any]]] = {}
        # Edited tests may import helpers that swallow failures from other changed files.
        self._swallowing: frozenset[str] = frozenset()
        if any(file.tests and file.old is not None for file in self._files):
            for _, tree in self._trees.values():
                if isinstance(tree, Names):
                    with suppress(*UNREADABLE):
                        self._swallowing |= helpers_in(tree.nodes).swallowing

    def signs(self) -> Iterator[tuple[Any, ...]]:
        """The signs: path, kind, line, text, thing, and whether the use is common."""
        for file in self._files:
            signs = dict.fromkeys([*path_signs(file, self._roots, self._own), *self._signs(file)])
            yield from ((file.path, *entry, "", False) for entry in _first_of_each_kind(signs))
        for path, uses in new_uses(self._uses).items():
            for use in _first_of_each_kind(uses):
                yield path, use.kind, use.line, use.text, use.thing, use.common

    def _signs(self, file: ChangedFile) -> list[Finding]:
        has_suffix = file.path.endswith((".py", ".pyi", ".pyw"))
        if file.new is not None and b"\0" in file.new[:8000] and not has_suffix:
            return opaque_data(file, binary=True)
        signs = _text_signs(file)
        if file.path not in self._trees:
            if file.new is not None and not file.tests and not file.is_link:
                sides = (
                    side[:_LARGEST].decode("utf-8", "replace")
                    for side in (file.old or b"", file.new)
                )
                self._uses[file.path] = [uses_in_text(file.path, side) for side in sides]
                self.claims[file.path] = _data_claims(file.path, file.old, file.new)
                signs += opaque_data(file, binary=False)
            return signs
        before, after = self._trees[file.path]
        error = after if isinstance(after, Exception) else None
        try:
            signs += _odd_encoding(file.old, file.new)
            if not isinstance(after, Exception):
                signs += self._ast_signs(file, before if isinstance(before, Names) else None, after)
        except UNREADABLE as exception:
            error = exception
        # A syntax error is no sign if the base's file could not be parsed either.
        if error and not (isinstance(error, SyntaxError) and isinstance(before, Exception)):
            text = f"{type(error).__name__}: {error}"
            # Where tests decide, the base's file replaces this one.
            kind = "test-unread" if file.tests else "unreadable"
            signs.append(Finding(kind, getattr(error, "lineno", None), text))
        return signs

    def _ast_signs(self, file: ChangedFile, old: Names | None, new: Names | None) -> list[Finding]:
        path = file.path
        if not file.tests:
            before, after = (side or Names(ast.Module([], [])) for side in (old, new))
            self._uses[path] = [uses_in(side, self._own) for side in (before, after)]
            if new is not None:
                pairs = gains(map(pairs_in, (before.nodes, after.nodes)), lambda pair: pair[1:])
                claims = gains(map(claims_in, (before, after)), attrgetter("identity"))
                self.pairs[path] = list(map(list, pairs))
                self.claims[path] = list(map(list, claims))
            return []
        if new is None:
            return []
        signs = [] if old is None else compare_tests(old, new, self._swallowing)
        return signs + compare_support(old, new, self._own)


def _data_claims(path: str, old: bytes | None, new: bytes) -> list[list[Any]]:
    if len(new) > _LARGEST_DATA:
        return []
    before, after = ((side or b"").decode("utf-8", "replace") for side in (old, new))
    return [list(entry) for entry in claims_of_data(path, new_lines(before, after))]


def _first_of_each_kind(entries: Iterable[Any]) -> Iterator[Any]:
    """At most `_MOST_OF_A_KIND` of each kind: many minor signs must not hide a major one."""
    counts: Counter[str] = Counter()
    for entry in entries:
        counts[entry.kind] += 1
        if counts[entry.kind] <= _MOST_OF_A_KIND:
            yield entry


def _text_signs(file: ChangedFile) -> list[Finding]:
    old, new = file.old, file.new
    if new is None or file.is_link or max(len(new), len(old or b"")) > _LARGEST:
        return []
    before, after, predecessor = (
        None if side is None else side.decode("utf-8", "replace")
        for side in (old, new, file.predecessor)
    )
    assert after is not None  # noqa: S101 - as new is not None
    signs = text_signs(file.path, before, after, tests=file.tests)
    before = before if predecessor is None else predecessor
    return signs + configuration_signs(file.path, before, after, file.siblings)


def _odd_encoding(old: bytes | None, new: bytes | None) -> Iterator[Finding]:
    sides = (None if side is None else _encoding(side) for side in (old or b"", new))
    old_encoding, encoding = sides
    if encoding and encoding != old_encoding and not encoding.replace("_", "-").startswith(_PLAIN):
        yield Finding("odd-encoding", 1, f"its encoding is {encoding[:40]}")


def _encoding(source: bytes) -> str:
    """The encoding in which the interpreter reads it."""
    try:
        return tokenize.detect_encoding(io.BytesIO(source).readline)[0].lower()
    except (SyntaxError, UnicodeDecodeError, LookupError):
        return "utf-8"


def _tree(data: bytes) -> Names | Exception:
    """The syntax tree and the names in it, or the exception that prevents it."""
    if len(data) > _LARGEST:
        return ValueError(f"it has {len(data)} bytes; the limit is {_LARGEST}")
    try:
        return Names(ast.parse(data))
    except UNREADABLE as error:
        return error


def _things_used(contents: list[str], own: frozenset[str]) -> list[list[str]]:
    things: set[tuple[str, str]] = set()
    for content in contents:
        tree = _tree(content.encode("latin-1"))
        if isinstance(tree, Names):
            with suppress(*UNREADABLE):  # its uses do not count as known
                things |= {(use.kind, use.thing) for use in uses_in(tree, own)}
    return [list(entry) for entry in sorted(things)]


def _is_python(file: ChangedFile) -> bool:
    if file.is_link or file.path.endswith((".py", ".pyw")):
        return not file.is_link
    first = (file.new or file.old or b"")[:100].partition(b"\n")[0]
    return (
        "." not in file.path.rpartition("/")[2] and first.startswith(b"#!") and b"python" in first
    )
