"""The role of a changed file in a race, from patterns: whose version of it each run gets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from posixpath import dirname, splitext
from typing import TYPE_CHECKING, Final

from pytest_hydra.core.path_patterns import matches, pattern_of
from pytest_hydra.core.text import read_rows, read_words

if TYPE_CHECKING:
    from pytest_hydra.plugins.git.diff import FileChange
    from pytest_hydra.plugins.race.policy.race_tables import Policy
    from pytest_hydra.plugins.race.record import Role

_FILES = read_words(__file__, "roles.txt")
_RUNNERS = read_words(__file__, "runners.txt")


def _of_runners(*, configuration: bool) -> tuple[str, ...]:
    names = [name for name in _RUNNERS if name.endswith(" configuration") == configuration]
    return tuple(dict.fromkeys(word for name in names for word in _RUNNERS[name]))


_TESTS = _of_runners(configuration=False)
TEST_CONFIGURATION: Final = _of_runners(configuration=True)
"""Files that only configure how tests are run, as .gitignore patterns."""
PROGRAMS: Final = _FILES["programs"]
"""Files that decide which programs any command runs, as .gitignore patterns."""
LINES_ABOUT_TESTS: Final = dict(read_rows(__file__, "settings_lines.txt"))
"""Settings that we have no parser for, as .gitignore patterns: the expression of their lines about
tests."""
SETTINGS: Final = (*_FILES["settings"], *LINES_ABOUT_TESTS)
"""Files that configure tests or linters among other things, as .gitignore patterns."""


@dataclass(frozen=True, slots=True)
class Judges:
    """The files that judge, as patterns of .gitignore.

    ``files`` are run by commands of tests, or named by ``judged_by``; ``checks`` are run by other
    commands. ``scripts`` are code, or data of it, that a command of tests names, by their paths;
    of these nobody knows whether they only judge. ``declared`` are those that the settings decide.
    ``commands`` are the lines that test.
    """

    files: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()
    scripts: frozenset[str] = frozenset()
    declared: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RoleRules:
    """What decides the role of a file, beside the usual places.

    ``task`` are the paths of the tests of the task, ``judges`` the files that commands run, and
    ``tests`` the patterns of ``[scoring.tests] files``. ``examined`` are files whose role was found
    by reading them. ``links`` are those of the base: the path that each leads to, and its own.
    """

    task: tuple[str, ...] = ()
    judges: Judges = Judges()
    tests: tuple[str, ...] = ()
    examined: Mapping[str, Role] = field(default_factory=dict)
    links: tuple[tuple[str, str], ...] = ()

    def role(self, path: str) -> Role:
        """The role of a path, by the first row that fits; that of a link is its target's too."""
        roles = [self._role(path)]
        roles += [] if path in self.examined else map(self._role_by_link, self.names(path))
        return next((role for role in roles if role != "product"), "product")

    def names(self, path: str) -> Iterator[str]:
        """The other paths of a file, by links of the base."""
        for target, link in self.links:
            if f"{path}/".startswith(f"{target}/"):
                yield link + path.removeprefix(target)

    def doubtful_name(self, path: str) -> str | None:
        """The path by which a product file may be part of the tests, although it is none itself.

        A link in a folder of tests may lead to helpers of the tests, or to the product.
        """
        if self.role(path) != "product" or matches(path, [f.removeprefix("!") for f in self.tests]):
            return None
        return next((name for name in self.names(path) if self._role(name) == "test"), None)

    def _role_by_link(self, name: str) -> Role:
        role = self._role(name)
        link = next(link for _, link in self.links if f"{name}/".startswith(f"{link}/"))
        place = f"{dirname(link)}/_{splitext(name)[1]}".removeprefix("/")
        is_certain = is_named_like_tests(name) or matches(name, TEST_CONFIGURATION)
        is_certain = is_certain or not is_test(place, self.tests)
        return "product" if role == "test" and not is_certain else role

    def _role(self, path: str) -> Role:
        rows: tuple[tuple[bool, Role], ...] = (
            (path in self.task, "task"),
            (matches(path, self.judges.files), "judge"),
            (path in self.examined, self.examined.get(path, "product")),
            (is_test(path, self.tests), "test"),
            (matches(path, (*_FILES["lint"], *self.judges.checks)), "lint"),
            (matches(path, SETTINGS), "settings"),
        )
        return next((role for fits, role in rows if fits), "product")

    def roles(self, changes: Iterable[FileChange]) -> dict[str, Role]:
        """The role of each changed path, the old paths of renamed files included."""
        return {path: self.role(path) for path in sorted(sides(changes))}


@lru_cache(2**16)
def is_test(path: str, patterns: tuple[str, ...] = ()) -> bool:
    """Whether a file is a test, or only configures tests; ``patterns`` add to the usual places."""
    return matches(path, (*_TESTS, *patterns)) or matches(path, TEST_CONFIGURATION)


def has_tests(path: str, patterns: tuple[str, ...] = ()) -> bool:
    """Whether a file is a test, and not only configures tests."""
    return is_test(path, patterns) and not matches(path, TEST_CONFIGURATION)


def is_named_like_tests(path: str) -> bool:
    """Whether a file is a test by its name, in any folder."""
    return matches(path.rpartition("/")[2], _TESTS)


def is_test_by_name_alone(path: str) -> bool:
    """Whether only its name makes a file a test: other code may be named like that too."""
    in_folder = f"{dirname(path)}/_{splitext(path)[1]}".removeprefix("/")
    return matches(path, _TESTS) and not matches(in_folder, _TESTS)


def is_module_of_tests(path: str) -> bool:
    """Whether the file is a Python test module by its name, not a helper of other tests."""
    return path.endswith(".py") and is_named_like_tests(path)


def is_document(path: str) -> bool:
    """Whether the file is a text for people."""
    return matches(path, _FILES["documents"])


def sides(changes: Iterable[FileChange]) -> set[str]:
    """The paths of changed files, and their old paths if they were renamed."""
    return {path for entry in changes for path in (entry.path, entry.old_path) if path is not None}


def own_tests(changes: Iterable[FileChange], roles: Mapping[str, Role]) -> tuple[str, ...]:
    """The tests, and their configuration, that the candidate added or changed, sorted.

    Rust code with its own tests is included.
    """
    present = {change.path for change in changes if change.status != "deleted"}
    return tuple(sorted(path for path in present if _has_tests(path, roles.get(path))))


def touches_support(changes: Iterable[FileChange], roles: Mapping[str, Role]) -> bool:
    """Whether a change touches what tests of the base may use: what is not named like a test."""
    paths = (change.path for change in changes if change.status != "added")
    return any(roles.get(path) == "test" and not is_named_like_tests(path) for path in paths)


def restored(column: str, rules: RoleRules) -> tuple[str, ...]:
    """The patterns of files that decide a run: neither setup nor build may change them."""
    if column == "build":
        return ()
    checks = (*_FILES["lint"], *rules.judges.checks)
    kinds = {"lint": checks, "other": checks}
    examined = (pattern_of(path) for path, role in rules.examined.items() if role == "test")
    tests = (*_TESTS, *rules.tests, *TEST_CONFIGURATION, *examined, *map(pattern_of, rules.task))
    return (*kinds.get(column, tests), *SETTINGS, *rules.judges.files)


# For deciding by the paths of tests.


def counts_as_test(path: str, policy: Policy) -> bool:
    """Whether the file is a test, or only configures how tests are run."""
    return is_test(path, tuple(policy.scoring.tests.files))


def with_roles(policy: Policy, roles: Mapping[str, Role]) -> Policy:
    """The policy by which these files count as what their role says.

    Rust code with its own tests counts as a test: its modules of tests are the base's.
    """
    odd = {
        path: _has_tests(path, role)
        for path, role in roles.items()
        if role in ("test", "mixed", "product")
        and _has_tests(path, role) != counts_as_test(path, policy)
    }
    patterns = (f"{'' if is_test else '!'}{pattern_of(path)}" for path, is_test in odd.items())
    if not odd:
        return policy
    scoring, tests = policy.scoring, policy.scoring.tests
    tests = tests.model_copy(update={"files": [*tests.files, *patterns]})
    return policy.model_copy(update={"scoring": scoring.model_copy(update={"tests": tests})})


def _has_tests(path: str, role: Role | None) -> bool:
    return role == "test" or (role == "mixed" and path.endswith(".rs"))
