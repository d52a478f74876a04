"""Have `docker` or `podman` fetch an image, as an archive."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.execution.pipes import last_lines
from pytest_hydra.execution.process import run_logged
from pytest_hydra.execution.quotas import environment_variables
from pytest_hydra.record.files import locked


def fetched(name: str, cache: Path, seconds: float) -> Path:
    """The archive of an image below ``cache``, made once. Raises HydraError with the reason."""
    shown = one_line(name, 100)
    program = shutil.which("docker") or shutil.which("podman")
    if program is None:
        raise HydraError(
            f"the image {shown} is not known here: name what stands for it under "
            "[harbor.images] in hydra.toml, or install docker or podman"
        )
    archive = cache / f"{hashlib.sha256(name.encode()).hexdigest()[:32]}.tar"
    with locked(archive.with_suffix(".lock")):
        if archive.exists():
            return archive
        draft, log = archive.with_suffix(".draft"), archive.with_suffix(".log")
        draft.unlink(missing_ok=True)
        for command in (
            ["pull", "--quiet", "--", name],
            ["save", "--output", str(draft), "--", name],
        ):
            ended = run_logged(
                [program, *command],
                cwd=cache,
                environment=environment_variables(),
                log=log,
                seconds=seconds,
            )
            if ended.exit != 0:
                last = one_line(last_lines(log).strip().rpartition("\n")[2], 200)
                raise HydraError(
                    f"the image {shown} is not under [harbor.images], and "
                    f"{Path(program).name} {command[0]} failed: {last}"
                )
        draft.rename(archive)
    return archive
