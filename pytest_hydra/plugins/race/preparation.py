"""Prepare a race before anything runs: its base, the rules in force, the trees of its steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pytest_hydra.core.text import one_line
from pytest_hydra.plugins.engine.isolation import Isolation, isolation_of
from pytest_hydra.plugins.engine.workshop import Surroundings, Workshop
from pytest_hydra.plugins.git.commits import head_has_commits_beyond, repository_at
from pytest_hydra.plugins.git.repository import Repository, SourceError
from pytest_hydra.plugins.git.trees import (
    compose_tree,
    importers,
    link_targets,
    read_file,
)
from pytest_hydra.plugins.race.change import pin_base
from pytest_hydra.plugins.race.ownership import (
    Ownership,
    Trees,
    column_of,
    has_known_tests,
    tree_of,
)
from pytest_hydra.plugins.race.policy.race_tables import policy_of
from pytest_hydra.plugins.race.record import Source
from pytest_hydra.plugins.race.roles import (
    TEST_CONFIGURATION,
    RoleRules,
    is_module_of_tests,
    own_tests,
    restored,
    touches_support,
)
from pytest_hydra.plugins.race.runner_configuration import CACHES
from pytest_hydra.plugins.race.step_commands import Commands, StepTree
from pytest_hydra.plugins.race.task_tests import AcceptanceTests, acceptance_tests
from pytest_hydra.plugins.results.command_lines import is_pytest
from pytest_hydra.plugins.results.parsers import PARSERS
from pytest_hydra.plugins.results.protocol import ResultParser

if TYPE_CHECKING:
    from pytest_hydra.plugins.race.decide.dimensions import Dimension
    from pytest_hydra.plugins.race.policy.race_tables import Policy, RaceSettings
    from pytest_hydra.record.runs import Reuse
    from pytest_hydra.settings import Settings

# Keys of [race] that come from the same settings as the scoring: they decide what is run and
# required.
_RULED = ("require", "setup", "share", "acceptance", "cross_examination")

Rules = Callable[[bytes, str], "Settings"]


class RaceOffers(NamedTuple):
    """Dimensions and result parsers of a session, by name: built-in ones, and those of plugins."""

    dimensions: Mapping[str, Dimension]
    parsers: Mapping[str, ResultParser]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A race before anything runs.

    ``ruling`` are the settings in force for scoring, prices and sandbox, and ``origin`` says where
    they come from. ``race`` is the race by these settings; ``settings`` are the session's own.
    ``acceptance`` are the tests of the task.
    """

    settings: Settings
    repository: Repository
    base: Source
    ruling: Settings
    origin: str
    race: RaceSettings
    policy: Policy
    isolation: Isolation
    commands: Commands
    acceptance: AcceptanceTests | None

    @property
    def rules(self) -> RoleRules:
        """What decides the role of a file, without reading it."""
        task = () if self.acceptance is None else self.acceptance.files
        tests = (*self.policy.scoring.tests.files, *self.commands.loaded)
        links = link_targets(self.repository, str(self.base.tree))
        return RoleRules(task, self.commands.judges, tests, links=links)

    @property
    def header(self) -> tuple[str, ...]:
        """Lines about the commands and their tests for the session's header."""
        commands = self.commands
        # pytest reports the files of its tests.
        if (
            self.base.tests_known
            or not commands.has("tests")
            or is_pytest(commands.command("tests"))
        ):
            return commands.header
        return (*commands.header, "no file is known to be a test: set [scoring.tests] files")

    def unit(self, source: Source, step: str, ownership: Ownership) -> StepTree | None:
        """The unit for a step of a candidate, or the base; None if there is nothing to run.

        Raises SourceError for a tree that cannot be read.
        """
        if source.tree is None:
            return None
        column, rules = column_of(step), ownership.rules
        unit = StepTree(agent=source.agent, step=step, tree=source.tree, on=source)
        if column == "build":
            return unit
        if self.commands.setup is not None or self.commands.builds:
            unit = replace(unit, restored=restored(column, rules))
        unit = replace(unit, tree=self._tree(source, step, ownership))
        if column == "acceptance" and self.acceptance is not None:
            unit = replace(unit, files=self._acceptance_files(self.acceptance))
        if column not in ("tests.own", "tests.new"):
            return unit
        own = own_tests(source.changes, ownership.roles)
        if not ownership.touches_tests:
            return None
        # Only pytest's ids show which tests went with a deleted file; for other runners, run the
        # tests that are left.
        if column == "tests.own" and (own or not is_pytest(self.commands.command("tests"))):
            # Code around tests may affect all of them.
            files = () if touches_support(source.changes, ownership.roles) else own
            return replace(unit, files=files)
        if column == "tests.own" or not own or ownership.spliced:
            return None  # tests in product code cannot run on the base's code
        return replace(unit, on=self.base)

    def with_tests_of(
        self, source: Source, ownership: Ownership, author: Source, theirs: Ownership
    ) -> StepTree | None:
        """The base's tests on a candidate's code, overlaid with the test files of an author.

        ``ownership`` belongs to the candidate, ``theirs`` to the author. None if there are no such
        files, or the code is the same as the author's. Raises SourceError.
        """
        own = own_tests(author.changes, theirs.roles)
        if author.tree is None or not own or theirs.spliced:  # tests in product code cannot move
            return None
        units = [self.unit(source, "tests", ownership), self.unit(author, "tests", theirs)]
        trees = [
            compose_tree(self.repository, unit.tree, author.tree, own) for unit in units if unit
        ]
        unit = units[0]
        return replace(unit, tree=trees[0]) if unit is not None and trees[0] != trees[1] else None

    def _tree(self, source: Source, step: str, ownership: Ownership) -> str:
        # The known-bad candidate is the base with other product code.
        base = source.tree if source.kind == "base" else self.base.tree
        task = None if self.acceptance is None else self.acceptance.tree
        trees = Trees(str(base), str(source.tree), task)
        return tree_of(self.repository, step, trees, ownership)

    def _acceptance_files(self, task: AcceptanceTests) -> tuple[str, ...]:
        """The files whose tests are run; none, for all, if others may depend on the task's."""
        ids = self.policy.race.acceptance
        tests = (*ids.fail_to_pass, *ids.pass_to_pass) if ids is not None else ()
        files = {*task.files, *(test.partition("::")[0] for test in tests)}
        alone = all(
            is_module_of_tests(path) and not importers(self.repository, task.tree, path)
            for path in files
        )
        return tuple(sorted(files)) if alone else ()


def prepare(
    settings: Settings,
    rules: Rules,
    parsers: Mapping[str, ResultParser] = PARSERS,
    *,
    explicit: bool,
) -> Prepared:
    """Find the base, and the rules in force.

    ``rules`` reads a hydra.toml of the base, from its bytes and a name for messages. ``parsers``
    are the supported formats of results. ``explicit``: a person named the settings, so that they
    count instead of the base's. Raises HydraError if the base, or the policy, cannot be read.
    """
    repository = repository_at(settings.root)
    try:
        base = pin_base(repository, settings.table("race").base)
    except SourceError as error:
        raise SourceError(
            f"the base of the race: {error} (set [race] base in hydra.toml, or --hydra-base)"
        ) from None
    ruling, origin = _ruling(settings, repository, base, rules, explicit=explicit)
    race = settings.table("race").model_copy(
        update={name: getattr(ruling.table("race"), name) for name in _RULED}
    )
    policy = policy_of(race, ruling.table("scoring"), ruling.prices)
    task = acceptance_tests(repository, base, race, settings.root, policy)
    isolation = isolation_of(ruling.table("sandbox"), repository.path, race.share, CACHES)
    if task is not None:
        policy = policy.model_copy(update={"task_files": list(task.files)})
        isolation = replace(isolation, hidden=(task.place,) if task.place is not None else ())
    commands = Commands(
        ruling.table("scoring"),
        race,
        repository,
        str(base.tree),
        settings.root,
        isolation=isolation,
        parsers=parsers,
        acceptance=() if task is None else task.present,
    )
    if commands.has("tests"):
        patterns = (*policy.scoring.tests.files, *policy.scoring.judged_by)
        known = has_known_tests(repository, str(base.tree), patterns)
        base = replace(base, tests_known=known or bool(commands.judges.scripts))
    return Prepared(
        settings=settings,
        repository=repository,
        base=base,
        ruling=ruling,
        origin=origin,
        race=race,
        policy=policy,
        isolation=isolation,
        commands=commands,
        acceptance=task,
    )


def open_workshop(ready: Prepared, reuse: Reuse) -> Workshop:
    """The workshop in which the commands of a race run."""
    surroundings = Surroundings(
        root=ready.settings.root,
        repository=ready.repository,
        isolation=ready.isolation,
        tools=ready.commands.tools,
        shares=tuple(map(Path, ready.race.share)),
        watched=TEST_CONFIGURATION,
    )
    return Workshop(surroundings, reuse)


def _ruling(
    settings: Settings, repository: Repository, base: Source, rules: Rules, *, explicit: bool
) -> tuple[Settings, str]:
    """The settings whose scoring counts, and where they come from."""
    file, commit = settings.file, str(base.commit)
    if file is None:
        return settings, "the defaults"
    if explicit or not head_has_commits_beyond(repository, commit):
        return settings, "the working tree"
    path = file.resolve().relative_to(repository.path.resolve()).as_posix()
    text = read_file(repository, str(base.tree), path)
    if text is None:
        raise SourceError(
            f"there is no {path} at the base ({one_line(settings.table('race').base, 60)}, "
            f"{commit[:12]}), and HEAD has commits that the base lacks, so HEAD's file cannot "
            f"judge them; commit it to the base, or use --hydra-config {path}"
        )
    return rules(text, f"{file.name} at {commit[:12]}"), "the base commit"
