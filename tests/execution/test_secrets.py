from __future__ import annotations

import html
import json
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_hydra.execution.http_json import Secrets

SALT = "0123456789abcdef"


def test_in_any_case_of_letters_and_not_by_chance() -> None:
    secrets = Secrets([("Hunter22", "${PASSWORD}"), ("abc", "${SHORT}"), ("", "${EMPTY}")])
    assert secrets.scrub("a hunter22, HUNTER22 and hUnter22!") == (
        "a ${PASSWORD}, ${PASSWORD} and ${PASSWORD}!"
    )
    assert secrets.scrub("abc") == "abc"


def test_what_is_cut_off_in_a_message() -> None:
    secrets = Secrets([("Hunter22", "${PASSWORD}")])
    assert secrets.scrub_message("'hunter2…' and Hunt… and hun…") == (
        "'${PASSWORD}…' and ${PASSWORD}… and hun…"
    )
    assert secrets.scrub("hunter2…") == "hunter2…"


@pytest.mark.parametrize("text", ["Hunter/22", "hunter/22", "HUNTER/22", "Hunter%2F22", "no"])
def test_a_mark_gives_the_text_back_to_who_knows_the_secret(text: str) -> None:
    secrets = Secrets([("Hunter/22", "${PASSWORD}")], SALT)
    marked = secrets.scrub(f"it is {text}.")
    assert "unter" not in marked
    assert secrets.marked(marked) == ([] if text == "no" else ["${PASSWORD}"])
    assert Secrets.unmarked(marked) == ("it is no." if text == "no" else "it is ${PASSWORD}.")
    assert Secrets([("Hunter/22", "${PASSWORD}")]).restore(marked) == f"it is {text}."
    # With another value, under another name, and in a case that nobody knows, it stays.
    for known in ([("Hunter/23", "${PASSWORD}")], [("Hunter/22", "${OTHER}")], []):
        assert Secrets(known).restore(marked) == marked
    mixed = secrets.scrub("hUNter/22")
    assert secrets.restore(mixed) == mixed
    assert mixed != "hUNter/22"


def test_one_secret_in_another() -> None:
    secrets = Secrets([("1234", "${PIN}"), ("key-1234-5678", "${KEY}")])
    assert secrets.scrub("key-1234-5678 and 1234") == "${KEY} and ${PIN}"


def test_none_at_all() -> None:
    secrets = Secrets([])
    assert secrets.scrub("text") == secrets.restore("text") == "text"


@settings(max_examples=60, deadline=None)
@given(st.text(min_size=4, max_size=20))
def test_no_way_of_writing_it_is_left(secret: str) -> None:
    secrets = Secrets([(secret, "·")])
    written = [secret, json.dumps(secret), json.dumps(json.dumps(secret)), html.escape(secret)]
    written += [quote(secret, safe=""), quote_plus(secret)]
    for text in written:
        assert secrets.scrub(f"<{text}>").strip('<"\\>') == "·"


def test_one_that_is_no_text() -> None:
    # What the environment holds need not be UTF-8.
    secrets = Secrets([("pass\udcffword", "${P}")])
    assert secrets.scrub("pass\udcffword pass%FFword") == "${P} ${P}"
