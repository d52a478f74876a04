"""Git repositories for measurements, independent of the user's configuration."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

IDENTITY = {
    f"GIT_{role}_{field}": text
    for role in ("AUTHOR", "COMMITTER")
    for field, text in (("NAME", "Ada"), ("EMAIL", "ada@example.org"))
}
"""The author and committer, as environment variables."""

NO_CONFIGURATION = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
"""Makes git ignore the configuration of the user and the system."""


def commit(folder: Path) -> None:
    """Commit all files."""
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "change")


def git(folder: Path, *arguments: str, stdin: bytes = b"") -> None:
    """Run git in a folder. Raises RuntimeError, with its message, if it fails."""
    environment = {name: text for name, text in os.environ.items() if not name.startswith("GIT_")}
    process = subprocess.run(
        ["git", *arguments],  # noqa: S607 - the git that races use too
        cwd=folder,
        env={**environment, **IDENTITY, **NO_CONFIGURATION, "HOME": str(folder)},
        input=stdin,
        capture_output=True,
        check=False,
    )
    if process.returncode:
        message = process.stderr.decode(errors="replace")
        raise RuntimeError(f"git {' '.join(arguments)}: {message}")
