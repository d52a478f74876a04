"""Which files are read, by whatever path."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pytest_hydra.plugins.boxes.observe.read_watch import ReadWatch

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="inotify is Linux's")


def _read(folder: Path, line: str) -> set[str]:
    watch = ReadWatch({"secret": folder / "secret.txt", "other": folder / "other.txt"})
    try:
        words = ["/bin/bash", "-c", line]
        subprocess.run(words, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        assert not watch.lost
        return watch.take()
    finally:
        watch.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two files."""
    for name in ("secret.txt", "other.txt"):
        (tmp_path / name).write_text("hello\n")
    return tmp_path


READ = [
    "cat secret.txt",
    "X=se; cat ${X}cret.txt",
    "mv secret.txt a; cat a",
    "ln secret.txt a; cat a",
    "ln -s secret.txt a; cat < a",
    "cp secret.txt a",
    "grep -q hello secret.txt",
    "python3 -c 'import mmap; f = open(\"secret.txt\"); mmap.mmap(f.fileno(), 0, access=1)'",
]
NOT_READ = [
    "ls -la; stat secret.txt; test -r secret.txt",
    "echo more >> secret.txt; touch secret.txt",
    "chmod 600 secret.txt; mv secret.txt a; rm a",
]


@pytest.mark.parametrize("line", READ)
def test_each_way_to_read_a_file_is_seen(folder: Path, line: str) -> None:
    assert _read(folder, line) == {"secret"}


@pytest.mark.parametrize("line", NOT_READ)
def test_what_reads_nothing_is_none(folder: Path, line: str) -> None:
    assert _read(folder, line) == set()


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="missing"):
        ReadWatch({"missing": tmp_path / "missing"})
