"""The tokens in the usage that APIs report, under their names."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from pytest_hydra.core.usage import tokens_of


def tokens(total: int, output: int, cached: int = 0, written: int = 0) -> dict[str, int]:
    return {"input_tokens": total, "cached": cached, "written": written, "output_tokens": output}


@pytest.mark.parametrize(
    ("usage", "expected"),
    [
        ({"prompt_tokens": 900, "completion_tokens": 50}, tokens(900, 50)),
        (
            {
                "prompt_tokens": 9,
                "completion_tokens": 5,
                "prompt_tokens_details": {"cached_tokens": 4},
            },
            tokens(9, 5, cached=4),
        ),
        (
            {"input_tokens": 9, "output_tokens": 5, "input_tokens_details": {"cached_tokens": 4}},
            tokens(9, 5, cached=4),
        ),
        # DeepSeek's names; newer answers have OpenAI's beside them.
        (
            {"prompt_tokens": 9, "completion_tokens": 5, "prompt_cache_hit_tokens": 4},
            tokens(9, 5, cached=4),
        ),
        (
            {
                "prompt_tokens": 9,
                "completion_tokens": 5,
                "prompt_cache_hit_tokens": 4,
                "prompt_tokens_details": {"cached_tokens": 4},
            },
            tokens(9, 5, cached=4),
        ),
        # Anthropic counts cached input apart.
        (
            {
                "input_tokens": 3,
                "cache_read_input_tokens": 10,
                "cache_creation_input_tokens": 20,
                "output_tokens": 5,
            },
            tokens(33, 5, cached=10, written=20),
        ),
        # OpenRouter and LiteLLM count all input as prompt tokens.
        (
            {
                "prompt_tokens": 1000,
                "completion_tokens": 100,
                "prompt_tokens_details": {"cached_tokens": 500, "cache_write_tokens": 400},
            },
            tokens(1000, 100, cached=500, written=400),
        ),
        (
            {
                "prompt_tokens": 1000,
                "completion_tokens": 100,
                "prompt_tokens_details": {"cached_tokens": 500},
                "cache_creation_input_tokens": 400,
                "cache_read_input_tokens": 500,
            },
            tokens(1000, 100, cached=500, written=400),
        ),
        ({"promptTokenCount": 7, "candidatesTokenCount": 2, "thoughtsTokenCount": 3}, tokens(7, 5)),
        # Two names of one number.
        (
            {"prompt_tokens": 9, "input_tokens": 9, "completion_tokens": 5, "output_tokens": 5},
            tokens(9, 5),
        ),
        (SimpleNamespace(prompt_tokens=9, completion_tokens=5), tokens(9, 5)),
        ({"prompt_tokens": 2**60, "completion_tokens": True}, {}),
        ({"prompt_tokens_details": "many"}, {}),
        ({"input_tokens": None, "output_tokens": 1}, {}),
        ({"prompt_tokens": 5, "completion_tokens": None}, {}),
        # A part that is null, beside one that is a number, is 0.
        (
            {"input_tokens": 3, "cache_read_input_tokens": None, "output_tokens": 5},
            tokens(3, 5),
        ),
        (
            {"promptTokenCount": 7, "candidatesTokenCount": 2, "thoughtsTokenCount": None},
            tokens(7, 2),
        ),
        (None, {}),
    ],
)
def test_tokens_of_usage(usage: Any, expected: dict[str, int]) -> None:
    assert tokens_of(usage) == expected
