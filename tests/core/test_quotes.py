from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_hydra.core.quotes import QuotedText, folded, is_in, quotes, without_signs


def _found(quote: str, text: str) -> list[str]:
    return [text[start:end] for start, end in QuotedText(text).find(quote)]


def test_a_quote_is_found_with_the_white_space_and_escapes_that_it_lost() -> None:
    text = 'one\n  two \\"three\\"\tfour five'
    [quote] = quotes('it says `two "three" four`')
    assert _found(quote.text, text) == ['two \\"three\\"\tfour']


def test_a_quote_is_found_across_a_line_break_of_html() -> None:
    text = "Hello there<br>dear friend, <b>wel</b>come"
    assert _found("hello there dear friend", text) == ["Hello there<br>dear friend"]
    assert _found("dear friend, welcome".replace(",", ""), text) == ["dear friend, <b>wel</b>come"]


def test_a_quote_of_a_diff_is_found_across_its_signs() -> None:
    diff = " context\n+def first():\n+    return 1\n-gone for good"
    assert _found("def first(): return 1", diff) == ["def first():\n+    return 1"]
    assert is_in("def first(): return 1", [folded(without_signs(diff))])


def test_each_part_of_a_quote_with_gaps_is_found() -> None:
    text = "the first part is long, then comes much, and the end"
    assert _found("the first part … and the end", text) == ["the first part", "and the end"]
    assert _found("the first … and the end", text) == ["the first", "and the end"]
    assert _found("comes … the end", text) == ["comes", "the end"]
    # Words that are nowhere together are no quote, nor are a few letters.
    assert _found("the … part … long … much", text) == []
    assert _found("a … b", text) == []


def test_a_part_of_a_quote_is_not_looked_for_at_every_place() -> None:
    text = "a" * 500_000
    # Each place of the one is near one of the other; or none is near the last.
    assert not is_in(f"{'a' * 40} … {'a' * 30} … {'b' * 12}", [text])
    assert not is_in(f"{'a' * 40} … {'a' * 30} … {'b' * 12}", [text + "b" * 11])
    far = "a" * 3000 + "c" * 4000 + "b" * 12
    assert not is_in(f"{'a' * 40} … {'b' * 12}", [far * 50])
    assert is_in(f"{'a' * 40} … {'b' * 12}", [far * 50 + "a" * 40 + "c" * 1999 + "b" * 12])


def test_a_part_that_is_near_the_next_one_is_found_wherever_else_it_is() -> None:
    text = f"the first part, {'x' * 1850} the second one, {'x' * 90} the second one, {'y' * 1950}"
    quote = "the first part … the second one … and the end"
    assert _found(quote, f"{text} and the end") == quote.split(" … ")


def test_what_is_nothing_but_marks_is_in_nothing() -> None:
    assert not is_in(",,,,,,,,,,,,,", ["a text, and more"])


def test_a_quote_says_where_it_stands() -> None:
    text = 'see "the first one", `and the second`, "no"'
    assert [text[quote.start : quote.end] for quote in quotes(text)] == [
        '"the first one"',
        "`and the second`",
    ]


_TEXTS = st.text(alphabet="ab +-\\\n\t.…é", max_size=60)


@given(_TEXTS, _TEXTS)
def test_what_is_in_a_text_is_found_in_it(quote: str, text: str) -> None:
    quote = folded(quote)
    ways = [folded(text), folded(without_signs(text))]
    found = _found(quote, text)
    assert bool(found) == is_in(quote, ways)
    assert all(part.strip() == part for part in found)


@given(_TEXTS, st.data())
def test_what_was_taken_from_a_text_is_found_there_or_before(
    text: str, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    quote = folded(text[start:end]).strip(" .,;:")
    if quote and "…" not in quote and "..." not in quote:
        [(first, last)] = QuotedText(text).find(quote)
        assert first < end
        assert folded(text[first:last]) == quote or folded(without_signs(text)[first:last]) == quote


@pytest.mark.parametrize(
    "quote",
    [
        "I am very sorry about the lamp you bought",
        "i am very sorry about the lamp",
        "I am very sorry about the lamp you bought!",
        "you bought; we refund it, see our terms",
        "you bought we refund it & more",
        "We refund it",
    ],
)
def test_a_quote_is_compared_as_it_is_displayed(quote: str) -> None:
    source = (
        "I am **very** sorry about the `lamp` you bought;\n"
        "we refund it, see [our _terms_](https://example.org/terms).\n"
        "That <b>you bought</b>, we refund it &amp; more."
    )
    wanted = folded(quote)
    assert is_in(wanted, [folded(source)])
    (first, *_) = QuotedText(source).find(wanted)
    assert source[first[0] : first[0] + 1].lower() == wanted[0]
