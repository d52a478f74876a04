"""Files that say, among other things, how tests and linters are run: those parts are the base's.

Of pyproject.toml, setup.cfg and package.json a candidate has its own metadata and dependencies, and
what it is built by. All else, also what nobody knows, is taken for steering, and so is all of
tox.ini. A file that cannot be taken apart without doubt is the base's as a whole.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

import tomli

from pytest_hydra.candidates.paths import counts_as_test, steers
from pytest_hydra.candidates.recording import Policy
from pytest_hydra.candidates.source.git import Repository
from pytest_hydra.candidates.source.trees import (
    SUBMODULE,
    SYMLINK,
    compose_tree,
    files_of,
    write_object,
    write_tree,
)
from pytest_hydra.core.text import read_words

# What is a candidate's own, by the kind of file.
_OWN = read_words(__file__, "steering.txt")
_SCRIPTS = [tuple(entry.split(".")) for entry in _OWN["pyproject.scripts"]]

# Larger files are the base's as a whole.
_LARGEST = 2**18
# How often what looks like the head of a table may turn out to stand in a text or a list.
_MOST_DOUBTS = 100
_SECTION = re.compile(r"\[([^\[\]]+)\][ \t]*")

# Parts of a file, as text, by where they stand.
_Path = tuple[str, ...]
_Parts = Mapping[_Path, str]
_Split = Callable[[bytes], _Parts]
_IsOwn = Callable[[_Path], bool]
# What stands in a file as it is written, each part by its path, and what is composed of such parts.
_Write = Callable[[bytes], Iterable[tuple[_Path, str]]]
_Compose = Callable[[list[tuple[_Path, str]]], bytes]


class _DoubtError(ValueError):
    """The file cannot be taken apart."""


def overlay_base(
    repository: Repository, tree: str, base: str, paths: Iterable[str], policy: Policy
) -> str:
    """The tree with each of ``paths`` as in the base's tree, and `steered` where it steers.

    A file that counts as a test is the base's as a whole, whatever its name. Raises SourceError.
    """
    changed = tuple(paths)
    if not changed:
        return tree
    there, own = files_of(repository, base), files_of(repository, tree)
    over = {path: there[path] for path in changed if path in there}
    for path in sorted(changed):
        if not steers(path) or counts_as_test(path, policy):
            continue
        entries = there.get(path), own.get(path)
        contents = _contents(repository, entries)
        if contents is None:
            continue
        content = steered(path.rpartition("/")[2], *contents)
        if content is None:
            over.pop(path, None)
        elif content != contents[0] and _has_room(path, over):
            mode = next(entry[0] for entry in reversed(entries) if entry is not None)
            over[path] = (mode, write_object(repository, "blob", content))
    return compose_tree(repository, tree, write_tree(repository, over), changed)


def steered(name: str, base: bytes | None, own: bytes | None) -> bytes | None:
    """A candidate's file with the base's steering: None where there is nothing to be said.

    ``name`` is the file's, without its folder; None for a side on which it is not there. The bytes
    of one side wherever these say it all.
    """
    if name not in _FORMATS:
        return base
    try:
        return _chosen(base, own, _FORMATS[name])
    except (ValueError, RecursionError):
        return base


def _contents(
    repository: Repository, entries: Sequence[tuple[str, str] | None]
) -> list[bytes | None] | None:
    """What is in the files, None for one that is not there; None when it cannot be looked at."""
    blobs = repository.blobs([entry[1] for entry in entries if entry is not None], largest=_LARGEST)
    for entry in entries:
        if entry is not None and (entry[0] in (SYMLINK, SUBMODULE) or entry[1] not in blobs):
            return None
    return [None if entry is None else blobs[entry[1]] for entry in entries]


def _has_room(path: str, files: Iterable[str]) -> bool:
    """Whether no file stands where the path needs a folder, and the other way round."""
    return not any(path.startswith(f"{other}/") or other.startswith(f"{path}/") for other in files)


def _chosen(
    base: bytes | None,
    own: bytes | None,
    form: tuple[_Split, _IsOwn, _Write, _Compose],
) -> bytes | None:
    """One of the two where it says all that is wanted, else what is composed of both.

    Raises ValueError or RecursionError where they cannot be taken apart.
    """
    parts, is_own, written, compose = form
    there = {} if base is None else parts(base)
    here = {} if own is None else parts(own)
    wanted = {path: text for path, text in there.items() if not is_own(path)}
    wanted |= {path: text for path, text in here.items() if is_own(path)}
    # The base's first: a file that is there for its steering only says nothing without it.
    for content, side in ((base, there), (own, here)):
        if side == wanted:
            return content
    own_written = [] if own is None else [part for part in written(own) if is_own(part[0])]
    steering = [] if base is None else [part for part in written(base) if not is_own(part[0])]
    composed = compose(own_written + steering)
    if parts(composed) != wanted:
        raise _DoubtError
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
    return {path: _text(value) for path, value in parts.items()}


def _text(value: object) -> str:
    """A value as text, which differs where the value, its kind or its order does."""
    return json.dumps(value, default=lambda entry: {type(entry).__name__: str(entry)})


def _spliced(tables: list[tuple[_Path, str]]) -> bytes:
    # What stands last in a file may be without the end of its line.
    texts = (text if text.endswith("\n") else f"{text}\n" for _, text in tables if text)
    return "".join(texts).encode()


def _tables(data: bytes) -> list[tuple[_Path, str]]:
    """The tables as they are written, each with its head; first what stands before all heads."""
    tables: list[tuple[_Path, str]] = []
    path: _Path = ()
    lines: list[str] = []
    doubts = 0
    for line in re.findall(r"[^\n]*\n|[^\n]+", data.decode()):
        head = _head(line)
        if head is not None and _is_whole("".join(lines)):
            tables.append((path, "".join(lines)))
            path, lines = head, []
        elif head is not None:
            doubts += 1
            if doubts > _MOST_DOUBTS:
                raise _DoubtError
        lines.append(line)
    return [*tables, (path, "".join(lines))]


def _head(line: str) -> _Path | None:
    """Where a table stands that has this line as its head, if it is one."""
    if not line.lstrip(" \t").startswith("["):
        return None
    try:
        at: Any = tomli.loads(line)
    except tomli.TOMLDecodeError:
        return None
    path: list[str] = []
    while at:
        ((key, at),) = at.items()
        path.append(key)
        at = at[0] if isinstance(at, list) else at
    return tuple(path)


def _is_whole(text: str) -> bool:
    """Whether no text and no list is left open."""
    try:
        tomli.loads(text)
    except tomli.TOMLDecodeError:
        return False
    return True


# --- setup.cfg ----------------------------------------------------------------------------------


def _is_own_section(path: _Path) -> bool:
    return not path or any(fnmatchcase(path[0], pattern) for pattern in _OWN["setup.cfg"])


def _sections(data: bytes) -> _Parts:
    """The sections as they are written, by name; what stands before them by no name.

    Raises _DoubtError for what some parser of such files may read otherwise: they do not agree on
    what a line is, on heads behind blanks, on sections that stand twice.
    """
    text = data.decode().replace("\r\n", "\n")
    lines = text.splitlines()
    if lines != text.split("\n")[: len(lines)]:
        raise _DoubtError
    sections: dict[_Path, list[str]] = {(): []}
    path: _Path = ()
    for line in lines:
        head = _SECTION.fullmatch(line)
        if head is not None:
            path = (head[1],)
            if path in sections:
                raise _DoubtError
            sections[path] = []
        elif line.lstrip().startswith("[") or (not path and line.strip() and line[0] not in "#;"):
            raise _DoubtError
        sections[path].append(line)
    texts = {path: "\n".join(inside).rstrip() for path, inside in sections.items()}
    return {path: text for path, text in texts.items() if text}


def _joined(sections: list[tuple[_Path, str]]) -> bytes:
    return "".join(f"{text}\n\n" for _, text in sections).encode()


# --- package.json -------------------------------------------------------------------------------


def _is_own_field(path: _Path) -> bool:
    return path[0] in _OWN["package.json"]


def _fields(data: bytes) -> _Parts:
    """Raises ValueError for what is no JSON object, or what others may read otherwise."""
    fields = json.loads(data.decode(), object_pairs_hook=_unique, parse_constant=_constant)
    if not isinstance(fields, dict):
        raise _DoubtError
    return {(name,): _text(entry) for name, entry in fields.items()}


def _merged(fields: list[tuple[_Path, str]]) -> bytes:
    merged = {path[0]: json.loads(text) for path, text in fields}
    return json.dumps(merged, indent=2).encode() + b"\n"


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise _DoubtError
    return fields


def _constant(name: str) -> None:
    raise _DoubtError(name)


# By the file's name: its parts, which of them are a candidate's own, how they are written, and how
# they are put together.
_FORMATS: Mapping[str, tuple[_Split, _IsOwn, _Write, _Compose]] = {
    "pyproject.toml": (_toml_parts, _is_own_table, _tables, _spliced),
    "setup.cfg": (_sections, _is_own_section, lambda data: _sections(data).items(), _joined),
    "package.json": (_fields, _is_own_field, lambda data: _fields(data).items(), _merged),
}
