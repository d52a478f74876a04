from __future__ import annotations

from math import prod
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_hydra.errors import BadValueError
from pytest_hydra.scenarios.format import fill_text, names_in, substitute, variants


def ids(matrix: dict[str, list[Any]]) -> list[str]:
    return list(variants(matrix))


def test_the_last_name_varies_fastest() -> None:
    made = variants({"who": ["Alice", "Bob"], "amount": [1, 0.5]})
    assert list(made.items()) == [
        ("Alice-1", {"who": "Alice", "amount": 1}),
        ("Alice-0.5", {"who": "Alice", "amount": 0.5}),
        ("Bob-1", {"who": "Bob", "amount": 1}),
        ("Bob-0.5", {"who": "Bob", "amount": 0.5}),
    ]


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        ([True, False, None, 3, -0.5, 1e-7], ["true", "false", "null", "3", "-0.5", "1e-07"]),
        (["a b", "żółć", "x/y"], ["a b", "żółć", "x/y"]),
    ],
)
def test_ids_are_the_texts_of_values(values: list[Any], shown: list[str]) -> None:
    assert ids({"name": values}) == shown


@pytest.mark.parametrize(
    "matrix",
    [
        {"a": ["x" * 40, "y" * 41, "z" * 41]},
        {"a": ["", " ", " a", "a\n", "a\x1b", "a[b]", "a::b"]},
        {"a": [["a"], {"a": 1}]},
        {"a": [1, "1"]},
        {"a": ["1", ["long"]]},
        {"a": ["x-y", "x"], "b": ["z", "y-z"]},
    ],
)
def test_ids_do_not_depend_on_the_order_of_values(matrix: dict[str, list[Any]]) -> None:
    made = variants(matrix)
    turned = variants({name: values[::-1] for name, values in matrix.items()})
    assert len(made) == len({repr(row) for row in made.values()})
    assert made == turned
    one_less = variants({**matrix, "a": matrix["a"][1:]})
    assert all(made[name] == row for name, row in one_less.items() if name in made)


def test_equal_values_are_numbered() -> None:
    first, second = ids({"a": [1, 1]})
    assert second == f"{first}-2"


def test_more_combinations_than_a_session_can_hold_are_refused() -> None:
    with pytest.raises(BadValueError) as caught:
        variants({name: list(range(100)) for name in "abcde"})
    assert caught.value.message == (
        "makes 10000000000 combinations; a scenario can have at most 10000"
    )


@pytest.mark.parametrize(
    ("value", "filled"),
    [
        ("{{amount}}", 5),
        ("{{ amount }}", 5),
        ("{{on}}", True),
        ("{{nothing}}", None),
        ("{{several}}", ["a", 1]),
        ("{{who}}", "Żaneta"),
        ("send {{amount}} to {{who}}", "send 5 to Żaneta"),
        ("{{amount}}{{amount}}", "55"),
        ("{{amount}} ", "5 "),
        ("on: {{on}}, off: {{nothing}}, {{several}}", 'on: true, off: null, ["a", 1]'),
        ("{amount} {{}} {{ }} {{1}} {{.a}}", "{amount} {{}} {{ }} {{1}} {{.a}}"),
        ("\\{{amount}}, \\{{ hwo }} and {{amount}}", "{{amount}}, {{ hwo }} and 5"),
        ("\\{{amount}}", "{{amount}}"),
        # What is filled in is not read again.
        ("{{template}}", "{{who}}"),
        ("<{{template}}>", "<{{who}}>"),
        ({"\\{{who}}": ["{{amount}}", {"k": "{{on}}!"}]}, {"{{who}}": [5, {"k": "true!"}]}),
        (7, 7),
        (None, None),
    ],
)
def test_values_are_filled_in(value: Any, filled: Any) -> None:
    values = {
        "amount": 5,
        "on": True,
        "nothing": None,
        "several": ["a", 1],
        "who": "Żaneta",
        "template": "{{who}}",
    }
    result = substitute(value, values)
    assert result == filled
    assert type(result) is type(filled)


def test_in_a_text_a_lone_name_becomes_text() -> None:
    assert fill_text("{{amount}}", {"amount": 5}) == "5"


def test_an_unknown_name_is_reported_with_its_place() -> None:
    with pytest.raises(BadValueError) as caught:
        substitute({"params": {"to": ["x", "{{hwo}}"]}}, {"who": 1, "amount": 2})
    assert (
        caught.value.message
        == "there is no value 'hwo'; did you mean 'who'? there are: who, amount "
        "(\\{{hwo}} is the literal text)"
    )
    assert caught.value.at == ("params", "to", 1)


@pytest.mark.parametrize(
    ("value", "at"),
    [({"{{who}}": 1}, ("{{who}}",)), (["{{a-b}}"], (0,)), ("x {{ who.name }}", ())],
)
def test_what_nothing_fills_never_goes_on_as_it_stands(value: Any, at: tuple[Any, ...]) -> None:
    with pytest.raises(BadValueError) as caught:
        substitute(value, {"who": 1})
    assert caught.value.at == at


def test_what_was_written_is_not_changed() -> None:
    written = {"a": ["{{x}}"]}
    assert substitute(written, {"x": 1}) == {"a": [1]}
    assert written == {"a": ["{{x}}"]}


def test_names_are_found_at_any_depth() -> None:
    value = ["{{a}} {{b}} \\{{no}}", {"k {{no}}": [{"x": "{{c}}"}]}, 5, None]
    assert list(names_in(value)) == ["a", "b", "c"]


values = st.one_of(
    st.text(max_size=6), st.integers(0, 3), st.booleans(), st.none(), st.just(["a"]), st.just({})
)
matrices = st.dictionaries(
    st.sampled_from("abc"), st.lists(values, min_size=1, max_size=4), min_size=1
)


@given(matrices)
@settings(deadline=None, max_examples=80)
def test_ids_are_unique_and_printable(matrix: dict[str, list[Any]]) -> None:
    made = ids(matrix)
    assert len(set(made)) == len(made) == prod(map(len, matrix.values()))
    for entry in made:
        assert entry.isprintable()
        assert entry.strip()
        assert not any(mark in entry for mark in ("::", "[", "]"))
