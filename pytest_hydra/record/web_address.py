"""The web address of a session's files, from the variables of a CI system."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

_GITHUB = ("GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_SHA")
_GITLAB = ("CI_PROJECT_URL", "CI_COMMIT_SHA")


def repository(root: Path, variables: Mapping[str, str] = os.environ) -> dict[str, str] | None:
    """``files``: the address of the files at the job's commit; ``folder``: the root's path there.

    None outside a job of GitHub or GitLab, and outside a git checkout.
    """
    top = next((folder for folder in (root, *root.parents) if (folder / ".git").exists()), None)
    github, gitlab = ([variables.get(name, "") for name in names] for names in (_GITHUB, _GITLAB))
    if top is None or not (all(github) or all(gitlab)):
        return None
    server, name, commit = github
    files = f"{server}/{name}/blob/{commit}" if all(github) else "/-/blob/".join(gitlab)
    return {"files": files, "folder": "/".join(root.relative_to(top).parts)}
