"""The conftest.py files of the cases: hooks and fixtures that look, write, mark and break."""

from __future__ import annotations

SCOPES = ("session", "package", "module", "class", "function")
_SAYS = """
def pytest_terminal_summary(terminalreporter):
    for line in SEEN:
        terminalreporter.write_line(str(line))
"""
WRAPPERS = f"""
import pytest
SEEN = []

def wrapped(phase, item):
    SEEN.append(f"{{phase}}< {{item.name}}")
    result = yield
    SEEN.append(f"{{phase}}> {{item.name}}")
    return result

@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    return (yield from wrapped("call", item))

@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item):
    return (yield from wrapped("teardown", item))

@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    report.user_properties.append(("made", call.when))
    SEEN.append(f"report {{item.name}} {{report.when}} {{report.outcome}}")
    return report

def pytest_runtest_logreport(report):
    SEEN.append(f"log {{report.nodeid}} {{report.when}} {{[head for head, _ in report.sections]}}")

def pytest_runtest_logstart(nodeid):
    SEEN.append(f"start {{nodeid}}")

def pytest_runtest_logfinish(nodeid):
    SEEN.append(f"finish {{nodeid}}")
{_SAYS}"""
PRINTING = """
def pytest_runtest_call(item): print("call of", item.name)
def pytest_runtest_teardown(item): print("teardown of", item.name)
"""
LOGGING = """
import logging
log = logging.getLogger("hook").warning
def pytest_runtest_call(item): log("call of %s", item.name)
def pytest_runtest_teardown(item): log("teardown of %s", item.name)
"""


def autouse(scope: str) -> str:
    """A fixture for all tests, which prints."""
    return f"""
import pytest

@pytest.fixture(autouse=True, scope="{scope}")
def auto_{scope}():
    print("up {scope}")
    yield
    print("down {scope}")
"""


ALL_AUTOUSE = "".join(map(autouse, SCOPES))
XFAIL_LATE = """
import pytest

@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item):
    result = yield
    if item.name.startswith("s1"):
        item.add_marker(pytest.mark.xfail(reason="late mark", strict=True))
    return result
"""
XFAIL_IN_CALL = """
import pytest

@pytest.hookimpl(trylast=True)
def pytest_runtest_setup(item):
    if item.name.startswith("s2"):
        item.add_marker(pytest.mark.xfail(reason="after setup", strict=True))

def pytest_runtest_call(item):
    if item.name.startswith("s1"):
        pytest.xfail("in the hook")
    if item.name.startswith("s3"):
        pytest.skip("in the hook")
    if item.name.startswith("s4"):
        assert 0, "in the hook"
"""
LATE_PLUGIN = f"""
import pytest
SEEN = []

class Late:
    def pytest_runtest_call(self, item):
        print("late plugin", item.name)
        SEEN.append(item.name)

    def pytest_runtest_makereport(self, item, call):
        SEEN.append((item.name, call.when))

@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    plugins = item.config.pluginmanager
    if "s2" in item.name and not plugins.has_plugin("late"):
        plugins.register(Late(), "late")
{_SAYS}"""
STASH = f"""
import pytest
SEEN = []

@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item, nextitem):
    result = yield
    SEEN.append((item.name, len(item.stash)))
    return result
{_SAYS}"""
LOGREPORT_PRINTS = """
def pytest_runtest_logreport(report): print("logreport", report.when)
"""
GC_OFF = """
import gc
gc.disable()
def pytest_terminal_summary(terminalreporter): terminalreporter.write_line(f"gc {gc.isenabled()}")
"""
FINALIZERS = """
import pytest

@pytest.hookimpl(trylast=True)
def pytest_runtest_setup(item):
    if item.name == "s1":
        item.addfinalizer(lambda: print("finally"))
    if item.name == "s3":
        item.addfinalizer(lambda: 1 / 0)
"""
SESSION_FIXTURE = """
import pytest

@pytest.fixture(scope="session")
def whole():
    yield
    print("the session's fixture ends")
    raise ValueError("it breaks")

def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: "test_first" not in item.nodeid)
"""
USES_SESSION_FIXTURE = "def test_first(whole): pass\n"
RUN_TWICE = """
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
SKIP_IN_SETUP = """
import pytest

def pytest_runtest_setup(item):
    if item.name == "s2":
        pytest.skip("by hook")
    if item.name == "s3":
        item.add_marker(pytest.mark.skip(reason="by mark"))
    if item.name == "s4":
        item.add_marker(pytest.mark.xfail(reason="by mark"))
"""
EXIT_IN_CALL = """
import pytest

def pytest_runtest_call(item):
    if item.name == "s3":
        pytest.exit("stop", 3)
"""
FAIL_IN_TEARDOWN = """
def pytest_runtest_teardown(item): assert item.name != "s3", "torn"
"""
INTERRUPT_IN_TEARDOWN = """
def pytest_runtest_teardown(item):
    if item.name == "s3":
        raise KeyboardInterrupt
"""
CHANGES_REPORT = """
import pytest

@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    report = outcome.get_result()
    if item.name == "s3" and report.when == "call":
        report.outcome, report.longrepr = "failed", "by hook"
"""
SUBTESTS = """
import pytest
if not hasattr(pytest, "Subtests"):
    pytest.skip("old", allow_module_level=True)

def test_s(subtests):
    for number in range(2):
        with subtests.test(number=number):
            assert number
"""
