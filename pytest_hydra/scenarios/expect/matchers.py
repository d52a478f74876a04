"""Parameter matchers: what a value must be, as written in a scenario file.

A mapping of operators is a matcher (``{gt: 0, lt: 10}``: all must hold), and one that mixes them
with other keys is refused. Anything else is a literal, which may contain matchers. Equality is
typed: 5 equals 5.0 but not "5", booleans never equal numbers, lists match in order, mappings by the
keys that are listed; those under ``eq``, ``ne``, ``in`` and ``not_in`` have no other keys.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from math import isfinite
from operator import ge, gt, le, lt
from typing import Any

from pytest_hydra.core.lazy_regex import lazy_regex
from pytest_hydra.core.numbers import Exact, exact, is_number
from pytest_hydra.core.text import nfc, read_rows
from pytest_hydra.errors import BadValueError
from pytest_hydra.scenarios.expect.letters import has_phrase, shown_numbers
from pytest_hydra.scenarios.expect.rules import (
    KeyPath,
    Matcher,
    Operator,
    Operators,
    Rule,
    Test,
    UndecidedError,
    all_of,
    compile_rule,
    has_elements,
    keys_of,
    mapping_rule,
    matcher_rule,
    operand_rule,
    passes_any,
    quoted,
    unknown,
)

__all__ = ["OPERATORS", "KeyPath", "Matcher", "Operator", "Operators", "Rule", "compile_matcher"]

LONGEST_SEARCH = 10_000
DEFAULT_TOLERANCE = Fraction(1, 1_000_000)

CompileOperand = Callable[[Any, KeyPath, Operators], Rule]
_NO_OPERATORS: Operators = {}
_NUMBER = frozenset({"number"})
_LENGTH = Rule(lambda n: is_number(n) and n >= 0 and n % 1 == 0, _NUMBER, low=(0, False))


def _number(operand: Any, at: KeyPath) -> int | float:
    if not is_number(operand) or not (isinstance(operand, int) or isfinite(operand)):
        raise BadValueError(f"should be a number, not {quoted(operand)}", at)
    return operand


def _nonempty_list(operand: Any, at: KeyPath, noun: str) -> Sequence[Any]:
    if not isinstance(operand, list | tuple):
        raise BadValueError(f"should be a list of {noun}, not {quoted(operand)}", at)
    if not operand:
        raise BadValueError(f"is empty: list at least one of the {noun}", at)
    return operand


def _eq(operand: Any, at: KeyPath, _: Operators) -> Rule:
    return compile_rule(operand, at, _NO_OPERATORS)


def _negated(compile_operand: CompileOperand) -> CompileOperand:
    """The compiler of an operator that negates another."""

    def compile_negation(operand: Any, at: KeyPath, operators: Operators) -> Rule:
        test = compile_operand(operand, at, operators).test
        return Rule(lambda actual: not test(actual))

    return compile_negation


def _comparison(holds: Callable[[Any, Any], bool]) -> CompileOperand:
    """The compiler of an operator that compares with a number."""

    def compile_bound(operand: Any, at: KeyPath, _: Operators) -> Rule:
        bound = _number(operand, at)
        edge = (bound, holds in (gt, lt))
        low, high = (edge, None) if holds in (gt, ge) else (None, edge)
        return Rule(lambda actual: is_number(actual) and holds(actual, bound), _NUMBER, low, high)

    return compile_bound


def _between(operand: Any, at: KeyPath, _: Operators) -> Rule:
    if not isinstance(operand, list | tuple) or len(operand) != 2:
        raise BadValueError(f"should be [lowest, highest], not {quoted(operand)}", at)
    low, high = (_number(bound, (*at, i)) for i, bound in enumerate(operand))
    if low > high:
        raise BadValueError(
            f"no number is between {quoted(low)} and {quoted(high)}; write the lower one first", at
        )
    return Rule(
        lambda actual: is_number(actual) and low <= actual <= high,
        _NUMBER,
        low=(low, False),
        high=(high, False),
    )


def _approx(operand: Any, at: KeyPath, _: Operators) -> Rule:
    entries = operand if isinstance(operand, Mapping) else {"value": operand}
    keys_of(entries, ("value", "tolerance"), at)
    if "value" not in entries:
        raise BadValueError("has no 'value'", at)
    value_at = (*at, "value") if entries is operand else at
    value = exact(_number(entries["value"], value_at))
    tolerance: Exact = abs(Fraction(value)) * DEFAULT_TOLERANCE
    if "tolerance" in entries:
        tolerance = exact(_number(entries["tolerance"], (*at, "tolerance")))
        if tolerance < 0:
            raise BadValueError("should be 0 or more", (*at, "tolerance"))
    low, high = value - tolerance, value + tolerance

    def is_close(actual: object) -> bool:
        return (
            is_number(actual)
            and (isinstance(actual, int) or isfinite(actual))
            # As decimals, as they were written: 0.3 is within 0.1 of 0.2.
            and low <= exact(actual) <= high
        )

    return Rule(is_close, _NUMBER, low=(low, False), high=(high, False))


def _in(operand: Any, at: KeyPath, _: Operators) -> Rule:
    values = _nonempty_list(operand, at, "values")
    rules = [compile_rule(value, (*at, i), _NO_OPERATORS) for i, value in enumerate(values)]
    tests = [rule.test for rule in rules]
    scalars = all(rule.values is not None for rule in rules)
    return Rule(partial(passes_any, tests), values=tuple(values) if scalars else None)


def _any_of(operand: Any, at: KeyPath, operators: Operators) -> Rule:
    branches = _nonempty_list(operand, at, "values or matchers")
    rules = [operand_rule(branch, (*at, i), operators) for i, branch in enumerate(branches)]
    return Rule(
        partial(passes_any, [rule.test for rule in rules]),
        frozenset.union(*(rule.kinds for rule in rules)),
    )


def _optional(operand: Any, at: KeyPath, operators: Operators) -> Rule:
    return Rule(matcher_rule(operand, at, operators).test, optional=True)


def _with_keys(operand: Any, at: KeyPath, operators: Operators) -> Rule:
    if not isinstance(operand, Mapping):
        raise BadValueError(f"should be a mapping, not {quoted(operand)}", at)
    return mapping_rule(operand, at, operators)


def _regex(operand: Any, at: KeyPath, _: Operators, *, in_file: bool = False) -> Rule:
    if not isinstance(operand, str):
        raise BadValueError(f"should be a regular expression, not {quoted(operand)}", at)
    try:
        _pattern(operand, in_file)
    except (re.error, OverflowError, RecursionError) as error:
        raise BadValueError(f"is not a regular expression: {error}", at) from None
    return Rule(partial(finds, operand, in_file=in_file), frozenset({"string"}))


# An escape, a character class, or the end.
_ENDS = lazy_regex(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\$", re.DOTALL)
_BY_LINES = lazy_regex(r"\(\?[a-zL]*m")


def whole_end(pattern: str) -> str:
    """The pattern with ``$`` as the end of the text, not before a final newline as well."""
    if _BY_LINES.search(pattern):
        return pattern
    return _ENDS.sub(lambda match: r"\Z" if match[0] == "$" else match[0], pattern)


@lru_cache
def _pattern(source: str, in_file: bool) -> re.Pattern[str]:
    # Warnings about a future Python are not errors today.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        # The last line of a file ends in a newline.
        return re.compile(nfc(source if in_file else whole_end(source)))


def finds(pattern: str, text: object, *, in_file: bool = False) -> bool:
    """Whether the pattern is found. Raises UndecidedError if the text is too long.

    In a file ``$`` is also before its final newline.
    """
    if not isinstance(text, str):
        return False
    if len(text) > LONGEST_SEARCH:
        # In a cut text, $ would match too early, and forbidden text would be missed.
        raise UndecidedError(
            f"a text of {len(text)} characters is too long for a regular expression: "
            f"at most {LONGEST_SEARCH} are searched"
        )
    return _pattern(pattern, in_file).search(nfc(text)) is not None


def _contains(operand: Any, at: KeyPath, operators: Operators) -> Rule:
    if operand == "":
        raise BadValueError("is empty: every text contains it", at)
    element = operand_rule(operand, at, operators).test
    text = nfc(operand) if isinstance(operand, str) else None

    def holds(actual: object) -> bool:
        if isinstance(actual, str):
            return text is not None and has_phrase(nfc(actual), text)
        return isinstance(actual, list | tuple) and any(map(element, actual))

    return Rule(holds, frozenset({"array"} if text is None else {"array", "string"}))


def _in_text(operand: Any, at: KeyPath, operators: Operators, signs: str = "") -> Rule:
    rule = operand_rule(operand, at, operators)
    if not any(map(is_number, rule.values or [0])) or "number" not in rule.kinds:
        raise BadValueError(
            f"should be a number or a matcher such as {{gte: 1}}, not {quoted(operand)}", at
        )

    def holds(actual: object) -> bool:
        return isinstance(actual, str) and any(
            rule.test(number.value) for number in shown_numbers(actual, signs)
        )

    return Rule(holds, frozenset({"string"}))


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
    is_list = isinstance(operand, list | tuple)
    names = _nonempty_list(operand, at, "types") if is_list else [operand]
    for i, name in enumerate(names):
        if not isinstance(name, str) or name not in _TYPES:
            error = unknown("type", name, tuple(_TYPES), (*at, i) if is_list else at)
            raise BadValueError(f"{error} (put a literal mapping under 'eq')", error.at)
    tests = [_TYPES[name] for name in names]
    kinds = frozenset("number" if name == "integer" else name for name in names)
    return Rule(tests[0] if len(tests) == 1 else partial(passes_any, tests), kinds)


def _unordered(operand: Any, at: KeyPath, operators: Operators) -> Rule:
    if not isinstance(operand, list | tuple):
        raise BadValueError(f"should be a list, not {quoted(operand)}", at)
    from pytest_hydra.scenarios.expect.assignment import assign

    tests = [operand_rule(element, (*at, i), operators).test for i, element in enumerate(operand)]

    def same(actual: object) -> bool:
        if not isinstance(actual, list | tuple) or len(actual) != len(tests):
            return False
        # One element may pass several tests, so this is an assignment problem.
        return None not in assign([[test(element) for element in actual] for test in tests])

    return Rule(same, frozenset({"array"}))


def _each(operand: Any, at: KeyPath, operators: Operators) -> Rule:
    element = operand_rule(operand, at, operators).test
    return Rule(
        lambda actual: isinstance(actual, list | tuple) and all(map(element, actual)),
        frozenset({"array"}),
    )


def _length(operand: Any, at: KeyPath, operators: Operators) -> Rule:
    rule = operand_rule(operand, at, operators)
    if not is_number(operand) and (not isinstance(operand, Mapping) or rule.kinds == {"object"}):
        raise BadValueError(
            f"should be a whole number or a matcher such as {{gte: 1}}, not {quoted(operand)}", at
        )
    try:
        rule = all_of((rule, _LENGTH), at)
    except BadValueError:
        message = f"a length is a whole number of at least 0, and cannot be {quoted(operand)}"
        raise BadValueError(message, at) from None

    def holds(actual: object) -> bool:
        actual = nfc(actual) if isinstance(actual, str) else actual
        return isinstance(actual, str | list | tuple | Mapping) and rule.test(len(actual))

    return Rule(holds, frozenset({"string", "array", "object"}))


def _ignore_case(operand: Any, at: KeyPath, _: Operators) -> Rule:
    texts = [operand] if isinstance(operand, str) else _nonempty_list(operand, at, "texts")
    for i, text in enumerate(texts):
        if not isinstance(text, str):
            raise BadValueError(f"should be a text, not {quoted(text)}", (*at, i))
    tests = [partial(_is_text_folded, nfc(text.casefold())) for text in texts]
    if texts is not operand:
        return Rule(tests[0], frozenset({"string"}))
    return Rule(partial(has_elements, tests), frozenset({"array"}))


def _is_text_folded(expected: str, actual: object) -> bool:
    return isinstance(actual, str) and nfc(actual.casefold()) == expected


_COMPILERS: dict[str, CompileOperand] = {
    "eq": _eq,
    "ne": _negated(_eq),
    "gt": _comparison(gt),
    "gte": _comparison(ge),
    "lt": _comparison(lt),
    "lte": _comparison(le),
    "between": _between,
    "approx": _approx,
    "in": _in,
    "not_in": _negated(_in),
    "any_of": _any_of,
    "not": _negated(matcher_rule),
    "optional": _optional,
    "regex": _regex,
    "contains": _contains,
    "number": _in_text,
    "ignore_case": _ignore_case,
    "type": _type,
    "length": _length,
    "each": _each,
    "unordered": _unordered,
    "with_keys": _with_keys,
}
OPERATORS = {
    name: Operator(name, operand, doc, _COMPILERS[name])
    for name, operand, doc in read_rows(__file__, "operators.txt")
}


def with_signs(operators: Operators, signs: str) -> Operators:
    """The operators, with numbers in texts read by these decimal signs."""
    number = replace(operators["number"], compile=partial(_in_text, signs=signs))
    return {**operators, "number": number}


def of_files(operators: Operators) -> Operators:
    """The operators for the text of a file, which ends in a newline."""
    regex = replace(operators["regex"], compile=partial(_regex, in_file=True))
    return {**operators, "regex": regex}


def compile_matcher(value: Any, at: KeyPath = (), operators: Operators = OPERATORS) -> Matcher:
    """Compile one matcher or literal. Raises BadValueError with the path of the fault."""
    rule = compile_rule(value, at, operators)
    return Matcher(value, rule.test, rule.optional)
