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
_KINDS = {"read": _READING, "edit": (*_READING, "edit", "delete", "move", "execute")}


class Client:
    """A connection with one agent, and one session."""

    def __init__(self, settings: Fields, command: list[str]) -> None:
        self._level: str = settings["permissions"]
        self._servers: list[Fields] = settings["servers"]
        self._top = Path.cwd().resolve()
        pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self._agent: Any = subprocess.Popen(command, **pipes)  # noqa: S603 - it is in the sandbox
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
        blocks = [{"type": "text", "text": text}]
        self._is_asked = True
        self._request("session/prompt", {"sessionId": self._session, "prompt": blocks})
        self._is_asked = False
        self._print("")

    def cancel(self) -> None:
        """Cancel the turn, if there is one."""
        if self._is_asked:
            self._send({"method": "session/cancel", "params": {"sessionId": self._session}})

    def close(self) -> None:
        """Let the agent end."""
        self._agent.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._agent.wait(_ENDING)

    def _result(self, method: str, **params: Any) -> Any:
        answer = self._request(method, params)
        if "error" in answer:
            sys.exit(f"{method} failed: {answer['error'].get('message')}")
        return answer["result"]

    def _request(self, method: str, params: Fields) -> Fields:
        """The agent's answer. Its own requests are answered meanwhile."""
        self._number += 1
        number = f"client-{self._number}"  # no id of a request of the agent
        self._send({"id": number, "method": method, "params": params})
        for line in self._agent.stdout:
            message = None
            with suppress(ValueError):
                message = json.loads(line)
            if not isinstance(message, dict):  # a log
                sys.stderr.write(line.decode("utf-8", "replace"))
                continue
            self._print(json.dumps(message))
            if "method" in message:
                self._handle(message)
            elif message.get("id") == number:
                return message
        # The reason is the last line of its standard error, which is ours, too.
        self.close()
        sys.exit(abs(self._agent.returncode or 1))

    def _print(self, text: str) -> None:
        with self._lock:
            sys.stdout.write(f"{text}\n")
            sys.stdout.flush()

    def _send(self, message: Fields) -> None:
        message = {"jsonrpc": "2.0", **message}
        line = shown = json.dumps(message)
        if message.get("method") == "session/new":  # it has the token of the servers
            names = [{"name": server["name"]} for server in self._servers]
            shown = json.dumps({**message, "params": {"mcpServers": names}})
        self._print(shown)
        with self._lock, suppress(BrokenPipeError):  # that it has ended is seen by its output
            self._agent.stdin.write(f"{line}\n".encode())
            self._agent.stdin.flush()

    def _handle(self, message: Fields) -> None:
        """Answer a request, or remember what a notification says."""
        params: Any = message.get("params")
        if "id" not in message:
            with suppress(AttributeError, KeyError, TypeError):
                self._kinds[params["update"]["toolCallId"]] = params["update"]["kind"]
            return
        code, text, result = _NO_METHOD, "there is no such method", None
        try:
            result = self._answer(message["method"], params)
        except FileNotFoundError as error:
            code, text = _NOT_FOUND, str(error)
        except OSError as error:
            code, text = _FAILED, str(error)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            code, text = _INVALID, repr(error)
        answer = (
            {"error": {"code": code, "message": text}} if result is None else {"result": result}
        )
        self._send({"id": message["id"], **answer})

    def _answer(self, method: str, params: Any) -> Fields | None:
        if method == "session/request_permission":
            tool = params["toolCall"]
            kind = tool.get("kind") or self._kinds.get(tool.get("toolCallId"), "other")
            # Tools of servers are there to be used.
            allowed = self._level == "all" or (kind == "other" and bool(self._servers))
            word = "allow" if allowed or kind in _KINDS[self._level] else "reject"
            options = {option["kind"]: option["optionId"] for option in params["options"]}
            chosen = options.get(f"{word}_once", options.get(f"{word}_always"))
            outcome = {"outcome": "selected", "optionId": chosen}
            return {"outcome": outcome if chosen else {"outcome": "cancelled"}}
        if method == "fs/read_text_file":
            with self._inside(params["path"]).open(encoding="utf-8", newline="") as file:
                lines = file.readlines()[(params.get("line") or 1) - 1 :]
            return {"content": "".join(lines[: params.get("limit")])}
        if method == "fs/write_text_file":
            path = self._inside(params["path"])
            if self._level == "read":
                raise PermissionError("it may only read")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(params["content"].encode())
            return {}
        return None

    def _inside(self, name: str) -> Path:
        path = self._top.joinpath(name).resolve()
        if not path.is_relative_to(self._top):
            raise PermissionError(f"{name} is outside of the workspace")
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
