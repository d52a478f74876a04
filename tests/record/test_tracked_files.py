"""The digest of tracked files, by which an interrupted run is resumed."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from pytest_hydra.record.store import tracked

_NOBODY = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "prompt.txt").write_text("Be brief.\n", encoding="utf-8")
    for command in ("init -q", "add ."):
        environment = {**os.environ, **_NOBODY}
        line = ["git", *command.split()]
        subprocess.run(line, cwd=tmp_path, check=True, env=environment)
    return tmp_path


def test_the_content_of_tracked_files_counts_and_no_other(checkout: Path) -> None:
    before = tracked(checkout)
    assert before
    (checkout / "bot.log").write_text("hello\n", encoding="utf-8")
    (checkout / "prompt.txt").touch()
    assert tracked(checkout) == before
    (checkout / "prompt.txt").write_text("Be polite.\n", encoding="utf-8")
    assert tracked(checkout) != before


def test_the_repository_is_only_read(checkout: Path) -> None:
    # Git would write the index anew, as the time of the file differs from what it has noted.
    os.utime(checkout / "prompt.txt", (1, 1))
    index = checkout / ".git" / "index"
    before = index.stat(), index.read_bytes()
    assert tracked(checkout)
    after = index.stat(), index.read_bytes()
    assert (after[0].st_ino, after[0].st_mtime_ns) == (before[0].st_ino, before[0].st_mtime_ns)
    assert after[1] == before[1]
    assert list((checkout / ".git").glob("*.lock")) == []


def test_a_patch_of_a_running_test_does_not_reach_it(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = tracked(checkout)

    def refuse(*_: object, **__: object) -> None:
        raise RuntimeError("not in a test")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    assert tracked(checkout) == before


def test_without_a_repository_there_is_none(tmp_path: Path) -> None:
    assert tracked(tmp_path) == ""
