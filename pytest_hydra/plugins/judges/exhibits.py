"""Exhibits: the contents of a benchmark folder, as the judge sees them."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

from pytest_hydra.core.text import one_line
from pytest_hydra.errors import input_error
from pytest_hydra.plugins.judges import event_log
from pytest_hydra.plugins.judges.excerpts import (
    MAX_BYTES,
    cut_diff,
    ends,
    open_file,
    read_text,
    visible_text,
)
from pytest_hydra.plugins.judges.judge_settings import EXHIBITS, LogKeys

EVENT_LOG: Final = "event-log.jsonl"
SPEC: Final = "spec.md"
GIT_DIFF: Final = "git-diff"

_FILES: Final[Mapping[str, str]] = {
    "event-log": EVENT_LOG,
    "spec": SPEC,
    GIT_DIFF: "git-diff.patch",
    "prd": "prd.md",
    "summary": "summary.json",
    "config": "config.json",
    "git-log": "git-log.txt",
}
_FOLDERS: Final = ("tasks", "cycles")
_MAX_FILES = 10_000
_CHUNK = 2**20
BUDGET: Final = 60_000
"""The approximate maximum length of an exhibit, in characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exhibit:
    """One exhibit, read and cut to its budget.

    ``text`` is what the judge sees: printable, and empty if the file is empty. ``cut`` says what
    was left out of it, None if nothing was. ``sha256`` is that of the whole, in hex. ``files`` are
    its source files, each with its sha256. ``facts`` are numbers computed from it; only the event
    log has any.
    """

    name: str
    text: str
    cut: str | None
    sha256: str
    files: tuple[tuple[Path, str], ...] = ()
    facts: Mapping[str, Any] | None = None


def gather(  # noqa: PLR0913 - the parts of a benchmark
    folder: Path,
    selection: Iterable[str],
    *,
    spec: Path | None,
    label: str,
    keys: LogKeys | None = None,
    budget: int = BUDGET,
) -> dict[str, Exhibit]:
    """The wanted exhibits that a benchmark folder holds, by name.

    ``label`` is the folder's path in messages; ``budget`` is the approximate maximum length of
    each exhibit, in characters. ``spec`` is the path of the spec; None means the folder's spec.md.
    ``keys`` are those of the events in the log.
    The event log and the spec must exist, wanted or not. Raises InputError with the file and, if
    known, the line.
    """
    names = set(selection)
    real = Path(os.path.realpath(folder))
    exhibits = {
        "event-log": _log(real, label, budget, keys),
        "spec": _spec(real, label, spec, budget),
    }
    for name in EXHIBITS:
        if name not in names or name in exhibits:
            continue
        exhibit = None
        if name in _FOLDERS:
            exhibit = _folder(real, name, label, budget)
        elif os.path.lexists(path := real / _FILES[name]):
            with open_file(path, f"{label}/{_FILES[name]}", real) as stream:
                exhibit = _exhibit(name, path, stream, budget)
        if exhibit is not None:
            exhibits[name] = exhibit
    return {name: exhibits[name] for name in EXHIBITS if name in names and name in exhibits}


def diff_exhibit(path: Path) -> Exhibit:
    """The diff in a file as an exhibit. Raises InputError."""
    with open_file(path, path.name, None) as stream:
        return _exhibit(GIT_DIFF, path, stream, BUDGET)


def find_spec(folder: Path, option: Path | None, setting: Path | None) -> Path | None:
    """The option's spec, else None for the folder's own if it exists, else the setting's."""
    if option is not None or os.path.lexists(folder / SPEC):
        return option
    return setting


def _log(folder: Path, label: str, budget: int, keys: LogKeys | None) -> Exhibit:
    path, name = folder / EVENT_LOG, f"{label}/{EVENT_LOG}"
    with open_file(path, name, folder) as stream:
        log = event_log.read_log(stream, name, budget, keys)
    text, cut = event_log.cut_log(log, budget)
    return Exhibit(
        name="event-log",
        text=text,
        cut=cut,
        sha256=log.sha256,
        files=((path, log.sha256),),
        facts=event_log.facts(log),
    )


def _spec(folder: Path, label: str, spec: Path | None, budget: int) -> Exhibit:
    path = spec or folder / SPEC
    name = f"{label}/{SPEC}" if spec is None else str(spec)
    if spec is None and not os.path.lexists(path):
        raise input_error(
            name, None, "there is no such file; name the spec with --hydra-spec, or in hydra.toml"
        )
    with open_file(path, name, folder if spec is None else None) as stream:
        head = stream.read(_CHUNK)
        if b"\0" in head:
            line = head.count(b"\n", 0, head.index(b"\0")) + 1
            raise input_error(name, line, "contains a NUL character; is it a text file?")
        if not head.strip():
            raise input_error(name, 1, "is empty")
        return _exhibit("spec", path, stream, budget)


def _exhibit(exhibit: str, path: Path, stream: BinaryIO, budget: int) -> Exhibit:
    digest, size = _digest(stream)
    cut = cut_diff if exhibit == GIT_DIFF else read_text
    text, note = cut(stream, size, budget)
    return Exhibit(name=exhibit, text=text, cut=note, sha256=digest, files=((path, digest),))


def _folder(folder: Path, exhibit: str, label: str, budget: int) -> Exhibit | None:
    """All files of a folder in one text, each under its name; None if there are no files."""
    names, folders = _names(folder, exhibit, label)
    if not names:
        return None
    digest = hashlib.sha256()
    files: list[tuple[Path, str]] = []
    parts: list[str] = []
    cut_count = 0
    # Equal shares: room that short files leave is not given to long ones, which is easy to explain.
    share = max(budget // len(names) - 80, 0)
    for name in names:
        with open_file(folder / name, f"{label}/{name}", folder) as stream:
            checksum, size = _digest(stream)
            text, note = read_text(stream, size, share)
        files.append((folder / name, checksum))
        digest.update(f"{name}\0{checksum}\n".encode(errors="surrogateescape"))
        title = one_line(visible_text(name), 200)
        parts.append(
            f"[{title}]\n{text.rstrip()}\n" if note is None else f"[{title}, {note}]\n{text}"
        )
        cut_count += note is not None
    content, omission = ends("\n".join(parts), budget)
    cuts = [f"{cut_count:,} of {len(names):,} files are cut"] if cut_count else []
    if folders:
        cuts.append(f"what is in its own folders is not shown ({folders:,} of them)")
    return Exhibit(
        name=exhibit,
        text=content,
        cut="; ".join([*cuts, *([omission] if omission else [])]) or None,
        sha256=digest.hexdigest(),
        files=tuple(files),
    )


def _names(folder: Path, exhibit: str, label: str) -> tuple[list[str], int]:
    """The files of a folder that are not hidden, 2 before 10, and its number of subfolders."""
    place = folder / exhibit
    if not os.path.lexists(place):
        return [], 0
    if place.is_symlink() or not place.is_dir():
        raise input_error(f"{label}/{exhibit}", None, "is not a folder of the benchmark itself")
    files: list[str] = []
    folders = 0
    try:
        with os.scandir(place) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    folders += 1
                elif not entry.name.startswith("."):
                    files.append(entry.name)
    except OSError as error:
        raise input_error(f"{label}/{exhibit}", None, f"cannot be read: {error.strerror}") from None
    if len(files) > _MAX_FILES:
        raise input_error(f"{label}/{exhibit}", None, f"has more than {_MAX_FILES:,} files")
    return [f"{exhibit}/{name}" for name in sorted(files, key=_natural)], folders


def _natural(name: str) -> list[tuple[bool, int, str]]:
    """A sort key with numbers in names by value, and before all other characters."""
    parts = re.findall(r"[0-9]{1,18}|[^0-9]+", name)
    return [
        (False, int(part), part) if part[0] in "0123456789" else (True, 0, part) for part in parts
    ]


def _digest(stream: BinaryIO) -> tuple[str, int]:
    """The sha256, in hex, and the length of a file, which is rewound afterwards."""
    stream.seek(0)
    digest, size = hashlib.sha256(), 0
    while size <= MAX_BYTES and (chunk := stream.read(_CHUNK)):
        digest.update(chunk)
        size += len(chunk)
    stream.seek(0)
    return digest.hexdigest(), size
