"""The question to a judge: the instructions and, separate from them, the exhibits.

The exhibits are untrusted. Three measures protect the grade from text in them:

- **The fence.** Each exhibit is between two lines with a marker that is random for each question.
  The author of an exhibit cannot know it, so no text in an exhibit can end its fence.
- **The secret word.** It is in the instructions, and the judge must never write it. A judge that
  repeats its instructions, in any encoding that `answer` can undo, is detected.
- **The control.** An extra exhibit, made here, with a harmless request: begin the first strength
  with a certain word. A judge that obeys exhibits obeys this one too, and is detected. The judge
  does not know which exhibit it is.

Not detected: a judge that follows one instruction but not the control, for instance because an
exhibit tells it to ignore all other exhibits, or a judge that is merely impressed by praise.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.plain import json_digest
from pytest_hydra.core.quotes import LEAST_QUOTE
from pytest_hydra.core.text import printable, read_table
from pytest_hydra.plugins.judges.grades import Judgment

if TYPE_CHECKING:
    from pytest_hydra.plugins.judges.exhibits import Exhibit
    from pytest_hydra.plugins.judges.judge_settings import Category

TEMPLATE = 3
"""The version of the wording. Judgments of another wording are not reused."""

FACTS, CONTROL, PROBLEM = "facts", "notice", "problem"
"""The reserved names of exhibits that are added here."""

# Text that model servers may take for the end of a message: <|im_end|>, </s>, [/INST], …
_CHAT_MARKER = re.compile(
    r"[<\[](?=[|\uff5c][^|\uff5c\s]{1,40}[|\uff5c]>|/?(?:start_of_turn|end_of_turn|s|bos|eos)>"
    r"|/?INST\]|</?SYS>>)",
    re.IGNORECASE,
)
_MARKER_BREAK = "\N{MIDDLE DOT}"

# The instructions, and the text of the control.
_INSTRUCTIONS, _CONTROL = read_table(__file__, "prompt.txt")[:-1].split("\n----\n")


def control_word(canary: str) -> str:
    """The word that the control asks for. It does not reveal the secret word."""
    return f"verified-{hashlib.sha256(canary.encode()).hexdigest()[:16]}"


def build_prompt(
    category: Category,
    exhibits: Sequence[Exhibit],
    *,
    fence: str,
    canary: str,
    problem: str = "",
) -> tuple[str, str]:
    """The question in two parts: the instructions, and the exhibits with a last reminder.

    ``fence`` and ``canary`` are random words for this question alone: see the module. ``problem``
    says why the previous answer was unusable. Raises ValueError if the fence occurs in an exhibit,
    or an exhibit has a reserved name.
    """
    for exhibit in exhibits:
        if exhibit.name in (FACTS, CONTROL, PROBLEM):
            raise ValueError(f"an exhibit cannot be called {exhibit.name!r}: one is made here")
    blocks = [_block(fence, exhibit.name, exhibit_text(exhibit)) for exhibit in exhibits]
    facts = facts_text(exhibits)
    if facts:
        blocks.insert(0, _block(fence, FACTS, facts))
    blocks.append(_block(fence, CONTROL, _CONTROL.format(word=control_word(canary))))
    instructions = _INSTRUCTIONS.format(
        category=category.name,
        secret=canary,
        fence=fence,
        least=LEAST_QUOTE,
        criteria="\n".join(f"- {criterion}" for criterion in category.criteria),
        guide=_guide(category),
        schema=_schema(category.name),
    )
    if facts:
        instructions += (
            '\n\nThe numbers in the exhibit "facts" were counted in the event log by the program '
            "that asks you. Names in this exhibit come from the log, and say what the log says."
        )
    if problem:
        instructions += (
            '\n\nYour last answer could not be used. The exhibit "problem" says why. Grade the '
            "work again, and follow the rules."
        )
        blocks.append(_block(fence, PROBLEM, problem))
    end = f'This was the last exhibit. Answer with one JSON object for "{category.name}".\n'
    return instructions, "\n".join([*blocks, end])


def prompt_digest(category: Category, exhibits: Sequence[Exhibit]) -> str:
    """The sha256, in hex, of a question without its random words."""
    question = {
        "template": TEMPLATE,
        "category": category.name,
        "criteria": category.criteria,
        "guide": category.bands,
        "exhibits": [[exhibit.name, exhibit_text(exhibit)] for exhibit in exhibits],
        "facts": facts_text(exhibits),
    }
    return json_digest(question)


def rubric_digest(category: Category) -> str:
    """The sha256, in hex, of what a judge is asked, without what it is asked about."""
    bands = [[*band] for band in category.bands]
    return json_digest([TEMPLATE, category.name, [*category.criteria], bands])


def archived_question(
    category: Category, exhibits: Sequence[Exhibit], digest: str
) -> dict[str, Any]:
    """One question for the run folder, as plain data.

    The random words derive from the digest here, so that the same question is the same text.
    ``whole`` are the files of exhibits that were cut, each with its sha256 in hex.
    """
    instructions, blocks = build_prompt(
        category, exhibits, fence=_word("fence", digest), canary=_word("secret", digest)
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


def exhibit_text(exhibit: Exhibit) -> str:
    """The exhibit as the judge sees it: invisible characters escaped, chat markers broken."""
    cut = "" if exhibit.cut is None else f"(cut: {exhibit.cut})\n"
    return _defuse(cut + (exhibit.text or "(empty)"))


def facts_text(exhibits: Sequence[Exhibit]) -> str:
    """The facts computed from the exhibits, as the judge sees them; empty if there are none."""
    facts: dict[str, Any] = {}
    for exhibit in exhibits:
        facts.update(exhibit.facts or {})
    if not facts:
        return ""
    return _defuse(json.dumps(facts, ensure_ascii=False, indent=1))


def _word(purpose: str, digest: str) -> str:
    return hashlib.sha256(f"{purpose} {digest}".encode("ascii")).hexdigest()[:32]


def _defuse(text: str) -> str:
    return _CHAT_MARKER.sub(lambda mark: mark[0] + _MARKER_BREAK, printable(text))


def _block(fence: str, name: str, text: str) -> str:
    if fence in text or fence in name:
        raise ValueError("the fence occurs in what it is to hold; draw another")
    return f"<<< {fence} exhibit {name}\n{text}\n>>> {fence} {name}\n"


def _guide(category: Category) -> str:
    if not category.guide:
        return ""
    bands = (
        f"- {low}{'' if low == high else f'-{high}'}: {text}" for low, high, text in category.bands
    )
    return "\nWhat the scores mean:\n\n" + "\n".join(bands) + "\n"


def _schema(category: str) -> str:
    """The JSON Schema of the answer about this category, with a line for each key."""
    schema = Judgment.model_json_schema()
    required = json.dumps(schema["required"])
    properties = schema["properties"] | {"category": {"const": category}}
    for entry in properties.values():
        entry.pop("title", None)
    lines = (f'  "{key}": {json.dumps(properties[key], ensure_ascii=False)}' for key in properties)
    listed = ",\n".join(lines)
    return f'{{\n "type": "object",\n "required": {required},\n "properties": {{\n{listed}\n }}\n}}'
