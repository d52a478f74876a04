"""The formats of traces: which reader has that of a text, and the traces that it reads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pytest_hydra import registry
from pytest_hydra.core.plain import read_json_values, safe_text
from pytest_hydra.core.text import counted, one_line
from pytest_hydra.errors import input_error
from pytest_hydra.scenarios.traces import openai_agents
from pytest_hydra.scenarios.traces.trace import Trace
from pytest_hydra.settings import Prices, agent_readers
from pytest_hydra.transcript.turns import turns_of, unread_calls


def readers() -> dict[str, Any]:
    """The modules that each read a format, by its name, in the order in which they are tried.

    The last accepts any list of messages.
    """
    return {**agent_readers(), **registry.tables("readers"), "openai-agents": openai_agents}


def traces_in(text: str, label: str, prices: Prices) -> Iterator[Trace]:
    """The traces in a text of JSON or JSON lines. Raises InputError."""
    try:
        documents = _documents(text, label)
        is_any = bool(documents) and all(isinstance(entry, dict) for entry in documents)
        candidates = readers().values() if is_any else ()
        reader = next((module for module in candidates if module.knows(documents)), None)
        if reader is None:
            message = f"is not a trace of a known format; valid: {', '.join(readers())}"
            raise input_error(label, None, message)
        found = list(reader.read(documents))
        if not found:
            raise input_error(label, None, "has no conversation")
        searched = getattr(reader, "searched", list)(documents)
        messages = [entry for transcript in found for entry in transcript.messages]
        count = unread_calls(searched, messages, reader.IDS)
        for transcript in found:
            if count:
                transcript.unknown.append(f"{counted(count, 'call')} of the file")
            turns, unanswered = turns_of(transcript, prices, reader.RESULTS)
            key = transcript.id
            name = one_line(safe_text(key), 200) if isinstance(key, str) else ""
            yield Trace(name, turns, unanswered=unanswered)
    except RecursionError:
        raise input_error(label, None, "is nested too deeply") from None


def _documents(text: str, label: str) -> list[Any]:
    """The elements of the list in a text, or else the values in it, one after the other."""
    try:
        values = read_json_values(text)
    except ValueError as error:
        reason = one_line(str(error), 200)
        raise input_error(label, None, f"is neither JSON nor JSON lines: {reason}") from None
    return values[0] if len(values) == 1 and isinstance(values[0], list) else values
