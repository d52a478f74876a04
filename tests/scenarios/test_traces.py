"""Recorded traces, and the scenarios that they belong to."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pytest_hydra.documents import parse
from pytest_hydra.scenarios.bots.bot_kinds import open_bot
from pytest_hydra.scenarios.bots.protocol import BotError
from pytest_hydra.scenarios.load import Scenario, load_scenarios
from pytest_hydra.scenarios.traces.formats import traces_in
from pytest_hydra.scenarios.traces.recorded import Traces, recorded_run
from pytest_hydra.scenarios.traces.trace import Trace
from pytest_hydra.settings.bots import BotSettings
from pytest_hydra.settings.file import ScenarioSettings
from pytest_hydra.transcript.turn import Call, Reply, Turn


def trace(text: object) -> Trace:
    """The only trace in a text, or in a value."""
    (found,) = traces_in(text if isinstance(text, str) else json.dumps(text), "a.json", {})
    return found


def test_plain_messages_are_read_too() -> None:
    call = {"id": "1", "type": "function", "function": {"name": "pay", "arguments": '{"usd": 5}'}}
    messages = [
        {"role": "system", "content": "You are a bank."},
        {"role": "assistant", "content": "Welcome!"},
        {"role": "user", "content": "Pay 5"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "1", "content": "done"},
        {"role": "assistant", "content": "Paid."},
        {"role": "user", "content": "Thanks"},
    ]
    found = trace({"id": "chat", "messages": messages})
    (turn,) = found.turns
    paid = Call(function="pay", params={"usd": 5}, result="done", id="1")
    assert turn == Turn(
        user="Pay 5", reply=Reply(text="Paid.", calls=(paid,), earlier_texts=("Welcome!",))
    )
    # Nobody answered the last message, which is no turn.
    assert found.unanswered == "Thanks"
    (alone,) = trace({"messages": messages[-1:]}).turns
    assert alone.error is not None


# To which scenario a trace belongs


def scenarios(text: str) -> list[Scenario]:
    return load_scenarios(parse(text, "a.scenario.yaml", ".yaml"), ScenarioSettings())


def of_messages(*texts: str, **more: object) -> dict[str, object]:
    roles = ("user", "assistant")
    said = [{"role": roles[at % 2], "content": text} for at, text in enumerate(texts)]
    return {"messages": said, **more}


@pytest.fixture
def recorded(tmp_path: Path) -> Traces:
    """Four traces, one of which is in two files, and what is none."""
    made = {
        "greeting": of_messages("Hi  there", "hello"),
        "2": of_messages("pay", "how much?", "5", "done", id="chat-2"),
        "3": of_messages("pay", "how much?", "5", "no", id="chat-3"),
        "4": of_messages("never mind", "fine", id="own"),
        "broken": {"a": 1},
    }
    for name, value in made.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(value), "utf-8")
    return Traces("production", "*.json", tmp_path, {})


SCENARIOS = """
scenarios:
  - {id: by-texts, steps: [{user: pay, expect: {shouldContain: how}}, {user: "5"}]}
  - {id: own, steps: [{user: anything, expect: {shouldContain: fine}}, {user: more}]}
  - {id: greeting, steps: [{user: Hi, expect: {shouldContain: hello}}]}
  - {id: spaces, steps: [{user: Hi there, expect: {shouldContain: hello}}]}
  - {id: later, messages: [{role: user, content: pay}, {role: assistant, content: what?}],
     steps: [{user: "5", expect: {shouldContain: done}}]}
  - {id: nobody, steps: [{user: Bye, expect: {shouldContain: bye}}]}
"""


def test_a_trace_belongs_to_the_scenario_of_its_id_else_of_its_texts(recorded: Traces) -> None:
    planned = {each.id: each for one in scenarios(SCENARIOS) for each in recorded.with_traces(one)}
    told = {
        name: [
            [
                turn.reply.text if turn.reply else turn.error
                for turn in recorded_run(one, "b", run).turns
            ]
            for run in range(one.repeat.times)
        ]
        for name, one in planned.items()
    }
    assert told == {
        "by-texts": [["how much?", "done"], ["how much?", "no"]],
        "own": [["fine", "the trace 'own' ends before this message"]],
        "greeting": [["hello"]],
        "spaces": [["hello"]],
        "later": [["done"], ["no"]],
        "nobody": [["no trace for 'nobody': 5 traces read from *.json"]],
    }
    (note,) = recorded.notes()
    assert note == "1 of 5 traces of bot 'production' belongs to no scenario: broken (not read)"


def test_each_trace_is_held_to_one_scenario(recorded: Traces, tmp_path: Path) -> None:
    (tmp_path / "again.json").write_text(json.dumps(of_messages("a", "b", id="own")), "utf-8")
    (tmp_path / "odd.json").write_text(json.dumps(of_messages("a", "b", id="x[y]")), "utf-8")
    (one,) = scenarios("{id: all, each: trace, expect: {shouldNotContain: refund}}")
    planned = recorded.with_traces(one)
    names = [each.variant for each in planned]
    assert names == ["chat-2", "chat-3", "4", "again", "broken", "greeting", "odd"]
    assert planned[0].messages == ["pay", "5"]
    broken = recorded_run(planned[4], "b", 0)
    assert broken.turns[0].error is not None
    assert broken.turns[0].error.startswith("broken.json: is not a trace")
    assert list(recorded.notes()) == []


def names_of(root: Path, pattern: str = "**/*.json") -> list[str | None]:
    (one,) = scenarios("{id: all, each: trace, expect: {shouldNotContain: refund}}")
    return [each.variant for each in Traces("b", pattern, root, {}).with_traces(one)]


def test_a_trace_keeps_its_name_when_others_come_and_go(tmp_path: Path) -> None:
    for day in ("01", "02", "03"):
        path = tmp_path / "a" / f"chat.2026-01-{day}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(of_messages("hi", day)), "utf-8")
    (tmp_path / "chat.2026-01-02.json").write_text(json.dumps(of_messages("hi", "x")), "utf-8")
    days = ["a/chat.2026-01-01", "a/chat.2026-01-02", "a/chat.2026-01-03"]
    assert names_of(tmp_path) == [*days, "chat.2026-01-02"]
    assert names_of(tmp_path, "a/*.json") == [name.removeprefix("a/") for name in days]
    (tmp_path / "a" / "chat.2026-01-02.json").unlink()
    assert names_of(tmp_path) == [days[0], days[2], "chat.2026-01-02"]


def test_traces_of_one_file_without_an_id_have_names_by_content(tmp_path: Path) -> None:
    def said(text: str) -> str:
        asked = [{"role": "user", "content": text}]
        answered = [{"raw_item": {"role": "assistant", "content": text}}]
        return json.dumps({"original_input": asked, "new_items": answered})

    path = tmp_path / "all.jsonl"
    path.write_text(f"{said('a')}\n{said('b')}\n{said('a')}", "utf-8")
    one, two, three = names_of(tmp_path, "*.jsonl")
    path.write_text(said("b") + "\n" + said("c"), "utf-8")
    assert one is not None
    assert (names_of(tmp_path, "*.jsonl")[0], three) == (two, one.removesuffix("-1") + "-2")


def test_each_trace_of_none_is_one_that_is_missing(tmp_path: Path) -> None:
    (one,) = scenarios("{id: all, each: trace, expect: {shouldNotContain: refund}}")
    (planned,) = Traces("b", "*.json", tmp_path, {}).with_traces(one)
    (turn,) = recorded_run(planned, "b", 0).turns
    assert turn.error == "no trace for 'all': 0 traces read from *.json"


def test_a_recorded_bot_answers_nobody(tmp_path: Path) -> None:
    with pytest.raises(BotError, match="bot 'b' is recorded: its traces are for scenarios"):
        open_bot("b", BotSettings(recorded="*.json"), tmp_path)


def test_readers_are_loaded_for_traces_alone() -> None:
    code = (
        "import sys, pytest_hydra.scenarios.items, pytest_hydra.scenarios.running.session\n"
        "print([name for name in sys.modules if 'traces' in name or name.endswith('.shapes')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout.strip() == "[]"


# How a log says that a turn is over


def test_what_the_user_says_last_is_no_turn() -> None:
    (turn,) = trace(of_messages("Where is it?", "There.", "Thanks, bye!")).turns
    assert (turn.user, turn.error) == ("Where is it?", None)


def test_a_trace_is_found_by_its_unanswered_message_too(tmp_path: Path) -> None:
    chat = of_messages("Where is it?", "There.", "Thanks, bye!")
    (tmp_path / "a.json").write_text(json.dumps(chat), "utf-8")
    traces = Traces("b", "*.json", tmp_path, {})
    steps = [
        {"user": "Where is it?", "expect": {"shouldContain": "There"}},
        {"user": "Thanks, bye!"},
    ]
    (one,) = scenarios(json.dumps({"id": "a-chat", "steps": steps}))
    (planned,) = traces.with_traces(one)
    told = [turn.error for turn in recorded_run(planned, "b", 0).turns]
    assert told == [None, "the trace 'a' ends before this message"]
    assert list(traces.notes()) == [
        "1 of 1 trace of bot 'b' ends with a message of the user without an answer: it is no turn"
    ]
