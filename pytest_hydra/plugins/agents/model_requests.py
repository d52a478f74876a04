"""What agents ask of models, and what an answer took: the APIs of Anthropic, OpenAI and Google.

These are Anthropic's messages, OpenAI's responses and chat completions, and Gemini's contents, with
and without streaming.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pytest_hydra.core.lookup import first
from pytest_hydra.core.plain import json_digest
from pytest_hydra.core.text import read_table

# Paths that answer, and others that an agent needs. Nothing else of a provider is reachable.
_PATH = re.compile(
    r"(?:/v1(?:beta)?)?/(?:(?P<asks>messages|responses|chat/completions"
    r"|models/[\w.-]+:(?P<gemini>streamGenerateContent|generateContent))"
    r"|messages/count_tokens|models(?:/[\w.-]+(?::countTokens)?)?)"
)
# Fields with the messages so far, of which each counts by itself.
_MESSAGES = ("messages", "input", "contents")
# Fields that identify a session, and not what is asked.
_OF_SESSION = frozenset(
    {"metadata", "client_metadata", "prompt_cache_key", "safety_identifier", "session_id", "user"}
)
_VOLATILE = re.compile(
    "|".join(f"(?:{line})" for line in read_table(__file__, "volatile.txt").splitlines()[1:])
)
Hide = Callable[[str], str]


@dataclass(frozen=True)
class ModelRequest:
    """A request of an agent. ``path`` has the query, and the names of headers are lower case."""

    method: str
    path: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""

    @cached_property
    def _known(self) -> re.Match[str] | None:
        return _PATH.fullmatch(self.path.partition("?")[0])

    @property
    def is_known(self) -> bool:
        """Whether it is for a model, and not for anything else of the provider."""
        return self._known is not None

    @property
    def asks(self) -> bool:
        """Whether a model answers it, for money."""
        return self._known is not None and self._known["asks"] is not None

    @property
    def api(self) -> str:
        """Which API: ``messages``, ``responses``, ``chat/completions`` or ``gemini``."""
        known = self._known
        return "" if known is None else "gemini" if known["gemini"] else known["asks"] or ""

    @cached_property
    def data(self) -> dict[str, Any]:
        """Its body; empty unless it is a JSON object."""
        try:
            data = json.loads(self.body or b"{}")
        except (ValueError, RecursionError):
            return {}
        return data if isinstance(data, dict) else {}

    @property
    def model(self) -> str:
        """The name of the model that it asks."""
        name = self.data.get("model")
        if isinstance(name, str):
            return name
        return self.path.rpartition("/models/")[2].partition(":")[0]

    @property
    def streams(self) -> bool:
        """Whether the answer is to come as a stream of events."""
        return self.data.get("stream") is True or ":stream" in self.path

    @property
    def with_usage(self) -> bytes:
        """The body, by which a stream of chat completions has its usage."""
        if self.api != "chat/completions" or not self.streams:
            return self.body
        options = {**(self.data.get("stream_options") or {}), "include_usage": True}
        return json.dumps({**self.data, "stream_options": options}).encode("ascii")

    def outline(self, hide: Hide) -> dict[str, str]:
        """A digest of each part by its name, without what differs from run to run.

        ``hide`` replaces texts that differ between two machines, such as the agent's folder.
        """
        parts: dict[str, Any] = {"path": f"{self.method} {self.path.partition('?')[0]}"}
        for key, value in self.data.items():
            if key in _MESSAGES and isinstance(value, list):
                parts |= {f"{key} {number}": part for number, part in enumerate(value, start=1)}
            elif key not in _OF_SESSION:
                parts[key] = value
        return {name: json_digest(_steady(part, hide))[:16] for name, part in parts.items()}


def _steady(value: Any, hide: Hide) -> Any:
    if isinstance(value, dict):
        return {key: _steady(part, hide) for key, part in value.items()}
    if isinstance(value, list):
        return [_steady(part, hide) for part in value]
    return _VOLATILE.sub("…", hide(value)) if isinstance(value, str) else value


def model_of(body: bytes) -> str | None:
    """The model that an answer names; None if it names none."""
    for event in _events(body):
        for part in (event, event.get("message"), event.get("response")):
            name = first(part, ("model", "modelVersion")) if isinstance(part, dict) else None
            if isinstance(name, str) and name:
                return name
    return None


def usage_of(body: bytes) -> dict[str, int]:
    """The counts in an answer, by their names in its API; empty if it has none."""
    usage: dict[str, int] = {}
    for event in _events(body):
        for part in (event, event.get("message"), event.get("response")):
            counts = (
                part.get("usage", part.get("usageMetadata")) if isinstance(part, dict) else None
            )
            if isinstance(counts, dict):
                details = [entry for entry in counts.values() if isinstance(entry, dict)]
                cached = [entry["cached_tokens"] for entry in details if "cached_tokens" in entry]
                # A later event has the later count.
                usage |= dict(_numbers([*counts.items(), *(("cached_tokens", n) for n in cached)]))
    return usage


def _numbers(counts: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, int]]:
    return ((name, count) for name, count in counts if type(count) is int)


def _events(body: bytes) -> Iterator[Mapping[str, Any]]:
    """The JSON objects of a body: one, or that of each event of a stream."""
    lines = [line[5:] for line in body.splitlines() if line.startswith(b"data:")]
    for text in lines or [body]:
        try:
            event = json.loads(text)
        except (ValueError, RecursionError):
            continue  # such as [DONE]
        if isinstance(event, dict):
            yield event
