"""Which tests a candidate edited, as far as their own definitions tell."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from pytest_hydra.candidates.compare import definitions
from pytest_hydra.candidates.compare.suite import TEST_CONFIGURATION, counts_as_test
from pytest_hydra.candidates.paths import matches
from pytest_hydra.candidates.recording import FileChange, FoldedTest, Source
from pytest_hydra.candidates.source.git import Repository, run_program
from pytest_hydra.candidates.source.trees import SUBMODULE, SYMLINK, files_of
from pytest_hydra.settings.policy import Policy

_NO_FILES = {SUBMODULE, SYMLINK}


class Edited(NamedTuple):
    """What a candidate did to definitions in files of tests, each sorted.

    ``tests`` are those that it defines otherwise: ``path::test_a`` or ``path::TestB::test_c``, by
    the path on the base, whether these are tests or not. A path alone stands for all tests of a
    file: one of another language, or one that cannot be read. ``folded`` became cases of another.
    """

    tests: tuple[str, ...]
    folded: tuple[FoldedTest, ...] = ()


def edited_tests(repository: Repository, base_tree: str, source: Source, policy: Policy) -> Edited:
    """What a candidate defines otherwise than the base in the files of tests.

    Raises SourceError when a tree cannot be read.
    """
    assert source.tree is not None  # noqa: S101 - asked of what could be pinned only
    before, after = files_of(repository, base_tree), files_of(repository, source.tree)
    paths = {
        change.old_path or change.path: change.path
        for change in source.changes
        if _has_tests(change, policy)
    }
    sides = {
        old: (before[old][1], after[new][1])
        for old, new in paths.items()
        if old.endswith(".py") and not _NO_FILES & {before[old][0], after[new][0]}
    }
    wanted = [name for pair in sides.values() for name in pair]
    contents = repository.blobs(wanted, largest=definitions.LARGEST)
    pairs = {
        path: (contents[old], contents[new])
        for path, (old, new) in sides.items()
        if old in contents and new in contents
    }
    found = [path for path in paths if path not in pairs]
    folded = []
    for path, (names, some) in zip(pairs, _differing(list(pairs.values())), strict=True):
        found += [path] if names is None else [f"{path}::{name}" for name in names]
        folded += [
            FoldedTest(test=f"{path}::{name}", into=f"{path}::{into}", cases=cases)
            for name, (into, cases) in sorted(some.items())
        ]
    return Edited(tuple(sorted(found)), tuple(folded))


def _has_tests(change: FileChange, policy: Policy) -> bool:
    """Whether the file may have tests on both sides."""
    path = change.old_path or change.path
    if change.status in ("added", "deleted") or matches(path, TEST_CONFIGURATION):
        return False
    return counts_as_test(path, policy)


_Answer = tuple[list[str] | None, dict[str, tuple[str, int]]]


def _differing(pairs: Sequence[tuple[bytes, bytes]]) -> list[_Answer]:
    """What each pair of files defines otherwise, None where that is not known; what was folded."""
    if not pairs:
        return []
    command = [sys.executable, "-I", "-S", "-W", "ignore", definitions.__file__]
    stdin = json.dumps([[entry.decode("latin-1") for entry in pair] for pair in pairs]).encode()
    status, answer, _ = run_program(command, "the parser", Path("/"), {}, stdin)
    if status != 0:
        return [(None, {})] * len(pairs)  # it was exhausted
    told: list[_Answer] = json.loads(answer)
    return told
