"""The plugins of the package, by the words that they offer: a word's module is imported on its use.

`plugins/registry.toml` has the words and what reading a recording needs, so neither starting nor
masking nor replaying depends on what was imported.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from pytest_hydra.core.text import read_table

T = TypeVar("T")


@cache
def table() -> Mapping[str, Mapping[str, Any]]:
    """What the plugins offer, by their names, in the order in which they surround a bot."""
    return tomllib.loads(read_table(__file__, "plugins/registry.toml"))


@cache
def words(kind: str) -> Mapping[str, str]:
    """The plugin that offers a word of a kind (``keys``, ``expectations``, …), by the word."""
    return {word: name for name, entry in table().items() for word in entry.get(kind, ())}


def offered(kind: str, word: str) -> Any:
    """What a plugin offers under a word. Raises KeyError if none does."""
    plugin = import_module(f"{__package__}.plugins.{words(kind)[word]}")
    return getattr(plugin, kind)()[word]


def service(name: str) -> Any | None:
    """What a plugin offers under the name of a service; None where none does."""
    return offered("services", name) if name in words("services") else None


def tables(kind: str) -> Mapping[str, Any]:
    """What all plugins offer of a kind, by name: their words are where it is offered."""
    found: dict[str, Any] = {}
    for name in dict.fromkeys(words(kind).values()):
        found |= getattr(import_module(f"{__package__}.plugins.{name}"), kind)()
    return found


def texts(kind: str) -> list[str]:
    """The files that the plugins have of a kind, such as ``commands``."""
    named = [(name, entry[kind]) for name, entry in table().items() if kind in entry]
    return [read_table(__file__, f"plugins/{name}/{file}") for name, file in named]


def files(kind: str) -> list[Path]:
    """The files of a kind in the folders of plugins, such as each ``agent.toml``."""
    folder = Path(__file__).parent / "plugins"
    named = [(name, entry[kind]) for name, entry in table().items() if kind in entry]
    return [path for name, file in named for path in sorted((folder / name).glob(f"*/{file}"))]


@cache
def records() -> Mapping[str, Mapping[str, Any]]:
    """What is known of each record without its plugin: its ``fields``, and what may be ``once``.

    ``once`` names the field that identifies a large one, and that one: a run stores it once.
    """
    known: dict[str, Mapping[str, Any]] = {}
    for entry in table().values():
        known |= entry.get("records", {})
    return known


@cache
def kept_once() -> Mapping[str, tuple[str, str]]:
    """The fields ``once`` of those records that have them."""
    return {name: tuple(known["once"]) for name, known in records().items() if "once" in known}


@cache
def policy() -> Mapping[str, Mapping[str, Any]]:
    """The tables of plugins that decide, by name: their ``default``, and which fields do.

    They are data, so that no model is imported for a table that is not given.
    """
    return {name: entry for text in texts("policy") for name, entry in json.loads(text).items()}


class Offered(Mapping[str, T]):
    """What is offered under words of a kind: ``own`` and that of plugins.

    ``late`` finds those of the core whose modules few sessions use. Only to look a word up imports
    its module or plugin; ``in`` and iterating over the words do not.
    """

    def __init__(
        self,
        kind: str,
        own: Mapping[str, T],
        late: Mapping[str, Callable[[str], T]] = MappingProxyType({}),
    ) -> None:
        self._kind = kind
        self._late = late
        self._names = tuple(dict.fromkeys((*own, *late, *words(kind))))
        self._found = dict(own)

    def __getitem__(self, word: str) -> T:
        if word not in self._found:
            late = self._late.get(word)
            self._found[word] = offered(self._kind, word) if late is None else late(word)
        return self._found[word]

    def __contains__(self, word: object) -> bool:
        return word in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
