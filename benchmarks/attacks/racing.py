"""Create a project's repository with all of its candidates, and race them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.attacks.candidate import EXECUTABLE, OUTSIDE, SYMLINK, Candidate, Files
from benchmarks.attacks.projects import PROJECTS, Project
from benchmarks.repository import IDENTITY, NO_CONFIGURATION, git
from pytest_hydra.plugins.race.record import RaceRecord
from pytest_hydra.plugins.race.replay import read_record

FIX = "the-fix"
"""The candidate of each race with which the others are compared."""

UNGUARDED = "unguarded"
"""The dimension that trusts the exit code of the candidate's own tests."""

_RUST = {"CARGO_HOME": ".cargo", "RUSTUP_HOME": ".rustup"}
_LONGEST_RACE = 3600.0
_PLAIN_LETTERS = frozenset(range(32, 127)) - {ord('"'), ord("\\")}


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceRun:
    """A finished race: its record, its output, and the files that were written outside."""

    record: RaceRecord
    printed: str
    outside: frozenset[str]


def race(  # noqa: PLR0913 - keyword arguments
    folder: Path,
    name: str,
    candidates: Sequence[Candidate],
    *,
    python: Path,
    jobs: int | None,
    mode: str,
) -> RaceRun:
    """Race the candidates of a project in a folder. Raises RuntimeError if there is no record.

    Candidates are tested with ``python``. ``mode`` is that of ``[sandbox]``. From an earlier run in
    the folder only the results of commands are reused.
    """
    project = PROJECTS[name]
    checkout, outside = folder / "checkout", folder / "outside"
    _clear(folder)
    for entry in (checkout, outside, folder / "home"):
        entry.mkdir(parents=True, exist_ok=True)
    make_repository(checkout, project, candidates, outside)
    settings = _settings(project, candidates, python, mode)
    (checkout / "hydra.toml").write_text(settings, encoding="utf-8")
    command = [
        *(sys.executable, "-m", "pytest", "-p", "pytest_hydra.plugin", "-p", "no:cacheprovider"),
        *("--hydra", "hydra.toml", "-v"),
        *(() if jobs is None else (f"--hydra-jobs={jobs}",)),
    ]
    process = subprocess.run(
        command,
        cwd=checkout,
        env=_environment(folder / "home"),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=_LONGEST_RACE,
        check=False,
    )
    printed = process.stdout.decode(errors="surrogateescape")
    (folder / "printed.txt").write_text(printed, encoding="utf-8", errors="surrogateescape")
    return _race_run(folder)


def _race_run(folder: Path) -> RaceRun:
    printed = (folder / "printed.txt").read_text(encoding="utf-8", errors="surrogateescape")
    runs = list((folder / "checkout" / ".hydra" / "runs").glob("*/race.json"))
    if not runs:
        raise RuntimeError(f"the race in {folder} left no record:\n{printed[-4000:]}")
    escapes = frozenset(path.name for path in (folder / "outside").iterdir())
    escapes |= frozenset(path.name for path in (folder / "home").glob(".*-was-here"))
    return RaceRun(record=read_record(runs[0]), printed=printed, outside=escapes)


def make_repository(
    folder: Path, project: Project, candidates: Sequence[Candidate], outside: Path
) -> None:
    """Create a repository with a branch, a patch or a worktree for each candidate."""
    git(folder, "init", "--quiet", "--initial-branch=main")
    base = project.files()
    branches = {"main": base, f"agents/{FIX}": dict(base)}
    project.fix(branches[f"agents/{FIX}"])
    for candidate in candidates:
        if candidate.kind == "ref":
            branches[f"agents/{candidate.agent}"] = candidate_tree(project, candidate, outside)
    stream = b"".join(_commits(branches))
    git(folder, "fast-import", "--quiet", stdin=stream)
    git(folder, "checkout", "--quiet", "--force", "main")
    (folder.parent / "patches").mkdir()
    for candidate in candidates:
        if candidate.kind == "patch":
            text = candidate.patch.replace(OUTSIDE, str(outside))
            (folder.parent / "patches" / f"{candidate.agent}.patch").write_text(
                text, encoding="utf-8"
            )
        elif candidate.kind == "worktree":
            _worktree(folder, project, candidate, outside)


def candidate_tree(project: Project, candidate: Candidate, outside: Path) -> Files:
    """The tree of a candidate. Raises KeyError or ValueError if an edit does not fit."""
    files = project.files()
    if candidate.code != "none":
        (project.fix if candidate.code == "fix" else project.wrong)(files)
    for edit in candidate.edits:
        edit(files)
    place = str(outside).encode()
    return {
        path: (mode, content.replace(OUTSIDE.encode(), place))
        for path, (mode, content) in files.items()
    }


def _clear(folder: Path) -> None:
    for path in (*folder.glob("*"), *folder.glob("checkout/*"), *folder.glob("checkout/.hydra/*")):
        if path.name not in ("checkout", ".hydra", "units") and path.is_dir():
            shutil.rmtree(path)
        elif path.is_file():
            path.unlink()


def _worktree(folder: Path, project: Project, candidate: Candidate, outside: Path) -> None:
    place = folder.parent / "worktrees" / candidate.agent
    git(folder, "worktree", "add", "--quiet", "--detach", str(place), "main")
    for command in candidate.git:
        git(place, *(word.replace(OUTSIDE, str(outside)) for word in command))
    for path, (mode, content) in candidate_tree(project, candidate, outside).items():
        file = place / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if mode == SYMLINK:
            file.symlink_to(os.fsdecode(content))
            continue
        file.write_bytes(content)
        file.chmod(0o755 if mode == EXECUTABLE else 0o644)


def _commits(branches: dict[str, Files]) -> Iterator[bytes]:
    """The input of git's fast-import."""
    for number, (branch, files) in enumerate(branches.items()):
        yield f"commit refs/heads/{branch}\nmark :{number + 1}\n".encode()
        yield b"committer Ada <ada@example.org> 1700000000 +0000\ndata 6\nchange\n"
        yield b"from :1\ndeleteall\n" if number else b""
        for path, (mode, content) in sorted(files.items()):
            yield f'M {mode} inline "{_quote(path)}"\ndata {len(content)}\n'.encode()
            yield content + b"\n"


def _quote(path: str) -> str:
    return "".join(
        chr(byte) if byte in _PLAIN_LETTERS else f"\\{byte:03o}" for byte in path.encode()
    )


def _settings(project: Project, candidates: Sequence[Candidate], python: Path, mode: str) -> str:
    lines = [
        *("[race]", 'base = "main"', 'require = "none"', ""),
        *("[sandbox]", f'mode = "{mode}"', "memory_mb = 1024", ""),
        *("[scoring]", 'profile = "python"', f'python = "{python}"'),
        *("timeout_per_check_seconds = 20", f"judged_by = {json.dumps(project.judged_by)}", ""),
        *("[scoring.tests]", "reruns = 0", ""),
        project.settings,
        *("[[scoring.dimensions]]", f'name = "{UNGUARDED}"', "weight = 0"),
        f'command = "{project.unguarded}"',
    ]
    entrants = {FIX: f'ref = "agents/{FIX}"'}
    for candidate in candidates:
        entrants[candidate.agent] = {
            "ref": f'ref = "agents/{candidate.agent}"',
            "patch": f'patch = "../patches/{candidate.agent}.patch"',
            "worktree": f'worktree = "../worktrees/{candidate.agent}"',
        }[candidate.kind]
    for agent, source in entrants.items():
        lines += ["", "[[race.candidates]]", f'agent = "{agent}"', source]
    return "\n".join(lines) + "\n"


def _environment(home: Path) -> dict[str, str]:
    env = {name: text for name, text in os.environ.items() if not name.startswith(("GIT_", "PY"))}
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    pythonpath = os.environ.get("PYTHONPATH")
    return {
        **env,
        **({} if pythonpath is None else {"PYTHONPATH": pythonpath}),
        **IDENTITY,
        **NO_CONFIGURATION,
        "HOME": str(home),
        # The installation of Rust, which its programs look up in the home folder.
        **{name: os.environ.get(name, str(Path.home() / folder)) for name, folder in _RUST.items()},
        "PATH": path,
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "COLUMNS": "100",
        "NO_COLOR": "1",
    }
