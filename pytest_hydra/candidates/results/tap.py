"""TAP, versions 12 to 14, with tests inside of tests."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from pytest_hydra.candidates.recording import Outcome
from pytest_hydra.candidates.results.cases import Case, Read, inside

_POINT = re.compile(
    r"(?P<not>not )?ok\b(?: +(?P<number>\d{1,9}))?(?: +-(?= |$))? *(?P<rest>.*)$", re.ASCII
)
_PLAN = re.compile(r"1\.\.(?P<last>\d{1,9})(?: *#.*)?$", re.ASCII)
_DIRECTIVE = re.compile(r"(?<!\\)# *(?P<word>skip|todo)", re.IGNORECASE)
_INDENT = 4


@dataclass
class _Level:
    """The points at one depth, until the point that sums them up."""

    plan: int | None = None
    points: int = 0
    cases: list[tuple[tuple[str, ...], Outcome]] = field(default_factory=list)


def is_tap(output: str) -> bool:
    """Whether what a command printed says that it is TAP."""
    return re.search(r"^TAP version 1[34]\s*$", output, re.MULTILINE) is not None


def read(data: bytes, roots: Sequence[str] = ()) -> Read:
    """The tests, each by the names that lead to it, with `` > `` in between.

    A point that sums up others is a test of its own only where it fails and they do not.
    """
    levels = [_Level()]
    problems: list[str] = []
    in_details = None
    for line in data.decode("utf-8", "replace").splitlines():
        text = line.strip()
        blanks = len(line) - len(line.lstrip(" "))
        if in_details is not None:
            if text == "..." and blanks == in_details:
                in_details = None
            continue
        if text == "---":
            in_details = blanks
        elif text.startswith("Bail out!"):
            problems.append("the run bailed out")
        elif blanks % _INDENT == 0:
            _read_line(text, blanks // _INDENT, levels, problems)
    while len(levels) > 1:
        problems.append("tests inside of a test are not summed up")
        levels[-2].cases += levels[-1].cases
        levels.pop()
    top = levels[0]
    _check_plan(top, problems)
    cases = []
    for names, outcome in top.cases:
        file = next((found for name in names if (found := _file(name, roots))), None)
        shown = " > ".join(_file(name, roots) or name for name in names)
        cases.append(Case(shown, outcome, file))
    return Read(tuple(cases), tuple(problems))


def _read_line(text: str, depth: int, levels: list[_Level], problems: list[str]) -> None:
    plan, point = _PLAN.match(text), _POINT.match(text)
    if not (plan or point) or depth > len(levels):
        return
    if depth == len(levels):
        levels.append(_Level())
    elif plan and depth < len(levels) - 1:
        problems.append("tests inside of a test are not summed up")
    if plan:
        levels[depth].plan = int(plan["last"])
    elif point and depth >= len(levels) - 2:
        below = levels.pop() if depth == len(levels) - 2 else None
        if below is not None:
            _check_plan(below, problems)
        _add(point, levels[depth], below)


def _add(point: re.Match[str], level: _Level, below: _Level | None) -> None:
    directive = _DIRECTIVE.search(point["rest"])
    name = point["rest"][: directive.start()] if directive else point["rest"]
    name = re.sub(r"\\([\\#])", r"\1", name).strip() or f"test {point['number'] or ''}".strip()
    level.points += 1
    outcome = _outcome(failed=bool(point["not"]), word=directive["word"] if directive else "")
    if below is None:
        level.cases.append(((name,), outcome))
        return
    level.cases += [((name, *names), inner) for names, inner in below.cases]
    if outcome == "failed" and not any(inner == "failed" for _, inner in below.cases):
        level.cases.append(((name,), "failed"))


def _outcome(*, failed: bool, word: str) -> Outcome:
    if word.lower() == "skip":
        return "skipped"
    if word.lower() == "todo":
        return "xfailed" if failed else "skipped"
    return "failed" if failed else "passed"


def _check_plan(level: _Level, problems: list[str]) -> None:
    if level.plan is None:
        problems.append("a plan (1..N) is missing")
    elif level.plan != level.points:
        problems.append(f"{level.plan} tests were planned, and {level.points} reported")


def _file(name: str, roots: Sequence[str]) -> str | None:
    return inside(name, roots) if name.startswith("/") else None
