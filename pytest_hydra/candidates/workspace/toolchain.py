"""What of the machine the tools of a check are made of: the folders that a box lends them to read.

Tools of the system need nothing. Of what stands elsewhere, often in the user's own folder, the
installation that a program on PATH belongs to is lent, and the interpreter's; files there that
commonly hold passwords are shown empty.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from pytest_hydra.execution.process import Process
from pytest_hydra.execution.process_tree import ProcessError

INSTALLED = {
    "CARGO_HOME": ".cargo",
    "RUSTUP_HOME": ".rustup",
    "GOMODCACHE": "go/pkg/mod",
}
"""Where tools keep what is installed for all projects: by variable, its place below HOME."""

_SYSTEM = tuple(map(Path, ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store")))
_PRIVATE = (
    *("credentials", "credentials.toml", "pip.conf", ".npmrc", "etc/npmrc", ".netrc", ".pypirc"),
    *(".git-credentials", ".yarnrc.yml"),
)
# They are needed for what they say of sources; a few say passwords too.
_SOMETIMES_PRIVATE = ("config.toml", "config")
_SUSPICIOUS = (b"token", b"password", b"secret")
# What tells the folder of an installation from one in which somebody keeps programs.
_SIGNS = ("pyvenv.cfg", "lib", "lib64")
_PARTS = ("bin", "lib", "lib64", "include", "pyvenv.cfg")
# Folders of folders: what stands beside them is a person's.
_GATHERINGS = (".local", ".config", ".cache", ".var")
# The longest that an interpreter may take to say where it is, in seconds.
_MOMENT = 30
_ASK = """
import json, sys
print(json.dumps([sys.prefix, sys.base_prefix, sys.path]))
"""
_MOST_LINKS = 500
# Of several who want to know it at once, one finds out.
_finding = threading.Lock()


def installed(python: str) -> str:
    """The sha256 of what is installed for an interpreter, by name and version; empty without one.

    It is the same on every machine on which the same is installed in the same place.
    """
    if not os.path.exists(python):
        return ""
    folders = Path(python).parent.parent.glob("lib/python3*/site-packages")
    named = sorted(
        [folder.parent.name, entry]
        for folder in folders
        for entry in os.listdir(folder)
        if entry.endswith(".dist-info")
    )
    return hashlib.sha256(json.dumps(named).encode()).hexdigest()


def toolchain(
    python: str | None, environment: Mapping[str, str], *, home: Path, checkout: Path
) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
    """The folders and files that a command's tools need, and those of them to be shown empty.

    ``environment`` is the command's; ``home`` is the user's folder, ``checkout`` the repository's
    top: of neither is more lent than tools. It is found out once in each process.
    """
    installed = tuple(environment[name] for name in INSTALLED if name in environment)
    with _finding:
        return _found(python, environment.get("PATH", ""), installed, home, checkout)


@cache
def _found(
    python: str | None, path: str, installed: tuple[str, ...], home: Path, checkout: Path
) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
    lent = set(map(Path, installed))
    fences = [entry for entry in (home, checkout) if entry != Path("/")]
    of_system: set[Path] = set()
    for text in path.split(os.pathsep):
        folder = Path(text)
        if _is_within(folder, _SYSTEM):
            # Several of its folders may be one.
            of_system.add(Path(os.path.realpath(folder)))
        elif os.path.isdir(folder):
            lent.update(_of_folder(folder, home, checkout))
    for folder in filter(os.path.isdir, of_system):
        lent.update(_beyond(folder, home, checkout))
    if python is not None:
        for step in _chain(Path(python)):
            lent.update(_installation(step.parent))
        lent.update(_of_interpreter(python, checkout))
    # A folder that holds the user's own is lent in parts.
    parts = {
        part
        for entry in lent
        for part in (
            [entry / name for name in _PARTS]
            if any(_is_within(f, [entry]) for f in fences)
            else [entry]
        )
    }
    real = {Path(os.path.realpath(entry)) for entry in parts}
    there = sorted(
        entry for entry in parts | real if os.path.exists(entry) and not _is_within(entry, _SYSTEM)
    )
    kept = [
        entry for entry in there if not (set(entry.parents) & set(there)) or os.path.islink(entry)
    ]
    return tuple(kept), tuple(_private(there))


def _of_folder(folder: Path, home: Path, checkout: Path) -> Iterator[Path]:
    """What a folder of PATH needs: itself, its installation, and those that its links lead to."""
    if _is_within(folder, [checkout]):
        # Programs of the user's own copy are no tools, but for those of a virtual environment.
        if os.path.exists(folder.parent / "pyvenv.cfg"):
            yield folder.parent
        return
    yield folder
    yield from _installation(folder)
    for link in _links(folder)[:_MOST_LINKS]:
        yield from _led_to(link, home, checkout)


def _beyond(folder: Path, home: Path, checkout: Path) -> Iterator[Path]:
    """What the links of a folder of the system need that lead out of it, as /usr/local/bin has."""
    system = tuple(f"{entry}/" for entry in _SYSTEM)
    for link in _links(folder):
        # There are many, and most of them lead to a neighbour.
        if "/" in os.readlink(link) and not os.path.realpath(link).startswith(system):
            yield from _led_to(link, home, checkout)


def _links(folder: Path) -> list[Path]:
    return [Path(entry.path) for entry in _entries(folder) if entry.is_symlink()]


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    """What is in a folder; nothing where it may not be read, though its programs may be run."""
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []


def _led_to(link: Path, home: Path, checkout: Path) -> Iterator[Path]:
    """The installations that a link to a program leads to."""
    for step in _chain(link):
        if _is_within(step, (checkout, Path("/etc"), *_SYSTEM)):
            continue
        # In the user's folder, installations are hidden: what is not may be anything.
        if not _is_within(step, [home]) or _is_hidden(step.relative_to(home)):
            yield from _installation(step.parent)


def _installation(folder: Path) -> Iterator[Path]:
    """The installation that a folder of programs belongs to; the folder alone where it is none."""
    above = folder.parent
    if _is_within(folder, _SYSTEM):
        return
    if folder.name in ("bin", "shims") and above.name not in _GATHERINGS:
        hidden = above.name.startswith(".")
        if hidden or any(os.path.exists(above / sign) for sign in _SIGNS):
            yield above
            return
    yield folder


def _of_interpreter(python: str, checkout: Path) -> Iterator[Path]:
    """Where an interpreter is installed, and what it finds its packages in."""
    try:
        with Process([python, "-I", "-c", _ASK], cwd=Path("/"), environment={}) as process:
            prefix, base_prefix, path = json.loads(process.answer(b"", _MOMENT))
    except (ProcessError, ValueError, TypeError):
        # It is no interpreter of Python, or does not start; the command will tell.
        return
    for entry in (prefix, base_prefix):
        if not _is_within(Path(entry), _SYSTEM):
            yield Path(entry)
    known = (Path(prefix), Path(base_prefix), *_SYSTEM)
    for text in path:
        folder = Path(text)
        # Packages that are installed to be edited; those of the checkout stand in the workspace.
        if os.path.isdir(folder) and not _is_within(folder, known):
            if _is_within(folder, [checkout]):
                continue
            yield from (
                entry
                for entry in map(Path, _entries(folder))
                if entry.suffix in (".py", ".so", ".dist-info", ".egg-info")
                or os.path.exists(entry / "__init__.py")
            )


def _private(lent: Iterable[Path]) -> Iterator[Path]:
    for folder in lent:
        if not os.path.isdir(folder):
            continue
        yield from (folder / name for name in _PRIVATE if os.path.isfile(folder / name))
        for name in _SOMETIMES_PRIVATE:
            path = folder / name
            if os.path.isfile(path) and _is_suspicious(path):
                yield path


def _is_suspicious(path: Path) -> bool:
    try:
        said = path.read_bytes().lower()
    except OSError:
        return True
    return any(word in said for word in _SUSPICIOUS)


def _chain(path: Path) -> Iterator[Path]:
    """A path, and each that it leads to, link by link."""
    for _ in range(40):
        yield path
        if not os.path.islink(path):
            return
        path = path.parent / os.readlink(path)
        path = Path(os.path.normpath(path))


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def _is_within(path: Path, folders: Iterable[Path]) -> bool:
    return any(path == folder or folder in path.parents for folder in folders)
