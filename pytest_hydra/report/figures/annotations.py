"""Workflow commands that make GitHub annotate failures at their lines in a pull request."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pytest_hydra.core.result import Result, is_no_answer, item_name
from pytest_hydra.core.text import one_line
from pytest_hydra.report.figures.causes import reason
from pytest_hydra.report.figures.triage import regressions, triage

# GitHub's limit for each kind per step.
_MOST = 10
_LONGEST = 300


def github_annotations(report: Result) -> Iterator[str]:
    """The commands for scenarios and tests that did not pass: at most ten errors, ten warnings.

    With a baseline, known failures are warnings. Texts are escaped, so that each line is exactly
    one command.
    """
    new, count = regressions(report), Counter[str]()
    for result, _ in triage(report):
        is_known = "baseline" in report and item_name(result) not in new
        kind = "warning" if is_known else "error"
        count[kind] += 1
        if count[kind] <= _MOST:
            yield f"::{kind} {_properties(report, result)}::{_escape(_reason(result))}"


def _reason(result: Result) -> str:
    word = "no answer" if is_no_answer(result) else result["status"]
    return one_line(f"{word}: {reason(result) or 'nothing was graded'}", _LONGEST)


def _properties(report: Result, result: Result) -> str:
    folder = (report["repository"] or {}).get("folder")
    file = f"{folder}/{result['file']}" if folder else result["file"]
    subject = f" ({result['subject']})" if result["subject"] else ""
    values = {"file": file, "line": result["line"], "title": f"{result['id']}{subject}"}
    return ",".join(
        f"{name}={_escape(one_line(str(value), _LONGEST)).replace(':', '%3A').replace(',', '%2C')}"
        for name, value in values.items()
        if value is not None
    )


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
