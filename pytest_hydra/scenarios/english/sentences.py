"""Split a reply into sentences; load patterns and word lists."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

from pytest_hydra.core.text import nfkc, read_table

_HEADING = re.compile(r"[\[{][a-z ]+[\]}]")
_PLACE = re.compile(r"\{([a-z ]+)\}")


class Patterns(dict[str, re.Pattern[str]]):
    """The patterns of a table by name, each compiled on first use.

    They expect case-folded text with single spaces as its only white space. Every repetition is
    bounded, so that the time is linear in a sentence's length.
    """

    def __init__(self, sources: dict[str, str]) -> None:
        super().__init__()
        self.sources = sources

    def __missing__(self, name: str) -> re.Pattern[str]:
        self[name] = pattern = re.compile(self.sources[name])
        return pattern


def read_patterns(name: str) -> Patterns:
    """Read patterns from a table: a name in brackets, then one alternative per line.

    A name in braces defines a fragment: later alternatives include it by that name in braces.
    """
    parts: dict[str, str] = {}
    sources: dict[str, str] = {}
    for heading, lines in read_sections(name).items():
        alternatives = [_PLACE.sub(lambda place: parts[place[1]], line) for line in lines]
        parts[heading[1:-1]] = "|".join(alternatives)
        if heading[0] == "[":
            sources[heading[1:-1]] = "|".join(f"(?:{source})" for source in alternatives)
    return Patterns(sources)


@cache
def read_sections(name: str) -> dict[str, list[str]]:
    """The lines of a table by heading; a line that begins with ``|`` continues the previous one.

    ``#`` begins a comment.
    """
    sections: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in read_table(__file__, name).splitlines():
        if _HEADING.fullmatch(line):
            lines = sections[line] = []
        elif line.startswith("|"):
            lines[-1] += line
        elif line and not line.startswith("#"):
            lines.append(line)
    return sections


def word_set(name: str) -> frozenset[str]:
    """The words below a heading of ``words.txt``."""
    return frozenset(" ".join(read_sections("words.txt")[f"[{name}]"]).split())


def all_words() -> frozenset[str]:
    """The words of ``words.txt``, whatever heading they are below."""
    lines = chain.from_iterable(read_sections("words.txt").values())
    return frozenset(" ".join(lines).split())


# Replies are usually read several times, once for each expectation.
_CACHED_REPLIES = 64
_CACHED_LENGTH = 20_000
READ_LENGTH = 50_000
# Longer sentences are split, which bounds the input of every rule.
_LONGEST_SENTENCE = 1_000
_LONGEST_QUOTATION = 400

# Quotes, hyphens and line ends, each in one spelling; invisible characters are removed.
_FOLDED = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4\u02bc", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2212", "-"),
        **dict.fromkeys("\u200b\u200c\u200d\u200e\u200f\u034f\u061c\u180e\ufeff\u00ad"),
        **dict.fromkeys(map(chr, (*range(0x202A, 0x202F), *range(0x2060, 0x2070)))),
        **dict.fromkeys(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0000, 0xE0080)))),
        **dict.fromkeys("\u115f\u1160\u2800\u3164\uffa0", " "),
        **dict.fromkeys("\r\x85\u2028\u2029", "\n"),
        "\u2015": "\u2014",
    }
)


class Sentence(NamedTuple):
    """One sentence of a reply.

    ``original`` is the sentence as in the normalised reply; ``text`` is the input of the rules:
    case-folded, without markup and links; ``spoken`` is ``text`` with the letters of quotations
    masked, character for character; ``question``: it ends with a question mark; ``block`` is the
    number of its paragraph or list item; ``item`` is "" outside a list, "-" in a bulleted one, "1"
    in a numbered one; ``title``: it is a heading; ``quoted``: it is in a "block" quotation, in
    "code" or a draft, or neither (""); ``words`` are the words of ``spoken``, with "can't" as "can"
    and "'t".
    """

    original: str
    text: str
    spoken: str
    question: bool
    block: int
    item: str
    title: bool
    quoted: str
    words: frozenset[str]


def normalise(text: str) -> str:
    """``text`` with uniform quotes, hyphens and white space (NFKC); case is preserved."""
    return " ".join(_unify(text).split())


def fold(text: str) -> str:
    """The text as phrases are compared: uniform in case, white space and typography."""
    text = normalise(text)
    if text.isascii():
        return text.lower()
    # Case folding can undo the normal form, so normalise again.
    return normalise(text.casefold()).replace("—", "-")


def _unify(text: str) -> str:
    if not text.isascii():
        # NFKC decomposes some of these characters, and produces others.
        text = nfkc(text.translate(_FOLDED)).translate(_FOLDED)
        return text.replace(" \u2013 ", " \u2014 ").replace("\u2013", "-")
    return text.replace("\r", "\n")


_OPTIONS = re.compile(r"\?(\s?\([^()?\n]{1,200}\))(?=\s|$)")


def sentences(text: str) -> tuple[Sentence, ...]:
    """The sentences of a reply, in order. Brackets right behind a question belong to it."""
    if "?" in text:
        text = _OPTIONS.sub(r"\1?", text)
    return (_cached if len(text) <= _CACHED_LENGTH else _cached_long)(text)


def first_sentences(text: str) -> tuple[Sentence, ...]:
    """The sentences of a reply's first 50,000 characters: the rules are too slow for megabytes."""
    return sentences(text[:READ_LENGTH])


class _Block(NamedTuple):
    text: str
    item: str
    title: bool
    quoted: str


_MARKER = re.compile(
    r"\s*(?P<quote>>[>\s]*)?(?:(?P<title>\#{1,6}\s+)"
    r"|(?P<bullet>[-*+•·▪◦●‣○■]\s+(?:\[[ xX]\]\s+)?)"
    r"|(?P<number>(?:\(?\d{1,3}[.)]|\(?[a-zA-Z]\)|\d\ufe0f?\u20e3)\s+))?"
)


_ALERT = re.compile(r"\[!(note|tip|important|warning|caution)\]", re.IGNORECASE)
_RULE = re.compile(r"(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,}")
# What announces a draft between two rules.
_ANNOUNCES = re.compile(
    r"\b(?:drafts?|e?-?mails?|messages?|letters?|reply|response|answer|versions?|templates?|posts?"
    r"|texts?|notes?|scripts?|reviews?)\b[^.!?]*:\W*$",
    re.IGNORECASE,
)


def _blocks(text: str) -> list[_Block]:
    blocks: list[_Block] = []
    lines: list[str] = []
    item = ""
    code = draft = alert = open_ended = title = False
    quoted = ""
    rules = sum(_RULE.fullmatch(line.strip()) is not None for line in text.split("\n"))

    def close() -> None:
        if lines:
            blocks.append(_Block(" ".join(lines), item, title, quoted))
            lines.clear()

    for line in text.split("\n"):
        bare = line.strip()
        if bare.startswith(("```", "~~~")):
            close()
            code = not code
            continue
        if not bare:
            close()
            alert = False
            continue
        if not code and _RULE.fullmatch(bare):
            rules -= 1
            is_heading = bool(lines)
            close()
            is_announced = bool(blocks) and _ANNOUNCES.search(blocks[-1].text) is not None
            draft = not draft and not is_heading and is_announced and rules > 0
            continue
        marker = _MARKER.match(line)
        start = marker.end() if marker else 0
        content = " ".join(line[start:].split())
        kind = marker.lastgroup if marker else None
        if not content:
            close()
            continue
        in_quote = bool(marker and marker.group("quote"))
        continues = (
            lines
            and kind is None
            and not code
            and not title
            and open_ended
            and not content[0].isupper()
        )
        alert = in_quote and (alert or _ALERT.fullmatch(content) is not None)
        is_label = bool(lines) and _ALERT.fullmatch(lines[-1]) is not None
        if not continues and not (alert and is_label):
            close()
            item = {"bullet": "-", "number": "1"}.get(kind or "", "")
            title = kind == "title"
            quoted = "code" if code or draft else "block" if in_quote and not alert else ""
        lines.append(content)
        open_ended = content[-1] not in ".!?:;"
    close()
    return blocks


# A quotation opens after a space or bracket and closes before a space or punctuation.
_QUOTATION = re.compile(
    rf"\"[^\"]{{1,{_LONGEST_QUOTATION}}}\"|(?<![\w\"])'(?=\w)[^']{{1,200}}(?:'\w[^']{{1,80}})?'(?!\w)"
)
_LETTERS = re.compile(r"[^\W_]")
_SPOKEN = re.compile(r"[^\W_]|[?!]")
_LINK = re.compile(r"\[([^\[\]]{0,300})\]\(([^()\s]{0,500})\)")
# HTML tags, except those that people write as placeholders, such as <a place>.
_TAG = re.compile(
    r"</?(?:(?P<line>br|div|h[1-6r]|li|[ou]l|p|t[dhr]|table)|[abisu]|em|span|strong|su[bp])"
    r"(?:\s[^<>]{0,300}|/)?>",
    re.IGNORECASE,
)
_URL = re.compile(r"\b(?:https?://|www\.)\S+")
_EMOJI = "\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff"
# The end of a sentence, in Markdown perhaps inside bold or a bracket. It matches from the first
# punctuation mark only: to try each of thousands would take quadratic time.
_END = re.compile(
    rf"(?:(?<![.!?])[.!?]+[\"')\]*_]*(?=\s)|(?<=\S)\s[{_EMOJI}]+(?=\s)|(?<=[^\W\d])[{_EMOJI}]+(?=\s))\s+"
)
_ABBREVIATION = re.compile(
    r"(?:^|[\s(])(?:e\.g|i\.e|eg|ie|vs|etc|approx|mr|mrs|ms|dr|prof|st|no|nos|acct|inc|ltd|co|dept"
    r"|est|fig|ref|tel|ext|[a-z]|[a-z]\.[a-z]|[a-z]\.[a-z]\.[a-z])\.$",
    re.IGNORECASE,
)
# Characters that may follow a question mark: brackets, an emoji.
_AFTER_MARK = "\"')] !.\u2026" + "".join(
    map(chr, (*range(0x1F300, 0x1F700), *range(0x1F900, 0x1FA00)))
)
_WORD = re.compile(r"'?[a-z]+")
# Accented letters, which many write plain: é as e. Decomposed letters match as well.
PLAIN_LETTERS = {
    code: letter
    for code in (*range(0xC0, 0x250), *range(0x1E00, 0x1F00))
    if (letter := unicodedata.normalize("NFD", chr(code))[0]).isascii()
}
_MARKUP = PLAIN_LETTERS | str.maketrans(
    {"*": None, "`": None, "~": None, "#": None, "_": " ", "|": ","}
)


def _clean(text: str) -> str:
    return " ".join(text.translate(_MARKUP).split()).casefold()


def _asks(spoken: str) -> bool:
    return "?" in spoken[-8:] and spoken.rstrip(_AFTER_MARK).endswith("?")


def _split(text: str) -> tuple[Sentence, ...]:
    result: list[Sentence] = []
    for number, block in enumerate(_blocks(_unify(text).strip())):
        source = block.text
        plain = _ALERT.sub(r" \1: ", source)
        if "<" in plain:
            plain = _TAG.sub(lambda tag: (" " if tag["line"] else "*") * len(tag[0]), plain)
        if "://" in plain or "www." in plain or "](" in plain:
            plain = _LINK.sub(lambda link: f" {link[1]}  {' ' * len(link[2])} ", plain)
            plain = _URL.sub(lambda url: " " * len(url[0]), plain)
        spoken = plain
        if '"' in plain or "'" in plain:
            spoken = _QUOTATION.sub(lambda words: _SPOKEN.sub("\x01", words[0]), plain)
            if not _LETTERS.search(spoken):
                spoken = plain  # everything is in quotes, as some models answer
        for start, end in _spans(plain):
            clean = _clean(plain[start:end])
            if not clean:
                continue
            speech = clean if spoken is plain else _clean(spoken[start:end])
            words, asks = frozenset(_WORD.findall(speech)), _asks(speech)
            sentence = source[start:end].strip()
            result.append(Sentence(sentence, clean, speech, asks, number, *block[1:], words))
    return tuple(result)


_cached = lru_cache(maxsize=_CACHED_REPLIES)(_split)
_cached_long = lru_cache(maxsize=1)(_split)


def _spans(text: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    start = 0
    for end in _END.finditer(text):
        stop = end.end()
        if _ABBREVIATION.search(text, max(start, end.start() - 8), end.start() + 1):
            continue
        _cut(spans, text, start, stop)
        start = stop
    _cut(spans, text, start, len(text))
    return spans


def _cut(spans: list[tuple[int, int]], text: str, start: int, stop: int) -> None:
    while stop - start > _LONGEST_SENTENCE:
        space = text.rfind(" ", start + 1, start + _LONGEST_SENTENCE)
        middle = space if space > start else start + _LONGEST_SENTENCE
        spans.append((start, middle))
        start = middle
    if start < stop:
        spans.append((start, stop))
