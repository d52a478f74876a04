"""Signs in configuration files: how tests are run, and what is installed."""

from __future__ import annotations

import configparser
import json
import re
import shlex
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import PurePosixPath
from typing import Any

from pytest_hydra.core.text import read_words
from pytest_hydra.race.inspect import UNREADABLE, Finding
from pytest_hydra.race.inspect.file_rules import new_lines

_RUNS = re.compile(
    r"\b(?:pytest|py\.test|unittest|tox|nox|jest|vitest|mocha|karma|cargo|go\s+test|go\s+vet|ruff"
    r"|mypy|flake8|eslint|tsc|npm|yarn|pnpm|make)\b"
)
# The end of a command line that hides the runner's failure, such as ``|| true``.
_NO_FAILURE = re.compile(
    r"(?:\|\|\s*(?:true|:|exit\s+0|echo\b.*)|;\s*(?:true|exit\s+0|:)\s*)(?:\s*[#\"'].*)?$"
)
_NOTHING = re.compile(
    r"^\s*(?::|true|exit(?:\s+0)?|echo\b[^|&;]*|/bin/true|node\s+-e\s+\S{0,20})\s*$"
)
_OPTIMIZED = re.compile(r"PYTHONOPTIMIZE|\bpython3?\s+(?:-\w+\s+)*-OO?\b|PYTEST_ADDOPTS")
_TARGET = re.compile(r"([\w./ -]+):(?![=:])")
_NAMES = read_words(__file__, "configuration.txt")
_MAKEFILES = ("Makefile", "makefile", "GNUmakefile")


def _commands(name: str, old: str, new: str) -> Iterator[Finding]:
    """Signs in a file with commands; ``name`` is the file's name without its folder."""
    if name in _MAKEFILES or name.endswith(".mk"):
        yield from _emptied_targets(_makefile_recipes(old), _makefile_recipes(new))
    for number, line in new_lines(old, new):
        if _hides_failure(line):
            text = f"its failure is ignored: {line.strip()[:100]}"
            yield Finding("runner-disabled", number, text)
        elif _OPTIMIZED.search(line):
            text = f"it may disable assertions or add options: {line.strip()[:100]}"
            yield Finding("option-doubtful", number, text)


def _hides_failure(line: str) -> bool:
    runner = _RUNS.search(line)
    return runner is not None and _NO_FAILURE.search(line, runner.end()) is not None


def _emptied_targets(
    old: Mapping[str, Sequence[str]], new: Mapping[str, Sequence[str]]
) -> Iterator[Finding]:
    """Targets that ran a check and now run none, or ignore its failure: their commands by name."""
    for name, lines in old.items():
        before = [line.strip() for line in lines if _RUNS.search(line)]
        if not before or name not in new:
            continue
        after = [line.strip() for line in new[name] if _RUNS.search(line)]
        if not after:
            text = f"{name} no longer runs a check such as: {before[0][:80]}"
            yield Finding("runner-disabled", None, text)
        for line in after:
            if _ignores_failure(line) and not any(map(_ignores_failure, before)):
                yield Finding("runner-disabled", None, f"its failure is ignored: {line[:80]}")


def _ignores_failure(line: str) -> bool:
    return "-" in line[: len(line) - len(line.lstrip("@+-"))]


def _makefile_recipes(text: str) -> dict[str, list[str]]:
    recipes: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith("\t"):
            lines.append(line)
        elif match := _TARGET.match(line):
            lines = []
            for name in match[1].split():
                recipes[name] = lines
    return recipes


_DESELECTS = re.compile(
    r"^(?:-k|--deselect|--co|--collect-only|--collectonly|--noconftest)(?:=|$)|^-k."
)
_IGNORES = re.compile(r"^--ignore(?:-glob)?(?:=|$)")
_DOUBTFUL = re.compile(
    r"^(?:-m|-p|--lf|--last-failed|--ff|--sw|--stepwise|--runxfail|-c|--rootdir|--confcutdir"
    r"|--assert|-o|--override-ini|--pyargs|--forked)(?:=|$)|^-[pm]\S"
)
_TESTS = re.compile(r"test|^\*|\*\*|^\.$|spec")
_CHECKS = re.compile(r"^(?:pre|post)?(?:test|lint|build|check|ci|coverage|typecheck)\b")
_REQUIREMENTS = re.compile(r"(?:[\w.-]*requirements[\w.-]*|constraints)\.(?:txt|in)")
_REQUIREMENT = re.compile(r"^\s*([A-Za-z0-9][\w.-]*)")

# Tables of dependencies; those of their sources and replacements.
_DEPENDENCIES = re.compile(
    r"(?i)depend|require|deps$|sources?$|overrid|resolution|patch|replace|index|constraint"
)
_SOURCES = re.compile(r"(?i)source|overrid|resolution|patch|replace|index|constraint")
_LOCAL = re.compile(r" path |\b(?:file|link|portal):|[ @]\.{1,2}/")
_VERSION = re.compile(r"[\s^~<>=!*v]*\d|\*|latest")
_Table = dict[str, Any]


def configuration_signs(
    path: str, old: str | None, new: str, siblings: Sequence[Sequence[Sequence[str]]] = ((), ())
) -> list[Finding]:
    """Signs in a configuration file; [] for any other file.

    ``siblings``: the names and texts of all `PYTEST_FILES` in its folder, on the base and now.
    """
    name = PurePosixPath(path).name
    reader, requirements = _READERS.get(name), _REQUIREMENTS.fullmatch(name)
    if reader is None and requirements is None and not _is_script(path):
        return []
    signs: list[Finding] = []
    if reader is not None:
        try:
            signs += reader(old, new)
            if name in PYTEST_FILES:
                signs += _pytest_options(*_pytest_tables(name, (old or "", new), siblings))
        except (*UNREADABLE, TypeError, KeyError, AttributeError, configparser.Error) as error:
            signs.append(Finding("configuration", None, f"it cannot be read: {str(error)[:100]}"))
    if requirements is not None:
        signs += _dependencies({"requires": old or ""}, {"requires": new})
    signs += _commands(name, old or "", new)
    return signs


def _is_script(path: str) -> bool:
    name = PurePosixPath(path).name
    return (
        name in (*_MAKEFILES, "justfile", "Justfile", "noxfile.py", "Jenkinsfile")
        or path.startswith((".github/", ".circleci/", "scripts/", "bin/", "ci/"))
        or name.endswith((".mk", ".sh", "-ci.yml", "pipelines.yml", ".env"))
    )


# How pytest is run.

PYTEST_FILES = _NAMES["pytest files"]
"""The files in which pytest looks for its configuration, in its order: the first one counts."""


def _pytest_tables(
    name: str, texts: Sequence[str], siblings: Sequence[Sequence[Sequence[str]]]
) -> list[_Table]:
    """The options of pytest in a file, on the base and now; if none, those of a file beside it."""
    tables = [_pytest_table(name, text) for text in texts]
    if not any(tables):
        return tables
    return [
        table or next(filter(None, (_pytest_table(*entry) for entry in side)), {})
        for table, side in zip(tables, siblings, strict=True)
    ]


def _pytest_table(name: str, text: str) -> _Table:
    if not name.endswith(".toml"):
        sections = _sections(text)
        return {**sections.get("pytest", {}), **sections.get("tool:pytest", {})}
    data = tomllib.loads(text)
    native = _table(data, "tool", "pytest")
    native.pop("ini_options", None)
    return {**_table(data, "pytest"), **native, **_table(data, "tool", "pytest", "ini_options")}


def python_path(files: Sequence[Sequence[str]]) -> list[str]:
    """The folders of pytest's ``pythonpath``, from the names and texts of `PYTEST_FILES`."""
    for entry in files:
        with suppress(*UNREADABLE, TypeError, AttributeError, configparser.Error):
            if table := _pytest_table(*entry):
                return _words(table.get("pythonpath"))
    return []


def _pytest_options(old: _Table, new: _Table) -> Iterator[Finding]:
    before, after = _words(old.get("addopts")), _words(new.get("addopts"))
    old_words = set(before)
    for index, word in enumerate(after):
        value = word.partition("=")[2] or (after[index + 1] if index + 1 < len(after) else "")
        is_old = word in old_words and (value in old_words or "=" in word)
        if is_old:
            continue
        text = f"addopts: {word} {value if '=' not in word else ''}".rstrip()[:120]
        if _DESELECTS.search(word):
            yield Finding("option-deselects", None, text)
        elif _IGNORES.search(word):
            kind = "option-deselects" if _TESTS.search(value) else "configuration"
            yield Finding(kind, None, text)
        elif _DOUBTFUL.search(word):
            yield Finding("option-doubtful", None, text)
    for name in sorted(set(old) | set(new)):
        if name == "addopts" or _text(old.get(name)) == _text(new.get(name)):
            continue
        old_text, new_text = (_text(side.get(name))[:60] or "not set" for side in (old, new))
        removals = set(_words(old.get(name))) - set(_words(new.get(name)))
        doubtful = name in _NAMES["selects"] or (name == "testpaths" and removals)
        doubtful = doubtful or (name == "xfail_strict" and old_text.lower() == "true")
        kind = "option-doubtful" if doubtful else "configuration"
        yield Finding(kind, None, f"{name} was {old_text}, is {new_text}")


def _words(value: object) -> list[str]:
    if isinstance(value, list):
        return [str(entry) for entry in value]
    try:
        return shlex.split(str(value or ""), comments=True)
    except ValueError:
        return str(value).split()


def _text(value: object) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    return "" if value is None else " ".join(str(value).split())


def _ini(old: str | None, new: str) -> Iterator[Finding]:
    before, after = _sections(old), _sections(new)
    yield from _emptied_targets(_tox_commands(before), _tox_commands(after))
    if set(after) - {"pytest", "tool:pytest"}:
        yield from _dependencies(before, after)


def _sections(text: str | None) -> dict[str, _Table]:
    parser = configparser.RawConfigParser(strict=False, allow_no_value=True, interpolation=None)
    parser.read_string(text or "")
    return {name: dict(parser.items(name)) for name in parser.sections()}


def _tox_commands(sections: Mapping[str, _Table]) -> dict[str, list[str]]:
    return {
        name: str(section.get("commands") or "").splitlines()
        for name, section in sections.items()
        if name.startswith("testenv")
    }


# Metadata.


def _toml(old: str | None, new: str) -> Iterator[Finding]:
    sides = before, after = tomllib.loads(old or ""), tomllib.loads(new)
    yield from _dependencies(before, after)
    for name in _NAMES["linters"]:
        if _table(before, "tool", name) != _table(after, "tool", name):
            yield Finding("runner-file", None, f"[tool.{name}] configures how code is checked")
    for name in ("build-backend", "backend-path"):
        old_value, new_value = (_table(side, "build-system").get(name) for side in sides)
        if new_value is not None and old_value != new_value:
            yield Finding("install-script", None, f"{name} is {str(new_value)[:80]}")
    old_plugins, plugins = (_table(side, "project", "entry-points", "pytest11") for side in sides)
    for name, plugin in plugins.items():
        if old_plugins.get(name) != plugin:
            text = f"pytest loads {str(plugin)[:80]} wherever the project is installed"
            yield Finding("runner-plugin", None, text)


def _dependency_names(value: Any, *path: str) -> Iterator[str]:
    """A project's dependencies without versions, and those from another source than usual."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key != "scripts" and (path != ("tool",) or key in _NAMES["installers"]):
                yield from _dependency_names(item, *path, str(key))
        return
    if isinstance(value, list):
        for entry in value:
            yield from _dependency_names(entry, *path, "")
        return
    index = next((index for index, key in enumerate(path) if _DEPENDENCIES.search(key)), None)
    if index is None:
        return
    keys = [key for key in path[index:] if key not in ("", *_NAMES["choices"])]
    name, text = " ".join(keys if _SOURCES.search(path[index]) else keys[1:]), str(value)
    if not {*path[index:]}.isdisjoint(_NAMES["choices"]) or _VERSION.match(text):
        yield name
    elif path[-1] == "" or index + 1 == len(path) or "\n" in text:
        source = path[index] if _SOURCES.search(path[index]) else ""
        yield from (f"{source} {entry}".strip() for entry in _requirements(text))
    else:
        yield f"{name} {text}"


def _table(value: Any, *names: str) -> _Table:
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return dict(value) if isinstance(value, dict) else {}


def _requirements(text: str) -> set[str]:
    names = set()
    for line in text.splitlines():
        if line.strip().startswith(("-e", "git+", "http", "-r", "--", "-i", "-f")):
            names.add(line.strip()[:100])
        elif match := _REQUIREMENT.match(line.partition("#")[0]):
            name = re.sub(r"[-_.]+", "-", match[1]).lower()
            # ``name @ https://…`` is what that address serves, not the package of that name.
            address = line.partition("#")[0].partition("@")[2].strip()
            names.add(f"{name} @ {address[:80]}" if address else name)
    return names


def _dependencies(old: _Table, new: _Table) -> Iterator[Finding]:
    base = {*_dependency_names(old)}
    names, words = sorted({*_dependency_names(new)} - {*base, ""}), {*" ".join(base).split()}
    local = [name for name in names if _LOCAL.search(name) and not words.isdisjoint(name.split())]
    if local:
        yield Finding("dependency-within", None, ", ".join(local[:5]))
    if names:
        text = ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")
        yield Finding("dependency", None, f"new: {text}")


def _package(old: str | None, new: str) -> Iterator[Finding]:
    before, after = json.loads(old or "{}"), json.loads(new)
    yield from _dependencies(before, after)
    old_scripts, scripts = _table(before, "scripts"), _table(after, "scripts")
    for name, script in scripts.items():
        if old_scripts.get(name) == script:
            continue
        kind = "install-script" if name in _NAMES["installs"] else "runner-file"
        command = str(script)
        if _CHECKS.match(name) and (_NOTHING.match(command) or _hides_failure(command)):
            kind = "runner-disabled"
        yield Finding(kind, None, f"the script {name} is {command[:100]!r}")
    for name in sorted(set(old_scripts) - set(scripts)):
        yield Finding("runner-file", None, f"the script {name} is gone")
    for name in ("jest", "mocha", "ava", "vitest", "c8", "nyc", "eslintConfig"):
        if before.get(name) != after.get(name):
            yield Finding("runner-file", None, f"the settings of {name} were changed")


def _cargo(old: str | None, new: str) -> Iterator[Finding]:
    before, after = tomllib.loads(old or ""), tomllib.loads(new)
    yield from _dependencies(before, after)
    for kind in ("lib", "profile"):
        if before.get(kind) != after.get(kind) and "test" in json.dumps(after.get(kind)):
            yield Finding("runner-file", None, f"[{kind}] configures how tests are built")


def _go(old: str | None, new: str) -> Iterator[Finding]:
    names = re.compile(r"^\s*(?:require\s+)?([\w.-]+\.[\w.-]+/\S+)\s+v", re.MULTILINE)
    yield from _dependencies(*({"requires": names.findall(side)} for side in (old or "", new)))
    for number, line in new_lines(old or "", new):
        if re.match(r"\s*replace\b|.*=>", line):
            kind = "dependency-within" if re.search(r"=>\s*\.", line) else "dependency"
            yield Finding(kind, number, f"replaced: {line.strip()[:100]}")


_READERS: Mapping[str, Callable[[str | None, str], Iterator[Finding]]] = {
    **dict.fromkeys(("pytest.ini", ".pytest.ini", "tox.ini", "setup.cfg"), _ini),
    **dict.fromkeys(("pyproject.toml", "pytest.toml", ".pytest.toml"), _toml),
    "package.json": _package,
    "Cargo.toml": _cargo,
    **dict.fromkeys(("go.mod", "go.work"), _go),
}
