"""What a worker does to hold conversations: real processes, and no cluster around them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.errors import HydraError
from pytest_hydra.scenarios import bot_cluster as remote
from pytest_hydra.scenarios.bot_cluster import Work, digest_of
from pytest_hydra.scenarios.conversation import Question

BOT = """
import os, sys, time

print("noise")

def reply(messages):
    said = messages[-1]["content"]
    if said == "read":
        return input()
    if said == "wait":
        time.sleep(300)
    return {"text": f"{os.getpid()} {os.environ.get('NAMED')} {said}", "cost_usd": 0.25}
"""


@pytest.fixture
def work(tmp_path: Path) -> Iterator[Work]:
    """A conversation of two turns with a bot in Python."""
    (tmp_path / "root").mkdir()
    (tmp_path / "root" / "bot.py").write_text(BOT)
    question = Question(
        name="b", settings={"python": "bot:reply"}, root=str(tmp_path / "root"),
        users=("hi", "ho"), context={"plan": "gold"}, history=(), most_usd=None, spent_usd=0.0,
    )  # fmt: skip
    files = {"bot.py": str(digest_of(tmp_path / "root" / "bot.py"))}
    yield Work(
        session=str(tmp_path), question=question, files=files, needs_files=True,
        environment={"NAMED": "ünï"},
    )  # fmt: skip
    asyncio.run(remote.forget(str(tmp_path)))


def held(work: Work, tmp_path: Path) -> dict[str, Any]:
    return remote._ask(work, tmp_path, lambda: False)


def saying(work: Work, *users: str, **others: Any) -> Work:
    return replace(work, question=replace(work.question, users=users, **others))


def texts(told: dict[str, Any]) -> list[str]:
    return [turn["reply"]["text"] for turn in told["turns"]]


def test_one_process_holds_one_conversation_after_the_other(work: Work, tmp_path: Path) -> None:
    first, second = held(work, tmp_path), held(saying(work, "more"), tmp_path)
    pid, *said = texts(first)[0].split()
    assert said == ["ünï", "hi"]
    assert (first["bot"], first["context"]) == ("b", {"plan": "gold"})
    assert texts(second) == [f"{pid} ünï more"]
    asyncio.run(remote.forget(work.session))
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid), 0)
    # The next one is another, and reads the bot anew.
    (tmp_path / "root" / "bot.py").write_text(BOT.replace("noise", "noise again"))
    with pytest.raises(HydraError, match=r"bot\.py is missing, or differs"):
        held(work, tmp_path)


def test_bots_cannot_read_what_is_asked_of_others(work: Work, tmp_path: Path) -> None:
    told = held(saying(work, "hi", "read"), tmp_path)
    assert "reply" in told["turns"][0]
    assert told["turns"][1]["error"] == "EOFError: EOF when reading a line"


def test_what_may_be_spent_ends_a_conversation(work: Work, tmp_path: Path) -> None:
    told = held(saying(work, "a", "b", "c", most_usd=1.0, spent_usd=0.5), tmp_path)
    assert ["reply" in turn for turn in told["turns"]] == [True, True, False]
    assert told["turns"][2]["error"].startswith("the bots have cost $1.00")


def test_who_is_stopped_is_ended_with_all_it_runs(work: Work, tmp_path: Path) -> None:
    with pytest.raises(HydraError, match="was stopped before it answered"):
        remote._ask(saying(work, "wait"), tmp_path, lambda: True)
    assert remote._sessions[work.session].idle == {}


def test_a_session_that_ended_meanwhile_leaves_nobody(work: Work, tmp_path: Path) -> None:
    host = remote._start(work, tmp_path)
    remote._return_host(work, host)
    with pytest.raises(ProcessLookupError):
        os.kill(host.pid, 0)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"engine": "0.0.1"}, "pytest-hydra .* is installed, but the session has 0.0.1"),
        ({"files": {"other.py": "0"}}, r"other\.py is missing, or differs"),
    ],
)
def test_what_a_worker_lacks_is_said(
    work: Work, tmp_path: Path, change: dict[str, Any], said: str
) -> None:
    with pytest.raises(HydraError, match=said):
        held(replace(work, **change), tmp_path)


def test_only_a_bot_of_files_needs_the_folder(work: Work, tmp_path: Path) -> None:
    lost = str(tmp_path / "lost")
    with pytest.raises(HydraError, match=r"there is no .*lost, the folder of hydra\.toml"):
        held(saying(replace(work, files={}), "hi", root=lost), tmp_path)
    url = {"url": "http://127.0.0.1:9/chat", "retries": 0}
    far = saying(replace(work, files={}, needs_files=False), "hi", root=lost, settings=url)
    assert "127.0.0.1" in held(far, tmp_path)["turns"][0]["error"]


def test_a_bot_that_cannot_be_opened_says_why(work: Work, tmp_path: Path) -> None:
    told = held(saying(work, "hi", settings={"python": "bot:replay"}), tmp_path)
    assert "bot has no attribute 'replay'; did you mean 'reply'?" in told["problem"]
