"""Tests that are not run any more: replaced, taken out, or marked."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping

from pytest_hydra.candidates.tamper import Finding, quoted
from pytest_hydra.candidates.tamper.conditions import truth
from pytest_hydra.candidates.tamper.suite_code.assertions import body_of
from pytest_hydra.candidates.tamper.suite_code.suite_file import (
    TestFile,
    TestFunction,
    ends_file,
    is_test,
)

SKIPPING = re.compile(r"\b(?:skip|skipif|skipIf|skipUnless|xfail|expectedFailure|importorskip)\b")
_HOOKED = ("run", "__call__", "_callTestMethod", "countTestCases", "defaultTestResult", "debug")
_ASSERTS = re.compile(r"(?:assert|fail)(?:[A-Z]|$)")
_FAILS = re.compile(r"assert|fail|super|check|verify|expect|raise|require")


def deselected(before: TestFile, after: TestFile) -> Iterator[Finding]:
    """What is worth a word of the tests that are still there, and whether they are run."""
    yield from _rebound(before, after)
    yield from _shadowed(before, after)
    yield from _deselected(before, after)
    yield from _marked(before, after)


def _rebound(before: TestFile, after: TestFile) -> Iterator[Finding]:
    """Tests that are assigned over, deleted, or that a class has overwritten."""
    had = {(name, ast.dump(node)) for name, node in before.rebound}
    for name, node in after.rebound:
        if (name, ast.dump(node)) in had:
            continue
        tests = [
            function
            for function in before.functions
            if is_test(function) and (function == name or function.endswith(f"::{name}"))
        ]
        if name in before.classes and any(
            is_test(function) and function.startswith(f"{name}::") for function in before.functions
        ):
            yield Finding(
                "test-deselected", node.lineno, f"the tests of {name} are gone: {quoted(node)}"
            )
        elif name in before.functions and is_test(name):
            yield Finding(
                "test-deselected", node.lineno, f"the test {name} is replaced: {quoted(node)}"
            )
        elif tests and "::" not in name and isinstance(node, ast.Delete | ast.Expr):
            yield Finding(
                "test-deselected", node.lineno, f"the test {tests[0]} is taken out: {quoted(node)}"
            )
        elif name.rpartition("::")[2].startswith("assert") and any(
            "unittest" in ast.unparse(base) or "TestCase" in ast.unparse(base)
            for kind in after.classes.values()
            for base in kind.bases
        ):
            yield Finding(
                "test-swallowed", node.lineno, f"what asserts is replaced: {quoted(node)}"
            )


def _shadowed(before: TestFile, after: TestFile) -> Iterator[Finding]:
    """Tests that a second definition of their name replaces."""
    for name, lines in after.defined.items():
        if is_test(name) and len(lines) > len(before.defined.get(name, lines)):
            yield Finding(
                "test-deselected", lines[-1], f"another {name} replaces the one before it"
            )


def _deselected(before: TestFile, after: TestFile) -> Iterator[Finding]:
    """``__test__ = False``, constructors, and classes that run their tests otherwise."""
    had = {(name, ast.dump(node)) for name, node in before.rebound}
    for name, node in after.rebound:
        owner, _, last = name.rpartition("::")
        if last == "__test__" and (name, ast.dump(node)) not in had:
            new = owner in after.classes or owner in after.functions
            known = not new or owner in before.classes or owner in before.functions
            value = getattr(node, "value", None)
            if known and truth(value) is not True:
                yield Finding(
                    "test-deselected",
                    node.lineno,
                    f"{owner or 'the whole file'} is taken out: {quoted(node)}",
                )
    for name, test in after.functions.items():
        owner, _, last = name.rpartition("::")
        if _ASSERTS.match(last) and name not in before.functions and not _can_fail(test):
            line = test.function.lineno
            yield Finding("test-swallowed", line, f"{owner} has an {last} that never fails")
        if owner in before.classes and owner in after.classes and name not in before.functions:
            line = test.function.lineno
            skips = body_of(test.function, after.known).skips
            if skips and last.lower().startswith(("setup", "set_up")):
                said = f"{owner} may have its tests skipped: {skips[0][1]}"
                yield Finding("test-skipped", skips[0][0], said)
            has_tests = any(
                is_test(function) and function.startswith(f"{owner}::")
                for function in before.functions
            )
            bases = [ast.unparse(base) for base in after.classes[owner].bases]
            if last in ("__init__", "__new__") and has_tests and not bases:
                yield Finding(
                    "test-deselected", line, f"{owner} has {last}, so pytest runs none of its tests"
                )
            elif last in _HOOKED and has_tests:
                yield Finding(
                    "test-swallowed", line, f"{owner} runs its tests by itself: def {last}"
                )
    yield from _classes(before.classes, after.classes, before.functions)


def _can_fail(test: TestFunction) -> bool:
    """Whether something in it raises, asserts, or is asked of others that may."""
    return any(
        isinstance(node, ast.Raise | ast.Assert)
        or (isinstance(node, ast.Call) and _FAILS.search(ast.unparse(node.func)) is not None)
        for node in ast.walk(test.function)
    )


def _classes(
    before: Mapping[str, ast.ClassDef],
    after: Mapping[str, ast.ClassDef],
    functions: Mapping[str, TestFunction],
) -> Iterator[Finding]:
    for name, old in before.items():
        new = after.get(name)
        if new is None or not any(
            is_test(function) and function.startswith(f"{name}::") for function in functions
        ):
            continue
        had = {ast.dump(entry) for entry in old.decorator_list}
        for entry in new.decorator_list:
            said = ast.unparse(entry)
            if ast.dump(entry) not in had and SKIPPING.search(said):
                yield Finding(
                    "test-skipped", entry.lineno, f"the tests of {name} are given @{said[:100]}"
                )
        was = {ast.unparse(base).rpartition(".")[2] for base in old.bases}
        now = {ast.unparse(base).rpartition(".")[2] for base in new.bases}
        if "TestCase" in was and not now and not name.rpartition("::")[2].startswith("Test"):
            yield Finding(
                "test-deselected",
                new.lineno,
                f"{name} is no TestCase any more, so its tests are not run",
            )


def _marked(before: TestFile, after: TestFile) -> Iterator[Finding]:
    """Marks of a whole file or class, and what ends a file as it is imported."""
    had = {ast.dump(mark) for mark in before.marks}
    for mark in after.marks:
        if ast.dump(mark) in had:
            continue
        if ends_file(mark):
            yield Finding("test-skipped", mark.lineno, f"the file may end there: {quoted(mark)}")
        elif SKIPPING.search(ast.unparse(mark)):
            yield Finding(
                "test-skipped", mark.lineno, f"all tests there are marked: {quoted(mark)}"
            )
