"""Where the files of a session can be seen, as the CI system says."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

_GITHUB = ("GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_SHA")
_GITLAB = ("CI_PROJECT_URL", "CI_COMMIT_SHA")


def repository(root: Path, variables: Mapping[str, str] = os.environ) -> dict[str, str] | None:
    """The address of the repository's files at the commit of the job, and the root's place in it.

    None outside of a job of GitHub or GitLab, and outside of a checkout.
    """
    top = next((folder for folder in (root, *root.parents) if (folder / ".git").exists()), None)
    github, gitlab = ([variables.get(name, "") for name in names] for names in (_GITHUB, _GITLAB))
    if top is None or not (all(github) or all(gitlab)):
        return None
    server, name, commit = github
    files = f"{server}/{name}/blob/{commit}" if all(github) else "/-/blob/".join(gitlab)
    return {"files": files, "folder": "/".join(root.relative_to(top).parts)}
