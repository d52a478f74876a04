"""What ``cargo test`` and ``cargo nextest run`` print."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from pytest_hydra.candidates.recording import Outcome
from pytest_hydra.candidates.results.cases import Case, Read
from pytest_hydra.candidates.results.counts import plain

_RUNNING = re.compile(r"^ +Running (?:unittests )?(?P<source>.+) \((?P<binary>[^()]+)\)$")
_DOCS = re.compile(r"^ +Doc-tests (?P<crate>\S+)$")
_LOT = re.compile(r"^running (?P<number>\d{1,9}) tests?$")
_TEST = re.compile(
    r"^test (?P<name>.+?)(?: - should panic)? \.\.\. (?P<end>ok|FAILED|ignored)(?:[, <].*)?$"
)
_RESULT = re.compile(
    r"^test result: (?:ok|FAILED)\. (?P<passed>\d{1,9}) passed; (?P<failed>\d{1,9}) failed; "
    r"(?P<ignored>\d{1,9}) ignored;"
)
_ENDS: dict[str, Outcome] = {"ok": "passed", "FAILED": "failed", "ignored": "skipped"}
# A doc test is named after its line, which moves with every change above it.
_LINE = re.compile(r" \(line \d+\)$")
_HASH = re.compile(r"-[0-9a-f]{16}$")

_NEXTEST = re.compile(
    r"^ +(?P<end>PASS|FAIL|LEAK|SKIP|ABORT|TIMEOUT|FLAKY \d+/\d+|SIG[A-Z]+|TRY \d+ \w+)"
    r" \[[^\]]*\](?: \([^)]*\))? +(?P<binary>\S+) +(?P<test>\S.*)$"
)
_NEXTEST_SUMMARY = re.compile(
    r"^ +Summary \[[^\]]*\] +(?P<run>\d{1,9})(?:/\d+)? tests? run: (?P<passed>\d{1,9}) passed"
)


@dataclass
class _Lot:
    """The tests after one ``running N tests``; doc tests are run in several lots."""

    expected: int
    tests: list[tuple[str, Outcome]] = field(default_factory=list)
    ended: bool = False


@dataclass
class _Binary:
    place: str
    file: str | None
    lots: list[_Lot] = field(default_factory=list)


def read(output: str) -> Read | None:
    """The tests in what was printed; None where there is no sign of a test binary.

    An id is ``CRATE/SOURCE::TEST``, for doc tests ``CRATE/doc::SOURCE - ITEM``. The tests of each
    binary must add up to its ``test result:`` line.
    """
    lines = plain(output).splitlines()
    if any(_NEXTEST_SUMMARY.match(line) for line in lines):
        return _nextest(lines)
    binaries: list[_Binary] = []
    problems: list[str] = []
    for line in lines:
        if (started := _binary(line)) is not None:
            binaries.append(started)
        elif not binaries:
            continue
        elif lot := _LOT.match(line):
            binaries[-1].lots.append(_Lot(int(lot["number"])))
        elif binaries[-1].lots:
            _read_line(line, binaries[-1], problems)
    problems += [
        f"{binary.place} ended without a result"
        for binary in binaries
        if not binary.lots or not all(lot.ended for lot in binary.lots)
    ]
    cases = [
        Case(f"{binary.place}::{_LINE.sub('', name)}", outcome, binary.file)
        for binary in binaries
        for lot in binary.lots
        for name, outcome in lot.tests
    ]
    return Read(tuple(cases), tuple(problems)) if binaries else None


def _binary(line: str) -> _Binary | None:
    if match := _RUNNING.match(line):
        crate = _HASH.sub("", match["binary"].rpartition("/")[2])
        return _Binary(f"{crate}/{match['source']}", match["source"])
    if match := _DOCS.match(line):
        return _Binary(f"{match['crate']}/doc", None)
    return None


def _read_line(line: str, binary: _Binary, problems: list[str]) -> None:
    lot = binary.lots[-1]
    if test := _TEST.match(line):
        # The tests stand first: what comes after them was printed by those that failed.
        if len(lot.tests) < lot.expected:
            lot.tests.append((test["name"], _ENDS[test["end"]]))
    elif result := _RESULT.match(line):
        ends = [outcome for _, outcome in lot.tests]
        found = [ends.count(end) for end in _ENDS.values()]
        told = [int(result[name]) for name in ("passed", "failed", "ignored")]
        if found != told:
            problems.append(
                f"{binary.place} says {told[0]} passed, {told[1]} failed, {told[2]} ignored, and "
                f"its lines show {found[0]}, {found[1]}, {found[2]}"
            )
        lot.ended = True


def _nextest(lines: Sequence[str]) -> Read:
    cases: dict[str, Outcome] = {}
    run = passed = 0
    for line in lines:
        if summary := _NEXTEST_SUMMARY.match(line):
            run, passed = int(summary["run"]), int(summary["passed"])
            break  # what failed is listed again below it
        if (test := _NEXTEST.match(line)) and not test["end"].startswith("TRY"):
            end = test["end"]
            good = end in ("PASS", "LEAK") or end.startswith("FLAKY")
            outcome: Outcome = "skipped" if end == "SKIP" else "passed" if good else "failed"
            cases[f"{test['binary']}::{test['test']}"] = outcome
    ran = [outcome for outcome in cases.values() if outcome != "skipped"]
    problems = []
    if (len(ran), ran.count("passed")) != (run, passed):
        problems.append(
            f"the summary says {run} run and {passed} passed, and the lines show {len(ran)} and "
            f"{ran.count('passed')}"
        )
    return Read(tuple(Case(name, outcome) for name, outcome in cases.items()), tuple(problems))
