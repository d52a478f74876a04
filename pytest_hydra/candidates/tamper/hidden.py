"""Characters that a reader does not see, or takes for others."""

from __future__ import annotations

import io
import re
import tokenize
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence

from pytest_hydra.candidates.tamper.seen import Seen

_OVERRIDES = frozenset("\u202a\u202b\u202d\u202e")
_MARKS = frozenset("\u200e\u200f\u061c")
_JOINERS = frozenset("\u200c\u200d")
_UNSEEN = frozenset(
    "\u200b\u2060\u2061\u2062\u2063\u2064\u00ad\u180e\u115f\u1160\u3164\uffa0\ufeff\u034f"
)
_DOUBTFUL = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e"
    "\u2060-\u2069\u3164\ufeff\uffa0\U000e0000-\U000e01ef]"
)
_FAR = " " * 100
_FLAG = "\U0001f3f4"
# Latin letters beside letters of other scripts that look like them.
_GREEK = (
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f"
    "\u03a1\u03a4\u03a5\u03a7\u03bf\u03bd"
)
_ALIKE = rf"[\u0400-\u052f{_GREEK}\uff21-\uff5a]"
_MIXED = re.compile(rf"\w*(?:[A-Za-z_]{_ALIKE}|{_ALIKE}[A-Za-z_])\w*")
_PROSE = (
    *(".md", ".rst", ".txt", ".po", ".pot", ".json", ".html", ".htm", ".xml", ".properties"),
    *(".strings", ".arb", ".xliff", ".xlf", ".ftl", ".csv", ".tsv", ".srt", ".svg", ".resx"),
    *(".yml", ".yaml", ".adoc", ".tex", ".snap", ".ambr"),
)


def hidden_text(path: str, old: str, new: str) -> list[Seen]:
    """Lines that were not there before and have something in them that is not seen."""
    prose = path.lower().endswith(_PROSE)
    if new.isascii() and _DOUBTFUL.search(new) is None and (prose or _FAR not in new):
        return []
    known = Counter(old.splitlines())
    found = []
    for number, line in enumerate(new.splitlines(), 1):
        if known[line] > 0:
            known[line] -= 1
            continue
        shown = line.removeprefix("\ufeff") if number == 1 else line
        seen = next(_doubts(shown, prose=prose), None)
        if seen is not None:
            found.append(Seen("hidden-text", number, seen))
    return found


def _doubts(line: str, *, prose: bool) -> Iterator[str]:
    for match in _DOUBTFUL.finditer(line):
        char, at = match[0], match.start()
        before = line[at - 1] if at else ""
        name = unicodedata.name(char, f"U+{ord(char):04X}")
        if prose and (char not in _OVERRIDES and ord(char) < 0xE0000):
            continue
        if char in _JOINERS and _joins(before):
            continue
        if char in _MARKS and any(unicodedata.bidirectional(one) in ("R", "AL") for one in line):
            continue
        if ord(char) >= 0xE0000 and _is_flag(line, at):
            continue
        yield f"a character that is not seen ({name})"
    if not prose and _FAR in line.strip():
        yield "code that stands far to the right"
    if not prose and (mixed := _MIXED.search(line[:2000])):
        odd = next(one for one in mixed[0] if not one.isascii())
        name = unicodedata.name(odd, f"U+{ord(odd):04X}")
        yield f"a letter that looks like another, in {mixed[0][:40]!r} ({name})"


def _joins(before: str) -> bool:
    """Whether it may be part of an emoji, or of a script whose letters are joined."""
    if not before:
        return False
    emoji = unicodedata.category(before) in ("So", "Sk") or before == "\ufe0f"
    return emoji or 0x0590 <= ord(before) <= 0x1CFF or 0xA800 <= ord(before) <= 0xABFF


def _is_flag(line: str, at: int) -> bool:
    """Whether it belongs to the flag of a region, which is spelled so."""
    while at > 0 and 0xE0000 <= ord(line[at]) <= 0xE007F:
        at -= 1
    return line[at] == _FLAG


def disguised_names(old: str, new: str) -> list[Seen]:
    """Names in Python that are read as others: it takes letters of many shapes for plain ones."""
    if new.isascii():
        return []
    known = {name for name, _ in _odd_names(old)}
    return [
        Seen("disguised-name", line, f"{name!r} is read as {unicodedata.normalize('NFKC', name)}")
        for name, line in _odd_names(new)
        if name not in known
    ]


def _odd_names(source: str) -> Sequence[tuple[str, int]]:
    found = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.NAME and not token.string.isascii():
                plain = unicodedata.normalize("NFKC", token.string)
                if plain != token.string and plain.isascii():
                    found.append((token.string, token.start[0]))
    except (tokenize.TokenError, SyntaxError):
        return found  # what cannot be read is told of elsewhere
    return found
