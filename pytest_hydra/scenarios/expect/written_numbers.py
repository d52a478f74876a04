"""The numbers in a text, whatever their spelling.

A comma before exactly three digits groups them: 1,500 is not 1.5. Commas before other digits, and
points, are decimal, except that in a text with such commas a point before three digits groups.
Where the file names a locale, that decides instead; several locales give several readings. Several
commas that group no digits separate a list, and a slash always separates: 12/15 has two numbers.
"""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from pytest_hydra.core.lazy_regex import lazy_regex
from pytest_hydra.core.text import nfkc

_FRACTION = lazy_regex(
    r"(?:(\d{1,15})\s?)?([\u00bc-\u00be\u2150-\u215e])"
    r"|(?<![\d.,/])(\d{1,15})[ -](\d{1,2})[/\u2044]([2-68]|16)(?![\d/])"
)
# Powers, dates with hyphens, and times; numbers in them are not read. They become underscores.
_OTHER = lazy_regex(
    r"(?<![\d.,])[\d.,]+[\u00b2\u00b3\u00b9\u2070-\u2079]+|(?<![\d.,])\d[\d.,]*[eE][-+\u2212]?\d+"
    r"|(?<!\d)\d+(?:(?:[-:]\d+){2,}|[:\u2044]\d+)"
)
# Between two numbers: dots, a multiplication, and the dash of a range behind a unit.
_BETWEEN = lazy_regex(
    r"(?<=\d)(?:\.{2,3}|\u2026|(?<!\b0)[xX\u00d7])(?=\d)"
    r"|(?<![\w.,])(\d[\d.,:]{0,20}[A-Za-z]{1,3})[-\u2013](?=\d)"
)
_SCIENTIFIC = lazy_regex(r"(?<![\w.,])\d{1,15}(?:\.\d{1,15})?[eE][-+]?\d\d?(?![\w.,]\w|\w)")
_DASH = "-\u2212\u2013"
_CURRENCY = r"[$\u20ac\u00a3\u00a5\u20b9]"
_MILLIONS = lazy_regex(
    rf"({_CURRENCY}\s?\d[\d.,]{{0,20}})[mM]\b|(?<![\w.,-])(\d{{1,4}}(?:\.\d{{1,3}})?)M\b"
)
_PREFIX = (
    r"(?:Rs\.?|Rp\.?|[KTU]Sh|N[or]\.|Fr\.?|kr\.?|RM|z\u0142|K\u010d|AED|AUD|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|IDR"
    r"|ILS|INR|JPY|KRW|MXN|MYR|NOK|NZD|PHP|PLN|RON|RUB|SAR|SEK|SGD|THB|TRY|USD|VND|ZAR)(?=\d)"
    r"|R(?=\d{1,3}(?:[, ]\d{3})+|\d+\.\d\d)"
)
_NUMBER = lazy_regex(
    # Not in a name such as A5, PC-5 or 1_000, nor a further piece of something else.
    rf"(?:(?<![^\W\d_])(?:{_PREFIX})"
    rf"|(?<![\w.,'\u2019])(?<![^\W\d][{_DASH}])(?<!\d[ \xa0\u2009\u202f]))"
    # A dash after a word, a unit or a bracket is none of a negative number: 25%-30%.
    rf"(?P<minus>(?<![^\s(\[\"'=:<>~*|])[{_DASH}]{_CURRENCY}?|{_CURRENCY}[{_DASH}])?"
    rf"(?<![^\W\d][{_DASH}])"
    r"(?P<digits>(?:\.\d{1,300}|\d{1,300}(?:[.,]\d{1,300}|['\u2019 \xa0\u2009\u202f]\d{3}(?!\d))*))"
    r"(?!_|[.,'\u2019]?\d)(?P<scale>[kK]\b|\s?(?:[mM]illion|thousand|bn|billion|lakh|crore)\b)?"
)
_SCALES = {"k": 3, "thousand": 3, "lakh": 5, "million": 6, "crore": 7, "bn": 9, "billion": 9}
_SEPARATOR = lazy_regex(r"\D")
# Digits grouped in the Western or the Indian way.
_GROUPED = lazy_regex(r"\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3}")
_OTHER_SIGN = str.maketrans(".,", ",.")
_DECIMAL_COMMA = lazy_regex(
    r"(?<![\d,.])\d{1,3}(?:\.\d{3})*,(?:\d{1,2}(?![\d,.]\d|\d)|[-\u2013\u2014]{1,2}(?!\d))"
)
# Digits with signs between them: a number, or a list, a date or a version.
_DIGITS = lazy_regex(r"\d+(?:[.,'\u2019]\d+|[ \xa0\u2009\u202f]\d{3}(?!\d))*")
# What is between the numbers of a list.
_LIST = lazy_regex("[, \xa0\u2009\u202f]")
# Longer numbers are not read whole.
_LONGEST = 40
# Where a number begins in scripts without spaces.
_UNSPACED = lazy_regex(r"(?<=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])(?=\d)")
_CACHED_TEXTS = 256
# Languages by their decimal sign, and the regions that differ from their language.
_POINT = "en he hi ja ko th zh de-CH de-LI es-MX es-US it-CH"
_COMMA = (
    "bg ca cs da de el es et fi fr gl hr hu id is it lt lv nb nl nn no pl pt ro ru sk sl sr sv tr "
    "uk vi"
)
_SIGNS = {**dict.fromkeys(_POINT.split(), "."), **dict.fromkeys(_COMMA.split(), ",")}


class WrittenNumber(NamedTuple):
    """A number, and how it is written."""

    value: int | float
    written: str


def decimal_sign(locale: str) -> str:
    """The decimal sign of a locale such as de or de-CH. Raises ValueError if it is not known."""
    sign = _SIGNS.get(locale) or _SIGNS.get(locale.partition("-")[0])
    if sign is None:
        raise ValueError(f"{locale!r} is not a known locale; valid: {', '.join(_SIGNS)}")
    return sign


@lru_cache(_CACHED_TEXTS)
def numbers_in(text: str, signs: str = "") -> tuple[WrittenNumber, ...]:
    """The numbers in a text, in order; both ends of a range such as 3-5.

    ``signs`` are the decimal signs of the locales; "" if none is named.
    """
    text = _SCIENTIFIC.sub(lambda match: f"{Decimal(match[0]):f}", _FRACTION.sub(_decimal, text))
    text = _BETWEEN.sub(lambda match: f"{match[1] or ''}; ", text)
    text = _OTHER.sub(lambda match: "_" * len(match[0]), text)
    text = text if text.isascii() else _UNSPACED.sub(" ", nfkc(text))
    text = _MILLIONS.sub(lambda match: f"{match[1] or match[2]} million", text)
    has_commas = _DECIMAL_COMMA.search(text) is not None
    grouping = signs.translate(_OTHER_SIGN) or (",." if has_commas else ",")
    found: list[WrittenNumber] = []
    for match in _NUMBER.finditer(text):
        for groups in grouping if len(signs) > 1 else [grouping]:
            found += _readings(match, groups)
    return tuple(dict.fromkeys(found) if len(signs) > 1 else found)


def is_within_number(text: str, place: int) -> bool:
    """Whether the characters before and after a place belong to the same number."""
    if not 0 < place < len(text) or text[place - 1 : place + 1].isdigit():
        return 0 < place < len(text)
    runs = _DIGITS.finditer(text, max(0, place - _LONGEST), place + _LONGEST)
    run = next((run for run in runs if run.start() < place < run.end()), None)
    return run is not None and _value(run[0], ",") is not None


def _decimal(match: re.Match[str]) -> str:
    if match[2]:
        return f"{int(match[1] or 0) + unicodedata.numeric(match[2]):.12g}"
    return f"{int(match[3]) + int(match[4]) / int(match[5]):.12g}"


def _readings(match: re.Match[str], grouping: str) -> list[WrittenNumber]:
    """The number, or those of a list such as 1,2,3 or 2024 500, where nothing groups digits."""
    digits, written, scale = match["digits"], match[0], match["scale"]
    value = _value(digits, grouping)
    if value is not None:
        scaled = round(value * 10 ** _SCALES[scale.strip().lower()], 6) if scale else value
        return [WrittenNumber(-scaled if match["minus"] else scaled, written)]
    first, *rest = _LIST.split(digits)
    parts = [f"-{first}" if match["minus"] else first, *rest] if rest else []
    values = [(_value(part.lstrip("-"), grouping), part) for part in parts]
    return [WrittenNumber(-v if p[0] == "-" else v, p) for v, p in values if v is not None]


def _value(digits: str, grouping: str) -> int | float | None:
    """The value; None if the digits are not one number, such as a version.

    A sign of ``grouping`` that is the only separator, before three digits, groups them.
    """
    separators = _SEPARATOR.findall(digits)
    if not separators:
        return int(digits)
    *_, last = separators
    whole, _, rest = digits.rpartition(last)
    if digits[0] == ".":
        return float(digits)
    if len(set(separators)) == 1 and (
        last not in ".,"
        or len(separators) > 1
        or (len(rest) == 3 and last in grouping and digits[0] != "0" and len(digits) <= 7)
    ):
        return int(_SEPARATOR.sub("", digits)) if _is_grouped(digits) else None
    if last not in ".," or last in separators[:-1] or len(set(separators)) > 2:
        return None
    if last == "," and min(len(whole), len(rest)) > 3:
        return None  # two numbers
    if separators[1:] and not _is_grouped(whole):
        return None
    return float(f"{_SEPARATOR.sub('', whole)}.{rest}")


def _is_grouped(digits: str) -> bool:
    return _GROUPED.fullmatch(_SEPARATOR.sub(",", digits)) is not None
