"""What a judge was shown, kept in the run folder, so that anybody can see what was graded."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra.judging.grade.prompt import build_prompt
from pytest_hydra.record.runs import sha256

if TYPE_CHECKING:
    from pytest_hydra.judging.exhibits.exhibits import Exhibit
    from pytest_hydra.judging.grade.rubric import Category
    from pytest_hydra.record.store import Run

_CHUNK = 2**20
# Fast: a log becomes a tenth of itself all the same.
_LEVEL = 1
_GZIP = 31


def papers(category: Category, shown: Sequence[Exhibit], digest: str) -> dict[str, Any]:
    """What is to be kept of one question, as plain data.

    ``prompt`` is all of it as it was asked, ``digest`` its prompt_digest. What was drawn at random
    is drawn anew for each asking; here it is made of the digest, so that the same question is the
    same text. ``whole`` are the files of the exhibits that were cut, each with its sha256 in hex.
    """
    instructions, exhibits = build_prompt(
        category,
        shown,
        fence=_drawn("fence", digest),
        canary=_drawn("seal", digest),
    )
    return {
        "digest": digest,
        "prompt": f"{instructions}\n\n{exhibits}",
        "whole": [
            [str(path), told]
            for exhibit in shown
            if exhibit.cut is not None
            for path, told in zip(exhibit.paths, exhibit.digests, strict=True)
        ],
    }


def keep(run: Run, kept: Mapping[str, Any], known: set[str]) -> None:
    """Write the papers into the run folder, where they are not ``known`` to be there already.

    The prompt becomes ``judging/DIGEST.txt``, and each whole file ``judging/whole/SHA256.gz``. A
    file that has changed since is not kept, and the journal says so. Raises StoreError.
    """
    name = f"judging/{kept['digest']}.txt"
    if name not in known:
        known.add(name)
        run.write(name, kept["prompt"])
    for place, told in kept["whole"]:
        name, path = f"judging/whole/{told}.gz", Path(place)
        if name in known:
            continue
        known.add(name)
        if _is_still(path, told):
            run.write(name, _zipped(path))
        else:
            run.log("exhibit not kept: it has changed", sha256=told, file=path.name)


def _drawn(what: str, digest: str) -> str:
    return hashlib.sha256(f"{what} {digest}".encode("ascii")).hexdigest()[:32]


def _is_still(path: Path, told: str) -> bool:
    try:
        return sha256(path) == told
    except OSError:
        return False


def _zipped(path: Path) -> Iterator[bytes]:
    """The file in gzip's format, piece by piece."""
    packer = zlib.compressobj(_LEVEL, wbits=_GZIP)
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            yield packer.compress(chunk)
    yield packer.flush()
