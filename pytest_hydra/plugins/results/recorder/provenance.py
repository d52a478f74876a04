"""Identify code: pytest's as it was before any product code was loaded, other code by its file.

PYTEST_DONT_REWRITE. Functions, classes and hooks of pytest are fingerprinted by identity: a later
object in their place is a change. Replaced code objects are detected by the audit sink. All other
code is identified by the file of its code object alone, as other attributes may lie.
"""

from __future__ import annotations

import builtins
import os
import sys
import unittest.case  # noqa: F401 - fingerprinted from the start
from functools import partial
from itertools import chain
from operator import is_, itemgetter
from types import (
    BuiltinFunctionType,
    FrameType,
    FunctionType,
    MethodType,
    ModuleType,
    SimpleNamespace,
)
from typing import Any, Iterator  # noqa: UP035 - it runs on Python 3.8 too

from . import signed_log

# A private copy: rebinding a builtin elsewhere has no effect here.
globals()["__builtins__"] = vars(builtins).copy()

_getframe = sys._getframe
_attribute = object.__getattribute__
_address = object.__hash__
_separator = os.sep
_library = os.path.realpath(os.path.dirname(os.__file__))
_installed = ("site-packages", "dist-packages")
# With more files than this, code is being generated.
_MOST_FILES = 10_000
_KINDS = (FunctionType, BuiltinFunctionType, type, classmethod, staticmethod, property)

# Code between a test and its report, checked around each test.
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
# Parts of unittest that are called by tests, not around them.
_PREFIXES = ("assert", "fail", "_assert", "_fail", "_deprecate")
_HOOKS = (
    *("pytest_runtest_protocol", "pytest_runtest_setup", "pytest_runtest_call"),
    *("pytest_runtest_teardown", "pytest_runtest_makereport", "pytest_runtest_logreport"),
    *("pytest_pyfunc_call", "pytest_runtestloop", "pytest_sessionfinish", "pytest_unconfigure"),
    *("pytest_collection_modifyitems", "pytest_itemcollected", "pytest_make_collect_report"),
    *("pytest_pycollect_makeitem", "pytest_generate_tests", "pytest_collectreport"),
    *("pytest_fixture_setup", "pytest_report_from_serializable", "pytest_assertrepr_compare"),
)


# Not classes of our own, as these can be listed. A fingerprint is a list: the name of a module or
# class, its namespace, a getter for the relevant names, these names, their original values, and the
# values at the last check. Checks run several times per test, so they use few Python calls.


def fingerprints() -> Any:
    """Fingerprints of pytest; call it when pytest is loaded and no product code is."""
    import _pytest.main
    import _pytest.reports
    import _pytest.skipping
    import _pytest.unittest  # not loaded yet in an xdist worker

    result = SimpleNamespace(
        report=_pytest.reports.TestReport,
        near=[],
        far=[],
        names={},  # of functions, by their address
        hooks=(),  # their names, each with the getter of its implementations
        implementations=(),  # the implementations at the last check
        reported={},  # implementations, by the name of the hook and their address
    )
    for name, module in sorted(sys.modules.items()):
        if name.partition(".")[0] in ("_pytest", "pluggy", "unittest", "pytest"):
            _add_module(result, name, module)
    namespace = vars(builtins)
    _add(result.far, "builtins", namespace, _entries(namespace))
    return result


def watch(fingerprints: Any, manager: Any) -> None:
    """Add the hooks of this plugin manager."""
    namespace = _attribute(manager, "__dict__")
    values = {name: namespace[name] for name in ("_inner_hookexec", "hook") if name in namespace}
    _add(fingerprints.near, "the plugin manager", namespace, values)
    callers = _attribute(manager.hook, "__dict__")
    hooks = {name: callers[name] for name in _HOOKS if name in callers}
    _add(fingerprints.near, "the hook", callers, hooks)
    fingerprints.hooks = tuple((name, caller.get_hookimpls) for name, caller in hooks.items())


def changes(parts: list[Any]) -> Iterator[tuple[str, Any]]:
    """The changed names of these parts: those ``near`` to an outcome, or those ``far``."""
    for part in parts:
        name, namespace, getter, names, first, current = part
        try:
            values = getter(namespace)
        except KeyError:
            values = tuple(map(namespace.get, names))  # a name is gone
        if all(map(is_, values, current)):
            continue
        part[-1] = values
        for index, key in enumerate(names):
            if values[index] is not current[index] and values[index] is not first[index]:
                yield f"{name}.{key}", values[index]


def new_hooks(fingerprints: Any) -> Iterator[tuple[str, Any]]:
    """New hook implementations that were not reported yet."""
    current = tuple(chain.from_iterable([getter() for _, getter in fingerprints.hooks]))
    last = fingerprints.implementations
    if len(current) == len(last) and all(map(is_, current, last)):
        return
    fingerprints.implementations = current
    for name, getter in fingerprints.hooks:
        for entry in getter():
            identity = (name, _address(entry))
            if identity not in fingerprints.reported:
                fingerprints.reported[identity] = entry  # so that its address is not reused
                yield name, entry.function


def _add_module(fingerprints: Any, name: str, module: ModuleType) -> None:
    namespace = vars(module)
    # The module `pytest` re-exports names; of other modules only their own names count.
    is_pytest = name == "pytest"
    entries = {
        key: entry
        for key, entry in _entries(namespace).items()
        if is_pytest or getattr(entry, "__module__", None) == name
    }
    is_near = name in _NEAR
    _add(fingerprints.far, name, namespace, entries)
    if is_near:
        _add(fingerprints.near, name, namespace, entries)
    for key, entry in entries.items():
        if type(entry) is FunctionType:
            fingerprints.names[_address(entry)] = f"{name}.{key}"
        elif isinstance(entry, type) and not is_pytest:
            members = _entries(vars(entry))
            _add(fingerprints.far, f"{name}.{key}", vars(entry), members)
            if is_near or f"{name}.{key}" in _NEAR_CLASSES:
                near_members = {k: v for k, v in members.items() if not k.startswith(_PREFIXES)}
                _add(fingerprints.near, f"{name}.{key}", vars(entry), near_members)
            for method, function in members.items():
                plain = getattr(function, "__func__", function)
                fingerprints.names[_address(plain)] = f"{name}.{key}.{method}"


def _entries(namespace: Any) -> dict[str, Any]:
    return {name: entry for name, entry in namespace.items() if isinstance(entry, _KINDS)}


def _add(parts: list[Any], name: str, namespace: Any, entries: dict[str, Any]) -> None:
    names, values = tuple(entries), tuple(entries.values())
    if names:
        # With a single name, itemgetter would not return a tuple.
        getter = itemgetter(*names) if len(names) > 1 else itemgetter(*names, *names)
        parts.append([name, namespace, getter, names, values, values])


# --- files --------------------------------------------------------------------------------------

_config = SimpleNamespace(workspace="")
plain: set[str] = set()
"""A cache of files whose code is not suspicious."""


def begin(workspace: str) -> None:
    """Set the folder of the workspace."""
    _config.workspace = workspace + _separator


def frame(depth: int) -> FrameType | None:
    """The frame ``depth`` levels above the caller; None if there is none."""
    try:
        return _getframe(depth)
    except ValueError:
        return None  # called by the interpreter itself, before or after all code


def file_of(frame: FrameType) -> str:
    """The file of a frame's code."""
    return signed_log.exact(frame.f_code.co_filename)


def is_suspicious(frame: FrameType) -> bool:
    """Whether its code is from the workspace, or was compiled from a string."""
    file = file_of(frame)
    if place(file) is not None or file.startswith("<string"):
        return True
    if len(plain) < _MOST_FILES:
        plain.add(file)
    return False


def place(file: str) -> str | None:
    """A file's path in the workspace; None if it is outside."""
    if not file.startswith(_config.workspace):
        return None
    parts = file[len(_config.workspace) :].split(_separator)
    return None if any(entry in parts for entry in _installed) else "/".join(parts)


def definition(value: object) -> tuple[str, int]:
    """File and line of the definition of a function or a wrapper of one."""
    kind = type(value)
    if kind in (MethodType, staticmethod, classmethod):
        value = value.__func__  # type: ignore[attr-defined]
    elif kind is property:
        value = value.fget  # type: ignore[attr-defined]
    elif kind is partial:
        value = value.func  # type: ignore[attr-defined]
    elif kind is type:
        value = next((var for var in vars(value).values() if type(var) is FunctionType), None)
    if type(value) is not FunctionType:
        return "", 0
    return signed_log.exact(value.__code__.co_filename), value.__code__.co_firstlineno


def short_name(file: str) -> str:
    """A file outside of the workspace, relative to its installation."""
    for entry in (*(f"{_separator}{name}{_separator}" for name in _installed), _library):
        _, separator, rest = file.partition(entry)
        if separator:
            return rest.lstrip(_separator)
    return file.rpartition(_separator)[2]


def is_of_python(file: str) -> bool:
    """Whether it is a file of Python's standard library."""
    is_library = file.startswith(_library + _separator)
    return is_library and not any(entry in file for entry in _installed)
