"""Counts the work of sessions in FOLDER, as JSON: the process of its own of test_work.py.

Each kind of session runs with few and with many entries, after one that warms up. The difference,
divided by the number of further entries, is the work of one entry: what is done once per session
drops out.
"""

from __future__ import annotations

import contextlib
import gc
import io
import json
import os
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

FEW, MANY = 10, 60
BOT = """
def reply(messages):
    n = messages[-1]["content"].rsplit(" ", 1)[1]
    call = {"function": "transfer", "params": {"amount": int(n)}}
    return {"text": f"sent {n} DOT", "calls": [call]}
"""
WORKER = """
def reply(messages, workspace):
    (workspace / "b.txt").write_text(messages[-1]["content"])
    return "done"
"""
PLAIN = """
import pytest
from bot import reply

@pytest.mark.parametrize("number", range(1000, 1000 + COUNT))
def test_plain(number):
    answer = reply([{"role": "user", "content": f"send {number}"}])
    assert answer["calls"][0]["function"] == "transfer"
    assert answer["calls"][0]["params"] == {"amount": number}
    assert f"sent {number} DOT" in answer["text"]
"""
YAML = """
  - id: s{0}
    steps:
      - user: send {0}
        expect:
          expectedFunction: transfer
          expectedParams: {{amount: {0}}}
          shouldContain: [sent {0} DOT]
"""
ALONE = ("-q", "-p", "no:cacheprovider")
OURS = (*ALONE, "-p", "pytest_hydra.plugin", "--hydra")
# How often these wait depends on how threads and processes are scheduled.
_WAITING = ("threading.py", "subprocess.py", "selectors.py", "queue.py", "thread.py")
_PACKAGES = ("/pytest_hydra/", "/_pytest/", "/pluggy/", "/pydantic/", "/yaml/")
Table = dict[str, float]


def write_project() -> None:
    """A bot, and files of FEW and of MANY entries of each kind."""
    Path("bot.py").write_text(BOT)
    Path("worker.py").write_text(WORKER)
    Path("hydra.toml").write_text('[bots.wallet]\npython = "bot:reply"\n')
    Path("pytest.ini").write_text("[pytest]\n")
    for count in (FEW, MANY):
        numbers = range(1000, 1000 + count)
        Path(f"test_plain{count}.py").write_text(PLAIN.replace("COUNT", str(count)))
        rows = [_scenario(number) for number in numbers]
        Path(f"a{count}.scenario.json").write_text(json.dumps({"scenarios": rows}))
        text = "scenarios:" + "".join(map(YAML.format, numbers))
        Path(f"a{count}.scenario.yaml").write_text(text)
        step = {"user": "work", "expect": {"files": {"b.txt": "exists"}}}
        rows = [{"id": f"s{number}", "steps": [step]} for number in numbers]
        files = {"workspace": {"files": {"a.txt": "text"}}, "scenarios": rows}
        Path(f"w{count}.scenario.json").write_text(json.dumps(files))
        rows = [_scenario(number, "receive") for number in numbers]
        Path(f"f{count}.scenario.json").write_text(json.dumps({"scenarios": rows}))


def _scenario(number: int, function: str = "transfer") -> dict[str, Any]:
    expect = {
        "expectedFunction": function,
        "expectedParams": {"amount": number},
        "shouldContain": [f"sent {number} DOT"],
    }
    return {"id": f"s{number}", "steps": [{"user": f"send {number}", "expect": expect}]}


def name_of(code: CodeType) -> str:
    """The function if it is ours; of others the file will do."""
    path = code.co_filename
    for package in _PACKAGES:
        if package in path:
            path = package[1:] + path.rpartition(package)[2]
            return f"{path}:{code.co_qualname}" if path.startswith("pytest_hydra/") else path
    return path.strip("<>") if path.startswith("<") else f"python/{path.rpartition('/')[2]}"


@contextlib.contextmanager
def counting_calls(found: Counter[str]) -> Iterator[None]:
    """Add the calls of functions, and those of functions in C by their callers."""
    made: Counter[tuple[CodeType, str]] = Counter()

    def count(frame: FrameType, event: str, _: object) -> None:
        made[frame.f_code, event] += 1

    gc.collect()
    gc.disable()  # its callbacks run at times that vary
    threading.setprofile(count)
    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
        gc.enable()
    for (code, event), times in made.items():
        name = name_of(code)
        if event in ("call", "c_call") and not name.endswith(_WAITING):
            found[name if event == "call" else f"{name} -> C"] += times


_audited: list[Counter[str]] = []


def _audit(event: str, arguments: tuple[Any, ...]) -> None:
    if not _audited or not arguments or not isinstance(arguments[0], str):
        return
    path, name = arguments[0], os.path.basename(arguments[0])
    if event == "subprocess.Popen":
        _audited[-1][f"run {name}"] += 1
    # How often /proc is read depends on how processes are scheduled; modules are read only once.
    elif event == "open" and not path.startswith("/proc/") and not name.endswith((".py", ".pyc")):
        _audited[-1]["open a file of .hydra" if ".hydra" in path else f"open {name}"] += 1


@contextlib.contextmanager
def counting_files(found: Counter[str]) -> Iterator[None]:
    """Add the files that are opened and the processes that are started."""
    _audited.append(found)
    try:
        yield
    finally:
        _audited.pop()


def run(
    counting: Callable[[Counter[str]], Any], arguments: tuple[str, ...], status: int = 0
) -> Counter[str]:
    """What one session in this process costs, which ends with this exit status."""
    import pytest

    found: Counter[str] = Counter()
    out = io.StringIO()
    with contextlib.redirect_stdout(out), counting(found):
        ended = pytest.main([*arguments])
    assert ended == status, out.getvalue()[-2000:]
    for name in [name for name in sys.modules if name == "bot" or name.startswith("test_plain")]:
        del sys.modules[name]
    return found


def each(counting: Callable[[Counter[str]], Any], *arguments: str, status: int = 0) -> Table:
    """What one further entry costs: ``{}`` in the arguments is the number of entries."""
    counts = [
        run(counting, tuple(each.format(entries) for each in arguments), status)
        for entries in (FEW, FEW, MANY)
    ]
    return _difference(counts[1], counts[2], MANY - FEW)


def _difference(few: Mapping[str, float], many: Mapping[str, float], entries: int) -> Table:
    more = {name: (many.get(name, 0) - few.get(name, 0)) / entries for name in {*few, *many}}
    return {name: round(more[name], 2) for name in sorted(more) if abs(more[name]) >= 0.1}


def history() -> Table:
    """What a run in the history costs a later session."""
    path = Path(".hydra/history.jsonl")
    path.unlink(missing_ok=True)
    run(counting_calls, (*OURS, f"a{FEW}.scenario.json"))
    first = path.read_text().splitlines()[0]
    found = []
    for runs in (40, 40, 80):
        path.write_text(f"{first}\n" * runs)
        found.append(run(counting_calls, (*OURS, f"a{FEW}.scenario.json")))
    ours = [{name: n for name, n in each.items() if "pytest_hydra" in name} for each in found]
    return _difference(ours[1], ours[2], 40)


def imports() -> Table:
    """The lines of our modules that a session with ten scenarios has imported."""
    ours = {name: module for name, module in sys.modules.items() if name.startswith("pytest_hydra")}
    files = {name: Path(str(module.__file__)) for name, module in ours.items()}
    return {name: len(files[name].read_bytes().splitlines()) for name in sorted(files)}


def main() -> None:
    """Print all counts."""
    os.chdir(sys.argv[1])
    write_project()
    # Before all others, so that nothing else is imported.
    run(counting_files, (*OURS, f"a{FEW}.scenario.json"))
    lines = imports()
    sys.addaudithook(_audit)
    counts = {
        "modules": dict.fromkeys(lines, 1.0),
        "lines": lines,
        "plain": each(counting_calls, *ALONE, "-p", "no:hydra", "test_plain{}.py"),
        "json": each(counting_calls, *OURS, "a{}.scenario.json"),
        "yaml": each(counting_calls, *OURS, "a{}.scenario.yaml"),
        "history": history(),
    }
    # After what is counted, as it imports modules of ours.
    from pytest_hydra import registry

    # Whether a page can be made depends on what is installed.
    if "html" in registry.words("report_keys"):
        with Path("hydra.toml").open("a") as file:
            file.write("[report]\nhtml = false\n")
    counts["failing"] = each(counting_calls, *OURS, "f{}.scenario.json", status=1)
    Path("hydra.toml").write_text('[bots.worker]\npython = "worker:reply"\n')

    if "workspace" in registry.words("keys"):
        counts["workspace"] = each(counting_files, *OURS, "w{}.scenario.json")
    json.dump(counts, sys.stdout)


if __name__ == "__main__":
    main()
