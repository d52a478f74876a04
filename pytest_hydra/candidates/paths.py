"""Paths and ids held against patterns: which files are tests, and which say how these are run.

Patterns of paths are as in .gitignore, those of ids of tests plain globs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_hydra.core.text import read_words

if TYPE_CHECKING:
    from pytest_hydra.candidates.recording import FileChange, Policy


_TOKEN = re.compile(
    r"(?P<folders>(?<![^/])\*\*(?:/|\Z))|(?P<name>\*+|\?)"
    r"|\[(?P<negated>[!^]?)(?P<inside>\]?(?:\\.|[^\]\\])*)\]|\\.|.",
    re.DOTALL,
)


class _Rule(NamedTuple):
    pattern: re.Pattern[str]
    includes: bool
    folders_only: bool


def matches(path: str, patterns: Iterable[str]) -> bool:
    """Whether a file's path, relative and with ``/``, matches the patterns as in a .gitignore.

    Later patterns win; ``!`` takes out again, but for nothing below a folder that matches. Not
    known are named classes of characters such as ``[[:alpha:]]``.
    """
    rules = [rule for pattern in patterns if (rule := _rule(pattern)) is not None]
    if not rules:
        return False
    path = _bytewise(path)
    parts = path.split("/")
    folders = ("/".join(parts[:end]) for end in range(1, len(parts)))
    return any(_decided(folder, rules, folder=True) for folder in folders) or _decided(
        path, rules, folder=False
    )


def pattern_of(path: str) -> str:
    """The pattern that this path matches, and no other but what is below it."""
    escaped = re.sub(r"([\\*?\[\]!#]| (?= *\Z))", r"\\\1", path)
    return escaped if "/" in path else f"/{escaped}"


def id_matches(test: str, patterns: Iterable[str]) -> bool:
    """Whether a test's id matches one of the patterns.

    ``*`` and ``?`` stand for any characters. Brackets stand for themselves: they are part of ids.
    """
    return any(_glob(pattern).fullmatch(test) for pattern in patterns)


def _bytewise(text: str) -> str:
    """A character for each byte, as git compares bytes: ``?`` is one of them."""
    return text.encode("utf-8", "surrogatepass").decode("latin-1")


def _decided(path: str, rules: Sequence[_Rule], *, folder: bool) -> bool:
    for rule in reversed(rules):
        if (folder or not rule.folders_only) and rule.pattern.fullmatch(path):
            return rule.includes
    return False


@lru_cache(maxsize=1024)
def _glob(pattern: str) -> re.Pattern[str]:
    literal = re.escape(pattern).replace(r"\*", ".*").replace(r"\?", ".")
    return re.compile(literal, re.DOTALL)


@lru_cache(maxsize=1024)
def _rule(written: str) -> _Rule | None:
    """The rule of one line; None for an empty line, a comment, and what matches nothing."""
    pattern = re.sub(r"(?<!\\)[ \t\r\n]+\Z", "", _bytewise(written))
    if not pattern or pattern.startswith("#"):
        return None
    includes = not pattern.startswith("!")
    pattern = pattern if includes else pattern[1:]
    folders_only = pattern.endswith("/")
    pattern = pattern.removesuffix("/")
    anchored = "/" in pattern
    pattern = pattern.removeprefix("/")
    if not pattern:
        return None
    regex = _translated(pattern)
    if regex is None:
        return None
    try:
        compiled = re.compile(regex if anchored else f"(?:.*/)?{regex}", re.DOTALL)
    except re.error:  # a range of characters whose end comes first
        return None
    return _Rule(compiled, includes, folders_only)


def _translated(pattern: str) -> str | None:
    made = []
    for token in _TOKEN.finditer(pattern):
        kind, text = token.lastgroup, token[0]
        if kind == "folders":
            # Folders at any depth, also none of them; at the end all that is inside.
            made.append("(?:.*/)?" if text.endswith("/") else ".+")
        elif kind == "name":
            made.append("[^/]*" if text.startswith("*") else "[^/]")
        elif kind == "inside":
            inside = re.sub(r"([\[&~|])", r"\\\1", token["inside"])
            inside = f"\\{inside}" if inside.startswith("]") else inside
            made.append(f"(?!/)[{'^' if token['negated'] else ''}{inside}]")
        elif text in ("[", "\\"):
            return None
        else:
            made.append(re.escape(text[-1]))
    return "".join(made)


# Files of tests.

_FILES = read_words(__file__, "paths.txt")
TEST_CONFIGURATION: Final = _FILES["test configuration"]
"""Files that say nothing but how tests are run, as patterns of .gitignore."""
TOOLS: Final = _FILES["tools"]
"""Files that say which programs are run, and how, whatever the command: as such patterns."""


def counts_as_test(path: str, policy: Policy) -> bool:
    """Whether the file is a test, or says nothing but how tests are run."""
    return matches(path, policy.test_files or _FILES["tests"]) or matches(path, TEST_CONFIGURATION)


def with_tests(policy: Policy, files: Sequence[str], product: Sequence[str] = ()) -> Policy:
    """The policy by which these files count as tests too, and others not, whatever their names."""
    known = policy.test_files or _FILES["tests"]
    others = (f"!{pattern_of(path)}" for path in product)
    patterns = (*known, *map(pattern_of, files), *others)
    return replace(policy, test_files=patterns) if files or product else policy


def is_module_of_tests(path: str) -> bool:
    """Whether it is one in Python, by its own name, and nothing that other tests go by."""
    return path.endswith(".py") and matches(path.rpartition("/")[2], _FILES["tests"])


def steers(path: str) -> bool:
    """Whether the file says, among other things, how tests and linters are run."""
    return matches(path, _FILES["steering"])


def touched_tests(changes: Iterable[FileChange], policy: Policy) -> bool:
    """Whether a change touches tests, or what says nothing but how they are run.

    Then it takes three runs. Where a file that `steers` is all, the candidate's tests are the
    base's, and there is nothing of its own to run.
    """
    return any(counts_as_test(side, policy) for side in sides(changes))


def touched_support(changes: Iterable[FileChange], policy: Policy) -> bool:
    """Whether a change touches Python that stood among tests, and is none by its own name."""
    before = [change.path for change in changes if change.status != "added"]
    names = [path for path in before if not matches(path.rpartition("/")[2], _FILES["tests"])]
    return any(path.endswith(".py") and counts_as_test(path, policy) for path in names)


def test_paths(changes: Iterable[FileChange], policy: Policy) -> tuple[str, ...]:
    """The paths, sorted, that stand as on the base where the base's tests are laid over.

    Both sides of a change, so that what was renamed is back at its old place, and what was added
    is gone. Files that `steers` are among them: of those only the tables that steer are the base's.
    """
    paths = {side for side in sides(changes) if counts_as_test(side, policy) or steers(side)}
    return tuple(sorted(paths))


def own_test_paths(changes: Iterable[FileChange], policy: Policy) -> tuple[str, ...]:
    """The candidate's own tests and their configuration: those that it added or changed, sorted."""
    present = {change.path for change in changes if change.status != "deleted"}
    return tuple(sorted(path for path in present if counts_as_test(path, policy)))


def lint_paths(changes: Iterable[FileChange]) -> tuple[str, ...]:
    """The paths, sorted, that stand as on the base where the linter runs."""
    patterns = (*_FILES["lint configuration"], *_FILES["steering"])
    return tuple(sorted({side for side in sides(changes) if matches(side, patterns)}))


def sides(changes: Iterable[FileChange]) -> list[str]:
    """The paths of changes, and those that the files had before where these are others."""
    return [
        side for change in changes for side in (change.path, change.old_path) if side is not None
    ]
