"""Images of docker save, and archives that only look like them."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import stat
import tarfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.errors import HydraError
from pytest_hydra.plugins.roots.image import forget_old, unpacked

Entry = tuple[str, bytes | str | None] | tarfile.TarInfo


def layer_of(entries: Sequence[Entry]) -> bytes:
    """An archive: bytes are a file, a text is a link's target, and None is a folder."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        for entry in entries:
            if isinstance(entry, tarfile.TarInfo):
                # By hand, as newer versions of Python want the data of a size.
                header = entry.tobuf()
                data.write(header)
                archive.offset += len(header)
                continue
            info = tarfile.TarInfo(entry[0])
            info.mode = 0o755
            if isinstance(entry[1], bytes):
                info.size = len(entry[1])
                archive.addfile(info, io.BytesIO(entry[1]))
                continue
            info.type = tarfile.DIRTYPE if entry[1] is None else tarfile.SYMTYPE
            info.linkname = entry[1] or ""
            archive.addfile(info)
    return data.getvalue()


def special(name: str, kind: bytes, **values: Any) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type = kind
    for key, value in values.items():
        setattr(info, key, value)
    return info


def save(
    path: Path, *layers: Sequence[Entry], config: Any = None, digest: str = "", zipped: bool = False
) -> Path:
    """Write an archive as `docker save` does, the lowest layer first."""
    raw = [layer_of(entries) for entries in layers]
    digests = [digest or f"sha256:{hashlib.sha256(data).hexdigest()}" for data in raw]
    names = [f"{number}/layer.tar" for number in range(len(raw))]
    settings = {"config": config or {}, "rootfs": {"type": "layers", "diff_ids": digests}}
    manifest = [{"Config": "config.json", "Layers": names}]
    packed = [gzip.compress(data) if zipped else data for data in raw]
    with tarfile.open(path, "w") as archive:
        for name, data in (
            *zip(names, packed, strict=True),
            ("config.json", json.dumps(settings).encode()),
            ("manifest.json", json.dumps(manifest).encode()),
        ):
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return path


def test_layers_are_unpacked_once(tmp_path: Path) -> None:
    base: list[Entry] = [("usr", None), ("usr/a", b"a"), ("b", "usr/a"), ("./gone/x", b"x")]
    hard = special("usr/hard", tarfile.LNKTYPE, linkname="usr/a")
    top: list[Entry] = [("usr/c", b"c"), (".wh.gone", b""), ("usr/.wh..wh..opq", b"")]
    given = {"Env": ["PATH=/bin", "A=b=c"], "WorkingDir": "/app"}
    archive = save(tmp_path / "image.tar", [*base, hard], top, config=given, zipped=True)
    image = unpacked(archive, tmp_path / "cache")
    assert (image.variables, image.folder) == ({"PATH": "/bin", "A": "b=c"}, "/app")
    upper, lower = image.layers
    assert (lower / "usr" / "a").read_bytes() == b"a"
    assert os.readlink(lower / "b") == "usr/a"
    assert (lower / "usr" / "a").stat().st_ino == (lower / "usr" / "hard").stat().st_ino
    gone = (upper / "gone").lstat()
    assert stat.S_ISCHR(gone.st_mode)
    assert gone.st_rdev == 0
    assert os.getxattr(upper / "usr", "user.overlay.opaque") == b"y"
    before = lower.stat().st_ino
    again = unpacked(save(tmp_path / "other.tar", [*base, hard]), tmp_path / "cache")
    assert again.layers == (lower,)
    assert lower.stat().st_ino == before


def test_layers_that_nobody_used_for_a_month_are_deleted(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    old, kept = ("old", b""), ("kept", b"")
    unpacked(save(tmp_path / "image.tar", [old], [kept]), cache)
    fetched = cache / "fetched.tar"
    fetched.touch()
    for lock in (*(cache / "layers").glob("*.lock"), fetched.with_suffix(".lock")):
        lock.touch()
        os.utime(lock, (0, 0))
    (layer,) = unpacked(save(tmp_path / "other.tar", [kept]), cache).layers
    forget_old(cache)
    assert [path.name for path in layer.iterdir()] == ["kept"]
    assert [path for path in (cache / "layers").iterdir() if path.is_dir()] == [layer.parent]
    assert not fetched.exists()


def test_rights_that_nobody_keeps(tmp_path: Path) -> None:
    entries: list[Entry] = [
        special("su", tarfile.REGTYPE, mode=0o6755),
        special("tmp", tarfile.DIRTYPE, mode=0o1777),
        special("closed", tarfile.DIRTYPE, mode=0o000),
        ("closed/in", b"x"),
        special("dev/null", tarfile.CHRTYPE, devmajor=1, devminor=3),
        special("run/pipe", tarfile.FIFOTYPE),
    ]
    (layer,) = unpacked(save(tmp_path / "image.tar", entries), tmp_path / "cache").layers
    assert stat.S_IMODE((layer / "su").stat().st_mode) == 0o755
    assert stat.S_IMODE((layer / "tmp").stat().st_mode) == 0o1777
    assert (layer / "closed" / "in").read_bytes() == b"x"
    assert sorted(path.name for path in layer.iterdir()) == ["closed", "dev", "run", "su", "tmp"]
    assert not any((layer / "run").iterdir())
    assert not any((layer / "dev").iterdir())


@pytest.mark.parametrize(
    ("entries", "reason"),
    [
        ([("../out", b"x")], "../out leads out of it"),
        ([("a/../../out", b"x")], "leads out of it"),
        ([("a", "/etc"), ("a/passwd", b"x")], "a/passwd is below a link or a file"),
        ([("a", ".."), ("a/b/c", b"x")], "a/b/c is below a link or a file"),
        ([special("a", tarfile.LNKTYPE, linkname="/etc/passwd")], "a is a link to what is not"),
        ([special("a", tarfile.LNKTYPE, linkname="../x")], "a is a link to what is not there"),
        (
            [("s", "/etc"), special("a", tarfile.LNKTYPE, linkname="s/passwd")],
            "a is a link to what is not there",
        ),
        ([special("sda", tarfile.BLKTYPE, devmajor=8)], "sda is a device node"),
        ([special("x", tarfile.REGTYPE, size=0), ("x/y", b"")], "x/y is below a link or a file"),
    ],
)
def test_hostile_entries_are_refused(tmp_path: Path, entries: Sequence[Entry], reason: str) -> None:
    with pytest.raises(HydraError, match=f"image.tar: .*{reason}") as caught:
        unpacked(save(tmp_path / "image.tar", entries), tmp_path / "cache")
    assert "\n" not in str(caught.value)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cache", "image.tar"]
    left = [path for path in (tmp_path / "cache" / "layers").iterdir() if path.suffix != ".lock"]
    assert not left


def test_a_link_is_replaced_and_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_text("kept")
    entries: list[Entry] = [("a", str(outside)), ("a", b"new"), ("b", str(outside)), ("b", None)]
    (layer,) = unpacked(save(tmp_path / "image.tar", entries), tmp_path / "cache").layers
    assert outside.read_text() == "kept"
    assert (layer / "a").read_bytes() == b"new"
    assert (layer / "b").is_dir()


def test_no_room(tmp_path: Path) -> None:
    large = special("a", tarfile.REGTYPE, size=2**60)
    with pytest.raises(HydraError, match="no room"):
        unpacked(save(tmp_path / "image.tar", [large]), tmp_path / "cache")


@pytest.mark.parametrize(
    "content",
    [b"", b"PK\3\4", b"x" * 2000, gzip.compress(b"x", mtime=0), layer_of([("a", b"x")])],
    ids=["empty", "zip", "text", "gzip", "layer"],
)
def test_what_is_no_image(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "image.tar"
    path.write_bytes(content)
    with pytest.raises(HydraError, match=r"image.tar is not an image of docker save"):
        unpacked(path, tmp_path / "cache")


def test_a_cut_archive_and_a_wrong_digest(tmp_path: Path) -> None:
    path = save(tmp_path / "image.tar", [("a", b"x" * 50_000)])
    path.write_bytes(path.read_bytes()[:30_000])
    with pytest.raises(HydraError, match="is not an image of docker save"):
        unpacked(path, tmp_path / "cache")
    wrong = save(tmp_path / "wrong.tar", [("a", b"x")], digest=f"sha256:{'0' * 64}")
    with pytest.raises(HydraError, match="is not as its digest says"):
        unpacked(wrong, tmp_path / "cache")
    odd = save(tmp_path / "odd.tar", [("a", b"x")], digest="sha256:../../x")
    with pytest.raises(HydraError, match="is not a digest"):
        unpacked(odd, tmp_path / "cache")
