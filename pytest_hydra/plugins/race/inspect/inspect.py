"""The inspection of a change: its files are read from git and compared with those of the base."""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Callable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from itertools import islice
from pathlib import Path
from typing import Any, Final

from pytest_hydra import __version__
from pytest_hydra.core.path_patterns import matches
from pytest_hydra.core.plain import json_digest
from pytest_hydra.core.text import crop, listed, one_line
from pytest_hydra.execution import ProcessError, run_bounded
from pytest_hydra.plugins.git.diff import FileChange
from pytest_hydra.plugins.git.repository import Repository, SourceError
from pytest_hydra.plugins.git.trees import SUBMODULE, Files, files_of, own_modules
from pytest_hydra.plugins.race.inspect import ChangedFile
from pytest_hydra.plugins.race.inspect.change_reader import read_apart, things_used_apart
from pytest_hydra.plugins.race.inspect.file_rules import checkout_bytes
from pytest_hydra.plugins.race.inspect.internals import word_of
from pytest_hydra.plugins.race.inspect.literals import known_to_tests
from pytest_hydra.plugins.race.policy.race_tables import Policy
from pytest_hydra.plugins.race.record import Source
from pytest_hydra.plugins.race.roles import counts_as_test
from pytest_hydra.plugins.results.outcomes import Sign
from pytest_hydra.record.files import Cache

INSPECTIONS: Final = "inspections"
"""The cache's folder below ``.hydra``, to be cleared of entries that were not used for long."""

# Limits in bytes, of a file and of all together: of files above them, only the names are checked.
_LARGEST = 2**22
_MOST_BYTES = 2**26
_MOST_SIGNS = 5000
# Limits of the process that reads the change.
_SECONDS, _MEMORY_MB = 300.0, 2048
# Most files of the base that are searched for uses of the same internals.
_MOST_READ = 30
# Most new literals that are looked up in the base, and most of them that a sign names.
_MOST_LITERALS = 500
_SPECIAL = re.compile(r"[\\.^$*+?{}\[\]|()]")
# Uses of a project that is a plugin of the test runner, and the kinds that mean less there.
_PLUGINS = (("runner-named", "pytest"), ("runner-named", "_pytest"))
_OF_PLUGINS = (
    *("runner-hook", "runner-registered", "runner-changed", "runner-used", "runner-asked"),
)
_INTERNALS = ("internals", "internals-again")
# Files that build or develop a project, and are not installed with it.
_TOOLING = ("/setup.py", "/noxfile.py", "/scripts/", "/bin/", "/tools/", "/docs/", "/examples/")


def inspect(
    repository: Repository, base_tree: str, source: Source, policy: Policy, cache: Cache | None
) -> tuple[Sign, ...]:
    """The signs in a change, sorted by file and line.

    A failure is a sign too. With a ``cache``, the signs are stored and reused for the same trees,
    test files and rules, unless the inspection failed. Raises StoreError if it cannot be written.
    """
    if not source.changes:
        return ()
    # Files are parsed by this interpreter.
    rules = (_rules(), sys.version, policy.scoring.tests.files)
    address = json_digest(["inspect", *rules, base_tree, source.tree])
    if cache is not None:
        with suppress(KeyError, TypeError):  # not cached, or by another version
            return tuple(Sign(**sign) for sign in (cache.get(address) or {})["signs"])
    try:
        signs = _Inspection(repository, base_tree, source, policy).signs()
    except (SourceError, OSError, ValueError) as error:
        return (_failure(one_line(str(error), 300)),)
    signs = sorted(signs, key=lambda entry: (entry.file, entry.line or 0, entry.kind, entry.text))
    if len(signs) > _MOST_SIGNS:
        text = f"only the first {_MOST_SIGNS} of {len(signs)} signs are reported"
        signs = [*signs[:_MOST_SIGNS], _failure(text)]
    if cache is not None:
        cache.put(address, {"signs": [asdict(entry) for entry in signs]})
    return tuple(signs)


@cache
def _rules() -> str:
    """A digest of the rules' text, as rules also change between two releases."""
    digest = hashlib.sha256(__version__.encode())
    for path in sorted(Path(__file__).parent.glob("*.*")):
        if path.suffix in (".py", ".txt", ".toml"):
            digest.update(path.read_bytes())
    return digest.hexdigest()


@dataclass
class _Inspection:
    _repository: Repository
    _base_tree: str
    _source: Source
    _policy: Policy

    @cached_property
    def _before(self) -> Files:
        return files_of(self._repository, self._base_tree)

    def signs(self) -> list[Sign]:
        own, roots = own_modules(self._before)
        modules = frozenset(own)
        files, unread = self._files()
        answer = _apart(read_apart, files, modules, roots)
        base_uses = self._base_uses(answer["signs"], modules)
        signs = [
            Sign(kind=_kind(path, kind, thing, common, base_uses), file=path, line=line, text=text)
            for path, kind, line, text, thing, common in answer["signs"]
        ]
        signs += [_failure("it is too large", path) for path in unread]
        return signs + self._checkout_bytes(files) + self._literals_of_tests(answer["literals"])

    def _checkout_bytes(self, files: Sequence[ChangedFile]) -> list[Sign]:
        """The changed attributes by which a checkout has other bytes than a workspace."""
        after = files_of(self._repository, str(self._source.tree))
        return [
            Sign(kind="checkout-bytes", file=file.path, text=crop(line, 80))
            for file in files
            if file.path.rpartition("/")[2] == ".gitattributes"
            for line in checkout_bytes(file.old or b"", file.new or b"", after)
        ]

    def _files(self) -> tuple[list[ChangedFile], list[str]]:
        """The changed files, and those in Python that are beyond the limits."""
        sides = {change.path: self._blobs(change) for change in self._source.changes}
        names = [name for blobs in sides.values() for name in blobs if name]
        contents = self._repository.blobs(names, largest=_LARGEST)
        files, unread, size = [], [], 0
        for change in self._source.changes:
            path, blobs = change.path, sides[change.path]
            old, new = (contents.get(name or "") for name in blobs)
            size += len(old or b"") + len(new or b"")
            if size > _MOST_BYTES or (new is None and blobs[1] is not None):
                unread += [path] if path.endswith((".py", ".pyw")) else []
                old = new = None
            paths = filter(None, (path, change.old_path))
            tests = any(counts_as_test(entry, self._policy) for entry in paths)
            files.append(
                ChangedFile(
                    path=path, status=change.status, mode=change.mode, tests=tests, old=old, new=new
                )
            )
        return files, unread

    def _blobs(self, change: FileChange) -> list[str | None]:
        """The blobs before and after; None if there is no file."""
        after = files_of(self._repository, str(self._source.tree))
        entries = self._before.get(change.old_path or change.path), after.get(change.path)
        return [None if entry is None or entry[0] == SUBMODULE else entry[1] for entry in entries]

    def _base_uses(
        self, signs: Sequence[Sequence[Any]], own: frozenset[str]
    ) -> set[tuple[str, str]]:
        """The kinds and things that the base's product code uses already, if that matters here."""
        words = {
            word_of(thing)
            for _, kind, _, _, thing, common in signs
            if kind == "internals" and common
        }
        if any(kind in _OF_PLUGINS for _, kind, *_ in signs):
            words.add("pytest")
        if not words:
            return set()
        output = self._grep(("-l", "-w"), words, "*.py")
        paths = [path for path, _ in _lines(output, separator="\0") if not self._is_test(path)]
        blobs = [self._before[path][1] for path in paths[:_MOST_READ] if path in self._before]
        texts = [*self._repository.blobs(blobs, largest=_LARGEST).values()]
        return {(kind, thing) for kind, thing in _apart(things_used_apart, texts, own)}

    def _literals_of_tests(self, literals: Mapping[str, Mapping[str, int]]) -> list[Sign]:
        """One sign for each file with new literals that only the base's tests contain."""
        # Files with few literals first: those of a large file of data must not hide others.
        by_number = sorted(literals.values(), key=len)
        all_literals = dict.fromkeys(literal for entries in by_number for literal in entries)
        terms = {*islice(all_literals, _MOST_LITERALS)}
        if not terms:
            return []
        lines = _lines(self._grep(("-I",), terms), separator="\n")
        is_test = {path: self._is_test(path) for path in {path for path, _ in lines}}
        tests, product = (
            [line for path, line in lines if is_test[path] is wanted] for wanted in (True, False)
        )
        known = known_to_tests(terms, tests, product)
        signs = []
        for path, entries in literals.items():
            hits = [literal for literal in entries if literal in known]
            if hits:
                text = listed([*map(repr, hits)])
                signs.append(Sign(kind="knows-tests", file=path, line=entries[hits[0]], text=text))
        return signs

    def _grep(self, options: Sequence[str], terms: Set[str], *paths: str) -> str:
        """The output of ``git grep -z`` for any of the terms in the base."""
        # One pattern: git searches for many of them one by one.
        pattern = "|".join(_SPECIAL.sub(r"\\\g<0>", term) for term in sorted(terms))
        output = self._repository.run(
            *("grep", "-z", "-E", *options, "-f", "-", self._base_tree, "--", *paths),
            accept=(0, 1),
            stdin=pattern.encode("utf-8", "surrogateescape"),
        )
        return output.decode("utf-8", "surrogateescape")

    def _is_test(self, path: str) -> bool:
        return counts_as_test(path, self._policy)


def _apart(function: Callable[..., Any], *arguments: object) -> Any:
    try:
        return run_bounded(function, *arguments, seconds=_SECONDS, memory_mb=_MEMORY_MB)
    except ProcessError as error:
        raise SourceError(f"the process that reads it failed: {error}") from error


def _lines(output: str, *, separator: str) -> list[tuple[str, str]]:
    """The path and the line of each hit of ``git grep -z``, without the tree before the path."""
    hits = (entry.partition("\0") for entry in output.split(separator) if entry)
    return [(name.partition(":")[2], line) for name, _, line in hits]


def _failure(reason: str, file: str = "") -> Sign:
    return Sign(kind="not-read", file=file, text=reason)


def _kind(path: str, kind: str, thing: str, common: bool, base_uses: set[tuple[str, str]]) -> str:
    """The kind of a sign, given its place, and what the base uses already."""
    if kind in _INTERNALS and matches(path, _TOOLING):
        return "internals-aside"
    is_plugin = not base_uses.isdisjoint(_PLUGINS)
    is_known = (
        (kind, thing) in base_uses if kind == "internals" else is_plugin and kind in _OF_PLUGINS
    )
    return f"{kind}-again" if is_known and (common or kind != "internals") else kind
