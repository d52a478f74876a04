"""``python -m pytest_hydra init`` in real repositories."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from pytest_hydra.__main__ import main
from pytest_hydra.settings.file import load_settings

WHO = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false")


def git(folder: Path, *arguments: str) -> None:
    command = ["git", *WHO, *arguments]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


def repository(folder: Path, files: dict[str, str]) -> Path:
    git(folder, "init", "--initial-branch=main")
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    git(folder, "add", "--all")
    git(folder, "commit", "--message", "The base")
    return folder


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    test = "def test_right():\n    pass\n\n\ndef test_wrong():\n    assert not 1\n"
    repository(folder, {"shop.py": "", "test_shop.py": test, ".gitignore": ".hydra/\n"})
    path = [str(Path(sys.executable).parent), os.environ["PATH"]]
    monkeypatch.setenv("PATH", os.pathsep.join(path))
    monkeypatch.chdir(folder)
    return folder


def said(capsysbinary: pytest.CaptureFixture[bytes]) -> str:
    return capsysbinary.readouterr().out.decode()


def test_it_writes_a_race_and_tries_the_base(
    project: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    for branch in ("agents/codex", "agents/claude", "main-too"):
        git(project, "branch", branch)
    git(project, "checkout", "-b", "fix")
    git(project, "commit", "--allow-empty", "--message", "A fix")
    git(project, "checkout", "main")
    git(project, "worktree", "add", "../beside", "--detach")

    assert main(["init"]) == 0
    text = (project / "hydra.toml").read_text("utf-8")
    race = tomllib.loads(text)["race"]
    assert race["base"] == "main"
    assert [each["agent"] for each in race["candidates"]] == ["claude", "codex"]
    assert race["candidates"][1]["ref"] == "agents/codex"
    # Whatever is a comment is one to be taken away.
    whole = load_settings(project / "hydra.toml", "hydra.toml")
    assert len(whole.table("race").candidates) == 2
    (project / "all.toml").write_text(re.sub(r"^# (?=\[|\w+ = )", "", text, flags=re.M), "utf-8")
    race_of_all = load_settings(project / "all.toml", "all.toml").table("race")
    assert race_of_all.acceptance is not None
    agents = race_of_all.candidates
    assert [(each.agent, each.opened_as) for each in agents[2:]] == [
        ("fix", "ref"),
        ("beside", "worktree"),
    ]
    out = said(capsysbinary)
    assert out.startswith("written: hydra.toml\n")
    assert re.search(r"^base: 2 tests, 1 fail already, \d+ s, (in|without) a box", out, re.M)
    assert out.endswith("next: check hydra.toml, then: pytest --hydra hydra.toml\n")

    with pytest.raises(SystemExit):
        main(["init"])
    assert (project / "hydra.toml").read_text("utf-8") == text


def test_two_of_one_name_are_both_there(project: Path) -> None:
    for branch in ("agents/codex", "agents/Codex", "agents/base", "agents/\N{SNOWMAN}"):
        git(project, "branch", branch)
    git(project, "worktree", "add", "../codex", "agents/codex")
    git(project, "update-ref", "refs/remotes/origin/agents/codex", "main")
    git(project, "update-ref", "refs/remotes/fork/agents/codex", "main")
    assert main(["init", "--no-try"]) == 0
    text = (project / "hydra.toml").read_text("utf-8").replace("\n# ", "\n")
    found = re.findall(r'agent = "(.+)"\n(?:ref|worktree) = "(.+)"', text)
    assert found == [
        ("Codex", "agents/Codex"),
        ("base-2", "agents/base"),
        ("codex-2", "agents/codex"),
        ("agent", "agents/\N{SNOWMAN}"),
        ("codex-3", "fork/agents/codex"),
        ("codex-4", "../codex"),
    ]


def test_branches_of_agents_are_candidates(project: Path) -> None:
    for branch in ("claude/fix-it", "claude/more", "codex/fix", "copilot/a", "cursor/b", "fix/c"):
        git(project, "branch", branch)
    git(project, "update-ref", "refs/remotes/fork/cursor/d", "main")
    assert main(["init", "--no-try"]) == 0
    race = tomllib.loads((project / "hydra.toml").read_text("utf-8"))["race"]
    assert {entry["agent"]: entry["ref"] for entry in race["candidates"]} == {
        "claude": "claude/fix-it",
        "claude-2": "claude/more",
        "codex": "codex/fix",
        "copilot": "copilot/a",
        "cursor": "cursor/b",
        "cursor-2": "fork/cursor/d",
    }


def test_skipped_tests_are_counted(
    project: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    text = "import pytest\n\n\ndef test_a(): pass\n\n\n@pytest.mark.skip\ndef test_b(): pass\n"
    (project / "test_shop.py").write_text(text, "utf-8")
    git(project, "commit", "--all", "--message", "Skip")
    assert main(["init"]) == 0
    assert "base: 2 tests, 1 skipped, none fail already, " in said(capsysbinary)


def test_unknown_tests_and_folders_of_scripts(
    project: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    (project / "ci").mkdir()
    (project / "ci" / "run.sh").write_text("echo '2 passed'\n", "utf-8")
    (project / "ci" / "rules.txt").write_text("", "utf-8")
    (project / "test_shop.py").unlink()
    (project / "Makefile").write_text("test:\n\tsh ci/run.sh\n", "utf-8")
    git(project, "add", "--all")
    git(project, "commit", "--message", "Make")
    assert main(["init"]) == 0
    text = (project / "hydra.toml").read_text("utf-8")
    assert '\n# judged_by = ["ci/**"]\n' in text
    assert load_settings(project / "hydra.toml", "hydra.toml").table("scoring").judged_by == []
    # Nothing is known of what this runs.
    (project / "Makefile").write_text("test:\n\techo '2 passed'\n", "utf-8")
    git(project, "commit", "--all", "--message", "Tell")
    (project / "hydra.toml").unlink()
    capsysbinary.readouterr()
    assert main(["init"]) == 1
    assert "base: no file is known to be a test: name the test files in " in said(capsysbinary)


def test_a_base_that_cannot_be_tested_is_reported_with_its_log(
    project: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    (project / "test_shop.py").write_text("import no_such_thing\n", "utf-8")
    git(project, "commit", "--all", "--message", "Broken")
    assert main(["init"]) == 1
    out = said(capsysbinary)
    assert "No module named 'no_such_thing'" in out
    assert "next: fix what failed, on this machine or in hydra.toml, then: pytest --" in out
    log = re.search(r"\(full log: (\S+)\)", out)
    assert log is not None
    assert "no_such_thing" in (project / log[1]).read_text("utf-8")
    assert (project / "hydra.toml").exists()


def test_where_head_is_ahead_the_next_command_says_whose_rules_hold(
    project: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    git(project, "checkout", "-b", "work")
    git(project, "commit", "--allow-empty", "--message", "More")
    assert main(["init", "--no-try"]) == 0
    out = said(capsysbinary)
    assert "base:" not in out
    command = "pytest --hydra hydra.toml --hydra-config hydra.toml --hydra-candidate me=BRANCH"
    assert out.endswith(f"then: {command}\n")


def test_outside_of_a_repository_it_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        main(["init"])
    assert "is not in a git repository" in capsys.readouterr().err
