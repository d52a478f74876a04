"""Find the installations of a command's tools: what a box may read, and what results depend on."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from itertools import chain
from pathlib import Path
from urllib.parse import unquote, urlsplit

from pytest_hydra.execution import Process, ProcessError
from pytest_hydra.plugins.boxes.box import SYSTEM
from pytest_hydra.record.store import contents, files_below
from pytest_hydra.record.wire import decode

Tools = tuple[tuple[Path, ...], tuple[Path, ...]]
"""Readable folders and files, and those of them that are shown empty."""

INSTALLED = {
    "CARGO_HOME": ".cargo",
    "RUSTUP_HOME": ".rustup",
    "GOMODCACHE": "go/pkg/mod",
}
"""Folders in which tools install for all projects: environment variable → place below HOME."""

_SYSTEM = tuple(map(Path, SYSTEM))
_PRIVATE = (
    *("credentials", "credentials.toml", "pip.conf", ".npmrc", "etc/npmrc", ".netrc", ".pypirc"),
    *(".git-credentials", ".yarnrc.yml"),
)
# They are needed for the package sources that they configure; some contain passwords too.
_SOMETIMES_PRIVATE = ("config.toml", "config")
_SUSPICIOUS = (b"token", b"password", b"secret")
# Entries by which the folder of an installation is recognized.
_SIGNS = ("pyvenv.cfg", "lib", "lib64")
_PARTS = ("bin", "lib", "lib64", "include", "pyvenv.cfg")
# Folders that collect installations; their neighbours are private.
_GATHERINGS = (".local", ".config", ".cache", ".var")
# Time limit for an interpreter to report its paths, in seconds.
_MOMENT = 30
_ASK = "import json, sys; print(json.dumps([sys.prefix, sys.base_prefix, sys.path]))"
_PROGRAMS = ("bin", "shims")
_PACKAGES = "node_modules"
_BETWEEN_WORDS = re.compile(r"[\s;&|()<>'\"=`$]+")
# Held during a search, so that it runs once.
_search_lock = threading.Lock()


def tools_of(
    environment: Mapping[str, str], python: str | None, line: str, checkout: Path | None
) -> Tools:
    """The folders and files that a command's tools need, and those of them to be shown empty.

    ``environment`` is the command's, ``line`` its shell command. Nothing else of the user's home
    and of the checkout is readable. The search takes a moment, once per process.
    """
    home = Path(os.environ.get("HOME") or "/")
    installed = tuple(environment[name] for name in INSTALLED if name in environment)
    checkout = checkout or home
    folders = [environment.get("PATH", "")]
    pythons = [] if python is None else [python]
    for step in (step for program in _programs(line) for step in _chain(program)):
        if step.parent.name in (*_PROGRAMS, ".bin") and not _is_within(step, _SYSTEM):
            folders.append(str(step.parent))
            pythons += filter(os.path.exists, [str(step.with_name("python"))])
        elif not _is_within(step, [checkout]):
            installed += (str(step),)
    with _search_lock:
        return _installed_tools(tuple(pythons), os.pathsep.join(folders), installed, home, checkout)


@cache
def _installed_tools(
    pythons: tuple[str, ...], path: str, installed: tuple[str, ...], home: Path, checkout: Path
) -> Tools:
    readable = set(map(Path, installed))
    fences = [entry for entry in (home, checkout) if entry != Path("/")]
    of_system: set[Path] = set()
    for text in path.split(os.pathsep):
        folder = Path(text)
        if _is_within(folder, _SYSTEM):
            # Several system folders may be links to one.
            of_system.add(Path(os.path.realpath(folder)))
        elif os.path.isdir(folder):
            readable.update(_folder_paths(folder, home, checkout))
    # The targets of links that lead out of a system folder, as in /usr/local/bin.
    system = tuple(f"{entry}/" for entry in _SYSTEM)
    for link in filter(os.path.islink, chain.from_iterable(map(_entries, of_system))):
        # There are many links, and most of them point to a neighbour.
        if "/" in os.readlink(link) and not os.path.realpath(link).startswith(system):
            readable.update(_installations_of(link, home, checkout))
    for python in pythons:
        for step in _chain(Path(python)):
            readable.update(_installation(step.parent))
        readable.update(_interpreter_paths(python, checkout))
    # Of a folder that contains the home folder only parts are readable.
    parts: set[Path] = set()
    for entry in readable:
        is_shared = any(_is_within(fence, [entry]) for fence in fences)
        parts.update([entry / name for name in _PARTS] if is_shared else [entry])
    real = {Path(os.path.realpath(entry)) for entry in parts}
    usable = sorted(
        entry for entry in parts | real if os.path.exists(entry) and not _is_within(entry, _SYSTEM)
    )
    paths = [
        entry for entry in usable if not (set(entry.parents) & set(usable)) or os.path.islink(entry)
    ]
    return tuple(paths), tuple(_private(usable))


def _folder_paths(folder: Path, home: Path, checkout: Path) -> Iterator[Path]:
    """A folder of PATH, its installation, and the installations that its links point to."""
    if _is_within(folder, [checkout]):
        # Programs in the checkout are not tools, except those of a virtual environment.
        if os.path.exists(folder.parent / "pyvenv.cfg"):
            yield folder.parent
        return
    yield folder
    yield from _installation(folder)
    for link in filter(os.path.islink, _entries(folder)):
        yield from _installations_of(link, home, checkout)


def _programs(line: str) -> Iterator[Path]:
    """The programs that a shell line names by absolute paths, also inside of words."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split, lexer.commenters = True, ""
    with suppress(ValueError):  # an unclosed quote, which the shell will report
        for word in lexer:
            # As in PYTHON=/opt/venv/bin/python, and --python=…
            path = word.rpartition("=")[2].strip("`")
            if os.path.isabs(path) and os.path.isfile(path) and os.access(path, os.X_OK):
                yield Path(path)
            elif " " in word:
                yield from _programs(word)


def _entries(folder: Path) -> list[Path]:
    """The entries of a folder; none if it may not be listed, though its programs may be run."""
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _installations_of(link: Path, home: Path, checkout: Path) -> Iterator[Path]:
    """The installations that a link to a program points to."""
    for step in _chain(link):
        if _is_within(step, (checkout, Path("/etc"), *_SYSTEM)):
            continue
        # Below the home folder only hidden folders count as installations.
        is_theirs = _is_within(step, [home])
        if not is_theirs or any(part.startswith(".") for part in step.relative_to(home).parts):
            yield from _installation(step.parent)


def is_installed(folder: Path) -> bool:
    """Whether a folder of programs belongs to an installation outside of the system folders."""
    if folder.name not in _PROGRAMS or folder.parent.name in _GATHERINGS:
        return False
    there = any(os.path.exists(folder.parent / sign) for sign in _SIGNS)
    return there and not _is_within(folder, _SYSTEM)


def _installation(folder: Path) -> Iterator[Path]:
    """The installation that a folder of programs belongs to; otherwise the folder itself."""
    if _is_within(folder, _SYSTEM):
        return
    if _PACKAGES in folder.parts:
        # A program of Node needs the packages beside its own.
        yield Path(*folder.parts[: folder.parts.index(_PACKAGES) + 1])
    else:
        name = folder.parent.name
        is_hidden = folder.name in _PROGRAMS and name[:1] == "." and name not in _GATHERINGS
        yield folder.parent if is_hidden or is_installed(folder) else folder


def _interpreter_paths(python: str, checkout: Path) -> Iterator[Path]:
    """The installation of an interpreter, and the folders of its packages."""
    try:
        with Process([python, "-I", "-c", _ASK], cwd=Path("/"), environment={}) as process:
            prefix, base_prefix, path = json.loads(process.answer(b"", _MOMENT))
    except (ProcessError, ValueError, TypeError):
        # Not a Python interpreter, or it does not start; the command will report that.
        return
    for entry in (prefix, base_prefix):
        if not _is_within(Path(entry), _SYSTEM):
            yield Path(entry)
    # Other entries of the path are editable installs; those of the checkout are in the workspace.
    excluded = (Path(prefix), Path(base_prefix), checkout, *_SYSTEM)
    for folder in map(Path, path):
        if os.path.isdir(folder) and not _is_within(folder, excluded):
            yield from (
                entry
                for entry in _entries(folder)
                if entry.suffix in (".py", ".so", ".dist-info", ".egg-info")
                or os.path.exists(entry / "__init__.py")
            )


def _private(paths: Iterable[Path]) -> Iterator[Path]:
    for folder in filter(os.path.isdir, paths):
        files = [folder / name for name in (*_PRIVATE, *_SOMETIMES_PRIVATE)]
        for file in filter(os.path.isfile, files):
            # An unreadable file is ignored.
            with suppress(OSError):
                is_doubtful = file.name in _SOMETIMES_PRIVATE
                content = file.read_bytes().lower() if is_doubtful else b""
                if is_doubtful and not any(word in content for word in _SUSPICIOUS):
                    continue
            yield file


def _chain(path: Path) -> Iterator[Path]:
    """A path, and the chain of links from it."""
    for _ in range(40):
        yield path
        if not os.path.islink(path):
            return
        path = Path(os.path.normpath(path.parent / os.readlink(path)))


def _is_within(path: Path, folders: Iterable[Path]) -> bool:
    return any(path == folder or folder in path.parents for folder in folders)


# --- inputs of results ----------------------------------------------------------------------------


def input_paths(
    lines: Iterable[str], python: str | None, search: str, checkout: Path
) -> Iterator[str]:
    """The files outside of the tree that command lines use: programs and the interpreter."""
    folders = [] if python is None else [os.path.dirname(python)]
    yield from _inputs(lines, os.pathsep.join([*folders, search]), checkout)
    yield from _of_python(python, checkout)


def modules_of(python: str) -> tuple[str, ...]:
    """The names of modules and other files that are installed for an interpreter."""
    entries = (entry for folder in _site_packages(python) for entry in folder.iterdir())
    return tuple(sorted({entry.name.partition(".")[0] for entry in entries}))


def _inputs(lines: Iterable[str], search: str, checkout: Path) -> Iterator[str]:
    """The files that command lines name: programs with their installations, and other files."""
    # Targets of redirections are not inputs.
    inputs = (re.sub(r">+\s*\S+", " ", line) for line in lines)
    waiting = [word for line in inputs for word in _BETWEEN_WORDS.split(line)]
    paths: set[str] = set()
    while waiting:
        word = waiting.pop()
        # A relative path is inside the tree.
        path = None if "/" in word and word[0] != "/" else shutil.which(word, path=search)
        path = word if path is None and word[:1] == "/" and os.path.isfile(word) else path
        if path is None or path in paths:
            continue
        paths.add(path)
        yield path
        for folder in (Path(path).parent, Path(os.path.realpath(path)).parent):
            is_venv = (folder.parent / "pyvenv.cfg").exists()
            if is_venv or (is_installed(folder) and not folder.is_relative_to(checkout)):
                yield str(folder.parent)
            if is_venv:
                break  # the interpreter's own packages are not its inputs
        with suppress(OSError), open(path, "rb") as file:
            if file.read(2) == b"#!":
                waiting += os.fsdecode(file.readline(500)).split()


def _of_python(python: str | None, checkout: Path) -> Iterator[str]:
    """The path of an interpreter, its library, and its installed packages."""
    if python is None:
        return
    yield python
    own, base = Path(python).parent.parent, Path(os.path.realpath(python)).parent.parent
    if (own / "pyvenv.cfg").exists():
        yield from (str(own / name) for name in ("pyvenv.cfg", "bin"))
    yield from map(str, base.glob("lib/libpython*"))
    library = base.glob("lib/python3*/*")
    yield from (str(entry) for entry in library if entry.name != "site-packages")
    yield from _packages(python, checkout)


def installed(root: Path, python: str, checkout: Path) -> str:
    """The sha256 of the packages of an interpreter, equal on machines with equal ones."""
    return contents(root, _packages(python, checkout), "installed.json")


def member_roots(python: str, checkout: Path) -> tuple[str, ...]:
    """The import roots in the checkout of packages that are installed from there, relative to it.

    Those of the members of a workspace, as of uv: its top and ``src`` are roots anyway.
    """
    top = checkout.resolve()
    roots = (root for folder in _site_packages(python) for root in _added_roots(folder))
    found = {str(root.relative_to(top)) for root in roots if root.is_relative_to(top)}
    return tuple(sorted(found - {".", "src"}))


def _added_roots(folder: Path) -> Iterator[Path]:
    """The import roots that files in a folder of packages add."""
    for link in folder.glob("*.pth"):
        with suppress(OSError, ValueError):
            for line in link.read_text("utf-8").splitlines():
                if line and not line.startswith(("#", "import ", "import\t")):
                    yield (folder / line).resolve()


def _site_packages(python: str) -> Iterator[Path]:
    return Path(python).parent.parent.glob(f"lib/python3*/{'site-packages'}")


def _packages(python: str, checkout: Path) -> Iterator[str]:
    for folder in _site_packages(python):
        yield str(folder)
        # Editable installs are elsewhere; that of the checkout itself is in the tree.
        sources = [*_added_roots(folder)]
        for link in folder.glob("*.dist-info/direct_url.json"):
            with suppress(OSError, ValueError):
                place = urlsplit(str(decode(link.read_bytes()).get("url")))
                sources += [Path(unquote(place.path)).resolve()] if place.scheme == "file" else []
        for source in sources:
            if not source.is_relative_to(checkout.resolve()):
                yield from files_below(source, (".py", ".so"))
