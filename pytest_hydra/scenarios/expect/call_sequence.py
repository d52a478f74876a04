"""expectedCalls: these calls and no others; each call matches at most one expected call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from pytest_hydra.errors import BadValueError
from pytest_hydra.scenarios.expect.assignment import assign, assign_in_a_row, assign_in_order
from pytest_hydra.scenarios.expect.calls import as_bool, compile_params, failed_tries
from pytest_hydra.scenarios.expect.matchers import KeyPath, Matcher
from pytest_hydra.scenarios.expect.model import (
    CompileContext,
    CompiledExpectation,
    Evidence,
    Part,
    PartResult,
    Text,
    as_text,
    calls_behind_server,
    own_kind,
    unless_unknown,
    verdict,
)
from pytest_hydra.scenarios.expect.rules import (
    brief,
    cut,
    is_call_of,
    keys_of,
    name_of,
    quoted,
    unknown,
)
from pytest_hydra.transcript.own_form import call_values
from pytest_hydra.transcript.turn import Call

Order = Literal["any", "in_order", "exact"]
_ORDERS = {"any": assign, "in_order": assign_in_order, "exact": assign_in_a_row}

# More calls than these are counted, not listed.
_MOST_LISTED = 3


@dataclass(frozen=True, slots=True)
class ExpectedCall:
    """One expected call, as written."""

    function: Text = ""
    params: dict[str, Any] = field(default_factory=dict)
    agent: Text = ""
    forbid_extra: bool = False
    error: bool = False


@dataclass(frozen=True, slots=True)
class ExpectedCalls:
    """The long form of expectedCalls."""

    calls: list[ExpectedCall]
    order: Order = "any"
    others: bool = False


@dataclass(frozen=True, slots=True)
class _CallPattern:
    """One expected call, compiled. Fields that are None are not checked."""

    function: str | None
    agent: str | None
    matchers: Mapping[str, Matcher]
    closed: bool
    failed: bool | None

    def faults(self, call: Call) -> list[str]:
        """The differences between the call and the expected one, in words; empty if it matches."""
        differences = []
        if self.function is not None and not is_call_of(call.function, [self.function]):
            differences.append(f"function {name_of(call.function)}, not {name_of(self.function)}")
        if self.agent is not None and call.agent != self.agent:
            agent = "none" if call.agent is None else name_of(call.agent)
            differences.append(f"agent {agent}, not {name_of(self.agent)}")
        if not self._outcome_fits(call):
            differences.append("a failure" if call.error else "no known failure")
        for name, matcher in self.matchers.items():
            if not matcher.accepts(call.params, name):
                expected = quoted(matcher.source, 60)
                actual = quoted(call.params[name], 60) if name in call.params else "missing"
                differences.append(f"{name_of(name)} {actual}, expected {expected}")
        if self.closed:
            differences += [
                f"{name_of(name)} not expected" for name in call.params if name not in self.matchers
            ]
        return differences

    def closeness(self, call: Call) -> int:
        """How well the call matches, as a number of points; 0 if it calls another function."""
        if self.function is not None and not is_call_of(call.function, [self.function]):
            return 0
        agent = self.agent is None or call.agent == self.agent
        fitting = sum(matcher.accepts(call.params, name) for name, matcher in self.matchers.items())
        closed = not self.closed or call.params.keys() <= self.matchers.keys()
        return 1 + agent + fitting + closed + self._outcome_fits(call)

    def _outcome_fits(self, call: Call) -> bool:
        if self.failed is None:
            return True
        return call.error is not None if self.failed else call.was_made

    @property
    def complete(self) -> int:
        """The closeness of a matching call."""
        return 4 + len(self.matchers)

    def __str__(self) -> str:
        params = [f"{name_of(name)}: {quoted(m.source, 40)}" for name, m in self.matchers.items()]
        suffix = f" by {name_of(self.agent)}" if self.agent is not None else ""
        function = "any function" if self.function is None else name_of(self.function)
        outcome = " that fails" if self.failed else ""
        return f"{function}({cut(', '.join(params), 100)}){suffix}{outcome}"


@dataclass(frozen=True, slots=True)
class _Sequence:
    """The compiled value of expectedCalls."""

    patterns: tuple[_CallPattern, ...]
    order: Order
    others: bool


def _compile(value: Any, context: CompileContext) -> CompiledExpectation:
    at = context.at
    order: Order = "any"
    others = False
    calls, calls_at = value, at
    if isinstance(value, Mapping):
        entries = keys_of(value, ("calls", "order", "others"), at)
        if "calls" not in entries:
            raise BadValueError("has no 'calls'", at)
        key, calls = entries["calls"]
        calls_at = (*at, key)
        if "order" in entries:
            order = entries["order"][1]
            if not isinstance(order, str) or order not in _ORDERS:
                raise unknown("order", order, tuple(_ORDERS), (*at, "order"))
        if "others" in entries:
            others = as_bool(entries["others"][1], (*at, "others"))
    if not isinstance(calls, list | tuple):
        raise BadValueError(
            f"should be a list of calls, or {{calls, order, others}}, not {quoted(calls)}", calls_at
        )
    if not calls and others:
        raise BadValueError("no calls with others: true allows everything", calls_at)
    patterns = tuple(_pattern(call, (*calls_at, i), context) for i, call in enumerate(calls))
    return CompiledExpectation(_Sequence(patterns, order, others), (Part("", brief(value)),))


def _pattern(value: Any, at: KeyPath, context: CompileContext) -> _CallPattern:
    if not isinstance(value, Mapping):
        raise BadValueError(
            f"should be a mapping such as {{function: NAME, params: {{…}}}}, not {quoted(value)}",
            at,
        )
    entries = keys_of(value, ("function", "params", "agent", "forbid_extra", "error"), at)
    if not entries.keys() & {"function", "params", "agent"}:
        raise BadValueError("has none of function, params and agent", at)
    texts: dict[str, str | None] = {
        key: as_text(entries[key][1], (*at, key), "a name") if key in entries else None
        for key in ("function", "agent")
    }
    matchers: Mapping[str, Matcher] = {}
    if "params" in entries:
        inner = CompileContext((*at, "params"), operators=context.operators)
        matchers = compile_params(entries["params"][1], inner)
    closed, failed = (
        as_bool(entries[key][1], (*at, entries[key][0])) if key in entries else None
        for key in ("forbid_extra", "error")
    )
    return _CallPattern(texts["function"], texts["agent"], matchers, bool(closed), failed)


def _decide(expected: _Sequence, evidence: Evidence) -> list[PartResult]:
    patterns, calls = expected.patterns, evidence.calls
    counts_failed = evidence.calls is evidence.tries
    if any(pattern.failed for pattern in patterns):
        calls = evidence.tries
        if not counts_failed:
            patterns = tuple([replace(entry, failed=bool(entry.failed)) for entry in patterns])
    assignment = _assign(patterns, calls, expected.order)
    assigned = set(assignment.values())
    missing = [index for index in range(len(patterns)) if index not in assignment]
    extra = [
        index
        for index, call in enumerate(calls)
        if index not in assigned and (call.was_made or counts_failed)
    ]
    actual = [call_values(call) for call in evidence.tries]
    passed = not missing and (expected.others or not extra)
    if passed:
        message = _pass_message(expected, len(calls))
    elif missing and len(_assign(patterns, calls, "any")) == len(patterns):
        message = _order_message(expected)
    else:
        complaints = [
            _missing_message(patterns[index], calls, extra)
            + failed_tries(evidence, patterns[index].function)
            for index in missing
        ]
        if extra and not expected.others:
            surplus = ", ".join(_call_text(calls[index]) for index in extra[:_MOST_LISTED])
            rest = len(extra) - _MOST_LISTED
            complaints.append(f"not expected: {surplus}{f' and {rest} more' if rest > 0 else ''}")
        message = "; ".join(complaints)
    functions = [pattern.function for pattern in patterns if pattern.function is not None]
    behind = calls_behind_server(evidence, functions)
    # A call behind the name of a server may be one that is missing.
    are_missing = len(extra) <= len(missing) and all(calls[i].function in behind for i in extra)
    # Whatever calls follow, a call too many stays one, and with others those found stay found.
    if evidence.cut and (are_missing and not expected.others):
        return [PartResult(None, evidence.cut)]
    certain = None if are_missing else 0
    if expected.others:
        certain = 100 if expected.order != "exact" else None
    return unless_unknown([verdict(passed, message, brief(actual))], evidence, certain, functions)


def _assign(
    patterns: Sequence[_CallPattern], calls: Sequence[Call], order: Order
) -> dict[int, int]:
    """The call of each expected call that has one: the maximum number of pairs."""
    fits = [[pattern.closeness(call) == pattern.complete for call in calls] for pattern in patterns]
    columns = enumerate(_ORDERS[order](fits))
    return {row: column for row, column in columns if column is not None}


def _pass_message(expected: _Sequence, total: int) -> str:
    count = len(expected.patterns)
    if not count:
        return "no function was called"
    surplus = total - count
    addition = f", and {surplus} {'other' if surplus == 1 else 'others'}" if surplus else ""
    return f"made {'the call' if count == 1 else f'all {count} calls'}{addition}"


def _order_message(expected: _Sequence) -> str:
    functions = ", ".join(
        "any" if pattern.function is None else name_of(pattern.function)
        for pattern in expected.patterns
    )
    position = "next to each other in" if expected.order == "exact" else "in"
    return f"made every call, but not {position} the order {cut(functions, 150)}"


def _missing_message(pattern: _CallPattern, calls: Sequence[Call], extra: Sequence[int]) -> str:
    """Name the expected call that is missing, and how the closest call differs from it."""
    text = f"missing {pattern}"
    # Prefer unmatched calls; if there are none, consider all.
    candidates = [calls[index] for index in extra] or calls
    closest = max(candidates, key=pattern.closeness, default=None)
    if closest is None or not pattern.closeness(closest):
        return text
    faults = pattern.faults(closest)
    if not faults:
        return f"{text}; it was made fewer times than expected"
    summary = ", ".join(faults[:_MOST_LISTED])
    return f"{text}; the closest call has {summary}"


def _call_text(call: Call) -> str:
    params = [f"{name_of(name)}: {quoted(value, 40)}" for name, value in call.params.items()]
    return f"{name_of(call.function)}({cut(', '.join(params), 100)})"


SEQUENCE_KIND = own_kind(
    "expectedCalls",
    ExpectedCalls | list[ExpectedCall],
    _compile,
    _decide,
    final=lambda expected, _: 100 if expected.others else 0,
)
