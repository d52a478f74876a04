"""Inputs that are known again by a digest of them, without a word of theirs."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from pytest_hydra.candidates.tamper.levers import is_within
from pytest_hydra.candidates.tamper.names import Names, assigned, tables_in
from pytest_hydra.candidates.tamper.seen import Use, quoted

_DIGESTS = frozenset(
    {
        *("zlib.crc32", "zlib.adler32", "binascii.crc32", "binascii.crc_hqx", "builtins.hash"),
        *("hashlib", "hmac", "_hashlib", "_md5", "_sha1", "_sha2", "_blake2", "xxhash", "mmh3"),
    }
)
_PASSES = 3


def by_digest(nodes: Sequence[ast.AST], names: Names) -> Iterator[Use]:
    """Digests that are held against what is written out, or looked up in it."""
    known = _Digests(nodes, names)
    if not known.any:
        return
    tables = tables_in(nodes)
    for node in nodes:
        match node:
            case ast.Compare(left=left, comparators=others):
                sides = [left, *others]
                found = any(map(known.is_one, sides)) and any(map(_is_written, sides))
            case ast.Subscript(value=of, slice=key):
                found = known.is_one(key) and _has_written(of, tables)
            case ast.Call(func=ast.Attribute(value=of, attr="get"), args=[key, *_]):
                found = known.is_one(key) and _has_written(of, tables)
            case ast.Match(subject=subject, cases=cases):
                found = known.is_one(subject) and any(
                    isinstance(part, ast.MatchValue) for one in cases for part in ast.walk(one)
                )
            case _:
                continue
        if found:
            yield Use("hard-coded", "digest", node.lineno, f"by a digest: {quoted(node)}")


class _Digests:
    def __init__(self, nodes: Sequence[ast.AST], names: Names) -> None:
        self._made = {
            id(node)
            for node in nodes
            if isinstance(node, ast.Call)
            and any(is_within(path, _DIGESTS) for path in names.paths(node.func))
        }
        self.any = bool(self._made)
        self._named: set[str] = set()
        for _ in range(_PASSES if self.any else 0):
            for node in nodes:
                for name, value in assigned(node):
                    if self.is_one(value):
                        self._named.add(name)

    def is_one(self, node: ast.expr) -> bool:
        """Whether a value is made of a digest."""
        return any(
            id(one) in self._made or (isinstance(one, ast.Name) and one.id in self._named)
            for one in ast.walk(node)
        )


def _is_written(node: ast.expr) -> bool:
    """Whether it is a number or a text, or several, that are not everywhere."""
    match node:
        case ast.Constant(value=int() | str() | bytes() as value):
            return not isinstance(value, bool) and (
                len(value) > 2 if isinstance(value, str | bytes) else abs(value) > 2
            )
        case ast.Tuple(elts=elements) | ast.List(elts=elements) | ast.Set(elts=elements):
            return any(map(_is_written, elements))
        case ast.Dict(keys=keys):
            return any(_is_written(one) for one in keys if one is not None)
    return False


def _has_written(node: ast.expr, tables: Mapping[str, ast.Dict]) -> bool:
    table = tables.get(node.id, node) if isinstance(node, ast.Name) else node
    return isinstance(table, ast.Dict) and _is_written(table)
