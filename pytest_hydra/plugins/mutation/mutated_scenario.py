"""Mutants of a recorded run: those a scenario notices, and expectations for the others."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.scorecard import FAILED, PASSED, UNGRADED, Outcome, Scorecard, scorecard
from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.plugins.mutation.mutations import Mutant, figures, mutants, refuses, words
from pytest_hydra.scenarios.expect.kinds import compile_expect
from pytest_hydra.scenarios.traces.drafts import expected_call

if TYPE_CHECKING:
    from pytest_hydra.scenarios.conversation import Trial
    from pytest_hydra.scenarios.items import ScenarioItem
    from pytest_hydra.scenarios.reply import Conversation

VERDICTS = ("noticed", "missed", "equivalent", "needs_judge", "not_tried")
NOTICED, MISSED, EQUIVALENT, NEEDS_JUDGE, NOT_TRIED = VERDICTS
# How many words of a reply are tried, longest first.
_MOST_WORDS = 5


def remedies(mutant: Mutant) -> Iterator[dict[str, Any]]:
    """Expectations that may distinguish the original reply from the mutated one."""
    original, mutated = mutant.original, mutant.reply
    calls = [expected_call(call) for call in original.calls]
    if original.calls != mutated.calls:
        sequence = {"calls": calls, "order": "exact"} if len(calls) > 1 else calls
        yield {"expectedCalls": sequence} if calls else {"expectedFunction": None}
    agents = (original.agent, *[call.agent for call in original.calls])
    yield from ({"expectedAgent": agent} for agent in agents if agent)
    yield {"shouldReject": refuses(original)}
    yield {"shouldAskFor": list(original.asks_for or ()) or True}
    yield {"shouldWarn": list(original.warnings or ()) or True}
    yield from ({"shouldContain": figure} for figure in figures(original.text))
    lost = filter(str.isalpha, set(words(original.text)) - set(words(mutated.text)))
    longest = sorted(lost, key=lambda word: (-len(word), word))[:_MOST_WORDS]
    yield from ({"shouldMention": word.lower()} for word in longest)
    yield {"text": original.text}


def _failed(card: Scorecard) -> list[str]:
    return [check.name for check in card.checks if check.outcome is FAILED]


class MutatedScenario:
    """A passed item of a replay, and the results of its mutants."""

    def __init__(self, item: ScenarioItem, trial: Trial) -> None:
        self.item, self.scenario, self.session = item, item.scenario, item.scenarios
        self.source, self._is_judged = trial.conversation, "judgments" in trial.record
        self._decide = partial(item.decide, trial.digest)
        self._forgiven = _failed(trial.card)

    def report(self) -> dict[str, Any]:
        """Each fault with its verdict, and by turn the expectations that notice the missed ones."""
        try:
            control, reason = self._made_again(self.source), ""
            if self._decide(control, reused=True).card.outcome is not PASSED:
                reason = "its calls, repeated in a new world, do not pass"
        except HydraError as error:
            control, reason = self.source, one_line(str(error), 200)
        faults: list[dict[str, Any]] = []
        missed: dict[int | None, list[Mutant]] = {}
        for mutant in mutants(self.source):
            result = (NOT_TRIED, reason, mutant) if reason else self._verdict(mutant, control)
            if result[0] == MISSED:
                turn = None if self.scenario.speaker else mutant.turn
                missed.setdefault(turn, []).append(result[2])
            fields = {"fault": mutant.fault, "turn": mutant.turn, "what": mutant.description}
            faults.append({**fields, "verdict": result[0], "why": result[1]})
        add = [{"turn": turn, "all": self._needed(turn, group)} for turn, group in missed.items()]
        place = {"nodeid": self.item.nodeid, "line": self.scenario.line}
        place["draft"] = self.scenario.draft
        return {**place, "missed": sum(map(len, missed.values())), "faults": faults, "add": add}

    def _verdict(self, mutant: Mutant, control: Conversation) -> tuple[str, str, Mutant]:
        """A mutant's verdict, the reason, and the mutant with its calls made in the world."""
        has_calls = mutant.reply.calls != mutant.original.calls
        try:
            if has_calls:
                conversation = self._made_again(mutant.conversation)
                mutant = mutant._replace(conversation=conversation)
            # Not reused: recorded judgments are about another text.
            card = self._decide(mutant.conversation, reused=False).card
        except HydraError as error:
            return NOT_TRIED, one_line(str(error), 200), mutant
        except Exception as error:  # noqa: BLE001 - of a validator, and an error in pytest as well
            return NOTICED, one_line(f"a validator raised {error!r}", 200), mutant
        failures = [name for name in _failed(card) if name not in self._forgiven]
        names = one_line(", ".join(failures), 200)
        is_strict = card.has_critical_failure or self.scenario.threshold == 100
        if card.outcome is FAILED or (failures and is_strict):
            return NOTICED, names, mutant
        if self._is_judged and any(check.score is None for check in card.checks):
            return NEEDS_JUDGE, "", mutant
        if card.outcome is UNGRADED:
            return NOTICED, "it cannot be graded", mutant
        if not has_calls and not self._is_read(mutant.turn):
            return EQUIVALENT, "nothing is expected of this reply", mutant
        left = self._left(mutant.conversation)
        if has_calls and left and left == self._left(control):
            return EQUIVALENT, f"the state of the {' and '.join(left)} is the same", mutant
        return MISSED, f"{names} fails, but the threshold is reached" if failures else "", mutant

    def _is_read(self, turn: int) -> bool:
        """Whether any expectation applies to the reply of this turn."""
        steps = self.scenario.steps
        is_step = bool(steps) and steps[turn - 1].expect is not None
        return is_step or bool(self.scenario.expect and (not steps or turn == len(steps)))

    def _made_again(self, conversation: Conversation) -> Conversation:
        opening = self.session.holder.opening(self.item.bot, self.scenario)
        for plan in self.scenario.plans.values():
            conversation = plan.repeat(conversation, opening)
        return conversation

    def _left(self, conversation: Conversation) -> dict[str, Any]:
        """The records of environments in which calls are made again, by their keys."""
        repeated = [key for key, plan in self.scenario.plans.items() if plan.repeats]
        return {key: conversation.records.get(key) for key in repeated}

    def _needed(self, turn: int | None, missed: list[Mutant]) -> list[dict[str, Any]]:
        """Expectations that the original passes and that notice missed faults, if possible."""
        chosen: list[dict[str, Any]] = []
        for mutant in missed:
            outcome = partial(self._outcome, turn, mutant.conversation)
            if any(outcome(expect) is FAILED for expect in chosen):
                continue
            for expect in remedies(mutant):
                if outcome(expect) is FAILED and self._outcome(turn, self.source, expect) is PASSED:
                    critical = {"critical": list(expect)} if self.scenario.threshold < 100 else {}
                    chosen.append({**expect, **critical})
                    break
        return chosen

    def _outcome(self, turn: int | None, dialogue: Conversation, expect: dict[str, Any]) -> Outcome:
        demands = [(turn, compile_expect(expect))]
        return scorecard(
            self.session.decider.decide(self.item.bot, demands, dialogue, {})[0]
        ).outcome
