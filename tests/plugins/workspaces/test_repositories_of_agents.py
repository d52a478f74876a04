"""What a bot commits in its workspace, and that nothing in its repository is trusted."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from pytest_hydra.plugins.engine.engine_settings import SandboxSettings
from pytest_hydra.plugins.workspaces.live_workspace import opened
from pytest_hydra.plugins.workspaces.start_trees import Workbench
from pytest_hydra.plugins.workspaces.workspace_format import WorkspaceModel, WorkspaceSource
from pytest_hydra.plugins.workspaces.workspace_state import commands_in, run_key
from pytest_hydra.scenarios.expect.kinds import compile_expect

FILES = {"shop.py": "x = 1\n", "lib/util.py": "y = 1\n", ".gitignore": "*.log\n"}
Work = Callable[[Sequence[str]], Mapping[str, Any]]


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Workbench]:
    (tmp_path / "project").mkdir()
    bench = Workbench(tmp_path / "project", SandboxSettings(mode="none"), "token")
    yield bench
    bench.close()


@pytest.fixture
def turn_with(bench: Workbench) -> Work:
    """Runs shell lines in a new workspace; what is recorded of the turn."""
    plan = WorkspaceSource(WorkspaceModel.model_validate({"files": FILES}), Path())

    def run(lines: Sequence[str]) -> Mapping[str, Any]:
        with opened(bench, plan, ()) as workspace:
            for line in lines:
                author = "git() { command git -c user.name=bot -c user.email=bot@localhost $@; }"
                command = ["sh", "-ec", f"{author}\n{line}"]
                subprocess.run(command, cwd=workspace.folder, check=True, capture_output=True)
            workspace.end([])
            (turn,) = workspace.record()["turns"]
        found: Mapping[str, Any] = turn
        return found

    return run


@pytest.fixture
def work(turn_with: Work) -> Work:
    """Runs shell lines in a new workspace; what is recorded of its repository."""
    return lambda lines: turn_with(lines)["git"]


def test_commits_are_listed_oldest_first(work: Work) -> None:
    commit = "git commit --allow-empty -qm"
    state = work([f"{commit} first; {commit} second"])
    assert state["commits"] == [
        {"author": "bot", "message": "first"},
        {"author": "bot", "message": "second"},
    ]


@pytest.mark.parametrize(
    ("line", "branch"),
    [
        ("git status", "main"),
        ("git switch -qc feature/cap", "feature/cap"),
        ("git switch -q --detach", None),
    ],
)
def test_the_branch_is_recorded(work: Work, line: str, branch: str | None) -> None:
    assert work([line]) == {"commits": [], "branch": branch, "clean": True}


@pytest.mark.parametrize(
    ("line", "clean"),
    [
        ("touch new.py", False),
        ("echo >>shop.py", False),
        ("rm lib/util.py", False),
        ("chmod +x shop.py", False),
        ("touch new.py; git add new.py", False),
        ("git rm -q --cached shop.py", True),
        ("touch debug.log", True),
        ("touch debug.log; git add -f debug.log", False),
        ("mkdir __pycache__; touch __pycache__/shop.pyc", True),
        ("mkdir __pycache__; touch __pycache__/a; git add -f .; git commit -qm a", True),
        ("touch new.py; git add .; git commit -qm new", True),
        ("ln -s /etc/passwd link; git add .; git commit -qm link", True),
        ("git init -q nested; touch nested/file", False),
        ("ln -s /etc/passwd link", False),
        ("rm shop.py; ln -s /etc/passwd shop.py", False),
    ],
)
def test_a_repository_is_clean_if_there_is_nothing_to_commit(
    work: Work, line: str, clean: bool
) -> None:
    assert work([line])["clean"] is clean


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        ("ln -s /etc/passwd link; ln -s /nowhere deep", {"link": "120000", "deep": "120000"}),
        ("ln -s $PWD/shop.py link; ln -s ../../x up", {"link": "120000", "up": "120000"}),
        ("ln -s /usr link", {"link": "120000"}),
        ("rm -r lib; ln -s /usr lib", {"lib": "120000", "lib/util.py": None}),
        ("rm shop.py; ln -s /etc/passwd shop.py", {"shop.py": "120000"}),
        ("mkfifo pipe", {"pipe": "100644"}),
        ("mkdir s; cd s; git init -q; touch new.py", {"s/new.py": "100644"}),
        ("git clone -q . s; rm s/.gitignore s/shop.py", {"s/lib/util.py": "100644"}),
        ("git worktree add -q s; rm s/.gitignore s/shop.py", {"s/lib/util.py": "100644"}),
        ("git init -q lib; touch lib/new.py", {"lib/new.py": "100644"}),
        ("touch debug.log", {"debug.log": "100644"}),
        ("mkdir -p a/node_modules .venv; touch a/node_modules/x .venv/x a.pyc", {}),
        ("mkdir -p .claude; touch .claude/settings.local.json", {}),
    ],
)
def test_all_that_is_new_is_a_change(
    turn_with: Work, line: str, changed: Mapping[str, str | None]
) -> None:
    files = turn_with([line])["files"]
    assert {path: entry and entry[0] for path, entry in files.items()} == changed


def test_a_command_says_what_only_the_workspace_has(bench: Workbench) -> None:
    lines = {
        "test -d empty": ["empty"],
        "ls node_modules/a ./.git": ["node_modules/a", ".git"],
        "cat shop.py lib /etc/passwd ../x . missing": [],
    }

    plan = WorkspaceSource(WorkspaceModel.model_validate({"files": FILES}), Path())
    expect = compile_expect({"passes": list(lines)})
    with opened(bench, plan, [(None, expect)]) as workspace:
        (workspace.folder / "empty").mkdir()
        (workspace.folder / "node_modules" / "a").mkdir(parents=True)
        workspace.end([])
        runs = workspace.record()["runs"]
    absent = [runs[run_key(each, None)]["absent"] for each in commands_in(expect.nodes)]
    assert absent == list(lines.values())


def test_the_users_configuration_does_not_say_what_is_clean(
    work: Work, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ignored").write_text("*.py\n")
    (tmp_path / ".gitconfig").write_text(f"[core]\n\texcludesFile = {tmp_path / 'ignored'}\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert work(["touch new.py"])["clean"] is False


# Settings that name a program, and what makes git use them.
PROGRAMS = {
    "core.fsmonitor": "",
    "core.hooksPath": "",
    "core.alternateRefsCommand": "",
    "core.pager": "",
    "diff.external": "",
    "filter.own.clean": "echo '* filter=own' >.gitattributes",
    "diff.own.textconv": "echo '* diff=own' >.gitattributes",
    "gpg.program": "git config log.showSignature true",
}


@pytest.mark.parametrize("setting", PROGRAMS)
def test_a_program_in_the_configuration_is_not_started(
    work: Work, tmp_path: Path, setting: str
) -> None:
    program, trace = tmp_path / "program", tmp_path / "started"
    program.write_text(f"#!/bin/sh\ntouch {trace}\n")
    program.chmod(0o755)
    state = work(
        [
            f"{PROGRAMS[setting] or ':'}\ngit add .; git commit -qm own --allow-empty",
            f"echo >>shop.py; git config {setting} {program}",
        ]
    )
    assert (state["clean"], [entry["message"] for entry in state["commits"]]) == (False, ["own"])
    assert not trace.exists()


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("rm -r .git", "the folder .git is gone"),
        ("mv .git ../git; ln -s ../git .git", "the folder .git is gone"),
        ("mv .git ../git; echo 'gitdir: ../git' >.git", "the folder .git is gone"),
        ("rm -r .git; git init -q", "the repository has no commit that can be read"),
        ("rm -r .git; git init -q; git commit -qm a --allow-empty", "git log failed: "),
    ],
)
def test_a_repository_that_was_replaced_is_a_problem(work: Work, line: str, problem: str) -> None:
    state = work([line])
    assert list(state) == ["problem"]
    assert state["problem"].startswith(problem)


def test_a_further_workspace_costs_few_processes(
    work: Work, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, log = tmp_path / "bin" / "git", tmp_path / "commands"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\necho "$@" >>{log}\nexec {which("git")} "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent), prepend=":")
    work(["echo >>shop.py"])
    log.unlink()
    work(["echo >>shop.py"])
    # Of the commit, what could be committed, and the difference.
    assert len(log.read_text().splitlines()) == 3
