"""Where a project is tested: an environment with what it needs, and a checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.commits.commit import Project
from benchmarks.repository import git


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A project's interpreter, the checkout in which it is tested, and a home for that."""

    python: Path
    checkout: Path
    home: Path

    def environment(self) -> Mapping[str, str]:
        """What its tests are given where they are run without us."""
        roots = [str(self.checkout), str(self.checkout / "src")]
        return {
            "PATH": os.pathsep.join([str(self.python.parent), os.environ.get("PATH", os.defpath)]),
            "PYTHONPATH": os.pathsep.join(roots),
            "HOME": str(self.home),
            # Compiled once, as it is for who works on it, though checkouts are made clean.
            "PYTHONPYCACHEPREFIX": str(self.home / "pycache"),
            "LANG": os.environ.get("LANG", "C.UTF-8"),
        }

    def lay(self, commit: str) -> None:
        """Make the checkout this commit, and nothing else."""
        git(self.checkout, "checkout", "--quiet", "--force", "--detach", commit)
        git(self.checkout, "clean", "-ffdxq")


def prepare(repo: str, project: Project, repos: Path, cache: Path) -> Place:
    """The place of a project; what an earlier run made of it is used again.

    Raises RuntimeError where there is no clone of it below ``repos``, or pip fails.
    """
    name = repo.replace("/", "+")
    found = [path for path in (repos / f"{repo}.git", repos / repo) if path.is_dir()]
    if not found:
        raise RuntimeError(f"{repo}: no bare clone at {repos / repo}.git")
    place = Place(
        python=_environment(cache / "environments" / name, project.requirements),
        checkout=cache / "checkouts" / name,
        home=cache / "homes" / name,
    )
    place.home.mkdir(parents=True, exist_ok=True)
    if not (place.checkout / ".git").is_dir():
        place.checkout.mkdir(parents=True, exist_ok=True)
        git(place.checkout, "init", "--quiet")
        # The objects are lent: nothing is copied, and the clone stays as it is.
        objects = (found[0] / "objects").resolve()
        alternates = place.checkout / ".git" / "objects" / "info" / "alternates"
        alternates.write_text(f"{objects}\n", encoding="utf-8")
    return place


def _environment(folder: Path, requirements: Sequence[str]) -> Path:
    """The interpreter of an environment with these, made once."""
    python, wanted = folder / "bin" / "python", "\n".join(requirements) + "\n"
    made = folder / "requirements.txt"
    if made.is_file() and made.read_text(encoding="utf-8") == wanted:
        return python
    shutil.rmtree(folder, ignore_errors=True)
    venv.create(folder, symlinks=True)
    command = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
    done = subprocess.run([*command, *requirements], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"pip install {' '.join(requirements)}: {done.stderr[-2000:]}")
    made.write_text(wanted, encoding="utf-8")
    return python
