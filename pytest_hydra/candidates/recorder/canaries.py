"""Tests that cannot pass, run beside the others: where one does, nothing is believed.

PYTEST_DONT_REWRITE. They look like their neighbours, and are run as these are, but for the report
of their outcome, which nobody sees: they are in no count, and fail nothing. They use no fixtures.
"""

from __future__ import annotations

import ast
import os
from typing import Any

import pytest
from _pytest.assertion.rewrite import rewrite_asserts

_rewrite = rewrite_asserts
_urandom = os.urandom
_compile = compile
_exec = exec
_BODIES = (
    "assert {a} == {b}",
    "raise ValueError({a})",
    "raise type('Mismatch', (AssertionError,), {{}})({a}, {b})",
    "import unittest\n    raise unittest.SkipTest({a})",
)
# What a person looks at, and what is not run at all.
_UNWANTED = ("usepdb", "setuponly", "setupshow", "setupplan", "collectonly")


class Canaries:
    """They sing before the first test, in the middle, and before the last."""

    def __init__(self) -> None:
        self._places: list[Any] = []
        self._names: list[str] = []

    def hatch(self, items: list[Any]) -> None:
        """Choose the places among these tests."""
        plain = [item for item in items if type(item) is pytest.Function]
        if plain and not any(getattr(plain[0].config.option, entry, False) for entry in _UNWANTED):
            self._places = [plain[at] for at in (0, len(plain) // 2, -1)]
            self._names = [entry.originalname for entry in plain]

    def sing_before(self, item: Any) -> tuple[str, int, str] | None:
        """Let them, where this is a place; what is wrong (file, line and words), if anything."""
        if not any(item is place for place in self._places):
            return None
        self._places = [place for place in self._places if place is not item]
        for body in _BODIES:
            if self._passes(body, item):
                return "", 0, "a test that cannot pass was reported as passed"
        return None

    def _passes(self, body: str, item: Any) -> bool:
        try:
            canary = self._canary(body, item)
            return _run(canary, item)
        except Exception:  # noqa: BLE001 - what cannot be run, by whatever plugin, proves nothing
            return False

    def _canary(self, body: str, item: Any) -> Any:
        module = item.getparent(pytest.Module)
        kind = type(item._fixtureinfo)
        return pytest.Function.from_parent(
            module,
            name=(name := self._name()),
            callobj=_function(name, body, item, vars(module.obj)),
            fixtureinfo=kind(argnames=(), initialnames=(), names_closure=[], name2fixturedefs={}),
        )

    def _name(self) -> str:
        """A name made of those of two neighbours."""
        one, other = (self._names[_below(len(self._names))] for _ in range(2))
        return f"{one}_{other.rpartition('_')[2]}"


def _function(name: str, body: str, item: Any, namespace: dict[str, Any]) -> Any:
    number = _below(900) + 2
    line = item.obj.__code__.co_firstlineno if hasattr(item.obj, "__code__") else 1
    text = "\n" * line + f"def {name}():\n    {body.format(a=number, b=number + 1)}\n"
    tree = ast.parse(text)
    _rewrite(tree, text.encode())
    made: dict[str, Any] = {}
    _exec(_compile(tree, str(item.path), "exec"), namespace, made)
    return made[name]


def _run(canary: Any, nextitem: Any) -> bool:
    """Whether it passes."""
    hook = canary.ihook
    reports = []

    def phase(when: str, **more: Any) -> Any:
        run = getattr(hook, f"pytest_runtest_{when}")
        call = pytest.CallInfo.from_call(lambda: run(item=canary, **more), when=when)  # type: ignore[arg-type]
        report = hook.pytest_runtest_makereport(item=canary, call=call)
        reports.append(report)
        return report

    try:
        if phase("setup").passed:
            phase("call")
    finally:
        phase("teardown", nextitem=nextitem)
    return len(reports) == 3 and all(entry.outcome == "passed" for entry in reports)


def _below(number: int) -> int:
    return int.from_bytes(_urandom(4), "big") % number
