"""The environment, for threads: pytest sets and drops a variable of its own with every test."""

from __future__ import annotations

import os


def current() -> dict[str, str]:
    """The variables of this process as they are now.

    ``dict(os.environ)`` and ``os.environ.items()`` raise KeyError when a variable is dropped
    meanwhile by another thread.
    """
    found = {name: os.environ.get(name) for name in list(os.environ)}
    return {name: value for name, value in found.items() if value is not None}
