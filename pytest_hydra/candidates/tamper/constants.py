"""What expressions in Python source come to without running them."""

from __future__ import annotations

import ast
from collections.abc import Mapping

Value = str | bytes | int
# Nothing longer is put together.
_LONGEST = 10_000


class Constants:
    """Folds expressions; ``values`` are the values of names that have one and only one."""

    def __init__(self, values: Mapping[str, Value]) -> None:
        self._values = values
        self._memo: dict[int, Value | None] = {}

    def text(self, node: ast.AST | None) -> str | None:
        """The text that an expression comes to; None where it comes to none that is known."""
        found = self.value(node)
        return found if isinstance(found, str) else None

    def value(self, node: ast.AST | None) -> Value | None:
        """The text, the bytes or the number that an expression comes to, if that is known."""
        if node is None:
            return None
        if id(node) not in self._memo:
            self._memo[id(node)] = None  # also where it leads back to itself
            try:
                found = self._fold(node)
            except (ValueError, TypeError, LookupError, OverflowError):
                found = None
            if isinstance(found, str | bytes) and len(found) > _LONGEST:
                found = None
            self._memo[id(node)] = found
        return self._memo[id(node)]

    def _fold(self, node: ast.AST) -> Value | None:
        match node:
            case ast.Constant(value=str() | bytes() | int() as value):
                return value
            case ast.Name(id=name):
                return self._values.get(name)
            case ast.JoinedStr(values=parts):
                return _joined("", self._all(parts))
            case ast.FormattedValue(value=value, format_spec=None):
                return self.text(value)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                number = self.value(operand)
                return -number if isinstance(number, int) else None
            case ast.BinOp():
                return self._binary(node)
            case ast.Call(func=ast.Attribute(value=by, attr="join"), args=[parts]):
                return self._join(self.text(by), parts)
        return None

    def _binary(self, node: ast.BinOp) -> Value | None:
        left = self.value(node.left)
        match node.op:
            case ast.Mod() if isinstance(left, str):
                values = node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
                given = [self.value(value) for value in values]
                # Widths could be made to fill the memory.
                parts = left.replace("%%", "").split("%")[1:]
                plain = len(left) <= _LONGEST and all(part[:1] in "sd" for part in parts)
                return left % tuple(given) if plain and None not in given else None
            case ast.Add():
                right = self.value(node.right)
                if isinstance(left, str) and isinstance(right, str):
                    return left + right
                if isinstance(left, bytes) and isinstance(right, bytes):
                    return left + right
                return left + right if isinstance(left, int) and isinstance(right, int) else None
        return None

    def _join(self, by: str | None, parts: ast.expr) -> str | None:
        if by is None or not isinstance(parts, ast.List | ast.Tuple):
            return None
        return _joined(by, self._all(parts.elts))

    def _all(self, nodes: list[ast.expr]) -> list[Value | None]:
        return [self.value(node) for node in nodes]


def _joined(by: str, parts: list[Value | None]) -> str | None:
    texts = [part for part in parts if isinstance(part, str)]
    return by.join(texts) if len(texts) == len(parts) else None


def beginning(node: ast.expr) -> str:
    """How a text begins that is put together."""
    match node:
        case ast.JoinedStr(values=[ast.Constant(value=str() as text), *_]):
            return text
        case ast.BinOp(left=ast.Constant(value=str() as text)):
            return text.partition("%")[0]
    return ""
