"""A coding agent that is scripted: it makes one change, and prints what Claude Code would print.

So the example needs no model and no key. To try a real agent, remove `command` from its table in
hydra.toml.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

WHO = "git -c user.name=coder -c user.email=coder@example.org"
COMMANDS = ("python3 -c 'import vouchers'", f"{WHO} commit -qam 'Cap vouchers at the total'")


def say(**event: Any) -> None:
    """Print an event."""
    print(json.dumps({"session_id": "scripted", **event}), flush=True)  # noqa: T201 - the protocol


def call(number: int, name: str, **arguments: str) -> None:
    """Print a call, make it, and print its result."""
    use = {"type": "tool_use", "id": str(number), "name": name, "input": arguments}
    say(type="assistant", message={"content": [use]})
    if name == "Skill":
        failed, output = False, f"Launching skill: {arguments['skill']}"
    elif name == "Bash":
        shell = ["/bin/sh", "-c", arguments["command"]]
        done = subprocess.run(shell, capture_output=True, text=True, check=False)  # noqa: S603
        failed, output = done.returncode != 0, done.stdout + done.stderr
    else:
        path = Path(arguments["file_path"])
        path.write_text(path.read_text().replace(arguments["old"], arguments["new"]))
        failed, output = False, "ok"
    result = {"type": "tool_result", "tool_use_id": str(number), "content": output}
    say(type="user", message={"content": [{**result, "is_error": failed}]})


def main() -> None:
    """Work on the message, whatever it is."""
    sys.stdin.read()
    say(type="system", subtype="init")
    new = "max(0, sum(prices) - voucher)"
    call(0, "Edit", file_path="vouchers.py", old="sum(prices) - voucher", new=new)
    call(1, "Skill", skill="commit-style")
    for number, command in enumerate(COMMANDS, start=2):
        call(number, "Bash", command=command)
    text = {"type": "text", "text": "A total is never negative now; I committed the change."}
    say(type="assistant", message={"content": [text]})
    usage = {"input_tokens": 900, "output_tokens": 80}
    say(type="result", subtype="success", total_cost_usd=0.0, usage=usage)


if __name__ == "__main__":
    main()
