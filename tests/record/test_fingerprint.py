from __future__ import annotations

import getpass
import json
import os
import platform
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_hydra.record import store
from pytest_hydra.record.store import contents, environment, fingerprint, tracked


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    for name in ("bot.py", "tools/send.py", "hydra.toml", "notes.txt"):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    return root


def _write(name: str, text: str = "new") -> Callable[[Path], object]:
    def act(root: Path) -> None:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)

    return act


def _environment_folder(root: Path) -> None:
    _write("env/pyvenv.cfg")(root)
    _write("env/lib/x.py")(root)


def _linked_folder(root: Path) -> None:
    _write("../outside/x.py")(root)
    (root / "linked").symlink_to(root.parent / "outside")


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(_write("bot.py"), id="changed"),
        pytest.param(_write("new.py"), id="new"),
        pytest.param(_write("hydra.toml"), id="extra"),
        pytest.param(lambda root: (root / "bot.py").rename(root / "tob.py"), id="renamed"),
        pytest.param(lambda root: (root / "tools/send.py").unlink(), id="deleted"),
        pytest.param(lambda root: (root / "hydra.toml").unlink(), id="extra deleted"),
    ],
)
def test_what_a_run_depends_on_changes_it(project: Path, change: Callable[[Path], object]) -> None:
    before = fingerprint(project, [project / "hydra.toml"])
    change(project)
    assert fingerprint(project, [project / "hydra.toml"]) != before


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(_write("notes.txt"), id="not Python"),
        pytest.param(_write(".venv/x.py"), id="dot folder"),
        pytest.param(_write("tools/__pycache__/x.py"), id="cache"),
        pytest.param(_write("node_modules/x.py"), id="node_modules"),
        pytest.param(_environment_folder, id="virtual environment"),
        pytest.param(_linked_folder, id="linked folder"),
        pytest.param(lambda root: os.utime(root / "bot.py", (0, 0)), id="touched"),
        pytest.param(lambda root: os.mkfifo(root / "notes"), id="pipe"),
    ],
)
def test_the_rest_does_not(project: Path, change: Callable[[Path], object]) -> None:
    before = fingerprint(project, [project / "hydra.toml"])
    change(project)
    assert fingerprint(project, [project / "hydra.toml"]) == before


def test_it_does_not_depend_on_where_the_project_is_nor_on_order(project: Path) -> None:
    files = [project / "hydra.toml", project / "notes.txt"]
    before = fingerprint(project, files)
    assert fingerprint(project, files[::-1]) == before
    moved = project.rename(project.with_name("moved"))
    assert fingerprint(moved, [moved / "hydra.toml", moved / "notes.txt"]) == before


def test_contents_do_not_run_into_each_other(project: Path) -> None:
    _write("a.py", "x")(project)
    _write("b.py", "y")(project)
    before = fingerprint(project)
    _write("a.py", "xy")(project)
    _write("b.py", "")(project)
    assert fingerprint(project) != before


def test_what_cannot_be_read_is_waited_for_by_nobody(project: Path) -> None:
    before = fingerprint(project)
    os.mkfifo(project / "pipe.py")
    assert fingerprint(project) != before


def test_the_environment_names_versions_and_nobody() -> None:
    known = environment("9.1.0")
    assert known["pytest"] == "9.1.0"
    assert known["python"] == platform.python_version()
    text = json.dumps(known)
    for private in (str(Path.home()), platform.node(), os.getcwd()):
        assert private not in text
    assert getpass.getuser() not in known.values()


@pytest.mark.parametrize(
    "act",
    [
        _write("tools/send.py"),
        _write("tools/new.txt"),
        lambda root: (root / "bot.py").unlink(),
        lambda root: (root / "bot.py").rename(root / "robot.py"),
        lambda root: (root / "bot.py").chmod(0o755),
        lambda root: (root / "tools/link").symlink_to("send.py"),
        lambda root: (root / "tools/empty").mkdir(),
        lambda root: (root.parent / "elsewhere" / "far.py").write_text("new"),
        _write(".pnpm/deep/down.js"),
    ],
    ids=map(str, range(9)),
)
def test_contents_change_with_all_that_is_there(
    project: Path, act: Callable[[Path], object]
) -> None:
    outside = project.parent / "elsewhere"
    outside.mkdir()
    (outside / "far.py").write_text("old")
    (project / "link").symlink_to(outside)
    before = contents(project.parent, [str(project)])
    assert contents(project.parent, [str(project)]) == before
    act(project)
    assert contents(project.parent, [str(project)]) != before


@pytest.mark.parametrize(
    "act",
    [
        _write("__pycache__/bot.pyc"),
        lambda root: os.utime(root / "bot.py", ns=(1, 1)),
        lambda root: (root / "bot.py").write_text((root / "bot.py").read_text()),
        lambda root: (root.parent / ".hydra/contents.json").write_text("{]"),
        lambda root: (root.parent / ".hydra/contents.json").write_text('{"a": 5}'),
    ],
    ids=map(str, range(5)),
)
def test_contents_stay_the_same_by_what_is_in_them(
    project: Path, act: Callable[[Path], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "_UNSETTLED", 0)
    (project / "up").symlink_to("/")
    (project / "nowhere").symlink_to("gone")
    os.mkfifo(project / "pipe")
    before = contents(project.parent, [str(project)])
    act(project)
    assert contents(project.parent, [str(project)]) == before


def test_what_is_known_is_not_read_again(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def noting(path: Path) -> str:
        read.append(path.name)
        return "0" * 64

    monkeypatch.setattr(store, "sha256", noting)
    every = ["bot.py", "hydra.toml", "notes.txt", "send.py"]
    # So short a time after it was written a file may change and look the same.
    for _ in range(2):
        contents(project, [str(project)])
        assert sorted(read) == every
        read.clear()
    monkeypatch.setattr(store, "_UNSETTLED", 0)
    contents(project, [str(project)])
    assert sorted(read) == every
    read.clear()
    contents(project, [str(project)])
    assert read == []
    (project / "bot.py").write_text("other!")
    contents(project, [str(project)])
    assert read == ["bot.py"]


def git(folder: Path, *arguments: str) -> None:
    command = ["git", *arguments]
    subprocess.run(command, cwd=folder, check=True)


def test_what_git_tracks_counts_as_it_is_now(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert tracked(project) == ""
    git(project, "init", "-q")
    git(project, "add", "notes.txt", "tools")
    before, below = tracked(project), tracked(project / "tools")
    assert before
    _write("bot.log")(project)
    os.utime(project / "notes.txt", (0, 0))
    assert tracked(project) == before
    _write("notes.txt", "other")(project)
    changed = tracked(project)
    assert changed != before
    assert tracked(project / "tools") == below
    git(project, "add", "notes.txt")
    (project / "notes.txt").unlink()
    assert tracked(project) not in (before, changed)
    monkeypatch.setenv("PATH", "/nowhere")
    assert tracked(project) == ""
