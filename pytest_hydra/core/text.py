"""Text as it is shown, tables of words beside the code, and templates with places in them."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

# Control, format (bidi marks, zero widths), surrogate, private use and line separators, fillers
# without ink, and selectors that can carry a text: whatever a terminal or a reader would act on, or
# not see. A zero width joiner, and the selector U+FE0F, are part of many emoji. Written out, so
# that it is the same in every Python, whatever version of Unicode that knows.
_UNSEEN = (
    r"\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f"
    r"\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164"
    r"\ud800-\uf8ff\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f"
    r"\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff\U000f0000-\U0010ffff"
)
_HIDDEN = re.compile(f"[{_UNSEEN}]")
# What a CI system takes for a command wherever a line of a job's log holds it: ##[error], ##vso[…].
_MARKED = r"##(?=\w*\[)"
# And where a line begins with it, or may once it is wrapped: ::error file=a.py::what is wrong.
_COMMAND = re.compile(
    rf"{_MARKED}|(?<!\S)::(?=[a-z])|::(?=(?:add-(?:mask|matcher|path)|debug|echo|(?:end)?group|error"
    r"|notice|remove-matcher|save-state|set-(?:env|output)|stop-commands|warning)"
    r"(?: [^\n=]{0,99}=[^\n]{0,300})?::)",
    re.IGNORECASE,
)
_JSON_HIDDEN = re.compile(f"[{_UNSEEN}]|{_MARKED}")
_SPACE = re.compile(r"\s+")
# Nobody writes so many accents on one letter; to put them in order takes the square of the time.
_MOST_MARKS = 30
# NFKC makes 8 and 18 characters of these, of any other at most 6.
_PHRASES = dict.fromkeys((0xFDFA, 0xFDFB), " ")
_FEW_CHARACTERS = 1_000


def printable(text: str) -> str:
    """The text with every character that is not plainly visible written as an escape.

    Line ends and tabs stay, as they are harmless where several lines are shown.
    """
    if text.isascii() and text.isprintable():
        return text
    return _HIDDEN.sub(_escape, text)


def log_text(text: str) -> str:
    """The text as a log may hold it: printable, and nothing in it is a command to a CI system."""
    return _COMMAND.sub(lambda found: f"\\x{ord(found[0][0]):02x}{found[0][1:]}", printable(text))


def json_text(text: str) -> str:
    """The same JSON, in which what is hidden, or such a command in a log, is escaped."""
    if text.isascii() and "##" not in text and "\x7f" not in text:
        return text

    def escape(found: re.Match[str]) -> str:
        units = found[0][0].encode("utf-16-be", "surrogatepass").hex()
        return re.sub("(....)", r"\\u\1", units) + found[0][1:]

    return _JSON_HIDDEN.sub(escape, text)


def one_line(text: str, most: int = 72) -> str:
    """The text on one line of at most ``most`` characters, for a log, the cut shown by dots."""
    if len(text) <= most and text.isascii() and text.isprintable() and "  " not in text:
        # Nothing to fold, to escape or to cut: so are most.
        return text.strip() if "::" not in text and "##" not in text else log_text(text.strip())
    # Cut before the work is done: a reply may be megabytes long.
    folded = log_text(_SPACE.sub(" ", text[: 8 * most]).strip())
    if len(folded) > most or len(text) > 8 * most:
        return folded[: most - 1].rstrip() + "…"
    return folded


def nfc(text: str) -> str:
    """The text in the normal form NFC, in which the same letters are the same characters."""
    return text if text.isascii() else nfkc(text, "NFC")


def nfkc(text: str, form: Literal["NFC", "NFKC"] = "NFKC") -> str:
    """The text in the normal form NFKC, of more than 30 marks on one letter the first 30.

    In a long one what is a whole phrase in one character is a space.
    """
    if len(text) > _FEW_CHARACTERS:
        kept, marks = [], 0
        for char in text.translate(_PHRASES):
            marks = marks + 1 if unicodedata.combining(char) else 0
            if marks <= _MOST_MARKS:
                kept.append(char)
        text = "".join(kept)
    return unicodedata.normalize(form, text)


def plain_lines(text: str) -> list[str]:
    """The lines of a text that a program reads, without a byte order mark.

    Not as splitlines has them: U+2028 and its like may stand in a text of JSON, or in a name.
    """
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")


def counted(number: int, text: str, several: str | None = None) -> str:
    """``1 test``, ``2 tests``; ``several`` is for what takes more than an "s"."""
    return f"{number} {text if number == 1 else several or f'{text}s'}"


def spent(usage: Mapping[str, Any]) -> list[str]:
    """What replies cost, and what they took of tokens and retries, as far as that is known."""
    cost, tokens, retries = (usage.get(name) for name in ("cost_usd", "tokens", "retries"))
    return [
        *([f"${cost:{'.2f' if cost >= 0.1 else '.2g'}}"] if cost else []),
        *([f"{tokens:,} tokens"] if tokens else []),
        *([counted(retries, "retry", "retries")] if retries else []),
    ]


@lru_cache(1024)
def camel(key: str) -> str:
    """``expected_function`` as ``expectedFunction``."""
    first, *others = key.split("_")
    return first + "".join(part[:1].upper() + part[1:] for part in others)


def _escape(hidden: re.Match[str]) -> str:
    return hidden[0].encode("unicode_escape").decode("ascii")


def read_table(module: str, name: str) -> str:
    """The text of the file ``name`` beside a module, which passes its ``__file__``.

    It is as constant as the module's own source.
    """
    return Path(module).with_name(name).read_text(encoding="utf-8")


def read_rows(module: str, name: str) -> list[list[str]]:
    """The rows of such a table, with bars between their cells; ``#`` begins a comment."""
    lines = read_table(module, name).splitlines()
    return [line.split(" | ") for line in lines if not line.startswith("#")]


def read_words(module: str, name: str) -> dict[str, tuple[str, ...]]:
    """The words of such a table by their headings, which stand in brackets, each on its line.

    What stands before the first of them is a comment.
    """
    parts = (part.partition("]") for part in read_table(module, name).split("\n[")[1:])
    return {heading: tuple(words.split()) for heading, _, words in parts}


Pointer = tuple[str, ...]
"""The parts of a pointer, unescaped, from the top; empty for the whole document."""

_INDEX = re.compile(r"0|[1-9][0-9]{0,8}")


class NotFoundError(LookupError):
    """A pointer that leads nowhere.

    ``reached`` is the pointer of the last value on its way that is there, ``value`` that value.
    """

    def __init__(self, reached: str, value: Any) -> None:
        super().__init__(reached)
        self.reached = reached
        self.value = value


def parse_pointer(text: str) -> Pointer:
    """The parts of a pointer. Raises ValueError for what is none."""
    if text and not text.startswith("/"):
        raise ValueError(f"a JSON pointer begins with '/': write '/{text}'")
    if re.search("~(?![01])", text):
        raise ValueError("in a JSON pointer '~' is written '~0', and a '/' in a key '~1'")
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in text.split("/")[1:])


def format_pointer(parts: Pointer) -> str:
    """The pointer as text; ``/`` and ``~`` in its parts are escaped."""
    return "".join("/" + part.replace("~", "~0").replace("/", "~1") for part in parts)


def find(document: Any, pointer: Pointer) -> Any:
    """The value at the pointer. Raises NotFoundError where there is none."""
    value = document
    for index, part in enumerate(pointer):
        if isinstance(value, Mapping) and part in value:
            value = value[part]
        elif isinstance(value, list) and _INDEX.fullmatch(part) and int(part) < len(value):
            value = value[int(part)]
        else:
            raise NotFoundError(format_pointer(pointer[:index]), value)
    return value


_MARK = re.compile(r"\{\{\s*(?P<place>.*?)\s*\}\}|\$\{(?P<variable>[^{}]*)\}", re.DOTALL)


def places(template: Any) -> Iterator[str]:
    """What stands in ``{{…}}`` in the texts of a template."""
    return (name for text in texts(template) for name in _marks(text, "place"))


def variables(template: Any) -> Iterator[str]:
    """What stands in ``${…}`` in the texts of a template."""
    return (name for text in texts(template) for name in _marks(text, "variable"))


def texts(template: Any) -> Iterator[str]:
    """All texts in a JSON value; not the keys of its mappings."""
    if isinstance(template, str):
        yield template
    elif isinstance(template, Mapping | list):
        for item in template.values() if isinstance(template, Mapping) else template:
            yield from texts(item)


def fill(template: Any, place: Callable[[str], Any], variable: Callable[[str], str]) -> Any:
    """The template with its marks replaced by what the two functions give for their names.

    A text that is a lone ``{{place}}`` becomes the value itself, with its type; in a longer text a
    value that is no text is written as JSON. What was filled in is not looked at again. Keys of
    mappings stay as they are.
    """
    if isinstance(template, Mapping):
        return {key: fill(item, place, variable) for key, item in template.items()}
    if isinstance(template, list):
        return [fill(item, place, variable) for item in template]
    if not isinstance(template, str):
        return template
    alone = _MARK.fullmatch(template)
    # One place from the first brace to the last: "{{a}} {{b}}" is two.
    if alone and alone["place"] is not None and "}}" not in alone["place"]:
        return place(alone["place"])

    def text_of(mark: re.Match[str]) -> str:
        if mark["place"] is None:
            return variable(mark["variable"])
        value = place(mark["place"])
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)

    return _MARK.sub(text_of, template)


def _marks(text: str, kind: str) -> Iterator[str]:
    return (mark[kind] for mark in _MARK.finditer(text) if mark[kind] is not None)
