"""What is planned before anything runs, and what people are told of it."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.core.path_patterns import matches
from pytest_hydra.engine.installations import installed
from pytest_hydra.race.commands import Plans
from pytest_hydra.race.preparation import prepare
from pytest_hydra.settings.file import load_settings
from tests.plugin.race_project import RaceProject, make_race


@pytest.fixture
def project(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> RaceProject:
    return make_race(tmp_path_factory.getbasetemp() / "race-template", tmp_path / "project")


def plans(project: RaceProject, scoring: str = "", race: str = "", folder: str = ".") -> Plans:
    file = project.path / folder / "hydra.toml"
    file.write_text(f"[race]\n{race}\n[scoring]\n{scoring}\n[sandbox]\nmode = 'none'\n")
    return prepare(load_settings(file, "hydra.toml"), _no_rules, explicit=True).plans


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
    assert foreign.startswith("pytest is not installed there; using ")
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


def test_its_own_tests_alone_are_run_where_pytest_can_be_told_so(project: RaceProject) -> None:
    def own(command: str, *files: str) -> tuple[str, ...]:
        found = plans(project, f"commands = {{test = {command!r}}}").command_unit(
            "tests.own", files
        )
        assert found.command == command
        return found.files

    files = ("a/test_x.py", "a/conftest.py", "a/cases.txt")
    assert own("pytest -q", *files) == own("cd a && pytest -q", *files) == files
    assert own("pytest -q", *files[1:]) == own("make test", *files) == ()


def test_what_a_command_runs_of_the_repository_judges(project: RaceProject) -> None:
    project.commit(
        {
            "gate.py": "",
            "main.py": "from tool import f\n",
            "tool.py": "",
            "run.sh": "set -e\n. ./more.sh\n",
            "more.sh": "python gate.py\npython tool.py\n",
            "Makefile": "test:\n\t@sh run.sh\n",
            "package.json": json.dumps({"scripts": {"test": "node a/check.js && node a/app.js"}}),
            "a/check.js": "require('./app')\n",
            "a/app.js": "",
            "b/more.js": "require('../a/app')\n",
            "b/c/main.py": "from other import gate\nimport tool\n",
            "tools/rate.py": "from tools import rules\n",
            "tools/rules.py": "from .deep import f\n",
            "tools/deep/__init__.py": "",
            "kit/rate.py": "import known\n",
            "kit/known.py": "",
            "tests/test_known.py": "from kit.known import f\n",
        }
    )
    found = plans(
        project,
        "commands = {test = 'make test', lint = 'npm test', build = 'python main.py'}\n"
        "[[scoring.dimensions]]\nname = 'own'\ncommand = 'python -m gate'\n"
        "[[scoring.dimensions]]\nname = 'apart'\ncommand = 'python -m tools.rate'\n"
        "[[scoring.dimensions]]\nname = 'within'\ncommand = 'python kit/rate.py'",
    )
    assert set(found.steps) == {"apart", "build", "lint", "own", "tests", "within"}
    there = [*project.git("ls-files").split(), "tools/json.py", "tools/json.txt", "kit/json.py"]

    def judging(step: str) -> set[str]:
        return {path for path in there if matches(path, found.judges.files(step))}

    # What other code imports is judged itself, and what make goes by is looked at as such.
    assert judging("tests") == {"run.sh", "more.sh", "gate.py"}
    assert judging("lint") == {"package.json", "a/check.js"}
    assert judging("build") == {"main.py"}
    assert judging("own") == {"gate.py"}
    assert judging("security") == set()
    # What stands beside it, also what is new, where nothing else knows of it.
    assert judging("apart") == {
        *("tools/rate.py", "tools/rules.py", "tools/deep/__init__.py", "tools/json.py"),
        "tools/json.txt",
    }
    assert judging("within") == {"kit/rate.py"}


def test_what_judges_at_the_top_is_followed_by_name(project: RaceProject) -> None:
    project.commit(
        {
            "gate.py": "import rules, known\nfrom shop import cart\nLIMITS = 'limits.json'\n",
            "rules.py": "from more import f\nimport deep.inner\n",
            "more.py": "import rules\n",
            "deep/inner.py": "",
            "known.py": "",
            "shop/cart.py": "PRICES = open('prices.json')\n",
            "tests/test_known.py": "import known\nimport shop.cart\n",
            "limits.json": "{}",
            "prices.json": "{}",
            "gate.toml": "",
            "more.toml": "",
            "check.js": "require('./lib/a')\nread('./prices.json')\n",
            "lib/a.js": "",
            "Makefile": "include checks.mk common\n",
            "checks.mk": "test:\n\tsh run.sh\n",
            "common": "X = 1\n",
            "run.sh": "",
            "Justfile": "test:\n  pytest\n",
            "ci/rate.py": "open('ci/limits.csv')\n",
            "ci/limits.csv": "",
            "ci/more.sql": "",
            ".npmrc": "",
            "jest.config.js": "module.exports = { setupFiles: ['./src/begin.js'] }\n",
            "src/begin.js": "",
            "tests/conftest.py": "import known\n",
        }
    )
    commands = {
        "top": "python gate.py --config gate.toml --rcfile=more.toml -o prices.json",
        "node": "node check.js",
        "made": "make test",
        "just": "just test",
        "apart": "python ci/rate.py",
    }
    found = plans(
        project,
        "commands = {build = 'python gate.py'}\n"
        + "".join(
            f"[[scoring.dimensions]]\nname = {name!r}\ncommand = {command!r}\n"
            for name, command in commands.items()
        ),
    )
    there = [*project.git("ls-files").split(), "justfile", "a/.npmrc"]

    def judging(step: str) -> set[str]:
        return {path for path in there if matches(path, found.judges.files(step))} - {"a/.npmrc"}

    assert judging("top") == {"gate.py", "gate.toml", "more.toml", ".npmrc"}
    # It may be judged as well as judge.
    assert found.judges.doubts("top") == {
        **dict.fromkeys(("rules.py", "more.py", "deep/inner.py"), "judge-imports"),
        "limits.json": "runner-file",
    }
    assert found.judges.doubts("tests") == {"src/begin.js": "judge-imports"}
    assert found.judges.doubts("node") == {"lib/a.js": "judge-imports"}
    assert judging("made") == {"run.sh", "common", ".npmrc"}
    assert judging("just") == {"Justfile", "justfile", ".npmrc"}
    assert judging("apart") == {"ci/rate.py", "ci/limits.csv", "ci/more.sql", ".npmrc"}
    assert found.judges.doubts("apart") == found.judges.doubts("build") == {}
    assert judging("build") == {"gate.py"}


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
        return plans(project, scoring, 'share = ["shared"]').tools()

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
        found = plans(project, f"python = {python!r}\ncommands = {{test = {commands!r}}}")
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
    told = {plans(project, f"commands = {{test = {command!r}}}").tools()}
    for name in files:
        (venv / name).write_text("changed")
        told.add(plans(project, f"commands = {{test = {command!r}}}").tools())
    assert len(told) == 1 + len(files)
