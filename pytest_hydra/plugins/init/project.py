"""How to set up, build, test and lint a repository, derived from its files."""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Callable, Collection, Mapping
from configparser import ConfigParser
from configparser import Error as ConfigError
from typing import Any, NamedTuple

from pytest_hydra.plugins.race.roles import is_test
from pytest_hydra.plugins.race.step_commands import commands_of
from pytest_hydra.plugins.results.command_lines import all_files_run, script_of, scripts

_VENV = ".venv/bin/python"
_TESTS = re.compile(r"(?:.*/)?(?:test_[^/]*|[^/]*_test|tests?)\.py")
_OF_PYTHON = ("pyproject.toml", "setup.py", "setup.cfg", "requirements.txt")
_PROFILES = {"Cargo.toml": "rust", "go.mod": "go", "package.json": "js-node"}
_FETCHED_BY = {"Cargo.toml": "cargo fetch", "go.mod": "go mod download"}
# What tests without pytest, in a line of tox.ini: arguments of Python, or of Django's own program.
_TOX_TEST = re.compile(
    r"(?:coverage\s+run|\{envpython\}|python[\d.]*)\s+(?:-(?!m\b)\S+\s+)*"
    r"(-m\s+(?:django\s+test|unittest)\b.*|\S*manage\.py\s+test\b.*|\S*run_?tests?\.py\b.*)"
    r"|django-admin\s+(test\b.*)"
)
# Parts of a script of package.json that lint or check types: a program, or another script.
_LINTERS = ("xo", "eslint", "standard", "biome", "oxlint", "stylelint")
_CHECKERS = (*_LINTERS, "tsc", "tsd", "prettier", "publint", "attw", "knip")
_CHECK_SCRIPTS = re.compile(r"(?:lint|format|prettier|types?|typecheck|check)(?:[:_-].*)?")
_LOCKS = {
    "package-lock.json": "npm ci",
    "pnpm-lock.yaml": "pnpm install --frozen-lockfile",
    "yarn.lock": "yarn install --frozen-lockfile",
}
_MANAGERS = ("npm", "pnpm", "yarn", "npx", "node")
# Names of extras, groups and requirements files: for tests, or else for development.
_WANTED = (("test", "tests", "testing"), ("dev", "develop", "development"))
_REQUIREMENTS = re.compile(r"requirements[-_/](\w+)\.txt|(\w+)[-_/]requirements\.txt")
# Tools that take the version from git, which fails as a workspace has no history.
_ASKS_GIT = re.compile(r"setuptools[-_]scm|hatch-vcs")


class Suggestion(NamedTuple):
    """A value for hydra.toml, and where it was found."""

    value: str
    why: str


def project_of(
    paths: Collection[str], read: Callable[[str], str], installed: Collection[str]
) -> tuple[dict[str, Suggestion], list[str]]:
    """The setup, profile and commands of a repository, and notes on what is unknown.

    ``read`` returns the text of a file, empty if there is none. ``installed`` are the packages of
    the interpreter of a race; an empty name among them says that its environment is the project's.
    """
    notes: list[str] = []
    suggestions: dict[str, Suggestion] = {}
    profiles = [name for name in _PROFILES if name in paths]
    has_tests = any(map(_TESTS.fullmatch, paths))
    if has_tests or (not profiles and not set(_OF_PYTHON).isdisjoint(paths)):
        suggestions = _python(paths, read, installed, notes)
    elif profiles:
        name = profiles.pop(0)
        suggestions = _by_profile(name, paths, read(name))
    elif re.search(r"^test:", read("Makefile"), re.MULTILINE):
        suggestions = {"test": Suggestion("make test", "Makefile")}
    notes += [f"{name} was not used: add its commands to these" for name in profiles]
    if "test" not in suggestions:
        notes.append("no tests were found; without tests a race proves little")
    return suggestions, notes


def script_folders(
    commands: Collection[str], paths: Collection[str], read: Callable[[str], bytes | None]
) -> list[str]:
    """The folders of scripts that these commands run, if they have more files."""
    named = {path for command in commands for path in all_files_run(command, paths, read)}
    folders = {path.rpartition("/")[0] for path in named if not is_test(path)} - {""}
    others = {path.rpartition("/")[0] for path in {*paths} - named}
    return sorted(folders & others)


def _by_profile(name: str, paths: Collection[str], text: str) -> dict[str, Suggestion]:
    profile = _PROFILES[name]
    suggestions = {"profile": Suggestion(profile, name)}
    lock = next((lock for lock in _LOCKS if lock in paths), None)
    if name in _FETCHED_BY:
        why = f"{name}; run `{_FETCHED_BY[name]}` once: its packages are shared, read-only"
        suggestions["profile"] = Suggestion(profile, why)
    elif lock is not None:
        suggestions["setup"] = Suggestion(_LOCKS[lock], lock)
    elif re.search(r'"(dependencies|devDependencies)"', text):
        suggestions["setup"] = Suggestion(
            "npm install", f"{name} has dependencies, and there is no lock file"
        )
    manager = _LOCKS.get(lock or "", "npm").split()[0]
    for step, command in commands_of(profile, text.encode()).items():
        line = re.sub(r"^cargo \w+", r"\g<0> --offline", command.replace("npm", manager, 1))
        suggestions[step] = Suggestion(line, f"the profile {profile}, {name}")
    if name == "package.json" and "test" in suggestions:
        suggestions |= _parts_of_test(scripts(text.encode()).get("test", ""), suggestions)
    return suggestions


def _parts_of_test(script: str, suggestions: Mapping[str, Suggestion]) -> dict[str, Suggestion]:
    """The test command alone, and a linter, if a script runs both."""
    parts = [part.strip() for part in script.split("&&")]
    tests = [part for part in parts if not _checks_only(part)]
    if len(tests) != 1 or len(parts) < 2 or re.search(r"[\"'|;]", script):
        return {}
    why = f"the script test of package.json is `{script}`"

    def line(part: str) -> Suggestion:
        return Suggestion(part if part.split(maxsplit=1)[0] in _MANAGERS else f"npx {part}", why)

    linters = [part for part in parts if part.split()[0] in _LINTERS]
    found = {"test": line(tests[0])}
    return found | ({"lint": line(linters[0])} if linters and "lint" not in suggestions else {})


def _checks_only(part: str) -> bool:
    words = part.split() or [""]
    script = script_of(part)
    return words[0] in _CHECKERS or (
        script is not None and bool(_CHECK_SCRIPTS.fullmatch(script.name))
    )


def _python(
    paths: Collection[str],
    read: Callable[[str], str],
    installed: Collection[str],
    notes: list[str],
) -> dict[str, Suggestion]:
    toml, options = {}, ConfigParser(interpolation=None, strict=False)
    try:
        toml = tomllib.loads(read("pyproject.toml"))
        options.read_string(f"{read('tox.ini')}\n{read('setup.cfg')}")
    except (tomllib.TOMLDecodeError, ConfigError) as error:
        notes.append(f"pyproject.toml, tox.ini or setup.cfg cannot be read: {error}")
    tool, linter = _table(toml, "tool"), ""
    if "ruff" in tool or not {"ruff.toml", ".ruff.toml"}.isdisjoint(paths):
        # As a project's own `exclude` replaces ruff's, which has the folder.
        linter = "ruff check --extend-exclude .venv ."
    elif ".flake8" in paths or "flake8" in options:
        linter = "flake8 --extend-exclude .venv"
    tools = ["pytest", *linter.split()[:1]]
    own_name = _table(toml, "project").get("name") or _table(tool, "poetry").get("name")
    unknown_name = "?" if "setup.py" in paths else ""
    name = str(own_name or options.get("metadata", "name", fallback=unknown_name))
    extras, words = _requirements(toml, options, paths)
    needs_setup = (name or words) and {"", name.lower().replace("_", "-")}.isdisjoint(installed)
    python, suggestions = _VENV if needs_setup else "python", {}
    if needs_setup:
        text = "".join(map(read, _OF_PYTHON))
        version = "SETUPTOOLS_SCM_PRETEND_VERSION=0 " if _ASKS_GIT.search(text) else ""
        own = ["-e", f".[{','.join(extras)}]" if extras else "."] if name else []
        pip = f"{_VENV} -m pip install -q"
        install = f"{version}{pip} {shlex.join([*own, *words, *tools])}"
        line = f"python3 -m venv .venv && {pip} -U pip && {install}"
        why = "no Python has the project installed, so it gets its own environment"
        suggestions["setup"] = Suggestion(line, why)
    if any(map(_TESTS.fullmatch, paths)):
        arguments, why = _of_tox(options) or ("-m pytest", "there are test files in Python")
        suggestions["test"] = Suggestion(f"{python} {arguments}", why)
    if linter and (needs_setup or tools[1] in installed):
        suggestions["lint"] = Suggestion(
            f"{python} -m {linter}", f"there is a configuration of {tools[1]}"
        )
    elif linter:
        notes.append(f"{tools[1]} is configured, but not installed: nothing is linted")
    return suggestions


def _of_tox(options: ConfigParser) -> tuple[str, str] | None:
    """The arguments of Python that tox.ini tests with, and where they are; None for pytest."""
    for line in options.get("testenv", "commands", fallback="").splitlines():
        match = _TOX_TEST.search(re.sub(r"\{posargs[^}]*\}|\{toxinidir\}/|\[\]", "", line))
        words = "{" if match is None else match[1] or f"-m django {match[2]}"
        if "{" not in words:
            return words.strip(), "tox.ini"
    return None


def _requirements(
    toml: Mapping[str, Any], options: ConfigParser, paths: Collection[str]
) -> tuple[list[str], list[str]]:
    """The requirements of tests: extras of the project, and further arguments for pip."""
    tool = _table(toml, "tool")
    groups = [(name, ["--group", name]) for name in _table(toml, "dependency-groups")]
    matches = [(path, _REQUIREMENTS.fullmatch(path)) for path in sorted(paths)]
    groups += [(match[1] or match[2], ["-r", path]) for path, match in matches if match]
    for name, group in _table(_table(tool, "poetry"), "group").items():
        groups.append((name, [*_table(group, "dependencies")]))
    of_tox = options.get("testenv", "deps", fallback="").split("\n")
    groups.append(("test", [line for line in of_tox if re.fullmatch(r"\w[^:{]*", line)]))
    extras = [*_table(_table(toml, "project"), "optional-dependencies")]
    if "options.extras_require" in options:
        extras += options["options.extras_require"]
    for names in _WANTED:
        own = [name for name in extras if name in names]
        words = [word for name, arguments in groups if name in names for word in arguments]
        if own or words:
            return own, words
    return [], ["-r", "requirements.txt"] if "requirements.txt" in paths else []


def _table(table: Any, name: str) -> dict[str, Any]:
    value = table.get(name) if isinstance(table, dict) else None
    return value if isinstance(value, dict) else {}
