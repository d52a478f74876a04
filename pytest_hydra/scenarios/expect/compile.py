"""Compile a mapping of expectations into the tree that is decided; its JSON Schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction
from pathlib import PurePath
from typing import Any

from pytest_hydra.core.numbers import MOST_WEIGHT, Exact, checked_weight, exact
from pytest_hydra.core.plain import value
from pytest_hydra.core.text import camel, read_rows
from pytest_hydra.errors import BadValueError, did_you_mean
from pytest_hydra.scenarios.expect.calls import as_bool
from pytest_hydra.scenarios.expect.matchers import KeyPath, Operators
from pytest_hydra.scenarios.expect.model import (
    CompileContext,
    Composite,
    Kind,
    Node,
    Single,
    When,
    as_number,
    weight_of,
)
from pytest_hydra.scenarios.expect.rules import quoted, unknown


def expect_schema(kinds: Mapping[str, Kind]) -> dict[str, Any]:
    """The JSON Schema (2020-12) of a mapping of expectations, in both spellings.

    It refers to itself as ``#/$defs/expect``, and to the other types as ``#/$defs/…``.
    """
    from pydantic import TypeAdapter  # needed for the schema only

    inner = {"$ref": "#/$defs/expect"}
    list_schema = {"type": "array", "items": inner, "minItems": 1}
    names = {"enum": [name for kind in (*kinds, *WEIGHED) for name in _spellings_of(kind)]}
    composition = {name: list_schema if name in ("all", "any") else inner for name in COMPOSITION}
    names_schema = {"anyOf": [names, {"type": "array", "items": names}]}
    modifiers: dict[str, Any] = {
        "weights": {
            "type": "object",
            "propertyNames": names,
            "additionalProperties": {"type": "number", "minimum": 0, "maximum": MOST_WEIGHT},
        },
        "critical": names_schema,
        "optional": names_schema,
        "forbidExtraParams": {"type": "boolean"},
    }
    properties: dict[str, Any] = {}
    definitions: dict[str, Any] = {}
    for kind in kinds.values():
        schema = TypeAdapter(kind.value).json_schema(ref_template="#/$defs/{model}")
        for name, definition in schema.pop("$defs", {}).items():
            definitions[name] = _in_both_spellings(definition)
        for name in _spellings_of(kind.name):
            properties[name] = {"description": kind.doc, **schema}
    for name, schema in (composition | modifiers).items():
        doc = COMPOSITION.get(name) or MODIFIERS[name]
        for spelling in _spellings_of(name):
            properties[spelling] = {"description": doc, **schema}
    body = {
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
        "minProperties": 1,
    }
    return {**body, "$defs": {**definitions, "expect": body}}


def _in_both_spellings(definition: dict[str, Any]) -> dict[str, Any]:
    """The schema of a mapping, which accepts its keys in camelCase too, and no other keys.

    A field whose name would be a word of Python ends in an underscore, and its key does not.
    """
    properties = {key.rstrip("_"): entry for key, entry in definition.get("properties", {}).items()}
    spellings = {key: camel(key) for key in properties if camel(key) != key}
    required = definition.get("required", [])
    alternatives = [
        {"anyOf": [{"required": [key]}, {"required": [spellings[key]]}]}
        for key in required
        if key in spellings
    ]
    schema = {
        **definition,
        "properties": {**properties, **{spellings[key]: properties[key] for key in spellings}},
        "required": [key for key in required if key not in spellings],
        "additionalProperties": False,
    }
    return {**schema, "allOf": alternatives} if alternatives else schema


def _spellings_of(name: str) -> Iterator[str]:
    yield name
    snake = "".join(f"_{char.lower()}" if char.isupper() else char for char in name)
    if snake != name:
        yield snake


_ROWS = read_rows(__file__, "composition.txt")
COMPOSITION = {name: doc for kind, name, doc in _ROWS if kind == "composition"}
MODIFIERS = {name: doc for kind, name, doc in _ROWS if kind == "modifier"}

UNCERTAIN = (
    "perhaps nothing is checked: `when` without `else` checks nothing if it does not hold; "
    "add `else`, or an expectation that is always checked"
)
DEEPEST = 5
# `when` weighs as much as the branch taken, and `all` as much as its contents.
WEIGHED = ("any", "not")


@value
class ExpectationScope:
    """Settings of a mapping of expectations, inherited by nested ones."""

    kinds: Mapping[str, Kind]
    operators: Operators
    weights: Mapping[str, Exact]
    critical: frozenset[str] = frozenset()
    optional: frozenset[str] = frozenset()
    depth: int = 0
    signs: str = ""
    folder: PurePath | None = None
    compiled: dict[str, Any] = field(default_factory=dict)


def _read_weights(weights: Any, kinds: Mapping[str, Kind], at: KeyPath) -> dict[str, Exact]:
    """Read the weights of expectations, by canonical names; each is a number from 0 on."""
    if not isinstance(weights, Mapping):
        raise BadValueError(
            f"should be a mapping from expectations to weights, not {quoted(weights)}", at
        )
    result = {}
    for key, weight in weights.items():
        name = _weighted_name(key, kinds, (*at, key))
        try:
            result[name] = exact(checked_weight(as_number(weight, (*at, key))))
        except ValueError as error:
            raise BadValueError(str(error), (*at, key)) from None
    return result


def compile_nodes(
    expect: Any, at: KeyPath, policy: ExpectationScope, used: set[str]
) -> tuple[Node, ...]:
    """Compile a mapping of expectations. ``used`` collects the names in it.

    Raises BadValueError.
    """
    if not isinstance(expect, Mapping):
        raise BadValueError(f"should be a mapping of expectations, not {quoted(expect)}", at)
    kinds = policy.kinds
    entries: dict[str, Any] = {}
    spellings: dict[str, str] = {}
    for key, entry in expect.items():
        name = key
        if key not in kinds:
            name = _proper_name(key, (*kinds, *COMPOSITION, *MODIFIERS), (*at, key))
        if name in entries:
            previous = spellings.get(name, name)
            raise BadValueError(f"is given twice, also as {previous!r}", (*at, key))
        entries[name] = entry
        if name != key:
            spellings[name] = key
    modified = not MODIFIERS.keys().isdisjoint(entries)
    if modified:
        policy = _apply_modifiers(entries, spellings, at, policy)
    own: set[str] = set()
    nodes: list[Node] = []
    for name in entries:
        place = (*at, spellings.get(name, name))
        kind = kinds.get(name)
        if kind is not None:
            own.add(name)
            nodes.append(_compile_once(kind, place, entries, policy))
        elif name not in MODIFIERS:
            nodes += _compile_composite(name, entries, place, policy, own)
    if not nodes:
        hint = f": it has {', '.join(entries)}, but no expectation" if entries else ""
        raise BadValueError(f"expects nothing{hint}; add an expectation, such as shouldContain", at)
    if modified:
        _check_used(entries, spellings, at, policy, own)
    used |= own
    return tuple(nodes)


def are_certain(nodes: tuple[Node, ...]) -> bool:
    """Whether the nodes produce at least one check for any reply.

    A ``when`` without ``else`` produces none if its condition does not hold.
    """
    return any(
        not isinstance(node, When) or (are_certain(node.then) and are_certain(node.otherwise))
        for node in nodes
    )


def _compile_once(
    kind: Kind, at: KeyPath, entries: Mapping[str, Any], policy: ExpectationScope
) -> Single:
    """Share one node between equal entries, which are most of a large suite."""
    if kind.siblings is None:
        return _compile_single(kind, at, entries, policy)
    # By repr, since 1, 1.0 and true are equal values but different entries.
    key = repr([kind.name, entries[kind.name], *[entries.get(name, ...) for name in kind.siblings]])
    node = policy.compiled.get(key)
    if node is None:
        node = policy.compiled[key] = _compile_single(kind, at, entries, policy)
    return node


def _compile_single(
    kind: Kind, at: KeyPath, entries: Mapping[str, Any], policy: ExpectationScope
) -> Single:
    name = kind.name
    demand = kind.compile(
        entries[name], CompileContext(at, entries, policy.operators, policy.signs, policy.folder)
    )
    weight = policy.weights.get(name, kind.weight)
    count = len(demand.parts)
    return Single(
        kind,
        demand.value,
        demand.parts,
        weight,
        weight if count == 1 else exact(Fraction(weight) / count),
        kind.critical or name in policy.critical,
        name in policy.optional,
    )


def _compile_composite(
    name: str, entries: Mapping[str, Any], at: KeyPath, policy: ExpectationScope, used: set[str]
) -> tuple[Node, ...]:
    """Compile ``all``, ``any``, ``not`` or ``when`` with its ``then`` and ``else``."""
    if policy.depth == DEEPEST:
        raise BadValueError(f"is nested more than {DEEPEST} levels deep", at)
    nested = replace(policy, depth=policy.depth + 1)
    used.add(name)
    value = entries[name]

    def nodes_of(expect: Any, place: KeyPath, *, decides: bool = False) -> tuple[Node, ...]:
        nodes = compile_nodes(expect, place, nested, used)
        if decides and not are_certain(nodes):
            raise BadValueError(UNCERTAIN, place)
        return nodes

    if name == "when":
        if "then" not in entries:
            raise BadValueError("has no 'then' beside it", at)
        keys = [key for key in ("then", "else") if key in entries]
        branches = [nodes_of(entries[key], (*at[:-1], key)) for key in keys]
        return (When(nodes_of(value, at, decides=True), *branches),)
    if name in ("all", "any", "not"):
        if name == "not":
            branches = [nodes_of(value, at, decides=True)]
        elif isinstance(value, list | tuple) and value:
            items = enumerate(value)
            branches = [nodes_of(entry, (*at, i), decides=name == "any") for i, entry in items]
        else:
            raise BadValueError(
                f"should be a list of mappings of expectations, not {quoted(value)}", at
            )
        if name == "all":
            return tuple(node for branch in branches for node in branch)
        weight = policy.weights.get(name, max(map(weight_of, branches)))
        is_critical, is_optional = name in policy.critical, name in policy.optional
        return (Composite(name, tuple(branches), weight, is_critical, is_optional),)
    if "when" not in entries:
        raise BadValueError("has no 'when' beside it", at)
    return ()


def _apply_modifiers(
    entries: Mapping[str, Any], spellings: Mapping[str, str], at: KeyPath, policy: ExpectationScope
) -> ExpectationScope:
    """The policy with the modifiers of the mapping."""
    weights, critical, optional = policy.weights, policy.critical, policy.optional
    if "weights" in entries:
        weights = {**weights, **_read_weights(entries["weights"], policy.kinds, (*at, "weights"))}
    if "critical" in entries:
        critical |= _read_names(entries["critical"], (*at, "critical"), policy.kinds)
    if "optional" in entries:
        optional |= _read_names(entries["optional"], (*at, "optional"), policy.kinds)
    if "forbidExtraParams" in entries:
        place = (*at, spellings.get("forbidExtraParams", "forbidExtraParams"))
        as_bool(entries["forbidExtraParams"], place)
        if "expectedParams" not in entries:
            raise BadValueError("has no 'expectedParams' beside it", place)
    # Cached nodes can be shared only under the same modifiers.
    key = repr({name: entries.get(name) for name in MODIFIERS})
    compiled = policy.compiled.setdefault(key, {})
    return replace(policy, weights=weights, critical=critical, optional=optional, compiled=compiled)


def _read_names(value: Any, at: KeyPath, kinds: Mapping[str, Kind]) -> frozenset[str]:
    if isinstance(value, str):
        return frozenset((_weighted_name(value, kinds, at),))
    if not isinstance(value, list | tuple):
        raise BadValueError(f"should be a list of expectations, not {quoted(value)}", at)
    return frozenset(_weighted_name(name, kinds, (*at, index)) for index, name in enumerate(value))


def _check_used(
    entries: Mapping[str, Any],
    spelt: Mapping[str, str],
    at: KeyPath,
    policy: ExpectationScope,
    own: set[str],
) -> None:
    """Raise BadValueError if a modifier names an expectation that is not in the mapping."""
    for modifier in ("weights", "critical", "optional"):
        names = entries.get(modifier, ())
        for index, key in enumerate((names,) if isinstance(names, str) else names):
            name = _weighted_name(key, policy.kinds, at)
            if name in own:
                continue
            spelled = [spelt.get(used, used) for used in sorted(own)]
            place = (*at, modifier, key if modifier == "weights" else index)
            raise BadValueError(
                f"{key!r} is not expected here{did_you_mean(key, spelled) or ';'} "
                f"valid: {', '.join(spelled)}",
                place,
            )


def _weighted_name(key: Any, kinds: Mapping[str, Kind], at: KeyPath) -> str:
    """The canonical name of an expectation that has a weight. Raises BadValueError."""
    return _proper_name(key, (*kinds, *WEIGHED), at)


def _proper_name(key: Any, valid: Sequence[str], at: KeyPath) -> str:
    """The canonical name of an expectation or modifier. Raises BadValueError."""
    if isinstance(key, str):
        for name in (key, camel(key)):
            if name in valid:
                return name
    raise unknown("expectation", key, valid, at)
