"""Make the example race: a real repository, with a branch for what each of five agents did.

``python example_scenarios/race/make.py FOLDER`` makes it there. Without a folder it is made in a
temporary place, and raced at once; further arguments that begin with a dash go to pytest.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
# The one who changed nothing left no patch.
IDLE = "idle"


def make(folder: Path) -> None:
    """Make the repository in a folder that is not there yet, or empty."""
    shutil.copytree(HERE / "base", folder, dirs_exist_ok=True, ignore=_caches)
    # .hydra/ is where races are recorded; it has a .gitignore of its own.
    (folder / ".gitignore").write_text("__pycache__/\n.pytest_cache/\n", encoding="utf-8")
    git(folder, "init", "--quiet", "--initial-branch=main")
    commit(folder, "A shop's basket")
    for patch in sorted((HERE / "candidates").glob("*.patch")):
        git(folder, "checkout", "--quiet", "-b", f"agents/{patch.stem}", "main")
        git(folder, "apply", str(patch))
        commit(folder, f"What {patch.stem} did")
    git(folder, "checkout", "--quiet", "main")
    git(folder, "branch", f"agents/{IDLE}")


def commit(folder: Path, message: str) -> None:
    """Commit all that is there."""
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", message)


def git(folder: Path, *arguments: str) -> None:
    """Run git there, by nobody's configuration."""
    who = {
        f"GIT_{role}_{what}": value
        for role in ("AUTHOR", "COMMITTER")
        for what, value in (("NAME", "Ada"), ("EMAIL", "ada@example.org"))
    }
    nobody = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    command = ["git", *arguments]
    subprocess.run(command, cwd=folder, env={**kept, **who, **nobody}, check=True)  # noqa: S603


def _caches(_folder: str, names: list[str]) -> list[str]:
    return [name for name in names if name in ("__pycache__", ".pytest_cache", ".hydra")]


def main(arguments: list[str]) -> int:
    """Make it, and race it where no folder was named; the exit status of pytest."""
    if arguments and not arguments[0].startswith("-"):
        make(Path(arguments[0]))
        return 0
    folder = tempfile.mkdtemp(prefix="race-")
    make(Path(folder))
    print(f"the repository is in {folder}", flush=True)  # noqa: T201 - a program of its own
    command = [sys.executable, "-m", "pytest", "--hydra", "hydra.toml", *arguments]
    # The candidates are checked with this interpreter too, as in an environment that is activated.
    path = [str(Path(sys.executable).parent), *filter(None, [os.environ.get("PATH")])]
    environment = {**os.environ, "PATH": os.pathsep.join(path)}
    return subprocess.run(  # noqa: S603
        command, cwd=folder, env=environment, check=False
    ).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
