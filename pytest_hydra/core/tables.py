"""Tables of the package: data files beside the modules that use them."""

from __future__ import annotations

from pathlib import Path


def read_table(module: str, name: str) -> str:
    """The text of the file ``name`` beside a module, which passes its ``__file__``.

    It is as constant as the module's own source.
    """
    return Path(module).with_name(name).read_text(encoding="utf-8")


def read_words(module: str, name: str) -> dict[str, tuple[str, ...]]:
    """The words of such a table by their headings, which stand in brackets, each on its line.

    What stands before the first of them is a comment.
    """
    parts = (part.partition("]") for part in read_table(module, name).split("\n[")[1:])
    return {heading: tuple(words.split()) for heading, _, words in parts}
