"""A model on loopback that follows a script, for real coding agents: no key, no network, no cost.

It speaks the two protocols of Claude Code and Codex: Anthropic's messages and OpenAI's responses,
both as streams of events. It keeps nothing about a session: where it is in the script follows from
the messages in each request.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

# Messages with the user's role that an agent adds by itself.
_OF_AGENT = (
    "<environment_context>",
    "# AGENTS.md",
    "<user_instructions>",
    "<permissions",
    "<skills",
)
_SHELLS = {"Bash": "command", "exec_command": "cmd", "shell_command": "command", "shell": "command"}
# One of these per turn of the user: shell lines to run, and then a text.
Script = Sequence[Sequence[str]]


class ScriptedModel(ThreadingHTTPServer):
    """The server; ``requests`` are the bodies that it was sent, as text."""

    def __init__(self, script: Script) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.script = script
        self.requests: list[str] = []

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.server_port}"

    def step(self, messages: Sequence[str], tools: Sequence[str]) -> tuple[str, str, str]:
        """The next step: an id, a tool ("" for none) and a shell line or a text.

        ``messages`` are the kinds of messages so far: "user" and "result".
        """
        if not tools:
            return "aside", "", "A title"
        turn = messages.count("user") - 1
        done = messages[::-1].index("user")
        steps = self.script[min(turn, len(self.script) - 1)]
        at = min(done, len(steps) - 1)
        name = next(name for name in _SHELLS if name in tools)
        return f"{turn}_{at}", name if at < len(steps) - 1 else "", steps[at]


class _Handler(BaseHTTPRequestHandler):
    server: ScriptedModel
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        text = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.server.requests.append(text)
        path = self.path.partition("?")[0]
        if path.endswith("/messages"):
            self._events(_messages(self.server, json.loads(text)))
        elif path.endswith("/responses"):
            self._events(_responses(self.server, json.loads(text)))
        else:
            self._send(200, "application/json", b'{"input_tokens": 10}')

    def do_GET(self) -> None:
        self._send(200, "application/json", b'{"object": "list", "data": [], "models": []}')

    def _events(self, events: Iterator[Mapping[str, Any]]) -> None:
        parts = [f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events]
        self._send(200, "text/event-stream", "".join(parts).encode())

    def _send(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


def _messages(model: ScriptedModel, body: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """An answer in Anthropic's protocol."""
    kinds = []
    for message in body["messages"]:
        content = message["content"]
        blocks = content if isinstance(content, list) else [{"type": "text", "text": content}]
        results = sum(block["type"] == "tool_result" for block in blocks)
        is_said = any(
            block["type"] == "text" and "<system-reminder>" not in block["text"] for block in blocks
        )
        if message["role"] == "user":
            kinds += ["result"] * results if results else ["user"] * is_said
    number, tool, text = model.step(kinds, [tool["name"] for tool in body.get("tools") or ()])
    usage = {"input_tokens": 100, "output_tokens": 20}
    block: dict[str, Any] = {"type": "text", "text": ""}
    delta = {"type": "text_delta", "text": text}
    if tool:
        block = {"type": "tool_use", "id": f"toolu_{number}", "name": tool, "input": {}}
        arguments = json.dumps({_SHELLS[tool]: text, "description": "run"})
        delta = {"type": "input_json_delta", "partial_json": arguments}
    start: dict[str, Any] = {
        "id": f"msg_{number}",
        "type": "message",
        "role": "assistant",
        "content": [],
    }
    start |= {"model": body["model"], "stop_reason": None, "stop_sequence": None, "usage": usage}
    reason = {"stop_reason": "tool_use" if tool else "end_turn", "stop_sequence": None}
    yield {"type": "message_start", "message": start}
    yield {"type": "content_block_start", "index": 0, "content_block": block}
    yield {"type": "content_block_delta", "index": 0, "delta": delta}
    yield {"type": "content_block_stop", "index": 0}
    yield {"type": "message_delta", "delta": reason, "usage": usage}
    yield {"type": "message_stop"}


def _responses(model: ScriptedModel, body: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """An answer in the protocol of OpenAI's responses."""
    kinds = []
    for item in body["input"]:
        kind = item.get("type", "message")
        if kind.endswith("_call_output"):
            kinds.append("result")
        elif kind == "message" and item["role"] == "user":
            text = "".join(part.get("text", "") for part in item["content"])
            kinds += ["user"] * (not text.lstrip().startswith(_OF_AGENT))
    names = [tool.get("name") or tool["type"] for tool in body.get("tools") or ()]
    number, tool, text = model.step(kinds, names)
    item = {"type": "message", "id": f"msg_{number}", "role": "assistant", "status": "completed"}
    item["content"] = [{"type": "output_text", "text": text, "annotations": []}]
    if tool:
        line: object = ["bash", "-lc", text] if tool == "shell" else text
        item = {"type": "function_call", "id": f"fc_{number}", "call_id": f"call_{number}"}
        item |= {"name": tool, "arguments": json.dumps({_SHELLS[tool]: line})}
        item["status"] = "completed"
    usage = {"input_tokens": 100, "output_tokens": 20, "total_tokens": 120}
    response = {"id": f"resp_{number}", "object": "response", "model": body["model"]}
    yield {"type": "response.created", "response": {**response, "status": "in_progress"}}
    yield {"type": "response.output_item.added", "output_index": 0, "item": item}
    yield {"type": "response.output_item.done", "output_index": 0, "item": item}
    done = {**response, "status": "completed", "output": [item], "usage": usage}
    yield {"type": "response.completed", "response": done}
