"""What pytest is made of, as it was before any code of the product was loaded.

PYTEST_DONT_REWRITE. Functions, classes and hooks are known by their identity: what stands in their
place later is something else. Code that is replaced within a function is heard of in another way.
"""

from __future__ import annotations

import builtins
import sys
import unittest.case  # noqa: F401 - to be looked at from the start
from operator import is_
from types import BuiltinFunctionType, FunctionType, ModuleType, SimpleNamespace
from typing import Any, Iterator  # noqa: UP035 - it runs on Python 3.8 too

# Of its own: what is rebound for all is not rebound here.
globals()["__builtins__"] = vars(builtins).copy()

_attribute = object.__getattribute__
_address = object.__hash__
_KINDS = (FunctionType, BuiltinFunctionType, type, classmethod, staticmethod, property)

# What stands between a test and what is told of it: looked at around each test.
_NEAR = (
    *("_pytest.runner", "_pytest.reports", "_pytest.unittest", "_pytest.skipping"),
    *("pluggy._callers", "pluggy._execution", "pluggy._hooks", "pluggy._caller"),
    *("pluggy._result", "pluggy.callers", "pluggy.hooks"),
)
_NEAR_CLASSES = (
    *("_pytest.nodes.Node", "_pytest.nodes.Item", "_pytest.main.Session"),
    *("_pytest.python.Function", "_pytest.python.PyobjMixin", "_pytest._code.code.ExceptionInfo"),
    *("pluggy._manager.PluginManager", "unittest.case.TestCase", "unittest.case._Outcome"),
)
# Of unittest, what is called by a test is nothing that stands around it.
_WITHIN = ("assert", "fail", "_assert", "_fail", "_deprecate")
_HOOKS = (
    *("pytest_runtest_protocol", "pytest_runtest_setup", "pytest_runtest_call"),
    *("pytest_runtest_teardown", "pytest_runtest_makereport", "pytest_runtest_logreport"),
    *("pytest_pyfunc_call", "pytest_runtestloop", "pytest_sessionfinish", "pytest_unconfigure"),
    *("pytest_collection_modifyitems", "pytest_itemcollected", "pytest_make_collect_report"),
    *("pytest_pycollect_makeitem", "pytest_generate_tests", "pytest_collectreport"),
    *("pytest_fixture_setup", "pytest_report_from_serializable", "pytest_assertrepr_compare"),
)


# No class of ours: these are in a list that everybody can read. A part of what is looked at is a
# tuple: the name of a module or class, what gets a name of it, names, and what these stood for.


def make() -> Any:
    """All of it, to be made when pytest is loaded and nothing of the product is."""
    import _pytest.main
    import _pytest.reports
    import _pytest.skipping
    import _pytest.unittest  # where a worker of xdist has not loaded it yet

    found = SimpleNamespace(
        report=_pytest.reports.TestReport,
        near=[],
        far=[],
        known={},  # names of functions by their address
        hooks={},  # by name who is called, and what implemented it when it was looked at
        manager=None,
    )
    for name, module in sorted(sys.modules.items()):
        if name.partition(".")[0] in ("_pytest", "pluggy", "unittest", "pytest"):
            _take(found, name, module)
    living = vars(builtins)
    found.far.append(_part("builtins", living, _saved(living)))
    return found


def watch(prints: Any, manager: Any) -> None:
    """Look at the hooks of this plugin manager too."""
    prints.manager = manager
    living = _attribute(manager, "__dict__")
    saved = {name: living[name] for name in ("_inner_hookexec", "hook") if name in living}
    prints.near.append(_part("the plugin manager", living, saved))


def is_report(prints: Any, report: object) -> bool:
    """Whether it is a report of a test."""
    return prints.report in type(report).__mro__


def name_of(prints: Any, function: object) -> str | None:
    """What a function of the runner is called; None for any other."""
    name: str | None = prints.known.get(_address(function))
    return name


def changed(prints: Any) -> Iterator[tuple[str, Any]]:
    """What is not as it was of all that stands between a test and its outcome."""
    return _changed(prints.near)


def all_changed(prints: Any) -> Iterator[tuple[str, Any]]:
    """What is not as it was of all else."""
    return _changed(prints.far)


def new_hooks(prints: Any) -> Iterator[tuple[str, Any]]:
    """Which hooks are implemented by what, where that was not told yet."""
    if prints.manager is None:
        return
    callers = _attribute(prints.manager.hook, "__dict__")
    for name in _HOOKS:
        caller = callers.get(name)
        if caller is None:
            continue
        told, before = prints.hooks.get(name, (caller, ()))
        now = tuple(caller.get_hookimpls())
        if caller is told and len(now) == len(before) and all(map(is_, now, before)):
            continue
        prints.hooks[name] = (caller, now)
        for one in now:
            if not any(one is other for other in before):
                yield name, one.function


def _changed(parts: list[Any]) -> Iterator[tuple[str, Any]]:
    for part, get, names, values in parts:
        if all(map(is_, map(get, names), values)):
            continue
        for name, value in zip(names, values):  # noqa: B905 - Python 3.8 does not know it
            found = get(name)
            if found is not value:
                yield f"{part}.{name}", found


def _take(prints: Any, name: str, module: ModuleType) -> None:
    living = vars(module)
    # What pytest offers by name to tests is made elsewhere; of all others only their own.
    whole = name == "pytest"
    saved = {
        key: one
        for key, one in _saved(living).items()
        if whole or getattr(one, "__module__", None) == name
    }
    near = name in _NEAR
    prints.far.append(_part(name, living, saved))
    if near:
        prints.near.append(_part(name, living, saved))
    for key, one in saved.items():
        if type(one) is FunctionType:
            prints.known[_address(one)] = f"{name}.{key}"
        elif isinstance(one, type) and not whole:
            of_class = _saved(vars(one))
            prints.far.append(_part(f"{name}.{key}", vars(one), of_class))
            if near or f"{name}.{key}" in _NEAR_CLASSES:
                around = {k: v for k, v in of_class.items() if not k.startswith(_WITHIN)}
                prints.near.append(_part(f"{name}.{key}", vars(one), around))
            for method, function in of_class.items():
                plain = getattr(function, "__func__", function)
                prints.known[_address(plain)] = f"{name}.{key}.{method}"


def _saved(living: Any) -> dict[str, Any]:
    return {name: one for name, one in living.items() if isinstance(one, _KINDS)}


def _part(name: str, living: Any, saved: dict[str, Any]) -> tuple[Any, ...]:
    return name, living.get, tuple(saved), tuple(saved.values())
