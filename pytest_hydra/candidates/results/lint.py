"""How a linter is asked for its findings, and what is made of them when it has ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pytest_hydra.candidates.recording import Finding, LintRun
from pytest_hydra.candidates.results import counts, lint_json, result_files, sarif
from pytest_hydra.candidates.results.cases import ResultError, ended
from pytest_hydra.candidates.results.format_options import Start, ask_linter


class LintCollector:
    """Asks linters that are known for JSON, and else reads what there is.

    In this order: the SARIF files that the policy names, the linter's own JSON, counts on the
    output, the exit code.
    """

    def __init__(self, command: str, patterns: Sequence[str]) -> None:
        """``patterns`` are globs of SARIF files in the workspace."""
        self._command = command
        self._patterns = patterns

    def start(self, workspace: Path, scratch: Path, seen: Path | None = None) -> Start:
        """See `collectors.Collector`."""
        self._workspace, self._scratch, self._seen = workspace, scratch, seen or workspace
        self._before = result_files.stamps(self._seen, self._patterns)
        self._asked = None if self._patterns else ask_linter(self._command, self._seen, scratch)
        return Start(self._asked.command if self._asked else self._command, {})

    def finish(self, exit: int | None, output: str) -> LintRun:  # noqa: A002
        """See `collectors.Collector`."""
        roots = result_files.spellings(self._workspace)
        findings: list[Finding] = []
        problems: list[str] = []
        if self._patterns:
            found, problems = result_files.fresh(self._seen, self._patterns, self._before)
            for path in found:
                try:
                    findings += sarif.read(result_files.read(self._seen, path), roots)
                except ResultError as error:
                    problems.append(f"{path} {error}")
            return self._run("sarif", findings, problems, exit)
        if self._asked is not None and self._asked.source == "clippy":
            told = lint_json.read_clippy(output, roots)
            if told is not None:
                return self._run("clippy", list(told), problems, exit)
        elif self._asked is not None:
            reader = lint_json.read_ruff if self._asked.source == "ruff" else lint_json.read_eslint
            try:
                findings += reader(result_files.read(self._scratch, self._asked.file), roots)
            except ResultError as error:
                problems.append(f"the result of {self._asked.source} {error}")
            return self._run(self._asked.source, findings, problems, exit)
        return _by_counts(output, exit)

    def _run(
        self,
        source: str,
        findings: list[Finding],
        problems: list[str],
        exit: int | None,  # noqa: A002
    ) -> LintRun:
        lines = result_files.SourceLines(self._seen)
        whole = [
            finding
            if finding.text
            else replace(finding, text=lines.line(finding.file, finding.line))
            for finding in findings
        ]
        whole.sort(key=lambda entry: (entry.file, entry.line or 0, entry.rule, entry.message))
        if exit is None or (exit != 0 and not findings):
            problems = [*problems, ended(exit, "it found nothing")]
        errors = sum(entry.severity == "error" for entry in whole)
        return LintRun(
            evidence="ids",
            source=source,
            findings=tuple(whole),
            errors=errors,
            warnings=len(whole) - errors,
            problems=tuple(problems),
        )


def _by_counts(output: str, exit: int | None) -> LintRun:  # noqa: A002
    problems = (ended(exit, ""),) if exit is None else ()
    found = counts.count_findings(output)
    if found is None:
        return LintRun(
            evidence="exit", source="exit", errors=0 if exit == 0 else 1, problems=problems
        )
    errors, warnings = found
    if exit and not errors and not warnings:
        problems = (ended(exit, "it found nothing"),)
    return LintRun(
        evidence="counts", source="stdout", errors=errors, warnings=warnings, problems=problems
    )
