"""Have `docker` or `podman` fetch an image, as an archive."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.execution import environment_variables, last_lines, run_logged
from pytest_hydra.record.files import locked


def programs() -> list[str]:
    """The programs that are here, in the order in which they are tried."""
    return [*filter(shutil.which, ("docker", "podman"))]


def fetched(name: str, cache: Path, seconds: float) -> Path:
    """The archive of an image below ``cache``, made once. Raises HydraError with the reasons.

    An image that a program has is not pulled. One whose daemon does not run is passed over.
    """
    shown = one_line(name, 100)
    found = programs()
    if not found:
        raise HydraError(
            f"the image {shown} is not known here: name what stands for it under "
            "[harbor.images] in hydra.toml, or install docker or podman"
        )
    archive = cache / f"{hashlib.sha256(name.encode()).hexdigest()[:32]}.tar"
    lock = archive.with_suffix(".lock")
    with locked(lock):
        os.utime(lock)  # when it was used last
        reasons: list[str] = []
        for program in found:
            if not archive.exists():
                reasons += _saved(program, name, archive, seconds)
        if not archive.exists():
            why = "; ".join(reasons)
            raise HydraError(f"the image {shown} is not under [harbor.images], and {why}")
    return archive


def _saved(program: str, name: str, archive: Path, seconds: float) -> list[str]:
    """Have a program save an image, or pull it first; the reason if that fails."""
    draft, log = archive.with_suffix(".draft"), archive.with_suffix(".log")
    save = ["save", "--output", str(draft), "--", name]

    def fails(command: Sequence[str]) -> bool:
        draft.unlink(missing_ok=True)
        line, given = [str(shutil.which(program)), *command], environment_variables()
        ended = run_logged(line, cwd=archive.parent, environment=given, log=log, seconds=seconds)
        return ended.exit != 0

    if fails(save):
        for command in (["pull", "--quiet", "--", name], save):
            if fails(command):
                last = one_line(last_lines(log).strip().rpartition("\n")[2], 200)
                return [f"{program} {command[0]} failed: {last}"]
    draft.rename(archive)
    return []
