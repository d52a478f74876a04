"""``python -m pytest_hydra series``: run, find and summarize many races."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from glob import glob
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.text import counted, one_line
from pytest_hydra.errors import HydraError

if TYPE_CHECKING:
    from pytest_hydra.record.runs import RunFolder
    from pytest_hydra.settings import Settings

Say = Callable[[str], object]
Report = Mapping[str, Any]

_RECORD = "race.json"
# Exit statuses of a session that decided its race, whatever the verdict.
_DECIDED = (0, 1)


def act(options: Any, root: Path, say: Say) -> int:
    """Run what is to be run, and write the summary; 1 if a race was left out."""
    from pytest_hydra.plugins.series.series_tables import PRINTED, WRITTEN
    from pytest_hydra.plugins.series.standings import series_of
    from pytest_hydra.report import parse_report_option, write_report

    notes: list[str] = []
    formats = [text for text in options.output if text in PRINTED] or ["text"]
    files = [text for text in options.output if text not in PRINTED]
    targets = [parse_report_option(text, WRITTEN, option="-o") for text in files]
    inputs = {os.path.realpath(text.rpartition("=")[2]) for text in options.runs}
    for target in targets:
        if os.path.realpath(target.path) in inputs:
            raise HydraError(f"-o {target.path}: it is one of the summarized runs")
    if options.runs:
        races = [_task_race(text, root) for text in options.runs]
    else:
        # JSON and Markdown output must not contain progress lines.
        tell = say if formats == ["text"] else sys.stderr.write
        races = list(_run_all(options, root, tell, notes))
    if not races:
        raise HydraError("; ".join(["there is no race to summarize", *notes]))
    # A run given twice counts once.
    unique = {(task, run["run_id"], run["digest"]): run["rankings"] for task, run in races}
    series = series_of([(task, rankings) for (task, *_), rankings in unique.items()], notes)
    for target in targets:
        write_report(target, WRITTEN[target.format](series), option="-o")
    for name in formats:
        say(PRINTED[name](series))
    return int(bool(notes) and not options.runs)


def _task_race(text: str, root: Path) -> tuple[str, Report]:
    """The race of a RUN argument, with the name of its task."""
    name, equals, rest = text.partition("=")
    if equals and not os.path.exists(text):
        return name, find_race(rest, root)[1]
    place, report = find_race(text, root)
    # Another base is another task.
    return f"{place.absolute()} {report['race']['base_commit']}", report


def find_race(text: str, root: Path) -> tuple[Path, Report]:
    """The report of a race, with its file, or the project that it belongs to.

    ``text`` is a run as for `find_run`, a report, or a project's folder. Raises HydraError.
    """
    from pytest_hydra.record.runs import MANIFEST, find_run

    path = Path(text)
    if path.is_file():
        return path, _read_race(path)
    is_project = (path / ".hydra").is_dir() and not (path / MANIFEST).exists()
    run = _last_race(path) if is_project else find_run(root, text)
    if run is None or not run.finished:
        raise HydraError(f"{text}: it has no finished race")
    parents = run.path.absolute().parents
    project = parents[2] if parents[1].name == ".hydra" else run.path
    return project, _read_race(run.path / "report.json")


def _read_race(file: Path) -> Report:
    from pytest_hydra.report import read_any_report

    name = one_line(str(file), 200)
    report = read_any_report(name, file.read_bytes())
    if not (report["race"] and report["rankings"]):
        raise HydraError(f"{name}: it has no race")
    if not report["complete"]:
        raise HydraError(f"{name}: not a complete race; run all of its items")
    return report


def _last_race(folder: Path, inputs: str | None = None) -> RunFolder | None:
    """The newest complete race of a project; with ``inputs``, only one with the same inputs."""
    from pytest_hydra.record.runs import complete_runs

    races = (run for run in complete_runs(folder) if _RECORD in run.manifest["files"])
    return next((r for r in races if inputs in (None, r.manifest.get("race_inputs"))), None)


def _run_all(options: Any, root: Path, say: Say, notes: list[str]) -> Iterator[tuple[str, Report]]:
    """Run the races of ``[series]`` one by one; failed ones are added to ``notes``."""
    files = _race_files(root)
    for number, file in enumerate(files, start=1):
        task = os.path.relpath(file.parent, root)
        try:
            run, action = _finished_race(file, options)
            report = _read_race(run.path / "report.json")
        except HydraError as error:
            notes.append(f"left out: {task}: {one_line(str(error), 300)}")
            say(f"[{number} of {len(files)}] {notes[-1]}\n")
            continue
        merged = sum(entry["mergeable"] for entry in report["rankings"])
        candidates = counted(len(report["rankings"]), "candidate")
        say(f"[{number} of {len(files)}] {task}: {action}, {merged} of {candidates} mergeable\n")
        yield task, report
    say("\n")


def _race_files(root: Path) -> list[Path]:
    """The hydra.toml of each race. Raises HydraError."""
    from pytest_hydra.settings import FILE_NAME

    patterns, key = project_settings(root).table("series").races, "[series] races"
    if not patterns:
        raise HydraError(f"name runs, or list races: {key} in {FILE_NAME}")
    races: set[Path] = set()
    for pattern in patterns:
        names = glob(pattern, root_dir=root, recursive=True)
        files = {root / name for name in names if Path(name).name == FILE_NAME}
        if not files:
            raise HydraError(f"{FILE_NAME}: {key}: {pattern}: there is no such hydra.toml")
        races |= files
    return sorted(races)


def project_settings(folder: Path) -> Settings:
    """The settings in a folder's hydra.toml, with names of any plugin. Raises InputError."""
    from pytest_hydra.settings import FILE_NAME, Settings, load_settings

    file = folder / FILE_NAME
    if not file.is_file():
        return Settings(root=folder)
    return load_settings(file, FILE_NAME, dimensions=None, judges=None)


def _finished_race(file: Path, options: Any) -> tuple[RunFolder, str]:
    """The run of a race, found or new, and which of them it is. Raises HydraError if it fails."""
    from pytest_hydra.execution import run_logged
    from pytest_hydra.plugins.race.change import race_inputs
    from pytest_hydra.record.files import make_folder

    folder = file.parent
    inputs = race_inputs(project_settings(folder), run_agents=options.run_agents)
    if inputs is not None and not options.again and (run := _last_race(folder, inputs)):
        run.verify()
        return run, f"run {run.run_id}"
    before = _last_race(folder)
    command = [sys.executable, "-m", "pytest", "-p", "pytest_hydra.plugin", "--hydra", file.name]
    command += ["--hydra-run-agents"] if options.run_agents else []
    command += [] if options.jobs is None else ["--hydra-jobs", str(options.jobs)]
    log = make_folder(folder, ".") / "series.log"
    ended = run_logged(command, cwd=folder, environment=os.environ, log=log, seconds=float("inf"))
    run = _last_race(folder)
    if ended.exit not in _DECIDED or run is None or (before and before.run_id == run.run_id):
        raise HydraError(f"pytest ended with {ended.exit} and left no finished race: {log}")
    return run, "raced"
