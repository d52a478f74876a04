"""States of a world: merged, compared, and told by their differences. Pure."""

from __future__ import annotations

import marshal
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_hydra.core.text import Pointer, format_pointer, parse_pointer

Operation = dict[str, Any]


def merged(target: Any, patch: Any) -> Any:
    """The target changed by a merge patch (RFC 7396): null takes a key away."""
    if not isinstance(patch, Mapping):
        return patch
    made = dict(target) if isinstance(target, Mapping) else {}
    for key, entry in patch.items():
        if entry is None:
            made.pop(key, None)
        else:
            made[key] = merged(made.get(key), entry)
    return made


def difference(before: Any, after: Any, at: Pointer = ()) -> list[Operation]:
    """The operations (RFC 6902) that make one JSON value of another; none where they are equal.

    Elements of lists are compared by their place.
    """
    # Most of a large state is as it was, and its bytes tell true from 1.
    if before is after or (before == after and marshal.dumps(before, 2) == marshal.dumps(after, 2)):
        return []
    if isinstance(before, dict) and isinstance(after, dict):
        removed = [_operation("remove", (*at, key)) for key in before if key not in after]
        return removed + [
            operation
            for key, entry in after.items()
            for operation in (
                difference(before[key], entry, (*at, key))
                if key in before
                else [_operation("add", (*at, key), entry)]
            )
        ]
    if isinstance(before, list) and isinstance(after, list):
        pairs = enumerate(zip(before, after, strict=False))
        changes = [
            operation for index, pair in pairs for operation in difference(*pair, (*at, str(index)))
        ]
        surplus = range(len(before) - 1, len(after) - 1, -1)
        changes += [_operation("remove", (*at, str(index))) for index in surplus]
        return changes + [_operation("add", (*at, "-"), entry) for entry in after[len(before) :]]
    # Python takes true for 1, which JSON does not.
    same_kind = isinstance(before, bool) == isinstance(after, bool)
    return [] if same_kind and before == after else [_operation("replace", at, after)]


def _operation(name: str, at: Pointer, *entry: Any) -> Operation:
    made = {"op": name, "path": format_pointer(at)}
    return {**made, "value": entry[0]} if entry else made


def patched(state: Any, operations: Sequence[Operation]) -> Any:
    """The state after these operations; what was given stays as it was."""
    for operation in operations:
        at = parse_pointer(operation["path"])
        state = placed(state, at, operation.get("value"), operation["op"] == "remove")
    return state


def placed(document: Any, at: Sequence[str], entry: Any, remove: bool = False) -> Any:
    """The document with the entry at this place, or without what is there.

    A list takes it at its end under ``-``. What was given stays as it was. Raises LookupError where
    there is no such place.
    """
    if not at:
        return entry
    step, *rest = at
    if isinstance(document, list) and step == "-" and not rest:
        return [*document, entry]
    place: Any = int(step) if isinstance(document, list) and step.isdecimal() else step
    if isinstance(document, dict):
        made: Any = dict(document)
    elif isinstance(document, list) and place in range(len(document)):
        made = list(document)
    else:
        raise LookupError(step)
    if rest:
        made[place] = placed(made[place], rest, entry, remove)
    elif remove:
        del made[place]
    else:
        made[place] = entry
    return made


def covers(pattern: Pointer, at: Pointer) -> bool:
    """Whether a place is one of the pattern's, in which ``*`` is any one step, or below it."""
    return len(pattern) <= len(at) and all(
        expected in ("*", step) for expected, step in zip(pattern, at, strict=False)
    )


def uncovered(operations: Sequence[Operation], patterns: Sequence[Pointer]) -> Iterator[Operation]:
    """The changes at places that none of the patterns covers."""
    for operation in operations:
        at = parse_pointer(operation["path"])
        if not any(covers(pattern, at) for pattern in patterns):
            yield operation
