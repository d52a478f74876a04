"""The question to a judge: what it is to do, and, apart from that, what it is shown.

The exhibits are untrusted. Three things keep what is written in them from grading itself:

- **The fence.** Each exhibit stands between two lines that hold a marker, drawn anew for each
  question. Nobody who wrote an exhibit could know it, so no text in one can end its fence.
- **The seal.** A secret word among the instructions that is never to be written. A judge that
  repeats its instructions, in whatever spelling `answer` can undo, is noticed.
- **The control.** One more exhibit, made here, that asks for something harmless: to begin the first
  strength with a certain word. A judge that does what exhibits ask does that too, and is noticed,
  whatever else it was asked for. It is not told which exhibit that is.

What they cannot notice: a judge that follows one instruction and not the other, for instance one
that an exhibit has told to ignore all other exhibits, or that is merely impressed by praise.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.quotes import LEAST_QUOTE
from pytest_hydra.core.text import printable, read_table

if TYPE_CHECKING:
    from pytest_hydra.judging.exhibits import Exhibit
    from pytest_hydra.judging.grade.rubric import Category

TEMPLATE = 1
"""The version of the wording. Judgments of another wording are not used again."""

FACTS, CONTROL, PROBLEM = "facts", "notice", "problem"
"""The exhibits that are made here; no other may be called so."""

# What servers of models may take for the end of a message: <|im_end|>, </s>, [/INST], …
_CHAT_MARKER = re.compile(
    r"[<\[](?=[|\uff5c][^|\uff5c\s]{1,40}[|\uff5c]>|/?(?:start_of_turn|end_of_turn|s|bos|eos)>"
    r"|/?INST\]|</?SYS>>)",
    re.IGNORECASE,
)
_BROKEN_BY = "\N{MIDDLE DOT}"

# What is said to a judge, how its answer looks, and what the control asks for.
_INSTRUCTIONS, _SCHEMA, _CONTROL = read_table(__file__, "prompt.txt")[:-1].split("\n----\n")


def bait(canary: str) -> str:
    """The word that the control asks for. Who knows it does not know the seal."""
    return f"verified-{hashlib.sha256(canary.encode()).hexdigest()[:16]}"


def build_prompt(
    category: Category,
    exhibits: Sequence[Exhibit],
    *,
    fence: str,
    canary: str,
    problem: str | None = None,
) -> tuple[str, str]:
    """The question in two parts: the instructions, and the exhibits with a last reminder.

    ``fence`` and ``canary`` are random words, drawn for this question alone: see the module.
    ``problem`` is what was wrong with the answer before. Raises ValueError when the fence occurs
    in what it is to hold, or an exhibit has the name of one that is made here.
    """
    for exhibit in exhibits:
        if exhibit.name in (FACTS, CONTROL, PROBLEM):
            raise ValueError(f"an exhibit cannot be called {exhibit.name!r}: one is made here")
    blocks = [_block(fence, exhibit.name, shown_text(exhibit)) for exhibit in exhibits]
    facts = facts_text(exhibits)
    if facts:
        blocks.insert(0, _block(fence, FACTS, facts))
    blocks.append(_block(fence, CONTROL, _CONTROL.format(bait=bait(canary))))
    instructions = _INSTRUCTIONS.format(
        category=category.name,
        seal=canary,
        fence=fence,
        least=LEAST_QUOTE,
        criteria="\n".join(f"- {criterion}" for criterion in category.criteria),
        guide=_guide(category),
        schema=_SCHEMA.format(category=json.dumps(category.name, ensure_ascii=False)),
    )
    if facts:
        instructions += (
            '\n\nThe exhibit "facts" was counted from the event log by the program that asks you. '
            "Its numbers are true; the names in it come from the log."
        )
    if problem is not None:
        instructions += (
            '\n\nYour last answer could not be used. The exhibit "problem" says why. Grade '
            "again, and answer as the rules say."
        )
        blocks.append(_block(fence, PROBLEM, problem))
    end = f'The exhibits are over. Answer now with the one JSON object for "{category.name}".\n'
    return instructions, "\n".join([*blocks, end])


def prompt_digest(category: Category, exhibits: Sequence[Exhibit]) -> str:
    """The sha256, in hex, of all that a question holds but what is drawn at random."""
    question = {
        "template": TEMPLATE,
        "category": category.name,
        "criteria": list(category.criteria),
        "guide": [[band.low, band.high, band.text] for band in category.guide],
        "exhibits": [[exhibit.name, shown_text(exhibit)] for exhibit in exhibits],
        "facts": facts_text(exhibits),
    }
    text = json.dumps(question, sort_keys=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def archived_question(
    category: Category, exhibits: Sequence[Exhibit], digest: str
) -> dict[str, Any]:
    """What is to be kept of one question in the run folder, as plain data.

    What is drawn at random for each asking is made of the digest here, so that the same question is
    the same text. ``whole`` are the files of exhibits that were cut, each with its sha256 in hex.
    """
    instructions, blocks = build_prompt(
        category, exhibits, fence=_drawn("fence", digest), canary=_drawn("seal", digest)
    )
    return {
        "digest": digest,
        "prompt": f"{instructions}\n\n{blocks}",
        "whole": [
            [str(path), sha256]
            for exhibit in exhibits
            if exhibit.cut is not None
            for path, sha256 in exhibit.files
        ],
    }


def shown_text(exhibit: Exhibit) -> str:
    """The exhibit's text as the judge reads it: without what hides, or what ends a message."""
    cut = "" if exhibit.cut is None else f"(cut: {exhibit.cut})\n"
    return _defused(cut + (exhibit.text or "(empty)"))


def facts_text(exhibits: Sequence[Exhibit]) -> str:
    """What was computed from the exhibits, as the judge reads it; empty where nothing was."""
    facts: dict[str, Any] = {}
    for exhibit in exhibits:
        facts.update(exhibit.facts or {})
    if not facts:
        return ""
    return _defused(json.dumps(facts, ensure_ascii=False, indent=1))


def _drawn(what: str, digest: str) -> str:
    return hashlib.sha256(f"{what} {digest}".encode("ascii")).hexdigest()[:32]


def _defused(text: str) -> str:
    return _CHAT_MARKER.sub(lambda mark: mark[0] + _BROKEN_BY, printable(text))


def _block(fence: str, name: str, text: str) -> str:
    if fence in text or fence in name:
        raise ValueError("the fence occurs in what it is to hold; draw another")
    return f"<<< {fence} exhibit {name}\n{text}\n>>> {fence} {name}\n"


def _guide(category: Category) -> str:
    if not category.guide:
        return ""
    bands = (
        f"- {band.low}{'' if band.low == band.high else f'-{band.high}'}: {band.text}"
        for band in category.guide
    )
    return "\nWhat the scores mean:\n\n" + "\n".join(bands) + "\n"
