"""Match paths and test ids with patterns: which files are tests, and which configure them.

Patterns of paths are as in .gitignore; patterns of test ids are plain globs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_hydra.candidates.recording import TEST_STEPS
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

    Later patterns win. ``!`` excludes again, but not below a folder that matches. Named character
    classes such as ``[[:alpha:]]`` are not supported.
    """
    rules = [rule for pattern in patterns if (rule := _rule(pattern)) is not None]
    if not rules:
        return False
    path = _bytewise(path)
    parts = path.split("/")
    folders = ("/".join(parts[:end]) for end in range(1, len(parts)))
    return any(_is_included(folder, rules, folder=True) for folder in folders) or _is_included(
        path, rules, folder=False
    )


def pattern_of(path: str) -> str:
    """The pattern that matches only this path, and all below it."""
    escaped = re.sub(r"([\\*?\[\]!#]| (?= *\Z))", r"\\\1", path)
    return escaped if "/" in path else f"/{escaped}"


def id_matches(test: str, patterns: Iterable[str]) -> bool:
    """Whether a test's id matches one of the patterns.

    ``*`` and ``?`` are wildcards. Brackets match themselves, as they are part of ids.
    """
    return any(_glob(pattern).fullmatch(test) for pattern in patterns)


def _bytewise(text: str) -> str:
    """The text with one character for each byte: git compares bytes, and ``?`` matches one."""
    return text.encode("utf-8", "surrogatepass").decode("latin-1")


def _is_included(path: str, rules: Sequence[_Rule], *, folder: bool) -> bool:
    for rule in reversed(rules):
        if (folder or not rule.folders_only) and rule.pattern.fullmatch(path):
            return rule.includes
    return False


@lru_cache(maxsize=1024)
def _glob(pattern: str) -> re.Pattern[str]:
    literal = re.escape(pattern).replace(r"\*", ".*").replace(r"\?", ".")
    return re.compile(literal, re.DOTALL)


@lru_cache(maxsize=1024)
def _rule(line: str) -> _Rule | None:
    """The rule of one line; None for an empty line, a comment, or a pattern without a match."""
    pattern = re.sub(r"(?<!\\)[ \t\r\n]+\Z", "", _bytewise(line))
    if not pattern or pattern.startswith("#"):
        return None
    includes = not pattern.startswith("!")
    pattern = pattern if includes else pattern[1:]
    folders_only = pattern.endswith("/")
    pattern = pattern.removesuffix("/")
    is_anchored = "/" in pattern
    pattern = pattern.removeprefix("/")
    if not pattern:
        return None
    source = _regex(pattern)
    if source is None:
        return None
    try:
        regex = re.compile(source if is_anchored else f"(?:.*/)?{source}", re.DOTALL)
    except re.error:  # a range of characters in the wrong order
        return None
    return _Rule(regex, includes, folders_only)


def _regex(pattern: str) -> str | None:
    parts = []
    for token in _TOKEN.finditer(pattern):
        kind, text = token.lastgroup, token[0]
        if kind == "folders":
            # Any number of folders, or none; at the end of a pattern, everything inside.
            parts.append("(?:.*/)?" if text.endswith("/") else ".+")
        elif kind == "name":
            parts.append("[^/]*" if text.startswith("*") else "[^/]")
        elif kind == "inside":
            characters = re.sub(r"([\[&~|])", r"\\\1", token["inside"])
            characters = f"\\{characters}" if characters.startswith("]") else characters
            parts.append(f"(?!/)[{'^' if token['negated'] else ''}{characters}]")
        elif text in ("[", "\\"):
            return None
        else:
            parts.append(re.escape(text[-1]))
    return "".join(parts)


# Test files.

_FILES = read_words(__file__, "paths.txt")
TEST_CONFIGURATION: Final = _FILES["test configuration"]
"""Files that only configure how tests are run, as .gitignore patterns."""
TOOLS: Final = _FILES["tools"]
"""Files that configure which programs any command runs, and how, as .gitignore patterns."""


def counts_as_test(path: str, policy: Policy) -> bool:
    """Whether the file is a test, or only configures how tests are run."""
    return matches(path, policy.test_files or _FILES["tests"]) or matches(path, TEST_CONFIGURATION)


def with_tests(policy: Policy, files: Sequence[str], product: Sequence[str] = ()) -> Policy:
    """The policy by which ``files`` count as tests too, and ``product`` does not."""
    tests = policy.test_files or _FILES["tests"]
    exclusions = (f"!{pattern_of(path)}" for path in product)
    patterns = (*tests, *map(pattern_of, files), *exclusions)
    return replace(policy, test_files=patterns) if files or product else policy


def is_module_of_tests(path: str) -> bool:
    """Whether the file is a Python test module by its name, not a helper of other tests."""
    return path.endswith(".py") and matches(path.rpartition("/")[2], _FILES["tests"])


def steers(path: str) -> bool:
    """Whether the file configures tests and linters, among other things."""
    return matches(path, _FILES["steering"])


def touched_tests(changes: Iterable[FileChange], policy: Policy) -> bool:
    """Whether a change touches tests, or files that only configure them.

    Then three runs are needed. If it touches only files that `steers` matches, the candidate's
    tests are the base's, and it has no tests of its own to run.
    """
    return any(counts_as_test(side, policy) for side in sides(changes))


def touched_support(changes: Iterable[FileChange], policy: Policy) -> bool:
    """Whether a change touches Python code among the base's tests whose name is not a test's."""
    base_paths = [change.path for change in changes if change.status != "added"]
    names = [path for path in base_paths if not matches(path.rpartition("/")[2], _FILES["tests"])]
    return any(path.endswith(".py") and counts_as_test(path, policy) for path in names)


def test_paths(changes: Iterable[FileChange], policy: Policy) -> tuple[str, ...]:
    """The paths, sorted, that are as on the base when its tests are overlaid on a candidate.

    Both sides of a change: renamed files are back at their old path, and added files are gone.
    Files that `steers` matches are included; of these, only the steering tables are the base's.
    """
    paths = {side for side in sides(changes) if counts_as_test(side, policy) or steers(side)}
    return tuple(sorted(paths))


def own_test_paths(changes: Iterable[FileChange], policy: Policy) -> tuple[str, ...]:
    """The tests, and their configuration, that the candidate added or changed, sorted."""
    present = {change.path for change in changes if change.status != "deleted"}
    return tuple(sorted(path for path in present if counts_as_test(path, policy)))


def deciding(step: str, policy: Policy) -> tuple[str, ...]:
    """The patterns of files that decide a step: a build must not change them."""
    if step == "lint":
        return (*_FILES["lint configuration"], *_FILES["steering"])
    if step.partition(".")[0] not in TEST_STEPS:
        return ()
    return (*(policy.test_files or _FILES["tests"]), *TEST_CONFIGURATION, *_FILES["steering"])


def lint_paths(changes: Iterable[FileChange]) -> tuple[str, ...]:
    """The paths, sorted, that are as on the base when the linter runs."""
    patterns = (*_FILES["lint configuration"], *_FILES["steering"])
    return tuple(sorted({side for side in sides(changes) if matches(side, patterns)}))


def sides(changes: Iterable[FileChange]) -> list[str]:
    """The paths of changed files, and their old paths if they were renamed."""
    return [
        side for change in changes for side in (change.path, change.old_path) if side is not None
    ]
