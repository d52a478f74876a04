"""What stands around tests in Python, conftests and helpers, and does to how they are run."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator

from pytest_hydra.candidates.tamper import Finding, Use, quoted
from pytest_hydra.candidates.tamper.constants import Constants
from pytest_hydra.candidates.tamper.names import Names
from pytest_hydra.candidates.tamper.product_code.uses import uses_in
from pytest_hydra.candidates.tamper.suite_code.runner_hooks import (
    Function,
    hooks_of,
    judged_hook,
    judged_skips,
    rewrites,
)
from pytest_hydra.candidates.tamper.suite_code.suite_changes import replacing
from pytest_hydra.core.tables import read_words

_IGNORED = ("collect_ignore", "collect_ignore_glob")
_TESTS = re.compile(r"(?:^|[/\\*])tests?(?:[/\\*]|$)|test_|_test\b|^\*|\*\*|^\.$|^/?$|^\*\.py$")
# What a test may set in its runner without a word: how much is shown of what failed.
_SHOWN = re.compile(r"\.(?:maxDiff|longMessage|_MAX_LENGTH|_diffThreshold)$")
# What pytest itself has under these names; others are kept there by projects, which is usual.
_OF_PYTEST = read_words(__file__, "words.txt")["of pytest"]


def compared_support(old: ast.Module | None, new: ast.Module, own: frozenset[str]) -> list[Finding]:
    """What is worth a word of how tests are run by what a file among them has gained."""
    before = [] if old is None else list(ast.walk(old))
    after = list(ast.walk(new))
    found = list(_hooks(before, after))
    found += _elsewhere(before, after)
    found += _ignored(before, after)
    found += _runner(old, new, own)
    found += _loaded(old, new, own)
    found += _given(old, new, own)
    return found


def _hooks(before: list[ast.AST], after: list[ast.AST]) -> Iterator[Finding]:
    had = {(name, ast.dump(entry)) for name, made in hooks_of(before).items() for entry in made}
    for name, made in hooks_of(after).items():
        for entry in made:
            if (name, ast.dump(entry)) not in had:
                yield judged_hook(name, entry)
    assigned = {ast.dump(node) for node in before if isinstance(node, ast.Assign | ast.Call)}
    functions = {node.name: node for node in after if isinstance(node, Function)}
    for node in after:
        if isinstance(node, ast.Assign | ast.Call) and ast.dump(node) not in assigned:
            for name, value in _named_hooks(node):
                if name == "pytest_plugins":
                    yield Finding("hook", node.lineno, f"plugins are named: {quoted(node)}")
                elif isinstance(value, ast.Name) and value.id in functions:
                    yield judged_hook(name, functions[value.id])
                else:
                    yield Finding("hook-doubtful", node.lineno, f"a hook is made: {quoted(node)}")


def _named_hooks(node: ast.Assign | ast.Call) -> Iterator[tuple[str, ast.expr]]:
    """The hooks that are not defined as functions are, each with what it is."""
    match node:
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                name = getattr(target, "id", getattr(target, "attr", None))
                if isinstance(target, ast.Subscript):
                    name = Constants({}).text(target.slice)
                if name is not None and name.startswith("pytest_"):
                    yield name, value
        case ast.Call(func=ast.Name(id="setattr"), args=[_, named, value]):
            name = Constants({}).text(named)
            if name is not None and name.startswith("pytest_"):
                yield name, value


def _elsewhere(before: list[ast.AST], after: list[ast.AST]) -> Iterator[Finding]:
    """What fixtures and helpers do that only hooks should, where there are hooks or fixtures."""
    had = Counter(ast.dump(node) for node in before if rewrites(node) is not None)
    hooks = {
        id(part) for made in hooks_of(after).values() for entry in made for part in ast.walk(entry)
    }
    about = any(
        isinstance(node, ast.Attribute) and node.attr in _REPORTS for node in after
    ) or bool(hooks)
    for node in after:
        why = rewrites(node) if about and id(node) not in hooks else None
        if why is not None and had[ast.dump(node)] == 0 and not _is_own(node):
            yield Finding("hook-doubtful", getattr(node, "lineno", None), f"{why}: {quoted(node)}")
    known = {ast.dump(node) for node in before if _is_autouse(node)}
    for node in after:
        if _is_autouse(node) and ast.dump(node) not in known:
            assert isinstance(node, Function)  # noqa: S101 - as was asked
            yield from judged_skips(node)
            for entry in replacing(node):
                what = f"{node.name}, for each test: {quoted(entry)}"
                yield Finding("test-mocks", entry.lineno, what)


_REPORTS = ("node", "makereport", "get_result", "hookimpl", "_request", "session", "runtest")


def _is_own(node: ast.AST) -> bool:
    """Whether it is set on the object whose method it is."""
    of = getattr(node, "value", None)
    return isinstance(of, ast.Name) and of.id in ("self", "cls")


def _is_autouse(node: ast.AST) -> bool:
    return isinstance(node, Function) and any(
        isinstance(entry, ast.Call) and any(keyword.arg == "autouse" for keyword in entry.keywords)
        for entry in node.decorator_list
    )


def _ignored(before: list[ast.AST], after: list[ast.AST]) -> Iterator[Finding]:
    """Files that are left out by ``collect_ignore``."""
    had = {text for _, text in _named_in(before)}
    for node, text in _named_in(after):
        if text in had:
            continue
        if text is None:
            yield Finding("hook-doubtful", node.lineno, f"leaves files out: {quoted(node)}")
        else:
            kind = "hook-deselects" if _TESTS.search(text) else "hook"
            yield Finding(kind, node.lineno, f"leaves files out: {quoted(node)}")


def _named_in(nodes: Iterable[ast.AST]) -> Iterator[tuple[ast.stmt, str | None]]:
    for node in nodes:
        if not isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Expr):
            continue
        if not any(
            (isinstance(entry, ast.Name) and entry.id in _IGNORED)
            or (isinstance(entry, ast.Constant) and entry.value in _IGNORED)
            for entry in ast.walk(node)
        ):
            continue
        texts = [
            entry.value
            for entry in ast.walk(node)
            if isinstance(entry, ast.Constant)
            and isinstance(entry.value, str)
            and entry.value not in _IGNORED
        ]
        if texts:
            yield from ((node, text) for text in texts)
        elif not isinstance(node.value, ast.List) or node.value.elts:
            yield node, None


def _runner(old: ast.Module | None, new: ast.Module, own: frozenset[str]) -> Iterator[Finding]:
    """What belongs to pytest or unittest, and is made to be something else."""
    had = set() if old is None else {use.thing for use in _changing(uses_in(old, own))}
    for use in _changing(uses_in(new, own)):
        if use.thing not in had:
            yield Finding("runner-changed", use.line, use.text)


def _loaded(old: ast.Module | None, new: ast.Module, own: frozenset[str]) -> Iterator[Finding]:
    """Modules that are put in the places of others, which tests then import."""
    sides = [() if entry is None else uses_in(entry, own) for entry in (old, new)]
    before, after = ([use for use in side if use.thing == "sys.modules ="] for side in sides)
    had = {use.text for use in before}
    for use in after:
        if use.text not in had:
            yield Finding("test-mocks", use.line, f"another module is loaded: {use.text}")


def _given(old: ast.Module | None, new: ast.Module, own: frozenset[str]) -> Iterator[Finding]:
    """Parts of the product that are given another meaning by a plain assignment."""
    had = set() if old is None else {text for _, text in _assigned(old, own)}
    for node, text in _assigned(new, own):
        if text not in had:
            yield Finding("test-mocks", node.lineno, f"a part of the product is replaced: {text}")


def _assigned(module: ast.Module, own: frozenset[str]) -> Iterator[tuple[ast.Attribute, str]]:
    nodes = list(ast.walk(module))
    names = Names(nodes)
    for node in nodes:
        if not isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Store):
            continue
        if any(path.partition(".")[0] in own for path in names.paths(node.value)):
            yield node, quoted(node)


def _changing(uses: Iterable[Use]) -> Iterator[Use]:
    for use in uses:
        if use.kind != "runner-changed" or _SHOWN.search(use.thing):
            continue
        root, _, rest = use.thing.partition(".")
        if root == "pytest" and "." not in rest and rest not in _OF_PYTEST:
            continue
        if root in ("unittest", "mock") and "mock" in use.thing:
            continue
        yield use
