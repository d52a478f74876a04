"""Hold conversations with a bot, record them, and summarise them for the report."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from functools import partial
from math import fsum
from typing import TYPE_CHECKING, Any, NamedTuple

from pytest_hydra import registry
from pytest_hydra.core.numbers import exact, six_places
from pytest_hydra.core.result import case_of, new_check, new_result, total_parts
from pytest_hydra.core.scorecard import (
    Outcome,
    Repeat,
    Scorecard,
    figures,
    mean,
    scorecard,
)
from pytest_hydra.core.text import one_line
from pytest_hydra.execution import Budget, now
from pytest_hydra.record import wire
from pytest_hydra.scenarios.answers import read_reply
from pytest_hydra.scenarios.attachments import content_of, records_of
from pytest_hydra.scenarios.bots.protocol import FIXTURE, Bot, BotError, TimedAnswer, ask
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.transcript.turn import RESPONSE_TYPES, Call, Reply, ReplyError, Turn

if TYPE_CHECKING:
    from pytest_hydra.execution import Secrets

    # This imports pydantic, which a conversation does not need.
    from pytest_hydra.scenarios.load import Scenario


#: Kinds of checks that do not count in comparisons of treatments: without a skill they cannot pass.
EXPECTED_SKILL = "expectedSkill"
SKILL_KINDS = (EXPECTED_SKILL, "forbiddenSkills")
#: The prefix of amounts that count replies of a model without a price.
NO_PRICE = "no price: "

_FIRST_WORDS = 40
_KINDS = (Conversation, Turn, Reply, Call)
_NAMES = frozenset(field.name for kind in _KINDS for field in fields(kind)).union(
    registry.records(), *[record["fields"] for record in registry.records().values()]
)
# Escaped to ASCII: a message may contain what UTF-8 cannot encode.
_ENCODE = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode


def converse(
    bot: Bot,
    users: Iterable[str],
    context: Mapping[str, Any],
    budget: Budget | None = None,
    turns: list[Turn] | None = None,
) -> Conversation:
    """Send the bot the user's messages one by one, and record its answers.

    ``users`` may read the ``turns`` so far to produce the next message, and may append a turn
    without a reply. The bot gets its ``history`` of messages first.

    An error of the bot, or an exhausted ``budget``, ends the conversation: that turn and the later
    ones have no reply, but the reason. KeyboardInterrupt and pytest's exceptions for skip, fail and
    exit propagate. The turns are as the bot's environments know them.
    """
    turns = [] if turns is None else turns
    try:
        with bot.begin() as chat:
            _talk(bot, partial(ask, chat, context=context), users, turns, budget)
    except BotError as error:
        # The bot could not be started; or it wrote surplus lines, so that no answer can be trusted.
        asked = [turn.user for turn in turns] or [next(iter(users), "")]
        trace = error.traceback
        turns[:] = [Turn(user=user, error=str(error), traceback=trace) for user in asked]
    if bot.environments.parts:
        turns[:] = bot.environments.end(turns)
    if isinstance(users, Sequence) and len(turns) < len(users):
        reason = f"not sent: turn {len(turns)} had no reply"
        turns += [Turn(user=user, error=reason) for user in users[len(turns) :]]
    return Conversation(
        turns=tuple(turns), context=context, bot=bot.name, history=tuple(bot.history)
    )


def conversation_digest(
    bot_key: object,
    users: object,
    context: Mapping[str, Any],
    repeat: int = 0,
    **places: object,
) -> str:
    """Identify a conversation before it is held: a sha256, in hex.

    ``bot_key`` and ``users``, the messages or the player, are plain JSON; ``repeat`` is the number
    of the run, from 0. ``places`` are the identities of its environments by their keys.
    """
    identity = {"bot": bot_key, "context": context, "repeat": repeat, "users": users}
    identity |= {name: place for name, place in places.items() if place is not None}
    return hashlib.sha256(_ENCODE(identity).encode("ascii")).hexdigest()


def _talk(
    bot: Bot,
    ask_bot: Callable[[list[dict[str, str]]], TimedAnswer],
    users: Iterable[str],
    turns: list[Turn],
    budget: Budget | None,
) -> None:
    messages = [dict(message) for message in bot.history]
    around = bot.environments if bot.environments.parts else None
    for user in users:
        if budget is not None and budget.is_spent:
            turns.append(Turn(user=user, error=str(budget)))
            return
        if around is not None and turns:
            around.next_turn(len(turns))
        parts = bot.parts[len(turns)] if bot.parts else ()
        content: Any = content_of(parts) if parts else user
        messages.append({"role": "user", "content": content})
        started, files = now(), records_of(parts)
        try:
            turn = turn_of(user, ask_bot(messages), files)
        except BotError as error:
            turn = Turn(
                user=user,
                seconds=now() - started,
                error=str(error),
                traceback=error.traceback,
                arrived=error.calls,
                files=files,
                cost_usd=error.cost_usd or None,
            )
            if budget is not None:
                budget.add(error.cost_usd)
            turns.append(turn if around is None else around.finish_turn(turn))
            return
        reply = turn.reply or Reply()
        if budget is not None:
            budget.add(reply.cost_usd)
        turns.append(turn if around is None else around.finish_turn(turn))
        if turns[-1].reply is None:
            return
        messages.append({"role": "assistant", "content": reply.text})


def turn_of(user: str, timed: TimedAnswer, files: tuple[dict[str, str], ...] = ()) -> Turn:
    """The turn with this answer to the user's message and its files. Raises BotError."""
    try:
        reply = read_reply(timed.answer, user)
    except ReplyError as error:
        raise BotError(str(error), cost_usd=timed.cost_usd) from None
    if reply.cost_usd is None and timed.cost_usd is not None:
        reply = replace(reply, cost_usd=timed.cost_usd)
    if timed.by:
        reply = replace(reply, answered_by={**timed.by, **(reply.answered_by or {})})
    return Turn(
        user=user,
        reply=reply,
        seconds=timed.seconds,
        retries=timed.retries or None,
        first_seconds=timed.first_seconds,
        model=timed.model,
        files=files,
    )


def missing_conversation(
    bot: str | None, scenario: Scenario, reason: str, traceback: str | None = None
) -> Conversation:
    """A placeholder for a conversation that did not take place: all turns lack a reply."""
    turns = [Turn(user=user, error=reason) for user in scenario.messages]
    turns[0] = replace(turns[0], traceback=traceback)
    return Conversation(turns=tuple(turns), context=scenario.context, bot=bot or FIXTURE)


class Trial(NamedTuple):
    """One conversation of an item, and its result."""

    digest: str
    conversation: Conversation
    card: Scorecard
    reused: bool
    #: Its recording, as plain data.
    record: Mapping[str, Any]


def result_of(
    place: tuple[str, str], scenario: Scenario, outcome: Outcome, runs: Sequence[Trial], index: int
) -> dict[str, Any]:
    """What an item sends: its result, its exact total, and amounts to be added up.

    ``place`` is its file and its node id; ``index`` is that of the run whose checks are listed.
    """
    (file, nodeid), example = place, runs[index]
    total = mean([trial.card.total for trial in runs if trial.card.total is not None])
    errors = [turn.error for turn in example.conversation.turns if turn.error]
    outcomes = [trial.card.outcome for trial in runs]
    unit = f"{scenario.id}[{scenario.variant}]" if scenario.variant else scenario.id
    treatment = "" if scenario.treatment is None else scenario.treatment.name
    variant = "-".join(filter(None, (scenario.variant, treatment)))
    identity = f"{scenario.id}[{variant}]" if variant else scenario.id
    result = new_result(
        "scenario",
        id=identity,
        nodeid=nodeid,
        file=file,
        line=scenario.line,
        subject=example.conversation.bot,
        status=outcome.value,
        total=total,
        coverage=mean([trial.card.coverage for trial in runs]) or 0,
        checks=[new_check(check) for check in example.card.checks],
        runs=[_run(trial) for trial in runs] if runs[1:] else None,
        usage=usage_of(turn for trial in runs for turn in trial.conversation.turns),
        name=scenario.name if scenario.name != identity else None,
        tags=list(scenario.tags),
        category=scenario.category or None,
        case=dict(scenario.case) or None,
        filled=list(scenario.filled),
        row=_row(scenario, variant),
        by=list(scenario.by),
        draft=scenario.draft or None,
        threshold=six_places(scenario.threshold),
        error=errors[0] if errors else None,
        run=index + 1 if len(runs) > 1 else None,
        answered=_answered(runs) or None,
        judged=example.record.get("judged"),
        experiment=_experiment(scenario, unit, treatment, runs),
        **_figures(scenario.repeat, outcomes),
    )
    sent = {"result": result, "exact": total_parts(total)}
    if reused := [trial.reused for trial in runs].count(True):
        sent["amounts"] = {"reused": reused}
    for plan in scenario.plans.values():
        counts: Counter[str] = Counter()
        for trial in runs:
            counts.update(plan.amounts(trial.conversation, trial.card.checks))
        if counts:
            known: Any = sent.get("amounts", {})
            sent["amounts"] = {**known, **counts}
    return sent


def _row(scenario: Scenario, variant: str) -> list[str] | None:
    """Where its row is, with its variant, and what it asks; None if it has an id of its own."""
    if not scenario.row:
        return None
    place = variant.replace(scenario.case_id, scenario.row, 1)
    return [place, one_line(scenario.messages[0], _FIRST_WORDS)]


def _experiment(
    scenario: Scenario, unit: str, treatment: str, runs: Sequence[Trial]
) -> dict[str, Any] | None:
    """What the scenario is in the experiment of its file; None if it only has one treatment."""
    experiment = scenario.experiment
    if experiment is None or not experiment.is_measured or scenario.draft:
        return None
    # Only of triggers it is known which skill should not be used.
    kinds = (EXPECTED_SKILL,) if scenario.most_calls is None else SKILL_KINDS
    return {
        "treatment": treatment,
        "treatments": [each.name for each in experiment.treatments],
        "require": dict(experiment.require),
        "unit": unit,
        "case": f"{scenario.id}[{scenario.case_id}]" if scenario.case_id else scenario.id,
        "passes": [_passes(trial) for trial in runs],
        "used": [_uses_skill(trial, kinds) for trial in runs],
        "results": [_results(trial) for trial in runs],
        "spent": [usage_of(trial.conversation.turns) for trial in runs],
        "fires": None if scenario.most_calls is None else "fires" in scenario.tags,
    }


# What `Reply.answered_by` says, as results have it.
_ANSWERED = {
    "model": "models",
    "fingerprint": "fingerprints",
    "program": "programs",
    "prompt": "prompts",
    "tools": "tools",
}


def _answered(runs: Sequence[Trial]) -> dict[str, dict[str, int]]:
    """Who gave the replies, and the judges of the checks, with how often each answered."""
    counts: dict[str, dict[str, int]] = {}
    judges: dict[str, int] = {}
    for run in runs:
        for turn in run.conversation.turns:
            by = turn.reply.answered_by if turn.reply is not None else None
            if turn.model and not (by and "model" in by):
                by = {"model": turn.model, **(by or {})}
            for kind, name in by.items() if by else ():
                named = counts.setdefault(_ANSWERED[kind], {})
                named[name] = named.get(name, 0) + 1
        for grading in run.record.get("judgments", {}).values():
            for answer in grading.get("answers", ()):
                name = " ".join(filter(None, (answer.get("judge"), answer.get("model"))))
                judges[name] = judges.get(name, 0) + 1
    if judges:
        counts["judges"] = judges
    return {kind: dict(sorted(counts[kind].items())) for kind in sorted(counts)}


def compared_of(result: Mapping[str, Any], runs: Sequence[Trial]) -> Iterator[dict[str, Any]]:
    """What of each run a judge is to compare with the answers of others, as plain data.

    An ``arm`` is a bot and a treatment; answers to the same ``question`` are compared. ``first``
    says whether it is the treatment with which others are compared, None without treatments.
    """
    about: Mapping[str, Any] = result["details"].get("experiment") or {}
    treatment = about.get("treatment", "")
    for run, trial in enumerate(runs, start=1):
        for entry in trial.record.get("compared", ()):
            unit = about.get("unit", result["id"])
            yield {
                "arm": [result["subject"], treatment],
                "first": treatment == about["treatments"][0] if treatment else None,
                "question": [result["file"], unit, entry["turn"], entry["criterion"]],
                "case": case_of(result),
                "place": str(run),
                "criteria": [entry["criterion"]],
                "shown": {"conversation": entry["text"]},
            }


def _passes(trial: Trial) -> bool | None:
    """Whether a run passes without its checks of skills; None if it is ungraded."""
    checks = [check for check in trial.card.checks if check.kind not in SKILL_KINDS]
    is_cut_short = trial.conversation.fault is not None
    outcome = scorecard(checks, trial.card.threshold, is_cut_short=is_cut_short).outcome
    return None if outcome is Outcome.UNGRADED else outcome is Outcome.PASSED


def _results(trial: Trial) -> list[dict[str, Any]]:
    """The checks of a run, without those of skills."""
    return [
        {
            "text": entry["expected"] if check.kind == "judge" else entry["name"],
            "passed": None if check.score is None else check.outcome is Outcome.PASSED,
            "evidence": entry["message"],
        }
        for check in trial.card.checks
        if check.kind not in SKILL_KINDS
        for entry in (new_check(check),)
    ]


def _uses_skill(trial: Trial, kinds: Sequence[str]) -> bool | None:
    """Whether a run activated the skill that it is about; None if that is unknown."""
    for check in trial.card.checks:
        if check.kind in kinds and check.score is not None:
            return (check.outcome is Outcome.PASSED) is (check.kind == EXPECTED_SKILL)
    return None


def _run(trial: Trial) -> dict[str, Any]:
    """One of several runs, with the checks that did not pass."""
    card = trial.card
    checks = [new_check(check) for check in card.checks if check.outcome is not Outcome.PASSED]
    total = None if card.total is None else six_places(card.total)
    return {"outcome": card.outcome.value, "total": total, "checks": checks}


def seconds_of(runs: Sequence[Trial]) -> float:
    """The time that the bot took for new, not reused, conversations, in seconds."""
    new = [turn for trial in runs if not trial.reused for turn in trial.conversation.turns]
    return sum(turn.seconds for turn in new if turn.seconds is not None)


def usage_of(turns: Iterable[Turn]) -> dict[str, Any]:
    """The time of all turns, and the usage of their replies, as far as known."""
    usage: dict[str, Any] = {}
    costs: list[float] = []
    for turn in turns:
        if turn.seconds is not None:
            usage["seconds"] = usage.get("seconds", 0) + turn.seconds
        if turn.first_seconds is not None:
            first = usage.get("first_token_seconds", 0)
            usage["first_token_seconds"] = max(first, turn.first_seconds)
        if turn.reply is not None and turn.reply.tokens is not None:
            usage["tokens"] = usage.get("tokens", 0) + turn.reply.tokens
        if turn.cost is not None:
            costs.append(turn.cost)
        if turn.retries:
            usage["retries"] = usage.get("retries", 0) + turn.retries
    for name in ("seconds", "first_token_seconds"):
        if name in usage:
            usage[name] = round(usage[name], 3)
    if costs:
        usage["cost_usd"] = round(fsum(costs), 6)
    return usage


def bill_of(
    new: Sequence[Conversation], others: Iterable[float | None], *, is_capped: bool
) -> dict[str, Any]:
    """The cost in US dollars of turns and ``others``, and the number of unknown costs.

    Also the number of replies of each model without a price. Empty if nothing is known, and there
    is no limit.
    """
    answered = [
        (turn.cost, turn.model)
        for talk in new
        for turn in talk.turns
        if turn.reply or turn.cost is not None
    ]
    costs = [cost for cost, _ in answered]
    costs += others
    known = [exact(cost) for cost in costs if cost is not None]
    unpriced = [f"{NO_PRICE}{model}" for cost, model in answered if cost is None and model]
    if not (known or unpriced or is_capped):
        return {}
    bill = {"cost_usd": float(sum(known)), "replies": len(costs), "unknown": costs.count(None)}
    return {**bill, **Counter(unpriced)}


def recording_of(nodeid: str, runs: Sequence[Trial], stored_states: set[str]) -> str:
    """An item's conversations as a line of the run folder.

    Decisions are not included: they are made again from the conversations. The initial states of
    their environments are added, unless already recorded.
    """
    plain = [{"digest": trial.digest, **trial.record} for trial in runs]
    states: dict[str, Any] = {}
    for run in plain:
        for name in ("compared", "judged"):  # they follow from the rest
            run.pop(name, None)
        for part, (key, state) in registry.kept_once().items():
            record = run["conversation"].get(part)
            if record is not None:
                rest = {name: value for name, value in record.items() if name != state}
                if record[key] not in stored_states:
                    states[record[key]] = record[state]
                run["conversation"] = {**run["conversation"], part: rest}
    stored_states.update(states)
    extra = {"states": states} if states else {}
    return wire.encode_plain({"nodeid": nodeid, "runs": plain, **extra})


def map_texts(value: Any, change: Callable[[str], str]) -> Any:
    """Apply a change to all texts of a recorded value, and to keys that are not our fields."""
    if isinstance(value, Mapping):
        return {
            name if name in _NAMES else change(name): item
            if name == "response_type" and item in RESPONSE_TYPES
            else map_texts(item, change)
            for name, item in value.items()
        }
    if isinstance(value, list):
        return [map_texts(item, change) for item in value]
    return change(value) if isinstance(value, str) else value


def mask(plain: Mapping[str, Any], secrets: Secrets) -> dict[str, Any]:
    """A conversation as recorded, without secrets."""
    result = {**map_texts(plain, secrets.scrub), "bot": plain["bot"]}
    for turn in result["turns"]:
        if "error" in turn:  # ours, and perhaps cut in the middle of a secret
            turn["error"] = secrets.scrub_message(turn["error"])
    return result


def address_of(nodeid: str, digest: str) -> str:
    """The key of an item's conversation in the session's cache."""
    return hashlib.sha256(f"{digest} {nodeid}".encode("utf-8", "surrogatepass")).hexdigest()


def _figures(repeat: Repeat, runs: Sequence[Outcome]) -> dict[str, Any]:
    if repeat.times == 1:
        return {}
    required = {"k": repeat.k, "pass_at": six_places(exact(repeat.pass_at))}
    statistics = figures(repeat, runs)
    if statistics is None:
        return required
    return {
        **required,
        "pass_at_k": six_places(statistics.pass_at_k),
        "pass_hat_k": six_places(statistics.pass_hat_k),
        "interval": [six_places(exact(end)) for end in statistics.interval],
    }
