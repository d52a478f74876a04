"""Cases: rows of files, each of which makes a scenario from a template."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from glob import glob
from heapq import nsmallest
from pathlib import Path, PurePath
from typing import Any

from pydantic import BaseModel

from pytest_hydra.core.numbers import is_number, limit_fault
from pytest_hydra.core.plain import NotPlainError, keyword_value, plain, read_json, value
from pytest_hydra.core.text import one_line
from pytest_hydra.documents import Document, read, read_lines, read_text
from pytest_hydra.documents.validation import validate
from pytest_hydra.errors import InputError, Problem, did_you_mean
from pytest_hydra.scenarios.format import (
    Cases,
    CasesModel,
    Spelled,
    as_text,
    id_digest,
    id_fault,
    spelled_value,
    variants,
)

Reader = Callable[[str, Path], Iterable[Mapping[str, Any]]]
"""Reads the rows of a source, which is a path or a name; the folder is that of the scenarios."""

_LONGEST_SHOWN = 200


@keyword_value
class Case:
    """A row: its values by column, and what some columns say of its scenario.

    ``id`` does not depend on the row's position, so that a baseline survives another order.
    ``place`` is its file and line, for messages; ``row_place`` is the same in short if its id is a
    digest, else empty.
    """

    id: str
    values: Mapping[str, Any]
    place: str
    row_place: str = ""
    tags: tuple[str, ...] = ()
    threshold: float | None = None
    category: str = ""

    def row(self, id_column: str) -> dict[str, Any]:
        """The values as plain data, with the id in a column."""
        values = {name: spelled_value(each) for name, each in self.values.items()}
        return {**values, id_column: self.id}

    def columns(self) -> dict[str, str]:
        """All values as short texts, for reports."""
        return {name: one_line(as_text(each), _LONGEST_SHOWN) for name, each in self.values.items()}


@value
class _CaseRow:
    """A row as read. Without ``line``, ``file`` says which row it is."""

    file: str
    line: int | None
    values: Mapping[str, Any]

    def error(self, message: str, column: str | None = None) -> InputError:
        return InputError([Problem(message, self.file, self.line, column)])

    @property
    def place(self) -> str:
        return self.file if self.line is None else f"{self.file}:{self.line}"

    @property
    def short_place(self) -> str:
        if self.line is None:
            return self.file.rpartition(": ")[2].removesuffix(" of `cases`")
        return f"{PurePath(self.file).name}:{self.line}"


def read_cases(
    settings: CasesModel, folder: Path, file: str, readers: Mapping[str, Reader]
) -> list[Case]:
    """The selected rows, in the order of their files.

    ``folder`` is that of the scenario file, which messages call ``file``. Raises InputError.
    """
    rows = [*_inline(settings, file)]
    for source in settings.files:
        rows += _read(source, settings, folder, file, readers)
    columns = {name for row in rows for name in row.values}
    ids = [settings.id] if settings.id else []
    for column in (*settings.where, *settings.by, *settings.text, *ids):
        if column not in columns:
            hint = did_you_mean(column, sorted(columns)) or ";"
            message = f"there is no column {column!r}{hint} there are: {', '.join(sorted(columns))}"
            raise InputError([Problem(message, rows[0].file if rows else file)])
    kept = [
        row
        for row in rows
        if all(_fits(row.values.get(name), entry) for name, entry in settings.where.items())
    ]
    cases = _cases(kept, settings.id or ("id" if "id" in columns else None))
    if settings.sample is not None:
        # By the row, not by its position: a row that is added changes the sample by one at most.
        seed = str(settings.seed)
        chosen = nsmallest(settings.sample, cases, key=lambda case: id_digest([seed, case.id]))
        taken = {case.id for case in chosen}
        cases = [case for case in cases if case.id in taken]
    return cases[: settings.limit]


class _OnlyCases(BaseModel):
    cases: Cases


def values_of(
    entry: Mapping[str, Any], document: Document, folder: Path
) -> dict[str, dict[str, Any]]:
    """The values that fill in a scenario of the file, by variant. Raises InputError."""
    combinations = variants(entry["matrix"]) if "matrix" in entry else {"": {}}
    if "cases" not in entry:
        return combinations
    only = Document(document.file, {"cases": entry["cases"]}, document.line, document.text)
    settings = validate(_OnlyCases, only).cases
    return {
        "-".join(filter(None, (case.id, name))): {**case.values, **values}
        for case in read_cases(settings, folder, document.file, {})
        for name, values in combinations.items()
    }


def with_rows(document: Document, rows: Sequence[Mapping[str, Any]]) -> str:
    """A scenario file as JSON, with the selected rows in place of the names of their files.

    ``rows`` are the values of ``cases``, in the order of the file. The text is stored with a run,
    for comparison with later suites.
    """
    left = iter(rows)
    data = document.data
    entries = [
        {**entry, "cases": next(left)} if entry.get("cases") else entry
        for entry in data.get("scenarios", [data])
    ]
    whole = {**data, "scenarios": entries} if "scenarios" in data else entries[0]
    return json.dumps(whole, ensure_ascii=False)


def _fits(cell: Any, wanted: Any) -> bool:
    """Whether a cell is the value of ``where``, one of its list, or none of what ``not`` names."""
    if isinstance(wanted, Mapping) and [*wanted] == ["not"]:
        return not _fits(cell, wanted["not"])
    return as_text(cell) in map(as_text, wanted if isinstance(wanted, list) else [wanted])


def _cases(rows: Sequence[_CaseRow], id_column: str | None) -> list[Case]:
    """The cases of the rows. Raises InputError with the faults of all rows."""
    cases: dict[str, Case] = {}
    problems: list[Problem] = []
    for row in rows:
        try:
            case = _case(row, id_column, cases)
        except InputError as error:
            problems += error.problems
        else:
            cases[case.id] = case
    if problems:
        raise InputError(problems)
    return [*cases.values()]


def _case(row: _CaseRow, id_column: str | None, taken: Mapping[str, Case]) -> Case:
    values = row.values
    if id_column is None:
        digest = name = id_digest({key: as_text(each) for key, each in values.items()})
        copy = 1
        while name in taken:  # the same row again
            copy += 1
            name = f"{digest}-{copy}"
    else:
        name = as_text(values.get(id_column, ""))
        if fault := id_fault(name):
            raise row.error(f"an id is part of a pytest node id, but this one {fault}", id_column)
        if name in taken:
            message = f"the id {name!r} is taken by {taken[name].place}; ids are unique"
            raise row.error(message, id_column)
    return Case(
        id=name,
        values=values,
        place=row.place,
        row_place="" if id_column else row.short_place,
        tags=_tags(row),
        threshold=_threshold(row),
        category=as_text(values.get("category") or ""),
    )


def _tags(row: _CaseRow) -> tuple[str, ...]:
    tags = spelled_value(row.values.get("tags"))
    entries = tags if isinstance(tags, list) else as_text(tags or "").split(",")
    return tuple(filter(None, (as_text(entry).strip() for entry in entries)))


def _threshold(row: _CaseRow) -> float | None:
    threshold = spelled_value(row.values.get("threshold"))
    if threshold in (None, ""):
        return None
    fault = limit_fault(threshold) if is_number(threshold) else "a number from 1 to 100"
    if fault:
        raise row.error(f"the threshold must be {fault}", "threshold")
    return float(threshold)


# --- reading --------------------------------------------------------------------------------------


def _inline(settings: CasesModel, file: str) -> Iterator[_CaseRow]:
    for number, values in enumerate(settings.rows, start=1):
        yield _CaseRow(f"{file}: row {number} of `cases`", None, values)


def _read(
    source: str, settings: CasesModel, folder: Path, file: str, readers: Mapping[str, Reader]
) -> Iterator[_CaseRow]:
    scheme, colon, name = source.partition(":")
    if colon and scheme in readers:
        yield from _offered(readers[scheme], name, folder, source)
        return
    paths = sorted(glob(source, root_dir=folder, recursive=True))
    if not paths:
        raise InputError([Problem(f"there is no {source!r} beside this file", file, key="cases")])
    for path in paths:
        label = str(PurePath(file).parent / path)
        suffix = PurePath(path).suffix.lower().removeprefix(".")
        if suffix in readers:
            yield from _offered(readers[suffix], path, folder, label)
        elif suffix == "csv":
            yield from _csv(folder / path, label, frozenset(settings.text))
        elif suffix == "jsonl":
            for line in read_lines(folder / path, label):
                yield _row(label, line.line(()), line.data)
        elif suffix in ("json", "yaml", "yml", "toml"):
            yield from _document(folder / path, label)
        else:
            known = ", ".join(sorted({"csv", "jsonl", "json", "yaml", "toml", *readers}))
            message = f"no reader of cases for {suffix!r}; there are: {known}"
            raise InputError([Problem(message, label)])


def files_of(settings: CasesModel, folder: Path) -> list[Path]:
    """The files with the rows, as far as they are files."""
    found = (glob(source, root_dir=folder, recursive=True) for source in settings.files)
    return [folder / path for paths in found for path in paths]


def _row(file: str, line: int | None, data: Any) -> _CaseRow:
    row = _CaseRow(file, line, data if isinstance(data, dict) else {})
    if not row.values:
        raise row.error("a case should be a mapping of columns to values")
    return row


def _csv(path: Path, file: str, texts: frozenset[str]) -> Iterator[_CaseRow]:
    reader = csv.reader(io.StringIO(read_text(path, file), newline=""), strict=True)
    header: list[str] = []
    problems: list[Problem] = []
    line = 1
    try:
        for cells in reader:
            row = _CaseRow(file, line, {})
            line = reader.line_num + 1
            if not cells:
                continue
            if not header:
                header = [cell.strip() for cell in cells]
                if "" in header or len(set(header)) < len(header):
                    raise row.error("the first line should name each column once")
                if len(header) == 1 and ";" in header[0]:
                    raise row.error("cells are separated by `;`: separate them by commas")
                continue
            if len(cells) != len(header):
                found = f"{len(cells)} cell{'' if len(cells) == 1 else 's'}"
                message = f"has {found}, and the first line names {len(header)} columns"
                problems += row.error(message).problems
                continue
            pairs = zip(header, cells, strict=True)
            values = {name: cell if name in texts else _spelled(cell) for name, cell in pairs}
            yield _CaseRow(file, row.line, values)
    except csv.Error as error:
        problems.append(Problem(f"is not valid CSV: {error}", file, line))
    if problems:
        raise InputError(problems)


def _spelled(cell: str) -> Any:
    """The value that a cell spells as JSON, with its spelling; any other cell is a text."""
    if cell[:1] not in '-0123456789tfn[{"':
        return cell
    try:
        found = read_json(cell)
    except (ValueError, RecursionError):
        return cell
    return Spelled(found, cell)


def _document(path: Path, file: str) -> Iterator[_CaseRow]:
    document = read(path, file)
    data = document.data
    at: tuple[str, ...] = ()
    if isinstance(data, dict) and list(data) == ["cases"]:
        data, at = data["cases"], ("cases",)
    if not isinstance(data, list):
        message = "cases should be a list of mappings, at the top or under the only key `cases`"
        raise InputError([document.problem(message)])
    for index, entry in enumerate(data):
        yield _row(file, document.line((*at, index)), entry)


def _offered(reader: Reader, source: str, folder: Path, label: str) -> Iterator[_CaseRow]:
    number = 0
    try:
        for number, entry in enumerate(reader(source, folder), start=1):
            yield _row(f"{label}: row {number}", None, plain(entry))
    except NotPlainError as error:
        message = f"is no value of JSON: {error.reason}"
        column = str(error.at[0]) if error.at else None
        raise InputError([Problem(message, f"{label}: row {number}", key=column)]) from None
    except InputError:
        raise
    except Exception as error:
        message = f"its reader failed after {number} rows: {type(error).__name__}: {error}"
        raise InputError([Problem(message, label)]) from error
