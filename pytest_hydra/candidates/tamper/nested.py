"""Functions within a test that are not run, or whose failures nobody hears of."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Literal

from pytest_hydra.candidates.tamper.known import Function, is_generator, name_of

_Use = Literal["bare", "called", "asked", "elsewhere", "promised"]

# What a function that is handed to these raises stays where it runs.
_ELSEWHERE = ("Thread", "Timer", "start_new_thread", "Process")
# These keep it until somebody asks.
_PROMISES = ("submit", "apply_async", "create_task", "ensure_future", "run_in_executor")
_ASK = frozenset({"result", "get", "exception", "gather", "wait", "as_completed", "wait_for"})


def idle_functions(function: Function) -> dict[str, str]:
    """The plain functions within one that are idle, by name, each with why in words."""
    nodes = list(ast.walk(function))
    parents = {id(child): node for node in nodes for child in ast.iter_child_nodes(node)}
    asks = any(isinstance(one, ast.Await) or getattr(one, "attr", "") in _ASK for one in nodes)
    uses: dict[str, set[_Use]] = {}
    for node in nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            uses.setdefault(node.id, set()).add(_use(node, parents))
    found = {}
    for node in nodes:
        if isinstance(node, Function) and node is not function and not node.decorator_list:
            why = _why(node, uses.get(node.name, set()) - {"bare"}, asks=asks)
            if why:
                found[node.name] = f"{why[0]}, in {node.name}, which {why[1]}"
    return found


def _why(node: Function, uses: set[_Use], *, asks: bool) -> tuple[str, str] | None:
    if not uses:
        return "never reached", "is not called"
    made = isinstance(node, ast.AsyncFunctionDef) or is_generator(node)
    if made and uses == {"called"}:
        return "never reached", "is called, and not run to its end"
    if uses == {"elsewhere"} or (uses <= {"elsewhere", "promised"} and not asks):
        return "heard of by nobody", "is run elsewhere"
    return None


def _use(node: ast.Name, parents: Mapping[int, ast.AST]) -> _Use:
    """What is done with a function where its name stands."""
    whole: ast.AST = node
    parent = parents.get(id(node))
    called = isinstance(parent, ast.Call) and parent.func is node
    if called and parent is not None:
        whole, parent = parent, parents.get(id(parent))
    while isinstance(parent, ast.BoolOp | ast.UnaryOp | ast.Compare | ast.keyword):
        whole, parent = parent, parents.get(id(parent))
    if isinstance(parent, ast.Assert | ast.Expr):
        return "called" if called else "bare"
    if isinstance(parent, ast.Attribute):
        return "called" if called else "asked"
    if isinstance(parent, ast.Call) and parent.func is not whole:
        last = name_of(parent).rpartition(".")[2]
        if last in _ELSEWHERE:
            return "elsewhere"
        if last in _PROMISES:
            return "promised"
        return "called" if called and last in ("next", "anext") else "asked"
    return "asked"
