from __future__ import annotations

import json
from pathlib import Path

import pytest

from pytest_hydra.errors import InputError
from pytest_hydra.plugins.benchmarks.rubric import (
    Rubric,
    built_in,
    load_rubric,
    rubric_name,
    rubric_of,
)
from pytest_hydra.settings.file import load_settings

YAML = """\
categories:
  - name: Style
    weight: 0.35
    exhibits: [git-diff, spec?]
    criteria: [Is it clear?]
    min: 5.5
    guide:
      1-4: poor
      "5": middling
      6–10: good
  - name: Speed
    exhibits: [summary]
    criteria: [Is it fast?]
"""
OWN = """\
[[judging.categories]]
name = "code quality"
exhibits = ["git-diff"]
criteria = ["Is it short?"]

[[judging.categories]]
name = "Cost"
exhibits = ["summary"]
criteria = ["Was it cheap?"]
"""


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def of_project(folder: Path, text: str) -> Rubric:
    """The categories of a folder without a spec of its own, in a project with this hydra.toml."""
    settings = load_settings(write(folder, "hydra.toml", text), "hydra.toml")
    return rubric_of(settings, rubric_name(settings, folder))


def names(rubric: Rubric) -> list[str]:
    return [category.name for category in rubric]


@pytest.mark.parametrize(
    ("name", "categories"),
    [
        (
            "default",
            {
                "Task completion": (50, ["spec", "git-diff?", "event-log"]),
                "Quality": (30, ["git-diff", "spec?"]),
                "Process": (20, ["event-log", "spec?"]),
            },
        ),
        (
            "nerv",
            {
                "Planning": (15, ["event-log", "spec"]),
                "Code Quality": (50, ["git-diff", "spec?"]),
                "NERV Ops": (35, ["event-log", "prd?"]),
            },
        ),
    ],
)
def test_the_built_in_rubrics(name: str, categories: dict[str, tuple[float, list[str]]]) -> None:
    rubric = built_in(name)
    assert {entry.name: (entry.weight, entry.exhibits) for entry in rubric} == categories
    for category in rubric:
        bands = [(low, high) for low, high, _ in category.bands]
        assert bands == [(9, 10), (7, 8), (5, 6), (3, 4), (1, 2)]
        assert len(category.criteria) >= 4


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    rubric = load_rubric(write(tmp_path, "r.yaml", YAML), "rubrics/r.yaml")
    style, speed = rubric
    assert (style.weight, style.min) == (0.35, 5.5)
    assert style.exhibits == ["git-diff", "spec?"]
    assert style.bands == [(6, 10, "good"), (5, 5, "middling"), (1, 4, "poor")]
    assert (speed.weight, speed.min, speed.guide) == (1, None, {})


def test_it_is_the_same_in_each_format(tmp_path: Path) -> None:
    first = load_rubric(write(tmp_path, "r.yaml", YAML), "r")
    plain = [category.model_dump() for category in first]
    again = load_rubric(write(tmp_path, "r.json", json.dumps({"categories": plain})), "r")
    assert again == first


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("weight: 0.35", "wieght: 0.35", "r.yaml:3: categories[0].wieght: unknown key 'wieght'; "
         "did you mean 'weight'? valid: name, weight, exhibits, criteria, guide, min, optional"),
        ("[summary]", "[sumary]", "r.yaml:12: categories[1].exhibits[0]: unknown exhibit 'sumary'; "
         "did you mean 'summary'? valid: event-log, spec, git-diff, prd, summary, config, "
         "git-log, tasks, cycles"),
        ('"5": middling', "5-6: middling", "r.yaml:7: categories[0].guide: two bands contain 6; "
        "each score from 1 to 10 must be in one band"),
        (YAML, "categories: []\n", "r.yaml:1: categories: must not be empty"),
        (YAML, "{}\n", "r.yaml:1: the key 'categories' is missing"),
    ],
)  # fmt: skip
def test_mistakes_are_said_with_their_place(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    with pytest.raises(InputError) as caught:
        load_rubric(write(tmp_path, "r.yaml", YAML.replace(old, new)), "r.yaml")
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "has_spec", "name"),
    [
        ("", True, "nerv"),
        ("", False, "default"),
        ("judging.log.event = 'action'", True, "default"),
        ("judging.rubric = 'nerv'", False, "nerv"),
        ("judging.rubric = 'default'", True, "default"),
    ],
)
def test_the_folder_decides_unless_hydra_toml_does(
    tmp_path: Path, text: str, has_spec: bool, name: str
) -> None:
    if has_spec:
        write(tmp_path, "spec.md", "A list of things to do.")
    settings = load_settings(write(tmp_path, "hydra.toml", text), "hydra.toml")
    assert rubric_name(settings, tmp_path) == name
    assert rubric_of(settings, name) == built_in(name)


def test_categories_of_hydra_toml_take_the_place_of_a_rubric(tmp_path: Path) -> None:
    rubric = of_project(tmp_path, OWN)
    assert names(rubric) == ["code quality", "Cost"]


def test_with_a_rubric_they_are_added_to_it(tmp_path: Path) -> None:
    rubric = of_project(tmp_path, f"judging.rubric = 'nerv'\n{OWN}")
    assert names(rubric) == ["Planning", "code quality", "NERV Ops", "Cost"]
    assert rubric[1].criteria == ["Is it short?"]


def test_the_rubric_is_found_beside_hydra_toml(tmp_path: Path) -> None:
    (tmp_path / "rubrics").mkdir()
    write(tmp_path / "rubrics", "mine.yaml", YAML)
    rubric = of_project(tmp_path, "[judging]\nrubric = 'rubrics/mine.yaml'")
    assert names(rubric) == ["Style", "Speed"]
    with pytest.raises(InputError, match=r"^rubrics/none\.toml: there is no such file$"):
        of_project(tmp_path, "[judging]\nrubric = 'rubrics/none.toml'")
