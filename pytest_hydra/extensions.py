"""What plugins offer to ``python -m pytest_hydra``: those that a session here would load.

pytest itself finds them: that are installed, in conftest.py, named by ``-p``, in its configuration.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

import pytest

if TYPE_CHECKING:
    from pytest_hydra.scenarios.running.offers import Offers

T = TypeVar("T")
# This package is imported before pytest starts, which a project may have made an error.
_IMPORTED = (
    "-Wignore:Module already imported so cannot be rewritten; pytest_hydra"
    ":pytest.PytestAssertRewriteWarning"
)


class _Question(Generic[T]):
    """A plugin that asks in the place of a session."""

    def __init__(self, ask: Callable[[pytest.Config], T]) -> None:
        self._ask = ask
        self.answer: list[T] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_cmdline_main(self, config: pytest.Config) -> int:
        """Ask, and end."""
        self.answer.append(self._ask(config))
        return 0


def ask_plugins(ask: Callable[[pytest.Config], T], plugins: Sequence[str]) -> T:
    """The answer when all plugins are loaded, and those with the names in ``plugins``.

    It takes as long as to start pytest. Raises SystemExit where that fails: pytest has said why.
    """
    question = _Question(ask)
    named = [f"-p{name}" for name in ("pytest_hydra.plugin", *plugins)]
    status = pytest.main([*named, _IMPORTED], plugins=[question])
    if not question.answer:
        raise SystemExit(int(status))
    return question.answer[0]


def reference_of(offers: Offers) -> str:
    """The section of the reference with what only plugins offer; empty if there is nothing."""
    from pytest_hydra.scenarios.expect.kinds import KINDS
    from pytest_hydra.scenarios.expect.matchers import OPERATORS
    from pytest_hydra.scenarios.keys import KEYS

    keys = [f"- `{name}`: {key.doc}" for name, key in offers.keys.items() if name not in KEYS]
    kinds = [
        f"- `{name}` ({float(kind.weight):g}{', critical' * kind.critical}): {kind.doc}"
        for name, kind in offers.kinds.items()
        if name not in KINDS
    ]
    matchers = [
        f"- `{name}` ({operator.operand}): {operator.doc}"
        for name, operator in offers.operators.items()
        if name not in OPERATORS
    ]
    parts = {"Keys of scenarios": keys, "Expectations": kinds, "Matchers": matchers}
    texts = ["\n".join([f"### {title}\n", *rows]) for title, rows in parts.items() if rows]
    return "\n\n".join(["\n## Plugins", *texts]) + "\n" if texts else ""
