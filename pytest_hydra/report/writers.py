"""Report files: their formats, and writing them."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from pytest_hydra import registry
from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError, did_you_mean
from pytest_hydra.record.files import reason, write_whole
from pytest_hydra.report.report_json import to_json

if TYPE_CHECKING:
    from pytest_hydra.report.model import Report

Render = Callable[[Any], str]


class ReportTarget(NamedTuple):
    """A requested report: the name of its format, and an absolute path."""

    format: str
    path: Path


class LateFormat:
    """A format that shows what run folders hold too: it takes time, and may fail for what it lacks.

    A session and `merge` write it last, and a failure is a note.
    """

    #: What it is called in notes.
    name: ClassVar[str]

    def __call__(self, report: Mapping[str, Any]) -> str:
        """The report without run folders."""
        return self.of_runs(report, ())

    def of_runs(self, report: Mapping[str, Any], folders: Sequence[Path]) -> str:
        """The report with what these run folders hold. Raises HydraError."""
        raise NotImplementedError


def markdown(report: Report) -> str:
    """The report as Markdown."""
    # Imported here: sessions that write none need not load it.
    from pytest_hydra.report.markdown import markdown

    return markdown(report)


def csv(report: Mapping[str, Any]) -> str:
    """The scenarios of a report as CSV."""
    from pytest_hydra.report.csv_table import csv_table

    return csv_table(report)


#: The formats by name, which is also the file suffix.
FORMATS: Final[Mapping[str, Render]] = registry.Offered(
    "report_formats", {"csv": csv, "json": to_json, "md": markdown}
)
# A job summary is one file, to which every step appends.
_APPENDED = frozenset({"md"})


def parse_report_option(
    text: str, formats: Mapping[str, Render] = FORMATS, *, option: str = "--hydra-report"
) -> ReportTarget:
    """Parse ``[FORMAT:]PATH``; without a prefix the suffix is the format.

    Relative paths start from the current folder. Raises HydraError, with the ``option`` and the
    valid formats.
    """
    prefix, colon, rest = text.partition(":")
    if not colon or not (prefix in formats or prefix.isidentifier()):
        prefix, rest = "", text
    if not rest.strip():
        raise HydraError(f"{option} {text}: a path is missing (is a variable of the shell empty?)")
    name = prefix or Path(rest).suffix.removeprefix(".").lower()
    if name not in formats:
        valid = ", ".join(sorted(formats))
        problem = f"there is no format {name!r}" if name else "the format is not given"
        raise HydraError(
            f"{option} {text}: {problem}{did_you_mean(name, sorted(formats)) or ';'} "
            f"write FORMAT:PATH, or a path that ends in its format; formats: {valid}"
        )
    return ReportTarget(name, Path(os.path.abspath(rest)))


def write_report(target: ReportTarget, text: str, *, option: str = "--hydra-report") -> None:
    """Write a rendered report, and create folders as needed. Raises HydraError.

    The file is written atomically; Markdown is appended to an existing file.
    """
    path = target.path
    data = text.encode("utf-8", "backslashreplace")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if is_appended(target) and path.exists():
            with path.open("ab") as file:
                # An empty line separates the heading from another step's last paragraph.
                file.write(b"\n" + data if path.stat().st_size else data)
        else:
            write_whole(path, data)
    except OSError as error:
        raise HydraError(
            f"{option} {target.format}:{path}: cannot write: {reason(error)}"
        ) from error


def is_appended(target: ReportTarget) -> bool:
    """Whether the report is appended to an existing file instead of replacing it."""
    return target.format in _APPENDED


def write_merged(
    report: Mapping[str, Any],
    targets: Sequence[ReportTarget],
    folders: Sequence[Path],
    formats: Mapping[str, Render] = FORMATS,
) -> list[str]:
    """Write a merged report, and return lines with the places of the files, or the errors of some.

    Late formats include the conversations of reports that are in their run folders.
    """
    notes = []
    for target in targets:
        if not isinstance(render := formats[target.format], LateFormat):
            write_report(target, render(report), option="-o")
            notes.append(f"report: {target.path}")
    for target in targets:
        if isinstance(render := formats[target.format], LateFormat):
            try:
                write_report(target, render.of_runs(report, folders), option="-o")
                notes.append(f"{render.name}: {target.path}")
            except HydraError as error:
                notes.append(f"{render.name}: not written: {one_line(str(error), 300)}")
    return notes
