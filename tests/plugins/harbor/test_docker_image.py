"""Images that docker fetches: here a program of its name that does what we ask of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_hydra.errors import HydraError
from pytest_hydra.plugins.harbor.docker_image import fetched

DOCKER = """#!/bin/sh
echo "$@" >> calls.txt
case "$1 $NAMES" in
  pull*) [ "$4" != gone:1 ] || { echo "manifest unknown"; exit 1; } ;;
  save*) echo image > "$3" ;;
esac
"""


def test_an_image_is_pulled_and_saved_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    programs, cache = tmp_path / "bin", tmp_path / "cache"
    for folder in (programs, cache):
        folder.mkdir()
    (programs / "docker").write_text(DOCKER)
    (programs / "docker").chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:/usr/bin:/bin")
    archive = fetched("debian:12", cache, 60)
    assert archive.read_text() == "image\n"
    assert fetched("debian:12", cache, 60) == archive
    pull, save = (cache / "calls.txt").read_text().splitlines()
    assert pull == "pull --quiet -- debian:12"
    assert save == f"save --output {archive.with_suffix('.draft')} -- debian:12"
    with pytest.raises(HydraError, match=r"gone:1 is not under .* docker pull failed: manifest"):
        fetched("gone:1", cache, 60)


def test_without_docker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(HydraError, match=r"name what stands for it under \[harbor.images\]"):
        fetched("debian:12", tmp_path, 60)
