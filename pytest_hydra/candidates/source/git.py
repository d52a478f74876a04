"""Git, asked without a trace: the user's repository is read, and whatever is new stands elsewhere.

A private git directory, whose alternates are the user's objects, is what nearly every command
works in: no configuration, hook, filter, attribute or remote of anybody's has a say there. New
objects are written by ourselves and never by git, because git sets the time of an object that is
already there, and so writes into the user's folders.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from pytest_hydra.candidates.source.git_command import (
    HARMLESS,
    SourceError,
    check_version,
    environment,
    run_git,
)
from pytest_hydra.core.text import one_line
from pytest_hydra.errors import did_you_mean
from pytest_hydra.record.files import write_whole

FETCH_ALL = (
    "this clone is shallow, so its history is cut off: git fetch --unshallow, "
    "or fetch-depth: 0 for actions/checkout"
)
_NEUTRAL_ATTRIBUTES = (
    "* !text !eol !crlf !ident !filter !working-tree-encoding !diff !merge !whitespace "
    "!conflict-marker-size !export-ignore !export-subst !encoding !delta\n"
)
_NEUTRAL_CONFIG = """\
[core]
	repositoryFormatVersion = {version}
	bare = true
	hooksPath = /dev/null
	attributesFile = /dev/null
	excludesFile = /dev/null
	fsmonitor = false
	autocrlf = false
	fileMode = true
	symlinks = true
	protectHFS = true
	protectNTFS = true
	bigFileThreshold = 16m
[gc]
	auto = 0
[diff]
	renameLimit = 2000
[extensions]
	objectFormat = {hash}
"""
_OBJECT_ID = re.compile(r"(?:[0-9a-f]{40}|[0-9a-f]{64})\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Repository:
    """The user's checkout, which is only read, and a private git directory beside it.

    ``path`` is the top level of the checkout, ``git_dir`` its own git directory and ``common_dir``
    the one that it shares with other worktrees. ``store`` is the private git directory; its
    ``objects`` receive everything new, and the user's objects are its alternates.
    """

    path: Path
    git_dir: Path
    common_dir: Path
    store: Path
    objects: Path
    hash: Literal["sha1", "sha256"]
    shallow: bool
    program: str
    known: set[str] = field(default_factory=set, repr=False, compare=False)
    """Ids of objects that are there, so that they need not be written."""
    listed: dict[str, Mapping[str, tuple[str, str]]] = field(
        default_factory=dict, repr=False, compare=False
    )
    """The files of the trees that were asked for last."""

    @classmethod
    def find(cls, start: Path, objects: Path) -> Repository:
        """The repository whose checkout ``start`` (a folder) is in.

        ``objects`` is a folder for the private git directory; it is made, and may be used again,
        also by several processes at once. Raises SourceError when there is no git, no repository
        or no checkout, and when the folder cannot be written.
        """
        program = shutil.which("git")
        if program is None:
            raise SourceError("git was not found on PATH; candidates are read by it")
        program = os.path.abspath(program)
        check_version(program)
        repository = _found(program, start, objects)
        try:
            _make_store(repository)
        except OSError as error:
            raise SourceError(f"cannot write {objects}: {error.strerror or error}") from error
        return repository

    def run(
        self,
        *arguments: str,
        stdin: bytes = b"",
        index: Path | None = None,
        work_tree: Path | None = None,
        git_dir: Path | None = None,
        accept: Sequence[int] = (0,),
    ) -> bytes:
        """What a git command writes to standard output, in the private git directory.

        ``git_dir`` stands in for the private one, and must be one of ours too. Commands that
        write objects are not for the private one: see above. Raises GitError when the exit status
        is not in ``accept``, and SourceError when it takes too long or writes too much.
        """
        home = git_dir or self.store
        seen = environment(self.store)
        seen["GIT_DIR"] = str(home)
        if index is not None:
            seen["GIT_INDEX_FILE"] = str(index)
        if work_tree is not None:
            seen["GIT_WORK_TREE"] = str(work_tree)
        where = work_tree or home
        return run_git([self.program, *arguments], where, seen, stdin, accept)

    def ask(
        self,
        *arguments: str,
        git_dir: Path | None = None,
        work_tree: Path | None = None,
        stdin: bytes = b"",
        accept: Sequence[int] = (0,),
    ) -> bytes:
        """The same in the user's own git directory, or a worktree's: for commands that only read.

        The user's configuration holds there, so that what they ignore is ignored; nothing that
        it names is started. Raises as `run` does.
        """
        seen = environment(None)
        seen["GIT_DIR"] = str(git_dir or self.git_dir)
        seen["GIT_WORK_TREE"] = str(work_tree or self.path)
        settings = [part for entry in HARMLESS for part in ("-c", entry)]
        command = [self.program, *settings, *arguments]
        where = work_tree or self.path
        return run_git(command, where, seen, stdin, accept)

    @contextmanager
    def scratch(self) -> Iterator[Path]:
        """A folder that is there inside the block; the next run sweeps what a dead one left."""
        with tempfile.TemporaryDirectory(
            prefix=f"scratch-{os.getpid()}-", dir=self.store, ignore_cleanup_errors=True
        ) as folder:
            yield Path(folder)

    def blobs(self, names: Sequence[str], largest: int = 2**30) -> dict[str, bytes]:
        """The content of blobs by id, or by the beginning of one.

        What is not there, is no blob, or is larger than ``largest`` bytes, is left out. Raises
        SourceError.
        """
        asked = _lines(dict.fromkeys(names))
        if not asked:
            return {}
        sizes = self.run("cat-file", "--batch-check=%(objecttype) %(objectsize)", stdin=asked)
        wanted = [
            name
            for name, told in zip(dict.fromkeys(names), sizes.splitlines(), strict=True)
            if told.startswith(b"blob ") and int(told[5:]) <= largest
        ]
        if not wanted:
            return {}
        answer = self.run("cat-file", "--batch=%(objectsize)", stdin=_lines(wanted))
        found, at = {}, 0
        for name in wanted:
            end = answer.index(b"\n", at)
            size = int(answer[at:end])
            found[name] = answer[end + 1 : end + 1 + size]
            at = end + size + 2
        return found


def _lines(names: Iterable[str]) -> bytes:
    return "".join(f"{name}\n" for name in names).encode()


def is_object_id(text: str) -> bool:
    """Whether the text is a whole object id."""
    return _OBJECT_ID.match(text) is not None


def resolve(repository: Repository, ref: str) -> str:
    """The id of the commit that a branch, a tag, or an id names; ``origin/REF`` where REF is none.

    Raises SourceError, which says what the nearest name is.
    """
    shown = one_line(ref, 200)
    if not ref or ref.startswith("-") or re.search(r"[\x00-\x20\x7f:]", ref):
        raise SourceError(
            f"{shown!r} names no commit: a name has no blank or colon in it, and does not begin "
            "with a dash"
        )
    names = (f"refs/heads/{ref}", f"refs/tags/{ref}", ref, f"refs/remotes/origin/{ref}")
    branch, tag, *others = _commits(repository, names)
    if branch and tag and branch != tag:
        raise SourceError(
            f"{shown} is a branch and a tag, of different commits; "
            f"say which: refs/heads/{shown} or refs/tags/{shown}"
        )
    commit = next(filter(None, (branch, tag, *others)), None)
    if commit is None:
        raise SourceError(_no_such_ref(repository, ref))
    return commit


def commit_of_head(repository: Repository) -> str:
    """The id of the commit that is checked out. Raises SourceError when there is none yet."""
    commit = _commit(repository, "HEAD")
    if commit is None:
        raise SourceError(f"the repository {repository.path} has no commit yet")
    return commit


def head_has_commits_beyond(repository: Repository, base_commit: str) -> bool:
    """Whether HEAD has commits that the base lacks, as in a job for a pull request.

    Where history is cut off, in doubt it has. Raises SourceError.
    """
    head = _commit(repository, "HEAD")
    if head is None or head == base_commit:
        return False
    return bool(repository.run("rev-list", "--max-count=1", head, f"^{base_commit}"))


def _commit(repository: Repository, name: str) -> str | None:
    return _commits(repository, [name])[0]


def _commits(repository: Repository, names: Sequence[str]) -> list[str | None]:
    """The id of the commit that each of these names, which have no blank in them; None for none."""
    try:
        asked = b"".join(os.fsencode(f"{name}^{{commit}}\n") for name in names)
    except UnicodeEncodeError as error:
        raise SourceError(f"git cannot be given such a name: {error}") from error
    told = repository.ask("cat-file", "--batch-check=%(objectname)", stdin=asked)
    lines = [line.decode("ascii", "replace") for line in told.split(b"\n")[:-1]]
    if len(lines) != len(names):
        raise SourceError(f"cannot tell which commits these are: {one_line(str(names), 400)}")
    return [line if is_object_id(line) else None for line in lines]


def _no_such_ref(repository: Repository, ref: str) -> str:
    told = repository.ask("for-each-ref", "--format=%(refname)")
    short = re.compile(r"refs/(?:heads|tags|remotes)/(.+)")
    told_names = told.decode("utf-8", "surrogateescape").split("\n")
    names = [match[1] for name in told_names if (match := short.match(name))]
    shown = one_line(ref, 200)
    if _commit(repository, "HEAD") is None and not names:
        return f"there is no {shown!r}: the repository {repository.path} has no commit yet"
    # Of very many names the nearest would take long to find.
    nearest = did_you_mean(ref, names[:5000])
    text = f"no branch, tag or commit is named {shown!r}{nearest}"
    return f"{text}; {FETCH_ALL}" if repository.shallow else text


def _found(program: str, start: Path, objects: Path) -> Repository:
    questions = (
        *("--is-bare-repository", "--is-shallow-repository", "--show-object-format"),
        *("--absolute-git-dir", "--git-common-dir", "--show-toplevel"),
    )
    # Who may own it is git's question about configuration that it obeys; here it obeys none.
    command = [program, "-c", "safe.directory=*", "rev-parse", "--path-format=absolute"]
    try:
        told = run_git([*command, *questions], start, environment(None), b"", (0, 128))
    except NotADirectoryError as error:
        raise SourceError(f"{start} is not a folder") from error
    except FileNotFoundError as error:
        raise SourceError(f"there is no folder {start}") from error
    lines = os.fsdecode(told).split("\n")[:-1]
    if not lines:
        raise SourceError(
            f"{start} is in no git repository; candidates are compared with a commit, "
            "so make one: git init, git add, git commit"
        )
    if lines[0] == "true":
        raise SourceError(f"{start} is in a bare repository; run in a checkout of it")
    if len(lines) == 5:
        raise SourceError(f"{start} is inside of a git directory; run in its checkout")
    if len(lines) != 6 or lines[2] not in ("sha1", "sha256"):
        raise SourceError(f"cannot tell where the repository of {start} is; git said: {lines!r}")
    store = objects.absolute()
    return Repository(
        path=Path(lines[5]),
        git_dir=Path(os.path.realpath(lines[3])),
        common_dir=Path(os.path.realpath(lines[4])),
        store=store,
        objects=store / "objects",
        hash="sha1" if lines[2] == "sha1" else "sha256",
        shallow=lines[1] == "true",
        program=program,
    )


def make_git_dir(path: Path, hash_name: str) -> None:
    """A git directory without a history, a configuration or an opinion. Raises OSError."""
    for name in ("objects/info", "objects/pack", "refs", "info"):
        (path / name).mkdir(parents=True, exist_ok=True)
    version = 0 if hash_name == "sha1" else 1
    config = _NEUTRAL_CONFIG.format(version=version, hash=hash_name)
    if version == 0:
        config = config.partition("[extensions]")[0]
    files = {"HEAD": "ref: refs/heads/none\n", "config": config}
    for name, text in {**files, "info/attributes": _NEUTRAL_ATTRIBUTES}.items():
        _write_if_other(path / name, text.encode())


def _make_store(repository: Repository) -> None:
    store = repository.store
    make_git_dir(store, repository.hash)
    users = os.fsencode(repository.common_dir / "objects")
    # A name that needs it is quoted as in C.
    quoted = users.replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n")
    line = b'"' + quoted + b'"' if quoted != users else users
    _write_if_other(store / "objects" / "info" / "alternates", line + b"\n")
    # Where history is cut off; without it a walk ends in commits that are missing.
    cut = repository.common_dir / "shallow"
    _write_if_other(store / "shallow", cut.read_bytes() if cut.exists() else b"")
    for left in store.glob("scratch-*"):
        pid = left.name.split("-")[1]
        if pid.isdigit() and not _lives(int(pid)):
            shutil.rmtree(left, ignore_errors=True)


def _write_if_other(path: Path, data: bytes) -> None:
    try:
        if path.read_bytes() == data:
            return
    except FileNotFoundError:
        pass
    write_whole(path, data)


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
