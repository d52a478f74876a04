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
from pathlib import Path, PurePosixPath
from typing import Literal

from pytest_hydra.candidates.recording import FileChange
from pytest_hydra.candidates.source import formatting
from pytest_hydra.candidates.source.git import Repository
from pytest_hydra.candidates.source.git_command import SourceError, run_program
from pytest_hydra.candidates.source.trees import SUBMODULE, decoded, encoded
from pytest_hydra.core.text import one_line

LOCK_FILES = frozenset(
    {
        *("package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock"),
        *("bun.lockb", "deno.lock", "cargo.lock", "poetry.lock", "uv.lock", "pdm.lock"),
        *("pipfile.lock", "pylock.toml", "pixi.lock", "conda-lock.yml", "go.sum", "go.work.sum"),
        *("composer.lock", "gemfile.lock", "mix.lock", "pubspec.lock", "podfile.lock"),
        *("package.resolved", "gradle.lockfile", "packages.lock.json", "flake.lock"),
    }
)
"""Names of the files in which package managers keep what they resolved, in lower case."""
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


def changes(repository: Repository, base_tree: str, tree: str) -> tuple[FileChange, ...]:
    """The files that differ between two trees, by path. Raises SourceError."""
    return difference(repository, base_tree, tree).changes


def difference(repository: Repository, base_tree: str, tree: str) -> Difference:
    """What differs between two trees. Raises SourceError when something of them is missing."""
    told = b""
    if base_tree != tree:
        told = repository.run(
            "diff-tree", "-r", "-z", "--raw", "--patch", "--binary", "--full-index", "--no-color",
            "--find-renames", "--no-ext-diff", "--no-textconv", base_tree, tree,
        )  # fmt: skip
    found, patch = _parse(told)
    wanted = [name for one in found for name in _worth_reading(one)]
    contents = repository.blobs(wanted, largest=_LARGEST)
    for one in found:
        _count_hidden_lines(one, contents)
    _find_formatting(found, contents)
    _count_moved(found)
    ordered = sorted(found, key=lambda one: encoded(one.path))
    return Difference(
        tuple(_file_change(one, contents) for one in ordered),
        patch,
        tuple(note for one in ordered for note in _notes(one, contents)),
    )


def _parse(told: bytes) -> tuple[list[_Difference], bytes]:
    """The raw records, NUL after NUL, then an empty one, then the patch."""
    found: list[_Difference] = []
    at = 0
    while told.startswith(b":", at):
        about, at = _field(told, at)
        old_mode, mode, old_id, new_id, status = about[1:].decode("ascii").split(" ")
        old, at = _field(told, at)
        new, at = _field(told, at) if status[0] in "RC" else (old, at)
        found.append(
            _Difference(
                decoded(new), decoded(old), status[0], old_mode, mode, old_id, new_id,
                binary=False, removed={}, added={},
            )
        )  # fmt: skip
    patch = told[at + 1 :]
    sections = iter(_sections(patch))
    for one in found:
        # A file that becomes a link, or the like, has two: it goes, and it comes.
        for _ in range(2 if one.status == "T" else 1):
            section = next(sections, None)
            if section is None:
                raise SourceError("git told of more files than it showed the changes of")
            _read_section(section, one)
    return found, patch


def _field(told: bytes, at: int) -> tuple[bytes, int]:
    end = told.index(b"\0", at)
    return told[at:end], end + 1


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


def _read_section(lines: Sequence[bytes], one: _Difference) -> None:
    old = new = 0
    inside = False
    for line in lines:
        hunk = _HUNK.match(line)
        if hunk:
            old, new, inside = int(hunk[1]), int(hunk[3]), True
        elif not inside:
            one.binary = one.binary or line == b"GIT binary patch"
        elif line.startswith(b"-"):
            one.removed[old] = line[1:]
            old += 1
        elif line.startswith(b"+"):
            one.added[new] = line[1:]
            new += 1
        elif line.startswith(b" "):
            old, new = old + 1, new + 1


def _suffix(path: str) -> str:
    return PurePosixPath(path).suffix.lower()


def _is_file(mode: str) -> bool:
    return mode in ("100644", "100755")


def _worth_reading(one: _Difference) -> list[str]:
    names = []
    if _is_file(one.mode) and (_maybe_lfs(one) or _reads_both(one)):
        names.append(one.new_id)
    if _is_file(one.old_mode):
        names.append(one.old_id)
    return names


def _reads_both(one: _Difference) -> bool:
    suffix = _suffix(one.path)
    return suffix in _PYTHON or (one.binary and suffix in _TEXT)


def _maybe_lfs(one: _Difference) -> bool:
    return any(line.startswith(b"oid sha256:") for line in list(one.added.values())[:5])


def _count_hidden_lines(one: _Difference, contents: Mapping[str, bytes]) -> None:
    """The lines of a text that git takes for binary, as multisets: their places are not known."""
    if not one.binary or _suffix(one.path) not in _TEXT:
        return
    sides = [(one.old_mode, one.old_id), (one.mode, one.new_id)]
    if any(_is_file(mode) and name not in contents for mode, name in sides):
        return
    old, new = (_lines(contents[name]) if _is_file(mode) else [] for mode, name in sides)
    one.removed = _surplus(old, new)
    one.added = _surplus(new, old)
    one.binary = False


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


def _find_formatting(found: Sequence[_Difference], contents: Mapping[str, bytes]) -> None:
    # What is formatting is taken out, and is not counted as moved as well.
    asked = [one for one in found if _may_be_formatting(one, contents)]
    if not asked:
        return
    questions = [
        [
            contents[one.old_id].decode("latin-1"),
            contents[one.new_id].decode("latin-1"),
            list(one.removed),
            list(one.added),
        ]
        for one in asked
    ]
    command = [sys.executable, "-I", "-S", "-W", "ignore", formatting.__file__]
    stdin = json.dumps(questions).encode()
    status, answer, _ = run_program(command, "the parser", Path("/"), {}, stdin)
    if status != 0:
        return  # it was exhausted: then every line counts as it is
    for one, (removed, added) in zip(asked, json.loads(answer), strict=True):
        one.formatted = (set(removed), set(added))


def _may_be_formatting(one: _Difference, contents: Mapping[str, bytes]) -> bool:
    return (
        one.status in "MR"
        and bool(one.removed or one.added)
        and _suffix(one.path) in _PYTHON
        and _is_file(one.mode)
        and _is_file(one.old_mode)
        and one.old_id in contents
        and one.new_id in contents
    )


def _count_moved(found: Sequence[_Difference]) -> None:
    """Lines that went in one place and came in another, as often as they did both."""
    went, came = Counter(_sayings(found, 0)), Counter(_sayings(found, 1))
    both = went & came
    for side in (0, 1):
        left = both.copy()
        for one in found:
            for line in _sayings([one], side):
                if left[line] > 0:
                    left[line] -= 1
                    one.moved += 1


def _sayings(found: Iterable[_Difference], side: Literal[0, 1]) -> Iterator[bytes]:
    """The removed (0) or added (1) lines that say enough to be known again elsewhere."""
    for one in found:
        if not one.binary:
            for number, line in (one.removed, one.added)[side].items():
                if number not in one.formatted[side] and len(_WORD.findall(line)) >= _TELLING:
                    yield line


def _file_change(one: _Difference, contents: Mapping[str, bytes]) -> FileChange:
    return FileChange(
        path=one.path,
        status=_STATUS[one.status],
        added=0 if one.binary else len(one.added),
        removed=0 if one.binary else len(one.removed),
        old_path=one.old_path if one.status == "R" else None,
        binary=one.binary,
        moved=one.moved,
        formatting=len(one.formatted[0]) + len(one.formatted[1]),
        kind=_kind(one, contents),
        mode=_shown_mode(one.mode),
        old_mode=_shown_mode(one.old_mode),
    )


def _shown_mode(mode: str) -> str:
    """A file that is not there has no mode: it counts as a plain one."""
    return "100644" if int(mode, 8) == 0 else mode


def _kind(
    one: _Difference, contents: Mapping[str, bytes]
) -> Literal["source", "lock", "generated"]:
    if PurePosixPath(one.path).name.lower() in LOCK_FILES:
        return "lock"
    start = contents.get(one.old_id, b"")[:_MARK_WITHIN] if _is_file(one.old_mode) else b""
    if _GENERATED_NAME.search(one.path) or _GENERATED_MARK.search(start):
        return "generated"
    return "source"


def _notes(one: _Difference, contents: Mapping[str, bytes]) -> Iterator[str]:
    if one.status == "D":
        return
    shown, content = one_line(one.path, 200), contents.get(one.new_id, b"")
    if one.mode == SUBMODULE:
        yield f"{shown} is a submodule, at {one.new_id[:12]}; what is in it is not looked at"
    elif content.startswith(_LFS) and len(content) <= _LFS_LONGEST:
        yield f"{shown} is a pointer of Git LFS; the file that it stands for is not looked at"
