"""The command ``audit tasks``: what doing nothing and the solution earn, in both roots."""

from __future__ import annotations

from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

from pytest_hydra.commands import Say
from pytest_hydra.core.text import counted, one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.plugins.harbor.harbor_settings import VerifierMode
from pytest_hydra.plugins.harbor.task_file import HarborTask
from pytest_hydra.plugins.harbor.task_images import Images
from pytest_hydra.plugins.harbor.task_key import task_in
from pytest_hydra.plugins.harbor.task_root import TaskRoot
from pytest_hydra.plugins.harbor.task_scenario import belongs
from pytest_hydra.plugins.harbor.verifier import solve, verified
from pytest_hydra.settings import FILE_NAME, Settings, load_settings

_MODES: tuple[VerifierMode, ...] = get_args(VerifierMode)
_Earned = float | str


@dataclass(slots=True)
class _Audit:
    """What was earned in each mode: the mean reward, or why it is not known."""

    name: str
    mode: VerifierMode
    has_solution: bool
    nothing: dict[VerifierMode, _Earned] = field(default_factory=dict)
    solution: dict[VerifierMode, _Earned] = field(default_factory=dict)

    @property
    def is_good(self) -> bool:
        """Whether the task proves something where its tests run."""
        solved = self.solution.get(self.mode, 1) == 1
        return self.nothing[self.mode] == 0 and solved

    @property
    def line(self) -> str:
        found = []
        for mode in _MODES:
            parts = [f"nothing {_shown(self.nothing[mode])}"]
            parts += [f"solution {_shown(self.solution[mode])}"] if self.has_solution else []
            found.append(f"{mode}: {', '.join(parts)}")
        word = "ok" if self.is_good else "LOOK"
        needs = ""
        if self.solution.get("fresh", 1) != 1 and self.solution["shared"] == 1:
            needs = '; it needs verifier = "shared"'
        return f"{word:4} {self.name}  {' · '.join(found)}{needs}"


def act(options: Any, root: Path, say: Say) -> int:
    """Print what was found, and return the exit status."""
    file = root / FILE_NAME
    settings = load_settings(file, FILE_NAME) if file.exists() else Settings(root=root)
    paths = [Path(name) for name in options.paths or settings.scenarios.paths]
    places = [place for path in paths for place in sorted(path.rglob("task.toml"))]
    tasks = [task_in(place.parent.resolve()) for place in places if belongs(place)]
    if not tasks:
        raise HydraError("name a task of Harbor, or a folder with tasks")
    audits = []
    with closing(Images(root, settings.table("harbor"))) as images:
        for task in tasks:
            if task.skip:
                say(f"skip {task.folder.name}  not supported: {task.skip}\n")
                continue
            audits.append(_audited(task, images, settings.table("harbor").verifier))
            say(f"{audits[-1].line}\n")
    good = sum(audit.is_good for audit in audits)
    solved = sum(audit.has_solution for audit in audits)
    say(
        f"{good} of {counted(len(audits), 'task')}, {solved} of them with a solution, give 0 for "
        "nothing and 1 for the solution\n"
    )
    return int(good < len(audits))


def _audited(task: HarborTask, images: Images, default: VerifierMode) -> _Audit:
    has_solution = (task.folder / "solution" / "solve.sh").is_file()
    audit = _Audit(task.folder.name, task.mode or default, has_solution)
    for mode in _MODES:
        audit.nothing[mode] = _earned(task, images, mode, solves=False)
        if has_solution:
            audit.solution[mode] = _earned(task, images, mode, solves=True)
    return audit


def _earned(task: HarborTask, images: Images, mode: VerifierMode, *, solves: bool) -> _Earned:
    with ExitStack() as stack:
        try:
            root = TaskRoot(task, images, stack)
            if solves:
                solve(root)
            record = verified(root, mode)
        except HydraError as error:
            return str(error)
    if record["unknown"]:
        last = record["output"].strip().rpartition("\n")[2]
        return f"{record['unknown']}{': ' if last else ''}{last}"
    rewards: list[float] = [*record["rewards"].values()]
    return sum(rewards) / len(rewards)


def _shown(earned: _Earned) -> str:
    return f"{earned:g}" if not isinstance(earned, str) else f"ungraded ({one_line(earned, 200)})"
