"""Mutants per minute of ``python -m pytest_hydra audit mutations``, measured as a whole.

A thousand scenarios of one turn and three checks each, on the bot's text and one call.
"""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.command import Options, run_parts, show, show_heading
from benchmarks.measure import Command, run, take_rounds, typical
from benchmarks.projects import make_project

_COUNT = 1_000


def report(folder: Path, options: Options) -> object:
    """Print the time of a run and the mutants per minute, and return both."""
    project = make_project(folder / "mutants", _COUNT)
    session = ("-m", "pytest", "-q", "-p", "pytest_hydra.plugin", "--hydra", "cases.scenario.json")
    run(Command(session, project, f"{_COUNT} passed"))
    (run_folder,) = (project / ".hydra" / "runs").glob("*-*")
    arguments = ("-m", "pytest_hydra", "audit", "mutations", str(run_folder), "--json", "all.json")
    usages = take_rounds({"mutate": Command(arguments, project, "mutation score")}, options.rounds)[
        "mutate"
    ]
    mutation_report = json.loads((project / "all.json").read_text(encoding="utf-8"))
    count = sum(len(scenario["faults"]) for scenario in mutation_report["scenarios"])
    seconds = typical(usages, "wall")
    figures = {"mutants": count, "seconds": seconds, "a_minute": 60 * count / seconds}
    show_heading("scenarios", "mutants", "time", "mutants per minute", "score", "rounds")
    cells = (
        f"{count:,}",
        f"{seconds:.1f} s",
        f"{figures['a_minute']:,.0f}",
        f"{mutation_report['score']:.1f}",
    )
    show(f"{_COUNT:,}", *cells, str(options.rounds))
    return figures


if __name__ == "__main__":
    run_parts("benchmarks.mutants", str(__doc__), {"mutants": report})
