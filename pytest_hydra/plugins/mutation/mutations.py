"""Faults of bots: a recorded conversation, changed in one place at a time."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple

from pytest_hydra.core.numbers import is_number
from pytest_hydra.core.text import one_line, whole_word
from pytest_hydra.scenarios.english import find_refusal, find_request, find_warning, normalise
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.transcript.turn import Call, Reply

REFUSAL = "I'm sorry, but I can't help with that."
CONSENT = "Of course, that is done."
# A word without the punctuation around it.
_WORD = re.compile(r"\w(?:[^\s\"{}\[\]()<>|]*\w)?")
# Limits for long replies.
_MOST_FIGURES = 10
_MOST_SENTENCES = 20


class Mutant(NamedTuple):
    """A conversation with one fault: its kind, its turn (from 1), and a description."""

    fault: str
    turn: int
    description: str
    original: Reply
    reply: Reply
    conversation: Conversation


#: A description of each change, and the changed reply.
Changes = Iterable[tuple[str, Reply]]


def mutants(source: Conversation) -> Iterator[Mutant]:
    """Each fault in each reply of a conversation; no two replies of a turn are equal."""
    for i, turn in enumerate(source.turns):
        seen, following = [turn.reply], source.turns[(i + 1) % len(source.turns)].reply
        if turn.reply is None:
            continue
        changes = [(fault, *change) for fault in FAULTS for change in FAULTS[fault](turn.reply)]
        changes += [("another reply", "it is the next turn's reply", following or turn.reply)]
        for fault, text, reply in changes:
            if reply not in seen:
                seen.append(reply)
                turns = (*source.turns[:i], replace(turn, reply=reply), *source.turns[i + 1 :])
                yield Mutant(fault, i + 1, text, turn.reply, reply, replace(source, turns=turns))


def words(text: str) -> list[str]:
    """The distinct words and figures of a text."""
    return list(dict.fromkeys(_WORD.findall(text)))


def figures(text: str) -> list[str]:
    """The words that contain a digit."""
    return [word for word in words(text) if any(map(str.isdigit, word))]


def refuses(reply: Reply) -> bool:
    """Whether the bot declares or says that it refuses."""
    if reply.rejected is None and reply.response_type != "rejection":
        return find_refusal(reply.text) is not None
    return reply.rejected is not False


def _in_calls(change: Callable[[Call], Iterable[tuple[Any, ...]]]) -> Callable[[Reply], Changes]:
    """Apply a change to each call of a reply; it yields a description and the new calls."""

    def changes(reply: Reply) -> Changes:
        for i, call in enumerate(reply.calls):
            for description, *calls in change(call):
                new_calls = (*reply.calls[:i], *calls, *reply.calls[i + 1 :])
                yield f"{call.function} {description}", replace(reply, calls=new_calls)

    return changes


def _in_params(change: Callable[[Any], Any]) -> Callable[[Reply], Changes]:
    """Apply a change to each parameter of a reply's calls."""

    def changes(call: Call) -> Iterator[tuple[str, Call]]:
        for name, value in call.params.items():
            params = {**call.params, name: change(value)}
            texts = (json.dumps(entry, ensure_ascii=False) for entry in (params[name], value))
            new, old = (one_line(text, 30) for text in texts)
            yield f"has {name}: {new}, not {old}", replace(call, params=params)

    return _in_calls(changes)


def _off_by_one(value: Any) -> Any:
    """A number plus one, a text or list cut by one, a mapping with its first value changed."""
    if isinstance(value, Mapping) and value:
        first = next(iter(value))
        return {**value, first: _off_by_one(value[first])}
    if isinstance(value, str | list) and value:
        return value[:-1]
    return value + 1 if is_number(value) else [value] if not isinstance(value, bool) else not value


def _of_another_type(value: Any) -> Any:
    """A bool or number as a text, a text of digits as a number, and anything else in a list."""
    if isinstance(value, str) and re.fullmatch("[0-9]{1,15}", value):
        return int(value)
    return json.dumps(value) if isinstance(value, bool) or is_number(value) else [value]


def _without_param(call: Call) -> Iterator[tuple[str, Call]]:
    for omitted in call.params:
        params = {name: value for name, value in call.params.items() if name != omitted}
        yield f"lacks {omitted}", replace(call, params=params)


def _another_agent(reply: Reply) -> Changes:
    for agent in {reply.agent, *[call.agent for call in reply.calls]} - {None}:
        new = {agent: f"Another{agent}"}
        calls = [replace(call, agent=new.get(call.agent, call.agent)) for call in reply.calls]
        acts = replace(reply, agent=new.get(reply.agent, reply.agent), calls=tuple(calls))
        yield f"another agent acts, not {agent}", acts


def _with_swapped_calls(reply: Reply) -> Changes:
    for i, (first, second) in enumerate(pairwise(reply.calls)):
        calls = (*reply.calls[:i], second, first, *reply.calls[i + 2 :])
        yield f"{second.function} is called before {first.function}", replace(reply, calls=calls)


def _refusal_flipped(reply: Reply) -> Changes:
    """Consent instead of a refusal, and vice versa."""
    kind, rejected = "rejection", True
    changed = Reply(text=REFUSAL, agent=reply.agent)
    if refuses(reply):
        kind, rejected = "answer", False
        text = f"{CONSENT} {_without(reply.text, find_refusal)}".rstrip()
        changed = replace(reply, text=text)
    summary = f"it {'refuses instead of answering' if rejected else 'consents instead of refusing'}"
    declared = None if reply.rejected is None else rejected
    yield summary, replace(changed, response_type=reply.response_type and kind, rejected=declared)


def _without_request(reply: Reply) -> Changes:
    text, kind = _without(reply.text, lambda text: find_request(text, None)), reply.response_type
    if text != reply.text or reply.asks_for:
        kind = "answer" if kind == "clarification" else kind
        asks_for = None if reply.asks_for is None else ()
        changed = replace(reply, text=text, asks_for=asks_for, response_type=kind)
        yield "it asks for nothing", changed


def _without_warning(reply: Reply) -> Changes:
    text = _without(reply.text, lambda text: find_warning(text, None))
    warnings = None if reply.warnings is None else ()
    yield "it warns of nothing", replace(reply, text=text, warnings=warnings)


def _without(text: str, find: Callable[[str], str | None]) -> str:
    """The text without the sentences that ``find`` returns."""
    for _ in range(_MOST_SENTENCES):
        sentence, source = find(text), normalise(text)
        if sentence is None or sentence not in source:
            break
        text = normalise(source.replace(sentence, " "))
    return text


def _without_figure(reply: Reply) -> Changes:
    for figure in figures(reply.text)[:_MOST_FIGURES]:
        text = whole_word(figure).sub("", reply.text)
        yield f"its text lacks {one_line(figure, 40)}", replace(reply, text=text)


#: By name, the function that applies a fault of this kind wherever it is possible.
FAULTS: dict[str, Callable[[Reply], Changes]] = {
    "call dropped": _in_calls(lambda _: [("is not called",)]),
    "call doubled": _in_calls(lambda call: [("is called twice", call, call)]),
    "calls swapped": _with_swapped_calls,
    "another function": _in_calls(
        lambda call: [
            ("is replaced by another function", replace(call, function=f"not_{call.function}"))
        ]
    ),
    "another agent": _another_agent,
    "parameter off by one": _in_params(_off_by_one),
    "parameter of another type": _in_params(_of_another_type),
    "parameter left out": _in_calls(_without_param),
    "refusal or consent": _refusal_flipped,
    "question removed": _without_request,
    "warning removed": _without_warning,
    "figure removed": _without_figure,
    "empty reply": lambda _: [("it is empty", Reply())],
}
