"""README.md and docs/: every sample in them is loaded, decided or run.

What is done with a fenced block is said by a comment before it:

- ``file: NAME``: it is a file of the page's project
- ``shows: COMMAND; status N``: the command, run in that project, prints these lines in this order
  (``…`` alone on a line stands for any lines; without a status it ends with 0)
- ``report``: the last report.json holds this (``"…"`` stands for any text)
- ``serves``: a server at ``SUPPORT_URL`` and ``COLLECTOR_URL`` answers this to whatever it is sent
  (text: as events)
- ``sent``: what that server was sent last holds this (JSON; traces of OTLP as JSON)
- ``holds: FILE``: a file of the project holds these lines, in this order
- ``scenario: ID …``: it is a scenario file, with these ids where they are given
- ``settings``: it is a hydra.toml
- ``reply``, ``expect: passes``, ``expect: fails``: expectations, held against the reply before
- ``excerpt: FILE``: it stands in this file of the repository
- ``run`` and ``test`` are for .ci/run

- ``branch: NAME``: the change that is on this branch of the page's repository

``runs: COMMAND; status N`` runs a command and ``commits`` puts all files of the page on the branch
main of a repository; they have no block. Shell lines need no comment.
"""

from __future__ import annotations

import json
import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from google.protobuf.json_format import MessageToDict
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from pytest_hydra.core.scorecard import Outcome
from pytest_hydra.documents import read
from pytest_hydra.scenarios.answers import read_reply
from pytest_hydra.scenarios.expect.kinds import Subject, compile_expect, decide
from pytest_hydra.scenarios.load import load_scenarios
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.settings.file import ScenarioSettings, load_settings
from pytest_hydra.transcript.turn import Turn

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "pytest_hydra" / "skill.md",
    *sorted((ROOT / "docs").glob("*.md")),
]
WIDTH = "80"

_BLOCK = re.compile(
    r"^<!-- (?P<mark>.+?) -->\n(?:```(?P<kind>\w+)\n(?P<text>.*?)^```$)?", re.M | re.S
)
_FENCED = re.compile(r"(?P<before>[^\n]*)\n```(?P<kind>\w*)\n.*?^```$", re.M | re.S)
# What a log is told of long work, and the name of the file behind which pytest goes on.
_PROGRESS = re.compile(r"(?:\nhydra: [\d,]+ of [^\n]*)+\n\S+ ")
_CHANGING = {
    r"\d{8}-\d{6}-\d{6}-[0-9a-f]{4}": "RUN",
    # What took more than a minute is told in hours, minutes and seconds as well.
    r"\bin \d+\.\d+s( \(\d+:\d\d:\d\d\))?": "in TIME",
    r"(took|within) [\d.]+ s": r"\1 TIME",
    r"(bot \w+), (< )?[\d.]+ m?s": r"\1, TIME",
    # Only if replies take a noticeable time.
    r" · replies: median [\d.]+ m?s, 95% within [\d.]+ m?s": "",
    r"; [\d.]+ s a run": "",  # only told of a slow run
    r" [\d.]+ s (?= *\d+ of| *-)": " TIME ",  # of a treatment
    r"\d+ s, (in a box|without a box \(.*\))": "TIME, BOX",
    r" *\[ *\d+%\]": "",
    r"[=_!-]{3,}": "---",
    r"(127\.0\.0\.1|localhost):\d+": "COLLECTOR",
}


class Server(HTTPServer):
    """Answers the same to whatever it is sent, and keeps what that was."""

    def __init__(self, kind: str, answer: str) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.kind = {"json": "application/json", "text": "text/event-stream"}[kind]
        self.answer = answer.encode()
        self.sent: Any = None
        Thread(target=self.serve_forever, daemon=True).start()


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers["Content-Type"] == "application/x-protobuf":
            self.server.sent = MessageToDict(ExportTraceServiceRequest.FromString(body))
        else:
            self.server.sent = json.loads(body)
        self.send_response(200)
        self.send_header("Content-Type", self.server.kind)
        self.send_header("Content-Length", str(len(self.server.answer)))
        self.end_headers()
        self.wfile.write(self.server.answer)

    def log_message(self, *_: object) -> None:
        pass


@dataclass
class Page:
    """One page that is tried: its project, and what came of its last samples."""

    path: Path
    folder: Path
    #: The ``python`` on PATH, as in an activated environment.
    python: Path = Path(sys.executable)
    reply: object = None
    output: list[str] = field(default_factory=list)
    server: Server | None = None

    def do(self, mark: str, kind: str, text: str) -> None:
        """Do what a comment says with the block after it."""
        word, _, argument = mark.partition(": ")
        assert bool(text) == (word not in ("runs", "commits")), (
            f"{mark}: the block stands right below its comment"
        )
        getattr(self, f"_{word}")(argument, kind, text)

    def _file(self, name: str, _kind: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def _excerpt(self, name: str, _kind: str, text: str) -> None:
        assert text in (ROOT / name).read_text(encoding="utf-8")

    def _run(self, _: str, _kind: str, text: str) -> None:
        # One command, though it may need more than one line.
        *first, _last = text.splitlines()
        assert all(line.endswith("&&") for line in first)

    _test = _run

    def _shows(self, command: str, _kind: str, text: str) -> None:
        told = [line for line in text.splitlines() if line.startswith("$ ")]
        assert told in ([], [f"$ {command.partition('; status ')[0]}"])
        self._runs(command, "", "")
        assert_in_order(self.output, text)

    def _runs(self, command: str, _kind: str, _text: str) -> None:
        line, _, status = command.partition("; status ")
        folder = self.folder
        if "example_scenarios" in line:
            folder = folder.with_name(f"{folder.name}-examples")
            shutil.copytree(ROOT / "example_scenarios", folder / "example_scenarios")
            shutil.copy(ROOT / "hydra.toml", folder)
        done = _run(line, folder, self.python, **self._environment())
        told = _PROGRESS.sub("", done.stdout)
        self.output = [_same(printed) for printed in told.splitlines()]
        assert done.returncode == int(status or 0), done.stdout + done.stderr

    def _commits(self, _: str, _kind: str, _text: str) -> None:
        _git(self.folder, "init", "--quiet", "--initial-branch=main")
        _git(self.folder, "add", "--all")
        _git(self.folder, "commit", "--quiet", "--message", "The base")

    def _branch(self, name: str, _kind: str, text: str) -> None:
        _git(self.folder, "checkout", "--quiet", "-b", name)
        _git(self.folder, "apply", "--index", "-", stdin=text)
        _git(self.folder, "commit", "--quiet", "--message", "The change")
        _git(self.folder, "checkout", "--quiet", "main")

    def _holds(self, name: str, _kind: str, text: str) -> None:
        held = (self.folder / name).read_text(encoding="utf-8")
        assert_in_order([_same(line) for line in held.splitlines()], text)

    def _serves(self, _: str, kind: str, text: str) -> None:
        self.server = Server(kind, text)

    def _sent(self, _: str, _kind: str, text: str) -> None:
        assert self.server is not None
        assert_holds(self.server.sent, json.loads(text))

    def _environment(self) -> dict[str, str]:
        if self.server is None:
            return {}
        url = f"http://127.0.0.1:{self.server.server_port}"
        model = {"ANTHROPIC_BASE_URL": url, "ANTHROPIC_API_KEY": "a-key-for-tests"}
        collector = {"COLLECTOR_URL": url, "COLLECTOR_TOKEN": "a-token-for-tests"}
        support = {"SUPPORT_URL": url, "SUPPORT_TOKEN": "a-token-for-tests"}
        return {**support, **collector, **model}

    def _report(self, _: str, _kind: str, text: str) -> None:
        runs = sorted((self.folder / ".hydra" / "runs").glob("*/report.json"))
        assert_holds(json.loads(runs[-1].read_text("utf-8")), json.loads(text))

    def _scenario(self, ids: str, kind: str, text: str) -> None:
        self._file(name := f"sample.scenario.{kind}", kind, text)
        path = self.folder / name
        loaded = load_scenarios(read(path, name), ScenarioSettings(), folder=self.folder)
        path.unlink()
        assert loaded
        names = [f"{entry.id}[{entry.variant}]" if entry.variant else entry.id for entry in loaded]
        assert names == (ids.split() or names)

    def _settings(self, _: str, kind: str, text: str) -> None:
        self._file("sample.toml", kind, text)
        load_settings(self.folder / "sample.toml", "hydra.toml")

    def _reply(self, _: str, _kind: str, text: str) -> None:
        self.reply = json.loads(text)

    def _validator(self, target: str) -> Any:
        module, _, function = target.partition(":")
        return runpy.run_path(str(self.folder / f"{module}.py"))[function]

    def _expect(self, verdict: str, kind: str, text: str) -> None:
        self._file(name := f"sample.{kind}", kind, text)
        expect = read(self.folder / name, name).data
        turn = Turn(user="", reply=read_reply(self.reply), seconds=0.1)
        subject = Subject(conversation=Conversation(turns=(turn,)), validators=self._validator)
        checks = decide(compile_expect(expect), subject)
        said = "\n".join(f"{check.outcome} {check.name}: {check.message}" for check in checks)
        graded = [check for check in checks if not check.optional]
        wanted = {"passes": Outcome.PASSED, "fails": Outcome.FAILED}[verdict]
        assert {check.outcome for check in graded} == {wanted}, said


def _same(line: str) -> str:
    """The line without what differs from run to run."""
    for pattern, name in _CHANGING.items():
        line = re.sub(pattern, name, line)
    return " ".join(line.split())


def _run(
    line: str, folder: Path, python: Path, **environment: str
) -> subprocess.CompletedProcess[str]:
    line = line.replace("$GITHUB_STEP_SUMMARY", "summary.md")
    program, *arguments = shlex.split(line)
    while "=" in program:
        name, _, environment[name] = program.partition("=")
        program, *arguments = arguments
    assert program == "pytest" or [program, *arguments[:2]] == ["python", "-m", "pytest_hydra"]
    return subprocess.run(
        [sys.executable, *(["-m", "pytest"] if program == "pytest" else ()), *arguments],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONUTF8": "1",
            "COLUMNS": WIDTH,
            "NO_COLOR": "1",
            # The pages show the order in which things stand in files.
            "PYTEST_ADDOPTS": "-p pytest_hydra.plugin -p no:randomly",
            "PATH": os.pathsep.join([str(python.parent), os.environ["PATH"]]),
            **environment,
        },
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )


def _git(folder: Path, *arguments: str, stdin: str = "") -> None:
    who = {
        f"GIT_{role}_{what}": value
        for role in ("AUTHOR", "COMMITTER")
        for what, value in (("NAME", "Ada"), ("EMAIL", "ada@example.org"))
    }
    nobody = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    command = ["git", *arguments]
    subprocess.run(
        command, cwd=folder, env={**os.environ, **who, **nobody}, input=stdin, text=True, check=True
    )


def assert_in_order(actual: list[str], wanted: str) -> None:
    """Each line of the sample is there, in this order."""
    lines = iter(actual)
    for line in wanted.splitlines():
        same = _same(line)
        if same not in ("", "…") and not line.startswith("$ "):
            assert any(same == printed for printed in lines), (line, "\n".join(actual))


def assert_holds(actual: Any, wanted: Any, at: str = "report") -> None:
    """Each value of the sample is the actual one; other keys may stand beside them."""
    if isinstance(wanted, dict):
        for key, value in wanted.items():
            assert key in actual, f"{at} has no {key!r}"
            assert_holds(actual[key], value, f"{at}.{key}")
    elif isinstance(wanted, list):
        assert len(actual) >= len(wanted), at
        for index, value in enumerate(wanted):
            assert_holds(actual[index], value, f"{at}[{index}]")
    else:
        assert wanted in ("…", actual), (at, actual)


def _blocks(path: Path) -> Iterator[tuple[str, str, str]]:
    for found in _BLOCK.finditer(path.read_text(encoding="utf-8")):
        yield found["mark"], found["kind"] or "", found["text"] or ""


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_every_sample_does_what_the_page_says(
    path: Path, tmp_path: Path, lean_python: Path
) -> None:
    # A bot on this page imports packages that are installed for the tests.
    python = Path(sys.executable) if path.stem in ("worlds", "mcp") else lean_python
    page = Page(path, tmp_path, python)
    try:
        for mark, kind, text in _blocks(path):
            page.do(mark, kind, text)
    finally:
        if page.server is not None:
            page.server.shutdown()
            page.server.server_close()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_every_sample_says_how_it_is_tried(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    loose = [
        found[0]
        for found in _FENCED.finditer(text)
        if found["kind"] != "sh" and not found["before"].startswith("<!-- ")
    ]
    assert loose == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", path.read_text(encoding="utf-8")):
        file, _, anchor = target.partition("#")
        page = path.parent / file if file else path
        assert page.exists(), target
        if anchor:
            titles = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in {
                re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles
            }


def test_the_workflow_to_copy_writes_both_reports(tmp_path: Path) -> None:
    page = Page(ROOT / "docs" / "ci.md", tmp_path)
    for mark, kind, text in _blocks(page.path):
        if mark.startswith("file: "):
            page.do(mark, kind, text)
    workflow = read(tmp_path / ".github" / "workflows" / "scores.yml", "scores.yml").data
    [step] = [
        entry["run"]
        for entry in workflow["jobs"]["scores"]["steps"]
        if entry.get("run", "").startswith("pytest ")
    ]
    done = _run(step, tmp_path, page.python)
    assert done.returncode == 1, done.stdout + done.stderr
    assert json.loads((tmp_path / "report.json").read_text("utf-8"))["verdict"] == "failed"
    assert "polly" in (tmp_path / "summary.md").read_text("utf-8")
