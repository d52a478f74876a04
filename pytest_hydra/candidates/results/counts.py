"""Counts of tests, and of a linter's findings, from the lines that tools end with."""

from __future__ import annotations

import re

_COLOUR = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")

# The word that a runner prints, and what it counts.
_WORDS = {
    "passed": "passed",
    "passing": "passed",
    "pass": "passed",
    "failed": "failed",
    "failing": "failed",
    "fail": "failed",
    "failures": "failed",
    "cancelled": "failed",
    "error": "error",
    "errors": "error",
    "skipped": "skipped",
    "pending": "skipped",
    "ignored": "skipped",
    "todo": "skipped",
    "xfailed": "xfailed",
    "xpassed": "xpassed",
}
_NUMBER_WORD = re.compile(r"\b(\d{1,9}) ([a-z]+)\b")
_EQUALS = re.compile(r"\b([a-z ]{1,30})=(\d{1,9})")

# pytest: "=== 1 failed, 2 passed in 0.12s ===", without the signs under -q.
_PYTEST = re.compile(
    r"^=* ?(?P<counts>\d{1,9} [a-z]+(?:, \d{1,9} [a-z]+)*) in \d+(?:\.\d+)?s\b", re.MULTILINE
)
_CARGO = re.compile(r"^test result: \w+\. (?P<counts>.*)$", re.MULTILINE)
# jest: "Tests:       1 failed, 2 passed, 3 total"; vitest: "Tests  1 failed | 2 passed (3)".
_JEST = re.compile(r"^ *Tests:? {2,}(?P<counts>\d.*)$", re.MULTILINE)
_MOCHA = re.compile(r"^ *(?P<counts>\d{1,9} (?:passing|failing|pending))\b", re.MULTILINE)
# The sign is an i in a circle, as node prints it.
_NODE = re.compile(r"^[#\u2139] (pass|fail|cancelled|skipped|todo) (\d{1,9})$", re.MULTILINE)
_UNITTEST = re.compile(
    r"^Ran (?P<all>\d{1,9}) tests? in .*\n+(?:OK|FAILED|NO TESTS RAN)(?: \((?P<counts>.*)\))?$",
    re.MULTILINE,
)
_GO = re.compile(r"^ *--- (PASS|FAIL|SKIP): ", re.MULTILINE)
# "3 passed, 1 failed", alone on a line, a word with a colon before it at most.
_PLAIN = re.compile(
    r"^(?:\w+: )?(?P<counts>\d{1,9} (?:passed|failed)(?:, \d{1,9} [a-z]+)+)\.?$", re.MULTILINE
)

_RUFF = re.compile(r"^Found (?P<errors>\d{1,9}) errors?\b", re.MULTILINE)
_ESLINT = re.compile(
    r"\d{1,9} problems? \((?P<errors>\d{1,9}) errors?, (?P<warnings>\d{1,9}) warnings?\)"
)
_RUSTC = re.compile(
    r"^(?:warning: `[^`]*` \([^)]*\) generated (?P<warnings>\d{1,9}) warnings?|"
    r"error: could not compile `[^`]*` \([^)]*\) due to (?P<errors>\d{1,9}) previous errors?)",
    re.MULTILINE,
)
_MYPY = re.compile(r"^Found (?P<errors>\d{1,9}) errors? in \d{1,9} files?\b", re.MULTILINE)
_NOTHING = re.compile(r"^(?:All checks passed!|Success: no issues found.*)$", re.MULTILINE)


def plain(output: str) -> str:
    """What was printed, without colours."""
    return _COLOUR.sub("", output) if "\x1b" in output else output


def count_tests(output: str) -> dict[str, int] | None:
    """The tests by outcome, from the last summary of a runner; None where there is none."""
    text = plain(output)
    for pattern in (_PYTEST, _JEST, _PLAIN):
        found = pattern.findall(text)
        if found and (counts := _sum([found[-1]])):
            return counts
    for pattern in (_CARGO, _MOCHA):
        found = pattern.findall(text)
        if found and (counts := _sum(found)):
            return counts
    node = _NODE.findall(text)
    if node:
        return _sum([f"{number} {word}" for word, number in node])
    unittest = list(_UNITTEST.finditer(text))
    if unittest:
        return _unittest(unittest[-1])
    go = _GO.findall(text)
    return _sum([f"1 {word}" for word in map(str.lower, map(_go_word, go))]) if go else None


def count_findings(output: str) -> tuple[int, int] | None:
    """Errors and warnings, from the summary lines of linters; None where there are none."""
    text = plain(output)
    for pattern in (_ESLINT, _MYPY, _RUFF, _RUSTC):
        found = [match.groupdict() for match in pattern.finditer(text)]
        if found:
            return (
                sum(int(entry.get("errors") or 0) for entry in found),
                sum(int(entry.get("warnings") or 0) for entry in found),
            )
    return (0, 0) if _NOTHING.search(text) else None


def _sum(texts: list[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for text in texts:
        for number, word in _NUMBER_WORD.findall(text):
            if word in _WORDS:
                counts[_WORDS[word]] = counts.get(_WORDS[word], 0) + int(number)
    return {name: number for name, number in counts.items() if number}


def _unittest(match: re.Match[str]) -> dict[str, int]:
    named = {name.strip(): int(number) for name, number in _EQUALS.findall(match["counts"] or "")}
    counts = {
        "failed": named.get("failures", 0),
        "error": named.get("errors", 0),
        "skipped": named.get("skipped", 0),
        "xfailed": named.get("expected failures", 0),
        "xpassed": named.get("unexpected successes", 0),
    }
    counts["passed"] = max(0, int(match["all"]) - sum(counts.values()))
    return {name: number for name, number in counts.items() if number}


def _go_word(word: str) -> str:
    return "skipped" if word == "SKIP" else word
