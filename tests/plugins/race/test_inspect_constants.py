"""What expressions come to without being run."""

from __future__ import annotations

import ast

import pytest

from pytest_hydra.plugins.race.inspect.constants import Constants


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("'%s-%s' % ('a', 'b')", "a-b"),
        ("'%sx%d%%' % ('a', 1)", "ax1%"),
        ("'no part' % ()", "no part"),
        ("'%9999999s' % 'a'", None),
        ("'%r' % 'a'", None),
    ],
)
def test_texts_that_are_put_together_by_percent(expression: str, text: str | None) -> None:
    assert Constants({}).text(ast.parse(expression, mode="eval").body) == text
