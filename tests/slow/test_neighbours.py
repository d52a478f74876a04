"""A user's suite beside ours: it runs as if we were not there, whatever else is installed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from benchmarks.neighbours.__main__ import session

if TYPE_CHECKING:
    from tests.conftest import Project

CONFTEST = """
import os
import pytest

@pytest.fixture(autouse=True)
def _around(request, monkeypatch):
    assert request.module.__name__
    monkeypatch.setenv("AROUND", request.node.name)

@pytest.fixture(autouse=True, scope="class")
def _around_class(request):
    assert request.cls is None or request.cls.__name__

def _thing(scope):
    @pytest.fixture(scope=scope, name=f"{scope}_thing")
    def thing(request):
        yield scope
    return thing

of_session, of_package, of_module, of_class, of_function = map(
    _thing, ("session", "package", "module", "class", "function")
)

def pytest_configure(config):
    if not hasattr(config, "workerinput"):  # once, by xdist's controller
        config.pluginmanager.register(Outcomes())

class Outcomes:
    def pytest_runtest_logreport(self, report):
        if ".scenario." not in report.nodeid:
            with open(os.environ["OUTCOMES"], "a") as file:
                file.write(f"{report.nodeid} {report.when} {report.outcome}\\n")
"""

SUITE = """
import logging, os, subprocess, sys, time, unittest, warnings
import pytest

seen = []

def test_capsys(capsys):
    print("out")
    print("err", file=sys.stderr)
    assert capsys.readouterr() == ("out\\n", "err\\n")

def test_capfd(capfd):
    os.system("echo out")
    assert capfd.readouterr().out == "out\\n"

def test_caplog(caplog):
    logging.getLogger("mine").warning("said")
    assert [record.message for record in caplog.records] == ["said"]

def test_recwarn(recwarn):
    warnings.warn("careful", UserWarning)
    assert len(recwarn) == 1

def test_monkeypatch(monkeypatch):
    monkeypatch.setattr(time, "time", lambda: 0.0)
    monkeypatch.setattr(time, "monotonic", lambda: 0.0)
    monkeypatch.setattr(subprocess, "Popen", None)

@pytest.mark.parametrize("one", ["x[1]", "a b", 3])
@pytest.mark.parametrize("two", [1, 2])
def test_parameters(one, two):
    assert one != 3 or two == 1

class TestScopes:
    def test_all(
        self, session_thing, package_thing, module_thing, class_thing, function_thing
    ): pass

    def test_node(self):
        assert os.environ["AROUND"] == "test_node"

class TestOld(unittest.TestCase):
    def test_fails(self):
        self.assertTrue(False)

@pytest.mark.xfail
def test_xfails(): assert 0

@pytest.mark.skip
def test_skipped(): assert 0

def test_fails(): assert 0

def test_error(no_such_fixture): pass

@pytest.fixture
def bad_end():
    yield
    raise ValueError

def test_bad_end(bad_end): pass

def test_passes_when_run_again(request):
    seen.append(1)
    assert len(seen) > 1

def test_tmp_path(tmp_path, record_property):
    record_property("key", "value")
    assert not list(tmp_path.iterdir())
"""

# It does all that a test should not notice.
BOT = """
import logging

def reply(messages):
    print("the bot prints")
    logging.getLogger("bot").warning("the bot logs")
    return "hello"
"""

SHELL_BOT = """#!/bin/sh
while read -r line; do echo '"hello"'; done
"""

SCENARIOS = """
scenarios:
  - {id: one, tags: [smoke], steps: [{user: hi, expect: {shouldContain: hello}}]}
  - {id: two, steps: [{user: hi, expect: {shouldContain: hello}}]}
"""


@pytest.fixture
def suite(plain_project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A user's suite, with scenario files before, amidst and after its tests."""
    project = plain_project
    project.write("conftest.py", CONFTEST)
    project.write("test_many.py", SUITE)
    project.write("test_zero.py", "def test_zero(): pass\n")
    project.write("sub/test_sub.py", "def test_sub(capsys): assert not capsys.readouterr().out\n")
    project.write("wallet_bot.py", BOT)
    project.write("bot.sh", SHELL_BOT).chmod(0o755)
    project.write(
        "hydra.toml",
        '[bots.py]\npython = "wallet_bot:reply"\n[bots.sh]\ncommand = ["./bot.sh"]\n',
    )
    for name in ("a", "test_n", "sub/z"):
        project.write(f"{name}.scenario.yaml", SCENARIOS)
    monkeypatch.setenv("OUTCOMES", str(project.path / "outcomes.txt"))
    return project


def outcomes(
    project: Project, *arguments: str, hydra: bool, plugins: tuple[str, ...] = ()
) -> tuple[list[str], pytest.RunResult]:
    """What each of the user's tests came to, sorted, with us or without."""
    command = project.command(*arguments, plugins=plugins)
    if hydra:
        command.append("--hydra")
    else:
        command = [word for word in command if word != "pytest_hydra.plugin"]
        command.remove("-p")
    log = project.path / "outcomes.txt"
    log.unlink(missing_ok=True)
    result = project.pytester.run(*command)
    return sorted(log.read_text().splitlines()), result


OURS = 12  # three files, two scenarios, two bots

AMONG = [
    ((), ()),
    (("-Werror", "--strict-markers", "--strict-config", "-s"), ()),
    (("--randomly-seed=3",), ("pytest_randomly",)),
    (("--reruns=1",), ("pytest_rerunfailures",)),
    (("--asyncio-mode=auto",), ("pytest_asyncio.plugin", "anyio.pytest_plugin")),
    (("--import-mode=importlib",), ("no:cacheprovider", "no:junitxml", "no:setuponly")),
    (("-n2", "--dist=loadfile"), ("xdist",)),
    (("-n2", "--dist=worksteal", "--tb=no"), ("xdist",)),
]


@pytest.mark.parametrize(("arguments", "plugins"), AMONG, ids=lambda entry: " ".join(entry) or "-")
def test_a_suite_comes_to_the_same(
    suite: Project, arguments: tuple[str, ...], plugins: tuple[str, ...]
) -> None:
    if "no:setuponly" in plugins:
        plugins += ("no:setupplan",)
    without, before = outcomes(suite, *arguments, plugins=plugins, hydra=False)
    with_us, after = outcomes(suite, *arguments, plugins=plugins, hydra=True)
    assert len(without) > 50
    assert with_us == without
    expected = before.parseoutcomes()
    counted = after.parseoutcomes()
    counted["passed"] -= OURS
    for entry in (expected, counted):
        entry.pop("warnings", None)
    assert counted == expected
    assert after.ret == before.ret == 1
    assert "INTERNALERROR" not in after.stdout.str()
    assert "PASSED  " not in after.stdout.str()  # other tests failed


def test_what_stops_early_stops_at_the_same(suite: Project) -> None:
    """The cache and what counts failures: each with our items before and between the others."""
    stepwise = ("--sw", "test_many.py", "sub")
    runs: list[tuple[str, ...]] = [stepwise, stepwise, ("-x",), ("--maxfail=3",), ("--lf",)]
    for arguments in runs:
        without, before = outcomes(suite, *arguments, "-ocache_dir=.without", hydra=False)
        with_us, after = outcomes(suite, *arguments, "-ocache_dir=.with", hydra=True)
        assert with_us == without
        assert after.ret == before.ret
        assert "failed" in " ".join(with_us)


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (("--setup-plan",), "SETUP    C _around_class"),
        (("--setup-only",), "TEARDOWN F monkeypatch"),
        (("--co", "-q"), "12 tests collected"),
        (("--co", "-vv"), "<ScenarioItem two[[]sh[]]>"),
        (("--fixtures",), "hydra_bot -- *"),
        (("--markers",), "@pytest.mark.hydra(*"),
        (("--version",), "pytest *"),
        (("--help",), "*--hydra-report=*"),
    ],
)
def test_what_only_shows_runs_nothing(
    plain_project: Project, arguments: tuple[str, ...], shown: str
) -> None:
    project = plain_project
    for name in ("a", "b", "c"):
        project.write(f"{name}.scenario.yaml", SCENARIOS)
    project.write("conftest.py", CONFTEST.partition("def pytest_configure")[0])
    project.write("wallet_bot.py", "raise SystemExit('imported')\n")
    project.write(
        "hydra.toml", '[bots.py]\npython = "wallet_bot:reply"\n[bots.sh]\ncommand = "./none"\n'
    )
    result = project.run("--hydra", "--hydra-report=report.json", *arguments)
    assert result.ret == 0
    result.stdout.fnmatch_lines([f"*{shown}*"])
    assert "What " not in result.stdout.str().partition("<ScenarioItem")[2]
    assert not (project.path / ".hydra").exists()
    assert not (project.path / "report.json").exists()


@pytest.mark.parametrize(
    ("arguments", "passed", "deselected"),
    [
        (("a.scenario.yaml::one[sh]",), 1, 0),
        (("a.scenario.yaml::one",), 2, 0),
        (("-m", "hydra"), OURS, 23),
        (("-k", "smoke and sh"), 3, 32),
        (("a.scenario.yaml", "--deselect=a.scenario.yaml::two", "-qq"), 2, 2),
        (("--pyargs", "sub/z.scenario.yaml", "-p", "no:terminal"), 4, 0),
        (("--keep-duplicates", "sub", "sub/z.scenario.yaml", "-m", "hydra"), 8, 1),
    ],
    ids=lambda entry: " ".join(entry) if isinstance(entry, tuple) else None,
)
def test_selections(
    suite: Project, arguments: tuple[str, ...], passed: int, deselected: int
) -> None:
    result = suite.run("--hydra", "--hydra-report=report.json", *arguments)
    assert result.ret == 0
    totals = suite.report()["totals"]["scenarios"]
    assert totals == {"passed": min(passed, OURS // 3 if "sub" in arguments else passed)} | {
        "failed": 0,
        "ungraded": 0,
    }
    if "no:terminal" not in arguments and "-qq" not in arguments:
        result.assert_outcomes(passed=passed, deselected=deselected)


def test_where_pytest_is_started_and_what_is_named(
    suite: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hydra.toml is found upwards; its folder keeps the runs, and has the bots."""
    suite.write("pytest.ini", "[pytest]\n")
    (suite.path / "wallet_bot.py").rename(suite.path / "sub_bot.py")
    suite.write("hydra.toml", '[bots.py]\npython = "sub_bot:reply"\n')
    other = suite.path.parent / "elsewhere"
    other.mkdir()
    config = f"--hydra-config={suite.path / 'hydra.toml'}"
    here = str(suite.path / "sub" / "z.scenario.yaml")
    for number, (folder, arguments) in enumerate(
        [
            (suite.path / "sub", ("-m", "hydra")),
            (suite.path / "sub", (here,)),
            (suite.path, ("--rootdir=sub", "sub/z.scenario.yaml")),
            (other, (config, here)),
            (other, (config, f"--rootdir={suite.path}", here)),
        ],
        start=1,
    ):
        monkeypatch.chdir(folder)
        result = suite.run("--hydra", *arguments)
        assert "PASSED  2 of 2 passed" in result.stdout.str(), (folder, arguments)
        assert result.ret == 0
        assert len(suite.runs()) == number
        assert not (other / ".hydra").exists()
    # Not found from there: it says where there is one.
    result = suite.run("--hydra", here)
    assert result.ret == 2
    assert f"to use {suite.path / 'hydra.toml'}, name it with --hydra-config" in result.stdout.str()


# It says the right thing the second time it is asked.
FLAKY = """
import pathlib

def reply(messages):
    text = messages[-1]["content"]
    log = pathlib.Path(f"asked-{text}.txt")
    first = not log.exists()
    with log.open("a") as file:
        file.write("asked ")
    if first and text == "raise":
        raise OSError("not yet")
    return {"text": "goodbye" if first else "hello", "cost_usd": 0.5}
"""


def test_a_rerun_asks_again_and_the_last_attempt_counts(project: Project) -> None:
    project.write("wallet_bot.py", FLAKY)
    project.write(
        "a.scenario.yaml",
        "scenarios:\n"
        "  - {id: fails, steps: [{user: hi, expect: {shouldContain: hello}}]}\n"
        "  - {id: wrong, steps: [{user: you, expect: {shouldContain: never}}]}\n",
    )
    project.write(
        "b.scenario.yaml", "id: raises\nsteps: [{user: raise, expect: {shouldContain: hello}}]\n"
    )
    result = project.run(
        "--hydra", "--reruns=1", "--hydra-report=report.json", plugins=("pytest_rerunfailures",)
    )
    result.assert_outcomes(passed=2, failed=1)
    report = project.report()
    assert [(scenario["id"], scenario["status"]) for scenario in report["scenarios"]] == [
        ("fails", "passed"),
        ("wrong", "failed"),
        ("raises", "passed"),
    ]
    asked = sorted(path.read_text() for path in project.path.glob("asked-*.txt"))
    assert asked == ["asked asked "] * 3
    assert (report["verdict"], report["complete"]) == ("failed", True)
    # Both attempts were paid, but for the one that raised.
    assert [scenario["usage"]["cost_usd"] for scenario in report["scenarios"]] == [1, 1, 0.5]
    assert [scenario["details"]["tries"] for scenario in report["scenarios"]] == [2, 2, 2]
    assert "FAILED  2 of 3 passed (67%) · 1 failed · 2 only after a rerun" in result.outlines


def test_async_tests_ask_async_bots(plain_project: Project) -> None:
    project = plain_project
    project.write(
        "wallet_bot.py",
        "import asyncio\n\n"
        "async def reply(messages):\n    await asyncio.sleep(0)\n    return 'hello'\n",
    )
    project.write(
        "test_async.py",
        """
import asyncio
import pytest

@pytest.mark.asyncio
async def test_asyncio(hydra_bot, hydra):
    await asyncio.sleep(0)
    hydra.expect(hydra_bot([{"role": "user", "content": "hi"}]), shouldContain="hello")

@pytest.mark.anyio
async def test_anyio(hydra_bot):
    assert hydra_bot("hi").text == "hello"

@pytest.fixture
def anyio_backend():
    return "asyncio"

def test_sync(hydra_bot):
    assert hydra_bot("hi").text == "hello"
    with pytest.raises(RuntimeError):
        asyncio.get_running_loop()
""",
    )
    project.write("a.scenario.yaml", SCENARIOS)
    project.write("pytest.ini", "[pytest]\nasyncio_default_fixture_loop_scope = function\n")
    plugins = ("pytest_asyncio.plugin", "anyio.pytest_plugin")
    result = project.run("--hydra", "-Werror", "--asyncio-mode=strict", plugins=plugins)
    result.assert_outcomes(passed=5)
    assert result.ret == 0


@pytest.mark.parametrize("how", ["-p", "conftest.py"])
def test_the_plugin_may_be_named_beside_its_installation(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    # Without it our plugin is loaded as any that is installed, by the name of its entry point.
    monkeypatch.delenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD")
    command = plain_project.command("--hydra")
    if how == "conftest.py":
        place = command.index("-p")
        del command[place : place + 2]
        plain_project.write("conftest.py", 'pytest_plugins = ["pytest_hydra.plugin"]')
    plain_project.write("test_one.py", "def test_one(hydra): hydra.check('one', True)")
    result = plain_project.pytester.run(*command)
    result.assert_outcomes(passed=1)
    assert result.ret == 0
    assert "PASSED  " in result.stdout.str()


def test_hooks_of_a_conftest_further_down_are_not_asked(plain_project: Project) -> None:
    plain_project.write(
        "sub/conftest.py",
        """
def pytest_hydra_matchers():
    raise AssertionError("docs/extending.md says that nobody asks")
""",
    )
    plain_project.write(
        "sub/a.scenario.yaml", "id: a\nsteps: [{user: hello, expect: {shouldContain: hello}}]"
    )
    plain_project.run("--hydra").assert_outcomes(passed=1)


def test_a_debugger_stops_at_a_shortfall_as_at_any_failure(tmp_path: Path) -> None:
    python = Path(sys.executable)
    quiet, full = (session(tmp_path, python, "pdb", in_full=each) for each in (False, True))
    assert quiet == full
