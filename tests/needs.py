"""Tests of the core that show what a plugin adds to it: without the plugin they are skipped."""

from __future__ import annotations

import pytest

from pytest_hydra.registry import table


def needs(*plugins: str) -> pytest.MarkDecorator:
    """The mark of a test that needs these plugins."""
    lacks = [name for name in plugins if name not in table()]
    return pytest.mark.skipif(bool(lacks), reason=f"needs {', '.join(plugins)}")
