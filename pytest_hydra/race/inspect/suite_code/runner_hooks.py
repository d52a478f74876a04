"""Hooks of pytest that can change which tests run and with which results, and their effects."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

from pytest_hydra.core.text import read_words
from pytest_hydra.race.inspect import Finding, has
from pytest_hydra.race.inspect.conditions import truth
from pytest_hydra.race.inspect.suite_code.definitions import Function

_WORDS = {heading: frozenset(words) for heading, words in read_words(__file__, "words.txt").items()}
REWRITING: Final = _WORDS["rewriting hooks"]
"""Hooks that can change outcomes, items or the end of a session."""

# Hooks whose return value replaces what pytest would have done.
_ANSWERS = _WORDS["answering hooks"]
# Attributes that hold the outcome of a test, or the function that is run.
_OUTCOME = _WORDS["outcome attributes"]
# Hooks that collect tests: an empty result leaves tests out.
_COLLECTS = ("pytest_pycollect_makeitem", "pytest_collect_file", "pytest_pycollect_makemodule")
_FORCES = ("force_result", "force_exception", "from_item_and_call", "TestReport", "CollectReport")
_STOPS = re.compile(r"^(?:os\.(?:_exit|abort|kill\w*)|sys\.exit|exit|quit|_exit)$")
_ORDERS = ("sorted", "reversed", "sample", "shuffle", "shuffled")
_SHRINKS = ("clear", "pop", "remove")
_BY_MARK = re.compile(
    r"keywords|get_closest_marker|iter_markers|own_markers|getoption|getvalue|markname"
)
_BY_NAME = re.compile(
    r"\bnodeid\b|\.name\b|originalname|\.fspath|\.path\b|\.location\b|\.function\b|\.parent\b|\.cls\b|\.module\b"
)
_BY_PLATFORM = re.compile(
    r"platform|version_info|which\(|HAS_|HAVE_|has_\w+|find_spec|os\.name|machine\(|cpu_count|is_available"
)
_NAMES_TEST = re.compile(r"""['"][^'"]*\btest_?\w*|['"][^'"]*_test\b""")
_BY_TEXT = re.compile(r"""(?:==|!=|\bin\b|\w+with\(|match\(|search\()\s*[\[({]?\s*r?['"]""")
_MARKS = re.compile(r"\b(?:skip|skipif|xfail)\b")
# A node in a function, and the source of the conditions around it.
_Statement = tuple[ast.AST, tuple[str, ...]]
# An effect of a hook: kind of sign, node, and description.
_Effect = tuple[str, ast.AST, str]
_SKIPS = "skips tests, or expects them to fail"


def hooks_of(nodes: list[ast.AST]) -> list[tuple[str, Function]]:
    """The hooks that a module defines at any depth, each with the name that pytest uses."""
    hooks: dict[str, list[Function]] = {}
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            name = _specname(node) or node.name
            if name.startswith("pytest_"):
                hooks.setdefault(name, []).append(node)
    return [(name, node) for name, functions in hooks.items() for node in functions]


def _specname(function: Function) -> str | None:
    """The name in ``@pytest.hookimpl(specname="…")``."""
    for decorator in function.decorator_list:
        for keyword in decorator.keywords if isinstance(decorator, ast.Call) else ():
            if keyword.arg == "specname" and isinstance(keyword.value, ast.Constant):
                return str(keyword.value.value)
    return None


def judge_hook(name: str, function: Function) -> Finding:
    """The worst effect of a hook that is new or was changed."""
    doubt = None
    for kind, node, effect in _effects(name, function):
        finding = Finding.at(node, kind, f"{name} {effect}")
        if kind != "hook-doubtful":
            return finding
        doubt = doubt or finding
    return doubt or Finding("hook", function.lineno, f"{name} is new or was changed")


def _effects(name: str, function: Function) -> Iterator[_Effect]:
    """The effects of a hook."""
    nodes = list(_statements(function.body))
    for node, _ in nodes:
        effect = _rewrites(node)
        if effect is not None:
            yield "hook-rewrites", node, effect
        if _stops(node):
            yield "hook-rewrites", node, "ends the process"
    if name in ("pytest_collection_modifyitems", "pytest_itemcollected", "pytest_runtest_setup"):
        yield from _selections(function, nodes)
    for node, conditions in nodes:
        if isinstance(node, ast.Return) and name in _COLLECTS and _finds_none(node, conditions):
            yield "hook-deselects", node, "collects no tests"
    yield from _answers_of_hook(name, function, nodes)
    for node, _ in nodes:
        if _sets_unknown(node):
            if any(
                isinstance(entry, ast.Constant) and entry.value in _OUTCOME for entry, _ in nodes
            ):
                yield "hook-rewrites", node, "sets the outcome of a test"
            yield "hook-doubtful", node, "sets a computed attribute, or runs text as code"
        if isinstance(node, ast.Try) and _swallows_yield(node):
            yield "hook-rewrites", node, "swallows exceptions of tests"


def _rewrites(node: ast.AST) -> str | None:
    """How a node changes the outcome of a test or what is run, in words; None if it does not."""
    for name in _set_names(node):
        if name in _OUTCOME:
            return f"sets {name}"
    match node:
        case ast.Attribute(attr=name, value=ast.Attribute(attr="option"), ctx=ast.Store()):
            return f"sets the option {name}" if name in _WORDS["options"] else None
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in _FORCES:
            return f"calls {name}"
    return None


def _set_names(node: ast.AST) -> list[object]:
    match node:
        case ast.Attribute(attr=name, ctx=ast.Store() | ast.Del()):
            return [name]
        case ast.Subscript(slice=ast.Constant(value=name), ctx=ast.Store()):
            return [name]
        case ast.Call(func=ast.Name(id="setattr" | "delattr"), args=[_, ast.Constant() as key, *_]):
            return [key.value]
        case ast.Call(func=ast.Attribute(attr="__setattr__"), args=args):
            return [arg.value for arg in args if isinstance(arg, ast.Constant)]
        case ast.Call(func=ast.Attribute(attr="update"), args=args, keywords=keywords):
            keys = [key for arg in args if isinstance(arg, ast.Dict) for key in arg.keys]
            names = [key.value for key in keys if isinstance(key, ast.Constant)]
            return [*(keyword.arg for keyword in keywords), *names]
    return []


def _stops(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    name = ast.unparse(node.func)
    if name in ("pytest.exit", "_pytest.outcomes.exit"):
        values = node.args[1:]
        values += [keyword.value for keyword in node.keywords if keyword.arg == "returncode"]
        return any(isinstance(entry, ast.Constant) and entry.value == 0 for entry in values)
    return _STOPS.match(name) is not None


def _sets_unknown(node: ast.AST) -> bool:
    """Whether it sets an attribute of a computed name, or runs text.

    A name with ``rep_`` on an item is usual: fixtures read the report of a test there.
    """
    match node:
        case ast.Call(func=ast.Name(id="setattr"), args=[obj, name, *_]):
            is_item = isinstance(obj, ast.Name) and obj.id in ("item", "node", "config", "session")
            return not (isinstance(name, ast.Constant) or (is_item and "rep_" in ast.unparse(name)))
        case ast.Call(func=ast.Name(id="exec" | "eval")):
            return True
    return False


# Selected tests.


def _selections(function: Function, nodes: list[_Statement]) -> Iterator[_Effect]:
    arguments = [arg.arg for arg in function.args.args]
    items = "items" if "items" in arguments or not arguments else arguments[-1]
    marks = {
        target.id
        for node, _ in nodes
        if isinstance(node, ast.Assign) and _MARKS.search(ast.unparse(node.value))
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    early = _early_returns(function)
    for node, conditions in nodes:
        context = (*early, *conditions)
        if _drops(node, items):
            by_option = any("getoption" in entry or "getvalue" in entry for entry in context)
            # Such as ``items[:] = first + rest``, which may only reorder them.
            reorders = isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp)
            kind = "hook-doubtful" if by_option or reorders else "hook-deselects"
            yield kind, node, "changes which tests are run"
        elif _is_mark(node, marks) and (mark_kind := _by_condition(context)) is not None:
            yield mark_kind, node, _SKIPS


def _drops(node: ast.AST, items: str) -> bool:
    match node:
        case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name))], value=value) if (
            name == items
        ):
            function = value.func if isinstance(value, ast.Call) else None
            method = getattr(function, "id", getattr(function, "attr", None))
            return method not in _ORDERS
        case ast.Delete(targets=targets):
            return any(
                isinstance(target, ast.Subscript)
                and isinstance(target.value, ast.Name)
                and target.value.id == items
                for target in targets
            )
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) if name == items:
            return method in _SHRINKS
        case ast.Attribute(value=ast.Name(id="session"), attr="items", ctx=ast.Store()):
            return True
        case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="items"), attr=method)):
            return method in _SHRINKS
    return False


def _is_mark(node: ast.AST, marks: set[str]) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(attr="add_marker" | "applymarker"), args=[mark, *_]):
            is_variable = isinstance(mark, ast.Name) and mark.id in marks
            return is_variable or _MARKS.search(ast.unparse(mark)) is not None
        case ast.Call(func=func):
            return ast.unparse(func) in ("pytest.skip", "pytest.xfail", "skip", "xfail")
        case ast.Raise(exc=ast.expr() as exc):
            return "Skip" in ast.unparse(exc)
    return False


def _by_condition(conditions: tuple[str, ...]) -> str | None:
    """The kind of sign if tests are skipped under these conditions; None if that is usual."""
    text = " and ".join(conditions)
    if not conditions or _NAMES_TEST.search(text):
        return "hook-deselects"
    if _BY_MARK.search(text) or _BY_PLATFORM.search(text):
        return None
    return "hook-deselects" if _BY_NAME.search(text) else "hook-doubtful"


def _early_returns(function: Function) -> tuple[str, ...]:
    """The conditions of its early returns: they are false where the rest is run."""
    return tuple(
        ast.unparse(node.test)
        for node in function.body
        if isinstance(node, ast.If) and isinstance(node.body[-1], ast.Return)
    )


def skips_of(function: Function) -> Iterator[Finding]:
    """Skips and expected failures by a function that runs for each test."""
    early = _early_returns(function)
    for node, conditions in _statements(function.body):
        if _is_mark(node, set()):
            kind = _by_condition((*early, *conditions))
            if kind is not None:
                yield Finding.at(node, kind, f"{function.name} {_SKIPS}")


# Return values.


def _answers_of_hook(name: str, function: Function, nodes: list[_Statement]) -> Iterator[_Effect]:
    wraps = any(isinstance(node, ast.Yield) for node, _ in nodes)
    for node, conditions in nodes:
        if not isinstance(node, ast.Return) or node.value is None or truth(node.value) is False:
            continue
        if name == "pytest_report_teststatus" and "passed" in ast.unparse(node):
            if ".passed" not in ast.unparse(function):
                yield "hook-rewrites", node, "reports tests as passed without checking them"
        elif name == "pytest_pyfunc_call" and not wraps:
            if _calls_test(nodes):
                yield "hook-doubtful", node, "runs tests in its own way"
            else:
                yield "hook-rewrites", node, "reports that the test ran, but does not run it"
        elif name in _ANSWERS and wraps:
            if not isinstance(node.value, ast.Name | ast.Yield):
                yield "hook-doubtful", node, "may replace pytest's result"
        elif name == "pytest_ignore_collect":
            source = " ".join((*conditions, ast.unparse(node)))
            tests = _NAMES_TEST.search(source) or (not conditions and truth(node.value))
            kind, subject = ("deselects", "test files") if tests else ("doubtful", "files")
            yield f"hook-{kind}", node, f"excludes {subject} from collection"
        elif name in _ANSWERS:
            yield "hook-rewrites", node, "replaces pytest's own implementation"


def _finds_none(node: ast.Return, conditions: tuple[str, ...]) -> bool:
    """Whether a hook that collects tests returns none, always or for something that it names."""
    if not isinstance(node.value, ast.List | ast.Tuple) or node.value.elts:
        return False
    return not conditions or _BY_TEXT.search(" and ".join(conditions)) is not None


def _calls_test(nodes: list[_Statement]) -> bool:
    """Whether the test's function is called, or passed to something that may call it."""
    words = ("obj", "function", "runtest", "testfunction")
    return any(isinstance(node, ast.Attribute) and node.attr in words for node, _ in nodes) and any(
        isinstance(node, ast.Call) for node, _ in nodes
    )


def _swallows_yield(node: ast.Try) -> bool:
    """Whether a hook wrapper swallows what the hooks inside of it raise."""
    return has(node.body, ast.Yield) and any(
        not has([handler], ast.Raise) for handler in node.handlers
    )


def _statements(body: list[ast.stmt]) -> Iterator[_Statement]:
    """All nodes of a body, nested functions included, each with the conditions around it."""
    stack: list[_Statement] = [(entry, ()) for entry in reversed(body)]
    while stack:
        node, conditions = stack.pop()
        yield node, conditions
        if isinstance(node, ast.If | ast.While | ast.IfExp):
            test = ast.unparse(node.test)
            stack.append((node.test, conditions))
            for side, condition in ((node.body, test), (node.orelse, f"not {test}")):
                nodes = side if isinstance(side, list) else [side]
                stack += [(entry, (*conditions, condition)) for entry in reversed(nodes)]
        else:
            stack += [(child, conditions) for child in reversed(list(ast.iter_child_nodes(node)))]
