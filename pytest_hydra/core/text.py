"""Safe display of text, word tables in data files, JSON pointers, and templates."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import islice
from pathlib import Path
from textwrap import wrap
from typing import Any, Literal

from pytest_hydra.core.lazy_regex import lazy_regex
from pytest_hydra.core.numbers import dollars

# Control, format (bidi marks, zero widths), surrogate, private use and line separator characters,
# blank fillers, and variation selectors that can carry hidden text: whatever a terminal acts on or
# a reader cannot see. The zero width joiner and U+FE0F are allowed, as emoji use them. Spelled out,
# so that it does not depend on the Unicode version of the Python in use.
_UNSEEN = (
    r"\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f"
    r"\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164"
    r"\ud800-\uf8ff\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f"
    r"\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff\U000f0000-\U0010ffff"
)
_HIDDEN = lazy_regex(f"[{_UNSEEN}]")
# CI commands that are recognized anywhere in a line of a log: ##[error], ##vso[…].
_MARKED = r"##(?=\w*\[)"
# And at the beginning of a line, possibly after wrapping: ::error file=a.py::message.
_COMMAND = lazy_regex(
    rf"{_MARKED}|(?<!\S)::(?=[a-z])|::(?=(?:add-(?:mask|matcher|path)|debug|echo|(?:end)?group|error"
    r"|notice|remove-matcher|save-state|set-(?:env|output)|stop-commands|warning)"
    r"(?: [^\n=]{0,99}=[^\n]{0,300})?::)",
    re.IGNORECASE,
)
_JSON_HIDDEN = lazy_regex(f"[{_UNSEEN}]|{_MARKED}")
# Characters of two columns, as in East Asian writing and most emoji, and of none.
_WIDE = lazy_regex(
    r"[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f"
    r"\uff01-\uff60\uffe0-\uffe6\U0001f300-\U0001f64f\U0001f680-\U0001f6ff\U0001f900-\U0001faff"
    r"\U00020000-\U0003fffd]"
)
_NO_CELL = lazy_regex(r"[\u0300-\u036f\u200d\ufe0f]")
_SPACE = lazy_regex(r"\s+")
_OURS = (f"{Path(__file__).parent.parent}/", "<frozen importlib")
# More combining marks on one letter are dropped: sorting them takes quadratic time.
_MOST_MARKS = 30
# The first combining mark is U+0300.
_POSSIBLE_MARKS = lazy_regex(rf"[^\x00-\u02ff]{{{_MOST_MARKS + 1},}}")
# NFKC expands these to 8 and 18 characters, any other to at most 6.
_PHRASES = dict.fromkeys((0xFDFA, 0xFDFB), " ")
_FEW_CHARACTERS = 1_000


def printable(text: str) -> str:
    """The text with every character that is not plainly visible replaced by an escape.

    Line ends and tabs stay: they are harmless in multi-line output.
    """
    if text.isascii() and (text.isprintable() or text.replace("\n", "").isprintable()):
        return text
    return _HIDDEN.sub(_escape, text)


def log_text(text: str) -> str:
    """The text for a log: printable, and without anything that a CI system takes as a command."""
    text = printable(text)
    if "::" not in text and "##" not in text:
        return text
    return _COMMAND.sub(lambda match: f"\\x{ord(match[0][0]):02x}{match[0][1:]}", text)


def json_text(text: str) -> str:
    """The same JSON with invisible characters and CI commands escaped."""
    if text.isascii() and "##" not in text and "\x7f" not in text:
        return text

    def escape(match: re.Match[str]) -> str:
        units = match[0][0].encode("utf-16-be", "surrogatepass").hex()
        return re.sub("(....)", r"\\u\1", units) + match[0][1:]

    return _JSON_HIDDEN.sub(escape, text)


def whole_word(word: str) -> re.Pattern[str]:
    """A pattern for the word, which does not match in the middle of another."""
    return re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")


def cells(text: str) -> int:
    """The columns that a text takes on a terminal: two for each wide character."""
    return len(text) if text.isascii() else len(_WIDE.sub("  ", _NO_CELL.sub("", text)))


def wrap_cells(text: str, width: int, start: str = "", below: str = "") -> list[str]:
    """The text in lines of at most ``width`` columns, the first after ``start``."""
    if len(start) + len(text) <= width and text.isascii() and text.isprintable():
        return [start + text.rstrip() if text.strip() else start]  # the common case: it fits
    # A wide character counts for two: for itself, and for one that is removed again.
    lines = wrap(
        text if text.isascii() else _WIDE.sub("\\g<0>\0", text),
        width,
        initial_indent=start,
        subsequent_indent=below,
        # Options and file names must not be split.
        break_on_hyphens=False,
    )
    return [line.replace("\0", "") for line in lines] or [start]


def one_line(text: str, most: int = 72) -> str:
    """The text for a log, on one line of at most ``most`` columns, cut with an ellipsis."""
    if len(text) <= most and text.isascii() and text.isprintable() and "  " not in text:
        # The common case: nothing to fold, escape or cut.
        return text.strip() if "::" not in text and "##" not in text else log_text(text.strip())
    # Cut first: a reply may be megabytes long.
    line = log_text(_SPACE.sub(" ", text[: 8 * most]).strip())
    if cells(line) > most or len(text) > 8 * most:
        line = line[: most - 1]
        while cells(line) >= most:
            line = line[:-1]
        return line.rstrip() + "…"
    return line


def describe(error: BaseException) -> str:
    """The error as ``ValueError: message``, in one printable line."""
    try:
        text = str(error)
    except Exception:  # noqa: BLE001 - a foreign __str__ may raise anything
        text = "(its __str__ failed)"
    name = type(error).__qualname__
    return one_line(f"{name}: {text}" if text else name, most=300)


def describe_place(error: BaseException) -> str:
    """The error in one line, with the last line that ran of the first foreign file."""
    frames, trace = [], error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if not code.co_filename.startswith(_OURS):
            frames.append((code.co_filename, trace.tb_lineno))
        trace = trace.tb_next
    lines = [line for file, line in frames if file == frames[0][0]]
    place = f" ({Path(frames[0][0]).name}:{lines[-1]})" if lines else ""
    return f"{describe(error)}{place}"


def listed(texts: Collection[str], most: int = 3, separator: str = ", ") -> str:
    """The first of these untrusted texts, and the number of the others."""
    first = [one_line(text, 200) for text in islice(texts, most)]
    more = len(texts) - len(first)
    return separator.join(first) + (f"{separator}… and {more} more" if more else "")


def crop(text: str, most: int) -> str:
    """The text in at most ``most`` characters, cut with an ellipsis."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def crop_path(path: str, most: int) -> str:
    """A path for a log in at most ``most`` characters, cut at its start."""
    line = one_line(path, 2000)
    return line if len(line) <= most else f"…{line[1 - most :]}"


def nfc(text: str) -> str:
    """The text in Unicode normal form NFC."""
    return text if text.isascii() else nfkc(text, "NFC")


def nfkc(text: str, form: Literal["NFC", "NFKC"] = "NFKC") -> str:
    """The text in Unicode normal form NFKC, with at most 30 combining marks per letter.

    In long texts the ligatures U+FDFA and U+FDFB become spaces, to bound the expansion.
    """
    if len(text) > _FEW_CHARACTERS:
        text = _POSSIBLE_MARKS.sub(_limit_marks, text.translate(_PHRASES))
    return unicodedata.normalize(form, text)


def _limit_marks(run: re.Match[str]) -> str:
    chars, marks = [], 0
    for char in run[0]:
        marks = marks + 1 if unicodedata.combining(char) else 0
        if marks <= _MOST_MARKS:
            chars.append(char)
    return "".join(chars)


def plain_lines(text: str) -> list[str]:
    """The lines of a machine-readable text, without a byte order mark.

    Unlike `str.splitlines`, only at CR and LF: JSON texts and names may contain U+2028 and others.
    """
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")


def counted(number: int, text: str, plural: str | None = None) -> str:
    """``1 test``, ``2 tests``; ``plural`` is the irregular one."""
    return f"{number:,} {text if number == 1 else plural or f'{text}s'}"


def tally(counts: Mapping[str, int], names: Iterable[str]) -> str:
    """``3 passed, 1 not mergeable``: how many there are of each name, in this order."""
    return ", ".join(
        f"{counts[name]:,} {name.replace('_', ' ')}" for name in names if counts.get(name)
    )


def seconds_text(seconds: float) -> str:
    """A time: ``< 1 ms``, ``20 ms``, ``1.5 s``, ``15 s``, ``2 min``."""
    if seconds < 0.05:
        return f"{1000 * seconds:.0f} ms" if seconds >= 0.0005 else "< 1 ms"
    if seconds < 119.5:
        return f"{seconds:.{int(seconds < 9.95)}f} s"
    return f"{seconds / 60:,.0f} min"


def spent(usage: Mapping[str, Any]) -> list[str]:
    """Costs, tokens, time to the first token, and retries of replies, as far as they are known."""
    tokens, retries, first = (
        usage.get(name) for name in ("tokens", "retries", "first_token_seconds")
    )
    costs = {"": usage.get("cost_usd"), "users ": usage.get("users_usd")}
    return [
        *[f"{who}{dollars(cost)}" for who, cost in costs.items() if cost],
        *([f"{tokens:,} tokens"] if tokens else []),
        *([f"first token after {first:.2g} s"] if first is not None else []),
        *([counted(retries, "retry", "retries")] if retries else []),
    ]


@lru_cache(1024)
def camel(key: str) -> str:
    """``expected_function`` as ``expectedFunction``."""
    first, *rest = key.split("_")
    return first + "".join(part[:1].upper() + part[1:] for part in rest)


def _escape(hidden: re.Match[str]) -> str:
    return hidden[0].encode("unicode_escape").decode("ascii")


def read_table(module: str, name: str) -> str:
    """The text of the data file ``name`` beside a module, which passes its ``__file__``."""
    return Path(module).parent.joinpath(name).read_text(encoding="utf-8")


def read_rows(module: str, name: str) -> list[list[str]]:
    """The rows of such a file: cells are separated by bars, comments start with ``#``."""
    lines = read_table(module, name).splitlines()
    return [line.split(" | ") for line in lines if not line.startswith("#")]


def read_words(module: str, name: str) -> dict[str, tuple[str, ...]]:
    """The words of such a file by section; a section starts with its name in brackets.

    Text before the first section is a comment.
    """
    parts = (part.partition("]") for part in read_table(module, name).split("\n[")[1:])
    return {heading: tuple(words.split()) for heading, _, words in parts}


Pointer = tuple[str, ...]
"""The parts of a pointer, unescaped, from the top; empty for the whole document."""

_INDEX = lazy_regex(r"0|[1-9][0-9]{0,8}")


class NotFoundError(LookupError):
    """A pointer to a missing value.

    ``reached`` is the pointer of the last existing value on the way, ``value`` that value.
    """

    def __init__(self, reached: str, value: Any) -> None:
        super().__init__(reached)
        self.reached = reached
        self.value = value


def parse_pointer(text: str) -> Pointer:
    """The parts of a pointer. Raises ValueError for invalid syntax."""
    if text and not text.startswith("/"):
        raise ValueError(f"a JSON pointer begins with '/': write '/{text}'")
    if re.search("~(?![01])", text):
        raise ValueError("in a JSON pointer '~' is written '~0', and a '/' in a key '~1'")
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in text.split("/")[1:])


def format_pointer(parts: Pointer) -> str:
    """The pointer as text, with ``/`` and ``~`` in its parts escaped."""
    return "".join("/" + part.replace("~", "~0").replace("/", "~1") for part in parts)


def find(document: Any, pointer: Pointer) -> Any:
    """The value at the pointer. Raises NotFoundError if there is none."""
    value = document
    for index, part in enumerate(pointer):
        if isinstance(value, Mapping) and part in value:
            value = value[part]
        elif isinstance(value, list) and _INDEX.fullmatch(part) and int(part) < len(value):
            value = value[int(part)]
        else:
            raise NotFoundError(format_pointer(pointer[:index]), value)
    return value


_MARK = lazy_regex(r"\{\{\s*(?P<place>.*?)\s*\}\}|\$\{(?P<variable>[^{}]*)\}", re.DOTALL)


def places(template: Any) -> Iterator[str]:
    """The names in ``{{…}}`` in the texts of a template."""
    return (name for text in texts(template) for name in _marks(text, "place"))


def variables(template: Any) -> Iterator[str]:
    """The names in ``${…}`` in the texts of a template."""
    return (name for text in texts(template) for name in _marks(text, "variable"))


def texts(template: Any) -> Iterator[str]:
    """All texts in a JSON value, without the keys of mappings."""
    if isinstance(template, str):
        yield template
    elif isinstance(template, Mapping | list):
        for item in template.values() if isinstance(template, Mapping) else template:
            yield from texts(item)


def fill(template: Any, place: Callable[[str], Any], variable: Callable[[str], str]) -> Any:
    """The template with its placeholders replaced by what the two functions return for their names.

    A text that is exactly one ``{{place}}`` becomes the value itself, with its type; inside a
    longer text a value that is not a text is written as JSON, and nothing for the None of a
    ``{{place?}}``. Replacements are not expanded again,
    and keys of mappings are left alone.
    """
    if isinstance(template, Mapping):
        return {key: fill(item, place, variable) for key, item in template.items()}
    if isinstance(template, list):
        return [fill(item, place, variable) for item in template]
    if not isinstance(template, str):
        return template
    alone = _MARK.fullmatch(template)
    # Exactly one placeholder: the pattern also spans "{{a}} {{b}}".
    if alone and alone["place"] is not None and "}}" not in alone["place"]:
        return place(alone["place"])

    def text_of(mark: re.Match[str]) -> str:
        if mark["place"] is None:
            return variable(mark["variable"])
        value = place(mark["place"])
        if value is None and mark["place"].endswith("?"):
            return ""
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)

    return _MARK.sub(text_of, template)


def _marks(text: str, kind: str) -> Iterator[str]:
    return (mark[kind] for mark in _MARK.finditer(text) if mark[kind] is not None)


_WORD = lazy_regex(r"\w+")
_APART = lazy_regex(r"(?<=\d) (?=\d)")
_FEW_DIGITS = 5


def words(text: str) -> str:
    """The text's words, in lower case, a space between each two and at both ends."""
    return f" {' '.join(_WORD.findall(nfkc(text).casefold()))} "


def names(message: str, text: str) -> bool:
    """Whether a message has these words, or these digits however they are set apart."""
    hay, needle = words(message), words(text)
    if needle in hay or f"{needle[:-1]}s " in hay:
        return True
    digits = "".join(re.findall(r"\d", text))
    return len(digits) >= _FEW_DIGITS and f" {digits} " in _APART.sub("", hay)


def display_path(path: Path, start: Path) -> str:
    """A path for display: relative to ``start`` if it is below."""
    return str(path.relative_to(start) if path.is_relative_to(start) else path)
