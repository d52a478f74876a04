from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pytest_hydra.__main__ import main
from tests.conftest import Project

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
