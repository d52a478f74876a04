"""Apply changes to a tree: patch files with git, and differences of trees by a merge."""

from __future__ import annotations

import ast
import codecs
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from pytest_hydra.core.text import listed, one_line
from pytest_hydra.plugins.git import trees
from pytest_hydra.plugins.git.repository import GitError, Repository, SourceError

# The size limit of a patch file, in bytes.
_LARGEST = 2**28
_HEADER = re.compile(rb"^(?:diff --git |--- |\+\+\+ |(?:rename|copy) from )(.+?)\r?$", re.MULTILINE)
_PREIMAGE = re.compile(rb"^index ([0-9a-f]{4,64})\.\.[0-9a-f]{4,64}", re.MULTILINE)
_ABSOLUTE = re.compile(rb"^--- (.*)\n\+\+\+ (.*)\n@@ ", re.MULTILINE)
_HUNK = re.compile(rb"^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@.*", re.MULTILINE)
_COLOUR = b"\x1b["
_Entry = tuple[str, str]
_PLAIN = {"100644", "100755"}


def read_patch(path: Path) -> bytes:
    """The content of a patch file. Raises SourceError."""
    name = one_line(str(path), 300)
    try:
        if path.is_dir():
            raise SourceError(
                f"the patch {name} is a folder; use worktree instead of patch for a worktree"
            )
        if path.exists() and not path.is_file():
            raise SourceError(f"the patch {name} is not a regular file")
        if path.stat().st_size > _LARGEST:
            raise SourceError(f"the patch {name} is larger than {_LARGEST // 2**20} MB")
        return path.read_bytes()
    except FileNotFoundError as error:
        raise SourceError(f"there is no patch {name}") from error
    except (OSError, ValueError) as error:
        raise SourceError(f"cannot read the patch {name}: {one_line(str(error))}") from error


def apply_patch(repository: Repository, tree: str, patch: bytes) -> str:
    """The tree with the patch applied, three-way if the patch names its base blobs.

    Accepts patches with CRLF line ends, and without the prefixes a/ and b/. An empty patch changes
    nothing. Raises SourceError with the reason if the patch does not apply.
    """
    if not patch.strip():
        return tree
    for names in _ABSOLUTE.findall(patch):
        for name in names:
            # Git would treat an absolute path as relative to the top folder.
            if name.startswith(b"/") and name.split(b"\t")[0].strip() != b"/dev/null":
                path = one_line(trees.decoded(name), 200)
                raise SourceError(f"the patch has the absolute path {path}; use relative paths")
    patch, is_cut = _completed(patch)
    tries = [(patch, 1)]
    if patch.count(b"\r\n") == patch.count(b"\n"):
        tries.append((patch.replace(b"\r\n", b"\n"), 1))
    if not re.search(rb"^(?:--- a/|\+\+\+ b/|diff --git \"?a/)", patch, re.MULTILINE):
        tries.append((patch, 0))
    problems = []
    for data, strip in tries:
        try:
            return _apply(repository, tree, data, strip)
        except GitError as error:
            problems.append(error)
    reason = _CUT if is_cut else _reason(problems[0], repository, tree, patch)
    raise SourceError(reason) from problems[0]


_CUT = "the file ends inside a hunk; create it again with git diff --binary"


def _completed(patch: bytes) -> tuple[bytes, bool]:
    """The patch with an end that was stripped, and whether its last hunk was incomplete.

    Without their last newline, or blank lines of context at their end, patches are common: the
    header of the last hunk says how many lines it has.
    """
    end = b"\r\n" if b"\r\n" in patch else b"\n"
    if not patch.endswith(b"\n"):
        patch += end
    hunks = list(_HUNK.finditer(patch))
    if not hunks:
        return patch, False
    last = hunks[-1]
    old, new = (1 if count is None else int(count) for count in last.groups())
    for line in patch[last.end() :].split(b"\n")[1:-1]:
        if (old <= 0 and new <= 0) or line[:1] not in b" -+\\\r":
            return patch, False
        old -= line[:1] not in (b"+", b"\\")
        new -= line[:1] not in (b"-", b"\\")
    is_cut = old > 0 or new > 0
    return patch + (b" " + end) * old if is_cut and old == new else patch, is_cut


def _apply(repository: Repository, tree: str, patch: bytes, strip: int) -> str:
    files = trees.files_of(repository, tree)
    with trees.scratch_index(repository, files) as git_dir:
        # Only the objects that the patch needs.
        ids = [files[path][1] for path in paths_named(patch) if path in files]
        ids += [name.decode() for name in _PREIMAGE.findall(patch)]
        for data in repository.blobs(ids).values():
            trees.write_object(repository, "blob", data, git_dir / "objects")
        repository.run(
            "apply", "--cached", "--3way", "--whitespace=nowarn", f"-p{strip}", "-",
            git_dir=git_dir, stdin=patch,
        )  # fmt: skip
        patched: dict[str, _Entry] = {}
        listing = repository.run("ls-files", "-z", "--stage", git_dir=git_dir)
        for (mode, name, _), raw in trees.entries_of(listing):
            trees.check_path(raw)
            patched[trees.decoded(raw)] = (mode, name)
            if mode != trees.SUBMODULE and name not in repository.object_ids:
                target = repository.objects / name[:2] / name[2:]
                try:
                    target.parent.mkdir(exist_ok=True)
                    (git_dir / "objects" / name[:2] / name[2:]).replace(target)
                except OSError as error:
                    message = f"cannot write {target}: {error.strerror or error}"
                    raise SourceError(message) from error
                repository.object_ids.add(name)
    return trees.write_tree(repository, patched)


def paths_named(patch: bytes) -> Iterator[str]:
    """The paths that a patch may name; possibly too many, as content can look like a header."""
    for match in _HEADER.finditer(patch):
        text = match[1].partition(b"\t")[0]
        if match[0].startswith(b"diff --git "):
            # If this is the only line with the names, they differ only in their prefix.
            text = text[: len(text) // 2]
        name = text
        if text.startswith(b'"'):
            # Git quotes special characters as in C, which Python can evaluate.
            with suppress(SyntaxError, ValueError, RecursionError, MemoryError):
                name = str(ast.literal_eval(text.decode("latin-1"))).encode("latin-1")
        yield trees.decoded(name)
        yield trees.decoded(name.partition(b"/")[2])


def _reason(error: GitError, repository: Repository, tree: str, patch: bytes) -> str:
    """The helpful part of git's messages about a patch that does not apply."""
    stderr = error.stderr
    if "No valid patches in input" in stderr:
        if patch.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            return "the file is UTF-16; save it as UTF-8"
        if _COLOUR in patch:
            return "the patch has colours; create it with git diff --no-color --binary"
        return "the file contains no patch; create it with git diff --binary"
    files = trees.files_of(repository, tree)
    names = [path for path in dict.fromkeys(paths_named(patch)) if path in files]
    contents = repository.blobs([files[path][1] for path in names])
    other = [path for path in names if b"\r\n" in contents.get(files[path][1], b"")]
    if other and b"\r\n" not in patch:
        return f"the lines of {_quoted(other)} end with CRLF, and those of the patch with LF"
    conflicts = re.findall(r"^Applied patch to '(.*)' with conflicts\.$", stderr, re.MULTILINE)
    if conflicts:
        return f"the patch conflicts with the base in {_quoted(conflicts)}; create it from the base"
    lines = [line[7:] for line in stderr.splitlines() if line.startswith("error: ")]
    # Messages about a fallback that git tried as well are not helpful.
    lacks = "repository lacks the necessary blob"
    errors = [line for line in lines if not line.startswith(lacks)] or lines
    if "cannot apply binary patch to" in stderr:
        return (
            "the patch names a binary file without its content; create it with git diff --binary "
            f"({_quoted(errors)})"
        )
    # The place first: "patch failed: FILE:LINE".
    errors.sort(key=lambda line: not line.startswith("patch failed: "))
    return f"the patch does not apply to the base: {_quoted(errors) or str(error)}"


def _quoted(texts: list[str]) -> str:
    return listed(dict.fromkeys(texts), 5)


def merged_tree(repository: Repository, onto: str, origin: str, tree: str) -> str:
    """The tree ``onto`` with the change from ``origin`` to ``tree`` merged in.

    Renames on both sides are followed. Raises SourceError with the conflicting files.
    """
    if onto in (origin, tree):
        return tree
    if origin == tree:
        return onto
    merge = _Merge(repository, onto, origin, tree)
    merge.apply()
    if merge.conflicts:
        raise SourceError(
            f"its change conflicts with the base, which has new commits, in "
            f"{_quoted(sorted(merge.conflicts))}; merge or rebase it"
        )
    return trees.write_tree(repository, merge.files)


class _Merge:
    """One merge: ``files`` become the result, ``conflicts`` are the paths that failed."""

    def __init__(self, repository: Repository, onto: str, origin: str, tree: str) -> None:
        self.repository = repository
        self.origin = trees.files_of(repository, origin)
        self.ours = trees.files_of(repository, onto)
        self.theirs = trees.files_of(repository, tree)
        self.our_moves = _moves(repository, origin, onto)
        self.their_moves = _moves(repository, origin, tree)
        self.files: dict[str, _Entry] = dict(self.ours)
        self.conflicts: set[str] = set()

    def apply(self) -> None:
        for path, entry in self.origin.items():
            place = self.our_moves.get(path, path)
            if path in self.theirs or path in self.their_moves or place not in self.ours:
                continue  # unchanged on their side, or removed on both
            if place != path or self.ours[place] != entry:
                self.conflicts.add(path)
            else:
                del self.files[place]
        # Vacated paths are free for new files.
        for old in self.their_moves:
            self.files.pop(self.our_moves.get(old, old), None)
        moved_to = {new: old for old, new in self.their_moves.items()}
        for path, entry in self.theirs.items():
            old = moved_to.get(path, path)
            if old not in self.origin and self.ours.get(path, entry) == entry:
                self.files[path] = entry
            elif old not in self.origin:
                self.conflicts.add(path)
            elif old != path or entry != self.origin[old]:
                self._change(old, path, entry)

    def _change(self, old: str, new: str, entry: _Entry) -> None:
        """Apply their change of a file, which they may have moved, to ours."""
        place = self.our_moves.get(old, old)
        is_moved = old != new
        is_blocked = place != new and (place != old or new in self.ours)
        if place not in self.ours or (is_moved and is_blocked):
            self.conflicts.add(new)
        else:
            self._merge(new if is_moved else place, self.origin[old], self.ours[place], entry)

    def _merge(self, path: str, origin: _Entry, ours: _Entry, theirs: _Entry) -> None:
        mode = _one_of(origin[0], ours[0], theirs[0])
        name = _one_of(origin[1], ours[1], theirs[1])
        if mode is not None and name is None and {origin[0], ours[0], theirs[0]} <= _PLAIN:
            name = self._merge_lines(origin[1], ours[1], theirs[1])
        if mode is None or name is None:
            self.conflicts.add(path)
        else:
            self.files[path] = (mode, name)

    def _merge_lines(self, origin: str, ours: str, theirs: str) -> str | None:
        contents = self.repository.blobs([origin, ours, theirs])
        with self.repository.scratch() as folder:
            names = []
            for place, name in (("ours", ours), ("origin", origin), ("theirs", theirs)):
                if name not in contents:
                    raise SourceError(f"the object {name} is missing in the repository")
                (folder / place).write_bytes(contents[name])
                names.append(str(folder / place))
            try:
                merged = self.repository.run("merge-file", "-p", "-q", *names)
            except GitError:
                return None  # the status is the number of conflicts, or 255 for a binary file
        return trees.write_object(self.repository, "blob", merged)


def _one_of(origin: str, ours: str, theirs: str) -> str | None:
    """The value of the side that changed it; None if both changed it differently."""
    if theirs in (ours, origin):
        return ours
    return theirs if ours == origin else None


def _moves(repository: Repository, origin: str, tree: str) -> Mapping[str, str]:
    """The renames between two trees: old path → new path."""
    answer = repository.run(
        "diff-tree", "-r", "-z", "--find-renames", "--diff-filter=R", "--name-status", origin, tree
    )
    fields = [trees.decoded(word) for word in answer.split(b"\0")[:-1]]
    return dict(zip(fields[1::3], fields[2::3], strict=True))
