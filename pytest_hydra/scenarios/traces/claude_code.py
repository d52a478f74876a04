"""Claude Code: ``--output-format stream-json``, and sessions under ``~/.claude/projects``.

Both have one event per line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_hydra.scenarios.bots.answer_calls import Fields, elements, first, get
from pytest_hydra.scenarios.traces.trace import MOST_DOLLARS, Transcript, message

# The counts of tokens in `modelUsage`, and those of one turn in `usage`.
_TOKENS = {
    "inputTokens": "input_tokens",
    "outputTokens": "output_tokens",
    "cacheReadInputTokens": "cache_read_input_tokens",
    "cacheCreationInputTokens": "cache_creation_input_tokens",
}
# Keys that no other agent writes. Cursor's events have the same types.
_OWN = frozenset(
    (
        *("claude_code_version", "parent_tool_use_id", "total_cost_usd", "modelUsage"),
        *("permission_denials", "num_turns", "isSidechain", "parentUuid", "leafUuid"),
    )
)
_KINDS = ("system", "assistant", "user", "result", "stream_event", "summary")
_SILENT = ("system", "progress", "attachment")
_SESSION_KEYS = ("session_id", "sessionId")


def knows(documents: Sequence[Any]) -> bool:
    """Whether a document is an event as only Claude Code writes it, and none is Cursor's call."""
    return any(map(_is_own, documents)) and "tool_call" not in (
        get(event, "type") for event in documents
    )


def _is_own(event: Mapping[str, Any]) -> bool:
    kinds = {str(get(block, "type")) for block in _blocks(event)}
    return event.get("type") in _KINDS and (
        not _OWN.isdisjoint(event)
        or not kinds.isdisjoint({"tool_use", "tool_result"})
        or str(event.get("subtype")).startswith("error")
    )


def _blocks(event: object) -> Sequence[Any]:
    return elements(get(get(event, "message"), "content"))


def searched(documents: Sequence[Any]) -> list[Any]:
    """The events without those of hooks and of progress, whose commands are not the agent's."""
    return [
        event
        for event in map(_unwrapped, documents)
        if get(event, "type") not in _SILENT or get(event, "message") is not None
    ]


def _unwrapped(event: Mapping[str, Any]) -> Mapping[str, Any]:
    """The event of a subagent that is inside one of progress; any other as it is."""
    inner = get(get(event, "data"), "message") if get(event, "type") == "progress" else None
    if not isinstance(inner, Mapping):
        return event
    return {"sessionId": get(event, "sessionId"), **inner, "isSidechain": True}


def read(documents: Sequence[Any]) -> Iterator[Transcript]:
    """Each session. Actions of subagents are included, their prompts and texts are not."""
    documents = [_unwrapped(event) for event in documents]
    sessions: dict[str, list[Fields]] = {}
    totals: dict[str, Fields] = {}
    ids = [str(first(event, _SESSION_KEYS) or "") for event in documents]
    only = next(iter({*ids} - {""}), "") if len({*ids} - {""}) == 1 else ""
    # The last part of each of the model's messages, in a session's file.
    parts: dict[str, Fields] = {}
    call_ids: set[str] = set()
    for event, own_id in zip(documents, ids, strict=True):
        kind, session_id = get(event, "type"), own_id or only
        if kind not in _KINDS or kind == "summary":
            continue
        if session_id not in sessions or sessions[session_id][-1]["metadata"].get("ends"):
            sessions.setdefault(session_id, []).append(message("user", ""))
        if kind == "assistant":
            entry = _assistant(event, call_ids)
            message_id = get(get(event, "message"), "id")
            if isinstance(message_id, str):
                # Each part has the usage of the whole message.
                if message_id in parts:
                    parts[message_id]["usage"] = parts[message_id]["metadata"]["tokens"] = {}
                parts[message_id] = entry
            sessions[session_id].append(entry)
        elif kind == "user":
            results = [block for block in _blocks(event) if get(block, "type") == "tool_result"]
            if results or not any(get(event, key) for key in _NOT_THE_USER):
                content = results or get(get(event, "message"), "content")
                sessions[session_id].append(message("user", content))
        elif kind == "result":
            sessions[session_id].append(_end(event, totals.get(session_id)))
            totals[session_id] = event
    yield from sessions.items()


# Marks of messages with the user's role that the user did not write.
_NOT_THE_USER = (
    *("parent_tool_use_id", "isSynthetic", "isSidechain", "isMeta", "isCompactSummary"),
    "isVisibleInTranscriptOnly",
)


def _assistant(event: object, call_ids: set[str]) -> Fields:
    """A message of the model. In a session's file, which has no results, it has its usage.

    ``call_ids`` are those of all calls so far: an event may be in a file twice.
    """
    own, error = get(event, "message"), None
    content = get(own, "content")
    is_subagents = any(get(event, key) for key in ("parent_tool_use_id", "isSidechain"))
    if is_subagents or elements(content):
        own_ids = [str(get(block, "id") or "") for block in elements(content)]
        content = [
            block
            for block, own_id in zip(elements(content), own_ids, strict=True)
            if own_id not in call_ids and not (is_subagents and get(block, "type") == "text")
        ]
        call_ids |= {*own_ids} - {""}
    if get(event, "isApiErrorMessage") is True:
        error = f"the agent failed: {first(next(iter(elements(content)), None), ('text',))}"
    usage = get(own, "usage") if get(event, "sessionId") is not None else None
    return message("assistant", content, usage=usage, model=get(own, "model"), error=error)


def _end(event: object, previous: object) -> Fields:
    """The end of a turn, with its usage; ``previous`` is the end of the turn before, if any."""
    models, cost, error = get(event, "modelUsage"), get(event, "total_cost_usd"), None
    if _continues(event, previous):
        cost -= get(previous, "total_cost_usd")
    if get(event, "is_error") is True or str(get(event, "subtype")).startswith("error"):
        error = f"the agent failed: {first(event, ('result', 'errors', 'subtype'))}"
    return message(
        "assistant",
        [],
        stop_reason=get(event, "stop_reason"),
        usage=get(event, "usage"),
        model=next(iter(models)) if isinstance(models, dict) and len(models) == 1 else None,
        cost=cost,
        error=error,
        ends=True,
    )


def _continues(event: object, previous: object) -> bool:
    """Whether the totals of an event include those of the ``previous`` one.

    A process adds up its turns. A resumed session is a new process, which begins at 0 again: its
    totals have fewer tokens than the previous ones and this turn's together.
    """
    costs = [get(end, "total_cost_usd") for end in (previous, event)]
    if not all(isinstance(cost, int | float) and 0 <= cost < MOST_DOLLARS for cost in costs):
        return False
    return costs[0] <= costs[1] and all(
        _total(event, name) >= _total(previous, name) + _count(get(event, "usage"), own)
        for name, own in _TOKENS.items()
    )


def _total(event: object, name: str) -> int:
    models = get(event, "modelUsage")
    return sum(_count(usage, name) for usage in models.values()) if isinstance(models, dict) else 0


def _count(usage: object, name: str) -> int:
    number = get(usage, name)
    return number if type(number) is int else 0
