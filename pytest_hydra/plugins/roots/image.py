"""Unpack images of `docker save`: each layer once, below a cache, as folders for an overlay.

An archive is untrusted. Nothing is written through a link or outside of a layer's folder, no file
keeps a setuid bit, and device nodes are refused.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import shutil
import stat
import tarfile
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, Any

from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.plugins.boxes.untrusted_files import is_plain, remove
from pytest_hydra.record.files import StoreError, locked

_GONE, _OPAQUE = ".wh.", ".wh..wh..opq"
_LARGEST_JSON = 2**24
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
_CHUNK = 2**20
_ZIPPED = b"\x1f\x8b"
_DEVICES = "dev/"
# The last of the users that a root has.
_NOBODY = 65534
# What must stay free on the disk, in bytes.
_SPARE = 2**29
# The time after which an unused layer is deleted, in seconds.
_KEPT_SECONDS = 31 * 24 * 60 * 60


_NO_IMAGE = (tarfile.TarError, EOFError, ValueError, LookupError, TypeError, RecursionError)


class ImageError(HydraError):
    """An archive that cannot be used; the text says why."""


@dataclass(frozen=True, slots=True)
class Image:
    """An unpacked image: its layers, the topmost first, and what its configuration says."""

    key: str
    layers: tuple[Path, ...]
    variables: Mapping[str, str]
    folder: str


def unpacked(path: Path, cache: Path) -> Image:
    """The image of an archive, whose layers are below ``cache``. Raises HydraError."""
    label = one_line(path.name, 100)
    try:
        with tarfile.open(path) as archive:
            return _unpacked(archive, cache)
    except ImageError as error:
        raise ImageError(f"{label}: {error}") from None
    except _NO_IMAGE as error:
        reason = one_line(str(error), 100) or type(error).__name__
        raise ImageError(f"{label} is not an image of docker save: {reason}") from None
    except OSError as error:
        raise StoreError(path, error, "unpack") from None


def layer_of(cache: Path, key: str, make: Callable[[Path], None]) -> Path:
    """The folder of a layer below ``cache``, made once. Raises OSError, and what ``make`` does."""
    folder = cache / "layers" / key[:32]
    folder.parent.mkdir(parents=True, exist_ok=True)
    lock = folder.with_suffix(".lock")
    with locked(lock):
        if not folder.is_dir():
            make(folder)
        os.utime(lock)  # when it was used last
    return folder


def forget_old(cache: Path) -> None:
    """Delete layers, and fetched archives, that were not used for a month."""
    for lock in (*cache.glob("*.lock"), *cache.glob("layers/*.lock")):
        with suppress(OSError, HydraError):  # another session deletes it
            if lock.stat().st_mtime < time.time() - _KEPT_SECONDS:
                with locked(lock):
                    for suffix in ("", ".tar", ".log"):
                        remove(lock.with_suffix(suffix))


def _unpacked(archive: tarfile.TarFile, cache: Path) -> Image:
    manifest = json.loads(_text(archive, "manifest.json"))
    if len(manifest) != 1:
        raise ImageError(f"it has {len(manifest)} images; save one")
    names = manifest[0]["Layers"]
    text = _text(archive, manifest[0]["Config"])
    config: dict[str, Any] = json.loads(text).get("config") or {}
    digests = json.loads(text)["rootfs"]["diff_ids"]
    if not names or len(names) != len(digests):
        raise ImageError("its layers are not those of its configuration")
    folders = []
    for name, digest in zip(names, digests, strict=True):
        if not _DIGEST.fullmatch(digest):
            raise ImageError(f"{one_line(digest, 80)!r} is not a digest")
        unpack_it = partial(_unpack_layer, archive, name, digest)
        folders.append(layer_of(cache, digest.removeprefix("sha256:"), unpack_it) / "0")
    variables = [entry.partition("=") for entry in config.get("Env") or ()]
    return Image(
        key=hashlib.sha256(text).hexdigest(),
        layers=tuple(reversed(folders)),
        variables={name: value for name, _, value in variables},
        folder=config.get("WorkingDir") or "/",
    )


def _text(archive: tarfile.TarFile, name: str) -> bytes:
    file = archive.extractfile(name)
    if file is None:
        raise ImageError(f"{one_line(name, 80)} is not a file")
    return file.read(_LARGEST_JSON)


class _Hashed:
    """A file that is read once, from its start, and its digest."""

    def __init__(self, file: IO[bytes] | gzip.GzipFile) -> None:
        self._file = file
        self._digest = hashlib.sha256()

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(size)
        self._digest.update(data)
        return data

    def finish(self) -> str:
        while self.read(_CHUNK):
            pass
        return f"sha256:{self._digest.hexdigest()}"


def _unpack_layer(archive: tarfile.TarFile, name: str, digest: str, folder: Path) -> None:
    """Unpack a layer whose digest is known. Raises ImageError, OSError."""
    file = archive.extractfile(name)
    if file is None:
        raise ImageError(f"{one_line(name, 80)} is not a file")
    is_zipped = file.read(2) == _ZIPPED
    file.seek(0)
    hashed = _Hashed(gzip.GzipFile(fileobj=file) if is_zipped else file)
    draft = folder.with_name(f".{folder.name}")
    remove(draft)
    (draft / "0").mkdir(parents=True)
    try:
        with tarfile.open(fileobj=hashed, mode="r|") as layer:  # type: ignore[call-overload]
            unpack(layer, draft / "0")
        if hashed.finish() != digest:
            raise ImageError(f"the layer {one_line(name, 80)} is not as its digest says")
        draft.rename(folder)
    finally:
        remove(draft)


def unpack(layer: tarfile.TarFile, top: Path) -> None:
    """Unpack a layer into an empty folder; a whiteout becomes that of an overlay.

    Raises ImageError for an entry that is refused, and OSError.
    """
    modes: dict[Path, tuple[int, float]] = {}
    plain: set[Path] = set()
    room = shutil.disk_usage(top).free - _SPARE
    for entry in layer:
        room -= entry.size
        if room < 0:
            raise ImageError("there is no room for it on the disk")
        parts = [part for part in entry.name.split("/") if part not in ("", ".")]
        if ".." in parts or "\0" in entry.name:
            raise ImageError(f"{one_line(entry.name, 100)} leads out of it")
        if not parts:
            continue
        place, above = top.joinpath(*parts), "/".join(parts[:-1])
        _folder(top, parts[:-1], entry.name, plain)
        if parts[-1].startswith(_GONE):
            _whiteout(place, top / above)
            continue
        if entry.ischr() or entry.isblk() or entry.isfifo():
            if "/".join(parts).startswith(_DEVICES) or entry.isfifo():
                continue  # the box has a /dev of its own
            raise ImageError(f"{one_line(entry.name, 100)} is a device node")
        if os.path.lexists(place) and not (entry.isdir() and not place.is_symlink()):
            remove(place)
            plain.clear()
        _write(layer, entry, place, top)
        if entry.isdir():
            modes[place] = (entry.mode, entry.mtime)
    for place, (mode, mtime) in reversed(modes.items()):
        if not place.is_symlink() and place.is_dir():
            # Ours must stay readable and removable: nobody else owns them.
            place.chmod(mode & 0o1777 | (0 if os.geteuid() == 0 else 0o700))
            os.utime(place, (mtime, mtime))


def _folder(top: Path, parts: list[str], name: str, plain: set[Path]) -> None:
    """Make the folders above an entry. Raises ImageError if one of them is a link.

    ``plain`` are those that are known to be folders: only a removal changes that.
    """
    place = top.joinpath(*parts)
    if place in plain:
        return
    plain.add(place)
    place = top
    for part in parts:
        place /= part
        if place.is_symlink() or (os.path.lexists(place) and not place.is_dir()):
            raise ImageError(f"{one_line(name, 100)} is below a link or a file")
        place.mkdir(exist_ok=True)


def _whiteout(place: Path, above: Path) -> None:
    if place.name == _OPAQUE:
        os.setxattr(above, "user.overlay.opaque", b"y")
        return
    gone = place.with_name(place.name.removeprefix(_GONE))
    if not os.path.lexists(gone):
        os.mknod(gone, stat.S_IFCHR, 0)


def _write(layer: tarfile.TarFile, entry: tarfile.TarInfo, place: Path, top: Path) -> None:
    is_root = os.geteuid() == 0
    if entry.isdir():
        place.mkdir(exist_ok=True)
    elif entry.issym():
        os.symlink(entry.linkname, place)
    elif entry.islnk():
        parts = [part for part in entry.linkname.split("/") if part not in ("", ".")]
        target = top.joinpath(*parts)
        is_inside = parts and ".." not in parts and is_plain(top, "/".join(parts[:-1]))
        if not is_inside or target.is_symlink() or not target.is_file():
            raise ImageError(f"{one_line(entry.name, 100)} is a link to what is not there")
        os.link(target, place, follow_symlinks=False)
        return
    else:
        file = layer.extractfile(entry)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
        with os.fdopen(os.open(place, flags, 0o600), "wb") as written:
            if file is not None:
                shutil.copyfileobj(file, written, _CHUNK)
            os.fchmod(written.fileno(), entry.mode & 0o777 | (0 if is_root else 0o600))
            os.utime(written.fileno(), (entry.mtime, entry.mtime))
    if is_root:
        os.chown(place, min(entry.uid, _NOBODY), min(entry.gid, _NOBODY), follow_symlinks=False)
