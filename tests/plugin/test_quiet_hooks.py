"""A scenario that has passed is reported without pytest's hooks for tests: nobody can notice it.

Each session runs twice: as it is, and with a plugin that implements the same hooks and does
nothing, so that all of them are called in full. Everything that is written is the same.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.conftest import Project

BOT = """
import logging

def reply(messages):
    text = messages[-1]["content"]
    if "print" in text:
        print("the bot prints", text)
    if "log" in text:
        logging.getLogger("bot").warning("the bot logs %s", text)
    if "nothing" in text:
        return "no"
    return f"sent {text}"
"""
FULL = """
def pytest_runtest_call(): pass
def pytest_runtest_teardown(): pass
def pytest_runtest_makereport(): pass
"""
XFAIL_LATE = """
import pytest

@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item):
    result = yield
    if item.name == "s1":
        item.add_marker(pytest.mark.xfail(reason="late", strict=True))
    if item.name == "s3":
        item.own_markers.append(pytest.mark.xfail(reason="later", strict=True).mark)
    return result
"""
XFAIL_OF_THE_FILE = """
import pytest

def pytest_runtest_logreport(report):
    if report.nodeid.endswith("s2") and report.when == "setup":
        FILES[0].add_marker(pytest.mark.xfail(reason="all of it", strict=True))

FILES = []
def pytest_collection_finish(session):
    FILES.append(session.items[0].parent)
"""
XFAIL_IN_CALL = """
import pytest

@pytest.hookimpl(trylast=True)
def pytest_runtest_setup(item):
    if item.name == "s2":
        item.add_marker(pytest.mark.xfail(reason="after setup", strict=True))

def pytest_runtest_call(item):
    if item.name == "s1":
        pytest.xfail("in the hook")
    if item.name == "s3":
        pytest.skip("in the hook")
    if item.name == "s4":
        assert 0, "in the hook"
"""
LATE_PLUGIN = """
import pytest

SEEN = []

class Late:
    def pytest_runtest_call(self, item):
        print("called", item.name)
        SEEN.append(item.name)

    def pytest_runtest_makereport(self, item, call):
        SEEN.append((item.name, call.when))

@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    plugins = item.config.pluginmanager
    if item.name == "s2" and not plugins.has_plugin("late"):
        plugins.register(Late(), "late")

def pytest_terminal_summary(terminalreporter):
    terminalreporter.write_line(repr(SEEN))
"""
PRINTING_HOOKS = """
def pytest_runtest_call(item): print("call of", item.name)
def pytest_runtest_teardown(item): print("teardown of", item.name)
"""
LOGGING_HOOKS = """
import logging

def pytest_runtest_call(item): logging.getLogger("hook").warning("call of %s", item.name)
def pytest_runtest_teardown(item): logging.getLogger("hook").warning("teardown of %s", item.name)
"""
STASH = """
import pytest

SEEN = []

@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item, nextitem):
    result = yield
    SEEN.append((item.name, len(item.stash)))
    return result

def pytest_terminal_summary(terminalreporter):
    terminalreporter.write_line(repr(SEEN))
"""
GC_OFF = """
import gc
gc.disable()

def pytest_terminal_summary(terminalreporter):
    terminalreporter.write_line(f"collecting: {gc.isenabled()}")

def pytest_unconfigure():
    gc.enable()
"""
FINALIZER = """
import pytest

@pytest.hookimpl(trylast=True)
def pytest_runtest_setup(item):
    if item.name == "s1":
        item.addfinalizer(lambda: print("finally", item.name))
    if item.name == "s3":
        item.addfinalizer(lambda: 1 / 0)
"""
# A fixture of the session ends with the last scenario, which has not set it up.
SESSION_FIXTURE = """
import pytest

@pytest.fixture(scope="session")
def whole():
    yield
    print("the session's fixture ends")
    raise ValueError("it breaks")

def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: "test_beside_it" not in item.nodeid)
"""
AGAIN = """
import pytest
from _pytest.runner import runtestprotocol

@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    for _ in range(2):
        for report in runtestprotocol(item, nextitem=nextitem, log=False):
            item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True
"""
PLAIN = """
def test_beside_it(whole):
    print("plain")
"""

# Of each neighbour: its conftest.py, and options.
NEIGHBOURS: dict[str, tuple[str, tuple[str, ...]]] = {
    "none": ("", ("-rA",)),
    "xfail-late": (XFAIL_LATE, ("-rxX",)),
    "xfail-of-the-file": (XFAIL_OF_THE_FILE, ("-rxX",)),
    "xfail-in-call": (XFAIL_IN_CALL, ("-rA",)),
    "late-plugin": (LATE_PLUGIN, ("-rP",)),
    "printing-hooks": (PRINTING_HOOKS, ("-rP",)),
    "logging-hooks": (LOGGING_HOOKS, ("-rP",)),
    "logging-hooks-live": (LOGGING_HOOKS, ("-olog_cli=true", "-olog_cli_format=%(message)s")),
    "stash": (STASH, ()),
    "gc-off": (GC_OFF, ()),
    "finalizer": (FINALIZER, ("-rA",)),
    "session-fixture": (SESSION_FIXTURE, ("-rA",)),
    "run-again": (AGAIN, ()),
}
# What must be seen in both.
SEEN = {
    "xfail-late": (r"s1 FAILED", r"s3 FAILED", r"\[XPASS\(strict\)\] late"),
    "xfail-of-the-file": (r"s2 FAILED", r"s4 FAILED"),
    "xfail-in-call": (r"s1 XFAIL", r"s2 FAILED", r"s3 SKIPPED", r"s4 FAILED", r"s0 PASSED"),
    "late-plugin": (r"\[\('s2', 'setup'\), 's2', \('s2', 'call'\)", r"'s5'"),
    "printing-hooks": (r"Captured stdout call", r"Captured stdout teardown"),
    "logging-hooks": (r"Captured log call", r"Captured log teardown"),
    "gc-off": (r"collecting: False",),
    "finalizer": (r"Captured stdout teardown", r"ERROR at teardown of s3"),
    "session-fixture": (r"Captured stdout teardown", r"ERROR at teardown of s5"),
}
TIMES = re.compile(r"\d+\.\d+s|\d{8}-\d{6}-\w+-\w+|=+|-{3,}|\d+ ?ms")
VARYING = ("seconds", "started", "run", "environment", "run_id")


def _written(project: Project, plugins: tuple[str, ...], options: tuple[str, ...]) -> Any:
    """The status, the terminal without times, JUnit's sections, and the decisions."""
    options = ("-v", "--hydra", "--junit-xml=junit.xml", "--hydra-report=report.json", *options)
    result = project.run(*options, "-ojunit_logging=all", plugins=plugins)
    junit = re.sub(r'(time|timestamp)="[^"]*"', "", (project.path / "junit.xml").read_text())
    junit = re.sub(r'(name="seconds" value)="[^"]*"', r"\1", junit)
    report = project.report()
    entries = [(each["nodeid"], each["status"], each["checks"]) for each in report["scenarios"]]
    # A reply that took long on a busy machine is told.
    told = [line for line in result.outlines if not line.lstrip().startswith(("plugins:", "repl"))]
    lines = [TIMES.sub("…", line) for line in told]
    return result.ret, lines, junit, entries, report["digest"]


@pytest.mark.parametrize("name", NEIGHBOURS)
def test_nothing_is_different_for_a_neighbour(plain_project: Project, name: str) -> None:
    project, (conftest, options) = plain_project, NEIGHBOURS[name]
    texts = ["print log a", "b", "log c", "print d", "nothing e" if name == "none" else "e", "f"]
    rows = [
        {"id": f"s{number}", "steps": [{"user": text, "expect": {"shouldContain": "sent"}}]}
        for number, text in enumerate(texts)
    ]
    project.write("bot.py", BOT)
    project.write("hydra.toml", '[bots.it]\npython = "bot:reply"\n')
    project.write("a.scenario.json", json.dumps({"scenarios": rows}))
    if conftest:
        project.write("conftest.py", conftest)
    if "test_beside_it" in conftest:
        project.write("test_beside_it.py", PLAIN)
    project.write("in_full.py", FULL)
    project.pytester.syspathinsert()
    quiet, full = (_written(project, each, options) for each in ((), ("in_full",)))
    for here, there in zip(quiet, full, strict=True):
        assert here == there
    for pattern in SEEN.get(name, ()):
        assert re.search(pattern, "\n".join(quiet[1])), quiet[1]
