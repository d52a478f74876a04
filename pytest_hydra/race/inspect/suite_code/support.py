"""Changes to how Python tests are run, by conftest files, helpers and the tests themselves."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter, itemgetter

from pytest_hydra.core.text import read_words
from pytest_hydra.race.inspect import Finding, Use, gains, quote
from pytest_hydra.race.inspect.constants import Constants
from pytest_hydra.race.inspect.names import Names
from pytest_hydra.race.inspect.suite_code.definitions import Function
from pytest_hydra.race.inspect.suite_code.runner_hooks import (
    hooks_of,
    judge_hook,
    skips_of,
)
from pytest_hydra.race.inspect.suite_code.suite_changes import replacements
from pytest_hydra.race.inspect.uses import uses_in

_IGNORED = ("collect_ignore", "collect_ignore_glob")
_TESTS = re.compile(r"(?:^|[/\\*])tests?(?:[/\\*]|$)|test_|_test\b|^\*|\*\*|^\.$|^/?$|^\*\.py$")
# Settings of unittest that tests may change: how much of a failure is shown.
_DISPLAY = re.compile(r"\.(?:maxDiff|longMessage|_MAX_LENGTH|_diffThreshold)$")
# pytest's own names. That projects store others there is usual.
_OF_PYTEST = read_words(__file__, "words.txt")["of pytest"]


def compare_support(old: Names | None, new: Names, own: frozenset[str]) -> list[Finding]:
    """Signs that a test file newly changes how tests are run."""
    before, after = [] if old is None else old.nodes, new.nodes
    findings = [
        *_hooks(before, after),
        *_in_autouse_fixtures(before, after),
        *_ignored_files(before, after),
    ]
    uses = [[] if side is None else uses_in(side, own) for side in (old, new)]
    # Parts of pytest or unittest that are replaced.
    runner = gains(map(_changes_of_runner, uses), attrgetter("thing"))
    findings += (Finding("runner-changed", use.line, use.text) for use in runner)
    # Modules that are put in place of others, so that tests import them.
    module_writes = ([use for use in side if use.thing == "sys.modules ="] for side in uses)
    for use in gains(module_writes, attrgetter("text")):
        findings += [Finding("test-mocks", use.line, use.text)]
    assignments = ([] if side is None else _product_assignments(side, own) for side in (old, new))
    new_assignments = gains(assignments, quote)
    text = "a part of the product is replaced"
    return [*findings, *(Finding.at(node, "test-mocks", text) for node in new_assignments)]


def _hooks(before: list[ast.AST], after: list[ast.AST]) -> Iterator[Finding]:
    hooks = map(hooks_of, (before, after))
    for name, hook in gains(hooks, lambda entry: (entry[0], ast.dump(entry[1]))):
        yield judge_hook(name, hook)
    functions = {node.name: node for node in after if isinstance(node, Function)}
    sides = ([node for node in side if any(_assigned_hooks(node))] for side in (before, after))
    for node in gains(sides, ast.dump):
        for name, value in _assigned_hooks(node):
            if name == "pytest_plugins":
                yield Finding.at(node, "hook", "plugins are loaded")
            elif isinstance(value, ast.Name) and value.id in functions:
                yield judge_hook(name, functions[value.id])
            else:
                yield Finding.at(node, "hook-doubtful", "a hook is assigned")


def _assigned_hooks(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """The hooks that are assigned instead of defined, each with its value."""
    names: list[str | None] = []
    match node:
        case ast.Assign(targets=targets, value=value):
            names = [
                Constants({}).text(target.slice)
                if isinstance(target, ast.Subscript)
                else getattr(target, "id", getattr(target, "attr", None))
                for target in targets
            ]
        case ast.Call(func=ast.Name(id="setattr"), args=[_, key, value]):
            names = [Constants({}).text(key)]
    yield from ((name, value) for name in names if name and name.startswith("pytest_"))


def _in_autouse_fixtures(before: list[ast.AST], after: list[ast.AST]) -> Iterator[Finding]:
    """Skips and replacements by autouse fixtures, which apply to each test as a hook does."""
    base_dumps = {ast.dump(node) for node in before if _is_autouse(node)}
    for node in after:
        if isinstance(node, Function) and _is_autouse(node) and ast.dump(node) not in base_dumps:
            yield from skips_of(node)
            for entry in replacements(node):
                yield Finding.at(entry, "test-mocks", f"in the autouse fixture {node.name}")


def _is_autouse(node: ast.AST) -> bool:
    return isinstance(node, Function) and any(
        isinstance(entry, ast.Call) and any(keyword.arg == "autouse" for keyword in entry.keywords)
        for entry in node.decorator_list
    )


def _ignored_files(before: list[ast.AST], after: list[ast.AST]) -> Iterator[Finding]:
    for node, text in gains(map(_ignored_names, (before, after)), itemgetter(1)):
        deselects = text is not None and _TESTS.search(text)
        kind = "hook-doubtful" if text is None else "hook-deselects" if deselects else "hook"
        yield Finding.at(node, kind, "excludes files from collection")


def _ignored_names(nodes: Sequence[ast.AST]) -> Iterator[tuple[ast.stmt, str | None]]:
    for node in nodes if any(map(_is_ignored, nodes)) else ():
        if not isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Expr):
            continue
        parts = list(ast.walk(node))
        values = [entry.value for entry in parts if isinstance(entry, ast.Constant)]
        if not any(map(_is_ignored, parts)):
            continue
        texts = [value for value in values if isinstance(value, str) and value not in _IGNORED]
        if texts:
            yield from ((node, text) for text in texts)
        elif not isinstance(node.value, ast.List) or node.value.elts:
            yield node, None


def _is_ignored(node: ast.AST) -> bool:
    match node:
        case ast.Constant(value=name) | ast.Name(id=name):
            return name in _IGNORED
    return False


def _product_assignments(names: Names, own: frozenset[str]) -> Iterator[ast.Attribute]:
    """Parts of the product that are replaced by a plain assignment."""
    for node in names.nodes:
        match node:
            case ast.Attribute(value=owner, ctx=ast.Store()):
                if any(path.partition(".")[0] in own for path in names.paths(owner)):
                    yield node


def _changes_of_runner(uses: Iterable[Use]) -> Iterator[Use]:
    for use in uses:
        if use.kind != "runner-changed" or _DISPLAY.search(use.thing):
            continue
        root, _, rest = use.thing.partition(".")
        if root == "pytest" and "." not in rest and rest not in _OF_PYTEST:
            continue
        if root in ("unittest", "mock") and "mock" in use.thing:
            continue
        yield use
