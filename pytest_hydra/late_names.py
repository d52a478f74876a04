"""The face of a room: the names that others may take from it, each imported on its first use.

A room's ``__init__`` has them once for types, and once by their modules; so to take one name loads
one module, as if it were taken from there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def late_names(room: str, modules: Mapping[str, str]) -> Callable[[str], Any]:
    """The ``__getattr__`` of a room: ``modules`` has the names of each of its modules."""
    homes = {name: module for module, names in modules.items() for name in names.split()}

    def find(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        return getattr(import_module(f"{room}.{homes[name]}"), name)

    return find
