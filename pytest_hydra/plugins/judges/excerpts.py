"""Untrusted files, read safely and cut by fixed rules.

Links out of the folder are refused, and reading never blocks. A cut says what was left out.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Final

from pytest_hydra.core.text import one_line, printable
from pytest_hydra.errors import InputError, input_error

# The most bytes of one character in UTF-8.
_BYTES = 4
MAX_BYTES: Final = 2**30
"""The largest size of a benchmark's file, in bytes."""

_HUNK = re.compile(rb"@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@")
_GIT = (b"diff --git ", b"diff --cc ", b"diff --combined ")
# Limits of the bytes read of a line, and of the memory for a diff.
_LONGEST = 2**16
_MAX_HUNKS = 200_000
_MAX_FILES = 100_000
# Characters shown of a file's header, and of the text before the first file.
_HEADER = 1_000


def open_file(path: Path, label: str, folder: Path | None) -> BinaryIO:
    """Open a regular file; ``label`` is its path in messages.

    With a folder (a real path), the file must be in it after links are resolved. Raises InputError
    for everything else: folders, pipes, devices, files above `MAX_BYTES`, and UTF-16, which a judge
    would see as nothing but escapes.
    """
    try:
        real = Path(os.path.realpath(path, strict=True))
        if folder is not None and not real.is_relative_to(folder):
            raise input_error(
                label, None, "is a link to a file outside the folder; copy that file here"
            )
        _check(os.lstat(real), label)
        # Checked again once it is open: it may have been replaced since.
        descriptor = os.open(real, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        problem = "is a broken link" if path.is_symlink() else "there is no such file"
        raise input_error(label, None, problem) from None
    except OSError as error:
        raise input_error(label, None, f"cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise input_error(label, None, f"cannot be read: {error}") from None
    stream = open(descriptor, "rb")  # noqa: SIM115 - the caller closes it
    try:
        _check(os.fstat(descriptor), label)
        if os.pread(descriptor, 2, 0) in (b"\xff\xfe", b"\xfe\xff"):
            raise input_error(label, 1, "is written in UTF-16; save it as UTF-8")
    except InputError:
        stream.close()
        raise
    return stream


def visible(raw: bytes) -> str:
    """The bytes as text: invisible characters escaped, Unix line ends, no byte order mark."""
    return visible_text(raw.decode("utf-8", "backslashreplace").removeprefix("\ufeff"))


def visible_text(text: str) -> str:
    """The text with invisible characters escaped."""
    if "\r\n" in text:
        text = text.replace("\r\n", "\n")
    return printable(text)


def fit_lines(lines: Iterable[str], room: int) -> list[str]:
    """The first lines that fit into ``room`` characters, line ends included."""
    selection: list[str] = []
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        selection.append(line)
    return selection


def _check(status: os.stat_result, label: str) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise input_error(label, None, "is a folder, not a file")
    if not stat.S_ISREG(status.st_mode):
        raise input_error(label, None, "is not a regular file")
    if status.st_size > MAX_BYTES:
        raise input_error(
            label, None, f"is larger than {MAX_BYTES // 2**20:,} MiB, and too large to be graded"
        )


def read_text(stream: BinaryIO, size: int, budget: int) -> tuple[str, str | None]:
    """A text cut to its first two thirds and last third of ``budget``, and what was left out."""
    limit = _BYTES * budget
    if size <= 2 * limit:
        return ends(visible(stream.read(2 * limit)), budget)
    first = stream.read(limit)
    stream.seek(size - limit)
    # The parts are not adjacent, so each is cut at a line end.
    head, tail = visible(first), visible(stream.read(limit))
    return _joined(head, tail, budget, f"of {size:,} bytes")


def ends(text: str, budget: int) -> tuple[str, str | None]:
    """The text in at most ``budget`` characters, and what was left out of it, if anything."""
    if len(text) <= budget:
        return text, None
    return _joined(text, text, budget, f"of {len(text):,} characters")


def _joined(head: str, tail: str, budget: int, extent: str) -> tuple[str, str]:
    room = max(budget - 60, 0)
    first = head[: room * 2 // 3]
    last = tail[len(tail) - room // 3 :]
    first = first[: first.rfind("\n") + 1] or first
    last = last[last.find("\n") + 1 :] or last
    gap = "[… left out …]"
    if not first.endswith("\n"):
        gap = f"\n{gap}"
    note = f"{extent}, the first {len(first):,} and the last {len(last):,} characters are shown"
    return f"{first}{gap}\n{last}", note


@dataclass(slots=True)
class _FilePart:
    """A part of the diff: its offset and size in bytes, and the text that is shown."""

    offset: int
    size: int = 0
    text: str = ""


@dataclass(slots=True)
class _ExcerptFile:
    name: str
    header: _FilePart
    added: int = 0
    removed: int = 0
    hunk_count: int = 0
    hunks: list[_FilePart] = field(default_factory=list)


def cut_diff(stream: BinaryIO, size: int, budget: int) -> tuple[str, str | None]:
    """A diff cut to about ``budget`` characters by leaving out its largest hunks, and a note."""
    if size <= budget:
        text = visible(stream.read(budget))
        if len(text) <= budget:
            return text, None
        stream.seek(0)
    preamble, files = _files(stream)
    if not any(file.hunks for file in files):
        stream.seek(0)
        return read_text(stream, size, budget)
    lines = [_table(files, budget // 3)]
    if preamble.size:
        lines.append(_preview(stream, preamble))
    count, has_more = _choose(stream, files, budget - sum(map(len, lines)) - 300)
    for file in files:
        texts = [hunk.text.rstrip("\n") for hunk in file.hunks if hunk.text]
        if texts:
            lines.append(_preview(stream, file.header))
            lines += texts
            omitted = file.hunk_count - len(texts)
            if omitted:
                lines.append(f"[… {omitted:,} hunks of this file are left out …]")
    note = (
        f"of {sum(file.hunk_count for file in files):,} hunks in {len(files):,} files the "
        f"{count:,} smallest are shown"
        + (", and the beginning of the next" if has_more else "")
        + "; all files are listed with the lines that they add and remove"
    )
    return "\n".join(lines), note


def _files(stream: BinaryIO) -> tuple[_FilePart, list[_ExcerptFile]]:
    """The part before the first file of a diff, and the files with the places of their hunks."""
    files: list[_ExcerptFile] = []
    preamble = part = _FilePart(0)
    hunks = 0
    old = new = 0  # lines of the hunk that are still to come, on each side
    for offset, size, line in _lines(stream):
        if files and (old > 0 or new > 0):
            sign = line[:1]
            if sign in b"+- \n\r\\":
                files[-1].added += sign == b"+"
                files[-1].removed += sign == b"-"
                new -= sign not in b"-\\"
                old -= sign not in b"+\\"
                part.size += size
                continue
            old = new = 0  # the hunk is shorter than its header says
        match = _HUNK.match(line)
        if line.startswith(_GIT) or (
            line.startswith(b"--- ") and (not files or files[-1].hunk_count)
        ):
            part = _FilePart(offset)
            if len(files) < _MAX_FILES:
                files.append(_ExcerptFile(_name(line), part))
            else:
                files[-1].name = "(all further files)"
        elif files and (match or line.startswith(b"@@@ ")):
            part = _FilePart(offset)
            files[-1].hunk_count += 1
            hunks += 1
            if hunks <= _MAX_HUNKS:
                files[-1].hunks.append(part)
            if match:
                old, new = (1 if count is None else int(count[:9]) for count in match.groups())
        elif files and line.startswith(b"+++ ") and not files[-1].hunk_count:
            files[-1].name = _side(line) or files[-1].name
        part.size += size
    return preamble, files


def _lines(stream: BinaryIO) -> Iterator[tuple[int, int, bytes]]:
    """The offset of each line, its size in bytes, and its first bytes."""
    offset = 0
    while line := stream.readline(_LONGEST):
        size, rest = len(line), line
        while not rest.endswith(b"\n") and (rest := stream.readline(_LONGEST)):
            size += len(rest)
        yield offset, size, line
        offset += size


def _name(line: bytes) -> str:
    if line.startswith(b"--- "):
        return _side(line) or "(no name)"
    name = line.split(b" ", 2)[2] if line.count(b" ") > 1 else line
    half = re.fullmatch(rb"a/(.*) b/\1", name.strip())
    return one_line(visible(half[1] if half else name))


def _side(line: bytes) -> str | None:
    """The file that a ``---`` or ``+++`` line names; None for /dev/null."""
    name = line[4:].rstrip(b"\r\n").partition(b"\t")[0]
    if name == b"/dev/null":
        return None
    return one_line(visible(re.sub(rb"^[ab]/", b"", name)))


def _table(files: list[_ExcerptFile], room: int) -> str:
    rows = (f"  {file.name}  +{file.added:,} -{file.removed:,}" for file in files)
    lines = fit_lines(rows, room)
    rest = files[len(lines) :]
    if rest:
        added, removed = sum(entry.added for entry in rest), sum(entry.removed for entry in rest)
        lines.append(f"  and {len(rest):,} more files  +{added:,} -{removed:,}")
    return "\n".join([f"[all {len(files):,} files, with the lines added and removed]", *lines])


def _choose(stream: BinaryIO, files: list[_ExcerptFile], room: int) -> tuple[int, bool]:
    """Read the smallest hunks that fit: the number of whole ones, and whether one is cut."""
    seen: set[int] = set()
    count = 0
    parts = sorted((part.size, part.offset, part, owner) for owner in files for part in owner.hunks)
    for _, _, hunk, file in parts:
        if id(file) not in seen:
            room -= min(file.header.size, _HEADER) + 100
        text = _text(stream, hunk, max(room, 0) + 1)
        if len(text) > room or hunk.size > 4 * room:
            text = text[: max(room, 0)]
            text = text[: text.rfind("\n") + 1]
            hunk.text = text and f"{text}[… the rest of this hunk is left out …]"
            return count, bool(text)
        seen.add(id(file))
        hunk.text = text
        room -= len(text)
        count += 1
    return count, False


def _preview(stream: BinaryIO, part: _FilePart) -> str:
    text = _text(stream, part, _HEADER)
    if len(text) <= _HEADER and part.size <= 4 * _HEADER:
        return text.rstrip("\n")
    return f"{text[:_HEADER]}[… left out …]"


def _text(stream: BinaryIO, part: _FilePart, most: int) -> str:
    stream.seek(part.offset)
    return visible(stream.read(min(part.size, 4 * most)))
