"""What agents spent, read from the logs that they write."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pytest_hydra.candidates.agent_logs import Spent, cost_of, read_log

CLAUDE: dict[str, Any] = {
    "type": "result",
    "subtype": "success",
    "is_error": False,
    "duration_ms": 312400,
    "duration_api_ms": 280000,
    "num_turns": 9,
    "result": "Done.",
    "session_id": "5f3c",
    "total_cost_usd": 0.82,
    "usage": {
        "input_tokens": 100,
        "cache_creation_input_tokens": 2000,
        "cache_read_input_tokens": 30000,
        "output_tokens": 4000,
    },
}
CODEX = [
    {"type": "thread.started", "thread_id": "0199"},
    {"type": "turn.started"},
    {"type": "item.completed", "item": {"id": "1", "type": "agent_message", "text": "Done."}},
    {
        "type": "turn.completed",
        "usage": {"input_tokens": 24763, "cached_input_tokens": 24448, "output_tokens": 122},
    },
]
GEMINI = {
    "response": "Done.",
    "stats": {
        "models": {
            "gemini-2.5-pro": {
                "api": {"totalRequests": 2, "totalErrors": 0, "totalLatencyMs": 5053},
                "tokens": {
                    "prompt": 24939,
                    "candidates": 20,
                    "total": 25113,
                    "cached": 21263,
                    "thoughts": 154,
                    "tool": 0,
                },
            }
        },
        "tools": {"totalCalls": 1, "totalDurationMs": 1881},
    },
}


def lines(*events: object) -> str:
    return "".join(f"{json.dumps(event)}\n" for event in events)


def test_claude_code_says_time_dollars_and_tokens() -> None:
    expected = Spent(312.4, 0.82, {"input": 32100, "output": 4000})
    assert read_log(json.dumps(CLAUDE)) == expected
    streamed = lines({"type": "system", "subtype": "init"}, {"type": "assistant"}, CLAUDE)
    assert read_log(streamed) == expected
    assert read_log(json.dumps([{"type": "system"}, CLAUDE])) == expected


def test_codex_says_tokens_and_neither_time_nor_dollars() -> None:
    assert read_log(lines(*CODEX)) == Spent(tokens={"input": 24763, "output": 122})


def test_a_later_turn_of_a_thread_says_what_all_of_it_came_to() -> None:
    later = {"type": "turn.completed", "usage": {"input_tokens": 30000, "output_tokens": 500}}
    assert read_log(lines(*CODEX, later)).tokens == {"input": 30000, "output": 500}


def test_gemini_says_the_tokens_of_each_model() -> None:
    tokens = {"input": 24939, "output": 174}
    assert read_log(json.dumps(GEMINI, indent=2)) == Spent(
        tokens=tokens, models={"gemini-2.5-pro": tokens}
    )
    streamed = {
        "type": "result",
        "status": "success",
        "stats": {"total_tokens": 12, "input_tokens": 10, "output_tokens": 2, "duration_ms": 1500},
    }
    assert read_log(lines({"type": "init"}, streamed)) == Spent(
        1.5, None, {"input": 10, "output": 2}
    )


def test_sessions_are_added_up_and_what_a_part_leaves_open_stays_open() -> None:
    second = {**CLAUDE, "session_id": "a0", "duration_ms": 600, "total_cost_usd": None}
    spent = read_log(lines(CLAUDE, second))
    assert spent.duration_seconds == 313
    assert spent.cost_usd is None
    assert spent.tokens == {"input": 64200, "output": 8000}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "aider: all done, $0.02",
        "null",
        "[1, 2]",
        '{"type": "result"',
        "[" * 100_000,
        '{"type": "result", "duration_ms": "12", "total_cost_usd": true, "usage": []}',
        '{"type": "result", "duration_ms": -1, "total_cost_usd": NaN, "usage": {"a": []}}',
        '{"type": "result", "duration_ms": 1e300, "total_cost_usd": Infinity}',
        '{"type": "turn.completed", "usage": {"input_tokens": -5}}',
        '{"stats": {"models": {"m": 3, "n": {"tokens": "many"}}}}',
    ],
)
def test_what_says_nothing_leaves_all_of_it_unknown(text: str) -> None:
    assert read_log(text) == Spent()


def test_tokens_become_dollars_only_by_a_price() -> None:
    gemini = read_log(json.dumps(GEMINI))
    assert cost_of(gemini, {}) is None
    assert cost_of(gemini, {"gpt-5": (1.25, 10)}) is None
    # 24,939 x 1.25 + 174 x 10 = 32,913.75 millionths
    assert cost_of(gemini, {"gemini-2.5-pro": (1.25, 10), "gpt-5": (1, 1)}) == 0.032914
    assert cost_of(read_log(json.dumps(CLAUDE)), {"gpt-5": (1.25, 10)}) == 0.82
    assert cost_of(Spent(), {"gpt-5": (1.25, 10)}) is None


def test_a_log_that_names_no_model_needs_one_to_be_named() -> None:
    codex, prices = read_log(lines(*CODEX)), {"gpt-5": (1.25, 10.0)}
    assert cost_of(codex, prices) is None
    assert cost_of(codex, prices, "gpt-5") == 0.032174  # 30,953.75 + 1,220 millionths
    assert cost_of(codex, prices, "gpt-6") is None
