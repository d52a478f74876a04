"""Files that a checkout rightly holds otherwise than the commit: told by their content alone.

Git's filters are not run for a worktree, as they could be anything. The two that change nothing
which was written are known again instead: line ends, and files that Git LFS keeps elsewhere.
"""

from __future__ import annotations

import hashlib
import re

_POINTER = re.compile(
    rb"version https://git-lfs\.github\.com/spec/v1\n(?:ext-.*\n)*"
    rb"oid sha256:([0-9a-f]{64})\nsize (\d+)\n\Z"
)
_POINTER_LONGEST = 1024
_TO_CRLF = re.compile(rb"\beol=crlf\b")


def is_converted(committed: bytes, on_disk: bytes, *, crlf: bool) -> bool:
    """Whether a file on disk is what the committed one becomes when it is checked out.

    ``crlf`` says whether the checkout has line ends of two characters for some files.
    """
    if len(committed) <= _POINTER_LONGEST and (pointer := _POINTER.match(committed)):
        digest = hashlib.sha256(on_disk, usedforsecurity=False).hexdigest()
        return int(pointer[2]) == len(on_disk) and pointer[1].decode() == digest
    if not crlf or b"\r" in committed or b"\0" in committed:
        return False
    return committed.replace(b"\n", b"\r\n") == on_disk


def asks_for_crlf(attributes: bytes) -> bool:
    """Whether a ``.gitattributes`` has line ends of two characters for some files."""
    return _TO_CRLF.search(attributes) is not None
