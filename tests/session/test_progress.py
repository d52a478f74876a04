"""What is shown while a session waits: the text, in a log, and below pytest's line."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest
from _pytest.terminal import TerminalReporter

from pytest_hydra.session import progress
from pytest_hydra.session.progress import (
    Progress,
    answers_line,
    progress_line,
    running_parts,
    time_left,
)


def test_the_line_says_what_is_done_and_what_it_cost() -> None:
    line = answers_line(240, 1000, "conversations", 16, 0.41)
    assert line == "240 of 1,000 conversations · 16 at a time · $0.41"
    assert answers_line(12, 40, "answers", 4, 0) == "12 of 40 answers · 4 at a time"
    whole = answers_line(57, 200, "conversations", 8, 0.11, failed=3, seconds=16.0)
    told = "57 of 200 conversations · 8 at a time · 3 failed · $0.11 · about 40 s left"
    assert whole == told
    # Too early to say.
    assert "left" not in answers_line(2, 200, "conversations", 8, 0, seconds=60.0)
    assert "left" not in answers_line(57, 200, "conversations", 8, 0, seconds=0.5)
    running = [("careful", "tests", 14.2), ("idle", "build", 3.0)]
    early = progress_line(12, 31, "steps", *running_parts(running), "", is_all=False)
    assert early == "12 of at least 31 steps · careful: tests 14 s · idle: build 3 s"
    late = progress_line(29, 38, "steps", "about 40 s left", *running_parts(running[1:]))
    assert late == "29 of 38 steps · about 40 s left · idle: build 3 s"
    page = Path(__file__).parents[2] / "docs" / "report.md"
    for shown in (whole, late):
        assert f"`{shown}`" in page.read_text("utf-8")
    assert running_parts([("a", "lint", 0.0)] * 5)[2:] == ["a: lint 0 s", "2 more"]


def test_the_time_left_is_reported_where_each_step_has_been_timed() -> None:
    running = [("careful", "tests.own", 14.0)]
    took = {"tests": 20.0, "lint": 4.0}
    assert time_left(["tests", "tests.own", "lint"], running, took, 2) == "about 15 s left"
    assert time_left(["tests"] * 20, [], took, 1) == "about 7 min left"
    # It takes longer than ever before: what is left is not known.
    assert time_left(["lint"], [("careful", "lint", 60.0)], took, 1) == ""
    assert time_left(["lint"], [("careful", "lint", 3.1)], took, 1) == ""
    assert time_left(["build", "tests"], [], took, 1) == ""
    assert time_left([], [], took, 1) == ""


def reporter_of(config: pytest.Config) -> TerminalReporter:
    found = config.pluginmanager.get_plugin("terminalreporter")
    assert isinstance(found, TerminalReporter)
    return found


def narrow(config: pytest.Config, monkeypatch: pytest.MonkeyPatch) -> TerminalReporter:
    """Its reporter, on a terminal of 20 columns."""
    reporter = reporter_of(config)
    for name in ("isatty", "hasmarkup"):
        monkeypatch.setattr(reporter, name, True)
    reporter._tw.fullwidth = 20
    return reporter


def test_a_log_has_a_line_now_and_then_and_pytest_goes_on_below(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    config = pytester.parseconfigure("--color=yes")
    reporter, look = reporter_of(config), Progress(config).on_wait(lambda: "1 of 2 answers")
    path = str(pytester.path / "a.py")
    reporter.write_fspath_result(path, ".")
    for waited in (0.0, 0.25, None):  # 30 seconds are not over
        look(waited)
    monkeypatch.setattr(progress, "_EVERY", 0.0)
    for waited in (0.25, 0.5, None):
        look(waited)
    reporter.write(".")
    reporter.write_fspath_result(path, ".")
    shown = capsys.readouterr().out
    assert shown.endswith("\na.py .\nhydra: 1 of 2 answers\nhydra: 1 of 2 answers\na.py ..")


def test_with_v_the_item_is_named_again(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    config = pytester.parseconfigure("-v")
    reporter, look = reporter_of(config), Progress(config).on_wait(lambda: "1 of 2 answers")
    monkeypatch.setattr(progress, "_EVERY", 0.0)
    reporter.write_ensure_prefix("a.py::one ", "")
    for waited in (0.0, None):
        look(waited)
    reporter.write_ensure_prefix("a.py::one ", "PASSED")
    shown = capsys.readouterr().out
    assert shown.endswith("\na.py::one \nhydra: 1 of 2 answers\na.py::one PASSED")


@pytest.mark.parametrize("options", [["-q"], ["-p", "no:terminal"]])
def test_nothing_is_shown_where_pytest_is_quiet(
    pytester: pytest.Pytester,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    options: list[str],
) -> None:
    monkeypatch.setattr(progress, "_EVERY", 0.0)
    config = pytester.parseconfigure(*options)
    Progress(config).on_wait(lambda: "1 of 2")(0.25)
    assert "1 of 2" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "column"), [("a.py ..", 8), ("", 1), ("x" * 30, 11)], ids=["dots", "empty", "folded"]
)
def test_the_cursor_goes_back_to_where_pytest_was(
    pytester: pytest.Pytester,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    line: str,
    column: int,
) -> None:
    config = pytester.parseconfigure()
    reporter, look = narrow(config, monkeypatch), Progress(config).on_wait(lambda: "1 of 2 " * 9)
    reporter.write(line)
    look(0.0)  # too soon
    assert capsys.readouterr().out == line
    look(0.25)
    # No wider than the terminal, so that it is one line.
    assert capsys.readouterr().out == f"\x1b[J\n{('1 of 2 ' * 9)[:19]}\x1b[A\x1b[{column}G"
    look(None)
    assert capsys.readouterr().out == "\x1b[J"
    look(0.0)  # the next one is shown at once
    assert "1 of 2" in capsys.readouterr().out
    assert reporter._tw.width_of_current_line == len(line)


def test_nothing_is_drawn_where_the_next_character_begins_a_line(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    config = pytester.parseconfigure()
    reporter = narrow(config, monkeypatch)
    reporter.write("x" * 20)
    Progress(config).on_wait(lambda: "1 of 2")(0.25)
    assert capsys.readouterr().out == "x" * 20


BOT = """
import json, os, sys, time

for line in sys.stdin:
    while not os.path.exists("go"):
        time.sleep(0.01)
    print(json.dumps("Hello"), flush=True)
"""
SCENARIOS = """
scenarios:
- {id: one, steps: [{user: Hi, expect: {shouldContain: Hello}}]}
- {id: two, steps: [{user: Hi, expect: {shouldContain: Goodbye}}]}
- {id: three, steps: [{user: Hi, expect: {shouldContain: Hello}}]}
"""
DRAWN = re.compile(rb"\x1b\[J(?:\r\n([^\n]*)\x1b\[A\x1b\[(\d+)G)?")
COLOUR = re.compile(rb"\x1b\[\d*m")


def on_a_terminal(folder: Path, *options: str) -> bytes:
    """What a session writes to a real terminal; the bot answers once there was progress."""
    command = [sys.executable, "-m", "pytest", "-p", "pytest_hydra.plugin", "--hydra", *options]
    removed = ("COLUMNS", "NO_COLOR", "PYTEST_ADDOPTS", "CI", "PY_COLORS")
    kept = {name: value for name, value in os.environ.items() if name not in removed}
    terminal, end = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 90, 0, 0))
    written = b""
    with subprocess.Popen(
        command, cwd=folder, env={**kept, "TERM": "xterm"}, stdin=end, stdout=end, stderr=end
    ) as session:
        os.close(end)
        while True:
            try:
                written += os.read(terminal, 4096)
            except OSError:  # the other end is closed
                break
            if b"of 3 conversations" in written:
                (folder / "go").touch()
        os.close(terminal)
    assert session.returncode == 1
    return written


def test_on_a_terminal_it_stands_below_and_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(BOT, "utf-8")
    (tmp_path / "hi.scenario.yaml").write_text(SCENARIOS, "utf-8")
    line = f'[bots.hi]\ncommand = ["{sys.executable}", "bot.py"]\nconcurrency = 2\n'
    (tmp_path / "hydra.toml").write_text(line, "utf-8")
    written = on_a_terminal(tmp_path, "-v", "-p", "no:randomly")
    drawn = [found for found in DRAWN.finditer(written) if found[1]]
    assert drawn
    assert drawn[0][1] == "0 of 3 conversations · 2 at a time".encode()
    for found in drawn:
        before = COLOUR.sub(b"", DRAWN.sub(b"", written[: found.start()])).rpartition(b"\r\n")[2]
        assert int(found[2]) == len(before.decode()) + 1
        # It is gone before anything else is written.
        assert written[found.end() :].startswith(b"\x1b[J")
    plain = COLOUR.sub(b"", DRAWN.sub(b"", written)).decode()
    lines = [" ".join(line.split()) for line in plain.splitlines() if "hi.scenario.yaml::" in line]
    assert lines[:3] == [
        "hi.scenario.yaml::one PASSED [ 33%]",
        "hi.scenario.yaml::two FAILED [ 66%]",
        "hi.scenario.yaml::three PASSED [100%]",
    ]
    assert "\x1b" not in plain
