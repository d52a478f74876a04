"""Roots in use, in real namespaces."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from pytest_hydra.errors import HydraError
from pytest_hydra.plugins.roots.agent_programs import shown_programs
from pytest_hydra.plugins.roots.live_root import LaidRoot, Space
from pytest_hydra.plugins.roots.root import Root, give_network, root_of
from tests.plugins.roots.able import needs_roots

pytestmark = needs_roots()


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


def space_in(tmp_path: Path, stack: ExitStack) -> Space:
    place = tmp_path / "place"
    place.mkdir()
    return Space(place, tmp_path, stack)


def said(space: Space, laid: LaidRoot, line: str, **given: object) -> tuple[int | None, str]:
    log = space.place / "log"
    words = ["/bin/sh", "-c", line]
    path = {"PATH": "/usr/bin:/bin"}
    ended = space.run(laid, words, variables=path, log=log, seconds=60, **given)  # type: ignore[arg-type]
    return ended.exit, log.read_text()


def host(tmp_path: Path) -> Root:
    return root_of("host", tmp_path, tmp_path, tmp_path)


def test_changes_stay_in_the_overlay(tmp_path: Path, stack: ExitStack) -> None:
    space, root = space_in(tmp_path, stack), host(tmp_path)
    first, second = space.lay(root, "a"), space.lay(root, "b")
    status, output = said(space, first, "echo x > /new; rm -r /srv; echo y > /tmp/y; ls /")
    assert status == 0
    assert "new" in output
    assert (first.path / "new").read_text() == "x\n"
    assert not (second.path / "new").exists()
    assert (second.path / "srv").is_dir()
    assert not (tmp_path / "host" / "new").exists()


def test_what_a_program_sees_and_may_do(tmp_path: Path, stack: ExitStack) -> None:
    space = space_in(tmp_path, stack)
    laid = space.lay(host(tmp_path), "a")
    secret = tmp_path / "secret"
    secret.write_text("x")
    line = (
        f"id -u; ls {secret}; ls /home /root; cat /etc/shadow; echo $HOME;"
        "echo x > /proc/sys/kernel/hostname; mknod /x b 8 0; mount -t tmpfs x /srv;"
        "unshare -U true; ls /proc | grep -c '^[0-9]'; (exec 3<>/dev/tcp/127.0.0.1/1)"
    )
    status, output = said(space, laid, line)
    lines = output.splitlines()
    assert status != 0
    assert lines[0] == "0"
    refused = ("No such file", "cannot create", "Operation not permitted", "unshare failed")
    for reason in refused:
        assert reason in output, output
    # Only its own processes: sh, ls, grep, and that of the namespace.
    assert int(next(each for each in lines[1:] if each.isdigit())) <= 6


def test_a_folder_with_layers_and_paths_of_ours(tmp_path: Path, stack: ExitStack) -> None:
    space, root = space_in(tmp_path, stack), host(tmp_path)
    laid = space.lay(root, "a")
    assert said(space, laid, "mkdir -p /app/b; echo 1 > /app/b/x; rm /etc/hosts")[0] == 0
    layer = tmp_path / "layer"
    laid.upper.rename(layer)
    above = root.above(layer, "key")
    shown = tmp_path / "shown"
    shown.mkdir()
    given = {"shown": {"/dev/context": shown}, "writable": {"/out": shown}, "folder": "/app"}
    top = space.lay(above, "b")
    line = "cat b/x; test ! -e /etc/hosts && echo y > /out/y; echo z > /dev/context/z"
    status, output = said(space, top, line, **given)
    assert status != 0
    assert output.startswith("1\n")
    assert "Read-only" in output
    assert [path.name for path in shown.iterdir()] == ["y"]


def test_files_of_the_network_are_no_way_out(tmp_path: Path, stack: ExitStack) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    folder = tmp_path / "root"
    folder.mkdir()
    (folder / "etc").symlink_to(outside)
    laid = space_in(tmp_path, stack).lay(root_of("root", tmp_path, tmp_path, tmp_path), "a")
    give_network(laid.path)
    assert not any(outside.iterdir())
    assert (laid.path / "etc" / "hosts").read_text().startswith("127.0.0.1 localhost")


def test_roots_that_cannot_be(tmp_path: Path, stack: ExitStack) -> None:
    with pytest.raises(HydraError, match=r"nothing is neither a folder nor an image.tar"):
        root_of("nothing", tmp_path, tmp_path, tmp_path)
    odd = tmp_path / "a:b"
    odd.mkdir()
    space = space_in(tmp_path, stack)
    with pytest.raises(HydraError, match="cannot be mounted; use a plain path"):
        space.lay(root_of("a:b", tmp_path, tmp_path, tmp_path), "a")
    with pytest.raises(HydraError, match="no root can be mounted here"):
        space.lay(Root({"/": (tmp_path / "gone",)}, ""), "b")


def test_what_a_program_needs(tmp_path: Path) -> None:
    package = tmp_path / "lib" / "node_modules" / "@org" / "cli"
    (package / "bin").mkdir(parents=True)
    script = package / "bin" / "cli.js"
    script.write_text("#!/usr/bin/env sh\n")
    link = tmp_path / "cli"
    link.symlink_to(script)
    shown = shown_programs([str(link), "--help"])
    assert shown[:3] == [link, script, package.parent.parent]
    shell = Path(os.path.realpath(shutil.which("sh") or ""))
    assert shell in shown
    # Its libraries, and the files that they are links to.
    libraries = [path for path in shown if "libc.so" in path.name]
    assert libraries
    assert {Path(os.path.realpath(path)) for path in libraries} <= {*map(Path.resolve, shown)}
