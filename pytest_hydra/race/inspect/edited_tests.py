"""Definitions in test files that a candidate changed, read from git."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple

from pytest_hydra.core.path_patterns import matches
from pytest_hydra.git.repository import Repository, SourceError
from pytest_hydra.git.trees import SUBMODULE, SYMLINK, files_of
from pytest_hydra.race.inspect.reader_pool import Readers
from pytest_hydra.race.inspect.suite_code.definitions import LARGEST
from pytest_hydra.race.paths import TEST_CONFIGURATION, counts_as_test
from pytest_hydra.race.record import FoldedTest, Policy, Source


class SuiteEdits(NamedTuple):
    """A candidate's changes to definitions in test files, each sorted.

    ``tests``: the changed definitions, helpers included, as ``path::test_a`` or
    ``path::TestB::test_c`` with the path on the base. A path alone stands for all tests of a file
    in another language, or of one that cannot be read. ``folded``: tests that became cases of
    another, or were only renamed.
    """

    tests: tuple[str, ...]
    folded: tuple[FoldedTest, ...] = ()


def edited_tests(
    repository: Repository, base_tree: str, source: Source, policy: Policy, readers: Readers
) -> SuiteEdits:
    """The definitions in test files that differ between a candidate and the base.

    Raises SourceError if a tree cannot be read.
    """
    before, after = files_of(repository, base_tree), files_of(repository, str(source.tree))
    paths = {
        change.old_path or change.path: change.path
        for change in source.changes
        if change.status not in ("added", "deleted")
    }
    paths = {
        old: new
        for old, new in paths.items()
        if counts_as_test(old, policy) and not matches(old, TEST_CONFIGURATION)
    }
    sides = {
        old: (before[old][1], after[new][1])
        for old, new in paths.items()
        if old.endswith(".py") and not {SUBMODULE, SYMLINK} & {before[old][0], after[new][0]}
    }
    blobs = [name for pair in sides.values() for name in pair]
    contents = repository.blobs(blobs, largest=LARGEST)
    pairs = {
        path: [contents[name].decode("latin-1") for name in pair]
        for path, pair in sides.items()
        if contents.keys() >= set(pair)
    }
    edits: dict[str, Any] = {}
    if pairs:
        with suppress(SourceError):  # exhausted: each file counts as changed as a whole
            edits = readers.ask({"definitions": pairs})["edits"]
    tests: list[str] = []
    folded: list[FoldedTest] = []
    for path in paths:
        names, cases = edits.get(path, (None, {}))
        tests += [path] if names is None else [f"{path}::{name}" for name in names]
        folded += [
            FoldedTest(test=f"{path}::{name}", into=f"{path}::{into}", cases=number)
            for name, (into, number) in sorted(cases.items())
        ]
    return SuiteEdits(tuple(sorted(tests)), tuple(folded))
