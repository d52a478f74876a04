"""What agents spent, read from the logs that they write."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pytest_hydra.plugins.race.agent_work import AgentUsage, read_log

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
    expected = AgentUsage(312.4, 0.82, {"input": 32100, "output": 4000})
    assert read_log(json.dumps(CLAUDE)) == expected
    streamed = lines({"type": "system", "subtype": "init"}, {"type": "assistant"}, CLAUDE)
    assert read_log(streamed) == expected
    assert read_log(json.dumps([{"type": "system"}, CLAUDE])) == expected


def test_codex_says_tokens_and_neither_time_nor_dollars() -> None:
    assert read_log(lines(*CODEX)) == AgentUsage(tokens={"input": 24763, "output": 122})


def test_tokens_that_are_not_stated_are_unknown() -> None:
    log = lines({"type": "turn.completed", "usage": {"input_tokens": 12}})
    assert read_log(log).tokens == {"input": 12}


def test_a_later_turn_of_a_thread_says_what_all_of_it_came_to() -> None:
    later = {"type": "turn.completed", "usage": {"input_tokens": 30000, "output_tokens": 500}}
    assert read_log(lines(*CODEX, later)).tokens == {"input": 30000, "output": 500}


def test_gemini_says_the_tokens_of_each_model() -> None:
    tokens = {"input": 24939, "output": 174}
    assert read_log(json.dumps(GEMINI, indent=2)) == AgentUsage(
        tokens=tokens, model="gemini-2.5-pro"
    )
    streamed = {
        "type": "result",
        "status": "success",
        "stats": {"total_tokens": 12, "input_tokens": 10, "output_tokens": 2, "duration_ms": 1500},
    }
    assert read_log(lines({"type": "init"}, streamed)) == AgentUsage(
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
    assert read_log(text) == AgentUsage()


def test_a_model_is_known_where_there_is_only_one() -> None:
    used = {"inputTokens": 1, "outputTokens": 2, "costUSD": 0.82}
    one = {**CLAUDE, "modelUsage": {"claude-opus-4": used}}
    assert read_log(json.dumps(one)).model == "claude-opus-4"
    two = {**CLAUDE, "modelUsage": {"claude-opus-4": used, "claude-haiku-4": used}}
    assert read_log(json.dumps(two)).model is None
    assert read_log(lines(one, {**two, "session_id": "a0"})).model is None
