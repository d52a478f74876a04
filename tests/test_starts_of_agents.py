"""No agent is started in the user's checkout: each place that starts a program is known here."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import pytest_hydra

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
    "plugins/agents/acp_client.py": "an agent, beside it in its sandbox and workspace",
    "plugins/boxes/box.py": "the sandbox, for a trial",
    "execution/bounded.py": "a program of ours",
    "plugins/boxes/overlay.py": "tools of the system",
    "execution/process.py": "what it is given",
    "execution/process_tree.py": "what it is given",
    "plugins/agents/relay.py": "an agent, beside it in its sandbox and workspace",
    "plugins/boxes/untrusted_files.py": "tar",
    "plugins/git/repository.py": "git",
    "options.py": "pytest",
    "plugins/harbor/docker_image.py": "docker or podman, to save an image",
    "plugins/harbor/live_task.py": "a bot, in the root of its task",
    "plugins/judges/command.py": "a judge, in an empty folder",
    "plugins/roots/agent_programs.py": "ldd, on an agent's program",
    "plugins/roots/live_root.py": "tools of the system, and programs in a root",
    "plugins/series/races.py": "pytest",
    "record/checkout.py": "git",
    "scenarios/bots/command.py": "a bot, which is a program of the project",
    "scenarios/bots/server.py": "a bot's server, which is a program of the project",
}


def is_here(place: str) -> bool:
    """Whether it is in the core, or in a plugin that is not detached."""
    path = PACKAGE / place
    return path.parents[1].name != "plugins" or path.parent.is_dir()


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
    assert places == {*filter(is_here, [*AGENTS, *OTHERS])}


@pytest.mark.parametrize("place", [*filter(is_here, AGENTS)])
def test_an_agent_is_given_a_folder_of_its_own(place: str) -> None:
    given = {
        ast.unparse(keyword.value)
        for call in starts(PACKAGE / place)
        for keyword in call.keywords
        if keyword.arg == "cwd"
    }
    assert given == AGENTS[place]
