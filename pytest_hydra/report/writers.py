"""Reports in files: which format, and how the file comes to be."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pydantic_core

from pytest_hydra.core.text import json_text
from pytest_hydra.errors import HydraError, did_you_mean
from pytest_hydra.record.files import reason, write_whole
from pytest_hydra.report.markdown import markdown

if TYPE_CHECKING:
    from pytest_hydra.report.model import Report

Render = Callable[[Any], str]


class ReportTarget(NamedTuple):
    """A report that was asked for: the name of its format, and an absolute path."""

    format: str
    path: Path


def to_json(report: Report | Mapping[str, Any]) -> str:
    """The report as JSON, in its own order of keys. Raises HydraError if it can't be.

    It is indented, but for its scenarios, tests and causes, of which each stands on a line.
    """
    return b"".join(json_pieces(report)).decode()


def json_pieces(report: Report | Mapping[str, Any]) -> Iterator[bytes]:
    """The same, in UTF-8, piece by piece: the text of a large report is never all in memory."""
    before = b"{"
    for key, value in report.items():
        yield before + b"\n  " + _to_json(key) + b": "
        before = b","
        if key in _ON_LINES and isinstance(value, list) and value:
            between = b"[\n    "
            for start in range(0, len(value), _AT_ONCE):
                yield between + b",\n    ".join(map(_to_json, value[start : start + _AT_ONCE]))
                between = b",\n    "
            yield b"\n  ]"
        else:
            # No line end is within a string: there it is escaped.
            yield _to_json(value, indent=2).replace(b"\n", b"\n  ")
    yield b"\n}\n"


def _to_json(value: object, indent: int | None = None) -> bytes:
    """One value, on one line unless it is to be indented."""
    try:
        # The standard library, told to indent, encodes in pure Python: ten times slower.
        data = pydantic_core.to_json(value, indent=indent, inf_nan_mode="strings")
    except ValueError:
        pass  # a lone surrogate, which pydantic refuses, and JSON can write as its escape
    else:
        is_plain = data.isascii() and b"##" not in data and b"\x7f" not in data
        return data if is_plain else json_text(data.decode()).encode()
    separators = (",", ":") if indent is None else None
    try:
        text = json.dumps(
            value, indent=indent, separators=separators, ensure_ascii=False, allow_nan=False
        )
    except (TypeError, ValueError, RecursionError) as error:
        raise HydraError(f"the report holds what JSON can't: {error}") from error
    return json_text(text).encode()


#: The formats by name, which is also the suffix of their files.
FORMATS: Final[Mapping[str, Render]] = {"json": to_json, "md": markdown}
# There may be thousands of them, and what would indent an entry is a third of it.
_ON_LINES = frozenset({"scenarios", "tests", "causes"})
# So many entries are a piece.
_AT_ONCE = 50
# A job's summary is one file, to which every step adds its part.
_APPENDED = frozenset({"md"})


def parse_report_option(
    text: str, formats: Mapping[str, Render] = FORMATS, *, option: str = "--hydra-report"
) -> ReportTarget:
    """What ``[FORMAT:]PATH`` asks for; the format is the prefix, else the suffix.

    Relative paths start from the current folder. Raises HydraError, which names the ``option`` and
    what is valid.
    """
    prefix, colon, rest = text.partition(":")
    if not colon or not (prefix in formats or prefix.isidentifier()):
        prefix, rest = "", text
    if not rest.strip():
        raise HydraError(f"{option} {text}: a path is missing (is a variable of the shell empty?)")
    name = prefix or Path(rest).suffix.removeprefix(".").lower()
    if name not in formats:
        valid = ", ".join(sorted(formats))
        what = f"there is no format {name!r}" if name else "the name doesn't say which format"
        raise HydraError(
            f"{option} {text}: {what}{did_you_mean(name, sorted(formats)) or ';'} "
            f"write FORMAT:PATH, or a path that ends in its format; formats: {valid}"
        )
    return ReportTarget(name, Path(os.path.abspath(rest)))


def write_report(target: ReportTarget, text: str, *, option: str = "--hydra-report") -> None:
    """Write what was rendered; folders are made as needed. Raises HydraError.

    The file appears whole or not at all; Markdown is added to a file that is there already.
    """
    path = target.path
    data = text.encode("utf-8", "backslashreplace")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if is_appended(target) and path.exists():
            with path.open("ab") as file:
                # A heading must not join the last paragraph of another step.
                file.write(b"\n" + data if path.stat().st_size else data)
        else:
            write_whole(path, data)
    except OSError as error:
        raise HydraError(
            f"{option} {target.format}:{path}: cannot write: {reason(error)}"
        ) from error


def is_appended(target: ReportTarget) -> bool:
    """Whether the report is added to a file that is there already, instead of replacing it."""
    return target.format in _APPENDED
