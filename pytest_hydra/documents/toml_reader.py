"""TOML 1.1 by tomli; line numbers on demand, by a small scanner of the valid text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

import tomli

from pytest_hydra.core.lazy_regex import lazy_regex
from pytest_hydra.core.plain import MAX_DEPTH
from pytest_hydra.documents.document import TOO_DEEP, TOO_LONG, Document, KeyPath, find_invalid
from pytest_hydra.errors import InputError, input_error

_TOKEN = lazy_regex(
    r"""
      "{3} (?: \\. | [^"\\] | "{1,2}(?!") )*+ "{3,5}
    | '{3} (?: [^'] | '{1,2}(?!') )*+ '{3,5}
    | " (?: \\. | [^"\\] )*+ "
    | ' [^']*+ '
    | \# [^\n]*+
    | [][{}=.,\n]
    | [^][{}=.,\n"'\#\s]++
    """,
    re.VERBOSE | re.DOTALL,
)
_LONG_NUMBER = lazy_regex(r"=\s*[-+]?[0-9_]{1001,}")


def read_toml(text: str, file: str) -> Document:
    """The TOML document in ``text``. Raises InputError."""
    try:
        data = tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        message = f"is not valid TOML: {error.msg[:1].lower()}{error.msg[1:]}"
        raise input_error(file, error.lineno, message) from None
    except RecursionError:
        raise input_error(file, _deepest_line(text), TOO_DEEP) from None
    except ValueError:
        # Python refuses to convert numbers with thousands of digits.
        number = _LONG_NUMBER.search(text)
        line = text.count("\n", 0, number.end()) + 1 if number else None
        raise input_error(file, line, TOO_LONG) from None
    root = cache(lambda: _Scanner().scan(text))

    def line_of(path: KeyPath) -> int:
        node = root()
        for part in path:
            if part not in node.children:
                break
            node = node.children[part]
        return node.line

    document = Document(file, data, line_of, text)
    problem = find_invalid(data)
    if problem:
        raise InputError([document.problem(problem[1], problem[0])])
    return document


@dataclass(slots=True)
class _TomlNode:
    """The line of a value, and its children by key or index."""

    line: int
    of_tables: bool = False
    children: dict[str | int, _TomlNode] = field(default_factory=dict)

    def child(self, key: str | int, line: int) -> _TomlNode:
        """The child at ``key``, created if needed."""
        return self.children.setdefault(key, _TomlNode(line))

    def descend(self, keys: Iterable[str], line: int) -> _TomlNode:
        """The table at the end of these keys; of an array of tables the last one."""
        node = self
        for key in keys:
            node = node.child(key, line)
            if node.of_tables:
                node = node.children[len(node.children) - 1]
        return node


class _Scanner:
    """Read the tokens of valid TOML into a tree of line numbers."""

    def __init__(self) -> None:
        self.root = self.table = _TomlNode(1)
        # Open inline arrays and tables, the innermost last.
        self.open: list[tuple[_TomlNode, bool]] = []
        self.keys: list[str] = []
        self.key_line = 1
        # The expected token: a "key", a "value", or the "end" of a value.
        self.next = "key"

    def scan(self, text: str) -> _TomlNode:
        line = 1
        in_header = 0
        for match in _TOKEN.finditer(text):
            symbol = match[0]
            if symbol[0] == "#":
                continue
            if not self.open and self.next == "key" and symbol == "[":
                in_header += 1
            elif in_header:
                if symbol == "]":
                    self._header(in_header == 2, line)
                    in_header = 0
                    self.next = "end"
                elif symbol != ".":
                    self.keys.append(_key(symbol))
            else:
                self._token(symbol, line)
            line += symbol.count("\n")
        return self.root

    def _header(self, of_tables: bool, line: int) -> None:
        *parents, last = self.keys
        self.keys = []
        parent = self.root.descend(parents, line)
        if of_tables:
            array = parent.child(last, line)
            array.of_tables = True
            self.table = array.child(len(array.children), line)
        else:
            self.table = parent.descend([last], line)

    def _token(self, symbol: str, line: int) -> None:
        node, is_array = self.open[-1] if self.open else (self.table, False)
        if symbol == ("," if self.open else "\n"):
            self.next = "value" if is_array else "key"
        elif symbol in ("\n", "."):
            pass
        elif symbol in ("]", "}"):
            if self.open:  # otherwise the second bracket of a header
                self.open.pop()
            self.next = "end"
        elif self.next == "value":
            if is_array:
                child = node.child(len(node.children), line)
            else:
                *parents, last = self.keys
                child = node.descend(parents, self.key_line).child(last, self.key_line)
                self.keys = []
            self.next = "end"
            if symbol in ("[", "{"):
                self.open.append((child, symbol == "["))
                self.next = "value" if symbol == "[" else "key"
        elif symbol == "=":
            self.next = "value"
        elif self.next == "key":
            self.keys.append(_key(symbol))
            self.key_line = line


def _key(symbol: str) -> str:
    return str(tomli.loads(f"key = {symbol}")["key"]) if symbol[0] in "\"'" else symbol


def _deepest_line(text: str) -> int:
    """The first line where arrays, inline tables or dotted keys are nested too deeply."""
    line, depth, dots = 1, 0, 0
    for match in _TOKEN.finditer(text):
        symbol = match[0]
        depth += (symbol in ("[", "{")) - (symbol in ("]", "}"))
        dots = dots + 1 if symbol == "." else dots * (symbol not in ("\n", "=", ","))
        if depth > MAX_DEPTH or dots >= MAX_DEPTH:
            break
        line += symbol.count("\n")
    return line
