"""Whether this machine can make roots, found by trying."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest

from pytest_hydra.errors import HydraError
from pytest_hydra.plugins.roots.live_root import Space
from pytest_hydra.plugins.roots.root import host_root


@cache
def problem() -> str:
    """Why it cannot; "" if it can."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        place = Path(name)
        place.chmod(0o755)
        try:
            space = Space(place, place, stack)
            laid = space.lay(host_root(place), "a")
            log = place / "log"
            words = ["/bin/sh", "-c", "true"]
            ended = space.run(laid, words, variables={}, log=log, seconds=20)
        except HydraError as error:
            return str(error)
        return "" if ended.exit == 0 else log.read_text()


def needs_roots() -> pytest.MarkDecorator:
    """Skip a test where there are none."""
    return pytest.mark.skipif(bool(problem()), reason=problem() or "it can")
