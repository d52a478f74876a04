"""Comment on the pull request of a workflow run with the report that the run uploaded.

It runs in a workflow started by ``workflow_run``, with a token that may write. The artifact is
untrusted, as code of the pull request made it: it is downloaded up to a size, one file in it is
read up to a size and validated as a report, and nothing is executed or written to disk. The comment
is made here from the report's values, each escaped. The pull request is the one whose head is the
commit of the run, according to GitHub; the report has no influence on that.
"""

from __future__ import annotations

import io
import json
import os
import sys
import zipfile
import zlib
from collections.abc import Mapping
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.report.markdown import MARKER, markdown
from pytest_hydra.report.merge import read_any_report

AUTHOR = "github-actions[bot]"
_MOST_PACKED = 50_000_000
_MOST_UNPACKED = 50_000_000
_PACKERS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_TIMEOUT = 60
_PAGE = 100
_MOST_PAGES = 30


class _NoRedirects(HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        """Follow no redirect: it would send the token to another address."""


class GitHub:
    """The API of GitHub for one repository. Each method raises HydraError."""

    def __init__(self, url: str, repository: str, token: str) -> None:
        self._base = f"{url}/repos/{repository}"
        self._headers = {
            "Accept": "application/vnd.github+json",
            "Authorization": f"Bearer {token}",
            "X-GitHub-Api-Version": "2022-11-28",
        }
        self._opener = build_opener(_NoRedirects)

    def call(self, path: str, body: Mapping[str, str] | None = None, method: str = "GET") -> Any:
        """Send a request, and return the JSON of the answer."""
        data = None if body is None else json.dumps(body).encode()
        return json.loads(self._send(path, data, method)[1])

    def download(self, path: str) -> bytes:
        """Download from the address to which a request is redirected, without the token."""
        target, data = self._send(path)
        if not target:
            return data
        if not target.startswith(("https://", "http://")):
            raise HydraError(f"GET {path}: GitHub redirected to an invalid address")
        return self._answer(Request(target), "the artifact")[1]  # noqa: S310

    def _send(self, path: str, data: bytes | None = None, method: str = "GET") -> tuple[str, bytes]:
        request = Request(self._base + path, data, self._headers, method=method)  # noqa: S310
        return self._answer(request, f"{method} {path}")

    def _answer(self, request: Request, name: str) -> tuple[str, bytes]:
        """The redirect address of an answer, and its body; one of them is empty."""
        try:
            with self._opener.open(request, timeout=_TIMEOUT) as answer:
                data: bytes = answer.read(_MOST_PACKED + 1)
        except HTTPError as error:
            if error.code == 302:
                return error.headers.get("Location", ""), b""
            raise HydraError(f"{name}: GitHub answered {error.code}") from None
        except (OSError, HTTPException) as error:
            raise HydraError(f"{name}: {error}") from error
        if len(data) > _MOST_PACKED:
            raise HydraError(f"{name}: larger than {_MOST_PACKED:,} bytes")
        return "", data


def pull_requests(github: GitHub, run: Mapping[str, Any]) -> list[int]:
    """The open pull requests whose head is the commit of the run."""
    source = run["head_repository"]
    head = f"{source['owner']['login']}:{run['head_branch']}"
    query = urlencode({"state": "open", "head": head, "per_page": _PAGE})
    return [
        pull["number"]
        for pull in github.call(f"/pulls?{query}")
        if pull["head"]["sha"] == run["head_sha"]
        # The repository of a deleted fork is null.
        and (pull["head"]["repo"] or {}).get("id") == source["id"]
    ]


def artifact_of(github: GitHub, run: Mapping[str, Any], name: str) -> bytes | None:
    """The newest artifact of the run with this name, as a zip file; None if there is none."""
    query = urlencode({"name": name, "per_page": _PAGE})
    listed = github.call(f"/actions/runs/{run['id']}/artifacts?{query}")["artifacts"]
    found = [entry for entry in listed if entry["name"] == name and not entry["expired"]]
    if not found:
        return None
    newest = max(found, key=lambda entry: entry["id"])
    if newest["size_in_bytes"] > _MOST_PACKED:
        raise HydraError(f"the artifact {name!r} is larger than {_MOST_PACKED:,} bytes")
    return github.download(f"/actions/artifacts/{newest['id']}/zip")


def report_in(data: bytes) -> Mapping[str, Any]:
    """The report in an artifact: the only one, or that of the newest run. Raises HydraError."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = [name for name in archive.namelist() if Path(name).name == "report.json"]
            if not names:
                raise HydraError("the artifact has no report.json")
            if archive.getinfo(max(names)).compress_type not in _PACKERS:
                raise HydraError("the artifact is compressed in an unknown way")
            with archive.open(max(names)) as file:
                text = file.read(_MOST_UNPACKED + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError) as error:
        raise HydraError(f"the artifact cannot be unpacked: {error}") from error
    if len(text) > _MOST_UNPACKED:
        raise HydraError(f"its report.json is larger than {_MOST_UNPACKED:,} bytes")
    return read_any_report("report.json", text)


def comment_text(report: Mapping[str, Any], run: Mapping[str, Any], files: str) -> str:
    """The comment; links start with ``files``, whatever the report says. Raises HydraError."""
    folder = (report.get("repository") or {"folder": ""})["folder"]
    try:
        text = markdown({**report, "repository": {"files": files, "folder": folder}})
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        # Inputs of dimensions and results of the base are any JSON.
        raise HydraError(f"report.json is not a valid report: {error!r}") from error
    return f"{text}\n[The workflow run]({run['html_url']}), of {run['head_sha']}\n"


def publish(github: GitHub, number: int, text: str) -> str:
    """Update our comment, or post a new one. Returns ``updated`` or ``new``."""
    for page in range(1, _MOST_PAGES + 1):
        query = urlencode({"per_page": _PAGE, "page": page})
        comments = github.call(f"/issues/{number}/comments?{query}")
        for comment in comments:
            # Anyone can write the marker, so the author is checked too.
            is_ours = (comment["user"] or {}).get("login") == AUTHOR
            if is_ours and comment["body"].startswith(MARKER):
                github.call(f"/issues/comments/{comment['id']}", {"body": text}, "PATCH")
                return "updated"
        if len(comments) < _PAGE:
            break
    github.call(f"/issues/{number}/comments", {"body": text}, "POST")
    return "new"


def comment(name: str, variables: Mapping[str, str]) -> list[str]:
    """Post the report in the artifact of this name. Returns lines of output. Raises HydraError."""
    event = json.loads(Path(variables["GITHUB_EVENT_PATH"]).read_bytes())
    run = event.get("workflow_run")
    if run is None or run["event"] != "pull_request":
        return ["this is not a run of a pull request"]
    repository, server = variables["GITHUB_REPOSITORY"], variables["GITHUB_SERVER_URL"]
    github = GitHub(variables["GITHUB_API_URL"], repository, variables["GITHUB_TOKEN"])
    numbers = pull_requests(github, run)
    if not numbers:
        return [f"no open pull request has the head {run['head_sha']}"]
    packed = artifact_of(github, run, name)
    if packed is None:
        return [f"the run has no artifact {name!r}"]
    files = f"{server}/{repository}/blob/{quote(run['head_sha'])}"
    text = comment_text(report_in(packed), run, files)
    return [f"pull request {number}: {publish(github, number, text)} comment" for number in numbers]


def main() -> int:
    """Post the comment, and return the exit status."""
    try:
        lines = comment(sys.argv[1], os.environ)
    except HydraError as error:
        sys.stderr.write(f"error: {one_line(str(error), 300)}\n")
        return 1
    sys.stdout.write("".join(f"{one_line(line, 300)}\n" for line in lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
