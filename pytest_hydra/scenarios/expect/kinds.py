"""Expectations: compiled once from a scenario, and decided into checks for each run."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pytest_hydra.core.numbers import Exact, exact
from pytest_hydra.core.plain import value
from pytest_hydra.core.scorecard import FAILED, PASSED, UNGRADED, Check, ungraded
from pytest_hydra.core.text import one_line
from pytest_hydra.registry import Offered
from pytest_hydra.scenarios.expect.calls import CALL_KINDS, LIMIT_KINDS
from pytest_hydra.scenarios.expect.compile import ExpectationScope, are_certain, compile_nodes
from pytest_hydra.scenarios.expect.matchers import OPERATORS, KeyPath, Operators
from pytest_hydra.scenarios.expect.model import (
    FAULTS,
    CompiledExpectation,
    Composite,
    Evidence,
    FinalScore,
    Kind,
    Node,
    Part,
    PartResult,
    Single,
    Subject,
    When,
    WordQuestion,
    undecided,
)
from pytest_hydra.scenarios.expect.words import NOTHING, WORD_KINDS, speaks
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.transcript.turn import Call, Reply, Turn

# Public to plugins and tests.
__all__ = [
    "KINDS",
    "CompiledExpectation",
    "Kind",
    "Part",
    "PartResult",
    "Subject",
    "compile_expect",
]

#: Those of the core that most suites use.
CORE_KINDS: Mapping[str, Kind] = {
    kind.name: kind for kind in (*WORD_KINDS, *CALL_KINDS, *LIMIT_KINDS)
}


def _of_calls(name: str) -> Kind:
    from pytest_hydra.scenarios.expect.agreement import CONSENT_KIND
    from pytest_hydra.scenarios.expect.call_sequence import SEQUENCE_KIND

    return {kind.name: kind for kind in (SEQUENCE_KIND, CONSENT_KIND)}[name]


def _custom(name: str) -> Kind:
    from pytest_hydra.scenarios.expect.custom import CUSTOM_KINDS

    return {kind.name: kind for kind in CUSTOM_KINDS}[name]


#: The others, each by what imports its module.
LATE_KINDS: Mapping[str, Callable[[str], Kind]] = {
    **dict.fromkeys(("expectedCalls", "confirmBefore"), _of_calls),
    **dict.fromkeys(("customValidator", "responseSchema", "judge"), _custom),
}
KINDS: Mapping[str, Kind] = Offered("expectations", CORE_KINDS, LATE_KINDS)


# Kinds that fail if the reply is empty, so that their failure proves nothing under a `not`.
_TEXT_KINDS = {"any", "not", "responseSchema", *(kind.name for kind in WORD_KINDS)}


@value
class Expectations:
    """The compiled expectations for one subject; ``source`` is how they are written.

    ``count_failed``: failed calls count as calls.
    """

    nodes: tuple[Node, ...]
    source: Any = None
    count_failed: bool = False

    @property
    def certain(self) -> bool:
        """Whether they produce at least one check for any reply."""
        return are_certain(self.nodes)


def compile_expect(
    expect: Mapping[str, Any],
    *,
    kinds: Mapping[str, Kind] = KINDS,
    weights: Mapping[str, Exact] | None = None,
    at: KeyPath = (),
    operators: Operators = OPERATORS,
) -> Expectations:
    """Compile one mapping of expectations.

    Names may be in camelCase or snake_case. ``weights`` replace the weights of the kinds;
    ``weights:`` in the mapping takes precedence, also for nested expectations. Raises BadValueError
    with the path of the fault, and HydraError if a package is missing.
    """
    policy = ExpectationScope(kinds, operators, weights or {})
    return Expectations(compile_nodes(expect, at, policy, set()), expect)


def decide(expectations: Expectations, subject: Subject) -> list[Check]:
    """The checks of the expectations, in the order in which they are written.

    Pure, except for the suite's validators. If the subject has no reply, every check is ungraded
    and says why; where deciding an expectation raises an exception, its checks are.
    """
    nodes, turn, scores = expectations.nodes, subject.turn, subject.scores
    count_failed = expectations.count_failed
    if scores is None:
        return _branch(nodes, _evidence_of(subject, count_failed, nodes), turn)
    named = [turn, expectations.source]
    if count_failed:
        named.append(count_failed)
    key = hashlib.sha256(ascii(named).encode("ascii")).hexdigest()
    if subject.unset:
        missing = f"the conversation contains {' and '.join(subject.unset)}, which is not set here"
        return _recorded(_branch(nodes, missing, turn), scores.get(key, ()))
    checks = _branch(nodes, _evidence_of(subject, count_failed, nodes), turn)
    scores[key] = [
        [check.name, None if check.score is None else str(check.score)] for check in checks
    ]
    return checks


def conclude(conversation: Conversation, checks: list[Check]) -> list[Check]:
    """The checks, adjusted if the conversation was interrupted.

    After a fault of who spoke in the user's place the scorecard decides. Otherwise a bot that broke
    down is ungraded, even if no check concerns that turn, and so is a silent bot that is only
    checked for what it must not do. A critical check that failed decides whatever happened later.
    """
    fault, turns = conversation.fault, conversation.turns
    number = next((index for index, turn in enumerate(turns, start=1) if turn.reply is None), 0)
    if not (fault or number):
        return [*checks, *_unproven(conversation, checks)]
    if fault:
        return checks
    if any(
        (check.score is None and not check.optional) or (check.critical and check.outcome is FAILED)
        for check in checks
    ):
        return checks
    reason = one_line(turns[number - 1].error or "there is no reply", 300)
    return [*checks, ungraded(reason, name="reply", kind="reply", turn=number)]


def _unproven(conversation: Conversation, checks: list[Check]) -> Iterator[Check]:
    """An ungraded check for each subject whose checks passed only because the bot was silent."""
    decided = [check for check in checks if check.score is not None or not check.optional]
    for number in dict.fromkeys(check.turn for check in decided):
        turns = conversation.turns[slice(None) if number is None else slice(number - 1, number)]
        is_silent = not any(turn.reply and _is_active(turn.reply) for turn in turns)
        if is_silent and all(_is_prohibition(check) for check in decided if check.turn == number):
            yield ungraded(NOTHING, name="reply", kind="reply", turn=number)


def _is_active(reply: Reply) -> bool:
    """Whether the reply has any text, call or declaration."""
    declarations = (reply.response_type, reply.asks_for, reply.warnings, reply.earlier_texts)
    return speaks(reply) or reply.rejected is not None or any((*declarations, reply.unknown_calls))


def _is_prohibition(check: Check) -> bool:
    """Whether a silent bot passes the check, although silence is not what it expects."""
    is_rule = check.kind == "not" or (check.kind in KINDS and KINDS[check.kind].final == 0)
    return is_rule and check.outcome is PASSED


def _recorded(checks: list[Check], scores: Sequence[Any]) -> list[Check]:
    """Ungraded checks, with their recorded scores if there are any."""
    if len(checks) != len(scores):
        return checks
    return [
        check
        if score is None
        else replace(
            check,
            score=exact(Fraction(score)),
            outcome=PASSED if score == "100" else FAILED,
            message=f"outcome as recorded: {check.message}",
        )
        for check, (_, score) in zip(checks, scores, strict=True)
    ]


def _evidence_of(
    subject: Subject, count_failed: bool, nodes: Sequence[Node] = ()
) -> Evidence | str:
    """The evidence, or the reason why there is none."""
    turns = subject.conversation.turns
    if subject.turn is not None:
        if not 0 < subject.turn <= len(turns):
            return f"the conversation has no turn {subject.turn}"
        turns = turns[subject.turn - 1 : subject.turn]
    cut = subject.conversation.fault or ""
    replies = [turn.reply for turn in turns if turn.reply is not None]
    if len(replies) < len(turns):
        cut = cut or _missing_reason(turns, subject.turn or 1)
        is_seen = subject.conversation.is_seen
        known = [turn for turn in turns if is_seen or turn.reply is not None or turn.arrived]
        turns = tuple(map(with_arrived_calls, known))
        replies = [turn.reply for turn in turns if turn.reply is not None]
    if not replies:
        return cut or "the conversation has no turn"
    tries = tuple([call for reply in replies for call in reply.calls])
    calls = tries if count_failed else tuple([call for call in tries if call.was_made])
    reply = replies[-1]
    if subject.turn is None and subject.conversation.speaker is not None:
        reply = _merged(replies, tries)
    elif cut:
        reply = Reply()  # the last reply is unknown
    asked: tuple[WordQuestion, ...] = ()
    if subject.words == "judge":
        from pytest_hydra.scenarios.expect.word_questions import questions_in

        asked = tuple(dict.fromkeys(questions_in(nodes)))
    return Evidence(subject, turns, tuple(replies), reply, calls, tries, cut, questions=asked)


def _missing_reason(turns: Sequence[Turn], start: int) -> str:
    """Why the first turn without a reply has none."""
    number, turn = next(entry for entry in enumerate(turns, start) if entry[1].reply is None)
    reason = one_line(turn.error, 300) if turn.error else "there is no reply"
    return reason if len(turns) == 1 else f"turn {number}: {reason}"


def with_arrived_calls(turn: Turn) -> Turn:
    """The turn; without a reply it has the calls that are known to have been made."""
    return turn if turn.reply else replace(turn, reply=Reply(calls=turn.arrived), seconds=None)


def _merged(replies: Sequence[Reply], calls: tuple[Call, ...]) -> Reply:
    """All replies as one, for turns that the file does not fix."""
    return replace(
        replies[-1],
        text="\n\n".join([reply.text for reply in replies]),
        calls=calls,
        asks_for=_declared([reply.asks_for for reply in replies]),
        warnings=_declared([reply.warnings for reply in replies]),
        rejected=True if any(reply.rejected for reply in replies) else replies[-1].rejected,
        unknown_calls=tuple([kind for reply in replies for kind in reply.unknown_calls]),
        earlier_texts=tuple([text for reply in replies for text in reply.earlier_texts]),
    )


def _declared(topics: Sequence[tuple[str, ...] | None]) -> tuple[str, ...] | None:
    """All declared topics; without any, none are declared only if each reply says so."""
    found = tuple([topic for some in topics for topic in some or ()])
    return None if not found and None in topics else found


def _checks_of(node: Node, evidence: Evidence | str, turn: int | None) -> list[Check]:
    """The checks of one node; all are ungraded if a reason replaces the evidence."""
    if isinstance(node, When):
        return _when_checks(node, evidence, turn)
    if isinstance(node, Composite):
        if node.name == "not" and isinstance(evidence, Evidence):
            evidence = replace(evidence, forbids=not evidence.forbids)
        branches = [_branch(branch, evidence, turn) for branch in node.branches]
        holds, message = _composite(node.name, evidence, branches)
        result = PartResult(None if holds is None else 100 if holds else 0, message)
        check = _check(node, node.name, Part(), result, turn)
        if not node.critical and _is_critical(node.name, branches):
            check = replace(check, critical=True)
        return [check]
    kind, parts = node.kind, node.parts
    try:
        pairs = zip(parts, _results(node, evidence), strict=True)
        return [_check(node, kind.name, part, result, turn) for part, result in pairs]
    except FAULTS as error:
        result = undecided(error)
        return [_check(node, kind.name, part, result, turn) for part in parts]


def _results(node: Single, evidence: Evidence | str) -> Sequence[PartResult]:
    if isinstance(evidence, str):
        return [PartResult(None, evidence)] * len(node.parts)
    cut = evidence.cut
    if not cut:
        return node.kind.decide(node.value, evidence)
    finals = _final_scores(node, evidence)
    if set(finals) == {None}:
        return [PartResult(None, cut)] * len(node.parts)
    results = node.kind.decide(node.value, evidence)
    return [
        result if result.score in {final} - {None} else PartResult(None, cut, result.actual)
        for result, final in zip(results, finals, strict=True)
    ]


def _final_scores(node: Single, evidence: Evidence) -> list[FinalScore]:
    """The score of each part that counts in an incomplete conversation; None if none does.

    It is the one that fails, whatever follows: 100 under a ``not``. Of a condition both count.
    """
    final, wanted = node.kind.final, 100 if evidence.forbids else 0
    found = final(node.value, evidence) if callable(final) else final
    scores = found if isinstance(found, list) else [found] * len(node.parts)
    return [score if evidence.is_condition or score == wanted else None for score in scores]


def _check(
    node: Single | Composite, kind: str, part: Part, result: PartResult, turn: int | None
) -> Check:
    score, message, actual, expected, optional = result
    # Positional arguments take half the time, and this runs for each check.
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
        node.optional or optional,
    )


def _when_checks(node: When, evidence: Evidence | str, turn: int | None) -> list[Check]:
    premise = evidence if isinstance(evidence, str) else replace(evidence, is_condition=True)
    condition = _branch(node.condition, premise, turn)
    holds = _outcome_of(condition)
    branch = node.otherwise if holds is False else node.then
    if holds is not None:
        return _branch(branch, evidence, turn)
    return _branch(branch, f"when: {_reason(condition)}", turn)


def _is_critical(name: str, branches: Sequence[Sequence[Check]]) -> bool:
    """Whether an ``any`` or a ``not`` that fails does so by a critical check of a branch.

    Those of an ``any`` failed; those of a ``not`` passed, and are critical only if named so.
    """
    checks = [check for branch in branches for check in branch if check.critical]
    if name == "any":
        return any(check.outcome is not PASSED for check in checks)
    return any(check.kind not in KINDS or not KINDS[check.kind].critical for check in checks)


def _composite(
    name: str, evidence: Evidence | str, branches: Sequence[list[Check]]
) -> tuple[bool | None, str]:
    """Whether an ``any`` or a ``not`` holds, and why."""
    verdicts = [_outcome_of(branch) for branch in branches]
    first, inner = verdicts[0], branches[0]
    if name == "not":
        if first is None:
            return None, _reason(inner)
        if first:
            return False, f"holds, but should not: {_names(inner)}"
        failed = {check.kind for check in inner if check.outcome is FAILED}
        if failed <= _TEXT_KINDS and isinstance(evidence, Evidence) and not speaks(evidence.reply):
            return None, NOTHING
        return True, f"does not hold, as expected: {_reason(inner)}"
    if isinstance(evidence, Evidence) and not any(map(_is_active, evidence.replies)):
        is_proven = [not all(map(_is_prohibition, branch)) for branch in branches]
        if True in verdicts and (True, True) not in zip(verdicts, is_proven, strict=True):
            return None, NOTHING
    if True in verdicts:
        index = verdicts.index(True)
        return True, f"branch {index + 1} of {len(branches)} holds: {_names(branches[index])}"
    if None in verdicts:
        return None, _reason(branches[verdicts.index(None)])
    reasons = "; ".join(
        f"{number}: {_reason(branch)}" for number, branch in enumerate(branches, start=1)
    )
    return False, one_line(f"no branch holds: {reasons}", 300)


def _branch(nodes: tuple[Node, ...], evidence: Evidence | str, turn: int | None) -> list[Check]:
    return [check for node in nodes for check in _checks_of(node, evidence, turn)]


def _outcome_of(checks: list[Check]) -> bool | None:
    """Whether all checks passed; None if that could not be decided.

    Optional checks that are ungraded are ignored, unless there are no others.
    """
    if any(check.outcome is FAILED for check in checks):
        return False
    missing = [check for check in checks if check.score is None]
    if any(not check.optional for check in missing) or (missing and len(missing) == len(checks)):
        return None
    return True


def _reason(checks: list[Check]) -> str:
    """The message of the first check that failed, or else was ungraded."""
    for outcome in (FAILED, UNGRADED):
        for check in checks:
            if check.outcome is outcome:
                return one_line(f"{check.name}: {check.message}", 300)
    return "nothing was checked"


def _names(checks: list[Check]) -> str:
    return one_line(", ".join(check.name for check in checks) or "nothing is expected", 200)
