"""Mutate seeds into inputs: as bytes and as JSON trees."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

SEEDS = Path(__file__).with_name("seeds")
LONGEST = 100_000
"""The maximum length of an input in bytes."""

# Tokens that have broken a reader before, or often break readers.
TOKENS = (
    *(b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xe2\x80\xa8", b"\xc2\x85", b"\x1b["),
    *(b"\n", b"\r", b" ", b"    ", b"\t", b"{", b"}", b"[", b"]", b"<", b">", b'"', b"'", b"`"),
    *(b"(", b")", b".", b"-", b"#", b":", b",", b"=", b"\\", b"\\ud800", b"\\u0000", b"*", b"_"),
    *(b"null", b"true", b"NaN", b"1e999", b"-1", b"0", b"9" * 5_000, b"1e-999", b"{}", b"[]"),
    *(b"not ok 1 - ", b"1..1\n", b"warning: `x` (", b"<testsuite>", b"<![CDATA[", b"<!DOCTYPE x>"),
    *(b"::error::", b"##[error]", b"@@ -1,1 +1,1 @@\n", b"diff --git a/x b/x\n", b"\xcc\x81"),
    *("\u3164\u2800\u202e".encode(), "\ufdfa".encode(), "😀".encode(), b"http://", b"```\n"),
    *(b"&a ", b"*a", b"!!int ", b"- ", b"? ", b"[[a]]\n", b"a.b.c = 1\n", b'"""', b"<think>"),
)
# Replacements for values in a tree: each type, with unusual values.
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 10**15, 10**400, 0.5, -0.0, 1e308, "", " ", "a", "0", "\ud800"),
    *("\u2028", "a\0b", "/", "/w/x", "../x", "::error::x", "##[error]", "n" * 2_000, "x" * 50_000),
    *(
        "." * 30_000,
        "e\u0301" * 9_000,
        "\u0301\u0323" * 9_000,
        "fee " * 9_000,
        "not ok",
        "[]",
        "{}",
    ),
    *([], {}, [[]], [{}], {"": None}, {"type": {}}, [{"type": {}}], ["a", 1], {"id": [], "a": {}}),
)

Change = tuple[int, int, int, int]


def seeds(name: str) -> list[bytes]:
    """The seeds of a reader, from the folder with its name; invalid ones are named bad-…."""
    return [path.read_bytes() for path in sorted((SEEDS / name).iterdir())]


def inputs(corpus: Sequence[bytes]) -> st.SearchStrategy[bytes]:
    """A strategy for seeds with at most eight changes; each change is four numbers."""
    number = st.integers(0, 2**20)
    change = st.tuples(st.integers(0, len(_CHANGES) - 1), number, number, number)
    seed = st.sampled_from(corpus)
    return st.builds(_build, seed, st.lists(change, max_size=8), seed)


def _build(seed: bytes, changes: Sequence[Change], other: bytes) -> bytes:
    data = seed
    for kind, *numbers in changes:
        data = _CHANGES[kind](data, other, *numbers)[:LONGEST]
    return data


def _cut(data: bytes, _: bytes, at: int, size: int, __: int) -> bytes:
    at %= len(data) + 1
    return data[:at] + data[at + size % 100 :]


def _insert(data: bytes, _: bytes, at: int, token_index: int, times: int) -> bytes:
    at %= len(data) + 1
    return data[:at] + TOKENS[token_index % len(TOKENS)] * (1 + times % 4) + data[at:]


def _flood(data: bytes, _: bytes, at: int, which: int, __: int) -> bytes:
    token = TOKENS[which % len(TOKENS)]
    at %= len(data) + 1
    return data[:at] + token * (LONGEST // len(token)) + data[at:]


def _repeat(data: bytes, _: bytes, at: int, size: int, __: int) -> bytes:
    at %= len(data) + 1
    part = data[at : at + 1 + size % 200]
    return data[:at] + part * (LONGEST // (len(part) or 1)) + data[at:]


def _splice(data: bytes, other: bytes, at: int, size: int, where: int) -> bytes:
    at, where = at % (len(other) + 1), where % (len(data) + 1)
    return data[:where] + other[at : at + size % 2_000] + data[where:]


def _flip(data: bytes, _: bytes, at: int, value: int, __: int) -> bytes:
    at %= len(data) or 1
    return data[:at] + bytes([value % 256]) + data[at + 1 :]


def _in_tree(act: Callable[[Any, Any, int, int], Any]) -> Callable[..., bytes]:
    """A change of one value in a JSON document, or in a line of JSONL."""

    def change(data: bytes, _: bytes, at: int, which: int, times: int) -> bytes:
        lines = [data]
        tree = _tree(data)
        if tree is None:
            lines = data.split(b"\n")
            tree = _tree(lines[which % len(lines)])
        if tree is None:
            return data
        holders = list(_holders(tree))
        holder, key = holders[at % len(holders)]
        act(holder, key, which, times)
        try:
            # A lone surrogate is written as an escape, which reads as the same.
            text = json.dumps(tree[0] if tree else None, ensure_ascii=times % 2 == 0)
        except (ValueError, RecursionError):
            return data
        lines[which % len(lines)] = text.encode("utf-8", "backslashreplace")
        return b"\n".join(lines)

    return change


def _tree(data: bytes) -> list[Any] | None:
    try:
        return [json.loads(data)]
    except (ValueError, RecursionError):
        return None


def _holders(tree: Any) -> Iterator[tuple[Any, Any]]:
    waiting = [tree]
    while waiting:
        holder = waiting.pop()
        items = holder.items() if isinstance(holder, dict) else enumerate(holder)
        for key, value in list(items):
            yield holder, key
            if isinstance(value, dict | list):
                waiting.append(value)
        if len(waiting) > LONGEST:
            return


def _put(holder: Any, key: Any, which: int, _: int) -> None:
    holder[key] = VALUES[which % len(VALUES)]


def _drop(holder: Any, key: Any, _: int, __: int) -> None:
    del holder[key]


def _double(holder: Any, key: Any, _: int, times: int) -> None:
    if isinstance(holder, list):
        size = len(json.dumps(holder[key])) + 2
        holder[key:key] = [holder[key]] * (times % (LONGEST // size + 1))
    else:
        holder[f"{key}{times}"] = holder[key]


def _nest(holder: Any, key: Any, which: int, times: int) -> None:
    for _ in range(times % 150):
        holder[key] = [holder[key]] if which % 2 else {"a": holder[key]}


_CHANGES: tuple[Callable[..., bytes], ...] = (
    *(_cut, _insert, _insert, _flood, _repeat, _splice, _flip),
    *map(_in_tree, (_put, _put, _put, _drop, _double, _nest)),
)
