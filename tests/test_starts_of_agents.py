"""No agent is started in the user's checkout: each place that starts a program is known here."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import pytest_hydra
from pytest_hydra.__main__ import main
from tests.conftest import Project

PACKAGE = Path(pytest_hydra.__file__).parent

# What starts a program, by the name that is called.
STARTERS = {
    *("Process", "ProcessTree", "agent_program", "run_logged"),
    *(f"subprocess.{name}" for name in ("Popen", "call", "check_call", "check_output", "run")),
    *("_POPEN", "os.execv", "os.execve", "os.fork", "os.posix_spawn", "os.system"),
}
# The places that start an agent, and the folder that each gives it. The first two are workspaces:
# copies of what was committed, or of what a scenario lists.
AGENTS = {
    "plugins/workspaces/live_workspace.py": {"self.folder"},
    "plugins/race/agent_work.py": {"workspace"},
    "plugins/engine/program_version.py": {"workspace"},
}
# The others, and what they start.
OTHERS = {
    "plugins/workspaces/audit.py": "a solution of the suite, in a workspace",
    "plugins/engine/command.py": "the commands of a check, in a workspace",
    "plugins/engine/executed_files.py": "a shell that does nothing, to try whether it is observed",
    "plugins/engine/installations.py": "an interpreter",
    "execution/acp_client.py": "an agent, beside it in its sandbox and workspace",
    "execution/box.py": "the sandbox, for a trial",
    "execution/limits.py": "a program of ours",
    "execution/overlay.py": "tools of the system",
    "execution/process.py": "what it is given",
    "execution/process_tree.py": "what it is given",
    "execution/relay.py": "an agent, beside it in its sandbox and workspace",
    "execution/untrusted_files.py": "tar",
    "plugins/git/repository.py": "git",
    "options.py": "pytest",
    "plugins/harbor/docker_image.py": "docker or podman, to save an image",
    "plugins/harbor/live_task.py": "a bot, in the root of its task",
    "plugins/judges/command.py": "a judge, in an empty folder",
    "plugins/roots/live_root.py": "tools of the system, and programs in a root",
    "plugins/series/races.py": "pytest",
    "record/checkout.py": "git",
    "scenarios/bots/command.py": "a bot, which is a program of the project",
    "scenarios/bots/server.py": "a bot's server, which is a program of the project",
}


def starts(path: Path) -> Iterator[ast.Call]:
    """The calls that start a program."""
    text = path.read_text(encoding="utf-8")
    if not any(name in text for name in STARTERS):
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in STARTERS:
            yield node


def test_every_place_that_starts_a_program_is_known() -> None:
    places = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if "recorder" not in path.parts and any(starts(path))
    }
    assert places == {*AGENTS, *OTHERS}


@pytest.mark.parametrize("place", AGENTS)
def test_an_agent_is_given_a_folder_of_its_own(place: str) -> None:
    given = {
        ast.unparse(keyword.value)
        for call in starts(PACKAGE / place)
        for keyword in call.keywords
        if keyword.arg == "cwd"
    }
    assert given == AGENTS[place]


# Says where it is, and what it was given.
AGENT = """
import json, os, sys
with open({traces!r}, "a") as file:
    secret = os.environ.get("A_SECRET")
    print(json.dumps([os.getcwd(), os.environ["HOME"], secret]), file=file)
open("work.txt", "w").write("work")
print('{{"type": "system", "subtype": "init", "session_id": "1"}}')
print('{{"type": "assistant", "message": {{"content": [{{"type": "text", "text": "Done."}}]}}}}')
print('{{"type": "result", "subtype": "success", "result": "Done.", "session_id": "1"}}')
"""
WHO = ("-c", "user.name=a", "-c", "user.email=a@localhost")


def git(folder: Path, *words: str) -> str:
    command = ["git", *WHO, *words]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def traces(
    plain_project: Project,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """The file in which the project's agent writes where it was started."""
    traces, project = tmp_path_factory.mktemp("traces") / "traces", plain_project
    agent = project.write("agent.py", AGENT.format(traces=str(traces)))
    command = json.dumps([sys.executable, "-S", str(agent)])
    project.write(
        "hydra.toml",
        f'[agents.one]\npreset = "claude-code"\nsandbox = "none"\ncommand = {command}\n'
        '[race]\nbase = "main"\ntask = "task.md"\nagents = ["one"]\n'
        '[scoring.commands]\ntest = "true"\n',
    )
    project.write("task.md", "Do it.")
    project.write(
        "a.scenario.yaml",
        "workspace: {files: {x: y}}\n"
        "scenarios: [{id: s, steps: [{user: Do it.}], expect: {files: {work.txt: created}}}]\n",
    )
    project.write(".gitignore", ".hydra\nstd*\n")
    git(project.path, "init", "-q", "-b", "main")
    git(project.path, "add", ".")
    git(project.path, "commit", "-qm", "base")
    monkeypatch.setenv("A_SECRET", "not for the agent")
    monkeypatch.chdir(project.path)
    return traces


@pytest.mark.parametrize(
    ("words", "count"),
    [
        (["a.scenario.yaml"], 1),
        (["hydra.toml"], 1),
        (["doctor"], 0),
        (["doctor", "--try", "one"], 1),
    ],
)
def test_an_agent_is_never_started_in_the_checkout(  # noqa: PLR0917 - fixtures
    words: list[str],
    count: int,
    plain_project: Project,
    traces: Path,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    if words[0] == "doctor":
        main(words)
    else:
        plain_project.run_apart("--hydra", "--hydra-run-agents", *words)
    seen = [json.loads(line) for line in traces.read_text().splitlines()] if count else []
    assert len(seen) == count
    assert traces.exists() == bool(count)
    for folder, its_home, secret in seen:
        assert Path(folder) != plain_project.path
        # A workspace may be there, as it needs the same disk.
        assert "/.hydra/work/" in folder or not Path(folder).is_relative_to(plain_project.path)
        assert (Path(its_home) != home, secret) == (True, None)
    assert not (plain_project.path / "work.txt").exists()
    assert list(home.iterdir()) == []
    assert git(plain_project.path, "status", "--porcelain") == ""
