"""By what repositories are tested, told by their files alone."""

from __future__ import annotations

import json

import pytest

from pytest_hydra.plugins.init.project import project_of, script_folders

TESTS = {"tests/test_shop.py": ""}


def found(files: dict[str, str], *installed: str) -> dict[str, str]:
    values, _ = project_of(files, lambda path: files.get(path, ""), installed)
    assert all(entry.why for entry in values.values())
    return {key: entry.value for key, entry in values.items()}


def notes(files: dict[str, str], *installed: str) -> list[str]:
    return project_of(files, lambda path: files.get(path, ""), installed)[1]


def test_a_project_that_is_installed_is_tested_where_it_is() -> None:
    files = {"pyproject.toml": '[project]\nname = "My_Shop"\n[tool.ruff]\n', **TESTS}
    assert found(files, "my-shop", "pytest", "ruff") == {
        "test": "python -m pytest",
        "lint": "python -m ruff check --extend-exclude .venv .",
    }
    # An environment of its own folder is its own, whatever it is called.
    assert found(files, "", "pytest") == {"test": "python -m pytest"}
    assert notes(files, "", "pytest") == [
        "ruff is configured, but not installed: nothing is linted"
    ]


@pytest.mark.parametrize(
    ("files", "installs"),
    [
        ({"pyproject.toml": '[project]\nname = "a"'}, "-e . pytest"),
        (
            {
                "pyproject.toml": '[project]\nname = "a"\n[project.optional-dependencies]\n'
                'test = []\ntests = []\ndev = []\n[dependency-groups]\ntests = ["x"]'
            },
            "-e '.[test,tests]' --group tests pytest",
        ),
        ({"setup.py": "", "requirements-dev.txt": ""}, "-e . -r requirements-dev.txt pytest"),
        ({"setup.cfg": "[metadata]\nname = a\n[flake8]\n"}, "-e . pytest flake8"),
        ({"tests/requirements.txt": ""}, "-r tests/requirements.txt pytest"),
        ({"requirements.txt": ""}, "-r requirements.txt pytest"),
        (
            {"setup.py": "", "tox.ini": "[testenv]\ndeps =\n  attrs>=1\n  -r x.txt\n  py: y\n"},
            "-e . 'attrs>=1' pytest",
        ),
        (
            {
                "pyproject.toml": '[tool.poetry]\nname = "a"\n'
                '[tool.poetry.group.dev.dependencies]\nPyYAML = "*"'
            },
            "-e . PyYAML pytest",
        ),
    ],
)
def test_one_that_is_not_gets_an_environment_with_what_its_tests_need(
    files: dict[str, str], installs: str
) -> None:
    values = found({**files, **TESTS}, "pytest")
    assert values["setup"].endswith(f"&& .venv/bin/python -m pip install -q {installs}")
    assert values["test"] == ".venv/bin/python -m pytest"


def test_a_version_that_git_would_tell_is_given() -> None:
    files = {"pyproject.toml": '[project]\nname = "a"\n[tool.setuptools_scm]', **TESTS}
    setup = found(files)["setup"]
    assert "SETUPTOOLS_SCM_PRETEND_VERSION=0 .venv/bin/python -m pip install -q -e ." in setup


def test_tests_without_a_project_need_nothing() -> None:
    assert found(TESTS) == {"test": "python -m pytest"}


@pytest.mark.parametrize(
    ("lock", "setup", "test"),
    [
        ("package-lock.json", "npm ci", "npm test"),
        ("pnpm-lock.yaml", "pnpm install --frozen-lockfile", "pnpm test"),
        ("yarn.lock", "yarn install --frozen-lockfile", "yarn test"),
        ("", "npm install", "npm test"),
    ],
)
def test_of_node_the_lock_file_says_who_installs(lock: str, setup: str, test: str) -> None:
    package = '{"scripts": {"test": "vitest"}, "devDependencies": {"vitest": "1"}}'
    values = found({"package.json": package, lock: ""})
    assert values == {"profile": "js-node", "setup": setup, "test": test}


@pytest.mark.parametrize(
    ("script", "test", "lint"),
    [
        ("npm run test:vi && npm run lint", "npm run test:vi", None),
        ("xo && ava && tsd", "npx ava", "npx xo"),
        ("eslint . && node --test && tsc", "node --test", "npx eslint ."),
        # Several tests, or a line that cannot be divided.
        ("npm run build && ava", "npm test", None),
        ("ava", "npm test", None),
        ("xo && ava --match 'a && b'", "npm test", None),
        ("xo && tsd", "npm test", None),
    ],
)
def test_script_that_lints_and_tests(script: str, test: str, lint: str | None) -> None:
    values = found({"package.json": json.dumps({"scripts": {"test": script}})})
    assert (values["test"], values.get("lint")) == (test, lint)


@pytest.mark.parametrize(
    ("line", "test"),
    [
        (
            "coverage run -m django test --settings=tests.settings {posargs}",
            "-m django test --settings=tests.settings",
        ),
        ("{envpython} -W error manage.py test", "-m pytest"),
        ("{envpython} -Werror manage.py test {posargs:shop}", "manage.py test"),
        ("django-admin test -v2", "-m django test -v2"),
        ("python -m unittest discover -s tests", "-m unittest discover -s tests"),
        ("python tests/runtests.py", "tests/runtests.py"),
        ("python -m django test {env:LABELS}", "-m pytest"),
        ("coverage run -m pytest {posargs}", "-m pytest"),
        ("pytest tests", "-m pytest"),
    ],
)
def test_command_of_tox(line: str, test: str) -> None:
    tox = f"[testenv]\ncommands =\n    pip list\n    {line}\n"
    assert found({"tox.ini": tox, **TESTS})["test"] == f"python {test}"


def test_folders_of_scripts_with_more_files() -> None:
    paths = ["ci/run.sh", "ci/rules.txt", "bin/one.sh", "check.py", "more.py", "tests/run.py"]
    commands = ["sh ci/run.sh", "sh bin/one.sh", "python check.py", "python tests/run.py"]
    assert script_folders(commands, [*paths, "tests/test_a.py"], lambda _: b"") == ["ci"]


def test_a_package_without_scripts_and_dependencies_says_that_nothing_is_tested() -> None:
    assert found({"package.json": "{"}) == {"profile": "js-node"}
    assert notes({"package.json": "{"}) == [
        "no tests were found; without tests a race proves little"
    ]


def test_rust_and_go_have_the_commands_of_their_profiles() -> None:
    # A box has no network: cargo would try for long, and wants its index where there is no lock.
    assert found({"Cargo.toml": ""}) == {
        "profile": "rust",
        "build": "cargo build --offline --all-targets",
        "test": "cargo test --offline",
        "lint": "cargo clippy --offline --all-targets -- -D warnings",
    }
    assert found({"go.mod": ""})["test"] == "go test ./..."


def test_what_is_beside_it_is_left_aside_and_reported() -> None:
    assert notes({"package.json": "{}", "setup.py": "", **TESTS}, "") == [
        "package.json was not used: add its commands to these"
    ]


def test_what_cannot_be_read_is_reported() -> None:
    [note] = notes({"pyproject.toml": "[project", **TESTS})
    assert note.startswith("pyproject.toml, tox.ini or setup.cfg cannot be read: ")


def test_a_makefile_will_do_and_nothing_is_reported() -> None:
    assert found({"Makefile": "build:\n\ntest: build\n"}) == {"test": "make test"}
    assert found({"README": ""}) == {}
    assert notes({"README": ""}) == ["no tests were found; without tests a race proves little"]
