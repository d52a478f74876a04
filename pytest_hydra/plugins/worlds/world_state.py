"""Expectations of the state after a conversation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from types import MappingProxyType
from typing import Any, NamedTuple

from pytest_hydra.core.plain import NotPlainError, json_digest, plain
from pytest_hydra.core.text import (
    NotFoundError,
    Pointer,
    find,
    format_pointer,
    parse_pointer,
)
from pytest_hydra.errors import BadValueError
from pytest_hydra.plugins.worlds.differences import Operation, apply_patch, difference, uncovered
from pytest_hydra.scenarios.expect.matchers import KeyPath
from pytest_hydra.scenarios.expect.model import (
    CompileContext,
    CompiledExpectation,
    Evidence,
    KindTable,
    Node,
    Part,
    PartResult,
    Text,
    as_text,
    as_texts,
    values_in,
    verdict,
)
from pytest_hydra.scenarios.expect.places import Place, places_in
from pytest_hydra.scenarios.expect.rules import (
    UndecidedError,
    brief,
    keys_of,
    names,
    quoted,
)


class WorldRecord(NamedTuple):
    """The world of a conversation, as recorded.

    ``before`` is its state before the first turn, and ``initial`` the digest of that; ``changes``
    are the changes of each turn (RFC 6902). ``unknown`` is why the state is no longer known.
    ``references`` are the changes made by the calls of ``sameStateAs``, by their digest.
    """

    before: Any
    initial: str
    changes: Sequence[Any]
    unknown: str | None = None
    references: Mapping[str, Any] = MappingProxyType({})


def _world(evidence: Evidence) -> WorldRecord:
    found = evidence.record("world")
    if found is None:
        raise UndecidedError("the conversation has no world: give the scenario one under `world`")
    record = WorldRecord(**found)
    if record.unknown is not None:
        raise UndecidedError(f"the state is unknown: {record.unknown}")
    return record


def _state_after(record: WorldRecord, turns: int | None) -> Any:
    return apply_patch(record.before, tuple(chain.from_iterable(record.changes[:turns])))


# --- state --------------------------------------------------------------------------------------


def _compile_state(value: Any, context: CompileContext) -> CompiledExpectation:
    if not isinstance(value, Mapping) or not value:
        raise BadValueError(
            f"should be a mapping of keys to values or matchers, not {quoted(value)}", context.at
        )
    places = tuple(places_in(value, context.at, (), context.operators))
    parts = [Part(f"state {format_pointer(at)}", brief(rule.source)) for at, rule in places]
    return CompiledExpectation(places, tuple(parts))


def _decide_state(places: Sequence[Place], evidence: Evidence) -> list[PartResult]:
    state = _state_after(_world(evidence), evidence.subject.turn)
    results = []
    for at, matcher in places:
        pointer = format_pointer(at)
        try:
            actual = find(state, at)
        except NotFoundError as error:
            message = f"there is nothing at {pointer}, only at {error.reached or 'the top'}"
            results.append(verdict(matcher.optional, message))
            continue
        passed = matcher.test(actual)
        expected = "" if passed else f", expected {quoted(matcher.source)}"
        results.append(verdict(passed, f"{pointer} is {quoted(actual)}{expected}", brief(actual)))
    return results


# --- onlyChanged --------------------------------------------------------------------------------


def _compile_changed(value: Any, context: CompileContext) -> CompiledExpectation:
    return CompiledExpectation(_pointers(value, context.at), (Part("", brief(value)),))


def _pointers(value: Any, at: KeyPath) -> tuple[Pointer, ...]:
    texts = () if value == [] else as_texts(value, at, "a JSON pointer or a list of them")
    try:
        return tuple(map(parse_pointer, texts))
    except ValueError as error:
        raise BadValueError(str(error), at) from None


def _decide_changed(allowed: Sequence[Pointer], evidence: Evidence) -> list[PartResult]:
    record, turn = _world(evidence), evidence.subject.turn
    before = _state_after(record, None if turn is None else turn - 1) if turn else record.before
    changes = difference(before, _state_after(record, turn))
    violations = list(uncovered(changes, allowed))
    message = f"changed {_paths(changes)}" if changes else "changed nothing"
    if violations:
        message = f"also changed {_paths(violations)}"
    return [verdict(not violations, message, brief([entry["path"] for entry in changes]))]


def _paths(operations: Iterable[Operation]) -> str:
    return names(entry["path"] or "the whole state" for entry in operations)


# --- sameStateAs --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReferenceCall:
    """One call on the way to the expected state."""

    function: Text
    params: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SameState:
    """The long form of sameStateAs."""

    calls: list[ReferenceCall]
    ignore: list[Text] = field(default_factory=list)


class _Reference(NamedTuple):
    calls: tuple[dict[str, Any], ...]
    ignore: tuple[Pointer, ...]


def _compile_same(value: Any, context: CompileContext) -> CompiledExpectation:
    at = context.at
    entries = value if isinstance(value, list | tuple) else [value]
    is_list = any(isinstance(entry, Mapping) and "calls" in entry for entry in entries)
    if not is_list:
        entries = [{"calls": value}]
    references = tuple(
        _reference(entry, (*at, index) if is_list and entries is value else at)
        for index, entry in enumerate(entries)
    )
    return CompiledExpectation(references, (Part("", brief(value)),))


def _reference(value: Any, at: KeyPath) -> _Reference:
    if not isinstance(value, Mapping) or "calls" not in value:
        raise BadValueError(f"should be {{calls, ignore}}, not {quoted(value)}", at)
    entries = keys_of(value, ("calls", "ignore"), at)
    calls = entries["calls"][1]
    if not isinstance(calls, list | tuple):
        raise BadValueError(f"should be a list of calls, not {quoted(calls)}", at)
    ignore = _pointers(entries["ignore"][1], (*at, "ignore")) if "ignore" in entries else ()
    return _Reference(tuple([_call(call, (*at, i)) for i, call in enumerate(calls)]), ignore)


def _call(value: Any, at: KeyPath) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise BadValueError(f"should be {{function, params}}, not {quoted(value)}", at)
    entries = keys_of(value, ("function", "params"), at)
    function = as_text(entries.get("function", ("", None))[1], (*at, "function"), "a name")
    try:
        params = plain(entries.get("params", ("", {}))[1])
    except NotPlainError as error:
        raise BadValueError(f"is not JSON: {error}", (*at, "params")) from None
    if not isinstance(params, dict):
        raise BadValueError(f"should be a mapping, not {quoted(params)}", (*at, "params"))
    return {"function": function, "params": params}


def reference_key(calls: Sequence[Mapping[str, Any]], initial: str) -> str:
    """A key for the state that these calls lead to from an initial state with this digest."""
    return json_digest([calls, initial])


def _decide_same(references: Sequence[_Reference], evidence: Evidence) -> list[PartResult]:
    record = _world(evidence)
    state = _state_after(record, evidence.subject.turn)
    closest: list[Operation] | None = None
    for calls, ignore in references:
        outcome = record.references.get(reference_key(calls, record.initial))
        if outcome is None:
            raise UndecidedError("the recording lacks the state after these calls: run again")
        if "error" in outcome:
            raise UndecidedError(outcome["error"])
        changes = difference(apply_patch(record.before, outcome["changes"]), state)
        differences = list(uncovered(changes, ignore))
        closest = differences if closest is None or len(differences) < len(closest) else closest
    message = f"differs at {_paths(closest)}" if closest else "the state is the same"
    return [verdict(not closest, message, brief(closest or []))]


_TABLE = KindTable(__file__)
STATE_KINDS = (
    _TABLE.kind("state", dict[str, Any], _compile_state, _decide_state, order="matchers"),
    _TABLE.kind(
        "onlyChanged",
        Text | list[Text],
        _compile_changed,
        _decide_changed,
        final=0,
        order="fewer",
    ),
    _TABLE.kind(
        "sameStateAs",
        SameState | list[ReferenceCall] | list[SameState],
        _compile_same,
        _decide_same,
    ),
)


def references_in(nodes: Iterable[Node]) -> Iterator[tuple[dict[str, Any], ...]]:
    """The calls of each ``sameStateAs`` in the nodes, at any depth."""
    for references in values_in(nodes, "sameStateAs"):
        yield from (reference.calls for reference in references)
