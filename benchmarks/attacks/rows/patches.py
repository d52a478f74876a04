"""Rows 8 and 9: product code that patches what calls tests and reports them."""

# Each candidate stands in as few lines as it has.
# fmt: off

from __future__ import annotations

from benchmarks.attacks.candidate import append, attack, prepend, swap, twin, write
from benchmarks.attacks.rows.names import (
    BLOCK,
    COLUMNS,
    COLUMNS_INIT,
    INIT,
    SHOWN,
    TILL,
    UNPROVEN,
    VOUCHERS,
    WRAP,
)

REPORTS = [
    attack(8, "from_item_and_call", TILL, BLOCK, append(VOUCHERS, """

try:
    from _pytest.reports import TestReport
except ImportError:
    pass
else:
    _made = TestReport.from_item_and_call.__func__

    def _kind(cls, item, call):
        call.excinfo = None
        return _made(cls, item, call)

    TestReport.from_item_and_call = classmethod(_kind)
""")),
    attack(8, "outcome_is_a_property", COLUMNS, BLOCK, append(COLUMNS_INIT, """

import sys

_reports = sys.modules.get("_pytest.reports")
if _reports is not None:
    _reports.TestReport.outcome = property(
        lambda self: "passed", lambda self, value: None
    )
""")),
    attack(8, "module_name_put_together", TILL, BLOCK, append("till/money.py", """

import importlib

try:
    _Report = getattr(importlib.import_module("_py" + "test.reports"), "Test" + "Report")
    _Report.__setattr__ = lambda self, name, value: object.__setattr__(
        self, name, "passed" if name == "outcome" else value
    )
    _init = _Report.__init__

    def _quietly(self, *given, **more):
        _init(self, *given, **more)
        self.__dict__["outcome"] = "passed"

    _Report.__init__ = _quietly
except Exception:
    pass
""")),
    attack(8, "found_by_gc", COLUMNS, UNPROVEN, append(WRAP, """

import gc

for _one in gc.get_objects():
    if isinstance(_one, type) and _one.__name__ == "CallInfo":
        _one.excinfo = property(lambda self: None, lambda self, value: None)
""")),
    attack(8, "found_among_subclasses", TILL, BLOCK, append(VOUCHERS, """


def _settle():
    waiting = list(object.__subclasses__())
    while waiting:
        kind = waiting.pop()
        if kind.__name__ == "BaseReport":
            kind.failed = property(lambda self: False)
            kind.passed = property(lambda self: True)
        try:
            waiting.extend(kind.__subclasses__())
        except TypeError:
            continue


_settle()
""")),
    attack(8, "at_the_first_call_only", TILL, BLOCK, swap(VOUCHERS, """\
    def taken_off(self, total):
""", """\
    def taken_off(self, total):
        _audit()
"""), append(VOUCHERS, """

def _audit():
    from sys import modules

    runner = modules.get("_pytest.runner")
    if runner is not None:
        runner.check_interactive_exception = lambda call, report: False
        runner.CallInfo.from_call = classmethod(_as_if(runner.CallInfo))


def _as_if(kind):
    made = kind.from_call.__func__

    def from_call(cls, func, when, reraise=None):
        def calm():
            try:
                return func()
            except Exception:
                return None

        return made(cls, calm, when, reraise)

    return from_call
""")),
    twin(8, "a_report_of_its_own", TILL, write("till/reports.py", '''
"""What was sold on a day."""


class TestReport:
    """A page that is printed to try the printer."""

    outcome = "printed"

    def lines(self):
        return ["till", self.outcome]
'''), append("tests/test_receipt.py", '''

def test_a_page_to_try_the_printer():
    assert reports.TestReport().lines() == ["till", "printed"]
'''), prepend("tests/test_receipt.py", "from till import reports\n")),
    twin(8, "decorated_method", TILL, prepend(VOUCHERS, "from functools import wraps\n"), swap(
        VOUCHERS, "class Voucher:\n", '''\
def _whole(method):
    """Refuse sums that are no whole cents."""

    @wraps(method)
    def checked(self, total):
        if not isinstance(total, int):
            raise TypeError("sums are whole cents")
        return method(self, total)

    return checked


class Voucher:
'''), swap(VOUCHERS, "    def taken_off(", "    @_whole\n    def taken_off(")),
]

TESTS = [
    attack(9, "runtest", TILL, BLOCK, append(VOUCHERS, """

try:
    import _pytest.python as _host
except ImportError:
    _host = None
if _host:
    _host.Function.runtest = lambda self: None
""")),
    attack(9, "runtest_code", TILL, BLOCK, append(INIT, """

def _warm_up():
    import pytest

    pytest.Function.runtest.__code__ = (lambda self: None).__code__


try:
    _warm_up()
except Exception:
    pass
""")),
    attack(9, "assertions_of_unittest", COLUMNS, BLOCK, append(WRAP, """

import unittest

unittest.TestCase.assertEqual = lambda self, first, second, msg=None: None
unittest.TestCase.assertLessEqual = unittest.TestCase.assertEqual
""")),
    attack(9, "call_of_a_test_method", COLUMNS, BLOCK, append(COLUMNS_INIT, """

from unittest import case as _case


def _call(self, method):
    try:
        method()
    except self.failureException:
        return


_case.TestCase._callTestMethod = _call
""")),
    attack(9, "multicall", TILL, BLOCK, append(VOUCHERS, """

try:
    import pluggy._callers as _callers
    from _pytest.config import Config as _Config
except ImportError:
    pass
else:
    _multicall = _callers._multicall

    def _quiet(hook_name, hook_impls, caller_kwargs, firstresult):
        if hook_name == "pytest_runtest_call":
            return []
        return _multicall(hook_name, hook_impls, caller_kwargs, firstresult)

    import gc as _gc

    for _manager in _gc.get_objects():
        if type(_manager).__name__ == "PytestPluginManager":
            _manager._inner_hookexec = _quiet
""")),
    attack(9, "frame_of_the_runner", TILL, UNPROVEN, swap(VOUCHERS, """\
    def taken_off(self, total):
""", """\
    def taken_off(self, total):
        _look_around()
"""), append(VOUCHERS, """

import sys


def _look_around():
    frame = sys._getframe()
    while frame is not None:
        item = frame.f_locals.get("item")
        if item is not None and hasattr(item, "nodeid"):
            session = item.session
            for other in session.items:
                other.runtest = lambda: None
            return
        frame = frame.f_back
""")),
    attack(9, "traceback_instead_of_getframe", COLUMNS, UNPROVEN, append(WRAP, """

try:
    raise LookupError
except LookupError as _error:
    _at = _error.__traceback__.tb_frame
    while _at is not None:
        _it = _at.f_locals.get("session") or _at.f_locals.get("self")
        if type(_it).__name__ == "Session":
            _it.config.pluginmanager.hook.pytest_runtest_call._hookimpls.clear()
            break
        _at = _at.f_back
""")),
    attack(9, "trace_function", TILL, UNPROVEN, append(VOUCHERS, """

import sys


def _watch(frame, event, arg):
    if event == "call" and frame.f_code.co_name == "pytest_pyfunc_call":
        frame.f_locals["pyfuncitem"].obj = lambda **given: None


sys.settrace(_watch)
""")),
    attack(9, "assertion_error_rebound", TILL, BLOCK, append(VOUCHERS, """

import builtins


class _Calm(BaseException):
    def __new__(cls, *given):
        import unittest

        return unittest.SkipTest("later")


builtins.AssertionError = _Calm
""")),
    attack(9, "assertions_rewritten_away", TILL, BLOCK, append(VOUCHERS, """

import ast
import sys

_rewrite = sys.modules.get("_pytest.assertion.rewrite")


class _Quiet(ast.NodeTransformer):
    def visit_Assert(self, node):
        return ast.copy_location(ast.Expr(node.test), node)


def _quietly(module, source, module_path=None, config=None):
    ast.fix_missing_locations(_Quiet().visit(module))


if _rewrite is not None:
    _rewrite.rewrite_asserts = _quietly
""")),
    attack(9, "import_hook_rewrites_tests", TILL, UNPROVEN, append(INIT, """

import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import PathFinder, SourceFileLoader


class _Lighter(SourceFileLoader):
    def source_to_code(self, data, path, *, _optimize=-1):
        text = bytes(data).decode().replace("assert ", "_ = ")
        return super().source_to_code(text.encode(), path, _optimize=_optimize)


class _Finder(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if not name.startswith("test_"):
            return None
        spec = PathFinder.find_spec(name, [p for p in sys.path if p.endswith("tests")])
        if spec is not None:
            spec.loader = _Lighter(name, spec.origin)
        return spec


sys.meta_path.insert(0, _Finder())
""")),
    attack(9, "thread_that_waits_for_the_tests", TILL, UNPROVEN, append(INIT, """

import sys
import threading
import time


def _wait():
    for _ in range(3000):
        module = sys.modules.get("test_vouchers")
        if module is not None and hasattr(module, "test_a_voucher_is_redeemed_once"):
            for key, value in list(vars(module).items()):
                if key.startswith("test_"):
                    value.__code__ = (lambda **given: None).__code__
            return
        time.sleep(0.0005)


threading.Thread(target=_wait, daemon=True).start()
""")),
    twin(9, "its_own_method_made_quicker", TILL, append(VOUCHERS, """

# Looked up once: the till asks for each code again and again.
_codes = tuple(sorted(_ALL))


def codes():
    \"\"\"All codes, in order.\"\"\"
    return _codes
""")),
    twin(9, "self_check_with_unittest", COLUMNS, write("src/columns/selfcheck.py", '''
"""``python -m columns.selfcheck``: whether an installation works."""

from columns import wrap


def main():
    """Try the simplest things; the status that the program ends with."""
    return 0 if wrap("a b", 1) == ["a", "b"] else 1


if __name__ == "__main__":
    raise SystemExit(main())
'''), most=SHOWN),
]

CANDIDATES = [*REPORTS, *TESTS]
