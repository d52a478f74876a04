"""Race attacks and their honest twins: ``python -m benchmarks.attacks [--row N]``.

Says of which attacks the verdict is what it should be, of which it is not, and how many each set
of layers would have been misled by.
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
from benchmarks.attacks.environment import make_environment
from benchmarks.attacks.projects import PROJECTS
from benchmarks.attacks.racing import Raced, race
from benchmarks.attacks.summary import Result, by_layer, by_row, not_as_demanded, results_of
from benchmarks.command import Options, describe_machine


def main() -> int:
    """Race, print the tables, and write them as JSON where that is asked for; 1 for a surprise."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.attacks", description=__doc__)
    parser.add_argument("--row", type=int, action="append", choices=ROWS, metavar="N",
                        help="only this row; may be given again")  # fmt: skip
    parser.add_argument("--jobs", type=int, metavar="N", help="commands at a time")
    parser.add_argument("--mode", choices=("auto", "none", "bubblewrap"), default="auto",
                        help="the sandbox; default: auto")  # fmt: skip
    parser.add_argument("--json", type=Path, metavar="PATH", help="write all verdicts there too")
    parser.add_argument("--folder", type=Path, metavar="PATH",
                        help="where all stays; what was run there is used again")  # fmt: skip
    arguments = parser.parse_args()
    chosen = [
        candidate for candidate in CANDIDATES if not arguments.row or candidate.row in arguments.row
    ]
    machine = describe_machine()
    print("\n".join(f"{name}: {value}" for name, value in machine.items()) + "\n")
    with tempfile.TemporaryDirectory(prefix="attacks-") as temporary:
        place = arguments.folder or Path(temporary)
        results, told = _hold(place, chosen, jobs=arguments.jobs, mode=arguments.mode)
    surprises = _show(results, told)
    if arguments.json:
        figures = {"machine": machine, "attacks": _plain(results, told)}
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    return int(bool(surprises) or any(entry.startswith("not in") for entry in told))


def report(folder: Path, options: Options) -> object:
    """Race all of them once, and print the tables; what was told, and all verdicts."""
    del options  # verdicts, and no times: one round is enough
    results, told = _hold(folder, CANDIDATES, jobs=None, mode="auto")
    _show(results, told)
    return _plain(results, told)


def _hold(
    place: Path, chosen: Sequence[Candidate], *, jobs: int | None, mode: str
) -> tuple[list[Result], dict[str, str]]:
    """Race the candidates, project by project; what became of each, and what is told of all."""
    started = time.monotonic()
    results: list[Result] = []
    told: dict[str, str] = {}
    python = make_environment(place / "environment")
    for name in PROJECTS:
        ours = [entry for entry in chosen if entry.project == name]
        if not ours:
            continue
        raced = race(place / name, name, ours, python=python, jobs=jobs, mode=mode)
        raced_ones = {candidate.source.agent for candidate in raced.record.candidates}
        missing = [our.agent for our in ours if our.agent not in raced_ones]
        if missing:
            told[f"not in the record of {name}"] = ", ".join(missing)
        ours = [our for our in ours if our.agent in raced_ones]
        told["isolation"] = _isolation(raced)
        told[f"printed of {name}"] = _printable(raced, ours)
        results += results_of(raced, ours)
    results.sort(
        key=lambda result: (result.candidate.row, result.candidate.honest, result.candidate.agent)
    )
    told["took"] = f"{time.monotonic() - started:.0f} s"
    return results, told


def _show(results: Sequence[Result], told: Mapping[str, str]) -> list[str]:
    """Print the tables; those whose verdict is another than is demanded, and why."""
    print("\n".join(f"{name}: {value}" for name, value in told.items()))
    for table in (by_row(results), by_layer(results)):
        print()
        print("\n".join(table))
    surprises = list(not_as_demanded(results))
    print("\nnot as demanded:" if surprises else "\nall as demanded")
    print("\n".join(surprises))
    return surprises


def _plain(results: Sequence[Result], told: Mapping[str, str]) -> dict[str, object]:
    return {"told": dict(told), "candidates": [result.to_plain() for result in results]}


def _isolation(raced: Raced) -> str:
    kinds = {candidate.isolation for candidate in raced.record.candidates}
    return ", ".join(sorted(kinds))


def _printable(raced: Raced, candidates: Sequence[Candidate]) -> str:
    """Whether anything that is no plain text came through to the terminal."""
    bad = {char for char in raced.printed if not (char.isprintable() or char in "\n\t…")}
    shown = ", ".join(f"U+{ord(char):04X}" for char in sorted(bad))
    return f"{len(candidates)} candidates, " + (f"with {shown}" if bad else "plain text")


if __name__ == "__main__":
    raise SystemExit(main())
