"""Files with tests that are not named like tests, and files that only have the name of tests."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Set
from types import MappingProxyType
from typing import NamedTuple

from pytest_hydra.engine.unit import CommandRun
from pytest_hydra.git.repository import Repository
from pytest_hydra.git.trees import (
    Files,
    asserts,
    files_of,
    importers,
    own_modules,
    plugins_of_tests,
    read_file,
)
from pytest_hydra.race.decide.measure import NOTHING
from pytest_hydra.race.paths import counts_as_test, sides, steers, with_tests
from pytest_hydra.race.record import Source
from pytest_hydra.settings.race import Policy

# Larger files are not read.
_LARGEST = 2**18


class InlineTests(NamedTuple):
    """The changed files with tests that are not named like tests.

    ``suites`` contain only tests. ``joined`` maps files whose tests changed to their product
    code with the base's tests. ``mixed`` is other code with its own tests. ``doubtful`` files could
    not be examined. ``product`` files have no tests, despite their names.
    """

    suites: tuple[str, ...] = ()
    joined: Mapping[str, bytes] = MappingProxyType({})
    mixed: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()
    product: tuple[str, ...] = ()

    def policy(self, policy: Policy, *more: str) -> Policy:
        """The policy by which these files count as what they are; ``more`` count as tests too."""
        return with_tests(policy, (*self.suites, *self.joined, *more), self.product)


# Files in these languages contain tests only if they match the pattern below.
_CODE = (".py", ".rs", ".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".go", ".c", ".java")
_TESTS = re.compile(rb"\bdef test|TestCase|\btest[\])(]|\b(?:it|describe)\(|\.vitest|//[/!] *```")
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


def inline_tests(
    repository: Repository,
    tree: str,
    source: Source,
    policy: Policy,
    base_tests: Callable[[], CommandRun | None],
) -> InlineTests:
    """What a candidate changed in such files, compared with the base's ``tree``.

    ``base_tests`` waits for the base's tests, which show from which files tests are collected.
    Raises SourceError.
    """
    before, after = files_of(repository, tree), files_of(repository, str(source.tree))
    changed = {entry.old_path or entry.path: entry.path for entry in source.changes}
    changed = {old: new for old, new in changed.items() if old in before and not steers(old)}
    paths = {old: new for old, new in changed.items() if not counts_as_test(old, policy)}
    modules = [old for old in paths if old.endswith(".py")]
    plugins = plugins_of_tests(repository, tree) if modules else set()
    support = [old for old in modules if _support(repository, tree, old, policy, plugins)]
    product = _misnamed(repository, tree, source, policy, base_tests)
    texts = _texts(repository, before, after, paths)
    run = base_tests() if texts else None
    tests = (run and run.tests) or NOTHING
    # Without examples in modules: the deciding run shows whether these are the base's.
    examples = {test for test in tests.examples if tests.files.get(test, "").endswith(".py")}
    test_files = {tests.files[test] for test in tests.files.keys() - examples}
    joined: dict[str, bytes] = {}
    suites = [side for old in support for side in dict.fromkeys((old, paths[old]))]
    mixed, doubtful = [], []
    for old, (text, own) in texts.items():
        new, is_rust = paths[old], old.endswith(".rs")
        # Results of Rust tests do not include files.
        if old in support or not (is_rust or old in test_files):
            continue
        merged = own
        if is_rust and text is not None and own is not None:
            merged = _with_tests_of(own, text, has_examples=old in test_files)
        if text is None or merged is None:
            doubtful.append(new)
        elif is_rust:
            joined.update({new: merged} if merged != own and new in after else {})
        elif _is_suite(repository, tree, old, text):
            suites += dict.fromkeys((old, new))
        elif new in after:
            mixed.append(old)
    return InlineTests(tuple(suites), joined, tuple(mixed), tuple(doubtful), product)


def _texts(
    repository: Repository, before: Files, after: Files, paths: Mapping[str, str]
) -> dict[str, tuple[bytes | None, bytes | None]]:
    """The base's and the candidate's text of files that may contain tests, by their old path."""
    pairs = {old: (before[old], after.get(new, ("", ""))) for old, new in paths.items()}
    plain = [name for pair in pairs.values() for mode, name in pair if mode.startswith("100")]
    texts = {**repository.blobs(plain, _LARGEST), "": b""}
    return {
        old: (text, texts.get(after_id))
        for old, ((_, before_id), (_, after_id)) in pairs.items()
        if not (text := texts.get(before_id)) or not old.endswith(_CODE) or _TESTS.search(text)
    }


def _misnamed(
    repository: Repository,
    tree: str,
    source: Source,
    policy: Policy,
    base_tests: Callable[[], CommandRun | None],
) -> tuple[str, ...]:
    """Product code that is only named like a test: it has no tests, and other code imports it."""
    before = files_of(repository, tree)

    def is_product(path: str) -> bool:
        if path not in before and counts_as_test(f"{os.path.dirname(path)}/_.py", policy):
            return False  # a new file in a folder of tests is a test
        as_product = with_tests(policy, (), (path,))
        return not counts_as_test(path, as_product) and any(
            user.endswith(".py") and not counts_as_test(user, as_product)
            for user in importers(repository, tree if path in before else str(source.tree), path)
        )

    changed = [] if policy.scoring.tests.files else sorted({*sides(source.changes)})
    suspects = [path for path in changed if path[-3:] == ".py" and counts_as_test(path, policy)]
    products = [path for path in suspects if is_product(path)]
    run = base_tests() if products else None
    if run is None or run.tests is None or run.tests.source != "recorder" or run.tests.problems:
        return ()
    collected = {*run.tests.files.values(), *run.tests.outcomes}
    return tuple(path for path in products if path not in collected)


def _is_suite(repository: Repository, tree: str, path: str, text: bytes) -> bool:
    """Whether a file contains only tests: it imports the project, which does not import it."""
    if not path.endswith(".py"):
        return not path.endswith(_CODE)  # unknown for other code
    own = "|".join(map(re.escape, own_modules(files_of(repository, tree))[0]))
    if not re.search(rf"^\s*(?:from|import) +(?:\.|(?:{own})\b)".encode(), text, re.MULTILINE):
        return False
    return not importers(repository, tree, path)


def _support(
    repository: Repository, tree: str, path: str, policy: Policy, plugins: Set[str], *above: str
) -> bool:
    """Whether a module is for tests: only they name it, and it is a plugin or has assertions."""
    is_plugin = path.removesuffix(".py").replace("/", ".") in plugins
    content = None if "/" in path or is_plugin else read_file(repository, tree, path)
    if path in above or not (is_plugin or (content is not None and asserts(content))):
        return False
    users = importers(repository, tree, path, by_word=True)
    return bool(users) and all(
        counts_as_test(user, policy)
        or _support(repository, tree, user, policy, plugins, path, *above)
        for user in users
    )


def _with_tests_of(product: bytes, tests: bytes, *, has_examples: bool) -> bytes | None:
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
