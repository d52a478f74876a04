"""Pictures and files in a user's message: what is read, what bots get, and what is recorded."""

from __future__ import annotations

import hashlib
import json
from base64 import b64decode, b64encode
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hydra.documents import parse
from pytest_hydra.errors import InputError
from pytest_hydra.scenarios.bots.bot_kinds import bot_from_object, open_bot
from pytest_hydra.scenarios.bots.protocol import Bot
from pytest_hydra.scenarios.conversation import converse
from pytest_hydra.scenarios.load import Scenario, load_scenarios
from pytest_hydra.scenarios.reply import (
    Conversation,
    conversation_from_plain,
    conversation_to_plain,
)
from pytest_hydra.settings.bots import BotSettings
from pytest_hydra.settings.file import ScenarioSettings

if TYPE_CHECKING:
    from tests.conftest import Server

PICTURE = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
INVOICE = b"%PDF-1.7 an invoice"
STEPS = [
    {
        "user": [{"text": "What is this?"}, {"image": "shot.png"}, {"file": "invoice.pdf"}],
        "expect": {"shouldContain": "seen"},
    },
    {"user": "Thanks."},
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "shot.png").write_bytes(PICTURE)
    (tmp_path / "invoice.pdf").write_bytes(INVOICE)
    (tmp_path / "notes.txt").write_text("Not a picture.", "utf-8")
    return tmp_path


def load(folder: Path, **scenario: Any) -> list[Scenario]:
    text = json.dumps({"id": "a", "steps": STEPS, **scenario})
    document = parse(text, "a.scenario.json", ".json")
    return load_scenarios(document, ScenarioSettings(), folder=folder)


def hold(folder: Path, bot: Bot) -> Conversation:
    (scenario,) = load(folder)
    parts = [step.parts for step in scenario.steps]
    return converse(replace(bot, parts=parts), scenario.messages, {})


def test_a_python_bot_gets_parts_with_paths(folder: Path) -> None:
    asked: list[Any] = []

    def reply(messages: list[dict[str, Any]]) -> str:
        asked.append([dict(message) for message in messages])
        return "seen"

    conversation = hold(folder, bot_from_object("b", reply))
    content = asked[0][0]["content"]
    assert content == [
        {"type": "text", "text": "What is this?"},
        {
            "type": "image",
            "name": "shot.png",
            "media_type": "image/png",
            "path": str(folder / "shot.png"),
        },
        {
            "type": "file",
            "name": "invoice.pdf",
            "media_type": "application/pdf",
            "path": str(folder / "invoice.pdf"),
        },
    ]
    # They stay in the conversation.
    assert [message["content"] for message in asked[1]] == [content, "seen", "Thanks."]
    first, second = conversation.turns
    assert first.user == "What is this?\n[image: shot.png]\n[file: invoice.pdf]"
    assert [file["sha256"] for file in first.files] == [
        hashlib.sha256(data).hexdigest() for data in (PICTURE, INVOICE)
    ]
    assert second.files == ()
    assert conversation_from_plain(conversation_to_plain(conversation)) == conversation


def data_url(data: bytes, kind: str) -> str:
    return f"data:{kind};base64,{b64encode(data).decode()}"


def test_a_model_gets_them_in_the_form_of_its_api(folder: Path, server: Server) -> None:
    choice = {"message": {"role": "assistant", "content": "seen"}, "finish_reason": "stop"}
    server.answers({"choices": [choice]})
    settings = BotSettings.model_validate({"openai": {"model": "m", "base_url": server.url}})
    bot = open_bot("model", settings, folder)
    hold(folder, bot)
    bot.stop()
    sent = server.requests[0].json["messages"][0]["content"]
    assert sent == [
        {"type": "text", "text": "What is this?"},
        {"type": "image_url", "image_url": {"url": data_url(PICTURE, "image/png")}},
        {
            "type": "file",
            "file": {"filename": "invoice.pdf", "file_data": data_url(INVOICE, "application/pdf")},
        },
    ]
    assert server.requests[1].json["messages"][0]["content"] == sent


def test_a_bot_behind_an_address_gets_their_content(folder: Path, server: Server) -> None:
    request = {"said": "{{message}}", "all": "{{messages}}"}
    settings = BotSettings.model_validate({"url": server.url, "request": request})
    server.answers({"text": "seen"})
    bot = open_bot("shop", settings, folder)
    hold(folder, bot)
    bot.stop()
    sent = server.requests[0].json
    assert sent["said"] == "What is this?"
    _, image, file = sent["all"][0]["content"]
    assert (b64decode(image["data"]), b64decode(file["data"])) == (PICTURE, INVOICE)
    assert image.keys() == {"type", "name", "media_type", "data"}


def test_a_program_gets_their_content(folder: Path) -> None:
    program = (
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    parts = json.loads(line)['messages'][0]['content']\n"
        "    print(json.dumps('seen ' + parts[1]['data'][:8]), flush=True)\n"
    )
    (folder / "bot.py").write_text(program, "utf-8")
    settings = BotSettings.model_validate({"command": ["python3", "bot.py"]})
    turns = hold(folder, open_bot("program", settings, folder)).turns
    assert turns[0].reply is not None
    assert turns[0].reply.text == f"seen {b64encode(PICTURE).decode()[:8]}"


def test_names_are_filled_in(folder: Path) -> None:
    steps = [{"user": [{"image": "{{name}}.png"}], "expect": {"shouldContain": "seen"}}]
    (scenario,) = load(folder, steps=steps, matrix={"name": ["shot"]})
    assert scenario.messages == ["[image: shot.png]"]


@pytest.mark.parametrize(
    ("part", "fault"),
    [
        ({"image": "none.png"}, "cannot read 'none.png': No such file or directory"),
        ({"image": "notes.txt"}, "'notes.txt' is not a picture: PNG, JPEG, GIF or WebP"),
        ({"file": "big.bin"}, "'big.bin' is larger than 20 MB"),
        ({"image": "shot.png", "text": "both"}, "a part of a message is one of `text`, `image`"),
        ({}, "a part of a message is one of `text`, `image` and `file`"),
    ],
)
def test_a_fault_has_its_line(folder: Path, part: dict[str, str], fault: str) -> None:
    (folder / "big.bin").write_bytes(b"")
    with (folder / "big.bin").open("wb") as file:
        file.truncate(20 * 10**6 + 1)
    steps = [{"user": [{"text": "Hi"}, part], "expect": {"shouldContain": "seen"}}]
    with pytest.raises(InputError) as caught:
        load(folder, steps=steps)
    (problem,) = caught.value.problems
    assert fault in problem.message
    assert (problem.file, problem.line) == ("a.scenario.json", 1)
