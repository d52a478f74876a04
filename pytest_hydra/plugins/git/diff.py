"""The difference of two trees: files, lines, and how lines count.

It comes from a single git command with neutral attributes, so that no ``.gitattributes`` can
declare a file binary or generated.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import PurePosixPath
from typing import Literal

from pytest_hydra.core.text import one_line, read_table
from pytest_hydra.plugins.git.repository import Repository, SourceError
from pytest_hydra.plugins.git.trees import SUBMODULE, decoded, encoded

# Names of lock files of package managers, in lower case.
_LOCK_FILES = frozenset(read_table(__file__, "lock_files.txt").split())
_GENERATED_NAME = re.compile(
    r"(?:\.min\.(?:js|css|mjs)|\.(?:js|css|mjs)\.map|_pb2(?:_grpc)?\.pyi?|\.pb\.go)\Z"
)
# Trusted only in files of the base, as a candidate could put it anywhere.
_GENERATED_MARK = re.compile(rb"@generated\b|Code generated .* DO NOT EDIT\.")
_MARK_WITHIN = 2000  # bytes from the start
# Files with these suffixes are text, even if they contain a NUL.
_TEXT = frozenset(read_table(__file__, "text_suffixes.txt").split())
_STATUS: dict[str, Literal["added", "deleted", "modified", "renamed", "type_changed"]] = {
    "A": "added",
    "D": "deleted",
    "M": "modified",
    "R": "renamed",
    "T": "type_changed",
}
_HUNK = re.compile(rb"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
# What depends on the rest of the files: places of hunks with the line above, and object ids.
_PLACE = re.compile(rb"^@@ -[\d,]+ \+[\d,]+ @@.*", re.MULTILINE)
_INDEX = re.compile(rb"^index [0-9a-f]+\.\.[0-9a-f]+", re.MULTILINE)
_LFS = b"version https://git-lfs.github.com/spec/"
_LFS_LONGEST = 1024
# Larger files are not read, and count as binary, as git says.
_LARGEST = 2**24


@dataclass(frozen=True, slots=True, kw_only=True)
class FileChange:
    """One file that differs between two trees. Paths are relative, with ``/``, never escaped.

    ``added`` and ``removed`` are numbers of lines, 0 for a binary file.
    """

    path: str
    status: Literal["added", "deleted", "modified", "renamed", "type_changed"]
    added: int = 0
    removed: int = 0
    old_path: str | None = None
    binary: bool = False
    kind: Literal["source", "lock", "generated"] = "source"
    mode: str = "100644"
    old_mode: str = "100644"


@dataclass(slots=True)
class _Side:
    """One side of a changed file, with its content if it was read.

    ``lines`` are the lines that the other side lacks, by number from 1, without line ends.
    """

    path: str
    mode: str
    id: str
    lines: dict[int, bytes] = field(default_factory=dict)
    content: bytes | None = None

    @property
    def is_file(self) -> bool:
        return self.mode in ("100644", "100755")


@dataclass(slots=True)
class _FileDiff:
    """One changed file."""

    old: _Side
    new: _Side
    status: str
    binary: bool = False

    @property
    def sides(self) -> tuple[_Side, _Side]:
        return self.old, self.new

    @property
    def suffix(self) -> str:
        return PurePosixPath(self.new.path).suffix.lower()


@dataclass(frozen=True, slots=True)
class Diff:
    """A difference: changes by file, a patch for ``git apply``, and notes."""

    changes: tuple[FileChange, ...]
    patch: bytes
    notes: tuple[str, ...]


def digest_of(patch: bytes) -> str:
    """The sha256 of a patch without line numbers and object ids.

    So the same change has the same digest on another base, unless lines beside it differ.
    """
    text = _PLACE.sub(b"@@", patch)
    return hashlib.sha256(_INDEX.sub(b"", text)).hexdigest()


def difference(repository: Repository, base_tree: str, tree: str) -> Diff:
    """The difference of two trees. Raises SourceError if objects are missing."""
    answer = b""
    if base_tree != tree:
        answer = repository.run(
            "diff-tree", "-r", "-z", "--raw", "--patch", "--binary", "--full-index", "--no-color",
            "--find-renames", "--no-ext-diff", "--no-textconv", base_tree, tree,
        )  # fmt: skip
    files, patch = _parse(answer)
    names = [name for entry in files for name in _worth_reading(entry)]
    contents = repository.blobs(names, largest=_LARGEST)
    for entry in files:
        for side in entry.sides:
            side.content = contents.get(side.id) if side.is_file else None
        _count_hidden_lines(entry)
    files.sort(key=lambda entry: encoded(entry.new.path))
    return Diff(
        tuple(_file_change(entry) for entry in files),
        patch,
        tuple(note for entry in files for note in _notes(entry)),
    )


def _parse(answer: bytes) -> tuple[list[_FileDiff], bytes]:
    """Parse git's output: NUL-separated raw records, an empty one, then the patch."""
    files: list[_FileDiff] = []
    raw, _, patch = answer.partition(b"\0\0")
    fields = iter(raw.split(b"\0") if raw else ())
    for about in fields:
        old_mode, mode, old_id, new_id, status = about[1:].decode("ascii").split(" ")
        path = decoded(next(fields))
        old = _Side(path, old_mode, old_id)
        new = _Side(decoded(next(fields)) if status[0] in "RC" else path, mode, new_id)
        files.append(_FileDiff(old, new, status[0]))
    # Lines of content are prefixed in a patch, so this matches headers only.
    sections = iter(re.split(rb"^(?=diff --git )", patch, flags=re.MULTILINE)[1:])
    for entry in files:
        # A change of type, such as file to link, has two sections: removed and added.
        for _ in range(2 if entry.status == "T" else 1):
            section = next(sections, None)
            if section is None:
                raise SourceError("git listed more changed files than changes")
            _read_section(section.split(b"\n"), entry)
    return files, patch


def _read_section(lines: Sequence[bytes], difference: _FileDiff) -> None:
    old = new = 0
    inside = False
    for line in lines:
        hunk = _HUNK.match(line)
        if hunk:
            old, new, inside = int(hunk[1]), int(hunk[3]), True
        elif not inside:
            difference.binary = difference.binary or line == b"GIT binary patch"
        elif line.startswith(b"-"):
            difference.old.lines[old] = line[1:]
            old += 1
        elif line.startswith(b"+"):
            difference.new.lines[new] = line[1:]
            new += 1
        elif line.startswith(b" "):
            old, new = old + 1, new + 1


def _worth_reading(difference: _FileDiff) -> Iterator[str]:
    old, new, suffix = difference.old, difference.new, difference.suffix
    start = islice(new.lines.values(), 5)
    maybe_lfs = any(line.startswith(b"oid sha256:") for line in start)
    if new.is_file and (maybe_lfs or (difference.binary and suffix in _TEXT)):
        yield new.id
    if old.is_file:
        yield old.id


def _count_hidden_lines(difference: _FileDiff) -> None:
    """Count the lines of a text that git considers binary, as multisets without places."""
    if not difference.binary or difference.suffix not in _TEXT:
        return
    if any(side.is_file and side.content is None for side in difference.sides):
        return
    old, new = (
        side.content.removesuffix(b"\n").split(b"\n") if side.content else []
        for side in difference.sides
    )
    difference.old.lines, difference.new.lines = _surplus(old, new), _surplus(new, old)
    difference.binary = False


def _surplus(lines: list[bytes], other: list[bytes]) -> dict[int, bytes]:
    remaining = Counter(other)
    surplus = {}
    for number, line in enumerate(lines, 1):
        if remaining[line] > 0:
            remaining[line] -= 1
        else:
            surplus[number] = line
    return surplus


def _file_change(difference: _FileDiff) -> FileChange:
    old, new = difference.sides
    # A missing file has no mode: use that of a plain file.
    old_mode, mode = (side.mode if int(side.mode, 8) else "100644" for side in (old, new))
    return FileChange(
        path=new.path,
        status=_STATUS[difference.status],
        added=0 if difference.binary else len(new.lines),
        removed=0 if difference.binary else len(old.lines),
        old_path=old.path if difference.status == "R" else None,
        binary=difference.binary,
        kind=_kind(difference),
        mode=mode,
        old_mode=old_mode,
    )


def _kind(difference: _FileDiff) -> Literal["source", "lock", "generated"]:
    path = difference.new.path
    if PurePosixPath(path).name.lower() in _LOCK_FILES:
        return "lock"
    start = (difference.old.content or b"")[:_MARK_WITHIN]
    is_generated = _GENERATED_NAME.search(path) or _GENERATED_MARK.search(start)
    return "generated" if is_generated else "source"


def _notes(difference: _FileDiff) -> Iterator[str]:
    new = difference.new
    if difference.status == "D":
        return
    path, content = one_line(new.path, 200), new.content or b""
    if new.mode == SUBMODULE:
        yield f"{path} is a submodule, at {new.id[:12]}; its content is not checked"
    elif content.startswith(_LFS) and len(content) <= _LFS_LONGEST:
        yield f"{path} is a pointer of Git LFS; the file itself is not checked"
