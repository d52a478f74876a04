"""Parameter matchers: what a value must be, as a person writes it in a scenario file.

A mapping all of whose keys are operators is a matcher (``{gt: 0, lt: 10}``: all must hold);
anything else is a literal, and equal means equal and typed: 5 equals 5.0 but not "5", booleans
never equal numbers, lists match in order, mappings by the keys that are listed. Inside a literal
list or mapping matchers may stand again.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from functools import lru_cache, partial
from math import isfinite
from typing import Any, TypeGuard

from pytest_hydra.core.numbers import Exact, exact
from pytest_hydra.errors import BadValueError, did_you_mean
from pytest_hydra.scenarios.assign import assign
from pytest_hydra.scenarios.brief import quoted

KeyPath = tuple[str | int, ...]
Test = Callable[[Any], bool]

LONGEST_SEARCH = 10_000
DEEPEST = 64
DEFAULT_TOLERANCE = Fraction(1, 1_000_000)
KINDS_OF_VALUES = frozenset({"null", "boolean", "number", "string", "array", "object"})


@dataclass(frozen=True, slots=True)
class Matcher:
    """What one value must be. ``source`` is what was written.

    ``optional``: the parameter may be absent.
    """

    source: Any
    test: Test
    optional: bool = False

    def accepts(self, entries: Mapping[str, Any], key: str) -> bool:
        """Whether the entry of this name is as it must be."""
        if key in entries:
            return self.test(entries[key])
        return self.optional


@dataclass(frozen=True, slots=True)
class Rule:
    """A test, and what is known of the values that can pass it.

    ``kinds`` are the kinds of JSON values that can; ``low`` and ``high`` bound numbers, each with
    whether the bound itself is excluded; ``values``, where it is not None, are all that can pass.
    What is not known is left open: it serves to refuse matchers that nothing can satisfy.
    """

    test: Test
    kinds: frozenset[str] = KINDS_OF_VALUES
    low: tuple[Exact | float, bool] | None = None
    high: tuple[Exact | float, bool] | None = None
    values: tuple[Any, ...] | None = None
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Operator:
    """One operator. ``operand`` says in words what it takes.

    ``compile`` gets the operand, its path, and the operators that may stand inside it; it raises
    BadValueError for an operand that cannot be used.
    """

    name: str
    operand: str
    doc: str
    compile: Callable[[Any, KeyPath, Operators], Rule]


Operators = Mapping[str, Operator]


def compile_matcher(value: Any, at: KeyPath = (), operators: Operators | None = None) -> Matcher:
    """Read one matcher or literal. Raises BadValueError, with the path of what is wrong."""
    rule = _compile(value, at, OPERATORS if operators is None else operators)
    return Matcher(value, rule.test, rule.optional)


def json_kind(value: Any) -> str:
    """The JSON name of the kind of value: null, boolean, number, string, array, object."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, str):
        return "string"
    if isinstance(value, list | tuple):
        return "array"
    return "object" if isinstance(value, Mapping) else "other"


def is_number(value: Any) -> TypeGuard[int | float]:
    """Whether it is a number: a boolean is none."""
    return isinstance(value, int | float) and not isinstance(value, bool)


# --- literals -----------------------------------------------------------------------------------


def _compile(value: Any, at: KeyPath, operators: Operators) -> Rule:
    if isinstance(value, Mapping):
        if len(at) > DEEPEST:
            raise BadValueError(f"is nested more than {DEEPEST} levels deep", at)
        if value and operators:
            rules = _operator_rules(value, at, operators)
            if rules is not None:
                return rules[0] if len(rules) == 1 else _all_of(rules, at)
        entries = {}
        for key, held in value.items():
            if not isinstance(key, str):
                raise BadValueError(f"the key {quoted(key)} is not a text; quote it", at)
            rule = _compile(held, (*at, key), operators)
            entries[key] = Matcher(held, rule.test, rule.optional)
        return Rule(partial(_has_entries, entries), frozenset({"object"}))
    if isinstance(value, list | tuple):
        if len(at) > DEEPEST:
            raise BadValueError(f"is nested more than {DEEPEST} levels deep", at)
        tests = [_present(held, (*at, i), operators).test for i, held in enumerate(value)]
        return Rule(partial(_has_elements, tests), frozenset({"array"}))
    if value is None or isinstance(value, bool):
        return Rule(partial(_is, value), values=(value,))
    if isinstance(value, str):
        return Rule(partial(_is_text, value), values=(value,))
    if isinstance(value, int | float):
        if value != value:  # noqa: PLR0124 - only nan differs from itself
            raise BadValueError("nan equals nothing, not even nan", at)
        return Rule(partial(_is_number, value), values=(value,))
    raise BadValueError(f"is no JSON value but a {type(value).__name__}", at)


def _is(expected: object, actual: object) -> bool:
    return actual is expected


def _is_text(expected: str, actual: object) -> bool:
    return isinstance(actual, str) and actual == expected


def _is_number(expected: float, actual: object) -> bool:
    # Python compares integers and floats exactly, whatever their size.
    return is_number(actual) and actual == expected


def _has_entries(entries: Mapping[str, Matcher], actual: object) -> bool:
    return isinstance(actual, Mapping) and all(
        matcher.accepts(actual, key) for key, matcher in entries.items()
    )


def _has_elements(tests: Sequence[Test], actual: object) -> bool:
    return (
        isinstance(actual, list | tuple)
        and len(actual) == len(tests)
        and all(test(element) for test, element in zip(tests, actual, strict=True))
    )


# --- matchers -----------------------------------------------------------------------------------


def _operator_rules(
    value: Mapping[Any, Any], at: KeyPath, operators: Operators
) -> list[Rule] | None:
    """The rules of a mapping whose keys are all operators; None for a literal.

    Raises BadValueError when the keys that are no operators all look like misspelt ones: taken
    for a literal, ``{optional: {tpye: string}}`` would pass unseen.
    """
    others = [key for key in value if _canonical(key) not in operators]
    if others:
        names = tuple(operators)
        meant = [_misspelt(key, names) if isinstance(key, str) else None for key in others]
        if all(meant):
            raise BadValueError(
                f"unknown operator {quoted(others[0])}; did you mean {meant[0]!r}?"
                " (a mapping that is meant as it stands goes under 'eq')",
                (*at, others[0]),
            )
        return None
    if len(value) > 1 and "optional" in value:
        raise BadValueError(
            "'optional' takes the other operators inside: {optional: {type: string, …}}", at
        )
    return [
        operators[_canonical(key)].compile(operand, (*at, key), operators)
        for key, operand in value.items()
    ]


def _canonical(key: Any) -> Any:
    return ALIASES.get(key, key)


@lru_cache(4096)
def _misspelt(key: str, names: tuple[str, ...]) -> str | None:
    """The operator that this key looks like; short keys look like too many."""
    if not 3 <= len(key) <= 20:
        return None
    folded = {name.replace("_", ""): name for name in names}
    close = get_close_matches(
        key.replace("_", "").replace("-", "").lower(), folded, n=1, cutoff=0.8
    )
    return folded[close[0]] if close else None


def _all_of(rules: Sequence[Rule], at: KeyPath) -> Rule:
    """All of the rules in one. Raises BadValueError when nothing can satisfy them together."""
    tests = tuple(rule.test for rule in rules)
    kinds = frozenset.intersection(*(rule.kinds for rule in rules))
    lows = [rule.low for rule in rules if rule.low is not None]
    highs = [rule.high for rule in rules if rule.high is not None]
    # The tightest: a bound that is itself excluded is tighter than the same one that is not.
    low = max(lows) if lows else None
    high = min(highs, key=lambda bound: (bound[0], not bound[1])) if highs else None
    together = "these operators contradict each other: no value can satisfy all of them"
    if not kinds:
        raise BadValueError(together, at)
    if low and high and (low[0] > high[0] or (low[0] == high[0] and (low[1] or high[1]))):
        raise BadValueError(together, at)
    values = next((rule.values for rule in rules if rule.values is not None), None)
    if values is not None:
        values = tuple(value for value in values if _passes_all(tests, value))
        if not values:
            raise BadValueError(together, at)
    return Rule(partial(_passes_all, tests), kinds, low, high, values)


def _passes_all(tests: Sequence[Test], actual: object) -> bool:
    return all(test(actual) for test in tests)


def _present(value: Any, at: KeyPath, operators: Operators) -> Rule:
    """The rule of a value that is there: ``optional`` says nothing about it."""
    rule = _compile(value, at, operators)
    if rule.optional:
        raise BadValueError("'optional' stands only where a parameter's value stands", at)
    return rule


def _inner(operand: Any, at: KeyPath, operators: Operators) -> Rule:
    """The rule of an operator's operand that is itself a matcher or a literal."""
    if isinstance(operand, Mapping) and not operand:
        raise BadValueError("is empty: name an operator, such as {type: object}", at)
    return _present(operand, at, operators)


# --- operands -----------------------------------------------------------------------------------


def _number(operand: Any, at: KeyPath) -> int | float:
    if not is_number(operand) or not (isinstance(operand, int) or isfinite(operand)):
        raise BadValueError(f"should be a number, not {quoted(operand)}", at)
    return operand


def _filled_list(operand: Any, at: KeyPath, of: str) -> Sequence[Any]:
    if not isinstance(operand, list | tuple):
        raise BadValueError(f"should be a list of {of}, not {quoted(operand)}", at)
    if not operand:
        raise BadValueError(f"is empty: list at least one of the {of}", at)
    return operand


_NO_OPERATORS: Operators = {}


def _eq(operand: Any, at: KeyPath, _: Operators) -> Rule:
    return _compile(operand, at, _NO_OPERATORS)


def _ne(operand: Any, at: KeyPath, _: Operators) -> Rule:
    return Rule(partial(_fails, _compile(operand, at, _NO_OPERATORS).test))


def _fails(test: Test, actual: object) -> bool:
    return not test(actual)


def _gt(operand: Any, at: KeyPath, _: Operators) -> Rule:
    low = _number(operand, at)
    return Rule(lambda actual: is_number(actual) and actual > low, _NUMBER, low=(low, True))


def _gte(operand: Any, at: KeyPath, _: Operators) -> Rule:
    low = _number(operand, at)
    return Rule(lambda actual: is_number(actual) and actual >= low, _NUMBER, low=(low, False))


def _lt(operand: Any, at: KeyPath, _: Operators) -> Rule:
    high = _number(operand, at)
    return Rule(lambda actual: is_number(actual) and actual < high, _NUMBER, high=(high, True))


def _lte(operand: Any, at: KeyPath, _: Operators) -> Rule:
    high = _number(operand, at)
    return Rule(lambda actual: is_number(actual) and actual <= high, _NUMBER, high=(high, False))


def _between(operand: Any, at: KeyPath, _: Operators) -> Rule:
    if not isinstance(operand, list | tuple) or len(operand) != 2:
        raise BadValueError(f"should be [lowest, highest], not {quoted(operand)}", at)
    low, high = (_number(bound, (*at, i)) for i, bound in enumerate(operand))
    if low > high:
        raise BadValueError(
            f"no number is between {quoted(low)} and {quoted(high)}; the lowest comes first", at
        )
    return Rule(
        lambda actual: is_number(actual) and low <= actual <= high,
        _NUMBER,
        low=(low, False),
        high=(high, False),
    )


def _approx(operand: Any, at: KeyPath, _: Operators) -> Rule:
    if isinstance(operand, Mapping):
        for key in operand:
            if key not in ("value", "tolerance"):
                raise BadValueError(
                    f"unknown key {quoted(key)}{did_you_mean(str(key), ('value', 'tolerance'))};"
                    " valid: value, tolerance",
                    (*at, key),
                )
        if "value" not in operand:
            raise BadValueError("has no 'value'", at)
        value = exact(_number(operand["value"], (*at, "value")))
        tolerance = abs(value) * DEFAULT_TOLERANCE
        if "tolerance" in operand:
            tolerance = exact(_number(operand["tolerance"], (*at, "tolerance")))
            if tolerance < 0:
                raise BadValueError("should be 0 or more", (*at, "tolerance"))
    else:
        value = exact(_number(operand, at))
        tolerance = abs(value) * DEFAULT_TOLERANCE
    low, high = value - tolerance, value + tolerance

    def near(actual: object) -> bool:
        return (
            is_number(actual)
            and (isinstance(actual, int) or isfinite(actual))
            # As decimals, as both were written: 0.3 is within 0.1 of 0.2.
            and low <= exact(actual) <= high
        )

    return Rule(near, _NUMBER, low=(low, False), high=(high, False))


def _in(operand: Any, at: KeyPath, _: Operators) -> Rule:
    values = _filled_list(operand, at, "values that are allowed")
    rules = [_compile(value, (*at, i), _NO_OPERATORS) for i, value in enumerate(values)]
    tests = [rule.test for rule in rules]
    # A listed mapping stands for many: it allows keys that it does not list.
    scalars = all(rule.values is not None for rule in rules)
    return Rule(partial(_passes_any, tests), values=tuple(values) if scalars else None)


def _not_in(operand: Any, at: KeyPath, _: Operators) -> Rule:
    values = _filled_list(operand, at, "values that are not allowed")
    tests = [_compile(value, (*at, i), _NO_OPERATORS).test for i, value in enumerate(values)]
    return Rule(partial(_fails, partial(_passes_any, tests)))


def _passes_any(tests: Sequence[Test], actual: object) -> bool:
    return any(test(actual) for test in tests)


def _any_of(operand: Any, at: KeyPath, operators: Operators) -> Rule:
    branches = _filled_list(operand, at, "values or matchers")
    rules = [_inner(branch, (*at, i), operators) for i, branch in enumerate(branches)]
    return Rule(
        partial(_passes_any, [rule.test for rule in rules]),
        frozenset.union(*(rule.kinds for rule in rules)),
    )


def _not(operand: Any, at: KeyPath, operators: Operators) -> Rule:
    return Rule(partial(_fails, _inner(operand, at, operators).test))


def _optional(operand: Any, at: KeyPath, operators: Operators) -> Rule:
    return Rule(_inner(operand, at, operators).test, optional=True)


def _regex(operand: Any, at: KeyPath, _: Operators) -> Rule:
    if not isinstance(operand, str):
        raise BadValueError(f"should be a regular expression, not {quoted(operand)}", at)
    try:
        # What a later Python may read differently is no error of today.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            pattern = re.compile(operand)
    except (re.error, OverflowError, RecursionError) as error:
        raise BadValueError(f"is no regular expression: {error}", at) from None
    return Rule(
        lambda actual: (
            isinstance(actual, str) and pattern.search(actual, 0, LONGEST_SEARCH) is not None
        ),
        frozenset({"string"}),
    )


def _contains(operand: Any, at: KeyPath, operators: Operators) -> Rule:
    element = _inner(operand, at, operators).test
    text = operand if isinstance(operand, str) else None

    def holds(actual: object) -> bool:
        if isinstance(actual, str):
            return text is not None and text in actual
        return isinstance(actual, list | tuple) and any(map(element, actual))

    return Rule(holds, frozenset({"array"} if text is None else {"array", "string"}))


_TYPES: dict[str, Test] = {
    "null": lambda actual: actual is None,
    "boolean": lambda actual: isinstance(actual, bool),
    # As in JSON Schema, 5.0 is an integer.
    "integer": lambda actual: (
        is_number(actual) and (isinstance(actual, int) or actual.is_integer())
    ),
    "number": is_number,
    "string": lambda actual: isinstance(actual, str),
    "array": lambda actual: isinstance(actual, list | tuple),
    "object": lambda actual: isinstance(actual, Mapping),
}


def _type(operand: Any, at: KeyPath, _: Operators) -> Rule:
    several = isinstance(operand, list | tuple)
    names = _filled_list(operand, at, "types") if several else [operand]
    for i, name in enumerate(names):
        if not isinstance(name, str) or name not in _TYPES:
            hint = did_you_mean(name, tuple(_TYPES)) if isinstance(name, str) else ""
            raise BadValueError(
                f"unknown type {quoted(name)}{hint}; valid: {', '.join(_TYPES)}"
                " (a mapping that is meant as it stands goes under 'eq')",
                (*at, i) if several else at,
            )
    tests = [_TYPES[name] for name in names]
    kinds = frozenset("number" if name == "integer" else name for name in names)
    return Rule(tests[0] if len(tests) == 1 else partial(_passes_any, tests), kinds)


def _unordered(operand: Any, at: KeyPath, operators: Operators) -> Rule:
    if not isinstance(operand, list | tuple):
        raise BadValueError(f"should be a list, not {quoted(operand)}", at)
    tests = [_inner(element, (*at, i), operators).test for i, element in enumerate(operand)]

    def same(actual: object) -> bool:
        if not isinstance(actual, list | tuple) or len(actual) != len(tests):
            return False
        # One element may pass several tests, so who stands for whom is an assignment.
        values = [[int(test(element)) for element in actual] for test in tests]
        return all(
            column is not None and values[row][column] for row, column in enumerate(assign(values))
        )

    return Rule(same, frozenset({"array"}))


def _each(operand: Any, at: KeyPath, operators: Operators) -> Rule:
    element = _inner(operand, at, operators).test
    return Rule(
        lambda actual: isinstance(actual, list | tuple) and all(map(element, actual)),
        frozenset({"array"}),
    )


def _length(operand: Any, at: KeyPath, operators: Operators) -> Rule:
    rule = _inner(operand, at, operators)
    if is_number(operand):
        if operand < 0 or operand != operand // 1:
            raise BadValueError(
                f"no length is {quoted(operand)}: it is a whole number from 0 on", at
            )
    elif not isinstance(operand, Mapping) or rule.kinds == {"object"}:
        raise BadValueError(
            f"should be a whole number or a matcher such as {{gte: 1}}, not {quoted(operand)}", at
        )
    elif "number" not in rule.kinds or (
        rule.high and (rule.high[0] < 0 or (rule.high[0] == 0 and rule.high[1]))
    ):
        raise BadValueError("no length can satisfy this: it is a whole number from 0 on", at)
    return Rule(
        lambda actual: isinstance(actual, str | list | tuple | Mapping) and rule.test(len(actual)),
        frozenset({"string", "array", "object"}),
    )


def _ignore_case(operand: Any, at: KeyPath, _: Operators) -> Rule:
    if isinstance(operand, str):
        return Rule(partial(_is_text_folded, operand.casefold()), frozenset({"string"}))
    texts = _filled_list(operand, at, "texts")
    for i, text in enumerate(texts):
        if not isinstance(text, str):
            raise BadValueError(f"should be a text, not {quoted(text)}", (*at, i))
    tests = [partial(_is_text_folded, text.casefold()) for text in texts]
    return Rule(partial(_has_elements, tests), frozenset({"array"}))


def _is_text_folded(expected: str, actual: object) -> bool:
    return isinstance(actual, str) and actual.casefold() == expected


_NUMBER = frozenset({"number"})

# The spellings of the original engine, and camelCase beside snake_case.
ALIASES = {
    "matches": "regex",
    "notIn": "not_in",
    "anyOf": "any_of",
    "ignoreCase": "ignore_case",
}

OPERATORS: dict[str, Operator] = {
    operator.name: operator
    for operator in (
        Operator("eq", "a value", "Equal, and nothing inside is read as an operator.", _eq),
        Operator("ne", "a value", "There, and not equal to this.", _ne),
        Operator("gt", "a number", "A number greater than this.", _gt),
        Operator("gte", "a number", "A number greater than this or equal to it.", _gte),
        Operator("lt", "a number", "A number less than this.", _lt),
        Operator("lte", "a number", "A number less than this or equal to it.", _lte),
        Operator("between", "[lowest, highest]", "A number from the one to the other.", _between),
        Operator(
            "approx",
            "a number, or {value, tolerance}",
            "A number that is at most the tolerance away; 1e-6 of the value where none is given.",
            _approx,
        ),
        Operator("in", "a list of values", "Equal to one of these.", _in),
        Operator("not_in", "a list of values", "There, and equal to none of these.", _not_in),
        Operator("any_of", "a list of matchers", "One of these matchers holds.", _any_of),
        Operator("not", "a matcher", "There, and this matcher does not hold.", _not),
        Operator("optional", "a matcher", "Absent, or this matcher holds.", _optional),
        Operator(
            "regex",
            "a regular expression",
            "A text in which this is found. The first 10,000 characters are searched."
            " Also spelt matches.",
            _regex,
        ),
        Operator(
            "contains",
            "a text, a value or a matcher",
            "A text that has this text in it, or a list with an element like this.",
            _contains,
        ),
        Operator(
            "ignore_case",
            "a text or a list of texts",
            "The same text, or the same texts in order, but for upper and lower case.",
            _ignore_case,
        ),
        Operator(
            "type",
            "a type or a list of types",
            f"A value of one of JSON Schema's types: {', '.join(_TYPES)}.",
            _type,
        ),
        Operator(
            "length",
            "a whole number or a matcher",
            "A text, a list or a mapping of this length.",
            _length,
        ),
        Operator("each", "a matcher", "A list whose every element is like this.", _each),
        Operator(
            "unordered",
            "a list of values or matchers",
            "A list of just these elements, in any order, each as often as it is listed.",
            _unordered,
        ),
    )
}
