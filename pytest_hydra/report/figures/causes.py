"""Why scenarios and tests did not pass: causes that their checks have in common.

A cause is a kind of check with its message, without the varying parts. It is reported once,
however many scenarios failed by it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from pytest_hydra.core.lazy_regex import lazy_regex
from pytest_hydra.core.numbers import format_number
from pytest_hydra.core.result import Result, is_counted, is_no_answer
from pytest_hydra.core.text import one_line, whole_word

if TYPE_CHECKING:
    from pytest_hydra.report import model

# Texts, ids and numbers, except the status of an HTTP response or an exit.
_VARYING = lazy_regex(
    r'"(?:[^"\\]|\\.)*["…]'
    r"|(?<!\w)'(?:[^'\\]|\\.)*['…](?!\w)"
    # Ids of requests, as the usual providers make them: req_011CSHoE…, chatcmpl-…, a ULID.
    r"|\b(?:req(?:uest)?|msg|resp|chatcmpl|cmpl|run|call|toolu|gen|trace)[_-](?=\w*\d)[\w-]{6,}"
    r"|(?-i:\b[0-9A-HJKMNP-TV-Z]{26}\b)"
    r"|(?<![^\W_])(?:0x)?(?=[0-9a-f-]*\d)[0-9a-f]{8}[0-9a-f-]*\b"
    r"|(?<!answered )(?<!status )(?<!\d)\d+(?:[.,:]\d+)*",
    re.IGNORECASE,
)
# Ways in which what answers is out: each is one cause, however its messages differ.
_OUTAGES = {
    "timed out": lazy_regex(r"time[d ]{0,2}-?out|did not answer within|deadline exceeded", re.I),
    "no connection": lazy_regex(
        r"connection|connect call|could not be reached|unreachable|name resolution|getaddrinfo",
        re.I,
    ),
}
_OUT = lazy_regex(r"\b(?:answered|status|HTTP|error code:?) (429|5\d\d)\b", re.IGNORECASE)
_QUOTED = lazy_regex(r'"((?:[^"\\]|\\.)*)(?:"|(?<=…))')
_NUMBER = lazy_regex(r"\d+(?:[.,:]\d+)*")
# Details after a semicolon are ignored, such as other values or suggestions.
_ASIDE = lazy_regex(r';(?=(?:[^"]*"[^"]*")*[^"]*$).*', re.DOTALL)
_LONGEST = 300
_CUT = "…"
_HASH = 12


class Cause(NamedTuple):
    """The common cause of checks. ``general`` is its ``text`` with … for the varying parts.

    ``key`` is the same in every session. ``outage`` says how what answers was out, if it was: then
    general texts may differ.
    """

    key: str
    text: str
    general: str
    outage: str = ""


Columns = tuple[tuple[str, str], ...]
"""The columns of a row whose texts fill in what is expected: name and text."""


def cause_of(check: Result, columns: Columns = ()) -> Cause | None:
    """The cause of a failed or ungraded check (an entry of a report); None if it passed.

    The cause of an ungraded check is its reason, whatever the check. An optional check has none.
    What is expected of each row by one column is one cause.
    """
    if check["outcome"] == "passed" or check.get("optional"):
        return None
    if check["outcome"] == "failed":
        score = f"scored {format_number(check['score'], 0)}" if check["score"] else ""
        message = check["message"] or score
        is_critical = bool(check.get("critical"))
        return _cause(check["kind"], check["name"], message, is_critical, columns)
    return _cause("", "", check["message"])


@lru_cache(4096)
def _cause(
    kind: str, name: str, message: str, is_critical: bool = False, columns: Columns = ()
) -> Cause:
    def general(match: re.Match[str]) -> str:
        # An expected text identifies the check; a text from the reply does not.
        is_expected = not match[0][0].isalnum() and match[0] in template
        return _NUMBER.sub(_CUT, match[0]) if is_expected else _CUT

    name, text = one_line(name, _LONGEST), _ASIDE.sub("", one_line(message, _LONGEST))
    template, told = (_with_columns(each, columns) for each in (name, text))
    parts = (_NUMBER.sub(_CUT, template), _VARYING.sub(general, told))
    outage = "" if kind else _outage(text, parts[1])
    identity = outage or "\0".join((kind, *parts))
    if is_critical and not outage:
        identity += "\0critical"
    key = hashlib.sha256(identity.encode("utf-8", "backslashreplace")).hexdigest()[:_HASH]
    shown, general_text = (": ".join(filter(None, pair)) for pair in ((name, text), parts))
    return Cause(key, shown, general_text, outage)


def _with_columns(text: str, columns: Columns) -> str:
    """The text with ``{{column}}`` for that column's text where it is quoted, even if it is cut."""

    def column(quoted: re.Match[str]) -> str:
        said, is_cut = quoted[1], quoted[1].endswith(_CUT)
        for name, value in columns:
            place = f"{{{{{name}}}}}"
            if is_cut and value.startswith(said.removesuffix(_CUT)):
                said = place
            elif value and value in said:
                said = whole_word(value).sub(lambda _, place=place: place, said)
        return f'"{said}"'

    return _QUOTED.sub(column, text) if columns else text


def _outage(text: str, general: str) -> str:
    """How what answers was out, in words; empty if it was not. A judge is told apart.

    ``general`` is without quoted texts, which may say anything.
    """
    found = _OUT.search(text)
    names = [name for name, pattern in _OUTAGES.items() if pattern.search(general)]
    name = f"answered {found[1]}" if found else next(iter(names), "")
    return f"the judge: {name}" if name and "judge" in text else name


def first_check(result: Result) -> Result | None:
    """The main check because of which a scenario or test did not pass; None if no check is.

    Of failed checks it is a critical one, else the one with the highest weight. Of ungraded checks
    it is the first: later ones often depend on it.
    """
    status = result["status"]
    if result["kind"] == "test" and status != "ungraded" and result["details"].get("error"):
        return None  # the test itself raised an exception
    worst: Result | None = None
    most = (False, -1.0)
    for check in result["checks"]:
        if check["outcome"] != status:
            continue
        if status != "ungraded":
            rank = (check.get("critical", False), check["weight"])
            if rank > most:
                worst, most = check, rank
        elif not check.get("optional"):
            worst = check
            break
    return worst


def reason(result: Result) -> str:
    """The message of the most important check that did not pass, or the error."""
    worst, error = first_check(result), result["details"].get("error")
    if worst is None or result["status"] == "passed":
        others = (check for check in result["checks"] if check["outcome"] != "passed")
        worst = next(others, None)
    if worst is None or error:
        return one_line(error or "", 200)
    return one_line(": ".join(filter(None, (worst["name"], worst["message"]))), 200)


def first_cause(result: Result) -> Cause:
    """Why a scenario or test did not pass."""
    cause = cause_of(first_check(result) or {"outcome": "passed"}, _columns(result))
    error = result["details"].get("error")
    return cause or _cause("", "", error or f"{result['status']}: nothing was graded")


def _columns(result: Result) -> Columns:
    details = result["details"]
    names = details.get("filled")
    if not names:
        return ()
    # As they are quoted in names and messages.
    texts = [json.dumps(details["case"][name], ensure_ascii=False) for name in names]
    return tuple([(name, text[1:-1]) for name, text in zip(names, texts, strict=True)])


@dataclass(slots=True)
class _Tally:
    """The figures of one cause so far."""

    text: str
    general: str
    outcome: str
    is_critical: bool = False
    no_answer: bool = False
    items: int = 0
    checks: int = 0
    files: set[str] = field(default_factory=set)
    example: str | None = None

    def add(self, result: Result, check: Result | None) -> None:
        """Count an item whose first cause this is, by this check."""
        self.items += 1
        self.is_critical |= bool(check and check.get("critical"))
        self.no_answer |= is_no_answer(result)
        self.files.add(result["file"])
        self.example = self.example or result["nodeid"]


def add_causes(results: Iterable[Result]) -> list[model.CauseEntry]:
    """The causes of all scenarios and tests; each check gets the key of its cause.

    Critical ones come first, then missing answers, as other failures may follow from them, then
    those of the most items; causes of other ungraded items come last. An item counts for one cause
    only, so that they add up. Expected failures are not counted.
    """
    tallies: dict[str, _Tally] = {}

    def tally(cause: Cause, outcome: str) -> _Tally:
        figures = tallies.setdefault(cause.key, _Tally(cause.text, cause.general, outcome))
        if figures.general != cause.general:
            figures.text = figures.general = cause.outage
        elif figures.text != cause.text:
            figures.text = cause.general
        return figures

    for result in results:
        columns = _columns(result)
        for check in result["checks"]:
            if check["outcome"] == "passed":
                continue
            cause = cause_of(check, columns)
            if cause is not None:
                check["cause"] = cause.key
                if is_counted(result):
                    tally(cause, check["outcome"]).checks += 1
        if result["status"] != "passed" and is_counted(result):
            tally(first_cause(result), result["status"]).add(result, first_check(result))
    return [
        {
            "cause": key,
            "text": figures.text,
            "outcome": "failed" if figures.outcome == "failed" else "ungraded",
            "no_answer": figures.no_answer,
            "critical": figures.is_critical,
            "items": figures.items,
            "checks": figures.checks,
            "files": len(figures.files),
            "example": figures.example,
        }
        for key, figures in sorted(tallies.items(), key=_order)
    ]


def _order(item: tuple[str, _Tally]) -> tuple[bool, int, int, str]:
    key, tally = item
    if tally.outcome == "failed":
        rank = 0 if tally.is_critical else 2
    else:
        rank = 1 if tally.no_answer else 3
    return not tally.items, rank, -tally.items, key
