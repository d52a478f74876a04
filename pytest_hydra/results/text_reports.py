"""Parse the human-readable output of runners and linters: cargo, and summary counts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pytest_hydra.core.text import plain_lines, read_words
from pytest_hydra.results.outcomes import Outcome
from pytest_hydra.results.protocol import Case, ParsedResults, clean_id

_COLOUR = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def _plain(output: str) -> str:
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
# The name of a doc test contains its line, which moves with every change above it.
_LINE = re.compile(r" \(line \d+\)$")
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
    cases: list[Case] = field(default_factory=list)
    batch: list[Outcome] = field(default_factory=list)
    expected: int | None = None
    ended: bool = False
    torn: bool = False


def parse_cargo(data: bytes, _: Sequence[str]) -> ParsedResults | None:
    """The tests of ``cargo test`` or ``cargo nextest run``; None if no test binary ran.

    An id is ``CRATE/SOURCE::TEST``, for doc tests ``CRATE/doc::SOURCE - ITEM``.
    """
    lines = plain_lines(_plain(data.decode("utf-8", "replace")))
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
            name = f"{binary.place}::{_LINE.sub('', test['name'])}"
            document, dash, _ = test["name"].partition(" - ")
            binary.cases.append(Case(name, outcome, document if dash else binary.file))
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
        tuple(Case(name, outcome) for name, outcome in cases.items()),
        () if (total, passes) == (run, passed) else (problem,),
    )


# --- counts of tests and findings in summary lines ----------------------------------------------

# The outcomes that the words of runners stand for.
_OUTCOMES = read_words(__file__, "counted.txt")
_WORDS = {word.replace("_", " "): outcome for outcome in _OUTCOMES for word in _OUTCOMES[outcome]}
_NUMBER_WORD = re.compile(r"\b(\d{1,9}) ([a-z]+)\b")
_EQUALS = re.compile(r"\b([a-z ]{1,30})=(\d{1,9})")

# One line for each run of a runner; the runs of a command add up.
_SUMMARIES = (
    # pytest: "=== 1 failed, 2 passed in 0.12s ===", without the signs under -q.
    re.compile(r"^=* ?(\d{1,9} [a-z]+(?:, \d{1,9} [a-z]+)*) in \d+(?:\.\d+)?s\b", re.MULTILINE),
    # jest: "Tests:       1 failed, 2 passed, 3 total"; vitest: "Tests  1 failed | 2 passed (3)".
    re.compile(r"^ *Tests:? {2,}(\d.*)$", re.MULTILINE),
    # "3 passed, 1 failed", alone on a line, a word with a colon before it at most.
    re.compile(r"^(?:\w+: )?(\d{1,9} (?:passed|failed)(?:, \d{1,9} [a-z]+)+)\.?$", re.MULTILINE),
    re.compile(r"^test result: \w+\. (.*)$", re.MULTILINE),  # cargo
    re.compile(r"^ *(\d{1,9} (?:passing|failing|pending))\b", re.MULTILINE),  # mocha
)
# node prints U+2139, an i in a circle.
_NODE = re.compile(r"^[#\u2139] (pass|fail|cancelled|skipped|todo) (\d{1,9})$", re.MULTILINE)
_UNITTEST = re.compile(
    r"^Ran (?P<all>\d{1,9}) tests? in .*\n+(?:OK|FAILED|NO TESTS RAN)(?: \((?P<counts>.*)\))?$",
    re.MULTILINE,
)
_GO = re.compile(r"^ *--- (PASS|FAIL|SKIP): ", re.MULTILINE)

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
    text = _plain(output)
    for pattern in _SUMMARIES:
        if counts := _sum(_NUMBER_WORD.findall("\n".join(pattern.findall(text)))):
            return counts
    if numbers := _NODE.findall(text):
        return _sum((number, word) for word, number in numbers)
    if runs := list(_UNITTEST.finditer(text)):
        equals = [pair for run in runs for pair in _EQUALS.findall(run["counts"] or "")]
        counts = _sum((number, word.strip()) for word, number in equals)
        passed = sum(int(run["all"]) for run in runs) - sum(counts.values())
        return {**counts, "passed": passed} if passed > 0 else counts
    if ends := _GO.findall(text):
        return _sum(("1", "skipped" if word == "SKIP" else word.lower()) for word in ends)
    return None


def _sum(numbers: Iterable[tuple[str, str]]) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for number, word in numbers:
        if word in _WORDS:
            counts[_WORDS[word]] += int(number)
    return dict(+counts)


def count_findings(output: str) -> tuple[int, int] | None:
    """The number of errors and warnings, from a linter's summary; None if there is none."""
    text = _plain(output)
    for pattern in _LINT_SUMMARIES:
        groups = [match.groupdict() for match in pattern.finditer(text)]
        if groups:
            return (
                sum(int(group.get("errors") or 0) for group in groups),
                sum(int(group.get("warnings") or 0) for group in groups),
            )
    return (0, 0) if _NOTHING.search(text) else None
