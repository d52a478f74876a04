from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.core.plain import MAX_DEPTH
from pytest_hydra.documents import (
    Document,
    KeyPath,
    format_path,
    read,
    show,
)
from pytest_hydra.errors import InputError

FINITE = "which is not a finite number; write it in quotes if it is text"
DEEP = "is nested more than 64 levels deep; write it flatter"
LONG = "is a number of more than 1000 digits; write it in quotes if it is text"
DATE = "is a date or a time; write it in quotes, as text"
CYCLE_BOMB = "".join(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]\n" for i in range(1, 9))


def open_text(folder: Path, name: str, text: str | bytes) -> Document:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return read(path, name)


def refusal(folder: Path, name: str, text: str | bytes) -> str:
    with pytest.raises(InputError) as caught:
        open_text(folder, name, text)
    (problem,) = caught.value.problems
    assert problem.file == name
    return str(problem)


YAML = [
    ("no: [no, yes, on, off, y, 'null']", {"no": ["no", "yes", "on", "off", "y", "null"]}),
    ("[1_000, 0x1F, 0o17, 0, -3, +4, 0b1, 1:30]", ["1_000", 31, 15, 0, -3, 4, "0b1", "1:30"]),
    ("[1e3, .5, 1., -2.5E-1, 1.2.3, 1e, '1']", [1000.0, 0.5, 1.0, -0.25, "1.2.3", "1e", "1"]),
    ("[null, ~, Null, NULL, , nUll, true, TRUE, tRue, False]".replace(" ,", " '',"),
     [None, None, None, None, "", "nUll", True, True, "tRue", False]),
    ("a:\nb: ''", {"a": None, "b": ""}),
    ("2026-01-02: 2026-01-02", {"2026-01-02": "2026-01-02"}),
    ("[!!str 1, !!int '2', !!float 3, !!bool 'true', !!null '', ! 6]",
     ["1", 2, 3.0, True, None, "6"]),
    ("a: &x {b: 1}\nc: *x\nd: &x 2\ne: *x", {"a": {"b": 1}, "c": {"b": 1}, "d": 2, "e": 2}),
    ("&k key: 1\nother: {*k : 2}", {"key": 1, "other": {"key": 2}}),
    ("%YAML 1.2\n---\na: 1\n...\n", {"a": 1}),
    ("'<<': 1", {"<<": 1}),
    ("a: |\n  one\n  two\n", {"a": "one\ntwo\n"}),
    ("--- null\n", None),
    ("just text", "just text"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "data"), YAML)
def test_yaml_is_read_as_1_2(tmp_path: Path, text: str, data: object) -> None:
    found = open_text(tmp_path, "a.yaml", text).data
    assert repr(found) == repr(data)


NOT_YAML = [
    ("a: .inf", "1: a: is .inf, " + FINITE),
    ("a:\n  - -.INF", "2: a[0]: is -.INF, " + FINITE),
    ("a: .nan", "1: a: is .nan, " + FINITE),
    ("a: 1e999", "1: a: is '1e999', " + FINITE),
    ("a: " + "9" * 5000, "1: a: " + LONG),
    ("a: [007, x]", "1: a[0]: begins with 0, which a number does not keep; write it in quotes, as "
     "text"),
    ("a: -01.50", "1: a: begins with 0, which a number does not keep; write it in quotes, as text"),
    ("a: 0x" + "f" * 5000, "1: a: " + LONG),
    ("a: 1\n<<: {b: 2}", "2: merge keys (<<) are not supported; write the merged keys out"),
    ("s:\n- a: 1\n  b: 2\n  a: 3", "4: s[0]: the key 'a' is already on line 2"),
    ("a: 1\n1: x", "2: a key must be text; write '1' in quotes"),
    ("true: x", "1: a key must be text; write 'true' in quotes"),
    ("~: x", "1: a key must be text; write '~' in quotes"),
    ("? \n: x", "1: a key is missing before the colon"),
    ("? [a]\n: 1", "1: a key must be text, not a list"),
    ("? {a: 1}\n: 1", "1: a key must be text, not a mapping"),
    ("a: &x 1\n*x : 2", "2: a key must be text, not 1"),
    ("a: !env HOME", "1: a: the tag '!env' is not supported; valid: !!str, !!int, !!float, !!bool, "
     "!!null, !!map, !!seq"),
    ("a: !!python/object:os.system {}", "1: a: the tag '!!python/object:os.system' is not "
     "supported; valid: !!str, !!int, !!float, !!bool, !!null, !!map, !!seq"),
    ("a: !!timestamp 2026-01-02", "1: a: the tag '!!timestamp' is not supported; valid: !!str, "
     "!!int, !!float, !!bool, !!null, !!map, !!seq"),
    ("a: !!map []", "1: a: the tag '!!map' is not supported; valid: !!str, !!int, !!float, !!bool, "
     "!!null, !!map, !!seq"),
    ("a: !!int x", "1: a: 'x' is not a int, but has the tag of one"),
    ("a: 1\n---\nb: 2", "2: a second document begins here, but a file has only one; make it a file "
     "of its own, or a list in one document"),
    ("a:\n  b: &a\n    - *a", "3: a.b[0]: the alias '*a' is inside its own anchor"),
    ("a: *nowhere", "1: a: this alias has no anchor '&nowhere' above it"),
    ("a0: &a0 [x,x,x,x,x,x,x,x,x]\n" + CYCLE_BOMB, "7: a6[0]: the aliases of this file expand to "
     "more than 1,000,000 values; use fewer"),
    (f"a: &a {'x' * 100_000}\nb: [{'*a, ' * 10_000}]", "2: b[9900]: the aliases of this file "
     "expand to more than 1,000,000 values; use fewer"),
    (f"a: &a {'[' * 60}{']' * 60}\nb: {'[' * 60}*a{']' * 60}", "1: b" + "[0]" * 19 + "…: " + DEEP),
    ("a: 1\n" + "b: " + "[" * 900 + "]" * 900, "2: b" + "[0]" * 19 + "…: " + DEEP),
    ("- " * 5000 + "x", "1: " + "[0]" * 20 + "…: " + DEEP),
    ("{a: " * 5000, "1: a" + ".a" * 19 + "…: " + DEEP),
    ("a:\n\t- b", "2: a tab cannot indent YAML; use spaces"),
    ("a: 1\nb: @c", "2: a value cannot begin with @; write it in quotes"),
    ("a: 1\nb: c: d", "2: is not valid YAML: mapping values are not allowed in this context; write "
     "text that holds ': ' in quotes, and indent the keys of a mapping alike"),
    ("a: 1\nb: 'x\n\n", "2: is not valid YAML: found unexpected end of stream"),
    ("a: [1,\n2\n", "2: is not valid YAML: did not find expected ',' or ']' (while parsing a flow "
     "sequence, which begins on line 1)"),
    ("a: 1\nb: x\x07y", "2: contains the control character U+0007; remove it, or write it as an "
     "escape in quotes"),
    ("a: 1\nb: x\u2028y", '2: contains the line separator U+2028; write it as "\\u2028" in quotes'),
    ("# nothing but a comment\n", "1: is empty"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), NOT_YAML)
def test_yaml_refusals(tmp_path: Path, text: str, message: str) -> None:
    assert refusal(tmp_path, "a.yaml", text) == f"a.yaml:{message}"


def test_deep_yaml_is_refused_alike_by_every_libyaml(tmp_path: Path) -> None:
    # Newer ones refuse it themselves, before there are keys to name.
    found = refusal(tmp_path, "a.yaml", "a: 1\nb: " + "[" * 5000 + "]" * 5000)
    assert found.startswith("a.yaml:2: ")
    assert found.endswith(DEEP)


TOML = [
    ("a = 1\nb = {c = [1.5, 'x',],\n d = true,\n}", {"a": 1, "b": {"c": [1.5, "x"], "d": True}}),
    ("[[s]]\nid = '1'\n[[s]]\nid = '2'", {"s": [{"id": "1"}, {"id": "2"}]}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "data"), TOML)
def test_toml_is_read_as_1_1(tmp_path: Path, text: str, data: object) -> None:
    assert open_text(tmp_path, "a.toml", text).data == data


NOT_TOML = [
    ("a = 1\nb = ", "2: is not valid TOML: invalid value"),
    ("a = 1\nb = 'x", '2: is not valid TOML: expected "\'"'),
    ("a = 1\n\na = 2\n", "3: is not valid TOML: cannot overwrite a value"),
    ("[a]\n[a]", "2: is not valid TOML: cannot declare ('a',) twice"),
    ("a = 1\nb = inf", "2: b: is inf, " + FINITE),
    ("a = [1,\n nan]", "2: a[1]: is nan, " + FINITE),
    ("a = 1e999", "1: a: is inf, " + FINITE),
    ("a = 1\nb = 2026-01-02", "2: b: " + DATE),
    ("[x]\nb = 07:32:00", "2: x.b: " + DATE),
    ("a = 1\nb = " + "9" * 5000, "2: " + LONG),
    ("a = 1\nb = 0x" + "f" * 5000, "2: b: " + LONG),
    ("a = 1\nb = " + "[" * 200 + "]" * 200, "2: b" + "[0]" * 19 + "…: " + DEEP),
    ("a = 1\nb = " + "[" * 5000 + "]" * 5000, "2: " + DEEP),
    ("a = 1\n\nb = " + "{a = " * 5000, "3: " + DEEP),
    ("a = 1\n[" + ".".join("a" * 5000) + "]", "2: " + DEEP),
    ("a = 1\n" + ".".join("b" * 5000) + " = 1", "2: " + DEEP),
    ("a = 'x\x01'", "1: is not valid TOML: found invalid character '\\x01'"),
]


@pytest.mark.parametrize(("text", "message"), NOT_TOML)
def test_toml_refusals(tmp_path: Path, text: str, message: str) -> None:
    assert refusal(tmp_path, "a.toml", text) == f"a.toml:{message}"


NOT_JSON = [
    ('{"a": 1,\n "b": }', "2: is not valid JSON: expecting value"),
    ('{"a": 1,\n}', "1: is not valid JSON: remove the comma before the closing }"),
    ("[1,\n]", "1: is not valid JSON: remove the comma before the closing ]"),
    ('{"a": 1', "1: is not valid JSON: the file ends too early"),
    ("{'a': 1}", "1: is not valid JSON: text needs double quotes"),
    ('{\n// x\n"a": 1}', "2: is not valid JSON: JSON has no comments"),
    ('{"a": 1} x', "1: is not valid JSON: extra data"),
    ('{"a": "x\x01"}', "1: is not valid JSON: invalid control character at"),
    ('{"a": {"b": 1,\n "c": ["b", {"b": 2}],\n "\\u0062": 3}}', "3: a: the key 'b' is "
     "already on line 1"),
    ('{\n\t"x": "\\ud83d\\ude00\\/",\n\t"a":1,\n\t"a":2}', "4: the key 'a' "
     "is already on line 3"),
    ('{"' + "k" * 2000 + '": 1, "a": 1, "a": 2}', "1: has a duplicate key, or "
     "a number that is too long"),
    ('{"a":\n [1, NaN]}', "2: a[1]: is nan, " + FINITE),
    ('{"a": -Infinity}', "1: a: is -inf, " + FINITE),
    ('{"a": 1e999}', "1: a: is inf, " + FINITE),
    ('{"a": "1",\n "b": ' + "9" * 5000 + "}", "2: b: " + LONG),
    ('{"a": "1",\n "b": ' + "9" * 2000 + "}", "2: b: " + LONG),
    ('{"a":\n' + "[" * 5000 + "]" * 5000 + "}", DEEP),
    ("[" * 100_000, DEEP),
    ('{"a": 1,\n "b": ["\\ud800"]}', "2: b[0]: contains half of a surrogate pair (\\ud8…); write "
     "the character itself"),
    ('{"a": 1,\n "\\uDFFF": 2}', "2: ['\\udfff']: contains half of a surrogate pair (\\ud8…); "
     "write the character itself"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), NOT_JSON)
def test_json_refusals(tmp_path: Path, text: str, message: str) -> None:
    found = refusal(tmp_path, "a.json", text)
    if message == DEEP:
        # Older interpreters refuse deep text themselves, before there is data with keys.
        assert found.startswith(f"a.json:{2 if text[0] == '{' else 1}: ")
        assert found.endswith(DEEP)
    else:
        assert found == f"a.json:{message}"


def test_json_keeps_whole_pairs(tmp_path: Path) -> None:
    assert open_text(tmp_path, "a.json", '["\\ud83d\\ude00"]').data == ["\U0001f600"]


@pytest.mark.parametrize("suffix", ["yaml", "yml", "toml", "json"])
@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"", "1: is empty"),
        (b" \n\n", "1: is empty"),
        (b"\xff\xfea\x00", "1: is written in UTF-16; save it as UTF-8"),
        (b"\xfe\xff\x00a", "1: is written in UTF-16; save it as UTF-8"),
        (b"a\nb\nc\xe4d", "3: is not UTF-8: the byte 0xe4 is on this line; save the file as "
         "UTF-8"),
        (b"a: b\n\x00", "2: contains a NUL character; remove it if this is a text file"),
    ],
)  # fmt: skip
def test_what_is_no_text(tmp_path: Path, suffix: str, raw: bytes, message: str) -> None:
    assert refusal(tmp_path, f"a.{suffix}", raw) == f"a.{suffix}:{message}"


@pytest.mark.parametrize(
    ("name", "text"), [("a.yaml", "a: 1"), ("a.TOML", "a = 1"), ("a.json", '{"a": 1}')]
)
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_byte_order_mark_is_accepted(tmp_path: Path, name: str, text: str, mark: str) -> None:
    document = open_text(tmp_path, name, mark + text)
    assert document.data == {"a": 1}
    assert document.line(("a",)) == 1


@pytest.mark.parametrize("depth", [MAX_DEPTH, MAX_DEPTH + 1])
@pytest.mark.parametrize("name", ["a.yaml", "a.toml", "a.json"])
def test_the_limit_of_nesting_is_the_same_everywhere(tmp_path: Path, name: str, depth: int) -> None:
    lists = "[" * (depth - 1) + "]" * (depth - 1)
    text = {"a.yaml": f"a: {lists}", "a.toml": f"a = {lists}", "a.json": f'{{"a": {lists}}}'}[name]
    if depth > MAX_DEPTH:
        assert refusal(tmp_path, name, text).endswith(DEEP)
    else:
        assert open_text(tmp_path, name, text).data["a"]


def unopened(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        read(path, "shown/name")
    return str(caught.value)


def test_what_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "a.yaml"
    folder.mkdir()
    assert unopened(folder) == "shown/name: is a folder, not a file; name a file in it"
    assert unopened(tmp_path / "b.json") == "shown/name: there is no such file"
    os.mkfifo(tmp_path / "c.json")
    assert unopened(tmp_path / "c.json") == "shown/name: is not a regular file"
    with (tmp_path / "d.json").open("wb") as file:
        file.truncate(2**40)
    assert unopened(tmp_path / "d.json") == "shown/name: is longer than 64 MiB; split it"
    assert unopened(tmp_path / "x.ini") == (
        "shown/name: a file ending in '.ini' is not supported; valid: .yaml, .yml, .toml, .json"
    )

    def refuse(_path: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    (tmp_path / "d.toml").touch()
    assert unopened(tmp_path / "d.toml") == (
        "shown/name: cannot be read: Permission denied; check its permissions"
    )


def test_yaml_without_the_c_parser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "yaml._yaml", None)
    assert refusal(tmp_path, "a.yaml", "a: 1") == (
        "a.yaml: needs PyYAML with its C parser (libyaml), and this one was built without; "
        "install PyYAML's wheel, or write the file as TOML or JSON"
    )


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ((), ""),
        (("steps", 0, "user"), "steps[0].user"),
        ((3, "a-b", "a b"), "[3].a-b['a b']"),
        (("a\x1b[0m", "b.c"), "['a\\x1b[0m']['b.c']"),
        (("x" * 100,), f"['{'x' * 59}…']"),
        (tuple("a" * 21), ".".join("a" * 20) + "…"),
    ],
)
def test_paths_as_they_are_shown(path: KeyPath, shown: str) -> None:
    assert format_path(path) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("a\x1b\n\u202e", "'a\\x1b\\n\\u202e'"),
        ("x" * 60, f"'{'x' * 60}'"),
        ("x" * 61, f"'{'x' * 59}…'"),
        (None, "null"),
        (True, "true"),
        (10**80, "1" + "0" * 58 + "…"),
        (0.5, "0.5"),
    ],
)
def test_values_as_they_are_shown(value: Any, shown: str) -> None:
    assert show(value) == shown


ANEW = """
import sys

def read():
    from pytest_hydra.documents.yaml_reader import read_yaml
    from pytest_hydra.errors import InputError

    try:
        return read_yaml("a: 1", "a.yaml").data
    except InputError as error:
        return str(error)

assert read() == {"a": 1}
for name in list(sys.modules):
    if name.partition(".")[0] in ("yaml", "pytest_hydra"):
        del sys.modules[name]
print(read())
"""


def test_yaml_is_read_where_its_modules_were_loaded_anew() -> None:
    """As pytester does it for a second session in one process."""
    command = [sys.executable, "-c", ANEW]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "{'a': 1}\n"
