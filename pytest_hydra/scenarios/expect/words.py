"""Expectations of the bot's words: type of reply, text, requests, warnings and refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any, Literal, NamedTuple

from pytest_hydra.core.numbers import is_number
from pytest_hydra.errors import BadValueError
from pytest_hydra.scenarios.expect.letters import contains, is_visible, shown_numbers
from pytest_hydra.scenarios.expect.matchers import KeyPath, Matcher
from pytest_hydra.scenarios.expect.model import (
    CompileContext,
    CompiledExpectation,
    Evidence,
    FinalScore,
    Part,
    PartResult,
    SchemaKeyword,
    Text,
    Texts,
    WordAnswer,
    WordKind,
    WordQuestion,
    as_text,
    as_texts,
    each_of,
    once_if_any,
    own_kind,
    verdict,
)
from pytest_hydra.scenarios.expect.rules import (
    brief,
    is_named,
    keys_of,
    matcher_rule,
    names,
    quoted,
    unknown,
)
from pytest_hydra.transcript.turn import RESPONSE_TYPES, Reply, ResponseType, spoken_text

# The English rules are imported on first use: the import is slow, and often not needed.

# A longer declared text is not used as a topic.
_LONGEST_TOPIC = 300

NOTHING = "the reply has neither text nor call"


class Phrase(NamedTuple):
    """A text or a number to look for, as it is quoted, and the decimal signs of numbers."""

    text: str | float
    quote: str
    signs: str


def _phrases(kind: str, *, topics: bool = False, numbers: bool = False) -> Any:
    """The compiler of a kind with one check per phrase; true means any topic, false none.

    ``numbers``: a phrase may be a number.
    """
    choices = "true, false, a text or a list of texts" if topics else "a text or a list of texts"

    def compile_phrases(value: Any, context: CompileContext) -> CompiledExpectation:
        if topics and isinstance(value, bool):
            return CompiledExpectation(value, (Part("", value),))
        entries = value if isinstance(value, list | tuple) else [value]
        texts: tuple[str | float, ...]
        if numbers and any(map(is_number, entries)):
            noun = "a text or a number"
            texts = tuple([e if is_number(e) else as_text(e, context.at, noun) for e in entries])
        else:
            texts = as_texts(value, context.at, choices)
        phrases = tuple([Phrase(text, quoted(text), context.signs) for text in texts])
        parts = tuple([Part(f"{kind} {entry.quote}", brief(entry.text)) for entry in phrases])
        return CompiledExpectation(phrases if numbers else texts, parts)

    return compile_phrases


def speaks(reply: Reply) -> bool:
    """Whether the reply has visible text or a call."""
    return bool(reply.calls or is_visible(reply.text))


# --- what words mean ---------------------------------------------------------------------------

_VERBS_OF = {"refusal": "refuses", "warning": "warns", "request": "asks"}


def read_words(evidence: Evidence, kind: WordKind, topic: str | None, text: str) -> WordAnswer:
    """Whether the text is a refusal, warning, request or mention of the topic, by whom it is read.

    The topic None stands for anything.
    """
    subject = evidence.subject
    if kind == "mention" or subject.words == "judge":
        if subject.read_words is None:
            return WordAnswer(None, "no judge is available here")
        answer: WordAnswer = subject.read_words(evidence.questions, subject.turn)[
            WordQuestion(kind, topic)
        ]
        return answer
    from pytest_hydra.scenarios.english import HARDLY, read

    reading = read(kind, text, topic)
    if subject.words == "always" or reading.certain:
        return WordAnswer(reading.chance > 0.5, reading.sentence)
    if reading.unread and reading.chance <= HARDLY:
        return WordAnswer(None, f"found nothing that {_VERBS_OF[kind]}, but {reading.unread}")
    reason = f"unsure: by rules, {100 * reading.chance:.0f} % that it {_VERBS_OF[kind]}"
    hardly = reading.chance <= HARDLY
    return WordAnswer(None, f"{reason}: {quoted(reading.sentence)}", hardly)


# --- responseType -------------------------------------------------------------------------------


def _compile_type(value: Any, context: CompileContext) -> CompiledExpectation:
    name = as_text(value, context.at, f"one of {', '.join(RESPONSE_TYPES)}")
    if name not in RESPONSE_TYPES:
        raise unknown("type", name, RESPONSE_TYPES, context.at)
    return CompiledExpectation(name, (Part("", name),))


def _decide_type(expected: str, evidence: Evidence) -> list[PartResult]:
    reply = evidence.replies[-1]
    evidence = replace(evidence, reply=reply)
    actual, origin = reply.response_type, "declared"
    if not (actual or speaks(reply) or reply.unknown_calls or reply.asks_for or reply.rejected):
        return [PartResult(None, NOTHING)]
    # A call that failed was not made, whatever the expectation.
    reply = replace(reply, calls=evidence.made(reply))
    # A bot that acts has not refused, whatever it declares.
    unknown: list[str] = []

    def read(kind: WordKind) -> WordAnswer:
        answer = read_words(evidence, kind, None, reply.text)
        if answer.holds is None:
            unknown.append(answer.text)
        return answer

    if actual is None or (actual == "rejection" and _acts(evidence)):
        actual, origin = infer_type(reply, _acts(evidence), read), "inferred"
    if actual is None:
        return [PartResult(None, unknown[0] if unknown else _unclear(evidence))]
    other = "" if actual == expected else f", not {_noun(expected)}"
    return [verdict(not other, f"is {_noun(actual)} ({origin}){other}", actual)]


def infer_type(
    reply: Reply, acts: bool | None, read: Callable[[WordKind], WordAnswer]
) -> ResponseType | None:
    """The type of a reply that declares none; other declarations take precedence over its text.

    ``acts``: whether a call does more than read, None if unknown. If true, it is an action; else
    with a refusal a rejection; else with a request for something needed a clarification; else with
    calls an action, and without them an answer. None if it depends on an unknown. ``read`` says
    whether the text is a ``refusal`` or a ``request``; beside a request or a call it is enough that
    a refusal is unlikely.
    """
    if acts:
        return "action"
    refuses, asks = reply.rejected, None if reply.asks_for is None else bool(reply.asks_for)
    if refuses is None:
        answer = WordAnswer(False, "") if reply.asks_for else read("refusal")
        refuses = answer.holds
        if answer.hardly:
            asks = read("request").holds if asks is None else asks
            refuses = False if asks or reply.calls else None
    if acts is None:
        return None if refuses is not False or not reply.calls else "action"
    if refuses is not False:
        return "rejection" if refuses else None
    asks = read("request").holds if asks is None else asks
    if asks is not False:
        return "clarification" if asks else None
    return "action" if reply.calls else "answer"


def _acts(evidence: Evidence) -> bool | None:
    """Whether the reply has a call that does more than read; None if unknown."""
    calls, read_only = evidence.made(evidence.reply), evidence.subject.read_only
    reads = [is_named(call.function, read_only or ()) for call in calls]
    if read_only is not None and not all(reads):
        return True
    is_unclear = evidence.reply.unknown_calls or (calls and read_only is None)
    return None if is_unclear else False


def _unclear(evidence: Evidence) -> str:
    """Why the type of a reply with calls is unclear, and how to make it clear."""
    if evidence.reply.unknown_calls:
        return f"there may be a call of an unknown kind: {names(evidence.reply.unknown_calls)}"
    functions = [call.function for call in evidence.made(evidence.reply)]
    return (
        f"refuses in words, but calls {names(functions)}: list the calls that only read, in "
        "hydra.toml under [bots.NAME] or [scenarios]: "
        f"read_only = [{quoted(functions[0])}], or [] for none"
    )


def _noun(name: str) -> str:
    return f"an {name}" if name[:1] in "aeiou" else f"a {name}"


# --- shouldContain, shouldNotContain, shouldMention ---------------------------------------------


def _decide_contains(
    phrases: Sequence[Phrase], evidence: Evidence, should_be: bool = True
) -> list[PartResult]:
    text, results = evidence.text(should_be), []
    # A bot that says nothing has not proven that it avoids the phrase.
    is_silent = not (should_be or speaks(evidence.reply))
    for phrase, quote, signs in phrases:
        is_contained = contains(text, phrase, signs)
        message = f"{'contains' if is_contained else 'does not contain'} {quote}"
        if not isinstance(phrase, str):
            message += _readings(text, phrase if is_contained else None, signs)
        is_proven = is_contained or not is_silent
        results.append(
            verdict(is_contained == should_be, message, brief(text))
            if is_proven
            else PartResult(None, NOTHING, "")
        )
    return results


def _readings(text: str, number: float | None, signs: str) -> str:
    """How the numbers of a text that are not written as digits only were read; at most three.

    ``number``: only those of this value.
    """
    found = [
        f"{quoted(entry.written)} is read as {quoted(entry.value)}"
        for entry in dict.fromkeys(shown_numbers(text, signs))
        if number in (None, entry.value) and not entry.written.isdigit()
    ]
    return f" ({'; '.join(found[:3])})" if found else ""


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic and its synonyms; one of them is enough."""

    topic: Text
    any_of: Annotated[list[Text], SchemaKeyword("minItems", 1)]


_TOPIC_KEYS = ("topic", "any_of")


def _compile_mention(value: Any, context: CompileContext) -> CompiledExpectation:
    is_list = isinstance(value, list | tuple)
    if is_list and not value:
        raise BadValueError("is an empty list; it should name a topic", context.at)
    entries = value if is_list else [value]
    topics = tuple(
        _topic(entry, (*context.at, index) if is_list else context.at)
        for index, entry in enumerate(entries)
    )
    parts = tuple(
        Part(f"shouldMention {quoted(words[0])}", brief(entry))
        for words, entry in zip(topics, entries, strict=True)
    )
    return CompiledExpectation(topics, parts)


def _topic(entry: Any, at: KeyPath) -> tuple[str, ...]:
    """The topic, followed by its synonyms."""
    if not isinstance(entry, Mapping):
        return (as_text(entry, at, "a topic, or {topic, any_of}"),)
    entries = keys_of(entry, _TOPIC_KEYS, at)
    for key in _TOPIC_KEYS:
        if key not in entries:
            raise BadValueError(f"has no {key!r}", at)
    topic = as_text(entries["topic"][1], (*at, "topic"))
    key, synonyms = entries["any_of"]
    return (topic, *as_texts(synonyms, (*at, key)))


def _decide_mention(topics: Sequence[tuple[str, ...]], evidence: Evidence) -> list[PartResult]:
    from pytest_hydra.scenarios.english import find_mention

    text, results = evidence.text(), []
    for words in topics:
        matches: Iterator[tuple[str, str]] = (
            (word, sentence) for word in words if (sentence := find_mention(text, word))
        )
        if evidence.subject.words == "judge":
            topic = " or ".join(words)
            answer = read_words(evidence, "mention", topic, text)
            if answer.holds is None:
                results.append(PartResult(None, answer.text, brief(text)))
                continue
            matches = iter([(topic, answer.text)] if answer.holds else [])
        word, sentence = next(matches, ("", ""))
        message = f"mentions {quoted(word)}: {quoted(sentence)}"
        message = message if word else f"does not mention {names(words, 'or')}"
        results.append(verdict(bool(word), message, brief(text)))
    return results


# --- text ---------------------------------------------------------------------------------------


# A matcher with only these operators is about text that must not occur.
_NEGATIONS = frozenset({"not", "ne", "not_in", "notIn"})
# By whether a literal is expected, and whether it matches.
_VERBS = {
    (True, True): "is",
    (True, False): "is not",
    (False, True): "fits",
    (False, False): "does not fit",
}


def _compile_text(value: Any, context: CompileContext) -> CompiledExpectation:
    matchers = []
    for entry, at in each_of(value, context.at, "be a text or a matcher"):
        rule = matcher_rule(entry, at, context.operators)
        is_text = rule.values is None or any(isinstance(literal, str) for literal in rule.values)
        if "string" not in rule.kinds or not is_text:
            raise BadValueError(
                f"should be a text, or a matcher that a text can fit, not {quoted(entry)}", at
            )
        matchers.append(Matcher(entry, rule.test))
    parts = [Part(f"text {quoted(entry.source)}", brief(entry.source)) for entry in matchers]
    return CompiledExpectation(
        tuple(matchers),
        tuple(parts if isinstance(value, list | tuple) else [Part("", parts[0].expected)]),
    )


def _decide_text(matchers: Sequence[Matcher], evidence: Evidence) -> list[PartResult]:
    text, is_silent, results = evidence.reply.text, not speaks(evidence.reply), []
    all_texts = [text for reply in evidence.replies for text in (*reply.earlier_texts, reply.text)]
    for matcher in matchers:
        forbids = _forbids(matcher)
        texts = [text] if evidence.reads_last(not forbids) else all_texts
        fits = (all if forbids else any)(map(matcher.test, texts))
        verb = _VERBS[isinstance(matcher.source, str), fits]
        result = verdict(fits, f"{verb} {quoted(matcher.source)}", brief(text))
        # As for forbidden phrases: silence proves nothing.
        results.append(PartResult(None, NOTHING, "") if fits and is_silent else result)
    return results


def _forbids(matcher: Matcher) -> bool:
    return isinstance(matcher.source, Mapping) and matcher.source.keys() <= _NEGATIONS


def _final_text(matchers: Sequence[Matcher], _: Evidence) -> list[FinalScore]:
    return [0 if _forbids(matcher) else 100 for matcher in matchers]


# --- shouldAskFor, shouldWarn -------------------------------------------------------------------


# By expectation: the declaring field of a reply, and the words for messages.
_TOPICS: Mapping[str, tuple[str, Literal["request", "warning"], str, str]] = {
    "shouldAskFor": ("asks_for", "request", "asks for", "does not ask for"),
    "shouldWarn": ("warnings", "warning", "warns about", "does not warn about"),
}


def _decide_topics(kind: str, topics: Sequence[str] | bool, evidence: Evidence) -> list[PartResult]:
    """The result for each topic, by the reply's declarations, else by its text."""
    from pytest_hydra.scenarios import english

    (field, noun, does, does_not), reply = _TOPICS[kind], evidence.reply
    text = reply.text if evidence.reads_last(topics is not False) else spoken_text(reply)
    declared: Sequence[str] | None = getattr(evidence.reply, field)
    if topics is False and not speaks(evidence.reply) and declared is None:
        return [PartResult(None, NOTHING, "")]
    results = []
    for topic in (None,) if isinstance(topics, bool) else topics:
        # A bot may declare "delivery address" where the scenario says "address", or "amount" where
        # it says "amount in DOT".
        matches = [
            name
            for name in declared or ()
            if topic is None
            or name == topic
            or english.find_mention(name, topic)
            or (len(name) <= _LONGEST_TOPIC and english.find_mention(topic, name))
        ]
        is_clarification = field == "asks_for" and reply.response_type == "clarification"
        if topic is None and declared is None and is_clarification:
            matches = ["clarification"]
        answer = WordAnswer(False, "")
        if not matches and declared != ():
            answer = read_words(evidence, noun, topic, text)
        subject, should = "anything" if topic is None else quoted(topic), topics is not False
        if matches:
            result = verdict(should, f"{does} {subject} (declared)", brief(matches[0]))
        elif answer.holds is None:
            result = PartResult(None, answer.text, brief(text))
        elif answer.holds:
            message = f"{does} {subject}: {quoted(answer.text)}"
            result = verdict(should, message, brief(answer.text))
        else:
            is_read = topic is not None and evidence.subject.words != "judge" and declared != ()
            other = english.read(noun, text) if is_read else None
            is_other = other is not None and other.chance > 0.5
            note = f"; taken for a {noun}: {quoted(other.sentence)}" if other and is_other else ""
            note = " (declared)" if declared == () else note
            result = verdict(not should, f"{does_not} {subject}{note}", brief(text))
        results.append(result)
    return results


# --- shouldReject -------------------------------------------------------------------------------


def _compile_reject(value: Any, context: CompileContext) -> CompiledExpectation:
    if not isinstance(value, bool):
        as_text(value, context.at, "true, false or the reason as a text")
    return CompiledExpectation(value, (Part("", brief(value)),))


def _decide_reject(expected: bool | str, evidence: Evidence) -> list[PartResult]:
    reply = evidence.reply
    refused, message = _refusal(evidence, expected if isinstance(expected, str) else None)
    if expected is False and _declared_refusal(reply) is None and not speaks(reply):
        return [PartResult(None, NOTHING, "")]
    if refused is None:
        return [PartResult(None, message, brief(reply.text))]
    return [verdict(refused == (expected is not False), message, brief(reply.text))]


def _declared_refusal(reply: Reply) -> bool | None:
    """Whether the bot declares that it refuses, by itself or by the type; None if it does not."""
    if reply.rejected is not None or reply.response_type is None:
        return reply.rejected
    return reply.response_type == "rejection"


def _refusal(evidence: Evidence, reason: str | None) -> tuple[bool | None, str]:
    """Whether the bot refuses, for this reason if one is given, with an explanation.

    None if that depends on what a call does.
    """
    reply, calls, acts = evidence.reply, evidence.made(evidence.reply), _acts(evidence)
    rejected = _declared_refusal(reply)
    if rejected is False:
        return False, "does not refuse (declared)"
    if acts:
        read_only = evidence.subject.read_only or ()
        functions = names([c.function for c in calls if not is_named(c.function, read_only)])
        return False, f"does not refuse: called {functions}"
    from pytest_hydra.scenarios.english import find_mention

    if rejected:
        if reason is None:
            return True, "refuses (declared)"
        sentence = find_mention(reply.text, reason)
        if sentence is None:
            return False, f"refuses (declared), but does not give the reason {quoted(reason)}"
        return True, f"refuses (declared) for {quoted(reason)}: {quoted(sentence)}"
    answer = read_words(evidence, "refusal", reason, reply.text)
    if answer.holds is None and not (answer.hardly and acts is None and calls):
        return None, answer.text
    if answer.holds:
        refusal = f"refuses: {quoted(answer.text)}"
        return (None, _unclear(evidence)) if acts is None else (True, refusal)
    if acts is None and calls:
        return False, f"does not refuse: called {names(call.function for call in calls)}"
    if reason is not None and read_words(evidence, "refusal", None, reply.text).holds:
        return False, f"refuses, but does not give the reason {quoted(reason)}"
    return False, "does not refuse"


_ONE_TEXT = str | dict[str, Any]
_PHRASES = Text | float | Annotated[list[Text | float], SchemaKeyword("minItems", 1)]

WORD_KINDS = (
    own_kind("responseType", ResponseType, _compile_type, _decide_type),
    *[
        own_kind(
            kind,
            bool | Texts,
            _phrases(kind, topics=True),
            partial(_decide_topics, kind),
            final=once_if_any,
        )
        for kind in _TOPICS
    ],
    own_kind("shouldReject", bool | Text, _compile_reject, _decide_reject),
    own_kind(
        "text",
        _ONE_TEXT | Annotated[list[_ONE_TEXT], SchemaKeyword("minItems", 1)],
        _compile_text,
        _decide_text,
        final=_final_text,
    ),
    own_kind(
        "shouldContain",
        _PHRASES,
        _phrases("shouldContain", numbers=True),
        _decide_contains,
        final=100,
    ),
    own_kind(
        "shouldNotContain",
        _PHRASES,
        _phrases("shouldNotContain", numbers=True),
        partial(_decide_contains, should_be=False),
        final=0,
    ),
    own_kind(
        "shouldMention",
        Text | Topic | Annotated[list[Text | Topic], SchemaKeyword("minItems", 1)],
        _compile_mention,
        _decide_mention,
        final=100,
    ),
)
