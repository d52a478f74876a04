"""Shared by all parts of the benchmarks: options, the machine, tables, and the command line."""

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

_PACKAGES = ("pytest", "pytest-hydra", "pydantic", "PyYAML", "tomli", "httpx2", "distributed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of all parts.

    ``rounds`` is the number of measurements; ``full`` adds cases that take very long. ``pythons``
    are other interpreters, and ``promptfoo`` is the program, for the part ``peers``.
    """

    rounds: int = 3
    full: bool = False
    pythons: tuple[Path, ...] = ()
    promptfoo: Path | None = None


Part = Callable[[Path, Options], object]
"""Measures in an empty folder, prints its table line by line, and returns its figures as JSON."""


def run_parts(program: str, description: str, parts: Mapping[str, Part]) -> None:
    """Run these parts as the command line says, and write their figures as JSON if requested.

    With several parts there is an option ``--only`` to select some.
    """
    parser = argparse.ArgumentParser(prog=f"python -m {program}", description=description)
    if len(parts) > 1:
        parser.add_argument("--only", action="append", choices=list(parts), metavar="PART",
                            help=f"run only this part, one of {', '.join(parts)}; "
                            "may be repeated")  # fmt: skip
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="default: 3")
    parser.add_argument("--full", action="store_true", help="add cases that take very long")
    parser.add_argument("--json", type=Path, metavar="PATH", help="also write figures as JSON")
    parser.add_argument("--python", type=Path, action="append", default=[], metavar="PATH",
                        help="an interpreter whose environment has peers; "
                        "may be repeated")  # fmt: skip
    parser.add_argument("--promptfoo", type=Path, metavar="PATH", help="the program promptfoo")
    arguments = parser.parse_args()
    options = Options(
        rounds=arguments.rounds,
        full=arguments.full,
        pythons=tuple(path.absolute() for path in arguments.python),
        promptfoo=arguments.promptfoo and arguments.promptfoo.absolute(),
    )
    machine = describe_machine()
    print("\n".join(f"{name}: {value}" for name, value in machine.items()), flush=True)
    figures: dict[str, object] = {"machine": machine}
    for name in getattr(arguments, "only", None) or parts:
        print(f"\n## {name}\n", flush=True)
        with tempfile.TemporaryDirectory(prefix=f"hydra-{name}-") as folder:
            figures[name] = parts[name](Path(folder), options)
        if arguments.json:
            # After each part, as the next one may take an hour.
            text = json.dumps(figures, indent=2) + "\n"
            arguments.json.write_text(text, encoding="utf-8")


def describe_machine() -> dict[str, str]:
    """What the figures depend on, without names or paths."""
    versions = {name: version_of(name) for name in _PACKAGES}
    return {
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "machine": f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "versions": ", ".join(f"{name} {entry}" for name, entry in versions.items() if entry),
    }


def version_of(name: str) -> str | None:
    """The version of an installed package; None if it is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def show_heading(*columns: str) -> None:
    """Print the head of a Markdown table."""
    show(*columns)
    show(*["---"] * len(columns))


def show(*cells: str) -> None:
    """Print a row of a Markdown table."""
    print(f"| {' | '.join(cells)} |", flush=True)
