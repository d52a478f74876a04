"""Sessions beside plugins, hooks and options of others, with quiet hooks and with all of them.

Each case runs twice in equal folders: as it is, and with a plugin that implements the hooks of each
phase and does nothing, so that all of them are called in full. What is written must be the same but
for times: status, terminal, stderr, JUnit, report.json, and the files of a neighbour. What differs
between two equal runs too is chance. Plugins are those of this interpreter and of ``--python``;
cases without theirs are left out.
"""

from __future__ import annotations

import difflib
import html
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.command import Options, run_parts
from benchmarks.neighbours.cases import CASES, PLUGINS, Case, write_project

_HOOKS = "def pytest_runtest_call(): pass\ndef pytest_runtest_teardown(): pass\n"
_IN_FULL = f"{_HOOKS}def pytest_runtest_makereport(): pass\n"
_INSTALLED = """
from importlib.metadata import distributions
import pytest
names = {(each.metadata["Name"] or "").lower() for each in distributions()}
print(pytest.__version__, *names)
"""
# What differs between any two runs, and what stands for it.
_VARYING = [
    (re.compile(pattern), instead)
    for pattern, instead in (
        (r" · replies: median[^\n]*", ""),  # only if they took long enough to be told
        (r"cache from [\d:]+ ago", "AGO"),
        (r"\[<TracebackEntry[^\n]*", "FRAMES"),  # flaky lists them, also those of pluggy
        (r"\b\d+(\.\d+)? ?m?s\b|in \d+\.\d+s[^=]*", "TIME"),
        (r'name="seconds" value="[\d.]+"', "seconds"),
        (r'"?(time|timestamp|duration|start|stop)"?[=:] ?"?[\d.T:+\-Z ]+"?', r"\1=TIME"),
        (r"\d{8}T?-?\d{6}[\w-]*|\d{4}-\d\d-\d\d[T ]\d\d[:-]\d\d[:-]\d\d[\d.:+Z-]*", "RUN"),
        (r"\b\d+-MainThread|Thread-\d+", "THREAD"),
        (r"depth mismatch \(before=\d+, after=\d+\)", "depth mismatch"),
        (r"0x[0-9a-f]+|\b[0-9a-f]{32,64}\b|[0-9a-f]{8}-[0-9a-f]{4}-[\w-]{22}", "HEX"),
        (r"[█▏▎▍▌▋▊▉]+|=+|-{3,}", "BAR"),
        (r"pytest_hydra/([\w/]+\.py)[:(]\d+\)?", r"\1"),
    )
]
_VARYING_KEYS = {
    *("seconds", "seconds_p50", "seconds_p95", "first_token_seconds_p50", "started", "duration"),
    *("run", "created", "start", "stop", "uuid", "time", "timestamp", "historyId", "host"),
    *("thread", "environment", "lineno", "relativeCreated", "msecs", "process", "threadName"),
    *("processName", "source"),
}
Written = dict[str, str]


def plain(text: str) -> str:
    """A text without times and addresses."""
    for pattern, instead in _VARYING:
        text = pattern.sub(instead, text)
    return text


def plain_json(value: Any) -> Any:
    """The same for JSON; numbers that are not whole are times."""
    if isinstance(value, dict):
        return {key: plain_json(each) for key, each in value.items() if key not in _VARYING_KEYS}
    if isinstance(value, list):
        return [plain_json(each) for each in value]
    if isinstance(value, float):
        return value if value == int(value) else "TIME"
    return plain(value) if isinstance(value, str) else value


def session(folder: Path, python: Path, name: str, *, in_full: bool) -> Written:
    """Everything that a session of a case writes, without times."""
    case, home = CASES[name], folder / "project"
    shutil.rmtree(home, ignore_errors=True)
    write_project(home, case)
    (home / "in_full.py").write_text(_IN_FULL if in_full else "", encoding="utf-8")
    written: Written = {}
    for turn in range(2 if case.is_twice else 1):
        done = subprocess.run(
            [str(python), "-m", "pytest", *_arguments(name, case)],
            cwd=home,
            env=_environment(folder),
            capture_output=True,
            text=True,
            input="c\n" * 40 if case.reads else "",
            timeout=300,
            check=False,
        )
        written[f"status {turn}"] = str(done.returncode)
        lines = plain(done.stdout).splitlines()
        if "-n2" in case.options or name == "durations":
            lines = sorted(re.sub(r"^[.FEsxXd]+ +\[|\[gw\d\]", "[", line) for line in lines)
        written[f"terminal {turn}"] = "\n".join(lines)
        written[f"stderr {turn}"] = plain(done.stderr)
    return written | _files(home, is_ordered="-n2" not in case.options)


def _arguments(name: str, case: Case) -> list[str]:
    wanted = {case.plugin, *case.others}
    off = [f"-pno:{module}" for plugin, module in PLUGINS.items() if plugin not in wanted]
    caches = [] if case.is_twice or name == "x" else ["-pno:cacheprovider"]
    ours = ("--hydra", "-p", "in_full", "--junit-xml=junit.xml", "--hydra-report=report.json")
    return [*ours, *off, *caches, *case.options]


def _environment(folder: Path) -> dict[str, str]:
    theirs = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTEST", "HYDRA", "PYTHON")) and name != "CI"
    }
    root = Path(__file__).parents[2]
    ours = {"PYTHONPATH": f"{root}:.", "PYTHONHASHSEED": "0"}
    return {**theirs, **ours, "COLUMNS": "120", "NO_COLOR": "1", "TMPDIR": str(folder)}


def _files(home: Path, *, is_ordered: bool) -> Written:
    """The files that we and neighbours write."""
    found: Written = {}
    allure = []
    for path in sorted(home.glob("*")):
        text = path.read_text(errors="replace") if path.is_file() else ""
        if path.name in ("junit.xml", "log.txt"):
            lines = plain(text).replace("><", ">\n<").splitlines()
            found[path.name] = "\n".join(lines if is_ordered else sorted(lines))
        elif path.name == "out.html" and (blob := re.search(r'data-jsonblob="([^"]*)"', text)):
            found[path.name] = _dumped(html.unescape(blob[1]))
        elif path.name in ("report.json", "j.json", "coverage.json"):
            found[path.name] = _dumped(text)
    for path in sorted(home.glob("allure/*.json")):
        value = json.loads(path.read_text())
        attached = [
            (each.get("name"), (path.parent / each["source"]).read_text())
            for each in value.get("attachments", [])
        ]
        allure += _dumped(json.dumps({**value, "attachments": attached})).splitlines()
    return found | ({"allure": "\n".join(sorted(allure))} if allure else {})


def _dumped(text: str) -> str:
    return json.dumps(plain_json(json.loads(text)), indent=1, sort_keys=True)


def differences(folder: Path, python: Path, name: str) -> list[str]:
    """The lines that differ with quiet hooks, but for those that differ of themselves."""
    full, quiet = (session(folder, python, name, in_full=each) for each in (True, False))
    differ = {part for part in {*full, *quiet} if full.get(part) != quiet.get(part)}
    if differ:
        again = session(folder, python, name, in_full=True)
        differ -= {part for part in differ if full.get(part) != again.get(part)}
    lines: list[str] = []
    for part in sorted(differ):
        texts = (full.get(part, "").splitlines(), quiet.get(part, "").splitlines())
        lines += list(difflib.unified_diff(*texts, f"{part} in full", "quiet", lineterm="", n=1))
    return lines


def report(folder: Path, options: Options) -> object:
    """Print which cases differ, with each interpreter, and return them."""
    return [_report(folder, Path(python)) for python in options.pythons or (sys.executable,)]


def _report(folder: Path, python: Path) -> Mapping[str, object]:
    known = subprocess.run(
        [str(python), "-c", _INSTALLED], capture_output=True, text=True, check=True
    )
    version, *names = known.stdout.split()
    found: dict[str, list[str]] = {}
    absent = []
    for name, case in CASES.items():
        if {*filter(None, [case.plugin]), *case.others} - set(names):
            absent.append(name)
            continue
        found[name] = differences(folder, python, name)
        if found[name]:
            print(f"{name}:", *found[name][:24], sep="\n  ")
    differ = [name for name, lines in found.items() if lines]
    same = len(found) - len(differ)
    print(f"pytest {version}: {same} the same, {len(differ)} differ, {len(absent)} left out")
    return {"pytest": version, "same": same, "differ": differ, "absent": absent}


if __name__ == "__main__":
    run_parts("benchmarks.neighbours", str(__doc__), {"neighbours": report})
