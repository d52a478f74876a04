"""Where skills come from: a folder with a SKILL.md, or a folder of a commit."""

from __future__ import annotations

from pathlib import Path

FROM_GIT = "git:"
# The folder of a skill with its evaluations, which no agent gets.
EVALS = "evals"
_SKILL = "SKILL.md"


def skill_name(source: str, root: Path) -> str:
    """The name of a skill: that of its folder. Raises ValueError if it is no skill."""
    if source.startswith(FROM_GIT):
        ref, _, folder = source.removeprefix(FROM_GIT).partition(":")
        if not ref or not folder.strip("/"):
            raise ValueError(f"{source!r} should be git:REF:FOLDER")
        return folder.strip("/").rpartition("/")[2]
    folder_path = (root / source).resolve()
    if not (folder_path / _SKILL).is_file():
        raise ValueError(f"{source!r} is not a folder with a {_SKILL}")
    return folder_path.name
