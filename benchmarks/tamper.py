"""What it costs that tests are watched: beside the same tests, run as often by pytest alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.attacks.environment import make_environment
from benchmarks.measure import Command, Took, run
from benchmarks.repository import commit, git
from pytest_hydra.candidates.recording import CandidateRecord, RaceRecord
from pytest_hydra.candidates.run.replay import read_record

_BOTH, _PRODUCT = "both", "product"
_STEPS = ("tests", "tests.own")
_RACE = ("-m", "pytest", "-q", "-p", "pytest_hydra.plugin", "-p", "no:cacheprovider", "--hydra")

_LOOK = """
import sys, time
start = time.perf_counter()
from contextlib import closing
from pathlib import Path
from pytest_hydra.candidates.source.git import Repository
from pytest_hydra.candidates.run.replay import read_record
from pytest_hydra.candidates.tamper.look import Base, look
from pytest_hydra.candidates.tamper.reader_pool import Readers

record = read_record(Path(sys.argv[2]))
repository = Repository.find(Path(sys.argv[1]), Path(sys.argv[1], ".hydra", "objects"))
source = next(one.source for one in record.candidates if one.source.agent == sys.argv[3])
loaded = time.perf_counter()
with closing(Readers()) as readers:
    look(Base(repository, str(record.base.source.tree)), source, record.policy, readers)
    print("looked", time.perf_counter() - loaded)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """So many files, each with so many tests, which take so many seconds each.

    One of the candidates changes the tests of the first ``changed`` files.
    """

    files: int = 20
    tests: int = 10
    seconds: float = 0.05
    changed: int = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched:
    """What a candidate's tests took in a race, with the look at it, by what they take alone.

    ``ratio`` is the median of the rounds, each against pytest in the same round. ``trial_beside``
    is what a race of this candidate alone takes beside to try itself, as a part of the same.
    """

    what: str
    ratio: float
    trial_beside: float
    race: Sequence[Took]


def watched(folder: Path, rounds: int, suite: Suite = Suite()) -> list[Watched]:
    """Race a suite; for a candidate that changes tests too, and one that does not.

    A candidate that changes product code alone has its tests run once, and one that changes tests
    twice: those of the base, and its own. Over the base's code they would have nothing to tell.
    """
    # With pytest and nothing else, so that both load the same.
    python = make_environment(folder / "environment")
    project = _make(folder / "project", python, suite)
    races: list[Took] = []
    found: dict[str, list[float]] = {_BOTH: [], _PRODUCT: []}
    trials: dict[str, list[float]] = {_BOTH: [], _PRODUCT: []}
    for _ in range(rounds):
        races.append(run(Command((*_RACE, "hydra.toml", "--hydra-no-cache", "--hydra-jobs", "1"),
                                 project, "product")))  # fmt: skip
        path = max((project / ".hydra" / "runs").glob("*/race.json"))
        record = read_record(path)
        whole = _alone(python, project, ())
        changed = _alone(
            python, project, [f"tests/test_{entry}.py" for entry in range(suite.changed)]
        )
        for agent, alone in ((_BOTH, whole + changed), (_PRODUCT, whole)):
            looked = run(Command(("-c", _LOOK, str(project), str(path), agent), project, "looked"))
            ours = _took(_of(record, agent)) + float(looked.output.split()[-1])
            found[agent].append(ours / alone)
            trials[agent].append(_trial(record) / alone)
    said = {_BOTH: "V and O", _PRODUCT: "V alone"}
    return [
        Watched(
            what=f"watched tests, {said[agent]}",
            ratio=median(found[agent]),
            trial_beside=median(trials[agent]),
            race=races,
        )
        for agent in found
    ]


def _make(folder: Path, python: Path, suite: Suite) -> Path:
    """A project with such a suite, and the two candidates."""
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


def _write_tests(folder: Path, file: int, suite: Suite, asked: str) -> None:
    lines = ["import time", "", "from shop import price", ""]
    for number in range(suite.tests):
        lines += ["", f"def test_price_{number}():", f"    time.sleep({suite.seconds})"]
        lines += [f"    assert price({number}) {asked.format(number=number)}", ""]
    text = "\n".join(lines)
    (folder / "tests" / f"test_{file}.py").write_text(text, encoding="utf-8")


def _alone(python: Path, project: Path, files: Sequence[str]) -> float:
    """Seconds that pytest takes for these files, or for all."""
    arguments = ("-m", "pytest", "-q", "-p", "no:cacheprovider", *files)
    # As commands of a race are run, so that nothing is kept from the round before.
    given = {"PYTHONDONTWRITEBYTECODE": "1"}
    return run(Command(arguments, project, " passed", str(python), given)).wall


def _of(record: RaceRecord, agent: str) -> CandidateRecord:
    return next(candidate for candidate in record.candidates if candidate.source.agent == agent)


def _took(record: CandidateRecord) -> float:
    """Seconds that its tests took, however often they were run. Raises RuntimeError."""
    runs = [record.runs[step] for step in _STEPS if step in record.runs]
    for entry in runs:
        if entry.tests is None or entry.tests.source != "recorder" or entry.seconds is None:
            raise RuntimeError(f"{record.source.agent} was not watched: {entry}")
    expected = len(_STEPS) if record.source.agent == _BOTH else 1
    if len(runs) != expected:
        raise RuntimeError(f"{record.source.agent} had {len(runs)} runs, not {expected}")
    return sum(entry.seconds for entry in runs if entry.seconds is not None)


def _trial(record: RaceRecord) -> float:
    """Seconds that the race took to try itself."""
    bad = record.known_bad
    if bad is None:
        raise RuntimeError("the race did not try itself")
    return sum(entry.seconds for entry in bad.runs.values() if entry.seconds is not None)
