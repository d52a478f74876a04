"""The same cases with other tools: pydantic-evals, deepeval, inspect-ai and promptfoo.

Each tool asks the same bot in Python a thousand times and makes three checks of each answer in
code, as its documentation shows. Telemetry and updates are turned off by the documented variables.
Tools that are not installed are reported as absent, and those that fail, or do not end within five
minutes, with the reason. All of it takes about ten minutes. Packages are looked up in the
environments of this interpreter and of those of ``--python``; promptfoo is looked up on PATH or is
``--promptfoo``.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from benchmarks.command import Options, run_parts, show, show_heading, version_of
from benchmarks.measure import Command, Usage, comparison, run
from benchmarks.projects import make_project

_COUNT = 1_000
# The most that a tool may take for all cases, in seconds of wall time.
_SECONDS = 300
_PLAIN_TESTS = "plain tests"
_PLAIN = ("-m", "pytest", "-q", "test_plain.py")
_HYDRA = ("-m", "pytest", "-q", "-p", "pytest_hydra.plugin", "--hydra", "cases.scenario.json")
_EXPECTED = "{count} checks passed"
# Prints the version of a package, or fails if it is not installed.
_VERSION = "import importlib.metadata, sys; print(importlib.metadata.version(sys.argv[1]))"

_PYDANTIC_EVALS = """
import json
from dataclasses import dataclass
from pathlib import Path

from pydantic_evals import Case, Dataset
from pydantic_evals.evaluators import Evaluator

from wallet import reply

CASES = json.loads(Path("cases.json").read_text(encoding="utf-8"))


@dataclass
class Three(Evaluator):
    def evaluate(self, ctx):
        (call,) = ctx.output["calls"]
        return {
            "function": call["function"] == "transfer",
            "recipient": call["params"]["recipient"] == ctx.metadata["recipient"],
            "phrase": ctx.metadata["phrase"] in ctx.output["text"],
        }


def ask(user):
    return reply([{"role": "user", "content": user}])


cases = [Case(name=case["id"], inputs=case["user"], metadata=case) for case in CASES]
dataset = Dataset(name="wallet", cases=cases, evaluators=[Three()])
report = dataset.evaluate_sync(ask, progress=False)
passed = sum(check.value is True for case in report.cases for check in case.assertions.values())
print(f"{passed} checks passed")
"""

_DEEPEVAL = """
import json
from pathlib import Path

from deepeval import evaluate
from deepeval.evaluate.configs import AsyncConfig, CacheConfig, DisplayConfig
from deepeval.metrics import BaseMetric
from deepeval.test_case import LLMTestCase, ToolCall

from wallet import reply

CASES = json.loads(Path("cases.json").read_text(encoding="utf-8"))


class Check(BaseMetric):
    async_mode = False
    threshold = 1.0

    def __init__(self, name, holds):
        self.name, self.holds = name, holds

    def measure(self, case, *args, **kwargs):
        self.score = float(self.holds(case, case.tools_called[0]))
        self.success, self.reason = self.score == 1.0, ""
        return self.score

    async def a_measure(self, case, *args, **kwargs):
        return self.measure(case)

    def is_successful(self):
        return self.success

    @property
    def __name__(self):
        return self.name


def test_case(case):
    answer = reply([{"role": "user", "content": case["user"]}])
    called = [ToolCall(name=c["function"], input_parameters=c["params"]) for c in answer["calls"]]
    return LLMTestCase(
        name=case["id"], input=case["user"], actual_output=answer["text"], tools_called=called,
        metadata=case,
    )


def recipient(case, call):
    return call.input_parameters["recipient"] == case.metadata["recipient"]


checks = [
    Check("function", lambda case, call: call.name == "transfer"),
    Check("recipient", recipient),
    Check("phrase", lambda case, call: case.metadata["phrase"] in case.actual_output),
]
result = evaluate(
    [test_case(case) for case in CASES],
    checks,
    async_config=AsyncConfig(run_async=False),
    display_config=DisplayConfig(show_indicator=False, print_results=False),
    cache_config=CacheConfig(write_cache=False),
)
passed = sum(metric.success is True for case in result.test_results for metric in case.metrics_data)
print(f"{passed} checks passed")
"""

_INSPECT = """
import json
from pathlib import Path

from inspect_ai import Task, eval
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import CORRECT, INCORRECT, Score, accuracy, scorer
from inspect_ai.solver import solver

from wallet import reply

CASES = json.loads(Path("cases.json").read_text(encoding="utf-8"))


@solver
def bot():
    async def solve(state, generate):
        state.metadata["answer"] = reply([{"role": "user", "content": state.input_text}])
        return state

    return solve


@scorer(metrics={"*": [accuracy()]})
def three():
    async def score(state, target):
        answer = state.metadata["answer"]
        (call,) = answer["calls"]
        checks = {
            "function": call["function"] == "transfer",
            "recipient": call["params"]["recipient"] == state.metadata["recipient"],
            "phrase": state.metadata["phrase"] in answer["text"],
        }
        return Score(value={name: CORRECT if ok else INCORRECT for name, ok in checks.items()})

    return score


samples = [Sample(id=case["id"], input=case["user"], metadata=case) for case in CASES]
task = Task(dataset=MemoryDataset(samples), solver=bot(), scorer=three())
(log,) = eval(task, model="mockllm/model", log_dir="logs", display="none")
scores = [score for sample in log.samples for score in sample.scores.values()]
passed = sum(value == CORRECT for score in scores for value in score.value.values())
print(f"{passed} checks passed")
"""

_PROVIDER = """
from wallet import reply


def call_api(prompt, options, context):
    return {"output": reply([{"role": "user", "content": prompt}])}
"""
_PROMPTFOO = ("eval", "-c", "promptfooconfig.json", "-o", "out.json", "--no-cache",
              "--no-progress-bar", "--no-table")  # fmt: skip
_CHECKS = (
    "output.calls[0].function === 'transfer'",
    "output.calls[0].params.recipient === context.vars.recipient",
    "output.text.includes(context.vars.phrase)",
)


@dataclass(frozen=True, slots=True)
class Peer:
    """A Python package for comparison, and variables that turn off its use of the network."""

    package: str
    adapter: str
    environment: Mapping[str, str] = field(default_factory=dict)


PEERS = (
    Peer("pydantic-evals", _PYDANTIC_EVALS, {"LOGFIRE_SEND_TO_LOGFIRE": "false"}),
    Peer("deepeval", _DEEPEVAL, {"DEEPEVAL_TELEMETRY_OPT_OUT": "1"}),
    Peer("inspect-ai", _INSPECT),
)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: ratios to plain pytest in the same rounds, and the usage."""

    tool: str
    rounds: int
    wall: float
    cpu: float
    memory: float
    wall_seconds: float
    cpu_seconds: float
    memory_bytes: float


def report(folder: Path, options: Options, count: int = _COUNT) -> object:
    """Print the table, and the tools that are absent or failed; and return all of them."""
    project = make_project(folder / "project", count)
    passed = f"{count:,} of {count:,} passed"
    commands = {
        _PLAIN_TESTS: Command(_PLAIN, project, f"{count} passed"),
        f"pytest-hydra {version_of('pytest-hydra')}": Command(_HYDRA, project, passed),
    }
    absent = []
    home = {"HOME": str(folder)}
    for peer in PEERS:
        python, installed = _interpreter(peer.package, (Path(sys.executable), *options.pythons))
        if python is None:
            absent.append(peer.package)
            continue
        adapter = project / f"run_{peer.package.replace('-', '_')}.py"
        adapter.write_text(peer.adapter, encoding="utf-8")
        commands[f"{peer.package} {installed}"] = Command(
            (adapter.name,),
            project,
            _EXPECTED.format(count=3 * count),
            program=str(python),
            environment={**peer.environment, **home},
        )
    program = options.promptfoo or shutil.which("promptfoo")
    if program is None:
        absent.append("promptfoo")
    else:
        command = _promptfoo(project, str(program), home, count)
        commands[f"promptfoo {_program_version(str(program), command)}"] = command
    usages, failed = _take_rounds(commands, options.rounds)
    rows = _rows(usages, options.rounds)
    for tool, reason in failed.items():
        show(tool, reason)
    if absent:
        print(f"\nabsent: {', '.join(absent)}")
    return {"rows": [asdict(row) for row in rows], "absent": absent, "failed": failed}


def _take_rounds(
    commands: Mapping[str, Command], rounds: int
) -> tuple[dict[str, list[Usage]], dict[str, str]]:
    """The usage of each tool in each round, and why others have none: one never stops the rest."""
    usages: dict[str, list[Usage]] = {tool: [] for tool in commands}
    failed: dict[str, str] = {}
    # The first round compiles modules and fills the disk cache.
    for number in range(rounds + 1):
        for tool in list(usages) if number % 2 == 0 else reversed(list(usages)):
            try:
                usage = run(replace(commands[tool], seconds=_SECONDS))
            except RuntimeError as error:
                if tool == _PLAIN_TESTS:
                    raise  # what all others are compared with
                failed[tool] = " ".join(str(error).split())[-200:]
                del usages[tool]
                continue
            if number:
                usages[tool].append(usage)
            print(f"round {number} of {rounds}: {tool}: {usage.wall:.1f} s", file=sys.stderr)
    return usages, failed


def _rows(usages: Mapping[str, list[Usage]], rounds: int) -> list[Row]:
    usage = ("wall time", "cpu time", "peak memory")
    show_heading("tool", "wall", "cpu", "memory", *usage, "rounds")
    rows = []
    for tool in usages:
        row = Row(tool, rounds, *comparison(usages, tool, _PLAIN_TESTS))
        ratios = (f"{entry:.2f}" for entry in (row.wall, row.cpu, row.memory))
        cells = (f"{row.wall_seconds:.2f} s", f"{row.cpu_seconds:.2f} s")
        show(tool, *ratios, *cells, f"{row.memory_bytes / 1e6:.0f} MB", str(rounds))
        rows.append(row)
    return rows


def _interpreter(package: str, pythons: tuple[Path, ...]) -> tuple[Path | None, str]:
    """The first of these interpreters that has the package, and its version."""
    for python in pythons:
        command = [str(python), "-c", _VERSION, package]
        process = subprocess.run(command, capture_output=True, text=True, check=False)
        if process.returncode == 0:
            return python, process.stdout.strip()
    return None, ""


def _promptfoo(project: Path, program: str, home: Mapping[str, str], count: int) -> Command:
    (project / "provider.py").write_text(_PROVIDER, encoding="utf-8")
    cases = json.loads((project / "cases.json").read_text(encoding="utf-8"))
    checks = [{"type": "javascript", "value": check} for check in _CHECKS]
    configuration = {
        "prompts": ["{{user}}"],
        "providers": ["file://provider.py"],
        "defaultTest": {"assert": checks},
        "tests": [{"description": case.pop("id"), "vars": case} for case in cases],
    }
    text = json.dumps(configuration)
    (project / "promptfooconfig.json").write_text(text, encoding="utf-8")
    features = ("TELEMETRY", "UPDATE", "REMOTE_GENERATION", "SHARING")
    environment = {
        **{f"PROMPTFOO_DISABLE_{name}": "1" for name in features},
        "PROMPTFOO_CONFIG_DIR": str(project / "promptfoo"),
        "PROMPTFOO_PYTHON": sys.executable,
        **home,
    }
    expected = f"{count:,} passed (100%)"
    return Command(_PROMPTFOO, project, expected, program=program, environment=environment)


def _program_version(program: str, command: Command) -> str:
    process = subprocess.run(
        [program, "--version"],
        env={**os.environ, **command.environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return process.stdout.strip()


if __name__ == "__main__":
    run_parts("benchmarks.peers", str(__doc__), {"peers": report})
