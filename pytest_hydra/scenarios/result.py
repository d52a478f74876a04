"""What an item sends to the controller: its entry in the report, and what was recorded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pytest_hydra.core.check import Outcome
from pytest_hydra.core.numbers import exact
from pytest_hydra.core.scorecard import Repeat, Scorecard, figures, mean
from pytest_hydra.record import wire
from pytest_hydra.record.wire import check_entry, shown_number, total_parts
from pytest_hydra.scenarios.files.load import Scenario
from pytest_hydra.scenarios.reply import Conversation, conversation_to_plain


class Trial(NamedTuple):
    """One conversation of an item and what it came to."""

    digest: str
    conversation: Conversation
    card: Scorecard
    reused: bool
    judgments: Mapping[str, Any]


def result_of(
    file: str, scenario: Scenario, outcome: Outcome, runs: Sequence[Trial], example: Trial
) -> dict[str, Any]:
    """An item's result as plain data: its entry in the report and its exact total."""
    total = mean(trial.card.total for trial in runs if trial.card.total is not None)
    coverage = mean(trial.card.coverage for trial in runs) or 0
    errors = [turn.error for turn in example.conversation.turns if turn.error]
    entry = {
        "id": f"{scenario.id}[{scenario.variant}]" if scenario.variant else scenario.id,
        "name": scenario.name,
        "file": file,
        "line": scenario.line,
        "bot": example.conversation.bot,
        "status": outcome.value,
        "score": None if total is None else shown_number(total),
        "coverage": float(shown_number(coverage)),
        "runs": len(runs),
        "checks": [check_entry(check) for check in example.card.checks],
        "tags": list(scenario.tags),
        "threshold": shown_number(scenario.threshold),
        "xfail": scenario.xfail,
        "error": errors[0] if errors else None,
    }
    if scenario.repeat.times > 1:
        # The keys stand in the order of the report's model.
        after = {key: entry.pop(key) for key in ("tags", "threshold", "xfail", "error")}
        entry |= _figures(scenario.repeat, [trial.card.outcome for trial in runs]) | after
    result = {"kind": "scenario", "entry": entry, "total": total_parts(total)}
    if any(trial.reused for trial in runs):
        result["amounts"] = {"reused": [trial.reused for trial in runs].count(True)}
    return result


def bill_of(runs: Sequence[Trial]) -> dict[str, Any]:
    """What the replies of an item cost, in US dollars, and how many there are that did not say."""
    costs = [
        turn.reply.cost_usd
        for trial in runs
        if not trial.reused
        for turn in trial.conversation.turns
        if turn.reply is not None
    ]
    declared = [exact(cost) for cost in costs if cost is not None]
    return {"cost_usd": float(sum(declared)), "replies": len(costs), "unknown": costs.count(None)}


def recording_of(nodeid: str, runs: Sequence[Trial]) -> str:
    """An item's conversations as a line of the run folder.

    What was decided of them is none of it: it is decided again from them.
    """
    plain = []
    for trial in runs:
        conversation = conversation_to_plain(trial.conversation)
        run = {"digest": trial.digest, "conversation": conversation}
        plain.append({**run, "judgments": trial.judgments} if trial.judgments else run)
    return wire.encode_plain({"nodeid": nodeid, "runs": plain})


def _figures(repeat: Repeat, runs: Sequence[Outcome]) -> dict[str, Any]:
    repeated = figures(repeat, runs)
    if repeated is None:
        return {"passes": None, "pass_at_k": None, "pass_hat_k": None, "interval": None}
    return {
        "passes": repeated.passes,
        "pass_at_k": shown_number(repeated.pass_at_k),
        "pass_hat_k": shown_number(repeated.pass_hat_k),
        "interval": [shown_number(exact(end)) for end in repeated.interval],
    }
