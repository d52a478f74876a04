"""Reading what a stranger may have written: nothing leads out of the folder or is waited for."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from typing import BinaryIO, Final

from pytest_hydra.core.text import printable
from pytest_hydra.errors import InputError, Problem

MAX_BYTES: Final = 2**30
"""How long a file of a benchmark may be."""

# Variation selectors change the look of what stands before them, and can carry a hidden text.
# The one that makes an emoji of a sign is let be.
_SELECTORS = re.compile("[\ufe00-\ufe0e\U000e0100-\U000e01ef]")


def open_file(path: Path, shown: str, folder: Path | None) -> BinaryIO:
    """Open a regular file; ``shown`` is its path as messages show it.

    With a folder, which is a real path, the file must be in it, wherever links lead. Raises
    InputError for everything else: folders, pipes, devices, and files above `MAX_BYTES`.
    """
    try:
        real = Path(os.path.realpath(path, strict=True))
        if folder is not None and not real.is_relative_to(folder):
            raise unreadable(shown, "is a link that leads out of the folder; put the file there")
        _check(os.lstat(real), shown)
        # Looked at again once it is open: it may have become something else since.
        descriptor = os.open(real, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        what = "is a link to nothing" if path.is_symlink() else "there is no such file"
        raise unreadable(shown, what) from None
    except OSError as error:
        raise unreadable(shown, f"cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise unreadable(shown, f"cannot be read: {error}") from None
    stream = open(descriptor, "rb")  # noqa: SIM115 - the caller closes it
    try:
        _check(os.fstat(descriptor), shown)
    except InputError:
        stream.close()
        raise
    return stream


def visible(raw: bytes) -> str:
    """The bytes as text in which all can be seen: what is not UTF-8, and each control character.

    Line ends become plain ones; a byte order mark at the beginning is left out.
    """
    text = raw.decode("utf-8", "backslashreplace").removeprefix("\ufeff")
    return visible_text(text)


def visible_text(text: str) -> str:
    """The text with everything escaped that is not plainly seen."""
    if "\r\n" in text:
        text = text.replace("\r\n", "\n")
    return _SELECTORS.sub(lambda found: f"\\U{ord(found[0]):08x}", printable(text))


def unreadable(shown: str, message: str, line: int | None = None) -> InputError:
    """The error that says what is wrong with a file."""
    return InputError([Problem(message, shown, line)])


def _check(status: os.stat_result, shown: str) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise unreadable(shown, "is a folder, not a file")
    if not stat.S_ISREG(status.st_mode):
        raise unreadable(shown, "is not a regular file")
    if status.st_size > MAX_BYTES:
        raise unreadable(
            shown, f"is larger than {MAX_BYTES // 2**20:,} MiB, and too large to be graded"
        )
