"""What threads use is imported before they start.

Two threads that import the same modules may each see half of one, and the longer an import takes,
the more likely they meet: most of all where no byte code is kept. So it is forbidden, whether or
not they meet.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.plugin.race_project import make_race
from tests.plugin.test_race_judged import JUDGE, SCORES
from tests.plugins.benchmarks.test_benchmarks import CATEGORIES, prepare

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Project, Server

# A plugin that writes down which of our modules are imported outside of the main thread, with the
# thread's name, and the loader of each module.
WATCH = """
import json, pathlib, sys, threading
from importlib.abc import MetaPathFinder

in_threads = {}

class Watch(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        thread = threading.current_thread()
        if name.startswith("pytest_hydra") and thread is not threading.main_thread():
            in_threads.setdefault(name, thread.name)

def pytest_sessionstart():
    sys.meta_path.insert(0, Watch())

def pytest_unconfigure():
    ours = [name for name in sys.modules if name.startswith("pytest_hydra.")]
    loaders = {name: type(sys.modules[name].__spec__.loader).__name__ for name in ours}
    found = {"in_threads": in_threads, "loaders": loaders}
    pathlib.Path("imports.json").write_text(json.dumps(found))
"""
# As when installed: pytest rewrites the modules of distributions whose plugins it loads by itself.
ARGUMENTS = (
    *("--hydra", "-pimports"),
    *(f"-pno:{name}" for name in ("anyio", "asyncio", "randomly", "rerunfailures", "xdist")),
)
COMMAND = '#!/bin/sh\nwhile read -r line; do echo "\\"hello\\""; done\n'
BOTS = {
    "command": 'command = ["./bot.sh"]',
    "openai": 'openai = {base_url = "URL", model = "any"}',
    "python": 'python = "wallet_bot:reply"',
    "url": 'url = "URL/"',
}
JUDGED = """
[judging]
judge = "script"
[judges.script]
command = ["python3", "{judge}"]
[[scoring.dimensions]]
name = "taste"
judge = true
criteria = ["Is it small?"]
"""


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "")


def check_imports(folder: Path) -> None:
    """Threads imported none of our modules; pytest rewrote only what the plugin starts with."""
    found: dict[str, dict[str, str]] = json.loads((folder / "imports.json").read_text())
    assert found["in_threads"] == {}
    loaders = found["loaders"]
    assert loaders["pytest_hydra.session.controller"] == "SourceFileLoader"
    rewritten = {name for name in loaders if loaders[name] == "AssertionRewritingHook"}
    first = ("errors", "fixtures", "marker", "options", "plugin")
    assert rewritten <= {f"pytest_hydra.{name}" for name in first}


@pytest.mark.parametrize("kind", [*BOTS])
def test_scenarios(plain_project: Project, server: Server, kind: str) -> None:
    project = plain_project
    server.handler = lambda line, _: line.answer(
        {"text": "hello", "choices": [{"message": {"role": "assistant", "content": "hello"}}]}
    )
    project.write("imports.py", WATCH)
    project.write("bot.sh", COMMAND).chmod(0o755)
    project.write("hydra.toml", f"[bots.bot]\n{BOTS[kind]}\n".replace("URL", server.url))
    steps = "steps: [{user: hello, expect: {shouldContain: hello}}]"
    listed = "".join(f"  - {{id: s{number}, {steps}}}\n" for number in range(10))
    project.write("a.scenario.yaml", f"scenarios:\n{listed}")
    done = project.run_apart(*ARGUMENTS)
    done.assert_outcomes(passed=10)
    check_imports(project.path)


def test_scenarios_in_workspaces(plain_project: Project) -> None:
    project = plain_project
    project.write("imports.py", WATCH)
    project.write("bot.sh", COMMAND).chmod(0o755)
    project.write("hydra.toml", f"[bots.bot]\n{BOTS['command']}\n")
    expect = "{files: {a: exists}, git: {commits: 0}, passes: 'true', forbiddenCommands: rm}"
    steps = f"steps: [{{user: hello}}], expect: {expect}"
    listed = "".join(f"  - {{id: s{number}, {steps}}}\n" for number in range(4))
    project.write("a.scenario.yaml", f"workspace: {{files: {{a: text}}}}\nscenarios:\n{listed}")
    project.run_apart(*ARGUMENTS).assert_outcomes(passed=4)
    check_imports(project.path)


def test_a_race_with_a_judge(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    race = make_race(tmp_path_factory.getbasetemp() / "race-template", tmp_path / "project")
    judge = tmp_path / "judge.py"
    judge.write_text(JUDGE.format(scores=[*SCORES, ("", 8)], follows=False))
    agents = ("good", "breaks", "deletes", "nothing")
    race.candidates(*agents, more=JUDGED.format(judge=judge))
    (race.path / "imports.py").write_text(WATCH)
    done = race.run("hydra.toml", *ARGUMENTS, PYTEST_DISABLE_PLUGIN_AUTOLOAD="")
    assert done.returncode == 0, done.stdout + done.stderr
    assert {agent for agent, _ in race.ranking()} == {*agents}
    check_imports(race.path)


def test_a_benchmark(plain_project: Project) -> None:
    project = plain_project
    prepare(project, dict.fromkeys(CATEGORIES, 8))
    project.write("imports.py", WATCH)
    project.run_apart("runs/one", *ARGUMENTS).assert_outcomes(passed=4)
    check_imports(project.path)
