"""Read the files of a folder that are laid over a workspace when the bot has ended."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path, PurePath

_MOST_BYTES = 16 * 2**20


def hidden_files(folder: PurePath, name: str) -> Mapping[str, bytes]:
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
