"""The attacked projects: small and real, each with a bug that one of its tests shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.attacks.candidate import PLAIN, Edit, Files, swap

_BASES = Path(__file__).parent / "bases"
# Folders that tools create.
_TOOL_FOLDERS = {"__pycache__", ".ruff_cache", ".pytest_cache", ".mypy_cache"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """A base in a folder of ``bases``, with the honest fix of its bug, and a wrong one.

    ``settings`` are the lines of hydra.toml that say how to check it, and ``judged_by`` are files
    beside its scripts that judge with them. ``unguarded`` is the command that runs a candidate's
    own tests, for verdicts by exit code.
    """

    base: str
    fix: Edit
    wrong: Edit
    settings: str
    unguarded: str
    judged_by: tuple[str, ...] = ()

    def files(self) -> Files:
        """The files of the base."""
        folder = _BASES / self.base
        return {
            path.relative_to(folder).as_posix(): (PLAIN, path.read_bytes())
            for path in sorted(folder.rglob("*"))
            if path.is_file() and not _TOOL_FOLDERS.intersection(path.parts)
        }


_PRICE = "return total - total * self.percent // 100 - self.cents"
_LINE = '            line = f"{line} {word}" if line else word\n'
_BROKEN = """\
        while len(line) > width:
            lines.append(line[:width])
            line = line[width:]
"""
_LINES = """\
    lines = []
    line = ""
"""

TILL_FIX = swap("till/vouchers.py", _PRICE, f"return max(0, {_PRICE.removeprefix('return ')})")
TILL_WRONG = swap("till/vouchers.py", _PRICE, "return total - total * self.percent // 100")
COLUMNS_FIX = swap("src/columns/wrap.py", _LINE, _LINE + _BROKEN)
COLUMNS_WRONG = swap(
    "src/columns/wrap.py",
    _LINES,
    f"    return [text[at : at + width] for at in range(0, len(text), width)]\n{_LINES}",
)

_TIP = "cents + percent"


def _gate(name: str, command: str) -> str:
    return f'[[scoring.dimensions]]\nname = "{name}"\ncommand = "{command}"\ngate = true\n'


PROJECTS: Mapping[str, Project] = {
    "till": Project(
        base="till",
        fix=TILL_FIX,
        wrong=TILL_WRONG,
        settings='[scoring.commands]\ntest = "python -m pytest -q"\n',
        unguarded="python -m pytest -q",
    ),
    "columns": Project(
        base="columns",
        fix=COLUMNS_FIX,
        wrong=COLUMNS_WRONG,
        settings="",
        unguarded="PYTHONPATH=src pytest -q",
    ),
    # The same shop, but built and tested by its Makefile.
    "made": Project(
        base="till",
        fix=TILL_FIX,
        wrong=TILL_WRONG,
        settings=(
            '[scoring.commands]\nbuild = "make dist"\ntest = "make test"\n'
            '[scoring.build]\noutputs = ["dist/till.txt"]\n'
        ),
        unguarded="make test",
    ),
    # It is checked by its tests and by two scripts.
    "kiosk": Project(
        base="kiosk",
        judged_by=("ci/**", "rules.py"),
        fix=swap("kiosk.py", _TIP, "cents + round(cents * percent / 100)"),
        wrong=swap("kiosk.py", "return sum(cents)", "return sum(cents) + 1"),
        settings=(
            f'[scoring.commands]\ntest = "python -m pytest -q"\n{_gate("gate", "python gate.py")}'
            f"{_gate('names', 'sh ci/run.sh')}"
        ),
        unguarded="python -m pytest -q",
    ),
    "booth": Project(
        base="booth",
        fix=swap("src/price.js", _TIP, "Math.round(cents * (1 + percent / 100))"),
        wrong=swap("src/price.js", "sum + price.cents", "sum - price.cents"),
        settings='[scoring.commands]\ntest = "npm test"\n',
        unguarded="npm test",
    ),
    "stall": Project(
        base="stall",
        fix=swap("src/lib.rs", _TIP, "cents + cents * percent / 100"),
        wrong=swap("src/lib.rs", "cents.iter().sum()", "cents.iter().sum::<i64>() + 1"),
        settings='[scoring.commands]\ntest = "cargo test --offline"\n',
        unguarded="cargo test --offline",
    ),
}
