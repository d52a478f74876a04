"""The cost of watching tests, relative to pytest alone with the same tests as often."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.measure import Command, Usage, run
from benchmarks.repository import commit, git
from pytest_hydra.plugins.race.record import CandidateRecord, RaceRecord
from pytest_hydra.plugins.race.replay import read_record
from tools.environments import make_environment

_BOTH, _PRODUCT = "both", "product"
_STEPS = ("tests", "tests.own")
_RACE = ("-m", "pytest", "-q", "-p", "pytest_hydra.plugin", "-p", "no:cacheprovider", "--hydra")

_INSPECT = """
import sys, time
start = time.perf_counter()
from pathlib import Path
from pytest_hydra.plugins.git.repository import Repository
from pytest_hydra.plugins.race.replay import read_record
from pytest_hydra.plugins.race.inspect.inspect import inspect

record = read_record(Path(sys.argv[2]))
repository = Repository.find(Path(sys.argv[1]), Path(sys.argv[1], ".hydra", "objects"))
source = next(entry.source for entry in record.candidates if entry.source.agent == sys.argv[3])
loaded = time.perf_counter()
inspect(repository, str(record.base.source.tree), source, record.policy, None)
print("inspected", time.perf_counter() - loaded)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """A test suite: the number of files, of tests in each, and seconds for each test.

    One of the candidates changes the tests of the first ``changed`` files.
    """

    files: int = 20
    tests: int = 10
    seconds: float = 0.05
    changed: int = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedTests:
    """The time of a candidate's tests in a race, with its inspection, relative to pytest alone.

    ``ratio`` is the median of the rounds, each compared with pytest in the same round.
    ``self_test_ratio`` is the relative time of the self-test in a race of this candidate alone.
    """

    what: str
    ratio: float
    self_test_ratio: float
    race: Sequence[Usage]


def measure_watching(folder: Path, rounds: int, suite: Suite = Suite()) -> list[WatchedTests]:
    """Race a suite with two candidates: one that changes tests too, and one that does not.

    The tests of a candidate that changes only product code run once. A candidate that changes tests
    has two runs: with the tests of the base, and with its own.
    """
    # Only pytest is installed, so that both load the same.
    python = make_environment(folder / "environment")
    project = _make(folder / "project", python, suite)
    races: list[Usage] = []
    ratios: dict[str, list[float]] = {_BOTH: [], _PRODUCT: []}
    trials: dict[str, list[float]] = {_BOTH: [], _PRODUCT: []}
    for _ in range(rounds):
        races.append(run(Command((*_RACE, "hydra.toml", "--hydra-no-cache", "--hydra-jobs", "1"),
                                 project, "product")))  # fmt: skip
        path = max((project / ".hydra" / "runs").glob("*/race.json"))
        record = read_record(path)
        base_seconds = _plain_seconds(python, project, ())
        own_seconds = _plain_seconds(
            python, project, [f"tests/test_{entry}.py" for entry in range(suite.changed)]
        )
        for agent, plain in ((_BOTH, base_seconds + own_seconds), (_PRODUCT, base_seconds)):
            arguments = ("-c", _INSPECT, str(project), str(path), agent)
            inspection = float(run(Command(arguments, project, "inspected")).output.split()[-1])
            tests = _test_seconds(_record_of(record, agent))
            ratios[agent].append((tests + inspection) / plain)
            trials[agent].append(_self_test_seconds(record) / plain)
    labels = {_BOTH: "base's and own tests", _PRODUCT: "base's tests"}
    return [
        WatchedTests(
            what=f"watched tests, {labels[agent]}",
            ratio=median(ratios[agent]),
            self_test_ratio=median(trials[agent]),
            race=races,
        )
        for agent in ratios
    ]


def _make(folder: Path, python: Path, suite: Suite) -> Path:
    """Create a project with this suite and the two candidates."""
    (folder / "tests").mkdir(parents=True)
    (folder / "shop.py").write_text("def price(number):\n    return number * 2\n", encoding="utf-8")
    (folder / ".gitignore").write_text(".hydra/\nhydra.toml\n__pycache__/\n", encoding="utf-8")
    for file in range(suite.files):
        _write_tests(folder, file, suite, "== 2 * {number}")
    git(folder, "init", "--quiet", "--initial-branch=main")
    commit(folder)
    for agent in (_BOTH, _PRODUCT):
        git(folder, "checkout", "--quiet", "-b", f"agents/{agent}", "main")
        text = 'def price(number):\n    """Twice as much."""\n    return 2 * number\n'
        (folder / "shop.py").write_text(text, encoding="utf-8")
        for file in range(suite.changed if agent == _BOTH else 0):
            _write_tests(folder, file, suite, "== {number} + {number}")
        commit(folder)
    git(folder, "checkout", "--quiet", "main")
    lines = ["[race]", 'base = "main"', "[scoring]", 'profile = "none"']
    lines += [f'python = "{python}"', "[scoring.commands]", 'test = "python -m pytest -q"']
    lines += ["[scoring.tests]", "reruns = 0"]
    for agent in (_BOTH, _PRODUCT):
        lines += ["[[race.candidates]]", f'agent = "{agent}"', f'ref = "agents/{agent}"']
    (folder / "hydra.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def _write_tests(folder: Path, file: int, suite: Suite, expectation: str) -> None:
    lines = ["import time", "", "from shop import price", ""]
    for number in range(suite.tests):
        lines += ["", f"def test_price_{number}():", f"    time.sleep({suite.seconds})"]
        lines += [f"    assert price({number}) {expectation.format(number=number)}", ""]
    text = "\n".join(lines)
    (folder / "tests" / f"test_{file}.py").write_text(text, encoding="utf-8")


def _plain_seconds(python: Path, project: Path, files: Sequence[str]) -> float:
    """The time of pytest for these files, or for all, in seconds."""
    arguments = ("-m", "pytest", "-q", "-p", "no:cacheprovider", *files)
    # As for commands of a race, so that nothing is cached from the previous round.
    environment = {"PYTHONDONTWRITEBYTECODE": "1"}
    return run(Command(arguments, project, " passed", str(python), environment)).wall


def _record_of(record: RaceRecord, agent: str) -> CandidateRecord:
    return next(candidate for candidate in record.candidates if candidate.source.agent == agent)


def _test_seconds(record: CandidateRecord) -> float:
    """The time of all runs of its tests in seconds. Raises RuntimeError."""
    runs = [record.runs[step] for step in _STEPS if step in record.runs]
    for entry in runs:
        if entry.tests is None or entry.tests.source != "recorder" or entry.seconds is None:
            raise RuntimeError(f"{record.source.agent} was not watched: {entry}")
    expected = len(_STEPS) if record.source.agent == _BOTH else 1
    if len(runs) != expected:
        raise RuntimeError(f"{record.source.agent} had {len(runs)} runs, not {expected}")
    return sum(entry.seconds for entry in runs if entry.seconds is not None)


def _self_test_seconds(record: RaceRecord) -> float:
    """The time of the race's self-test in seconds."""
    known_bad = record.known_bad
    if known_bad is None:
        raise RuntimeError("the race ran no self-test")
    return sum(entry.seconds for entry in known_bad.runs.values() if entry.seconds is not None)
