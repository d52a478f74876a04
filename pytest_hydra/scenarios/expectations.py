"""Expectations: what a scenario demands, read once, and decided into checks as often as needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from pytest_hydra.core.check import Check, Outcome
from pytest_hydra.core.numbers import Exact, exact
from pytest_hydra.core.show import one_line
from pytest_hydra.errors import BadValueError, did_you_mean
from pytest_hydra.scenarios.brief import quoted
from pytest_hydra.scenarios.expect.calls import CALL_KINDS, a_switch
from pytest_hydra.scenarios.expect.custom import CUSTOM_KINDS
from pytest_hydra.scenarios.expect.measures import MEASURE_KINDS
from pytest_hydra.scenarios.expect.sequence import SEQUENCE_KIND
from pytest_hydra.scenarios.expect.vocabulary import (
    Demand,
    Evidence,
    Finding,
    Kind,
    Part,
    Reading,
    Subject,
    ValidatorError,
    bounded,
)
from pytest_hydra.scenarios.expect.words import WORD_KINDS
from pytest_hydra.scenarios.matchers import OPERATORS, KeyPath, Operators

__all__ = [
    "COMPOSITION",
    "KINDS",
    "MODIFIERS",
    "Demand",
    "Evidence",
    "Expectations",
    "Finding",
    "Kind",
    "Part",
    "Reading",
    "Subject",
    "ValidatorError",
    "check_weights",
    "compile_expect",
    "decide",
    "expect_schema",
]

KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (*WORD_KINDS, *CALL_KINDS, SEQUENCE_KIND, *CUSTOM_KINDS, *MEASURE_KINDS)
}

COMPOSITION = {
    "all": "Every one of these mappings of expectations; each adds its own checks.",
    "any": "One of these mappings of expectations is enough. One check, as heavy as the heaviest.",
    "not": "These expectations do not all hold. One check, as heavy as they are together.",
    "when": "The then expectations are held only where these hold, the else ones where not.",
    "then": "What is expected where the when expectations hold.",
    "else": "What is expected where the when expectations do not hold.",
}

MODIFIERS = {
    "weights": "Other weights, by expectation: {expectedParams: 5}.",
    "critical": "Expectations whose failure fails the scenario, whatever its score.",
    "optional": "Expectations that may be ungraded without making the scenario ungraded.",
    "forbidExtraParams": "true: the call has no parameters that expectedParams does not list.",
}

DEEPEST = 5
# `when` is as heavy as the branch that is taken, and `all` as what it holds.
_WEIGHED = ("any", "not")


# --- compiled -----------------------------------------------------------------------------------


@dataclass(slots=True)
class _Single:
    """One expectation. ``share`` is the weight of each of its checks."""

    kind: Kind
    demand: Demand
    weight: Exact
    share: Exact
    critical: bool
    optional: bool


@dataclass(slots=True)
class _Any:
    branches: tuple[tuple[_Node, ...], ...]
    weight: Exact
    critical: bool
    optional: bool


@dataclass(slots=True)
class _Not:
    inner: tuple[_Node, ...]
    weight: Exact
    critical: bool
    optional: bool


@dataclass(slots=True)
class _When:
    condition: tuple[_Node, ...]
    then: tuple[_Node, ...]
    otherwise: tuple[_Node, ...]

    @property
    def weight(self) -> Exact:
        """The weight of the heavier branch."""
        return max(_weight(self.then), _weight(self.otherwise))


_Node = _Single | _Any | _Not | _When


@dataclass(frozen=True, slots=True)
class Expectations:
    """What a scenario demands of one subject, compiled."""

    nodes: tuple[_Node, ...]

    @property
    def certain(self) -> bool:
        """Whether at least one check comes of it, whatever the reply.

        A ``when`` without ``else`` makes none where its condition does not hold.
        """
        return _certain(self.nodes)


def _certain(nodes: tuple[_Node, ...]) -> bool:
    return any(
        not isinstance(node, _When) or (_certain(node.then) and _certain(node.otherwise))
        for node in nodes
    )


def _weight(nodes: Iterable[_Node]) -> Exact:
    return sum((node.weight for node in nodes), 0)


# --- compile ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Policy:
    """What holds for a mapping of expectations and for those inside it."""

    kinds: Mapping[str, Kind]
    operators: Operators
    weights: Mapping[str, Exact]
    critical: frozenset[str] = frozenset()
    optional: frozenset[str] = frozenset()


def compile_expect(
    expect: Mapping[str, Any],
    *,
    kinds: Mapping[str, Kind] = KINDS,
    weights: Mapping[str, Exact] | None = None,
    at: KeyPath = (),
    operators: Operators = OPERATORS,
) -> Expectations:
    """Read one mapping of expectations.

    Names may be spelt in camelCase or snake_case. ``weights`` replace the weights of the kinds;
    ``weights:`` in the mapping goes before them, also for what is nested inside. Raises
    BadValueError, with the path of what is wrong, and HydraError when a package is missing.
    """
    return Expectations(_compile(expect, at, _Policy(kinds, operators, weights or {}), 0, set()))


def check_weights(
    weights: Any, kinds: Mapping[str, Kind] = KINDS, at: KeyPath = ()
) -> dict[str, Exact]:
    """The weights of a mapping from expectations to numbers from 0 on, by their proper names.

    Raises BadValueError for an unknown expectation or a value that is no weight.
    """
    if not isinstance(weights, Mapping):
        raise BadValueError(
            f"should be a mapping from expectations to weights, not {quoted(weights)}", at
        )
    return {
        _known(key, kinds, (*at, key)): exact(bounded(value, (*at, key)))
        for key, value in weights.items()
    }


def _compile(
    expect: Any, at: KeyPath, policy: _Policy, depth: int, used: set[str]
) -> tuple[_Node, ...]:
    """The nodes of a mapping. ``used`` gathers the names of the expectations in it."""
    if not isinstance(expect, Mapping):
        raise BadValueError(f"should be a mapping of expectations, not {quoted(expect)}", at)
    kinds = policy.kinds
    given: dict[str, Any] = {}
    spelt: dict[str, str] = {}
    modified = False
    for key, value in expect.items():
        name = key if key in kinds else _proper(key, kinds, at)
        if name in given:
            other = spelt.get(name, name)
            raise BadValueError(f"is given twice, as {other!r} too", (*at, key))
        given[name] = value
        if name != key:
            spelt[name] = key
        modified = modified or name in MODIFIERS
    if modified:
        policy = _modified(given, spelt, at, policy)
    own: set[str] = set()
    nodes: list[_Node] = []
    for name, value in given.items():
        place = (*at, spelt.get(name, name))
        kind = kinds.get(name)
        if kind is not None:
            own.add(name)
            nodes.append(_single(kind, value, Reading(place, given, policy.operators), policy))
        elif name not in MODIFIERS:
            nodes += _composed(name, given, place, policy, depth + 1, own)
    if not nodes:
        known = ", ".join(given) if given else "nothing"
        raise BadValueError(f"expects nothing: it holds {known}, but no expectation", at)
    if modified:
        _check_used(given, spelt, at, policy, own)
    used |= own
    return tuple(nodes)


def _single(kind: Kind, value: Any, reading: Reading, policy: _Policy) -> _Single:
    demand = kind.compile(value, reading)
    name = kind.name
    weight = policy.weights.get(name, kind.weight)
    count = len(demand.parts)
    return _Single(
        kind,
        demand,
        weight,
        weight if count == 1 else exact(Fraction(weight) / count),
        kind.critical or name in policy.critical,
        name in policy.optional,
    )


def _composed(
    name: str, given: Mapping[str, Any], at: KeyPath, policy: _Policy, depth: int, used: set[str]
) -> tuple[_Node, ...]:
    """The nodes of ``all``, ``any``, ``not`` or ``when``; ``then`` and ``else`` go with ``when``."""
    if depth > DEEPEST:
        raise BadValueError(f"is nested more than {DEEPEST} deep", at)
    used.add(name)
    value = given[name]
    if name in ("all", "any"):
        if not isinstance(value, list | tuple) or not value:
            raise BadValueError(
                f"should be a list of mappings of expectations, not {quoted(value)}", at
            )
        branches = tuple(
            _compile(branch, (*at, index), policy, depth, used)
            for index, branch in enumerate(value)
        )
        if name == "all":
            return tuple(node for branch in branches for node in branch)
        weight = policy.weights.get(name, max(map(_weight, branches)))
        return (_Any(branches, weight, name in policy.critical, name in policy.optional),)
    if name == "not":
        inner = _compile(value, at, policy, depth, used)
        weight = policy.weights.get(name, _weight(inner))
        return (_Not(inner, weight, name in policy.critical, name in policy.optional),)
    if name == "when":
        if "then" not in given:
            raise BadValueError("has no 'then' beside it", at)
        before = at[:-1]
        return (
            _When(
                _compile(value, at, policy, depth, used),
                _compile(given["then"], (*before, "then"), policy, depth, used),
                _compile(given["else"], (*before, "else"), policy, depth, used)
                if "else" in given
                else (),
            ),
        )
    if "when" not in given:
        raise BadValueError("has no 'when' beside it", at)
    return ()


def _modified(
    given: Mapping[str, Any], spelt: Mapping[str, str], at: KeyPath, policy: _Policy
) -> _Policy:
    """The policy with what stands beside the expectations."""
    weights, critical, optional = policy.weights, policy.critical, policy.optional
    if "weights" in given:
        own = check_weights(given["weights"], policy.kinds, (*at, "weights"))
        weights = {**weights, **own}
    if "critical" in given:
        critical |= _listed(given["critical"], (*at, "critical"), policy.kinds)
    if "optional" in given:
        optional |= _listed(given["optional"], (*at, "optional"), policy.kinds)
    if "forbidExtraParams" in given:
        place = (*at, spelt.get("forbidExtraParams", "forbidExtraParams"))
        a_switch(given["forbidExtraParams"], place)
        if "expectedParams" not in given:
            raise BadValueError("has no 'expectedParams' beside it", place)
    return replace(policy, weights=weights, critical=critical, optional=optional)


def _listed(value: Any, at: KeyPath, kinds: Mapping[str, Kind]) -> frozenset[str]:
    if isinstance(value, str):
        return frozenset((_known(value, kinds, at),))
    if not isinstance(value, list | tuple):
        raise BadValueError(f"should be a list of expectations, not {quoted(value)}", at)
    return frozenset(_known(name, kinds, (*at, index)) for index, name in enumerate(value))


def _check_used(
    given: Mapping[str, Any], spelt: Mapping[str, str], at: KeyPath, policy: _Policy, own: set[str]
) -> None:
    """Raise BadValueError where a modifier names an expectation that does not stand here."""
    for modifier in ("weights", "critical", "optional"):
        names = given.get(modifier, ())
        for index, key in enumerate((names,) if isinstance(names, str) else names):
            name = _known(key, policy.kinds, at)
            if name in own:
                continue
            here = [spelt.get(used, used) for used in sorted(own)]
            place = (*at, modifier, key if modifier == "weights" else index)
            raise BadValueError(
                f"{key!r} is not expected here{did_you_mean(key, here)}; it is: {', '.join(here)}",
                place,
            )


def _known(key: Any, kinds: Mapping[str, Kind], at: KeyPath) -> str:
    """The proper name of an expectation that has a weight. Raises BadValueError."""
    name = _camel(key) if isinstance(key, str) else key
    for candidate in (key, name):
        if isinstance(candidate, str) and (candidate in kinds or candidate in _WEIGHED):
            return candidate
    valid = (*kinds, *_WEIGHED)
    hint = did_you_mean(key, valid) if isinstance(key, str) else ""
    raise BadValueError(f"unknown expectation {quoted(key)}{hint}; valid: {', '.join(valid)}", at)


def _proper(key: Any, kinds: Mapping[str, Kind], at: KeyPath) -> str:
    """The proper name of a key of a mapping of expectations. Raises BadValueError."""
    if isinstance(key, str):
        for name in (key, _camel(key)):
            if name in kinds or name in COMPOSITION or name in MODIFIERS:
                return name
    valid = (*kinds, *COMPOSITION, *MODIFIERS)
    hint = did_you_mean(key, valid) if isinstance(key, str) else ""
    raise BadValueError(
        f"unknown expectation {quoted(key)}{hint}; valid: {', '.join(valid)}", (*at, key)
    )


@lru_cache(1024)
def _camel(key: str) -> str:
    """``expected_function`` as ``expectedFunction``."""
    first, *others = key.split("_")
    return first + "".join(part[:1].upper() + part[1:] for part in others)


# --- decide -------------------------------------------------------------------------------------


def decide(expectations: Expectations, subject: Subject) -> list[Check]:
    """The checks of what is demanded, in the order in which it was written.

    Pure, but for what a validator of the suite does; what that raises goes up. Where the subject
    has no reply, every check is ungraded and says why.
    """
    found = _evidence(subject)
    return [check for node in expectations.nodes for check in _checks(node, found, subject.turn)]


def _evidence(subject: Subject) -> Evidence | str:
    """What can be judged, or why nothing can."""
    turns = subject.conversation.turns
    if subject.turn is not None:
        if not 0 < subject.turn <= len(turns):
            return f"the conversation has no turn {subject.turn}"
        turns = turns[subject.turn - 1 : subject.turn]
    replies = []
    for number, turn in enumerate(turns, start=subject.turn or 1):
        if turn.reply is None:
            why = one_line(turn.error, 300) if turn.error else "there is no reply"
            return why if len(turns) == 1 else f"turn {number}: {why}"
        replies.append(turn.reply)
    if not replies:
        return "the conversation has no turn"
    calls = (
        replies[0].calls
        if len(replies) == 1
        else tuple(call for reply in replies for call in reply.calls)
    )
    return Evidence(subject, turns, tuple(replies), replies[-1], calls)


def _checks(node: _Node, evidence: Evidence | str, turn: int | None) -> list[Check]:
    if isinstance(node, _Single):
        return _single_checks(node, evidence, turn)
    if isinstance(node, _When):
        return _when_checks(node, evidence, turn)
    if isinstance(node, _Any):
        holds, message = _any_holds(node, evidence, turn)
        name = "any"
    else:
        holds, message = _not_holds(node, evidence, turn)
        name = "not"
    found = Finding(None if holds is None else 100 if holds else 0, message)
    return [_check(name, name, found, None, node.weight, node.critical, node.optional, turn)]


def _single_checks(node: _Single, evidence: Evidence | str, turn: int | None) -> list[Check]:
    kind, parts = node.kind, node.demand.parts
    if isinstance(evidence, str):
        findings = [Finding(None, evidence)] * len(parts)
    else:
        findings = list(kind.decide(node.demand.value, evidence))
    return [
        _check(
            part.name or kind.name,
            kind.name,
            finding,
            part.expected,
            node.share,
            node.critical,
            node.optional,
            turn,
        )
        for part, finding in zip(parts, findings, strict=True)
    ]


def _check(  # noqa: PLR0913 - the fields of a check
    name: str,
    kind: str,
    finding: Finding,
    expected: Any,
    weight: Exact,
    critical: bool,
    optional: bool,
    turn: int | None,
) -> Check:
    score = finding.score
    if score is None:
        outcome = Outcome.UNGRADED
    else:
        outcome = Outcome.PASSED if score == 100 else Outcome.FAILED
    return Check(
        name=name,
        kind=kind,
        outcome=outcome,
        score=score,
        weight=weight,
        message=finding.message,
        expected=expected if finding.expected is None else finding.expected,
        actual=finding.actual,
        turn=turn,
        critical=critical,
        optional=optional,
    )


def _when_checks(node: _When, evidence: Evidence | str, turn: int | None) -> list[Check]:
    condition = _branch(node.condition, evidence, turn)
    holds = _holds(condition)
    taken = node.otherwise if holds is False else node.then
    if holds is not None:
        return _branch(taken, evidence, turn)
    reason = f"when: {_reason(condition)}"
    return [check for inner in taken for check in _checks(inner, reason, turn)]


def _any_holds(node: _Any, evidence: Evidence | str, turn: int | None) -> tuple[bool | None, str]:
    branches = [_branch(branch, evidence, turn) for branch in node.branches]
    verdicts = [_holds(branch) for branch in branches]
    if True in verdicts:
        first = verdicts.index(True)
        return True, f"branch {first + 1} of {len(branches)} holds: {_names(branches[first])}"
    if None in verdicts:
        return None, _reason(branches[verdicts.index(None)])
    reasons = "; ".join(
        f"{number}: {_reason(branch)}" for number, branch in enumerate(branches, start=1)
    )
    return False, one_line(f"no branch holds: {reasons}", 300)


def _not_holds(node: _Not, evidence: Evidence | str, turn: int | None) -> tuple[bool | None, str]:
    inner = _branch(node.inner, evidence, turn)
    holds = _holds(inner)
    if holds is None:
        return None, _reason(inner)
    if holds:
        return False, f"holds, and should not: {_names(inner)}"
    return True, f"does not hold, as it should: {_reason(inner)}"


def _branch(nodes: tuple[_Node, ...], evidence: Evidence | str, turn: int | None) -> list[Check]:
    return [check for node in nodes for check in _checks(node, evidence, turn)]


def _holds(checks: list[Check]) -> bool | None:
    """Whether all of the checks passed; None when that could not be decided.

    A check that may be ungraded is passed over when it is, unless there is no other. No checks at
    all hold, as an implication does whose condition does not.
    """
    if any(check.outcome is Outcome.FAILED for check in checks):
        return False
    missing = [check for check in checks if check.score is None]
    if any(not check.optional for check in missing) or (missing and len(missing) == len(checks)):
        return None
    return True


def _reason(checks: list[Check]) -> str:
    """The message of the check that kept the others from holding."""
    for outcome in (Outcome.FAILED, Outcome.UNGRADED):
        for check in checks:
            if check.outcome is outcome:
                return one_line(f"{check.name}: {check.message}", 300)
    return "nothing was checked"


def _names(checks: list[Check]) -> str:
    return one_line(", ".join(check.name for check in checks) or "nothing is expected", 200)


# --- schema -------------------------------------------------------------------------------------


def expect_schema(kinds: Mapping[str, Kind] = KINDS) -> dict[str, Any]:
    """The JSON Schema (2020-12) of a mapping of expectations, in both spellings.

    It refers to itself as ``#/$defs/expect``, and to the other types as ``#/$defs/…``.
    """
    from pydantic import TypeAdapter  # noqa: PLC0415 - only whoever writes schemas needs it

    inner = {"$ref": "#/$defs/expect"}
    several = {"type": "array", "items": inner, "minItems": 1}
    names = {"enum": [name for kind in (*kinds, *_WEIGHED) for name in _both(kind)]}
    composition = {name: several if name in ("all", "any") else inner for name in COMPOSITION}
    listed = {"anyOf": [names, {"type": "array", "items": names}]}
    modifiers: dict[str, Any] = {
        "weights": {
            "type": "object",
            "propertyNames": names,
            "additionalProperties": {"type": "number", "minimum": 0},
        },
        "critical": listed,
        "optional": listed,
        "forbidExtraParams": {"type": "boolean"},
    }
    properties: dict[str, Any] = {}
    definitions: dict[str, Any] = {}
    for kind in kinds.values():
        schema = TypeAdapter(kind.value).json_schema(ref_template="#/$defs/{model}")
        definitions |= schema.pop("$defs", {})
        for name in _both(kind.name):
            properties[name] = {"description": kind.doc, **schema}
    for name, schema in (composition | modifiers).items():
        doc = COMPOSITION.get(name) or MODIFIERS[name]
        for spelling in _both(name):
            properties[spelling] = {"description": doc, **schema}
    body = {
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
        "minProperties": 1,
    }
    return {**body, "$defs": {**definitions, "expect": body}}


def _both(name: str) -> Iterator[str]:
    yield name
    snake = "".join(f"_{char.lower()}" if char.isupper() else char for char in name)
    if snake != name:
        yield snake
