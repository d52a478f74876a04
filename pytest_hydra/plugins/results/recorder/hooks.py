"""pytest hooks that report the outcomes of tests, and canaries: tests that cannot pass.

PYTEST_DONT_REWRITE. The hooks report what they see and store nothing: reports are checked against
independent knowledge.
"""

from __future__ import annotations

import ast
import builtins
import os
import sys
from typing import Any, Callable, Sequence  # noqa: UP035 - it runs on Python 3.8 too

import pytest
from _pytest.assertion.rewrite import rewrite_asserts

from . import provenance
from .product import Product

# A private copy: rebinding a builtin elsewhere has no effect here.
globals()["__builtins__"] = vars(builtins).copy()

ANSWER = "PYTEST_HYDRA_RECORDER"
"""The key of an xdist worker's output."""

_realpath = os.path.realpath

send: Callable[..., None] = print
"""Reports to the audit sink; set before any hook is called."""


class Hooks:
    """Registered in each recorded pytest process, including xdist's workers.

    ``settings`` are plain data, which workers need too; ``sources`` is the source of each module of
    this package.
    """

    def __init__(self, settings: dict[str, Any], sources: dict[str, str], product: Product) -> None:
        self._settings = settings
        self._sources = sources
        self._product = product
        self._canaries = Canaries()
        self._session: Any = None

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config: Any) -> None:
        """Run all tests, or stop after the set number of failures; ignore coverage limits."""
        config.option.maxfail = self._settings["failures"] or 0
        config.option.continue_on_collection_errors = True
        coverage = config.pluginmanager.get_plugin("_cov")
        if hasattr(getattr(coverage, "options", None), "cov_fail_under"):
            coverage.options.cov_fail_under = 0
        send("watch", config.pluginmanager)

    def pytest_sessionstart(self, session: Any) -> None:
        """Report the root folder of test ids, and modules in place of installed ones."""
        self._session = session
        root = os.path.relpath(_realpath(str(session.config.rootpath)), self._settings["workspace"])
        send("begin", root)
        for file, name in self._product.replacing():
            send("sign", "module-replaced", file, 0, name)

    @pytest.hookimpl(tryfirst=True)
    def pytest_ignore_collect(self, collection_path: Any) -> bool | None:
        """Ignore all files but the requested ones."""
        files, path = self._settings["files"], str(collection_path)
        is_requested = path in files or _realpath(path) in files or path.endswith("__init__.py")
        return True if files and not is_requested and os.path.isfile(path) else None

    def pytest_collectstart(self, collector: Any) -> None:  # noqa: ARG002
        """Check before each file: assertion rewriting happens when it is loaded."""
        send("check")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self, session: Any) -> None:
        """Report the collected tests; under xdist workers collect and the controller reports."""
        for item in session.items:
            send("id", item.nodeid)
            examples = _examples(item)
            for number, text in enumerate(examples):
                send("example", item.nodeid, f"{number} {text}")
            if not examples and _is_of_a_plugin(item):
                send("whole", item.nodeid)
        send("items", session.items)
        send("modules", self._product.foreign())
        self._canaries.choose_places(session.items)

    def pytest_collectreport(self, report: Any) -> None:
        """Report a file that could not be collected."""
        if report.failed:
            send("uncollected", report.nodeid)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: Any, nextitem: Any) -> None:  # noqa: ARG002
        """Run canaries before some tests."""
        problem = self._canaries.run_before(item)
        if problem is not None:
            send("sign", "canary", *problem)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_call(self, item: Any) -> None:
        """Check right before the test."""
        send("call", item)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: Any, call: Any) -> None:  # noqa: ARG002
        """Check right after each phase, before its outcome is determined.

        Not after a setup without an error: it has no outcome to falsify, its changes are seen right
        before the call, and changes that it reverted could not be seen here anyway.
        """
        if call.when != "setup" or call.excinfo is not None:
            send("check")

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: Any) -> None:
        """Report a phase of a test."""
        send("report", report, report.nodeid)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: Any) -> None:
        """Check the loaded modules again, as tests import modules too."""
        send("modules", self._product.foreign())
        answer = getattr(session.config, "workeroutput", None)
        if answer is not None:
            send("answer", answer, ANSWER)

    @pytest.hookimpl(trylast=True)
    def pytest_unconfigure(self) -> None:
        """Report the exit status with which pytest is about to end."""
        if self._session is None:
            return
        reason = self._session.shouldfail or self._session.shouldstop
        send("end", int(self._session.exitstatus), str(reason) if reason else "")
        self._session = None

    # Hooks of xdist.

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, node: Any, ids: Sequence[str]) -> None:  # noqa: ARG002
        """Report the collected tests: all workers collect the same ids, or xdist stops."""
        for nodeid in ids:
            send("id", nodeid)

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Load this package in the worker too, where product code is imported."""
        if not node.gateway.spec.popen:
            return
        secret: list[str] = []
        send("worker", node.gateway.id, secret)
        settings = {**self._settings, "fd": None, "secret": secret[0]}
        name = __name__.rpartition(".")[0]
        program = (
            "import os, sys, types\n"
            f"for part, source in {self._sources!r}.items():\n"
            f"    module = sys.modules[part] = types.ModuleType(part)\n"
            f"    module.__package__, module.__path__ = {name!r}, []\n"
            f"    module.settings = {settings!r} if part == {name!r} else None\n"
            f"for part, source in {self._sources!r}.items():\n"
            "    exec(compile(source, part, 'exec'), vars(sys.modules[part]))\n"
            "options = os.environ.get('PYTEST_ADDOPTS', '')\n"
            f"os.environ['PYTEST_ADDOPTS'] = '-p {name} ' + options\n"
        )
        node.gateway.remote_exec(program).waitclose()

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: Any) -> None:
        """Take over a worker's modules and signs."""
        if error is None:
            answer = getattr(node, "workeroutput", {}).get(ANSWER)
            send("worker_answer", node.gateway.id, answer)


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
# Options for interactive runs, and for runs without tests.
_INTERACTIVE = ("usepdb", "setuponly", "setupshow", "setupplan", "collectonly")


class Canaries:
    """Tests that cannot pass, run among the others: if one passes, the run is not trusted.

    They run before the first test, in the middle and before the last, in the same way as ordinary
    tests, but their outcomes are not reported or counted. They use no fixtures.
    """

    def __init__(self) -> None:
        self._places: list[Any] = []
        self._names: list[str] = []

    def choose_places(self, items: list[Any]) -> None:
        """Choose their places among these tests."""
        plain = [item for item in items if type(item) is pytest.Function]
        if plain and not any(getattr(plain[0].config.option, name, False) for name in _INTERACTIVE):
            self._places = [plain[index] for index in (0, len(plain) // 2, -1)]
            self._names = [entry.originalname for entry in plain]

    def run_before(self, item: Any) -> tuple[str, int, str] | None:
        """Run a canary if its place is here; file, line and text of a problem, if any."""
        if not any(item is place for place in self._places):
            return None
        self._places = [place for place in self._places if place is not item]
        for body in _BODIES:
            try:
                has_passed = _run(self._canary(body, item), item)
            except Exception:  # noqa: BLE001 - a canary that cannot run, for any reason, proves nothing
                has_passed = False
            if has_passed:
                return "", 0, "a test that cannot pass was reported as passed"
        return None

    def _canary(self, body: str, item: Any) -> Any:
        module = item.getparent(pytest.Module)
        kind = type(item._fixtureinfo)
        # Named after two of its neighbours.
        first, second = (self._names[_below(len(self._names))] for _ in range(2))
        name = f"{first}_{second.rpartition('_')[2]}"
        return pytest.Function.from_parent(
            module,
            name=name,
            callobj=_function(name, body, item, vars(module.obj)),
            fixtureinfo=kind(argnames=(), initialnames=(), names_closure=[], name2fixturedefs={}),
        )


def _examples(item: Any) -> list[str]:
    """The examples of a documentation test, with expected output: doctest's or Sybil's."""
    if type(item).__name__ == "SybilItem":
        example = item.example
        return [example.document.text[example.start : example.end]]
    examples = getattr(getattr(item, "dtest", None), "examples", ())
    return [f"{example.source}\n{example.want}" for example in examples]


def _is_of_a_plugin(item: Any) -> bool:
    """Whether an item is no function, but of an installed plugin, as a linter's of a file."""
    file = getattr(sys.modules.get(type(item).__module__), "__file__", None)
    if isinstance(item, pytest.Function) or file is None:
        return False
    return provenance.place(_realpath(file)) is None


def _function(name: str, body: str, item: Any, namespace: dict[str, Any]) -> Any:
    number = _below(900) + 2
    line = item.obj.__code__.co_firstlineno if hasattr(item.obj, "__code__") else 1
    text = "\n" * line + f"def {name}():\n    {body.format(a=number, b=number + 1)}\n"
    tree = ast.parse(text)
    _rewrite(tree, text.encode())
    functions: dict[str, Any] = {}
    _exec(_compile(tree, str(item.path), "exec"), namespace, functions)
    return functions[name]


def _run(canary: Any, nextitem: Any) -> bool:
    """Whether the canary passes."""
    hook = canary.ihook
    reports = []

    def phase(when: str, **arguments: Any) -> Any:
        run = getattr(hook, f"pytest_runtest_{when}")
        call = pytest.CallInfo.from_call(lambda: run(item=canary, **arguments), when=when)  # type: ignore[arg-type]
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
