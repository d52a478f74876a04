"""A report and the folders of its runs, which are untrusted: what forms and comparisons read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from os import SEEK_CUR
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pytest_hydra.core.lazy_regex import lazy_regex
from pytest_hydra.record.wire import decode
from pytest_hydra.report.report_json import json_bytes

if TYPE_CHECKING:
    from pytest_hydra.record.labels import Label

#: A record up to this size in bytes is copied without parsing.
SHORT: Final = 50_000
# A form has only the beginning and the end of a longer text; the run folder has all of it.
_LONGEST = 20_000
_KEPT = (15_000, 4_000)
# Limits in bytes: a shortened record or one state, and all states together.
_LONGEST_RECORD = 1_000_000
_ALL_STATES = 4_000_000

_NODEID = lazy_regex(rb'\{"nodeid":("[^"\\]*(?:\\.[^"\\]*)*"),"runs":')
_STATES = b'],"states":{'


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

    def _paths(self, name: str) -> Iterator[Path]:
        """The file of this name in each folder, unless it is elsewhere or not a regular file.

        A run folder is untrusted, as are the names in a report.
        """
        for folder in self.folders:
            with suppress(OSError, ValueError):
                path = (folder / name).resolve()
                if path.is_relative_to(folder.resolve()) and path.is_file():
                    yield path


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


def read_records(lines: Iterable[bytes]) -> tuple[dict[str, bytes], dict[str, Any]]:
    """The records by node id, as JSON; and the initial states of worlds."""
    records: dict[str, bytes] = {}
    states: dict[str, Any] = {}
    room = _ALL_STATES
    for line in lines:
        found = _NODEID.match(line)
        if found is None or not line.endswith(b"}"):
            continue
        text = found[1]
        # Most contain no escapes, and parsing all of them would take as long as the rest.
        nodeid = json.loads(text) if b"\\" in text else text[1:-1].decode(errors="replace")
        if len(line) <= SHORT and _STATES not in line:
            records[nodeid] = line
            continue
        try:
            record = decode(line)
        except ValueError:
            continue
        for name, state in record.pop("states", {}).items():
            size = len(json_bytes(state))
            # Each process of a session records the states that it uses.
            if name not in states and size <= min(room, _LONGEST_RECORD):
                states[name] = state
                room -= size
        short = json_bytes(shorten(record))
        records[nodeid] = (
            short if len(short) <= _LONGEST_RECORD else json_bytes({"size": len(line)})
        )
    return records, states
