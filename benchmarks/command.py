"""What the parts of the benchmarks share: options, the machine, tables, and a command for each."""

from __future__ import annotations

import argparse
import json
import os
import platform
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_MEASURED = ("pytest", "pytest-hydra", "pydantic", "PyYAML", "tomli", "urllib3", "distributed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How each part is run.

    ``rounds`` is how often each is measured; ``full`` adds what takes very long. ``pythons`` are
    other interpreters, and ``promptfoo`` the program, with which peers are measured.
    """

    rounds: int = 3
    full: bool = False
    pythons: tuple[Path, ...] = ()
    promptfoo: Path | None = None


Part = Callable[[Path, Options], object]
"""Measures in an empty folder, prints its table line by line, and gives its figures as JSON."""


def run_parts(program: str, about: str, parts: Mapping[str, Part]) -> None:
    """A command that runs these parts, and writes what it found as JSON where that is asked for.

    One with several parts can be told to run some of them only.
    """
    parser = argparse.ArgumentParser(prog=f"python -m {program}", description=about)
    if len(parts) > 1:
        parser.add_argument("--only", action="append", choices=list(parts), metavar="PART",
                            help=f"this part alone, one of {', '.join(parts)}; "
                            "may be given again")  # fmt: skip
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="default: 3")
    parser.add_argument("--full", action="store_true", help="also what takes very long")
    parser.add_argument("--json", type=Path, metavar="PATH", help="write the figures there too")
    parser.add_argument("--python", type=Path, action="append", default=[], metavar="PATH",
                        help="an interpreter in whose environment peers are; "
                        "may be given again")  # fmt: skip
    parser.add_argument("--promptfoo", type=Path, metavar="PATH", help="where promptfoo is")
    given = parser.parse_args()
    options = Options(
        rounds=given.rounds,
        full=given.full,
        pythons=tuple(path.absolute() for path in given.python),
        promptfoo=given.promptfoo and given.promptfoo.absolute(),
    )
    machine = describe_machine()
    print("\n".join(f"{name}: {value}" for name, value in machine.items()), flush=True)
    figures: dict[str, object] = {"machine": machine}
    for name in getattr(given, "only", None) or parts:
        print(f"\n## {name}\n", flush=True)
        with tempfile.TemporaryDirectory(prefix=f"hydra-{name}-") as folder:
            figures[name] = parts[name](Path(folder), options)
        if given.json:
            # After each part: what comes later may take an hour.
            text = json.dumps(figures, indent=2) + "\n"
            given.json.write_text(text, encoding="utf-8")


def describe_machine() -> dict[str, str]:
    """What the figures hang on, without names or paths."""
    found = {name: version_of(name) for name in _MEASURED}
    return {
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "machine": f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "versions": ", ".join(f"{name} {entry}" for name, entry in found.items() if entry),
    }


def version_of(name: str) -> str | None:
    """The version of a package that is installed; None where it is not."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def show_heading(*columns: str) -> None:
    """Print the head of a table in Markdown."""
    show(*columns)
    show(*["---"] * len(columns))


def show(*cells: str) -> None:
    """Print a row of it."""
    print(f"| {' | '.join(cells)} |", flush=True)
