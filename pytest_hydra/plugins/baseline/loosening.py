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
from pytest_hydra.scenarios.expect.model import Composite, Kind, Node, Single, When, weight_of
from pytest_hydra.scenarios.expect.rules import ALIASES, Rule, compile_rule, is_named, quoted
from pytest_hydra.scenarios.load import Scenario, load_scenarios
from pytest_hydra.settings import ScenarioSettings

Suite = Mapping[str, Any]
"""The ``files`` of a suite, texts by name, and the ``policy`` of its settings."""

_MOST_NAMED = 2
_MOST_SUMS = 1000


def looser(before: Suite, after: Suite, kinds: Mapping[str, Kind]) -> list[str]:
    """What is easier in the later suite, for files that are in both; each kind of change once."""
    changes: dict[str, list[str]] = {}
    parts = [(suite.get("files", {}), suite.get("policy", {})) for suite in (before, after)]
    for file in parts[0][0]:
        # The scenarios of a removed file are reported elsewhere.
        versions = [(files.get(file), policy.get("scenarios", {})) for files, policy in parts]
        if versions[0] == versions[1] or versions[1][0] is None:
            continue
        try:
            old, new = (_scenarios(file, *version, kinds) for version in versions)
        except HydraError as error:
            changes.setdefault(f"cannot be compared: {one_line(str(error), 150)}", []).append(file)
            continue
        for name, scenario in old.items():
            for reason in _scenario(scenario, new[name]) if name in new else ("gone",):
                changes.setdefault(reason, []).append(f"{file}::{name}")
    lines = []
    for reason, names in changes.items():
        more = f" and {len(names) - _MOST_NAMED} more" if names[_MOST_NAMED:] else ""
        lines.append(f"{', '.join(names[:_MOST_NAMED])}{more}: {reason}")
    return lines


def _scenarios(
    file: str, text: str, policy: Mapping[str, Any], kinds: Mapping[str, Kind]
) -> dict[str, Scenario]:
    """The scenarios of a file, by id and variant. Raises HydraError."""
    settings = validate(
        ScenarioSettings, parse(json.dumps(policy), "its settings: scenarios", ".json")
    )
    # A file with cases is stored as JSON, which is YAML too.
    suffix = ".yaml" if text.startswith("{") else PurePath(file).suffix
    document = parse(safe_text(str(text)), file, suffix)
    scenarios = load_scenarios(document, settings, kinds)
    return {f"{item.id}[{item.variant}]" if item.variant else item.id: item for item in scenarios}


def _scenario(old: Scenario, new: Scenario) -> Iterator[str]:
    for name in ("skip", "xfail"):
        if getattr(new, name) and not getattr(old, name):
            yield f"{name}: {one_line(getattr(new, name), 80)}"
    if new.draft and not old.draft:
        yield "draft"
    repeat, later = old.repeat, new.repeat
    numbers = [("threshold", old.threshold, new.threshold), ("repeat", repeat.times, later.times)]
    numbers += [("passAt", repeat.pass_at, later.pass_at)]
    if (repeat.pass_k, later.pass_k) != (None, None):
        numbers += [("passK", repeat.k, later.k)]
    for name, before, after in numbers:
        if after < before:
            yield f"{name}: {float(before):g} to {float(after):g}"
    if new.threshold >= old.threshold:
        yield from _dilution(old, new)
    old_inputs, new_inputs = _inputs(old), _inputs(new)
    for name in dict.fromkeys((*old_inputs, *new_inputs)):
        if old_inputs.get(name) != new_inputs.get(name):
            yield f"{name} changed"
    demands = dict(_subjects(new))
    for turn, nodes in _subjects(old):
        place = "" if turn is None or len(old.messages) == 1 else f"turn {turn}: "
        yield from (f"{place}{reason}" for reason in _looser_nodes(nodes, demands.get(turn, ())))


def _dilution(old: Scenario, new: Scenario) -> Iterator[str]:
    """Whether more of the earlier expectations may fail, because later ones are certain to pass."""
    nodes = [
        [*chain.from_iterable(part for _, part in _subjects(scenario))] for scenario in (old, new)
    ]
    totals = [Fraction(weight_of(side)) for side in nodes]
    margins = [
        total * (100 - side.threshold) / 100 for total, side in zip(totals, (old, new), strict=True)
    ]
    if _heaviest_failure(nodes[0], margins[0]) < _heaviest_failure(nodes[0], margins[1]):
        parts = [
            f"{float(margin):g} of {float(total):g}"
            for margin, total in zip(margins, totals, strict=True)
        ]
        yield f"weight that may fail: {parts[0]} to {parts[1]}"


def _heaviest_failure(nodes: Sequence[Node], margin: Fraction) -> Fraction:
    """The largest weight of checks that may fail together: at most ``margin``."""
    sums = {Fraction(0)}
    for share in _shares(nodes):
        sums |= {larger for total in sums if (larger := total + share) <= margin}
        if len(sums) > _MOST_SUMS:
            return margin
    return max(sums)


def _shares(nodes: Sequence[Node]) -> Iterator[Fraction]:
    """The weight of each check."""
    for node in nodes:
        if isinstance(node, When):
            yield from _shares((*node.then, *node.otherwise))
        else:
            yield from [Fraction(node.share)] * len(getattr(node, "parts", "1"))


def _inputs(scenario: Scenario) -> dict[str, Any]:
    """The bot's input and the treatment of its calls: any change may be easier."""
    expects = (*scenario.expect, *(step.expect for step in scenario.steps))
    names = ("context", "bot", "locale")
    return {
        "what the user says": scenario.messages,
        "messages": scenario.history,
        **{name: getattr(scenario, name) for name in names},
        **{key: plan.identity for key, plan in scenario.plans.items()},
        "agrees": [step.agrees for step in scenario.steps],
        "failedCalls": any(expect is not None and expect.count_failed for expect in expects),
    }


def _subjects(scenario: Scenario) -> Iterator[tuple[int | None, Sequence[Node]]]:
    yield None, [*chain.from_iterable(expect.nodes for expect in scenario.expect)]
    for turn, step in enumerate(scenario.steps, start=1):
        if step.expect is not None:
            yield turn, step.expect.nodes


def _looser_nodes(before: Sequence[Node], after: Sequence[Node]) -> Iterator[str]:
    for old in before:
        matches = _same_kind(after, old)
        if not matches and _demands_a_branch(after, old):
            continue
        if all([*_differences(old, new)] for new in matches):
            reasons = [*_differences(old, matches[0])] if matches else ["gone"]
            yield from (f"{_name(old)}: {one_line(line, 150)}" for line in reasons)
    pairs = [*_pairs(before, after)]
    totals = [sum(pair[side].weight for pair in pairs) or 1 for side in (0, 1)]
    for old, new in pairs:
        if Fraction(new.weight) / totals[1] < Fraction(old.weight) / totals[0]:
            yield f"{_name(old)}: weighs less: {float(old.weight):g} to {float(new.weight):g}"
        if old.critical and not new.critical:
            yield f"{_name(old)}: no longer critical"
        if _becomes_optional(old, new):
            yield f"{_name(old)}: now optional"


def _demands_a_branch(after: Sequence[Node], old: Node) -> bool:
    """Whether the later demands imply a branch of an earlier ``any``, and weigh as much."""
    if not isinstance(old, Composite) or old.name != "any":
        return False
    candidates = [
        new
        for new in after
        if not isinstance(new, When) and new.weight >= old.weight and new.critical >= old.critical
    ]
    return any(_implies(candidates, branch) for branch in old.branches)


def _pairs(before: Sequence[Node], after: Sequence[Node]) -> Iterator[tuple[Any, Any]]:
    """Pairs of an earlier and a later demand that implies it, also in branches of ``when``."""
    for old in before:
        new: Any = next(
            (new for new in _same_kind(after, old) if not [*_differences(old, new)]), None
        )
        if new is not None and isinstance(old, When):
            yield from _pairs(old.then, new.then)
            yield from _pairs(old.otherwise, new.otherwise)
        elif new is not None:
            yield old, new


def _same_kind(nodes: Sequence[Node], model: Node) -> list[Node]:
    return [node for node in nodes if _name(node) == _name(model)]


def _name(node: Node) -> str:
    if isinstance(node, Single):
        return node.kind.name
    return "when" if isinstance(node, When) else node.name


# --- whether one demand implies another ----------------------------------------------------------


def _implies(new: Sequence[Node], old: Sequence[Node]) -> bool:
    return all(
        any(
            not [*_differences(node, match)]
            for match in _same_kind(new, node)
            if not _becomes_optional(node, match)
        )
        for node in old
    )


def _becomes_optional(old: Node, new: Node) -> bool:
    """Whether the later one may be ungraded, and the earlier one may not."""
    return getattr(new, "optional", False) and not getattr(old, "optional", False)


def _differences(old: Any, new: Any) -> Iterator[str]:
    """Why the later demand does not imply the earlier one of the same name; empty if it does."""
    if isinstance(old, When):
        is_same = _implies(new.condition, old.condition) and _implies(old.condition, new.condition)
        branches = ((new.then, old.then), (new.otherwise, old.otherwise))
        if not is_same or not all(_implies(*pair) for pair in branches):
            yield "demands less"
    elif isinstance(old, Composite):
        if old.name == "not":
            holds = _implies(old.branches[0], new.branches[0])
        else:
            holds = all(any(_implies(two, one) for one in old.branches) for two in new.branches)
        if not holds:
            yield "accepts more"
    elif old.kind.name == "expectedParams" or old.kind.order == "matchers":
        yield from _params(old.value, new.value)
    elif not _ORDERS.get(old.kind.name, _ORDERS_OF_PLUGINS[old.kind.order])(old.value, new.value):
        yield f"{_value_text(old)} to {_value_text(new)}"


def _is_same(old: Any, new: Any) -> bool:
    left, right = (repr(getattr(value, "schema", value)) for value in (old, new))
    return left == right


def _value_text(node: Single) -> str:
    parts = [part.expected for part in node.parts]
    return quoted(parts[0] if len(parts) == 1 else parts, 60)


def _all_of(implies: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    """All are required: each earlier one is implied by a later one."""
    return lambda before, after: all(any(implies(new, old) for new in after) for old in before)


def _is_subset(old: Sequence[str] | None, new: Sequence[str] | None) -> bool:
    return old == new or (bool(new) and {*(new or ())} <= {*(old or ())})


def _phrases(longer: Any, shorter: Any) -> bool:
    left, right = longer[0], shorter[0]
    are_texts = isinstance(left, str) and isinstance(right, str)
    return bool(left == right or (are_texts and contains(left, right)))


def _covers(pattern: str, other: str) -> bool:
    """Whether one pattern matches all that another does; its * may be anything."""
    return all(is_named(other.replace("*", text), [pattern]) for text in ("", "*", "****"))


def _params(old: Any, new: Any) -> Iterator[str]:
    if isinstance(old, Params):
        if old.closed and not (new.closed and new.matchers.keys() <= old.matchers.keys()):
            yield "forbidExtraParams: forbids less"
        old, new = old.matchers, new.matchers
    else:
        old, new = dict(old), dict(new)
    for name, matcher in old.items():
        label = name if isinstance(name, str) else "/".join(map(str, name))
        if name not in new:
            yield f"{label}: gone"
        elif not _matches(new[name], matcher):
            yield f"{label}: {quoted(matcher.source, 60)} to {quoted(new[name].source, 60)}"


def _calls(old: Any, new: Any) -> bool:
    ranks = ("any", "in_order", "exact")
    return (
        len(old.patterns) == len(new.patterns)
        and old.others >= new.others
        and ranks.index(old.order) <= ranks.index(new.order)
        and all(map(_call, old.patterns, new.patterns))
    )


def _call(old: Any, new: Any) -> bool:
    names = ("function", "agent", "failed")
    return (
        all(getattr(old, name) in (None, getattr(new, name)) for name in names)
        and old.matchers.keys() <= new.matchers.keys()
        and (not old.closed or (new.closed and new.matchers.keys() == old.matchers.keys()))
        and all(_matches(new.matchers[name], rule) for name, rule in old.matchers.items())
    )


def _topics(old: Any, new: Any) -> bool:
    if isinstance(old, tuple) and isinstance(new, tuple):
        return _SAME(old, new)
    return old == new or (old is True and not isinstance(new, bool))


def _keeps(name: str) -> Callable[[Any, Any], bool]:
    """Whether all that was expected still is, by this part of each entry."""

    def keeps(before: Any, after: Any) -> bool:
        old, new = (
            [repr(getattr(entry, name)) for entry in entries] for entries in (before, after)
        )
        return {*old} <= {*new}

    return keeps


_SAME = _all_of(lambda new, old: new == old)
# By the word of a plugin's kind, whether the later value implies the earlier one.
_ORDERS_OF_PLUGINS: dict[str, Callable[[Any, Any], bool]] = {
    "same": _is_same,
    "fewer": lambda old, new: {*new} <= {*old},
    "more": lambda old, new: {*old} <= {*new},
    "alternatives": lambda old, new: bool(old) == bool(new) and {*new} <= {*old},
    "sources": _keeps("source"),
    "identities": _keeps("identity"),
}
# The same by kind.
_ORDERS: dict[str, Callable[[Any, Any], bool]] = {
    **dict.fromkeys(("responseType", "responseSchema"), _is_same),
    **dict.fromkeys(("expectedFunction", "expectedAgent"), _is_subset),
    **dict.fromkeys(("shouldAskFor", "shouldWarn", "shouldReject"), _topics),
    **dict.fromkeys(("customValidator", "judge"), _SAME),
    "shouldContain": _all_of(_phrases),
    "shouldNotContain": _all_of(lambda new, old: _phrases(old, new)),
    "text": lambda before, after: all(any(_matches(new, old) for new in after) for old in before),
    "shouldMention": _all_of(lambda new, old: {*new} <= {*old}),
    **dict.fromkeys(("forbiddenFunctions", "confirmBefore"), _all_of(_covers)),
    **dict.fromkeys(("maxCalls", "maxFailedCalls", "maxCostUsd", "maxTokens"), ge),
    **dict.fromkeys(("maxLatencySeconds", "maxFirstTokenSeconds"), ge),
    "limits": lambda old, new: all(name in new and old[name] >= new[name] for name in old),
    "allowedFunctions": lambda old, new: all(any(_covers(o, n) for o in old) for n in new),
    "expectedCalls": _calls,
}


# --- whether one matcher implies another ---------------------------------------------------------


def _matches(new: Matcher, old: Matcher) -> bool:
    # The operand of ``optional``.
    left, right = (m.source["optional"] if m.optional else m.source for m in (new, old))
    return (old.optional or not new.optional) and _narrower(left, right)


def _narrower(new: Any, old: Any) -> bool:
    """Whether the later matcher provably accepts only what the earlier one accepts."""
    if repr(new) == repr(old):
        return True
    try:
        rule, test = compile_rule(new, (), OPERATORS), compile_matcher(old).test
        if rule.values is not None:  # all that it accepts
            return all(map(test, rule.values))
    except HydraError:
        return False  # an operator of a plugin
    operators = _operators(old)
    if operators is not None:
        return all(_implies_one(new, rule, *item) for item in operators.items())
    if isinstance(old, Mapping) and isinstance(new, Mapping) and _operators(new) is None:
        pairs = [
            (compile_matcher(new[key]), compile_matcher(old[key])) for key in old if key in new
        ]
        return len(pairs) == len(old) and all(_matches(*pair) for pair in pairs)
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(map(_narrower, new, old))
    return False


def _operators(source: Any) -> dict[str, Any] | None:
    """The operators of a matcher, by canonical names; None for a literal."""
    if not isinstance(source, Mapping) or not source:
        return None
    operators = {str(ALIASES.get(key, key)): value for key, value in source.items()}
    return operators if operators.keys() <= OPERATORS.keys() else None


def _implies_one(new: Any, rule: Rule, name: str, operand: Any) -> bool:
    """Whether the later matcher, with this rule, implies an operator of the earlier one."""
    later = _operators(new) or {}
    if repr(later.get(name, ...)) == repr(operand):
        return True
    if "any_of" in later and all(_narrower(branch, {name: operand}) for branch in later["any_of"]):
        return True
    if name == "any_of":
        return any(_narrower(new, branch) for branch in operand)
    if name == "contains" and isinstance(later.get(name), str) and isinstance(operand, str):
        return operand in later[name]
    if name in ("each", "length", "number") and name in later:
        return _narrower(later[name], operand)
    if name == "with_keys":
        return _narrower(later.get(name, new if not later else {}), operand)
    if name in ("ne", "not_in"):
        values = [operand] if name == "ne" else operand
        return not any(isinstance(value, Mapping | list) or rule.test(value) for value in values)
    required = compile_rule({name: operand}, (), OPERATORS)
    if name == "type":
        return rule.kinds <= required.kinds and "integer" not in operand
    if rule.kinds != required.kinds or (required.low, required.high) == (None, None):
        return False
    # An excluded bound is tighter than an equal included one.
    lows, highs = (rule.low, required.low), (rule.high, required.high)
    above = lows[1] is None or (lows[0] is not None and lows[0] >= lows[1])
    keys = [high and (high[0], not high[1]) for high in highs]
    return above and (keys[1] is None or (keys[0] is not None and keys[0] <= keys[1]))
