"""Bots that are a model behind OpenAI's chat completions, or behind a server that speaks so."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.text import fill, one_line
from pytest_hydra.documents import read
from pytest_hydra.errors import InputError
from pytest_hydra.scenarios.bots.http import Endpoint, in_conversation, open_client
from pytest_hydra.scenarios.bots.protocol import BotError, TimedAnswer

if TYPE_CHECKING:
    from pytest_hydra.execution.http_client import HttpClient
    from pytest_hydra.settings.bots import BotSettings, OpenAISettings


def opener(
    name: str, settings: BotSettings, root: Path
) -> tuple[Callable[[], AbstractContextManager[OpenAIChat]], Callable[[], None]]:
    """What starts a conversation with this model, and what ends all of them.

    Raises BotError when the library is missing, or the file of tools cannot be used.
    """
    model = settings.openai
    assert model is not None  # noqa: S101 - what makes it a bot of this kind
    tools = None if model.tools is None else _tools(name, model.tools, root)
    client = open_client(name, settings)
    return lambda: nullcontext(OpenAIChat(client, settings, model, tools)), client.stop


class OpenAIChat:
    """One conversation with a model. It is told again what it called, as the API wants it."""

    __slots__ = ("_endpoint", "_model", "_own", "_tools")

    def __init__(
        self,
        client: HttpClient,
        settings: BotSettings,
        model: OpenAISettings,
        tools: list[Any] | None,
    ) -> None:
        self._model = model
        self._tools = tools
        url = f"{model.base_url.rstrip('/')}/chat/completions"
        self._endpoint = Endpoint(client, settings, url, model.key_variable)
        # The model's own messages, in order, as it gave them.
        self._own: list[Any] = []

    def answer(self, messages: list[dict[str, str]], context: Mapping[str, Any]) -> TimedAnswer:
        """The chat completion, as JSON values. Raises BotError when there is none."""
        answer, seconds = self._endpoint.ask(self._question(messages, context))
        choices = answer.get("choices") if isinstance(answer, dict) else None
        if not isinstance(choices, list):
            excerpt = one_line(json.dumps(answer), 200)
            raise BotError(f"the server answered {excerpt!r}, which is no chat completion")
        choice = choices[0] if choices else None
        self._own.append(choice.get("message") if isinstance(choice, dict) else None)
        return TimedAnswer(answer, seconds)

    def _question(
        self, messages: list[dict[str, str]], context: Mapping[str, Any]
    ) -> dict[str, Any]:
        model = self._model
        question: dict[str, Any] = {"model": model.model, "messages": []}
        if model.system is not None:
            place = partial(in_conversation, messages, context, "")
            system = fill(model.system, place, "${{{}}}".format)
            system = system if isinstance(system, str) else json.dumps(system)
            question["messages"].append({"role": "system", "content": system})
        question["messages"] += self._history(messages)
        if self._tools is not None:
            question["tools"] = self._tools
        if model.temperature is not None:
            question["temperature"] = model.temperature
        return {**question, **model.extra}

    def _history(self, messages: list[dict[str, str]]) -> list[dict[str, Any]]:
        history: list[dict[str, Any]] = []
        replies = iter(self._own)
        for message in messages:
            original = next(replies, None) if message["role"] == "assistant" else None
            calls = _calls(original, message["content"])
            if not calls:
                history.append(dict(message))
                continue
            content = message["content"] or None
            history.append({"role": "assistant", "content": content, "tool_calls": calls})
            # The API takes a call only together with what came of it.
            history += [
                {"role": "tool", "tool_call_id": call["id"], "content": self._model.tool_result}
                for call in calls
            ]
        return history


def _calls(message: Any, content: str) -> list[Any]:
    """The calls in a message of the model's with this text, when they can be sent back."""
    calls = message.get("tool_calls") if isinstance(message, dict) else None
    if not isinstance(calls, list) or (message.get("content") or "") != content:
        return []
    usable = all(isinstance(call, dict) and isinstance(call.get("id"), str) for call in calls)
    return calls if usable else []


def _tools(name: str, file: str, root: Path) -> list[Any]:
    """The tools of a file, in the API's shape; a function alone, without its wrapping, will do."""
    try:
        document = read(root / file, file)
    except InputError as error:
        raise BotError(f"bot {name!r}: openai.tools: {error}") from None
    if not isinstance(document.data, list):
        raise BotError(f"bot {name!r}: openai.tools: {file} holds no list of functions")
    tools = []
    for index, tool in enumerate(document.data):
        function = tool.get("function", tool) if isinstance(tool, dict) else None
        if not isinstance(function, dict) or not isinstance(function.get("name"), str):
            raise BotError(
                f"bot {name!r}: openai.tools: {document.problem('is no function', (index,))}: it "
                'looks like {"name": "transfer", "description": "…", "parameters": {…}}'
            )
        fields = {key: value for key, value in function.items() if key != "type"}
        tools.append(tool if "function" in tool else {"type": "function", "function": fields})
    return tools
