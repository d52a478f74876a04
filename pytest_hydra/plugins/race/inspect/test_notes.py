"""Notes on edits of tests. They judge nothing: the outcomes of the tests decide."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

from pytest_hydra.core.path_patterns import matches
from pytest_hydra.core.text import listed
from pytest_hydra.plugins.race.inspect import Note, new_lines
from pytest_hydra.plugins.race.inspect.languages import language_of

_ASSERTS = re.compile(r"assert|fail|raises\Z")
_SKIPS = re.compile(r"\b(?:skip\w*|xfail|expectedFailure|importorskip|SkipTest)\b")
_TEST_MODULES = ("test_*.py", "*_test.py", "tests.py")


class _Definition(NamedTuple):
    """A function: its syntax tree as text, its line, and the numbers of assertions and skips."""

    dump: str
    line: int
    asserts: int
    skips: int


class _Module:
    """The functions of a test file by their qualified names, and the statements around them."""

    def __init__(self, module: ast.Module) -> None:
        self.functions: dict[str, _Definition] = {}
        self.statements: set[str] = set()
        self._read(module.body, "")

    def _read(self, body: list[ast.stmt], prefix: str) -> None:
        for node in body:
            match node:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    earlier = self.functions.get(prefix + name)
                    dump = (earlier.dump if earlier else "") + ast.dump(node)
                    asserts = sum(map(_is_assertion, ast.walk(node)))
                    skips = len(_SKIPS.findall(ast.unparse(node)))
                    self.functions[prefix + name] = _Definition(dump, node.lineno, asserts, skips)
                case ast.ClassDef(name=name):
                    head = [*node.bases, *node.keywords, *node.decorator_list]
                    self.statements.add(" ".join([f"class {prefix}{name}", *map(ast.dump, head)]))
                    self._read(node.body, f"{prefix}{name}::")
                case ast.Expr(value=ast.Constant()):
                    pass  # documentation
                case _:
                    self.statements.add(prefix + ast.dump(node))


def _is_assertion(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)):
            return _ASSERTS.match(name) is not None
    return isinstance(node, ast.Assert)


def python_notes(path: str, old: ast.Module | None, new: ast.Module) -> Iterator[Note]:
    """Notes on a test file in Python; ``old`` is None for a new file."""
    before, after = _Module(old or ast.Module([], [])), _Module(new)
    is_support = not matches(path.rpartition("/")[2], _TEST_MODULES)
    for name, entry in after.functions.items():
        known = before.functions.get(name)
        if known is None and entry.skips and _is_test(name):
            yield Note("test-skipped", entry.line, name)
        elif known is not None and known.dump != entry.dump and _is_test(name):
            text = (
                f"asserts {known.asserts} -> {entry.asserts}, skips {known.skips} -> {entry.skips}"
            )
            yield Note("test-edited", entry.line, f"{name}: {text}")
    for name in before.functions.keys() - after.functions.keys():
        if _is_test(name):
            yield Note("test-gone", None, name)
    names = [
        name
        for name in {**after.functions, **before.functions}
        if not _is_test(name) and _dump(before, name) != _dump(after, name)
    ]
    if old is None and not is_support:
        return  # nothing of the base depends on the code of a new test module
    names += ["statements"] if before.statements != after.statements else []
    if names:
        yield Note("test-support", None, listed(names))


def _dump(module: _Module, name: str) -> str | None:
    return module.functions[name].dump if name in module.functions else None


def _is_test(name: str) -> bool:
    return name.rpartition("::")[2].startswith(("test", "runTest"))


def text_notes(path: str, old: str | None, new: str, *, tests: bool) -> Iterator[Note]:
    """One note on a file in another language, by its lines; ``old`` is None for a new file.

    ``tests``: whether it counts as a test file. Other code may contain tests among its own.
    """
    language = language_of(path)
    if not tests and (old is None or language["test"].search(old) is None):
        return
    added, removed = (
        [line for _, line in new_lines(*sides)] for sides in ((old or "", new), (new, old or ""))
    )
    counts = {
        key: [sum(map(bool, map(language[key].search, lines))) for lines in (added, removed)]
        for key in ("asserts", "skips")
    }
    numbers = ", ".join(f"{key} +{more} -{less}" for key, (more, less) in counts.items())
    if old is None:
        if counts["skips"][0]:
            yield Note("test-skipped", None, f"in a new file: {numbers}")
    elif (added or removed) if tests else (counts["asserts"][1] or counts["skips"][0]):
        yield Note("test-edited", None, f"lines +{len(added)} -{len(removed)}, {numbers}")
