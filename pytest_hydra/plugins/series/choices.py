"""The commands ``merged`` and ``weights``: record merges, and fit weights to them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError, did_you_mean

Say = Callable[[str], object]

_FILE = "merged.jsonl"


def record_merge(options: Any, root: Path, say: Say) -> int:
    """Record which candidate of a race was merged."""
    from pytest_hydra.plugins.series.races import find_race
    from pytest_hydra.record.files import locked, make_folder, write_whole

    agent = options.agent
    _, report = find_race(options.run, root)
    agents = [entry["agent"] for entry in report["rankings"]]
    if agent not in agents:
        hint = did_you_mean(agent, agents) or ";"
        valid = f"{hint} valid: {', '.join(sorted(agents))}"
        raise HydraError(f"{options.run}: no candidate is named {one_line(agent)!r}{valid}")
    folder = make_folder(root, ".")
    path = folder / _FILE
    with locked(folder / f"{_FILE}.lock"):
        choices = _choices(path)
        race = {"run_id": report["run_id"], "digest": report["digest"]}
        for choice in choices:
            if race.items() <= choice.items():
                raise HydraError(
                    f"{options.run}: it is already recorded that {choice['agent']} was merged; "
                    f"delete its line from {path} to change that"
                )
        # Everything that weights need, as the run may be deleted.
        keys = ("agent", "status", "breakdown")
        candidates = [{key: entry[key] for key in keys} for entry in report["rankings"]]
        choices.append({**race, "agent": agent, "candidates": candidates})
        lines = [json.dumps(choice) + "\n" for choice in choices]
        # The whole file is rewritten atomically, so that no line is ever incomplete.
        write_whole(path, "".join(lines).encode("ascii"))
    say(f"recorded in {os.path.relpath(path)} as choice {len(lines)}: {agent} was merged\n")
    return 0


def _choices(path: Path) -> list[dict[str, Any]]:
    """The choices in a file, if it exists. Raises HydraError for an invalid line."""
    from pytest_hydra.documents import read_lines
    from pytest_hydra.report import Choice, validate

    documents = read_lines(path, str(path)) if path.exists() else ()
    return [
        validate(f"{path}: choice {number}", Choice, document.data)
        for number, document in enumerate(documents, start=1)
    ]


def fit_weights(options: Any, root: Path, say: Say) -> int:
    """Print weights that fit the recorded choices."""
    from pytest_hydra.core.numbers import rounded
    from pytest_hydra.plugins.series.fitted_weights import describe, fit
    from pytest_hydra.plugins.series.races import project_settings

    path = root / ".hydra" / _FILE
    choices = _choices(path)
    if not choices:
        raise HydraError(f"{path} has no choices; add one: python -m pytest_hydra merged RUN AGENT")
    scoring = project_settings(root).table("scoring")
    own = {dimension.name: dimension.weight for dimension in scoring.dimensions}
    result = fit(choices, {**scoring.weights.model_dump(), **own})
    if options.output == "json":
        say(json.dumps(rounded(asdict(result)), indent=2) + "\n")
    else:
        say("\n".join((*describe(result, list(own)), "")))
    return 0
