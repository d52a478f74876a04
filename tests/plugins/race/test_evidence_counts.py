from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.plugins.results.text_reports import count_findings, count_tests

OUTPUTS = Path(__file__).parent / "outputs"


@pytest.mark.parametrize(
    ("output", "counts"),
    [
        ("1 failed, 2 passed in 0.12s", {"failed": 1, "passed": 2}),
        ("2 passed, 1 failed in 0.12s", {"failed": 1, "passed": 2}),
        ("===== 2 passed, 3 warnings in 1.00s (0:01:00) =====", {"passed": 2}),
        (
            "= 1 error, 2 errors, 1 xfailed, 1 xpassed in 3s =",
            {"error": 3, "xfailed": 1, "xpassed": 1},
        ),
        # Of several runs each counts, whichever comes last.
        ("5 passed in 1.00s\nlater\n1 failed in 1.00s\n", {"failed": 1, "passed": 5}),
        (
            "Ran 5 tests in 0s\n\nFAILED (failures=1)\nRan 2 tests in 0s\n\nOK\n",
            {"failed": 1, "passed": 6},
        ),
        ("\x1b[32m2 passed\x1b[0m in 0.12s", {"passed": 2}),
        ("no tests ran in 0.01s", None),
        ("it passed in 3s, I swear: 9 passed", None),
        (
            "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out\n"
            "test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out\n",
            {"passed": 4, "failed": 2, "skipped": 1},
        ),
        ("# tests 3\n# pass 1\n# fail 1\n# cancelled 1\n", {"passed": 1, "failed": 2}),
        ("\u2139 pass 2\n\u2139 fail 0\n\u2139 todo 1\n", {"passed": 2, "skipped": 1}),
        (
            "Ran 5 tests in 0.1s\n\nFAILED (failures=1, errors=1, expected failures=1)\n",
            {"failed": 1, "error": 1, "xfailed": 1, "passed": 2},
        ),
        ("Ran 2 tests in 0.1s\n\nOK\n", {"passed": 2}),
        (
            "--- PASS: TestA (0.00s)\n    --- FAIL: TestA/b\n--- SKIP: TestC",
            {"passed": 1, "failed": 1, "skipped": 1},
        ),
        ("Total: 3 passed, 1 failed\n", {"passed": 3, "failed": 1}),
        ("", None),
        ("9" * 5000 + " passed in 1s", None),
    ],
)
def test_summaries_of_runners(output: str, counts: dict[str, int] | None) -> None:
    assert count_tests(output) == counts


_WIDTH = len("name       | ")


def summaries() -> list[Any]:
    """The summary of each runner, as it is printed, and what it counts."""
    rows: list[tuple[str, str]] = []
    for line in (OUTPUTS / "summaries.txt").read_text(encoding="utf-8").splitlines():
        name, rest = line[:_WIDTH], line[_WIDTH:]
        if name.endswith("| "):
            rows.append((name[:-2].strip(), rest))
        else:
            rows[-1] = (rows[-1][0], f"{rows[-1][1]}\n{rest}")
    result = []
    for runner, row in rows:
        text, _, counts = row.rpartition(" | ")
        pairs = (pair.split("=") for pair in counts.split())
        result.append(pytest.param(text, {key: int(value) for key, value in pairs}, id=runner))
    return result


@pytest.mark.parametrize(("output", "counts"), summaries())
def test_summaries_of_other_runners(output: str, counts: dict[str, int]) -> None:
    assert count_tests(output) == counts


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("jest-summary.txt", {"passed": 2, "failed": 1, "skipped": 2}),
        ("vitest-summary.txt", {"passed": 1, "failed": 1, "skipped": 2}),
        ("mocha.txt", {"passed": 1, "failed": 2, "skipped": 1}),
        ("cargo-test.txt", {"passed": 4, "failed": 1, "skipped": 1}),
        ("node.tap", {"passed": 4, "failed": 2, "skipped": 2}),
    ],
)
def test_summaries_that_were_recorded(name: str, counts: dict[str, int]) -> None:
    assert count_tests((OUTPUTS / name).read_text(encoding="utf-8")) == counts


@pytest.mark.parametrize(
    ("output", "counts"),
    [
        ("Found 3 errors.\n[*] 1 fixable", (3, 0)),
        ("All checks passed!\n", (0, 0)),
        ("Found 1 error in 1 file (checked 2 source files)", (1, 0)),
        ("Success: no issues found in 2 source files", (0, 0)),
        (
            "warning: `demo` (lib) generated 2 warnings\nwarning: `x` (lib) generated 1 warning",
            (0, 3),
        ),
        ("error: could not compile `demo` (lib) due to 2 previous errors", (2, 0)),
        ("nothing to say", None),
    ],
)
def test_summaries_of_linters(output: str, counts: tuple[int, int] | None) -> None:
    assert count_findings(output) == counts


def test_the_summary_of_eslint() -> None:
    assert count_findings((OUTPUTS / "eslint.txt").read_text(encoding="utf-8")) == (2, 1)


def test_a_summary_that_goes_on_and_on_is_read_in_time() -> None:
    assert count_tests(f"Ran 2 tests in 0.1s\n\nFAILED ({'a ' * 500_000})\n") == {"passed": 2}
