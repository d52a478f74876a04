"""The formats of pictures that models and browsers read."""

from __future__ import annotations

_FORMATS = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF8": "image/gif",
}


def picture_type(data: bytes) -> str | None:
    """The media type of a PNG, JPEG, GIF or WebP, by its first bytes; None for anything else."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    return next((kind for start, kind in _FORMATS.items() if data.startswith(start)), None)
