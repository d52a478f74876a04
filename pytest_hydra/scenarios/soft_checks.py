"""The fixture ``hydra``: weighted soft checks, summed up at the end of a test."""

from __future__ import annotations

import sys
from dataclasses import replace
from numbers import Number
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra.core import scorecard as cards
from pytest_hydra.core.numbers import (
    Exact,
    exact,
    format_number,
    limit_fault,
    six_places,
    weight_fault,
)
from pytest_hydra.core.result import new_check, new_result, total_parts
from pytest_hydra.core.scorecard import WEIGHS_NOTHING, Check, Outcome, Scorecard, scorecard
from pytest_hydra.core.text import counted, display_path, one_line
from pytest_hydra.errors import BadValueError, FailedChecksError, HydraError, ShortfallError
from pytest_hydra.scenarios.bots.protocol import bot_error

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from types import FrameType

    import pytest

    from pytest_hydra.scenarios.running.session import ScenarioSession
    from pytest_hydra.transcript.turn import Reply, Turn

_MOST_OF_AN_ERROR = 300
_PACKAGE = str(Path(__file__).parent)


class Talk:
    """A conversation of a test; all turns of the test are in ``all_turns``, in their order.

    ``answer`` is what was checked, if it is no reply of the bot under test. ``chat`` identifies the
    chat with the bot, which several talks may share.
    """

    def __init__(self, all_turns: list[Turn], answer: object = None, chat: object = None) -> None:
        self.turns: list[Turn] = []
        self.answer = answer
        self.chat = chat
        self._all_turns = all_turns

    def add(self, turn: Turn, before: Sequence[Mapping[str, object]] = ()) -> None:
        """Add a turn; ``before`` are the messages that the bot got before it."""
        if before and not self.turns:
            keys = ("role", "content")
            given = [{key: str(message.get(key, "")) for key in keys} for message in before]
            turn = replace(turn, before=tuple(given))
        self.turns.append(turn)
        self._all_turns.append(turn)


class Hydra:
    """Weighted checks of one test, summed up at its end.

    Checks are soft: a failed one does not stop the test. The test fails at its end if the weighted
    total of its checks is below the marker's threshold (default 100), or if a critical check
    failed. ``session`` returns what `expect` needs, on its first call.
    """

    def __repr__(self) -> str:
        """The number of checks that passed: pytest prints it in each failure."""
        passed = sum(check.outcome is Outcome.PASSED for check, _ in self._checks)
        return f"<hydra: {passed} of {counted(len(self._checks), 'check')} passed>"

    def __init__(
        self, session: Callable[[], ScenarioSession], threshold: float, subject: str | None
    ) -> None:
        self.threshold = threshold
        self.subject = subject
        #: The error that the test, or a subtest, raised itself: then its checks are not a score.
        self.error: str | None = None
        #: Whether it is ungraded, which is an error even for an expected failure.
        self.is_undecided = False
        #: Which attempt at the test it is, from 1.
        self.tries = 1
        #: Whether the test has ended: checks in its teardown come too late.
        self.closed = False
        #: The conversations with the bot under test, and other replies that were checked.
        self.talks: list[Talk] = []
        #: The turns of all of them, in their order, and the name of the bot.
        self.turns: list[Turn] = []
        self.bot = "reply"
        self._session = session
        #: Whether the bot gave no reply, and what it raised.
        self._has_crashed = False
        self._trace = ""
        #: Each check with the file and line of its caller.
        self._checks: list[tuple[Check, tuple[str, int]]] = []

    def check(
        self,
        name: str,
        passed: object,
        *,
        weight: float = 1,
        message: str = "",
        critical: bool = False,
    ) -> bool:
        """Record a check that passed or failed, and return whether it passed.

        ``weight`` is 0, or from 0.000001 to 1000000. A ``critical`` check fails the test whatever
        its total. Raises TypeError for a function, a coroutine, an iterator or a pair of a verdict
        and a reason, and ValueError for NaN, all of which are always true.
        """
        __tracebackhide__ = True
        if isinstance(passed, Number) and passed != passed:  # noqa: PLR0124 - only NaN does
            raise ValueError(f"{name} is {passed}, which is neither passed nor failed")
        if advice := _advice(passed):
            raise TypeError(f"{one_line(repr(passed))} is always true, whatever it {advice}")
        ok = bool(passed)
        self._add(cards.verdict, ok, name, weight, message=str(message), critical=critical)
        return ok

    def score(
        self,
        name: str,
        score: float,
        *,
        weight: float = 1,
        message: str = "",
        critical: bool = False,
    ) -> None:
        """Record a score from 0 to 100. It counts in the total as it is, and passes at 100.

        Raises ValueError for any other score, also for one between 0 and 1, which is a share, and
        TypeError if it is not a number.
        """
        __tracebackhide__ = True
        number = _number("a score", score)
        if 0 < number < 1 and (fault := limit_fault(score)):
            raise ValueError(f"a score is 0 or {fault}")
        self._add(cards.graded, number, name, weight, message=str(message), critical=critical)

    def ungraded(
        self, name: str, reason: str, *, weight: float = 1, optional: bool = False
    ) -> None:
        """Record a check that could not be decided: an error unless it is ``optional``.

        It leaves the total and never counts as 0.
        """
        __tracebackhide__ = True
        self._add(cards.ungraded, reason, name, weight, optional=optional)

    def expect(self, reply: object, **expectations: Any) -> bool:
        """Check a reply against expectations in the vocabulary of scenario files.

        ``hydra.expect(reply, expectedFunction="transfer", shouldContain="5 DOT")``. The reply is
        anything a bot may return: a text, a mapping, a `Reply`, or a response of the common APIs.
        Returns whether every check passed; for an invalid reply they are ungraded. Raises
        HydraError for an expectation that would be invalid in a scenario file.
        """
        __tracebackhide__ = True
        from pytest_hydra.scenarios.answers import question_in, read_reply
        from pytest_hydra.scenarios.expect import kinds as rules
        from pytest_hydra.scenarios.expect.compile import UNCERTAIN
        from pytest_hydra.scenarios.reply import Conversation
        from pytest_hydra.transcript.turn import ReplyError

        session = self._session()
        try:
            compiled = rules.compile_expect(
                expectations, kinds=session.offers.kinds, operators=session.offers.operators
            )
        except BadValueError as error:
            where = ".".join(str(part) for part in error.at)
            raise HydraError(f"{where}: {error.message}" if where else error.message) from None
        if not compiled.certain:
            raise HydraError(UNCERTAIN)
        try:
            turns = self._turns_until(reply)
            if not turns:
                turns = self._add_reply(reply, read_reply(reply), user=question_in(reply))
        except ReplyError as error:
            # Everything is ungraded, as in a scenario.
            turns = self._add_reply(reply, None, str(error))
        place = _caller()
        # The test caught the exceptions of earlier turns: they do not concern this reply.
        turns = (*[rules.with_arrived_calls(turn) for turn in turns[:-1]], turns[-1])
        demands = [(len(turns) if turns[1:] else None, compiled)]
        decided = session.decider.decide(None, demands, Conversation(turns=turns), {})[0]
        number = next(n for n, turn in enumerate(self.turns, start=1) if turn is turns[-1])
        self._put((replace(check, turn=number), place) for check in decided)
        return all(check.outcome is Outcome.PASSED for check in decided)

    def talk(self, answer: object = None, chat: object = None) -> Talk:
        """A new conversation, or the reply ``answer`` that is no answer of the bot under test."""
        self.talks.append(Talk(self.turns, answer, chat))
        return self.talks[-1]

    def _turns_until(self, reply: object) -> tuple[Turn, ...]:
        """The turns of the conversation with this reply, up to it; empty if there is none."""
        for talk in self.talks if reply is not None else ():
            for end, turn in enumerate(talk.turns, start=1):
                if turn.reply is reply or talk.answer is reply:
                    return tuple(talk.turns[:end])
        return ()

    def _add_reply(
        self, answer: object, reply: Reply | None, error: str | None = None, user: str = ""
    ) -> tuple[Turn, ...]:
        from pytest_hydra.transcript.turn import Turn

        talk = self.talk(answer)
        talk.add(Turn(user=user, reply=reply, error=error))
        return tuple(talk.turns)

    def _conversation(self) -> dict[str, Any]:
        """All turns as one conversation, as it is recorded: without secrets."""
        from pytest_hydra.scenarios.conversation import map_texts
        from pytest_hydra.scenarios.reply import Conversation, conversation_to_plain

        talks = [talk for talk in self.talks if talk.answer is None and talk.turns]
        chats = list(dict.fromkeys(talk.chat for talk in talks))
        numbers = {id(turn): chats.index(talk.chat) + 1 for talk in talks for turn in talk.turns}
        turns = self.turns
        if chats[1:]:
            turns = [replace(turn, talk=numbers.get(id(turn))) for turn in turns]
        plain = conversation_to_plain(Conversation(turns=tuple(turns), bot=self.bot))
        masked: dict[str, Any] = map_texts(plain, self._session().hidden.redact)
        return masked

    def _transcript(self) -> Iterator[str]:
        """The conversation with all checks, as for scenarios."""
        if not self.turns:
            return
        from pytest_hydra.scenarios.explain import transcript, turns_to_show
        from pytest_hydra.scenarios.reply import conversation_from_plain

        yield ""
        checks = [check for check, _ in self._checks]
        conversation = conversation_from_plain(self._conversation())
        yield from transcript(conversation, checks, turns_to_show(conversation, checks))

    def _add(self, make: Any, result: object, name: str, weight: float, **fields: Any) -> None:
        __tracebackhide__ = True
        if not isinstance(name, str):
            raise TypeError(
                f"the first argument is the name of the check, a text, not {name!r:.60}"
            )
        weighs = _number("the weight of a check", weight)
        if fault := weight_fault(weighs):
            raise ValueError(f"the weight of a check must be {fault}, not {one_line(repr(weight))}")
        try:
            check = make(result, name=name, kind="check", weight=weighs, **fields)
        except ValueError as error:
            # Raised here, so that the traceback shows none of our lines.
            raise ValueError(str(error)) from None
        # It belongs to what the bot had said by then.
        self._put([(replace(check, turn=len(self.turns) or None), _caller())])

    def _put(self, checks: Iterable[tuple[Check, tuple[str, int]]]) -> None:
        __tracebackhide__ = True
        if self.closed:
            raise HydraError(
                "this check comes too late: the test was decided when it ended; "
                "check it in the test, or in a fixture before its yield"
            )
        self._checks += checks

    def settle(self, skipped: BaseException | None = None) -> None:
        """Raise ShortfallError if the checks failed or are ungraded.

        ``skipped`` is the skip that ended the test or its setup early.
        """
        __tracebackhide__ = True
        card, bad = self.card(), Outcome.UNGRADED if self.is_undecided else Outcome.FAILED
        if skipped is not None:
            self.error = one_line(f"Skipped: {skipped}", _MOST_OF_AN_ERROR)
        elif not self.closed:
            bad = Outcome.UNGRADED  # it ended in its setup, with a reason of its own
        if card is not None and card.outcome is bad:
            raise self._shortfall(card) from None

    def conclude(
        self, report: pytest.TestReport, raised: pytest.ExceptionInfo[BaseException] | None
    ) -> None:
        """Take in the end of the test, or of a subtest, before the report is sent.

        Ungraded checks are reported by the teardown: neither an expected failure nor a skip excuses
        them. ``raised`` is the exception of the test, if any.
        """
        if raised is not None and isinstance(raised.value, ShortfallError):
            return  # `settle` has decided it
        unanswered = None if raised is None else bot_error(raised.value)
        crashed = unanswered is not None
        if unanswered is not None:
            text, _, self._trace = str(unanswered).partition("\n")
            crash = getattr(report.longrepr, "reprcrash", None)
            place = ("?", 0) if crash is None else (crash.path, crash.lineno)
            self._checks.append((cards.ungraded(text, name="hydra_bot", kind="check"), place))
            self._has_crashed, self.error = True, one_line(text, _MOST_OF_AN_ERROR)
        card = self.card()
        if self.closed and card is not None and card.outcome is Outcome.UNGRADED:
            excused = card.is_missing and (self._has_crashed or report.skipped)
            self.is_undecided = excused or (raised is None and self.error is None)
        elif self.closed and card is not None:
            crashed = False  # a critical check has failed, whatever else the bot would have done
        if raised is not None and not crashed and (self.closed or report.failed):
            self.error = one_line(raised.exconly(tryshort=True), _MOST_OF_AN_ERROR)
        elif report.failed and not (crashed or self.is_undecided):
            # A strict xfail that passed.
            self.error = one_line(report.longreprtext, _MOST_OF_AN_ERROR)
        if crashed or self.is_undecided:
            report.outcome, report.longrepr = "passed", None
            vars(report).pop("wasxfail", None)

    def card(self) -> Scorecard | None:
        """The scorecard of the checks so far; None if there are none."""
        if not self._checks:
            return None
        return scorecard((check for check, _ in self._checks), exact(self.threshold))

    def carry(self, report: pytest.TestReport) -> None:
        """Put the checks on the report of the test's call, as plain data."""
        card, bill = self.card() if self.closed else None, self._bill()
        if card is None or (report.skipped and not hasattr(report, "wasxfail")):
            if bill:
                report.hydra_extra = {"amounts": bill}  # type: ignore[attr-defined]
            return
        total = None if self.error else card.total
        failed = report.failed or self.error is not None
        file, _, identity = report.nodeid.partition("::")
        line = report.location[1]
        result = new_result(
            "test",
            id=identity,
            nodeid=report.nodeid,
            file=file,
            line=None if line is None else line + 1,
            subject=self.subject,
            status="failed" if failed and not self.is_undecided else card.outcome.value,
            total=total,
            coverage=card.coverage,
            checks=[new_check(check) for check in card.checks],
            usage=self._usage(),
            threshold=six_places(exact(self.threshold)),
            xfail=getattr(report, "wasxfail", None),
            error=self.error,
            tries=self.tries if self.tries > 1 else None,
        )
        report.hydra_kind = "test"  # type: ignore[attr-defined]
        runs = {"runs": [{"conversation": self._conversation()}]} if self.turns else {}
        report.hydra = {  # type: ignore[attr-defined]
            "nodeid": report.nodeid,
            **runs,
            "result": result,
            "exact": total_parts(total),
            "amounts": bill,
        }
        report.hydra_ungraded = self.is_undecided  # type: ignore[attr-defined]

    def _usage(self) -> dict[str, Any]:
        """The time of the turns, and the usage of the replies, as for scenarios."""
        if not self.turns:
            return {}
        from pytest_hydra.scenarios.conversation import usage_of

        return usage_of(self.turns)

    def _bill(self) -> dict[str, Any]:
        """What the bot under test cost, as for scenarios."""
        turns = [turn for talk in self.talks if talk.answer is None for turn in talk.turns]
        if not turns:
            return {}
        from pytest_hydra.scenarios.conversation import bill_of
        from pytest_hydra.scenarios.reply import Conversation

        is_capped = self._session().holder.budget is not None
        return bill_of([Conversation(turns=tuple(turns))], (), is_capped=is_capped)

    def lines(self, *outcomes: str) -> list[str]:
        """The checks so far with these outcomes, one line each."""
        return [
            f"{display_path(Path(path), Path.cwd())}:{line}: {_headline(check, self.threshold)}"
            for check, (path, line) in self._checks
            if check.outcome in outcomes
        ]

    def explanation(self) -> list[str]:
        """The failed checks and the conversations, beside an exception of the test's own."""
        return [*self.lines("failed"), *self._transcript()]

    def _shortfall(self, card: Scorecard) -> ShortfallError:
        causes = [entry for entry in self._checks if entry[0].outcome is card.outcome]
        cause, (path, line) = f"{card.outcome}: {WEIGHS_NOTHING}", self._checks[0][1]
        if causes:
            # A critical check first: the total alone may be high enough.
            check, (path, line) = min(causes, key=lambda entry: not entry[0].critical)
            cause = _headline(check, self.threshold)
        points = format_number(card.points, 0, threshold=self.threshold)
        score = f"{f'{points}/100, ' if points else ''}threshold {self.threshold}"
        headline = f"{cause} ({'no score' if self.error or card.total is None else score})"
        lines = [headline, *self.lines(card.outcome, Outcome.FAILED), *filter(None, [self._trace])]
        lines += self._transcript()
        kind = FailedChecksError if card.outcome is Outcome.FAILED else ShortfallError
        return kind(
            headline, "\n".join(lines).rstrip(), (display_path(Path(path), Path.cwd()), line)
        )


def _headline(check: Check, threshold: float) -> str:
    message = f": {one_line(check.message, 200)}" if check.message else ""
    points = format_number(check.score, 0, threshold=threshold)
    score = f" ({points}/100)" if check.score not in (None, 0, 100) else ""
    return f"{check.label}: {one_line(check.name)}{score}{message}"


def _number(subject: str, value: float) -> Exact:
    """The exact number. Raises TypeError if it is not a number."""
    __tracebackhide__ = True
    # Texts that spell numbers, and booleans, are mistakes here.
    if not isinstance(value, str | bool):
        try:
            return exact(value)
        except (TypeError, ValueError):
            pass
    raise TypeError(f"{subject} must be a number, not {one_line(repr(value))}")


def _advice(value: object) -> str:
    """Why a value is meaninglessly true, and what to pass instead; empty for other values."""
    if isinstance(value, tuple) and bool in map(type, value[:1]):
        return "contains: pass its first part, and the rest as the message"
    names = set(dir(type(value)))
    has_truth = names & {"__bool__", "__len__"}
    is_bare = not (has_truth or names.isdisjoint({"__call__", "__await__", "__next__"}))
    never = is_bare or value is NotImplemented
    return "would return: call, await or exhaust it" if never else ""


def _caller() -> tuple[str, int]:
    """File and line of the caller: the nearest frame that is neither ours nor hidden.

    A helper with ``__tracebackhide__`` is skipped, as in pytest's tracebacks.
    """
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if not frame.f_code.co_filename.startswith(_PACKAGE) and not frame.f_locals.get(
            "__tracebackhide__"
        ):
            return frame.f_code.co_filename, frame.f_lineno
        frame = frame.f_back
    return "?", 0
