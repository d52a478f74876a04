"""Real repositories in temporary folders, for everybody who tests candidates."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from pytest_hydra.plugins.git.repository import Repository


@dataclass(frozen=True)
class Checkout:
    """A repository with a checkout, as a user has it; ``git`` runs as the user would run it."""

    path: Path

    def git(self, *arguments: str, stdin: bytes | None = None, cwd: Path | None = None) -> str:
        """What a git command prints, without its last line end."""
        return self.git_bytes(*arguments, stdin=stdin, cwd=cwd).decode().rstrip("\n")

    def git_bytes(
        self, *arguments: str, stdin: bytes | None = None, cwd: Path | None = None
    ) -> bytes:
        """What a git command prints."""
        done = subprocess.run(
            ["git", *arguments],  # noqa: S607 - the git that is tested with
            cwd=cwd or self.path,
            input=stdin,
            capture_output=True,
            env=_environment(),
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode(errors="replace")
        return done.stdout

    def write(self, name: str, content: str | bytes) -> Path:
        """Write a file of the checkout."""
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def commit(self, files: dict[str, str | bytes | None], message: str = "change") -> str:
        """Commit files, those with None removed; returns the commit's id."""
        for name, content in files.items():
            if content is None:
                (self.path / name).unlink()
            else:
                self.write(name, content)
        self.git("add", "--all", "--force")
        self.git("commit", "--quiet", "--allow-empty", "--message", message)
        return self.git("rev-parse", "HEAD")

    def branch(self, name: str, files: dict[str, str | bytes | None], start: str = "main") -> str:
        """A branch from ``start`` with one commit; what was checked out is so again."""
        before = self.git("symbolic-ref", "--short", "HEAD")
        self.git("checkout", "--quiet", "-b", name, start)
        commit = self.commit(files, name)
        self.git("checkout", "--quiet", before)
        return commit

    def worktree(self, path: Path, start: str = "main") -> Checkout:
        """A worktree with a detached HEAD."""
        self.git("worktree", "add", "--quiet", "--detach", str(path), start)
        return Checkout(path)

    def staged_tree(self) -> str:
        """The tree of all files of the checkout, which are staged."""
        self.git("add", "--all", "--force")
        return self.git("write-tree")

    def tree(self, name: str) -> str:
        """The tree of a commit."""
        return self.git("rev-parse", f"{name}^{{tree}}")


def _environment() -> dict[str, str]:
    who = {"NAME": "Ada", "EMAIL": "ada@example.org", "DATE": "2024-01-02T03:04:05Z"}
    return {
        **{name: text for name, text in os.environ.items() if not name.startswith("GIT_")},
        **{f"GIT_{role}_{what}": x for role in ("AUTHOR", "COMMITTER") for what, x in who.items()},
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "LC_ALL": "C",
    }


MakeCheckout = Callable[..., Checkout]


@pytest.fixture
def make_checkout(tmp_path: Path) -> MakeCheckout:
    """Makes a repository with a branch main and one commit of the given files."""

    def make(
        files: dict[str, str | bytes | None] | None = None, name: str = "project", *options: str
    ) -> Checkout:
        return _make(tmp_path / name, files, *options)

    return make


@pytest.fixture(scope="session")
def _project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    add = "from calc import add\n\n\ndef test_add():\n    assert add(1, 2) == 3\n"
    files = {
        "calc.py": "def add(a, b):\n    return a + b\n\n\ndef sub(a, b):\n    return a - b\n",
        "tests/test_calc.py": add,
        "notes.txt": "".join(f"line {number} of the notes\n" for number in range(1, 21)),
    }
    return _make(tmp_path_factory.mktemp("project") / "project", {**files}).path


@pytest.fixture
def checkout(_project: Path, tmp_path: Path) -> Checkout:
    """A small project: ``calc.py``, its test, and ``notes.txt`` of twenty lines."""
    # A copy takes no process.
    return Checkout(Path(shutil.copytree(_project, tmp_path / "project", symlinks=True)))


@pytest.fixture
def repository(checkout: Checkout, tmp_path: Path) -> Repository:
    """The `checkout` as the head of candidates sees it."""
    return Repository.find(checkout.path, tmp_path / "objects")


def _make(path: Path, files: dict[str, str | bytes | None] | None, *options: str) -> Checkout:
    path.mkdir()
    checkout = Checkout(path)
    checkout.git("init", "--quiet", "--initial-branch=main", *options)
    if files is not None:
        checkout.commit(files, "base")
    return checkout
