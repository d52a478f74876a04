"""What a root is made of, and the roots of a machine: the host, folders and images."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.plugins.boxes.box import SYSTEM, folders_of_etc, make_etc
from pytest_hydra.plugins.boxes.untrusted_files import Writer
from pytest_hydra.plugins.roots.image import unpacked

HOST = "host"
SEARCHED = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_FOLDERS = ("dev", "home", "proc", "root", "run", "tmp", "var/lib", "var/log", "opt", "srv")


@dataclass(frozen=True, slots=True)
class Root:
    """A root: for each place in it the folders that are mounted there, the topmost first.

    ``/`` is the first place. ``variables`` are those of its programs, and ``folder`` is where they
    start. ``key`` identifies it. ``is_host``: it has the system folders of this machine.
    """

    places: Mapping[str, tuple[Path, ...]]
    key: str
    variables: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    folder: str = "/"
    is_host: bool = False

    def above(self, layer: Path, key: str) -> Root:
        """The root with a layer on top, which has a folder for each place by its number."""
        places = {
            place: (layer / str(number), *folders)
            for number, (place, folders) in enumerate(self.places.items())
        }
        return replace(self, places=places, key=key)


def root_of(source: str, project: Path, cache: Path, own: Path) -> Root:
    """The root of a setting: ``host``, or a folder or an archive relative to ``project``.

    Archives are unpacked below ``cache``, once, and files of the host are copied to ``own``, a
    folder of the session. Raises HydraError.
    """
    if source == HOST:
        return host_root(own)
    path = project / os.path.expanduser(source)
    if path.is_dir():
        status = path.stat()
        # Its files may change without a trace here: who changes them names another folder.
        key = hashlib.sha256(f"{path.resolve()} {status.st_mtime_ns}".encode()).hexdigest()
        return Root({"/": (path.resolve(),)}, key, {"PATH": SEARCHED})
    if not path.is_file():
        raise HydraError(f"root: {one_line(source, 200)} is neither a folder nor an image.tar")
    image = unpacked(path, cache)
    return Root({"/": image.layers}, image.key, {"PATH": SEARCHED, **image.variables}, image.folder)


def host_root(own: Path) -> Root:
    """The system folders of this machine, with what of /etc everybody may read."""
    system = [name for name in SYSTEM if os.path.isdir(name) and not os.path.islink(name)]
    folder = own / "host"
    if not folder.is_dir():
        draft = Path(tempfile.mkdtemp(prefix=".host-", dir=own))
        draft.chmod(0o755)
        make_etc(draft, network=False)
        for name in folders_of_etc():
            shutil.rmtree(draft / "etc" / name, ignore_errors=True)
            shutil.copytree(f"/etc/{name}", draft / "etc" / name, symlinks=True)
        for name in (*_FOLDERS, *(path.lstrip("/") for path in system)):
            (draft / name).mkdir(parents=True, exist_ok=True)
        (draft / "tmp").chmod(0o1777)
        for name in filter(os.path.islink, SYSTEM):
            (draft / name.lstrip("/")).symlink_to(os.readlink(name))
        draft.rename(folder)
    places = {"/": (folder,), **{name: (Path(name),) for name in system}}
    # What is installed there changes these folders.
    states = [f"{path}/{name}" for path in system for name in ("bin", "lib", "local/bin")]
    times = [os.stat(path).st_mtime_ns for path in states if os.path.isdir(path)]
    key = hashlib.sha256(f"{HOST} {times}".encode()).hexdigest()
    return Root(places, key, {"PATH": SEARCHED}, is_host=True)


def give_network(path: Path) -> None:
    """Write the files by which programs of a root find hosts. Raises OSError."""
    files = {"etc/hosts": "127.0.0.1 localhost\n::1 localhost\n", "etc/hostname": "localhost\n"}
    if os.path.isfile("/etc/resolv.conf"):
        files["etc/resolv.conf"] = Path("/etc/resolv.conf").read_text("utf-8", "replace")
    writer = Writer(path)
    for name, text in files.items():
        writer.file(name, text.encode(), executable=False)
