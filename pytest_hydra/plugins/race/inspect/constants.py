"""Values of expressions in Python source, computed without running them."""

from __future__ import annotations

import ast
from collections.abc import Mapping

Value = str | bytes | int
# Longest text that is computed, in characters.
_LONGEST = 10_000


class Constants:
    """Folds constant expressions; ``values`` are those of names that are bound only once."""

    def __init__(self, values: Mapping[str, Value]) -> None:
        self._values = values
        self._memo: dict[int, Value | None] = {}

    def text(self, node: ast.AST | None) -> str | None:
        """The text that an expression evaluates to; None if it is not known, or not a text."""
        value = self.value(node)
        return value if isinstance(value, str) else None

    def value(self, node: ast.AST | None) -> Value | None:
        """The text, bytes or number that an expression evaluates to; None if it is not known."""
        if node is None:
            return None
        if id(node) not in self._memo:
            self._memo[id(node)] = None  # stops a recursion
            try:
                value = self._fold(node)
            except (ValueError, TypeError, LookupError, OverflowError):
                value = None
            if isinstance(value, str | bytes) and len(value) > _LONGEST:
                value = None
            self._memo[id(node)] = value
        return self._memo[id(node)]

    def _fold(self, node: ast.AST) -> Value | None:
        match node:
            case ast.Constant(value=str() | bytes() | int() as value):
                return value
            case ast.Name(id=name):
                return self._values.get(name)
            case ast.JoinedStr(values=parts):
                return _concatenation("", self._all(parts))
            case ast.FormattedValue(value=value, format_spec=None):
                return self.text(value)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                number = self.value(operand)
                return -number if isinstance(number, int) else None
            case ast.BinOp():
                return self._binary(node)
            case ast.Call(
                func=ast.Attribute(value=separator, attr="join"),
                args=[ast.List(elts=parts) | ast.Tuple(elts=parts)],
            ):
                return _concatenation(self.text(separator), self._all(parts))
        return None

    def _binary(self, node: ast.BinOp) -> Value | None:
        left = self.value(node.left)
        match node.op:
            case ast.Mod() if isinstance(left, str):
                values = node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
                operands = [self.value(value) for value in values]
                # A large field width could fill the memory.
                parts = left.replace("%%", "").split("%")[1:]
                is_plain = len(left) <= _LONGEST and all(part[:1] in "sd" for part in parts)
                return left % tuple(operands) if is_plain and None not in operands else None
            case ast.Add():
                right = self.value(node.right)
                if isinstance(left, str) and isinstance(right, str):
                    return left + right
                if isinstance(left, bytes) and isinstance(right, bytes):
                    return left + right
                return left + right if isinstance(left, int) and isinstance(right, int) else None
        return None

    def _all(self, nodes: list[ast.expr]) -> list[Value | None]:
        return [self.value(node) for node in nodes]


def _concatenation(separator: str | None, parts: list[Value | None]) -> str | None:
    texts = [part for part in parts if isinstance(part, str)]
    return separator.join(texts) if separator is not None and len(texts) == len(parts) else None


def beginning(node: ast.expr) -> str:
    """The constant beginning of a composed text; empty if there is none."""
    match node:
        case ast.JoinedStr(values=[ast.Constant(value=str() as text), *_]):
            return text
        case ast.BinOp(left=ast.Constant(value=str() as text)):
            return text.partition("%")[0]
    return ""
