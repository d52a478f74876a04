"""The measured projects: the same cases as scenarios and as plain pytest tests."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

_NAMES = ("Alice", "Bob", "Carol", "Dave", "Erin", "Frank", "Grace")

BOT = '''
import re

REQUEST = re.compile(r"Send (\\d+) DOT to (\\w+)")


def reply(messages):
    """Answer as a wallet does: say what is done, and call the function."""
    amount, name = REQUEST.fullmatch(messages[-1]["content"]).groups()
    return {
        "text": f"Sending {amount} DOT to {name}.",
        "calls": [{"function": "transfer", "params": {"amount": int(amount), "recipient": name}}],
    }


def deaf(messages):
    """Answer the same whatever is asked."""
    return "What can I do for you?"
'''

SETTINGS = '[bots.wallet]\npython = "wallet:reply"\n'

# The fastest form for plain pytest: the C parser of JSON reads the cases.
PLAIN = """
import json
from pathlib import Path

import pytest

from wallet import reply

CASES = json.loads(Path(__file__).with_name("cases.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_transfer(case):
    answer = reply([{"role": "user", "content": case["user"]}])
    (call,) = answer["calls"]
    assert call["function"] == "transfer"
    assert call["params"]["recipient"] == case["recipient"]
    assert case["phrase"] in answer["text"]
"""

SINGLE = """
from wallet import reply


def test_transfer():
    answer = reply([{{"role": "user", "content": {user!r}}}])
    (call,) = answer["calls"]
    assert call["function"] == "transfer"
    assert call["params"]["recipient"] == {recipient!r}
    assert {phrase!r} in answer["text"]
"""

FIXTURE = """
import json
from pathlib import Path

import pytest

from wallet import reply

CASES = json.loads(Path(__file__).with_name("cases.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_transfer(case, hydra):
    answer = reply([{"role": "user", "content": case["user"]}])
    (call,) = answer["calls"]
    hydra.check("function", call["function"] == "transfer", weight=3)
    hydra.check("recipient", call["params"]["recipient"] == case["recipient"], weight=2)
    hydra.check("phrase", case["phrase"] in answer["text"])
"""


def make_project(folder: Path, count: int) -> Path:
    """Create a folder with the bot and ``count`` cases in each format."""
    folder.mkdir(parents=True)
    cases = list(_cases(count))
    files = {
        "pytest.ini": "[pytest]\n",
        "hydra.toml": SETTINGS,
        "wallet.py": BOT,
        "cases.json": json.dumps(cases),
        "test_plain.py": PLAIN,
        "test_fixture.py": FIXTURE,
        **{f"cases.scenario.{form}": write(cases) for form, write in WRITERS.items()},
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def make_single_files(folder: Path, count: int) -> Path:
    """Create a folder with the bot, and for each format a folder with a file for each case."""
    for form in (*WRITERS, "plain"):
        (folder / form).mkdir(parents=True)
    (folder / "pytest.ini").write_text("[pytest]\npythonpath = .\n", encoding="utf-8")
    (folder / "hydra.toml").write_text(SETTINGS, encoding="utf-8")
    (folder / "wallet.py").write_text(BOT, encoding="utf-8")
    for number, case in enumerate(_cases(count)):
        test = folder / "plain" / f"test_{number}.py"
        test.write_text(SINGLE.format(**case), encoding="utf-8")
        for form, write in WRITERS.items():
            file = folder / form / f"case{number}.scenario.{form}"
            file.write_text(write([case]), encoding="utf-8")
    return folder


def _cases(count: int) -> Iterator[dict[str, str]]:
    for number in range(1, count + 1):
        name = _NAMES[number % len(_NAMES)]
        yield {
            "id": f"transfer-{number}",
            "user": f"Send {number} DOT to {name}",
            "recipient": name,
            "phrase": f"{number} DOT",
        }


def _yaml(cases: list[dict[str, str]]) -> str:
    return "scenarios:\n" + "".join(
        f"""\
  - id: {case["id"]}
    steps:
      - user: {case["user"]}
        expect:
          expectedFunction: transfer
          expectedParams: {{recipient: {case["recipient"]}}}
          shouldContain: {case["phrase"]}
"""
        for case in cases
    )


def _toml(cases: list[dict[str, str]]) -> str:
    return "".join(
        f"""\
[[scenarios]]
id = "{case["id"]}"

[[scenarios.steps]]
user = "{case["user"]}"

[scenarios.steps.expect]
expectedFunction = "transfer"
expectedParams = {{recipient = "{case["recipient"]}"}}
shouldContain = "{case["phrase"]}"

"""
        for case in cases
    )


def _json(cases: list[dict[str, str]]) -> str:
    scenarios: list[Any] = [
        {
            "id": case["id"],
            "steps": [
                {
                    "user": case["user"],
                    "expect": {
                        "expectedFunction": "transfer",
                        "expectedParams": {"recipient": case["recipient"]},
                        "shouldContain": case["phrase"],
                    },
                }
            ],
        }
        for case in cases
    ]
    return json.dumps({"scenarios": scenarios}, indent=2)


#: Functions that write the cases as the text of a scenario file, by suffix.
WRITERS: dict[str, Callable[[list[dict[str, str]]], str]] = {
    "yaml": _yaml,
    "json": _json,
    "toml": _toml,
}
