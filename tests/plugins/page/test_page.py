"""The page as a file: what stands in it, and that it is made of the run alone."""

from __future__ import annotations

import builtins
import gzip
import json
import re
from base64 import b64decode
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus

import pytest

from pytest_hydra.errors import HydraError
from pytest_hydra.plugins.page import page as page_module
from pytest_hydra.plugins.page.history import BASELINE, HISTORY
from pytest_hydra.plugins.page.page import page_of
from pytest_hydra.record.past_runs import MOST_RUNS, History, append_line, run_line
from pytest_hydra.record.runs import RunFolder
from tests.plugins.page.hostile import TEXTS
from tests.plugins.page.parts import judged, raced
from tests.results import changed
from tests.samples import check, failed, record, report, run_folder, scenario, turn

_BLOCK = re.compile(r'<script type="text/plain" id="data-([\w-]+)">([\w+/=]*)</script>')


def blocks(page: str) -> dict[str, Any]:
    """What the blocks of a page hold, by their names."""
    return {
        name: json.loads(gzip.decompress(b64decode(text))) for name, text in _BLOCK.findall(page)
    }


def history(found: dict[str, Any], what: str) -> dict[str, str]:
    """What became of scenarios in earlier runs, by their ids."""
    return {
        name.partition("::")[2].partition(" (")[0]: said if what == "letters" else said[0]
        for name, said in found["scenarios"][what].items()
    }


def test_it_is_the_same_twice(tmp_path: Path) -> None:
    entries = [scenario(f"s{number}", [check()]) for number in range(3)]
    made = report(entries)
    folder = run_folder(tmp_path, made, [record(entry, turn()) for entry in entries])
    again = json.loads((folder / "report.json").read_bytes())
    assert page_of(made, [folder]) == page_of(again, [folder])


def test_it_says_which_script_may_run() -> None:
    page = page_of(report([]))
    assert len(re.findall(r"<script type=\"module\">", page)) == 1
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    assert policy[1].startswith("default-src &#39;none&#39;; script-src &#39;sha256-")
    assert "unsafe" not in policy[1]


def test_labels_are_kept_for_each_merged_report() -> None:
    reports = [report([scenario("s", [each])], run_id="") for each in (check(), failed())]
    one, other = (blocks(page_of(each))["top"]["run_id"] for each in reports)
    assert one
    assert one != other


def test_what_was_said_is_found_by_the_bots_name(tmp_path: Path) -> None:
    scenarios = [
        scenario(name, [check()], subject=bot, nodeid=f"shop.scenario.yaml::{name}[{bot}]")
        for name, bot in (("s", "a"), ("s", "b"), ("t", "a"))
    ]
    texts = ("to a", "to b", "big")
    records = [record(each, turn(text)) for each, text in zip(scenarios, texts, strict=True)]
    made = report(scenarios)
    details = blocks(page_of(made, [run_folder(tmp_path, made, records)]))["scenarios-0"]
    said = [each["record"]["runs"][0]["conversation"]["turns"][0]["user"] for each in details]
    assert said == ["to a", "to b", "big"]


def test_of_long_texts_the_middle_is_left_out(tmp_path: Path) -> None:
    entry = scenario("long", [failed(actual="y" * 100_000)])
    made = report([entry])
    folder = run_folder(tmp_path, made, [record(entry, turn("hello", "x" * 1_000_000))])
    (detail,) = blocks(page_of(made, [folder]))["scenarios-0"]
    text = detail["record"]["runs"][0]["conversation"]["turns"][0]["reply"]["text"]
    assert len(text) < 20_000
    assert "981,000 characters are left out: see the run folder" in text
    assert "81,000 characters are left out" in detail["result"]["checks"][0]["actual"]


def test_without_a_run_folder_the_checks_are_there() -> None:
    (detail,) = blocks(page_of(report([scenario("s", [check()])])))["scenarios-0"]
    assert detail["record"] is None
    assert detail["result"]["checks"][0]["name"] == "shouldContain"


@pytest.mark.parametrize(
    "damage",
    [
        *(
            "",
            "{",
            "[]",
            '{"runs": 3}',
            "\xff",
            '{"runs": [3]}',
            '{"entry": 5}',
            '{"candidates": 5}',
        ),
        *('{"event": "started", "t": "now"}', '{"gradings": [{}]}', '{"changes": 5}', "[" * 9999),
        *('{"nodeid":"shop.scenario.yaml::s","runs":', '{"base_commit": [], "started": 5}'),
        '{"nodeid":"shop.scenario.yaml::s","runs":3],"states":{"s":5}}',
    ],
)
def test_a_damaged_file_of_the_run_is_no_reason_for_no_page(tmp_path: Path, damage: str) -> None:
    entry = scenario("s", [failed()])
    made = raced(tmp_path, ("ada",), report=report([entry]), benchmarks=[judged(tmp_path)])
    folder = run_folder(tmp_path, made, [record(entry, turn())])
    files = ("manifest.json", "journal.jsonl", HISTORY, BASELINE, "scenarios.jsonl")
    for name in (*files, "race.json", "judging.jsonl"):
        path = folder / name
        before = path.read_bytes() if path.exists() else b""
        path.write_text(f"{damage}\n", encoding="latin-1")
        found = blocks(page_of(made, [folder]))
        assert found["rows"][0]["id"] == "s"
        assert found["candidate-0"].keys() >= {"files", "logs"}
        assert len(found["benchmark-0"]["categories"]) == 1
        path.write_bytes(before)


def test_the_page_says_that_it_is_without_its_run_folder(tmp_path: Path) -> None:
    made = raced(tmp_path, ("ada",))
    (tmp_path / "race.json").write_text('{"candidates": 5}')
    page = page_of(made, [tmp_path])
    assert "<li>without its run folder, which is damaged: TypeError(" in page
    assert "run folder" not in page_of(made).partition("<body>")[2].partition("</header>")[0]


def _run(root: Path, number: int, *entries: dict[str, Any]) -> tuple[RunFolder, dict[str, Any]]:
    """A run after the one with the number before, as a session leaves it; and its page's blocks."""
    made = report(entries, run_id=f"run-{number}")
    folder = run_folder(
        root / f"{number}", made, [record(entry, turn(f"in {number}")) for entry in entries]
    )
    previous = pytest.importorskip("pytest_hydra.plugins.baseline.previous_run")
    last = root / f"{number - 1}"
    before = RunFolder(last, {"run_id": f"run-{number - 1}"}) if last.is_dir() else None
    earlier = History.read(root / "history.jsonl")
    for name, data in previous.history_files(made, before, earlier.runs(MOST_RUNS)):
        (folder / name).write_bytes(data)
    append_line(root / "history.jsonl", run_line(made, "", earlier))
    run = RunFolder(folder, {"run_id": made["run_id"]})
    return run, blocks(page_of(made, [folder]))


def test_the_history_goes_on_from_run_to_run(tmp_path: Path) -> None:
    good, bad = scenario("s", [check()]), scenario("s", [failed(), check()])
    other = scenario("other", [check()])
    _, first = _run(tmp_path, 1, good)
    assert (history(first, "letters"), history(first, "changes")) == ({"s": "p"}, {})
    _, second = _run(tmp_path, 2, bad, other)
    assert history(second, "changes") == {"other": "new", "s": "worse"}
    _, third = _run(tmp_path, 3, bad)
    assert history(third, "letters") == {"s": "pff", "other": ".p."}
    assert history(third, "changes") == {"s": "still failing"}
    assert third["top"]["history"] == ["run-1", "run-2"]
    assert third["top"]["previous"] == "run-2"
    _, fourth = _run(tmp_path, 4, good, other)
    assert history(fourth, "letters") == {"s": "pffp", "other": ".p.p"}
    assert history(fourth, "changes") == {"s": "fixed"}
    before = next(each["before"] for each in fourth["scenarios-0"] if each["before"])
    assert before["result"]["status"] == "failed"
    assert before["record"]["runs"][0]["conversation"]["turns"][0]["user"] == "in 3"


def test_what_changed_is_decided_as_against_a_baseline(tmp_path: Path) -> None:
    changes = pytest.importorskip("pytest_hydra.plugins.baseline.previous_run").changes
    names = ("one", "two", "several", "late")
    worse, fails = scenario("worse", [failed("one"), check("two")]), {"runs": 9, "passes": 8}
    noisy = scenario("noisy", [check()], **fails)
    folder, _ = _run(tmp_path, 1, worse, noisy, *(scenario(name, [check()]) for name in names))
    assert changes((folder.path / HISTORY).read_bytes()) == (0, 0)
    now = [scenario("worse", [failed("one"), failed("two")])]
    now.append(changed(noisy, runs=9, passes=7, total=90))
    now.append(scenario("late", [failed()], xfail="as yet"))
    folder, found = _run(tmp_path, 2, *now, *(scenario(name, [check()]) for name in names[:3]))
    assert history(found, "changes") == {"worse": "worse", "noisy": "within noise"}
    assert changes((folder.path / HISTORY).read_bytes()) == (1, 0)


def test_a_baseline_decides_what_changed_before_the_previous_run_does(tmp_path: Path) -> None:
    good, bad = scenario("s", [check()]), scenario("s", [failed()])
    known = scenario("known", [failed()])
    _run(tmp_path, 1, bad, known)
    folder, found = _run(tmp_path, 2, good, known)
    assert history(found, "changes") == {"s": "fixed", "known": "still failing"}
    assert found["top"]["since"] == "run run-1"
    name = "shop.scenario.yaml::s (shop)"
    change = {"change": "worse", "kind": "scenario", "name": name, "detail": "so", "fails": True}
    changes = [change, {**change, "name": "shop.scenario.yaml::gone (shop)", "change": "gone"}]
    baseline = {"since": "baseline.json", "counts": {"worse": 1}, "changes": changes, "others": {}}
    page = page_of({**report([bad, known], run_id="run-2"), "baseline": baseline}, [folder.path])
    found = blocks(page)
    assert found["top"]["since"] == "baseline.json"
    assert found["scenarios"]["changes"][name] == ["worse", "so"]
    assert history(found, "changes") == {"s": "worse", "known": "still failing"}
    # What is in the list is a link to it.
    assert f'<a href="#open={quote_plus(name)}">{name}</a>' in page
    assert "<td>shop.scenario.yaml::gone (shop)</td>" in page


def test_a_replay_shows_what_it_decided(tmp_path: Path) -> None:
    _run(tmp_path, 1, scenario("s", [check()]))
    folder, found = _run(tmp_path, 2, scenario("s", [failed()]))
    assert history(found, "changes") == {"s": "worse"}
    replay = report([scenario("s", [check()])], run_id="run-2")
    replayed = blocks(page_of(replay, [folder.path]))
    assert replayed["scenarios-0"][0]["result"]["checks"][0]["outcome"] == "passed"
    assert history(replayed, "changes") == {}


def test_of_the_history_thirty_runs_are_kept(tmp_path: Path) -> None:
    for number in range(1, 41):
        _, found = _run(tmp_path, number, scenario("s", [check()]))
    assert found["top"]["history"][::28] == ["run-11", "run-39"]
    assert history(found, "letters") == {"s": "p" * 30}


def test_an_id_may_be_empty(tmp_path: Path) -> None:
    _run(tmp_path, 1, scenario("", [check()]))
    _, found = _run(tmp_path, 2, scenario("", [failed()]))
    assert found["rows"][0]["id"] == ""
    assert found["scenarios-0"][0]["before"]["result"]["status"] == "passed"


def test_what_passed_and_passes_is_not_kept_twice(tmp_path: Path) -> None:
    _run(tmp_path, 1, scenario("s", [check()]))
    folder, _ = _run(tmp_path, 2, scenario("s", [check()]))
    assert not (folder.path / BASELINE).exists()


def test_hostile_texts_are_escaped_in_what_needs_no_script() -> None:
    entries = [scenario(f"{number}{text}", [failed()]) for number, text in enumerate(TEXTS)]
    page = page_of(report(entries))
    body = page.partition('<header class="top">')[2].partition("</main>")[0]
    assert set(re.findall(r"</?(\w+)", body)) <= set(
        "header h1 h2 ul li div main table thead tbody tr th td p noscript details summary".split()  # noqa: SIM905
    )
    assert not set(body) & set("\u202e\u2066\u200b\ufeff\x1b\0")


def test_without_jinja_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name == "jinja2":
            raise ImportError(name)
        return real(name, *rest)

    page_module._template.cache_clear()
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(HydraError, match=r"pip install 'pytest-hydra\[html\]'"):
        page_of(report([]))
