"""Files that configure tests among other things: their steering parts are always the base's.

In pyproject.toml, setup.cfg and package.json a candidate has its own metadata, dependencies and
build configuration. All other parts, also unknown ones, count as steering, and so does all of
tox.ini. A file that cannot be split reliably is the base's as a whole.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

import tomli

from pytest_hydra.core.text import read_words
from pytest_hydra.git.repository import Repository
from pytest_hydra.git.trees import (
    SUBMODULE,
    SYMLINK,
    compose_tree,
    files_of,
    write_object,
    write_tree,
)
from pytest_hydra.race.paths import counts_as_test, steers
from pytest_hydra.settings.race import Policy

# The parts that are a candidate's own, by the kind of file.
_OWN = read_words(__file__, "steering.txt")
_SCRIPTS = [tuple(entry.split(".")) for entry in _OWN["pyproject.scripts"]]

# Larger files are the base's as a whole.
_LARGEST = 2**18
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_SECTION = re.compile(r"\[([^\[\]]+)\][ \t]*")

# Parts of a file, as text, by their path in it.
_Path = tuple[str, ...]
_Parts = Mapping[_Path, str]
_Split = Callable[[bytes], _Parts]
_IsOwn = Callable[[_Path], bool]
_Compose = Callable[[Iterable[str]], str]


def overlay_base(
    repository: Repository, tree: str, base: str, paths: Iterable[str], policy: Policy
) -> str:
    """The tree with each of ``paths`` as in the base's tree; files that steer are `steered`.

    A file that counts as a test is the base's as a whole, whatever its name. Raises SourceError.
    """
    changed = tuple(paths)
    if not changed:
        return tree
    there, own = files_of(repository, base), files_of(repository, tree)
    files = {path: there[path] for path in changed if path in there}
    for path in sorted(changed):
        if not steers(path) or counts_as_test(path, policy):
            continue
        entries = there.get(path), own.get(path)
        contents = _contents(repository, entries)
        if contents is None:
            continue
        content = steered(path.rpartition("/")[2], *contents)
        if content is None:
            files.pop(path, None)
        elif content != contents[0] and not any(
            path.startswith(f"{other}/") or other.startswith(f"{path}/") for other in files
        ):  # no file is at the path of a folder, and vice versa
            mode = next(entry[0] for entry in reversed(entries) if entry is not None)
            files[path] = (mode, write_object(repository, "blob", content))
    return compose_tree(repository, tree, write_tree(repository, files), changed)


def steered(name: str, base: bytes | None, own: bytes | None) -> bytes | None:
    """A candidate's file with the base's steering parts; None if there is nothing in it.

    ``name`` is the file's name without its folder. ``base`` and ``own`` are None if the file is
    missing there. Returns the bytes of one side if they have exactly the wanted parts.
    """
    if name not in _FORMATS:
        return base
    try:
        return _choice(base, own, _FORMATS[name])
    except (ValueError, TypeError, RecursionError):
        return base


def _contents(
    repository: Repository, entries: Sequence[tuple[str, str] | None]
) -> list[bytes | None] | None:
    """The contents of the files, None for a missing one; None if one of them cannot be read."""
    blobs = repository.blobs([entry[1] for entry in entries if entry is not None], largest=_LARGEST)
    for entry in entries:
        if entry is not None and (entry[0] in (SYMLINK, SUBMODULE) or entry[1] not in blobs):
            return None
    return [None if entry is None else blobs[entry[1]] for entry in entries]


def _choice(
    base: bytes | None,
    own: bytes | None,
    form: tuple[_Split, _IsOwn, _Compose],
) -> bytes | None:
    """One of the two if it has exactly the wanted parts, else a file composed of both.

    Raises ValueError, TypeError or RecursionError if they cannot be split.
    """
    parts, is_own, compose = form
    base_parts = {} if base is None else parts(base)
    own_parts = {} if own is None else parts(own)
    required = {path: text for path, text in own_parts.items() if is_own(path)}
    required |= {path: text for path, text in base_parts.items() if not is_own(path)}
    # The base's first: without its steering, a file that only steers is empty.
    for content, side in ((base, base_parts), (own, own_parts)):
        if side == required:
            return content
    composed = compose(required.values()).encode()
    if parts(composed) != required:
        raise ValueError
    return composed


# --- pyproject.toml -----------------------------------------------------------------------------


def _is_own_table(path: _Path) -> bool:
    if path[:1] != ("tool",):
        return not path or path[0] in _OWN["pyproject.tables"]
    return path[1:2] != () and path[1] in _OWN["pyproject.tools"] and path[1:3] not in _SCRIPTS


def _toml_parts(data: bytes) -> _Parts:
    parts: dict[_Path, Any] = {}
    for key, value in tomli.loads(data.decode()).items():
        if key != "tool" or not isinstance(value, dict):
            parts[(key,)] = value
            continue
        for tool, table in value.items():
            if any(tool == script for script, _ in _SCRIPTS) and isinstance(table, dict):
                parts |= {("tool", tool, below): entry for below, entry in table.items()}
            else:
                parts["tool", tool] = table
    return {path: _in_toml(path, value) for path, value in parts.items()}


def _in_toml(path: _Path, value: object) -> str:
    """A part with its header, as text that differs if the value, its type or its order does."""
    name = ".".join(key if _BARE_KEY.fullmatch(key) else _toml(key) for key in path)
    if not isinstance(value, dict):
        return f"{name} = {_toml(value)}\n"
    lines = (f"{_toml(key)} = {_toml(entry)}\n" for key, entry in value.items())
    return f"[{name}]\n{''.join(lines)}"


def _toml(value: object) -> str:
    if isinstance(value, dict):
        pairs = (f"{_toml(key)} = {_toml(entry)}" for key, entry in value.items())
        return f"{{{', '.join(pairs)}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, str | bool):
        return json.dumps(value, ensure_ascii=False)
    return str(value)  # a number, a date or a time


# --- setup.cfg ----------------------------------------------------------------------------------


def _sections(data: bytes) -> _Parts:
    """The text of the sections, by name; lines before the first section have an empty path.

    Raises ValueError for files that parsers may read differently: they do not agree on line
    breaks, on indented headers, and on repeated sections.
    """
    text = data.decode().replace("\r\n", "\n")
    lines = text.splitlines()
    if lines != text.split("\n")[: len(lines)]:
        raise ValueError
    sections: dict[_Path, list[str]] = {(): []}
    path: _Path = ()
    for line in lines:
        head = _SECTION.fullmatch(line)
        if head is not None:
            path = (head[1],)
            if path in sections:
                raise ValueError
            sections[path] = []
        elif line.lstrip().startswith("[") or (not path and line.strip() and line[0] not in "#;"):
            raise ValueError
        sections[path].append(line)
    texts = {path: "\n".join(inside).rstrip() for path, inside in sections.items()}
    return {path: text for path, text in texts.items() if text}


# --- package.json -------------------------------------------------------------------------------


def _fields(data: bytes) -> _Parts:
    """Raises ValueError or TypeError if not a JSON object, or one that parsers read differently."""
    # int fails for constants such as NaN.
    fields = json.loads(data.decode(), object_pairs_hook=_unique, parse_constant=int)
    if not isinstance(fields, dict):
        raise TypeError
    return {(name,): json.dumps({name: entry})[1:-1] for name, entry in fields.items()}


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError
    return fields


# By file name: how to split a file, which parts are a candidate's own, and how to join parts.
_FORMATS: Mapping[str, tuple[_Split, _IsOwn, _Compose]] = {
    "pyproject.toml": (
        _toml_parts,
        _is_own_table,
        lambda parts: "".join(sorted(parts, key=lambda part: part.startswith("["))),
    ),
    "setup.cfg": (
        _sections,
        lambda path: not path or any(fnmatchcase(path[0], own) for own in _OWN["setup.cfg"]),
        lambda sections: "\n\n".join((*sections, "")),
    ),
    "package.json": (
        _fields,
        lambda path: path[0] in _OWN["package.json"],
        lambda fields: f"{{{', '.join(fields)}}}\n",
    ),
}
