"""What workers ask of the process that runs the race."""

from __future__ import annotations

import hashlib
import resource
import threading
from pathlib import Path

import pytest

from pytest_hydra.errors import HydraError
from pytest_hydra.race.verdicts import VerdictClient, VerdictServer, session_folder
from pytest_hydra.record.files import make_folder


def test_who_asks_is_told_where_the_system_has_no_more_threads(tmp_path: Path) -> None:
    """Else all workers would wait for ever."""
    make_folder(tmp_path, session_folder("token"))
    server = VerdictServer(
        tmp_path, "token", lambda question: {"path": question["lay"]}, lambda *_: None
    )
    client = VerdictClient(tmp_path, "token", tmp_path / "stop")
    usual = threading.stack_size()
    threading.stack_size(2**46)  # more than any machine has
    try:
        with pytest.raises(HydraError, match=r"thread.*-n"):
            client.answer({"lay": "a"})
    finally:
        threading.stack_size(usual)
    assert client.answer({"lay": "b"}) == {"path": "b"}
    server.stop()


def test_what_could_not_be_answered_may_be_asked_again(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, session_folder("token"))
    server = VerdictServer(
        tmp_path, "token", lambda question: {"path": question["lay"]}, lambda *_: None
    )
    client = VerdictClient(tmp_path, "token", tmp_path / "stop")
    address = hashlib.sha256(b'{"lay": "a"}').hexdigest()
    in_the_way = folder / f"{address}.json"
    in_the_way.symlink_to(tmp_path / "gone" / "answer")
    with pytest.raises(HydraError, match="the answer could not be written"):
        client.answer({"lay": "a"})
    in_the_way.unlink()
    assert client.answer({"lay": "a"}) == {"path": "a"}
    server.stop()


def test_what_cannot_be_put_is_said_when_it_is_asked_for(tmp_path: Path) -> None:
    """Ahead it would be an error of pytest's own."""
    client = VerdictClient(tmp_path, "gone", tmp_path / "stop")
    client.ahead("claude", "build")
    with pytest.raises(HydraError, match=r"cannot write .*\.asked"):
        client.take("claude", "build")


def test_who_cannot_read_a_question_now_goes_on_listening(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, session_folder("token"))
    server = VerdictServer(
        tmp_path, "token", lambda question: {"path": question["lay"]}, lambda *_: None
    )
    usual = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, usual[1]))
    try:
        assert server._questions() == []
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, usual)
    (folder / "0.asked").mkdir()
    client = VerdictClient(tmp_path, "token", tmp_path / "stop")
    assert client.answer({"lay": "a"}) == {"path": "a"}
    server.stop()
