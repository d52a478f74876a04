"""What a session starts from: the runs that it may reuse, and what its own manifest says."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.numbers import exact
from pytest_hydra.core.text import one_line
from pytest_hydra.errors import InputError, Problem
from pytest_hydra.record.fingerprint import environment, fingerprint
from pytest_hydra.record.runs import Reuse, find_run, unfinished_runs

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pytest_hydra.settings.file import Settings

# The file by which a benchmark folder is known.
LOG = "event-log.jsonl"
# The file of a run that holds all that was recorded of its race.
RACE_RECORD = "race.json"

# How the names of scenario files end.
SCENARIOS = (".scenario.yaml", ".scenario.yml", ".scenario.toml", ".scenario.json")
_DOCUMENTS = (".yaml", ".yml", ".toml", ".json")
NAMED = "the name of a scenario file ends in .scenario.yaml, .scenario.toml or .scenario.json"


def find_reuse(settings: Settings, rootdir: Path, replay: str | None, *, no_cache: bool) -> Reuse:
    """Find the run to replay, else those to go on from. Raises HydraError for an unknown run."""
    if replay is not None:
        return Reuse(replayed=find_run(settings.root, replay))
    if no_cache or not (settings.root / ".hydra").is_dir():
        return Reuse(fresh=no_cache)
    runs = unfinished_runs(settings.root, lambda: _fingerprint(settings, rootdir))
    return Reuse(resumed=tuple(runs))


def manifest(
    settings: Settings,
    rootdir: Path,
    bots: Mapping[str, Any],
    pytest_version: str,
    base_commit: str | None = None,
) -> dict[str, Any]:
    """What a run is known by: its policy, its bots, and what its answers depended on."""
    from pytest_hydra.settings.file import policy, settings_digest

    return {
        "base_commit": base_commit,
        "policy": policy(settings),
        "policy_digest": settings_digest(settings),
        "bots": dict(bots),
        "environment": environment(pytest_version),
        "fingerprint": _fingerprint(settings, rootdir),
    }


def scenario_paths(settings: Settings) -> list[str]:
    """The folders and files that hydra.toml names. Raises InputError where one is not there."""
    paths = []
    for index, name in enumerate(settings.scenarios.paths):
        path = settings.root / name
        if not os.path.exists(path):
            raise _nothing_there(settings, name, f"scenarios.paths[{index}]")
        paths.append(str(path))
    return paths


def benchmark_logs(settings: Settings) -> list[str]:
    """The event logs of the benchmark folders that hydra.toml names.

    Raises InputError where a pattern fits no folder with an event log.
    """
    logs: list[str] = []
    if not settings.has("judging"):
        return logs
    for index, pattern in enumerate(settings.judging.benchmarks):
        found = sorted(settings.root.glob(f"{pattern.rstrip('/')}/{LOG}"))
        if not found:
            raise _nothing_there(settings, f"{pattern}/{LOG}", f"judging.benchmarks[{index}]")
        logs += [str(path) for path in found if str(path) not in logs]
    return logs


def _nothing_there(settings: Settings, name: str, key: str) -> InputError:
    file = None if settings.file is None else str(settings.file)
    return InputError([Problem(f"there is no {name!r} beside hydra.toml", file=file, key=key)])


def spent(cap: float, bill: Mapping[str, float]) -> str:
    """The line that says what the bots cost, and of how many replies nobody knows it."""
    from pytest_hydra.execution.budget import dollars

    line = (
        f"the bots cost {dollars(exact(bill['cost_usd']))} of max_cost_usd = {dollars(exact(cap))}"
    )
    unknown = int(bill["unknown"])
    if unknown:
        replies = f"{unknown} of {int(bill['replies'])} replies"
        line += f"; the cap cannot hold for {replies}, which did not say what they cost"
    return line


def header(settings: Settings, reuse: Reuse, bots: Mapping[str, Any]) -> list[str]:
    """The lines that pytest shows before it collects."""
    file = "no hydra.toml" if settings.file is None else settings.file.name
    # It is the session's setting, and no list of what it ran: of many bots the first will do.
    # A race and benchmarks need none.
    needed = not (settings.has("race") or settings.has("judging"))
    told = f", bots: {', '.join(bots) or 'none'}" if bots or needed else ""
    lines = [one_line(f"hydra: {file}{told}", 80)]
    if reuse.replayed is not None:
        lines.append(f"hydra: deciding run {reuse.replayed.run_id} again, no bot or judge is asked")
    elif bots and settings.scheduler is not None:
        where = one_line(settings.scheduler, 100)
        lines.append(f"hydra: bots are asked by the workers of dask at {where}")
    if reuse.resumed:
        lines.append(f"hydra: going on from run {reuse.resumed[0].run_id}, which was cut off")
    return lines


def misnamed(arguments: Sequence[str], start: Path) -> str | None:
    """The first path, relative to ``start``, that may be meant for a scenario file and is none."""
    for one in arguments:
        is_meant = one.endswith(_DOCUMENTS) and not one.endswith(SCENARIOS)
        if is_meant and os.path.isfile(start / one):
            return one_line(one)
    return None


def _fingerprint(settings: Settings, rootdir: Path) -> str:
    return fingerprint(rootdir, _extra(settings), (".py", *SCENARIOS))


def _extra(settings: Settings) -> list[Path]:
    files = [] if settings.file is None else [settings.file]
    for name in settings.scenarios.paths:
        path = settings.root / name
        if os.path.isfile(path):
            files.append(path)
        elif os.path.isdir(path):
            files += sorted(path.rglob("*.scenario.*"))
    for bot in settings.bots.values():
        # A bot that is a program changes with the files on its command line.
        words = (settings.root / word for word in bot.command or ())
        # Not Path.is_file, which raises for a word that is longer than a name may be.
        files += [word for word in words if os.path.isfile(word)]
    return files
