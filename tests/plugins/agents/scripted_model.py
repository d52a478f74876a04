"""A model on loopback that follows a script, for real coding agents: no key, no network, no cost.

It is a gateway whose model is the script, and speaks the APIs of Anthropic, OpenAI and Google. It
keeps nothing about a session: where it is in the script follows from the messages in each request.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pytest_hydra.plugins.agents.gateway import Gateway, ModelAnswer
from pytest_hydra.plugins.agents.model_requests import ModelRequest

Fields = dict[str, Any]
# One of these per turn of the user: steps, and then a text. A step is a shell line,
# {"skill": NAME}, or {"tool": NAME, "params": {…}}.
Script = Sequence[Sequence[str | Mapping[str, Any]]]

# Messages with the user's role that an agent adds by itself, by their beginning.
_OF_AGENT = (
    *("<environment_context>", "# AGENTS.md", "<user_instructions>", "<permissions", "<skill"),
    *("<system-reminder>", "<session_context>", "This is the Gemini CLI", "<INSTRUCTIONS"),
)
_SHELLS = {
    "Bash": "command",
    "bash": "command",
    "run_shell_command": "command",
    "exec_command": "cmd",
    "shell_command": "command",
    "shell": "command",
}
_SKILLS = {"Skill": "skill", "activate_skill": "name", "skill": "name"}


class Step(NamedTuple):
    """What the model does: a call of a tool, or without one a text."""

    number: str
    text: str = ""
    tool: str = ""
    arguments: Fields = {}  # noqa: RUF012 - never changed
    namespace: str = ""


class ScriptedModel(Gateway):
    """The server; ``requests`` are the bodies that it was sent, as text."""

    def __init__(self, script: Script) -> None:
        super().__init__(self._follow)
        self.script = script
        self.requests: list[str] = []

    def _follow(self, request: ModelRequest) -> ModelAnswer:
        self.requests.append(request.body.decode())
        if not request.asks:
            return _json_answer({"input_tokens": 10, "object": "list", "data": [], "models": []})
        read, write = _APIS[request.api]
        kinds, tools = read(request.data)
        events = list(write(self._step(kinds, tools), request.model))
        if not request.streams:
            return _json_answer(_WHOLE[request.api](events))
        return ModelAnswer(200, _lines(events), {"content-type": "text/event-stream"})

    def _step(self, kinds: Sequence[str], tools: Sequence[str]) -> Step:
        """The next step. ``kinds`` are the messages so far: "user" and "result"."""
        if not set(tools) & _SHELLS.keys():
            return Step("aside", "A title")
        turn = kinds.count("user") - 1
        done = kinds[::-1].index("user")
        steps = self.script[min(turn, len(self.script) - 1)]
        at = min(done, len(steps) - 1)
        step, number = steps[at], f"{turn}_{at}"
        if at == len(steps) - 1:
            return Step(number, str(step))
        return _call(step, number, tools)


def _call(step: str | Mapping[str, Any], number: str, tools: Sequence[str]) -> Step:
    if not isinstance(step, str) and "tool" in step:
        name = next((tool for tool in tools if tool.endswith(step["tool"])), step["tool"])
        spaces = [tool for tool in tools if tool.startswith("mcp__") and tool.count("__") == 1]
        space = spaces[0] if spaces and name not in tools else ""
        return Step(number, "", name, dict(step["params"]), space)
    if not isinstance(step, str):
        for tool, key in _SKILLS.items():
            if tool in tools:
                # Tools of this name differ in the name of their parameter.
                both = {"skill": step["skill"]} if tool == "skill" else {}
                return Step(number, "", tool, {key: step["skill"], **both})
        step = f"cat .agents/skills/{step['skill']}/SKILL.md"
    tool = next(name for name in _SHELLS if name in tools)
    line: object = ["bash", "-lc", step] if tool == "shell" else step
    described = {"description": "run"} if _SHELLS[tool] == "command" and tool != "shell" else {}
    return Step(number, "", tool, {_SHELLS[tool]: line, **described})


def _json_answer(data: object) -> ModelAnswer:
    return ModelAnswer(200, [json.dumps(data).encode()], {"content-type": "application/json"})


def _lines(events: Iterable[Fields]) -> Iterator[bytes]:
    for event in events:
        name = f"event: {event['type']}\n" if "type" in event else ""
        yield f"{name}data: {json.dumps(event)}\n\n".encode()
        if event.get("choices") == []:
            yield b"data: [DONE]\n\n"


def _is_said(text: str) -> bool:
    """Whether a text is the user's own."""
    return not text.lstrip().startswith(_OF_AGENT)


def _texts(content: Any) -> list[str]:
    parts = [{"text": content}] if isinstance(content, str) else content
    return [part["text"] for part in parts if "text" in part]


# What is in a request: the kinds of messages, and the names of tools.
Read = tuple[list[str], list[str]]


def _read_messages(body: Fields) -> Read:
    kinds: list[str] = []
    for message in body["messages"]:
        content = message["content"]
        blocks = [] if isinstance(content, str) else content
        results = [block for block in blocks if block["type"] == "tool_result"]
        if message["role"] == "user":
            said = any(map(_is_said, _texts(content)))
            kinds += ["result"] * len(results) if results else ["user"] * said
    return kinds, [tool["name"] for tool in body.get("tools") or ()]


def _read_responses(body: Fields) -> Read:
    kinds: list[str] = []
    for item in body["input"]:
        kind = item.get("type", "message")
        if kind.endswith("_call_output"):
            kinds.append("result")
        elif kind == "message" and item["role"] == "user":
            kinds += ["user"] * _is_said("".join(_texts(item["content"])))
    return kinds, [tool.get("name") or tool["type"] for tool in body.get("tools") or ()]


def _read_chat(body: Fields) -> Read:
    kinds: list[str] = []
    for message in body["messages"]:
        if message["role"] == "tool":
            kinds.append("result")
        elif message["role"] == "user":
            kinds += ["user"] * _is_said("".join(_texts(message["content"])))
    return kinds, [tool["function"]["name"] for tool in body.get("tools") or ()]


def _read_gemini(body: Fields) -> Read:
    kinds: list[str] = []
    for content in body["contents"]:
        results = sum("functionResponse" in part for part in content["parts"])
        if content.get("role") == "user":
            said = any(map(_is_said, _texts(content["parts"])))
            kinds += ["result"] * results if results else ["user"] * said
    groups = [tool.get("functionDeclarations", ()) for tool in body.get("tools") or ()]
    return kinds, [tool["name"] for group in groups for tool in group]


def _write_messages(step: Step, model: str) -> Iterator[Fields]:
    usage = {"input_tokens": 100, "output_tokens": 20}
    block: Fields = {"type": "text", "text": ""}
    delta = {"type": "text_delta", "text": step.text}
    if step.tool:
        block = {"type": "tool_use", "id": f"toolu_{step.number}", "name": step.tool, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(step.arguments)}
    start: Fields = {"id": f"msg_{step.number}", "type": "message", "role": "assistant"}
    start |= {"content": [], "model": model, "stop_reason": None, "stop_sequence": None}
    reason = {"stop_reason": "tool_use" if step.tool else "end_turn", "stop_sequence": None}
    yield {"type": "message_start", "message": {**start, "usage": usage}}
    yield {"type": "content_block_start", "index": 0, "content_block": block}
    yield {"type": "content_block_delta", "index": 0, "delta": delta}
    yield {"type": "content_block_stop", "index": 0}
    yield {"type": "message_delta", "delta": reason, "usage": usage}
    yield {"type": "message_stop"}


def _whole_message(events: list[Fields]) -> Fields:
    start, block, delta = events[0]["message"], events[1]["content_block"], events[2]["delta"]
    if "partial_json" in delta:
        block = {**block, "input": json.loads(delta["partial_json"])}
    else:
        block = {**block, "text": delta["text"]}
    return {**start, **events[4]["delta"], "content": [block]}


def _write_responses(step: Step, model: str) -> Iterator[Fields]:
    item: Fields = {"type": "message", "id": f"msg_{step.number}", "role": "assistant"}
    item["content"] = [{"type": "output_text", "text": step.text, "annotations": []}]
    if step.tool:
        item = {"type": "function_call", "id": f"fc_{step.number}", "name": step.tool}
        item |= {"call_id": f"call_{step.number}", "arguments": json.dumps(step.arguments)}
        item |= {"namespace": step.namespace} if step.namespace else {}
    item["status"] = "completed"
    usage = {"input_tokens": 100, "output_tokens": 20, "total_tokens": 120}
    response = {"id": f"resp_{step.number}", "object": "response", "model": model}
    yield {"type": "response.created", "response": {**response, "status": "in_progress"}}
    yield {"type": "response.output_item.added", "output_index": 0, "item": item}
    if not step.tool:
        delta = {"item_id": item["id"], "content_index": 0, "delta": step.text}
        yield {"type": "response.output_text.delta", "output_index": 0, **delta}
    yield {"type": "response.output_item.done", "output_index": 0, "item": item}
    done = {**response, "status": "completed", "output": [item], "usage": usage}
    yield {"type": "response.completed", "response": done}


def _write_chat(step: Step, model: str) -> Iterator[Fields]:
    base = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": model}
    delta: Fields = {"role": "assistant", "content": step.text}
    if step.tool:
        function = {"name": step.tool, "arguments": json.dumps(step.arguments)}
        call = {"index": 0, "id": f"call_{step.number}", "type": "function", "function": function}
        delta = {"role": "assistant", "content": None, "tool_calls": [call]}
    reason = "tool_calls" if step.tool else "stop"
    yield {**base, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
    yield {**base, "choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}
    usage = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
    yield {**base, "choices": [], "usage": usage}


def _whole_chat(events: list[Fields]) -> Fields:
    message, end = events[0]["choices"][0]["delta"], events[1]["choices"][0]["finish_reason"]
    choice = {"index": 0, "message": message, "finish_reason": end}
    return {**events[2], "object": "chat.completion", "choices": [choice]}


def _write_gemini(step: Step, model: str) -> Iterator[Fields]:
    part: Fields = {"text": step.text}
    if step.tool:
        call = {"id": f"call_{step.number}", "name": step.tool, "args": step.arguments}
        part = {"functionCall": call}
    content = {"role": "model", "parts": [part]}
    usage = {"promptTokenCount": 100, "candidatesTokenCount": 20, "totalTokenCount": 120}
    candidate = {"content": content, "finishReason": "STOP", "index": 0}
    yield {"candidates": [candidate], "usageMetadata": usage, "modelVersion": model}


Write = Callable[[Step, str], Iterator[Fields]]
_APIS: dict[str, tuple[Callable[[Fields], Read], Write]] = {
    "messages": (_read_messages, _write_messages),
    "responses": (_read_responses, _write_responses),
    "chat/completions": (_read_chat, _write_chat),
    "gemini": (_read_gemini, _write_gemini),
}
# The answer without streaming, from the events.
_WHOLE: dict[str, Callable[[list[Fields]], Fields]] = {
    "messages": _whole_message,
    "responses": lambda events: dict(events[-1]["response"]),
    "chat/completions": _whole_chat,
    "gemini": lambda events: events[0],
}
