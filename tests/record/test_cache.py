"""Work that is done once, whoever asks first."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path

import pytest

from pytest_hydra.record.files import Cache, StoreError, drop_session, own_folder

ADDRESS = sha256(b"a question").hexdigest()


def test_what_was_put_is_found_by_another(tmp_path: Path) -> None:
    assert Cache(tmp_path, "judgments").get(ADDRESS) is None
    Cache(tmp_path, "judgments").put(ADDRESS, {"score": 8, "text": "ünï"})
    assert Cache(tmp_path, "judgments").get(ADDRESS) == {"score": 8, "text": "ünï"}
    assert Cache(tmp_path, "others").get(ADDRESS) is None
    assert (tmp_path / ".hydra" / ".gitignore").read_text() == "*\n"


def test_what_cannot_be_read_is_as_if_it_were_not_there(tmp_path: Path) -> None:
    cache = Cache(tmp_path, "judgments")
    cache.put(ADDRESS, {"score": 8})
    (tmp_path / ".hydra" / "judgments" / f"{ADDRESS}.json").write_text('{"score": ')
    assert cache.get(ADDRESS) is None


@pytest.mark.parametrize("address", ["", "../escape", ADDRESS.upper(), ADDRESS + "0"])
def test_an_address_is_a_sha256(tmp_path: Path, address: str) -> None:
    with pytest.raises(ValueError, match="sha256"):
        Cache(tmp_path, "judgments").get(address)


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / ".hydra").write_text("a file")
    cache = Cache(tmp_path, "judgments")
    with pytest.raises(StoreError, match="cannot write"):
        cache.put(ADDRESS, {})
    with pytest.raises(StoreError, match="cannot write"), cache.claim(ADDRESS):
        pass


def _work(root: Path, log: Path) -> None:
    cache = Cache(root, "judgments")
    with cache.claim(ADDRESS):
        if cache.get(ADDRESS) is None:
            with log.open("a") as file:
                file.write("done\n")
            cache.put(ADDRESS, {"score": 8})


def test_a_question_is_worked_on_once_by_many_processes(tmp_path: Path) -> None:
    log = tmp_path / "log"
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_work, args=(tmp_path, log)) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert [worker.exitcode for worker in workers] == [0] * 4
    assert log.read_text() == "done\n"


def test_what_nobody_asked_for_in_a_month_is_forgotten(tmp_path: Path) -> None:
    cache, folder = Cache(tmp_path, "units"), tmp_path / ".hydra" / "units"
    asked_for, forgotten, new = (sha256(name).hexdigest() for name in (b"a", b"b", b"c"))
    for address in (asked_for, forgotten, new):
        with cache.claim(address):
            cache.put(address, {"address": address})
        (folder / f"{address}.log").write_text("said\n")
    month_ago = time.time() - 32 * 24 * 60 * 60
    for address in (asked_for, forgotten):
        os.utime(folder / f"{address}.json", (month_ago, month_ago))
    assert cache.get(asked_for) == {"address": asked_for}
    cache.forget_old()
    assert sorted({path.stem for path in folder.iterdir()}) == sorted([asked_for, new])
    assert len([*folder.iterdir()]) == 6


def test_a_claim_falls_when_its_work_fails(tmp_path: Path) -> None:
    cache = Cache(tmp_path, "judgments")
    with pytest.raises(RuntimeError), cache.claim(ADDRESS):
        raise RuntimeError
    with cache.claim(ADDRESS):
        assert cache.get(ADDRESS) is None


def test_a_session_drops_its_own_folder_and_those_of_killed_ones(tmp_path: Path) -> None:
    for token in ("own", "killed", "running"):
        (tmp_path / ".hydra" / f"session-{token}").mkdir(parents=True)
    os.utime(tmp_path / ".hydra/session-killed", (0, 0))
    drop_session(tmp_path, "own")
    assert [path.name for path in (tmp_path / ".hydra").iterdir()] == ["session-running"]


def test_what_a_killed_session_had_for_itself_is_deleted_by_the_next(tmp_path: Path) -> None:
    made = f"""
from pathlib import Path
from pytest_hydra.record.files import own_folder
(own_folder(Path({str(tmp_path)!r}), "killed", "race") / "diff.patch").write_text("a diff")
"""
    subprocess.run([sys.executable, "-c", made], check=True)
    mine = own_folder(tmp_path, "mine", "race")
    drop_session(tmp_path, "another")
    assert [path.name for path in (tmp_path / ".hydra").glob("session-*")] == ["session-mine"]
    assert mine.is_dir()
