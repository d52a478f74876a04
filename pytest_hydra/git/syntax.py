"""Statements without their formatting: Python's, and other languages' by tree-sitter."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

_PYTHON = (".py", ".pyi")
_GRAMMARS = {
    **dict.fromkeys((".js", ".jsx", ".mjs", ".cjs"), ("tree_sitter_javascript", "language")),
    **dict.fromkeys((".ts", ".mts", ".cts"), ("tree_sitter_typescript", "language_typescript")),
    ".tsx": ("tree_sitter_typescript", "language_tsx"),
    ".rs": ("tree_sitter_rust", "language"),
    ".go": ("tree_sitter_go", "language"),
}
# Bodies whose statements are compared one by one.
_BODIES = ("class_body", "declaration_list")
_CLOSING = (b")", b"]", b"}", b">")


def can_read(suffix: str) -> bool:
    """Whether a parser for this suffix is known; it may not be installed."""
    if suffix not in _GRAMMARS:
        return suffix in _PYTHON
    return None not in map(find_spec, ("tree_sitter", _GRAMMARS[suffix][0]))


def statements(data: bytes, suffix: str) -> Iterator[tuple[int, int, str]]:
    """The lines of each statement, and its normalized tree. Raises the parser's errors."""
    if suffix in _PYTHON:
        yield from _units(ast.parse(data).body)
        return
    from tree_sitter import Language, Parser

    module, name = _GRAMMARS[suffix]
    root = Parser(Language(getattr(import_module(module), name)())).parse(data).root_node
    if root.has_error:
        raise SyntaxError(suffix)
    separators = (b",",) if suffix in (".rs", ".go") else (b",", b";")
    waiting: list[Node | tuple[int, int, str]] = [*reversed(root.named_children)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            yield node
            continue
        body = (node.child_by_field_name("declaration") or node).child_by_field_name("body")
        body = body if body is not None and body.type in _BODIES else None
        text = _tree_text(data, node, body, separators)
        first, last = node.start_point.row + 1, node.end_point.row + 1
        yield first, last if body is None else body.start_point.row + 1, text
        if body is not None:
            waiting.append((body.end_point.row + 1, last, f"end of {text}"))
            waiting += reversed(body.named_children)


def _tree_text(data: bytes, node: Node, body: Node | None, separators: Sequence[bytes]) -> str:
    """The tree of a node without its body; kinds of quotes and trailing separators do not count."""
    parts: list[str] = []
    waiting: list[Node | None] = [node]
    while waiting:
        current = waiting.pop()
        if current is None or current == body:
            parts.append(")")
            continue
        children, is_comment = current.children, "comment" in current.type
        if not children or is_comment or _has_gaps(data, current):
            text = data[current.start_byte : current.end_byte]
            if is_comment or current.type == "jsx_text":
                text = b" ".join(filter(None, map(bytes.strip, text.split(b"\n"))))
            parts.append(f"{current.type} {text!r}")
            continue
        parts.append(f"({current.type}")
        waiting.append(None)
        texts = [data[child.start_byte : child.end_byte] for child in children]
        for at in reversed(range(len(children))):
            closes = at and texts[at - 1] not in (b",", b"[") and [*texts, b")"][at + 1] in _CLOSING
            silent = texts[at] in (b"'", b'"') or (closes and texts[at] in separators)
            if children[at].is_named or not silent:
                waiting.append(children[at])
    return " ".join(parts)


def _has_gaps(data: bytes, node: Node) -> bool:
    """Whether there is text between its children, so that they are not its whole content."""
    places = [node.start_byte, *chain(*(part.byte_range for part in node.children)), node.end_byte]
    return any(
        data[end:start].strip() for end, start in zip(places[::2], places[1::2], strict=True)
    )


def _units(body: list[ast.stmt]) -> Iterator[tuple[int, int, str]]:
    """The lines and the tree of each statement of a module or a class, and of class headers."""
    for statement in body:
        decorators = getattr(statement, "decorator_list", [])
        first = min([statement.lineno, *(decorator.lineno for decorator in decorators)])
        last = statement.end_lineno or statement.lineno
        if isinstance(statement, ast.ClassDef):
            members, statement.body = statement.body, []
            head = members[0].lineno - 1
            yield first, max(head, statement.lineno), ast.dump(statement)
            yield from _units(members)
            # Marks the end of a class, so that methods of different classes do not match.
            yield last, last, f"end of {statement.name}"
        else:
            yield first, last, ast.dump(statement)
