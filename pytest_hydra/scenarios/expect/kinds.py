"""Expectations: what a scenario demands, read once, and decided into checks as often as needed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pytest_hydra.core.check import Check
from pytest_hydra.core.numbers import Exact
from pytest_hydra.core.plain import value
from pytest_hydra.scenarios.expect.call_sequence import SEQUENCE_KIND
from pytest_hydra.scenarios.expect.calls import CALL_KINDS
from pytest_hydra.scenarios.expect.compile import (
    COMPOSITION,
    MODIFIERS,
    Policy,
    compile_nodes,
)
from pytest_hydra.scenarios.expect.custom import CUSTOM_KINDS
from pytest_hydra.scenarios.expect.decide import checks_of, evidence_of
from pytest_hydra.scenarios.expect.measures import MEASURE_KINDS
from pytest_hydra.scenarios.expect.vocabulary import (
    CompileContext,
    CompiledExpectation,
    Evidence,
    Kind,
    Node,
    Part,
    PartResult,
    Subject,
    ValidatorError,
    When,
)
from pytest_hydra.scenarios.expect.words import WORD_KINDS
from pytest_hydra.scenarios.match.matchers import OPERATORS, KeyPath, Operators

__all__ = [
    "COMPOSITION",
    "KINDS",
    "MODIFIERS",
    "CompileContext",
    "CompiledExpectation",
    "Evidence",
    "Expectations",
    "Kind",
    "Part",
    "PartResult",
    "Policy",
    "Subject",
    "ValidatorError",
    "compile_by",
    "compile_expect",
    "decide",
    "expect_schema",
]

KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (*WORD_KINDS, *CALL_KINDS, SEQUENCE_KIND, *CUSTOM_KINDS, *MEASURE_KINDS)
}


@value
class Expectations:
    """What a scenario demands of one subject, compiled."""

    nodes: tuple[Node, ...]

    @property
    def certain(self) -> bool:
        """Whether at least one check comes of it, whatever the reply.

        A ``when`` without ``else`` makes none where its condition does not hold.
        """
        return _certain(self.nodes)


def _certain(nodes: tuple[Node, ...]) -> bool:
    for node in nodes:
        if not isinstance(node, When) or (_certain(node.then) and _certain(node.otherwise)):
            return True
    return False


def compile_expect(
    expect: Mapping[str, Any],
    *,
    kinds: Mapping[str, Kind] = KINDS,
    weights: Mapping[str, Exact] | None = None,
    at: KeyPath = (),
    operators: Operators = OPERATORS,
) -> Expectations:
    """Read one mapping of expectations.

    Names may be spelt in camelCase or snake_case. ``weights`` replace the weights of the kinds;
    ``weights:`` in the mapping goes before them, also for what is nested inside. Raises
    BadValueError, with the path of what is wrong, and HydraError when a package is missing.
    """
    return compile_by(Policy(kinds, operators, weights or {}), expect, at)


def compile_by(policy: Policy, expect: Mapping[str, Any], at: KeyPath = ()) -> Expectations:
    """The same, of one of many mappings: what is written alike in them is compiled once."""
    return Expectations(compile_nodes(expect, at, policy))


def decide(expectations: Expectations, subject: Subject) -> list[Check]:
    """The checks of what is demanded, in the order in which it was written.

    Pure, but for what a validator of the suite does; what that raises goes up. Where the subject
    has no reply, every check is ungraded and says why.
    """
    found = evidence_of(subject)
    checks: list[Check] = []
    for node in expectations.nodes:
        checks += checks_of(node, found, subject.turn)
    return checks


def expect_schema(kinds: Mapping[str, Kind] = KINDS) -> dict[str, Any]:
    """The JSON Schema (2020-12) of a mapping of expectations, in both spellings.

    It refers to itself as ``#/$defs/expect``, and to the other types as ``#/$defs/…``.
    """
    # Only whoever writes schemas needs pydantic here.
    from pytest_hydra.scenarios.expect.compile import schema_of

    return schema_of(kinds)
