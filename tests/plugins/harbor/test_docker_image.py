"""Images that docker fetches: here a program of its name that does what we ask of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pytest_hydra.errors import HydraError
from pytest_hydra.plugins.harbor.docker_image import fetched

if TYPE_CHECKING:
    from tests.conftest import Project

DOCKER = """#!/bin/sh
echo "$@" >> calls.txt
case "$1 $NAMES" in
  pull*) [ "$4" != gone:1 ] || { echo "manifest unknown"; exit 1; }; touch pulled ;;
  save*) [ -e pulled ] || { echo "no such image"; exit 1; }; echo image > "$3" ;;
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
    save = f"save --output {archive.with_suffix('.draft')} -- debian:12"
    calls = (cache / "calls.txt").read_text().splitlines()
    assert calls == [save, "pull --quiet -- debian:12", save]
    # One that is there, as it was built or loaded, is not pulled.
    fetched("debian:13", cache, 60)
    assert "pull --quiet -- debian:13" not in (cache / "calls.txt").read_text()
    (cache / "pulled").unlink()
    with pytest.raises(HydraError, match=r"gone:1 is not under .* docker pull failed: manifest"):
        fetched("gone:1", cache, 60)


def test_a_program_without_its_daemon_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs, cache = tmp_path / "bin", tmp_path / "cache"
    for folder in (programs, cache):
        folder.mkdir()
    for name, script in (("docker", "#!/bin/sh\necho no daemon; exit 1\n"), ("podman", DOCKER)):
        (programs / name).write_text(script)
        (programs / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:/usr/bin:/bin")
    assert fetched("debian:12", cache, 60).read_text() == "image\n"
    (cache / "pulled").unlink()
    with pytest.raises(HydraError, match="docker pull failed: no daemon; podman pull failed: mani"):
        fetched("gone:1", cache, 60)


@pytest.mark.parametrize("name", ["docker", "podman", ""])
def test_the_header_says_what_fetches_images(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    programs = plain_project.path / "bin"
    programs.mkdir()
    if name:
        (programs / name).write_text(DOCKER)
        (programs / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(programs))
    plain_project.write("hydra.toml", "[harbor.images]\n")
    said = f"fetched by {name}" if name else "no docker or podman is installed"
    result = plain_project.run("--hydra")
    line = f"hydra: other images than those of [[]harbor.images]: {said}"
    result.stdout.fnmatch_lines([line])
    plain_project.write("hydra.toml", "")
    assert "harbor" not in plain_project.run("--hydra").stdout.str().split("rootdir")[0]


def test_without_docker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(HydraError, match=r"name what stands for it under \[harbor.images\]"):
        fetched("debian:12", tmp_path, 60)
