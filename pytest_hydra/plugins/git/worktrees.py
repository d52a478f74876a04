"""Read a checkout, including uncommitted and untracked files, into a tree."""

from __future__ import annotations

import hashlib
import os
import re
import stat
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pytest_hydra.core.path_patterns import matches
from pytest_hydra.core.text import listed, one_line, read_table
from pytest_hydra.plugins.boxes.untrusted_files import is_plain
from pytest_hydra.plugins.git import trees
from pytest_hydra.plugins.git.repository import (
    GitError,
    Repository,
    SourceError,
    repository_of,
)

LARGEST = 2**28
"""The size limit of a file in a worktree, in bytes."""
CACHES = tuple(
    line for line in read_table(__file__, "caches.txt").splitlines() if line[:1] not in ("#", "")
)
"""Patterns, as in .gitignore, of untracked files that are no part of anybody's work."""
# Untracked files that are never taken: secrets, agents' own folders, and caches.
_NEVER_TAKEN = (
    *(".env*", ".envrc", ".aider*", ".claude/", ".codex/", ".cursor/", ".gemini/"),
    *(".hydra/", *CACHES),
)
_POINTER = re.compile(
    rb"version https://git-lfs\.github\.com/spec/v1\n(?:ext-.*\n)*"
    rb"oid sha256:([0-9a-f]{64})\nsize (\d+)\n\Z"
)
_POINTER_LONGEST = 1024
# A rule of .gitattributes for CRLF line ends.
_TO_CRLF = re.compile(rb"\beol=crlf\b")
_PLAIN = ("100644", "100755")
_YES, _NO = (b"true", b"yes", b"on", b"1", b""), (b"false", b"no", b"off", b"0")
_CONVERTED_LARGEST = 2**26

# A change within so many nanoseconds after another may leave the same time behind: file systems
# take the time of the kernel's last tick, of 1 to 10 ms.
_TICK = 10_000_000

# How a file looked when it was read, and its entry in the tree.
_Look = tuple[int, ...]

# A tracked file: its mode, its id, and whether it may be absent.
_Tracked = dict[bytes, tuple[str, str, bool]]


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderTree:
    """The files of a folder as a tree.

    ``commit`` is the checked-out commit of a worktree. ``untracked`` are the untracked files that
    were taken. ``notes`` are about files that were left out, or read in an unusual state.
    """

    tree: str
    files: trees.Files
    commit: str | None = None
    untracked: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class FileIndex(dict[bytes, tuple[_Look, tuple[str, str]]]):
    """The files of a folder as they were when they were read, by path, like the index of git.

    One that looks the same is not read again. A file is not in it if it had just changed when it
    was read. What a program goes on writing to memory mapped from a file shows no change, as for
    git. ``last`` are all files as they were last time.
    """

    last: FolderTree | None = None

    @classmethod
    def of(cls, folder: Path, last: FolderTree) -> FileIndex:
        """The index of a folder that has just been made with these files, and is not yet in use."""
        top, found = os.fsencode(folder), []
        for path, entry in last.files.items():
            raw = trees.encoded(path)
            with suppress(OSError):  # to be read, and missed, later
                found.append((raw, os.lstat(os.path.join(top, raw)), entry))
        index, now = cls(), time.time_ns()
        index.last = last
        for raw, about, entry in found:
            index.remember(raw, about, now, entry)
        return index

    def remember(self, raw: bytes, about: os.stat_result, now: int, entry: tuple[str, str]) -> None:
        """Keep the entry of a file that nobody has changed from the look at it until ``now``."""
        if about.st_ctime_ns < now - _TICK:
            self[raw] = _look_of(about), entry

    def unchanged(self, top: bytes, raw: bytes) -> tuple[str, str] | None:
        """The entry of a file that looks as before; it is taken out if it does not."""
        look, entry = self.pop(raw, (None, None))
        if entry is None:
            return None
        try:
            about = os.lstat(os.path.join(top, raw))
        except OSError:
            return None
        if _look_of(about) != look:
            return None
        self[raw] = look, entry
        return entry


def read_worktree(repository: Repository, folder: Path, ignore: Sequence[str]) -> FolderTree:
    """The files of a worktree, also uncommitted ones. Raises SourceError."""
    git_dir = _git_dir(repository, folder)
    try:
        answer = repository.run(
            "rev-parse", "--verify", "HEAD^{commit}", git_dir=git_dir, as_user=True
        )
    except GitError as error:
        raise SourceError(f"the worktree {one_line(str(folder), 300)} has no commit yet") from error
    commit = answer.decode("ascii").strip()
    command = [*_list_command(ignore), "--cached", "--stage"]
    listing = repository.run(*command, git_dir=git_dir, work_tree=folder, as_user=True)
    head, settings = trees.files_of(repository, commit), _settings(repository, git_dir)
    reader = _WorktreeReader(repository, os.fsencode(folder), head, **settings)
    return replace(reader.read(*_read_listing(listing)), commit=commit)


def read_folder(
    repository: Repository, folder: Path, base_tree: str, ignore: Sequence[str]
) -> FolderTree:
    """The files of a folder that started from ``base_tree``. Raises SourceError."""
    files = trees.files_of(repository, base_tree)
    with trees.scratch_index(repository, files) as git_dir:
        listing = repository.run(*_list_command(ignore), git_dir=git_dir, work_tree=folder)
    _, untracked, _ = _read_listing(listing)
    tracked = {trees.encoded(path): (mode, name, False) for path, (mode, name) in files.items()}
    reader = _WorktreeReader(repository, os.fsencode(folder), files)
    return reader.read(tracked, untracked, [])


def read_files(
    repository: Repository, folder: Path, ignore: Sequence[str], index: FileIndex | None = None
) -> FolderTree:
    """All files of a folder but those that match ``ignore``, whatever its .gitignore says.

    Also those of other repositories below it, and links wherever they lead; what is neither a file
    nor a link, such as a pipe, is an empty file. Files that are in ``index`` and look the same are
    not read, and what is read is put there. Raises SourceError.
    """
    top, index = os.fsencode(folder), FileIndex() if index is None else index
    paths = sorted(_paths_below(top, ignore, index))
    same = {raw: entry for raw in paths if (entry := index.unchanged(top, raw)) is not None}
    reader = _WorktreeReader(repository, top, {}, all_kinds=True, index=index)
    reader.files.update((trees.decoded(raw), entry) for raw, entry in same.items())
    for raw in paths:
        if raw not in same:
            reader.take(raw, None)
    if index.last is None or reader.files != index.last.files:
        places = [path for path in map(trees.decoded, paths) if path in reader.files]
        files = {path: reader.files[path] for path in places}
        tree = trees.write_tree(repository, files)
        index.last = FolderTree(tree=tree, files=files, untracked=tuple(sorted(places)))
    return index.last


def _look_of(about: os.stat_result) -> _Look:
    return (
        *(about.st_dev, about.st_ino, about.st_mode, about.st_size),
        *(about.st_mtime_ns, about.st_ctime_ns),
    )


def _paths_below(top: bytes, ignore: Sequence[str], known: FileIndex) -> Iterator[bytes]:
    folders = [b""]
    while folders:
        folder = folders.pop()
        try:
            with os.scandir(os.path.join(top, folder)) as entries:
                for entry in entries:
                    raw = os.path.join(folder, entry.name)
                    is_folder = entry.is_dir(follow_symlinks=False)
                    if not is_folder and raw in known:
                        yield raw
                        continue
                    path = trees.decoded(raw)
                    if entry.name == b".git" or matches(f"{path}/" if is_folder else path, ignore):
                        continue
                    if is_folder:
                        folders.append(raw)
                    else:
                        yield raw
        except FileNotFoundError:
            continue
        except OSError as error:
            raise SourceError(f"cannot read {_label(folder)}: {error.strerror}") from error


@dataclass(frozen=True, slots=True)
class CheckedOut:
    """The checked-out commit of a repository, its tree, and the branch; None if there is none."""

    commit: str
    tree: str
    branch: str | None


def read_head(repository: Repository, folder: Path) -> CheckedOut:
    """What is checked out in a folder that is an untrusted repository. Raises SourceError."""
    if not is_plain(folder, ".git/objects"):
        raise SourceError("the folder .git is gone")
    names = ("HEAD^{commit}", "HEAD^{tree}", "--abbrev-ref", "HEAD")
    answer = repository.run("rev-parse", *names, git_dir=folder / ".git", accept=(0, 128))
    lines = trees.decoded(answer).split("\n")[:-1]
    if len(lines) != 3:
        raise SourceError("the repository has no commit that can be read")
    commit, tree, branch = lines
    return CheckedOut(commit, tree, None if branch == "HEAD" else branch)


def is_clean(repository: Repository, folder: Path, tree: str, seen: trees.Files) -> bool:
    """Whether an untrusted repository has nothing to commit on top of ``tree``, that of its HEAD.

    ``seen`` are its files as they have just been read. Raises SourceError.
    """
    command = [*_list_command(()), "--cached", "--stage"]
    listing = repository.run(*command, git_dir=folder / ".git", work_tree=folder)
    tracked, untracked, unmerged = _read_listing(listing)
    if any(path.endswith(b"/") for path in untracked):  # another repository
        return False
    reader = _WorktreeReader(repository, os.fsencode(folder), {}, all_kinds=True)
    reader.seen = seen
    return reader.read(tracked, untracked, unmerged).tree == tree


def _git_dir(repository: Repository, folder: Path) -> Path:
    """The git directory of a worktree; unlike git's own search, not of a folder above it."""
    name, ours = one_line(str(folder), 300), repository.common_dir
    if not folder.is_dir():
        raise SourceError(f"there is no folder {name}")
    try:
        repo = repository_of(repository.program, folder, repository.store)
    except SourceError as error:
        raise SourceError(f"{name} is not a git worktree: {error}") from error
    git_dir = repo.git_dir
    if repo.path != Path(os.path.realpath(folder)):
        raise SourceError(
            f"{name} is not a git worktree: it has no .git; create it with git worktree add"
        )
    if repo.common_dir != ours or (git_dir != ours and git_dir.parent != ours / "worktrees"):
        raise SourceError(
            f"{name} is a checkout of another repository ({one_line(str(repo.common_dir), 300)}), "
            f"not of {repository.path}; fetch its branch and name it as a ref, or make a patch of "
            "it"
        )
    return git_dir


def _settings(repository: Repository, git_dir: Path) -> dict[str, Any]:
    answer = repository.run(
        "config", "-z", "--get-regexp", r"^core\.(filemode|sparsecheckout|autocrlf|eol)$",
        git_dir=git_dir, accept=(0, 1), as_user=True,
    )  # fmt: skip
    # A setting without a value is true.
    pairs = (word.partition(b"\n") for word in answer.split(b"\0"))
    values = {name: text.lower() for name, _, text in pairs}
    return {
        "file_mode": values.get(b"core.filemode") not in _NO,
        "sparse": values.get(b"core.sparsecheckout", b"no") not in _NO,
        "crlf": values.get(b"core.autocrlf") in _YES or values.get(b"core.eol") == b"crlf",
    }


def _list_command(ignore: Sequence[str]) -> list[str]:
    # The last pattern wins, so ignore can include a file again: !.env.example.
    patterns = [f"--exclude={pattern}" for pattern in (*_NEVER_TAKEN, *ignore)]
    return ["ls-files", "-z", "-t", "--others", "--exclude-standard", *patterns]


def _read_listing(listing: bytes) -> tuple[_Tracked, list[bytes], list[bytes]]:
    """Tracked files, untracked files, and conflicts."""
    tracked: _Tracked = {}
    untracked: list[bytes] = []
    unmerged: dict[bytes, None] = {}
    for line in listing.split(b"\0")[:-1]:
        tag, rest = line[:1], line[2:]
        if tag == b"?":
            untracked.append(rest)
            continue
        header, _, raw = rest.partition(b"\t")
        mode, name, stage = header.decode("ascii").split(" ")
        if stage != "0":
            unmerged[raw] = None
        tracked[raw] = (mode, name, tag == b"S")
    return tracked, untracked, list(unmerged)


@dataclass
class _WorktreeReader:
    """Reads the files of a checkout into a tree.

    With ``all_kinds``, links that lead out of the tree are read too, and pipes as empty files.
    """

    repository: Repository
    top: bytes
    head: trees.Files
    file_mode: bool = True
    sparse: bool = False
    crlf: bool = False
    all_kinds: bool = False
    index: FileIndex = field(default_factory=FileIndex)
    seen: trees.Files = field(default_factory=dict, init=False)
    folders: dict[bytes, bool] = field(default_factory=lambda: {b"": True}, init=False)
    files: dict[str, tuple[str, str]] = field(default_factory=dict, init=False)
    differing: dict[str, bytes] = field(default_factory=dict, init=False)
    links: dict[str, str] = field(default_factory=dict, init=False)

    def read(self, tracked: _Tracked, new_paths: list[bytes], unmerged: list[bytes]) -> FolderTree:
        """The tree, the untracked files that were taken, and notes."""
        for raw, (mode, name, skipped) in tracked.items():
            self._read_tracked(raw, mode, name, skipped=skipped)
        untracked_files, repositories = [], []
        for raw in new_paths:
            if raw.endswith(b"/"):
                repositories.append(raw)
            elif raw not in tracked and self.take(raw, None):
                untracked_files.append(trees.decoded(raw))
        self._take_back_conversions()
        links_out = () if self.all_kinds else trees.leading_out(self.links)
        out = {*links_out}.intersection(untracked_files) - self.head.keys()
        for path in out:
            del self.files[path]
        untracked = [path for path in untracked_files if path not in self.head and path not in out]
        links = [trees.encoded(path) for path in sorted(out)]
        groups = {
            "another repository inside was left out": repositories,
            "a symbolic link out of the tree was left out": links,
            "unresolved conflicts were included as they are": unmerged,
        }
        notes = [
            f"{text}: {listed([_label(path) for path in paths])}"
            for text, paths in groups.items()
            if paths
        ]
        tree = trees.write_tree(self.repository, self.files)
        return FolderTree(
            tree=tree, files=self.files, untracked=tuple(sorted(untracked)), notes=tuple(notes)
        )

    def _read_tracked(self, raw: bytes, mode: str, name: str, *, skipped: bool) -> None:
        if mode == trees.SUBMODULE:
            # The content of a submodule is not read.
            is_as_tracked = self._is_folder(raw)
        else:
            is_there = self.take(raw, mode)
            is_as_tracked = not is_there and skipped and self.sparse
        if is_as_tracked:
            trees.check_path(raw)
            self.files[trees.decoded(raw)] = (mode, name)

    def take(self, raw: bytes, mode: str | None) -> bool:
        """Read a file or link; False if it is missing or behind a link."""
        folder, _, _ = raw.rpartition(b"/")
        place = trees.decoded(raw)
        if place in self.seen:
            self.files[place] = self.seen[place]
            return True
        if not self._is_folder(folder):
            return False
        if place not in self.head:
            trees.check_path(raw)
        path = os.path.join(self.top, raw)
        try:
            looked, about = time.time_ns(), os.lstat(path)
            if stat.S_ISLNK(about.st_mode):
                data, now = os.readlink(path), trees.SYMLINK
            elif stat.S_ISREG(about.st_mode) or (
                self.all_kinds and not stat.S_ISDIR(about.st_mode)
            ):
                data, now = self._content(path, about, raw), "100644"
                if not self.file_mode:
                    now = mode if mode in _PLAIN else now
                elif about.st_mode & 0o100:
                    now = "100755"
            else:
                return False
        except FileNotFoundError:
            return False
        except OSError as error:
            raise SourceError(f"cannot read {_label(raw)}: {error.strerror or error}") from error
        name = trees.write_object(self.repository, "blob", data)
        self.files[place] = (now, name)
        self.index.remember(raw, about, looked, (now, name))
        if now == trees.SYMLINK:
            self.links[place] = trees.decoded(data)
        elif place in self.head and self.head[place][1] != name:
            self.differing[place] = data
        return True

    def _take_back_conversions(self) -> None:
        """Restore the committed content of files that differ only by checkout conversions."""
        if not self.differing:
            return
        attributes = [path for path in self.head if path.rpartition("/")[2] == ".gitattributes"]
        names = [self.head[path][1] for path in (*self.differing, *attributes)]
        contents = self.repository.blobs(names, largest=_CONVERTED_LARGEST)
        crlf = self.crlf or any(
            _TO_CRLF.search(contents.get(self.head[path][1], b"")) for path in attributes
        )
        for path, data in self.differing.items():
            mode, name = self.head[path]
            committed = contents.get(name) if mode in _PLAIN else None
            if committed is not None and _is_converted(committed, data, crlf=crlf):
                self.files[path] = (self.files[path][0], name)

    def _content(self, path: bytes, status: os.stat_result, raw: bytes) -> bytes:
        if not stat.S_ISREG(status.st_mode):
            return b""
        if status.st_size > LARGEST:
            raise SourceError(
                f"{_label(raw)} is larger than {LARGEST // 2**20} MB; ignore it in .gitignore, or "
                "in ignore of [race]"
            )
        # It may meanwhile be a pipe or a link.
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(descriptor, "rb", buffering=0) as file:
            return file.read() if stat.S_ISREG(os.fstat(descriptor).st_mode) else b""

    def _is_folder(self, raw: bytes) -> bool:
        """Whether it is a folder that is not reached through a link."""
        is_folder = self.folders.get(raw)
        if is_folder is None:
            place = os.path.join(self.top, raw)
            is_folder = (
                self._is_folder(raw.rpartition(b"/")[0])
                and os.path.isdir(place)
                and not os.path.islink(place)
            )
            self.folders[raw] = is_folder
        return is_folder


def _is_converted(committed: bytes, on_disk: bytes, *, crlf: bool) -> bool:
    """Whether a file equals the committed one after conversion of line ends."""
    if len(committed) <= _POINTER_LONGEST and (pointer := _POINTER.match(committed)):
        digest = hashlib.sha256(on_disk, usedforsecurity=False).hexdigest()
        return int(pointer[2]) == len(on_disk) and pointer[1].decode() == digest
    has_others = b"\r" in committed or b"\0" in committed
    return crlf and not has_others and committed.replace(b"\n", b"\r\n") == on_disk


def _label(raw: bytes) -> str:
    return one_line(trees.decoded(raw), 200)
