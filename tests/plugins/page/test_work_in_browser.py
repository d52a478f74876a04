"""The work of a coding agent, and the overview of a run, in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.plugins.page.page import page_of
from pytest_hydra.record.runs import RunFolder
from tests.plugins.page.browser import Browser
from tests.samples import check, failed, record, report, run_folder, scenario, turn

PATCH = """\
--- /dev/null
+++ b/notes.md
@@ -0,0 +1,2 @@
+one
+two
--- a/shop.py
+++ b/shop.py
@@ -1 +1 @@
-a = 1
+a = 2
"""
CALLS: list[dict[str, Any]] = [
    {"function": "Read", "params": {"file_path": "/w/shop.py"}, "result": "a = 1"},
    {
        "function": "Edit",
        "params": {"file_path": "/w/shop.py", "old_string": "a = 1\n", "new_string": "a = 2\n"},
    },
    {"function": "Write", "params": {"file_path": "/w/notes.md", "content": "one\ntwo\n"}},
    {
        "function": "apply_patch",
        "params": {"input": "*** Begin Patch\n*** Update File: shop.py\n-a\n+b\n+c\n*** End Patch"},
    },
    {"function": "Bash", "params": {"command": "git push origin main"}, "error": "fatal: no\nmore"},
    {
        "function": "mcp__fs__edit",
        "params": {"path": "/w/b.py", "edits": [{"old": "a", "new": "b"}, {"old": "c", "new": ""}]},
    },
    {"function": "file_change", "params": {"changes": [{"path": "a.py"}, {"path": "c.py"}]}},
    {"function": "look", "params": {"path": "/w/x.py", "pattern": "a"}, "result": "1"},
    {"function": "Deploy", "params": {"file_path": "/w/x", "content": "x"}},
    {"function": "ask_oracle", "params": {"path": "/w/x", "depth": {"a": 1}}, "result": "42"},
]


# As the record of a run has them; the page knows no tool.
ROLES = {
    "Read": {"read": ["file_path"]},
    "Edit": {"write": ["file_path"], "before": ["old_string"], "after": ["new_string"]},
    "Write": {"write": ["file_path"], "content": ["content"]},
    "apply_patch": {"patch": ["input", "patch"]},
    "Bash": {"shell": ["command"]},
    "mcp__fs__edit": {"write": ["path"], "edits": ["edits"], "before": ["old"], "after": ["new"]},
    "file_change": {"write": ["changes"]},
    "look": {"write": ["path"], "before": ["old"]},
}


@pytest.fixture
def agent(tmp_path: Path) -> Path:
    """The page of an agent that pushed, which it must not."""
    pushed = failed('command "git push"', kind="forbiddenCommands", critical=True, turn=None)
    checks = [check(turn=1), failed("file x", turn=None), pushed]
    made = report([scenario("fix", checks, subject="agent")])
    turns = (turn("Fix it.", reply={"calls": CALLS}), turn("And now?"))
    workspace = {"patch": PATCH, "place": "/w", "roles": ROLES}
    said = record(made["scenarios"][0], *turns, workspace=workspace)
    page = tmp_path / "page.html"
    page.write_text(page_of(made, [run_folder(tmp_path / "run", made, [said])]), encoding="utf-8")
    return page


def lines(browser: Browser, selector: str) -> list[str]:
    return [" ".join(text.split()) for text in browser.texts(selector)]


def test_known_tools_are_one_line_and_open_to_what_they_did(browser: Browser, agent: Path) -> None:
    browser.open(agent, {"open": "shop.scenario.yaml::fix (agent)"})
    assert lines(browser, ".work h3") == ["2 files changed +3 −1", "10 steps"]  # noqa: RUF001
    assert lines(browser, ".steps > li") == [
        "Turn 1",
        "Read shop.py",
        "✎ shop.py +1 −1",  # noqa: RUF001
        "+ notes.md 2 lines",
        "✎ shop.py +2 −1",  # noqa: RUF001
        "✗ failed $ git push origin main ✗ fatal: no forbidden",
        "✎ b.py +1 −2",  # noqa: RUF001
        "✎ a.py c.py",
        'look x.py pattern: "a"',
        'calls Deploy(file_path: "/w/x", content: "x")',
        'calls ask_oracle(path: "/w/x", depth: {"a":1}) → "42"',
    ]
    browser.all(".steps summary")[1].click()
    assert browser.texts(".steps [open] .patch span") == ["-a = 1\n", "+a = 2\n"]
    # What was there before comes first, and failures, files and steps before the talk.
    assert browser.texts(".work .file .path") == ["shop.py", "notes.md"]
    places = [browser.first(name).rect["y"] for name in (".jumps", ".work", ".turns")]
    assert places == sorted(places)
    assert "git push" in browser.texts(".jumps li")[0]
    assert browser.all(".turn .calls") == []
    assert browser.complaints() == []


def test_the_files_of_each_run_stand_beside_it(browser: Browser, tmp_path: Path) -> None:
    previous = pytest.importorskip("pytest_hydra.plugins.baseline.previous_run")
    then, now = (scenario("fix", checks, subject="agent") for checks in ([check()], [failed()]))
    one, both = (
        {"patch": patch, "place": "/w", "roles": ROLES}
        for patch in (PATCH[PATCH.index("--- a/shop.py") :], PATCH)
    )
    said = [record(then, turn("Fix it.", reply={"calls": CALLS}), workspace=both)]
    last = RunFolder(run_folder(tmp_path / "1", report([then]), said), {"run_id": "before"})
    made = report([now])
    said = [record(now, turn("Fix it.", reply={"calls": CALLS}), workspace=one)]
    folder = run_folder(tmp_path / "2", made, said)
    for name, data in previous.history_files(made, last, []):
        (folder / name).write_bytes(data)
    page = tmp_path / "page.html"
    page.write_text(page_of(made, [folder]), encoding="utf-8")
    browser.open(page, {"open": "shop.scenario.yaml::fix (agent)"})
    browser.until(lambda: browser.texts(".beside h3.side") == ["Now", "Before, before"])
    changed = [line for line in lines(browser, ".beside .work h3") if "changed" in line]
    assert changed == ["1 file changed +1 −1", "2 files changed +3 −1"]  # noqa: RUF001
    assert browser.complaints() == []


@pytest.fixture
def several(tmp_path: Path) -> Path:
    """The page of scenarios of two categories, of which one is flaky."""
    entries = [
        scenario("flaky", [failed()], category="billing", runs=2, passes=1),
        scenario("bad[0123456789-a]", [failed()], category="billing"),
        scenario("good", [check()], category="opening"),
    ]
    made = report(entries)
    made["baseline"] = {"since": "b.json", "counts": {"worse": 1}, "changes": [], "others": {}}
    records = [record(entry, turn(f"Ask {entry['id']}")) for entry in entries]
    page = tmp_path / "page.html"
    page.write_text(page_of(made, [run_folder(tmp_path / "run", made, records)]), encoding="utf-8")
    return page


def test_the_top_says_what_failed_and_is_new_and_shares_are_filters(
    browser: Browser, several: Path
) -> None:
    browser.look(1440)
    browser.open(several)
    start = "2 failed · 1 of 3 passed (33%) · 1 worse than b.json"
    assert browser.texts("h1") == [start]
    assert browser.first(".top").rect["height"] <= 120
    assert lines(browser, ".shares") == [
        "runs passed by category billing 25% of 3 (0–99%) opening 100% of 1 (21–100%)"
    ]
    assert len(browser.all(".map span")) == 3
    browser.first(".shares a").click()
    browser.until(lambda: browser.texts(".shown") == ["2 rows"])
    assert "billing" in browser.driver.current_url


def test_rows_have_requests_and_flaky_ones_a_filter(browser: Browser, several: Path) -> None:
    browser.open(several)
    # A digest says nothing.
    assert "bad[a]" in browser.texts(".row .id")
    assert "“Ask flaky”" in browser.texts(".row .why")
    assert max(each.rect["height"] for each in browser.all(".row")) <= 40
    next(chip for chip in browser.all(".chip") if "flaky" in chip.text).click()
    browser.until(lambda: browser.texts(".row .id") == ["flaky"])
    # Causes follow the filters.
    assert len(browser.texts(".cause")) == 1


def test_treatments_are_side_by_side_by_what_was_asked(browser: Browser, tmp_path: Path) -> None:
    entries, parts = [], {}
    for place, words in enumerate(("Bread", "Milk")):
        for arm in ("without", "now"):
            is_good = arm == "now" or words == "Milk"
            name = f"write[{place}-{arm}]"
            entries.append(
                scenario(name, [check() if is_good else failed()], xfail="measured", nodeid=name)
            )
            parts[name] = {"treatment": arm, "unit": f"write[{place}]"}
    made = report(entries)
    for entry in made["scenarios"]:
        entry["details"]["experiment"] = parts[entry["id"]]
    page = tmp_path / "page.html"
    page.write_text(page_of(made, [run_folder(tmp_path / "run", made)]), encoding="utf-8")
    browser.open(page)
    assert "failed measured: failed 1" in [
        " ".join(text.split()[2:]) for text in browser.texts(".chip")
    ]
    browser.open(page, {"view": "bots"})
    assert browser.texts(".heads .cell b") == ["now", "without"]
    # Those that differ come first.
    assert [text.split("\n")[0] for text in browser.texts(".group")] == ["write[0]", "write[1]"]
