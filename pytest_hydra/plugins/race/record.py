"""The record of a race: plain values, its policy included, from which everything is decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from pytest_hydra.plugins.engine.unit import CommandRun
from pytest_hydra.plugins.git.diff import FileChange
from pytest_hydra.plugins.race.policy.race_tables import Policy
from pytest_hydra.plugins.results.outcomes import Sign

BASE = "base"
"""The agent name that stands for the base commit itself."""
KNOWN_BAD = "_known-bad"
"""The agent name that stands for the base with its product code broken."""

ACCEPTANCE = "acceptance"
"""The step that runs the tests of the task, its dimension and its gate."""
TEST_STEPS = ("tests", ACCEPTANCE)
"""The steps that run tests and decide; the name of a further run begins with one of these."""
MERGED = "tests.merged"
"""The step that runs all tests on a candidate's own tree, as they are after the merge."""
AGREEMENT = "agreement"
"""The dimension for the results of other candidates' tests."""
GATES = "gates"
"""The name of the item for all gates of a candidate."""
RACE = "race"
"""The name of the item for the whole race."""
TESTS_OF = "tests.of."
"""Prefix of the steps that run the new tests of another candidate; the agent's name follows."""

Role = Literal["task", "judge", "test", "lint", "settings", "mixed", "product"]
"""What a changed file is to a race; it decides whose version of it each run gets."""

FORMULAS = "hydra-3"
"""Name of the formulas for scores; other formulas have another name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A candidate, or the base, pinned to a tree; or a ``problem``, why it could not be pinned.

    ``named`` is the source as given, and ``commit`` its commit, if it has one; the change starts
    from ``merge_base``. ``untracked`` are untracked files taken from a worktree. ``notes`` list
    what was not examined, and links that lead out of the tree. ``roles`` has the role of each
    changed path. ``tests_known``: a file of the base is known to be a test, without which nobody
    knows whose tests ran on a candidate. ``patch`` is the path of the diff
    from the base's tree, relative to the run folder, and ``change`` its digest, which is the same
    on another base. ``duration_seconds``, ``cost_usd``,
    ``tokens`` (``input``, ``output``) and ``model``, which sets the price of the tokens, describe
    the agent's own work; None is unknown.
    """

    agent: str
    kind: Literal["base", "ref", "patch", "worktree", "command"]
    named: str
    tree: str | None = None
    problem: str | None = None
    commit: str | None = None
    merge_base: str | None = None
    untracked: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    changes: tuple[FileChange, ...] = ()
    roles: Mapping[str, Role] = field(default_factory=dict)
    tests_known: bool = True
    patch: str | None = None
    change: str | None = None
    duration_seconds: float | None = None
    cost_usd: float | None = None
    tokens: Mapping[str, int] | None = None
    model: str | None = None

    @property
    def is_pinned(self) -> bool:
        """Whether there is a tree that can be measured."""
        return self.problem is None and self.tree is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateRecord:
    """The record of one candidate, or of the base (agent ``base``).

    ``runs`` are by step: ``build``, ``tests`` (the deciding run: if the candidate touched tests,
    with the base's tests in their place), ``tests.own`` (the candidate's own new and changed test
    files), ``tests.new`` (the same files over the base's code), ``tests.merged`` (all as they are
    after the merge, if no other run was of that tree), ``tests.rerun.N``, ``acceptance``
    (the base's tests, overlaid with those of the task), ``tests.of.AGENT`` (the new test files of
    another candidate, on this one's code), ``lint``, ``security``, and own dimensions by name. A
    step that was not run is absent.

    ``signs`` were found in the change; None if it was not examined.
    """

    source: Source
    runs: Mapping[str, CommandRun] = field(default_factory=dict)
    isolation: Literal["bubblewrap", "none"] = "none"
    signs: tuple[Sign, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceRecord:
    """One race: the base, the candidates, and the policy that applies to them.

    ``date`` is the day of the race (UTC, such as ``2026-12-31``), with which the end of waivers is
    compared; without it, a waiver with an end is not valid. ``known_bad`` is the base with its
    product code broken, which checks the race itself; None if that could not show anything.
    """

    base_ref: str
    base_commit: str
    policy: Policy
    base: CandidateRecord
    candidates: tuple[CandidateRecord, ...]
    date: str | None = None
    known_bad: CandidateRecord | None = None
    formulas: str = FORMULAS

    def plain(self) -> dict[str, Any]:
        """The record as JSON values, with the settings of its policy that are not the default."""
        policy = self.policy.model_dump(mode="json", exclude_defaults=True)
        return {**asdict(self), "policy": policy}
