"""The record of a race: plain values, its policy included, from which everything is decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

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
TESTS_OF = "tests.of."
"""Prefix of the steps that run the new tests of another candidate; the agent's name follows."""

Outcome = Literal["passed", "failed", "error", "skipped", "xfailed", "xpassed"]
OUTCOMES: tuple[Outcome, ...] = ("passed", "failed", "error", "skipped", "xfailed", "xpassed")
Evidence = Literal["ids", "counts", "exit"]

NOT_STARTED = (126, 127)
"""Exit codes of a shell whose program cannot be executed, or was not found."""

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
class FileChange:
    """One file that differs between two trees. Paths are relative, with ``/``, never escaped.

    ``added`` and ``removed`` are numbers of lines, 0 for a binary file. Of these, ``moved`` lines
    also occur elsewhere in the same change, and ``formatting`` lines change only how the code
    looks; both numbers include added and removed lines.
    """

    path: str
    status: Literal["added", "deleted", "modified", "renamed", "type_changed"]
    added: int = 0
    removed: int = 0
    old_path: str | None = None
    binary: bool = False
    moved: int = 0
    formatting: int = 0
    kind: Literal["source", "lock", "generated"] = "source"
    mode: str = "100644"
    old_mode: str = "100644"


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
class Sign:
    """Something in a change that may be meant to mislead the judgment of it.

    ``kind`` is what was found, such as ``test-emptied`` or ``lever``; it decides what the sign
    means for a verdict. ``file`` is its path in the candidate, or on the base if it is gone, and
    ``line`` is in that file, from 1. ``text`` describes what was found, and may quote it.
    """

    kind: str
    file: str
    line: int | None = None
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TestRun:
    """The results of one run of a test command.

    ``outcomes`` are by test id (empty unless ``evidence`` is ids). ``files`` maps an id to its
    file, relative to the workspace, if known. ``counts`` are by outcome. ``source`` is where the
    results come from: recorder, junit, ctrf, tap, cargo, go, jest, stdout, exit. ``problems`` are
    reasons not to trust them, such as a record without its end. ``modules`` are product modules
    that were loaded from outside the workspace, with their file. ``examples`` are the sha256 of
    each example that a documentation test runs, by test id. ``signs`` report what took part in
    the run: changes to the runner, hooks, and levers that code of the workspace used. Signs that
    the base has too may have good reasons.
    """

    __test__: ClassVar[bool] = False  # not a test class, despite its name

    evidence: Evidence
    source: str
    outcomes: Mapping[str, Outcome] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    modules: Mapping[str, str] = field(default_factory=dict)
    examples: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    signs: tuple[Sign, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One finding of a linter; ``text`` is the line that it is about, with normalised blanks."""

    rule: str
    file: str
    line: int | None = None
    severity: Literal["error", "warning"] = "error"
    text: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LintRun:
    """The results of a linter. ``errors`` and ``warnings`` count findings, or are as printed.

    ``evidence`` is exit if there is only the exit code, which counts as one error or none.
    """

    evidence: Evidence
    source: str
    findings: tuple[Finding, ...] = ()
    errors: int = 0
    warnings: int = 0
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Opinion:
    """The opinion of a judge on a change: ``said`` for people, ``record`` for a replay.

    ``mock``: no judge read the change. ``digest`` is the sha256 of the question, None if there was
    no question.
    """

    judge: str
    said: str
    mock: bool = False
    digest: str | None = None
    record: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandRun:
    """One command that was run in a workspace, with its results; or one call of a judge.

    ``status``: *done* with its ``exit`` code (negative: the signal that ended it), *timeout*, or
    *broken*: it could not be run at all, or another program ended it, which is not its fault;
    ``problem`` says why. ``tail`` holds the last lines of its output; ``log`` is the file with all
    of it, relative to the run folder. ``outputs`` is the number of outputs that it should make,
    and ``missing`` are those that it did not make. ``cached``: an earlier session ran it. If only
    the tests of some files were run, these are ``files``.
    """

    name: str
    command: str
    status: Literal["done", "timeout", "broken"]
    exit: int | None = None
    seconds: float = 0.0
    timeout_seconds: float | None = None
    problem: str | None = None
    tail: str = ""
    log: str | None = None
    missing: tuple[str, ...] = ()
    outputs: int = 0
    tests: TestRun | None = None
    lint: LintRun | None = None
    score: float | None = None
    judged: Opinion | None = None
    cached: bool = False
    files: tuple[str, ...] = ()

    @property
    def was_cut_off(self) -> bool:
        """Whether another program ended it, so that another try may end differently."""
        return self.status == "broken" and self.exit not in (None, *NOT_STARTED)

    @property
    def succeeded(self) -> bool:
        """Whether it ran, ended with 0, and made all its outputs."""
        return self.status == "done" and self.exit == 0 and not self.missing


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
