from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pytest_hydra.record.files import flush_all, is_locked, lock, locked, write_whole


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    path.write_text("old")
    with path.open() as reader:
        write_whole(path, b"new")
        assert reader.read() == "old", "who reads goes on reading one and the same file"
    assert path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]


def test_of_many_files_each_is_flushed_though_one_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flushed: list[str] = []
    to_disk = os.fsync

    def fsync(descriptor: int) -> None:
        flushed.append(os.readlink(f"/proc/self/fd/{descriptor}"))
        to_disk(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    paths = [tmp_path / f"{number}.log" for number in range(20)]
    for path in paths:
        write_whole(path, b"said", flush=False)
    assert flushed == []
    with pytest.raises(FileNotFoundError):
        flush_all([*paths[:10], tmp_path / "gone", *paths[10:]])
    assert sorted(flushed) == sorted(map(str, paths))


def test_a_file_has_the_permissions_that_any_new_file_has(tmp_path: Path) -> None:
    (tmp_path / "plain").touch()
    write_whole(tmp_path / "whole", b"")
    assert (tmp_path / "whole").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_a_link_stays_and_its_target_is_written(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "target")
    write_whole(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_text() == "new"


def test_an_error_names_the_file_that_was_named(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "gone" / "target")
    for name in ("gone/new", "link"):
        with pytest.raises(FileNotFoundError) as caught:
            write_whole(tmp_path / name, b"new")
        assert str(caught.value) == f"[Errno 2] No such file or directory: '{tmp_path / name}'"


def test_a_device_is_written_into(tmp_path: Path) -> None:
    write_whole(Path(os.devnull), b"gone")
    assert not Path(os.devnull).is_file()
    read, write = os.pipe()
    write_whole(Path(f"/dev/fd/{write}"), b"said")
    assert os.read(read, 10) == b"said"
    os.close(read)
    os.close(write)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("folder", "Is a directory"),
        ("missing/file", "No such file or directory"),
        ("x" * 300, "File name too long"),
    ],
    ids=["folder", "missing", "long"],
)
def test_what_cannot_be_written_leaves_nothing_behind(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match=said):
        write_whole(tmp_path / name, b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_a_lock_is_seen_and_falls(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    assert not is_locked(path)
    assert not path.exists(), "who only asks makes no file"
    with locked(path):
        assert is_locked(path)
        assert is_locked(path), "asking does not take it away"
    assert not is_locked(path)


def test_a_lock_is_not_inherited(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    held = lock(path)
    with subprocess.Popen(
        [sys.executable, "-c", "print(flush=True); input()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        close_fds=False,
    ) as child:
        assert child.stdout is not None
        child.stdout.readline()
        assert is_locked(path)
        os.close(held)
        assert not is_locked(path), "a child that lives on does not hold it"
        child.kill()
