from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_hydra.core.text import NotFoundError, find, format_pointer, parse_pointer

# The document and the pointers of RFC 6901, section 5.
DOCUMENT = {
    "foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, 'k"l': 6,
    " ": 7, "m~n": 8,
}  # fmt: skip


@pytest.mark.parametrize(
    ("pointer", "value"),
    [("", DOCUMENT), ("/foo", ["bar", "baz"]), ("/foo/0", "bar"), ("/", 0), ("/a~1b", 1),
     ("/c%d", 2), ("/e^f", 3), ("/g|h", 4), ("/i\\j", 5), ('/k"l', 6), ("/ ", 7), ("/m~0n", 8)],
)  # fmt: skip
def test_the_examples_of_the_standard(pointer: str, value: Any) -> None:
    assert find(DOCUMENT, parse_pointer(pointer)) == value


@pytest.mark.parametrize(
    ("pointer", "reached", "value"),
    [("/bar", "", DOCUMENT), ("/foo/2", "/foo", ["bar", "baz"]), ("/foo/-", "/foo", ["bar", "baz"]),
     ("/foo/01", "/foo", ["bar", "baz"]), ("/foo/-1", "/foo", ["bar", "baz"]),
     ("/foo/1/x", "/foo/1", "baz"), ("/a~1b/x/y", "/a~1b", 1)],
)  # fmt: skip
def test_where_a_pointer_ends_that_leads_nowhere(pointer: str, reached: str, value: Any) -> None:
    with pytest.raises(NotFoundError) as caught:
        find(DOCUMENT, parse_pointer(pointer))
    assert (caught.value.reached, caught.value.value) == (reached, value)


@pytest.mark.parametrize(
    ("pointer", "message"),
    [("foo", "begins with '/': write '/foo'"), ("/a~b", "'~' is written '~0'"), ("/a~", "'~0'")],
)
def test_what_is_no_pointer(pointer: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_pointer(pointer)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.text()))
def test_a_pointer_is_read_as_it_was_written(parts: list[str]) -> None:
    assert parse_pointer(format_pointer(tuple(parts))) == tuple(parts)
    nested: Any = "here"
    for part in reversed(parts):
        nested = {part: nested}
    assert find(nested, tuple(parts)) == "here"
