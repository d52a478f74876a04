"""The state of a bot, by which its answers may be reused."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_hydra.scenarios.bots.states import BotStates
from pytest_hydra.settings.bots import BotSettings

PYTHON = {"python": "till:reply"}
SERVER = {"url": "http://127.0.0.1/${SHOP}", "version": "1", "headers": {"X-Key": "${SHOP_KEY}"}}
MODEL = {"openai": {"model": "small", "base_url": "http://127.0.0.1/${SHOP}"}}


def state(**settings: Any) -> str | None:
    states = BotStates({"bots": {"till": BotSettings.model_validate(settings)}})
    states.code = lambda: "code"
    return states.all["bots.till"]


@pytest.mark.parametrize("settings", [{**PYTHON, "requires_env": ["SHOP"]}, SERVER, MODEL])
def test_another_value_of_a_known_variable_is_another_state(
    monkeypatch: pytest.MonkeyPatch, settings: dict[str, Any]
) -> None:
    monkeypatch.setenv("SHOP", "one")
    monkeypatch.setenv("SHOP_KEY", "one")
    before = state(**settings)
    # A key may be another one on each machine.
    monkeypatch.setenv("SHOP_KEY", "two")
    assert state(**settings) == before
    monkeypatch.setenv("SHOP", "two")
    assert state(**settings) != before
    assert before is not None
    assert "one" not in before


def test_a_state_without_variables_is_that_of_the_code() -> None:
    assert state(**PYTHON) == "code"
    assert state(url="http://127.0.0.1/${SHOP}") is None
    assert state(**PYTHON, requires_env=["SHOP_API_KEY"]) == "code"


def test_the_code_differs_only_where_a_bot_runs_it() -> None:
    def run_code(settings: dict[str, Any]) -> str:
        states = BotStates({"bots": {"till": BotSettings.model_validate(settings)}})
        states.code = lambda: "code"
        return states.run_code

    assert run_code(PYTHON) == "code"
    assert run_code(MODEL) == ""
