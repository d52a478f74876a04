from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from pytest_hydra.scenarios.recordings import item_lines

if TYPE_CHECKING:
    from tests.conftest import Project


TALKS = """
def test_talks(hydra, hydra_bot):
    first, second = hydra_bot.conversation(), hydra_bot.conversation()
    first("one"), second("two")
    hydra.expect(first("three"), shouldContain="EUR")
    messages = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Which lamp?"},
        {"role": "assistant", "content": "The blue one."},
        {"role": "user", "content": "Send it"},
    ]
    hydra.expect(hydra_bot(messages), judge="Is it the blue lamp?")

def test_calls(hydra, hydra_bot):
    hydra_bot("one")
    hydra.check("first", True)
    hydra.expect(hydra_bot("two"), shouldContain="EUR")
    hydra.check("second", False)
"""


# Passes what shows the earlier messages.
READER = """
import json, sys
score = 9 if "system: Be brief.\\nuser: Which lamp?\\nbot: The blue one." in sys.stdin.read() else 2
print(json.dumps({"score": score, "strengths": [], "weaknesses": [], "evidence": []}))
"""


def test_conversations_of_a_test_are_told_apart_with_the_messages_it_gave(
    plain_project: Project,
) -> None:
    plain_project.write("shop.py", "def reply(messages):\n    return f'{len(messages)} messages'\n")
    plain_project.write(
        "hydra.toml",
        "[bots.shop]\npython = 'shop:reply'\n[judging]\njudge = 'reader'\n"
        f"[judges.reader]\ncommand = [{sys.executable!r}, 'reader.py']\n",
    )
    plain_project.write("reader.py", READER)
    plain_project.write("test_shop.py", TALKS)
    result = plain_project.run("--hydra", "--hydra-report=report.json")
    lines = result.outlines
    start = lines.index("  conversation 1:")
    assert lines[start : start + 10] == [
        "  conversation 1:",
        "  turn 1: one",
        "  conversation 2:",
        "  turn 2: two",
        "  conversation 1:",
        "  user: three",
        "  shop: 3 messages",
        '    \N{BALLOT X} shouldContain "EUR": does not contain "EUR"',
        "  conversation 3:",
        "  turn 4: Send it · \N{CHECK MARK} 1 check",
    ]
    # Calls share the bot's state, but no messages.
    assert not any(line.startswith("  conversation") for line in lines[start + 17 :])
    assert "  system: Be brief." in item_lines(plain_project.path, "test_talks", None)
    # A check belongs to what had been said when it was made.
    tests = plain_project.report()["tests"]
    (test,) = [each for each in tests if each["id"].endswith("test_calls")]
    assert [check["turn"] for check in test["checks"]] == [1, 2, 2]


JUDGED_TEXT = """
def test_graded(hydra, hydra_bot, hydra_judge):
    reply = hydra_bot("hello")
    assert "canary" in reply.text
    hydra.expect(reply, judge="Is it polite?")
    assert hydra_judge.grade(reply.text, "Is it polite?").score == 9
"""


# Fails what shows the secret.
CANARY_READER = """
import json, sys
score = 2 if "canary" in sys.stdin.read() else 9
print(json.dumps({"score": score, "strengths": [], "weaknesses": [], "evidence": []}))
"""


def test_the_judge_of_tests_sees_no_secrets(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOP_PASSWORD", "canary-4711")
    plain_project.write("shop.py", "def reply(messages):\n    return 'It is canary-4711.'\n")
    plain_project.write("reader.py", CANARY_READER)
    plain_project.write(
        "hydra.toml",
        "[bots.shop]\npython = 'shop:reply'\nsecrets = ['SHOP_PASSWORD']\n"
        "[judging]\njudge = 'reader'\n"
        f"[judges.reader]\ncommand = [{sys.executable!r}, 'reader.py']\n",
    )
    plain_project.write("test_shop.py", JUDGED_TEXT)
    plain_project.run("--hydra").assert_outcomes(passed=1)
