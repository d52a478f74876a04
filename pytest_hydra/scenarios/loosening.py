"""What makes a suite easier than an earlier one: by what is accepted, not by how it is written.

What is demanded now is held to imply what was demanded. What is not shown to do so is named, so a
change that nobody can compare (another regular expression, another prompt) is named as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from pathlib import PurePath
from typing import Any

from pytest_hydra.core.numbers import is_number
from pytest_hydra.core.text import one_line
from pytest_hydra.documents import parse
from pytest_hydra.errors import BadValueError, HydraError
from pytest_hydra.scenarios.expect.calls import Params
from pytest_hydra.scenarios.expect.letters import contains
from pytest_hydra.scenarios.expect.matchers import OPERATORS, Matcher, Operators, compile_matcher
from pytest_hydra.scenarios.expect.model import Composite, Kind, Node, Single, When
from pytest_hydra.scenarios.expect.rules import ALIASES, Rule, compile_rule, is_named, quoted
from pytest_hydra.scenarios.load import Scenario, load_scenarios
from pytest_hydra.settings.file import ScenarioSettings

Suite = Mapping[str, Any]
"""The ``files`` of a suite, texts by their names, and the ``policy`` of its settings."""

_MOST_NAMED = 2
_LIMITS = ("threshold", "min")


def looser(
    before: Suite, after: Suite, kinds: Mapping[str, Kind], operators: Operators = OPERATORS
) -> list[str]:
    """What is easier in the later suite, of the files that stand in both; each thing once."""
    found: dict[str, list[str]] = {}
    for file, text in before["files"].items():
        policies = [suite["policy"].get("scenarios", {}) for suite in (before, after)]
        if file not in after["files"] or (
            text == after["files"][file] and policies[0] == policies[1]
        ):
            continue
        try:
            suites = [
                load_scenarios(
                    parse(suite["files"][file], file, PurePath(file).suffix),
                    _settings(policy),
                    kinds,
                    operators,
                )
                for suite, policy in zip((before, after), policies, strict=True)
            ]
        except HydraError as error:
            found.setdefault(f"cannot be compared: {one_line(str(error), 150)}", []).append(file)
            continue
        now = {(each.id, each.variant): each for each in suites[1]}
        for was in suites[0]:
            name = f"{file}::{was.id}" + (f"[{was.variant}]" if was.variant else "")
            for told in _scenario(was, now.get((was.id, was.variant))):
                found.setdefault(told, []).append(name)
    lines = [*_settings_changes(before["policy"], after["policy"])]
    for told, names in found.items():
        more = f" and {len(names) - _MOST_NAMED} more" if names[_MOST_NAMED:] else ""
        lines.append(f"{', '.join(names[:_MOST_NAMED])}{more}: {told}")
    return lines


def _settings(policy: Mapping[str, Any]) -> ScenarioSettings:
    try:
        return ScenarioSettings.model_validate(policy)
    except ValueError as error:
        raise HydraError(f"its settings: {error}") from None


def _settings_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    """What else hydra.toml decides: scores of races and judges."""
    for table in ("scoring", "judging", "race"):
        was, now = [dict(_leaves(policy.get(table), table)) for policy in (before, after)]
        for key in sorted({*was, *now}):
            one, other = (values.get(key) for values in (was, now))
            is_limit = key.rpartition(".")[2] in _LIMITS
            is_raised = is_limit and is_number(one) and is_number(other) and other > one
            if one != other and not is_raised:
                yield f"hydra.toml: {key}: {quoted(one)} to {quoted(other)}"


def _leaves(value: Any, at: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for key, entry in value.items():
            yield from _leaves(entry, f"{at}.{key}")
    else:
        yield at, value


def _scenario(was: Scenario, now: Scenario | None) -> Iterator[str]:
    if now is None:
        yield "gone"
        return
    for name in ("skip", "xfail"):
        if getattr(now, name) and not getattr(was, name):
            yield f"{name}: {one_line(getattr(now, name), 80)}"
    repeat, other = was.repeat, now.repeat
    numbers = [
        ("threshold", was.threshold, now.threshold),
        ("repeat", repeat.times, other.times),
        ("passAt", repeat.pass_at, other.pass_at),
        ("passK", repeat.k, other.k),
    ]
    for name, one, two in numbers:
        if two < one and not (name == "passK" and repeat.pass_k is None is other.pass_k):
            yield f"{name}: {float(one):g} to {float(two):g}"
    for name in ("messages", "user", "context", "world", "bot"):
        one, two = getattr(was, name), getattr(now, name)
        if one != two:
            what = "what the user says" if name == "messages" else name
            yield f"{what} is another: {quoted(_plain(one), 60)} to {quoted(_plain(two), 60)}"
    if _counts_failed(was) != _counts_failed(now):
        yield "failedCalls is another"
    if [step.agrees for step in was.steps] != [step.agrees for step in now.steps]:
        yield "agrees is another"
    old, new = (dict(_subjects(each)) for each in (was, now))
    for turn, nodes in old.items():
        place = "" if turn is None or len(was.messages) == 1 else f"turn {turn}: "
        found = _looser_nodes(nodes, new.get(turn, ()))
        yield from (f"{place}{told}" for told in found)


def _counts_failed(scenario: Scenario) -> bool:
    expects = (*scenario.expect, *(step.expect for step in scenario.steps))
    return any(expect is not None and expect.count_failed for expect in expects)


def _plain(value: Any) -> Any:
    told = value.told() if hasattr(value, "told") else value
    return told[0] if isinstance(told, list) and len(told) == 1 else told


def _subjects(scenario: Scenario) -> Iterator[tuple[int | None, Sequence[Node]]]:
    yield None, [*chain.from_iterable(expect.nodes for expect in scenario.expect)]
    for turn, step in enumerate(scenario.steps, start=1):
        if step.expect is not None:
            yield turn, step.expect.nodes


def _looser_nodes(before: Sequence[Node], after: Sequence[Node]) -> Iterator[str]:
    pairs: list[tuple[Any, Any]] = []
    for was in before:
        same = [now for now in after if _name(now) == _name(was)]
        now = next((now for now in same if not [*_differences(was, now)]), None)
        if now is None:
            told = [*_differences(was, same[0])] if same else ["gone"]
            yield from (f"{_name(was)}: {one_line(line, 150)}" for line in told)
            continue
        pairs.append((was, now))
    weighed = [(was, now) for was, now in pairs if not isinstance(was, When)]
    totals = [sum(pair[side].weight for pair in weighed) or 1 for side in (0, 1)]
    for was, now in weighed:
        if Fraction(now.weight) / totals[1] < Fraction(was.weight) / totals[0]:
            yield f"{_name(was)}: weighs less: {float(was.weight):g} to {float(now.weight):g}"
        if was.critical and not now.critical:
            yield f"{_name(was)}: critical no more"
        if now.optional and not was.optional:
            yield f"{_name(was)}: optional now"


def _name(node: Node) -> str:
    if isinstance(node, Single):
        return node.kind.name
    return "when" if isinstance(node, When) else node.name


# --- whether one demand implies another ----------------------------------------------------------


def _implies(now: Sequence[Node], was: Sequence[Node]) -> bool:
    return all(
        any(_name(new) == _name(old) and not [*_differences(old, new)] for new in now)
        for old in was
    )


def _differences(was: Any, now: Any) -> Iterator[str]:
    """Why the later demand does not imply the earlier one, of the same name; nothing if it does."""
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
    """All are demanded: each one that was is implied by one that is."""
    return lambda was, now: all(any(implies(new, old) for new in now) for old in was)


def _one_of(was: Sequence[str] | None, now: Sequence[str] | None) -> bool:
    return was == now or (bool(now) and {*(now or ())} <= {*(was or ())})


def _phrases(longer: Any, shorter: Any) -> bool:
    one, other = longer[0], shorter[0]
    return one == other or (
        isinstance(one, str) and isinstance(other, str) and contains(one, other)
    )


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
    if len(was.patterns) != len(now.patterns) or (now.others and not was.others):
        return False
    if ranks.index(now.order) < ranks.index(was.order):
        return False
    return all(
        old.function in (None, new.function)
        and old.agent in (None, new.agent)
        and old.failed in (None, new.failed)
        and (new.closed or not old.closed)
        and old.matchers.keys() <= new.matchers.keys()
        and all(_matches(new.matchers[name], rule) for name, rule in old.matchers.items())
        for old, new in zip(was.patterns, now.patterns, strict=True)
    )


def _at_most(was: Any, now: Any) -> bool:
    return bool(now <= was)


def _topics(was: Any, now: Any) -> bool:
    if isinstance(was, tuple) and isinstance(now, tuple):
        return _SAME(was, now)
    return was == now or (was is True and not isinstance(now, bool))


_SAME = _each(lambda new, old: new == old)
# By kind, whether what is demanded now implies what was; without one nobody can tell.
_ORDERS: dict[str, Callable[[Any, Any], bool]] = {
    **dict.fromkeys(("expectedFunction", "expectedAgent"), _one_of),
    **dict.fromkeys(("shouldAskFor", "shouldWarn", "shouldReject"), _topics),
    **dict.fromkeys(("customValidator", "judge"), _SAME),
    "shouldContain": _each(_phrases),
    "shouldNotContain": _each(lambda new, old: _phrases(old, new)),
    "shouldMention": _each(lambda new, old: {*new} <= {*old}),
    **dict.fromkeys(
        ("forbiddenFunctions", "confirmBefore"), _each(lambda new, old: is_named(old, [new]))
    ),
    **dict.fromkeys(("maxCalls", "maxFailedCalls", "maxLatencySeconds", "maxCostUsd"), _at_most),
    "expectedCalls": _calls,
    "onlyChanged": lambda was, now: {*now} <= {*was},
}


# --- whether one matcher implies another ---------------------------------------------------------


def _matches(now: Matcher, was: Matcher) -> bool:
    if now.optional and not was.optional:
        return False
    return _narrower(_inner(now.source), _inner(was.source))


def _inner(source: Any) -> Any:
    """What an ``optional`` holds."""
    return (
        source["optional"] if isinstance(source, Mapping) and [*source] == ["optional"] else source
    )


def _narrower(now: Any, was: Any) -> bool:
    """Whether all that the later matcher accepts the earlier one is known to accept."""
    if repr(now) == repr(was):
        return True
    try:
        rule, test = compile_rule(now, (), OPERATORS), compile_matcher(was).test
        if rule.values is not None:  # all that it accepts
            return all(map(test, rule.values))
    except (BadValueError, HydraError):
        return False  # an operator of a plugin
    ops = _operators(was)
    if ops is not None:
        return all(_implies_one(now, rule, name, operand) for name, operand in ops.items())
    if _operators(now) is not None:
        return False
    if isinstance(was, Mapping) and isinstance(now, Mapping):
        return all(
            key in now and _matches(_as_matcher(now[key]), _as_matcher(was[key])) for key in was
        )
    if isinstance(was, list) and isinstance(now, list):
        return len(was) == len(now) and all(map(_narrower, now, was))
    return False


def _as_matcher(source: Any) -> Matcher:
    return compile_matcher(source)


def _operators(source: Any) -> dict[str, Any] | None:
    """The operators of a matcher, by their proper names; None of a literal."""
    if not isinstance(source, Mapping) or not source:
        return None
    named = {str(ALIASES.get(key, key)): value for key, value in source.items()}
    return named if named.keys() <= OPERATORS.keys() else None


def _implies_one(now: Any, rule: Rule, name: str, operand: Any) -> bool:
    """Whether the later matcher, of this rule, implies this operator of the earlier one."""
    own = _operators(now) or {}
    if repr(own.get(name, ...)) == repr(operand):
        return True
    if "any_of" in own and all(_narrower(branch, {name: operand}) for branch in own["any_of"]):
        return True
    if name == "any_of":
        return any(_narrower(now, branch) for branch in operand)
    if name in ("each", "length") and name in own:
        return _narrower(own[name], operand)
    if name == "with_keys":
        return _narrower(own.get(name, now if not own else {}), operand)
    if name in ("ne", "not_in"):
        values = [operand] if name == "ne" else operand
        return not any(isinstance(value, Mapping | list) or rule.test(value) for value in values)
    old = compile_rule({name: operand}, (), OPERATORS)
    if name == "type":
        return rule.kinds <= old.kinds and "integer" not in _listed(operand)
    if old.low is None and old.high is None:
        return False
    above = old.low is None or (rule.low is not None and rule.low >= old.low)
    below = old.high is None or (rule.high is not None and _key(rule.high) <= _key(old.high))
    return above and below and rule.kinds <= old.kinds


def _key(high: tuple[Any, bool]) -> tuple[Any, bool]:
    return high[0], not high[1]


def _listed(operand: Any) -> Iterable[Any]:
    return [operand] if isinstance(operand, str) else operand
