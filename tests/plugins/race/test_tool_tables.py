"""Settings that steer tools: which changes of a file are a project's own."""

from __future__ import annotations

import json

import pytest

from pytest_hydra.plugins.race.tool_tables import tools_differ

PYPROJECT = """\
[build-system]
requires = ["hatchling"]

[project]
name = "shop"
dependencies = ["attrs"]  # needed

[tool.hatch.version]
path = "shop.py"

[tool.hatch.envs.default.scripts]
test = "pytest"

[tool.pytest.ini_options]
addopts = ["-q"]

[tool.ruff]
line-length = 100
[tool.ruff.lint]
select = ["ALL"]
"""
SETUP = """\
# A comment.
[metadata]
name = shop

[options]
install_requires =
    attrs

[tool:pytest]
addopts = -q
"""
PACKAGE = json.dumps(
    {
        "name": "shop",
        "scripts": {"test": "jest"},
        "jest": {"bail": False},
        "dependencies": {"a": "1"},
    }
)
POM = "<project>\n<version>1</version>\n<dependencies></dependencies>\n</project>\n"
SETTINGS = "DEBUG = True\nTEST_RUNNER = 'django.test.runner.DiscoverRunner'\n"
CARGO = '[package]\nname = "shop"\n\n[dependencies]\nserde = "1"\n'


def differ(name: str, base: str | None, own: str | None) -> bool:
    sides = [None if side is None else side.encode() for side in (base, own)]
    return tools_differ(name, sides[0], sides[1])


@pytest.mark.parametrize(
    ("name", "base", "old", "new"),
    [
        ("pyproject.toml", PYPROJECT, '["attrs"]', '["attrs", "httpx"]'),
        ("pyproject.toml", PYPROJECT, 'path = "shop.py"', 'path = "other.py"'),
        ("pyproject.toml", PYPROJECT, "  # needed", ""),
        ("setup.cfg", SETUP, "attrs", "attrs\n    httpx"),
        ("setup.cfg", SETUP, "# A comment.\n", ""),
        ("web/package.json", PACKAGE, '"1"', '"2"'),
        ("pom.xml", POM, "<version>1", "<version>2"),
        ("app/settings.py", SETTINGS, "DEBUG = True", "DEBUG = False"),
        ("Cargo.toml", CARGO, 'serde = "1"', 'serde = "2"'),
        ("CMakeLists.txt", "add_library(shop a.c)\n", "a.c", "a.c b.c"),
        ("mix.exs", "defp deps, do: []\n", "[]", '[{:a, "1"}]'),
    ],
)
def test_changes_of_the_projects_own_part(name: str, base: str, old: str, new: str) -> None:
    assert old in base
    assert not differ(name, base, base.replace(old, new))


@pytest.mark.parametrize(
    ("name", "base", "old", "new"),
    [
        ("pyproject.toml", PYPROJECT, '["-q"]', '["-q", "--deselect=tests/test_a.py"]'),
        ("pyproject.toml", PYPROJECT, "line-length = 100", "line-length = 100.0"),
        ("pyproject.toml", PYPROJECT, 'select = ["ALL"]', "select = []"),
        ("pyproject.toml", PYPROJECT, 'test = "pytest"', 'test = "true"'),
        ("pyproject.toml", PYPROJECT, "[project]", '[tool.coverage.run]\nomit = ["*"]\n[project]'),
        ("pyproject.toml", PYPROJECT, "[project]", "[tool.nobody.knows]\nit = 1\n[project]"),
        ("pyproject.toml", PYPROJECT, "[build-system]", "x = 1\n[build-system]"),
        ("setup.cfg", SETUP, "-q", "-q -k nothing"),
        ("setup.cfg", SETUP, "[options]", "[mypy]\nignore_errors = true\n[options]"),
        ("tox.ini", "[tox]\n", "[tox]", "[tox]\nx = 1"),
        ("package.json", PACKAGE, '"jest"}', '"true"}'),
        ("package.json", PACKAGE, "false", "true"),
        ("package.json", PACKAGE, '"name"', '"mocha": {}, "name"'),
        ("pom.xml", POM, "</project>", "<maven.test.skip>true</maven.test.skip></project>"),
        ("pom.xml", POM, "</project>", "<artifactId>maven-surefire-plugin</artifactId></project>"),
        ("app/settings.py", SETTINGS, "django.test.runner.DiscoverRunner", "shop.runner.Runner"),
        ("app/settings.py", SETTINGS, "TEST_RUNNER", "\nTEST_RUNNER = 'x'\nDEBUG_RUNNER"),
        ("Cargo.toml", CARGO, "[dependencies]", "[lib]\ntest = false\n[dependencies]"),
        ("build.gradle", "plugins {}\n", "plugins", "test { exclude '**/*' }\nplugins"),
        ("CMakeLists.txt", "enable_testing()\n", "enable_testing()", ""),
    ],
)
def test_changes_of_what_steers_tools(name: str, base: str, old: str, new: str) -> None:
    assert old in base
    assert differ(name, base, base.replace(old, new, 1))


@pytest.mark.parametrize(
    ("name", "text", "steers"),
    [
        ("pyproject.toml", PYPROJECT, True),
        ("pyproject.toml", '[project]\nname = "a"\n', False),
        ("setup.cfg", SETUP, True),
        ("setup.cfg", "[metadata]\nname = a\n", False),
        ("package.json", PACKAGE, True),
        ("package.json", '{"name": "a", "dependencies": {}}', False),
        ("tox.ini", "[pytest]\n", True),
        ("pom.xml", POM, False),
        ("settings.py", SETTINGS, True),
    ],
)
def test_files_of_one_side(name: str, text: str, *, steers: bool) -> None:
    assert differ(name, None, text) is steers
    assert differ(name, text, None) is steers


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *(("pyproject.toml", text) for text in ("[project", "a = 1\na = 2\n", "tool = 1\n", "\0")),
        ("pyproject.toml", "a = " + "[" * 100_000),
        # configparser takes these for headers.
        ("setup.cfg", "[metadata]\n  [mypy]\nignore_errors = true\n"),
        ("setup.cfg", "[mypy] # it\nignore_errors = true\n"),
        # pytest's own reader takes these for lines.
        ("setup.cfg", "[metadata]\nname = a\x0c[tool:pytest]\x0caddopts = -x\n"),
        ("setup.cfg", "[metadata]\nname = a\u2028[tool:pytest]\u2028addopts = -x\n"),
        ("setup.cfg", "[metadata]\nname = a\r[tool:pytest]\raddopts = -x\n"),
        *(
            ("setup.cfg", text)
            for text in ("[metadata]\n[metadata]\n", "name = a\n", "\ufeff[a]\n")
        ),
        *(("package.json", text) for text in ("", "[]", "{", '{"name": NaN}', '\ufeff{"a": 1}')),
        *(("package.json", text) for text in ('{"a": 1, "a": 2}', '{"a": ' + "[" * 100_000)),
    ],
)
def test_what_cannot_be_parsed_reliably_differs(name: str, text: str) -> None:
    assert differ(name, None, text)
    assert differ(name, text, text)


def test_lines_about_tests_are_found_in_linear_time() -> None:
    line = "t" * 2**18
    assert not differ("pom.xml", line, f"{line}x")
