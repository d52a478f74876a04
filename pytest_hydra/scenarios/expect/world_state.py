"""Expectations of the state after a conversation, and of the user's consent."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
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
from pytest_hydra.transcript.turn import Call, spoken_text


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


# A message that says nothing but no; and words of a question to which a no may mean: go on.
_PLAIN_NO = re.compile(
    r"(?:please )?(?:no|nope|nah|no way|not now|do not|don'?t|stop)"
    r"(?: please| thanks| thank you| no| don'?t| stop)*"
)
_NO_MAY_AGREE = re.compile(
    r"\b(?:any\w*|before|change\w*|else|instead|keep\w*|leave|mind|more|not|object\w*|other|stop"
    r"|wait)\b|n't\b"
)
_LEAST_LETTERS = 3


class _Asked(NamedTuple):
    """What the bot said last, and what the user answered."""

    question: str = ""
    answer: str = ""

    def is_refused(self, function: str) -> bool:
        """Whether the user plainly said no when the bot asked about such a call."""
        answer = " ".join(re.findall(r"[\w']+", self.answer.lower().replace("\u2019", "'")))
        question = self.question.lower().replace("\u2019", "'")
        words = [word.lower() for word in re.findall(r"[A-Za-z][a-z]*", function)]
        is_about = any(word in question for word in words if len(word) >= _LEAST_LETTERS)
        is_no = _PLAIN_NO.fullmatch(answer) is not None
        return is_no and is_about and _NO_MAY_AGREE.search(question) is None

    def __str__(self) -> str:
        """The end of the question, which asks, and the answer; empty without a question."""
        question = " ".join(self.question.split())
        question = question if len(question) <= 120 else f"…{question[-119:]}"
        answered = f"{quoted(question, 140)} was answered with {quoted(self.answer)}"
        return f": {answered}" if question else ""


class _Consent(NamedTuple):
    """A declared yes, and the calls that it covered, one of each function."""

    asked: _Asked
    used: dict[str, Call]


def _decide_confirmed(functions: Sequence[str], evidence: Evidence) -> list[PartResult]:
    """Whether consent was declared before each call; a call that does not fail uses it up."""
    conversation, judged_turn = evidence.subject.conversation, evidence.subject.turn
    found: dict[bool | None, list[str]] = {True: [], False: [], None: []}
    consents: list[_Consent] = []
    question, is_first = "", not conversation.history
    for number, turn in enumerate(conversation.turns[:judged_turn], start=1):
        asked = _Asked(question, turn.user)
        if turn.agrees is False:
            consents = []
        elif turn.agrees:
            consents.append(_Consent(asked, {}))
        for call in turn.arrived if turn.reply is None else turn.reply.calls:
            if call.requested or not is_named(call.function, functions):
                continue
            consent = next((entry for entry in consents if call.function not in entry.used), None)
            agreed, note = _agreed(call, consent, consents, asked, turn.agrees, is_first)
            # A simulated user may contradict itself; the author of a step knows.
            if turn.agrees and conversation.played and asked.is_refused(call.function):
                agreed = None
            if consent is not None and call.error is None:
                consent.used[call.function] = call
            if judged_turn in (None, number):
                if agreed is None:
                    agreed, note = _by_judge(evidence, call, number)
                shown = asked if consent is None else consent.asked
                found[agreed].append(f"{name_of(call.function)} (turn {number}){shown}{note}")
        question = "" if turn.reply is None else spoken_text(turn.reply)
        is_first = False
    if denied := found[False]:
        message = f"called before the user agreed: {'; '.join(denied)}"
        return [verdict(False, message, brief(denied))]
    if unclear := found[None]:
        hint = "write `agrees` on the step, or give a judge"
        message = f"it is not known whether the user had agreed to {'; '.join(unclear)} ({hint})"
        return [PartResult(None, message, brief(unclear))]
    granted = found[True]
    message = f"the user had agreed to {'; '.join(granted)}" if granted else "made no such call"
    return unless_unknown([verdict(True, message)], evidence, 0)


def _agreed(  # noqa: PLR0913, PLR0917 - a call, and all that may say whether it was agreed to
    call: Call,
    consent: _Consent | None,
    consents: Sequence[_Consent],
    asked: _Asked,
    declared: bool | None,
    is_first: bool,
) -> tuple[bool | None, str]:
    """Whether the user agreed to a call, as far as it is declared or plain, and a note."""
    if consent is not None:
        plainly_not = declared is None and asked.is_refused(call.function)
        return (False, "") if plainly_not else (True, "")
    if consents:
        # "Shall I cancel bookings 12 and 13?": whether a yes is for both is not known.
        is_again = any(entry.used[call.function].params == call.params for entry in consents)
        note = ", which covered an earlier call"
        return (False, note) if is_again else (None, note)
    if declared is False or is_first or asked.is_refused(call.function):
        return False, ""
    return None, ""


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
