"""From compiled expectations and a subject to checks."""

from __future__ import annotations

from collections.abc import Sequence

from pytest_hydra.core.check import FAILED, PASSED, UNGRADED, Check
from pytest_hydra.core.text import one_line
from pytest_hydra.scenarios.expect.vocabulary import (
    AnyOf,
    Evidence,
    Node,
    Not,
    Part,
    PartResult,
    Single,
    Subject,
    When,
)


def evidence_of(subject: Subject) -> Evidence | str:
    """What can be judged, or why nothing can."""
    turns = subject.conversation.turns
    if subject.turn is not None:
        if not 0 < subject.turn <= len(turns):
            return f"the conversation has no turn {subject.turn}"
        turns = turns[subject.turn - 1 : subject.turn]
    replies = []
    for number, turn in enumerate(turns, start=subject.turn or 1):
        if turn.reply is None:
            why = one_line(turn.error, 300) if turn.error else "there is no reply"
            return why if len(turns) == 1 else f"turn {number}: {why}"
        replies.append(turn.reply)
    if not replies:
        return "the conversation has no turn"
    calls = (
        replies[0].calls
        if len(replies) == 1
        else tuple(call for reply in replies for call in reply.calls)
    )
    return Evidence(subject, turns, tuple(replies), replies[-1], calls)


def checks_of(node: Node, evidence: Evidence | str, turn: int | None) -> list[Check]:
    """The checks of one node; all are ungraded where a reason stands for the evidence."""
    if isinstance(node, Single):
        return _single_checks(node, evidence, turn)
    if isinstance(node, When):
        return _when_checks(node, evidence, turn)
    if isinstance(node, AnyOf):
        holds, message = _any_holds(node, evidence, turn)
        name = "any"
    else:
        holds, message = _not_holds(node, evidence, turn)
        name = "not"
    found = PartResult(None if holds is None else 100 if holds else 0, message)
    return [_check(node, name, Part(), found, turn)]


def _single_checks(node: Single, evidence: Evidence | str, turn: int | None) -> list[Check]:
    kind, parts = node.kind, node.parts
    findings: Sequence[PartResult]
    if isinstance(evidence, str):
        findings = [PartResult(None, evidence)] * len(parts)
    else:
        findings = kind.decide(node.value, evidence)
    if len(parts) == len(findings) == 1:  # most often
        return [_check(node, kind.name, parts[0], findings[0], turn)]
    return [
        _check(node, kind.name, part, finding, turn)
        for part, finding in zip(parts, findings, strict=True)
    ]


def _check(
    node: Single | AnyOf | Not, kind: str, part: Part, finding: PartResult, turn: int | None
) -> Check:
    score, message, actual, expected = finding
    # By place: by name it takes twice as long, and this is done for each check.
    return Check(
        part.name or kind,
        kind,
        UNGRADED if score is None else PASSED if score == 100 else FAILED,
        score,
        node.share,
        message,
        part.expected if expected is None else expected,
        actual,
        turn,
        node.critical,
        node.optional,
    )


def _when_checks(node: When, evidence: Evidence | str, turn: int | None) -> list[Check]:
    condition = _branch(node.condition, evidence, turn)
    holds = _holds(condition)
    taken = node.otherwise if holds is False else node.then
    if holds is not None:
        return _branch(taken, evidence, turn)
    reason = f"when: {_reason(condition)}"
    return [check for inner in taken for check in checks_of(inner, reason, turn)]


def _any_holds(node: AnyOf, evidence: Evidence | str, turn: int | None) -> tuple[bool | None, str]:
    branches = [_branch(branch, evidence, turn) for branch in node.branches]
    verdicts = [_holds(branch) for branch in branches]
    if True in verdicts:
        first = verdicts.index(True)
        return True, f"branch {first + 1} of {len(branches)} holds: {_names(branches[first])}"
    if None in verdicts:
        return None, _reason(branches[verdicts.index(None)])
    reasons = "; ".join(
        f"{number}: {_reason(branch)}" for number, branch in enumerate(branches, start=1)
    )
    return False, one_line(f"no branch holds: {reasons}", 300)


def _not_holds(node: Not, evidence: Evidence | str, turn: int | None) -> tuple[bool | None, str]:
    inner = _branch(node.inner, evidence, turn)
    holds = _holds(inner)
    if holds is None:
        return None, _reason(inner)
    if holds:
        return False, f"holds, and should not: {_names(inner)}"
    return True, f"does not hold, as it should: {_reason(inner)}"


def _branch(nodes: tuple[Node, ...], evidence: Evidence | str, turn: int | None) -> list[Check]:
    return [check for node in nodes for check in checks_of(node, evidence, turn)]


def _holds(checks: list[Check]) -> bool | None:
    """Whether all of the checks passed; None when that could not be decided.

    A check that may be ungraded is passed over when it is, unless there is no other. No checks at
    all hold, as an implication does whose condition does not.
    """
    if any(check.outcome is FAILED for check in checks):
        return False
    missing = [check for check in checks if check.score is None]
    if any(not check.optional for check in missing) or (missing and len(missing) == len(checks)):
        return None
    return True


def _reason(checks: list[Check]) -> str:
    """The message of the check that kept the others from holding."""
    for outcome in (FAILED, UNGRADED):
        for check in checks:
            if check.outcome is outcome:
                return one_line(f"{check.name}: {check.message}", 300)
    return "nothing was checked"


def _names(checks: list[Check]) -> str:
    return one_line(", ".join(check.name for check in checks) or "nothing is expected", 200)
