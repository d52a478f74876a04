"""The instructions of a Dockerfile, each done by a shell in the root below, as a kept layer."""

from __future__ import annotations

import hashlib
import json
import os
import posixpath
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path

from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.execution import last_lines
from pytest_hydra.plugins.boxes.untrusted_files import random_name, remove
from pytest_hydra.plugins.harbor.dockerfile import (
    Instruction,
    fill_in,
    pairs,
    read_dockerfile,
    words,
)
from pytest_hydra.plugins.roots.image import layer_of
from pytest_hydra.plugins.roots.live_root import Space
from pytest_hydra.plugins.roots.root import Root, give_network
from pytest_hydra.record.files import StoreError

# Where a COPY sees the task's files: on a file system that is no part of the layer.
_CONTEXT = "/dev/context"
# The target, whether it is a folder, and the sources.
_COPY = f"""
set -e
target=$1 into=$2
shift 2
for source; do
  if [ -d "{_CONTEXT}/$source" ] && [ ! -L "{_CONTEXT}/$source" ]; then
    mkdir -p "$target" && cp -RP "{_CONTEXT}/$source/." "$target/"
  elif [ "$into" ] || [ -d "$target" ]; then
    mkdir -p "$target" && cp -P "{_CONTEXT}/$source" "$target/"
  else
    mkdir -p "$(dirname "$target")" && cp -P "{_CONTEXT}/$source" "$target"
  fi
done
"""


class Layers:
    """Makes layers below ``cache``, each in a folder of ``building``, within so many seconds."""

    def __init__(self, cache: Path, building: Path, seconds: float) -> None:
        self._cache = cache
        self._building = building
        self._seconds = seconds

    def build(self, context: Path, image: Callable[[str], Root]) -> Root:
        """The root of a folder with a Dockerfile, above that of an image. Raises HydraError."""
        root, given = Root({}, ""), dict[str, str]()
        for one in read_dockerfile(context / "Dockerfile"):
            known = {**given, **root.variables}
            try:
                if one.word == "FROM":
                    root = image(fill_in(one.text.split()[0], given))
                elif one.word == "ARG":
                    given |= {name: fill_in(text, known) for name, text in pairs(one.text).items()}
                elif one.word == "ENV":
                    more = {name: fill_in(text, known) for name, text in pairs(one.text).items()}
                    root = replace(root, variables={**root.variables, **more})
                else:
                    root = self._layer(context, root, one, given)
            except HydraError as error:
                place = f"environment/Dockerfile:{one.line}"
                raise HydraError(f"{place}: {one.word}: {error}") from None
        return root

    def _layer(self, context: Path, root: Root, one: Instruction, given: Mapping[str, str]) -> Root:
        """The root above a layer with what an instruction did, made once. Raises HydraError."""
        known = {**given, **root.variables}
        contents: Sequence[object] = ()
        if one.word == "WORKDIR":
            folder = posixpath.normpath(posixpath.join(root.folder, fill_in(one.text, known)))
            root, command = replace(root, folder=folder), ["mkdir", "-p", folder]
        elif one.word == "COPY":
            *named, target = words(fill_in(one.text, known))
            sources = [source for name in named for source in _sources(context, name)]
            contents = [_contents(context, source) for source in sources]
            into = "1" if len(sources) > 1 or target.endswith("/") else ""
            goal = posixpath.join(root.folder, target)
            command = ["/bin/sh", "-c", _COPY, "copy", goal, into, *sources]
        else:
            command = ["/bin/sh", "-c", one.text]
        parts = [root.key, os.geteuid(), command, root.folder, known, contents]
        key = hashlib.sha256(json.dumps(parts).encode("ascii")).hexdigest()
        make = partial(self._make, root, command, known, context)
        return root.above(layer_of(self._cache, key, make), key)

    def _make(
        self,
        root: Root,
        command: Sequence[str],
        variables: Mapping[str, str],
        context: Path,
        layer: Path,
    ) -> None:
        place = self._building / random_name()
        try:
            place.mkdir()
            with ExitStack() as stack:
                space = Space(place, self._cache, stack)
                laid = space.lay(root, "root")
                give_network(laid.path)
                log = place / "log"
                ended = space.run(
                    laid,
                    command,
                    variables={"HOME": "/root", **variables},
                    log=log,
                    seconds=self._seconds,
                    # A WORKDIR makes its own.
                    folder="/" if command[0] == "mkdir" else root.folder,
                    network=True,
                    shown={_CONTEXT: context},
                )
            if ended.exit != 0:
                how = "took too long" if ended.exit is None else f"ended with {ended.exit}"
                last = one_line(last_lines(log).strip().rpartition("\n")[2], 200)
                raise HydraError(f"{how}{': ' if last else ''}{last}")
            laid.upper.rename(layer)
        except OSError as error:
            raise StoreError(place, error) from error
        finally:
            remove(place)


def _sources(context: Path, name: str) -> list[str]:
    """The files and folders of the task that a source of COPY names. Raises HydraError."""
    plain = posixpath.normpath(name).lstrip("/") or "."
    if plain == ".." or plain.startswith("../"):
        raise HydraError(f"{one_line(name, 100)} leads out of environment/")
    try:
        found = sorted(path.relative_to(context).as_posix() for path in context.glob(plain))
    except (ValueError, NotImplementedError):
        found = []
    if plain != "." and not found:
        raise HydraError(f"there is no environment/{one_line(plain, 100)}")
    return found or ["."]


def _contents(context: Path, source: str) -> list[tuple[str, int, str]]:
    """The files below a source, each with its mode and its digest. Raises OSError."""
    return [
        (path.relative_to(context).as_posix(), mode, digest)
        for path in _below(context / source)
        for mode, digest in [digest_of(path)]
    ]


def _below(path: Path) -> Iterator[Path]:
    yield path
    if path.is_dir() and not path.is_symlink():
        for entry in sorted(path.iterdir()):
            yield from _below(entry)


def digest_of(path: Path) -> tuple[int, str]:
    """The mode and the digest of a file, a link or a folder. Raises OSError."""
    mode = path.lstat().st_mode
    content = b""
    if stat.S_ISLNK(mode):
        content = os.fsencode(os.readlink(path))
    elif stat.S_ISREG(mode):
        with path.open("rb") as file:
            return mode, hashlib.file_digest(file, "sha256").hexdigest()
    return mode, hashlib.sha256(content).hexdigest()


def digest_below(folder: Path, names: Sequence[str]) -> str:
    """The digest of these files and folders of a folder, with all below them. Raises OSError."""
    found = [_contents(folder, name) for name in names if os.path.lexists(folder / name)]
    return hashlib.sha256(json.dumps(found).encode("ascii")).hexdigest()
