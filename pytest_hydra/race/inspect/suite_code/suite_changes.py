"""Changes to the tests of a Python file, from a comparison of two versions of it."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator

from pytest_hydra.core.text import counted, read_words
from pytest_hydra.race.inspect import Finding, gains
from pytest_hydra.race.inspect.conditions import truth
from pytest_hydra.race.inspect.names import Names
from pytest_hydra.race.inspect.suite_code.assertions import Body, State, body_of, inner_names
from pytest_hydra.race.inspect.suite_code.definitions import Fold, Function, folded_tests
from pytest_hydra.race.inspect.suite_code.suite_file import (
    TestFile,
    TestFunction,
    ends_file,
    is_generator,
    is_test,
    is_trivial,
    name_of,
    read_tests,
)

_BENIGN = frozenset(read_words(__file__, "words.txt")["benign"])
_NO_FOLD = Fold("", 0)
_SKIPPING = re.compile(r"\b(?:skip|skipif|skipIf|skipUnless|xfail|expectedFailure|importorskip)\b")
_RUNNERS = ("run", "__call__", "_callTestMethod", "countTestCases", "defaultTestResult", "debug")
_ASSERTS = re.compile(r"(?:assert|fail)(?:[A-Z]|$)")
_FAILS = re.compile(r"assert|fail|super|check|verify|expect|raise|require")
_OPTIONAL = re.compile(r"^(?:reached only|not reached) if `(?:not )?hasattr\(\w+, '\w+'\)`$")
# Kinds of signs for assertions that may not fail the test, by their state.
_KINDS: dict[State, str] = {
    "swallowed": "test-swallowed",
    "guarded": "test-guarded",
    "platform": "test-skipped",
    "apart": "test-weakened",
}


def compare_tests(
    old: Names, new: Names, swallowing: frozenset[str] = frozenset()
) -> list[Finding]:
    """Signs in the changes to a file's tests.

    ``swallowing`` are decorators and context managers in other files that swallow failures.
    """
    before, after = read_tests(old, frozenset()), read_tests(new, swallowing)
    findings: list[Finding] = []
    folds = folded_tests(old.module, new.module)
    for name, test in before.functions.items():
        if name in after.functions:
            findings += _Edit(name, (before, test), (after, after.functions[name])).findings()
        elif is_test(name) and not (fold := folds.get(name, _NO_FOLD)).cases:
            kind, event = "test-gone", "removed"
            if is_test(fold.into):
                kind, event = "test-renamed", f"renamed to {fold.into}"
            findings.append(Finding(kind, None, f"the test {name} was {event}"))
    findings += _deselection(before, after)
    return findings


# One function.


class _Edit:
    """A function in both versions of a file."""

    def __init__(
        self, name: str, old: tuple[TestFile, TestFunction], new: tuple[TestFile, TestFunction]
    ) -> None:
        self._name = name
        self._old_file, self._old_test = old
        self._file, self._test = new
        self._old, self._new = self._old_test.function, self._test.function
        self._is_test = is_test(name)
        self._label = name if self._is_test else f"the helper {name}"

    def findings(self) -> Iterator[Finding]:
        """The signs in its change."""
        name, old, new = self._name, self._old, self._new
        if self._is_test:
            yield from self._new_decorators()
        dead = [any(map(_is_never, test.conditions)) for test in (self._old_test, self._test)]
        if dead == [False, True]:
            yield self._sign("test-guarded", f"{name} is in a branch that no test run reaches")
        is_changed = ast.dump(old) != ast.dump(new)
        if not is_changed and self._old_file.helpers == self._file.helpers:
            return
        base_names = inner_names(old)
        before = body_of(old, self._old_file.helpers, base_names)
        after = body_of(new, self._file.helpers, base_names)
        live = bool(before.only("live"))
        if self._is_test:
            yield from self._new_mocks()
            if live:
                yield from self._coroutine()
        elif after.skips and not before.skips:
            line, reason = after.skips[0]
            text = f"{self._label} may skip or end the tests that call it: {reason}"
            yield Finding("test-skipped", line, text)
        elif is_changed:
            yield self._sign("test-helper", f"{self._label} was changed")
        yields = is_generator(new) and not is_generator(old)
        if yields and live and self._is_test:
            yield self._sign("test-guarded", f"{name} has a yield, so it is not run as a test")
        elif live:
            yield from self._assertions(before, after)
        elif self._is_test and not before.assertions and is_trivial(new) and not is_trivial(old):
            yield self._sign("test-emptied", f"{name} no longer does anything")

    def _sign(self, kind: str, text: str) -> Finding:
        return Finding(kind, self._new.lineno, text)

    def _new_decorators(self) -> Iterator[Finding]:
        for decorator in gains((self._old.decorator_list, self._new.decorator_list), ast.dump):
            function = decorator.func if isinstance(decorator, ast.Call) else decorator
            name = getattr(function, "attr", getattr(function, "id", ""))
            change = f"{self._name} now has @{ast.unparse(decorator)[:100]}"
            if _SKIPPING.search(ast.unparse(decorator)):
                yield Finding("test-skipped", decorator.lineno, change)
            elif name in self._file.helpers.swallowing:
                text = f"{change}, which swallows failures"
                yield Finding("test-swallowed", decorator.lineno, text)
            elif "patch" in ast.unparse(decorator):
                yield Finding("test-mocks", decorator.lineno, change)

    def _new_mocks(self) -> Iterator[Finding]:
        for node in gains((replacements(self._old), replacements(self._new)), ast.dump):
            yield Finding.at(node, "test-mocks", f"in {self._name}")
            return

    def _coroutine(self) -> Iterator[Finding]:
        """A test that became a coroutine, which some test runners create and never await."""
        if isinstance(self._old, ast.AsyncFunctionDef) or isinstance(self._new, ast.FunctionDef):
            return
        if self._test.waits is False:
            text = f"{self._name} is a coroutine, which unittest.TestCase never awaits"
            yield self._sign("test-guarded", text)
        elif self._test.waits is None:
            text = f"{self._name} is a coroutine, which only some test runners await"
            yield self._sign("test-weakened", text)

    def _assertions(self, before: Body, after: Body) -> Iterator[Finding]:
        """Signs in a function whose assertions could fail on the base."""
        live = after.only("live")
        if not live:
            yield self._without_assertions(after)
            return
        base_counts = Counter(check.dump for check in before.only("live"))
        fewer = len(live) < len(before.only("live"))
        base_dumps = {check.dump for check in before.only(*_KINDS)}
        for check in after.only(*_KINDS):
            if check.dump not in base_dumps and (base_counts[check.dump] or fewer):
                text = f"in {self._label} `{check.text}` is {check.reason}"
                # Other assertions remain, so a check of an optional attribute hides no failure.
                kind = "test-weakened" if _OPTIONAL.search(check.reason) else _KINDS[check.state]
                yield Finding(kind, check.line, text)
                return
        changes = sum((base_counts - Counter(check.dump for check in live)).values())
        if changes or after.only("idle"):
            yield self._other_assertions(before, after, changes)
        if after.skips and not before.skips:
            line, reason = after.skips[0]
            yield Finding("test-skipped", line, f"{self._label} may skip or end early: {reason}")

    def _without_assertions(self, after: Body) -> Finding:
        """The sign for a function whose assertions could fail on the base, and may not fail now."""
        label = self._label
        for state, kind in _KINDS.items():
            for check in after.only(state):
                return Finding(kind, check.line, f"in {label} `{check.text}` is {check.reason}")
        if after.skips:
            line, reason = after.skips[0]
            return Finding("test-skipped", line, f"{label} skips or ends early: {reason}")
        for check in after.only("idle"):
            text = f"{label} asserts only what is {check.reason}: `{check.text}`"
            return Finding("test-emptied", check.line, text)
        if is_trivial(self._new):
            return self._sign("test-emptied", f"{label} no longer does anything")
        if not self._is_test:
            return self._sign("test-weakened", f"{label} no longer asserts anything")
        helpers = self._file.helpers
        foreign = _call_names(self._new) - _call_names(self._old) - _BENIGN
        foreign -= helpers.functions - helpers.asserting
        if foreign:
            names = ", ".join(sorted(foreign)[:3])
            text = f"{label} no longer asserts anything itself; it calls {names}"
            return self._sign("test-weakened", text)
        return self._sign("test-emptied", f"{label} still runs, but no longer asserts anything")

    def _other_assertions(self, before: Body, after: Body, changes: int) -> Finding:
        for check in after.only("idle"):
            text = f"in {self._label} `{check.text}` is {check.reason}"
            return Finding("test-weakened", check.line, text)
        live, base = after.only("live"), before.only("live")
        dumps, base_dumps = ({check.dump for check in side} for side in (live, base))
        new = next((check for check in live if check.dump not in base_dumps), None)
        line = self._new.lineno if new is None else new.line
        base_text = next((check.text for check in base if check.dump not in dumps), "")
        if len(base) > len(live):
            number = counted(len(live), "assertion")
            text = f"has {number} instead of {len(base)}; removed: `{base_text}`"
            return Finding("test-weakened", line, f"{self._label} {text}")
        suffix = "" if new is None else f", now `{new.text}`"
        text = f"has changed assertions ({changes}): was `{base_text}`{suffix}"
        return Finding("test-edited", line, f"{self._label} {text}")


def replacements(function: Function) -> Iterator[ast.Call | ast.ClassDef]:
    """Calls that replace something, and classes in a function, which may be stand-ins."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call):
            *owners, last = name_of(node).split(".")
            if last in ("setattr", "setitem", "delattr", "patch", "spy", "stub") or (
                "patch" in owners and last in ("object", "dict", "multiple")
            ):
                yield node
        elif isinstance(node, ast.ClassDef):
            yield node


def _is_never(condition: ast.expr) -> bool:
    """Whether a condition is never true when tests are run."""
    if truth(condition) is False:
        return True
    return isinstance(condition, ast.Compare) and "__main__" in ast.unparse(condition)


def _call_names(function: Function) -> set[str]:
    return {
        getattr(node.func, "attr", getattr(node.func, "id", "?"))
        for node in ast.walk(function)
        if isinstance(node, ast.Call)
    }


# Tests that are not run any more: replaced, removed, or marked.


def _deselection(before: TestFile, after: TestFile) -> Iterator[Finding]:
    rebinds = [*gains((before.rebinds, after.rebinds), lambda pair: (pair[0], ast.dump(pair[1])))]
    for name, node in rebinds:
        yield from _replacement(name, node, before, after)
    for name, lines in after.definition_lines.items():
        if is_test(name) and len(lines) > len(before.definition_lines.get(name, lines)):
            text = f"a second definition of {name} replaces the first"
            yield Finding("test-deselected", lines[-1], text)
    for name, node in rebinds:
        owner, _, member = name.rpartition("::")
        if member == "__test__" and truth(getattr(node, "value", None)) is not True:
            new = owner in after.classes or owner in after.functions
            if not new or owner in before.classes or owner in before.functions:
                text = f"{owner or 'the whole file'} is excluded from collection"
                yield Finding.at(node, "test-deselected", text)
    for name, test in after.functions.items():
        if name not in before.functions:
            yield from _new_function(name, test, before, after)
    for name, old_class in before.classes.items():
        if name in after.classes and before.has_tests(name):
            yield from _class_changes(name, old_class, after.classes[name])
    yield from _new_marks(before, after)


def _new_marks(before: TestFile, after: TestFile) -> Iterator[Finding]:
    """Marks of a whole file or class, and statements that end a file while it is imported."""
    for mark in gains((before.marks, after.marks), ast.dump):
        if ends_file(mark):
            yield Finding.at(mark, "test-skipped", "the whole file may be skipped")
        elif _SKIPPING.search(ast.unparse(mark)):
            yield Finding.at(mark, "test-skipped", "a mark for a whole file or class")


def _replacement(name: str, node: ast.stmt, before: TestFile, after: TestFile) -> Iterator[Finding]:
    """Tests that are overwritten or deleted, and assertions of unittest that are replaced."""
    tests = [
        function
        for function in before.functions
        if is_test(function) and (function == name or function.endswith(f"::{name}"))
    ]
    if name in before.classes and before.has_tests(name):
        yield Finding.at(node, "test-deselected", f"the class {name} is replaced or deleted")
    elif name in before.functions and is_test(name):
        yield Finding.at(node, "test-deselected", f"the test {name} is replaced or deleted")
    elif tests and "::" not in name and isinstance(node, ast.Delete | ast.Expr):
        yield Finding.at(node, "test-deselected", f"the test {tests[0]} is replaced or deleted")
    elif name.rpartition("::")[2].startswith("assert") and any(
        "unittest" in ast.unparse(base) or "TestCase" in ast.unparse(base)
        for kind in after.classes.values()
        for base in kind.bases
    ):
        yield Finding.at(node, "test-swallowed", "an assertion method is replaced or deleted")


def _new_function(
    name: str, test: TestFunction, before: TestFile, after: TestFile
) -> Iterator[Finding]:
    """The effect of a new function on its class."""
    owner, _, method = name.rpartition("::")
    line = test.function.lineno
    if _ASSERTS.match(method) and not _can_fail(test.function):
        yield Finding("test-swallowed", line, f"{name} never fails")
    if owner not in before.classes or owner not in after.classes:
        return
    skips = body_of(test.function, after.helpers).skips
    if skips and method.lower().startswith(("setup", "set_up")):
        text = f"{owner} may skip its tests: {skips[0][1]}"
        yield Finding("test-skipped", skips[0][0], text)
    if not before.has_tests(owner):
        return
    if method in ("__init__", "__new__") and not after.classes[owner].bases:
        text = f"{owner} has {method}, so pytest runs none of its tests"
        yield Finding("test-deselected", line, text)
    elif method in _RUNNERS:
        yield Finding("test-swallowed", line, f"{owner} overrides how its tests run: def {method}")


def _can_fail(function: Function) -> bool:
    """Whether something in it raises, asserts, or calls something that may."""
    return any(
        isinstance(node, ast.Raise | ast.Assert)
        or (isinstance(node, ast.Call) and _FAILS.search(ast.unparse(node.func)) is not None)
        for node in ast.walk(function)
    )


def _class_changes(name: str, old: ast.ClassDef, new: ast.ClassDef) -> Iterator[Finding]:
    for decorator in gains((old.decorator_list, new.decorator_list), ast.dump):
        source = ast.unparse(decorator)
        if _SKIPPING.search(source):
            text = f"the class {name} now has @{source[:100]}"
            yield Finding("test-skipped", decorator.lineno, text)
    bases = {ast.unparse(base).rpartition(".")[2] for base in old.bases}
    if "TestCase" in bases and not new.bases and not name.rpartition("::")[2].startswith("Test"):
        text = f"{name} is no longer a TestCase, so its tests are not run"
        yield Finding("test-deselected", new.lineno, text)
