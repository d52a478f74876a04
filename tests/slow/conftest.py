"""The fixtures of slow tests."""

from __future__ import annotations

from tests.plugin.conftest import cluster

__all__ = ["cluster"]
