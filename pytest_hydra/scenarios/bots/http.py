"""Bots behind an HTTP endpoint: each turn is a POST with JSON, and the answer is JSON."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from pytest_hydra.core.plain import read_json
from pytest_hydra.core.text import NotFoundError, fill, find, one_line, parse_pointer, variables
from pytest_hydra.core.text import places as places_in
from pytest_hydra.errors import did_you_mean
from pytest_hydra.execution import AGAIN, ExchangeError, HttpClient, JsonAddress, RateLimit, Secrets
from pytest_hydra.scenarios.attachments import text_of, with_data
from pytest_hydra.scenarios.bots.event_stream import StreamedAnswer, first_token, merge_events
from pytest_hydra.scenarios.bots.protocol import BotError, EntryPoints, TimedAnswer
from pytest_hydra.scenarios.environment import NO_ENVIRONMENTS, Environments
from pytest_hydra.settings import (
    MCP_PLACES,
    BotSettings,
    CallPointers,
    ErrorPointer,
    ReplyPointers,
    check_address,
    is_optional,
    model_and_cost,
)

if TYPE_CHECKING:
    from pytest_hydra.core.text import Pointer
    from pytest_hydra.scenarios.environment import Address


#: What of its environments such a bot can use.
USES = frozenset(("tools",))
# Usual keys of a call's parts if no pointers are given, and keys that may occur beside them.
_FUNCTION = ("function", "name", "tool", "tool_name", "action")
_PARAMS = ("params", "parameters", "arguments", "args", "input", "kwargs")
_OTHER_KEYS = frozenset({"id", "call_id", "index", "status", "type", "agent", "result", "error"})
_MOST_KEYS = 12


def opener(name: str, settings: BotSettings, _root: Path) -> EntryPoints:
    """The entry points of this bot.

    Nothing is sent before the first turn.
    """
    client = open_client(name, settings)

    @contextmanager
    def start(environments: Environments = NO_ENVIRONMENTS) -> Iterator[HttpChat]:
        if not environments.tools:
            yield HttpChat(client, settings)
            return
        if "mcp_token" not in places_in([settings.request, settings.headers]):
            raise BotError(
                f"bot {name!r} cannot reach the scenario's tools: put "
                "{{mcp_url}} and {{mcp_token}} into its request or headers"
            )
        with environments.served() as address:
            yield HttpChat(client, settings, address)

    return start, client.stop


class HttpChat:
    """One conversation over HTTP. Conversations share only the connections."""

    __slots__ = ("_endpoint", "_places", "_settings")

    def __init__(
        self, client: HttpClient, settings: BotSettings, address: Address | None = None
    ) -> None:
        self._settings = settings
        # The id is for servers that keep conversations themselves, so that they tell them apart.
        reached = (None, None) if address is None else (address.url, address.token)
        places = dict(zip(MCP_PLACES, reached, strict=True))
        self._places = {"conversation_id": uuid4().hex, **places}
        self._endpoint = Endpoint(client, settings, settings.url or "", places=places)

    def answer(self, messages: list[dict[str, str]], context: Mapping[str, Any]) -> TimedAnswer:
        """The server's answer, as JSON values. Raises BotError if there is none."""
        request, reply = self._settings.request, self._settings.reply
        messages = with_data(messages)
        question: Any = {"messages": messages, "context": dict(context)}
        if request is not None:
            question = fill(
                request,
                partial(in_conversation, messages, context, self._places),
                self._endpoint.environment.__getitem__,
            )
        timed = self._endpoint.ask(question)
        return timed if reply is None else replace(timed, answer=pick(timed.answer, reply))


def in_conversation(
    messages: list[dict[str, str]],
    context: Mapping[str, Any],
    places: Mapping[str, Any],
    name: str,
) -> Any:
    """The value of a template's placeholder; ``places`` are values of the conversation.

    Raises BotError if the context lacks the key.
    """
    values = {
        "messages": messages,
        "message": text_of(messages[-1]["content"]),
        "context": dict(context),
        "turn": sum(message["role"] == "user" for message in messages),
        **places,
    }
    if name in values:
        return values[name]
    key = name.removeprefix("context.")
    if is_optional(key) and key not in context:
        return context.get(key.removesuffix("?"))
    if key not in context:
        valid = ", ".join(context) or "nothing"
        raise BotError(
            f"the request needs context.{key}, which is not in the scenario's context"
            f"{did_you_mean(key, list(context)) or ';'} it has: {valid} (if it is optional, write "
            f"{{{{context.{key}?}}}})"
        )
    return context[key]


def pick(answer: Any, pointers: ReplyPointers) -> dict[str, Any]:
    """The fields of a reply, for `read_reply`. Raises BotError if a pointer has no value."""
    fields: dict[str, Any] = {}
    if isinstance(answer, StreamedAnswer):
        fields["text"], answer = answer
    elif pointers.events is not None:
        raise BotError("reply.events: the server answered without a stream of events")
    for name in type(pointers).model_fields:
        pointer = getattr(pointers, name)
        if pointer is None or name == "events":
            continue
        is_calls = name == "calls"
        fields[name] = (_calls if is_calls else _value)(answer, pointer, f"reply.{name}")
    if "model" in fields:
        fields["answered_by"] = fields.pop("model")
    return fields


def _value(value: Any, text: str, label: str) -> Any:
    """The value at the pointer; None if an optional one has no value."""
    pointer: Pointer = parse_pointer(text.removesuffix("?"))
    try:
        return find(value, pointer)
    except NotFoundError as error:
        if is_optional(text):
            return None
        keys = list(error.value) if isinstance(error.value, Mapping) else []
        missing = pointer[0 if not error.reached else error.reached.count("/")]
        position = f"at {error.reached} " if error.reached else ""
        raise BotError(
            f"{label}: there is nothing at {text}; {position}there {_shape(error.value)}"
            f"{did_you_mean(missing, keys)} (if it is optional, write {text + '?'!r})"
        ) from None


def _shape(value: Any) -> str:
    if isinstance(value, Mapping):
        if not value:
            return "is an empty object"
        keys = [repr(one_line(str(key), 40)) for key in list(value)[:_MOST_KEYS]]
        more = f" and {len(value) - _MOST_KEYS} more" if len(value) > _MOST_KEYS else ""
        return f"are the keys {', '.join(keys)}{more}"
    if isinstance(value, list):
        return f"is a list of {len(value)}"
    return f"is {one_line(json.dumps(value), 60)}"


def _calls(answer: Any, pointers: CallPointers, label: str) -> list[dict[str, Any]]:
    entries = _value(answer, pointers.at, label)
    if entries is None:
        return []
    at = pointers.at.removesuffix("?")
    if isinstance(entries, Mapping):
        return [_call(entries, f"{label}, at {at}", pointers)]
    if not isinstance(entries, list):
        raise BotError(f"{label}: at {at} there {_shape(entries)}, not a list of calls")
    return [_call(call, f"{label}, in {at}/{i}", pointers) for i, call in enumerate(entries)]


def _call(call: Any, label: str, pointers: CallPointers) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    if pointers.function is None or pointers.params is None:
        fields = _guess_parts(call, label, pointers)
    for name in ("function", "params", "agent", "result", "error"):
        pointer = getattr(pointers, name)
        if isinstance(pointer, ErrorPointer):
            fields[name] = _error(_value(call, pointer.at, label), pointer)
        elif pointer is not None:
            fields[name] = _value(call, pointer, label)
    if "params" in fields:
        fields["params"] = _params(fields["params"], label)
    return fields


def _error(status: Any, pointer: ErrorPointer) -> str | None:
    """The error that a call's status is; None if it is none, or missing."""
    # As JSON, in which 1 and true differ.
    text = json.dumps(status)
    if text in map(json.dumps, pointer.ok) or (status is None and is_optional(pointer.at)):
        return None
    return status if isinstance(status, str) and status else text


def _guess_parts(call: Any, label: str, pointers: CallPointers) -> dict[str, Any]:
    """The parts of a call without pointers, by their usual keys."""
    inner = call.get("function") if isinstance(call, Mapping) else None
    keys = call.keys() if isinstance(call, Mapping) else ()
    fields = {key: call[key] for key in ("agent", "result", "error") if key in keys}
    if isinstance(inner, Mapping):  # the form of OpenAI's chat completions
        return {**_guess_parts(inner, label, pointers), **fields}
    for name, candidates in (("function", _FUNCTION), ("params", _PARAMS)):
        if getattr(pointers, name) is not None:
            continue
        usual_keys = [key for key in candidates if key in keys]
        # A call with only known keys has no parameters; other keys might contain them.
        has_no_params = name == "params" and not set(keys) - _OTHER_KEYS - set(_FUNCTION)
        if len(usual_keys) == 1:
            fields[name] = call[usual_keys[0]]
        elif usual_keys or not has_no_params:
            raise BotError(
                f"{label}: there {_shape(call)}; set a pointer to the {name} of a call: calls = "
                f'{{at = "{pointers.at}", {name} = "/…"}}'
            )
    return fields


def _params(params: Any, label: str) -> Any:
    """The parameters; some APIs encode them as a JSON text."""
    if not isinstance(params, str):
        return params
    if not params.strip():
        return None
    try:
        return read_json(params)
    except (ValueError, RecursionError):
        raise BotError(f"{label}: the parameters are not JSON: {one_line(params, 120)!r}") from None


def open_client(name: str, settings: BotSettings) -> HttpClient:
    """The HTTP client of a bot."""
    return HttpClient(
        name=f"{settings.noun} {name!r}",
        seconds=settings.timeout_seconds,
        retries=settings.retries,
        most_bytes=settings.max_reply_bytes,
        rate=RateLimit(settings.requests_per_second),
        again={*AGAIN, *settings.retry_statuses},
    )


class Endpoint:
    """The endpoint of one conversation, with the environment as of its start.

    ``url`` and the settings' headers may contain ``${NAME}``; ``key`` is the variable of an API
    key. A header with a placeholder in ``places`` without a value is not sent. Raises BotError if a
    variable is missing, or the URL is invalid.
    """

    __slots__ = ("_address", "_events", "_model", "_prices", "_provider", "environment")

    def __init__(
        self,
        client: HttpClient,
        settings: BotSettings,
        url: str,
        key: str | None = None,
        places: Mapping[str, str | None] = MappingProxyType({}),
    ) -> None:
        names = [*variables([url, settings.headers, settings.request]), *([key] if key else [])]
        self.environment = {name: _variable(name) for name in names}
        address = self._fill(url)
        self._prices = settings.prices
        # Where a model is served says whose it is; a bot behind its own address only names it.
        self._model = None if settings.openai is None else settings.openai.model
        self._provider = None if settings.openai is None else address
        headers = {
            name: self._fill(value, places)
            for name, value in settings.headers.items()
            if all(places.get(place, "") is not None for place in places_in(value))
        }
        if key and "authorization" not in map(str.lower, headers):
            headers["Authorization"] = f"Bearer {self.environment[key]}"
        # For messages only, so every variable is hidden: no decision depends on them.
        hidden = [(value, f"${{{name}}}") for name, value in self.environment.items()]
        secrets = Secrets([*hidden, *settings.hidden_texts()])
        try:
            check_address(address)
        except ValueError as error:
            raise BotError(f"url: {url} {error}") from None
        for name, value in headers.items():
            if not value.isprintable():
                raise BotError(f"the header {name} cannot be sent: its value is not printable")
        self._events = None if settings.reply is None else settings.reply.events
        merge = partial(merge_events, declared=self._events)
        self._address = JsonAddress(client.post, address, headers, secrets, merge)

    def ask(self, question: Any) -> TimedAnswer:
        """The JSON answer. Raises BotError if there is none, or it is not JSON."""
        try:
            answer, exchange = self._address.ask(question)
        except ExchangeError as error:
            text = str(error)
            raise BotError(f"{text}; see max_reply_bytes" if error.is_too_long else text) from None
        first = first_token(exchange.body, exchange.arrivals, self._events)
        billed = answer.end if isinstance(answer, StreamedAnswer) else answer
        bill = model_and_cost(billed, self._prices, self._model, self._provider)
        return TimedAnswer(answer, exchange.seconds, exchange.tried - 1, first, *bill)

    def _fill(self, template: str, places: Mapping[str, Any] = MappingProxyType({})) -> str:
        # Only requests have all placeholders; elsewhere other braces are literal.
        text: str = fill(
            template,
            lambda name: places.get(name, f"{{{{{name}}}}}"),
            self.environment.__getitem__,
        )
        return text


def _variable(name: str) -> str:
    value = os.environ.get(name)
    if not value:
        raise BotError(f"the bot needs the environment variable {name}, which is not set")
    return value
