from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from pytest_hydra.plugins.results import command_lines
from pytest_hydra.plugins.results.command_lines import Script


@pytest.mark.parametrize(
    ("command", "is_pytest", "names_it"),
    [
        ("pytest -q", True, True),
        ("python -m pytest -q", True, True),
        (".venv/bin/python3.12 -X dev -m pytest", True, True),
        ("PYTHONPATH=src uv run pytest", True, True),
        ("cd sub && py.test", True, True),
        ("pytest -q | tee log", False, True),
        ("pytest || true", False, True),
        ("python manage.py test", False, False),
        ("make pytest-all", False, False),
        ("make test", False, False),
        ("echo 'pytest", False, True),
        ("", False, False),
    ],
)
def test_pytest_is_known(command: str, *, is_pytest: bool, names_it: bool) -> None:
    assert command_lines.is_pytest(command) == is_pytest
    assert command_lines.names_pytest(command) == names_it


@pytest.mark.parametrize(
    ("command", "runner"),
    [
        ("jest", "jest"),
        ("NODE_ENV=test cross-env A=b npx --no-install jest --ci", "jest"),
        ("node --experimental-vm-modules node_modules/jest/bin/jest.js", "jest"),
        ("react-scripts test", "jest"),
        ("npm run lint && vitest run", "vitest"),
        ("nyc mocha", "mocha"),
        ("node --test test/", "node"),
        ("yarn jest", "jest"),
        ("pnpm exec vitest", "vitest"),
        ("jest || true", None),
        ("jest > log", None),
        ("jestful", None),
        ("tsc", None),
    ],
)
def test_the_runner_of_a_line(command: str, runner: str | None) -> None:
    assert command_lines.runner_of(command) == runner


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("node --test", "--test-reporter=spec --test-reporter-destination=stdout {junit}"),
        # Node demands a destination for each reporter, in the order of both.
        ("node --test --test-reporter=spec", "{junit} --test-reporter-destination=stdout"),
        ("node --test --test-reporter dot --test-reporter-destination=stderr", "{junit}"),
    ],
)
def test_a_projects_reporter_of_node_keeps_its_place(
    command: str, options: str, tmp_path: Path
) -> None:
    request = command_lines.request_format("tests", command, None, tmp_path)
    assert request is not None
    file = tmp_path / "tests"
    junit = f"--test-reporter=junit --test-reporter-destination={file}"
    assert request.environment == {"NODE_OPTIONS": options.format(junit=junit)}
    if shutil.which("node") is None:
        pytest.skip("needs node")
    (tmp_path / "a.test.js").write_text("require('node:test')('works', () => {})\n")
    environment = {**os.environ, **request.environment}
    done = subprocess.run(
        shlex.split(command), cwd=tmp_path, env=environment, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert b"works" in file.read_bytes()


@pytest.mark.parametrize(
    ("line", "run"),
    [
        ("python check.py", ["check.py"]),
        ("env A=1 python3.12 -X dev ./check.py shop.py > out.txt", ["check.py"]),
        ("uv run check.py; $(PYTHON) tools/gate.py", ["check.py", "tools/gate.py"]),
        ("cd tools && sh ../check.sh | tee log || ./gate.py", ["check.sh", "tools/gate.py"]),
        ("python -m tools.gate", ["tools/gate.py"]),
        ("python -m tools shop.py", ["tools/__main__.py"]),
        ("make -s test", ["GNUmakefile", "makefile", "Makefile"]),
        ("just test; inv test", ["justfile", ".justfile", "Justfile"]),
        ("-include tools/gate.py", ["tools/gate.py"]),
        (
            "ruff check -c check.py --config-file=tools/gate.py shop.py",
            ["check.py", "tools/gate.py"],
        ),
        # What is given to a program, and what is not there.
        ("ruff check shop.py && mypy check.py && pytest check.py", []),
        ("python -m pytest check.py; python other.py; echo check.py 'a", []),
    ],
)
def test_what_a_line_runs_of_the_repository_is_found(line: str, run: list[str]) -> None:
    files = {
        "check.py",
        "check.sh",
        "shop.py",
        "tools/gate.py",
        "tools/__main__.py",
        "Makefile",
        ".justfile",
    }
    assert command_lines.files_run(line, files) == run


def test_scripts_are_found() -> None:
    assert command_lines.script_of("npm test -- --runInBand") == Script("npm", "test")
    assert command_lines.script_of("npm run-script lint") == Script("npm", "lint")
    assert command_lines.script_of("yarn lint") == Script("yarn", "lint")
    assert command_lines.script_of("npm ci") is None
    assert command_lines.scripts(b'{"scripts": {"test": "jest", "x": 1}}') == {"test": "jest"}
    assert command_lines.scripts(b'{"scripts": [') == command_lines.scripts(b"[]") == {}
    assert command_lines.scripts(None) == {}


@pytest.mark.parametrize(
    ("command", "changed"),
    [
        ("npm test", "npm test -- --json '-o=a b'"),
        ("npm test -- --runInBand", "npm test -- --runInBand --json '-o=a b'"),
        ("yarn test", "yarn test --json '-o=a b'"),
        ("npx jest", "npx jest --json '-o=a b'"),
        ("jest -- a.js", None),
        ("jest | cat", None),
    ],
)
def test_arguments_are_put_where_they_count(command: str, changed: str | None) -> None:
    assert command_lines.with_arguments(command, ["--json", "-o=a b"]) == changed


@pytest.mark.parametrize(
    ("command", "changed"),
    [
        ("cargo test -- --nocapture", "cargo test --x -- --nocapture"),
        ("cd a && cargo +nightly test", "cd a && cargo +nightly test --x"),
        ("cargo build && cargo test", "cargo build && cargo test --x"),
        ("cargo build", None),
        ("cargo test | tee log", None),
        ("echo cargo test", None),
    ],
)
def test_an_option_follows_its_tool(command: str, changed: str | None) -> None:
    assert command_lines.with_option(command, "cargo test", "--x") == changed


def test_a_path_that_a_line_sets_begins_with_ours() -> None:
    assert command_lines.with_path_first("PYTHONPATH=src pytest", "/a b") == (
        "PYTHONPATH='/a b':src pytest"
    )
    assert (
        command_lines.with_path_first("MYPYTHONPATH=src pytest", "/a") == "MYPYTHONPATH=src pytest"
    )
