"""The results of a test command or a linter, whatever reported them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

Outcome = Literal["passed", "failed", "error", "skipped", "xfailed", "xpassed"]
OUTCOMES: tuple[Outcome, ...] = ("passed", "failed", "error", "skipped", "xfailed", "xpassed")
Evidence = Literal["ids", "counts", "exit"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign:
    """Something in a change that may be meant to mislead the judgment of it.

    ``kind`` is what was found, such as ``test-emptied`` or ``internals``; it decides what the sign
    means for a verdict. ``file`` is its path in the candidate, or on the base if it is gone, and
    ``line`` is in that file, from 1; a smaller number, as some errors have, becomes None. ``text``
    describes what was found, and may quote it.
    """

    kind: str
    file: str
    line: int | None = None
    text: str = ""

    def __post_init__(self) -> None:
        if self.line is not None and self.line < 1:
            object.__setattr__(self, "line", None)


@dataclass(frozen=True, slots=True, kw_only=True)
class TestRun:
    """The results of one run of a test command.

    ``outcomes`` are by test id (empty unless ``evidence`` is ids). ``files`` maps an id to its
    file, relative to the workspace, if known. ``counts`` are by outcome. ``source`` is where the
    results come from: recorder, junit, ctrf, tap, cargo, go, jest, stdout, exit. ``problems`` are
    reasons not to trust them, such as a record without its end. ``modules`` are product modules
    that were loaded from outside the workspace, with their file. ``examples`` are the sha256 of
    each example that a documentation test runs, by test id; none of what a plugin, such as a
    linter's, reports of a file as a whole. ``signs`` report what took part in
    the run: changes to the runner, hooks, and internals that code of the workspace used. Signs that
    the base has too may have good reasons.
    """

    __test__: ClassVar[bool] = False  # not a test class, despite its name

    evidence: Evidence
    source: str
    outcomes: Mapping[str, Outcome] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    modules: Mapping[str, str] = field(default_factory=dict)
    examples: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    signs: tuple[Sign, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One finding of a linter; ``text`` is the line that it is about, with normalised blanks."""

    rule: str
    file: str
    line: int | None = None
    severity: Literal["error", "warning"] = "error"
    text: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LintRun:
    """The results of a linter. ``errors`` and ``warnings`` count findings, or are as printed.

    ``evidence`` is exit if there is only the exit code, which counts as one error or none.
    """

    evidence: Evidence
    source: str
    findings: tuple[Finding, ...] = ()
    errors: int = 0
    warnings: int = 0
    problems: tuple[str, ...] = ()
