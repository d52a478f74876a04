"""Files that say, among other things, how tests are run, or hold some: those parts are the base's.

Of pyproject.toml, setup.cfg and package.json a candidate has its own metadata and dependencies, and
what it is built by. All else, also what nobody knows, is taken for steering, and so is all of
tox.ini. A file that cannot be taken apart without doubt is the base's as a whole.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from fnmatch import fnmatchcase
from types import MappingProxyType
from typing import Any, NamedTuple

import tomli

from pytest_hydra.candidates.decide.measure import NOTHING
from pytest_hydra.candidates.paths import counts_as_test, sides, steers, with_tests
from pytest_hydra.candidates.recording import CommandRun, Policy, Source
from pytest_hydra.candidates.source.git import Repository
from pytest_hydra.candidates.source.trees import (
    SUBMODULE,
    SYMLINK,
    Files,
    asserts,
    compose_tree,
    files_of,
    importers,
    own_modules,
    plugins_of_tests,
    read_file,
    write_object,
    write_tree,
)
from pytest_hydra.core.text import read_words

# What is a candidate's own, by the kind of file.
_OWN = read_words(__file__, "steering.txt")
_SCRIPTS = [tuple(entry.split(".")) for entry in _OWN["pyproject.scripts"]]

# Larger files are the base's as a whole.
_LARGEST = 2**18
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_SECTION = re.compile(r"\[([^\[\]]+)\][ \t]*")

# Parts of a file, as they may be written, by where they stand.
_Path = tuple[str, ...]
_Parts = Mapping[_Path, str]
_Split = Callable[[bytes], _Parts]
_IsOwn = Callable[[_Path], bool]
_Compose = Callable[[Iterable[str]], str]


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
        elif content != contents[0] and not any(
            path.startswith(f"{other}/") or other.startswith(f"{path}/") for other in over
        ):  # no file stands where it needs a folder, and the other way round
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
    except (ValueError, TypeError, RecursionError):
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


def _chosen(
    base: bytes | None,
    own: bytes | None,
    form: tuple[_Split, _IsOwn, _Compose],
) -> bytes | None:
    """One of the two where it says all that is wanted, else what is composed of both.

    Raises ValueError, TypeError or RecursionError where they cannot be taken apart.
    """
    parts, is_own, compose = form
    there = {} if base is None else parts(base)
    here = {} if own is None else parts(own)
    wanted = {path: text for path, text in here.items() if is_own(path)}
    wanted |= {path: text for path, text in there.items() if not is_own(path)}
    # The base's first: a file that is there for its steering only says nothing without it.
    for content, side in ((base, there), (own, here)):
        if side == wanted:
            return content
    composed = compose(wanted.values()).encode()
    if parts(composed) != wanted:
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
    """A part with its head, which differs where the value, its kind or its order does."""
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
    """The sections as they are written, by name; what stands before them by no name.

    Raises ValueError for what some parser of such files may read otherwise: they do not agree on
    what a line is, on heads behind blanks, on sections that stand twice.
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
    """Raises ValueError or TypeError for what is no JSON object, or what others read otherwise."""
    # Of constants such as NaN no integer can be made.
    fields = json.loads(data.decode(), object_pairs_hook=_unique, parse_constant=int)
    if not isinstance(fields, dict):
        raise TypeError
    return {(name,): json.dumps({name: entry})[1:-1] for name, entry in fields.items()}


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError
    return fields


class Inside(NamedTuple):
    """The changed files with tests whose names do not say so.

    ``whole`` are of tests alone; ``joined`` is product code with the base's tests, where it has
    others now. ``mixed`` is other code, with its own; of ``doubtful`` files nothing is known.
    ``product`` has no tests, though its name says so.
    """

    whole: tuple[str, ...] = ()
    joined: Mapping[str, bytes] = MappingProxyType({})
    mixed: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()
    product: tuple[str, ...] = ()

    def policy(self, policy: Policy, *more: str) -> Policy:
        """The policy by which they count as what they are; ``more`` count as tests too."""
        return with_tests(policy, (*self.whole, *self.joined, *more), self.product)


# What code has in which there are tests, whatever its name is; other files are not read.
_CODE = (".py", ".rs", ".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".go", ".c", ".java")
_TESTS = re.compile(rb"\bdef test|TestCase|\btest[\])(]|\b(?:it|describe)\(|\.vitest|//[/!] *```")
# Of more modules it would take long to find their ends.
_MOST_MODULES = 50
_RUST_TESTS = re.compile(
    rb"(?ms)^(?P<by>[ \t]*)#\[cfg\(test\)\][ \t]*\n(?:(?P=by)(?:#\[|//)[^\n]*\n)*"
    rb"(?P=by)(?:pub )?mod \w+ \{[ \t]*\n.*?^(?P=by)\}[ \t]*(?:\n|\Z)"
)
# What else is for tests, and examples in the documentation.
_RUST_MARK = re.compile(rb"#!?\[[^\]\n]*\btest\b[^\n]*\n?[^\n]*")
_RUST_EXAMPLE = re.compile(rb"(?ms)^[ \t]*//[/!][ \t]*```.*?^[ \t]*//[/!][ \t]*```")


def inside_of(
    repository: Repository,
    tree: str,
    source: Source,
    policy: Policy,
    base_tests: Callable[[], CommandRun | None],
) -> Inside:
    """What a candidate did to such files, of which the base has the ``tree``. Raises SourceError.

    ``base_tests`` waits for its tests, which tell from what they were collected.
    """
    before, after = files_of(repository, tree), files_of(repository, str(source.tree))
    changed = {entry.old_path or entry.path: entry.path for entry in source.changes}
    changed = {old: new for old, new in changed.items() if old in before and not steers(old)}
    paths = {old: new for old, new in changed.items() if not counts_as_test(old, policy)}
    modules = [old for old in paths if old.endswith(".py")]
    plugged = plugins_of_tests(repository, tree) if modules else set()
    support = [old for old in modules if _support(repository, tree, old, policy, plugged)]
    product = _misnamed(repository, tree, source, policy, base_tests)
    held = _texts(repository, before, after, paths)
    run = base_tests() if held else None
    tests = (run and run.tests) or NOTHING
    # Not the examples of a module: the run that decides tells whether these are the base's.
    told = {test for test in tests.examples if tests.files.get(test, "").endswith(".py")}
    tested = {tests.files[test] for test in tests.files.keys() - told}
    joined: dict[str, bytes] = {}
    whole = [side for old in support for side in dict.fromkeys((old, paths[old]))]
    mixed, doubtful = [], []
    for old, (text, mine) in held.items():
        new, is_rust = paths[old], old.endswith(".rs")
        # Of a crate nobody tells the files of tests.
        if old in support or not (is_rust or old in tested):
            continue
        made = mine
        if is_rust and text is not None and mine is not None:
            made = _with_tests_of(mine, text, has_examples=old in tested)
        if text is None or made is None:
            doubtful.append(new)
        elif is_rust:
            joined.update({new: made} if made != mine and new in after else {})
        elif _is_suite(repository, tree, old, text):
            whole += dict.fromkeys((old, new))
        elif new in after:
            mixed.append(old)
    return Inside(tuple(whole), joined, tuple(mixed), tuple(doubtful), product)


def _texts(
    repository: Repository, before: Files, after: Files, paths: Mapping[str, str]
) -> dict[str, tuple[bytes | None, bytes | None]]:
    """Both sides of those files that may hold tests, by the old one of their ``paths``."""
    pairs = {old: (before[old], after.get(new, ("", ""))) for old, new in paths.items()}
    plain = [name for pair in pairs.values() for mode, name in pair if mode.startswith("100")]
    texts = {**repository.blobs(plain, _LARGEST), "": b""}
    return {
        old: (text, texts.get(here))
        for old, ((_, there), (_, here)) in pairs.items()
        if not (text := texts.get(there)) or not old.endswith(_CODE) or _TESTS.search(text)
    }


def _misnamed(
    repository: Repository,
    tree: str,
    source: Source,
    policy: Policy,
    base_tests: Callable[[], CommandRun | None],
) -> tuple[str, ...]:
    """The product code that is a test by its name alone: other code imports it, and it has none."""
    before = files_of(repository, tree)

    def is_product(path: str) -> bool:
        if path not in before and counts_as_test(f"{os.path.dirname(path)}/_.py", policy):
            return False  # nobody else may stand among the tests
        as_product = with_tests(policy, (), (path,))
        return not counts_as_test(path, as_product) and any(
            user.endswith(".py") and not counts_as_test(user, as_product)
            for user in importers(repository, tree if path in before else str(source.tree), path)
        )

    changed = [] if policy.test_files else sorted({*sides(source.changes)})
    asked = [path for path in changed if path[-3:] == ".py" and counts_as_test(path, policy)]
    found = [path for path in asked if is_product(path)]
    run = base_tests() if found else None
    if run is None or run.tests is None or run.tests.source != "recorder" or run.tests.problems:
        return ()
    collected = {*run.tests.files.values(), *run.tests.outcomes}
    return tuple(path for path in found if path not in collected)


def _is_suite(repository: Repository, tree: str, path: str, text: bytes) -> bool:
    """Whether a file with tests has nothing else: it knows the project, which knows not it."""
    if not path.endswith(".py"):
        return not path.endswith(_CODE)  # of which nobody can tell
    own = "|".join(map(re.escape, own_modules(files_of(repository, tree))[0]))
    if not re.search(rf"^\s*(?:from|import) +(?:\.|(?:{own})\b)".encode(), text, re.MULTILINE):
        return False
    return not importers(repository, tree, path)


def _support(
    repository: Repository, tree: str, path: str, policy: Policy, plugged: Set[str], *above: str
) -> bool:
    """Whether a module is for tests: nothing else speaks of it, and it is plugged in or asserts."""
    is_plugged = path.removesuffix(".py").replace("/", ".") in plugged
    content = None if "/" in path or is_plugged else read_file(repository, tree, path)
    if path in above or not (is_plugged or (content is not None and asserts(content))):
        return False
    users = importers(repository, tree, path, by_word=True)
    return bool(users) and all(
        counts_as_test(user, policy)
        or _support(repository, tree, user, policy, plugged, path, *above)
        for user in users
    )


def _with_tests_of(product: bytes, tests: bytes, *, has_examples: bool) -> bytes | None:
    """The code of one file in Rust with the modules of tests of the other.

    None where they cannot be told apart. So are examples that are gone, where there are any.
    """
    if product.count(b"cfg(test)") > _MOST_MODULES:
        return None
    code, other = (_RUST_TESTS.sub(b"", side) for side in (product, tests))
    kept, wanted = ({b"".join(example.split()) for example in _RUST_EXAMPLE.findall(side)}
                    for side in (code, other))  # fmt: skip
    is_apart = _RUST_MARK.findall(code) == _RUST_MARK.findall(other)
    if not is_apart or (has_examples and not wanted <= kept):
        return None
    blocks = (found[0] for found in _RUST_TESTS.finditer(tests))
    made = _RUST_TESTS.sub(lambda _: next(blocks, b""), product)
    return b"\n".join((made, *blocks))


# By the file's name: its parts, which of them are a candidate's own, and how they are put together.
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
