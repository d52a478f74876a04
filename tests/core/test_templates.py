from __future__ import annotations

from typing import Any

import pytest

from pytest_hydra.core.text import fill, places, variables

PLACES = {"a": [1, {"b": None}], "t": "text", "n": 5, "evil": "{{n}} ${V}"}
VARIABLES = {"V": "value", "W": "{{n}}"}


@pytest.mark.parametrize(
    ("template", "filled"),
    [("{{a}}", [1, {"b": None}]), ("{{ n }}", 5), ("x{{n}}", "x5"), ("{{t}} {{n}}", "text 5"),
     ("{{a}}!", '[1, {"b": null}]!'), ("${V}", "value"), ("${V}{{t}}", "valuetext"),
     ({"{{n}}": ["{{n}}", {"x": "${V}"}], "k": 1.5}, {"{{n}}": [5, {"x": "value"}], "k": 1.5}),
     ("{{evil}}", "{{n}} ${V}"), ("${W}", "{{n}}"), ("<{{evil}}${W}>", "<{{n}} ${V}{{n}}>"),
     ("{n} $V } {", "{n} $V } {"), (True, True), (None, None)],
)  # fmt: skip
def test_what_is_filled_in(template: Any, filled: Any) -> None:
    assert fill(template, PLACES.__getitem__, VARIABLES.__getitem__) == filled


def test_what_stands_in_a_template() -> None:
    template = {"{{key}}": ["{{a}} {{b c}}", {"x": "${V} {{ d }}"}, 5], "y": "${}${W W}"}
    assert list(places(template)) == ["a", "b c", "d"]
    assert list(variables(template)) == ["V", "", "W W"]
