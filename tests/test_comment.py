"""The comment on a pull request: which one, of what, and that nothing of an artifact has a say."""

from __future__ import annotations

import io
import json
import os
import random
import re
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from comment import comment as script
from pytest_hydra.errors import HydraError
from pytest_hydra.report.markdown import MARKER
from tests.conftest import Project

SHA = "0123456789abcdef0123456789abcdef01234567"
SCRIPT = Path(script.__file__)
SCENARIO = """
id: greets
steps: [{user: hello, expect: {shouldContain: goodbye}}]
"""
HOSTILE = "</details><!-- pytest-hydra --> ```x @ada ![](https://evil.example/x) ::error::<script>"


def pull(number: int, **head: Any) -> dict[str, Any]:
    return {"number": number, "head": {"sha": SHA, "repo": {"id": 7}} | head}


def packed(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return stream.getvalue()


@dataclass
class Hub:
    """GitHub, as far as the script asks it."""

    url: str = ""
    pulls: list[Any] = field(default_factory=lambda: [pull(5)])
    comments: list[Any] = field(default_factory=list)
    archive: bytes = b""
    size: int | None = None
    asked: list[tuple[str, str, str]] = field(default_factory=list)
    written: list[tuple[str, str, str]] = field(default_factory=list)

    def answer(self, path: str) -> Any:
        if path.startswith("/repos/acme/shop/pulls?"):
            return self.pulls
        if path.startswith("/repos/acme/shop/actions/runs/99/artifacts?"):
            size = len(self.archive) if self.size is None else self.size
            return {
                "artifacts": [
                    {"id": 1, "name": "hydra", "expired": True, "size_in_bytes": 1},
                    {"id": 2, "name": "hydra", "expired": False, "size_in_bytes": size},
                ]
            }
        if path.startswith("/repos/acme/shop/issues/5/comments?"):
            page = int(path.rpartition("=")[2])
            return self.comments[100 * (page - 1) : 100 * page]
        return None


@pytest.fixture
def hub() -> Iterator[Hub]:
    hub = Hub()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            hub.asked.append(("GET", self.path, self.headers.get("Authorization", "")))
            if self.path.endswith("/artifacts/2/zip"):
                self.send_response(302)
                self.send_header("Location", f"{hub.url}/storage")
                self.end_headers()
            elif self.path == "/storage":
                self._send(200, hub.archive)
            else:
                found = hub.answer(self.path)
                self._send(404 if found is None else 200, json.dumps(found).encode())

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            hub.written.append((self.command, self.path, json.loads(body)["body"]))
            self._send(200, b"{}")

        def do_PATCH(self) -> None:
            self.do_POST()

        def _send(self, status: int, data: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    hub.url = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield hub
    server.shutdown()
    server.server_close()


def variables(hub: Hub, folder: Path, **run: Any) -> dict[str, str]:
    event = {
        "workflow_run": {
            "id": 99,
            "event": "pull_request",
            "head_sha": SHA,
            "head_branch": "x&state=closed\n",
            "head_repository": {"id": 7, "owner": {"login": "ada"}},
            "html_url": "https://github.com/acme/shop/actions/runs/99",
        }
        | run
    }
    path = folder / "event.json"
    path.write_text(json.dumps(event))
    return {
        "GITHUB_EVENT_PATH": str(path),
        "GITHUB_REPOSITORY": "acme/shop",
        "GITHUB_SERVER_URL": "https://github.com",
        "GITHUB_API_URL": hub.url,
        "GITHUB_TOKEN": "a-token",
    }


@pytest.fixture
def report(plain_project: Project) -> dict[str, Any]:
    """What a run came to, whose author wrote what they liked into it."""
    plain_project.write("a.scenario.yaml", SCENARIO)
    plain_project.run("--hydra", "--hydra-report=report.json")
    found: dict[str, Any] = plain_project.report()
    (entry,) = found["scenarios"]
    entry["id"] = entry["checks"][0]["message"] = found["run_id"] = HOSTILE
    entry["details"]["error"] = found["exit_reason"] = HOSTILE
    (lines,) = found["conversations"].values()
    found["conversations"] = {HOSTILE: [*lines, f"{HOSTILE}\n```\n{HOSTILE}"]}
    found["baseline"] = {
        "since": HOSTILE, "compared": {}, "counts": {HOSTILE: 1}, "together": "same", "p": 1,
        "changes": [{"change": "worse", "kind": "test", "name": HOSTILE, "detail": HOSTILE,
                     "fails": True}],
        "others": {HOSTILE: [HOSTILE]},
    }  # fmt: skip
    found["repository"] = {"name": "evil", "files": "https://evil.example", "folder": "bots"}
    return found


def test_the_report_of_a_run_becomes_a_comment(
    hub: Hub, tmp_path: Path, report: dict[str, Any]
) -> None:
    old = {"run_id": "old"}
    hub.archive = packed(
        {
            ".hydra/runs/1/report.json": json.dumps(old).encode(),
            ".hydra/runs/2/report.json": json.dumps(report).encode(),
            ".hydra/runs/2/report.html": b"<script>",
        }
    )
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "hydra"],
        env={**os.environ, **variables(hub, tmp_path), "PYTHONPATH": str(SCRIPT.parent.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "pull request 5: new comment\n", "")
    ((method, path, text),) = hub.written
    assert (method, path) == ("POST", "/repos/acme/shop/issues/5/comments")
    assert text.startswith(f"{MARKER}\n## pytest-hydra: failed\n")
    # Links lead below the repository, and to the run, wherever the report says that they go.
    assert f"](https://github.com/acme/shop/blob/{SHA}/bots/a.scenario.yaml#L2)" in text
    assert f"[The workflow run](https://github.com/acme/shop/actions/runs/99), of {SHA}\n" in text
    # Nothing that was said is read as anything.
    assert text.count("<!--") == 1
    before, block, after = re.split("</?pre>", text)
    assert "<" not in block
    outside = before + after
    assert (outside.count("<details>"), outside.count("</details>")) == (1, 1)
    for bad in ("<script", "@ada", "`x", "](https://evil", "::error"):
        assert bad not in outside
    # The branch may be called anything; and whoever keeps artifacts is told no token.
    assert "head=ada%3Ax%26state%3Dclosed%0A&" in hub.asked[0][1]
    tokens = {path.partition("?")[0]: token for _, path, token in hub.asked}
    assert tokens.pop("/storage") == ""
    assert set(tokens.values()) == {"Bearer a-token"}


def test_its_own_comment_is_known_by_marker_and_author(
    hub: Hub, tmp_path: Path, report: dict[str, Any]
) -> None:
    hub.archive = packed({"report.json": json.dumps(report).encode()})
    others = [
        {"id": 1, "user": {"login": "mallory"}, "body": f"{MARKER}\nall is well"},
        {"id": 2, "user": {"login": script.AUTHOR}, "body": "a linter's"},
        {"id": 3, "user": None, "body": MARKER},
    ]
    own = {"id": 4, "user": {"login": script.AUTHOR}, "body": f"{MARKER}\nold"}
    hub.comments = others * 40
    assert script.comment("hydra", variables(hub, tmp_path)) == ["pull request 5: new comment"]
    hub.comments = [*others * 40, own]
    assert script.comment("hydra", variables(hub, tmp_path)) == ["pull request 5: updated comment"]
    assert [(method, path) for method, path, _ in hub.written] == [
        ("POST", "/repos/acme/shop/issues/5/comments"),
        ("PATCH", "/repos/acme/shop/issues/comments/4"),
    ]


def test_only_the_pull_request_of_that_commit_is_commented_on(
    hub: Hub, tmp_path: Path, report: dict[str, Any]
) -> None:
    hub.archive = packed({"report.json": json.dumps(report).encode()})
    hub.pulls = [pull(1, sha="f" * 40), pull(2, repo=None), pull(3, repo={"id": 8})]
    told = script.comment("hydra", variables(hub, tmp_path))
    assert told == [f"no open pull request has the head {SHA}"]
    told = script.comment("hydra", variables(hub, tmp_path, event="push"))
    assert told == ["this is not a run of a pull request"]
    hub.pulls = [pull(5)]
    assert script.comment("other", variables(hub, tmp_path)) == ["the run has no artifact 'other'"]
    assert hub.written == []


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"a.txt": b""}, "the artifact has no report.json"),
        ({"report.json": b"[" * 100_000}, "report.json: not JSON: "),
        ({"report.json": b'{"engine": 1}'}, "report.json: not a report of pytest-hydra"),
        ({"report.json": b" " * 50_000_001}, "its report.json is larger than 50,000,000 bytes"),
    ],
)
def test_a_bad_artifact_is_refused(
    hub: Hub, tmp_path: Path, files: dict[str, bytes], said: str
) -> None:
    hub.archive = packed(files)
    with pytest.raises(HydraError, match=said):
        script.comment("hydra", variables(hub, tmp_path))
    assert hub.written == []


def test_a_bad_archive_is_refused(hub: Hub, tmp_path: Path) -> None:
    hub.archive = packed({"report.json": b"{}"}, zipfile.ZIP_LZMA)
    with pytest.raises(HydraError, match="compressed in an unknown way"):
        script.comment("hydra", variables(hub, tmp_path))
    hub.size = 50_000_001
    with pytest.raises(HydraError, match="the artifact 'hydra' is larger than"):
        script.comment("hydra", variables(hub, tmp_path))
    # GitHub may be wrong about the size.
    hub.archive, hub.size = b"\0" * 50_000_001, 1
    with pytest.raises(HydraError, match="the artifact: larger than 50,000,000 bytes"):
        script.comment("hydra", variables(hub, tmp_path))
    assert hub.written == []


def test_whatever_the_bytes_are_the_error_is_ours() -> None:
    data = packed({"a": b"x" * 50, "report.json": b'{"engine": {"name": "pytest-hydra"}}'})
    draw = random.Random(1)  # noqa: S311 - the same each time
    for _ in range(2_000):
        broken = bytearray(data)
        for _ in range(draw.choice((1, 2, 8))):
            broken[draw.randrange(len(broken))] = draw.randrange(256)
        with pytest.raises(HydraError):
            script.report_in(bytes(broken))
