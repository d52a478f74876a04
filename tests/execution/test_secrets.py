from __future__ import annotations

import html
import json
from urllib.parse import quote, quote_plus

from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_hydra.execution.http_json import Secrets


def test_texts_keys_and_lists() -> None:
    secrets = Secrets([("hunter22", "${PASSWORD}"), ("abc", "${SHORT}"), ("", "${EMPTY}")])
    value = {"hunter22!": ["a hunter22", {"x": 5, "y": None}], "abc": True}
    assert secrets.scrub_all(value) == {
        "${PASSWORD}!": ["a ${PASSWORD}", {"x": 5, "y": None}],
        "abc": True,
    }
    assert secrets.longest == 8


def test_one_secret_in_another() -> None:
    secrets = Secrets([("1234", "${PIN}"), ("key-1234-5678", "${KEY}")])
    assert secrets.scrub("key-1234-5678 and 1234") == "${KEY} and ${PIN}"


def test_none_at_all() -> None:
    secrets = Secrets([])
    value = {"a": ["b"]}
    assert secrets.scrub_all(value) is value
    assert (secrets.scrub("text"), secrets.longest) == ("text", 0)


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
