"""Whether the user agreed before calls that need it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import NamedTuple

from pytest_hydra.core.lazy_regex import lazy_regex
from pytest_hydra.scenarios.expect.calls import compile_names
from pytest_hydra.scenarios.expect.model import (
    BEHIND_SERVER,
    Evidence,
    PartResult,
    Texts,
    WordQuestion,
    calls_behind_server,
    own_kind,
    unless_unknown,
    verdict,
)
from pytest_hydra.scenarios.expect.rules import brief, is_named, name_of, names, quoted
from pytest_hydra.transcript.turn import Agreement, Call, spoken_text

# A message that says nothing but no; a question that proposes a call by its name; and words with
# which a no may mean: go on.
_PLAIN_NO = lazy_regex(
    r"(?:please )?(?:no|nope|nah|no way|not now|do not|don'?t|stop)"
    r"(?: please| thanks| thank you| no| don'?t| stop)*"
)
_PROPOSES = (
    r"\b(?:(?:shall|should|may|can|could) (?:i|we)|(?:want|like|me|us) to)"
    r"(?: now| please| go ahead and)? (?:NAMES)"
)
_NO_MAY_AGREE = lazy_regex(
    r"\b(?:another|any\w*|before|change\w*|else|instead|keep\w*|leave|mind|more|not|object\w*|or"
    r"|other|stop|wait)\b|n't\b"
)
_LEAST_LETTERS = 3


class _Asked(NamedTuple):
    """What the bot said last, and what the user answered."""

    question: str = ""
    answer: str = ""

    def is_refused(self, function: str) -> bool:
        """Whether the user plainly said no when the bot asked about such a call."""
        answer = " ".join(re.findall(r"[\w']+", self.answer.lower().replace("\u2019", "'")))
        words = [word.lower() for word in re.findall(r"[A-Za-z][a-z]*", function)]
        names = "|".join([word for word in words if len(word) >= _LEAST_LETTERS])
        if not names or _PLAIN_NO.fullmatch(answer) is None:
            return False
        question = " ".join(self.question.lower().replace("\u2019", "'").split())
        proposes = re.search(_PROPOSES.replace("NAMES", names), question)
        return proposes is not None and _NO_MAY_AGREE.search(question) is None

    def __str__(self) -> str:
        """The end of the question, which asks, and the answer; empty without a question."""
        question = " ".join(self.question.split())
        question = question if len(question) <= 120 else f"…{question[-119:]}"
        answered = f"{quoted(question, 140)} was answered with {quoted(self.answer)}"
        return f": {answered}" if question else ""


class _Consent(NamedTuple):
    """A declared yes, to these functions if it names some, and the calls that it covered."""

    asked: _Asked
    functions: tuple[str, ...]
    used: dict[str, Call]

    def is_for(self, function: str) -> bool:
        """Whether it covers a call of this function, one of each."""
        return not self.functions or is_named(function, self.functions)


def _decide_confirmed(  # noqa: PLR0912 - what is declared, and each call
    functions: Sequence[str], evidence: Evidence
) -> list[PartResult]:
    """Whether consent was declared before each call; a call that does not fail uses it up."""
    conversation, judged_turn = evidence.subject.conversation, evidence.subject.turn
    found: dict[bool | None, list[str]] = {True: [], False: [], None: []}
    consents: list[_Consent] = []
    question, is_first, is_spoken = "", not conversation.history, bool(conversation.speaker)
    for number, turn in enumerate(conversation.turns[:judged_turn], start=1):
        asked = _Asked(question, turn.user)
        if turn.agrees is False:
            consents = []
        elif isinstance(turn.agrees, tuple):
            consents.append(_Consent(asked, turn.agrees, {}))
        # The author of a step knows to what a yes is, who speaks in the user's place has to say it.
        elif turn.agrees and not is_spoken:
            consents.append(_Consent(asked, (), {}))
        for call in turn.arrived if turn.reply is None else turn.reply.calls:
            if call.requested or not is_named(call.function, functions):
                continue
            own = [entry for entry in consents if entry.is_for(call.function)]
            consent = next((entry for entry in own if call.function not in entry.used), None)
            agreed, note = _agreed(call, consent, own, asked, turn.agrees, is_first)
            # It may contradict itself; the author of a step knows.
            if turn.agrees and is_spoken and asked.is_refused(call.function):
                agreed = None
            if consent is not None and call.error is None:
                consent.used[call.function] = call
            if judged_turn in (None, number):
                if agreed is None:
                    agreed, note = _by_judge(evidence, call, number)
                shown = asked if consent is None else consent.asked
                found[agreed].append(f"{name_of(call.function)} (turn {number}){shown}{note}")
        question = "" if turn.reply is None else spoken_text(turn.reply)
        is_first = False
    if denied := found[False]:
        message = f"called before the user agreed: {'; '.join(denied)}"
        return [verdict(False, message, brief(denied))]
    if unclear := found[None]:
        declared = (
            "let the user's player name it in `agrees`"
            if is_spoken
            else ("write `agrees` on the step")
        )
        hint = f"{declared}, or give a judge"
        message = f"it is not known whether the user had agreed to {'; '.join(unclear)} ({hint})"
        return [PartResult(None, message, brief(unclear))]
    if behind := calls_behind_server(evidence, functions):
        return [PartResult(None, BEHIND_SERVER.format(names(behind)), brief(behind))]
    granted = found[True]
    message = f"the user had agreed to {'; '.join(granted)}" if granted else "made no such call"
    return unless_unknown([verdict(True, message)], evidence, 0)


def _agreed(  # noqa: PLR0913, PLR0917 - a call, and all that may say whether it was agreed to
    call: Call,
    consent: _Consent | None,
    consents: Sequence[_Consent],
    asked: _Asked,
    declared: Agreement,
    is_first: bool,
) -> tuple[bool | None, str]:
    """Whether the user agreed to a call, as far as it is declared or plain, and a note."""
    if consent is not None:
        plainly_not = declared is None and asked.is_refused(call.function)
        return (False, "") if plainly_not else (True, "")
    if consents:
        # "Shall I cancel bookings 12 and 13?": whether a yes is for both is not known.
        is_again = any(entry.used[call.function].params == call.params for entry in consents)
        note = ", which covered an earlier call"
        return (False, note) if is_again else (None, note)
    if declared is False or is_first or asked.is_refused(call.function):
        return False, ""
    return None, ""


def _by_judge(evidence: Evidence, call: Call, turn: int) -> tuple[bool | None, str]:
    """Whether the user had agreed to a call, by the judge if it reads words, and the reason."""
    subject = evidence.subject
    if subject.words != "judge" or subject.read_words is None:
        return None, ""
    params = json.dumps(dict(call.params), ensure_ascii=False)
    question = WordQuestion("consent", f"{call.function} with {params}")
    agreed, text, *_ = subject.read_words([question], turn)[question]
    if agreed is None:
        return None, f" ({text})"
    return agreed, f", by the judge: {quoted(text) if agreed else 'no'}"


CONSENT_KIND = own_kind("confirmBefore", Texts, compile_names, _decide_confirmed, final=0)
