"""Commits by the names that people give."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from pytest_hydra.core.text import one_line
from pytest_hydra.errors import did_you_mean
from pytest_hydra.plugins.git.repository import Repository, SourceError, is_object_id
from pytest_hydra.record.files import make_folder

FETCH_ALL = (
    "this clone is shallow, so its history is incomplete: git fetch --unshallow, "
    "or fetch-depth: 0 for actions/checkout"
)


def repository_at(root: Path) -> Repository:
    """The repository of a project. Raises SourceError."""
    return Repository.find(root, make_folder(root, "objects"))


def resolve(repository: Repository, ref: str) -> str:
    """The commit id of a branch, a tag, an id, or else ``origin/REF``. Raises SourceError."""
    name = one_line(ref, 200)
    if not ref or ref.startswith("-") or re.search(r"[\x00-\x20\x7f:]", ref):
        raise SourceError(
            f"{name!r} is not the name of a commit: names have no spaces or colons, and do not "
            "begin with a dash"
        )
    names = (f"refs/heads/{ref}", f"refs/tags/{ref}", ref, f"refs/remotes/origin/{ref}")
    branch, tag, *rest = _commits(repository, names)
    if branch and tag and branch != tag:
        raise SourceError(
            f"{name} is a branch and a tag, of different commits; "
            f"use refs/heads/{name} or refs/tags/{name}"
        )
    commit = next(filter(None, (branch, tag, *rest)), None)
    if commit is None:
        raise SourceError(_no_such_ref(repository, ref))
    return commit


def head_has_commits_beyond(repository: Repository, base_commit: str) -> bool:
    """Whether HEAD has commits that the base lacks; True if a shallow history leaves it open."""
    (head,) = _commits(repository, ["HEAD"])
    if head is None or head == base_commit:
        return False
    return bool(repository.run("rev-list", "--max-count=1", head, f"^{base_commit}"))


def _commits(repository: Repository, names: Sequence[str]) -> list[str | None]:
    """The commit id of each of these names without spaces; None if there is no such commit."""
    try:
        questions = b"".join(os.fsencode(f"{name}^{{commit}}\n") for name in names)
    except UnicodeEncodeError as error:
        raise SourceError(f"git does not accept this name: {error}") from error
    answer = repository.run(
        "cat-file", "--batch-check=%(objectname)", stdin=questions, as_user=True
    )
    lines = [line.decode("ascii", "replace") for line in answer.split(b"\n")[:-1]]
    return [line if is_object_id(line) else None for line in lines]


def _no_such_ref(repository: Repository, ref: str) -> str:
    folders = ("refs/heads", "refs/tags", "refs/remotes")
    answer = repository.run("for-each-ref", "--format=%(refname:lstrip=2)", *folders, as_user=True)
    names = answer.decode("utf-8", "surrogateescape").split("\n")[:-1]
    label = one_line(ref, 200)
    if _commits(repository, ["HEAD"]) == [None] and not names:
        return f"there is no {label!r}: the repository {repository.path} has no commit yet"
    # Finding the nearest of very many names would take long.
    nearest = did_you_mean(ref, names[:5000])
    text = f"no branch, tag or commit is named {label!r}{nearest}"
    return f"{text}; {FETCH_ALL}" if repository.shallow else text
