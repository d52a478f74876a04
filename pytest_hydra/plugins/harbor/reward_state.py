"""The expectation of the rewards that a task's verifier wrote."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import Field

from pytest_hydra.core.numbers import Exact, exact
from pytest_hydra.core.text import one_line
from pytest_hydra.errors import BadValueError
from pytest_hydra.scenarios.expect.model import (
    CompileContext,
    CompiledExpectation,
    Evidence,
    KindTable,
    Part,
    PartResult,
    as_number,
)
from pytest_hydra.scenarios.expect.rules import UndecidedError, brief, names, quoted

ALL = "all"
_Weights = Annotated[dict[str, Annotated[float, Field(ge=0)]], Field(min_length=1)]


def _compile(value: Any, context: CompileContext) -> CompiledExpectation:
    weights: dict[str, Exact] = {}
    if isinstance(value, Mapping) and value:
        for name, weight in value.items():
            weights[str(name)] = exact(as_number(weight, (*context.at, name)))
        if not any(weights.values()):
            raise BadValueError("needs a weight above 0", context.at)
    elif value != ALL:
        raise BadValueError(f"should be all or {{REWARD: weight}}, not {quoted(value)}", context.at)
    return CompiledExpectation(weights, (Part("", brief(value)),))


def _decide(weights: Mapping[str, Exact], evidence: Evidence) -> list[PartResult]:
    record = evidence.record("task")
    if record is None:
        raise UndecidedError("there is no task: give the scenario one under `task`")
    if record["unknown"] is not None:
        last = _last_line(record)
        end = f"; the verifier's last line: {last}" if last else ""
        raise UndecidedError(f"{record['unknown']}{end}")
    rewards: Mapping[str, float] = record["rewards"]
    missing = [name for name, weight in weights.items() if weight and name not in rewards]
    if missing:
        raise UndecidedError(f"no reward {names(missing)}; the verifier wrote {names(rewards)}")
    weights = weights or dict.fromkeys(rewards, 1)
    whole = sum(weights.values())
    parts = [weight * min(max(exact(rewards[name]), 0), 1) for name, weight in weights.items()]
    shown = ", ".join(f"{name} {rewards[name]:g}" for name in weights)
    score = Fraction(100 * sum(parts)) / whole
    return [PartResult(exact(score), f"{shown}{_more(record)}", brief(rewards))]


def _more(record: Mapping[str, Any]) -> str:
    """What else is known of how it came about."""
    why = f": {record['why']}" if record["why"] else ""
    more = f" ({record['verifier']} root{why})"
    tests = record["tests"]
    last = _last_line(record)
    if tests is None and last and any(reward < 1 for reward in record["rewards"].values()):
        more += f"; the verifier's last line: {last}"
    if tests and tests["failures"]:
        more += f"; {tests['failures']} of {tests['count']} tests failed: {names(tests['failed'])}"
    return more


def _last_line(record: Mapping[str, Any]) -> str:
    return one_line(record["output"].strip().rpartition("\n")[2], 200)


REWARD_KIND = KindTable(__file__).kind("reward", Literal["all"] | _Weights, _compile, _decide)
