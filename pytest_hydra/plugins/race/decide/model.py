"""The result of a race: dimensions, gates, verdicts, and the ranking of candidates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal, NamedTuple

from pytest_hydra.core.gates import Gate, GateState, Mergeable
from pytest_hydra.core.numbers import Exact, six_places
from pytest_hydra.core.path_patterns import matches, pattern_of
from pytest_hydra.core.plain import plain, safe_text
from pytest_hydra.core.scorecard import Outcome
from pytest_hydra.core.text import one_line
from pytest_hydra.plugins.race.policy.race_tables import Policy
from pytest_hydra.plugins.race.policy.scoring import WaiverSettings
from pytest_hydra.plugins.race.record import CandidateRecord, RaceRecord, Source
from pytest_hydra.plugins.results.outcomes import Evidence

_REASON = 200
# Characters of a digest in a suggested waiver, and the most files that are suggested for a gate.
_DIGEST = 12
_FILES = 3
# Gates that cannot be waived: there is no change to let through.
_NOT_WAIVED = ("source", "empty_diff")


@dataclass(frozen=True, slots=True)
class Objection:
    """One reason why a gate does not pass, and the files that it is about, if any.

    The reason is printable.
    """

    state: GateState
    reason: str
    files: tuple[str, ...] = ()


Objections = tuple[Objection, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TestsResult:
    """The results of tests: sorted ids by fate, if ``evidence`` is ids."""

    __test__ = False  # not a test class, despite its name

    evidence: Evidence
    fates: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Review:
    """A place in a change that a person should review. ``what`` is printable."""

    what: str
    file: str
    line: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TestsDetail:
    """Details that only the dimension of the tests has.

    ``dropped`` and ``tampering`` are the objections of these gates. ``noise`` is how much the score
    depends on flaky tests. ``lost`` are the ids of lost tests, and of those that may have another
    id in each run. ``loads`` is False if the test runner reports that test files cannot be
    collected any more.
    """

    __test__ = False  # not a test class, despite its name

    dropped: Objections = ()
    tampering: Objections = ()
    result: TestsResult | None = None
    review: tuple[Review, ...] = ()
    noise: Exact = 0
    lost: frozenset[str] = frozenset()
    loads: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class DimensionResult:
    """The result of one dimension of a candidate, and the objections of its gate.

    ``score`` is from 0 to 100, None if it is not graded. ``missing``: there is no command or no
    data for it, so that it has no gate, and counts neither in the total nor in the coverage.
    ``inputs`` are the inputs of the formula, as JSON values.
    """

    name: str
    weight: Exact
    score: Exact | None = None
    message: str = ""
    missing: bool = False
    inputs: Mapping[str, Any] = field(default_factory=dict)
    objections: Objections = ()
    tests: TestsDetail = TestsDetail()


STATUSES = {
    Mergeable.MERGEABLE: "passed",
    Mergeable.NOT_MERGEABLE: "failed",
    Mergeable.UNPROVEN: "ungraded",
}
"""The status of a candidate with each verdict."""


def check_of(
    dimension: DimensionResult, formulas: str, share: float = 0, cached: bool = False
) -> dict[str, Any]:
    """A dimension as a check, with the name of the formula of its score.

    ``share`` is its share of the total; ``cached``: a result of an earlier session was reused.
    """
    outcome = Outcome.UNGRADED
    if dimension.score is not None:
        outcome = Outcome.PASSED if dimension.score == 100 else Outcome.FAILED
    return {
        "name": dimension.name,
        "kind": "dimension",
        "weight": six_places(dimension.weight),
        "outcome": str(outcome),
        "score": None if dimension.score is None else six_places(dimension.score),
        "message": safe_text(dimension.message),
        "expected": None,
        "actual": None,
        "turn": None,
        "details": {
            "formula": f"{formulas}/{dimension.name}",
            "inputs": plain(dimension.inputs),
            "share": share,
            "missing": dimension.missing,
            "cached": cached,
        },
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateResult:
    """The result of one candidate.

    ``total`` is from 0 to 100, None if no dimension with a weight was graded; ``coverage`` is from
    0 to 1. ``churn`` is the number of lines added and removed. ``noise`` is how much the total
    depends on flaky tests. ``waivers`` would let it pass its gates, once a person adds a reason.
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
    waivers: tuple[WaiverSettings, ...] = ()

    @property
    def agent(self) -> str:
        """The agent that made the change."""
        return self.record.source.agent

    @property
    def mergeable(self) -> bool:
        """Whether every gate passes."""
        return self.verdict is Mergeable.MERGEABLE

    def dimension(self, name: str) -> DimensionResult:
        """The dimension with this name. Raises KeyError."""
        return {entry.name: entry for entry in self.dimensions}[name]

    def gate(self, name: str) -> Gate | None:
        """The gate with this name; None if the candidate has none."""
        return next((entry for entry in self.gates if entry.name == name), None)


KnownBad = Literal["blocked", "passed", "not tried"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """The race's result for a candidate that must lose: the base with its product code broken.

    ``problem`` is why the race's verdicts cannot be trusted; None if they can.
    """

    known_bad: KnownBad
    problem: str | None = None


class Pair(NamedTuple):
    """The new tests of a candidate, by id, on the code of another candidate, or of the base.

    Tests in neither were skipped there, or have no result. ``problem``: why some cannot be run.
    """

    author: str
    code: str
    passed: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    problem: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceResult:
    """The result of a race. ``candidates`` are ranked, best first.

    ``gaps`` are messages about values that are missing for a comparison. ``pairs`` are the results
    of the cross-examination, if there was one.
    """

    record: RaceRecord
    candidates: tuple[CandidateResult, ...]
    audit: Audit
    gaps: tuple[str, ...] = ()
    pairs: tuple[Pair, ...] = ()

    @property
    def tie(self) -> tuple[str, str] | None:
        """The two best, if flaky tests may account for the difference of their totals."""
        if len(self.candidates) < 2:
            return None
        first, second = self.candidates[:2]
        if first.total is None or second.total is None or first.verdict is not second.verdict:
            return None
        difference: Exact = first.total - second.total
        is_near = any(-noise < difference < noise for noise in (first.noise, second.noise))
        return (first.agent, second.agent) if is_near else None

    @property
    def passed(self) -> bool:
        """Whether as many candidates are mergeable as the policy requires."""
        mergeable = [candidate.mergeable for candidate in self.candidates]
        if self.record.policy.race.require == "none":
            return True
        return any(mergeable) and (self.record.policy.race.require == "one" or all(mergeable))

    def candidate(self, agent: str) -> CandidateResult:
        """The candidate of this agent. Raises KeyError."""
        return {entry.agent: entry for entry in self.candidates}[agent]


block = partial(Objection, GateState.BLOCK)
"""An objection that blocks."""

unproven = partial(Objection, GateState.UNPROVEN)
"""An objection that leaves open whether the gate passes."""


def merge_objections(objections: Objections) -> Objections:
    """Merge objections with the same files and the same state."""
    merged: dict[tuple[GateState, tuple[str, ...]], Objection] = {}
    for index, objection in enumerate(objections):
        # Objections without files stay separate.
        key = (objection.state, objection.files or (f"\0{index}",))
        if key in merged:
            reason = f"{merged[key].reason}; {objection.reason}"
            merged[key] = replace(merged[key], reason=reason)
        else:
            merged[key] = objection
    return tuple(merged.values())


def gate_of(
    name: str, objections: Objections, source: Source, policy: Policy, date: str | None
) -> tuple[Gate, list[WaiverSettings]]:
    """A gate, which passes unless objections are not waived; and waivers for those objections.

    These waivers are for the candidate's change, and limited to the files of the objections if
    there are only a few; a person has to add the reason. ``date`` is the day of the record, which
    decides whether a waiver has ended.
    """
    waivers = [
        entry
        for entry in policy.scoring.waivers
        if (entry.agent, entry.gate) == (source.agent, name)
    ]
    # Days such as 2026-12-31 can be compared as text.
    valid = [
        entry
        for entry in waivers
        if source.change is not None
        and source.change.startswith(entry.change)
        and (entry.until is None or (date is not None and date <= entry.until))
    ]
    open_, notes = [], []
    for objection in objections:
        cover = _cover(objection, valid)
        if cover is None:
            open_.append(objection)
        else:
            words = "; ".join(one_line(waiver.reason, _REASON) for waiver in cover)
            notes.append(f"waived: {words} ({objection.reason})")
    # Blocking objections first.
    open_.sort(key=lambda objection: objection.state is not GateState.BLOCK)
    state = open_[0].state if open_ else GateState.PASS
    reasons = [*(objection.reason for objection in open_), *notes]
    if open_ and len(valid) < len(waivers):
        reasons.append("a waiver for it has expired, or is for another change")
    return Gate(name, state, "; ".join(reasons)), _waivers_for(name, open_, source)


def _waivers_for(
    name: str, objections: Sequence[Objection], source: Source
) -> list[WaiverSettings]:
    if not objections or source.change is None or name in _NOT_WAIVED:
        return []
    files = sorted({file for objection in objections for file in objection.files})
    is_narrow = all(entry.files for entry in objections) and len(files) <= _FILES
    # An unprintable name cannot be copied.
    is_narrow = is_narrow and all(file.isprintable() for file in files)
    return [
        WaiverSettings.model_construct(
            agent=source.agent,
            gate=name,
            reason="",
            change=source.change[:_DIGEST],
            file=file,
            until=None,
        )
        for file in (map(pattern_of, files) if is_narrow else (None,))
    ]


def _cover(objection: Objection, waivers: Sequence[WaiverSettings]) -> list[WaiverSettings] | None:
    """The waivers that cover the objection; None if a part of it is not covered."""
    general = [waiver for waiver in waivers if waiver.file is None]
    if general:
        return general[:1]
    selection = []
    for file in objection.files:
        specific = [entry for entry in waivers if entry.file and matches(file, [entry.file])]
        if not specific:
            return None
        selection.append(specific[0])
    return list(dict.fromkeys(selection)) or None
