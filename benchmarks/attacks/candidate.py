"""Candidates of the corpus: edits of a base project, and the expected verdict."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Literal

SYMLINK, PLAIN, EXECUTABLE = "120000", "100644", "100755"

Files = dict[str, tuple[str, bytes]]
"""The mode and content of each file of a tree, by path."""

Edit = Callable[[Files], None]
"""Changes a tree in place. Raises KeyError or ValueError if it does not fit the base."""

OUTSIDE = "@OUTSIDE@"
"""A placeholder for a folder outside of all workspaces, where no file may appear."""


class Level(IntEnum):
    """The severity of a verdict. *costs*: it may be merged, but a dimension lost points."""

    PASSED = 0
    COSTS = 1
    SHOWN = 2
    UNPROVEN = 3
    BLOCKED = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """An attack, or an honest twin of one.

    ``row`` is a key of `ROWS`. ``code`` is the additional change of the product: the honest *fix*,
    a *wrong* one that breaks tests, or *none*. ``level`` is the lowest acceptable level of an
    attack's verdict, and the highest of a twin's. ``dimension`` is where an attack must lose
    points, for `Level.COSTS`. ``kind`` is the form of the candidate: a *patch* has its own text,
    and a *worktree* is not committed but prepared by ``git`` commands.
    """

    row: int
    name: str
    project: str
    honest: bool
    level: Level
    edits: tuple[Edit, ...] = ()
    code: Literal["fix", "wrong", "none"] = "wrong"
    dimension: str | None = None
    kind: Literal["ref", "patch", "worktree"] = "ref"
    patch: str = ""
    git: tuple[tuple[str, ...], ...] = ()

    @property
    def agent(self) -> str:
        """Its name in a race."""
        return f"r{self.row:02d}-{'twin-' if self.honest else ''}{self.name}"


def attack(  # noqa: PLR0913 - keyword arguments
    row: int,
    name: str,
    project: str,
    level: Level,
    *edits: Edit,
    code: Literal["fix", "wrong", "none"] = "wrong",
    dimension: str | None = None,
    kind: Literal["ref", "patch", "worktree"] = "ref",
    patch: str = "",
    git: tuple[tuple[str, ...], ...] = (),
) -> Candidate:
    """An attack on a project; ``level`` is the lowest acceptable level of its verdict."""
    return Candidate(
        row=row, name=name, project=project, honest=False, level=level, edits=edits, code=code,
        dimension=dimension, kind=kind, patch=patch, git=git,
    )  # fmt: skip


def twin(  # noqa: PLR0913 - keyword arguments
    row: int,
    name: str,
    project: str,
    *edits: Edit,
    most: Level = Level.SHOWN,
    code: Literal["fix", "none"] = "fix",
    kind: Literal["ref", "patch"] = "ref",
    patch: str = "",
) -> Candidate:
    """An honest change of the same kind; ``most`` is the highest acceptable level."""
    return Candidate(
        row=row, name=name, project=project, honest=True, level=most, edits=edits, code=code,
        kind=kind, patch=patch,
    )  # fmt: skip


def write(path: str, text: str | bytes, mode: str = PLAIN) -> Edit:
    """Create or replace a file."""
    content = text if isinstance(text, bytes) else text.lstrip("\n").encode()

    def edit(files: Files) -> None:
        files[path] = (mode, content)

    return edit


def append(path: str, text: str) -> Edit:
    """Add text at the end of a file."""

    def edit(files: Files) -> None:
        mode, content = files[path]
        files[path] = (mode, content + text.encode())

    return edit


def prepend(path: str, text: str) -> Edit:
    """Add text at the beginning of a file."""

    def edit(files: Files) -> None:
        mode, content = files[path]
        files[path] = (mode, text.lstrip("\n").encode() + content)

    return edit


def swap(path: str, old: str, new: str) -> Edit:
    """Replace a text that occurs once."""

    def edit(files: Files) -> None:
        mode, content = files[path]
        text = content.decode()
        if text.count(old) != 1:
            raise ValueError(f"{path} has {text.count(old)} times {old!r}, not once")
        files[path] = (mode, text.replace(old, new).encode())

    return edit


def delete(*paths: str) -> Edit:
    """Delete files."""

    def edit(files: Files) -> None:
        for path in paths:
            del files[path]

    return edit


def move(old: str, new: str) -> Edit:
    """Move a file."""

    def edit(files: Files) -> None:
        files[new] = files.pop(old)

    return edit


def link(path: str, target: str) -> Edit:
    """Create a symbolic link."""
    return write(path, target.encode(), SYMLINK)
