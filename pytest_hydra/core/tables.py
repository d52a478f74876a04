"""Tables of the package: data files beside the modules that use them."""

from __future__ import annotations

from pathlib import Path


def read_table(module: str, name: str) -> str:
    """The text of the file ``name`` beside a module, which passes its ``__file__``.

    It is as constant as the module's own source.
    """
    return Path(module).with_name(name).read_text(encoding="utf-8")
