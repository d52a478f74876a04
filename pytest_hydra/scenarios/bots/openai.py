"""Bots that are a model behind OpenAI's chat completions, or a compatible server."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial
from math import fsum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.lookup import get
from pytest_hydra.core.plain import json_digest
from pytest_hydra.core.text import fill, one_line
from pytest_hydra.documents import read
from pytest_hydra.errors import InputError
from pytest_hydra.scenarios.attachments import for_chat_completions
from pytest_hydra.scenarios.bots.http import Endpoint, in_conversation, open_client
from pytest_hydra.scenarios.bots.protocol import BotError, EntryPoints, TimedAnswer
from pytest_hydra.scenarios.bots.python_tools import Tools
from pytest_hydra.scenarios.environment import NO_ENVIRONMENTS, Environments
from pytest_hydra.settings import MCP_PLACES
from pytest_hydra.transcript.message import who

if TYPE_CHECKING:
    from pytest_hydra.execution import HttpClient
    from pytest_hydra.settings import BotSettings, OpenAISettings

#: What of its environments such a bot can use.
USES = frozenset(("tools",))
# Values for a server that keeps no conversation and reaches no tools over MCP.
_NOWHERE = {"conversation_id": "", **dict.fromkeys(MCP_PLACES)}


def opener(name: str, settings: BotSettings, root: Path) -> EntryPoints:
    """The entry points of this model.

    Raises BotError if the file of tools is invalid.
    """
    model = settings.openai
    assert model is not None  # noqa: S101 - set for a bot of this kind
    tools = None if model.tools is None else _tools(name, model.tools, root)
    client = open_client(name, settings)
    # Once: they are the same in all conversations.
    about = {"prompt": model.system, "tools": tools}
    by = {kind: json_digest(said)[:12] for kind, said in about.items() if said is not None}

    def start(
        environments: Environments = NO_ENVIRONMENTS,
    ) -> AbstractContextManager[OpenAIChat]:
        chat = OpenAIChat(client, settings, model, tools, environments)
        chat.by = by
        return nullcontext(chat)

    return start, client.stop


class OpenAIChat:
    """One conversation with a model; its earlier calls are sent back, as the API requires.

    Calls of the scenario's tools are run, and their results sent to the model, until it makes no
    more calls.
    """

    __slots__ = ("_endpoint", "_environments", "_model", "_rounds", "_tools", "by")

    def __init__(
        self,
        client: HttpClient,
        settings: BotSettings,
        model: OpenAISettings,
        tools: list[Any] | None,
        environments: Environments,
    ) -> None:
        self._model = model
        #: What is known of who answers.
        self.by: Mapping[str, str] = {}
        self._environments = environments
        self._tools = tools
        if environments.tools:
            self._tools = [*(tools or ()), *Tools(environments, is_async=False).openai()]
        url = f"{model.base_url.rstrip('/')}/chat/completions"
        self._endpoint = Endpoint(client, settings, url, model.key_variable)
        # For each turn the model's messages with calls, and the results of these.
        self._rounds: list[list[dict[str, Any]]] = []

    def answer(self, messages: list[dict[str, str]], context: Mapping[str, Any]) -> TimedAnswer:
        """The chat completion, as JSON values; with tools of the scenario all messages of the turn.

        Raises BotError if there is none.
        """
        question = self._question(messages, context)
        timed_rounds = list[TimedAnswer]()
        try:
            return self._rounds_of(question, timed_rounds)
        except BotError as error:
            # The requests before the one that failed are paid for.
            error.cost_usd = fsum(each.cost_usd or 0 for each in timed_rounds)
            raise

    def _rounds_of(self, question: dict[str, Any], timed_rounds: list[TimedAnswer]) -> TimedAnswer:
        prompt = question["messages"]
        rounds: list[dict[str, Any]] = []
        outputs: list[Any] = []
        self._rounds.append(rounds)
        for _ in range(self._model.max_tool_rounds):
            timed = self._endpoint.ask({**question, "messages": [*prompt, *rounds]})
            timed_rounds.append(timed)
            message = _message(timed.answer)
            calls = _calls(message)
            if not calls:
                break
            reply = {"role": "assistant", "content": message.get("content"), "tool_calls": calls}
            results = list(map(self._result, calls))
            rounds += [reply, *results]
            facts = {key: message[key] for key in ("usage", "finish_reason")}
            outputs += [_with_json({**reply, **facts}), *results]
            if not any(map(self._is_of_scenario, calls)):
                break
        build = who(fingerprint=get(timed.answer, "system_fingerprint"))
        if rounds and self._environments.tools:
            timed = replace(timed, answer=outputs if calls else [*outputs, message])
        return _together(replace(timed, by={**self.by, **(build or {})}), timed_rounds)

    def _is_of_scenario(self, call: Any) -> bool:
        return call["function"].get("name") in self._environments.tools

    def _result(self, call: Any) -> dict[str, Any]:
        """The result of a call, which the API requires with each call."""
        content, function = self._model.tool_result, call["function"]
        if self._is_of_scenario(call):
            outcome = self._environments.call(function["name"], _arguments(call))
            value = outcome.result if outcome.error is None else f"error: {outcome.error}"
            content = value if isinstance(value, str) else json.dumps(value)
        return {"role": "tool", "tool_call_id": call["id"], "content": content}

    def _question(
        self, messages: list[dict[str, str]], context: Mapping[str, Any]
    ) -> dict[str, Any]:
        model = self._model
        question: dict[str, Any] = {"model": model.model, "messages": []}
        if model.system is not None:
            place = partial(in_conversation, messages, context, _NOWHERE)
            system = fill(model.system, place, "${{{}}}".format)
            if not isinstance(system, str):
                system = "" if system is None else json.dumps(system)
            question["messages"].append({"role": "system", "content": system})
        question["messages"] += self._history(messages)
        if self._tools is not None:
            question["tools"] = self._tools
        if model.temperature is not None:
            question["temperature"] = model.temperature
        question |= model.extra
        if question.get("stream"):
            # Otherwise the stream does not say how many tokens were used.
            question.setdefault("stream_options", {"include_usage": True})
        return question

    def _history(self, messages: list[dict[str, str]]) -> list[dict[str, Any]]:
        history: list[dict[str, Any]] = []
        # Messages before the first turn are not turns.
        count = [message["role"] for message in messages].count("assistant")
        turns = iter([*[[]] * (count - len(self._rounds)), *self._rounds])
        for message in messages:
            rounds = next(turns, []) if message["role"] == "assistant" else []
            history += rounds
            texts = [entry["content"] or "" for entry in rounds if entry["role"] == "assistant"]
            # A turn that ended with calls has no text besides theirs.
            if texts[-1:] != [message["content"]]:
                content: Any = for_chat_completions(message["content"])
                history.append({**message, "content": content})
        return history


def _together(last: TimedAnswer, rounds: Sequence[TimedAnswer]) -> TimedAnswer:
    """The last answer of a turn, with the time and cost of all its requests."""
    costs = [each.cost_usd for each in rounds if each.cost_usd is not None]
    return replace(
        last,
        seconds=sum(each.seconds for each in rounds),
        retries=sum(each.retries for each in rounds),
        first_seconds=rounds[0].first_seconds,
        cost_usd=fsum(costs) if len(costs) == len(rounds) else None,
    )


def _message(answer: Any) -> Any:
    """The model's message, with the usage of the whole answer, and why it ended."""
    choices = answer.get("choices") if isinstance(answer, dict) else None
    if not isinstance(choices, list):
        excerpt = one_line(json.dumps(answer), 200)
        raise BotError(f"the server answered {excerpt!r}, which is not a chat completion")
    choice = choices[0] if choices and isinstance(choices[0], dict) else {}
    message, end = choice.get("message"), choice.get("finish_reason")
    if not isinstance(message, dict):
        return message
    return {**message, "usage": answer.get("usage"), "finish_reason": end}


def _calls(message: Any) -> list[Any]:
    """The calls in a message of the model, if they can be sent back."""
    calls = message.get("tool_calls") if isinstance(message, dict) else None
    if not isinstance(calls, list) or not isinstance(message.get("content") or "", str):
        return []
    is_usable = all(
        isinstance(call, dict)
        and isinstance(call.get("id"), str)
        and isinstance(call.get("function"), dict)
        and isinstance(call["function"].get("name"), str)
        for call in calls
    )
    return calls if is_usable else []


def _with_json(message: dict[str, Any]) -> dict[str, Any]:
    """The message with invalid arguments as empty ones, as the world got them."""
    calls = [
        {**call, "function": {**call["function"], "arguments": "{}"}}
        if isinstance(_arguments(call), str)
        else call
        for call in message.get("tool_calls", ())
    ]
    return {**message, "tool_calls": calls} if calls else message


def _arguments(call: Any) -> Any:
    """The arguments of a call; their text if they are not JSON, so that the world rejects it."""
    text = call["function"].get("arguments") or "{}"
    try:
        return json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return str(text)


def _tools(name: str, file: str, root: Path) -> list[Any]:
    """The tools of a file, in the API's form; functions without the wrapper are accepted."""
    try:
        document = read(root / file, file)
    except InputError as error:
        raise BotError(f"bot {name!r}: openai.tools: {error}") from None
    if not isinstance(document.data, list):
        raise BotError(f"bot {name!r}: openai.tools: {file} is not a list of functions")
    tools = []
    for index, tool in enumerate(document.data):
        function = tool.get("function", tool) if isinstance(tool, dict) else None
        if not isinstance(function, dict) or not isinstance(function.get("name"), str):
            raise BotError(
                f"bot {name!r}: openai.tools: {document.problem('is not a function', (index,))}; "
                'it should be like {"name": "transfer", "description": "…", "parameters": {…}}'
            )
        fields = {key: value for key, value in function.items() if key != "type"}
        tools.append(tool if "function" in tool else {"type": "function", "function": fields})
    return tools
