"""``evals/evals.json`` of a skill, as skill-creator and agentskills.io write it.

Each evaluation becomes a scenario for coding agents, held with and without the skill. A judge
decides its assertions, or else its expected output.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pytest_hydra.documents import Document, KeyPath
from pytest_hydra.errors import InputError, Problem
from pytest_hydra.scenarios.format import literal

WITHOUT, WITH = "without_skill", "with_skill"
# Between an assertion and what is expected as a whole, which the judge reads too.
WHOLE = " (what is expected as a whole: "
#: Whether files below a folder on the command line are read too.
below_named = False
_FOLDER, _SKILL = "evals", "SKILL.md"
# The skills of a repository with several ones, or with a plugin, which has its evaluations at the
# top.
_SKILLS = "skills"
Copies = Mapping[str, Path]


def belongs(path: Path) -> bool:
    """Whether a file is ``evals/evals.json`` beside a ``SKILL.md`` or the folder ``skills``."""
    is_placed = path.name == "evals.json" and path.parent.name == _FOLDER
    top = path.parents[1]
    return is_placed and ((top / _SKILL).is_file() or (top / _SKILLS).is_dir())


def as_scenarios(document: Document, path: Path) -> tuple[Document, dict[str, Copies]]:
    """The file as a scenario file, and the files of each scenario's workspace by their names.

    Raises InputError.
    """
    data, top = document.data, path.parents[1]
    entries = data.get("evals") if isinstance(data, dict) else None
    if not isinstance(entries, list) or not entries:
        message = "should have a list of evaluations under `evals`"
        raise InputError([document.problem(message)])
    problems: list[Problem] = []
    scenarios: dict[str, dict[str, Any]] = {}
    copies: dict[str, Copies] = {}
    name = _text(data.get("skill_name"))
    where = ".." if (top / _SKILL).is_file() else f"../{_SKILLS}/{name}"
    folder = (path.parent / where).resolve()
    if not (folder / _SKILL).is_file() or not folder.is_relative_to(top.resolve()):
        message = f"there is no {_SKILL} beside {_FOLDER}/, nor {_SKILLS}/{name}/{_SKILL}"
        raise InputError([document.problem(message)])
    skills = [*dict.fromkeys(filter(None, (folder.name, name)))]
    for index, entry in enumerate(entries):
        at: KeyPath = ("evals", index)
        if not isinstance(entry, dict) or not _text(entry.get("prompt")):
            problems.append(document.problem("needs a `prompt`", at))
            continue
        id_ = f"eval-{entry.get('id', index + 1)}"
        id_ = id_ if id_ not in scenarios else f"{id_}-{index + 1}"
        found, missing = _files(entry.get("files"), top)
        scenarios[id_] = _scenario(id_, entry, skills, missing)
        copies[id_] = found
    if problems:
        raise InputError(problems)
    treatments = {WITHOUT: {}, WITH: {"skills": [where]}}
    whole = {"workspace": {}, "treatments": treatments, "scenarios": [*scenarios.values()]}

    def line(at: KeyPath) -> int:
        return document.line(("evals", *at[1:2]) if at[:1] == ("scenarios",) else ())

    return Document(document.file, whole, line, json.dumps(whole, ensure_ascii=False)), copies


def _scenario(
    name: str, entry: Mapping[str, Any], skills: list[str], missing: list[str]
) -> dict[str, Any]:
    expected = _text(entry.get("expected_output"))
    listed = entry.get("expectations") or entry.get("assertions") or []
    texts = [
        _text(each.get("text") if isinstance(each, dict) else each)
        for each in (listed if isinstance(listed, list) else ())
    ]
    criteria = [*dict.fromkeys(filter(None, texts))]
    if criteria and expected:
        criteria = [f"{text}{WHOLE}{expected})" for text in criteria]
    criteria = [*map(literal, criteria or [expected or "It does what the user asks for."])]
    scenario: dict[str, Any] = {
        "id": name,
        "steps": [{"user": literal(entry["prompt"])}],
        "expect": {"judge": criteria, "expectedSkill": skills},
    }
    title = _text(entry.get("name"))
    if missing:
        scenario["skip"] = f"there is no file {', '.join(missing)}"
    return scenario | ({"name": title} if title else {})


def _files(value: object, top: Path) -> tuple[Copies, list[str]]:
    """The files to copy, by their base names, and those that do not exist."""
    found: dict[str, Path] = {}
    missing = []
    for entry in value if isinstance(value, list) else ():
        if not _text(entry) or Path(entry).name == _SKILL:
            continue  # the skill itself is what the baseline lacks
        places = [top / entry, top / _FOLDER / entry]
        path = next((place for place in places if place.is_file()), None)
        if path is None or not path.resolve().is_relative_to(top.resolve()):
            missing.append(str(entry))
        else:
            found[path.name] = path
    return found, missing


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""
