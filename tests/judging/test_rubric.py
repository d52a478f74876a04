from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from pytest_hydra.errors import InputError
from pytest_hydra.judging.grade.rubric import (
    Band,
    ExhibitSpec,
    Rubric,
    default_rubric,
    load_rubric,
    rubric_of,
)
from pytest_hydra.settings.file import Settings, load_settings

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
    return rubric_of(load_settings(write(folder, "hydra.toml", text), "hydra.toml"))


def names(rubric: Rubric) -> list[str]:
    return [category.name for category in rubric]


def test_the_default_rubric() -> None:
    rubric = default_rubric()
    assert {entry.name: entry.weight for entry in rubric} == {
        "Planning": 15,
        "Code Quality": 50,
        "NERV Ops": 35,
    }
    assert [entry.exhibits for entry in rubric] == [
        (ExhibitSpec("event-log"), ExhibitSpec("spec")),
        (ExhibitSpec("git-diff"), ExhibitSpec("spec", optional=True)),
        (ExhibitSpec("event-log"), ExhibitSpec("prd", optional=True)),
    ]
    for category in rubric:
        bands = [(band.low, band.high) for band in category.guide]
        assert bands == [(9, 10), (7, 8), (5, 6), (3, 4), (1, 2)]
        assert len(category.criteria) >= 4


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    rubric = load_rubric(write(tmp_path, "r.yaml", YAML), "rubrics/r.yaml")
    style, speed = rubric
    # As it was written: 35/100, not the nearest binary fraction.
    assert (style.weight, style.min) == (Fraction(35, 100), Fraction(11, 2))
    assert style.exhibits == (ExhibitSpec("git-diff"), ExhibitSpec("spec", optional=True))
    assert style.guide == (Band(6, 10, "good"), Band(5, 5, "middling"), Band(1, 4, "poor"))
    assert (speed.weight, speed.min, speed.guide) == (1, None, ())


def test_it_is_the_same_in_each_format(tmp_path: Path) -> None:
    first = load_rubric(write(tmp_path, "r.yaml", YAML), "r")
    plain = [
        {
            "name": entry.name,
            "weight": float(entry.weight),
            "exhibits": [wanted.name + "?" * wanted.optional for wanted in entry.exhibits],
            "criteria": entry.criteria,
            "guide": {f"{band.low}-{band.high}": band.text for band in entry.guide},
        }
        for entry in first
    ]
    again = load_rubric(write(tmp_path, "r.json", json.dumps({"categories": plain})), "r")
    assert [entry.guide for entry in again] == [entry.guide for entry in first]
    assert [entry.weight for entry in again] == [Fraction(35, 100), 1]


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


def test_without_words_of_its_own_a_project_has_the_default(tmp_path: Path) -> None:
    assert rubric_of(Settings(root=tmp_path)) is default_rubric()
    assert of_project(tmp_path, "[judging]\nrubric = 'default'") is default_rubric()


def test_categories_of_hydra_toml_take_the_place_of_the_default(tmp_path: Path) -> None:
    rubric = of_project(tmp_path, OWN)
    assert names(rubric) == ["code quality", "Cost"]


def test_with_a_rubric_they_are_added_to_it(tmp_path: Path) -> None:
    rubric = of_project(tmp_path, f"judging.rubric = 'default'\n{OWN}")
    assert names(rubric) == ["Planning", "code quality", "NERV Ops", "Cost"]
    assert rubric[1].criteria == ("Is it short?",)


def test_the_rubric_is_found_beside_hydra_toml(tmp_path: Path) -> None:
    (tmp_path / "rubrics").mkdir()
    write(tmp_path / "rubrics", "mine.yaml", YAML)
    rubric = of_project(tmp_path, "[judging]\nrubric = 'rubrics/mine.yaml'")
    assert names(rubric) == ["Style", "Speed"]
    with pytest.raises(InputError, match=r"^rubrics/none\.toml: there is no such file$"):
        of_project(tmp_path, "[judging]\nrubric = 'rubrics/none.toml'")
