"""What all tests share: a clean environment, and a project in which pytest is run."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pydantic  # noqa: F401 - pytester drops modules that a run in this process imports first
import pytest

BOT = """
def reply(messages, context):
    text = messages[-1]["content"]
    if "send" in text:
        call = {"function": "transfer", "params": {"amount": 5, "to": "Alice"}, "agent": "Wallet"}
        return {"text": "Sending 5 DOT to Alice.", "calls": [call]}
    if "boom" in text:
        raise ValueError("the ledger is closed")
    return f"You said: {text}"
"""

HYDRA_TOML = """
[bots.wallet]
python = "wallet_bot:reply"
"""

SCENARIOS = """
scenarios:
  - id: send
    steps:
      - user: please send 5 DOT to Alice
        expect: {expectedFunction: transfer, responseType: action, shouldContain: "5 DOT"}
  - id: echo
    steps:
      - user: hello
        expect: {shouldContain: hello}
"""


class Project:
    """A folder with a bot, in which pytest is run as a user would run it."""

    def __init__(self, pytester: pytest.Pytester, arguments: tuple[str, ...]) -> None:
        self.pytester = pytester
        self.path: Path = pytester.path
        self.arguments = arguments
        self.write("wallet_bot.py", BOT)
        self.write("hydra.toml", HYDRA_TOML)

    def write(self, name: str, text: str) -> Path:
        """Write a file of the project."""
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def run(self, *arguments: str, plugins: tuple[str, ...] = ()) -> pytest.RunResult:
        """Run ``pytest`` in a process of its own, with our plugin and this test's xdist option."""
        return self.pytester.run(*self.command(*arguments, plugins=plugins))

    def command(self, *arguments: str, plugins: tuple[str, ...] = ()) -> list[str]:
        """The command line of `run`."""
        wanted = ["-p", "pytest_hydra.plugin", *(f"-p{plugin}" for plugin in plugins)]
        return [sys.executable, "-m", "pytest", *wanted, *self.arguments, *arguments]

    def report(self, name: str = "report.json") -> Any:
        """The report that was written by ``--hydra-report=report.json``."""
        return json.loads((self.path / name).read_text(encoding="utf-8"))

    def runs(self) -> list[Path]:
        """The run folders, oldest first."""
        folder = self.path / ".hydra" / "runs"
        return sorted(folder.iterdir()) if folder.is_dir() else []


@pytest.fixture(params=[(), ("-pxdist", "-n0"), ("-pxdist", "-n2")], ids=["plain", "n0", "n2"])
def project(pytester: pytest.Pytester, request: pytest.FixtureRequest) -> Project:
    """The project, tried without xdist, with ``-n0`` and with ``-n2``."""
    return Project(pytester, request.param)


@pytest.fixture
def plain_project(pytester: pytest.Pytester) -> Project:
    """The project, without xdist: for what has nothing to do with how items are spread."""
    return Project(pytester, ())


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No option or setting of the outer session reaches a pytest that a test runs."""
    for name in ("PYTEST_ADDOPTS", "PYTEST_PLUGINS", "COLUMNS", "NO_COLOR", "FORCE_COLOR", "CI"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
