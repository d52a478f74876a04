"""The readers of external input, as functions of bytes that raise only our own exceptions."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from contextlib import redirect_stderr, redirect_stdout, suppress
from functools import cache, partial
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any

from benchmarks.fuzz.inputs import seeds
from pytest_hydra.__main__ import main
from pytest_hydra.core.result import new_check
from pytest_hydra.core.scorecard import scorecard
from pytest_hydra.documents import read
from pytest_hydra.errors import HydraError
from pytest_hydra.execution.http_json import HttpAnswer, JsonAddress, Secrets
from pytest_hydra.plugins.baseline.compare import compare, describe
from pytest_hydra.plugins.benchmarks.rubric import built_in, load_rubric
from pytest_hydra.plugins.benchmarks.score_report import authors, read_labels
from pytest_hydra.plugins.engine.command import printed_score
from pytest_hydra.plugins.git.commits import resolve
from pytest_hydra.plugins.git.patches import apply_patch, read_patch
from pytest_hydra.plugins.git.repository import Repository
from pytest_hydra.plugins.git.trees import check_links, files_of, write_tree
from pytest_hydra.plugins.judges.answer import parse
from pytest_hydra.plugins.judges.event_log import cut_log, facts, read_log
from pytest_hydra.plugins.judges.exhibits import Exhibit, gather
from pytest_hydra.plugins.judges.judge_kinds import open_judge
from pytest_hydra.plugins.judges.judge_settings import JudgeSettings
from pytest_hydra.plugins.page.code import FileDiff, Hunk, first_line, read_diff, shown_hunks
from pytest_hydra.plugins.race.agent_work import read_log as read_agent_log
from pytest_hydra.plugins.race.inspect import ChangedFile, change_reader
from pytest_hydra.plugins.race.policy.scoring import DimensionSettings
from pytest_hydra.plugins.race.replay import read_record
from pytest_hydra.plugins.race.tool_tables import tools_differ
from pytest_hydra.plugins.results import command_lines, pytest_record
from pytest_hydra.plugins.results.parsers import PARSERS
from pytest_hydra.plugins.results.protocol import run_of
from pytest_hydra.plugins.results.text_reports import count_findings, count_tests
from pytest_hydra.record.labels import saved_labels
from pytest_hydra.record.runs import complete_runs, find_run, sweep, unfinished_runs
from pytest_hydra.report.merge import read_for_comparison, read_report
from pytest_hydra.report.report_json import to_json
from pytest_hydra.scenarios.answers import read_reply
from pytest_hydra.scenarios.bots.command import _parse
from pytest_hydra.scenarios.bots.event_stream import merge_events
from pytest_hydra.scenarios.expect import kinds
from pytest_hydra.scenarios.explain import explain
from pytest_hydra.scenarios.load import Scenario, load_scenarios
from pytest_hydra.scenarios.reply import (
    Conversation,
    conversation_from_plain,
    conversation_to_plain,
)
from pytest_hydra.scenarios.traces.formats import traces_in
from pytest_hydra.settings.file import ScenarioSettings, load_settings
from pytest_hydra.settings.prices import PriceSettings
from pytest_hydra.transcript.turn import Turn

Reader = Callable[[bytes], object]

ROOTS = ("/w", "/work/w")
_KEY = b"k" * 32
_SUFFIXES = ("py", "js", "ts", "go", "rs", "html", "css", "sh", "yaml", "sql", "cpp", "php")


@cache
def _folder() -> Path:
    """A temporary folder for input files, removed when this process ends."""
    holder = tempfile.TemporaryDirectory(prefix="hydra-fuzz-", ignore_cleanup_errors=True)
    _FOLDERS.append(holder)
    return Path(holder.name)


_FOLDERS: list[Any] = []


def _results(name: str, data: bytes) -> None:
    results = PARSERS[name].parse(data, ROOTS)
    if results is not None:
        run_of(name, results.cases, results.problems)


def _output(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    count_tests(text)
    count_findings(text)
    own = DimensionSettings(name="own", command="x", score="json", path="a.0.b")
    printed_score(own, text)
    for parser in PARSERS.values():
        if parser.recognizes is not None:
            parser.recognizes(text)


def _record(data: bytes) -> None:
    lines = [line for line in data.split(b"\n") if line]
    sealed = [pytest_record.seal(_KEY, number, line) for number, line in enumerate(lines)]
    pytest_record.read(data, 1, exact=True, key=_KEY)
    pytest_record.read(b"\n".join(sealed), 1, exact=True, key=_KEY)


def _command(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    command_lines.scripts(data)
    command_lines.request_format("tests", text[:2_000], data, Path("/scratch"))
    command_lines.request_format("lint", text[:2_000], data, Path("/scratch"))


@cache
def _scenario() -> Scenario:
    expect = {
        "responseType": "action", "shouldAskFor": ["address", "amount in DOT"],
        "shouldWarn": ["fees", "cannot be undone"], "shouldReject": "insufficient balance",
        "shouldContain": ["5 DOT", "über"], "shouldNotContain": "password",
        "shouldMention": {"topic": "refund policy", "any_of": ["returns"]},
        "expectedFunction": "transfer", "expectedParams": {
            "amount": {"approx": 5}, "to": {"regex": r"^(?:\w+\s?)+$"}, "note": {"optional": "x"},
        },
        "forbiddenFunctions": ["delete_all"], "responseSchema": {"type": "object"},
    }  # fmt: skip
    path = _folder() / "suite.scenario.json"
    steps = [{"user": "hello", "expect": expect}]
    path.write_text(json.dumps({"id": "fuzz", "steps": steps}))
    (scenario,) = load_scenarios(read(path, path.name), ScenarioSettings())
    return scenario


def _decide(conversation: Conversation) -> None:
    """Decide, explain, record and report a conversation."""
    scenario = _scenario()
    expect = scenario.steps[0].expect
    if expect is None:
        raise AssertionError
    subject = kinds.Subject(conversation=conversation, turn=1)
    card = scorecard(kinds.decide(expect, subject), scenario.threshold)
    explain(scenario, [(card, conversation)], 0)
    to_json({"scenarios": [{"checks": [new_check(check) for check in card.checks]}]})
    copy = conversation_from_plain(json.loads(json.dumps(conversation_to_plain(conversation))))
    if copy != conversation:
        raise AssertionError("the recording differs from the conversation")


def _reply(data: bytes) -> None:
    with suppress(HydraError):
        reply = read_reply(data.decode("utf-8", "backslashreplace"))
        _decide(Conversation(turns=(Turn(user="hello", reply=reply),), bot="b"))
    reply = read_reply(_parse(data))
    _decide(Conversation(turns=(Turn(user="hello", reply=reply),), bot="b"))


def _judgment(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    quote = '{"score": 9, "strengths": [], "weaknesses": [], "evidence": []} the judge said so'
    exhibit = Exhibit(name="spec", text=quote, cut=None, sha256="0" * 64)
    for canary in ("the secret word", "c" * 32):
        parse(text, built_in("default")[0], [exhibit], canary)


def _merge(*parts: bytes) -> None:
    """Merge reports as ``python -m pytest_hydra merge`` does, which may exit with a message."""
    paths = [_write(f"part-{number}.json", part) for number, part in enumerate(parts)]
    outputs = [f"-o{name}:{_folder() / 'whole'}.{name}" for name in ("json", "md")]
    for path in _folder().glob("whole.*"):
        path.unlink()
    screen = TextIOWrapper(BytesIO())
    with redirect_stdout(screen), redirect_stderr(StringIO()), suppress(SystemExit):
        main(["merge", *map(str, paths), *outputs])


def _report(data: bytes) -> None:
    seed = read_for_comparison("seed.json", _seed("report"))
    with suppress(HydraError):
        entries = read_for_comparison("a.json", data)
        for pair in ((entries, seed), (seed, entries), (entries, entries)):
            "\n".join(describe(compare(*pair), "a")).encode()
    read_report("a.json", data)
    for parts in ([data], [data, _seed("report")], [data, data]):
        _merge(*parts)


@cache
def _seed(name: str) -> bytes:
    return seeds(name)[0]


def _run(data: bytes) -> None:
    """Read the manifest of a run, and a line of its recordings."""
    path = _folder() / ".hydra" / "runs" / "20260101-000000-000000-aaaa"
    path.mkdir(parents=True, exist_ok=True)
    manifest, _, recordings = data.partition(b"\n---\n")
    (path / "manifest.json").write_bytes(manifest)
    (path / "scenarios.jsonl").write_bytes(recordings)
    root = _folder()
    list(complete_runs(root))
    unfinished_runs(root, lambda: "f")
    sweep(root, 5)
    with suppress(HydraError):
        find_run(root, "latest")
    (path / "manifest.json").write_bytes(manifest)
    run = find_run(root, path.name)
    str(run.run_id).encode()
    for record in run.records("scenarios"):
        for entry in record.get("runs", ()) if isinstance(record.get("runs"), list) else ():
            if isinstance(entry, dict):
                _decide(conversation_from_plain(entry.get("conversation", {})))


def _race(data: bytes) -> None:
    read_record(_write("race.json", data))


_GIT = ("git", "-c", "user.name=a", "-c", "user.email=a@b", "-C")


@cache
def _repository() -> Repository:
    """A repository with the two files that the seeds of ``patch`` change."""
    folder = _write("repository/shop.py", b"def total(prices):\n    return sum(prices)\n").parent
    _write("repository/tests/test_shop.py", b"from shop import total\n")
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "base"]):
        subprocess.run([*_GIT, str(folder), *command], check=True)
    return Repository.find(folder, _folder() / "objects")


@cache
def _base_tree() -> str:
    repository = _repository()
    return write_tree(repository, files_of(repository, resolve(repository, "HEAD")))


def _code(data: bytes) -> None:
    """Highlight a text for the page as code of some language."""
    added = [("+", line) for line in data.decode("utf-8", "replace").split("\n")]
    suffix = _SUFFIXES[len(data) % len(_SUFFIXES)]
    shown_hunks(FileDiff(None, f"a.{suffix}", [Hunk(0, 1, "", added)]))


def _patch(data: bytes) -> None:
    """Prepare a diff for the page, and apply it."""
    for file in read_diff(data.decode("utf-8", "replace")):
        json.dumps([shown_hunks(file), first_line(file, "test")])
    repository, base = _repository(), _base_tree()
    tree = apply_patch(repository, base, read_patch(_write("a.patch", data)))
    check_links(repository, base, tree)


def _steering(data: bytes) -> None:
    """Merge the base's settings of tests into a candidate's file, and inspect the file."""
    for name in ("pyproject.toml", "setup.cfg", "package.json"):
        for seed in seeds("steering"):
            tools_differ(name, seed, data)
            tools_differ(name, data, seed)
        _change(name, data, "steering")


def _change(path: str, data: bytes, name: str) -> None:
    """Inspect a changed file."""
    file = ChangedFile(
        path=path, status="modified", mode="100644", tests=path.startswith("tests/"),
        old=_seed(name), new=data,
    )  # fmt: skip
    json.dumps(change_reader.read_change([file], frozenset({"shop"}), [""]))


def _write(name: str, data: bytes) -> Path:
    path = _folder() / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def _labels(data: bytes) -> None:
    folder = _write("run/labels.jsonl", data).parent
    saved_labels(folder)
    read_labels(folder, "run", ["Planning"])


def _judgments(data: bytes) -> None:
    _write("said.jsonl", data)
    open_judge("rec", {"rec": JudgeSettings(recorded="said.jsonl")}, _folder())


def _events(data: bytes) -> None:
    log = read_log(BytesIO(data), "event-log.jsonl", 6_000)
    cut_log(log, 6_000)
    json.dumps(facts(log), allow_nan=False)


def _benchmark(data: bytes) -> None:
    """Read a benchmark folder with the same text in each file except the log."""
    folder = _write("bench/spec.md", data).parent
    for name in ("git-diff.patch", "prd.md", "summary.json", "config.json", "git-log.txt"):
        _write(f"bench/{name}", data)
    _write("bench/event-log.jsonl", b'{"event": "start"}\n')
    _write("bench/tasks/1.md", data)
    authors(folder)
    names = ("event-log", "spec", "git-diff", "prd", "summary", "config", "git-log", "tasks")
    gather(folder, names, spec=None, label="bench", budget=6_000)


def _stream(data: bytes) -> None:
    kind = {"Content-Type": "text/event-stream"}
    answer = HttpAnswer(status=200, reason="OK", headers=kind, body=data, seconds=0.1)
    address = JsonAddress(lambda *_: answer, "http://a.example", {}, Secrets([]), merge_events)
    reply = read_reply(address.ask({})[0])
    _decide(Conversation(turns=(Turn(user="hello", reply=reply),), bot="b"))


def _traces(data: bytes) -> None:
    price = PriceSettings(input=1, output=2)
    for trace in traces_in(data.decode("utf-8", "replace"), "a.json", {"scripted-1": price}):
        _decide(Conversation(turns=trace.turns or (Turn(user="hello"),), bot="b"))


def _scenarios(suffix: str, data: bytes) -> None:
    path = _write(f"a.scenario.{suffix}", data)
    load_scenarios(read(path, path.name), ScenarioSettings())


def _settings(data: bytes) -> None:
    load_settings(_write("hydra.toml", data), "hydra.toml")


def _rubric(data: bytes) -> None:
    load_rubric(_write("rubric.yaml", data), "rubric.yaml")


READERS: Mapping[str, Reader] = {
    **{name: partial(_results, name) for name in PARSERS},
    "output": _output,
    "record": _record,
    "command": _command,
    "agent-log": lambda data: read_agent_log(data.decode("utf-8", "replace")),
    "reply": _reply,
    "judgment": _judgment,
    "judgments": _judgments,
    "report": _report,
    "run": _run,
    "race": _race,
    "patch": _patch,
    "code": _code,
    "steering": _steering,
    "product": partial(_change, "shop.py", name="product"),
    "suite": partial(_change, "tests/test_shop.py", name="suite"),
    "labels": _labels,
    "events": _events,
    "benchmark": _benchmark,
    "settings": _settings,
    "rubric": _rubric,
    "traces": _traces,
    "stream": _stream,
    **{f"scenarios-{suffix}": partial(_scenarios, suffix) for suffix in ("yaml", "json", "toml")},
}
"""The readers by name; the seeds of each are in the folder with its name."""
