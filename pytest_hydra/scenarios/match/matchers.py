"""Parameter matchers: what a value must be, as a person writes it in a scenario file.

A mapping all of whose keys are operators is a matcher (``{gt: 0, lt: 10}``: all must hold);
anything else is a literal, and equal means equal and typed: 5 equals 5.0 but not "5", booleans
never equal numbers, lists match in order, mappings by the keys that are listed. Inside a literal
list or mapping matchers may stand again.
"""

from __future__ import annotations

from typing import Any

from pytest_hydra.scenarios.match.operators import OPERATORS
from pytest_hydra.scenarios.match.rules import (
    KeyPath,
    Matcher,
    Operator,
    Operators,
    Rule,
    compile_rule,
)

__all__ = ["OPERATORS", "KeyPath", "Matcher", "Operator", "Operators", "Rule", "compile_matcher"]


def compile_matcher(value: Any, at: KeyPath = (), operators: Operators = OPERATORS) -> Matcher:
    """Read one matcher or literal. Raises BadValueError, with the path of what is wrong."""
    rule = compile_rule(value, at, operators)
    return Matcher(value, rule.test, rule.optional)
