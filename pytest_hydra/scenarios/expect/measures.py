"""Expectations of what was measured: time and money."""

from __future__ import annotations

from typing import Annotated, Any

from pytest_hydra.core.numbers import Exact, exact, half_up
from pytest_hydra.scenarios.expect.vocabulary import (
    CompileContext,
    CompiledExpectation,
    Evidence,
    Kind,
    Part,
    PartResult,
    Schema,
    bounded,
    verdict,
)
from pytest_hydra.scenarios.match.brief import brief


def _compile_most(value: Any, context: CompileContext) -> CompiledExpectation:
    return CompiledExpectation(exact(bounded(value, context.at)), (Part("", value),))


def _decide_latency(most: Exact, evidence: Evidence) -> list[PartResult]:
    times = [turn.seconds for turn in evidence.turns if turn.seconds is not None]
    slowest = max(times, default=None)
    if slowest is not None and exact(slowest) > most:
        message = f"a reply took {_shown(slowest)} s, more than {_shown(most)} s"
        return [verdict(False, message, slowest)]
    if slowest is None or len(times) < len(evidence.turns):
        return [PartResult(None, "it was not measured how long the reply took")]
    message = f"the slowest reply took {_shown(slowest)} s, at most {_shown(most)} s"
    return [verdict(True, message, slowest)]


def _decide_cost(most: Exact, evidence: Evidence) -> list[PartResult]:
    costs = [exact(reply.cost_usd) for reply in evidence.replies if reply.cost_usd is not None]
    total = exact(sum(costs))
    actual = brief(float(total))
    # What is known to be too much stays too much, whatever the other replies cost.
    if total > most:
        return [verdict(False, f"cost {_shown(total)} USD, more than {_shown(most)} USD", actual)]
    if len(costs) < len(evidence.replies):
        return [PartResult(None, "the bot does not say what its reply cost (cost_usd)")]
    return [verdict(True, f"cost {_shown(total)} USD, at most {_shown(most)} USD", actual)]


def _shown(number: float | Exact) -> str:
    rounded = half_up(exact(number), 6)
    text = f"{rounded:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


MEASURE_KINDS = (
    Kind(
        "maxLatencySeconds",
        1,
        "No reply took longer than so many seconds, by our own clock.",
        Annotated[float, Schema("minimum", 0)],
        _compile_most,
        _decide_latency,
    ),
    Kind(
        "maxCostUsd",
        1,
        "All replies together cost at most so much, as the bot declares it; ungraded where it"
        " does not.",
        Annotated[float, Schema("minimum", 0)],
        _compile_most,
        _decide_cost,
    ),
)
