"""SWE-bench: import instances and predictions as races, and export results for its tools."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, ConfigDict, Field, Json

from pytest_hydra.core.text import counted, one_line
from pytest_hydra.documents import read_lines, show
from pytest_hydra.documents.validation import StrictModel, checked_name, validate
from pytest_hydra.errors import HydraError, InputError
from pytest_hydra.plugins.git.commits import resolve
from pytest_hydra.plugins.git.repository import SourceError, make_store, repository_of
from pytest_hydra.plugins.series.races import Say, find_race, project_settings
from pytest_hydra.record.files import write_whole
from pytest_hydra.settings import FILE_NAME, Text

Row = TypeVar("Row", "Instance", "Prediction")

_GOLD = "gold"
# The states of an instance. Our name takes the place of SWE-bench's run id.
_STATES = ("resolved", "unresolved", "empty_patch", "error")
_RUN_ID = "pytest-hydra"
# Strings and lists are the same in TOML and JSON.
_toml = partial(json.dumps, indent=4, ensure_ascii=False)
# The longest id that still fits a file name.
_LONGEST = 120
# Does not match ids that were cut at a space in a parameter.
_PYTEST_ID = re.compile(r"[^\s:][^:]*\.py(?:::[^\s:\[]+)+(?:\[.*\])?")
_OWNER_AND_NAME = r"^[A-Za-z0-9_][A-Za-z0-9_.-]*/[A-Za-z0-9_][A-Za-z0-9_.-]*$"


def _not_of_pytest(tests: list[str]) -> list[str]:
    return [test for test in tests if not (test.isprintable() and _PYTEST_ID.fullmatch(test))]


def _agent_of(model: str) -> str:
    """The agent name of a model in a race. Raises ValueError if no valid name is left."""
    return checked_name(re.sub(r"[^A-Za-z0-9._-]+", "-", model.replace("/", "__")).lstrip("._-"))


_Ids = list[str] | Json[list[str]]


class _PredictionRow(StrictModel):
    """A line of a SWE-bench file; other keys are ignored."""

    model_config = ConfigDict(extra="ignore")
    instance_id: Annotated[str, Field(max_length=_LONGEST), AfterValidator(checked_name)]


class Instance(_PredictionRow):
    """A task: a commit, the tests that decide it, and the change that solved it."""

    repo: Annotated[str, Field(pattern=_OWNER_AND_NAME)]
    base_commit: Text
    test_patch: Text
    fail_to_pass: Annotated[_Ids, Field(min_length=1)] = Field(alias="FAIL_TO_PASS")
    pass_to_pass: _Ids = Field(alias="PASS_TO_PASS")
    problem_statement: str = ""
    patch: str = ""


class Prediction(_PredictionRow):
    """The patch of a model for an instance."""

    agent: Annotated[str, Field(max_length=_LONGEST), AfterValidator(_agent_of)] = Field(
        alias="model_name_or_path"
    )
    model_patch: str | None


def import_races(options: Any, _: Path, say: Say) -> int:
    """Write the races, and print their folders and what was left out."""
    output, notes, count = options.output, list[str](), 0
    instances = list(_rows(Instance, options.instances, notes, {}))
    diffs = {entry.instance_id: {_GOLD: entry.patch} if options.gold else {} for entry in instances}
    if options.predictions:
        for prediction in _rows(Prediction, options.predictions, notes, diffs):
            diffs[prediction.instance_id][prediction.agent] = prediction.model_patch or ""
    for path in (output / FILE_NAME, *(output / name for name in diffs)):
        if path.exists():
            raise HydraError(f"{path} already exists; name another folder with -o")
    for instance in instances:
        name = instance.instance_id
        try:
            _write_race(output / name, instance, diffs[name], options)
        except SourceError as error:
            notes.append(f"left out: {name}: {error}")
            continue
        if lost := _not_of_pytest(instance.pass_to_pass):
            share = f"{len(lost)} of {len(instance.pass_to_pass)} ids of PASS_TO_PASS"
            notes.append(f"{name}: not carried over: {share}: {show(lost[0])} is not a pytest id")
        say(f"{output / name}: {counted(len(diffs[name]), 'candidate')}\n")
        count += 1
    if count:
        _write(output / FILE_NAME, f'[series]\nraces = ["*/{FILE_NAME}"]')
    say("".join(f"{note}\n" for note in notes))
    return int(not count)


def _rows(
    model: type[Row], file: Path, notes: list[str], diffs: dict[str, dict[str, str]]
) -> Iterator[Row]:
    """The rows of a file, each once; those left out are added to ``notes``.

    A prediction must be for an instance in ``diffs``, by an agent that is not yet there.
    """
    seen = {(name, agent) for name, agents in diffs.items() for agent in agents}
    for document in read_lines(file, one_line(str(file), 200)):
        try:
            row = validate(model, document)
        except InputError as error:
            notes.append(f"left out: {one_line(str(error.problems[0]), 400)}")
            continue
        name, agent = row.instance_id, getattr(row, "agent", "")
        by = f" by {agent}" if agent else ""
        if agent and name not in diffs:
            notes.append(f"left out: {document.problem(f'{name}{by}: there is no such instance')}")
        elif (name, agent) in seen:
            notes.append(f"left out: {document.problem(f'{name}{by} already exists')}")
        else:
            seen.add((name, agent))
            yield row


def _write_race(folder: Path, row: Instance, patches: dict[str, str], options: Any) -> None:
    """Write the folder of a race. Raises SourceError if there is nothing to race, or no base."""
    if not patches:
        raise SourceError("it has no prediction; --gold races its own patch")
    if lost := _not_of_pytest(row.fail_to_pass):
        raise SourceError(
            f"{show(lost[0])} in FAIL_TO_PASS is not a pytest id, such as tests/test_x.py::test_y"
        )
    repository = repository_of("git", _clone(options.repos, row.repo), folder / ".git")
    base = resolve(repository, row.base_commit)
    folder.mkdir(parents=True)
    # Nothing is checked out or copied: a race reads git objects, which are in the clone.
    make_store(repository, bare=False)
    passing = [test for test in row.pass_to_pass if not _not_of_pytest([test])]
    setup = [f"setup = {_toml(options.setup)}"] if options.setup else []
    lines = [
        *("[race]", f'base = "{base}"', 'task = "task.md"', *setup, ""),
        *("[race.acceptance]", 'tests = "test.patch"'),
        f"fail_to_pass = {_toml(row.fail_to_pass)}",
        f"pass_to_pass = {_toml(passing)}",
        *("", "[scoring.commands]", f"test = {_toml(options.test)}"),
    ]
    for agent, patch in patches.items():
        file = f"candidates/{agent}.patch"
        lines += ["", "[[race.candidates]]", f'agent = "{agent}"', f'patch = "{file}"']
        _write(folder / file, patch)
    _write(folder / "test.patch", row.test_patch)
    _write(folder / "task.md", row.problem_statement)
    _write(folder / FILE_NAME, "\n".join(lines))


def _clone(repos: Path, repo: str) -> Path:
    places = repos / repo.replace("/", "__"), repos / repo.partition("/")[2], repos
    for place in places:
        if (place / ".git").exists():
            return place
    raise SourceError(f"there is no clone of {repo}: {places[0]}, {places[1]}")


def _write(path: Path, text: str) -> None:
    """Write a text that ends with a newline, without which git rejects a patch."""
    path.parent.mkdir(parents=True, exist_ok=True)
    end = "" if text.endswith("\n") or not text else "\n"
    write_whole(path, f"{text}{end}".encode("utf-8", "replace"), flush=False)


def export_reports(options: Any, root: Path, say: Say) -> int:
    """Write the reports, and print their files and what was left out."""
    # The states of instances, by agent and instance.
    states: dict[str, dict[str, str]] = {}
    names = set[str]()
    for run in options.runs:
        try:
            name, results = _results(run, root)
        except (HydraError, ValueError) as error:
            say(f"left out: {one_line(str(error), 300)}\n")
            continue
        names.add(name)
        for agent, (state, result) in results.items():
            states.setdefault(agent, {})[name] = state
            file = options.output / "logs/run_evaluation" / _RUN_ID / agent / name / "report.json"
            _write(file, json.dumps({name: result}, indent=2))
    for agent, own in states.items():
        ids = {state: sorted(name for name in own if own[name] == state) for state in _STATES}
        ids["completed"] = sorted(ids["resolved"] + ids["unresolved"])
        ids |= {"submitted": sorted(own), "incomplete": sorted(names - own.keys())}
        report: dict[str, Any] = {"total_instances": len(names), "schema_version": 2}
        for key, members in ids.items():
            report |= {f"{key}_instances": len(members), f"{key}_ids": members}
        file = options.output / f"{agent}.{_RUN_ID}.json"
        _write(file, json.dumps(report, indent=2))
        say(f"{file}: {len(ids['resolved'])} of {len(own)} resolved\n")
    return int(not states)


def _results(run: str, root: Path) -> tuple[str, dict[str, tuple[str, dict[str, Any]]]]:
    """The name of a race, and the state and report of its instance by agent."""
    place, race = find_race(run, root)
    tests = project_settings(place).table("race").acceptance
    if tests is None or not tests.fail_to_pass:
        raise HydraError(f"{run}: its hydra.toml has no fail_to_pass, which the report needs")
    lists = {"FAIL_TO_PASS": tests.fail_to_pass, "PASS_TO_PASS": tests.pass_to_pass}
    results = {
        checked_name(entry["agent"]): instance_result(entry, lists) for entry in race["rankings"]
    }
    return place.absolute().name, results


def instance_result(entry: Any, lists: dict[str, list[str]]) -> tuple[str, dict[str, Any]]:
    """The state and the report of an instance. An unproven candidate is an error."""
    gates = {gate["name"]: gate["state"] for gate in entry["gates"]}
    checks = {check["name"]: check["details"]["inputs"] for check in entry["checks"]}
    missed = {str(test) for test in checks.get("acceptance", {}).get("missed", ())}
    required = {test for tests in lists.values() for test in tests}
    # Nothing is known about tests added to hydra.toml after the race.
    is_known = checks.get("acceptance", {}).get("wanted") == len(required)
    is_empty, state = gates.get("empty_diff") == "block", "resolved"
    deciding = gates.get("acceptance", "unproven"), gates.get("tampering", "pass")
    if is_empty:
        state = "empty_patch"
    elif is_known and ("block" in deciding or missed):
        state = "unresolved"
    elif not is_known or "unproven" in deciding or entry["status"] == "ungraded":
        state = "error"
    status = {
        key: {"success": sorted({*tests} - missed), "failure": sorted({*tests} & missed)}
        for key, tests in lists.items()
    }
    return state, {
        "patch_is_None": is_empty,
        "patch_exists": not is_empty,
        "patch_successfully_applied": "tree" in entry["details"] and not is_empty,
        "resolved": state == "resolved",
        "tests_status": status if is_known else {},
    }
