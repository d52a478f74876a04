"""Runs beside a coding agent, in its sandbox: a client that speaks the Agent Client Protocol (ACP).

It is a program of its own, which needs the standard library alone. Its arguments are settings as
JSON, and the command of the agent. Each line of its input is a message of the user as JSON. It
prints the messages of the protocol, one per line, and an empty line at the end of each turn. When
its input ends within a turn, the turn is cancelled.
"""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

Fields = dict[str, Any]

_VERSION = 1
_NOT_FOUND, _NO_METHOD, _INVALID, _FAILED = -32002, -32601, -32602, -32603
# Time for an agent to end after its input, in seconds.
_ENDING = 2.0
# The kinds of calls that are allowed when the agent asks.
_READING = ("read", "search", "think")
_EDITING = (*_READING, "edit", "delete", "move", "execute")


class RefusedError(Exception):
    """A request of the agent that is refused: the code of the error, and why."""


class Client:
    """A connection with one agent, and one session."""

    def __init__(self, settings: Fields, command: list[str]) -> None:
        self._level: str = settings["permissions"]
        self._servers: list[Fields] = settings["servers"]
        self._top = Path.cwd().resolve()
        self._agent = subprocess.Popen(  # noqa: S603 - what the sandbox is for
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._input: Any = self._agent.stdin
        self._output: Any = self._agent.stdout
        self._lock = threading.Lock()
        self._number = 0
        self._session = ""
        self._is_asked = False
        #: The kinds of calls by their ids: a request for permission need not repeat them.
        self._kinds: dict[str, str] = {}

    def open(self) -> None:
        """Open the session."""
        files = {"readTextFile": True, "writeTextFile": True}
        known = self._result(
            "initialize",
            protocolVersion=_VERSION,
            clientCapabilities={"fs": files, "terminal": False},
            clientInfo={"name": "pytest-hydra", "version": "1"},
        )
        if known.get("protocolVersion") != _VERSION:
            sys.exit(f"it speaks ACP {known.get('protocolVersion')}, and not {_VERSION}")
        takes = known.get("agentCapabilities", {}).get("mcpCapabilities", {})
        if self._servers and not takes.get("http"):
            sys.exit("it takes no MCP servers over HTTP")
        opened = self._result("session/new", cwd=str(self._top), mcpServers=self._servers)
        self._session = opened["sessionId"]

    def ask(self, text: str) -> None:
        """Send a message of the user, and wait for the end of the turn."""
        self._is_asked = True
        blocks = [{"type": "text", "text": text}]
        self._request("session/prompt", {"sessionId": self._session, "prompt": blocks})
        self._is_asked = False
        with self._lock:
            sys.stdout.write("\n")
            sys.stdout.flush()

    def cancel(self) -> None:
        """Cancel the turn, if there is one."""
        if self._is_asked:
            self._send({"method": "session/cancel", "params": {"sessionId": self._session}})

    def close(self) -> None:
        """End the agent, which ends when its input does, or is killed with us."""
        self._input.close()
        with suppress(subprocess.TimeoutExpired):
            self._agent.wait(_ENDING)

    def _result(self, method: str, **params: Any) -> Fields:
        answer = self._request(method, params)
        if "error" in answer:
            sys.exit(f"{method} failed: {answer['error'].get('message')}")
        result: Fields = answer["result"]
        return result

    def _request(self, method: str, params: Fields) -> Fields:
        """The agent's answer. Its own requests are answered meanwhile."""
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        for line in self._output:
            try:
                message = json.loads(line)
            except ValueError:
                message = None
            if not isinstance(message, dict):  # a log
                sys.stderr.write(line.decode("utf-8", "replace"))
                continue
            self._show(message)
            if "method" in message:
                self._handle(message)
            elif message.get("id") == self._number:
                return message
        # The reason is the last line of its standard error, which is ours, too.
        with suppress(subprocess.TimeoutExpired):
            self._agent.wait(_ENDING)
        sys.exit(abs(self._agent.returncode or 1))

    def _show(self, message: Fields) -> None:
        with self._lock:
            sys.stdout.write(f"{json.dumps(message)}\n")
            sys.stdout.flush()

    def _send(self, message: Fields) -> None:
        message = {"jsonrpc": "2.0", **message}
        names = [{"name": server["name"]} for server in self._servers]
        is_new = message.get("method") == "session/new"  # which has the token of the servers
        self._show({**message, "params": {"mcpServers": names}} if is_new else message)
        with self._lock, suppress(BrokenPipeError):  # that it has ended is seen by its output
            self._input.write(json.dumps(message).encode() + b"\n")
            self._input.flush()

    def _handle(self, message: Fields) -> None:
        params: Any = message.get("params")
        if "id" not in message:
            with suppress(AttributeError, KeyError, TypeError):
                self._kinds[params["update"]["toolCallId"]] = params["update"]["kind"]
            return
        try:
            answer = {"result": self._answer(message["method"], params)}
        except RefusedError as error:
            code, text = error.args
            answer = {"error": {"code": code, "message": text}}
        except (AttributeError, KeyError, TypeError, ValueError):
            answer = {"error": {"code": _INVALID, "message": "invalid parameters"}}
        self._send({"id": message["id"], **answer})

    def _answer(self, method: str, params: Any) -> Fields:
        if method == "session/request_permission":
            return {"outcome": self._outcome(params)}
        try:
            if method == "fs/read_text_file":
                return {"content": self._text(params)}
            if method == "fs/write_text_file":
                self._write(self._inside(params["path"]), params["content"])
                return {}
        except FileNotFoundError as error:
            raise RefusedError(_NOT_FOUND, str(error)) from None
        except (OSError, UnicodeDecodeError) as error:
            raise RefusedError(_FAILED, str(error)) from None
        raise RefusedError(_NO_METHOD, f"there is no method {method}")

    def _outcome(self, params: Any) -> Fields:
        tool = params["toolCall"]
        word = "allow" if self._allows(tool.get("kind"), tool.get("toolCallId")) else "reject"
        options = {option["kind"]: option["optionId"] for option in params["options"]}
        for kind in (f"{word}_once", f"{word}_always"):
            if kind in options:
                return {"outcome": "selected", "optionId": options[kind]}
        return {"outcome": "cancelled"}

    def _allows(self, kind: object, number: str) -> bool:
        kind = kind or self._kinds.get(number, "other")
        if self._level == "all" or (kind == "other" and self._servers):
            return True
        return kind in (_EDITING if self._level == "edit" else _READING)

    def _text(self, params: Any) -> str:
        with self._inside(params["path"]).open(encoding="utf-8", newline="") as file:
            lines = file.readlines()
        first = (params.get("line") or 1) - 1
        most = params.get("limit")
        return "".join(lines[first:] if most is None else lines[first : first + most])

    def _write(self, path: Path, text: str) -> None:
        if self._level == "read":
            raise RefusedError(_FAILED, "it may only read")
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("w", encoding="utf-8", newline="") as file:
            file.write(text)

    def _inside(self, name: str) -> Path:
        path = self._top.joinpath(name).resolve()
        if not path.is_relative_to(self._top):
            raise RefusedError(_FAILED, f"{name} is outside of the workspace")
        return path


def main(settings: str, *command: str) -> None:
    """Hold one session."""
    client = Client(json.loads(settings), [*command])
    messages: queue.Queue[str | None] = queue.Queue()

    def receive() -> None:
        for line in sys.stdin:
            messages.put(json.loads(line))
        messages.put(None)
        client.cancel()

    threading.Thread(target=receive, daemon=True).start()
    client.open()
    while (text := messages.get()) is not None:
        client.ask(text)
    client.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
