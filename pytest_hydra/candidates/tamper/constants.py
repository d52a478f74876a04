"""What expressions in Python source come to without running them."""

from __future__ import annotations

import ast
import base64
import binascii
import codecs
from collections.abc import Callable, Mapping

Value = str | bytes | int
# Nothing longer is put together.
_LONGEST = 10_000
_UNTOUCHED = ("lower", "upper", "strip", "lstrip", "rstrip", "casefold", "title", "swapcase")
_BASE64 = ("b64decode", "urlsafe_b64decode", "standard_b64decode", "b32decode", "b16decode")
_DECODERS: Mapping[str, Callable[[bytes], bytes]] = {
    **{name: getattr(base64, name) for name in (*_BASE64, "b85decode", "a85decode", "decodebytes")},
    "unhexlify": binascii.unhexlify,
    "a2b_hex": binascii.unhexlify,
    "a2b_base64": binascii.a2b_base64,
}
# Text encodings, and those that only turn letters, which cost nothing to undo.
_ENCODINGS = ("utf8", "utf-8", "ascii", "latin-1", "latin1", "rot13", "rot-13", "rot_13", "hex")


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
            case ast.NamedExpr(value=value):
                return self.value(value)
            case ast.JoinedStr(values=parts):
                return _joined("", self._all(parts))
            case ast.FormattedValue(value=value, format_spec=None):
                return self.text(value)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                number = self.value(operand)
                return -number if isinstance(number, int) else None
            case ast.BinOp():
                return self._binary(node)
            case ast.Subscript(value=value, slice=index):
                return self._part(self.value(value), value, index)
            case ast.Call():
                return self._called(node)
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
            case ast.Mult():
                right = self.value(node.right)
                if isinstance(left, str) and isinstance(right, int) and right * len(left) < 1000:
                    return left * right
            case ast.Sub() | ast.BitXor():
                right = self.value(node.right)
                if isinstance(left, int) and isinstance(right, int):
                    return left - right if isinstance(node.op, ast.Sub) else left ^ right
        return None

    def _part(self, whole: Value | None, node: ast.expr, index: ast.expr) -> Value | None:
        if isinstance(index, ast.Slice):
            if not isinstance(whole, str | bytes):
                return None
            bounds = (index.lower, index.upper, index.step)
            numbers = (None if bound is None else self._number(bound) for bound in bounds)
            return whole[slice(*numbers)]
        at = self.value(index)
        if isinstance(whole, str | bytes) and isinstance(at, int):
            return whole[at]
        if isinstance(node, ast.List | ast.Tuple) and isinstance(at, int):
            return self.value(node.elts[at])
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if key is not None and self.value(key) == at:
                    return self.value(value)
        return None

    def _called(self, node: ast.Call) -> Value | None:
        match node.func:
            case ast.Name(id="chr"):
                return chr(self._number(*node.args))
            case ast.Name(id="str"):
                return self.text(node.args[0])
            case ast.Name(id="bytes" | "bytearray") if node.args:
                return self._bytes(node.args[0])
            case ast.Name(id=name) | ast.Attribute(attr=name) if name in _DECODERS:
                (value, *_) = self._all(node.args)
                return _DECODERS[name](value.encode() if isinstance(value, str) else value)  # type: ignore[arg-type]
            case ast.Name(id="intern") | ast.Attribute(attr="intern") if node.args:
                return self.value(node.args[0])
            case ast.Attribute(value=of, attr=name):
                return self._method(of, name, node)
        return None

    def _method(self, of: ast.expr, name: str, node: ast.Call) -> Value | None:
        args = node.args
        if name == "fromhex" and args:
            text = self.text(args[0])
            return None if text is None else bytes.fromhex(text)
        if name == "decode" and isinstance(of, ast.Name) and of.id == "codecs":
            return self._decoded(self.value(args[0]), args[1:])
        whole = self.value(of)
        if name in ("decode", "encode") and whole is not None:
            return self._decoded(whole, args)
        if not isinstance(whole, str):
            return None
        if name == "join" and args:
            return _joined(whole, self._elements(args[0]))
        if name == "format" and not node.keywords:
            values = self._all(args)
            plain = len(whole) <= _LONGEST and not any(sign in whole for sign in ":!.[")
            return whole.format(*values) if plain and None not in values else None
        if name == "replace":
            old, new, *_ = map(self.text, args)
            return None if old is None or new is None else whole.replace(old, new)
        if name in _UNTOUCHED:
            changed: str = getattr(whole, name)(*self._all(args))
            return changed
        return None

    def _decoded(self, whole: Value | None, args: list[ast.expr]) -> Value | None:
        encoding = self.text(args[0]) if args else "utf-8"
        if encoding is None or encoding.lower() not in _ENCODINGS:
            return None
        kind = encoding.lower()
        if kind.startswith("rot"):
            return codecs.decode(whole, "rot13") if isinstance(whole, str) else None
        if kind == "hex":
            return binascii.unhexlify(whole) if isinstance(whole, str | bytes) else None
        if isinstance(whole, bytes):
            return whole.decode(kind)
        return whole.encode(kind) if isinstance(whole, str) else None

    def _bytes(self, node: ast.expr) -> bytes | None:
        numbers = self._elements(node)
        if numbers and all(isinstance(number, int) and 0 <= number < 256 for number in numbers):
            return bytes(number for number in numbers if isinstance(number, int))
        value = self.value(node)
        return value if isinstance(value, bytes) else None

    def _elements(self, node: ast.expr) -> list[Value | None]:
        """The values in a list as it is written; those of ``map(chr, […])`` and the like too."""
        match node:
            case ast.List(elts=elements) | ast.Tuple(elts=elements):
                return self._all(elements)
            case ast.Call(func=ast.Name(id="map"), args=[ast.Name(id="chr"), numbers]):
                found = self._elements(numbers)
                return [chr(entry) if isinstance(entry, int) else None for entry in found]
            case ast.Call(func=ast.Name(id="reversed"), args=[one]):
                return self._elements(one)[::-1]
            case (
                ast.GeneratorExp(elt=made, generators=[one])
                | ast.ListComp(elt=made, generators=[one])
            ) if not one.ifs and isinstance(one.target, ast.Name):
                name, values = one.target.id, self._elements(one.iter)
                return [
                    None if value is None else Constants({**self._values, name: value}).value(made)
                    for value in (values if len(values) <= 200 else [None])
                ]
        value = self.value(node)
        return list(value) if isinstance(value, str | bytes) else [None]

    def _all(self, nodes: list[ast.expr]) -> list[Value | None]:
        return [self.value(node) for node in nodes]

    def _number(self, node: ast.expr) -> int:
        value = self.value(node)
        if not isinstance(value, int):
            raise TypeError("it is no number")
        return value


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
