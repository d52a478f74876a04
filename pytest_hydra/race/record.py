"""The record of a race: plain values, its policy included, from which everything is decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from pytest_hydra.engine.unit import CommandRun
from pytest_hydra.git.diff import FileChange
from pytest_hydra.results.outcomes import Sign

BASE = "base"
"""The agent name that stands for the base commit itself."""
KNOWN_BAD = "_known-bad"
"""The agent name that stands for the base with its product code broken."""

ACCEPTANCE = "acceptance"
"""The step that runs the tests of the task, its dimension and its gate."""
TEST_STEPS = ("tests", ACCEPTANCE)
"""The steps that run tests and decide; the name of a further run begins with one of these."""
AGREEMENT = "agreement"
"""The dimension for the results of other candidates' tests."""
GATES = "gates"
"""The name of the item for all gates of a candidate."""
RACE = "race"
"""The name of the item for the whole race."""
TESTS_OF = "tests.of."
"""Prefix of the steps that run the new tests of another candidate; the agent's name follows."""


FORMULAS = "hydra-2"
"""Name of the current formulas for scores; other formulas have another name."""
FIRST_FORMULAS = "hydra-1"
"""Name of the formulas in earlier recordings, which are still decided by them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnDimension:
    """A dimension that the project adds. ``gate`` is the score below which it blocks, if any.

    If ``score`` is ``judge``, a judge grades the change by the ``criteria``. If it is ``plugin``,
    a plugin measures the dimension.
    """

    name: str
    weight: float = 10
    gate: float | None = None
    score: Literal["exit", "regex", "json", "junit", "sarif", "judge", "plugin"] = "exit"
    criteria: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiver:
    """A person's permission for one candidate, with this tree, to pass a gate.

    ``tree`` is the id of the tree, or a prefix of it. ``file`` limits the waiver to objections
    about matching files. ``until`` is the last day on which it is valid, such as ``2026-12-31``.
    """

    agent: str
    gate: str
    reason: str
    tree: str
    file: str | None = None
    until: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """USD per million tokens that a model reads (``input``) and writes (``output``)."""

    input: float
    output: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Acceptance:
    """The tests of the task: their ``files``, and the ids that must pass. Without ids, all must."""

    files: tuple[str, ...] = ()
    fail_to_pass: tuple[str, ...] = ()
    pass_to_pass: tuple[str, ...] = ()


_WEIGHTS: dict[str, float] = {
    "build": 30,
    "tests": 30,
    "lint": 15,
    "diff_scope": 15,
    "speed": 10,
    "cost": 0,
    "security": 0,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """The rules for candidates. ``weights`` are by dimension; paths match as in .gitignore.

    ``security`` is whether there is a security command. Without ``test_files`` the usual places
    count. With ``max_dropped_tests`` every test that is gone counts as dropped, also if it moved.
    """

    formulas: str = FORMULAS
    require: Literal["one", "all", "none"] = "one"
    weights: Mapping[str, float] = field(default_factory=_WEIGHTS.copy)
    security: bool = False
    require_build_pass: bool = True
    max_test_regression_percent: float = 0
    max_dropped_tests: int | None = None
    require_security_pass: bool = True
    allow_empty_diff: bool = False
    require_isolation: bool = False
    max_files_soft: int = 20
    max_churn_soft: int = 800
    protected_paths: tuple[str, ...] = ()
    allowed_paths: tuple[str, ...] = ()
    speed_of_failed: bool = True
    test_files: tuple[str, ...] = ()
    removed_ok: tuple[str, ...] = ()
    changed_ok: tuple[str, ...] = ()
    dimensions: tuple[OwnDimension, ...] = ()
    waivers: tuple[Waiver, ...] = ()
    prices: Mapping[str, Price] = field(default_factory=dict)
    acceptance: Acceptance | None = None
    cross_examination: bool = False

    @property
    def is_first(self) -> bool:
        """Whether the first formulas apply."""
        return self.formulas == FIRST_FORMULAS

    @property
    def names(self) -> tuple[str, ...]:
        """The dimensions of the race, in display order.

        Cost and security are included if they have a weight, security also if it has a command.
        Agreement is included if candidates are cross-examined.
        """
        optional = {"cost": self.weight("cost") > 0, "security": self.security}
        names = [name for name in _WEIGHTS if optional.get(name, True) or self.weight(name) > 0]
        names[2:2] = [] if self.acceptance is None else ["acceptance"]
        names += [AGREEMENT] if self.cross_examination else []
        return (*names, *(dimension.name for dimension in self.dimensions))

    def weight(self, name: str) -> float:
        """The nominal weight of a dimension."""
        own = next((dimension.weight for dimension in self.dimensions if dimension.name == name), 0)
        return self.weights.get(name, own)


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A candidate, or the base, pinned to a tree; or a ``problem``, why it could not be pinned.

    ``named`` is the source as given, and ``commit`` its commit, if it has one; the change starts
    from ``merge_base``. ``untracked`` are untracked files taken from a worktree. ``notes`` list
    what was not examined, and links that lead out of the tree. ``patch`` is the path of the diff
    from the base's tree, relative to the run folder. ``duration_seconds``, ``cost_usd``,
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
    patch: str | None = None
    duration_seconds: float | None = None
    cost_usd: float | None = None
    tokens: Mapping[str, int] | None = None
    model: str | None = None

    @property
    def is_pinned(self) -> bool:
        """Whether there is a tree that can be measured."""
        return self.problem is None and self.tree is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldedTest:
    """A test of the base that is now a case of another test in its file, by their syntax trees.

    ``into`` is the id of that test without brackets, and ``cases`` is its number of cases. With 0
    cases, the test was renamed to ``into``. Both ids have the path of the file on the base.
    """

    test: str
    into: str
    cases: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateRecord:
    """The record of one candidate, or of the base (agent ``base``).

    ``runs`` are by step: ``build``, ``tests`` (the deciding run: if the candidate touched tests,
    with the base's tests in their place), ``tests.own`` (the candidate's own new and changed test
    files), ``tests.new`` (the same files over the base's code), ``tests.rerun.N``, ``acceptance``
    (the base's tests, overlaid with those of the task), ``tests.of.AGENT`` (the new test files of
    another candidate, on this one's code), ``lint``, ``security``, and own dimensions by name. A
    step that was not run is absent.

    ``edited_tests`` are definitions that the candidate changed in test files:
    ``path::TestA::test_b`` as in the ids of the base's tests, without the brackets of a
    parametrised test, or only a path for all tests of the file. None is unknown: then all tests of
    the changed files count as edited. ``folded_tests`` are gone by name, and live on as cases of
    other tests, or renamed. ``test_files`` are changed files that count as tests because the
    base's run collected tests from them, or because only tests use them. ``product_files`` do not
    count as tests, as no tests were collected from them. ``signs`` were found in the change; None
    if it was not examined.
    """

    source: Source
    runs: Mapping[str, CommandRun] = field(default_factory=dict)
    isolation: Literal["bubblewrap", "none"] = "none"
    edited_tests: tuple[str, ...] | None = None
    folded_tests: tuple[FoldedTest, ...] = ()
    test_files: tuple[str, ...] = ()
    product_files: tuple[str, ...] = ()
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
