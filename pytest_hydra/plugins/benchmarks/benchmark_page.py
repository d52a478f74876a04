"""The blocks of judged benchmarks: each judgment, and the places of its quotes in the exhibits.

``benchmarks`` holds their results. ``benchmark-0`` and so on, in the same order, hold
the judgments of each category, and the exhibits as the judges saw them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from operator import itemgetter
from typing import Any

from pytest_hydra.core.quotes import LEAST_QUOTE, QuotedText, quotes
from pytest_hydra.core.result import Result, item_name
from pytest_hydra.core.text import counted
from pytest_hydra.report import ReportSource, judge_health, shorten

# An exhibit in a prompt: between two lines with a random marker.
_EXHIBIT = re.compile(r"^<<< ([0-9a-f]{32}) exhibit (.*)\n((?:.*\n)*?)>>> \1 \2$", re.MULTILINE)
_DIGEST = re.compile(r"[0-9a-f]{64}")
# The control exhibit, which tests whether the judge obeys exhibits; not part of the benchmark.
_CONTROL = "notice"
_ABOUT, _GIVEN = ("reason", "obeyed", "cost_usd", "model"), ("score", "criteria", "injections")
_LISTS = ("strengths", "weaknesses", "evidence")
# Limits: bytes read of a question, and quotes looked up for a benchmark.
_MOST_SHOWN = 1_000_000
_MOST_QUOTES = 2_000
# The shortest quote that is looked up, in characters; judgments are graded by longer ones.
_LEAST_SHOWN = 4


def blocks(source: ReportSource) -> Iterator[tuple[str, Any]]:
    """The blocks of all benchmarks, if any, those that did not pass first."""
    given: Sequence[Result] = source.report["benchmarks"]
    results = sorted(given, key=lambda result: result["status"] == "passed")
    if not results:
        return
    yield "benchmarks", results
    gradings = _gradings(source)
    for number, result in enumerate(results):
        found = [gradings.get((item_name(result), check["name"])) for check in result["checks"]]
        details = _benchmark(source, found)
        yield f"benchmark-{number}", {**details, "health": [*_health(result, details)]}


def _gradings(source: ReportSource) -> dict[tuple[str, str], Result]:
    """The recorded grading of each category, by the names of the result and the category."""
    return {
        (item_name(record["result"]), grading["category"]): grading
        for record in source.objects("judging.jsonl")
        for grading in record["gradings"]
    }


class _Exhibits:
    """The exhibits of a benchmark, each once, with the passages quoted from them."""

    def __init__(self) -> None:
        self._shown: dict[tuple[str, str], QuotedText] = {}
        self._spans: list[list[tuple[int, int]]] = []
        self._room = _MOST_QUOTES

    def add(self, question: str) -> list[int]:
        """Add the exhibits of an archived question, and return their indexes."""
        found = [(each[2], each[3].removesuffix("\n")) for each in _EXHIBIT.finditer(question)]
        own = [exhibit for exhibit in found if exhibit[0] != _CONTROL]
        for name, text in own:
            if (name, text) not in self._shown:
                self._shown[name, text] = QuotedText(text)
                self._spans.append([])
        places = list(self._shown)
        return [places.index(exhibit) for exhibit in own]

    def split(self, text: str, places: Sequence[int]) -> list[Any]:
        """A text in parts: plain ones, and quotes with the places where they were found, if any.

        A place is the index of the exhibit, and the offset of the quote in it.
        """
        parts: list[Any] = []
        end = 0
        shown = list(self._shown.values())
        for quote in islice(quotes(text, _LEAST_SHOWN), self._room):
            self._room -= 1
            found = ((place, shown[place].find(quote.text)) for place in places)
            place, spans = next(filter(itemgetter(1), found), (None, []))
            # A short one is no quote for sure, unless it is there.
            if place is None and len(quote.text) < LEAST_QUOTE:
                continue
            parts += [text[end : quote.start]] if quote.start > end else []
            parts.append([text[quote.start : quote.end]])
            if place is not None:
                self._spans[place] += spans
                parts[-1] += [place, spans[0][0]]
            end = quote.end
        return [*parts, text[end:]] if end < len(text) else parts

    def parts(self) -> list[Any]:
        """Each exhibit: its name, and its text in plain and quoted parts.

        A quoted part is a list of its text and its offset.
        """
        exhibits = zip(self._shown, self._spans, strict=True)
        return [[name, *_split(text, spans)] for (name, text), spans in exhibits]


def _split(text: str, spans: Sequence[tuple[int, int]]) -> Iterator[Any]:
    bounds = sorted({0, len(text), *(bound for span in spans for bound in span)})
    for start, end in pairwise(bounds):
        is_quoted = any(first <= start < last for first, last in spans)
        yield [text[start:end], start] if is_quoted else text[start:end]


def _benchmark(source: ReportSource, gradings: Sequence[Result | None]) -> dict[str, Any]:
    """The answers about each category, and the exhibits that the judges saw."""
    exhibits = _Exhibits()
    categories = []
    for grading in gradings:
        digest = (grading or {}).get("prompt_digest")
        is_there = isinstance(digest, str) and _DIGEST.fullmatch(digest)
        question = source.text(f"judging/{digest}.txt", _MOST_SHOWN) if is_there else None
        places = exhibits.add(question or "")
        categories.append(
            [
                {"judge": answer["judge"], **_answer(answer, exhibits, places)}
                for answer in (grading or {}).get("answers", ())
            ]
        )
    return {"categories": categories, "exhibits": exhibits.parts()}


def _answer(answer: Result, exhibits: _Exhibits, places: Sequence[int]) -> dict[str, Any]:
    """One answer; each text of its judgment is split at its quotes."""
    about = {key: answer[key] for key in _ABOUT if answer.get(key)}
    judgment = answer.get("judgment")
    if judgment is None:
        return {**about, "text": shorten(answer["text"])} if answer.get("text") else about
    return {
        **about,
        **{key: judgment[key] for key in _GIVEN if judgment.get(key)},
        **{name: [exhibits.split(text, places) for text in judgment[name]] for name in _LISTS},
    }


def _health(result: Result, details: Result) -> Iterator[tuple[str, str]]:
    """Indicators of how far to trust the judge: name and value."""
    yield from judge_health(result)
    samples = [sample for each in details["categories"] for sample in each]
    if samples:
        obeyed = sum(bool(sample.get("obeyed")) for sample in samples)
        answers = counted(obeyed, "answer") if obeyed else "no answer"
        yield "Canary", f"{answers} followed instructions in an exhibit"
    injections = dict.fromkeys(text for each in samples for text in each.get("injections", ()))
    if injections:
        yield "Instructions in exhibits", "; ".join(injections)
