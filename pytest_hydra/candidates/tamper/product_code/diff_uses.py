"""Which uses of product code are new, of all files of a change together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from pytest_hydra.candidates.tamper.signs import Use

# Kinds that say something of a file as a whole: more of the same in it is nothing new.
_ONCE: Final = frozenset(
    {
        "runner-named",
        "network",
        "environment",
        "import-path",
        "own-source",
        "test-files",
        "ends",
        "program",
        "class-named",
        "own-value",
        "process-state",
        "counts-calls",
    }
)

Sides = tuple[Sequence[Use], Sequence[Use]]


def new_uses(files: Mapping[str, Sides]) -> dict[str, list[Use]]:
    """The uses by file (its uses before, and now) that are new.

    What went in one file and came in another has moved, and is not new. More of what a file used
    before is told as of the kind ``…-again``.
    """
    went: Counter[tuple[str, str]] = Counter()
    for old, new in files.values():
        went += Counter(map(_what, old)) - Counter(map(_what, new))
    found: dict[str, list[Use]] = {}
    for path, (old, new) in files.items():
        had = Counter(map(_what, old))
        texts = Counter((entry.kind, entry.thing, entry.text) for entry in old)
        left = had.copy()
        # Those that are written as they were before are taken for the old ones.
        unchanged: set[int] = set()
        for entry in new:
            said = (entry.kind, entry.thing, entry.text)
            if texts[said] > 0:
                texts[said] -= 1
                left[_what(entry)] -= 1
                unchanged.add(id(entry))
        for entry in new:
            if id(entry) in unchanged:
                continue
            what = _what(entry)
            if left[what] > 0:
                left[what] -= 1  # it is written otherwise
            elif went[what] > 0:
                went[what] -= 1  # it stood in another file
            elif not had[what]:
                found.setdefault(path, []).append(entry)
                if entry.kind in _ONCE:
                    had[what] = 1
            elif entry.kind not in _ONCE:
                found.setdefault(path, []).append(entry._replace(kind=f"{entry.kind}-again"))
    return found


def _what(use: Use) -> tuple[str, str]:
    return use.kind, use.thing
