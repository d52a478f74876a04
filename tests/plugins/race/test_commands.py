"""What is planned before anything runs, and what people are told of it."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.plugins.engine.installations import installed
from pytest_hydra.plugins.git.diff import FileChange
from pytest_hydra.plugins.race.preparation import Prepared, prepare
from pytest_hydra.plugins.race.record import Source
from pytest_hydra.plugins.race.step_commands import Commands
from pytest_hydra.settings.file import load_settings
from tests.plugins.race.race_project import RaceProject, make_race


@pytest.fixture
def project(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> RaceProject:
    return make_race(tmp_path_factory.getbasetemp() / "race-template", tmp_path / "project")


def commands_of(
    project: RaceProject, scoring: str = "", race: str = "", folder: str = "."
) -> Commands:
    return prepared(project, scoring, race, folder).commands


def prepared(
    project: RaceProject, scoring: str = "", race: str = "", folder: str = "."
) -> Prepared:
    file = project.path / folder / "hydra.toml"
    file.write_text(f"[race]\n{race}\n[scoring]\n{scoring}\n[sandbox]\nmode = 'none'\n")
    return prepare(load_settings(file, "hydra.toml"), _no_rules, explicit=True)


def _no_rules(text: bytes, shown: str) -> Any:
    raise AssertionError(f"nobody asked for {shown}: {text!r}")


@pytest.mark.parametrize(
    ("command", "judged_by", "known"),
    [
        ("python run.py", [], True),
        # What is said to judge still does.
        ("python run.py", ["run.py"], True),
        ("python run.py", ["!run.py"], False),
        ("ctest", [], False),
    ],
)
def test_a_script_that_judges_is_a_known_test(
    project: RaceProject, command: str, judged_by: list[str], *, known: bool
) -> None:
    for path in project.git("ls-files").split():
        project.git("rm", "-q", path)
    (project.path / "run.py").write_text("print('1 passed')\n")
    project.git("add", "run.py")
    project.git("commit", "-qm", "one script")
    scoring = f"commands = {{test = '{command}'}}\njudged_by = {judged_by}\n"
    assert prepared(project, scoring).base.tests_known is known


def test_the_header_names_the_interpreter_where_there_is_python_to_run(
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
    assert commands_of(project, 'profile = "python"').header == ("python: .venv/bin/python",)
    (folder / "pytest").unlink()
    which, foreign = commands_of(project, 'profile = "python"').header
    assert which == "python: .venv/bin/python"
    assert foreign.startswith("pytest is not installed there; using ")
    assert foreign.endswith("/elsewhere/pytest")
    assert len(f"hydra: {foreign}") <= 80
    module = 'commands = {test = "python -m pytest -q"}'
    assert commands_of(project, module).header == ("python: .venv/bin/python",)
    elsewhere.unlink()
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    other = "python = 'venvs/\x1b[31m/bin/python'".replace("\x1b", "\\u001b").replace("'", '"')
    assert commands_of(project, f'profile = "python"\n{other}').header == (
        r"python: venvs/\x1b[31m/bin/python",
    )
    assert commands_of(project, 'commands = {test = "make test"}').header == ()
    (folder / "python").unlink()
    far = project.path.parent / ("far/" * 30) / "bin"
    far.mkdir(parents=True)
    (far / "python").symlink_to(sys.executable)
    monkeypatch.setenv("PATH", f"{far}{os.pathsep}{os.environ['PATH']}")
    (told,) = commands_of(project, 'commands = {test = "pytest"}').header
    assert told.startswith("python: …")
    assert told.endswith("/far/bin/python")
    assert len(f"hydra: {told}") <= 80


def test_a_lock_file_makes_the_dependencies_of_node_ready(project: RaceProject) -> None:
    (project.path / "package-lock.json").write_text("{}")
    node = 'profile = "js-node"'
    # It is the base's that counts.
    assert commands_of(project, node).setup is None
    project.commit({"package-lock.json": "{}", "package.json": '{"scripts": {"test": "jest"}}'})
    assert commands_of(project, node).setup == "npm ci"
    assert commands_of(project, node).header == ("setup: npm ci, as there is a lock file",)
    own = commands_of(project, node, race='setup = "make ready"')
    assert (own.setup, own.header) == ("make ready", ())
    assert commands_of(project, 'commands = {test = "jest"}').setup is None


@pytest.mark.parametrize(
    ("path", "layers"),
    [
        ("gen.py", 2),
        ("data/rates.csv", 2),
        ("pyproject.toml", 2),
        ("shop.py", 1),
        ("data/other.csv", 1),
        # A change of another target is none of the setup's.
        ("Makefile", 1),
    ],
)
def test_a_setup_is_run_again_for_who_changes_what_it_names(
    project: RaceProject, path: str, layers: int
) -> None:
    files = {"gen.py": "open('data/rates.csv')\n", "Makefile": "ready:\n\tpython gen.py\n"}
    project.commit({**files, "data/rates.csv": "", "data/other.csv": "", "shop.py": ""})
    commands = commands_of(project, 'commands = {test = "pytest"}', race='setup = "make ready"')
    change = FileChange(path=path, status="modified", added=1)
    source = Source(agent="a", kind="ref", named="a", tree="c" * 40, changes=(change,))
    made = commands.layers(source)
    assert len(made) == layers
    assert [layer.unit.network for layer in made] == [True, None][:layers]


def test_what_is_run_elsewhere_or_not_at_all_is_reported(project: RaceProject) -> None:
    (project.path / "packages" / "a").mkdir(parents=True)
    commands = 'commands = {test = "make test"}'
    (told,) = commands_of(project, commands, folder="packages/a").header
    assert told == "commands run at the repository's top, not in packages/a"
    assert commands_of(project).header == (
        "nothing is run: hydra.toml names no profile and no commands",
    )


def test_its_own_tests_alone_are_run_where_pytest_takes_them(project: RaceProject) -> None:
    def own(command: str, *files: str) -> tuple[str, ...]:
        found = commands_of(project, f"commands = {{test = {command!r}}}").command_unit(
            "tests.own", files
        )
        assert found.command == command
        return found.files

    files = ("a/test_x.py", "a/conftest.py", "a/cases.txt")
    assert own("pytest -q", *files) == own("cd a && pytest -q", *files) == files
    assert own("pytest -q", *files[1:]) == own("make test", *files) == ()


def test_tools_change_with_what_is_in_them(
    project: RaceProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    top = project.path
    files = {
        "own/.venv/lib/python3.11/site-packages/pkg/code.py": "",
        "own/.venv/bin/ruff": "",
        "own/.venv/pyvenv.cfg": "",
        "own/base/lib/python3.11/json/decoder.py": "",
        "own/base/lib/python3.11/site-packages/of_others.py": "",
        "own/base/bin/python3.11": "",
        "own/bin/checker": "#!/usr/bin/env runner\n",
        "own/bin/runner": "#!/bin/sh\n",
        "own/bin/other": "",
        "own/lib/edited/code.py": "",
        "shared/deep/down.js": "",
    }
    for name, text in files.items():
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_text(text)
        (top / name).chmod(0o755)
    for name, place in (("edited", top.parent / "edited"), ("itself", top / "own/lib/edited")):
        (place).mkdir(parents=True, exist_ok=True)
        (place / "code.py").write_text("")
        told = top / f"own/.venv/lib/python3.11/site-packages/{name}-1.dist-info/direct_url.json"
        told.parent.mkdir()
        told.write_text(json.dumps({"url": place.as_uri(), "dir_info": {"editable": True}}))
    (top / "own/.venv/bin/python").symlink_to("../../base/bin/python3.11")
    monkeypatch.setenv("PATH", f"{top}/own/bin:{os.environ['PATH']}")
    scoring = 'python = "own/.venv/bin/python"\ncommands = {test = "checker --all"}'

    def tools() -> str:
        return commands_of(project, scoring, 'share = ["shared"]').tools()

    before = tools()
    counts = [*files, "../edited/code.py"]
    for name in ("own/base/lib/python3.11/site-packages/of_others.py", "own/bin/other"):
        counts.remove(name)
        (top / name).write_text("changed")
    # What is installed to be edited from the checkout is in each tree.
    counts.remove("own/lib/edited/code.py")
    (top / "own/lib/edited/code.py").write_text("changed")
    assert tools() == before
    for name in counts:
        text = (top / name).read_text()
        (top / name).write_text(f"{text}changed")
        assert tools() != before, name
        (top / name).write_text(text)
        assert tools() == before


def test_tools_change_with_what_is_named_by_a_whole_path_and_with_what_pth_files_lead_to(
    project: RaceProject,
) -> None:
    top = project.path.parent / "apart"
    files = ("tool/lib/rules.txt", "limits.json", "source/code.py", "linked/lib/deep/rules.js")
    for name in (*files, "tool/bin/gate", "linked/bin/gate"):
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_text("")
        (top / name).chmod(0o755)
    (top / "limits.json").chmod(0o644)
    (top / "bin").mkdir()
    (top / "bin/gate").symlink_to(top / "linked/bin/gate")
    packages = top / "venv/lib/python3.11/site-packages"
    packages.mkdir(parents=True)
    (packages / "source.pth").write_text(f"import sys\n# {top}\n../../../../source\n")
    (top / "told.txt").write_text("")
    commands = f"{top}/tool/bin/gate --limits={top}/limits.json >> {top}/told.txt; {top}/bin/gate"

    def told() -> tuple[str, str]:
        python = f"{top}/venv/bin/python"
        found = commands_of(project, f"python = {python!r}\ncommands = {{test = {commands!r}}}")
        return found.tools(), installed(project.path, python, project.path)

    before = told()
    (top / "told.txt").write_text("changed")
    assert told() == before
    for name in files:
        (top / name).write_text("changed")
        tools, packages_there = told()
        assert tools != before[0], name
        assert (packages_there != before[1]) == (name == "source/code.py")
        (top / name).write_text("")
        assert told() == before


def test_tools_change_with_the_environment_of_a_program_that_is_named(
    project: RaceProject,
) -> None:
    venv = project.path.parent / "apart"
    files = ("pyvenv.cfg", "bin/python", "lib/python3.11/site-packages/pkg.py")
    for name in files:
        (venv / name).parent.mkdir(parents=True, exist_ok=True)
        (venv / name).write_text("")
        (venv / name).chmod(0o755)
    command = f"cd src && PYTHON={venv}/bin/python make test"
    told = {commands_of(project, f"commands = {{test = {command!r}}}").tools()}
    for name in files:
        (venv / name).write_text("changed")
        told.add(commands_of(project, f"commands = {{test = {command!r}}}").tools())
    assert len(told) == 1 + len(files)


def test_members_that_are_installed_as_editable_are_imported_from_the_workspace(
    project: RaceProject,
) -> None:
    packages = project.path / ".venv" / "lib" / "python3.11" / "site-packages"
    packages.mkdir(parents=True)
    places = [project.path / "packages/shop/src", project.path / "src", project.path.parent]
    text = "".join(f"{place}\n" for place in places)
    (packages / "members.pth").write_text(f"# a comment\nimport os\n{text}")
    (project.path / ".venv/bin").mkdir()
    (project.path / ".venv/bin/python").symlink_to(sys.executable)
    python = 'python = ".venv/bin/python"'
    found = commands_of(project, python).unit_of("tests", "pytest").pythonpath
    assert found == ("", "src", "packages/shop/src")
    given = commands_of(project, f'{python}\n[scoring.tests]\npythonpath = ["lib"]')
    assert given.unit_of("tests", "pytest").pythonpath == ("lib",)
