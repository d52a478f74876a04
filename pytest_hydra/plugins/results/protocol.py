"""Types shared by result parsers, and cleaning of their text, all of which is hostile."""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from posixpath import normpath
from typing import Literal

from pytest_hydra.core.plain import safe_text, value
from pytest_hydra.errors import HydraError
from pytest_hydra.plugins.results.outcomes import OUTCOMES, Finding, Outcome, TestRun

_ENDED = "the command was stopped before it finished"
UNEXPLAINED = ", but no test failed"
"""The end of the problem of a run whose exit status no test explains."""
LIMIT = 64 * 2**20
"""The size limit of a result file or record in bytes; a longer one is refused, never cut."""
Kind = Literal["tests", "lint"]

_LONG = 1000
_MOST_PROBLEMS = 20
# Of tests with the same id one that fails gets the plain id, so that no other hides it.
_ORDER = ("failed", "error", "passed", "xpassed", "xfailed", "skipped")


class ResultError(HydraError):
    """A result that cannot be parsed; the text says why, without the name of the file."""


# Line numbers in ids: ``guide.md:12-20``, ``line:3``, ``(line 7)``.
_LINES = re.compile(
    r"((?:^|[(\[,:])line[ :_]?|\.(?:md|rst|txt|adoc|ipynb|pyi?|rs|[jt]sx?|go)[:#]L?)"
    r"(\d{1,9})(?!\d)(?:-L?\d{1,9})?"
)


@value
class ReportedTest:
    """One test and its outcome. ``file`` is relative to the workspace, None if unknown."""

    id: str
    outcome: Outcome
    file: str | None = None


@dataclass(frozen=True, slots=True)
class ParsedResults:
    """Parsed tests or findings, and reasons not to trust them."""

    cases: tuple[ReportedTest, ...] = ()
    problems: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultParser:
    """A result format; its ``kind`` is tests or findings.

    ``parse`` takes the bytes of a file or of a command's output, and the spellings of the
    workspace's path (see `workspace_path`). It returns None if the data has no results in this
    format, and raises ResultError. ``recognizes`` says whether unrequested output is in this
    format; without it none is.
    """

    parse: Callable[[bytes, Sequence[str]], ParsedResults | None]
    kind: Kind = "tests"
    recognizes: Callable[[str], bool] | None = None


def numbered(ids: Iterable[str]) -> dict[str, str]:
    """Ids without line numbers, as these change with every line that is added above.

    Each becomes its place among the lines of ids that are equal otherwise: ``guide.md:40-52`` is
    ``guide.md:#2`` if there is one other, before it. Other ids are left out.
    """
    lines: dict[str, dict[str, tuple[int, ...]]] = defaultdict(dict)
    for name in ids:
        if numbers := tuple(int(number) for _, number in _LINES.findall(name)):
            lines[_LINES.sub(r"\1", name)][name] = numbers
    return {
        name: _LINES.sub(rf"\g<1>#{place}", name)
        for group in lines.values()
        for place, name in enumerate(sorted(group, key=group.__getitem__), 1)
    }


def run_of(source: str, cases: Sequence[ReportedTest], problems: Sequence[str] = ()) -> TestRun:
    """A run of these tests, without line numbers in their ids: see `numbered`.

    Tests with the same id are numbered, failed ones first, as their order may be arbitrary.
    """
    by_id: dict[str, list[ReportedTest]] = defaultdict(list)
    places = numbered(case.id for case in cases)
    for case in cases:
        by_id[clean_id(places.get(case.id, case.id))].append(case)
    outcomes: dict[str, Outcome] = {}
    files: dict[str, str] = {}
    for name in sorted(by_id):
        group = sorted(by_id[name], key=lambda case: (_ORDER.index(case.outcome), case.file or ""))
        for number, case in enumerate(group, 1):
            test = name if number == 1 else f"{name} #{number}"
            outcomes[test] = case.outcome
            if case.file is not None:
                files[test] = safe_text(case.file)
    counter = Counter(outcomes.values())
    return TestRun(
        evidence="ids",
        source=source,
        outcomes=outcomes,
        counts={outcome: counter[outcome] for outcome in OUTCOMES if outcome in counter},
        files=files,
        problems=tuple(dict.fromkeys(problems))[:_MOST_PROBLEMS],
    )


def clean_id(text: str) -> str:
    """An id of bounded length without lone surrogates.

    Clean a common prefix before joining it with many names, so that memory stays bounded.
    """
    text = safe_text(text)
    if len(text) <= _LONG:
        return text
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    return f"{text[:_LONG]}…{digest}"


def workspace_path(path: object, roots: Sequence[str]) -> str | None:
    """A path relative to the workspace, which has these spellings; None if it is outside."""
    if not isinstance(path, str) or not path or "\0" in path or len(path) > 4096:
        return None
    path = path.removeprefix("file://")
    if path.startswith("/"):
        path = normpath(path)
        root = next((root for root in roots if path.startswith(f"{root.rstrip('/')}/")), None)
        if root is None:
            return None
        path = path[len(root.rstrip("/")) + 1 :]
    path = normpath(path)
    return None if path in (".", "..") or path.startswith("../") else safe_text(path)


def lint_doubts(exit_code: int | None, findings: int) -> tuple[str, ...]:
    """Doubts about a number of findings that does not fit the exit code."""
    if exit_code is None:
        return (_ENDED,)
    if findings or not exit_code:
        return ()
    return (f"the command ended with {exit_code}, but reported no findings",)


def with_doubt(run: TestRun, exit_code: int | None) -> TestRun:
    """The run, with a doubt if the exit code contradicts it."""
    failed = run.counts.get("failed", 0) + run.counts.get("error", 0)
    problem = None
    if exit_code is None:
        problem = _ENDED
    elif exit_code != 0 and not failed and not run.problems and run.counts:
        problem = f"the command ended with {exit_code}{UNEXPLAINED}"
    return replace(run, problems=(*run.problems, problem)) if problem else run
