"""Patch files laid onto a tree: by git, in a throwaway repository with just what it needs."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from pytest_hydra.candidates.source.git import Repository, make_git_dir
from pytest_hydra.candidates.source.git_command import GitError, SourceError
from pytest_hydra.candidates.source.trees import (
    SUBMODULE,
    check_path,
    decoded,
    encoded,
    files_of,
    object_id,
    store_object,
    write_tree,
)
from pytest_hydra.core.text import one_line

LARGEST = 2**28
"""No patch file is longer, in bytes."""
_HEADER = re.compile(rb"^(?:diff --git |--- |\+\+\+ |(?:rename|copy) from )(.+?)\r?$", re.MULTILINE)
_PREIMAGE = re.compile(rb"^index ([0-9a-f]{4,64})\.\.[0-9a-f]{4,64}", re.MULTILINE)
_ABSOLUTE = re.compile(rb"^--- (.*)\n\+\+\+ (.*)\n@@ ", re.MULTILINE)
_SHOWN = 5


def read_patch(path: Path) -> bytes:
    """The content of a patch file. Raises SourceError."""
    shown = one_line(str(path), 300)
    try:
        if path.is_dir():
            raise SourceError(f"the patch {shown} is a folder; a worktree is named by worktree")
        if path.exists() and not path.is_file():
            raise SourceError(f"the patch {shown} is no regular file")
        if path.stat().st_size > LARGEST:
            raise SourceError(f"the patch {shown} is larger than {LARGEST // 2**20} MB")
        return path.read_bytes()
    except FileNotFoundError as error:
        raise SourceError(f"there is no patch {shown}") from error
    except (OSError, ValueError) as error:
        raise SourceError(f"cannot read the patch {shown}: {one_line(str(error))}") from error


def apply_patch(repository: Repository, tree: str, patch: bytes) -> str:
    """The tree with the patch applied, three-way where it says what it was made from.

    A patch whose line ends have become CRLF on its way is read as it was, and one without the
    prefixes a/ and b/ too. An empty one changes nothing. Raises SourceError that says why it does
    not apply.
    """
    if not patch.strip():
        return tree
    for names in _ABSOLUTE.findall(patch):
        for name in names:
            # Git would take it for one below the top folder.
            if name.startswith(b"/") and name.split(b"\t")[0].strip() != b"/dev/null":
                shown = one_line(decoded(name), 200)
                raise SourceError(f"the patch names an absolute path, {shown}; none is written")
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
    raise SourceError(_why(problems[0])) from problems[0]


def _apply(repository: Repository, tree: str, patch: bytes, strip: int) -> str:
    files = files_of(repository, tree)
    with repository.scratch() as git_dir:
        make_git_dir(git_dir, repository.hash)
        wanted = [files[path][1] for path in _named(patch) if path in files]
        wanted += [name.decode() for name in _PREIMAGE.findall(patch)]
        for data in repository.blobs(wanted).values():
            _lend(repository, git_dir, data)
        index = git_dir / "index"
        lines = (f"{mode} {name}\t".encode() + encoded(at) for at, (mode, name) in files.items())
        repository.run(
            "update-index", "-z", "--index-info", git_dir=git_dir, index=index,
            stdin=b"".join(line + b"\0" for line in lines),
        )  # fmt: skip
        repository.run(
            "apply", "--cached", "--3way", "--whitespace=nowarn", f"-p{strip}", "-",
            git_dir=git_dir, index=index, stdin=patch,
        )  # fmt: skip
        told = repository.run("ls-files", "-z", "--stage", git_dir=git_dir, index=index)
        laid = dict(_entries(told))
        for name in {name for mode, name in laid.values() if mode != SUBMODULE}:
            if name not in repository.known:
                _take(repository, git_dir, name)
    return write_tree(repository, laid)


def _named(patch: bytes) -> Iterator[str]:
    """The paths that a patch may speak of; more than it does, as content may look like a header."""
    for match in _HEADER.finditer(patch):
        text = match[1].partition(b"\t")[0]
        if match[0].startswith(b"diff --git "):
            # Both names are alike but for their prefix, where it is the only line that has them.
            half = len(text) // 2
            text = text[:half]
        name = _unquoted(text)
        yield decoded(name)
        yield decoded(name.partition(b"/")[2])


def _unquoted(text: bytes) -> bytes:
    """A name as it is; git quotes one with odd characters as C does, and so does Python."""
    if not text.startswith(b'"'):
        return text
    try:
        value = ast.literal_eval(text.decode("latin-1"))
        return value.encode("latin-1") if isinstance(value, str) else text
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return text


def _lend(repository: Repository, git_dir: Path, data: bytes) -> None:
    store_object(git_dir / "objects", object_id(repository, "blob", data), "blob", data)


def _take(repository: Repository, git_dir: Path, name: str) -> None:
    """Move an object that git made into the private git directory."""
    there = repository.objects / name[:2] / name[2:]
    try:
        there.parent.mkdir(exist_ok=True)
        (git_dir / "objects" / name[:2] / name[2:]).replace(there)
    except OSError as error:
        raise SourceError(f"cannot write {there}: {error.strerror or error}") from error
    repository.known.add(name)


def _entries(told: bytes) -> Iterator[tuple[str, tuple[str, str]]]:
    for line in told.split(b"\0")[:-1]:
        about, _, raw = line.partition(b"\t")
        mode, name, _stage = about.decode("ascii").split(" ")
        check_path(raw)
        yield decoded(raw), (mode, name)


def _why(error: GitError) -> str:
    """What git said of a patch that does not apply, as far as it helps."""
    said = error.stderr
    if "No valid patches in input" in said:
        return "there is no patch in the file; it should hold what git diff --binary prints"
    conflicts = re.findall(r"^Applied patch to '(.*)' with conflicts\.$", said, re.MULTILINE)
    if conflicts:
        return (
            f"the patch conflicts with the base in {_some(conflicts)}; make it anew from the base"
        )
    if "cannot apply binary patch to" in said:
        return (
            "the patch names a binary file without its content; make it with git diff --binary "
            f"({_some(_errors(said))})"
        )
    # Where and in which file come first of what git said: "patch failed: FILE:LINE".
    errors = sorted(_errors(said), key=lambda entry: not entry.startswith("patch failed: "))
    return f"the patch does not apply to the base: {_some(errors) or str(error)}"


def _errors(said: str) -> list[str]:
    lines = [line[7:] for line in said.splitlines() if line.startswith("error: ")]
    # That git tried something else too before it failed is of no use to anybody.
    helpful = [
        entry for entry in lines if not entry.startswith("repository lacks the necessary blob")
    ]
    return helpful or lines


def _some(texts: list[str]) -> str:
    more = f" and {len(texts) - _SHOWN} more" if len(texts) > _SHOWN else ""
    return ", ".join(one_line(text, 200) for text in texts[:_SHOWN]) + more
