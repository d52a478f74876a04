"""The program that looks at the files of a change."""

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
from typing import Any

from pytest_hydra.candidates.tamper.configuration import is_configuration, seen_in_configuration
from pytest_hydra.candidates.tamper.file_signs import disguised_names, opaque_data, seen_by_place
from pytest_hydra.candidates.tamper.product_code.claims import Claim, claims_in, claims_of_data
from pytest_hydra.candidates.tamper.product_code.diff_uses import new_uses
from pytest_hydra.candidates.tamper.product_code.test_inputs import Asked, pairs_in
from pytest_hydra.candidates.tamper.product_code.uses import uses_in
from pytest_hydra.candidates.tamper.signs import Seen
from pytest_hydra.candidates.tamper.suite_code.suite_changes import compared_tests
from pytest_hydra.candidates.tamper.suite_code.suite_file import known_in
from pytest_hydra.candidates.tamper.suite_code.support import compared_support
from pytest_hydra.candidates.tamper.text_signs import fresh_lines, seen_in_text

# What an answer may take, in bytes and in seconds of the processor.
_MEMORY = 2**31
_SECONDS = 60
_NICE = 5
# How deep an expression may be: a parser takes somewhat more.
_DEEPEST = 3000


def main() -> None:
    """Answer questions, a line of JSON each, until there are no more.

    Each is read and answered in a fork, which has nothing of the questions before it, and all that
    it may take for itself. Where one ends badly, so do we.
    """
    _give_way()
    sys.setrecursionlimit(_DEEPEST)
    while True:
        fork = os.fork()
        if not fork:
            question = sys.stdin.buffer.readline()
            if not question:
                os._exit(1)
            _limit()
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
    """Have commands go first, though not so far that who waits for us in the end waits long."""
    os.nice(_NICE)
    # Linux may share out the processors among sessions before all else, and this one is ours alone.
    with suppress(OSError), open("/proc/self/autogroup", "w", encoding="ascii") as file:
        file.write(str(_NICE))


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))


# Larger files in Python are not parsed, and of others no more is looked at.
_LARGEST = 2**20
_LARGEST_DATA = 2**17
# What a parser says of a file that it cannot read: hostile ones exhaust it.
_UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError)
_PLAIN = (
    *("utf-8", "ascii", "iso-8859-", "latin", "cp125", "windows-125", "koi8", "euc-", "gb", "big5"),
    *("shift-jis", "cp932", "cp949", "mac"),
)
_MOST_OF_A_KIND = 10
_LONGEST = 300


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """What was seen: ``signs`` (path, kind, line, words, thing, common), ``pairs`` and ``claims``.

    ``files`` of the question have ``path``, ``status``, ``mode``, ``tests`` and both contents, or
    null, and ``instead``: what was read in the place of a new file. ``own`` are the project's
    modules, ``roots`` where they are found. A question with ``known`` (contents) is answered with
    the ``things`` that these use, and one with ``claims`` (by path) with those that are ``fit`` for
    what ``tests`` (contents) ask, of which all are called by ``names``.
    """
    own = frozenset(question["own"])
    if "claims" in question:
        return {"fit": _fit(question)}
    if "known" in question:
        return {"things": _known(question["known"], own)}
    edits = any(file["tests"] and file["old"] is not None for file in question["files"])
    found = _Found(own, tests=edits)
    for file in question["files"]:
        found.read(file)
    signs: list[list[Any]] = []
    for file in question["files"]:
        seen = dict.fromkeys([*_by_place(file, question["roots"]), *found.seen(file)])
        signs += [[file["path"], *entry, "", False] for entry in _most(seen)]
    for path, uses in new_uses(found.sides).items():
        for use in _most(uses):
            signs.append([path, use.kind, use.line, use.text, use.thing, use.common])
    for sign in signs:
        sign[3] = sign[3][:_LONGEST]
    return {"signs": signs, "pairs": found.pairs, "claims": found.claims}


class _Found:
    """What is known of all files together. ``sides`` are what product code uses, by path.

    ``tests``: there are tests that were edited, so that it matters what others define for them.
    """

    def __init__(self, own: frozenset[str], *, tests: bool) -> None:
        self._own = own
        self._tests = tests
        self._trees: dict[str, tuple[Any, Any]] = {}
        self._swallowing: frozenset[str] = frozenset()
        self.sides: dict[str, Any] = {}
        self.pairs: dict[str, list[list[Any]]] = {}
        self.claims: dict[str, list[list[Any]]] = {}

    def read(self, file: dict[str, Any]) -> None:
        """Parse a file, if it is Python: each side is a tree, or why there is none."""
        old, new = (_bytes(file[side]) for side in ("old", "new"))
        if file["mode"] == "120000" or not _is_python(file["path"], new or old or b""):
            return
        trees = tuple(None if entry is None else _tree(entry) for entry in (old, new))
        self._trees[file["path"]] = (trees[0], trees[1])
        if isinstance(trees[1], ast.Module) and self._tests:
            with suppress(*_UNREADABLE):
                self._swallowing |= known_in(ast.walk(trees[1])).swallowing

    def seen(self, file: dict[str, Any]) -> list[Any]:
        """What is worth a word of one file."""
        old, new = (_bytes(file[side]) for side in ("old", "new"))
        if new is not None and _is_binary(file["path"], new):
            return _opaque(file, old, new, binary=True)
        found = _by_text(file, old, new)
        if file["path"] not in self._trees:
            if new is not None and not file["tests"] and file["mode"] != "120000":
                self.claims[file["path"]] = _of_data(file["path"], old, new)
                found += _opaque(file, old, new, binary=False)
            return found
        before, after = self._trees[file["path"]]
        error = after if isinstance(after, Exception) else None
        try:
            found += _by_source(old, new)
            if error is None:
                found += self._by_tree(file, before, after)
        except _UNREADABLE as raised:
            error = raised
        if error is not None and not (isinstance(error, SyntaxError) and _is_bad(before)):
            said = f"{type(error).__name__}: {error}"
            found.append(Seen("unreadable", getattr(error, "lineno", None), said))
        return found

    def _by_tree(self, file: dict[str, Any], before: Any, after: Any) -> list[Any]:
        path = file["path"]
        old = None if _is_bad(before) else before
        if not file["tests"]:
            sides = [[] if entry is None else uses_in(entry, self._own) for entry in (old, after)]
            self.sides[path] = sides
            if after is not None:
                had = set() if old is None else {entry[1:] for entry in pairs_in(old)}
                self.pairs[path] = [
                    list(entry) for entry in pairs_in(after) if entry[1:] not in had
                ]
                known = set() if old is None else {_what(entry) for entry in claims_in(old)}
                claims = (entry for entry in claims_in(after) if _what(entry) not in known)
                self.claims[path] = [list(claim) for claim in claims]
            return []
        if after is None:
            return []
        found = [] if old is None else compared_tests(old, after, self._swallowing)
        return found + compared_support(old, after, self._own)


def _what(claim: Any) -> tuple[str, str, str]:
    return claim.kind, claim.text, claim.subject


def _of_data(path: str, old: bytes | None, new: bytes) -> list[list[Any]]:
    """What a file of data has that is new."""
    if len(new) > _LARGEST_DATA:
        return []
    before, after = (
        "" if entry is None else entry.decode("utf-8", "replace") for entry in (old, new)
    )
    return [list(entry) for entry in claims_of_data(path, fresh_lines(before, after))]


def _opaque(file: dict[str, Any], old: bytes | None, new: bytes, *, binary: bool) -> list[Any]:
    if file["tests"] or file["mode"] == "120000":
        return []
    return opaque_data(file["path"], old, new, binary=binary)


def _fit(question: dict[str, Any]) -> dict[str, list[tuple[int, str]]]:
    asked = Asked(question["tests"], question["names"])
    claims = question["claims"].items()
    return asked.known({path: [Claim(*entry) for entry in some] for path, some in claims})


def _is_bad(side: object) -> bool:
    """Whether there was something that could not be parsed."""
    return isinstance(side, Exception)


def _most(seen: Iterable[Any]) -> Iterator[Any]:
    """So many of each kind: what weighs less must not hide what weighs more."""
    times: Counter[str] = Counter()
    for entry in seen:
        times[entry.kind] += 1
        if times[entry.kind] <= _MOST_OF_A_KIND:
            yield entry


def _by_place(file: dict[str, Any], roots: list[str]) -> Iterator[Any]:
    whole = _bytes(file["new"]) or b""
    yield from seen_by_place(
        file["path"],
        file["status"],
        file["mode"],
        # The files in an archive may stand anywhere in it.
        whole if whole.startswith(b"PK") else whole[:4096],
        old_path=file["old_path"],
        tests=file["tests"],
        roots=tuple(roots),
    )


def _by_text(file: dict[str, Any], old: bytes | None, new: bytes | None) -> list[Any]:
    if new is None or file["mode"] == "120000" or max(len(new), len(old or b"")) > _LARGEST:
        return []
    before, after = (
        None if old is None else old.decode("utf-8", "replace"),
        new.decode("utf-8", "replace"),
    )
    found = seen_in_text(file["path"], before, after, tests=file["tests"])
    if is_configuration(file["path"]):
        instead = _bytes(file["instead"])
        known = before if instead is None else instead.decode("utf-8", "replace")
        found += seen_in_configuration(file["path"], known, after)
    return found


def _by_source(old: bytes | None, new: bytes | None) -> Iterator[Any]:
    if new is None:
        return
    text, encoding = _decoded(new)
    before, known = ("", "utf-8") if old is None else _decoded(old)
    if encoding != known and not encoding.lower().replace("_", "-").startswith(_PLAIN):
        yield Seen("odd-encoding", 1, f"it is written in the encoding {encoding[:40]}")
    yield from disguised_names(before, text)


def _decoded(data: bytes) -> tuple[str, str]:
    """The source as the interpreter reads it, and the encoding by which it does."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        return data.decode(encoding), encoding
    except (SyntaxError, UnicodeDecodeError, LookupError):
        return data.decode("utf-8", "replace"), "utf-8"


def _tree(data: bytes) -> ast.Module | Exception:
    """The syntax tree, or why there is none."""
    if len(data) > _LARGEST:
        return ValueError(f"it has {len(data)} bytes, of {_LARGEST} that are looked at")
    try:
        return ast.parse(data)
    except _UNREADABLE as error:
        return error


def _known(contents: list[str], own: frozenset[str]) -> list[list[str]]:
    found: set[tuple[str, str]] = set()
    for content in contents:
        tree = _tree(content.encode("latin-1"))
        if isinstance(tree, ast.Module):
            with suppress(*_UNREADABLE):  # what it uses, it uses in vain
                found |= {(use.kind, use.thing) for use in uses_in(tree, own)}
    return [list(entry) for entry in sorted(found)]


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else text.encode("latin-1")


def _is_binary(path: str, data: bytes) -> bool:
    return b"\0" in data[:8000] and not path.endswith((".py", ".pyi", ".pyw"))


def _is_python(path: str, data: bytes) -> bool:
    if path.endswith((".py", ".pyw")):
        return True
    name = path.rpartition("/")[2]
    return (
        "." not in name and data.startswith(b"#!") and b"python" in data[:100].partition(b"\n")[0]
    )
