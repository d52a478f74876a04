"""A folder that is read again: what looks the same is not read, and every change is seen."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.plugins.git import trees, worktrees
from pytest_hydra.plugins.git.repository import Repository
from pytest_hydra.plugins.git.worktrees import FileIndex, read_files


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with three files, which are old enough."""
    top = tmp_path / "folder"
    (top / "sub").mkdir(parents=True)
    for name in ("a.txt", "b.txt", "sub/c.txt"):
        (top / name).write_text("one")
    monkeypatch.setattr(worktrees, "_TICK", -(10**15))
    return top


def test_what_looks_the_same_is_not_read(
    repository: Repository, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = FileIndex()
    first = read_files(repository, folder, (), index)
    assert sorted(index) == [b"a.txt", b"b.txt", b"sub/c.txt"]
    read: list[bytes] = []
    write = trees.write_object

    def noted(repository: Repository, kind: Any, data: bytes) -> str:
        read.append(data)
        return write(repository, kind, data)

    monkeypatch.setattr(trees, "write_object", noted)
    again = read_files(repository, folder, (), index)
    assert (again.tree, list(again.files.items())) == (first.tree, list(first.files.items()))
    assert b"one" not in read
    (folder / "b.txt").write_text("two")
    (folder / "sub/d.txt").write_text("new")
    (folder / "a.txt").unlink()
    last = read_files(repository, folder, (), index)
    assert last == read_files(repository, folder, ())
    assert list(last.files) == ["b.txt", "sub/c.txt", "sub/d.txt"]


def _hide(path: Path) -> None:
    """Write other content of the same size, and set the old time."""
    before = path.stat()
    path.write_text("two")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def _swap(path: Path) -> None:
    before = path.stat()
    other = path.with_name("other")
    other.write_text("two")
    os.utime(other, ns=(before.st_atime_ns, before.st_mtime_ns))
    other.rename(path)


@pytest.mark.parametrize(
    "change",
    [
        lambda path: path.write_text("two"),
        lambda path: path.write_text("longer"),
        lambda path: path.chmod(0o755),
        lambda path: (path.unlink(), path.symlink_to("b.txt")),
        lambda path: (path.unlink(), path.mkdir()),
        lambda path: path.unlink(),
        _hide,
        _swap,
    ],
    ids=["text", "size", "mode", "link", "folder", "gone", "times-set-back", "replaced"],
)
@pytest.mark.parametrize("is_copied", [False, True], ids=["read", "copied"])
def test_every_change_is_seen(
    repository: Repository, folder: Path, change: object, is_copied: bool
) -> None:
    index = FileIndex()
    first = read_files(repository, folder, (), index)
    if is_copied:
        index = FileIndex.of(folder, first)
    # The clock of the file system must go on, as between a copy and a turn.
    about = folder.stat().st_ctime_ns
    while (folder / "b.txt").stat().st_ctime_ns <= about:
        (folder / "b.txt").touch()
    assert callable(change)
    change(folder / "a.txt")
    assert read_files(repository, folder, (), index) == read_files(repository, folder, ())


def test_a_file_that_has_just_changed_is_read_again(
    repository: Repository, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worktrees, "_TICK", 20_000_000)
    now = time.time_ns()
    (folder / "a.txt").write_text("two")
    monkeypatch.setattr(time, "time_ns", lambda: now)
    index = FileIndex()
    read_files(repository, folder, (), index)
    assert b"a.txt" not in index
