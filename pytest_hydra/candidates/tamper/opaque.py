"""Data beside code that no reviewer can read, though code can."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Final

from pytest_hydra.candidates.tamper.seen import Seen

# What programs show, play or sign by; what is compressed is told of by its first bytes.
_KNOWN: Final = frozenset(
    {
        *(".png", ".jpg", ".jpeg", ".gif", ".webp", ".ico", ".icns", ".bmp", ".tif", ".tiff"),
        *(".avif", ".pdf", ".ttf", ".otf", ".woff", ".woff2", ".eot", ".mp3", ".mp4", ".wav"),
        *(".ogg", ".webm", ".mov", ".flac", ".mo", ".docx", ".xlsx", ".pptx", ".odt", ".ods"),
        *(".svg", ".svgz", ".map", ".lock", ".sum", ".pem", ".crt", ".cer", ".key", ".pub"),
        *(".asc", ".sig", ".sha256", ".sha512", ".md5", ".zip", ".gz", ".bz2", ".xz", ".zst"),
        *(".whl", ".jar", ".7z", ".tar", ".tgz"),
    }
)
_LOCKS = ("package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "pdm.lock")
_RUN = re.compile(r"[0-9A-Za-z+/=_-]{24,}")
_MIXED = re.compile(r"[0-9]")
_MOST = 2**17


def opaque_data(path: str, old: bytes | None, new: bytes, *, binary: bool) -> list[Seen]:
    """Whether a file that is new, or has changed, is data that is not written to be read."""
    name = PurePosixPath(path).name
    if old == new or name in _LOCKS or PurePosixPath(name).suffix.lower() in _KNOWN:
        return []
    if binary:
        return [Seen("opaque-data", None, f"{len(new)} bytes that are no text")]
    text = new[:_MOST].decode("utf-8", "replace")
    # A word has no digits; what is coded nearly always has.
    coded = [one[0] for one in _RUN.finditer(text) if _MIXED.search(one[0])]
    size = sum(map(len, coded))
    if size and size * 5 > len("".join(text.split())) * 3:
        return [Seen("opaque-data", None, f"coded, and not to be read: {coded[0][:40]}")]
    return []
