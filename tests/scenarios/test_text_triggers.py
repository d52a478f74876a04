from __future__ import annotations

import importlib
import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_hydra.scenarios.english.sentences import sentences
from pytest_hydra.scenarios.english.triggers import Index, triggers
from pytest_hydra.scenarios.english.vocabulary import Rule, any_of

REPLIES = Path(__file__).parent / "replies"
TEXTS = [
    json.loads(line)["text"]
    for file in sorted(REPLIES.glob("*.jsonl"))
    for line in file.read_text(encoding="utf-8").splitlines()
]
SPOKEN = sorted({sentence.spoken for text in TEXTS for sentence in sentences(text)})
ROOMS = (
    "asked",
    "cautions",
    "declines",
    "harms",
    "perils",
    "questions",
    "refusals",
    "requests",
    "sayings",
)


@pytest.mark.parametrize(
    ("source", "needed"),
    [
        ("refund", {"refund"}),
        ("refunds?", {"refund"}),
        (r"\bno (?:refund|return)s?\b", {"refund", "return"}),
        ("cat|dog", {"cat", "dog"}),
        ("cat|dogs?|", None),
        ("(?:cat)?dog", {"dog"}),
        ("(?:cat){0,2}dog", {"dog"}),
        ("(?:cats){1,2}dog", {"cats"}),
        ("(?!cats)dog", {"dog"}),
        (r"(?<!cats )dog(?=fish)", {"dog"}),
        (r"recogni[sz]e", {"recogni"}),
        (r"[]a\]]x{2}zebra", {"zebra"}),
        (r"\x01boom\w+?", {"boom"}),
        ("(?P<cue>lend)", {"lend"}),
        ("(lend)", {"lend"}),
        ("can't", {"can"}),
        ("you lose", {"lose"}),
        (r"\d+[.!]", None),
        ("ab*c", {"a"}),
        ("ab+c", {"ab"}),
    ],
)
def test_triggers(source: str, needed: set[str] | None) -> None:
    assert triggers(source)[:1] == ([] if needed is None else [needed])


def test_the_two_sets_that_tell_most() -> None:
    assert triggers(r"\b(?:may|might) (?:you )?(?:lose|forfeit) it") == [
        {"lose", "forfeit"},
        {"it"},
    ]


def test_a_bracket_too_many_is_an_error() -> None:
    with pytest.raises(ValueError, match="unbalanced"):
        triggers("a)b")


def test_an_index_tells_which_patterns_may_match() -> None:
    index = Index()
    assert index.add(("refunds?", "no", r"\d")) == 0
    assert index.add(("lose|lost",)) == 3
    assert index.of("") == 0b0100
    assert index.of("we refunded it") == 0b0101
    assert index.of("nothing lost") == 0b1110


def rules() -> dict[str, Rule]:
    found = {}
    for room in ROOMS:
        module = importlib.import_module(f"pytest_hydra.scenarios.english.{room}")
        for name, value in vars(module).items():
            if isinstance(value, Rule):
                found[f"{room}.{name}"] = value
    return found


@pytest.mark.parametrize("name", sorted(rules()))
def test_what_is_not_tried_would_not_have_matched(name: str) -> None:
    rule = rules()[name]
    whole = re.compile("|".join(f"(?:{source})" for source in unnamed(rule)))
    some = SPOKEN[:: 2 if len(whole.pattern) < 3_000 else 6]
    for text in some:
        found, expected = rule.search(text), whole.search(text)
        assert (found and found.span()) == (expected and expected.span()), text


def unnamed(rule: Rule) -> list[str]:
    """The patterns of a rule, which can be joined: without names."""
    return [re.sub(r"\?P<\w+>", "?:", source) for source in rule.sources]


WORDS = st.sampled_from(
    ["no", "refund", "refunds", "lost", "you", "can't", "lose", "?", "re", "fund"]
)
RULE = any_of(r"\bno (?:refund|lo\w+)s?\b", r"lo(?:se|st) (?:you )?\?", "n't", r"(?:re ?)?fund$")
PLAIN = re.compile("|".join(RULE.sources))


@settings(max_examples=200, deadline=None)
@given(st.lists(WORDS, max_size=12).map(" ".join), st.integers(0, 5))
def test_a_rule_finds_what_its_patterns_find(text: str, start: int) -> None:
    for found, expected in (
        (RULE.search(text, start), PLAIN.search(text, start)),
        (RULE.match(text, start), PLAIN.match(text, start)),
    ):
        assert (found and found.span()) == (expected and expected.span())
    spans = {found.span() for found in RULE.finditer(text)}
    assert {found.span() for found in PLAIN.finditer(text)} <= spans
