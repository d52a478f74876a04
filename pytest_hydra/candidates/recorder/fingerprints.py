"""What pytest is made of, as it was before any code of the product was loaded.

PYTEST_DONT_REWRITE. Functions, classes and hooks are known by their identity: what stands in their
place later is something else. Code that is replaced within a function is heard of in another way.
"""

from __future__ import annotations

import builtins
import sys
import unittest.case  # noqa: F401 - to be looked at from the start
from itertools import chain
from operator import is_, itemgetter
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
# list: the name of a module or class, its living names, what takes those of them that count, these
# names, what they stood for at first, and when they were looked at last. That is several times a
# test, so it takes few calls of Python's.


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
        asked=(),  # hooks by name, and what says by what each is implemented
        implemented=(),  # all that they said when they were asked last
        told={},  # what was told of, by the name of the hook and its address
    )
    for name, module in sorted(sys.modules.items()):
        if name.partition(".")[0] in ("_pytest", "pluggy", "unittest", "pytest"):
            _take(found, name, module)
    living = vars(builtins)
    _add(found.far, "builtins", living, _saved(living))
    return found


def watch(fingerprints: Any, manager: Any) -> None:
    """Look at the hooks of this plugin manager too."""
    living = _attribute(manager, "__dict__")
    saved = {name: living[name] for name in ("_inner_hookexec", "hook") if name in living}
    _add(fingerprints.near, "the plugin manager", living, saved)
    callers = _attribute(manager.hook, "__dict__")
    known = {name: callers[name] for name in _HOOKS if name in callers}
    _add(fingerprints.near, "the hook", callers, known)
    fingerprints.asked = tuple((name, caller.get_hookimpls) for name, caller in known.items())


def is_report(fingerprints: Any, report: object) -> bool:
    """Whether it is a report of a test."""
    return fingerprints.report in type(report).__mro__


def name_of(fingerprints: Any, function: object) -> str | None:
    """What a function of the runner is called; None for any other."""
    name: str | None = fingerprints.known.get(_address(function))
    return name


def changed(fingerprints: Any) -> Iterator[tuple[str, Any]]:
    """What is not as it was of all that stands between a test and its outcome."""
    return _changed(fingerprints.near)


def all_changed(fingerprints: Any) -> Iterator[tuple[str, Any]]:
    """What is not as it was of all else."""
    return _changed(fingerprints.far)


def new_hooks(fingerprints: Any) -> Iterator[tuple[str, Any]]:
    """Which hooks are implemented by what, where that was not told yet."""
    now = tuple(chain.from_iterable([ask() for _, ask in fingerprints.asked]))
    if len(now) == len(fingerprints.implemented) and all(map(is_, now, fingerprints.implemented)):
        return
    fingerprints.implemented = now
    for name, ask in fingerprints.asked:
        for entry in ask():
            known = (name, _address(entry))
            if known not in fingerprints.told:
                fingerprints.told[known] = entry  # kept, so that nothing else gets its address
                yield name, entry.function


def _changed(parts: list[Any]) -> Iterator[tuple[str, Any]]:
    for part in parts:
        name, living, take, names, first, last = part
        try:
            now = take(living)
        except KeyError:
            now = tuple(map(living.get, names))  # one of them is gone
        if all(map(is_, now, last)):
            continue
        part[-1] = now
        for at, key in enumerate(names):
            if now[at] is not last[at] and now[at] is not first[at]:
                yield f"{name}.{key}", now[at]


def _take(fingerprints: Any, name: str, module: ModuleType) -> None:
    living = vars(module)
    # What pytest offers by name to tests is made elsewhere; of all others only their own.
    whole = name == "pytest"
    saved = {
        key: entry
        for key, entry in _saved(living).items()
        if whole or getattr(entry, "__module__", None) == name
    }
    near = name in _NEAR
    _add(fingerprints.far, name, living, saved)
    if near:
        _add(fingerprints.near, name, living, saved)
    for key, entry in saved.items():
        if type(entry) is FunctionType:
            fingerprints.known[_address(entry)] = f"{name}.{key}"
        elif isinstance(entry, type) and not whole:
            of_class = _saved(vars(entry))
            _add(fingerprints.far, f"{name}.{key}", vars(entry), of_class)
            if near or f"{name}.{key}" in _NEAR_CLASSES:
                around = {k: v for k, v in of_class.items() if not k.startswith(_WITHIN)}
                _add(fingerprints.near, f"{name}.{key}", vars(entry), around)
            for method, function in of_class.items():
                plain = getattr(function, "__func__", function)
                fingerprints.known[_address(plain)] = f"{name}.{key}.{method}"


def _saved(living: Any) -> dict[str, Any]:
    return {name: entry for name, entry in living.items() if isinstance(entry, _KINDS)}


def _add(parts: list[Any], name: str, living: Any, saved: dict[str, Any]) -> None:
    names, values = tuple(saved), tuple(saved.values())
    if names:
        # Of one name alone it would take no tuple.
        take = itemgetter(*names) if len(names) > 1 else itemgetter(*names, *names)
        parts.append([name, living, take, names, values, values])
