from __future__ import annotations

import json
import sys
import textwrap
from pathlib import Path

import pytest

from pytest_hydra.scenarios.bots.bot_kinds import bot_from_object, open_bot
from pytest_hydra.scenarios.bots.protocol import Bot, BotError
from pytest_hydra.scenarios.conversation import converse
from pytest_hydra.scenarios.environment import Environment
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.settings.bots import BotSettings
from pytest_hydra.transcript.turn import Call, Reply
from tests.scenarios.surrounded import held_in


def opened(root: Path, code: str, timeout: float = 60) -> Bot:
    (root / "bot.py").write_text("import sys, json, os, time\n" + textwrap.dedent(code))
    command = [sys.executable, "-S", "bot.py"]
    return open_bot("wallet", BotSettings(command=command, timeout_seconds=timeout), root)


def held(root: Path, code: str, *users: str, timeout: float = 60) -> Conversation:
    return converse(opened(root, code, timeout), users or ("hello",), {"balance": 5})


def test_a_conversation_in_json_lines(tmp_path: Path) -> None:
    code = """
        for line in sys.stdin:
            asked = json.loads(line)
            said = [message["content"] for message in asked["messages"]]
            call = {"function": "pay", "params": asked["context"]}
            print(json.dumps({"text": "|".join(said), "calls": [call]}), flush=True)
    """
    conversation = held(tmp_path, code, "Grüße", "two")
    call = Call(function="pay", params={"balance": 5})
    assert [turn.reply for turn in conversation.turns] == [
        Reply(text="Grüße", calls=(call,)),
        Reply(text="Grüße|Grüße|two", calls=(call,)),
    ]


def test_a_program_beside_what_only_bots_in_python_get(tmp_path: Path) -> None:
    bot = opened(tmp_path, "for line in sys.stdin: print(json.dumps('It is nine.'), flush=True)")
    clock = Environment()
    clock.arguments = {"clock": "09:00"}
    (turn,) = held_in(bot, {"clock": clock}, ["What time is it?"]).turns
    assert turn.error == "bot 'wallet': bots of this kind cannot use a scenario's clock"
    for told in (lambda _, clock: clock, lambda _, context, clock="?": f"{clock}{context['z']}"):
        (turn,) = held_in(bot_from_object("b", told), {"clock": clock}, ["When?"], {"z": ""}).turns
        assert turn.reply == Reply(text="09:00")


def test_each_conversation_has_its_own_process(tmp_path: Path) -> None:
    code = "for line in sys.stdin: print(json.dumps(str(os.getpid())), flush=True)"
    bot = opened(tmp_path, code)
    told = [
        {turn.reply.text for turn in converse(bot, ["a", "b"], {}).turns if turn.reply}
        for _ in range(2)
    ]
    assert [len(pids) for pids in told] == [1, 1]
    assert told[0] != told[1]


def test_a_program_beside_the_settings(tmp_path: Path) -> None:
    script = tmp_path / "bot.sh"
    script.write_text("#!/bin/sh\nread line; echo '\"from the script\"'\n")
    script.chmod(0o755)
    bot = open_bot("b", BotSettings(command=["./bot.sh", "--json"]), tmp_path)
    assert bot.key == {"command": ["./bot.sh", "--json"]}
    assert converse(bot, ["a"], {}).turns[0].reply == Reply(text="from the script")


@pytest.mark.parametrize("command", ["./missing", "no-such-program-here"])
def test_a_program_that_is_not_there(tmp_path: Path, command: str) -> None:
    with pytest.raises(BotError, match=f"^bot 'b': the command {command} was not found"):
        open_bot("b", BotSettings(command=[command]), tmp_path)


def test_a_program_that_vanished_before_it_was_started(tmp_path: Path) -> None:
    script = tmp_path / "bot.sh"
    script.write_text("#!/bin/sh\n")
    script.chmod(0o755)
    bot = open_bot("b", BotSettings(command=["./bot.sh"]), tmp_path)
    script.unlink()
    first, second = converse(bot, ["a", "b"], {}).turns
    assert first.error is not None
    assert "cannot be started: No such file or directory" in first.error
    assert second.error == "not sent: turn 1 had no reply"


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("print('Loading model…')", "answered 'Loading model…', which is not JSON"),
        ("print('{')", "answered '{', which is not JSON; answer with one line"),
        ("print('NaN')", "which is not JSON"),
        ("print('[' * 100_000)", "which is nested too deeply"),
        ("os.write(1, b'\"\\xff\\xfe\"\\n')", "answered '\"\\\\xff\\\\xfe\"', which is not UTF-8"),
        ("print('5')", "the bot answered 5 (int), which is not a reply"),
        ("print('{\"txt\": 1}')", "unknown key 'txt'; did you mean 'text'?"),
        ("print('')", "answered '', which is not JSON"),
        (
            "print('1\\n2')",
            "the command failed: it wrote more than one line in answer; the second: '2'",
        ),
        (
            "sys.stderr.write('one\\nno \\x1b[31mkey\\n'); sys.exit(2)",
            "it ended with exit status 2 before it answered; "
            "the last line of its standard error: no \\x1b[31mkey",
        ),
        (
            "sys.stdout.write('x' * 100_000_000); sys.stdout.flush()",
            "it answered with a line of more than 16777216 bytes",
        ),
    ],
)
def test_what_is_no_answer_is_said_in_one_line(tmp_path: Path, code: str, message: str) -> None:
    (turn,) = held(tmp_path, f"input()\n{code}").turns
    assert turn.reply is None
    assert turn.error is not None
    assert message in turn.error
    assert turn.error.isprintable()
    assert len(turn.error) < 500


@pytest.mark.parametrize(
    "code",
    [
        "print('\"Hello!\"', flush=True)\nfor line in sys.stdin: print('\"hi\"', flush=True)",
        "for line in sys.stdin: print('\"hi\"', flush=True)\nprint('\"bye\"')",
        'input(); print(\'"hi"\', flush=True); input(); print(\'"1"\\n"2"\', flush=True); input()',
    ],
    ids=["before", "after", "twice"],
)
def test_a_program_that_writes_more_lines_than_it_reads_has_no_answer(
    tmp_path: Path, code: str
) -> None:
    first, second = held(tmp_path, code, "a", "b").turns
    assert second.reply is None
    assert "the command failed: it wrote " in (first.error or second.error or "")


def test_a_key_that_stands_twice_is_reported(tmp_path: Path) -> None:
    (turn,) = held(tmp_path, """input(); print('{"text": "x", "calls": [], "calls": []}')""").turns
    assert turn.error is not None
    assert "which is not JSON (the key 'calls' occurs twice in one object)" in turn.error


def test_a_program_that_never_answers(tmp_path: Path) -> None:
    code = "sys.stderr.write('waiting\\n'); sys.stderr.flush(); time.sleep(60)"
    first, second = held(tmp_path, code, "a", "b", timeout=0.5).turns
    assert first.error is not None
    assert first.error.startswith("the command failed: did not answer within 0.5 s")
    assert first.seconds is not None
    assert 0.5 <= first.seconds < 50
    assert second.error == "not sent: turn 1 had no reply"


def test_its_standard_error_is_kept_when_it_fails(tmp_path: Path) -> None:
    code = "input(); print('\"fine\"', flush=True); input(); {}['balance']"
    first, second = held(tmp_path, code, "a", "b").turns
    assert first.reply == Reply(text="fine")
    assert first.traceback is None
    assert second.error is not None
    assert second.error.endswith("the last line of its standard error: KeyError: 'balance'")
    assert second.traceback is not None
    assert second.traceback.startswith("Traceback (most recent call last):")


def test_secrets_of_the_environment_are_not_in_its_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("API_TOKEN", "s3cret")
    bot = opened(tmp_path, "input(); print(json.dumps(os.environ['API_TOKEN'][:2]))")
    assert converse(bot, ["a"], {}).turns[0].reply == Reply(text="s3")
    assert "s3cret" not in json.dumps(bot.key)
