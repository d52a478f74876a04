"""Whether what was said names the values of a call: "Shall I delete a.txt?", then b.txt.

Each part of a value has to be said: in the offer, or before it if the offer names nothing else of
the same sort (a number, a word, a currency, a date). Keys, which people rarely say, and free texts
may be left out. What stands beside the name of a parameter, or beside a word for its role, is a
value of this parameter: "2 nights", "from Bob".
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from pytest_hydra.scenarios.english.sentences import Sentence, read_sections
from pytest_hydra.scenarios.english.topics import forms

_ALIASES = {
    word: line[0]
    for line in map(str.split, read_sections("consent.txt")["[aliases]"])
    for word in line
}
_CURRENCIES, _WEEKDAYS, _MONTHS = map(str.split, read_sections("consent.txt")["[sorts]"])
_SORTS = {
    **dict.fromkeys(_CURRENCIES, "currency"),
    **dict.fromkeys(_WEEKDAYS, "weekday"),
    **dict.fromkeys(_MONTHS, "month"),
}
_ROLES = [frozenset(line.split()) for line in read_sections("consent.txt")["[roles]"]]
_ROLE_WORDS = frozenset[str]().union(*_ROLES)
_FREE, _CODE = (frozenset(line.split()) for line in read_sections("consent.txt")["[texts]"])
_TOKEN = re.compile(r"[$\u20ac\u00a3]|(?:(?<!\S)-(?=\d))?[^\W_](?:[\w.@:/,'-]*[^\W_])?")
_NUMBER = re.compile(r"(-?\d+(?:\.\d+)?)(st|nd|rd|th)?")
_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:t|$)")
_TIME = re.compile(r"(\d\d?)(?::(\d\d))?(?::\d\d)? ?([ap])?\.?(?:m\.?)?")
_ALL = re.compile(r"\*.*|all|any|everything|everyone")
_SAYS_ALL = re.compile(r"\b(?:all|any|every\w*|each|both)\b")
_NAME_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_KEY_NAMES = frozenset(("id", "ids", "key", "code", "number", "no"))
_KEY = re.compile(r"(?=.*\d)(?=.*[a-z])[a-z\d_#-]+|\d{9,}")
_SPACED = re.compile(r"(?=\d*[a-z])(?=[a-z]*\d)[a-z\d]{6,}|\d{9,}")
_CENTS = frozenset(("cent", "cents", "minor", "pence"))
_ONE = frozenset(("a", "an", "one", "the", "this", "it", "your"))
_SKIPPED = frozenset(("a", "an", "the", "your", "my", "number", "no", "id"))
_PREPOSITIONS = frozenset(("to", "from", "for", "into", "until", "in", "on", "at", "of", "by"))
_SMALL = _PREPOSITIONS | _SKIPPED | {"and", "with"}
_NUMERIC = frozenset(("number", "count", "day", "time"))
_NUMBERED = frozenset(("count", "code"))
_CODE_SIGN = re.compile(r"(?:^|\s)(?:--?[a-z]|/)|[|;&<>=${}\\*]")
_RELATIVE = frozenset(("today", "tomorrow", "tonight", "yesterday"))
_EXCLUDED = re.compile(r"\b(?:not|without|except|instead of|rather than)\b[^,;.]*", re.IGNORECASE)
_MARKUP = str.maketrans("", "", "*`")
# A longer text is free, unless it is code.
_MOST_WORDS = 4
_MOST_SENTENCES = 20


class _Mention(NamedTuple):
    """A word of a sentence: what it may name, its sorts, the words beside it, and its place."""

    names: frozenset[str]
    sorts: frozenset[str]
    beside: frozenset[str]
    place: int


class _Part(NamedTuple):
    """A part of a value: what names it, and the sorts of words that name it or another value.

    ``full``: the words of a person's name, of which only some have to be said; ``code``: a text
    that has to be said as it is; ``is_needed``: it has to be said at all.
    """

    names: frozenset[str]
    sorts: frozenset[str]
    is_needed: bool = True
    full: frozenset[str] = frozenset()
    code: str = ""


class _Said(NamedTuple):
    """What a sentence says: its words in order, its letters, and its text."""

    mentions: Sequence[_Mention]
    letters: str
    text: str

    def mentions_of(self, part: _Part) -> list[_Mention]:
        return [
            entry
            for entry in self.mentions
            if entry.names & part.names and (entry.sorts & part.sorts or not entry.sorts & _NUMERIC)
        ]

    def names(self, part: _Part) -> bool:
        if part.code:
            code = rf"(?<![\w./-]){re.escape(part.code)}(?![\w/*-]|\.\w)"
            return re.search(code, self.text) is not None
        return bool(self.mentions_of(part)) or self.has_code(part)

    def has_code(self, part: _Part) -> bool:
        """Whether it has a code of the part, perhaps spaced otherwise."""
        return any(word in self.letters for word in part.names if _SPACED.fullmatch(word))


def names_values(
    offer: Sequence[Sentence],
    before: Sequence[Sentence],
    params: Mapping[str, Any],
    nouns: frozenset[str],
    others: frozenset[str],
) -> bool:
    """Whether an offer, or what was said before it, names the values of a call, and no others.

    ``offer``: the sentence that names the call, then others that speak of it, which count if none
    before them names a value of the same sort. ``nouns`` are those of the call, and ``others``
    further words that are no values.
    """
    values = list(_values(params))
    said = " ".join([sentence.text for sentence in offer[:_MOST_SENTENCES]])
    if any(_is_beyond(said, name, entry) for name, entries in values for entry in entries):
        return False
    parts = [(name, [list(_parts(name, entry)) for entry in entries]) for name, entries in values]
    names = {form for name, _ in values for word in _words(name) for form in forms(word)}
    no_values = others | nouns | names
    offers = [_read(sentence, no_values) for sentence in offer[:_MOST_SENTENCES]]
    meant = _names(part for _, found in parts for entry in found for part in entry if part.sorts)
    unsaid: list[tuple[_Part, frozenset[str], frozenset[str]]] = []
    for name, entries in parts:
        are_named = {
            any(read.names(part) for part in entry for read in offers) for entry in entries
        }
        if len(are_named) > 1:
            return False  # bookings 12 and 13 were named, and the list has 14 too
        labels = _labels(name)
        own = _names(itertools.chain(*entries))
        for part in itertools.chain(*entries):
            is_named = _is_named(part, offers, labels, own, meant)
            if is_named is False:
                return False
            unsaid += [(part, labels, own)] if is_named is None and part.is_needed else []
    earlier = [_read(sentence, no_values) for sentence in before] if unsaid else []
    return all(
        any(_is_named(part, [read], labels, own, meant) for read in earlier)
        for part, labels, own in unsaid
    )


def _names(parts: Iterable[_Part]) -> frozenset[str]:
    return frozenset[str]().union(*(part.names for part in parts))


def _is_named(
    part: _Part,
    offers: Sequence[_Said],
    labels: frozenset[str],
    own: frozenset[str],
    meant: frozenset[str],
) -> bool | None:
    """Whether an offer names the part, or another value in its place; None if it does neither."""
    for offer in offers:
        if offer.has_code(part):
            return True
        of_sort = [entry for entry in offer.mentions if entry.sorts & part.sorts]
        others = [entry for entry in of_sort if not entry.names & meant]
        labelled = [entry for entry in of_sort if entry.beside & labels]
        if labelled and not any(entry.names & own for entry in labelled):
            return False
        if offer.names(part):
            found = offer.mentions_of(part)
            is_old = found and all("from" in entry.beside - labels for entry in found)
            if is_old and any("to" in entry.beside for entry in others):
                return False  # the limit is raised from 500 to 800
            if part.full <= frozenset[str]().union(*(entry.names for entry in found)):
                return True
            ends = {entry.place + step for entry in found for step in (-1, 1)}
            return ends.isdisjoint(entry.place for entry in others)
        if others:
            return False
    return None


def _is_beyond(said: str, name: str, value: str | float) -> bool:
    """Whether the value is a "no" to what was said, a "yes" to what it excludes, or all for one."""
    name = name.lower()
    if value is True and name in ("all", "everything"):
        value = "all"
    if isinstance(value, bool):
        words = [word for word in re.findall("[a-z]{4,}", name) if word not in _ALIASES]
        named = "|".join(form for word in words for form in sorted(forms(word)))
        found = re.search(rf"(\b(?:no|not|without)\b[^,;.]{{0,20}})?\b(?:{named})\b", said)
        return bool(words) and found is not None and (found[1] is None) is not value
    text = str(value).casefold().strip()
    is_named = _SAYS_ALL.search(said) or ("*" in text and text in said)
    return _ALL.fullmatch(text) is not None and not is_named


def words_of(params: Mapping[str, Any]) -> frozenset[str]:
    """The words that name the values of a call."""
    return _names(
        part for name, found in _values(params) for value in found for part in _parts(name, value)
    )


def _values(params: Mapping[str, Any]) -> Iterator[tuple[str, list[str | int | float]]]:
    """The values of each parameter, at any depth; those of a list's entries together."""
    for name, value in params.items():
        entries = value if isinstance(value, list | tuple) else [value]
        inner: dict[str, list[str | int | float]] = {}
        for entry in entries:
            for key, found in _values(entry) if isinstance(entry, Mapping) else ():
                inner.setdefault(key, []).extend(found)
        yield from inner.items()
        yield name, [entry for entry in entries if isinstance(entry, str | int | float)]


def _words(name: str) -> list[str]:
    """The words of a parameter's name: booking_id, bookingId."""
    return [word.lower() for word in _NAME_PART.findall(name)]


def _labels(name: str) -> frozenset[str]:
    """The words that tell which value is the parameter's, if they stand beside it."""
    words = {word for word in _words(name) if len(word) > 2 or word == "to"} - _KEY_NAMES
    roles = [role for role in _ROLES if role & {*words, "_".join(_words(name))}]
    return frozenset[str]().union(*map(forms, words), *roles)


def _parts(name: str, value: str | int | float) -> Iterator[_Part]:
    text = " ".join(str(value).casefold().split())
    tokens = text.split()
    words = frozenset(_words(name))
    is_key = not words.isdisjoint(_KEY_NAMES)
    if isinstance(value, bool) or not text or _ALL.fullmatch(text):
        return
    if words & _FREE:
        yield _Part(frozenset(tokens[:_MOST_WORDS]), frozenset(), is_needed=False)
        return
    if re.fullmatch(r"-?\d+(?:\.\d+)?", text):
        units = (1, 100) if words & _CENTS else (1,)
        sorts = _NUMBERED if is_key or _KEY.fullmatch(text) else frozenset(["number"])
        names = frozenset(_plain(float(text) / unit) for unit in units)
        yield _Part(names, sorts, sorts != _NUMBERED)
    elif (day := _DATE.match(text)) or _times(text):
        yield from _of_date(day, text) if day else ()
        clock = text[11:16] if day else text
        if (times := _times(clock)) and not (day and clock == "00:00"):
            yield _Part(times, frozenset(["time", "count"]))
    elif (meaning := _ALIASES.get(text, text)) in _SORTS:
        yield _Part(frozenset([meaning]), frozenset([_SORTS[meaning]]))
    elif words & _CODE or (tokens[1:] and _CODE_SIGN.search(text)):
        yield _Part(frozenset(re.findall(r"[\w.-]*\w", text)), frozenset(["word"]), code=text)
    elif str(value).istitle() and tokens[1:] and text.replace(" ", "").isalpha():
        yield _Part(frozenset(tokens), frozenset(["word"]), full=frozenset(tokens))
    elif len(tokens) <= _MOST_WORDS:
        for token in tokens:
            names = _spelled(token)
            has_digit = re.search(r"\d", token) is not None
            is_key_part = is_key or (not tokens[1:] and _KEY.fullmatch(token) is not None)
            if has_digit:
                sorts = _NUMBERED if is_key_part else _NUMBERED | _NUMERIC | {"word"}
                joined = re.sub(r"\W", "", text)
                names = frozenset(word for word in names if re.search(r"\d", word)) | {joined}
                yield _Part(names, sorts, not is_key_part)
            elif not tokens[1:] or token not in _SMALL:
                yield _Part(names.union(*map(forms, names)), frozenset(["word"]), not is_key)


def _of_date(day: re.Match[str], text: str) -> Iterator[_Part]:
    try:
        value = date(*map(int, day.groups()))
    except ValueError:
        return
    weekday, month = _WEEKDAYS[value.weekday()], _MONTHS[value.month - 1]
    names = _RELATIVE | {text, day[0].removesuffix("t"), str(value.day), weekday}
    yield _Part(names, frozenset(["day", "count", "weekday"]))
    yield _Part(frozenset([month]), frozenset(["month"]), is_needed=False)


def _times(text: str, after: str = "") -> frozenset[str]:
    """The times of the day that a text may mean, as "19:00"."""
    match = _TIME.fullmatch(text + after if after in ("am", "pm", "a.m", "p.m") else text)
    if match is None or not (match[2] or match[3]):
        return frozenset()
    hour, minute, half = int(match[1]), match[2] or "00", match[3]
    hours = [hour] if hour > 12 or len(match[1]) > 1 else [hour, hour + 12]
    hours = [hour % 12 + (12 if half == "p" else 0)] if half else hours
    return frozenset(f"{hour:02}:{minute}" for hour in hours)


def _plain(number: str | float) -> str:
    return f"{float(number):.12g}"


def _spelled(token: str) -> frozenset[str]:
    """The words of a value, as others may name it: PC-1001 as 1001, bob@example.com as bob.

    A path may be named by its end only: its folders are in other paths, too.
    """
    ends_of = _tails(token.removesuffix("'s").strip("+\"'.,()"))
    parts = [part for end in ends_of for part in re.split(r"[@_#]+", end) if part]
    ends = [str(int(end[0])) for part in parts if (end := re.search(r"\d{1,20}$", part))]
    return frozenset([_ALIASES.get(word, word) for word in [*ends_of, *parts, *ends]])


def _tails(path: str) -> list[str]:
    """The ends of a path: a/b/c, b/c and c."""
    parts = [part for part in re.split(r"[/\\]+", path) if part]
    return ["/".join(parts[index:]) for index in range(len(parts))]


def _read(sentence: Sentence, no_values: frozenset[str]) -> _Said:
    source = _EXCLUDED.sub(" ", sentence.original.translate(_MARKUP))
    tokens = [match[0].removesuffix("'s") for match in _TOKEN.finditer(source)]
    spellings = [token.casefold() for token in tokens]
    meanings = [_ALIASES.get(word, word) for word in spellings]
    mentions = []
    for place, (written, meaning) in enumerate(zip(spellings, meanings, strict=True)):
        before = [word for word in meanings[max(0, place - 3) : place] if word not in _SKIPPED]
        after = "".join(spellings[place + 1 : place + 2])
        near = {*meanings[max(0, place - 1) : place], *meanings[place + 1 : place + 2]}
        beside = {*before[-1:]} if after in _PREPOSITIONS else {*before[-1:], after}
        names = {written, meaning, *_tails(written)}
        sorts: set[str] = set()
        number = _NUMBER.fullmatch(meaning.replace(",", ""))
        if times := _times(meaning, after):
            names, sorts = {written, *times}, {"time"}
        elif number:
            names.add(_plain(number[1]))
            near_sorts = {_SORTS.get(word) for word in near}
            if "month" in near_sorts:
                sorts = {"day"}
            elif "currency" in near_sorts or re.fullmatch(r"(?:19|20)\d\d", meaning):
                sorts = {"number"}
            else:
                sorts = {"number", "count", "day"} if number[2] else {"number", "count"}
                names |= _times(f"{number[1]}:00")
        elif _DATE.match(written):
            sorts = {"day"}
        elif meaning in _SORTS and (
            meaning != "may"
            or any(word[0].isdigit() for word in near)
            or (tokens[place] == "May" and near.isdisjoint(["i", "we"]))
        ):
            sorts = {_SORTS[meaning]}
        elif written in _ONE:
            names.add("1")
        elif written not in no_values:
            sorts = {"word", "code"} if re.search(r"\d", written) else {"word"}
        if "word" in sorts:
            beside &= _ROLE_WORDS
        mentions.append(_Mention(frozenset(names), frozenset(sorts), frozenset(beside), place))
    text = " ".join(sentence.original.casefold().split())
    return _Said(mentions, re.sub(r"\W", "", source.casefold()), text)
