"""Exhibits: what a benchmark folder holds, as the judge is shown it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Exhibit:
    """One exhibit, read and cut to its budget.

    ``text`` is what the judge is shown: printable, and empty where the file is. ``cut`` says what
    was left out of it, or is None where it is whole. ``sha256`` is that of the whole, in hex.
    ``files`` are the files that it came from, as messages show them, and ``paths`` where they are.
    ``facts`` are numbers that were computed from it; only the event log has any.
    """

    name: str
    text: str
    cut: str | None
    sha256: str
    files: tuple[str, ...]
    paths: tuple[Path, ...]
    facts: Mapping[str, Any] | None = None


def gather(
    folder: Path, wanted: Iterable[str], *, spec: Path | None, shown: str, budget: int = 60_000
) -> dict[str, Exhibit]:
    """The exhibits of a benchmark folder that are wanted and there, by name.

    ``shown`` is the folder as messages show it; ``budget`` is how many characters each may have.
    ``spec`` is the spec, wherever it is; with None it is the folder's spec.md. The event log and
    the spec must be there, wanted or not. Raises InputError with the file and, where there is
    one, the line.
    """
    raise NotImplementedError
