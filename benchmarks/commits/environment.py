"""The place where a project is tested: an environment with its requirements, and a checkout."""

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
    """A project's interpreter, its checkout, and its home folder."""

    python: Path
    checkout: Path
    home: Path

    def environment(self) -> Mapping[str, str]:
        """The environment variables of its tests in plain pytest."""
        roots = [str(self.checkout), str(self.checkout / "src")]
        return {
            "PATH": os.pathsep.join([str(self.python.parent), os.environ.get("PATH", os.defpath)]),
            "PYTHONPATH": os.pathsep.join(roots),
            "HOME": str(self.home),
            # Compiled files are kept outside, since each checkout is clean.
            "PYTHONPYCACHEPREFIX": str(self.home / "pycache"),
            "LANG": os.environ.get("LANG", "C.UTF-8"),
        }

    def check_out(self, commit: str) -> None:
        """Check out this commit, and remove all other files."""
        git(self.checkout, "checkout", "--quiet", "--force", "--detach", commit)
        git(self.checkout, "clean", "-ffdxq")


def prepare(repo: str, project: Project, repos: Path, cache: Path) -> Place:
    """Create the place of a project, or reuse that of an earlier run.

    Raises RuntimeError if there is no clone of it below ``repos``, or pip fails.
    """
    name = repo.replace("/", "+")
    clones = [path for path in (repos / f"{repo}.git", repos / repo) if path.is_dir()]
    if not clones:
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
        # The checkout uses the objects of the clone: nothing is copied or changed.
        objects = (clones[0] / "objects").resolve()
        alternates = place.checkout / ".git" / "objects" / "info" / "alternates"
        alternates.write_text(f"{objects}\n", encoding="utf-8")
    return place


def _environment(folder: Path, requirements: Sequence[str]) -> Path:
    """The interpreter of an environment with these requirements, created once."""
    python, content = folder / "bin" / "python", "\n".join(requirements) + "\n"
    marker = folder / "requirements.txt"
    if marker.is_file() and marker.read_text(encoding="utf-8") == content:
        return python
    shutil.rmtree(folder, ignore_errors=True)
    venv.create(folder, symlinks=True)
    command = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
    process = subprocess.run([*command, *requirements], capture_output=True, text=True, check=False)
    if process.returncode:
        raise RuntimeError(f"pip install {' '.join(requirements)}: {process.stderr[-2000:]}")
    marker.write_text(content, encoding="utf-8")
    return python
