"""Changed files as a process of its own reads them, and what is found in them."""

from __future__ import annotations

from pytest_hydra.plugins.race.decide.tampering import meaning_of
from pytest_hydra.plugins.race.inspect import ChangedFile
from pytest_hydra.plugins.race.inspect.change_reader import read_change
from pytest_hydra.plugins.results.outcomes import Sign


def changed(
    new: str | bytes | None,
    old: str | bytes | None = "",
    path: str = "shop.py",
    *,
    status: str | None = None,
    mode: str = "100644",
) -> ChangedFile:
    """A changed file; ``old`` is None for a new one. It is a test if it is in ``tests/``."""
    status = status or ("added" if old is None else "modified")
    sides = [side.encode() if isinstance(side, str) else side for side in (old, new)]
    return ChangedFile(
        path=path, status=status, mode=mode, tests=path.startswith("tests/"),
        old=sides[0], new=sides[1],
    )  # fmt: skip


def signs(*files: ChangedFile, own: tuple[str, ...] = ("shop", "till")) -> list[Sign]:
    """The signs in a change of a project with the modules ``own``, in ``src`` or at the top."""
    found = read_change(files, frozenset(own), ["", "src"])["signs"]
    return [
        Sign(file=file, kind=kind, line=line, text=text) for file, kind, line, text, *_ in found
    ]


def kinds(*files: ChangedFile, own: tuple[str, ...] = ("shop", "till")) -> set[str]:
    """The kinds of signs in a change."""
    return {sign.kind for sign in signs(*files, own=own)}


def state(found: set[str]) -> str:
    """The most serious state of these kinds: ``unproven``, ``review`` or nothing."""
    states = {meaning_of(Sign(kind=kind, file="")).state for kind in found}
    return next((entry for entry in ("block", "unproven", "review") if entry in states), "")
