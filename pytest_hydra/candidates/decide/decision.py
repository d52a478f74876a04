"""A race decided: a pure function of what was recorded, its policy included."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from posixpath import splitext

from pytest_hydra.candidates.compare.comparison import PASSING
from pytest_hydra.candidates.compare.suite import counts_as_test
from pytest_hydra.candidates.decide import dimensions, formulas
from pytest_hydra.candidates.decide.decisions import (
    Audit,
    CandidateResult,
    Dimension,
    KnownBad,
    Measured,
    Objections,
    RaceResult,
    Review,
    TestsResult,
    block,
    gate,
    together,
    unproven,
    waivers_for,
)
from pytest_hydra.candidates.decide.dimensions import passes
from pytest_hydra.candidates.decide.steps import listed, missing, scored
from pytest_hydra.candidates.decide.tests_dimension import TestsMeasured, measure_tests
from pytest_hydra.candidates.paths import matches
from pytest_hydra.candidates.recording import CandidateRecord, CommandRun, RaceRecord, Source
from pytest_hydra.candidates.tamper import signs as tampering
from pytest_hydra.core import scorecard
from pytest_hydra.core.check import Check, graded
from pytest_hydra.core.check import ungraded as ungraded_check
from pytest_hydra.core.gates import Contender, Gate, GateState, rank
from pytest_hydra.core.gates import decide as decide_gates
from pytest_hydra.core.numbers import Exact, exact, quotient, six_places
from pytest_hydra.core.text import counted, one_line
from pytest_hydra.settings.policy import Policy, Waiver

_WORDS = "broken on purpose, so that tests fail"
_SCRIPT = f'throw new Error("{_WORDS}");\n'.encode()
_BROKEN: Mapping[str, bytes] = {
    ".py": f'raise RuntimeError("{_WORDS}")\n'.encode(),
    **dict.fromkeys((".js", ".jsx", ".cjs", ".mjs", ".ts", ".tsx", ".cts", ".mts"), _SCRIPT),
}
# What says how things are built and run: tests that fail for it have not shown what they test.
_NO_PRODUCT = ("setup.py", "*.config.*", ".*rc.*", "*.d.ts")


def broken(path: str, command: str, policy: Policy) -> bytes | None:
    """What a file of the base is in the known-bad candidate; None where it stays as it is.

    Broken is product code in languages that need no compiler, as far as ``command``, by which the
    tests are run, does not name the file itself.
    """
    content = _BROKEN.get(splitext(path)[1])
    if content is None or path in command or matches(path, _NO_PRODUCT):
        return None
    return None if counts_as_test(path, policy) else content


def failures_to_see(base: CommandRun | None) -> int | None:
    """How many tests have to fail before one is sure to be lost; None where none can be seen."""
    tests = None if base is None else base.tests
    if base is None or base.status != "done" or tests is None:
        return None
    if tests.problems or tests.modules:
        return None  # they are doubted as it is
    if tests.evidence == "exit":
        return 1 if base.exit == 0 else None
    passed, of = passes(tests)
    return 1 + of - passed if passed else None


def audit(bad: CandidateRecord | None, base: CandidateRecord, null: TestsResult | None) -> Audit:
    """What a race made of the two. ``null`` is what became of the base's tests in the base."""
    known_bad = "not tried" if bad is None else _verdict(bad, base)
    problems = []
    if known_bad == "passed":
        problems.append(
            "the base's tests pass as well where every file of the product is broken, so it is not "
            "known what they test: another copy, such as one that is installed?"
        )
    gained = _gains(null)
    if gained:
        problems.append(f"a candidate that changes nothing does not come out even: {gained}")
    return Audit(
        known_bad=known_bad,
        null="gains something" if gained else "gains nothing",
        problem="; ".join(problems) or None,
    )


def _verdict(bad: CandidateRecord, base: CandidateRecord) -> KnownBad:
    build, run, base_run = bad.runs.get("build"), bad.runs.get("tests"), base.runs.get("tests")
    if build is not None and build.status == "done" and not build.succeeded:
        return "blocked"
    if run is None or run.status == "broken" or base_run is None or base_run.tests is None:
        return "not tried"
    if run.tests is None or run.status == "timeout" or (run.exit != 0 and base_run.exit == 0):
        return "blocked"
    there, here = base_run.tests, run.tests
    if there.evidence == "ids":
        passed = (test for test, outcome in there.outcomes.items() if outcome in PASSING)
        lost = any(here.outcomes.get(test) not in PASSING for test in passed)
    else:
        # What is known by an exit code alone has been told by it.
        lost = there.evidence == "counts" and passes(here)[0] < passes(there)[0]
    return "blocked" if lost else "passed"


def _gains(null: TestsResult | None) -> str:
    """What the base would gain or lose against itself, in words."""
    kinds = ("lost", "fixed", "added", "dropped", "disputed")
    found = {} if null is None else {kind: getattr(null, kind) for kind in kinds}
    return "; ".join(
        f"{counted(len(ids), 'test', 'tests')} {kind}: {listed(ids)}"
        for kind, ids in found.items()
        if ids
    )


_RELATIVE = ("speed", "cost")
_MOST_OF_A_PROBLEM = 400
_MILLION = 1_000_000
_UNTRUSTED = "this race cannot be trusted"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Alone:
    """What is decided of a candidate before it is held against the others."""

    record: CandidateRecord
    measured: Mapping[str, Measured]
    gates: tuple[Gate, ...]
    tests: TestsMeasured | None
    """None where the candidate could not be pinned to a tree."""
    waivers: tuple[Waiver, ...] = ()

    @property
    def successful(self) -> bool:
        """Whether it was built and tested, and neither blocks."""
        blocked = {entry.name for entry in self.gates if entry.state is GateState.BLOCK}
        return self.tests is not None and not blocked & {"build", "tests"}


def decide_race(record: RaceRecord, trial: Audit | None = None) -> RaceResult:
    """Decide all candidates of a race and put them in order, best first.

    Nothing depends on the order of the candidates or of mappings. ``trial`` is what `tried` made of
    this race, if it was asked before. Raises TypeError or KeyError where ``record.policy`` is none,
    and ValueError for two candidates of one name.
    """
    policy = record.policy
    agents = [candidate.source.agent for candidate in record.candidates]
    if len(set(agents)) < len(agents):
        raise ValueError(f"two candidates are called alike: {', '.join(sorted(agents))}")
    trial = tried(record) if trial is None else trial
    alone = [_alone(candidate, record, policy, trial) for candidate in record.candidates]
    best = {name: _best(name, alone, policy) for name in _RELATIVE}
    results = [_whole(entry, best, policy) for entry in alone]
    ordered = _ordered(results)
    return RaceResult(
        policy=policy,
        base_ref=record.base_ref,
        base_commit=record.base_commit,
        base=record.base,
        candidates=tuple(ordered),
        audit=trial,
        tie=_tie(ordered),
    )


def tried(record: RaceRecord) -> Audit:
    """Whether the race can be trusted, by its base and its known-bad candidate alone."""
    null = measure_tests(record.base, record.base, record.policy).result
    return audit(record.known_bad, record.base, null)


def lost_tests(record: RaceRecord) -> tuple[str, ...]:
    """The tests, sorted, that passed on the base and so far never pass for some candidate.

    They are worth running again, in their own places, on the base and there.
    """
    policy = record.policy
    found: set[str] = set()
    for candidate in record.candidates:
        if candidate.source.problem is None and candidate.source.tree is not None:
            found |= measure_tests(candidate, record.base, policy).regressed
    return tuple(sorted(found))


# --- one candidate ------------------------------------------------------------------------------


def _alone(record: CandidateRecord, race: RaceRecord, policy: Policy, trial: Audit) -> _Alone:
    source = record.source
    problem = source.problem
    if problem is None and source.tree is None:
        problem = "it has no tree"
    if problem is not None:
        reason = one_line(problem, _MOST_OF_A_PROBLEM)
        measured = {
            name: Measured(missing(dimensions.dimension_of(name, policy), reason))
            for name in policy.names
        }
        only = gate("source", (unproven(reason),), source, policy, race.date)
        return _Alone(record=record, measured=measured, gates=(only,), tests=None)
    tests = measure_tests(record, race.base, policy)
    measured = {
        "build": dimensions.build(record, race.base, policy),
        "tests": Measured(tests.dimension, tests.tests),
        "lint": dimensions.lint(record, race.base, policy),
        "diff_scope": dimensions.diff_scope(record, policy),
        "security": dimensions.security(record, race.base, policy),
        **{
            dimension.name: dimensions.own(dimension, record, race.base, policy)
            for dimension in policy.dimensions
        },
    }
    objections = _objections(record, measured, tests, policy)
    if trial.problem is not None and "tests" in objections:
        objections["tests"] = (*objections["tests"], unproven(f"{_UNTRUSTED}: {trial.problem}"))
    gates = tuple(gate(name, said, source, policy, race.date) for name, said in objections.items())
    waivers = tuple(
        waiver
        for name, said in objections.items()
        for waiver in waivers_for(name, said, source, policy, race.date)
    )
    return _Alone(record=record, measured=measured, gates=gates, tests=tests, waivers=waivers)


def _objections(
    record: CandidateRecord,
    measured: Mapping[str, Measured],
    tests: TestsMeasured,
    policy: Policy,
) -> dict[str, Objections]:
    """What each gate has to say, in the order of the gates. A missing dimension has none."""
    there = {name for name, entry in measured.items() if not entry.dimension.missing}
    made: dict[str, Objections] = {"source": ()}
    if policy.require_build_pass and "build" in there:
        made["build"] = measured["build"].objections
    if "tests" in there:
        made |= {"tests": tests.tests, "dropped_tests": tests.dropped}
    empty = not record.source.changes and not policy.allow_empty_diff
    made["empty_diff"] = (block("it changes nothing"),) if empty else ()
    if policy.require_security_pass and "security" in there:
        made["security"] = measured["security"].objections
    # What cannot be read is no secret where the tests cannot load it either, which blocks.
    signs = [sign for sign in record.signs or () if tests.loads or sign.kind != "unreadable"]
    made["tampering"] = together(tests.tampering + tampering.objections(signs))
    if policy.require_isolation:
        alone = "its checks were not run in a sandbox, which require_isolation asks for"
        made["isolation"] = (unproven(alone),) if record.isolation == "none" else ()
    for dimension in policy.dimensions:
        if dimension.gate is not None and dimension.name in there:
            made[dimension.name] = measured[dimension.name].objections
    return made


# --- held against the others --------------------------------------------------------------------


def cost_of(source: Source, policy: Policy) -> Exact | None:
    """What the agent's work cost, in USD: as it was told, else by its tokens; None if unknown."""
    if source.cost_usd is not None:
        return exact(source.cost_usd)
    price = policy.prices.get(source.model or "")
    if price is None or source.tokens is None or not {"input", "output"} <= source.tokens.keys():
        return None
    dollars = source.tokens["input"] * exact(price.input)
    dollars += source.tokens["output"] * exact(price.output)
    return quotient(dollars, _MILLION)


def _spent(name: str, source: Source, policy: Policy) -> Exact | None:
    if name == "cost":
        return cost_of(source, policy)
    return None if source.duration_seconds is None else exact(source.duration_seconds)


def _best(name: str, alone: Sequence[_Alone], policy: Policy) -> Exact | None:
    """The least that a successful agent spent; None where none is known."""
    spent = (_spent(name, entry.record.source, policy) for entry in alone if entry.successful)
    return min((entry for entry in spent if entry is not None), default=None)


def _relative(name: str, alone: _Alone, best: Exact | None, policy: Policy) -> Dimension:
    dimension = dimensions.dimension_of(name, policy)
    spent = _spent(name, alone.record.source, policy)
    if alone.tests is None:
        return alone.measured[name].dimension
    if spent is None:
        what = "how long the agent worked" if name == "speed" else "what the agent's work cost"
        return missing(dimension, f"nobody said {what}")
    if name == "speed" and not alone.successful and not policy.speed_of_failed:
        return missing(dimension, "an agent that failed has no score for its speed here")
    own = {"own": six_places(spent)}
    if best is None:
        # Told all the same: beside candidates of another session it may have a score.
        unscored = missing(dimension, "no agent that succeeded is there to compare it with")
        return replace(unscored, inputs=own)
    inputs = {"best": six_places(best), **own}
    return scored(dimension, formulas.relative_score(best, spent), inputs=inputs)


def _whole(alone: _Alone, best: Mapping[str, Exact | None], policy: Policy) -> CandidateResult:
    made = tuple(
        _relative(name, alone, best[name], policy)
        if name in _RELATIVE
        else alone.measured[name].dimension
        for name in policy.names
    )
    card = scorecard.scorecard(_check(dimension) for dimension in made if not dimension.missing)
    graded_weight = sum(dimension.weight for dimension in made if dimension.score is not None)
    tests = alone.tests
    noise: Exact = 0
    if tests is not None and tests.dimension.score is not None and graded_weight:
        noise = quotient(tests.noise * tests.dimension.weight, graded_weight)
    source = alone.record.source
    return CandidateResult(
        record=alone.record,
        verdict=decide_gates(alone.gates),
        total=card.total,
        coverage=card.coverage,
        dimensions=made,
        gates=alone.gates,
        tests=None if tests is None else tests.result,
        review=(() if tests is None else tests.review)
        + tampering.reviews(alone.record.signs or ())
        + _review(source),
        churn=sum(change.added + change.removed for change in source.changes),
        cost_usd=cost_of(source, policy),
        noise=noise,
        waivers=alone.waivers,
    )


def _check(dimension: Dimension) -> Check:
    fields = {"name": dimension.name, "kind": dimension.name, "weight": dimension.weight}
    if dimension.score is None:
        return ungraded_check(dimension.message, **fields)
    return graded(dimension.score, message=dimension.message, **fields)


def _review(source: Source) -> tuple[Review, ...]:
    taken = (f"a file that is not tracked was taken: {listed([file])}" for file in source.untracked)
    reviews = tuple(Review(what, file) for what, file in zip(taken, source.untracked, strict=True))
    # What leads out of the tree, and what was not looked at.
    return reviews + tuple(Review(note, "") for note in source.notes)


# --- order --------------------------------------------------------------------------------------


def _ordered(results: Iterable[CandidateResult]) -> list[CandidateResult]:
    by_agent = {result.agent: result for result in results}
    # What could not even be read comes last among what is unproven.
    last = 1 + max((entry.churn for entry in by_agent.values()), default=0)
    contenders = [
        Contender(
            entry.agent,
            entry.verdict,
            entry.total,
            entry.churn if entry.record.source.problem is None else last,
        )
        for entry in by_agent.values()
    ]
    return [by_agent[entry.agent] for entry in rank(contenders)]


def _tie(ordered: Sequence[CandidateResult]) -> tuple[str, str] | None:
    """The two best, where they differ by less than what flaky tests make of their totals."""
    if len(ordered) < 2:
        return None
    first, second = ordered[:2]
    if first.total is None or second.total is None or first.verdict is not second.verdict:
        return None
    apart: Exact = first.total - second.total
    near = any(-noise < apart < noise for noise in (first.noise, second.noise))
    return (first.agent, second.agent) if near else None
