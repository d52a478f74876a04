"""Find what makes a suite easier than an earlier one, by what it accepts, not by its text.

Each later demand should imply the earlier one. All that cannot be shown to do so is reported, so
changes that cannot be compared (another regular expression, another prompt) are reported as well.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from operator import ge
from pathlib import PurePath
from typing import Any

from pytest_hydra.core.plain import safe_text
from pytest_hydra.core.text import one_line
from pytest_hydra.documents import parse
from pytest_hydra.documents.validation import validate
from pytest_hydra.errors import HydraError
from pytest_hydra.scenarios.expect.calls import Params
from pytest_hydra.scenarios.expect.letters import contains
from pytest_hydra.scenarios.expect.matchers import OPERATORS, Matcher, compile_matcher
from pytest_hydra.scenarios.expect.model import Composite, Kind, Node, Single, When
from pytest_hydra.scenarios.expect.rules import ALIASES, Rule, compile_rule, is_named, quoted
from pytest_hydra.scenarios.load import Scenario, load_scenarios
from pytest_hydra.settings.file import ScenarioSettings

Suite = Mapping[str, Any]
"""The ``files`` of a suite, texts by name, and the ``policy`` of its settings."""

_MOST_NAMED = 2


def looser(before: Suite, after: Suite, kinds: Mapping[str, Kind]) -> list[str]:
    """What is easier in the later suite, for files that are in both; each kind of change once."""
    found: dict[str, list[str]] = {}
    parts = [(suite.get("files", {}), suite.get("policy", {})) for suite in (before, after)]
    for file in parts[0][0]:
        # The scenarios of a removed file are reported elsewhere.
        written = [(files.get(file), policy.get("scenarios", {})) for files, policy in parts]
        if written[0] == written[1] or written[1][0] is None:
            continue
        try:
            was, now = (_scenarios(file, *each, kinds) for each in written)
        except HydraError as error:
            found.setdefault(f"cannot be compared: {one_line(str(error), 150)}", []).append(file)
            continue
        for name, scenario in was.items():
            for told in _scenario(scenario, now[name]) if name in now else ("gone",):
                found.setdefault(told, []).append(f"{file}::{name}")
    lines = []
    for told, names in found.items():
        more = f" and {len(names) - _MOST_NAMED} more" if names[_MOST_NAMED:] else ""
        lines.append(f"{', '.join(names[:_MOST_NAMED])}{more}: {told}")
    return lines


def _scenarios(
    file: str, text: str, policy: Mapping[str, Any], kinds: Mapping[str, Kind]
) -> dict[str, Scenario]:
    """The scenarios of a file, by id and variant. Raises HydraError."""
    settings = validate(
        ScenarioSettings, parse(json.dumps(policy), "its settings: scenarios", ".json")
    )
    document = parse(safe_text(str(text)), file, PurePath(file).suffix)
    scenarios = load_scenarios(document, settings, kinds)
    return {f"{each.id}[{each.variant}]" if each.variant else each.id: each for each in scenarios}


def _scenario(was: Scenario, now: Scenario) -> Iterator[str]:
    for name in ("skip", "xfail"):
        if getattr(now, name) and not getattr(was, name):
            yield f"{name}: {one_line(getattr(now, name), 80)}"
    repeat, other = was.repeat, now.repeat
    numbers = [("threshold", was.threshold, now.threshold), ("repeat", repeat.times, other.times)]
    numbers += [("passAt", repeat.pass_at, other.pass_at)]
    if (repeat.pass_k, other.pass_k) != (None, None):
        numbers += [("passK", repeat.k, other.k)]
    for name, one, two in numbers:
        if two < one:
            yield f"{name}: {float(one):g} to {float(two):g}"
    old, new = _inputs(was), _inputs(now)
    yield from (f"{name} changed" for name in old if old[name] != new[name])
    demands = dict(_subjects(now))
    for turn, nodes in _subjects(was):
        place = "" if turn is None or len(was.messages) == 1 else f"turn {turn}: "
        yield from (f"{place}{told}" for told in _looser_nodes(nodes, demands.get(turn, ())))


def _inputs(scenario: Scenario) -> dict[str, Any]:
    """The bot's input and the treatment of its calls: any change may be easier."""
    expects = (*scenario.expect, *(step.expect for step in scenario.steps))
    names = ("user", "context", "world", "bot")
    return {
        "what the user says": scenario.messages,
        "messages": scenario.history,
        **{name: getattr(scenario, name) for name in names},
        "agrees": [step.agrees for step in scenario.steps],
        "failedCalls": any(expect is not None and expect.count_failed for expect in expects),
    }


def _subjects(scenario: Scenario) -> Iterator[tuple[int | None, Sequence[Node]]]:
    yield None, [*chain.from_iterable(expect.nodes for expect in scenario.expect)]
    for turn, step in enumerate(scenario.steps, start=1):
        if step.expect is not None:
            yield turn, step.expect.nodes


def _looser_nodes(before: Sequence[Node], after: Sequence[Node]) -> Iterator[str]:
    for was in before:
        same = _same_kind(after, was)
        if not same and _demands_a_branch(after, was):
            continue
        if all([*_differences(was, now)] for now in same):
            told = [*_differences(was, same[0])] if same else ["gone"]
            yield from (f"{_name(was)}: {one_line(line, 150)}" for line in told)
    weighed = [*_weighed(before, after)]
    totals = [sum(pair[side].weight for pair in weighed) or 1 for side in (0, 1)]
    for was, now in weighed:
        if Fraction(now.weight) / totals[1] < Fraction(was.weight) / totals[0]:
            yield f"{_name(was)}: weighs less: {float(was.weight):g} to {float(now.weight):g}"
        if was.critical and not now.critical:
            yield f"{_name(was)}: no longer critical"
        if _becomes_optional(was, now):
            yield f"{_name(was)}: now optional"


def _demands_a_branch(after: Sequence[Node], was: Node) -> bool:
    """Whether the later demands imply a branch of an earlier ``any``, and weigh as much."""
    if not isinstance(was, Composite) or was.name != "any":
        return False
    heavy = [
        now
        for now in after
        if not isinstance(now, When) and now.weight >= was.weight and now.critical >= was.critical
    ]
    return any(_implies(heavy, branch) for branch in was.branches)


def _weighed(before: Sequence[Node], after: Sequence[Node]) -> Iterator[tuple[Any, Any]]:
    """Pairs of an earlier and a later demand that implies it, also in branches of ``when``."""
    for was in before:
        now: Any = next(
            (now for now in _same_kind(after, was) if not [*_differences(was, now)]), None
        )
        if now is not None and isinstance(was, When):
            yield from _weighed(was.then, now.then)
            yield from _weighed(was.otherwise, now.otherwise)
        elif now is not None:
            yield was, now


def _same_kind(nodes: Sequence[Node], like: Node) -> list[Node]:
    return [node for node in nodes if _name(node) == _name(like)]


def _name(node: Node) -> str:
    if isinstance(node, Single):
        return node.kind.name
    return "when" if isinstance(node, When) else node.name


# --- whether one demand implies another ----------------------------------------------------------


def _implies(now: Sequence[Node], was: Sequence[Node]) -> bool:
    return all(
        any(
            not [*_differences(old, new)]
            for new in _same_kind(now, old)
            if not _becomes_optional(old, new)
        )
        for old in was
    )


def _becomes_optional(was: Node, now: Node) -> bool:
    """Whether the later one may be ungraded, and the earlier one may not."""
    return getattr(now, "optional", False) and not getattr(was, "optional", False)


def _differences(was: Any, now: Any) -> Iterator[str]:
    """Why the later demand does not imply the earlier one of the same name; empty if it does."""
    if isinstance(was, When):
        same = _implies(now.condition, was.condition) and _implies(was.condition, now.condition)
        branches = ((now.then, was.then), (now.otherwise, was.otherwise))
        if not same or not all(_implies(*pair) for pair in branches):
            yield "demands less"
    elif isinstance(was, Composite):
        if was.name == "not":
            holds = _implies(was.branches[0], now.branches[0])
        else:
            holds = all(any(_implies(new, old) for old in was.branches) for new in now.branches)
        if not holds:
            yield "accepts more"
    elif was.kind.name in ("expectedParams", "state"):
        yield from _params(was.value, now.value)
    elif not _ORDERS.get(was.kind.name, _is_same)(was.value, now.value):
        yield f"{_written(was)} to {_written(now)}"


def _is_same(was: Any, now: Any) -> bool:
    one, other = (repr(getattr(value, "schema", value)) for value in (was, now))
    return one == other


def _written(node: Single) -> str:
    parts = [part.expected for part in node.parts]
    return quoted(parts[0] if len(parts) == 1 else parts, 60)


def _each(implies: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    """All are required: each earlier one is implied by a later one."""
    return lambda was, now: all(any(implies(new, old) for new in now) for old in was)


def _one_of(was: Sequence[str] | None, now: Sequence[str] | None) -> bool:
    return was == now or (bool(now) and {*(now or ())} <= {*(was or ())})


def _phrases(longer: Any, shorter: Any) -> bool:
    one, other = longer[0], shorter[0]
    are_texts = isinstance(one, str) and isinstance(other, str)
    return bool(one == other or (are_texts and contains(one, other)))


def _covers(pattern: str, other: str) -> bool:
    """Whether one pattern matches all that another does; its * may be anything."""
    return all(is_named(other.replace("*", text), [pattern]) for text in ("", "*", "****"))


def _params(was: Any, now: Any) -> Iterator[str]:
    if isinstance(was, Params):
        if was.closed and not (now.closed and now.matchers.keys() <= was.matchers.keys()):
            yield "forbidExtraParams: forbids less"
        was, now = was.matchers, now.matchers
    else:
        was, now = dict(was), dict(now)
    for name, matcher in was.items():
        shown = name if isinstance(name, str) else "/".join(map(str, name))
        if name not in now:
            yield f"{shown}: gone"
        elif not _matches(now[name], matcher):
            yield f"{shown}: {quoted(matcher.source, 60)} to {quoted(now[name].source, 60)}"


def _calls(was: Any, now: Any) -> bool:
    ranks = ("any", "in_order", "exact")
    return (
        len(was.patterns) == len(now.patterns)
        and was.others >= now.others
        and ranks.index(was.order) <= ranks.index(now.order)
        and all(map(_call, was.patterns, now.patterns))
    )


def _call(was: Any, now: Any) -> bool:
    names = ("function", "agent", "failed")
    return (
        all(getattr(was, name) in (None, getattr(now, name)) for name in names)
        and was.matchers.keys() <= now.matchers.keys()
        and (not was.closed or (now.closed and now.matchers.keys() == was.matchers.keys()))
        and all(_matches(now.matchers[name], rule) for name, rule in was.matchers.items())
    )


def _topics(was: Any, now: Any) -> bool:
    if isinstance(was, tuple) and isinstance(now, tuple):
        return _SAME(was, now)
    return was == now or (was is True and not isinstance(now, bool))


_SAME = _each(lambda new, old: new == old)
# By kind, whether the later value implies the earlier one; other kinds must be equal.
_ORDERS: dict[str, Callable[[Any, Any], bool]] = {
    **dict.fromkeys(("expectedFunction", "expectedAgent"), _one_of),
    **dict.fromkeys(("shouldAskFor", "shouldWarn", "shouldReject"), _topics),
    **dict.fromkeys(("customValidator", "judge"), _SAME),
    "shouldContain": _each(_phrases),
    "shouldNotContain": _each(lambda new, old: _phrases(old, new)),
    "text": lambda was, now: all(any(_matches(new, old) for new in now) for old in was),
    "shouldMention": _each(lambda new, old: {*new} <= {*old}),
    **dict.fromkeys(("forbiddenFunctions", "confirmBefore"), _each(_covers)),
    **dict.fromkeys(("maxCalls", "maxFailedCalls", "maxLatencySeconds", "maxCostUsd"), ge),
    "expectedCalls": _calls,
    "onlyChanged": lambda was, now: {*now} <= {*was},
}


# --- whether one matcher implies another ---------------------------------------------------------


def _matches(now: Matcher, was: Matcher) -> bool:
    # The operand of ``optional``.
    one, other = (each.source["optional"] if each.optional else each.source for each in (now, was))
    return (was.optional or not now.optional) and _narrower(one, other)


def _narrower(now: Any, was: Any) -> bool:
    """Whether the later matcher provably accepts only what the earlier one accepts."""
    if repr(now) == repr(was):
        return True
    try:
        rule, test = compile_rule(now, (), OPERATORS), compile_matcher(was).test
        if rule.values is not None:  # all that it accepts
            return all(map(test, rule.values))
    except HydraError:
        return False  # an operator of a plugin
    demanded = _operators(was)
    if demanded is not None:
        return all(_implies_one(now, rule, *each) for each in demanded.items())
    if isinstance(was, Mapping) and isinstance(now, Mapping) and _operators(now) is None:
        pairs = [
            (compile_matcher(now[key]), compile_matcher(was[key])) for key in was if key in now
        ]
        return len(pairs) == len(was) and all(_matches(*pair) for pair in pairs)
    if isinstance(was, list) and isinstance(now, list):
        return len(was) == len(now) and all(map(_narrower, now, was))
    return False


def _operators(source: Any) -> dict[str, Any] | None:
    """The operators of a matcher, by canonical names; None for a literal."""
    if not isinstance(source, Mapping) or not source:
        return None
    named = {str(ALIASES.get(key, key)): value for key, value in source.items()}
    return named if named.keys() <= OPERATORS.keys() else None


def _implies_one(now: Any, rule: Rule, name: str, operand: Any) -> bool:
    """Whether the later matcher, with this rule, implies an operator of the earlier one."""
    own = _operators(now) or {}
    if repr(own.get(name, ...)) == repr(operand):
        return True
    if "any_of" in own and all(_narrower(branch, {name: operand}) for branch in own["any_of"]):
        return True
    if name == "any_of":
        return any(_narrower(now, branch) for branch in operand)
    if name == "contains" and isinstance(own.get(name), str) and isinstance(operand, str):
        return operand in own[name]
    if name in ("each", "length", "number") and name in own:
        return _narrower(own[name], operand)
    if name == "with_keys":
        return _narrower(own.get(name, now if not own else {}), operand)
    if name in ("ne", "not_in"):
        values = [operand] if name == "ne" else operand
        return not any(isinstance(value, Mapping | list) or rule.test(value) for value in values)
    old = compile_rule({name: operand}, (), OPERATORS)
    if name == "type":
        return rule.kinds <= old.kinds and "integer" not in operand
    if rule.kinds != old.kinds or (old.low, old.high) == (None, None):
        return False
    # An excluded bound is tighter than an equal included one.
    lows, highs = (rule.low, old.low), (rule.high, old.high)
    above = lows[1] is None or (lows[0] is not None and lows[0] >= lows[1])
    keys = [high and (high[0], not high[1]) for high in highs]
    return above and (keys[1] is None or (keys[0] is not None and keys[0] <= keys[1]))
