"""Pictures and files in a user's message: read with the scenario, and sent to a bot as parts.

A message with some has a list of parts as its content: ``{"type": "text", "text"}``, and
``{"type": "image" | "file", "name", "media_type", "path"}``, with the content in base64 as
``data`` in place of the path for a bot in another process.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pytest_hydra.core.pictures import picture_type
from pytest_hydra.core.plain import value
from pytest_hydra.scenarios.bots.protocol import BotError

_MOST_MB = 20
_UNKNOWN = "application/octet-stream"


@value
class Attachment:
    """A picture or a file; its ``kind`` is ``image`` or ``file``, and its content at ``path``."""

    kind: str
    name: str
    media_type: str
    sha256: str
    path: str

    def __str__(self) -> str:
        return f"[{self.kind}: {self.name}]"


Parts = tuple[str | Attachment, ...]
"""The parts of a message, in order: texts, pictures and files."""


def read_attachment(kind: str, name: str, folder: Path) -> Attachment:
    """The picture or file of this name, relative to ``folder``. Raises ValueError."""
    path = folder / name
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ValueError(
            f"cannot read {name!r}: {error.strerror}; it is relative to this file"
        ) from None
    if len(data) > _MOST_MB * 10**6:
        raise ValueError(f"{name!r} is larger than {_MOST_MB} MB")
    media_type = picture_type(data) if kind == "image" else _file_type(name)
    if media_type is None:
        raise ValueError(f"{name!r} is not a picture: PNG, JPEG, GIF or WebP")
    return Attachment(
        kind, name, media_type, hashlib.sha256(data).hexdigest(), str(path.absolute())
    )


def _file_type(name: str) -> str:
    # Slow to import, and few messages have files.
    from mimetypes import guess_type

    return guess_type(name)[0] or _UNKNOWN


def records_of(parts: Sequence[str | Attachment]) -> tuple[dict[str, str], ...]:
    """The pictures and files of a message for a recording, without their content."""
    return tuple(
        {"type": part.kind, "name": part.name, "media_type": part.media_type, "sha256": part.sha256}
        for part in parts
        if isinstance(part, Attachment)
    )


def content_of(parts: Sequence[str | Attachment]) -> list[dict[str, str]]:
    """The content of a message with these parts."""
    return [
        {"type": "text", "text": part}
        if isinstance(part, str)
        else {
            "type": part.kind,
            "name": part.name,
            "media_type": part.media_type,
            "path": part.path,
        }
        for part in parts
    ]


def text_of(content: Any) -> Any:
    """The texts of a message's content."""
    if isinstance(content, str):
        return content
    return "\n".join(part["text"] for part in content if part["type"] == "text")


def with_data(messages: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The messages, with the contents of pictures and files. Raises BotError."""
    return [
        {**message, "content": [_with_data(part) for part in message["content"]]}
        if isinstance(message["content"], list)
        else dict(message)
        for message in messages
    ]


def _with_data(part: Mapping[str, str]) -> dict[str, str]:
    if "path" not in part:
        return dict(part)
    try:
        data = b64encode(Path(part["path"]).read_bytes()).decode("ascii")
    except OSError as error:
        raise BotError(f"cannot read {part['name']!r}: {error.strerror}") from None
    return {**{key: part[key] for key in part if key != "path"}, "data": data}


def for_chat_completions(content: Any) -> Any:
    """A message's content in the form of OpenAI's chat completions. Raises BotError."""
    if not isinstance(content, list):
        return content
    return [_for_chat_completions(_with_data(part)) for part in content]


def _for_chat_completions(part: Mapping[str, str]) -> dict[str, Any]:
    if part["type"] == "text":
        return dict(part)
    url = f"data:{part['media_type']};base64,{part['data']}"
    if part["type"] == "image":
        return {"type": "image_url", "image_url": {"url": url}}
    return {"type": "file", "file": {"filename": Path(part["name"]).name, "file_data": url}}


def paths_of(parts: Iterable[Sequence[str | Attachment]]) -> dict[str, str]:
    """The paths of all pictures and files, by their sha256."""
    return {
        part.sha256: part.path for each in parts for part in each if isinstance(part, Attachment)
    }
