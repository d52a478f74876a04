"""What people merged: recorded, and held against the weights."""

from __future__ import annotations

import json
import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.__main__ import main
from pytest_hydra.core.statistics import paired_interval
from pytest_hydra.plugins.series.fitted_weights import Fit, describe, fit
from pytest_hydra.report.report_json import to_json
from tests import results
from tests.plugins.series.test_series import write
from tests.report.test_merge import candidate, race, report

PRESENT = {"build": 30.0, "tests": 30.0, "lint": 15.0, "diff_scope": 15.0, "speed": 10.0}
Scores = dict[str, float | None]


def checks_of(breakdown: Scores) -> list[dict[str, Any]]:
    (known,) = results.candidate("a")["checks"]
    ungraded = {"score": None, "outcome": "ungraded"}
    return [
        {**known, "name": name, **(ungraded if score is None else {"score": score})}
        for name, score in breakdown.items()
    ]


def choice(agent: str, **scores: Scores) -> dict[str, Any]:
    entries = [
        {"agent": name, "status": "passed", "breakdown": {**dict.fromkeys(PRESENT), **each}}
        for name, each in scores.items()
    ]
    return {"run_id": agent, "digest": "", "agent": agent, "candidates": entries}


def choices(number: int, true: dict[str, float], seed: int = 3) -> list[dict[str, Any]]:
    """What people choose who weigh like this; there is no build."""
    rng = random.Random(seed)  # noqa: S311
    found = []
    for _ in range(number):
        field: dict[str, Scores] = {
            name: {key: rng.choice((40, 60, 80, 100)) for key in PRESENT if key != "build"}
            for name in ("codex", "claude", "gemini")
        }
        best = max(
            field, key=lambda name: sum(true[key] * (field[name].get(key) or 0) for key in true)
        )
        found.append(choice(best, **field))
    return found


def words(found: Fit) -> str:
    return "\n".join(describe(found, []))


def test_weights_that_people_have_are_found_and_agree_more_often() -> None:
    found = fit(choices(60, {"tests": 10, "lint": 60, "diff_scope": 20}), PRESENT)
    assert found.fitted is not None
    assert found.decided == 60
    assert found.agreed_fitted > 50
    assert found.agreed < 40
    assert found.difference[0] > 0.1
    assert found.fitted["lint"] > found.fitted["diff_scope"] > found.fitted["speed"]
    # Nobody was built: what weighs it stays as it is, and so does the sum.
    assert found.fitted["build"] == 30
    assert sum(found.fitted.values()) == pytest.approx(100)
    # docs/series.md shows it.
    decided = Path(__file__).with_name("fitted_weights.txt").read_text("utf-8")
    assert words(found) + "\n" == decided
    block = tomllib.loads(words(found).partition("\n\n")[2])["scoring"]["weights"]
    assert block == {name: round(weight, 1) for name, weight in found.fitted.items()}


def test_one_by_one_is_left_out_and_nothing_learns_from_itself() -> None:
    rng = random.Random(1)  # noqa: S311
    noise = [{**each, "agent": rng.choice(["codex", "claude", "gemini"])}
             for each in choices(40, {"tests": 1})]  # fmt: skip
    found = fit(noise, PRESENT)
    assert found.agreed_fitted <= 22
    low, high = found.difference
    assert low < 0 < high
    assert "do not show whether the fitted weights are better" in words(found)


def test_left_out_one_by_one_is_what_it_says() -> None:
    every = choices(25, {"tests": 2, "speed": 3}, 5)
    found = fit(every, PRESENT)
    again = []
    for place, left_out in enumerate(every):
        alone = fit([*every[:place], *every[place + 1 :]], PRESENT).fitted
        assert alone is not None
        again.append(fit([left_out], alone).agreed)
    before = [fit([each], PRESENT).agreed for each in every]
    pairs = list(zip(again, before, strict=True))
    assert found.agreed_fitted == sum(again)
    assert found.difference == paired_interval(25, pairs.count((1, 0)), pairs.count((0, 1)))


@pytest.mark.parametrize(
    ("every", "reason"),
    [
        (choices(3, {"lint": 1}), "fewer than 20 choices that weights decide"),
        (choices(40, PRESENT), "the present weights agree with all of them"),
        ([choice("b", a={"cost": 90.0, "tests": 1.0}, b={"cost": 95.0, "tests": 1.0})] * 20,
         "no candidates differ in a dimension that has a weight"),
    ],
)  # fmt: skip
def test_where_choices_tell_nothing_it_says_so(every: list[dict[str, Any]], reason: str) -> None:
    found = fit(every, {**PRESENT, "cost": 0.0})
    assert found.fitted is None
    assert f"nothing is fitted: {reason}" in words(found)
    assert "[scoring.weights]" not in words(found)


def test_only_what_weights_decide_counts() -> None:
    alone = choice("codex", codex={"tests": 90.0})
    past = choice("claude", codex={"tests": 90.0}, gemini={"tests": 80.0}, claude={"tests": 95.0})
    past["candidates"][2]["status"] = "failed"
    bare = choice("claude", codex={"tests": 90.0}, claude={})
    found = fit([alone, past, bare, choice("b", a={"tests": 1.0}, b={"tests": 2.0})], PRESENT)
    assert (found.choices, found.decided, found.agreed) == (4, 1, 1)


def test_what_has_no_score_counts_neither_for_nor_against() -> None:
    unpaced = choice("a", a={"tests": 90.0}, b={"tests": 80.0, "speed": 100.0})
    paced = choice("a", a={"tests": 90.0, "speed": 90.0}, b={"tests": 80.0, "speed": 100.0})
    assert fit([unpaced], PRESENT).agreed == fit([paced], PRESENT).agreed == 1


def test_dimensions_of_ones_own_are_told_apart_in_the_block() -> None:
    found = Fit(choices=30, decided=30, present={"tests": 30.0, "bench": 10.0}, agreed=3,
                fitted={"tests": 25.0, "bench": 15.0}, agreed_fitted=9)  # fmt: skip
    assert list(describe(found, ["bench"]))[-2:] == [
        "tests = 25.0         # 30 now",
        "# of [[scoring.dimensions]]: bench = 15.0 # 10 now",
    ]


# --- the commands -------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hydra.toml").write_text("[scoring.weights]\nlint = 20\n")
    return tmp_path


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    return said


def test_what_was_merged_is_kept_in_whole_lines(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in (1, 2):
        write(folder / f"r{number}.json", "+codex", "-claude", run=f"r{number}")
        assert main(["merged", f"r{number}.json", "claude"]) == 0
    assert (
        "recorded in .hydra/merged.jsonl as choice 2: claude was merged" in capsys.readouterr().out
    )
    lines = (folder / ".hydra" / "merged.jsonl").read_text().splitlines()
    assert [json.loads(line)["run_id"] for line in lines] == ["r1", "r2"]
    assert json.loads(lines[0])["candidates"][1] == {
        "agent": "claude",
        "status": "failed",
        "breakdown": {"tests": 100},
    }
    assert (folder / ".hydra" / ".gitignore").exists()


def test_what_nobody_can_have_merged_is_refused_in_a_line(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(folder / "r.json", "+codex", "-claude")
    (folder / "none.json").write_text(to_json(report(race=None)))
    (folder / "empty.json").write_text(to_json(report(race=race())))
    said = refused(capsys, "merged", "r.json", "codx")
    assert "no candidate is named 'codx'; did you mean 'codex'? valid: claude, codex" in said
    assert "it has no race" in refused(capsys, "merged", "none.json", "codex")
    assert "it has no race" in refused(capsys, "merged", "empty.json", "codex")
    assert "there is no run 'r'" in refused(capsys, "merged", "r", "codex")
    assert main(["merged", "r.json", "codex"]) == 0
    said = refused(capsys, "merged", "r.json", "claude")
    assert "it is already recorded that codex was merged; delete its line from" in said


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "add one: python"),
        ('{"run_id": "r"', "merged.jsonl:1: is not valid JSON"),
        ('{"run_id": "r"}', "choice 1: not a valid report: digest: Field required"),
        ('{"run_id": "r", "digest": "", "agent": "a", "candidates": [{"agent": "a", '
         '"status": "fine", "breakdown": {}}]}', "candidates.0.status"),
    ],
)  # fmt: skip
def test_a_file_of_choices_that_is_none_is_refused_in_a_line(
    folder: Path, capsys: pytest.CaptureFixture[str], text: str, message: str
) -> None:
    (folder / ".hydra").mkdir()
    (folder / ".hydra" / "merged.jsonl").write_text(text)
    assert message in refused(capsys, "weights")


def test_the_command_holds_them_against_the_weights_of_hydra_toml(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "has no choices; add one" in refused(capsys, "weights")
    for number, each in enumerate(choices(25, {"tests": 10, "lint": 60, "diff_scope": 20})):
        entries = [
            candidate(entry["agent"], rank=rank, checks=checks_of(entry["breakdown"]))
            for rank, entry in enumerate(each["candidates"], 1)
        ]
        text = to_json(report(*entries, run=f"r{number}", race=race()))
        (folder / "r.json").write_text(text)
        assert main(["merged", "r.json", each["agent"]]) == 0
    capsys.readouterr()
    assert main(["weights", "-o", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["present"]["lint"] == 20
    assert found["decided"] == 25
    assert main(["weights"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("25 choices, 25 decided by weights\npresent weights: agree with people ")
    assert "# 20 now" in said
