"""YAML with the core schema of YAML 1.2, built from libyaml's events.

Not from composed nodes: libyaml's composer recurses in C and overflows the stack on deep nesting;
building from events is not slower.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import partial
from math import isfinite
from typing import Any

from yaml.error import MarkedYAMLError, YAMLError

from pytest_hydra.core.plain import MAX_DEPTH
from pytest_hydra.documents.document import (
    MAX_DIGITS,
    TOO_DEEP,
    TOO_LONG,
    Document,
    KeyPath,
    find_invalid,
    format_path,
    not_finite,
    show,
)
from pytest_hydra.errors import BadValueError, InputError, input_error

MAX_ALIASED = 1_000_000
"""The most values that the aliases of a file may expand to; long text counts as several."""

_TAG = "tag:yaml.org,2002:"
_UNSET = object()
_CONSTANTS = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
# Only plain scalars that begin with one of these can be anything but text.
_LETTERS = "~nNtTfF"
_STARTS = "0123456789+-." + _LETTERS
_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_ZERO_FIRST = re.compile("[-+]?0[0-9]")
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_BASES = {"0o": 8, "0x": 16}
# The types that a tag of the core schema allows; "!" makes any scalar a text.
_TAGGED: dict[str, tuple[type, ...]] = {
    "bool": (bool,),
    "float": (float, int),
    "int": (int,),
    "null": (type(None),),
}
_VALID_TAGS = "!!str, !!int, !!float, !!bool, !!null, !!map, !!seq"
# libyaml treats these as line breaks, YAML 1.2 and editors do not: line numbers would be off.
_OTHER_BREAKS = re.compile("[\x85\u2028\u2029]")
_CONTROL = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def read_yaml(text: str, file: str) -> Document:
    """Parse the single YAML document in ``text``. Raises InputError."""
    match = None if text.isascii() else _OTHER_BREAKS.search(text)
    if match:
        code = f"{ord(match[0]):04x}"
        message = f'contains the line separator U+{code.upper()}; write it as "\\u{code}" in quotes'
        raise input_error(file, text.count("\n", 0, match.start()) + 1, message)
    try:
        builder = _YamlBuilder(text, file)
        data = builder.build()
    except MarkedYAMLError as error:
        raise _syntax_error(text, file, error) from None
    except YAMLError:
        raise _character_error(text, file) from None
    lines, first_line = builder.lines, builder.first_line

    def line_of(path: KeyPath) -> int:
        value, line = data, first_line
        for part in path:
            if isinstance(value, dict) and part in value:
                line = lines[id(value)][list(value).index(part)]
            elif isinstance(value, list) and isinstance(part, int) and 0 <= part < len(value):
                line = lines[id(value)][part]
            else:
                break
            value = value[part]
        return line + 1

    document = Document(file, data, line_of, text)
    # Only aliases can make data deeper than the text.
    problem = find_invalid(data) if builder.aliased else None
    if problem:
        raise InputError([document.problem(problem[1], problem[0])])
    return document


class _YamlBuilder:
    """Builds data and line numbers from the events of one text."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        # For each container the lines, from 0, of its keys or elements, in order.
        self.lines: dict[int, list[int]] = {}
        self.aliased = 0
        self._parser = _new_parser(text, file)
        # The current container, the key whose value comes next, and its lines; and the same of the
        # enclosing containers.
        self._container: Any = []
        self._key: Any = _UNSET
        self._lines: list[int] = []
        self._enclosing: list[tuple[Any, Any, list[int]]] = []
        # Name → value and its size in values, None while it is still being read.
        self._anchors: dict[str, tuple[Any, int | None]] = {}
        self._open_anchors: dict[int, tuple[str, int]] = {}
        self._values = 0

    def build(self) -> Any:
        """The data of the document."""
        root, next_event = self._container, self._parser.get_event
        # By name: if PyYAML is imported again in a process, its C parser keeps the old classes.
        handlers: dict[str, Callable[[Any], None]] = {
            "ScalarEvent": self._scalar,
            "MappingStartEvent": partial(self._start, dict),
            "SequenceStartEvent": partial(self._start, list),
            "MappingEndEvent": self._end,
            "SequenceEndEvent": self._end,
            "AliasEvent": self._alias,
            "DocumentStartEvent": self._document,
        }
        event = next_event()
        while (kind := event.__class__.__name__) != "StreamEndEvent":
            try:
                if kind in handlers:
                    handlers[kind](event)
            except BadValueError as error:
                raise self._located(error, event) from None
            event = next_event()
        if not root:
            raise input_error(self.file, 1, "is empty")
        self.first_line = self._lines[0]
        return root[0]

    def _scalar(self, event: Any) -> None:
        value = text = event.value
        if event.tag is not None:
            value = _tagged(event.tag, text)
        elif event.implicit[0] and text[:1] in _STARTS and " " not in text:
            value = _plain(text)
        if self._open_anchors or event.anchor is not None:
            more = len(text) // 1000  # repeating long text is expensive too
            self._values += more
            if event.anchor is not None:
                self._anchors[event.anchor] = (value, 1 + more)
        self._place(value, event)

    def _start(self, container: type, event: Any) -> None:
        value: Any = container()
        if event.tag not in (None, _TAG + ("map" if container is dict else "seq"), "!"):
            raise BadValueError(_unknown_tag(event.tag))
        if self._enclosing[MAX_DEPTH - 1 :]:
            raise BadValueError(TOO_DEEP)
        key = self._key
        self._place(value, event)
        if event.anchor is not None:
            self._anchors[event.anchor] = (value, None)
            self._open_anchors[id(value)] = (event.anchor, self._values)
        self._enclosing.append((self._container, key, self._lines))
        self._container, self._key, self._lines = value, _UNSET, []
        self.lines[id(value)] = self._lines

    def _end(self, _event: Any) -> None:
        value = self._container
        if self._open_anchors and id(value) in self._open_anchors:
            name, before = self._open_anchors.pop(id(value))
            self._anchors[name] = (value, self._values - before + 1)
        self._container, _, self._lines = self._enclosing.pop()
        self._key = _UNSET

    def _alias(self, event: Any) -> None:
        name = event.anchor
        if name not in self._anchors:
            raise BadValueError(f"this alias has no anchor {show('&' + name)} above it")
        value, size = self._anchors[name]
        if size is None:
            raise BadValueError(f"the alias {show('*' + name)} is inside its own anchor")
        self.aliased += size
        self._values += size
        if self.aliased > MAX_ALIASED:
            raise BadValueError(
                f"the aliases of this file expand to more than {MAX_ALIASED:,} values; use fewer"
            )
        self._place(value, event)

    def _document(self, _event: Any) -> None:
        if self._container:
            raise BadValueError(
                "a second document begins here, but a file has only one; "
                "make it a file of its own, or a list in one document"
            )

    def _place(self, value: Any, event: Any) -> None:
        """Add a value to the current container: as a key, a key's value, or an element."""
        self._values += 1
        container = self._container
        if self._key is not _UNSET:
            container[self._key] = value
            self._key = _UNSET
        elif type(container) is list:
            self._lines.append(event.start_mark.line)
            container.append(value)
        else:
            if type(value) is not str:
                raise BadValueError(_no_text_key(value, event))
            if value in container:
                first = self._lines[list(container).index(value)] + 1
                raise BadValueError(f"the key {show(value)} is already on line {first}")
            if value == "<<" and getattr(event, "implicit", (False,))[0]:
                raise BadValueError("merge keys (<<) are not supported; write the merged keys out")
            self._key = sys.intern(value)
            self._lines.append(event.start_mark.line)

    def _located(self, error: BadValueError, event: Any) -> InputError:
        path: list[str | int] = []
        for container, key, _ in [*self._enclosing, (self._container, self._key, None)][1:]:
            if type(container) is list:
                path.append(len(container) - (container is not self._container))
            elif key is not _UNSET:
                path.append(key)
        line = event.start_mark.line + 1
        return input_error(self.file, line, error.message, format_path(tuple(path)) or None)


def _plain(value: str) -> Any:
    """The value of a plain scalar in the core schema."""
    if value in _CONSTANTS:
        return _CONSTANTS[value]
    if value[0] in _LETTERS:
        return value
    if _ZERO_FIRST.match(value) and _FLOAT.fullmatch(value):
        raise BadValueError(
            "begins with 0, which a number does not keep; write it in quotes, as text"
        )
    if _INT.fullmatch(value):
        if len(value) > MAX_DIGITS:
            raise BadValueError(TOO_LONG)
        return int(value, _BASES.get(value[:2], 10))
    if _NOT_FINITE.fullmatch(value):
        raise BadValueError(not_finite(value))
    if _FLOAT.fullmatch(value):
        number = float(value)
        if not isfinite(number):
            raise BadValueError(not_finite(show(value)))
        return number
    return value


def _tagged(tag: str, value: str) -> Any:
    """The value of a scalar with a tag of the core schema."""
    name = tag.removeprefix(_TAG)
    if tag == "!" or name == "str":
        return value
    kinds = _TAGGED.get(name) if tag.startswith(_TAG) else None
    if kinds is None:
        raise BadValueError(_unknown_tag(tag))
    plain = _plain(value)
    if type(plain) not in kinds:
        raise BadValueError(f"{show(value)} is not a {name}, but has the tag of one")
    return float(plain) if name == "float" else plain


def _unknown_tag(tag: str) -> str:
    name = "!!" + tag.removeprefix(_TAG) if tag.startswith(_TAG) else tag
    return f"the tag {show(name)} is not supported; valid: {_VALID_TAGS}"


def _no_text_key(value: Any, event: Any) -> str:
    if isinstance(value, dict | list):
        kind = "mapping" if isinstance(value, dict) else "list"
        return f"a key must be text, not a {kind}"
    if not hasattr(event, "value"):  # an alias
        return f"a key must be text, not {show(value)}"
    if not event.value:
        return "a key is missing before the colon"
    return f"a key must be text; write {show(event.value)} in quotes"


def _new_parser(text: str, file: str) -> Any:
    try:
        from yaml._yaml import CParser
    except ImportError:
        message = (
            "needs PyYAML with its C parser (libyaml), and this one was built without; "
            "install PyYAML's wheel, or write the file as TOML or JSON"
        )
        raise input_error(file, None, message) from None
    return CParser(text)


def _syntax_error(text: str, file: str, error: MarkedYAMLError) -> InputError:
    # An error at the end of the file belongs to the last line that is not blank.
    lines = text.rstrip().split("\n")
    mark, start = error.problem_mark, error.context_mark
    line = min(mark.line, len(lines) - 1) if mark else 0
    here = lines[line][mark.column : mark.column + 1] if mark else ""
    if here == "\t":
        return input_error(file, line + 1, "a tab cannot indent YAML; use spaces")
    if here in ("@", "`", "%"):
        return input_error(file, line + 1, f"a value cannot begin with {here}; write it in quotes")
    if error.problem == "exceeded maximum nesting depth":
        # libyaml reads ahead, and newer versions have a depth limit that applies before any event.
        return input_error(file, line + 1, TOO_DEEP)
    message = f"is not valid YAML: {error.problem}"
    if error.problem == "mapping values are not allowed in this context":
        message += "; write text that holds ': ' in quotes, and indent the keys of a mapping alike"
    if start is not None and start.line < line:
        message += f" ({error.context}, which begins on line {start.line + 1})"
    return input_error(file, line + 1, message)


def _character_error(text: str, file: str) -> InputError:
    character = _CONTROL.search(text)
    if character is None:
        return input_error(file, 1, "is not valid YAML: it contains an unreadable character")
    code = f"U+{ord(character[0]):04X}"
    message = (
        f"contains the control character {code}; remove it, or write it as an escape in quotes"
    )
    return input_error(file, text.count("\n", 0, character.start()) + 1, message)
