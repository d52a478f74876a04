"""Values of product code that define their own equality, and comparisons of nothing."""

from __future__ import annotations

import pytest

from tests.plugins.race.inspected import changed, kinds, state


@pytest.mark.parametrize(
    "code",
    [
        "class A:\n    def __eq__(self, o): return True",
        "class A:\n    def __eq__(self, o):\n        same = True\n        return same",
        "class A:\n    def __eq__(self, o):\n        return o == 3 or True",
        "class A:\n    __eq__ = lambda self, o: not False",
        "class A:\n    x: int\n    def __eq__(self, o): return isinstance(o, A)",
        "class A:\n    x: int\n    def __eq__(self, o): return self.x == self.x",
        "class A:\n    def set(self, x): self.x = x\n    def __eq__(self, o): return type(o) is A",
        "@dataclass\nclass A:\n    x: int = field(compare=False)\n    y: ClassVar[int] = 0",
        # What they keep, they inherit, or are given.
        "class B:\n    x: int\nclass A(B):\n    def __eq__(self, o): return isinstance(o, A)",
        "from shop import Price\nclass A(Price):\n    def __eq__(self, o): return type(o) is A",
        "class A(Exception):\n    def __eq__(self, o): return type(o) is type(self)",
        "class A(namedtuple('A', 'x')):\n    def __eq__(self, o): return isinstance(o, A)",
        "class A(Price):\n    __eq__ = lambda self, o: isinstance(o, A)",
        "class A(Price):\n    def __eq__(self, o, /): return hasattr(o, 'cents')",
        "class A(Price):\n    def __eq__(self, o): return o is not None",
        "class A:\n    __slots__ = ('x',)\n    def __eq__(self, o): return isinstance(o, A)",
        "class A:\n    def __init__(self, **given): vars(self).update(given)\n"
        "    def __eq__(self, o): return isinstance(o, A)",
        "A = type('A', (), {'__eq__': lambda s, o: True})",
        "setattr(A, '__eq__', lambda s, o: 1)",
    ],
)
def test_a_comparison_that_looks_at_nothing_is_unproven(code: str) -> None:
    found = kinds(changed(code))
    assert "always-equal" in found
    assert state(found) == "unproven"


@pytest.mark.parametrize(
    "code",
    [
        "class A:\n    def __eq__(self, o):\n"
        "        if not isinstance(o, A): return NotImplemented\n"
        "        return self.x == o.x\n    def __getattr__(self, n): return 1\n",
        "import enum\nclass A(str, enum.Enum):\n    B = 'b'",
        "class A(int):\n    def half(self): return A(self // 2)",
        "class A:\n    def __eq__(self, o): return self.x == o.x",
        "class Missing:\n    def __eq__(self, o): return isinstance(o, Missing)",
        "class B(ABC): pass\nclass A(B):\n    def __eq__(self, o): return isinstance(o, A)",
        "class A(typing.Protocol[T]):\n    def __eq__(self, o): return isinstance(o, A)",
        "class A(A):\n    def __eq__(self, o): return self is o",
        "class A:\n    def __init__(self): pass\n    def __eq__(self, o): return isinstance(o, A)",
        "class A(Price):\n    __eq__ = lambda self, o: self.x == o.x",
        "class A(Price):\n    def __eq__(self, o, /): return o is not None and self.x == o.x",
        "class A:\n    x: int\n    def __eq__(self, o): return super().__eq__(o)",
        "class A:\n    x: int\n    def __eq__(self, o): return NotImplemented",
        "class A:\n    x: int\n    def __eq__(self, o): return type(o) is A and o.x == self.x",
        "@dataclass\nclass A:\n    x: int\n    y: int = field(default=0, compare=False)",
        "class Shape:\n    def __bool__(self): return True",
    ],
)
def test_an_ordinary_comparison_is_at_most_shown(code: str) -> None:
    assert state(kinds(changed(code))) in ("", "review")


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("class A:\n    def __contains__(self, o): return True", "constant-method"),
        ("class A(list):\n    __eq__ = x and (lambda s, o: o)", "constant-method"),
        ("class A(int):\n    def __eq__(self, o): return abs(int(self) - o) < 9", "own-value"),
        ("class A(str):\n    def __len__(self): return min(3, 4)", "own-value"),
        ("class A(int, metaclass=B): pass", "own-value"),
        ("from till.kinds import Forgiving\nclass A(Forgiving, int): pass", "own-value"),
        ("class A(int): pass\nfor n in 'eq', 'ne':\n    setattr(A, f'__{n}__', f)", "own-value"),
        ("class A(int): pass\nsetattr(A, '__%s__' % n, f)", "own-value"),
        ("class A(int): pass\ndef f(kind):\n    kind.__eq__ = lambda s, o: o < 9", "own-value"),
        ("import types\ntypes.new_class('A', (int,), {}, fill)", "own-value"),
        ("type('A', (list,), {})", "own-value"),
        ("Cents = type(int)('Cents', (int,), {'a': f})", "own-value"),
        ("Cents = type.__new__(type, 'Cents', (int,), {'a': f})", "own-value"),
        ("Cents = int.__class__('Cents', (int, Other), names)", "own-value"),
        ("Cents = make('Cents', [str], {})", "own-value"),
    ],
)
def test_a_value_with_its_own_comparison_is_shown(code: str, kind: str) -> None:
    found = kinds(changed(code))
    assert kind in found
    assert state(found) == "review"


def test_a_tuple_of_classes_makes_no_class() -> None:
    assert kinds(changed("good = isinstance(x, (int, str))\nf('a', (1, 2), int)")) == set()
