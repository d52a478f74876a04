"""How many mutants are decided in a minute: ``python -m pytest_hydra mutate`` as a whole.

A thousand scenarios of one turn and three checks each, in a bot's text and one call.
"""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.command import Options, run_parts, show, show_heading
from benchmarks.measure import Command, run, take_rounds, typical
from benchmarks.projects import make_project

_COUNT = 1_000


def report(folder: Path, options: Options) -> object:
    """Print what a run takes, and how many mutants that are in a minute; both."""
    project = make_project(folder / "mutants", _COUNT)
    held = ("-m", "pytest", "-q", "-p", "pytest_hydra.plugin", "--hydra", "cases.scenario.json")
    run(Command(held, project, f"{_COUNT} passed"))
    (recorded,) = (project / ".hydra" / "runs").glob("*-*")
    arguments = ("-m", "pytest_hydra", "mutate", str(recorded), "--json", "all.json")
    took = take_rounds({"mutate": Command(arguments, project, "mutation score")}, options.rounds)[
        "mutate"
    ]
    found = json.loads((project / "all.json").read_text(encoding="utf-8"))
    count = sum(len(scenario["faults"]) for scenario in found["scenarios"])
    seconds = typical(took, "wall")
    figures = {"mutants": count, "seconds": seconds, "a_minute": 60 * count / seconds}
    show_heading("scenarios", "mutants", "took", "a minute", "score", "rounds")
    told = (
        f"{count:,}",
        f"{seconds:.1f} s",
        f"{figures['a_minute']:,.0f}",
        f"{found['score']:.1f}",
    )
    show(f"{_COUNT:,}", *told, str(options.rounds))
    return figures


if __name__ == "__main__":
    run_parts("benchmarks.mutants", str(__doc__), {"mutants": report})
