"""Expectations of the state after a conversation, and of the user's consent."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from pytest_hydra.core.plain import NotPlainError, json_digest, plain
from pytest_hydra.core.text import (
    NotFoundError,
    Pointer,
    find,
    format_pointer,
    parse_pointer,
)
from pytest_hydra.errors import BadValueError
from pytest_hydra.scenarios.expect.calls import compile_names
from pytest_hydra.scenarios.expect.matchers import KeyPath, Matcher, Operators, compile_matcher
from pytest_hydra.scenarios.expect.model import (
    CompileContext,
    CompiledExpectation,
    Evidence,
    Node,
    Part,
    PartResult,
    Text,
    Texts,
    WordQuestion,
    as_text,
    as_texts,
    own_kind,
    unless_unknown,
    values_in,
    verdict,
)
from pytest_hydra.scenarios.expect.rules import (
    ALIASES,
    UndecidedError,
    brief,
    is_named,
    keys_of,
    name_of,
    names,
    quoted,
)
from pytest_hydra.scenarios.reply import WorldRecord
from pytest_hydra.scenarios.world.differences import Operation, apply_patch, difference, uncovered
from pytest_hydra.transcript.turn import Call, Reply, spoken_text

if TYPE_CHECKING:
    # The English rules are imported on first use: the import is slow, and often not needed.
    from pytest_hydra.scenarios.english import Exchange
    from pytest_hydra.scenarios.reply import Conversation
    from pytest_hydra.transcript.turn import Turn


def _world(evidence: Evidence) -> WorldRecord:
    record = evidence.subject.conversation.world
    if record is None:
        raise UndecidedError("the conversation has no world: give the scenario one under `world`")
    if record.unknown is not None:
        raise UndecidedError(f"the state is unknown: {record.unknown}")
    return record


def _state_after(record: WorldRecord, turns: int | None) -> Any:
    return apply_patch(record.before, tuple(chain.from_iterable(record.changes[:turns])))


# --- state --------------------------------------------------------------------------------------


class Place(NamedTuple):
    """What is expected at one place of a value."""

    at: Pointer
    matcher: Matcher


def _compile_state(value: Any, context: CompileContext) -> CompiledExpectation:
    if not isinstance(value, Mapping) or not value:
        raise BadValueError(
            f"should be a mapping of keys to values or matchers, not {quoted(value)}", context.at
        )
    places = tuple(places_in(value, context.at, (), context.operators))
    parts = [Part(f"state {format_pointer(at)}", brief(rule.source)) for at, rule in places]
    return CompiledExpectation(places, tuple(parts))


def places_in(
    value: Mapping[Any, Any], at: KeyPath, prefix: Pointer, operators: Operators
) -> Iterator[Place]:
    """What nested mappings of keys to values or matchers expect. Raises BadValueError."""
    for key, entry in value.items():
        if not isinstance(key, str):
            raise BadValueError(f"the key {quoted(key)} is not a text; quote it", at)
        is_mapping = isinstance(entry, Mapping) and bool(entry)
        if is_mapping and not any(ALIASES.get(inner, inner) in operators for inner in entry):
            yield from places_in(entry, (*at, key), (*prefix, key), operators)
        else:
            yield Place((*prefix, key), compile_matcher(entry, (*at, key), operators))


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


# --- confirmBefore ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Consent:
    """A yes of the user. ``for_any``: the scenario says that it is one to whatever was asked."""

    exchange: Exchange
    for_any: bool
    used: dict[str, Call] = field(default_factory=dict)

    def covers(self, call: Call) -> bool:
        from pytest_hydra.scenarios.english import names_call

        return self.for_any or names_call(self.exchange, call.function, call.params)


def _agreement(conversation: Conversation, turn: Turn, question: str) -> bool | None:
    """Whether the user agrees; unclear if a simulated user contradicts itself."""
    from pytest_hydra.scenarios.english import agrees

    by_words = agrees(turn.user, question)
    if turn.agrees and by_words is False and conversation.played is not None:
        return None
    return by_words if turn.agrees is None else turn.agrees


def _decide_confirmed(functions: Sequence[str], evidence: Evidence) -> list[PartResult]:
    """Whether consent precedes each call; a call uses it up for its function, unless it fails."""
    from pytest_hydra.scenarios.english import Exchange

    conversation, judged_turn = evidence.subject.conversation, evidence.subject.turn
    consents: list[_Consent] = []
    last, is_unclear, request = Exchange("", "", ""), False, ""
    before: list[str] = []
    granted, denied, unclear = list[str](), list[str](), list[str]()
    for number, turn in enumerate(conversation.turns[:judged_turn], start=1):
        previous = conversation.turns[number - 2].reply if number > 1 else None
        question = "" if previous is None else spoken_text(previous)
        agreement = _agreement(conversation, turn, question)
        if previous is None or not _asks(previous):
            if agreement is False and consents:  # a "no" to no question may withdraw consent
                consents, is_unclear = [], turn.agrees is None
        else:
            last = Exchange(request, question, turn.user, "\n\n".join(before))
            # A simulated user cannot say what its answer is to; the author of a step can.
            for_any = turn.agrees is True and conversation.played is None
            consents = [] if agreement is False else consents
            consents += [_Consent(last, for_any)] if agreement else []
            is_unclear = agreement is None or (is_unclear and agreement)
        if number > 1 and previous is None:  # whether it asked is unknown
            consents, is_unclear = [], True
        request = turn.user
        before += [question, turn.user]
        for call in turn.arrived if turn.reply is None else turn.reply.calls:
            if call.requested or not is_named(call.function, functions):
                continue
            unused = [consent for consent in consents if call.function not in consent.used]
            consent = next((entry for entry in unused if entry.covers(call)), None)
            if consent is not None and call.error is None:
                consent.used[call.function] = call
            if judged_turn in (None, number):
                # "Shall I cancel bookings 12 and 13?": whether a yes is for both is not clear.
                is_further = any(
                    entry.used[call.function].params != call.params and entry.covers(call)
                    for entry in consents
                    if call.function in entry.used
                )
                is_unknown = unused or is_unclear or is_further
                list_of = granted if consent else unclear if is_unknown else denied
                shown = (consent or unused[-1]).exchange if unused else last
                is_used_up = consents and not unused
                note = ", which covered an earlier call" if is_used_up else ""
                label = f"{name_of(call.function)} (turn {number}){_exchange_text(shown)}{note}"
                if list_of is unclear:
                    agreed, reason = _by_judge(evidence, call, number)
                    list_of = {True: granted, False: denied, None: unclear}[agreed]
                    label += reason
                list_of.append(label)
    if denied:
        return [
            verdict(False, f"called before the user agreed: {'; '.join(denied)}", brief(denied))
        ]
    if unclear:
        return [_unclear_consent(unclear)]
    message = f"the user had agreed to {'; '.join(granted)}" if granted else "made no such call"
    return unless_unknown([verdict(True, message)], evidence, 0)


def _unclear_consent(calls: Sequence[str]) -> PartResult:
    problem = f"it is not clear whether the user had agreed to {'; '.join(calls)}"
    hint = "a clear yes to a question that names it is consent; or set `agrees` on the step"
    return PartResult(None, f"{problem} ({hint})", brief(calls))


def _by_judge(evidence: Evidence, call: Call, turn: int) -> tuple[bool | None, str]:
    """Whether the user had agreed to a call, by the judge if it reads words, and the reason."""
    subject = evidence.subject
    if subject.words != "judge" or subject.read_words is None:
        return None, ""
    params = json.dumps(dict(call.params), ensure_ascii=False)
    question = WordQuestion("consent", f"{call.function} with {params}")
    agreed, text = subject.read_words([question], turn)[question]
    if agreed is None:
        return None, f" ({text})"
    return agreed, f", by the judge: {quoted(text) if agreed else 'no'}"


def _exchange_text(exchange: Exchange) -> str:
    """The end of the question, which asks, and the answer; empty without a question."""
    question = " ".join(exchange.question.split())
    question = question if len(question) <= 120 else f"…{question[-119:]}"
    answered = f"{quoted(question, 140)} was answered with {quoted(exchange.answer)}"
    return f": {answered}" if question else ""


def _asks(reply: Reply) -> bool:
    from pytest_hydra.scenarios.english import find_request

    is_asking = bool(reply.asks_for) or reply.response_type == "clarification"
    return is_asking or "?" in reply.text or find_request(reply.text, None) is not None


STATE_KINDS = (
    own_kind("state", dict[str, Any], _compile_state, _decide_state),
    own_kind("onlyChanged", Text | list[Text], _compile_changed, _decide_changed, final=0),
    own_kind(
        "sameStateAs",
        SameState | list[ReferenceCall] | list[SameState],
        _compile_same,
        _decide_same,
    ),
    own_kind("confirmBefore", Texts, compile_names, _decide_confirmed, final=0),
)


def references_in(nodes: Iterable[Node]) -> Iterator[tuple[dict[str, Any], ...]]:
    """The calls of each ``sameStateAs`` in the nodes, at any depth."""
    for references in values_in(nodes, "sameStateAs"):
        yield from (reference.calls for reference in references)
