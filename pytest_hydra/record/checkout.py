"""The git checkout of a session: its commit and branch, and its addresses in a CI system."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

_GITHUB = ("GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_SHA")
_GITLAB = ("CI_PROJECT_URL", "CI_COMMIT_SHA")
# The branch of a job: of a pull request first, whose commit is a merge without a branch.
_BRANCHES = (
    *("GITHUB_HEAD_REF", "GITHUB_REF_NAME"),
    *("CI_MERGE_REQUEST_SOURCE_BRANCH_NAME", "CI_COMMIT_REF_NAME"),
)
# The addresses of jobs in GitLab, Jenkins, Buildkite and CircleCI.
_JOBS = ("CI_JOB_URL", "BUILD_URL", "BUILDKITE_BUILD_URL", "CIRCLE_BUILD_URL")
# No program of the repository's configuration is started.
_GIT = ("git", "--no-optional-locks", "-c", "core.fsmonitor=false")
# Our own reference: a running test may have replaced the module's attribute.
_POPEN = subprocess.Popen


def checkout(root: Path, variables: Mapping[str, str] = os.environ) -> dict[str, Any]:
    """The ``repository``, ``commit``, ``branch`` and ``ci_url`` of a folder, as in a report.

    Empty outside of a git checkout.
    """
    top = next((folder for folder in (root, *root.parents) if (folder / ".git").exists()), None)
    if top is None:
        return {}
    github, gitlab = ([variables.get(name, "") for name in names] for names in (_GITHUB, _GITLAB))
    name, files, job = top.name, None, None
    if all(github):
        server, name, job_commit = github
        files = f"{server}/{name}/blob/{job_commit}"
        job = f"{server}/{name}/actions/runs/{variables.get('GITHUB_RUN_ID', '')}"
    elif all(gitlab):
        name, files = variables.get("CI_PROJECT_PATH", name), "/-/blob/".join(gitlab)
    commit = branch = None
    # Without git or a commit they are unknown.
    with suppress(OSError, ValueError, subprocess.SubprocessError):
        # A branch is "HEAD" if none is checked out, as in most CI jobs.
        commit, branch = git(root, "rev-parse", "HEAD", "--abbrev-ref", "HEAD").decode().split()
    named = [variables[key] for key in _BRANCHES if variables.get(key)]
    jobs = [job, *(variables.get(key) for key in _JOBS)]
    return {
        "repository": {
            "name": name,
            "files": files,
            "folder": "/".join(root.relative_to(top).parts),
        },
        "commit": commit,
        "branch": next(iter(named), None if branch == "HEAD" else branch),
        "ci_url": next(filter(None, jobs), None),
    }


def git(folder: Path, *command: str, **variables: str) -> bytes:
    """The output of a git command that only reads. Raises OSError and SubprocessError."""
    line = [*_GIT, *command]
    own = {name: text for name, text in os.environ.items() if not name.startswith("GIT_")}
    with _POPEN(
        line,
        cwd=folder,
        env={**own, **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            output, _ = process.communicate(timeout=30)
        except BaseException:
            process.kill()
            raise
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, line)
    return output
