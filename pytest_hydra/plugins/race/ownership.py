"""Whose version of a file each run gets: one table, and the trees that follow from it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from posixpath import dirname
from typing import Final, Literal, NamedTuple, get_args

from pytest_hydra.core.path_patterns import matches, pattern_of
from pytest_hydra.core.text import one_line
from pytest_hydra.plugins.engine.unit import CommandRun
from pytest_hydra.plugins.git.repository import Repository
from pytest_hydra.plugins.git.trees import (
    SUBMODULE,
    SYMLINK,
    Files,
    files_of,
    folders_of,
    importers,
    read_file,
    write_object,
    write_tree,
)
from pytest_hydra.plugins.race.inner_tests import inner_tests
from pytest_hydra.plugins.race.judging_files import is_task_file, judging_files
from pytest_hydra.plugins.race.record import TEST_STEPS, Role, Source
from pytest_hydra.plugins.race.roles import (
    PROGRAMS,
    SETTINGS,
    Judges,
    RoleRules,
    has_tests,
    is_document,
    is_test,
    sides,
)
from pytest_hydra.plugins.race.tool_tables import tools_differ
from pytest_hydra.plugins.results.command_lines import all_files_run
from pytest_hydra.plugins.results.outcomes import Sign

Column = Literal[
    "build", "tests", "tests.own", "tests.new", "tests.merged", "acceptance", "lint", "other"
]
"""The kinds of runs: build, V, O, N, M, A, lint, and security with dimensions of the project."""

Owner = Literal["base", "candidate", "steered", "spliced", "task"]
"""Whose version counts. ``steered``: the base's, if its tables for tools differ. ``spliced``: the
candidate's; in Rust with the base's modules of tests."""

# The base's version of a file that it does not have is none. The tests of the task are in A alone.
_TABLE = """
role      build      tests      tests.own  tests.new  tests.merged  acceptance  lint       other
product   candidate  candidate  candidate  base       candidate     candidate   candidate  candidate
test      candidate  base       candidate  candidate  candidate     base        candidate  candidate
mixed     candidate  spliced    candidate  base       candidate     spliced     candidate  candidate
settings  candidate  steered    candidate  base       candidate     steered     steered    steered
judge     candidate  base       base       base       candidate     base        base       base
lint      candidate  candidate  candidate  base       candidate     candidate   base       base
task      base       base       base       base       base          task        base       base
"""
_ROWS = [line.split() for line in _TABLE.strip().splitlines()]
OWNERS: Final[Mapping[str, Mapping[str, str]]] = {
    role: dict(zip(_ROWS[0][1:], owners, strict=True)) for role, *owners in _ROWS[1:]
}
"""The `Owner` by `Role` and `Column`."""

_DECLARE = 'judged_by = ["{path}"] if it only judges, or ["!{path}"] if it is product code'
# How code in Python or JavaScript imports or runs what it computes.
_COMPUTED = re.compile(
    rb"\b(?:importlib|__import__|runpy|exec)\b|\b(?:require|import)\(\s*[^\s\"')]"
)
_IMPORTED = (".py", ".js", ".mjs", ".cjs", ".ts", ".mts")
# Larger files of settings are not read.
_LARGEST = 2**18


@dataclass(frozen=True, slots=True)
class Ownership:
    """The roles of a candidate's changed paths, and what is needed to compose its trees.

    ``rules`` include what was found by reading. ``steered`` are settings whose tables for tools
    differ from the base's, and ``spliced`` Rust files with the base's modules of tests. ``doubts``
    are files of which nobody knows whose they are.
    """

    rules: RoleRules = field(default_factory=RoleRules)
    roles: Mapping[str, Role] = field(default_factory=dict)
    steered: Collection[str] = ()
    spliced: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    doubts: tuple[Sign, ...] = ()

    @property
    def touches_tests(self) -> bool:
        """Whether a test was changed, so that the candidate has tests of its own to run."""
        return "test" in self.roles.values() or bool(self.spliced)

    @property
    def differs_from_merge(self) -> bool:
        """Whether the base's tests run on other files than those after the merge."""
        owned = {"test", "judge"} & {*self.roles.values()}
        return bool(owned or self.steered or self.spliced)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should know of whose version of a file was used."""
        judges = [path for path, role in self.roles.items() if role == "judge"]
        ends = [(path, "as commands run it") for path in judges]
        ends += [(path, "where tools run, as it changes how") for path in self.steered]
        return tuple(f"{one_line(path, 200)} is the base's, {end}" for path, end in ends)


class Trees(NamedTuple):
    """The trees that a run is composed of; ``task`` is the base with the tests of the task."""

    base: str
    candidate: str
    task: str | None = None


def column_of(step: str) -> Column:
    """The column of the table for a step."""
    name = step.partition(".rerun.")[0]
    if name.partition(".")[0] == "tests" and name not in _ROWS[0]:
        return "tests"  # with another candidate's tests
    return next((column for column in get_args(Column) if column == name), "other")


def composed(
    column: Column, base: Files, candidate: Files, ownership: Ownership, task: Files | None = None
) -> Files:
    """The files of a run. Where a file is at the place of a folder, the base's stays."""
    paths = {path: OWNERS[role][column] for path, role in ownership.roles.items()}
    if task is not None:
        paths |= dict.fromkeys(ownership.rules.task, OWNERS["task"][column])
    sides = {
        "candidate": candidate,
        "steered": candidate,
        "spliced": {**candidate, **ownership.spliced},
        "task": task or {},
    }
    taken = {
        path: sides[owner]
        for path, owner in paths.items()
        if owner in sides and not (owner == "steered" and path in ownership.steered)
    }
    files = {path: entry for path, entry in base.items() if path not in taken}
    inner = {path.rpartition("/")[0] for path in files}
    folders = inner.union(*map(folders_of, inner))
    return files | {
        path: side[path]
        for path, side in taken.items()
        if path in side and path not in folders and files.keys().isdisjoint(folders_of(path))
    }


def tree_of(repository: Repository, step: str, trees: Trees, ownership: Ownership) -> str:
    """The tree in which a step of a candidate runs. Raises SourceError."""
    base, candidate = (files_of(repository, tree) for tree in trees[:2])
    task = None if trees.task is None else files_of(repository, trees.task)
    files = composed(column_of(step), base, candidate, ownership, task)
    # Trees that were pinned need not be written again.
    known = next((tree for tree in trees[:2] if files == files_of(repository, tree)), None)
    return write_tree(repository, files) if known is None else known


def ownership_of(
    repository: Repository,
    base_tree: str,
    source: Source,
    rules: RoleRules,
    base_tests: Callable[[], CommandRun | None],
) -> Ownership:
    """The roles of a candidate's change, and the files to compose.

    ``base_tests`` waits for the base's tests, if a changed product file may hold tests; it returns
    None to do without. Raises SourceError.
    """
    inner = inner_tests(repository, base_tree, source, rules, base_tests)
    beside = _beside_judges(repository, source, replace(rules, examined=inner.roles))
    beside += _named_by_judges(repository, base_tree, source, rules)
    rules = replace(rules, examined={**inner.roles, **dict.fromkeys(beside, "judge")})
    roles = rules.roles(source.changes)
    steered = _steered(repository, base_tree, str(source.tree), roles)
    files = files_of(repository, str(source.tree))
    spliced = {
        path: (files[path][0], write_object(repository, "blob", content))
        for path, content in inner.spliced.items()
    }
    computed = _maybe_imported_by_judges(repository, base_tree, source, rules)
    doubts = [Sign(kind="tests-inside", file=path) for path in inner.unspliced]
    doubts += [
        Sign(kind="judging", file=path, text=_DECLARE.format(path=one_line(path, 100)))
        for path in roles
        if path in rules.judges.scripts or path in (*beside, *computed)
    ]
    for path, role in roles.items():
        name = rules.doubtful_name(path) if role == "product" else None
        if name is not None and not _is_imported(repository, base_tree, path, rules):
            doubts.append(Sign(kind="linked", file=path, text=f"it is also {name}"))
    return Ownership(rules, roles, steered, spliced, tuple(doubts))


def _is_imported(repository: Repository, tree: str, path: str, rules: RoleRules) -> bool:
    """Whether product code in other folders, or beside, imports a file."""
    return any(rules.role(user) == "product" for user in importers(repository, tree, path))


def _beside_judges(repository: Repository, source: Source, rules: RoleRules) -> list[str]:
    """Changed code in a folder of scripts that judge, which no product code elsewhere imports.

    Below such a folder it is code that no product code imports at all.
    """
    folders = {dirname(path) for path in rules.judges.scripts} - {""}
    tree = str(source.tree)

    def is_used(path: str) -> bool:
        users: Iterable[str] = importers(repository, tree, path)
        if dirname(path) in folders:
            users = (user for user in users if dirname(user) != dirname(path))
        return any(rules.role(user) == "product" for user in users)

    return [
        path
        for path in sorted(sides(source.changes))
        if not folders.isdisjoint(folders_of(path))
        and rules.role(path) == "product"
        and not is_document(path)
        and not matches(path, rules.judges.declared)
        and not is_used(path)
    ]


def _maybe_imported_by_judges(
    repository: Repository, tree: str, source: Source, rules: RoleRules
) -> list[str]:
    """Changed modules that no file imports, if a judge computes what it imports."""
    texts = (read_file(repository, tree, path) or b"" for path in rules.judges.scripts)
    if not any(map(_COMPUTED.search, texts)):
        return []
    return [
        path
        for path in sides(source.changes) & files_of(repository, tree).keys()
        if path.endswith(_IMPORTED)
        and rules.role(path) == "product"
        and not matches(path, rules.judges.declared)
        and not importers(repository, tree, path)
    ]


def _named_by_judges(
    repository: Repository, tree: str, source: Source, rules: RoleRules
) -> list[str]:
    """New files that the test commands, or files of the base that judge, name already."""
    new = {change.path for change in source.changes if change.status in ("added", "renamed")}
    new = {path for path in new if rules.role(path) == "product" and not is_document(path)}
    files = {*files_of(repository, tree), *new} if new else new
    named: set[str] = set()
    for command in rules.judges.commands if new else ():
        read = partial(read_file, repository, tree)
        named |= judging_files(command, files, read, lambda path: is_test(path, rules.tests))
    return sorted(path for path in named & new if not matches(path, rules.judges.declared))


def _steered(
    repository: Repository, base_tree: str, tree: str, roles: Mapping[str, Role]
) -> tuple[str, ...]:
    """The settings whose tables for tools differ, or that cannot be read."""
    paths = [path for path, role in roles.items() if role == "settings"]
    sides = [files_of(repository, name) for name in (base_tree, tree)]
    entries = {path: [side.get(path) for side in sides] for path in paths}
    names = [entry[1] for pair in entries.values() for entry in pair if entry is not None]
    texts = repository.blobs(names, largest=_LARGEST)

    def differs(path: str) -> bool:
        pair = entries[path]
        if any(
            entry and (entry[0] in (SYMLINK, SUBMODULE) or entry[1] not in texts) for entry in pair
        ):
            return True
        return tools_differ(path, *(None if entry is None else texts[entry[1]] for entry in pair))

    return tuple(filter(differs, paths))


def judges_of(
    repository: Repository,
    tree: str,
    commands: Mapping[str, str],
    judged_by: Collection[str],
    tests: tuple[str, ...],
) -> Judges:
    """The files that judge, but for the build. A test is no judge, nor are settings.

    Of what commands of tests name, a file that product code imports is product code, too.
    """
    files, found = files_of(repository, tree), dict[bool, set[str]]()

    def read(path: str) -> bytes | None:
        return read_file(repository, tree, path)

    def is_own_test(path: str) -> bool:
        return is_test(path, tests)

    for step, command in commands.items():
        is_tested = step in TEST_STEPS
        named: set[str] = set()
        if is_tested:
            named = judging_files(command, files, read, is_own_test)
            named = {path for path in named if not is_own_test(path)}
        elif step != "build":
            named = all_files_run(command, files, read)
        found.setdefault(is_tested, set()).update(
            path for path in named if not matches(path, SETTINGS)
        )
    named = found.get(True, set())

    def is_used(path: str) -> bool:
        users = importers(repository, tree, path)
        return any(user not in named and not is_own_test(user) for user in users)

    declared = tuple(pattern.removeprefix("!") for pattern in judged_by)
    scripts = {path for path in named if not is_task_file(path) and not is_document(path)}
    checks = found.get(False, set()) - named
    return Judges(
        (*PROGRAMS, *(pattern_of(path) for path in sorted(named) if not is_used(path)), *judged_by),
        tuple(pattern_of(path) for path in sorted(checks) if not importers(repository, tree, path)),
        frozenset(path for path in scripts if not matches(path, declared) and not is_used(path)),
        declared,
        tuple(command for step, command in commands.items() if step in TEST_STEPS),
    )


def setup_files(repository: Repository, tree: str, setup: str) -> set[str]:
    """The files that a setup names, also through others, but for those of task runners."""
    files, read = files_of(repository, tree), partial(read_file, repository, tree)
    named = judging_files(setup, files, read, is_test)
    return {path for path in named if not is_task_file(path)}


def has_known_tests(repository: Repository, tree: str, tests: tuple[str, ...]) -> bool:
    """Whether a file of the base is known to be a test; in Rust, product code may have some."""
    return any(
        path.endswith(".rs") or has_tests(path, tests) for path in files_of(repository, tree)
    )
