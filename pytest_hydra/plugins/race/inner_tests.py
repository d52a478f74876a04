"""Tests that names do not show: those that the base's run collected, and Rust's modules."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytest_hydra.plugins.engine.unit import CommandRun
from pytest_hydra.plugins.git.repository import Repository
from pytest_hydra.plugins.git.trees import (
    SUBMODULE,
    SYMLINK,
    Files,
    files_of,
    importers,
    own_modules,
)
from pytest_hydra.plugins.race.product_places import product_at_places_of_tests
from pytest_hydra.plugins.race.record import Role, Source
from pytest_hydra.plugins.race.roles import RoleRules, sides

if TYPE_CHECKING:
    from collections.abc import Sequence

# Larger files are not read.
_LARGEST = 2**18
# Files in these languages contain tests only if they match the expression below.
_SCRIPTS = (".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts")
_CODE = (".py", ".rs", *_SCRIPTS, ".go", ".c", ".java")
_TESTS = re.compile(rb"\bdef test|TestCase|\btest[\])(]|\b(?:it|describe)\(|\.vitest|//[/!] *```")
# A script that imports another file of the project, and has no tests of its own as a module.
_IMPORTS = re.compile(rb"(?:from|import|require)\s*\(?\s*[\"']\.{1,2}/")
# With more modules, the search for their ends would be slow.
_MOST_MODULES = 50
_RUST_TESTS = re.compile(
    rb"(?ms)^(?P<by>[ \t]*)#\[cfg\(test\)\][ \t]*\n(?:(?P=by)(?:#\[|//)[^\n]*\n)*"
    # Inline, or in a file of its own.
    rb"(?P=by)(?:pub )?mod \w+(?:;| \{[ \t]*\n.*?^(?P=by)\})[ \t]*(?:\n|\Z)"
)
# Other test attributes, and examples in the documentation.
_RUST_MARK = re.compile(rb"#!?\[[^\]\n]*\btest\b[^\n]*\n?[^\n]*")
_RUST_EXAMPLE = re.compile(rb"(?ms)^[ \t]*//[/!][ \t]*```.*?^[ \t]*//[/!][ \t]*```")


@dataclass(frozen=True, slots=True)
class InnerTests:
    """Changed files whose role shows only when they are read.

    ``spliced`` are Rust files of the candidate with the base's modules of tests, and
    ``unspliced`` are those in which tests and product code cannot be separated.
    """

    roles: Mapping[str, Role] = field(default_factory=dict)
    spliced: Mapping[str, bytes] = field(default_factory=dict)
    unspliced: tuple[str, ...] = ()


def inner_tests(
    repository: Repository,
    base_tree: str,
    source: Source,
    rules: RoleRules,
    base_tests: Callable[[], CommandRun | None],
) -> InnerTests:
    """Read the changed files that may be something else than their names say.

    ``base_tests`` waits for the base's tests, which show from which files tests are collected; it
    is called only if a changed product file may hold tests. Raises SourceError.
    """
    before, after = files_of(repository, base_tree), files_of(repository, str(source.tree))
    pairs = {entry.old_path or entry.path: entry.path for entry in source.changes}
    tree = str(source.tree)
    trees = {path: base_tree if path in before else tree for path in sides(source.changes)}
    product = product_at_places_of_tests(repository, trees, rules)
    roles: dict[str, Role] = dict.fromkeys(product, "product")
    read = {old: pairs[old] for old in pairs if old in before and _may_hold(old, rules, product)}
    texts = {
        old: side
        for old, side in _sides(repository, before, after, read).items()
        if side[0] is None or not old.endswith(_CODE) or _TESTS.search(side[0])
    }
    run = base_tests() if texts else None
    tests = None if run is None else run.tests
    # Neither examples in modules nor what a linter says of them make them test files.
    ids = {} if tests is None else tests.files
    examples = () if tests is None else tests.examples
    collected = {file for test, file in ids.items() if test not in examples or file[-3:] != ".py"}
    spliced, unspliced = {}, []
    for old, (text, own) in texts.items():
        new = pairs[old]
        if old.endswith(".rs"):  # results of Rust tests do not include files
            merged = None
            if text is not None and own is not None:
                merged = spliced_rust(own, text, has_examples=old in ids.values())
            if merged is None:
                unspliced.append(new)
            elif merged != own and new in after:
                spliced[new] = merged
            is_mixed = merged is None or (merged != own and new in after)
            roles |= dict.fromkeys((old, new), "mixed") if is_mixed else {}
        elif not collected.isdisjoint((old, *rules.names(old))):
            pure = text is not None and _is_pure(repository, base_tree, old, text)
            roles |= dict.fromkeys((old, new), "test" if pure else "mixed")
    return InnerTests(roles, spliced, tuple(unspliced))


def _sides(
    repository: Repository, before: Files, after: Files, paths: Mapping[str, str]
) -> dict[str, tuple[bytes | None, bytes | None]]:
    """The base's and the candidate's text by the old path; None if it is not read, or no text."""
    entries = [
        *(before[old] for old in paths),
        *(after[new] for new in paths.values() if new in after),
    ]
    plain = [name for mode, name in entries if mode not in (SYMLINK, SUBMODULE)]
    texts = repository.blobs(plain, _LARGEST)
    return {
        old: (texts.get(before[old][1]), texts.get(after[new][1]) if new in after else b"")
        for old, new in paths.items()
    }


def _may_hold(path: str, rules: RoleRules, product: Sequence[str]) -> bool:
    return path in product or rules.role(path) == "product"


def _is_pure(repository: Repository, tree: str, path: str, text: bytes) -> bool:
    """Whether a file contains only tests: it imports the project, which does not import it."""
    if path.endswith(".py"):
        own = "|".join(map(re.escape, own_modules(files_of(repository, tree))[0]))
        own_import = re.compile(rf"^\s*(?:from|import) +(?:\.|(?:{own})\b)".encode(), re.MULTILINE)
        if not own_import.search(text):
            return False
    elif path.endswith(_SCRIPTS):
        if not _IMPORTS.search(text) or b".vitest" in text:
            return False
    else:
        return not path.endswith(_CODE)  # unknown for other code
    return not importers(repository, tree, path)


def spliced_rust(product: bytes, tests: bytes, *, has_examples: bool) -> bytes | None:
    """The Rust code of one file with the test modules of the other.

    None if they cannot be separated, or if documentation examples are gone (``has_examples``).
    """
    if product.count(b"cfg(test)") > _MOST_MODULES:
        return None
    code, other = (_RUST_TESTS.sub(b"", side) for side in (product, tests))
    present, required = ({b"".join(example.split()) for example in _RUST_EXAMPLE.findall(side)}
                    for side in (code, other))  # fmt: skip
    is_apart = _RUST_MARK.findall(code) == _RUST_MARK.findall(other)
    if not is_apart or (has_examples and not required <= present):
        return None
    blocks = (match[0] for match in _RUST_TESTS.finditer(tests))
    merged = _RUST_TESTS.sub(lambda _: next(blocks, b""), product)
    return b"\n".join((merged, *blocks))
