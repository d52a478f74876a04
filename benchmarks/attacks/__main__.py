"""Race attacks and their honest twins: ``python -m benchmarks.attacks [--row N]``.

Prints how many verdicts are as expected, those that are not, and how many attacks would have misled
each set of layers.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.attacks.candidate import Candidate
from benchmarks.attacks.corpus import CANDIDATES, ROWS
from benchmarks.attacks.projects import PROJECTS
from benchmarks.attacks.racing import RaceRun, race
from benchmarks.attacks.summary import Result, by_layer, by_row, results_of, unexpected
from benchmarks.command import Options, describe_machine
from tools.environments import make_environment


def main() -> int:
    """Race, print the tables, and write them as JSON if requested; 1 for an unexpected verdict."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.attacks", description=__doc__)
    parser.add_argument("--row", type=int, action="append", choices=ROWS, metavar="N",
                        help="only this row; may be repeated")  # fmt: skip
    parser.add_argument("--jobs", type=int, metavar="N", help="commands at a time")
    parser.add_argument("--mode", choices=("auto", "none", "bubblewrap"), default="auto",
                        help="the sandbox; default: auto")  # fmt: skip
    parser.add_argument("--json", type=Path, metavar="PATH", help="also write verdicts as JSON")
    parser.add_argument("--folder", type=Path, metavar="PATH",
                        help="keep all files here; results of earlier runs are reused")  # fmt: skip
    arguments = parser.parse_args()
    candidates = [
        candidate for candidate in CANDIDATES if not arguments.row or candidate.row in arguments.row
    ]
    machine = describe_machine()
    print("\n".join(f"{name}: {value}" for name, value in machine.items()) + "\n")
    with tempfile.TemporaryDirectory(prefix="attacks-") as temporary:
        folder = arguments.folder or Path(temporary)
        results, notes = _race_all(folder, candidates, jobs=arguments.jobs, mode=arguments.mode)
    surprises = _show(results, notes)
    if arguments.json:
        figures = {"machine": machine, "attacks": _plain(results, notes)}
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    return int(bool(surprises) or any(entry.startswith("not in") for entry in notes))


def report(folder: Path, options: Options) -> object:
    """Race all candidates once, print the tables, and return the notes and all verdicts."""
    del options  # no times are measured: one round is enough
    results, notes = _race_all(folder, CANDIDATES, jobs=None, mode="auto")
    _show(results, notes)
    return _plain(results, notes)


def _race_all(
    folder: Path, candidates: Sequence[Candidate], *, jobs: int | None, mode: str
) -> tuple[list[Result], dict[str, str]]:
    """Race the candidates, project by project: the result of each, and notes on all."""
    started = time.monotonic()
    results: list[Result] = []
    notes: dict[str, str] = {}
    python = make_environment(folder / "environment")
    for name in PROJECTS:
        group = [entry for entry in candidates if entry.project == name]
        if not group:
            continue
        run = race(folder / name, name, group, python=python, jobs=jobs, mode=mode)
        agents = {candidate.source.agent for candidate in run.record.candidates}
        missing = [entry.agent for entry in group if entry.agent not in agents]
        if missing:
            notes[f"not in the record of {name}"] = ", ".join(missing)
        group = [entry for entry in group if entry.agent in agents]
        notes["isolation"] = _isolation(run)
        notes[f"printed of {name}"] = _printable(run, group)
        results += results_of(run, group)
    results.sort(
        key=lambda result: (result.candidate.row, result.candidate.honest, result.candidate.agent)
    )
    notes["took"] = f"{time.monotonic() - started:.0f} s"
    return results, notes


def _show(results: Sequence[Result], notes: Mapping[str, str]) -> list[str]:
    """Print the tables, and return lines on the unexpected verdicts."""
    print("\n".join(f"{name}: {value}" for name, value in notes.items()))
    for table in (by_row(results), by_layer(results)):
        print()
        print("\n".join(table))
    surprises = list(unexpected(results))
    print("\nunexpected:" if surprises else "\nall as expected")
    print("\n".join(surprises))
    return surprises


def _plain(results: Sequence[Result], notes: Mapping[str, str]) -> dict[str, object]:
    return {"told": dict(notes), "candidates": [result.to_plain() for result in results]}


def _isolation(run: RaceRun) -> str:
    kinds = {candidate.isolation for candidate in run.record.candidates}
    return ", ".join(sorted(kinds))


def _printable(run: RaceRun, candidates: Sequence[Candidate]) -> str:
    """The number of candidates, and any unprintable characters that reached the terminal."""
    characters = {char for char in run.printed if not (char.isprintable() or char in "\n\t…")}
    codes = ", ".join(f"U+{ord(char):04X}" for char in sorted(characters))
    return f"{len(candidates)} candidates, " + (f"with {codes}" if characters else "plain text")


if __name__ == "__main__":
    raise SystemExit(main())
