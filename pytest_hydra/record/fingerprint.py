"""What a run depended on: the project's files, and the environment that it ran in."""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest_hydra

_SKIPPED = frozenset({"__pycache__", "node_modules"})


def fingerprint(
    root: Path, extra_files: Iterable[Path] = (), suffixes: tuple[str, ...] = (".py",)
) -> str:
    """The sha256 of names and contents of the files below ``root`` that end so, and extra files.

    Folders whose name starts with a dot, ``__pycache__``, ``node_modules``, virtual environments
    and links to folders are left out. A file that can't be read counts as such: its fingerprint
    changes when it can.
    """
    paths = {os.fspath(path) for path in _files_below(root, suffixes)}
    paths.update(os.path.abspath(path) for path in extra_files)
    named = sorted((os.fsencode(os.path.relpath(path, root)), path) for path in paths)
    digest = hashlib.sha256()
    for name, path in named:
        try:
            # A pipe or a device could be waited on for ever.
            contents = Path(path).read_bytes() if os.path.isfile(path) else None
        except OSError:
            contents = None
        size = b"absent" if contents is None else str(len(contents)).encode()
        digest.update(b"%s\0%s\0" % (name, size))
        digest.update(contents or b"")
    return digest.hexdigest()


def environment(pytest_version: str) -> dict[str, Any]:
    """Versions and platform, for the manifest: nothing that names a person or a machine."""
    return {
        "engine": pytest_hydra.__version__,
        "pytest": pytest_version,
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "system": sys.platform,
        "machine": platform.machine(),
    }


def _files_below(root: Path, suffixes: tuple[str, ...]) -> Iterator[str]:
    folders = [os.path.abspath(root)]
    while folders:
        try:
            with os.scandir(folders.pop()) as found:
                entries = list(found)
        except OSError:
            continue  # nothing can be read from it either
        if any(entry.name == "pyvenv.cfg" for entry in entries):
            continue
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if not entry.name.startswith(".") and entry.name not in _SKIPPED:
                    folders.append(entry.path)
            elif entry.name.endswith(suffixes):
                yield entry.path
