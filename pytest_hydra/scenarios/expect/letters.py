"""Find a phrase or a number in a text, both as it is written and as it is displayed."""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape
from html.entities import html5

from pytest_hydra.core.lazy_regex import lazy_regex
from pytest_hydra.scenarios.expect.written_numbers import (
    WrittenNumber,
    is_within_number,
    numbers_in,
)

_CACHED_TEXTS = 1_024
_CACHED_LENGTH = 2_000

_DIGIT = lazy_regex(r"\d")
_DECIMAL = lazy_regex(r"\d{1,15}\.\d{1,15}")
_SIGNS = "$\u20ac\u00a3\u00a5\u20b9"
_BEFORE_UNIT = lazy_regex(rf"(?<=\d) (?=[%{_SIGNS}\u00b0a-z])|(?<=[{_SIGNS}]) (?=\d)")
_ZEROS = lazy_regex(r"(?<![\w.,])([^\w\s.,]?\d{1,15}(?:[,.'\u2019 ]\d{3})*)[.,]0{1,2}(?![.,]?\d)")


def contains(text: str, phrase: str | float, signs: str = "") -> bool:
    """Whether ``text`` contains ``phrase``, ignoring case, white space and typography.

    The text is searched as written, and as displayed if it is Markdown or HTML. A number matches
    any usual spelling: 23553 also ``23,553``, ``23 553`` or ``$23,553.00``; ``signs`` are the
    decimal signs of `numbers_in`. A phrase such as ``1250.50`` matches each with its decimals, an
    integer in a phrase the same with zero decimals, and a unit may be apart from its number.
    """
    if not isinstance(phrase, str):
        return any(number.value == phrase for number in shown_numbers(text, signs))
    folded = (_folded if len(text) <= _CACHED_LENGTH else _folded_long)(text)
    phrase = _folded(phrase)
    texts = [folded, *([_displayed(folded)] if _MARKUP.search(folded) else [])]
    if any(has_phrase(entry, phrase) for entry in texts):
        return True
    if not _DIGIT.search(phrase):
        return False
    if any(has_phrase(_plain_numbers(entry), _squeezed(phrase)) for entry in texts):
        return True
    return _DECIMAL.fullmatch(phrase) is not None and any(
        number.value == float(phrase) and _decimals(number.written) == _decimals(phrase)
        for number in shown_numbers(text, signs)
    )


def _squeezed(text: str) -> str:
    """The text without blanks between a number and its unit or sign: 64 GB as 64GB."""
    return _BEFORE_UNIT.sub("", text)


def _plain_numbers(text: str) -> str:
    """The text, squeezed, and with integers in place of those with zero decimals."""
    return _ZEROS.sub(r"\1", _squeezed(text))


def _decimals(number: str) -> int:
    return len(re.split(r"[.,]", number)[-1])


def has_phrase(text: str, phrase: str) -> bool:
    """Whether the text has these characters; a digit at an end must end a number in the text."""
    ends = [at for at, sign in ((0, phrase[:1]), (len(phrase), phrase[-1:])) if sign.isdigit()]
    place = text.find(phrase)
    while place >= 0 and any(is_within_number(text, place + at) for at in ends):
        place = text.find(phrase, place + 1)
    return place >= 0


def shown_numbers(text: str, signs: str = "") -> tuple[WrittenNumber, ...]:
    """The numbers in a text, as it is written and as it is displayed."""
    found = numbers_in(text, signs)
    return found if _MARKUP.search(text) is None else (*found, *numbers_in(_displayed(text), signs))


# Bold, italic, struck out and code, and what may begin or end these within a word; links; HTML
# tags, some of which are displayed as a line break. Underscores within words are not markup.
_INLINE = lazy_regex(
    r"(\*{1,3}|~~|`{1,3})(?=\S)(.{0,200}?\S)\1|(?<!\w)(_{1,3})(?=\S)(.{0,200}?\S)\3(?!\w)"
    r"|(?<=[^\W\d_])(?:\*{2,3}|~~|`{1,3})(?=[^\W\d_])"
    r"|(?<![\w$])\$(?P<math>[a-z](?:[^$\n]{0,80}[^\s$])?)\$(?![\w$])"
    r"|!?\[([^\[\]]*)\]\((?:[^()]|\([^()]*\))*\)|</?(?:(?P<line>address|article"
    r"|aside|blockquote|br|caption|center|d[dlt]|details|div|figure|footer|form|h[1-6r]|header|li"
    r"|main|nav|[ou]l|p|pre|section|summary|t(?:able|body|d|foot|h|head|r))(?=[\s/>])|[a-z])"
    r"[^<>]*>",
    re.IGNORECASE,
)

_MARKUP = lazy_regex(r"[*_~`<&$\\]|\]\(")
# Escaped characters, which are not markup: \* in Markdown, &amp; in HTML.
_ESCAPED = lazy_regex(r"\\([!-/:-@\[-`{-~])|&(?:#\w{1,7}|[a-z]{2,31}\d{0,2});")
# The entities of HTML by their names in lower case, as in a folded text.
_ENTITIES = {name.lower(): text for name, text in html5.items()} | html5
# Until markup is removed they are replaced by private-use characters.
_HIDDEN = {code: 0xF0000 + code for code in range(128)}
_UNHIDDEN = {hidden: code for code, hidden in _HIDDEN.items()}


@lru_cache(maxsize=2)
def _displayed(folded: str) -> str:
    folded = _ESCAPED.sub(_escaped, folded)
    # Only up to the last end, to search the rest in linear time for unclosed comments.
    comments, end, rest = folded.rpartition("-->")
    folded = re.sub("<!--.*?-->", "", comments + end) + rest
    for _ in range(4):  # they may be nested
        folded, replacements = _INLINE.subn(_content, folded)
        if not replacements:
            break
    return _fold(folded.translate(_UNHIDDEN))


def _escaped(match: re.Match[str]) -> str:
    name = match[0][1:]
    shown = match[1] or (unescape(match[0]) if name[0] == "#" else _ENTITIES.get(name, match[0]))
    return shown.translate(_HIDDEN)


def _content(match: re.Match[str]) -> str:
    content = match[2] or match[4] or match["math"] or match[6]
    return content or ("" if match["line"] is None else " ")


def _fold(text: str) -> str:
    if text.isascii():
        return " ".join(text.split()).lower()
    from pytest_hydra.scenarios.english.sentences import fold

    return fold(text)


_folded = lru_cache(maxsize=_CACHED_TEXTS)(_fold)
_folded_long = lru_cache(maxsize=1)(_fold)


def is_visible(text: str) -> bool:
    """Whether the text has a visible character."""
    return bool(text.strip() and _folded(text[:_CACHED_LENGTH]))
