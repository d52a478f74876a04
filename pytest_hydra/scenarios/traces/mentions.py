"""What in a file looks like a call, compared with the calls that its reader found.

This is one rule for all readers: a reader that skips an event, or a field, cannot hide a call in
it. An item is a mention of a call if its kind looks like one, if it has a name and arguments, or if
it has the id of a call, as a result has. It is understood if a call with that id, or without an id
one with that name, was found. In the formats of coding agents, what is of an unknown kind may be a
call, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

from pytest_hydra.core.plain import safe_text
from pytest_hydra.core.text import one_line, read_words
from pytest_hydra.scenarios.bots.answer_calls import (
    CALL_KINDS,
    WORDS,
    Fields,
    ShapeError,
    awaited_ids,
    calls_of,
    elements,
    first,
    get,
    like_call,
    like_result,
    results_of,
)

_WORDS = read_words(__file__, "mention_words.txt")
_AGENT_KINDS = read_words(__file__, "agent_kinds.txt")
_NOT_CALLS, _CONTENTS = frozenset(_WORDS["not calls"]), frozenset(_WORDS["contents"])
Mention = tuple[str, frozenset[str], frozenset[str]]
"""The kind, the ids and the names of a call, as far as known."""


def overlooked(documents: Sequence[Any], messages: Iterable[Fields]) -> tuple[str, ...]:
    """The kinds of what looks like a call in a file, but not in the messages read from it."""
    ids, names = set[str](), set[str]()
    for entry in messages:
        if entry["role"] == "assistant" or entry["metadata"].get("is_context"):
            for call_ids, name in _reported(entry):
                ids |= call_ids
                names |= {name, name.rpartition("__")[2]}  # without an MCP server's name
    return tuple(
        dict.fromkeys(
            one_line(safe_text(kind), 60)
            for kind, own_ids, own_names in mentions(documents)
            if (ids.isdisjoint(own_ids) if own_ids else names.isdisjoint(own_names))
        )
    )


def unknown_kinds(
    format_name: str, documents: Sequence[Any], messages: Iterable[Fields]
) -> tuple[str, ...]:
    """The kinds of events, items and blocks that the reader of an agent's format does not know.

    With the tools that started another agent, if a file does not say what that one did.
    """
    known = _AGENT_KINDS.get(format_name)
    if known is None:
        return ()
    found = [
        _kind(part)
        for event in documents
        for part in (event, *_parts(event))
        if isinstance(part, Mapping)
    ]
    kinds = [
        one_line(safe_text(kind), 60)
        for kind in dict.fromkeys(found)
        if kind
        and not (kind in CALL_KINDS or like_result(kind))
        and not any(fnmatchcase(kind, pattern) for pattern in known)
    ]
    if not any(get(event, key) for event in documents for key in _WORDS["of subagents"]):
        # Nothing says what another agent did.
        called = [name for entry in messages for _, name in _reported(entry)]
        kinds += [name for name in called if name in _WORDS["subagents"]]
    return tuple(dict.fromkeys(kinds))


def _parts(event: Mapping[str, Any]) -> Iterator[object]:
    """The item in an event, or the blocks of its message."""
    yield event.get("item")
    yield event.get("payload") if event.get("type") == "response_item" else None
    message = event.get("message")
    yield from elements(message.get("content")) if isinstance(message, Mapping) else ()


def missing_results(messages: Sequence[Fields], *, always: bool) -> set[str]:
    """The ids of calls that lack a result, as others have one, or ``always`` have it."""
    results = [item for entry in messages for _, item in results_of(entry)]
    if not (results or always):
        return set()
    awaited = {call_id for entry in messages for call_id in awaited_ids(entry)}
    return awaited - {str(first(item, WORDS["call ids"])) for item in results}


def _reported(entry: Fields) -> Iterator[tuple[frozenset[str], str]]:
    """The ids and the name of each call that a reply will have, or reports as unknown."""
    # The fields of the message, such as `tool_calls`, and each block of its content.
    parts = [
        {**entry, "content": []},
        *[{"content": [part]} for part in elements(entry["content"])],
    ]
    for part in parts:
        try:
            calls, unknown = calls_of(part)
        except ShapeError:  # the turn will have this error, and no reply
            calls, unknown = [], ["broken"]
        for call in calls:
            yield frozenset(filter(None, [call.get("id")])), call["function"]
        for _, ids, names in mentions(part) if unknown else ():
            yield from [(ids, name) for name in (*names, "")]


def mentions(
    value: object, key: object = None, outer_ids: frozenset[str] = frozenset()
) -> list[Mention]:
    """Everything in a value that looks like a call, or has the id of one.

    ``key`` is that of the value, and ``outer_ids`` are the ids of the call around it.
    """
    if isinstance(value, list):
        return [found for item in value for found in mentions(item, key, outer_ids)]
    if not isinstance(value, Mapping):
        return []
    own = _mention(value, key)
    if own is not None and not (own[1] or own[2]):
        own = (own[0], outer_ids, own[2])
    ids = own[1] if own is not None else outer_ids
    skipped = _NOT_CALLS | _CONTENTS if own or like_result(_kind(value) or key) else _NOT_CALLS
    inner = [
        found
        for name, child in value.items()
        if name not in skipped
        for found in mentions(child, name, ids)
    ]
    # A call without an id and a name wraps the item that has these.
    return [own, *inner] if own is not None and (own[1] or own[2] or not inner) else inner


def _kind(item: Mapping[str, Any]) -> str:
    return next((item[key] for key in ("type", "part_kind") if isinstance(item.get(key), str)), "")


def _mention(item: Mapping[str, Any], key: object) -> Mention | None:
    kind = _kind(item)
    ids = _texts(item, _WORDS["ids"])
    has_arguments = first(item, WORDS["parameters"]) is not None
    names = _texts(item, _WORDS["names"])
    is_call = like_call(kind) and CALL_KINDS.get(kind) != []
    is_call = is_call or (like_call(key) and not like_result(kind) and has_arguments)
    if is_call or (has_arguments and "name" in item):
        names |= _texts(item, ("name", "tool", "function"))
    implied = " ".join(CALL_KINDS.get(kind, ())).partition(" ")[0]
    if implied.startswith("="):
        names |= {implied[1:]}
    if is_call and not ids:
        ids = _texts(item, ("id",))
    return (kind or str(key), ids, names) if is_call or ids or names else None


def _texts(item: Mapping[str, Any], keys: Iterable[str]) -> frozenset[str]:
    values = (item.get(key) for key in keys)
    return frozenset([value for value in values if isinstance(value, str) and value])
