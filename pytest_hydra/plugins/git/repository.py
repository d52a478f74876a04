"""Run git without leaving a trace: the user's repository is only read.

Nearly all commands run in a private git directory whose alternates are the user's objects, without
any configuration, hook, filter, attribute or remote. New objects are written by our own code, not
by git, because git updates the timestamp of an existing object, and so writes into the user's
repository.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Literal

from pytest_hydra.core.text import one_line, read_table
from pytest_hydra.errors import HydraError
from pytest_hydra.execution import EndedError, Process, ProcessError, environment_variables
from pytest_hydra.record.files import write_whole

# The oldest supported git; older ones cannot apply patches three-way.
_OLDEST = (2, 35)
# Set for all commands, so that no configuration, the user's or an agent's, can start programs.
_HARMLESS = (
    *("core.hooksPath=/dev/null", "core.fsmonitor=false", "core.untrackedCache=false"),
    *("protocol.allow=never", "gc.auto=0"),
)
# Limits of git's output and run time, in bytes and seconds.
_LIMIT = 2**30
_SECONDS = 300.0
_NEUTRAL_ATTRIBUTES = read_table(__file__, "git_attributes.txt")
_NEUTRAL_CONFIG = read_table(__file__, "git_config.txt")
_OBJECT_ID = re.compile(r"(?:[0-9a-f]{40}|[0-9a-f]{64})\Z")


class SourceError(HydraError):
    """A repository, a base or a candidate that cannot be read; the text says why."""


class GitError(SourceError):
    """A failed git command, with its standard error."""

    def __init__(self, command: str, status: int, stderr: str) -> None:
        self.stderr = stderr.strip()
        super().__init__(f"git {command} failed: {one_line(self.stderr, 400) or f'exit {status}'}")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Repository:
    """The user's checkout, which is only read, and a private git directory.

    ``path`` is the top of the checkout, ``git_dir`` its own git directory and ``common_dir`` the
    one shared with other worktrees. New objects go to ``objects`` of the private ``store``.
    """

    path: Path
    git_dir: Path
    common_dir: Path
    store: Path
    objects: Path
    hash: Literal["sha1", "sha256"]
    shallow: bool
    program: str
    object_ids: set[str] = field(default_factory=set, repr=False)
    """Ids of existing objects, which need not be written again."""

    @classmethod
    def find(cls, start: Path, objects: Path) -> Repository:
        """The repository that contains the folder ``start``. Raises SourceError.

        ``objects`` is the folder for the private git directory; it is created, and may be reused,
        also by several processes at once.
        """
        program = shutil.which("git")
        if program is None:
            raise SourceError("git was not found on PATH; install it to read candidates")
        program = os.path.abspath(program)
        version = _run_git([program, "version"], Path("/"), _environment())
        numbers = re.search(rb"(\d+)\.(\d+)", version)
        if numbers is None or (int(numbers[1]), int(numbers[2])) < _OLDEST:
            raise SourceError(
                f"{one_line(version.decode('utf-8', 'replace'))} ({program}) is too old; "
                f"{_OLDEST[0]}.{_OLDEST[1]} or a newer one is needed"
            )
        repository = repository_of(program, start, objects)
        try:
            make_store(repository)
        except OSError as error:
            raise SourceError(f"cannot write {objects}: {error.strerror or error}") from error
        return repository

    def run(  # noqa: PLR0913 - half of them have defaults
        self,
        *arguments: str,
        stdin: bytes = b"",
        work_tree: Path | None = None,
        git_dir: Path | None = None,
        objects: Path | None = None,
        accept: Sequence[int] = (0,),
        as_user: bool = False,
    ) -> bytes:
        """Run a git command in the private git directory; its standard output.

        ``git_dir`` is another directory to use instead: a private one for commands that write
        objects (see above), or, for reading commands, one that is not trusted, such as an agent's:
        no program that it configures is started. ``objects`` is a further folder of objects.
        ``as_user`` is for reading commands: they run in the user's git directory, or a worktree's,
        with the user's configuration, so that ignored files are ignored. Raises GitError if the
        exit status is not in ``accept``, and SourceError if the command takes too long or writes
        too much.
        """
        if as_user:
            git_dir, work_tree = git_dir or self.git_dir, work_tree or self.path
        git_dir = git_dir or self.store
        variables = _environment(None if as_user else self.store) | {"GIT_DIR": str(git_dir)}
        if work_tree is not None:
            variables["GIT_WORK_TREE"] = str(work_tree)
        if objects is not None:
            variables["GIT_ALTERNATE_OBJECT_DIRECTORIES"] = os.fsdecode(_quoted(objects))
        settings = [word for entry in _HARMLESS for word in ("-c", entry)]
        command = [self.program, *settings, *arguments]
        return _run_git(command, work_tree or git_dir, variables, stdin, accept)

    @contextmanager
    def scratch(self) -> Iterator[Path]:
        """A folder for the duration of the block; the next run removes leftovers of dead ones."""
        with tempfile.TemporaryDirectory(
            prefix=f"scratch-{os.getpid()}-", dir=self.store, ignore_cleanup_errors=True
        ) as folder:
            yield Path(folder)

    def blobs(self, names: Iterable[str], largest: int = 2**30) -> dict[str, bytes]:
        """The content of blobs by id or abbreviated id. Raises SourceError.

        Missing objects, objects that are not blobs, and blobs above ``largest`` bytes are left out.
        """
        found = {name: self._own_blob(name) for name in names}
        others = [name for name, content in found.items() if content is None]
        if others:
            command = ("cat-file", "--batch-check=%(objecttype) %(objectsize)")
            sizes = self.run(*command, stdin=_lines(others)).splitlines()
            available = [
                name
                for name, line in zip(others, sizes, strict=True)
                if line.startswith(b"blob ") and int(line[5:]) <= largest
            ]
            found |= zip(available, self.contents(available), strict=True)
        return {
            name: content
            for name, content in found.items()
            if content is not None and len(content) <= largest
        }

    def _own_blob(self, name: str) -> bytes | None:
        """The content of a blob in the private store; None if only git can read it."""
        try:
            data = zlib.decompress((self.objects / name[:2] / name[2:]).read_bytes())
        except (OSError, zlib.error):
            return None
        header, _, content = data.partition(b"\0")
        return content if header.startswith(b"blob ") else None

    def contents(self, names: Sequence[str]) -> Iterator[bytes]:
        """The content of each of these existing objects. Raises SourceError."""
        if not names:
            return
        answer = self.run("cat-file", "--batch=%(objectsize)", stdin=_lines(names))
        at = 0
        for _ in names:
            end = answer.index(b"\n", at)
            size = int(answer[at:end])
            yield answer[end + 1 : end + 1 + size]
            at = end + size + 2


def is_object_id(text: str) -> bool:
    """Whether the text is a full object id."""
    return _OBJECT_ID.match(text) is not None


def make_git_dir(path: Path, hash_name: str, *, bare: bool = True) -> None:
    """Create a git directory without history and configuration. Raises OSError."""
    for name in ("objects/info", "objects/pack", "refs", "info"):
        (path / name).mkdir(parents=True, exist_ok=True)
    for name, text in {
        "HEAD": "ref: refs/heads/none\n",
        "config": _NEUTRAL_CONFIG.format(hash=hash_name, bare=str(bare).lower()),
        "info/attributes": _NEUTRAL_ATTRIBUTES,
    }.items():
        _write_if_other(path / name, text.encode())


def _run_git(
    command: Sequence[str],
    folder: Path,
    variables: Mapping[str, str],
    stdin: bytes = b"",
    accept: Sequence[int] = (0,),
) -> bytes:
    """Run a git command; its output. Raises GitError if the exit status is not in ``accept``.

    Raises SourceError if it cannot be started, takes too long or writes too much.
    """
    # The subcommand follows the program and its -c settings.
    name = next(word for before, word in pairwise(command) if word != "-c" and before != "-c")
    try:
        with Process(command, cwd=folder, environment=variables, line_limit=_LIMIT) as child:
            try:
                return child.answer(stdin, _SECONDS)
            except EndedError as error:
                if error.status in accept:
                    return child.output
                raise GitError(name, error.status, child.stderr()) from error
    except ProcessError as error:
        raise SourceError(f"git {name}: {error}") from error


def _environment(private: Path | None = None) -> dict[str, str]:
    """The environment for git; with ``private`` without the user's configuration."""
    variables = environment_variables()
    inherited = {name: text for name, text in variables.items() if not name.startswith("GIT_")}
    fixed = {
        "LC_ALL": "C",
        "LANGUAGE": "C",
        "TZ": "UTC",
        "GIT_PAGER": "cat",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_ALLOW_PROTOCOL": "none",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_GRAFT_FILE": os.devnull,
    }
    if private is not None:
        inherited.pop("XDG_CONFIG_HOME", None)
        fixed |= {
            "HOME": str(private),
            "GIT_ATTR_NOSYSTEM": "1",
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_SYSTEM": os.devnull,
        }
    return inherited | fixed


def _lines(names: Iterable[str]) -> bytes:
    return "".join(f"{name}\n" for name in names).encode()


def repository_of(program: str, start: Path, objects: Path) -> Repository:
    """The repository of a folder, with its private git directory below ``objects``. SourceError."""
    command = [
        # git checks the owner because of configuration that it would obey; here it obeys none.
        *(program, "-c", "safe.directory=*", "rev-parse", "--path-format=absolute"),
        *("--is-bare-repository", "--is-shallow-repository", "--show-object-format"),
        *("--absolute-git-dir", "--git-common-dir", "--show-toplevel"),
    ]
    if not start.is_dir():
        raise SourceError(f"there is no folder {start}")
    answer = _run_git(command, start, _environment(), accept=(0, 128))
    lines = os.fsdecode(answer).split("\n")[:-1]
    if not lines:
        raise SourceError(
            f"{start} is not in a git repository; candidates are compared with a commit, "
            "so create one: git init, git add, git commit"
        )
    if lines[0] == "true":
        raise SourceError(f"{start} is in a bare repository; run in a checkout of it")
    if len(lines) == 5:
        raise SourceError(f"{start} is inside a git directory; run in its checkout")
    if len(lines) != 6 or lines[2] not in ("sha1", "sha256"):
        raise SourceError(f"cannot find the repository of {start}; git printed: {lines!r}")
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


def make_store(repository: Repository, *, bare: bool = True) -> None:
    """Create the private git directory, with the user's objects as alternates. Raises OSError."""
    store = repository.store
    make_git_dir(store, repository.hash, bare=bare)
    users = _quoted(repository.common_dir / "objects")
    _write_if_other(store / "objects" / "info" / "alternates", users + b"\n")
    # A shallow history; without this file git would look for missing commits.
    cut = repository.common_dir / "shallow"
    _write_if_other(store / "shallow", cut.read_bytes() if cut.exists() else b"")
    for folder in store.glob("scratch-*"):
        try:
            os.kill(int(folder.name.split("-")[1]), 0)
        except ProcessLookupError:
            shutil.rmtree(folder, ignore_errors=True)
        except (PermissionError, ValueError):
            pass  # it belongs to another user


def _quoted(path: Path) -> bytes:
    """The path in a list of folders of objects: quoted as in C."""
    raw = os.fsencode(path)
    quoted = raw.replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n")
    return b'"' + quoted + b'"'


def _write_if_other(path: Path, data: bytes) -> None:
    if not path.exists() or path.read_bytes() != data:
        write_whole(path, data)
