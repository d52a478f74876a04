"""``import swebench``: races of SWE-bench's instances, whose candidates are predictions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field

from pytest_hydra.candidates.source.git import SourceError, make_store, repository_of
from pytest_hydra.candidates.source.pins import resolve
from pytest_hydra.core.plain import read_json
from pytest_hydra.core.text import counted, one_line, toml_text
from pytest_hydra.documents import read_lines, show
from pytest_hydra.documents.validation import StrictModel, checked_name, validate
from pytest_hydra.errors import HydraError, InputError
from pytest_hydra.record.files import write_whole
from pytest_hydra.settings.file import FILE_NAME
from pytest_hydra.settings.types import Text

Say = Callable[[str], object]
Row = TypeVar("Row", "Instance", "Prediction")

_GOLD = "gold"
# What is longer makes no name of a file.
_LONGEST = 120
# What was cut off at a blank in a parameter is none.
_PYTEST_ID = re.compile(r"[^\s:][^:]*\.py(?:::[^\s:\[]+)+(?:\[.*\])?")
_OWNER_AND_NAME = r"^[A-Za-z0-9_][A-Za-z0-9_.-]*/[A-Za-z0-9_][A-Za-z0-9_.-]*$"


def _list_of(value: Any) -> Any:
    """A list, which may be the JSON of one."""
    try:
        return read_json(value) if isinstance(value, str) else value
    except (ValueError, RecursionError):
        raise ValueError(f"must be a list, or the JSON of one, not {show(value)}") from None


def _not_of_pytest(tests: list[str]) -> list[str]:
    return [test for test in tests if not (test.isprintable() and _PYTEST_ID.fullmatch(test))]


def _agent_of(model: str) -> str:
    """What a model is called in a race. Raises ValueError where nothing is left of its name."""
    return checked_name(re.sub(r"[^A-Za-z0-9._-]+", "-", model.replace("/", "__")).lstrip("._-"))


_Ids = Annotated[list[str], BeforeValidator(_list_of)]


class _Row(StrictModel):
    """A line of a file of SWE-bench's; what else it holds is of no use here."""

    model_config = ConfigDict(extra="ignore")
    instance_id: Annotated[str, Field(max_length=_LONGEST), AfterValidator(checked_name)]


class Instance(_Row):
    """A task: a commit, the tests that say whether it is done, and the change that did it."""

    repo: Annotated[str, Field(pattern=_OWNER_AND_NAME)]
    base_commit: Text
    test_patch: Text
    fail_to_pass: Annotated[_Ids, Field(min_length=1)] = Field(alias="FAIL_TO_PASS")
    pass_to_pass: _Ids = Field(alias="PASS_TO_PASS")
    problem_statement: str = ""
    patch: str = ""


class Prediction(_Row):
    """What a model made of an instance."""

    agent: Annotated[str, Field(max_length=_LONGEST), AfterValidator(_agent_of)] = Field(
        alias="model_name_or_path"
    )
    model_patch: str | None


def add_swebench(formats: Any) -> None:
    """Add it to what can be imported."""
    swebench = formats.add_parser(
        "swebench",
        help="races of SWE-bench's instances and predictions",
        description="Make a race of each instance of SWE-bench that has predictions, and a "
        "hydra.toml by which `series` runs them. What cannot be raced is left out, and named.",
        epilog="example: python -m pytest_hydra import swebench verified.jsonl --predictions "
        "preds.jsonl --repos clones -o races",
    )
    add = swebench.add_argument
    add("instances", metavar="INSTANCES", type=Path, help="JSON lines")
    add("--predictions", metavar="FILE", type=Path, help="JSON lines")
    add("--gold", action="store_true", help="race the instances' own patches too")
    clones = "where clones are: DIR/OWNER__NAME, DIR/NAME, or DIR where it is one"
    add("--repos", metavar="DIR", type=Path, required=True, help=clones)
    add("--test", metavar="COMMAND", default="python -m pytest -q", help="default: %(default)s")
    add("--setup", metavar="COMMAND", help="[race] setup of each race")
    add("-o", "--output", metavar="DIR", type=Path, default=Path(), help="where folders go")
    swebench.set_defaults(act=_import)


def _import(options: Any, _: Path, say: Say) -> int:
    """Write the races, and print which there are and what was left out."""
    if not (options.gold or options.predictions):
        raise HydraError("nothing is to be raced: name --predictions, or --gold, or both")
    output, notes, made = options.output, list[str](), 0
    instances = list(_rows(Instance, options.instances, notes, {}))
    raced = {each.instance_id: {_GOLD: each.patch} if options.gold else {} for each in instances}
    if options.predictions:
        for each in _rows(Prediction, options.predictions, notes, raced):
            raced[each.instance_id][each.agent] = each.model_patch or ""
    for path in (output / FILE_NAME, *(output / name for name in raced)):
        if path.exists():
            raise HydraError(f"{path} is there already: name another folder with -o")
    for instance in instances:
        name = instance.instance_id
        try:
            _write_race(output / name, instance, raced[name], options)
        except SourceError as error:
            notes.append(f"left out: {name}: {error}")
            continue
        if lost := _not_of_pytest(instance.pass_to_pass):
            few = f"{len(lost)} of {len(instance.pass_to_pass)} ids of PASS_TO_PASS"
            notes.append(f"{name}: not carried over: {few}: {show(lost[0])} is no id of pytest")
        say(f"{output / name}: {counted(len(raced[name]), 'candidate')}\n")
        made += 1
    if made:
        _write(output / FILE_NAME, f'[series]\nraces = ["*/{FILE_NAME}"]')
    say("".join(f"{note}\n" for note in notes))
    return int(not made)


def _rows(
    model: type[Row], file: Path, notes: list[str], raced: dict[str, dict[str, str]]
) -> Iterator[Row]:
    """The rows of a file, each once; ``notes`` are given those that are left out.

    A prediction is for one that is ``raced``, and by an agent that is not yet.
    """
    seen = {(name, agent) for name, agents in raced.items() for agent in agents}
    for document in read_lines(file, one_line(str(file), 200)):
        try:
            row = validate(model, document)
        except InputError as error:
            notes += [f"left out: {one_line(str(each), 400)}" for each in error.problems]
            continue
        name, agent = row.instance_id, row.agent if isinstance(row, Prediction) else ""
        if (name, agent) in seen:
            reason = f"{name} stands here twice"
        elif agent and name not in raced:
            reason = f"no instance is called {show(name)}"
        else:
            seen.add((name, agent))
            yield row
            continue
        notes.append(f"left out: {document.problem(f'{reason}, by {agent}' if agent else reason)}")


def _write_race(folder: Path, row: Instance, patches: dict[str, str], options: Any) -> None:
    """The folder of a race. Raises SourceError where there is nothing to race, or no base."""
    if not patches:
        raise SourceError("no prediction is for it")
    if lost := _not_of_pytest(row.fail_to_pass):
        raise SourceError(
            f"{show(lost[0])} in FAIL_TO_PASS is no id of pytest, such as tests/test_x.py::test_y"
        )
    repository = repository_of("git", _clone(options.repos, row.repo), folder / ".git")
    base = resolve(repository, row.base_commit)
    folder.mkdir(parents=True)
    # Nothing is checked out or copied: a race reads objects, and these are the clone's.
    make_store(repository, bare=False)
    setup = [f"setup = {toml_text(options.setup)}"] if options.setup else []
    lines = ["[race]", f'base = "{base}"', 'task = "task.md"', *setup]
    lines += ["", "[race.acceptance]", 'tests = "test.patch"']
    passing = [test for test in row.pass_to_pass if not _not_of_pytest([test])]
    for key, tests in (("fail", row.fail_to_pass), ("pass", passing)):
        lines += [f"{key}_to_pass = [", *(f"    {toml_text(test)}," for test in tests), "]"]
    for agent, patch in patches.items():
        file = f"candidates/{agent}.patch"
        lines += ["", "[[race.candidates]]", f'agent = "{agent}"', f'patch = "{file}"']
        _write(folder / file, patch)
    lines += ["", "[scoring.commands]", f"test = {toml_text(options.test)}"]
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
    """Write it, with the end of its last line: without that git applies no patch."""
    path.parent.mkdir(parents=True, exist_ok=True)
    end = "" if text.endswith("\n") or not text else "\n"
    write_whole(path, f"{text}{end}".encode("utf-8", "replace"), flush=False)
