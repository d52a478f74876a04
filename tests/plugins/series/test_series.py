"""Many races added up: shares, pairs, costs, repeats, and how they are shown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from pytest_hydra.__main__ import main
from pytest_hydra.core.statistics import clustered_interval, paired_interval, wilson_interval
from pytest_hydra.plugins.series import standings
from pytest_hydra.plugins.series.series_tables import as_json, as_markdown, as_text, series_schema
from pytest_hydra.plugins.series.standings import Series, Standing
from pytest_hydra.report.report_json import to_json
from tests.report.test_merge import candidate, race, report

STATUSES = {"+": "passed", "-": "failed", "?": "ungraded"}


Attempts = list[tuple[str, dict[str, Any]]]


def ranked(agent: str, status: str, **fields: Any) -> dict[str, Any]:
    """A candidate in the ranking of a race; a cost of None is unknown."""
    made = candidate(agent, status, **fields)
    made["usage"] = {key: value for key, value in made["usage"].items() if value is not None}
    return {"agent": agent, "mergeable": status == "passed", **made}


def attempts(agent: str, marks: str, run: str = "1", **fields: Any) -> Attempts:
    """One attempt at each task: merged (+), not (-), unproven (?), or none (a blank)."""
    given = {"rank": 2, "cost_usd": 0.5, "seconds": 60.0, **fields}
    return [
        (f"t{number} {run}", ranked(agent, STATUSES[mark], **given))
        for number, mark in enumerate(marks)
        if mark != " "
    ]


def series_of(every: Attempts) -> Series:
    """The series of the races in which these took part."""
    races: dict[str, list[dict[str, Any]]] = {}
    for race_of, entry in every:
        races.setdefault(race_of, []).append(entry)
    return standings.series_of([(name.split()[0], found) for name, found in races.items()])


def share(found: Standing) -> tuple[int, float | None, object]:
    return found.counted, found.share, found.interval


def strict(found: Series) -> Series:
    """The other reading."""
    assert found.strict is not None
    return found.strict


def test_shares_leave_out_what_is_unproven_and_say_the_other_reading() -> None:
    found = series_of(attempts("codex", "+++++++?--"))
    (codex,) = found.standings
    assert share(codex) == (9, 7 / 9, wilson_interval(9, 7))
    assert share(strict(found).standings[0]) == (10, 0.7, wilson_interval(10, 7))
    assert (codex.tasks, codex.unproven, codex.cost_per_merged) == (10, 1, 5 / 7)
    text = as_text(found)
    assert "codex: 1 of 10 attempts unproven, and left out; counted as not merged: 70.0" in text


def test_nothing_proven_is_no_share_of_nought() -> None:
    found = series_of([*attempts("codex", "???"), *attempts("idle", "---")])
    idle, codex = found.standings
    assert (codex.agent, share(codex)) == ("codex", (0, None, None))
    assert idle.share == 0
    assert [each.share for each in strict(found).standings] == [0, 0]
    assert idle.cost_per_merged is None
    assert (len(found.pairs), len(strict(found).pairs)) == (0, 1)
    assert " codex     3        -  " in as_text(found)


def test_agents_are_held_against_each_other_on_the_tasks_that_both_had() -> None:
    found = series_of([*attempts("codex", "++++++++-+ "), *attempts("claude", "+----?---++")])
    (pair,) = found.pairs
    assert pair.agents == ("codex", "claude")
    assert (pair.tasks, strict(found).pairs[0].tasks) == (9, 10)
    assert pair.interval == paired_interval(9, 6, 0)
    assert pair.more == 0
    assert "told apart" in as_text(found)


def test_repeats_of_tasks_are_compared_by_task() -> None:
    runs = [
        ("codex", "+++++++-"),
        ("codex", "+++++-+-"),
        ("claude", "--++-+--"),
        ("claude", "-+---+--"),
    ]
    rows = [
        entry
        for number, (agent, marks) in enumerate(runs)
        for entry in attempts(agent, marks, run=str(number % 2))
    ]
    (pair,) = series_of(rows).pairs
    rates = [(2, 0), (2, 1), (2, 1), (2, 1), (2, 0), (1, 2), (2, 0), (0, 0)]
    low, high = clustered_interval([(one - two) / 2 for one, two in rates])
    # Of seven tasks that differ the exact test is not sure, so the interval is not either.
    assert low > 0
    assert pair.interval == (0, high)


def test_what_is_unproven_may_decide_and_then_it_is_said() -> None:
    plain = series_of([*attempts("codex", "+" * 12), *attempts("claude", "-" * 8 + "?" * 4)])
    assert "depends on" not in as_text(plain)
    found = series_of([*attempts("codex", "+" * 6), *attempts("claude", "---???")])
    assert (found.pairs[0].more, strict(found).pairs[0].more) == (3, 0)
    assert "codex, claude: the difference depends on unproven attempts" in as_text(found)


def test_how_many_tasks_more_it_would_take() -> None:
    found = series_of([*attempts("a", "++++--++"), *attempts("b", "+++-+-+-")])
    assert found.pairs[0].more == 180
    same = series_of([*attempts("a", "+-"), *attempts("b", "+-")])
    assert same.pairs[0].more is None


def test_repeats_weigh_no_more_than_their_task() -> None:
    runs = ("+++-", "+--", "+")
    every = [each for n, marks in enumerate(runs) for each in attempts("codex", marks, str(n))]
    (codex,) = series_of(every).standings
    assert share(codex) == (4, (1 + 0.5 + 0.5 + 0) / 4, wilson_interval(4, 2.0))
    assert codex.pass_hat == {1: 0.5, 2: 1 / 3, 3: 1.0}
    assert " all merged of 1 of 2  of 3" in as_text(series_of(every))


def test_who_merges_as_much_for_less_is_on_the_front() -> None:
    found = series_of(
        [
            *attempts("best", "++++", cost_usd=2.0),
            *attempts("dear", "+++-", cost_usd=3.0),
            *attempts("cheap", "++--", cost_usd=0.1),
            *attempts("silent", "++++", cost_usd=None),
        ]
    )
    assert {each.agent for each in found.standings if each.front} == {"best", "cheap"}
    assert "cost: unknown for some attempts of silent" in as_text(found)


def test_the_order_of_races_changes_nothing() -> None:
    every = [*attempts("b", "+-?+"), *attempts("a", "++-+"), *attempts("c", "++-+")]
    assert as_json(series_of(every)) == as_json(series_of(every[::-1]))


def long_series() -> Series:
    names = [f"an-agent-with-a-very-long-name-{number}" for number in range(3)]
    marks = ["+-?" * 400, "++-" * 400, "--+" * 400]
    every = [
        attempt
        for name, mark in zip(names, marks, strict=True)
        for run in range(9)
        for attempt in attempts(name, mark, str(run), cost_usd=123.0, seconds=90_000.0)
    ]
    return series_of(every)


def test_it_fits_eighty_columns_whatever_the_names() -> None:
    assert max(map(len, as_text(long_series()).splitlines())) <= 80


def test_the_same_stands_in_markdown_and_in_json() -> None:
    found = series_of([*attempts("co|dex", "+++-"), *attempts("claude", "+?--")])
    lines = as_markdown(found).splitlines()
    assert lines[0] == "## pytest-hydra: 4 tasks, 4 races"
    assert lines[4].startswith("| co&#124;dex | 4 | 75.0 |")
    plain = json.loads(json.dumps(as_json(found)))
    assert plain["standings"][0]["share"] == 0.75
    assert (plain["pairs"][0]["tasks"], plain["strict"]["pairs"][0]["tasks"]) == (3, 4)


# --- the command --------------------------------------------------------------------------------


def write(path: Path, *agents: str, run: str = "r", **fields: Any) -> Path:
    entries = [
        candidate(name[1:], STATUSES[name[0]], rank=rank) for rank, name in enumerate(agents, 1)
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(to_json(report(*entries, run=run, **{"race": race(), **fields})), "utf-8")
    return path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main(["series", "-o", "json", *arguments]) == 0
    found = json.loads(capsys.readouterr().out)
    jsonschema.Draft202012Validator(series_schema()).validate(found)
    return found


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("key", "value"), [("share", 1.5), ("first", None), ("interval", [0.5]), ("other", 1)]
)
def test_the_schema_refuses_what_is_no_series(
    capsys: pytest.CaptureFixture[str], key: str, value: object
) -> None:
    write(Path("r.json"), "+codex", "?claude")
    found = said(capsys, "r.json")
    assert found["standings"][1]["interval"] is None
    found["standings"][0][key] = value
    assert not jsonschema.Draft202012Validator(series_schema()).is_valid(found)


@pytest.mark.usefixtures("folder")
def test_each_report_is_a_task_unless_it_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    for number in (1, 2):
        write(Path(f"r{number}.json"), "+codex", "-claude", run=f"r{number}")
    assert said(capsys, "r1.json", "r2.json", "r1.json")["tasks"] == 2
    named = said(capsys, "one=r1.json", "one=r2.json")
    assert (named["tasks"], named["races"]) == (1, 2)
    assert named["standings"][0]["pass_hat"]["2"] == 1


def test_it_is_written_into_files_beside_what_is_printed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in (1, 2):
        write(folder / f"r{number}.json", "+co<b>dex", "-claude", run=f"r{number}")
    outputs = [word for name in ("out/s.html", "md:s.txt", "s.json") for word in ("-o", name)]
    assert main(["series", *outputs, "r1.json", "r2.json"]) == 0
    assert capsys.readouterr().out.startswith("2 tasks, 2 races\n\n agent")
    page = (folder / "out/s.html").read_text()
    assert "<h2>Agents</h2>" in page
    assert "<h2>Differences between agents</h2>" in page
    assert ("<td>co&lt;b&gt;dex</td>" in page, "<script" in page) == (True, False)
    assert (folder / "s.txt").read_text().startswith("## pytest-hydra: 2 tasks, 2 races\n")
    assert json.loads((folder / "s.json").read_text())["tasks"] == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-o", "yaml", "r.json"], "-o yaml: the format is not given; write"),
        (["-o", "none.json", "a=none.json"], "none.json: it is one of the summarized runs"),
        (["absent"], "there is no run 'absent'"),
        (["empty.json"], "not JSON"),
        (["none.json"], "none.json: it has no race"),
        (["part.json"], "part.json: not a complete race; run all of its items"),
        ([], "name runs, or list races: [series] races in hydra.toml"),
    ],
)
def test_what_is_no_race_is_refused_in_a_line(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    (folder / "empty.json").write_text("")
    write(folder / "part.json", "+codex", complete=False)
    (folder / "none.json").write_text(to_json(report(race=None)))
    with pytest.raises(SystemExit) as ended:
        main(["series", *arguments])
    assert ended.value.code == 1
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("races", "message"),
    [
        ("[]", "name runs, or list races: [series] races in hydra.toml"),
        ('["tasks/*/hydra.toml"]', "tasks/*/hydra.toml: there is no such hydra.toml"),
    ],
)
def test_a_series_of_no_races_is_refused_in_a_line(
    folder: Path, capsys: pytest.CaptureFixture[str], races: str, message: str
) -> None:
    (folder / "hydra.toml").write_text(f"[series]\nraces = {races}\n")
    with pytest.raises(SystemExit):
        main(["series"])
    assert message in capsys.readouterr().err
