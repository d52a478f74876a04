"""Rules for one value, and how values are quoted in messages."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fnmatch import fnmatchcase
from functools import partial
from math import isfinite
from typing import Any

from pytest_hydra.core.numbers import Exact, is_number
from pytest_hydra.core.plain import safe_text
from pytest_hydra.core.text import camel, nfc, one_line
from pytest_hydra.errors import BadValueError, HydraError, valid_names
from pytest_hydra.transcript.tool_names import tool_names

LONGEST_TEXT = 300
_DEEPEST_SHOWN = 10
MOST_VALUES = 500
# The range of double precision. Python refuses to print much longer integers.
MOST_BITS = 1024
# The least similarity of a misspelt name and the right one: a letter too few, or a wrong one.
_NEARLY = 0.85

_ENCODE = json.JSONEncoder(ensure_ascii=False).encode


def brief(value: Any) -> Any:
    """The value as plain JSON, for a check's ``expected`` and ``actual``.

    Texts are cut to 300 characters, nesting to 10 levels, and the whole to about 500 values. Values
    without a form in JSON (nan, infinities) or beyond most readers (integers of more than 1,024
    bits) become texts.
    """
    if isinstance(value, str):
        return cut(value)
    return _brief(value, 0, [MOST_VALUES])


def _brief(value: Any, depth: int, remaining: list[int]) -> Any:
    remaining[0] -= 1
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return cut(value)
    if isinstance(value, int):
        bits = value.bit_length()
        return int(value) if bits <= MOST_BITS else f"an integer of {bits} bits"
    if isinstance(value, float):
        return float(value) if isfinite(value) else str(float(value))
    if not isinstance(value, Mapping | list | tuple):
        return f"a {type(value).__name__}"
    if depth == _DEEPEST_SHOWN:
        return "…"
    if isinstance(value, Mapping):
        entries: dict[str, Any] = {}
        for key, entry in value.items():
            if remaining[0] <= 0:
                entries["…"] = f"{len(value) - len(entries)} more"
                break
            entries[cut(str(key))] = _brief(entry, depth + 1, remaining)
        return entries
    elements: list[Any] = []
    for element in value:
        if remaining[0] <= 0:
            elements.append(f"… {len(value) - len(elements)} more")
            break
        elements.append(_brief(element, depth + 1, remaining))
    return elements


def cut(text: str, most: int = LONGEST_TEXT) -> str:
    """The text, cut to at most ``most`` characters with an ellipsis, and encodable as UTF-8."""
    return safe_text(text) if len(text) <= most else safe_text(text[:most]) + "…"


def quoted(value: Any, most: int = 72) -> str:
    """The value as one short line of JSON, for a message."""
    plain = brief(value)
    # The encoder is created anew for each number, which is slow.
    text = str(plain) if type(plain) is int else _ENCODE(plain)
    return one_line(text, most)


def name_of(name: str) -> str:
    """The name as it is if it is a plain word, else quoted."""
    word = 0 < len(name) <= 60 and name.isprintable() and " " not in name
    return name if word else quoted(name)


def names(values: Iterable[str], conjunction: str = "and", most: int = 5) -> str:
    """Distinct names as a list in prose, ``a, b and c``; at most ``most`` of them."""
    distinct = list(dict.fromkeys(values))
    items = [name_of(name) for name in distinct[:most]]
    if len(distinct) > most:
        return f"{', '.join(items)} {conjunction} {len(distinct) - most} more"
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {conjunction} {items[-1]}"


def is_named(name: str, patterns: Iterable[str]) -> bool:
    """Whether a pattern matches the name of a function; ``*`` and ``?`` are wildcards."""
    candidates = tool_names(nfc(name))
    return any(
        fnmatchcase(candidate, nfc(pattern).replace("[", "[[]"))
        for pattern in patterns
        for candidate in candidates
    )


def is_call_of(function: str, expected: Iterable[str]) -> bool:
    """Whether a call of this function is one of an expected function."""
    return not frozenset(tool_names(function)).isdisjoint(expected)


KeyPath = tuple[str | int, ...]
Test = Callable[[Any], bool]

DEEPEST = 64
# Spellings of the original engine, and camelCase beside snake_case.
ALIASES = {"matches": "regex"} | {camel(key): key for key in ("not_in", "any_of", "ignore_case")}
SPELLINGS = {
    camel(key): key
    for key in (
        *("forbid_extra", "any_of", "timeout_seconds"),
        *("first_token_seconds", "cost_usd", "failed_calls"),
    )
}
KINDS_OF_VALUES = frozenset({"null", "boolean", "number", "string", "array", "object"})


@dataclass(frozen=True, slots=True)
class Matcher:
    """The requirement for one value. ``source`` is how it is written.

    ``optional``: the parameter may be absent.
    """

    source: Any
    test: Test
    optional: bool = False

    def accepts(self, entries: Mapping[str, Any], key: str) -> bool:
        """Whether the entry of this name fulfils the requirement."""
        if key in entries:
            return self.test(entries[key])
        return self.optional


@dataclass(frozen=True, slots=True)
class Rule:
    """A test, and what is known of the values that can pass it.

    ``kinds`` are the kinds of JSON values that can pass; ``low`` and ``high`` bound numbers, each
    with whether the bound itself is excluded; ``values``, if not None, are all that can pass.
    Unknown limits stay open: they only serve to refuse matchers that nothing can satisfy.
    """

    test: Test
    kinds: frozenset[str] = KINDS_OF_VALUES
    low: tuple[Exact | float, bool] | None = None
    high: tuple[Exact | float, bool] | None = None
    values: tuple[Any, ...] | None = None
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Operator:
    """One operator. ``operand`` describes its operand in words.

    ``compile`` gets the operand, its path, and the operators allowed inside it; it raises
    BadValueError for an invalid operand.
    """

    name: str
    operand: str
    doc: str
    compile: Callable[[Any, KeyPath, Operators], Rule]


Operators = Mapping[str, Operator]


class UndecidedError(HydraError):
    """An expectation cannot be decided for a reply; its checks are ungraded with this reason."""


# --- literals -----------------------------------------------------------------------------------


def compile_rule(value: Any, at: KeyPath, operators: Operators) -> Rule:
    """The rule of a matcher or a literal; without operators everything is a literal.

    Raises BadValueError if it is invalid or nothing can satisfy it.
    """
    if len(at) > DEEPEST:
        raise BadValueError(f"is nested too deeply: more than {DEEPEST} levels", at)
    if isinstance(value, Mapping):
        if _is_matcher(value, at, operators):
            rules = [
                operators[_canonical(key)].compile(operand, (*at, key), operators)
                for key, operand in value.items()
            ]
            return rules[0] if len(rules) == 1 else all_of(rules, at)
        return mapping_rule(value, at, operators)
    if isinstance(value, list | tuple):
        tests = [present_rule(entry, (*at, i), operators).test for i, entry in enumerate(value)]
        return Rule(partial(has_elements, tests), frozenset({"array"}))
    if value is None or isinstance(value, bool):
        return Rule(lambda actual: actual is value, values=(value,))
    if isinstance(value, str):
        text = nfc(value)
        return Rule(lambda actual: isinstance(actual, str) and nfc(actual) == text, values=(text,))
    if isinstance(value, int | float):
        if value != value:  # noqa: PLR0124 - only nan differs from itself
            raise BadValueError("nan equals nothing, not even nan", at)
        # Python compares integers and floats exactly, whatever their size.
        return Rule(lambda actual: is_number(actual) and actual == value, values=(value,))
    raise BadValueError(f"should be a JSON value, not a {type(value).__name__}", at)


def mapping_rule(value: Mapping[Any, Any], at: KeyPath, operators: Operators) -> Rule:
    """The rule of a mapping whose keys are not operators; without operators, all its keys."""
    entries = {}
    for key, entry in value.items():
        if not isinstance(key, str):
            raise BadValueError(f"the key {quoted(key)} is not a text; quote it", at)
        rule = compile_rule(entry, (*at, key), operators)
        entries[key] = Matcher(entry, rule.test, rule.optional)
    return Rule(
        lambda actual: (
            isinstance(actual, Mapping)
            and (operators or actual.keys() == entries.keys())
            and all(matcher.accepts(actual, key) for key, matcher in entries.items())
        ),
        frozenset({"object"}),
    )


def has_elements(tests: Sequence[Test], actual: object) -> bool:
    """Whether it is a list with as many elements as tests, each passing its own."""
    return (
        isinstance(actual, list | tuple)
        and len(actual) == len(tests)
        and all(test(element) for test, element in zip(tests, actual, strict=True))
    )


# --- matchers -----------------------------------------------------------------------------------


def _is_matcher(value: Mapping[Any, Any], at: KeyPath, operators: Operators) -> bool:
    """Whether all keys are operators.

    Raises BadValueError if only some are: the others may be misspelt. (A literal without operators
    fails visibly.)
    """
    unknown_keys = [key for key in value if _canonical(key) not in operators]
    if len(unknown_keys) == len(value):
        key = next(iter(value), None)
        if len(value) == 1 and _is_misspelt(key, operators):
            raise _no_operator(key, at, operators)
        return False
    if unknown_keys:
        raise _no_operator(unknown_keys[0], at, operators)
    if len(value) > 1 and "optional" in value:
        raise BadValueError(
            "'optional' must contain the other operators: {optional: {type: string, …}}", at
        )
    return True


def _is_misspelt(key: Any, operators: Operators) -> bool:
    """Whether a key is nearly an operator; plurals, such as types, are words of their own."""
    if not isinstance(key, str) or len(key) < 4 or key.removesuffix("s") in operators:
        return False
    return bool(get_close_matches(key, operators, n=1, cutoff=_NEARLY))


def _no_operator(key: Any, at: KeyPath, operators: Operators) -> BadValueError:
    fault = unknown("operator", key, tuple(operators), (*at, key))
    return BadValueError(
        f"{fault.message} (put a literal mapping under 'eq', or under "
        "'with_keys' if it contains matchers)",
        fault.at,
    )


def _canonical(key: Any) -> Any:
    return ALIASES.get(key, key)


def all_of(rules: Sequence[Rule], at: KeyPath) -> Rule:
    """Combine rules into one. Raises BadValueError if nothing can satisfy them together."""
    tests = tuple(rule.test for rule in rules)
    kinds = frozenset.intersection(*(rule.kinds for rule in rules))
    lows = [rule.low for rule in rules if rule.low is not None]
    highs = [rule.high for rule in rules if rule.high is not None]
    # The tightest bounds: of two equal bounds, the excluded one is tighter.
    low = max(lows) if lows else None
    high = min(highs, key=lambda bound: (bound[0], not bound[1])) if highs else None
    conflict = "these operators contradict each other: no value can satisfy all of them"
    if not kinds:
        raise BadValueError(conflict, at)
    if low and high and (low[0] > high[0] or (low[0] == high[0] and (low[1] or high[1]))):
        raise BadValueError(conflict, at)
    values = next((rule.values for rule in rules if rule.values is not None), None)
    if values is not None:
        values = tuple(value for value in values if _passes_all(tests, value))
        if not values:
            raise BadValueError(conflict, at)
    return Rule(partial(_passes_all, tests), kinds, low, high, values)


def _passes_all(tests: Sequence[Test], actual: object) -> bool:
    return all(test(actual) for test in tests)


def present_rule(value: Any, at: KeyPath, operators: Operators) -> Rule:
    """The rule of a value that must be present, so ``optional`` is refused."""
    rule = compile_rule(value, at, operators)
    if rule.optional:
        raise BadValueError("'optional' is only allowed as the value of a parameter", at)
    return rule


def operand_rule(operand: Any, at: KeyPath, operators: Operators) -> Rule:
    """The rule of an operator's operand that is itself a matcher or a literal."""
    if isinstance(operand, Mapping) and not operand:
        raise BadValueError("is empty: name an operator, such as {type: object}", at)
    return present_rule(operand, at, operators)


def matcher_rule(operand: Any, at: KeyPath, operators: Operators) -> Rule:
    """As ``operand_rule``, but not a literal mapping, as ``{not: {lenght: 5}}`` would pass."""
    if isinstance(operand, Mapping) and operand and not _is_matcher(operand, at, operators):
        raise _no_operator(next(iter(operand)), at, operators)
    return operand_rule(operand, at, operators)


def unknown(kind: str, name: Any, valid: Sequence[str], at: KeyPath) -> BadValueError:
    """The error for a name that is not one of the valid ones."""
    choices = valid_names(name if isinstance(name, str) else "", valid)
    return BadValueError(f"unknown {kind} {quoted(name)}{choices}", at)


def keys_of(
    value: Mapping[Any, Any], valid: Sequence[str], at: KeyPath
) -> dict[str, tuple[str, Any]]:
    """The value under each key, with the key as written. Raises BadValueError."""
    entries: dict[str, tuple[str, Any]] = {}
    for key, entry in value.items():
        name = SPELLINGS.get(key, key)
        if name not in valid:
            raise unknown("key", key, valid, (*at, key))
        if name in entries:
            raise BadValueError(f"is given twice, also as {entries[name][0]!r}", (*at, key))
        entries[name] = (key, entry)
    return entries


def passes_any(tests: Sequence[Test], actual: object) -> bool:
    """Whether the value passes one of the tests."""
    return any(test(actual) for test in tests)
