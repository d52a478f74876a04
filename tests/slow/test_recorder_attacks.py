"""Code under test that wants its tests reported as passed: it fails all the same, or is seen."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from pytest_hydra.core.gates import GateState
from pytest_hydra.plugins.race.decide.tampering import run_objections
from pytest_hydra.plugins.race.policy.race_tables import Policy
from pytest_hydra.plugins.results.outcomes import TestRun
from tests.plugins.race.pytest_runs import PYTEST, Workspace
from tests.plugins.race.recorded import base, candidate, done

TESTS = {
    "tests/test_a.py": "import calc\n\ndef test_zero():\n    assert calc.add(0, 0) == 0\n",
    "tests/test_calc.py": """
import unittest
import calc

def test_add():
    assert calc.add(1, 2) == 3

class TestMore:
    def test_again(self):
        assert calc.add(2, 2) == 4

class TestOld(unittest.TestCase):
    def test_old(self):
        self.assertEqual(calc.add(2, 3), 5)
""",
    "conftest.py": "import calc\n",
}
# The wrong answer, to all that the tests ask but the first.
WRONG = "\ndef add(a, b):\n    return a + b + bool(a)\n"
HONEST = "\ndef add(a, b):\n    return a + b\n"

ONE_SHOT = """
from _pytest.reports import TestReport
made = TestReport.__dict__["from_item_and_call"]
def lie(cls, item, call):
    TestReport.from_item_and_call = made
    call.excinfo = None
    return made.__func__(cls, item, call)
def add(a, b):
    if a:
        TestReport.from_item_and_call = classmethod(lie)
    return a + b + bool(a)
"""
CODE = """
from _pytest.python import pytest_pyfunc_call
def lie(pyfuncitem):
    return True
pytest_pyfunc_call.__code__ = lie.__code__
"""
PLUGIN = """
from _pytest.debugging import pytestPDB
import pytest
class Late:
    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, item, call):
        call.excinfo = None
        yield
def add(a, b):
    if not pytestPDB._pluginmanager.has_plugin("late"):
        pytestPDB._pluginmanager.register(Late(), "late")
    return a + b + bool(a)
"""
HOOK_EXECUTION = """
from _pytest.debugging import pytestPDB
def add(a, b):
    manager = pytestPDB._pluginmanager
    inner = manager._inner_hookexec
    def lie(name, *rest):
        return None if name == "pytest_pyfunc_call" else inner(name, *rest)
    manager._inner_hookexec = lie
    return a + b + bool(a)
"""
FAKE_RECORD = """
import os, stat, json
def add(a, b):
    if not a:
        return 0
    names = ["test_add", "TestMore::test_again", "TestOld::test_old"]
    lines = [{"test": "tests/test_calc.py::" + name, "outcome": "passed"} for name in names]
    lines.append({"end": 0, "stopped": ""})
    for fd in range(3, 200):
        try:
            if stat.S_ISFIFO(os.fstat(fd).st_mode):
                for line in lines:
                    os.write(fd, json.dumps(line).encode() + b"\\n")
        except OSError:
            pass
    os._exit(0)
"""
OUR_HOOKS = """
import os
from _pytest.debugging import pytestPDB
from _pytest.reports import TestReport
def add(a, b):
    if not a:
        return 0
    hook = pytestPDB._pluginmanager.hook
    for name in ["test_add", "TestMore::test_again", "TestOld::test_old"]:
        for when in ("setup", "call", "teardown"):
            report = TestReport(
                "tests/test_calc.py::" + name, ("", 0, ""), {}, "passed", None, when
            )
            hook.pytest_runtest_logreport(report=report)
    hook.pytest_unconfigure(config=pytestPDB._config)
    os._exit(0)
"""
WORD = """
from _pytest.debugging import pytestPDB
def add(a, b):
    for plugin in pytestPDB._pluginmanager.get_plugins():
        if type(plugin).__name__ == "Hooks":
            names = type(plugin).pytest_unconfigure.__globals__
            send = names["send"]
            def lie(what, *rest):
                if what == "report":
                    rest[0].outcome = "passed"
                send(what, *rest)
            names["send"] = lie
    return a + b + bool(a)
"""
BUILTINS = """
import builtins, sys
def any(them):
    frame = sys._getframe(1)
    while frame is not None:
        if "_state" in frame.f_globals:
            frame.f_globals["_outcome"] = lambda done: "passed"
        frame = frame.f_back
    return True
for name in ("any", "all", "type", "isinstance", "vars"):
    builtins.__dict__.setdefault("_" + name, getattr(builtins, name))
builtins.any = any
"""
TRACE = """
import sys
def jump(frame, event, argument):
    return None  # or it goes on behind the assertion
def add(a, b):
    getattr(sys, "set" + "trace")(jump)
    return a + b + bool(a)
"""
REWRITER = """
import ast
from _pytest.assertion import rewrite
rewrite.AssertionRewriter.visit_Assert = lambda self, node: [ast.Pass()]
"""


ATTACKS: dict[str, tuple[str, str | None]] = {
    "one_shot": (ONE_SHOT, "runner-changed"),
    "code": (CODE, "runner-changed"),
    "plugin": (PLUGIN, "hook"),
    "hook_execution": (HOOK_EXECUTION, "runner-changed"),
    "fake_record": (FAKE_RECORD, None),
    "our_hooks": (OUR_HOOKS, "record-forged"),
    "word": (WORD, "record-forged"),
    "builtins": (BUILTINS, "internals-used"),
    "trace": (TRACE, "internals-used"),
    "rewriter": (REWRITER, "runner-changed"),
}


HEARD_BY_CANARIES = ("code", "plugin", "hook_execution")


# What is done where workers of xdist run the tests, and another process is done of them.
IN_WORKERS = ("one_shot", "hook_execution", "fake_record", "our_hooks", "trace")
XDIST = f"{PYTEST} -p xdist.plugin -n1"


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> TestRun:
    """The base's own run."""
    return _run(tmp_path_factory.mktemp("base"), {"calc.py": HONEST})


def _run(path: Path, files: Mapping[str, str], command: str = PYTEST) -> TestRun:
    workspace = Workspace(path)
    for name, text in {**TESTS, **files}.items():
        workspace.write(name, text)
    return workspace.run(command).run


def _verdicts(run: TestRun, honest: TestRun) -> dict[str, GateState]:
    """How the signs of a run are judged, by their kind."""
    record = candidate(tests=done(tests=run))
    found = run_objections(record, base(tests=done(tests=honest)), Policy())
    kinds = sorted({(sign.kind, sign.file) for sign in set(run.signs) - set(honest.signs)})
    assert len(kinds) == len(found)
    return {kind: entry.state for (kind, _), entry in zip(kinds, found, strict=True)}


IMPOSTOR = """
import sys
sys.path = [one for one in sys.path if one not in ("", sys.path[0])]
print("1 passed in 0.01s")
raise SystemExit(0)
"""


@pytest.mark.skipif(sys.version_info < (3, 11), reason="Python has no safe path before")
def test_a_module_of_the_name_of_pytest_is_reported_and_not_run(
    tmp_path: Path, honest: TestRun
) -> None:
    run = _run(tmp_path, {"calc.py": WRONG, "pytest.py": IMPOSTOR})
    assert "failed" in run.outcomes.values()
    assert _verdicts(run, honest) == {
        "runner-shadowed": GateState.BLOCK,
        "module-replaced": GateState.UNPROVEN,
    }


def test_an_honest_run_has_no_signs(honest: TestRun) -> None:
    assert (honest.signs, honest.problems) == ((), ())
    assert set(honest.outcomes.values()) == {"passed"}


@pytest.mark.parametrize("name", ATTACKS)
def test_a_lie_is_seen(tmp_path: Path, honest: TestRun, name: str) -> None:
    attack, kind = ATTACKS[name]
    product = attack if "def add" in attack else attack + WRONG
    run = _run(tmp_path, {"calc.py": product})
    if kind is None:
        assert run.problems or "failed" in run.outcomes.values()
        return
    verdicts = _verdicts(run, honest)
    expected = GateState.UNPROVEN if kind == "internals-used" else GateState.BLOCK
    assert verdicts.get(kind) is expected, (run.signs, run.outcomes, run.problems)
    # Where all that fails passes, the canaries do as well.
    assert ("canary" in verdicts) == (name in HEARD_BY_CANARIES)


def test_a_lie_in_a_worker_is_seen_as_well(tmp_path: Path) -> None:
    (tmp_path / "base").mkdir()
    honest = _run(tmp_path / "base", {"calc.py": HONEST}, XDIST)
    assert (honest.signs, honest.problems) == ((), ())
    for name in IN_WORKERS:
        attack, kind = ATTACKS[name]
        (tmp_path / name).mkdir()
        product = attack if "def add" in attack else attack + WRONG
        run = _run(tmp_path / name, {"calc.py": product}, XDIST)
        if kind is None:
            assert run.problems or "failed" in run.outcomes.values(), name
            continue
        expected = GateState.UNPROVEN if kind == "internals-used" else GateState.BLOCK
        verdicts = _verdicts(run, honest)
        assert verdicts.get(kind) is expected, (name, run.signs, run.outcomes, run.problems)
