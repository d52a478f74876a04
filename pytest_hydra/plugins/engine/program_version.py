"""The version of a program, as it tells it where it can do nothing else."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.execution import Process
from pytest_hydra.plugins.engine.command import agent_program
from pytest_hydra.plugins.engine.engine_settings import SandboxSettings
from pytest_hydra.plugins.engine.isolation import isolation_of

# Time for a program to print its version, in seconds.
_SECONDS = 60.0


def program_version(program: str, checkout: Path, *, boxed_only: bool) -> str:
    """The first line that a program prints for ``--version``, or why there is none.

    It runs in an empty folder, with a new home and no keys; in a sandbox, where there is one. If it
    is ``boxed_only`` it does not run elsewhere: ``-``. ``checkout`` is hidden from it.
    """
    isolation = isolation_of(SandboxSettings(), checkout)
    if boxed_only and isolation.box is None:
        return "-"
    with TemporaryDirectory(prefix="hydra-version-") as folder:
        workspace, private = Path(folder, "1", "workspace"), Path(folder, "1", "private")
        for path in (workspace, *(private / name for name in ("home", "tmp", "results"))):
            path.mkdir(parents=True)
        words = [program, "--version"]
        try:
            with (
                agent_program(words, workspace, private, {}, isolation, network=False) as (
                    wrapped,
                    given,
                ),
                Process(
                    wrapped.command,
                    cwd=workspace,
                    environment=given,
                    pass_fds=wrapped.descriptors,
                ) as process,
            ):
                output = process.answer(b"", _SECONDS).decode("utf-8", "replace")
        except HydraError as error:
            return one_line(str(error), 60)
    return one_line(output.strip().partition("\n")[0], 40)
