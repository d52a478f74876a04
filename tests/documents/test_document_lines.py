from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pytest_hydra.documents import Document, KeyPath, read
from pytest_hydra.errors import InputError

FEW = settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
# Without what YAML has no unescaped form for; line breaks of all kinds are tried as escapes.
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT
)


def nested(scalars: st.SearchStrategy[Any], keys: st.SearchStrategy[str]) -> Any:
    return st.dictionaries(
        keys,
        st.recursive(
            scalars,
            lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
            max_leaves=12,
        ),
        max_size=5,
    )


def key_paths(data: Any, path: KeyPath = ()) -> Iterator[KeyPath]:
    """The paths that end in a key of a mapping."""
    items = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in items:
        if isinstance(data, dict):
            yield (*path, key)
        if isinstance(value, dict | list):
            yield from key_paths(value, (*path, key))


def written(folder: Path, name: str, text: str) -> Document:
    (folder / name).write_text(text, encoding="utf-8", newline="")
    return read(folder / name, name)


@FEW
@given(data=nested(SCALARS, TEXT))
def test_json_is_read_as_it_was_written(tmp_path: Path, data: Any) -> None:
    text = json.dumps(data, indent=1)
    document = written(tmp_path, "a.json", text)
    assert repr(document.data) == repr(data)
    lines = text.split("\n")
    for path in key_paths(data):
        assert lines[document.line(path) - 1].lstrip().startswith(json.dumps(path[-1]) + ":")
    for key, value in data.items():
        places = range(len(value)) if isinstance(value, list) else ()
        assert document.entry_lines(key) == [document.line((key, place)) for place in places]


def test_elements_need_not_stand_alike(tmp_path: Path) -> None:
    text = '{"a": [1,\n 2,\n 3, 4,\n\n   5\n,6,\n 7\n ], "b": [{"c": []},\n{}], "d": []}'
    document = written(tmp_path, "a.json", text)
    assert document.data == json.loads(text)
    assert document.entry_lines("a") == [1, 2, 3, 3, 5, 6, 7]
    assert (document.entry_lines("b"), document.entry_lines("d")) == ([8, 9], [])
    assert (document.entry_lines("c"), document.line(("b", 1))) == ([], 9)


@pytest.mark.parametrize(
    "text",
    [
        *('{"a": [1,]}', '{"a": [1, 2, ]}', '{"a": [1 2]}', '{"a": [1}', '{"a": [1],}'),
        *('{"a" [1]}', '{"a": [,1]}', '{"a": [1,,2]}', '{"a": [1, 2,,3]}', '{"a": [1] "b": 2}'),
        *('{"a": [1]} {}', '{"a": [', '{"a": [1', '{"a": [1]', "{", '{"a"', '{"a": ', "{,}"),
        *("{1: 2}", '{"a": [1], "a": [1]}', '{"a": 1, "a": [1]}', '{"a": [1,\n2,\n]}'),
    ],
)
def test_json_that_is_none_is_refused_wherever_it_ends(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputError):
        written(tmp_path, "a.json", text)


@FEW
@given(data=nested(SCALARS, TEXT))
def test_yaml_is_read_as_it_was_written(tmp_path: Path, data: Any) -> None:
    # Wide, so that no long key becomes an explicit one on lines of its own.
    text = yaml.safe_dump(data, sort_keys=False, default_style='"', width=10**6)
    # The dumper tags what it quotes: !!int "1".
    document = written(tmp_path, "a.yaml", text)
    assert repr(document.data) == repr(data)
    lines = text.split("\n")
    for path in key_paths(data):
        key = yaml.safe_dump(path[-1], default_style='"', width=10**6).strip()
        assert lines[document.line(path) - 1].lstrip("-:? ").startswith(key)


@FEW
@given(data=nested(SCALARS, st.from_regex(r"k[a-z0-9 .:#-]{0,5}", fullmatch=True)))
def test_plain_yaml_is_read_as_it_was_written(tmp_path: Path, data: Any) -> None:
    text = yaml.safe_dump(data, sort_keys=False, width=10**6)
    document = written(tmp_path, "a.yaml", text)
    lines = text.split("\n")
    for path in key_paths(data):
        assert str(path[-1]) in lines[document.line(path) - 1]


def toml_escaped(text: str) -> str:
    return "".join(c if c.isprintable() and c not in '"\\' else f"\\U{ord(c):08x}" for c in text)


def toml_key(key: str) -> str:
    return key if key.isalnum() and key.isascii() else f'"{toml_escaped(key)}"'


def toml_value(value: Any) -> str:
    """An inline value; lists take one line an element."""
    if isinstance(value, list):
        return "[ # a list ]\n" + "".join(f"{toml_value(entry)},\n" for entry in value) + "]"
    if isinstance(value, dict):
        return (
            "{\n" + "".join(f"{toml_key(k)} = {toml_value(v)},\n" for k, v in value.items()) + "}"
        )
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else toml_scalar(value)


def toml_scalar(value: Any) -> str:
    if not isinstance(value, str):
        return repr(value)
    if "'" not in value and value.isprintable():
        return f"'{value}'"
    if "'''" not in value and value.replace("\n", "").isprintable() and value[-1:] != "'":
        return f"'''\n{value}'''"
    escaped = toml_escaped(value)
    return f'"""\n{escaped}"""' if len(value) % 2 else f'"{escaped}"'


def toml_lines(data: dict[str, Any], path: tuple[str, ...] = ()) -> Iterator[str]:
    """Values first, then the tables and arrays of tables, each under its header."""

    def is_tables(value: Any) -> bool:
        return isinstance(value, list) and bool(value) and all(isinstance(v, dict) for v in value)

    for key, value in data.items():
        if not isinstance(value, dict) and not is_tables(value):
            yield f"{toml_key(key)} = {toml_value(value)} # [not.a.table]"
    for key, value in data.items():
        header = ".".join(map(toml_key, (*path, key)))
        for table in [value] if isinstance(value, dict) else value if is_tables(value) else []:
            yield f" [ {header} ]" if table is value else f"[[{header}]]"
            yield from toml_lines(table, (*path, key))


TOML_SCALARS = st.booleans() | st.integers(-(10**9), 10**9) | TEXT.filter(lambda t: "\r" not in t)


@FEW
@given(data=nested(TOML_SCALARS, TEXT))
def test_toml_is_read_as_it_was_written(tmp_path: Path, data: Any) -> None:
    text = "\n".join(["# a comment", *toml_lines(data), ""])
    document = written(tmp_path, "a.toml", text)
    assert document.data == data
    lines = text.split("\n")
    for path in key_paths(data):
        assert toml_key(str(path[-1])) in lines[document.line(path) - 1]


EXAMPLES = {
    "a.yaml": """\
# a comment
name: x
scenarios:
  - id: one
    steps: [{user: hi}]
  -
    id: two
    steps:
      - user: hi
        expect: {shouldContain: [a,
          b]}
""",
    "a.json": """\

{"name": "x",
 "scenarios":
  [{"id": "one",
    "steps": [{"user": "hi [{"}]},
   {
    "id": "two",
    "steps": [

      {"user": "hi",
        "expect": {"shouldContain": ["a",
          "b"]}}]}]}
""",
    "a.toml": '''\
# [[scenarios]]
name = "x"

[[scenarios]] # one
id = "one"
steps = [{user = """
 [[scenarios]] \\" ""\\"
hi"""}]
[[ "scenarios" ]]
id = 'two'
[[scenarios.steps]]
user = "hi = [" # }
expect.shouldContain = ["a",
    # b
  "b"]
''',
}
LINES: dict[str, list[int]] = {
    "a.yaml": [2, 2, 4, 5, 5, 7, 9, 10, 11, 7, 7, 3],
    "a.json": [2, 2, 4, 5, 5, 7, 10, 11, 12, 6, 6, 3],
    "a.toml": [1, 2, 4, 6, 6, 10, 12, 13, 15, 9, 9, 4],
}
PATHS: list[KeyPath] = [
    (),
    ("name",),
    ("scenarios", 0),
    ("scenarios", 0, "steps"),
    ("scenarios", 0, "steps", 0, "user"),
    ("scenarios", 1, "id"),
    ("scenarios", 1, "steps", 0, "user"),
    ("scenarios", 1, "steps", 0, "expect"),
    ("scenarios", 1, "steps", 0, "expect", "shouldContain", 1),
    ("scenarios", 1, "nothing", 3),
    ("scenarios", 1, 7),
    ("scenarios", 2, "id"),
]


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("breaks", ["\n", "\r\n"])
def test_lines_of_paths(tmp_path: Path, name: str, breaks: str) -> None:
    document = written(tmp_path, name, EXAMPLES[name].replace("\n", breaks))
    assert [document.line(path) for path in PATHS] == LINES[name]
    assert document.entry_lines("scenarios") == [LINES[name][2], LINES[name][9]]
    assert document.entry_lines("name") == []
    assert document.entry_lines("nothing") == []


@pytest.mark.parametrize(
    ("name", "text"),
    [("a.yaml", "- a\n- b"), ("a.json", '["a",\n"b"]'), ("b.yaml", "x"), ("b.json", '"scenarios"')],
)
def test_lines_where_there_is_no_mapping(tmp_path: Path, name: str, text: str) -> None:
    document = written(tmp_path, name, text)
    assert document.entry_lines("scenarios") == []
    assert document.line((1,)) == (2 if name[0] == "a" else 1)
    assert document.line(("x", 1)) == 1


def test_lines_of_aliases_are_where_the_value_stands(tmp_path: Path) -> None:
    document = written(tmp_path, "a.yaml", "a: &x\n  b: 1\nc:\n  - *x\n")
    assert document.line(("c", 0)) == 4
    assert document.line(("c", 0, "b")) == 2


def test_a_problem_knows_its_place(tmp_path: Path) -> None:
    document = written(tmp_path, "a.yaml", "a:\n  b: [1,\n    2]\n")
    assert str(document.problem("is odd", ("a", "b", 1))) == "a.yaml:3: a.b[1]: is odd"
    assert str(document.problem("is odd")) == "a.yaml:1: is odd"
