"""Settings that steer tools, among a project's own: whether a candidate changed them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from fnmatch import fnmatchcase
from typing import Any

import tomli

from pytest_hydra.core.path_patterns import matches
from pytest_hydra.core.text import read_words
from pytest_hydra.plugins.race.roles import LINES_ABOUT_TESTS

# The parts that are a candidate's own, by the kind of file.
_OWN = read_words(__file__, "steering.txt")
_SCRIPTS = [tuple(entry.split(".")) for entry in _OWN["pyproject.scripts"]]
_SECTION = re.compile(r"\[([^\[\]]+)\][ \t]*")

_Tables = Mapping[object, str]


def tools_differ(path: str, base: bytes | None, own: bytes | None) -> bool:
    """Whether the tables that steer tools differ; a side is None if it has no such file.

    All tables but those that are known as a project's own steer tools. What cannot be parsed
    reliably differs.
    """
    read = _FORMATS.get(path.rpartition("/")[2])
    if read is None:
        lines = [text for pattern, text in LINES_ABOUT_TESTS.items() if matches(path, [pattern])]
        before, after = (_lines(side or b"", lines) for side in (base, own))
        return not lines or before != after
    try:
        sides = [{} if side is None else read(side.decode()) for side in (base, own)]
    except (ValueError, TypeError, AttributeError, RecursionError):
        return True
    return sides[0] != sides[1]


def _lines(text: bytes, expressions: list[str]) -> list[str]:
    lines = text.decode("utf-8", "replace").splitlines()
    return [line.strip() for line in lines if any(re.search(entry, line) for entry in expressions)]


def _pyproject(text: str) -> _Tables:
    content: dict[str, Any] = tomli.loads(text)
    tools = content.pop("tool", {})
    tables: dict[object, Any] = {
        key: content[key] for key in {*content} - {*_OWN["pyproject.tables"]}
    }
    for tool in {*tools} - {*_OWN["pyproject.tools"]}:
        tables["tool", tool] = tools[tool]
    for tool, scripts in _SCRIPTS:
        if scripts in tools.get(tool, {}):
            tables["tool", tool, scripts] = tools[tool][scripts]
    return {key: repr(table) for key, table in tables.items()}


def _setup_cfg(text: str) -> _Tables:
    """The sections. Raises ValueError for files that parsers may read differently.

    They do not agree on line breaks, on indented headers, and on repeated sections.
    """
    text = text.replace("\r\n", "\n")
    lines = text.splitlines()
    sections: dict[object, list[str]] = {"": []}
    name = ""
    for line in lines:
        head = _SECTION.fullmatch(line)
        if head is not None and head[1] not in sections:
            name = head[1]
            sections[name] = []
        elif line.lstrip().startswith("[") or (not name and line.strip() and line[0] not in "#;"):
            raise ValueError
        sections[name].append(line)
    if lines != text.split("\n")[: len(lines)]:
        raise ValueError
    return {
        name: "\n".join(inside).rstrip()
        for name, inside in sections.items()
        if name and not any(fnmatchcase(str(name), own) for own in _OWN["setup.cfg"])
    }


def _package(text: str) -> _Tables:
    # int fails for constants such as NaN.
    fields = json.loads(text, object_pairs_hook=_unique, parse_constant=int)
    return {key: json.dumps(fields[key]) for key in {*fields.keys()} - {*_OWN["package.json"]}}


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError
    return fields


_FORMATS: Mapping[str, Callable[[str], _Tables]] = {
    "pyproject.toml": _pyproject,
    "setup.cfg": _setup_cfg,
    "package.json": _package,
    "tox.ini": lambda text: {"": text},
}
