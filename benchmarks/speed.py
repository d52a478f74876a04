"""What scenarios cost, as one table with aims: ``python -m benchmarks.speed``.

Processor time of alternating pairs, children included, so that other work on the machine matters
little; compare rows of one table only. Counted calls are those of `tests.work`.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from benchmarks.command import Options, run_parts, show, show_heading
from benchmarks.measure import Command, Rounds, ratio, run, take_rounds, typical
from benchmarks.projects import make_project
from benchmarks.repository import commit, git
from benchmarks.scenarios import all_failing

_PLAIN = ("-m", "pytest", "-q", "test_plain.py")
_HYDRA = ("-m", "pytest", "-q", "-p", "pytest_hydra.plugin", "--hydra")
_COUNT = 5_000
_PAGE = {"CI": "true"}
_WORKSPACE_BOT = "def reply(messages, workspace):\n    return 'done'\n"
_WAITING_BOT = """
import asyncio

async def reply(messages):
    await asyncio.sleep(0.5)
    return "done"
"""
_TURNS_BOT = "def reply(messages):\n    return 'word ' * 800\n"
Row = tuple[str, str, str]
"""What is measured, its figure, and its aim."""


def report(folder: Path, options: Options) -> object:
    """Print the table and return it."""
    show_heading("measured", "now", "aim")
    rows = []
    for part in (_many, _few, _calls, _failing, _waiting, _workspaces, _race, _memory):
        for row in part(folder, options.rounds):
            show(*row)
            rows.append(row)
    return rows


def _commands(folder: Path, count: int, **environment: str) -> dict[str, Command]:
    passed = f"{count:,} of {count:,} passed"
    return {
        form: Command((*_HYDRA, f"cases.scenario.{form}"), folder, passed, environment=environment)
        for form in ("json", "yaml")
    }


def _many(folder: Path, rounds: int) -> Iterator[Row]:
    project = make_project(folder / "many", _COUNT)
    plain = {"plain": Command(_PLAIN, project, f"{_COUNT} passed")}
    pages = _commands(project, _COUNT, **_PAGE)
    commands = plain | _commands(project, _COUNT)
    commands |= {f"{form} and page": command for form, command in pages.items()}
    take_rounds(commands, 1)  # compiles modules and fills the disk cache
    found = take_rounds(commands, rounds)
    with_page = ("json and page", "yaml and page")
    for names, aim in ((("json", "yaml"), "1.27, 1.33"), (with_page, "1.38, 1.45")):
        figures = ", ".join(f"{ratio(found, name, 'plain', 'cpu'):.2f}" for name in names)
        yield f"{_COUNT:,} over plain tests: {', '.join(names)}", figures, aim


def _more(found: Rounds, ours: str) -> float:
    """The median of the seconds that ours takes more than plain tests."""
    pairs = zip(found[ours], found["plain"], strict=True)
    return median(one.cpu - other.cpu for one, other in pairs)


def _few(folder: Path, rounds: int) -> Iterator[Row]:
    project = make_project(folder / "few", 10)
    plain = {"plain": Command(_PLAIN, project, "10 passed")}
    commands = plain | _commands(project, 10)
    take_rounds(commands, 1)
    found = take_rounds(commands, 5 * rounds)
    yield "ten scenarios more than ten tests", f"+{_more(found, 'json'):.2f} s", "+0.14 s"
    history = project / ".hydra" / "history.jsonl"
    lines = history.read_text(encoding="utf-8").splitlines(keepends=True)
    history.write_text((lines[0] + lines[-1] * 1_000), encoding="utf-8")
    found = take_rounds(commands, 3 * rounds)
    yield "after 1,000 runs in the history", f"+{_more(found, 'json'):.2f} s", "the same"
    bare = {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPYCACHEPREFIX": str(folder / "none")}
    commands = {
        name: Command(command.arguments, project, command.expected, environment=bare)
        for name, command in commands.items()
        if name != "yaml"
    }
    found = take_rounds(commands, rounds)
    yield "without any byte code", f"+{_more(found, 'json'):.2f} s", "+0.32 s"


def _calls(_: Path, __: int) -> Iterator[Row]:
    root = Path(__file__).parents[1]
    code = "import json; from tests.work.test_work import count; print(json.dumps(count()))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True
    )
    totals = {name: sum(table.values()) for name, table in json.loads(done.stdout).items()}
    figures = ", ".join(f"{totals[form] / totals['plain']:.2f}" for form in ("json", "yaml"))
    yield "calls of a scenario over those of a test: json, yaml", figures, "0.90, 0.97"


def _failing(folder: Path, rounds: int) -> Iterator[Row]:
    row = all_failing(folder, _COUNT, rounds)
    yield f"{_COUNT:,} that fail over as many that pass", f"{row.cpu:.2f}", "1.4"


def _waiting(folder: Path, rounds: int) -> Iterator[Row]:
    step = {"user": "go", "expect": {"shouldContain": "done"}}
    rows: list[object] = [{"id": f"s{number}", "steps": [step]} for number in range(300)]
    place = _project(folder / "waiting", _WAITING_BOT, rows)
    with (place / "hydra.toml").open("a", encoding="utf-8") as file:
        file.write("[scenarios]\nconcurrency = 50\n")
    found = take_rounds({"it": Command(_HYDRA, place, "300 of 300")}, rounds)
    figure = typical(found["it"], "wall") / 3
    yield "300 replies of 0.5 s, 50 at a time, over 3 s (wall time)", f"{figure:.2f}", "1.15"


def _project(folder: Path, bot: str, scenarios: list[object]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    (folder / "hydra.toml").write_text('[bots.it]\npython = "bot:reply"\n', encoding="utf-8")
    (folder / "bot.py").write_text(bot, encoding="utf-8")
    text = json.dumps({"scenarios": scenarios})
    (folder / "a.scenario.json").write_text(text, encoding="utf-8")
    return folder


def _workspaces(folder: Path, rounds: int) -> Iterator[Row]:
    step = {"user": "go", "expect": {"shouldContain": "done"}}
    for files, aim in ((20, 10), (1_000, 20), (10_000, 50)):
        commands = {}
        for count in (1, 6):
            place = folder / f"workspace-{files}-{count}"
            rows: list[object] = [
                {"id": f"s{number}", "workspace": "tree", "steps": [step]}
                for number in range(count)
            ]
            _project(place, _WORKSPACE_BOT, rows)
            for number in range(files):
                file = place / "tree" / f"folder{number % 50}" / f"{number}.txt"
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(f"file {number}\n" * 20, encoding="utf-8")
            commands[str(count)] = Command(_HYDRA, place, f"{count} passed")
        found = take_rounds(commands, rounds)
        each = (typical(found["6"], "cpu") - typical(found["1"], "cpu")) / 5
        name = f"a workspace of {files:,} files, each further one"
        yield name, f"{each * 1e3:.0f} ms", f"{aim} ms"


def _race(folder: Path, rounds: int) -> Iterator[Row]:
    """The wall time of a race of two beyond its suites: one of the base, and two side by side."""
    place = folder / "race"
    for number in range(5_000):
        file = place / f"folder{number % 50}" / f"{number}.txt"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"file {number}\n" * 20, encoding="utf-8")
    (place / "shop.py").write_text("PRICE = 1\n", encoding="utf-8")
    (place / "pytest.ini").write_text("[pytest]\npythonpath = .\n", encoding="utf-8")
    tests = "\n".join(f"def test_{number}():\n    assert PRICE\n\n" for number in range(10))
    (place / "test_shop.py").write_text(f"from shop import PRICE\n\n\n{tests}", encoding="utf-8")
    (place / ".gitignore").write_text(".hydra/\nhydra.toml\n__pycache__/\n", encoding="utf-8")
    git(place, "init", "--quiet", "--initial-branch=main")
    commit(place)
    lines = ["[race]", 'base = "main"', "[scoring]", 'profile = "none"']
    lines += [
        f'python = "{sys.executable}"',
        "[scoring.commands]",
        'test = "python -m pytest -q test_shop.py"',
    ]
    for agent, price in (("one", 2), ("two", 3)):
        git(place, "checkout", "--quiet", "-b", agent, "main")
        (place / "shop.py").write_text(f"PRICE = {price}\n", encoding="utf-8")
        commit(place)
        lines += ["[[race.candidates]]", f'agent = "{agent}"', f'ref = "{agent}"']
    git(place, "checkout", "--quiet", "main")
    (place / "hydra.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    plain = Command(("-m", "pytest", "-q", "test_shop.py"), place, "10 passed")
    race = Command((*_HYDRA, "hydra.toml", "--hydra-no-cache"), place, "2 mergeable")
    found = take_rounds({"plain": plain, "race": race}, rounds)
    seconds = typical(found["race"], "wall") - 2 * typical(found["plain"], "wall")
    yield "a race of two, 5,000 files, beyond its suites (wall time)", f"{seconds:.2f} s", "1 s"


def _memory(folder: Path, _: int) -> Iterator[Row]:
    many = folder / "many"
    few = make_project(folder / "some", 1_000)
    most = run(_commands(many, _COUNT)["json"]).memory
    least = run(_commands(few, 1_000)["json"]).memory
    yield "memory of a scenario", f"{(most - least) / (_COUNT - 1_000) / 1e3:.1f} kB", "8 kB"
    peaks = []
    for count in (100, 400):
        steps = [{"user": "word " * 400, "expect": {"shouldContain": "word"}}] * 20
        rows: list[object] = [{"id": f"s{number}", "steps": steps} for number in range(count)]
        place = _project(folder / f"turns-{count}", _TURNS_BOT, rows)
        peaks.append(run(Command(_HYDRA, place, f"{count} of {count}")).memory)
    yield "with 20 turns of 4 kB", f"{(peaks[1] - peaks[0]) / 300 / 1e3:.0f} kB", "120 kB"


if __name__ == "__main__":
    run_parts("benchmarks.speed", str(__doc__), {"speed": report})
