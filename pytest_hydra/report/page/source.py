"""The source of a page: a report and its run folders."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from os import SEEK_CUR
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.pictures import picture_type
from pytest_hydra.record.wire import decode
from pytest_hydra.report.report_json import json_bytes

if TYPE_CHECKING:
    from pytest_hydra.record.labels import Label

Block = tuple[str, bytes]
"""The name of a block of the page, and its JSON."""

# The page has only the beginning and the end of a longer text; the run folder has all of it.
_LONGEST = 20_000
_KEPT = (15_000, 4_000)
# Limits in bytes: one picture, and all of them.
_PICTURE, _ALL_PICTURES = 300_000, 5_000_000


@dataclass(frozen=True, slots=True)
class ReportSource:
    """A report, the folders of its runs, if they are known, and people's labels.

    Missing and unreadable files are skipped.
    """

    report: Mapping[str, Any]
    folders: Sequence[Path] = ()
    labels: Sequence[Label] = ()

    def lines(self, name: str) -> Iterator[bytes]:
        """The lines of the file of this name in each folder, without an incomplete last one."""
        for path in self._paths(name):
            yield from path.read_bytes().split(b"\n")[:-1]

    def objects(self, name: str) -> Iterator[dict[str, Any]]:
        """The lines that are JSON objects."""
        for line in self.lines(name):
            with suppress(ValueError):
                yield decode(line)

    def documents(self, name: str) -> list[dict[str, Any]]:
        """The JSON object in the file of this name in each folder."""
        found = []
        for path in self._paths(name):
            with suppress(ValueError):
                found.append(decode(path.read_bytes()))
        return found

    def text(self, name: str, most: int, *, ends: bool = False) -> str | None:
        """The text of a file of a run: ``most`` bytes of its beginning, or of both ``ends``.

        None if no folder has it.
        """
        for path in self._paths(name):
            with path.open("rb") as file:
                data = file.read(most)
                if ends and (left_out := path.stat().st_size - 2 * most) > 0:
                    file.seek(left_out, SEEK_CUR)
                    data += f"\n… {left_out} bytes left out …\n".encode()
                data += file.read(most) if ends else b""
            return data.decode("utf-8", "replace")
        return None

    def pictures(self) -> dict[str, str]:
        """The pictures of messages that are small enough for the page: data URLs by their names."""
        found: dict[str, str] = {}
        room = _ALL_PICTURES
        for folder in self.folders:
            with suppress(OSError):
                for path in sorted((folder / "files").iterdir()):
                    size = path.stat().st_size if path.is_file() else room + 1
                    data = path.read_bytes() if size <= min(room, _PICTURE) else b""
                    if (kind := picture_type(data)) is not None:
                        found[path.name] = f"data:{kind};base64,{b64encode(data).decode('ascii')}"
                        room -= size
        return found

    def _paths(self, name: str) -> Iterator[Path]:
        """The file of this name in each folder, unless it is elsewhere or not a regular file.

        A run folder is untrusted, as are the names in a report.
        """
        for folder in self.folders:
            with suppress(OSError, ValueError):
                path = (folder / name).resolve()
                if path.is_relative_to(folder.resolve()) and path.is_file():
                    yield path


def block(name: str, value: object) -> Block:
    """A block with a value as JSON."""
    return name, json_bytes(value)


def shorten(value: Any) -> Any:
    """A plain JSON value in which the middle of each long text is left out."""
    if isinstance(value, str) and len(value) > _LONGEST:
        first, last = _KEPT
        left_out = f"{len(value) - first - last:,} characters are left out: see the run folder"
        return f"{value[:first]}\n[… {left_out} …]\n{value[-last:]}"
    if isinstance(value, Mapping):
        return {key: shorten(item) for key, item in value.items()}
    if isinstance(value, list):
        return [shorten(item) for item in value]
    return value
