"""pytest's hooks, each a few lines that delegate."""

from __future__ import annotations
