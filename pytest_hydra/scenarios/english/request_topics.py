"""What a request is about: its topic, also where only its question word says so."""

from __future__ import annotations

from pytest_hydra.scenarios.english.patterns import any_of, word_set
from pytest_hydra.scenarios.english.topics import mentions, telling_words

_CONSENT = word_set(
    """confirm confirmation approve approval permission consent agree agreement go-ahead
    proceed"""
)
_ASKS_CONSENT = any_of(
    r"\b(?:proceed|go ahead|continue|confirm|are you (?:sure|certain|happy)|shall i|should i"
    r"|do you (?:agree|approve|consent|accept|authori[sz]e)|y/n|yes ?(?:/|or) ?no|is (?:that"
    r"|this|it|everything) (?:all )?(?:correct|right|ok|okay)|type yes|reply yes"
    r"|look (?:right|good|correct|ok))\b",
)
# Question words that ask for a thing without naming it.
_ASKING_WORDS = (
    (any_of(r"\bhow much\b"), word_set("amount quantity sum price budget cost value")),
    (any_of(r"\bhow many\b"), word_set("number quantity count amount size")),
    (
        any_of(r"^\W*(?:and )?(?:(?:by|until|since|from) )?when\b|\bwhat (?:day|time)\b"),
        word_set("date time day"),
    ),
    (any_of(r"^\W*(?:and )?(?:to )?where\b"), word_set("address location place destination city")),
    (
        any_of(r"^\W*(?:and )?(?:(?:to|with|for|from) )?who(?:m|se)?\b"),
        word_set("recipient person name payee contact beneficiary"),
    ),
    (any_of(r"^\W*(?:and )?why\b|\bhow come\b|\bwhat makes you\b"), word_set("reason motive")),
    (
        any_of(r"\bhow (?:long|many (?:days|nights|weeks|hours|months|years))\b"),
        word_set("duration length"),
    ),
    (any_of(r"\bhow often\b"), word_set("frequency")),
    (any_of(r"\bhow old\b"), word_set("age")),
    (any_of(r"\bhow tall\b"), word_set("height")),
    (any_of(r"\bhow heavy\b"), word_set("weight")),
)
# A topic whose last word says little: who asks for an email asks for the email address.
_SHORT = {
    "email address": "email",
    "e-mail address": "email",
    "phone number": "phone",
    "mobile number": "mobile",
    "zip code": "zip",
}


def asks_for(text: str, spoken: str, topic: str | None) -> bool:
    """Whether a request for ``text`` (``spoken``: without quotations) is one for ``topic``."""
    if topic is None or mentions(text, topic):
        return True
    words = telling_words(topic)
    short = _SHORT.get(" ".join(words))
    if short and mentions(text, short):
        return True
    if len(words) == 1 and words[0] in _CONSENT and _ASKS_CONSENT.search(spoken):
        return True
    rest = " ".join(words[:-1])
    return any(
        words[-1] in things and word.search(spoken) and (not rest or mentions(text, rest))
        for word, things in _ASKING_WORDS
    )
