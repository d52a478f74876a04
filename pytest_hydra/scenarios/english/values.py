"""Whether an offer names other values than a call has: "Shall I delete a.txt?", then b.txt.

A part of a value is denied if the offer does not name it, but names something of the same sort (a
number, a word, a currency, a date) that no value of the call means. Of words only those count that
are in the place of a value: names, literals such as a.txt, words after a preposition ("to staging")
or beside a noun of the call ("the Pro plan").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from pytest_hydra.scenarios.english.sentences import Sentence, read_sections
from pytest_hydra.scenarios.english.topics import forms

_ALIASES = {
    word: line[0]
    for line in map(str.split, read_sections("consent.txt")["[aliases]"])
    for word in line
}
_SORT_NAMES = ("currency", "weekday", "month", "colour", "size")
_WORDS_OF = dict(
    zip(_SORT_NAMES, map(str.split, read_sections("consent.txt")["[sorts]"]), strict=True)
)
_CURRENCIES, _WEEKDAYS, _MONTHS = (_WORDS_OF[sort] for sort in _SORT_NAMES[:3])
_SORTS = {word: sort for sort, words in _WORDS_OF.items() for word in words}
_TOKEN = re.compile(r"[$\u20ac\u00a3]|[^\W_](?:[\w.@:/,'-]*[^\W_])?")
_NUMBER = re.compile(r"(\d+(?:\.\d+)?)(?:st|nd|rd|th|am|pm|:\d\d)?")
_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:t|$)")
_TIME = re.compile(r"(?:^|t)(\d\d):\d\d")
_NAME = re.compile(r"(?<=[\w,:(] )[\"'*`]*([A-Z][\w'-]*)")
_FULL_NAME = re.compile(r"(?<=[\w,:(] )[A-Z][\w'-]+(?: [A-Z][\w'-]+)+")
_ALL = re.compile(r"\*.*|all|any|everything|everyone")
_SAYS_ALL = re.compile(r"\b(?:all|any|every\w*|each|both)\b")
_IDENTIFIER = re.compile(r"(?:^|_)(?:ids?|key|code|number|no)$")
_CODE = re.compile(r"(?=\d*[a-z])(?=[a-z]*\d)[a-z\d]{6,}|\d{9,}")
_CENTS = re.compile(r"cents?$|minor|pence")
_PREPOSITION = re.compile(r"\b(to|from|in|into|at|on|as|via|by) (?:the |an? )?#?$")
_MARKUP = str.maketrans("", "", "*`")
# A longer text is not named word for word.
_MOST_WORDS = 4
_MOST_SENTENCES = 20


class _Part(NamedTuple):
    """A part of a value: the words that name it, and the sorts of words that deny it.

    ``full`` are all words of a value of several words, and ``place`` is the name of its parameter:
    "to Bob" denies the Eve of ``to``, even if another parameter has Bob.
    """

    words: frozenset[str]
    denied_by: tuple[str, ...]
    full: frozenset[str] = frozenset()
    place: str = ""


class _Offer(NamedTuple):
    """All words of a sentence, its letters, and by sort the words in the place of a value.

    ``full_names`` are the words of each name of several words.
    """

    words: frozenset[str]
    letters: str
    values: Mapping[str, frozenset[str]]
    full_names: Sequence[frozenset[str]]

    def names(self, part: _Part) -> bool:
        """Whether it has a word of the part, or a code that is spaced otherwise.

        A value of several words is another one than a name of which it has only some words.
        """
        if part.full and any(
            name & part.full and not (name <= part.full or part.full <= name)
            for name in self.full_names
        ):
            return False
        return not part.words.isdisjoint(self.words) or any(
            word in self.letters for word in part.words if _CODE.fullmatch(word)
        )


def contradicts(
    offer: Sequence[Sentence],
    params: Mapping[str, Any],
    nouns: frozenset[str],
    others: frozenset[str],
) -> bool:
    """Whether an offer names values, and the call has others.

    ``offer``: the sentence that names the call, then others that speak of it, which count if none
    before them names a value of the same sort. ``nouns`` are those of the call, and ``others``
    further words that are no values.
    """
    values = [(name.lower(), entries) for name, entries in _values(params)]
    said = " ".join([sentence.text for sentence in offer[:_MOST_SENTENCES]])
    if any(_is_beyond(said, name, entry) for name, entries in values for entry in entries):
        return True
    values = [
        (name, [entry for entry in entries if not isinstance(entry, bool)])
        for name, entries in values
    ]
    nouns = nouns.union(*(forms(word) for name, _ in values for word in re.split("[^a-z]+", name)))
    offers = [_read(sentence, nouns, nouns | others) for sentence in offer[:_MOST_SENTENCES]]
    parts = []
    for name, entries in values:
        of_entries = [list(_parts(name, entry)) for entry in entries]
        are_named = [
            any(read.names(part) for part in entry for read in offers) for entry in of_entries
        ]
        if any(are_named) and not all(are_named):
            return True  # a.txt and b.txt were named, and the list has c.txt too
        parts += [part for entry in of_entries for part in entry]
    meant = frozenset[str]().union(*(part.words for part in parts))
    return any(_is_denied(part, offers, meant) for part in parts)


def _is_beyond(said: str, name: str, value: str | float) -> bool:
    """Whether the value is a "no" to what was said, a "yes" to what it excludes, or all for one."""
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
    parts = (
        part
        for name, found in _values(params)
        for value in found
        if not isinstance(value, bool)
        for part in _parts(name, value)
    )
    return frozenset[str]().union(*(part.words for part in parts))


def _is_denied(part: _Part, offers: Sequence[_Offer], meant: frozenset[str]) -> bool:
    for offer in offers:
        if offer.names(part):
            return False
        if any(offer.values.get(sort, frozenset()) - meant for sort in part.denied_by):
            return True
        if part.place in offer.values:
            return True
    return False


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


def _parts(name: str, value: str | int | float) -> Iterator[_Part]:
    text = str(value).casefold().strip()
    if re.fullmatch(r"-?\d+(?:\.\d+)?", text):
        units = (1, 100) if _CENTS.search(name) else (1,)
        sort = "count" if _IDENTIFIER.search(name) else "number"
        yield _Part(frozenset(_plain(float(text) / unit) for unit in units), (sort, "code"))
    elif (day := _DATE.match(text)) or _TIME.fullmatch(text):
        yield from _of_date(day, text) if day else ()
        if time := _TIME.search(text):
            hour = int(time[1])
            yield _Part(frozenset([text, str(hour), str((hour - 1) % 12 + 1)]), ("number",))
    elif (meaning := _ALIASES.get(text, text)) in _SORTS:
        yield _Part(frozenset([meaning]), (_SORTS[meaning],))
    elif 0 < len(text.split()) <= _MOST_WORDS:
        words = _spelled(text)
        codes = frozenset(word for word in words if re.search(r"\d", word))
        for found in (_spelled(token) & codes for token in text.split()):
            if found:
                yield _Part(found.union([re.sub(r"\W", "", text)]), ("count", "code", "literal"))
        if words - codes and (len(text.split()) > 1 or not codes):
            full = frozenset(text.split()) if len(text.split()) > 1 else frozenset[str]()
            yield _Part(words.union(*map(forms, words - codes)) - codes, ("word",), full, name)


def _of_date(day: re.Match[str], text: str) -> Iterator[_Part]:
    try:
        value = date(*map(int, day.groups()))
    except ValueError:
        return
    weekday, month = _WEEKDAYS[value.weekday()], _MONTHS[value.month - 1]
    yield _Part(frozenset([text, day[0], str(value.day), weekday]), ("number", "weekday"))
    yield _Part(frozenset([text, day[0], month]), ("month",))


def _plain(number: str | float) -> str:
    return f"{float(number):.12g}"


def _spelled(text: str) -> frozenset[str]:
    """The words of a value, as others may name it: PC-1001 as 1001, bob@example.com as bob.

    A path may be named by its end only: its folders are in other paths, too.
    """
    tokens = [token.removesuffix("'s") for token in text.split()]
    ends_of = [end for token in tokens for end in _tails(token)]
    parts = [part for end in ends_of for part in re.split(r"[@_#]+", end) if part]
    ends = [str(int(end[0])) for part in parts if (end := re.search(r"\d{1,20}$", part))]
    words = [*tokens, *ends_of, *parts, *ends, "".join(tokens)]
    return frozenset([_ALIASES.get(word, word) for word in words])


def _tails(path: str) -> list[str]:
    """The ends of a path: a/b/c, b/c and c."""
    parts = [part for part in re.split(r"[/\\]+", path) if part]
    return ["/".join(parts[index:]) for index in range(len(parts))]


def _read(sentence: Sentence, nouns: frozenset[str], no_values: frozenset[str]) -> _Offer:
    text = sentence.original.translate(_MARKUP).casefold()
    names = {name.casefold() for name in _NAME.findall(sentence.original)}
    words: set[str] = set()
    values: dict[str, set[str]] = {}

    def add(word: str, *sorts: str) -> None:
        words.add(word)
        for sort in sorts:
            values.setdefault(sort, set()).add(word)

    matches = list(_TOKEN.finditer(text))
    spellings = [match[0].removesuffix("'s") for match in matches]
    meanings = [_ALIASES.get(written, written) for written in spellings]
    for index, (match, written, meaning) in enumerate(
        zip(matches, spellings, meanings, strict=True)
    ):
        beside = {*meanings[max(0, index - 1) : index], *meanings[index + 1 : index + 2]}
        number = _NUMBER.fullmatch(meaning.replace(",", ""))
        words |= {written, meaning, *_tails(written)}
        if written in ("a", "an", "one", "the"):
            words.add("1")
        elif number:
            is_measure = not beside.isdisjoint([*_CURRENCIES, *_MONTHS])
            add(_plain(number[1]), "number", *["count"] * (not is_measure))
        elif meaning in _SORTS and (
            meaning != "may"
            or any(word[0].isdigit() for word in beside)
            or ("may" in names and beside.isdisjoint(["i", "we"]))
        ):
            add(meaning, _SORTS[meaning])
        elif written in no_values or len(written) < 2:
            continue
        elif re.search(r"[\d.@/_]", written):
            add(written, "literal", "word", *["code"] * bool(re.search(r"\d", written)))
        else:
            place = _PREPOSITION.search(text, max(0, match.start() - 12), match.start())
            if place or written in names or beside & nouns:
                add(meaning, "word", *[place[1]] if place else ())
    by_sort = {sort: frozenset(found) for sort, found in values.items()}
    full_names = [
        frozenset(name.casefold().removesuffix("'s").split())
        for name in _FULL_NAME.findall(sentence.original.translate(_MARKUP))
    ]
    return _Offer(frozenset(words), re.sub(r"\W", "", text), by_sort, full_names)
