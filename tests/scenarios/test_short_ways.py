"""The short ways that most values take give what the long ones do."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_hydra.core.text import one_line
from pytest_hydra.scenarios.conversation import conversation_digest
from pytest_hydra.scenarios.expect.rules import brief, quoted

TEXTS = st.text(max_size=12) | st.sampled_from(
    ["", " a ", "a  b", 'say "x"', "a\\b", "\ud800", "é"]
)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=200, deadline=None)
@given(TEXTS, st.integers(4, 20))
def test_a_text_that_needs_no_care_is_quoted_as_any_other(text: str, most: int) -> None:
    encoded_text = json.dumps(brief(text), ensure_ascii=False)
    assert quoted(text, most) == one_line(encoded_text, most)


@settings(max_examples=100, deadline=None)
@given(st.integers() | st.integers(10**9 - 2, 10**9 + 2), st.integers(40, 72))
def test_a_whole_number_is_quoted_as_any_other_value(number: int, most: int) -> None:
    assert quoted(number, most) == one_line(json.dumps(brief(number)), most)


@pytest.mark.parametrize("context", [{}, {"b": 1, "a": ["é"]}])
def test_a_digest_is_of_json(context: dict[str, Any]) -> None:
    key = ["wallet", {"python": "wallet:reply"}]
    known = conversation_digest(key, ["hi", "é\ud800"], context, 2)
    text = json.dumps(
        {"bot": key, "context": context, "repeat": 2, "users": ["hi", "é\ud800"]},
        sort_keys=True,
        separators=(",", ":"),
    )
    assert known == hashlib.sha256(text.encode()).hexdigest()
