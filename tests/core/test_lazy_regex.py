"""Patterns that are compiled on their first use."""

import re

import pytest

from pytest_hydra.core.lazy_regex import lazy_regex


def test_it_does_what_the_pattern_does() -> None:
    word = lazy_regex(r"(?P<first>[a-z])[a-z]*", re.IGNORECASE)
    found = word.search("12 Bob")
    assert found is not None
    assert found["first"] == "B"
    assert word.sub("x", "Bob, Eve") == "x, x"
    assert word.groupindex == {"first": 1}
    assert lazy_regex(rb"\d+").findall(b"1 23") == [b"1", b"23"]


def test_it_is_compiled_on_use_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[tuple[object, ...]] = []
    compile_it = re.compile

    def noted(source: str, flags: int) -> re.Pattern[str]:
        compiled.append((source, flags))
        return compile_it(source, flags)

    monkeypatch.setattr(re, "compile", noted)
    digit = lazy_regex(r"\d")
    assert not compiled
    assert [bool(digit.match(text)) for text in "1a2"] == [True, False, True]
    assert compiled == [(r"\d", 0)]


def test_a_faulty_source_fails_on_use() -> None:
    faulty = lazy_regex("(")
    with pytest.raises(re.error):
        faulty.search("")
