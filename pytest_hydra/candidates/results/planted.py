"""What in a workspace Python would load in place of the test runner, or beside it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from sys import stdlib_module_names

from pytest_hydra.candidates.recording import Sign

# Nobody's own: a folder with such a module comes after all others on the path.
_RUNNER = frozenset({"pytest", "_pytest", "sitecustomize", "usercustomize"})
# What pytest is made of; somebody's own project may be one of these.
_PARTS = frozenset(
    {"pluggy", "iniconfig", "packaging", "exceptiongroup", "tomli", "pygments", "colorama", "py"}
)
_METADATA = (".dist-info", ".egg-info")
_LONGEST = 2**16


def stands_in_the_way(root: str) -> bool:
    """Whether a folder has modules named like Python's own or pytest: it must not come first."""
    return any(name in stdlib_module_names or name in _RUNNER for name, _ in _modules(root))


def planted(workspace: str, roots: Iterable[str]) -> tuple[Sign, ...]:
    """The modules that would be loaded for pytest's own, and the plugins that would be, too.

    ``roots`` are the folders of the workspace that imports begin in, below it or itself.
    """
    found = []
    for root in roots:
        for name, file in _modules(root):
            if name in _RUNNER | _PARTS:
                path = _relative(workspace, root, file)
                found.append(Sign(kind="runner-shadowed", file=path, text=f"a module {name}"))
        found += [
            Sign(kind="plugin-planted", file=_relative(workspace, root, file), text="entry points")
            for file in _plugins(root)
        ]
    return tuple(dict.fromkeys(found))


def _modules(root: str) -> Iterator[tuple[str, str]]:
    """The names of modules that can be imported from a folder, and their files."""
    for name in sorted(os.listdir(root)):
        stem, dot, suffix = name.partition(".")
        inner = os.path.join(name, "__init__.py")
        if suffix == "py" or (not dot and os.path.isfile(os.path.join(root, inner))):
            yield stem, name if dot else inner


def _plugins(root: str) -> Iterator[str]:
    for name in sorted(os.listdir(root)):
        file = os.path.join(name, "entry_points.txt")
        if name.endswith(_METADATA) and os.path.isfile(os.path.join(root, file)):
            with open(os.path.join(root, file), "rb") as stream:
                text = stream.read(_LONGEST + 1)
            # One that is longer than any is not looked through.
            if b"pytest11" in text or len(text) > _LONGEST:
                yield file


def _relative(workspace: str, root: str, file: str) -> str:
    return os.path.relpath(os.path.join(root, file), workspace).replace(os.sep, "/")
