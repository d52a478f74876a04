"""What is decided of a race: dimensions, gates, verdicts, and the order of candidates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal, NamedTuple

from pytest_hydra.candidates.paths import matches, pattern_of
from pytest_hydra.candidates.recording import (
    CandidateRecord,
    Evidence,
    Policy,
    RaceRecord,
    Source,
    Waiver,
)
from pytest_hydra.core.gates import Gate, GateState, Mergeable
from pytest_hydra.core.numbers import Exact, six_places
from pytest_hydra.core.plain import plain, safe_text
from pytest_hydra.core.scorecard import Outcome
from pytest_hydra.core.text import one_line

_REASON = 200
# So much of a tree's id stands in what a person is given to paste, and so many files of a gate.
_TREE = 12
_FILES = 3
# What changes nothing leaves nothing to be let through.
_NOT_WAIVED = ("source", "empty_diff")


@dataclass(frozen=True, slots=True)
class Objection:
    """One reason why a gate does not pass, and the files that it is about, where it is about any.

    The reason is printable.
    """

    state: GateState
    reason: str
    files: tuple[str, ...] = ()


Objections = tuple[Objection, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TestsResult:
    """What became of the base's tests, by id, sorted.

    ``lost`` passed on the base and do not any more, or are gone; ``dropped`` are gone; ``added``
    are new, whether they count or not; ``disputed`` fail as the base has them, and pass as the
    candidate does; ``flaky`` have left the count.
    """

    __test__ = False  # its name is not that of a class of tests

    evidence: Evidence
    lost: tuple[str, ...] = ()
    fixed: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    disputed: tuple[str, ...] = ()
    flaky: tuple[str, ...] = ()


@dataclass(slots=True, kw_only=True)
class Comparison:
    """Tests by id. Those of the base that are in the count are ``counted``.

    Of these, ``base_passed`` passed on the base and ``passed`` pass here. What passed and does not
    any more is in one of ``failing``, ``silenced`` (skipped, or expected to fail), ``unheard`` (not
    run), ``gone`` (it would pass, and is not there) and ``disputed`` (it fails as the base has it,
    and passes as the candidate has it). ``dropped`` are all that are not there any more, whatever
    they did. ``flaky`` are unstable on the base, also those of which there are as many in no two
    runs of it; ``unstable`` only here: both have left the count, and so have those that are
    ``replaced``: what passed on the base, and is another test in the run that decides. ``untold``
    are such of the flaky ones that did here what they did in no run of the base.

    ``muted`` failed on the base, and the candidate has them skipped or expected to fail instead.
    ``added`` are tests that the base has not, ``new`` those of them that count, and ``new_failing``
    those that fail. ``own_failing`` are tests of the base that fail as the candidate has them, and
    pass as the base has them.
    ``folded`` are gone as well, but live on: cases of the test named beside them, all of which pass
    as the candidate has them. ``buried`` are those of ``dropped`` that cannot be collected as the
    candidate has them. What is gone and hides nothing, as the base's version tells all of it, has
    ``moved``: it lives on by the id beside it, or nowhere. ``max_dropped_tests`` knows none such.
    ``supported`` fail as the base has them, and pass here by what was changed around them alone;
    ``unsupported`` fail by what was changed around them, in files that tests alone know of.
    ``settled`` are otherwise in the tests of the task, where they pass or are gone.
    ``unknown`` says why it cannot be told what is dropped, where it cannot. ``nothing``: not one
    test could be run, by the word of who was to run them.
    """

    counted: set[str] = field(default_factory=set)
    base_passed: set[str] = field(default_factory=set)
    passed: set[str] = field(default_factory=set)
    failing: set[str] = field(default_factory=set)
    silenced: set[str] = field(default_factory=set)
    unheard: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)
    disputed: set[str] = field(default_factory=set)
    dropped: set[str] = field(default_factory=set)
    buried: set[str] = field(default_factory=set)
    folded: dict[str, str] = field(default_factory=dict)
    moved: dict[str, str | None] = field(default_factory=dict)
    supported: set[str] = field(default_factory=set)
    unsupported: set[str] = field(default_factory=set)
    settled: set[str] = field(default_factory=set)
    fixed: set[str] = field(default_factory=set)
    muted: set[str] = field(default_factory=set)
    flaky: set[str] = field(default_factory=set)
    untold: set[str] = field(default_factory=set)
    unstable: set[str] = field(default_factory=set)
    replaced: set[str] = field(default_factory=set)
    added: set[str] = field(default_factory=set)
    new: set[str] = field(default_factory=set)
    new_failing: set[str] = field(default_factory=set)
    own_failing: set[str] = field(default_factory=set)
    uncollected: set[str] = field(default_factory=set)
    own_uncollected: set[str] = field(default_factory=set)
    unknown: str | None = None
    nothing: bool = False

    @property
    def removed(self) -> set[str]:
        """What is gone, hides nothing, and lives on nowhere."""
        return {test for test, into in self.moved.items() if into is None}

    @property
    def regressed(self) -> set[str]:
        """What passed on the base and would not pass here, were it there or not."""
        return self.failing | self.silenced | self.unheard

    @property
    def lost(self) -> set[str]:
        """What passed on the base and does not pass here any more, or is gone."""
        return self.regressed | self.gone


@dataclass(frozen=True, slots=True)
class Review:
    """A place in a change that a person should look at. ``what`` is printable."""

    what: str
    file: str
    line: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TestsDetail:
    """What the dimension of the tests tells beside its score, and no other.

    ``dropped`` and ``tampering`` are what these gates have to say. ``noise`` is how much the score
    depends on tests that are flaky; ``regressed`` are the tests, by id, that passed on the base and
    never do here, or are not run here at all. ``loads`` is False where files of tests cannot be
    collected any more, by the word of who was to run them.
    """

    __test__ = False  # its name is not that of a class of tests

    dropped: Objections = ()
    tampering: Objections = ()
    result: TestsResult | None = None
    review: tuple[Review, ...] = ()
    noise: Exact = 0
    regressed: frozenset[str] = frozenset()
    loads: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class DimensionResult:
    """What one dimension of a candidate comes to, and what its gate has to say of it.

    ``score`` is from 0 to 100, None when it is not graded. ``missing``: there is no command or no
    data for it, so that it has no gate, and counts neither in the total nor in the coverage.
    ``inputs`` are what went into the formula, as JSON values.
    """

    name: str
    weight: Exact
    score: Exact | None = None
    message: str = ""
    missing: bool = False
    inputs: Mapping[str, Any] = field(default_factory=dict)
    objections: Objections = ()
    tests: TestsDetail = TestsDetail()


def check_of(dimension: DimensionResult, formulas: str) -> dict[str, Any]:
    """A dimension as reports have it, with the name of the formulas that its score is made by."""
    outcome = Outcome.UNGRADED
    if dimension.score is not None:
        outcome = Outcome.PASSED if dimension.score == 100 else Outcome.FAILED
    return {
        "name": dimension.name,
        "weight": six_places(dimension.weight),
        "outcome": str(outcome),
        "score": None if dimension.score is None else six_places(dimension.score),
        "missing": dimension.missing,
        "formula": f"{formulas}/{dimension.name}",
        "inputs": plain(dimension.inputs),
        "message": safe_text(dimension.message),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateResult:
    """What is decided of one candidate.

    ``total`` is from 0 to 100, None when nothing that weighs was graded; ``coverage`` from 0 to 1.
    ``churn`` are all lines added and removed. ``noise`` is how much the total depends on tests
    that are flaky. ``waivers`` are what would let it through its gates, were there a reason.
    """

    record: CandidateRecord
    verdict: Mergeable
    total: Exact | None
    coverage: Exact
    dimensions: tuple[DimensionResult, ...]
    gates: tuple[Gate, ...]
    tests: TestsResult | None
    review: tuple[Review, ...]
    churn: int
    cost_usd: Exact | None
    noise: Exact = 0
    waivers: tuple[Waiver, ...] = ()

    @property
    def agent(self) -> str:
        """Who made the change."""
        return self.record.source.agent

    @property
    def mergeable(self) -> bool:
        """Whether every gate passes."""
        return self.verdict is Mergeable.MERGEABLE

    def dimension(self, name: str) -> DimensionResult:
        """The dimension of this name. Raises KeyError."""
        return {entry.name: entry for entry in self.dimensions}[name]

    def gate(self, name: str) -> Gate | None:
        """The gate of this name; None where the candidate has none."""
        return next((entry for entry in self.gates if entry.name == name), None)


KnownBad = Literal["blocked", "passed", "not tried"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """What the race made of two candidates whose worth is known.

    ``known_bad`` is the base with its product code broken, and ``null`` the base itself.
    ``problem`` says why the race's verdicts cannot be trusted; None where nothing speaks against
    them.
    """

    known_bad: KnownBad
    null: Literal["gains nothing", "gains something"]
    problem: str | None = None


class Pair(NamedTuple):
    """The new tests of a candidate, by id, on the code of another, or of the base.

    What is in neither was skipped there, or not told of. ``problem`` says why some cannot be run.
    """

    author: str
    code: str
    passed: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    problem: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceResult:
    """What is decided of a race. ``candidates`` are in order; ``wanted`` is what nobody said.

    ``pairs`` are what the new tests of all make of each other's code, where that was asked.
    """

    record: RaceRecord
    candidates: tuple[CandidateResult, ...]
    audit: Audit
    wanted: tuple[str, ...] = ()
    pairs: tuple[Pair, ...] = ()

    @property
    def tie(self) -> tuple[str, str] | None:
        """The two best, where they differ by less than what flaky tests make of their totals."""
        if len(self.candidates) < 2:
            return None
        first, second = self.candidates[:2]
        if first.total is None or second.total is None or first.verdict is not second.verdict:
            return None
        apart: Exact = first.total - second.total
        near = any(-noise < apart < noise for noise in (first.noise, second.noise))
        return (first.agent, second.agent) if near else None

    @property
    def passed(self) -> bool:
        """Whether as many are mergeable as the policy requires."""
        mergeable = [candidate.mergeable for candidate in self.candidates]
        if self.record.policy.require == "none":
            return True
        return any(mergeable) and (self.record.policy.require == "one" or all(mergeable))

    def candidate(self, agent: str) -> CandidateResult:
        """The candidate of this agent. Raises KeyError."""
        return {entry.agent: entry for entry in self.candidates}[agent]


block = partial(Objection, GateState.BLOCK)
"""An objection that blocks."""

unproven = partial(Objection, GateState.UNPROVEN)
"""An objection that leaves open whether the gate passes."""


def together(objections: Objections) -> Objections:
    """What is said of the same files, and as strongly, as one objection."""
    merged: dict[tuple[GateState, tuple[str, ...]], Objection] = {}
    for at, objection in enumerate(objections):
        # What is about no file in particular stays by itself.
        key = (objection.state, objection.files or (f"\0{at}",))
        if key in merged:
            reason = f"{merged[key].reason}; {objection.reason}"
            merged[key] = replace(merged[key], reason=reason)
        else:
            merged[key] = objection
    return tuple(merged.values())


def gate_of(
    name: str, objections: Objections, source: Source, policy: Policy, date: str | None
) -> tuple[Gate, list[Waiver]]:
    """A gate that passes unless there are objections that nobody waived; and what would waive them.

    Those waivers are for the candidate's own tree, and for the files that the objections are about
    where these are few; a person would have to give the reason. ``date`` is the day of the record,
    by which waivers end.
    """
    waivers = [
        entry for entry in policy.waivers if (entry.agent, entry.gate) == (source.agent, name)
    ]
    # Days such as 2026-12-31 compare as text.
    valid = [
        entry
        for entry in waivers
        if source.tree is not None
        and source.tree.startswith(entry.tree)
        and (entry.until is None or (date is not None and date <= entry.until))
    ]
    open_, waived = [], []
    for objection in objections:
        by = _waived_by(objection, valid)
        if by is None:
            open_.append(objection)
        else:
            words = "; ".join(one_line(waiver.reason, _REASON) for waiver in by)
            waived.append(f"waived: {words} ({objection.reason})")
    # What decides comes first.
    open_.sort(key=lambda objection: objection.state is not GateState.BLOCK)
    state = open_[0].state if open_ else GateState.PASS
    reasons = [*(objection.reason for objection in open_), *waived]
    if open_ and len(valid) < len(waivers):
        reasons.append("a waiver for it has ended, or is for another tree")
    return Gate(name, state, "; ".join(reasons)), _waivers_for(name, open_, source)


def _waivers_for(name: str, objections: Sequence[Objection], source: Source) -> list[Waiver]:
    if not objections or source.tree is None or name in _NOT_WAIVED:
        return []
    files = sorted({file for objection in objections for file in objection.files})
    narrow = all(entry.files for entry in objections) and len(files) <= _FILES
    # A name that cannot be read cannot be copied either.
    narrow = narrow and all(file.isprintable() for file in files)
    return [
        Waiver(agent=source.agent, gate=name, reason="", tree=source.tree[:_TREE], file=file)
        for file in (map(pattern_of, files) if narrow else (None,))
    ]


def _waived_by(objection: Objection, waivers: Sequence[Waiver]) -> list[Waiver] | None:
    """The waivers that answer the objection; None where something of it stays open."""
    whole = [waiver for waiver in waivers if waiver.file is None]
    if whole:
        return whole[:1]
    needed = []
    for file in objection.files:
        own = [entry for entry in waivers if entry.file and matches(file, [entry.file])]
        if not own:
            return None
        needed.append(own[0])
    return list(dict.fromkeys(needed)) or None
