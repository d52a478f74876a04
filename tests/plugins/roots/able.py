"""Whether this machine can make roots, found by trying."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest

from pytest_hydra.errors import HydraError
from pytest_hydra.plugins.roots.agent_programs import shown_programs
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


_TOOLS = (
    "sh",
    "bash",
    "env",
    "cat",
    "chmod",
    "chown",
    "grep",
    "ls",
    "mkdir",
    "rm",
    "sleep",
    "touch",
)


def slim_root(folder: Path, *more: str) -> Path:
    """Make a root of a few of this machine's tools and their libraries, as slim images are."""
    for name in (*_TOOLS, *more):
        program = shutil.which(name)
        assert program is not None, name
        target = f"/usr/bin/{name}"
        for path in (target, *map(str, shown_programs([os.path.realpath(program)])[1:])):
            place = folder / path.lstrip("/")
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(program if path == target else path, place)
    for name in ("dev", "etc", "proc", "root", "tmp", "usr/local/bin"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "bin").symlink_to("usr/bin")
    # Without it some programs warn, in no certain order.
    locale = Path("/usr/lib/locale/C.utf8")
    if locale.is_dir():
        shutil.copytree(locale, folder / "usr/lib/locale/C.utf8")
    return folder
