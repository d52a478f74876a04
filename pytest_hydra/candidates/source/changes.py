"""What differs between two trees: files, lines, and what the lines are worth.

One git command tells everything. It runs with neutral attributes, so that no ``.gitattributes``
makes a file binary or generated.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Literal

from pytest_hydra.candidates.recording import FileChange
from pytest_hydra.candidates.source import formatting
from pytest_hydra.candidates.source.git import Repository, SourceError, run_program
from pytest_hydra.candidates.source.trees import SUBMODULE, decoded, encoded
from pytest_hydra.core.text import one_line

# Names of the files in which package managers keep what they resolved, in lower case.
_LOCK_FILES = frozenset(
    {
        *("package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock"),
        *("bun.lockb", "deno.lock", "cargo.lock", "poetry.lock", "uv.lock", "pdm.lock"),
        *("pipfile.lock", "pylock.toml", "pixi.lock", "conda-lock.yml", "go.sum", "go.work.sum"),
        *("composer.lock", "gemfile.lock", "mix.lock", "pubspec.lock", "podfile.lock"),
        *("package.resolved", "gradle.lockfile", "packages.lock.json", "flake.lock"),
    }
)
_GENERATED_NAME = re.compile(
    r"(?:\.min\.(?:js|css|mjs)|\.(?:js|css|mjs)\.map|_pb2(?:_grpc)?\.pyi?|\.pb\.go)\Z"
)
# Believed where the base says it already, for a candidate could say it of anything.
_GENERATED_MARK = re.compile(rb"@generated\b|Code generated .* DO NOT EDIT\.")
_MARK_WITHIN = 2000  # bytes from the start
# Files of these names are text, and a NUL in them does not hide their lines.
_TEXT = frozenset(
    {
        *(".py", ".pyi", ".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".vue", ".svelte", ".rs"),
        *(".go", ".c", ".h", ".cc", ".cpp", ".hpp", ".cs", ".java", ".kt", ".scala", ".swift"),
        *(".rb", ".php", ".pl", ".lua", ".ex", ".exs", ".erl", ".hs", ".ml", ".clj", ".dart"),
        *(".sh", ".bash", ".zsh", ".fish", ".ps1", ".sql", ".html", ".css", ".scss", ".md"),
        *(".rst", ".txt", ".toml", ".yaml", ".yml", ".json", ".ini", ".cfg", ".xml", ".gradle"),
    }
)
_PYTHON = (".py", ".pyi")
_STATUS: dict[str, Literal["added", "deleted", "modified", "renamed", "type_changed"]] = {
    "A": "added",
    "D": "deleted",
    "M": "modified",
    "R": "renamed",
    "T": "type_changed",
}
_HUNK = re.compile(rb"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_WORD = re.compile(rb"\w")
_TELLING = 8
_SIDES: tuple[Literal[0], Literal[1]] = (0, 1)
_LFS = b"version https://git-lfs.github.com/spec/"
_LFS_LONGEST = 1024
# Larger files are not read, and stay what git takes them for: binary.
_LARGEST = 2**24


@dataclass(slots=True)
class _Difference:
    """One file that differs; lines by their number, counted from 1, without their end."""

    path: str
    old_path: str
    status: str
    old_mode: str
    mode: str
    old_id: str
    new_id: str
    binary: bool
    removed: dict[int, bytes]
    added: dict[int, bytes]
    formatted: tuple[set[int], set[int]] = field(default_factory=lambda: (set(), set()))
    moved: int = 0


@dataclass(frozen=True, slots=True)
class Difference:
    """All that differs: by file, as a patch that ``git apply`` takes, and what is worth a word."""

    changes: tuple[FileChange, ...]
    patch: bytes
    notes: tuple[str, ...]


def difference(repository: Repository, base_tree: str, tree: str) -> Difference:
    """What differs between two trees. Raises SourceError when something of them is missing."""
    answer = b""
    if base_tree != tree:
        answer = repository.run(
            "diff-tree", "-r", "-z", "--raw", "--patch", "--binary", "--full-index", "--no-color",
            "--find-renames", "--no-ext-diff", "--no-textconv", base_tree, tree,
        )  # fmt: skip
    files, patch = _parse(answer)
    wanted = [name for entry in files for name in _worth_reading(entry)]
    contents = repository.blobs(wanted, largest=_LARGEST)
    for entry in files:
        _count_hidden_lines(entry, contents)
    _find_formatting(files, contents)
    _count_moved(files)
    ordered = sorted(files, key=lambda entry: encoded(entry.path))
    return Difference(
        tuple(_file_change(entry, contents) for entry in ordered),
        patch,
        tuple(note for entry in ordered for note in _notes(entry, contents)),
    )


def _parse(answer: bytes) -> tuple[list[_Difference], bytes]:
    """The raw records, NUL after NUL, then an empty one, then the patch."""
    files: list[_Difference] = []
    raw, _, patch = answer.partition(b"\0\0")
    fields = iter(raw.split(b"\0") if raw else ())
    for about in fields:
        old_mode, mode, old_id, new_id, status = about[1:].decode("ascii").split(" ")
        old = next(fields)
        new = next(fields) if status[0] in "RC" else old
        files.append(
            _Difference(
                decoded(new), decoded(old), status[0], old_mode, mode, old_id, new_id,
                binary=False, removed={}, added={},
            )
        )  # fmt: skip
    sections = iter(_sections(patch))
    for entry in files:
        # A file that becomes a link, or the like, has two: it goes, and it comes.
        for _ in range(2 if entry.status == "T" else 1):
            section = next(sections, None)
            if section is None:
                raise SourceError("git told of more files than it showed the changes of")
            _read_section(section, entry)
    return files, patch


def _sections(patch: bytes) -> Iterable[list[bytes]]:
    """The lines of each file's part. No line of a file's content begins at the margin."""
    section: list[bytes] = []
    for line in patch.split(b"\n"):
        if line.startswith(b"diff --git ") and section:
            yield section
            section = []
        section.append(line)
    if patch:
        yield section


def _read_section(lines: Sequence[bytes], difference: _Difference) -> None:
    old = new = 0
    inside = False
    for line in lines:
        hunk = _HUNK.match(line)
        if hunk:
            old, new, inside = int(hunk[1]), int(hunk[3]), True
        elif not inside:
            difference.binary = difference.binary or line == b"GIT binary patch"
        elif line.startswith(b"-"):
            difference.removed[old] = line[1:]
            old += 1
        elif line.startswith(b"+"):
            difference.added[new] = line[1:]
            new += 1
        elif line.startswith(b" "):
            old, new = old + 1, new + 1


def _suffix(path: str) -> str:
    return PurePosixPath(path).suffix.lower()


def _is_file(mode: str) -> bool:
    return mode in ("100644", "100755")


def _worth_reading(difference: _Difference) -> list[str]:
    suffix = _suffix(difference.path)
    reads_both = suffix in _PYTHON or (difference.binary and suffix in _TEXT)
    maybe_lfs = any(
        line.startswith(b"oid sha256:") for line in islice(difference.added.values(), 5)
    )
    names = [difference.new_id] if _is_file(difference.mode) and (maybe_lfs or reads_both) else []
    return [*names, difference.old_id] if _is_file(difference.old_mode) else names


def _count_hidden_lines(difference: _Difference, contents: Mapping[str, bytes]) -> None:
    """The lines of a text that git takes for binary, as multisets: their places are not known."""
    if not difference.binary or _suffix(difference.path) not in _TEXT:
        return
    sides = [(difference.old_mode, difference.old_id), (difference.mode, difference.new_id)]
    if any(_is_file(mode) and name not in contents for mode, name in sides):
        return
    old, new = (_lines(contents[name]) if _is_file(mode) else [] for mode, name in sides)
    difference.removed = _surplus(old, new)
    difference.added = _surplus(new, old)
    difference.binary = False


def _lines(data: bytes) -> list[bytes]:
    lines = data.split(b"\n")
    return lines if lines[-1] else lines[:-1]


def _surplus(lines: list[bytes], other: list[bytes]) -> dict[int, bytes]:
    left = Counter(other)
    surplus = {}
    for number, line in enumerate(lines, 1):
        if left[line] > 0:
            left[line] -= 1
        else:
            surplus[number] = line
    return surplus


def _find_formatting(files: Sequence[_Difference], contents: Mapping[str, bytes]) -> None:
    # What is formatting is taken out, and is not counted as moved as well.
    doubtful = [entry for entry in files if _may_be_formatting(entry, contents)]
    if not doubtful:
        return
    questions = [
        [
            contents[entry.old_id].decode("latin-1"),
            contents[entry.new_id].decode("latin-1"),
            list(entry.removed),
            list(entry.added),
        ]
        for entry in doubtful
    ]
    command = [sys.executable, "-I", "-S", "-W", "ignore", formatting.__file__]
    stdin = json.dumps(questions).encode()
    status, answer, _ = run_program(command, "the parser", Path("/"), {}, stdin)
    if status != 0:
        return  # it was exhausted: then every line counts as it is
    for entry, (removed, added) in zip(doubtful, json.loads(answer), strict=True):
        entry.formatted = (set(removed), set(added))


def _may_be_formatting(difference: _Difference, contents: Mapping[str, bytes]) -> bool:
    return (
        difference.status in "MR"
        and bool(difference.removed or difference.added)
        and _suffix(difference.path) in _PYTHON
        and _is_file(difference.mode)
        and _is_file(difference.old_mode)
        and difference.old_id in contents
        and difference.new_id in contents
    )


def _count_moved(files: Sequence[_Difference]) -> None:
    """Lines that went in one place and came in another, as often as they did both."""
    went, came = (
        Counter(line for entry in files for line in _telling(entry, side)) for side in _SIDES
    )
    for side in _SIDES:
        left = went & came
        for entry in files:
            for line in _telling(entry, side):
                if left[line] > 0:
                    left[line] -= 1
                    entry.moved += 1


def _telling(difference: _Difference, side: Literal[0, 1]) -> Iterator[bytes]:
    """The removed (0) or added (1) lines that say enough to be known again elsewhere."""
    if not difference.binary:
        for number, line in (difference.removed, difference.added)[side].items():
            if number not in difference.formatted[side] and len(_WORD.findall(line)) >= _TELLING:
                yield line


def _file_change(difference: _Difference, contents: Mapping[str, bytes]) -> FileChange:
    return FileChange(
        path=difference.path,
        status=_STATUS[difference.status],
        added=0 if difference.binary else len(difference.added),
        removed=0 if difference.binary else len(difference.removed),
        old_path=difference.old_path if difference.status == "R" else None,
        binary=difference.binary,
        moved=difference.moved,
        formatting=len(difference.formatted[0]) + len(difference.formatted[1]),
        kind=_kind(difference, contents),
        mode=_shown_mode(difference.mode),
        old_mode=_shown_mode(difference.old_mode),
    )


def _shown_mode(mode: str) -> str:
    """A file that is not there has no mode: it counts as a plain one."""
    return "100644" if int(mode, 8) == 0 else mode


def _kind(
    difference: _Difference, contents: Mapping[str, bytes]
) -> Literal["source", "lock", "generated"]:
    if PurePosixPath(difference.path).name.lower() in _LOCK_FILES:
        return "lock"
    before = contents.get(difference.old_id, b"") if _is_file(difference.old_mode) else b""
    if _GENERATED_NAME.search(difference.path) or _GENERATED_MARK.search(before[:_MARK_WITHIN]):
        return "generated"
    return "source"


def _notes(difference: _Difference, contents: Mapping[str, bytes]) -> Iterator[str]:
    if difference.status == "D":
        return
    shown, content = one_line(difference.path, 200), contents.get(difference.new_id, b"")
    if difference.mode == SUBMODULE:
        yield f"{shown} is a submodule, at {difference.new_id[:12]}; what is in it is not looked at"
    elif content.startswith(_LFS) and len(content) <= _LFS_LONGEST:
        yield f"{shown} is a pointer of Git LFS; the file that it stands for is not looked at"
