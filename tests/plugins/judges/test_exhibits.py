from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest

from pytest_hydra.errors import InputError
from pytest_hydra.plugins.judges.exhibits import Exhibit, find_spec, gather
from pytest_hydra.plugins.judges.judge_settings import EXHIBITS

EXAMPLE = Path(__file__).parents[3] / "example_scenarios" / "benchmark"
LOG = '{"event": "run_started"}\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "run"
    place.mkdir()
    (place / "event-log.jsonl").write_text(LOG)
    (place / "spec.md").write_text("# A spec\n")
    return place


def take(folder: Path, budget: int = 60_000) -> dict[str, Exhibit]:
    return gather(folder, EXHIBITS, spec=None, label="run", budget=budget)


def refusal(folder: Path, spec: Path | None = None) -> str:
    with pytest.raises(InputError) as caught:
        gather(folder, EXHIBITS, spec=spec, label="run")
    return str(caught.value)


def diff(name: str, lines: int, mark: str = "x") -> str:
    body = "".join(f"+{mark} {number}\n" for number in range(lines))
    return (
        f"diff --git a/{name} b/{name}\n--- a/{name}\n+++ b/{name}\n"
        f"@@ -1,2 +1,{lines + 1} @@\n context\n-gone\n{body}"
    )


def test_the_example_is_whole() -> None:
    found = gather(EXAMPLE, EXHIBITS, spec=None, label="benchmark")
    assert list(found) == ["event-log", "spec", "git-diff", "prd", "summary", "git-log"]
    assert [entry.cut for entry in found.values()] == [None] * 6
    log = found["event-log"]
    assert log.facts is not None
    assert log.facts["events"] >= 60
    assert log.facts["cycles"] == 3
    assert log.facts["events_by_kind"]["merge_completed"] == 6
    assert log.text + "\n" == (EXAMPLE / "event-log.jsonl").read_text(encoding="utf-8")
    assert found["spec"].sha256 == hashlib.sha256((EXAMPLE / "spec.md").read_bytes()).hexdigest()
    assert [path.name for path, _ in found["git-diff"].files] == ["git-diff.patch"]
    assert found["prd"].facts is None
    labels = [json.loads(line) for line in (EXAMPLE / "labels.jsonl").read_text().splitlines()]
    assert {label["category"] for label in labels} == {"Planning", "Code Quality", "NERV Ops"}
    assert all(label["score"] in range(1, 11) for label in labels)


def test_only_what_is_wanted_and_there(folder: Path) -> None:
    found = gather(folder, ["spec", "prd"], spec=None, label="run")
    assert list(found) == ["spec"]
    (folder / "prd.md").write_text("")
    found = gather(folder, ["spec", "prd"], spec=None, label="run")
    assert (list(found), found["prd"].text) == (["spec", "prd"], "")


def test_which_spec(folder: Path, tmp_path: Path) -> None:
    option, setting = tmp_path / "option.md", tmp_path / "setting.md"
    assert find_spec(folder, option, setting) == option
    assert find_spec(folder, None, setting) is None
    (folder / "spec.md").unlink()
    assert find_spec(folder, None, setting) == setting
    option.write_text("mine\n")
    found = gather(folder, ["spec"], spec=option, label="run")["spec"]
    assert (found.text, found.files[0][0]) == ("mine\n", option)


def test_what_is_required(folder: Path, tmp_path: Path) -> None:
    (folder / "spec.md").unlink()
    assert refusal(folder) == (
        "run/spec.md: there is no such file; name the spec with --hydra-spec, or in hydra.toml"
    )
    none = tmp_path / "none.md"
    assert refusal(folder, none) == f"{none}: there is no such file"
    (folder / "event-log.jsonl").unlink()
    assert refusal(folder) == "run/event-log.jsonl: there is no such file"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("event-log.jsonl", LOG.encode() + b"{", "2: is not valid JSON: Expecting property name "
         "enclosed in double quotes: line 1 column 2 (char 1); was the run stopped while the line "
         "was written?"),
        ("event-log.jsonl", b"", "1: has no events; each line should be one, a JSON object"),
        ("spec.md", b" \n", "1: is empty"),
        ("spec.md", b"a\nb\0", "2: contains a NUL character; is it a text file?"),
        *((name, "{}".encode("utf-16"), "1: is written in UTF-16; save it as UTF-8")
          for name in ("spec.md", "event-log.jsonl", "git-diff.patch", "tasks/1.json")),
    ],
)  # fmt: skip
def test_what_is_malformed(folder: Path, name: str, content: bytes, message: str) -> None:
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_bytes(content)
    assert refusal(folder) == f"run/{name}:{message}"


@pytest.mark.parametrize("name", ["event-log.jsonl", "spec.md", "prd.md", "tasks/1.json"])
def test_no_link_leads_out_of_the_folder(folder: Path, tmp_path: Path, name: str) -> None:
    secret = tmp_path / "secret"
    secret.write_text(LOG)
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    path.symlink_to(secret)
    assert refusal(folder) == (
        f"run/{name}: is a link to a file outside the folder; copy that file here"
    )
    path.unlink()
    path.symlink_to(folder / "nothing")
    assert refusal(folder) == f"run/{name}: is a broken link"


def test_a_link_within_the_folder_is_followed(folder: Path) -> None:
    (folder / "prd.md").symlink_to("spec.md")
    assert take(folder)["prd"].text == "# A spec\n"


def test_a_folder_of_exhibits_that_leads_out_is_refused(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (folder / "tasks").symlink_to(tmp_path / "other")
    assert refusal(folder) == "run/tasks: is not a folder of the benchmark itself"


def test_what_is_no_regular_file_is_refused(folder: Path) -> None:
    os.mkfifo(folder / "prd.md")
    assert refusal(folder) == "run/prd.md: is not a regular file"
    (folder / "prd.md").unlink()
    (folder / "prd.md").mkdir()
    assert refusal(folder) == "run/prd.md: is a folder, not a file"


def test_a_huge_file_is_refused(folder: Path) -> None:
    with (folder / "prd.md").open("wb") as stream:
        stream.truncate(2**30 + 1)
    assert refusal(folder) == "run/prd.md: is larger than 1,024 MiB, and too large to be graded"


def test_nothing_in_a_text_is_hidden(folder: Path) -> None:
    (folder / "prd.md").write_bytes(
        b"\xef\xbb\xbfa\r\nb\x1b[2J\xff\xe2\x80\xae" + "\U000e0041\u200b\ufe05é\n".encode()
    )
    shown = take(folder)["prd"].text
    assert shown == "a\nb\\x1b[2J\\xff\\u202e\\U000e0041\\u200b\\ufe05é\n"


def test_a_long_text_is_cut_between_its_ends(folder: Path) -> None:
    text = "".join(f"line {number}\n" for number in range(100_000))
    (folder / "prd.md").write_text(text)
    (folder / "summary.json").write_text(text[:20_000])
    found = take(folder, budget=10_000)
    for exhibit in (found["prd"], found["summary"]):
        assert exhibit.cut is not None
        assert len(exhibit.text) <= 10_000
        head, tail = exhibit.text.split("[… left out …]\n")
        assert text.startswith(head)
        assert head.endswith("\n")
        assert tail.startswith("line ")
        assert len(head) > 6_000
        assert len(tail) > 3_000
    assert found["prd"].text.endswith("line 99999\n")
    assert found["prd"].cut == (
        "of 1,088,890 bytes, the first 6,622 and the last 3,311 characters are shown"
    )
    assert found["prd"].sha256 == hashlib.sha256(text.encode()).hexdigest()


def test_a_long_log_is_cut_by_kinds(folder: Path) -> None:
    events = [{"event": "tool_call", "n": number} for number in range(5_000)]
    events[2_500] = {"event": "permission_denied", "n": 2_500}
    (folder / "event-log.jsonl").write_text("".join(json.dumps(event) + "\n" for event in events))
    log = take(folder, budget=3_000)["event-log"]
    assert len(log.text) <= 3_000
    lines = log.text.splitlines()
    assert lines[:3] == [
        "[all 5,000 events by kind]",
        "    4,999  tool_call",
        "        1  permission_denied",
    ]
    assert '2501: {"event": "permission_denied", "n": 2500}' in lines
    assert lines[4] == '{"event": "tool_call", "n": 0}'
    assert lines[-1] == '{"event": "tool_call", "n": 4999}'
    assert log.cut is not None
    assert log.cut.startswith("of 5,000 events the first 2")


def test_one_long_event_does_not_take_the_place_of_all_others(folder: Path) -> None:
    long = {"event": "dump", "text": "x" * 50_000}
    events = [{"event": "a"}, long, *({"event": "b", "n": n} for n in range(300))]
    (folder / "event-log.jsonl").write_text("".join(json.dumps(event) + "\n" for event in events))
    log = take(folder, budget=12_000)["event-log"]
    assert len(log.text) <= 12_000
    assert "xxx[… left out …]" in log.text
    assert log.text.count('{"event": "b"') > 50


def test_a_long_diff_is_cut_by_its_largest_hunks(folder: Path) -> None:
    parts = [diff("big.py", 3_000, "big"), diff("a.py", 3, "a"), diff("b.py", 5, "b")]
    text = "".join(parts)
    (folder / "git-diff.patch").write_text(text)
    exhibit = take(folder, budget=4_000)["git-diff"]
    assert len(exhibit.text) <= 4_000
    assert exhibit.text.startswith(
        "[all 3 files, with the lines added and removed]\n"
        "  big.py  +3,000 -1\n  a.py  +3 -1\n  b.py  +5 -1\n"
    )
    assert parts[1] in exhibit.text
    assert parts[2].rstrip("\n") in exhibit.text
    assert "+big 0\n" in exhibit.text
    assert "+big 2999" not in exhibit.text
    assert "[… the rest of this hunk is left out …]" in exhibit.text
    assert exhibit.cut == (
        "of 3 hunks in 3 files the 2 smallest are shown, and the beginning of the next; all files "
        "are listed with the lines that they add and remove"
    )


def test_hunks_of_one_file_keep_their_order(folder: Path) -> None:
    body = "".join(f"+x {number}\n" for number in range(2_000))
    text = (
        "From: somebody\n\n--- a/old.py\t2026\n+++ b/new.py\t2026\n"
        "@@ -1 +1 @@\n--- not a file\n+++ nor this\n"
        f"@@ -9,0 +9,2000 @@\n{body}@@ -3000 +3000 @@ def last():\n-c\n+d\n"
        "--- a/gone.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n"
    )
    (folder / "git-diff.patch").write_text(text)
    shown = take(folder, budget=2_500)["git-diff"].text
    assert shown.startswith(
        "[all 2 files, with the lines added and removed]\n  new.py  +2,002 -2\n  gone.py  +0 -1\n"
        "From: somebody\n"
    )
    assert shown.index("nor this") < shown.index("+x 0\n") < shown.index("+d\n")


def test_all_files_of_a_diff_have_a_place(folder: Path) -> None:
    text = "".join(diff(f"src/{number:05}.py", 4) for number in range(2_000))
    (folder / "git-diff.patch").write_text(text)
    exhibit = take(folder, budget=10_000)["git-diff"]
    assert len(exhibit.text) <= 10_000
    listed = exhibit.text.count("  src/")
    assert f"and {2_000 - listed:,} more files  +{4 * (2_000 - listed):,} -" in exhibit.text
    assert listed > 100


@pytest.mark.parametrize("text", ["no diff at all\n", "@@ -1 +1 @@\n", "--- a\n", "+" * 70_000])
def test_what_is_no_diff_is_cut_as_a_text(folder: Path, text: str) -> None:
    (folder / "git-diff.patch").write_text(text * 20_000 if len(text) < 100 else text)
    exhibit = take(folder)["git-diff"]
    assert exhibit.cut is not None
    assert len(exhibit.text) <= 60_000


def test_folders_of_files(folder: Path) -> None:
    tasks = folder / "tasks"
    (tasks / "more").mkdir(parents=True)
    for name, text in [("10.md", "ten"), ("2.md", "two\n"), (".hidden", "no"), ("e\x1b.md", "")]:
        (tasks / name).write_text(text)
    found = take(folder)["tasks"]
    assert found.text == "[tasks/2.md]\ntwo\n\n[tasks/10.md]\nten\n\n[tasks/e\\x1b.md]\n\n"
    assert [path.name for path, _ in found.files] == ["2.md", "10.md", "e\x1b.md"]
    assert found.files[2][0] == folder / "tasks" / "e\x1b.md"
    assert found.cut == "what is in its own folders is not shown (1 of them)"
    (tasks / "2.md").write_text("long\n" * 1_000)
    cut = take(folder, budget=900)["tasks"]
    assert cut.cut is not None
    assert cut.cut.startswith("1 of 3 files are cut")
    assert "ten" in cut.text
    assert cut.sha256 != found.sha256


def test_an_empty_folder_is_none(folder: Path) -> None:
    (folder / "cycles").mkdir()
    assert "cycles" not in take(folder)


def test_the_budget_holds_for_what_is_escaped(folder: Path) -> None:
    for name in ("prd.md", "git-diff.patch"):
        (folder / name).write_bytes(b"\x01\n" * 20_000)
    (folder / "git-diff.patch").write_text(diff("a.py", 3_000, "\x01"))
    (folder / "event-log.jsonl").write_text((LOG[:-2] + ', "x": "\u200b"}\n') * 2_000)
    for exhibit in take(folder, budget=20_000).values():
        assert len(exhibit.text) <= 20_000, exhibit.name
