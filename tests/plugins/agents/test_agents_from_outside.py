"""An agent that this package does not know: one folder."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from pytest_hydra.errors import HydraError
from pytest_hydra.plugins.agents.agent_bots import agent_bot
from pytest_hydra.plugins.agents.agent_settings import AgentSettings, PresetSettings
from pytest_hydra.scenarios.traces.formats import traces_in
from pytest_hydra.settings.agent_folders import (
    add_agent,
    agent_folders,
    agent_readers,
    agent_tables,
    agent_tools,
)
from pytest_hydra.transcript.call_roles import values_of
from pytest_hydra.transcript.turn import Turn


@pytest.fixture
def lark(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An agent from outside, which is one folder."""
    monkeypatch.setattr("pytest_hydra.settings.agent_folders._added", {})
    add_agent(Path(__file__).with_name("lark"))
    yield
    for known in (agent_folders, agent_tables, agent_readers, agent_tools):
        known.cache_clear()


LARK: list[dict[str, Any]] = [
    {"lark": "did", "line": "git push", "out": "done"},
    {"lark": "said", "text": "Pushed."},
]


def turn(*events: dict[str, Any]) -> Turn:
    """The only turn of a trace of these events."""
    (found,) = traces_in("\n".join(map(json.dumps, events)), "a.jsonl", {})
    return found.turns[0]


@pytest.mark.usefixtures("lark")
def test_an_agent_from_outside_is_one_folder(tmp_path: Path) -> None:
    reply = turn(*LARK, {"lark": "over"}).reply
    assert reply is not None
    assert (reply.text, reply.unknown_calls) == ("Pushed.", ())
    (call,) = reply.calls
    assert list(values_of(call.function, call.params, "shell")) == ["git push"]
    assert turn(*LARK).reply is None
    reply = turn(*LARK, {"lark": "flew"}, {"lark": "over"}).reply
    assert reply is not None
    assert reply.unknown_calls == ("the event flew",)
    bot = agent_bot("lark", AgentSettings(), {}, tmp_path)
    assert (bot.format, bot.command) == ("lark", ["lark", "--json"])
    with pytest.raises(ValidationError, match="unknown format 'larc'; did you mean 'lark'"):
        PresetSettings(format="larc")


def test_a_folder_without_a_table_is_no_agent(tmp_path: Path) -> None:
    with pytest.raises(HydraError, match=r"it has no agent\.toml"):
        add_agent(tmp_path)
