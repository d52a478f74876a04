"""What an answer cost: by the table of prices, and by the package with prices of known models."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from pytest_hydra.settings.prices import PriceSettings, model_and_cost

USAGE = {"prompt_tokens": 1_000_000, "completion_tokens": 100_000}
TABLE = {
    "small-1": PriceSettings(input=2, output=10),
    "gpt-4.1-mini": PriceSettings(input=1, output=1, cached=0.5),
}
OPENAI = "https://api.openai.com/v1/chat/completions"


def answer(model: str | None = "small-1-2026", **usage: Any) -> dict[str, Any]:
    return {"model": model, "usage": {**USAGE, **usage}}


def test_the_table_holds_for_the_model_that_was_asked_and_the_one_that_answered() -> None:
    assert model_and_cost(answer(), TABLE, "small-1") == ("small-1-2026", 3.0)
    assert model_and_cost(answer("small-1"), TABLE) == ("small-1", 3.0)
    assert model_and_cost(answer(None), TABLE, "small-1") == ("small-1", 3.0)


def test_cached_tokens_have_a_price_of_their_own() -> None:
    cached = answer("gpt-4.1-mini", prompt_tokens_details={"cached_tokens": 400_000})
    assert model_and_cost(cached, TABLE) == ("gpt-4.1-mini", 0.9)


def test_a_reported_cost_holds_without_a_price_in_the_table() -> None:
    assert model_and_cost(answer("any/one", cost=0.25), {}) == ("any/one", 0.25)
    assert model_and_cost(answer("small-1", cost=0.25), TABLE) == ("small-1", 3.0)
    for odd in (None, True, -1, "0.25", float("nan"), float("inf")):
        assert model_and_cost(answer("any/one", cost=odd), {}) == ("any/one", None)


def test_an_object_of_a_library_is_read_as_its_json() -> None:
    usage = SimpleNamespace(**USAGE)
    assert model_and_cost(SimpleNamespace(model="small-1", usage=usage), TABLE) == ("small-1", 3.0)


@pytest.mark.parametrize("value", [None, [], "text", {"model": "small-1"}, {"usage": USAGE}])
def test_without_tokens_or_a_model_nothing_is_known(value: Any) -> None:
    assert model_and_cost(value, TABLE) == (None, None)


def test_known_models_have_a_price_without_a_table() -> None:
    known = answer("gpt-4.1-mini-2025-04-14")
    _, by_address = model_and_cost(known, {}, "gpt-4.1-mini", OPENAI)
    _, by_name = model_and_cost(known, {})
    assert by_address == by_name
    assert by_name is not None
    assert by_name > 0
    # The table has precedence, and what somebody else serves under this name has no known price.
    assert model_and_cost(known, TABLE, "gpt-4.1-mini", OPENAI)[1] == 1.1
    assert model_and_cost(known, {}, "gpt-4.1-mini", "http://localhost:8000/v1")[1] is None
    assert model_and_cost(answer("small-1"), {})[1] is None


def test_without_the_package_only_the_table_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "genai_prices", None)
    assert model_and_cost(answer("gpt-4.1-mini"), {}) == ("gpt-4.1-mini", None)
    assert model_and_cost(answer("gpt-4.1-mini"), TABLE) == ("gpt-4.1-mini", 1.1)
