"""Git repositories that are made to be measured, by nobody's configuration."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

IDENTITY = {
    f"GIT_{role}_{what}": text
    for role in ("AUTHOR", "COMMITTER")
    for what, text in (("NAME", "Ada"), ("EMAIL", "ada@example.org"))
}
"""Who commits."""

NOBODY = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
"""Whose configuration holds."""


def commit(folder: Path) -> None:
    """Commit all that is there."""
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "change")


def git(folder: Path, *arguments: str, stdin: bytes = b"") -> None:
    """Run git there. Raises RuntimeError, with what it said, where it fails."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith("GIT_")}
    done = subprocess.run(
        ["git", *arguments],  # noqa: S607 - the git that races use too
        cwd=folder,
        env={**kept, **IDENTITY, **NOBODY, "HOME": str(folder)},
        input=stdin,
        capture_output=True,
        check=False,
    )
    if done.returncode:
        said = done.stderr.decode(errors="replace")
        raise RuntimeError(f"git {' '.join(arguments)}: {said}")
