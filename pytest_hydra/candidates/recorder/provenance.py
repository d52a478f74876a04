"""What code is: pytest's, as it was before any of the product was loaded, or whose file it is of.

PYTEST_DONT_REWRITE. Functions, classes and hooks of pytest are known by their identity: what stands
in their place later is something else. Code that is replaced within a function is heard of in
another way. All other code is asked by its own file alone: what else says where it is from may lie.
"""

from __future__ import annotations

import builtins
import os
import sys
import unittest.case  # noqa: F401 - to be looked at from the start
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

# Of its own: what is rebound for all is not rebound here.
globals()["__builtins__"] = vars(builtins).copy()

_getframe = sys._getframe
_attribute = object.__getattribute__
_address = object.__hash__
_separator = os.sep
_library = os.path.realpath(os.path.dirname(os.__file__))
_installed = ("site-packages", "dist-packages")
# More files than that have code that made itself.
_MOST_FILES = 10_000
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


def fingerprints() -> Any:
    """What pytest is made of, to be asked when it is loaded and nothing of the product is."""
    import _pytest.main
    import _pytest.reports
    import _pytest.skipping
    import _pytest.unittest  # where a worker of xdist has not loaded it yet

    made = SimpleNamespace(
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
            _add_module(made, name, module)
    living = vars(builtins)
    _add(made.far, "builtins", living, _saved(living))
    return made


def watch(fingerprints: Any, manager: Any) -> None:
    """Look at the hooks of this plugin manager too."""
    living = _attribute(manager, "__dict__")
    saved = {name: living[name] for name in ("_inner_hookexec", "hook") if name in living}
    _add(fingerprints.near, "the plugin manager", living, saved)
    callers = _attribute(manager.hook, "__dict__")
    known = {name: callers[name] for name in _HOOKS if name in callers}
    _add(fingerprints.near, "the hook", callers, known)
    fingerprints.asked = tuple((name, caller.get_hookimpls) for name, caller in known.items())


def changed(parts: list[Any]) -> Iterator[tuple[str, Any]]:
    """What is not as it was of these parts: those ``near`` to an outcome, or those ``far``."""
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


def _add_module(fingerprints: Any, name: str, module: ModuleType) -> None:
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


# --- files --------------------------------------------------------------------------------------

_known = SimpleNamespace(workspace="")
plain: set[str] = set()
"""Files whose code is not odd, as far as it was asked."""


def begin(workspace: str) -> None:
    """Remember which folder is the workspace."""
    _known.workspace = workspace + _separator


def frame(depth: int) -> FrameType | None:
    """The frame of who called its caller, and so on; None where there is none."""
    try:
        return _getframe(depth)
    except ValueError:
        return None  # the interpreter does it by itself, before or after all code


def file_of(frame: FrameType) -> str:
    """The file of the code that runs in a frame."""
    return signed_log.exact(frame.f_code.co_filename)


def is_odd(frame: FrameType) -> bool:
    """Whether its code is of the workspace, or was made of a text."""
    file = file_of(frame)
    if place(file) is not None or file.startswith("<string"):
        return True
    if len(plain) < _MOST_FILES:
        plain.add(file)
    return False


def place(file: str) -> str | None:
    """A file's path in the workspace; None where it is of something else."""
    if not file.startswith(_known.workspace):
        return None
    parts = file[len(_known.workspace) :].split(_separator)
    return None if any(entry in parts for entry in _installed) else "/".join(parts)


def defined(value: object) -> tuple[str, int]:
    """Where a function, or what stands for one, is written: its file and line."""
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


def short(file: str) -> str:
    """A file outside of the workspace, without the place of what it is installed in."""
    for entry in (*(f"{_separator}{name}{_separator}" for name in _installed), _library):
        _, found, rest = file.partition(entry)
        if found:
            return rest.lstrip(_separator)
    return file.rpartition(_separator)[2]


def is_of_python(file: str) -> bool:
    """Whether it is a file of Python's own library."""
    below = file.startswith(_library + _separator)
    return below and not any(entry in file for entry in _installed)
