"""Parse the human-readable output of runners and linters: cargo, TAP, and summary counts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pytest_hydra.core.text import plain_lines, read_rows, read_words
from pytest_hydra.plugins.results.outcomes import Outcome
from pytest_hydra.plugins.results.protocol import (
    ParsedResults,
    ReportedTest,
    clean_id,
    workspace_path,
)

_COLOUR = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def without_colours(output: str) -> str:
    """The output without escape sequences of terminals."""
    return _COLOUR.sub("", output) if "\x1b" in output else output


# --- cargo --------------------------------------------------------------------------------------

_RUNNING = re.compile(r"^ +Running (?P<unit>unittests )?(?P<source>.+) \((?P<binary>[^()]+)\)$")
_DOCS = re.compile(r"^ +Doc-tests (?P<crate>\S+)$")
_BATCH = re.compile(r"^running (?P<number>\d{1,9}) tests?$")
_TEST = re.compile(
    r"^test (?P<name>.+?)(?: - should panic)? \.\.\. (?P<end>ok|FAILED|ignored)(?:[, <].*)?$"
)
_RESULT = re.compile(
    r"^test result: (?:ok|FAILED)\. (?P<passed>\d{1,9}) passed; (?P<failed>\d{1,9}) failed; "
    r"(?P<ignored>\d{1,9}) ignored;"
)
_ENDS: dict[str, Outcome] = {"ok": "passed", "FAILED": "failed", "ignored": "skipped"}
_HASH = re.compile(r"-[0-9a-f]{16}$")

_NEXTEST = re.compile(
    r"^ +(?P<end>PASS|FAIL|LEAK|SKIP|ABORT|TIMEOUT|FLAKY \d+/\d+|SIG[A-Z]+|TRY \d+ \w+)"
    r" \[[^\]]*\](?: \([^)]*\))? +(?P<binary>\S+) +(?P<test>\S.*)$"
)
_NEXTEST_ENDS: dict[str, Outcome] = {
    **dict.fromkeys(("PASS", "LEAK", "FLAKY"), "passed"),
    "SKIP": "skipped",
}
_NEXTEST_SUMMARY = re.compile(
    r"^ +Summary \[[^\]]*\] +(?P<run>\d{1,9})(?:/\d+)? tests? run: (?P<passed>\d{1,9}) passed"
)


@dataclass
class _Binary:
    """A test binary and its last batch of tests; doc tests run in several batches."""

    place: str
    file: str | None
    cases: list[ReportedTest] = field(default_factory=list)
    batch: list[Outcome] = field(default_factory=list)
    expected: int | None = None
    ended: bool = False
    torn: bool = False


def parse_cargo(data: bytes, _: Sequence[str]) -> ParsedResults | None:
    """The tests of ``cargo test`` or ``cargo nextest run``; None if no test binary ran.

    An id is ``CRATE/SOURCE::TEST``, for doc tests
    ``CRATE/doc::SOURCE - ITEM (line N)``.
    """
    lines = plain_lines(without_colours(data.decode("utf-8", "replace")))
    if any(_NEXTEST_SUMMARY.match(line) for line in lines):
        return _parse_nextest(lines)
    binaries: list[_Binary] = []
    problems: list[str] = []
    for line in lines:
        if match := _RUNNING.match(line):
            crate = _HASH.sub("", match["binary"].rpartition("/")[2])
            file = None if match["unit"] else match["source"]  # unit tests can be in any file
            binaries.append(_Binary(clean_id(f"{crate}/{match['source']}"), file))
        elif match := _DOCS.match(line):
            binaries.append(_Binary(clean_id(f"{match['crate']}/doc"), None))
        elif binaries:
            _read_cargo_line(line, binaries[-1], problems)
    problems += [
        f"{binary.place} ended without a result"
        for binary in binaries
        if binary.torn or not binary.ended
    ]
    cases = tuple(case for binary in binaries for case in binary.cases)
    return ParsedResults(cases, tuple(problems)) if binaries else None


def _read_cargo_line(line: str, binary: _Binary, problems: list[str]) -> None:
    if batch := _BATCH.match(line):
        binary.torn = binary.torn or (binary.expected is not None and not binary.ended)
        binary.batch, binary.expected, binary.ended = [], int(batch["number"]), False
    elif binary.expected is None:
        return
    elif test := _TEST.match(line):
        # Tests come first: later lines were printed by failed tests.
        if len(binary.batch) < binary.expected:
            outcome = _ENDS[test["end"]]
            binary.batch.append(outcome)
            document, dash, _ = test["name"].partition(" - ")
            file = document if dash else binary.file
            binary.cases.append(ReportedTest(f"{binary.place}::{test['name']}", outcome, file))
    elif result := _RESULT.match(line):
        counts = [binary.batch.count(end) for end in _ENDS.values()]
        totals = [int(result[name]) for name in ("passed", "failed", "ignored")]
        if counts != totals:
            problems.append(
                f"{binary.place} reports {totals[0]} passed, {totals[1]} failed, {totals[2]} "
                f"ignored, but its lines show {counts[0]}, {counts[1]}, {counts[2]}"
            )
        binary.ended = True


def _parse_nextest(lines: Sequence[str]) -> ParsedResults:
    cases: dict[str, Outcome] = {}
    run = passed = 0
    for line in lines:
        if summary := _NEXTEST_SUMMARY.match(line):
            run, passed = int(summary["run"]), int(summary["passed"])
            break  # failures are listed again below
        if (test := _NEXTEST.match(line)) and not test["end"].startswith("TRY"):
            end = test["end"].partition(" ")[0]
            cases[f"{test['binary']}::{test['test']}"] = _NEXTEST_ENDS.get(end, "failed")
    outcomes = list(cases.values())
    total, passes = len(outcomes) - outcomes.count("skipped"), outcomes.count("passed")
    problem = (
        f"the summary says {run} run and {passed} passed, but the lines show {total} and {passes}"
    )
    return ParsedResults(
        tuple(ReportedTest(name, outcome) for name, outcome in cases.items()),
        () if (total, passes) == (run, passed) else (problem,),
    )


# --- TAP, versions 12 to 14, with subtests ------------------------------------------------------

_POINT = re.compile(
    r"(?P<not>not )?ok\b(?: +(?P<number>\d{1,9}))?(?: +-(?= |$))? *(?P<rest>.*)$", re.ASCII
)
_PLAN = re.compile(r"1\.\.(?P<last>\d{1,9})(?: *#.*)?$", re.ASCII)
_DIRECTIVE = re.compile(r"(?<!\\)# *(?P<word>skip|todo)", re.IGNORECASE)
_INDENT = 4
_NOT_SUMMED_UP = "the tests inside a test have no result of their own"


@dataclass
class _Level:
    """The test points at one depth, until their summary point."""

    plan: int | None = None
    points: int = 0
    cases: list[ReportedTest] = field(default_factory=list)


def is_tap(output: str) -> bool:
    """Whether the output of a command is TAP; version 12 has a plan, and points with numbers."""
    if re.search(r"^TAP version 1[34]\s*$", output, re.MULTILINE):
        return True
    plans = re.findall(r"^1\.\.(\d{1,9})(?: *#.*)?\s*$", output, re.MULTILINE | re.ASCII)
    points = re.findall(r"^(?:not )?ok (\d{1,9})\b", output, re.MULTILINE | re.ASCII)
    return len(plans) == 1 and bool(points) and points[-1] == plans[0]


def parse_tap(data: bytes, roots: Sequence[str]) -> ParsedResults:
    """The tests; an id is the path of names, joined with `` > ``.

    A summary point is a test of its own only if it fails while its subtests do not.
    """
    levels = [_Level()]
    problems: list[str] = []
    in_details = None
    for line in plain_lines(data.decode("utf-8", "replace")):
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
            _read_tap_line(text, blanks // _INDENT, levels, problems, roots)
    while len(levels) > 1:
        problems.append(_NOT_SUMMED_UP)
        inner = levels.pop()
        levels[-1].cases += inner.cases
    _check_plan(levels[0], problems)
    return ParsedResults(tuple(levels[0].cases), tuple(problems))


def _read_tap_line(
    text: str, depth: int, levels: list[_Level], problems: list[str], roots: Sequence[str]
) -> None:
    plan, point = _PLAN.match(text), _POINT.match(text)
    if not (plan or point) or depth > len(levels):
        return
    if depth == len(levels):
        levels.append(_Level())
    elif plan and depth < len(levels) - 1:
        problems.append(_NOT_SUMMED_UP)
    if plan:
        levels[depth].plan = int(plan["last"])
    elif point and depth >= len(levels) - 2:
        inner = levels.pop() if depth == len(levels) - 2 else None
        if inner is not None:
            _check_plan(inner, problems)
        _add_point(point, levels[depth], inner, roots)


def _add_point(
    point: re.Match[str], level: _Level, nested: _Level | None, roots: Sequence[str]
) -> None:
    directive = _DIRECTIVE.search(point["rest"])
    name = point["rest"][: directive.start()] if directive else point["rest"]
    name = re.sub(r"\\([\\#])", r"\1", name).strip() or f"test {point['number'] or ''}".strip()
    level.points += 1
    outcome: Outcome = "failed" if point["not"] else "passed"
    if directive is not None:
        is_expected = directive["word"].lower() == "todo" and outcome == "failed"
        outcome = "xfailed" if is_expected else "skipped"
    file = workspace_path(name, roots) if name.startswith("/") else None
    place = clean_id(file or name)
    cases = [] if nested is None else nested.cases
    level.cases += [
        ReportedTest(clean_id(f"{place} > {case.id}"), case.outcome, file or case.file)
        for case in cases
    ]
    if nested is None or (outcome == "failed" and all(case.outcome != "failed" for case in cases)):
        level.cases.append(ReportedTest(place, outcome, file))


def _check_plan(level: _Level, problems: list[str]) -> None:
    if level.plan is None:
        problems.append("a plan (1..N) is missing")
    elif level.plan != level.points:
        problems.append(f"{level.plan} tests were planned, and {level.points} reported")


# --- counts of tests and findings in summary lines ----------------------------------------------

# What the words of runners count: outcomes, or all tests.
_MEANINGS = read_words(__file__, "counted.txt")
_WORDS = {word.replace("_", " "): name for name, words in _MEANINGS.items() for word in words}
_SUMMARIES = {
    runner: re.compile(pattern, re.MULTILINE)
    for runner, pattern in read_rows(__file__, "summaries.txt")
}
_PAIRS = {
    "words": re.compile(r"\b(?P<number>\d{1,9}) (?P<word>[a-z]+)\b", re.IGNORECASE),
    "pairs": re.compile(r"\b(?P<word>[a-z]+):? +(?P<number>\d{1,9})\b", re.IGNORECASE),
    "equals": re.compile(r"\b(?P<word>[a-z ]{1,30})=(?P<number>\d{1,9})"),
}

_LINT_SUMMARIES = (
    # eslint
    re.compile(
        r"\d{1,9} problems? \((?P<errors>\d{1,9}) errors?, (?P<warnings>\d{1,9}) warnings?\)"
    ),
    # mypy, then ruff
    re.compile(r"^Found (?P<errors>\d{1,9}) errors? in \d{1,9} files?\b", re.MULTILINE),
    re.compile(r"^Found (?P<errors>\d{1,9}) errors?\b", re.MULTILINE),
    # rustc
    re.compile(
        r"^(?:warning: `[^`\n]*` \([^)\n]*\) generated (?P<warnings>\d{1,9}) warnings?|error: could"
        r" not compile `[^`\n]*` \([^)\n]*\) due to (?P<errors>\d{1,9}) previous errors?)",
        re.MULTILINE,
    ),
)
_NOTHING = re.compile(r"^(?:All checks passed!|Success: no issues found.*)$", re.MULTILINE)


def count_tests(output: str) -> dict[str, int] | None:
    """The number of tests by outcome, from a runner's summaries; None if there are none."""
    text = without_colours(output)
    for pattern in _SUMMARIES.values():
        counts: Counter[str] = Counter()
        for summary in pattern.finditer(text):
            for name, value in summary.groupdict(default="").items():
                for outcome, number in _numbers(name, value):
                    counts[outcome] += number
        tests = counts.pop("all", 0)
        del counts[""]
        if "passed" not in counts:
            counts["passed"] = max(0, tests - counts.total())
        if counts := +counts:
            return dict(counts)
    return None


def _numbers(name: str, value: str) -> Iterator[tuple[str, int]]:
    """The outcomes, or ``all``, and their numbers in a group of this name."""
    if name == "ends":
        if value:
            yield _WORDS[value.lower()], 1
    elif name not in _PAIRS:
        yield name, int(value or 0)
    else:
        for pair in _PAIRS[name].finditer(value):
            # Assertions, suites and seconds are counted, too.
            yield _WORDS.get(pair["word"].strip().lower(), ""), int(pair["number"])


def count_findings(output: str) -> tuple[int, int] | None:
    """The number of errors and warnings, from a linter's summary; None if there is none."""
    text = without_colours(output)
    for pattern in _LINT_SUMMARIES:
        groups = [match.groupdict() for match in pattern.finditer(text)]
        if groups:
            return (
                sum(int(group.get("errors") or 0) for group in groups),
                sum(int(group.get("warnings") or 0) for group in groups),
            )
    return (0, 0) if _NOTHING.search(text) else None
