"""A race before anything runs: its base, the rules that hold, and what each step is run on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_hydra.candidates.compare.suite import (
    lint_paths,
    own_test_paths,
    test_paths,
    touched_tests,
)
from pytest_hydra.candidates.recording import BASE, Source
from pytest_hydra.candidates.results.command_lines import is_pytest
from pytest_hydra.candidates.run.plans import Plans
from pytest_hydra.candidates.run.steering import overlay_base
from pytest_hydra.candidates.source.git import Repository, SourceError
from pytest_hydra.candidates.source.pins import head_has_commits_beyond, pin_base
from pytest_hydra.candidates.source.trees import compose_tree, read_file
from pytest_hydra.candidates.workspace.isolation import Isolation, isolation_of
from pytest_hydra.core.text import one_line
from pytest_hydra.record.files import make_folder
from pytest_hydra.settings.policy import Policy, policy_of

if TYPE_CHECKING:
    from pytest_hydra.settings.file import Settings
    from pytest_hydra.settings.race import RaceSettings

# Of [race] what is run, and what is demanded, is for those to say who say how it is scored.
_RULED = ("require", "setup", "share")

Rules = Callable[[bytes, str], "Settings"]


@dataclass(frozen=True, slots=True)
class Material:
    """What a step is run on: a tree, on what the build of ``whose`` left; and with which tests.

    ``files`` are the test files that alone are run; all where there are none.
    """

    tree: str
    whose: str
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """What is known before anything runs.

    ``ruling`` are the settings whose scoring, prices and sandbox count, and ``whose`` says where
    they come from; ``race`` is the race by them.
    """

    repository: Repository
    base: Source
    ruling: Settings
    whose: str
    race: RaceSettings
    policy: Policy
    isolation: Isolation
    plans: Plans

    def material(self, source: Source, step: str) -> Material | None:
        """What a step of a candidate, or the base, is run on; None where there is nothing to run.

        Raises SourceError for a tree that cannot be read.
        """
        if source.tree is None:
            return None
        base, tree, agent = str(self.base.tree), source.tree, source.agent
        name = step.partition(".rerun.")[0]
        if agent == BASE or name not in ("tests", "tests.own", "tests.new", "lint"):
            return Material(tree, agent)
        changes = source.changes
        if name in ("tests", "lint"):
            paths = lint_paths(changes) if name == "lint" else test_paths(changes, self.policy)
            return Material(overlay_base(self.repository, tree, base, paths, self.policy), agent)
        own = own_test_paths(changes, self.policy)
        if not touched_tests(changes, self.policy):
            return None
        # Which tests went with a file only pytest's ids tell; of others, those that are left are
        # asked.
        if name == "tests.own" and (own or not is_pytest(self.plans.command("tests"))):
            return Material(tree, agent, own)
        if not own:
            return None
        return Material(compose_tree(self.repository, base, tree, own), BASE, own)


def prepare(settings: Settings, rules: Rules, *, named: bool) -> Prepared:
    """Find the base, and the rules that hold.

    ``rules`` reads a hydra.toml of the base, given its bytes and what to call it. ``named``: the
    settings were named by a person, and count whatever the base says. Raises HydraError where the
    base, or the policy that holds, cannot be read.
    """
    repository = Repository.find(settings.root, make_folder(settings.root, "objects"))
    try:
        base = pin_base(repository, settings.race.base)
    except SourceError as error:
        raise SourceError(
            f"the base of the race: {error} ([race] base in hydra.toml says which it is, or "
            "--hydra-base)"
        ) from None
    ruling, whose = _ruling(settings, repository, base, rules, named=named)
    race = settings.race.model_copy(update={name: getattr(ruling.race, name) for name in _RULED})
    isolation = isolation_of(ruling.sandbox, repository.path, race.share)
    return Prepared(
        repository=repository,
        base=base,
        ruling=ruling,
        whose=whose,
        race=race,
        policy=policy_of(race, ruling.scoring, ruling.prices),
        isolation=isolation,
        plans=Plans(
            ruling.scoring, race, repository, str(base.tree), settings.root, isolation=isolation
        ),
    )


def _ruling(
    settings: Settings, repository: Repository, base: Source, rules: Rules, *, named: bool
) -> tuple[Settings, str]:
    """The settings whose scoring counts, and whose they are."""
    file, commit = settings.file, str(base.commit)
    if file is None:
        return settings, "the defaults"
    if named or not head_has_commits_beyond(repository, commit):
        return settings, "the working tree"
    path = file.resolve().relative_to(repository.path.resolve()).as_posix()
    text = read_file(repository, str(base.tree), path)
    if text is None:
        raise SourceError(
            f"there is no {path} at the base ({one_line(settings.race.base, 60)}, "
            f"{commit[:12]}), and HEAD has commits that the base lacks, so that its "
            "own cannot be trusted to judge them; commit it to the base, or name the one that "
            f"counts: --hydra-config {path}"
        )
    return rules(text, f"{file.name} at {commit[:12]}"), "the base commit"
