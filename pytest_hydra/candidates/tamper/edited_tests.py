"""What a candidate did to the definitions in files of tests, read from git."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple

from pytest_hydra.candidates.paths import TEST_CONFIGURATION, counts_as_test, matches
from pytest_hydra.candidates.recording import FoldedTest, Policy, Source
from pytest_hydra.candidates.source.git import Repository, SourceError
from pytest_hydra.candidates.source.trees import SUBMODULE, SYMLINK, files_of
from pytest_hydra.candidates.tamper.reader_pool import Readers
from pytest_hydra.candidates.tamper.suite_code.definitions import LARGEST


class Edited(NamedTuple):
    """What a candidate did to definitions in files of tests, each sorted.

    ``tests`` are those that it defines otherwise: ``path::test_a`` or ``path::TestB::test_c``, by
    the path on the base, whether these are tests or not. A path alone stands for all tests of a
    file: one of another language, or one that cannot be read. ``folded`` became cases of another.
    """

    tests: tuple[str, ...]
    folded: tuple[FoldedTest, ...] = ()


def edited_tests(
    repository: Repository, base_tree: str, source: Source, policy: Policy, readers: Readers
) -> Edited:
    """What a candidate defines otherwise than the base in the files of tests.

    Raises SourceError when a tree cannot be read.
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
    wanted = [name for pair in sides.values() for name in pair]
    contents = repository.blobs(wanted, largest=LARGEST)
    pairs = {
        path: [contents[name].decode("latin-1") for name in pair]
        for path, pair in sides.items()
        if contents.keys() >= set(pair)
    }
    edits: dict[str, Any] = {}
    if pairs:
        with suppress(SourceError):  # it was exhausted
            edits = readers.ask({"definitions": pairs})["edits"]
    found: list[str] = []
    folded: list[FoldedTest] = []
    for path in paths:
        names, cases = edits.get(path, (None, {}))
        found += [path] if names is None else [f"{path}::{name}" for name in names]
        folded += [
            FoldedTest(test=f"{path}::{name}", into=f"{path}::{into}", cases=number)
            for name, (into, number) in sorted(cases.items())
        ]
    return Edited(tuple(sorted(found)), tuple(folded))
