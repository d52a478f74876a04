"""Merge and compare states of a world. Pure."""

from __future__ import annotations

import marshal
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_hydra.core.text import Pointer, format_pointer, parse_pointer

Operation = dict[str, Any]


def merge(target: Any, patch: Any) -> Any:
    """The target changed by a merge patch (RFC 7396): null removes a key."""
    if not isinstance(patch, Mapping):
        return patch
    result = dict(target) if isinstance(target, Mapping) else {}
    for key, entry in patch.items():
        if entry is None:
            result.pop(key, None)
        else:
            result[key] = merge(result.get(key), entry)
    return result


def difference(before: Any, after: Any, path: Pointer = ()) -> list[Operation]:
    """The operations (RFC 6902) that turn one JSON value into another; empty if they are equal.

    Elements of lists are compared by index.
    """
    # Most of a large state is unchanged; its marshalled bytes distinguish true from 1.
    if before is after or (before == after and marshal.dumps(before, 2) == marshal.dumps(after, 2)):
        return []
    if isinstance(before, dict) and isinstance(after, dict):
        removed = [_operation("remove", (*path, key)) for key in before if key not in after]
        return removed + [
            operation
            for key, entry in after.items()
            for operation in (
                difference(before[key], entry, (*path, key))
                if key in before
                else [_operation("add", (*path, key), entry)]
            )
        ]
    if isinstance(before, list) and isinstance(after, list):
        pairs = enumerate(zip(before, after, strict=False))
        changes = [
            operation for i, pair in pairs for operation in difference(*pair, (*path, str(i)))
        ]
        surplus = range(len(before) - 1, len(after) - 1, -1)
        changes += [_operation("remove", (*path, str(index))) for index in surplus]
        return changes + [_operation("add", (*path, "-"), entry) for entry in after[len(before) :]]
    # In Python true equals 1, in JSON it does not.
    same_kind = isinstance(before, bool) == isinstance(after, bool)
    return [] if same_kind and before == after else [_operation("replace", path, after)]


def _operation(name: str, path: Pointer, *entry: Any) -> Operation:
    operation = {"op": name, "path": format_pointer(path)}
    return {**operation, "value": entry[0]} if entry else operation


def apply_patch(state: Any, operations: Sequence[Operation]) -> Any:
    """The state after these operations; the argument is not modified."""
    for operation in operations:
        path = parse_pointer(operation["path"])
        state = edit(state, path, operation.get("value"), operation["op"] == "remove")
    return state


def edit(document: Any, path: Sequence[str], entry: Any, remove: bool = False) -> Any:
    """The document with the entry added at this path, or removed from it.

    In a list, ``-`` is the end. The argument is not modified. Raises LookupError if there is no
    such path.
    """
    if not path:
        return entry
    step, *rest = path
    if isinstance(document, list) and step == "-" and not rest:
        return [*document, entry]
    place: Any = int(step) if isinstance(document, list) and step.isdecimal() else step
    if isinstance(document, dict):
        copy: Any = dict(document)
    elif isinstance(document, list) and place in range(len(document)):
        copy = list(document)
    else:
        raise LookupError(step)
    if rest:
        copy[place] = edit(copy[place], rest, entry, remove)
    elif remove:
        del copy[place]
    else:
        copy[place] = entry
    return copy


def covers(pattern: Pointer, path: Pointer) -> bool:
    """Whether the pattern matches the path or a parent of it; ``*`` is any one step."""
    return len(pattern) <= len(path) and all(
        expected in ("*", step) for expected, step in zip(pattern, path, strict=False)
    )


def uncovered(operations: Sequence[Operation], patterns: Sequence[Pointer]) -> Iterator[Operation]:
    """The changes at paths that no pattern covers."""
    for operation in operations:
        path = parse_pointer(operation["path"])
        if not any(covers(pattern, path) for pattern in patterns):
            yield operation
