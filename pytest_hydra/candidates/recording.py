"""What a race records: plain values, its policy among them, from which everything is decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

BASE = "base"
"""Stands where an agent's name would: the base commit itself."""
KNOWN_BAD = "_known-bad"
"""Stands where an agent's name would, and is none: the base with its product code broken."""

ACCEPTANCE = "acceptance"
"""The run of the tests of the task, its dimension and its gate."""
AGREEMENT = "agreement"
"""The dimension of what the tests of other candidates say."""
TESTS_OF = "tests.of."
"""How the steps begin by which the new tests of another candidate, named behind it, are run."""

Outcome = Literal["passed", "failed", "error", "skipped", "xfailed", "xpassed"]
OUTCOMES: tuple[Outcome, ...] = ("passed", "failed", "error", "skipped", "xfailed", "xpassed")
Evidence = Literal["ids", "counts", "exit"]

NOT_STARTED = (126, 127)
"""How a shell ends whose program cannot be executed, or was not found."""

FORMULAS = "hydra-2"
"""The formulas by which scores are made; others have another name."""
FIRST_FORMULAS = "hydra-1"
"""Those of earlier recordings, which are decided by them again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnDimension:
    """A dimension that the project adds. ``gate`` is the score below which it blocks, if any.

    ``criteria`` are what a judge grades the change by, where ``score`` is ``judge``. Where it is
    ``plugin``, a plugin offers the dimension.
    """

    name: str
    weight: float = 10
    gate: float | None = None
    score: Literal["exit", "regex", "json", "junit", "sarif", "judge", "plugin"] = "exit"
    criteria: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiver:
    """A person's word that a gate may be passed, by one candidate with this tree.

    ``tree`` is the id of the tree or how it begins; ``file`` narrows it to what is said of a file;
    ``until`` is the last day on which it holds, such as ``2026-12-31``.
    """

    agent: str
    gate: str
    reason: str
    tree: str
    file: str | None = None
    until: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """USD for a million tokens that a model reads, and writes."""

    input: float
    output: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Acceptance:
    """The tests of the task: their ``files``, and by id which of them must pass, or all of them."""

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
    """What candidates are held to. ``weights`` are by dimension; paths match as in .gitignore.

    ``security`` says whether there is a security command. ``test_files`` is empty where the usual
    places are meant. With ``max_dropped_tests`` a test that is gone is lost, whatever became of it.
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
        """Whether the first formulas hold."""
        return self.formulas == FIRST_FORMULAS

    @property
    def names(self) -> tuple[str, ...]:
        """The dimensions of the race, in the order in which they are shown.

        Cost and security are among them where they weigh something, security also where it has
        a command; the agreement where candidates are cross-examined.
        """
        optional = {"cost": self.weight("cost") > 0, "security": self.security}
        known = [name for name in _WEIGHTS if optional.get(name, True) or self.weight(name) > 0]
        known[2:2] = [] if self.acceptance is None else ["acceptance"]
        known += [AGREEMENT] if self.cross_examination else []
        return (*known, *(dimension.name for dimension in self.dimensions))

    def weight(self, name: str) -> float:
        """The nominal weight of a dimension."""
        own = next((dimension.weight for dimension in self.dimensions if dimension.name == name), 0)
        return self.weights.get(name, own)


@dataclass(frozen=True, slots=True, kw_only=True)
class FileChange:
    """One file that differs between two trees. Paths are relative, with ``/``, escaped nowhere.

    ``added`` and ``removed`` are lines, 0 for a binary file. Of these, ``moved`` lines stand
    elsewhere in the same change too (both sides counted), and ``formatting`` lines change nothing
    but how the code looks (both sides counted).
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
    """A candidate, or the base, pinned to a tree; or ``problem``: why it could not be.

    ``commit`` is what was named, where it is a commit; ``merge_base`` where its change began.
    ``untracked`` were taken from a worktree. ``notes`` say what was not looked at, and what leads
    out of the tree. ``patch`` is the path of the diff from the base's tree, relative to the run
    folder. ``duration_seconds``, ``cost_usd``, ``tokens`` (``input``, ``output``) and ``model``, by
    which they have a price, are what is known of the agent's own work.
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
    """Something in a change that may be meant to mislead whoever judges it.

    ``kind`` is what was seen, such as ``test-emptied`` or ``lever``: what it means for a verdict is
    decided by it. ``file`` is the path that it has in the candidate, or had on the base where it is
    gone; ``line`` counts from 1 there. ``text`` says in words what stands there, and may quote it.
    """

    kind: str
    file: str
    line: int | None = None
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TestRun:
    """What one run of a test command told of its tests.

    ``outcomes`` are by test id (empty unless ``evidence`` is ids); ``files`` names the file of an
    id, relative to the workspace, where that is known. ``counts`` are by outcome. ``source`` is
    who told: recorder, junit, ctrf, tap, cargo, go, jest, stdout, exit. ``problems`` are reasons
    why it must not be believed, such as a record without its end. ``modules`` are product modules
    that were loaded from outside the workspace, with their file. ``examples`` are what tests of
    documentation run, the sha256 of each by test id. ``signs`` are of what took part in
    it: changes to the runner, hooks, levers that code of the workspace used. There may be good
    reasons for what is on the base too.
    """

    __test__: ClassVar[bool] = False  # its name is not that of a class of tests

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
    """One finding of a linter; ``text`` is the line it speaks of, with its blanks normalised."""

    rule: str
    file: str
    line: int | None = None
    severity: Literal["error", "warning"] = "error"
    text: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LintRun:
    """What a linter told. ``errors`` and ``warnings`` count the findings, or what was printed.

    ``evidence`` is exit when there is nothing but the exit code: one error, or none.
    """

    evidence: Evidence
    source: str
    findings: tuple[Finding, ...] = ()
    errors: int = 0
    warnings: int = 0
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What a judge said of a change: in words, and as it was kept, by which it comes out again.

    ``mock``: no judge read anything. ``digest`` is the sha256 of the question, None where none was
    made.
    """

    judge: str
    said: str
    mock: bool = False
    digest: str | None = None
    record: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandRun:
    """One command that was run in a workspace, and what it told; or a judge that was asked.

    ``status``: *done* with its ``exit`` code (negative: the signal that ended it), *timeout*, or
    *broken*: it could not be run at all, or others ended it, which is not its fault; ``problem``
    says why. ``tail`` are the last lines of its output; ``log`` is the file with all of it,
    relative to the run folder. ``missing`` are the outputs that it should have made and did not, of
    so many ``outputs``. ``cached``: an earlier session ran it. ``files`` are those whose tests
    alone were run, where these are not all.
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
    judged: Judged | None = None
    cached: bool = False
    files: tuple[str, ...] = ()

    @property
    def was_cut_off(self) -> bool:
        """Whether others ended it, so that it may well end otherwise another time."""
        return self.status == "broken" and self.exit not in (None, *NOT_STARTED)

    @property
    def succeeded(self) -> bool:
        """Whether it ran, ended with 0, and made what it should have made."""
        return self.status == "done" and self.exit == 0 and not self.missing


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldedTest:
    """A test of the base that is a case of another test of its file now, by their trees alone.

    ``into`` is that test without the brackets of its ``cases``, of which it has so many; without
    any, it is the test itself by another name. Both are named by the path of the file on the base.
    """

    test: str
    into: str
    cases: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateRecord:
    """All that was recorded of one candidate, or of the base (agent ``base``).

    ``runs`` are by step: ``build``, ``tests`` (the run that decides: the base's tests laid over,
    where the candidate touched any), ``tests.own`` (the candidate's own new and changed test
    files), ``tests.new`` (the same files over the base's code), ``tests.rerun.N``, ``acceptance``
    (the base's tests with those of the task over them), ``tests.of.AGENT`` (the new test files of
    another candidate, on this one's code), ``lint``, ``security``, and own dimensions by name. A
    step that was not run is absent. ``edited_tests``
    are what the candidate defines otherwise in files of tests: ``path::TestA::test_b`` as in the
    ids of the base's tests, without the brackets of a parametrised one, or a path alone for all
    tests of the file. Where that is not known (None), all tests of the files that it changed stand
    for them. ``folded_tests`` are gone by their names, and live on as cases of others.
    ``test_files`` are changed ones that count as tests by what the base's run collected, or because
    tests alone know of them; ``product_files`` count as none, as nothing was collected from them.
    ``signs`` are what a look at the change found; None where it was not looked at.
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
    """One race: the base, its candidates, and the policy that they are held to.

    ``date`` is the day on which it was held (UTC, such as ``2026-12-31``): waivers end by it.
    Without it none that ends holds. ``known_bad`` is the base with its product code broken, by
    which the race is tried itself; None where that could not show anything.
    """

    base_ref: str
    base_commit: str
    policy: Policy
    base: CandidateRecord
    candidates: tuple[CandidateRecord, ...]
    date: str | None = None
    known_bad: CandidateRecord | None = None
