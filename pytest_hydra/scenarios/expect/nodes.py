"""Compiled expectations: the tree that a mapping of expectations becomes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pytest_hydra.core.numbers import Exact
from pytest_hydra.scenarios.expect.vocabulary import Kind, Part


@dataclass(slots=True)
class Single:
    """One expectation: its compiled value, and the checks it makes, each of weight ``share``."""

    kind: Kind
    value: Any
    parts: tuple[Part, ...]
    weight: Exact
    share: Exact
    critical: bool
    optional: bool


@dataclass(slots=True)
class AnyOf:
    """``any``: one of the branches is enough."""

    branches: tuple[tuple[Node, ...], ...]
    weight: Exact
    critical: bool
    optional: bool

    @property
    def share(self) -> Exact:
        """The weight of its only check."""
        return self.weight


@dataclass(slots=True)
class Not:
    """``not``: what stands inside does not all hold."""

    inner: tuple[Node, ...]
    weight: Exact
    critical: bool
    optional: bool

    @property
    def share(self) -> Exact:
        """The weight of its only check."""
        return self.weight


@dataclass(slots=True)
class When:
    """``when``: what is expected hangs on a condition."""

    condition: tuple[Node, ...]
    then: tuple[Node, ...]
    otherwise: tuple[Node, ...]

    @property
    def weight(self) -> Exact:
        """The weight of the heavier branch."""
        return max(weight_of(self.then), weight_of(self.otherwise))


Node = Single | AnyOf | Not | When


def weight_of(nodes: Iterable[Node]) -> Exact:
    """What the nodes weigh together."""
    return sum((node.weight for node in nodes), 0)
