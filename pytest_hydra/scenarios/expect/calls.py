"""Expectations of the bot's actions: calls, parameters, agents, time and cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from pytest_hydra.core.lazy_regex import lazy_regex
from pytest_hydra.core.numbers import Exact, exact, half_up
from pytest_hydra.core.text import one_line
from pytest_hydra.errors import BadValueError, did_you_mean
from pytest_hydra.scenarios.expect.matchers import Matcher, compile_matcher
from pytest_hydra.scenarios.expect.model import (
    Amount,
    CompileContext,
    CompiledExpectation,
    Evidence,
    Kind,
    Part,
    PartResult,
    Texts,
    Whole,
    as_number,
    as_texts,
    once_if_any,
    own_kind,
    unless_unknown,
    verdict,
)
from pytest_hydra.scenarios.expect.rules import (
    brief,
    is_call_of,
    is_named,
    keys_of,
    name_of,
    names,
    quoted,
)
from pytest_hydra.transcript.dispatched import dispatched_call
from pytest_hydra.transcript.turn import Call

# With more names than these, no similar spelling is suggested.
_MOST_NAMES = 20
_PLACES_OF_COSTS = 12
_DEEPEST = 64  # of parameters in others


def compile_names(value: Any, context: CompileContext) -> CompiledExpectation:
    """Compile one check of a name or a list of names."""
    texts = as_texts(value, context.at, "a name or a list of names")
    return CompiledExpectation(texts, (Part("", value if isinstance(value, str) else list(texts)),))


# --- expectedAgent ------------------------------------------------------------------------------


def _decide_agent(expected: tuple[str, ...], evidence: Evidence) -> list[PartResult]:
    agents = [reply.agent for reply in evidence.replies if reply.agent is not None]
    agents += [call.agent for call in evidence.tries if call.agent is not None]
    agents = list(dict.fromkeys(agents))
    for agent in expected:
        if agent in agents:
            return [verdict(True, f"{name_of(agent)} acted", agent)]
    return [_none_of(expected, agents, "{} acted", "the bot names no agent")]


def _none_of(expected: Sequence[str], actual: Sequence[str], text: str, empty: str) -> PartResult:
    """The failure if none of the expected names is among the actual ones."""
    expected_names = names(expected, "or")
    if not actual:
        return verdict(False, f"{empty}; expected {expected_names}")
    message = f"{text.format(names(actual))}, not {expected_names}"
    return verdict(False, message, _function_names(actual))


def _hint_candidates(candidates: Sequence[str]) -> list[str]:
    return [name for name in candidates[:_MOST_NAMES] if len(name) <= 60]


# --- expectedFunction, forbiddenFunctions, maxCalls ---------------------------------------------


def _compile_function(value: Any, context: CompileContext) -> CompiledExpectation:
    if value is None:
        return CompiledExpectation((), (Part(),))
    return compile_names(value, context)


def _decide_function(expected: tuple[str, ...], evidence: Evidence) -> list[PartResult]:
    calls = [call.function for call in evidence.calls]
    actual = _function_names(calls)
    if not expected:
        message = f"called {names(calls)}; expected no call" if calls else "called no function"
        return unless_unknown([verdict(not calls, message, actual)], evidence, 0)
    for function in calls:
        if is_call_of(function, expected):
            return [verdict(True, f"called {name_of(function)}", actual)]
    empty = "called no function" + failed_tries(evidence)
    result = _none_of(expected, calls, "called {}", empty)
    return unless_unknown([result], evidence, 100, expected)


def failed_tries(evidence: Evidence, function: str | None = None) -> str:
    """The last failed call that does not count, of this function or of any; "" if none."""
    if evidence.calls is not evidence.tries:
        for call in reversed(evidence.tries):
            if not call.was_made and (function is None or is_call_of(call.function, [function])):
                end = "was only requested" if call.error is None else f"failed: {call.error}"
                return f"; {name_of(call.function)} {one_line(end)}"
    return ""


def _function_names(functions: Sequence[str]) -> Any:
    """The functions called: a single one as its name, as expectations are written."""
    distinct = list(dict.fromkeys(functions))
    return brief(distinct[0] if len(distinct) == 1 else distinct or None)


def _decide_forbidden(forbidden: tuple[str, ...], evidence: Evidence) -> list[PartResult]:
    # A call that is only mentioned in the reply is forbidden as well.
    mentions = (call for turn in evidence.turns for call in turn.said)
    functions = [call.function for call in (*evidence.tries, *mentions)]
    hits = [function for function in functions if is_named(function, forbidden)]
    if hits:
        return [
            verdict(False, f"called {names(hits)}, which is forbidden", _function_names(functions))
        ]
    for call in evidence.tries:
        inner = [name for name in _named_inside(call.params) if is_named(name, forbidden)]
        if inner:
            message = f"{name_of(call.function)} may have called {name_of(inner[0])}"
            return [PartResult(None, message, _function_names(functions))]
    result = verdict(True, f"did not call {names(forbidden, 'or')}", _function_names(functions))
    return unless_unknown([result], evidence, 0, forbidden)


def _decide_allowed(allowed: tuple[str, ...], evidence: Evidence) -> list[PartResult]:
    # As of forbidden ones, a call that is only mentioned in the reply counts.
    mentions = (call for turn in evidence.turns for call in turn.said)
    functions = [call.function for call in (*evidence.tries, *mentions)]
    others = [function for function in functions if not is_named(function, allowed)]
    if others:
        message = f"called {names(others)}; allowed is only {names(allowed)}"
        return [verdict(False, message, _function_names(functions))]
    message = f"called {names(functions)}" if functions else "called no function"
    return unless_unknown([verdict(True, message, _function_names(functions))], evidence, 0)


# Parameters that may say what to do, those with a program, and the functions called in it.
_ACTIONS = ("action", "operation", "method", "tool", "function", "tool_name", "function_name")
_CODE = ("code", "script", "program")
_CALLED = lazy_regex(r"[\w.]+(?=\s*\()")


def _named_inside(params: Mapping[str, Any], depth: int = 0) -> Iterator[str]:
    """The functions that a call may call in turn: those in the form of a call, at any depth."""
    if depth > _DEEPEST:
        return
    inner = dispatched_call(params)
    if inner and inner[1]:
        yield inner[0]
    for name, value in params.items():
        if isinstance(value, str) and name in _ACTIONS:
            yield value
        elif isinstance(value, str) and name in _CODE:
            yield from _CALLED.findall(value)
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, Mapping):
                yield from _named_inside(item, depth + 1)


def _compile_most(value: Any, context: CompileContext, whole: bool = False) -> CompiledExpectation:
    return CompiledExpectation(exact(as_number(value, context.at, whole)), (Part("", value),))


def _decide_most(most: int, evidence: Evidence, failed: bool = False) -> list[PartResult]:
    failures = [call for call in evidence.tries if call.error is not None]
    count = len(failures if failed else evidence.calls)
    compared = "at most" if count <= most else "more than"
    calls = "call" if count == 1 else "calls"
    subject = f"{count} {calls} failed" if failed else f"made {count} {calls}"
    result = verdict(count <= most, f"{subject}, {compared} {most}", count)
    return unless_unknown([result], evidence, 0)


# --- expectedParams -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Params:
    """The required parameters of one call.

    ``functions``: calls of these are checked first. ``closed``: parameters that are not listed are
    forbidden.
    """

    matchers: Mapping[str, Matcher]
    functions: tuple[str, ...] = ()
    closed: bool = False


def compile_params(value: Any, context: CompileContext) -> dict[str, Matcher]:
    """Compile a mapping of parameters to matchers. Raises BadValueError."""
    if not isinstance(value, Mapping):
        raise BadValueError(
            f"should be a mapping of parameters to values or matchers, not {quoted(value)}",
            context.at,
        )
    matchers = {}
    for name, entry in value.items():
        if not isinstance(name, str):
            raise BadValueError(f"the name {quoted(name)} is not a text; quote it", context.at)
        matchers[name] = compile_matcher(entry, (*context.at, name), context.operators)
    return matchers


def as_bool(value: Any, at: tuple[str | int, ...]) -> bool:
    """Return the value, a bool. Raises BadValueError."""
    if not isinstance(value, bool):
        raise BadValueError(f"should be true or false, not {quoted(value)}", at)
    return value


def _compile_params(value: Any, context: CompileContext) -> CompiledExpectation:
    matchers = compile_params(value, context)
    closed = context.siblings.get("forbidExtraParams", False)
    if not matchers and not closed:
        raise BadValueError(
            "lists no parameter; for a call without any, add forbidExtraParams: true", context.at
        )
    functions: tuple[str, ...] = ()
    if "expectedFunction" in context.siblings:
        function = context.siblings["expectedFunction"]
        if function is None:
            raise BadValueError(
                "cannot be used with expectedFunction: null, which expects no call", context.at
            )
        functions = (function,) if isinstance(function, str) else tuple(function)
    parts = [
        Part(f"expectedParams.{name_of(name)}", brief(matcher.source))
        for name, matcher in matchers.items()
    ]
    if closed:
        parts.append(Part("forbidExtraParams", sorted(matchers)))
    return CompiledExpectation(Params(matchers, functions, closed), tuple(parts))


def _decide_params(expected: Params, evidence: Evidence) -> list[PartResult]:
    calls: Sequence[Call] = evidence.calls
    if expected.functions:
        # Calls of other functions are checked only if there is no call of these.
        calls = [call for call in calls if is_call_of(call.function, expected.functions)] or calls
    if not calls:
        count = len(expected.matchers) + expected.closed
        result = verdict(False, "no function was called" + failed_tries(evidence))
        return unless_unknown([result] * count, evidence, 100)
    # max() returns the first of several equally good calls.
    best = calls[0] if len(calls) == 1 else max(calls, key=lambda call: _fit(expected, call))
    unlisted = [name for name in best.params if name not in expected.matchers]
    findings = [
        _param_result(name, matcher, best, unlisted) for name, matcher in expected.matchers.items()
    ]
    if expected.closed:
        message = f"{name_of(best.function)} got {_extras(best, unlisted) or 'no other parameters'}"
        findings.append(verdict(not unlisted, message, brief(sorted(best.params))))
    return unless_unknown(findings, evidence, 100)


def _fit(expected: Params, call: Call) -> int:
    fitting = sum(matcher.accepts(call.params, name) for name, matcher in expected.matchers.items())
    return fitting + (expected.closed and call.params.keys() <= expected.matchers.keys())


def _param_result(name: str, matcher: Matcher, call: Call, unlisted: Sequence[str]) -> PartResult:
    """The result for one parameter of the best matching call."""
    extra = f"; not listed: {_extras(call, unlisted)}" if unlisted else ""
    place = f"{name_of(call.function)}: {name_of(name)}"
    passed = matcher.accepts(call.params, name)
    if name not in call.params:
        text = "is absent" if passed else f"is missing, expected {quoted(matcher.source)}"
        hint = "" if passed else did_you_mean(name, _hint_candidates(unlisted))
        return verdict(passed, f"{place} {text}{hint}{extra.removeprefix(';') if hint else extra}")
    actual = call.params[name]
    text = f"is {quoted(actual)}"
    if not passed:
        text += f", expected {quoted(matcher.source)}"
    return verdict(passed, f"{place} {text}{extra}", brief(actual))


def _extras(call: Call, unlisted: Sequence[str]) -> str:
    entries = [f"{name_of(name)} {quoted(call.params[name], 40)}" for name in unlisted[:5]]
    if len(unlisted) > 5:
        entries.append(f"{len(unlisted) - 5} more")
    return ", ".join(entries)


CALL_KINDS = (
    own_kind(
        "expectedFunction", Texts | None, _compile_function, _decide_function, final=once_if_any
    ),
    own_kind("expectedAgent", Texts, compile_names, _decide_agent, final=100),
    own_kind(
        "expectedParams",
        dict[str, Any],
        _compile_params,
        _decide_params,
        siblings=("expectedFunction", "forbidExtraParams"),
        final=100,
    ),
    own_kind("forbiddenFunctions", Texts, compile_names, _decide_forbidden, critical=True, final=0),
    own_kind("allowedFunctions", Texts, compile_names, _decide_allowed, critical=True, final=0),
    own_kind(
        "maxCalls",
        Whole,
        partial(_compile_most, whole=True),
        _decide_most,
        final=0,
    ),
    own_kind(
        "maxFailedCalls",
        Whole,
        partial(_compile_most, whole=True),
        partial(_decide_most, failed=True),
        final=0,
    ),
)


# --- time, cost and tokens, and several limits in one mapping -----------------------------------


def _time_kind(name: str, field: str, took: str, unknown: str) -> Any:
    """A kind with a limit for a time of each turn: the field, and the words for it."""

    def decide(most: Exact, evidence: Evidence) -> list[PartResult]:
        fields = [getattr(turn, field) for turn in evidence.turns]
        times = [seconds for seconds in fields if seconds is not None]
        slowest = max(times, default=None)
        if slowest is not None and exact(slowest) > most:
            message = f"a reply {took} {_rounded(slowest, most)} s, more than {_rounded(most)} s"
            return [verdict(False, message, slowest)]
        if slowest is None or len(times) < len(evidence.turns):
            return [PartResult(None, unknown)]
        limits = f"{_rounded(slowest, most)} s, at most {_rounded(most)} s"
        return [verdict(True, f"the slowest reply {took} {limits}", slowest)]

    return own_kind(name, Amount, _compile_most, decide, final=0)


def _decide_cost(most: Exact, evidence: Evidence) -> list[PartResult]:
    costs = [reply.cost_usd for reply in evidence.replies if reply.cost_usd is not None]
    # Without the last digits of sums of binary fractions: 0.30000000000000004 is 0.3.
    total = exact(sum(exact(half_up(exact(cost), _PLACES_OF_COSTS)) for cost in costs))
    actual = brief(float(total))
    # A total above the limit stays above it, whatever the other replies cost.
    if total > most:
        message = f"cost {_rounded(total, most)} USD, more than {_rounded(most)} USD"
        return [verdict(False, message, actual)]
    if len(costs) < len(evidence.replies):
        return [PartResult(None, "the bot does not report the cost of its reply (cost_usd)")]
    return [
        verdict(True, f"cost {_rounded(total, most)} USD, at most {_rounded(most)} USD", actual)
    ]


def _decide_tokens(most: Exact, evidence: Evidence) -> list[PartResult]:
    counts = [reply.tokens for reply in evidence.replies if reply.tokens is not None]
    total = sum(counts)
    if total > most:
        return [verdict(False, f"took {total} tokens, more than {most}", total)]
    if len(counts) < len(evidence.replies):
        return [PartResult(None, "the bot does not report the tokens of its reply (tokens)")]
    return [verdict(True, f"took {total} tokens, at most {most}", total)]


@dataclass(frozen=True, slots=True)
class ConversationLimits:
    """The form of `limits`; each is optional."""

    seconds: Amount | None = None
    first_token_seconds: Amount | None = None
    cost_usd: Amount | None = None
    tokens: Whole | None = None
    calls: Whole | None = None
    failed_calls: Whole | None = None


_LIMITS = {
    "seconds": "maxLatencySeconds",
    "first_token_seconds": "maxFirstTokenSeconds",
    "cost_usd": "maxCostUsd",
    "tokens": "maxTokens",
    "calls": "maxCalls",
    "failed_calls": "maxFailedCalls",
}


def _compile_limits(value: Any, context: CompileContext) -> CompiledExpectation:
    if not isinstance(value, Mapping) or not value:
        raise BadValueError(f"should be a mapping of limits, not {quoted(value)}", context.at)
    limits, parts = {}, []
    for name, (key, most) in keys_of(value, tuple(_LIMITS), context.at).items():
        kind = _KINDS[_LIMITS[name]]
        compiled = kind.compile(most, replace(context, at=(*context.at, key)))
        limits[name] = compiled.value
        parts.append(Part(f"limits.{name}", most))
    return CompiledExpectation(limits, tuple(parts))


def _decide_limits(limits: Mapping[str, Exact], evidence: Evidence) -> list[PartResult]:
    kinds = [(_KINDS[_LIMITS[name]], most) for name, most in limits.items()]
    return [result for kind, most in kinds for result in kind.decide(most, evidence)]


def _rounded(number: float | Exact, *limits: Exact) -> str:
    places, value, others = 6, exact(number), (*limits, 0)
    # Another number than the limit, or than 0, never looks like it.
    while value not in others and exact(half_up(value, places)) in others:
        places += 1
    return f"{half_up(value, places).normalize():f}"


_MEASURE_KINDS = (
    _time_kind("maxLatencySeconds", "seconds", "took", "the reply's time was not measured"),
    _time_kind(
        "maxFirstTokenSeconds",
        "first_seconds",
        "began after",
        "the reply was not streamed, so the time to its first token is unknown",
    ),
    own_kind("maxCostUsd", Amount, _compile_most, _decide_cost, final=0),
    own_kind(
        "maxTokens",
        Whole,
        partial(_compile_most, whole=True),
        _decide_tokens,
        final=0,
    ),
)

_KINDS: dict[str, Kind] = {kind.name: kind for kind in (*CALL_KINDS, *_MEASURE_KINDS)}

LIMIT_KINDS = (
    *_MEASURE_KINDS,
    own_kind("limits", ConversationLimits, _compile_limits, _decide_limits, final=0),
)
