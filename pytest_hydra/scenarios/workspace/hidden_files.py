"""The files of a folder that are laid over a workspace when the bot has ended."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pytest_hydra.documents import read
from pytest_hydra.errors import InputError

_MOST_BYTES = 16 * 2**20


def hidden_files(folder: Path, name: str) -> Mapping[str, bytes]:
    """The content of each file below ``name``, relative to ``folder``, by its path.

    Compiled modules are left out. Raises ValueError if there are none, or too many.
    """
    top, files, size = folder / name, {}, 0
    for place, folders, names in os.walk(top):
        folders[:] = [entry for entry in folders if entry != "__pycache__"]
        for entry in names:
            path = Path(place, entry)
            if not path.is_file():
                continue
            files[path.relative_to(top).as_posix()] = content = path.read_bytes()
            size += len(content)
            if size > _MOST_BYTES:
                raise ValueError(f"{name!r} has more than {_MOST_BYTES // 2**20} MB")
    if not files:
        raise ValueError(f"{name!r} is not a folder with files; it is relative to this file")
    return files


def named_folders(top: Path, suffixes: tuple[str, ...]) -> frozenset[Path]:
    """The folders that scenario files in ``top`` and in its folders name in `passes`.

    None of them has such a file itself.
    """
    folders = [top, *(Path(entry) for entry in _entries(top) if entry.is_dir())]
    files = [
        Path(entry)
        for folder in folders
        for entry in _entries(folder)
        if entry.name.endswith(suffixes) and entry.is_file()
    ]
    named = [
        Path(os.path.realpath(file.parent / name)) for file in files for name in _named_in(file)
    ]
    real = [Path(os.path.realpath(file)) for file in files]
    return frozenset(
        folder for folder in named if not any(file.is_relative_to(folder) for file in real)
    )


def _entries(folder: Path) -> Sequence[os.DirEntry[str]]:
    try:
        return list(os.scandir(folder))
    except OSError:
        return ()


def _named_in(file: Path) -> Iterator[str]:
    try:
        waiting: list[Any] = [read(file, file.name).data]
    except InputError:
        return  # reported when it is collected
    while waiting:
        value = waiting.pop()
        if isinstance(value, Mapping):
            commands = value.get("passes")
            for command in commands if isinstance(commands, list) else [commands]:
                if isinstance(command, Mapping) and isinstance(command.get("with"), str):
                    yield command["with"]
        if isinstance(value, Mapping | list):
            waiting += value.values() if isinstance(value, Mapping) else value
