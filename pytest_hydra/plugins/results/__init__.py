"""Results of test runners and linters: read from untrusted output, one module per family.

Offers the parsers by the names of their formats, and the names of `pytest_hydra.api` with which
another plugin adds one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def result_parsers() -> Mapping[str, Any]:
    """The parsers by the names of their formats."""
    from pytest_hydra.plugins.results.parsers import PARSERS

    return PARSERS


def public() -> Mapping[str, Any]:
    """The names of `pytest_hydra.api`."""
    from pytest_hydra.plugins.results import protocol

    return vars(protocol)
