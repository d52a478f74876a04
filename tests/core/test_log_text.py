"""What cannot be seen, and what a CI system takes for a command, in texts that are shown."""

from __future__ import annotations

import json
import time
import unicodedata
from textwrap import wrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_hydra.core.text import (
    cells,
    json_text,
    log_text,
    nfkc,
    one_line,
    plain_lines,
    printable,
    wrap_cells,
)
from tests.plugin.log_corpus import actions

FILLERS = "\u3164\u115f\uffa0\u2800\u034f\u17b4\u180b"
HIDDEN = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")


def test_whatever_is_not_seen_is_written_as_an_escape() -> None:
    assert printable(FILLERS) == "\\u3164\\u115f\\uffa0\\u2800\\u034f\\u17b4\\u180b"
    assert printable("a\x85\u202e\U000e0041\n\tb") == "a\\x85\\u202e\\U000e0041\n\tb"
    assert printable("né 日本 👩\u200d💻 ❤\ufe0f") == "né 日本 👩\u200d💻 ❤\ufe0f"
    every = [chr(code) for code in range(0x110000)]
    hidden = [char for char in every if unicodedata.category(char) in HIDDEN]
    assert [char for char in hidden if printable(char) == char] == ["\t", "\n", "\u200d"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("::error file=a.py::wrong", "\\x3a:error file=a.py::wrong"),
        ("a\n  ::Set-Output name=x::1", "a\n  \\x3a:Set-Output name=x::1"),
        # A long word may be cut before it where lines are wrapped.
        ("aaaa::stop-commands::x", "aaaa\\x3a:stop-commands::x"),
        ("see ##[error]x", "see \\x23#[error]x"),
        ("##vso[task.setvariable]x", "\\x23#vso[task.setvariable]x"),
        ("a.py::echo (b), x :: y", "a.py::echo (b), x :: y"),
        ("## Heading [1]", "## Heading [1]"),
    ],
)
def test_nothing_is_a_command_to_a_ci_system(text: str, shown: str) -> None:
    assert log_text(text) == shown
    assert one_line(text) == " ".join(shown.split())


ACTIVE = st.sampled_from(
    ["#", "##[", ":", "::", "error", "echo", " ", "\n", "\x1b", "\\", "x", "="]
)


@given(st.lists(ACTIVE | st.text(max_size=3), max_size=12).map("".join))
def test_what_is_escaped_stays_as_it_is(text: str) -> None:
    escaped = log_text(text)
    assert log_text(escaped) == escaped
    assert [*actions(escaped)] == []


@given(st.text())
def test_json_is_the_same_with_all_that_is_hidden_escaped(text: str) -> None:
    written = json_text(json.dumps({text: text}, ensure_ascii=False))
    assert json.loads(written) == {text: text}
    assert written == printable(written)


def test_json_holds_no_command_either() -> None:
    assert json_text('["##[error]", "\u202e\U000e0041"]') == (
        '["\\u0023#[error]", "\\u202e\\udb40\\udc41"]'
    )


@given(st.text(max_size=40))
def test_the_normal_form_is_unicodes(text: str) -> None:
    assert nfkc(text) == unicodedata.normalize("NFKC", text)
    assert nfkc(text * 30) == unicodedata.normalize("NFKC", text * 30)


def test_many_marks_on_one_letter_take_no_time() -> None:
    marks = "\u0301\u0323" * 25_000
    before = time.process_time()
    assert nfkc("a" + marks).count("\u0301") <= 15
    assert time.process_time() - before < 1


def test_lines_end_where_lines_end() -> None:
    text = "\ufeffa\u2028b\x0cc\r\nd\re\n"
    assert plain_lines(text) == ["a\u2028b\x0cc", "d", "e", ""]


def test_a_phrase_in_one_character_makes_no_text_many_times_as_long() -> None:
    assert len(nfkc("\ufdfa" * 30_000)) == 30_000
    assert len(nfkc("\ufdfb")) == 8


def test_wrapped_text_loses_nothing() -> None:
    text = "Zo\u0308e asked 订单已经退款了吗 and 👩🏽‍💻 answered " * 5
    lines = wrap_cells(text, 40, "  user: ", "      ")
    assert " ".join(line.strip() for line in lines).replace(" ", "") == (
        f"user:{text}".replace(" ", "")
    )
    assert max(map(cells, lines)) <= 40


@given(st.text(alphabet="ab  \t\n:é日", max_size=14), st.integers(5, 16))
def test_a_text_that_fits_is_what_the_standard_library_makes_of_it(text: str, width: int) -> None:
    if cells(text) == len(text):  # the standard library counts characters
        wrapped = wrap(text, width, initial_indent="x: ", subsequent_indent="  ")
        assert wrap_cells(text, width, "x: ", "  ") == (wrapped or ["x: "])
