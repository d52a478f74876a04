"""``python -m pytest_hydra merge``: reports of shards, joined into one."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.record.files import reason


def merge_files(files: Sequence[Path], outputs: Sequence[str]) -> int:
    """Join the reports in these files, write the whole, and show it; the exit status.

    ``outputs`` are as ``--hydra-report`` has them. The status is 0 where the verdict is ``passed``.
    Raises HydraError.
    """
    from pytest_hydra.candidates.decide.reranking import rank_again
    from pytest_hydra.documents import paused_gc
    from pytest_hydra.report.merge import merge, read_report
    from pytest_hydra.report.terminal import write_summary
    from pytest_hydra.report.writers import FORMATS, parse_report_option, write_report

    targets = [parse_report_option(text, option="-o") for text in outputs]
    taken = {os.path.realpath(file) for file in files}
    for target in targets:
        if os.path.realpath(target.path) in taken:
            raise HydraError(f"-o {target.path}: it is one of the reports that are to be merged")
    # A large report is many objects and no garbage.
    with paused_gc():
        report = merge(
            [read_report(one_line(str(file), 200), _read(file)) for file in files], rank_again
        )
        for target in targets:
            write_report(target, FORMATS[target.format](report), option="-o")
    notes = [
        f"{len(files)} reports merged, of {len(report['shards'])} sessions",
        *(f"report: {target.path}" for target in targets),
    ]
    write_summary(_Terminal(), report, width=80, notes=notes, problems=(), history={})
    return int(report["verdict"] != "passed")


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise HydraError(f"{file}: cannot read it: {reason(error)}") from None


class _Terminal:
    """Standard output, as a summary is written to it: plain, as wide as pytest's without one."""

    verbosity = 0

    def write_sep(self, sep: str, title: str) -> None:
        """A line across, with a title in it."""
        self.write_line(f" {title} ".center(80, sep))

    def write_line(self, line: str, **_: bool) -> None:
        """A line."""
        # The same bytes on every machine, whatever its locale.
        sys.stdout.buffer.write(f"{line}\n".encode("utf-8", "backslashreplace"))
        sys.stdout.buffer.flush()
