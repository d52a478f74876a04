"""What is read of the folders of runs."""

from __future__ import annotations

import os
from pathlib import Path

from pytest_hydra.report.source import ReportSource


def test_files_that_are_not_regular_are_not_read(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    (tmp_path / "elsewhere").write_text('{"secret": 1}\n')
    (folder / "link").symlink_to(tmp_path / "elsewhere")
    (folder / "zero").symlink_to("/dev/zero")
    os.mkfifo(folder / "pipe")
    source = ReportSource({}, (folder,))
    for name in ("link", "zero", "pipe", "missing"):
        assert (list(source.lines(name)), source.documents(name)) == ([], [])
        assert source.text(name, 9) is None
