"""What became of the tests of a file in Python: two versions of it, compared."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

from pytest_hydra.candidates.compare.definitions import folded_tests
from pytest_hydra.candidates.tamper import Finding, quoted
from pytest_hydra.candidates.tamper.conditions import truth
from pytest_hydra.candidates.tamper.suite_code.assertions import Body, body_of
from pytest_hydra.candidates.tamper.suite_code.deselection import SKIPPING, deselected
from pytest_hydra.candidates.tamper.suite_code.suite_file import (
    Function,
    Known,
    TestFunction,
    is_generator,
    is_test,
    is_trivial,
    name_of,
    read_tests,
)
from pytest_hydra.core.tables import read_words

_BENIGN = frozenset(read_words(__file__, "words.txt")["benign"])


def compared_tests(
    old: ast.Module, new: ast.Module, swallowing: frozenset[str] = frozenset()
) -> list[Finding]:
    """What is worth a word of how the tests of a file have changed.

    ``swallowing`` are decorators and contexts of other files that keep failures to themselves.
    """
    before, after = read_tests(old, frozenset()), read_tests(new, swallowing)
    found: list[Finding] = []
    names = {_body(function): name for name, function in after.functions.items()}
    folded = folded_tests(old, new)
    for name, test in before.functions.items():
        now = after.functions.get(name)
        if now is None:
            if is_test(name) and name not in folded:
                found.append(_gone(name, after.functions.get(names.get(_body(test), ""))))
        else:
            found += _compared(name, test, now, before.known, after.known)
    found += deselected(before, after)
    return found


# One function.


def _gone(name: str, same: TestFunction | None) -> Finding:
    """``same`` has its body, by another name."""
    if same is None:
        return Finding("test-gone", None, f"the test {name} is gone")
    line, said = same.function.lineno, f"the test {name} is called {same.name}"
    if is_test(same.name):
        return Finding("test-renamed", line, said)
    return Finding("test-gone", line, f"{said}, by which it is not run")


def _body(test: TestFunction) -> str:
    return ast.dump(ast.Module(test.function.body, []))


def _compared(
    name: str, old: TestFunction, new: TestFunction, known_before: Known, known: Known
) -> Iterator[Finding]:
    function = new.function
    yield from _decorated(name, old.function, function, known)
    if any(map(_is_never, new.around)) and not any(map(_is_never, old.around)):
        yield Finding(
            "test-guarded", function.lineno, f"{name} is defined only where what is false is true"
        )
    if ast.dump(old.function) == ast.dump(function) and known_before == known:
        return
    before, after = body_of(old.function, known_before), body_of(function, known)
    yield from _mocked(name, old.function, function)
    if not is_test(name):
        yield from _helped(name, old.function, function, before, after)
    if isinstance(function, ast.AsyncFunctionDef) and before.of("live") and is_test(name):
        yield from _awaited(name, old, new)
    yields = is_generator(function) and not is_generator(old.function)
    if yields and before.of("live") and is_test(name):
        yield Finding(
            "test-guarded", function.lineno, f"{name} yields, and so none of it is run as a test"
        )
    elif before.of("live"):
        yield from _held(name, old.function, function, before, after, known)
    elif (
        is_test(name)
        and not before.assertions
        and is_trivial(function)
        and not is_trivial(old.function)
    ):
        yield Finding("test-emptied", function.lineno, f"{name} does nothing any more")


def _awaited(name: str, old: TestFunction, new: TestFunction) -> Iterator[Finding]:
    """A test that is a coroutine now, which not everybody waits for who runs tests."""
    if isinstance(old.function, ast.AsyncFunctionDef):
        return
    if new.waits is False:
        said = f"{name} is a coroutine, which unittest.TestCase makes and never runs"
        yield Finding("test-guarded", new.function.lineno, said)
    elif new.waits is None:
        said = f"{name} is a coroutine, which only some who run tests wait for"
        yield Finding("test-weakened", new.function.lineno, said)


def _helped(
    name: str, old: Function, new: Function, before: Body, after: Body
) -> Iterator[Finding]:
    """A fixture, or a helper, that tests depend on."""
    if after.skips and not before.skips:
        line, said = after.skips[0]
        yield Finding("test-skipped", line, f"{name}, on which tests depend, may end them: {said}")
    elif ast.dump(old) != ast.dump(new):
        yield Finding("test-helper", new.lineno, f"{name}, on which tests may depend, was changed")


def _mocked(name: str, old: Function, new: Function) -> Iterator[Finding]:
    """What a test replaces, and did not before."""
    if not is_test(name):
        return
    had = {ast.dump(node) for node in replacing(old)}
    for node in replacing(new):
        if ast.dump(node) not in had:
            yield Finding("test-mocks", node.lineno, f"in {name}: {quoted(node)}")
            return


def replacing(function: Function) -> Iterator[ast.Call | ast.ClassDef | Function]:
    """Calls that replace something, and what is defined in a test under a name of others."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call):
            last = name_of(node).rpartition(".")[2]
            if last in ("setattr", "setitem", "delattr", "patch", "spy", "stub") or (
                "patch" in name_of(node).split(".") and last in ("object", "dict", "multiple")
            ):
                yield node
        elif isinstance(node, ast.ClassDef):
            yield node


def _is_never(condition: ast.expr) -> bool:
    """Whether it is never true where tests are run."""
    if truth(condition) is False:
        return True
    return isinstance(condition, ast.Compare) and "__main__" in ast.unparse(condition)


def _held(  # noqa: PLR0913, PLR0917 - two versions, and what is known of them
    name: str, old: Function, new: Function, before: Body, after: Body, known: Known
) -> Iterator[Finding]:
    """What became of a function that asserted something."""
    what = name if is_test(name) else f"{name}, a helper,"
    live = after.of("live")
    if not live:
        yield _silenced(name, what, old, new, after, known)
        return
    was = Counter(entry.dump for entry in before.of("live"))
    fewer = len(live) < len(before.of("live"))
    known_as = {entry.dump for entry in before.of("swallowed", "guarded", "platform")}
    for entry in after.of("swallowed", "guarded", "platform"):
        if entry.dump not in known_as and (was[entry.dump] or fewer):
            kind = {"swallowed": "test-swallowed", "guarded": "test-guarded"}.get(
                entry.state, "test-skipped"
            )
            yield Finding(kind, entry.line, f"in {what} `{entry.text}` is {entry.why}")
            return
    now = Counter(entry.dump for entry in live)
    lost = sum((was - now).values())
    if lost or after.of("idle"):
        yield _edited(what, before, after, lost, new)
    if after.skips and not before.skips:
        line, said = after.skips[0]
        yield Finding("test-skipped", line, f"{what} may end itself: {said}")


def _silenced(  # noqa: PLR0913, PLR0917 - see above
    name: str, what: str, old: Function, new: Function, after: Body, known: Known
) -> Finding:
    """A function that asserted something, and asserts nothing for sure any more."""
    for state, kind in (
        ("swallowed", "test-swallowed"),
        ("guarded", "test-guarded"),
        ("platform", "test-skipped"),
    ):
        for one in after.assertions:
            if one.state == state:
                return Finding(kind, one.line, f"in {what} `{one.text}` is {one.why}")
    if after.skips:
        line, said = after.skips[0]
        return Finding("test-skipped", line, f"{what} ends itself: {said}")
    if after.of("idle"):
        one = after.of("idle")[0]
        return Finding(
            "test-emptied", one.line, f"{what} asserts only what is {one.why}: `{one.text}`"
        )
    if is_trivial(new):
        return Finding("test-emptied", new.lineno, f"{what} does nothing any more")
    if not is_test(name):
        return Finding("test-weakened", new.lineno, f"{what} asserts nothing any more")
    foreign = _called(new) - _called(old) - _BENIGN - (known.defined - known.asserting)
    if foreign:
        said = ", ".join(sorted(foreign)[:3])
        return Finding(
            "test-weakened", new.lineno, f"{what} asserts nothing itself any more; it calls {said}"
        )
    return Finding("test-emptied", new.lineno, f"{what} runs, but asserts nothing any more")


def _edited(what: str, before: Body, after: Body, lost: int, new: Function) -> Finding:
    live, was = after.of("live"), before.of("live")
    known = {entry.dump for entry in was}
    other = next((entry for entry in live if entry.dump not in known), None)
    idle = after.of("idle")
    if idle:
        said = f"`{idle[0].text}` is {idle[0].why}"
        return Finding("test-weakened", idle[0].line, f"in {what} {said}")
    line = new.lineno if other is None else other.line
    gone = next((entry.text for entry in was if entry.dump not in {new.dump for new in live}), "")
    if len(live) < len(was):
        said = f"asserts {len(was) - len(live)} fewer than {len(was)} on the base; gone is `{gone}`"
        return Finding("test-weakened", line, f"{what} {said}")
    now = "" if other is None else f", now `{other.text}`"
    return Finding(
        "test-edited", line, f"{what} asserts otherwise: was `{gone}`{now} ({lost} changed)"
    )


def _called(function: Function) -> set[str]:
    found = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Call):
            last = node.func
            found.add(getattr(last, "attr", getattr(last, "id", "?")))
    return found


def _decorated(name: str, old: Function, new: Function, known: Known) -> Iterator[Finding]:
    if not is_test(name):
        return
    had = {ast.dump(entry) for entry in old.decorator_list}
    gained = [entry for entry in new.decorator_list if ast.dump(entry) not in had]
    for entry in gained:
        said = ast.unparse(entry)
        called = entry.func if isinstance(entry, ast.Call) else entry
        last = getattr(called, "attr", getattr(called, "id", ""))
        if SKIPPING.search(said):
            yield Finding("test-skipped", entry.lineno, f"{name} is given @{said[:100]}")
        elif last in known.swallowing:
            yield Finding(
                "test-swallowed",
                entry.lineno,
                f"{name} is given @{said[:100]}, which keeps failures to itself",
            )
        elif last == "parametrize":
            yield from _parametrized(name, entry, old)
        elif "patch" in said:
            yield Finding("test-mocks", entry.lineno, f"{name} is given @{said[:100]}")


def _parametrized(name: str, now: ast.expr, old: Function) -> Iterator[Finding]:
    sizes = [_size(entry) for entry in old.decorator_list if "parametrize" in ast.unparse(entry)]
    size = _size(now)
    if size is not None and any(before is not None and size < before for before in sizes):
        yield Finding(
            "test-weakened", now.lineno, f"{name} is run with fewer sets of values: {size}"
        )


def _size(node: ast.expr) -> int | None:
    match node:
        case ast.Call(args=[_, ast.List(elts=elements) | ast.Tuple(elts=elements), *_]):
            return len(elements)
    return None
