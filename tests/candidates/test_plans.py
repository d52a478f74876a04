"""What is planned before anything runs, and what people are told of it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.candidates.run.candidates import prepare
from pytest_hydra.candidates.run.plans import Plans
from pytest_hydra.settings.file import load_settings
from tests.plugin.race_project import RaceProject, make_race


@pytest.fixture
def project(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> RaceProject:
    return make_race(tmp_path_factory.getbasetemp() / "race-template", tmp_path / "project")


def plans(project: RaceProject, scoring: str = "", race: str = "", folder: str = ".") -> Plans:
    file = project.path / folder / "hydra.toml"
    file.write_text(f"[race]\n{race}\n[scoring]\n{scoring}\n[sandbox]\nmode = 'none'\n")
    return prepare(load_settings(file, "hydra.toml"), _no_rules, named=True).plans


def _no_rules(text: bytes, shown: str) -> Any:
    raise AssertionError(f"nobody asked for {shown}: {text!r}")


def test_the_interpreter_is_told_where_there_is_python_to_run(
    project: RaceProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = project.path / ".venv" / "bin"
    folder.mkdir(parents=True)
    (folder / "python").symlink_to(sys.executable)
    elsewhere = project.path.parent / "elsewhere" / "pytest"
    elsewhere.parent.mkdir()
    for script in (folder / "pytest", elsewhere):
        script.write_text("#!/bin/sh\n")
        script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{elsewhere.parent}{os.pathsep}{os.environ['PATH']}")
    assert plans(project, 'profile = "python"').header == ("python: .venv/bin/python",)
    (folder / "pytest").unlink()
    which, foreign = plans(project, 'profile = "python"').header
    assert which == "python: .venv/bin/python"
    assert foreign.startswith("pytest is not installed there, but is ")
    assert foreign.endswith("/elsewhere/pytest")
    assert len(f"hydra: {foreign}") <= 80
    module = 'commands = {test = "python -m pytest -q"}'
    assert plans(project, module).header == ("python: .venv/bin/python",)
    elsewhere.unlink()
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    other = "python = 'venvs/\x1b[31m/bin/python'".replace("\x1b", "\\u001b").replace("'", '"')
    assert plans(project, f'profile = "python"\n{other}').header == (
        r"python: venvs/\x1b[31m/bin/python",
    )
    assert plans(project, 'commands = {test = "make test"}').header == ()
    (folder / "python").unlink()
    far = project.path.parent / ("far/" * 30) / "bin"
    far.mkdir(parents=True)
    (far / "python").symlink_to(sys.executable)
    monkeypatch.setenv("PATH", f"{far}{os.pathsep}{os.environ['PATH']}")
    (told,) = plans(project, 'commands = {test = "pytest"}').header
    assert told.startswith("python: …")
    assert told.endswith("/far/bin/python")
    assert len(f"hydra: {told}") <= 80


def test_a_lock_file_makes_the_dependencies_of_node_ready(project: RaceProject) -> None:
    (project.path / "package-lock.json").write_text("{}")
    node = 'profile = "js-node"'
    # It is the base's that counts.
    assert plans(project, node).setup is None
    project.commit({"package-lock.json": "{}", "package.json": '{"scripts": {"test": "jest"}}'})
    assert plans(project, node).setup == "npm ci"
    assert plans(project, node).header == ("setup: npm ci, as there is a lock file",)
    own = plans(project, node, race='setup = "make ready"')
    assert (own.setup, own.header) == ("make ready", ())
    assert plans(project, 'commands = {test = "jest"}').setup is None


def test_what_is_run_elsewhere_or_not_at_all_is_told(project: RaceProject) -> None:
    (project.path / "packages" / "a").mkdir(parents=True)
    commands = 'commands = {test = "make test"}'
    (told,) = plans(project, commands, folder="packages/a").header
    assert told == "commands run at the repository's top, not in packages/a"
    assert plans(project).header == ("nothing is run: hydra.toml names no profile and no commands",)


def test_its_own_tests_are_named_where_their_names_mean_the_same(project: RaceProject) -> None:
    def own(command: str) -> str:
        found = plans(project, f"commands = {{test = {command!r}}}")
        return found.plan("tests.own", ("a/test_x.py", "a/conftest.py")).command

    assert own("pytest -q") == "pytest -q a/test_x.py"
    assert own("cd a && pytest -q") == "cd a && pytest -q"
    assert own("make test") == "make test"
