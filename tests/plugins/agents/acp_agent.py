"""A coding agent that speaks ACP and does what the user says: a word, and the rest of the line.

Its argument `no-http` says that it takes no MCP servers, `no-login` that it opens no session, and
`new` that it speaks another version.
"""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from typing import Any

Fields = dict[str, Any]
KINDS = ("allow_once", "allow_always", "reject_once")
OPTIONS = [{"optionId": kind, "name": kind, "kind": kind} for kind in KINDS]
SESSION = {"sessionId": "s"}
numbers = itertools.count()


def send(message: Fields) -> None:
    os.write(1, f"{json.dumps({'jsonrpc': '2.0', **message})}\n".encode())


def receive() -> Fields:
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    message: Fields = json.loads(line)
    return message


def request(method: str, **params: Any) -> Fields:
    """The client's answer."""
    number = next(numbers)
    send({"id": number, "method": method, "params": {**SESSION, **params}})
    while (message := receive()).get("id") != number or "method" in message:
        pass
    return message


def update(kind: str, /, **fields: Any) -> None:
    params = {**SESSION, "update": {"sessionUpdate": kind, **fields}}
    send({"method": "session/update", "params": params})


def say(text: str) -> None:
    """A text, in two pieces."""
    for piece in (text[:3], text[3:]):
        update("agent_message_chunk", content={"type": "text", "text": piece})


def start(kind: str = "execute", **given: Any) -> str:
    number = f"call_{next(numbers)}"
    update("tool_call", toolCallId=number, title=kind, kind=kind, rawInput=given)
    return number


def end(number: str, status: str, output: object) -> None:
    update("tool_call_update", toolCallId=number, status=status, rawOutput=output)


def ask(number: str, **fields: Any) -> str:
    """The option that is chosen."""
    tool = {"toolCallId": number, **fields}
    answer = request("session/request_permission", toolCall=tool, options=OPTIONS)
    chosen: str = answer["result"]["outcome"]["optionId"]
    return chosen


def run(line: str) -> None:
    number = start(command=line)
    if ask(number) == "allow_once":
        shell = ["/bin/sh", "-c", line]
        done = subprocess.run(shell, capture_output=True, text=True, check=False)
        end(number, "completed", {"output": done.stdout, "exit_code": done.returncode})
    else:
        end(number, "failed", "not allowed")
    say("Done.")


def answer(message: Fields) -> None:
    """Say what the client answered."""
    error, found = message.get("error"), message.get("result", {})
    say(f"{error['code']}: {error['message']}" if error else found.get("content", "written"))


def read(words: str) -> None:
    path, *rest = words.split()
    given = dict(zip(("line", "limit"), map(int, rest), strict=False))
    answer(request("fs/read_text_file", path=path, **given))


def write(words: str) -> None:
    path, _, text = words.partition(" ")
    answer(request("fs/write_text_file", path=path, content=text))


def loop(_: str) -> None:
    while True:
        end(start(command="ls"), "completed", "")


def wait(_: str) -> str:
    """Wait until the turn is cancelled."""
    number = start(command="sleep 300")
    while receive().get("method") != "session/cancel":
        pass
    end(number, "failed", "cancelled by the client")
    return "cancelled"


def stop(reason: str) -> str:
    start("search")
    return reason


def leave(status: str) -> None:
    start(command="ls")
    os.write(2, b"it broke\n")
    os._exit(int(status))


def show(text: str) -> None:
    """Print what is no message of the protocol."""
    os.write(1, f"{text}\n".encode())
    say("Done.")


ACTS: dict[str, Any] = {
    "ask": lambda kinds: say(json.dumps([ask(kind, kind=kind) for kind in kinds.split()])),
    "call": lambda method: answer(request(method)),
    "leave": leave,
    "loop": loop,
    "read": read,
    "run": run,
    "setup": lambda _: None,
    "show": show,
    "stop": stop,
    "wait": wait,
    "write": write,
}


def main(*words: str) -> None:
    given: Fields = {}
    while True:
        message = receive()
        method, params = message["method"], message["params"]
        result: Fields = {"sessionId": "s"}
        if method == "initialize":
            servers = {"mcpCapabilities": {"http": "no-http" not in words}}
            version = 99 if "new" in words else params["protocolVersion"]
            result = {"protocolVersion": version, "agentCapabilities": servers}
        given |= params
        if method == "session/prompt":
            word, _, rest = params["prompt"][0]["text"].partition(" ")
            if word == "fail":
                send({"id": message["id"], "error": {"code": -32000, "message": rest}})
                continue
            if word == "setup":
                say(json.dumps(given))
            result = {"stopReason": ACTS[word](rest) or "end_turn"}
        if method == "session/new" and "no-login" in words:
            error = {"code": -32000, "message": "Authentication required"}
            send({"id": message["id"], "error": error})
        else:
            send({"id": message["id"], "result": result})


if __name__ == "__main__":
    main(*sys.argv[1:])
