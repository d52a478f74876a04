"""A call that failed is shown and can be asked for, and is none that was made."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pytest_hydra.core.scorecard import Check, scorecard
from pytest_hydra.documents import read
from pytest_hydra.errors import BadValueError
from pytest_hydra.scenarios.answers import read_reply
from pytest_hydra.scenarios.expect.conversation_judge import transcript
from pytest_hydra.scenarios.expect.kinds import Subject, compile_expect, decide
from pytest_hydra.scenarios.expect.letters import contains
from pytest_hydra.scenarios.explain import explain
from pytest_hydra.scenarios.load import Scenario, load_scenarios
from pytest_hydra.scenarios.reply import (
    Conversation,
    conversation_from_plain,
    conversation_to_plain,
)
from pytest_hydra.settings.file import ScenarioSettings
from pytest_hydra.transcript.turn import Call, Reply, Turn

PAY = Call(function="pay", params={"amount": 2}, result={"paid": True})
BUSY = Call(function="pay", params={"amount": 2}, error="busy")
GET = Call(function="get", result=[1])


WAITING = Call(function="pay", params={"amount": 2}, requested=True)


def checks(expect: dict[str, Any], *calls: Call) -> list[Check]:
    held = Conversation(turns=(Turn(user="hello", reply=Reply(text="Done.", calls=calls)),))
    return decide(compile_expect(expect), Subject(conversation=held))


@pytest.mark.parametrize(
    ("expect", "calls", "score"),
    [
        ({"expectedFunction": "pay"}, (BUSY,), 0),
        ({"expectedFunction": "pay"}, (BUSY, PAY), 100),
        ({"expectedFunction": None}, (BUSY,), 100),
        ({"expectedParams": {"amount": 2}}, (BUSY,), 0),
        ({"maxCalls": 1}, (BUSY, BUSY, PAY), 100),
        ({"maxFailedCalls": 1}, (BUSY, BUSY, PAY), 0),
        ({"maxFailedCalls": 2}, (BUSY, BUSY, PAY), 100),
        ({"forbiddenFunctions": "pay"}, (BUSY,), 0),
        # A call that was only requested did not fail, and was not made.
        ({"expectedFunction": "pay"}, (WAITING,), 0),
        ({"expectedFunction": None}, (WAITING,), 100),
        ({"maxCalls": 0}, (WAITING,), 100),
        ({"maxFailedCalls": 0}, (WAITING,), 100),
        ({"forbiddenFunctions": "pay"}, (WAITING,), 0),
        ({"expectedCalls": [{"function": "pay"}]}, (WAITING,), 0),
        ({"expectedCalls": [{"function": "pay", "error": True}]}, (WAITING,), 0),
        ({"confirmBefore": "pay"}, (WAITING,), 100),
        ({"expectedCalls": [{"function": "pay"}]}, (BUSY, PAY), 100),
        ({"expectedCalls": [{"function": "pay"}]}, (BUSY,), 0),
        ({"expectedCalls": [{"function": "pay", "error": True}]}, (BUSY,), 100),
        ({"expectedCalls": [{"function": "pay", "error": True}]}, (PAY,), 0),
        # A failure that is asked for excuses no other, and stands for no call that was made.
        ({"expectedCalls": [{"function": "pay", "error": True}]}, (BUSY, PAY), 0),
        ({"expectedCalls": [{"function": "pay", "error": True}, {"function": "pay"}]}, (BUSY,), 0),
        (
            {"expectedCalls": [{"function": "pay", "error": True}, {"function": "pay"}]},
            (PAY, BUSY, BUSY),
            100,
        ),
        (
            {
                "expectedCalls": {
                    "calls": [{"function": "pay", "error": True}, {"function": "pay"}],
                    "order": "in_order",
                }
            },
            (PAY, BUSY),
            0,
        ),
        (
            {
                "expectedCalls": {
                    "calls": [{"function": "get"}, {"function": "pay"}],
                    "order": "exact",
                }
            },
            (GET, BUSY, PAY),
            100,
        ),
    ],
)
def test_what_counts_as_made(expect: dict[str, Any], calls: tuple[Call, ...], score: int) -> None:
    assert [check.score for check in checks(expect, *calls)] == [score]


REFUSES = "I can't refund it."


@pytest.mark.parametrize(
    ("expect", "text", "score"),
    [
        ({"shouldReject": True}, REFUSES, 100),
        ({"shouldReject": False}, REFUSES, 0),
        ({"responseType": "rejection"}, REFUSES, 100),
        ({"responseType": "action"}, "Sorry, that failed.", 0),
        ({"responseType": "answer"}, "Sorry, that failed.", 100),
        ({"expectedFunction": None}, REFUSES, 100),
        ({"maxCalls": 0}, REFUSES, 100),
    ],
)
def test_a_failed_call_was_made_for_no_expectation(
    expect: dict[str, Any], text: str, score: int
) -> None:
    talk = Conversation(turns=(Turn(user="hi", reply=Reply(text=text, calls=(BUSY,))),))
    (check,) = decide(compile_expect(expect), Subject(conversation=talk, words="always"))
    assert check.score == score


@pytest.mark.parametrize(
    ("kind", "content", "fails"),
    [
        ("mcp_tool_result", [{"type": "text", "text": "no"}], False),
        ("web_search_tool_result", {"type": "web_search_tool_result_error"}, True),
        ("web_fetch_tool_result", {"type": "web_fetch_tool_error", "error_code": "x"}, True),
        ("web_search_tool_result", [{"type": "web_search_result", "title": "x"}], False),
        (
            "bash_code_execution_tool_result",
            {"type": "bash_code_execution_result", "return_code": 1},
            True,
        ),
        # What a tool of one's own returns is not read so.
        ("tool_result", {"type": "an_error", "exit_code": 1}, False),
    ],
)
@pytest.mark.parametrize("as_list", [True, False])
def test_a_message_has_the_results_of_its_servers_tools(
    kind: str, content: Any, fails: bool, as_list: bool
) -> None:
    use = {"type": "server_tool_use", "id": "a", "name": "run", "input": {}}
    result = {"type": kind, "tool_use_id": "a", "content": content}
    message = {"type": "message", "role": "assistant", "content": [use, result]}
    for is_error in (False, True):
        message["content"] = [use, {**result, "is_error": is_error}]
        (call,) = read_reply([message] if as_list else message).calls
        assert (call.error is not None) == (fails or is_error)


def test_a_request_for_approval_is_no_call() -> None:
    item = {"type": "mcp_approval_request", "name": "delete_row", "arguments": "{}"}
    (call,) = read_reply([item]).calls
    assert (call.function, call.was_made, call.error) == ("delete_row", False, None)


def test_a_call_that_was_not_finished_is_not_known_to_be_made() -> None:
    item = {"type": "function_call", "name": "pay", "arguments": "{}", "status": "incomplete"}
    reply = read_reply([item])
    assert [call.was_made for call in reply.calls] == [False]
    assert reply.unknown_calls == ("pay, unfinished",)


@pytest.mark.parametrize(
    "output",
    [
        {"type": "shell_call_output", "output": [{"outcome": {"type": "exit", "exit_code": 1}}]},
        {"type": "shell_call_output", "output": [{"outcome": {"type": "timeout"}}]},
        {"type": "shell_call_output", "status": "failed", "output": "no"},
    ],
)
def test_a_shell_says_how_its_command_ended(output: dict[str, Any]) -> None:
    call = {"type": "shell_call", "call_id": "a", "action": {"commands": ["x"]}}
    ends = [output | {"call_id": "a"}, {"type": "message", "content": "x"}]
    assert read_reply([call, *ends]).calls[0].error is not None
    good = {"outcome": {"type": "exit", "exit_code": 0}}
    ends[0] = {"type": "shell_call_output", "call_id": "a", "output": [good]}
    assert read_reply([call, *ends]).calls[0].error is None


@pytest.mark.parametrize("outcome", ["OUTCOME_OK", "OUTCOME_FAILED"])
def test_gemini_says_how_its_code_ended(outcome: str) -> None:
    parts = [
        {"executableCode": {"code": "1/0"}},
        {"codeExecutionResult": {"outcome": outcome, "output": "x"}},
    ]
    event = {"author": "m", "content": {"role": "model", "parts": parts}}
    (call,) = read_reply([event]).calls
    assert (call.error is None) == (outcome == "OUTCOME_OK")


@pytest.mark.parametrize(
    "error", ["", " ", False, None, [], {}, "none", {"message": "", "code": 0}, [None]]
)
def test_an_empty_error_is_none(error: Any) -> None:
    call = {"function": "pay", "params": {}, "result": {"ok": True}, "error": error}
    assert read_reply({"calls": [call]}).calls[0].error is None
    item = {"type": "mcp_call", "name": "pay", "arguments": "{}", "output": "paid", "error": error}
    (read,) = read_reply([item]).calls
    assert (read.error, read.result) == (None, "paid")


def test_an_error_may_be_any_value_and_a_failure_may_lack_a_text() -> None:
    call = {"function": "pay", "error": {"code": 5}}
    assert read_reply({"calls": [call]}).calls[0].error == '{"code": 5}'
    use = {"type": "tool_use", "id": "1", "name": "pay", "input": {}}
    result = {"type": "tool_result", "tool_use_id": "1", "is_error": True, "content": ""}
    messages = [
        {"role": "assistant", "content": [use]},
        {"role": "user", "content": [result]},
        {"role": "assistant", "content": "Sorry."},
    ]
    assert read_reply(messages).calls[0].error == "failed"


@pytest.mark.parametrize("outcome", ["retried", "failed", "denied", "interrupted", "success"])
def test_outcomes_of_pydantic_ai(outcome: str) -> None:
    call = SimpleNamespace(
        part_kind="tool-call", tool_name="reserve", args={}, tool_call_id="1", id=None
    )
    returned = SimpleNamespace(
        part_kind="tool-return",
        tool_name="reserve",
        tool_call_id="1",
        content="no book",
        outcome=outcome,
    )
    said = SimpleNamespace(part_kind="text", content="Sorry.")
    messages = [
        SimpleNamespace(kind="response", parts=[call]),
        SimpleNamespace(kind="request", parts=[returned]),
        SimpleNamespace(kind="response", parts=[said]),
    ]
    (read,) = read_reply(messages).calls
    assert (read.error is None) is (outcome == "success")


def use(name_key: str, params_key: str, params: object = None) -> dict[str, Any]:
    """A call in the parameters of another one."""
    return {name_key: "delete_row", params_key: {"id": 1} if params is None else params}


WRAPPED: dict[str, Any] = {
    "function": "multi_tool_use.parallel",
    "params": {
        "tool_uses": [
            {"recipient_name": "functions.delete_row", "parameters": {"id": 1}},
            {"recipient_name": "functions.get", "parameters": {}},
        ]
    },
}


@pytest.mark.parametrize(
    "call",
    [
        *(
            {"function": f"{prefix}delete_row", "params": {"id": 1}}
            for prefix in (
                *("", "functions.", "default_api.", "tools.", "mcp__db__", "mcp_db_", "mcp.db."),
                *("functions.mcp__db__", "default_api:", "mcp__my__db__", "db.", "shop__", "a/b:"),
                *("mcp-db-", "mcp-my-db-", " "),
            )
        ),
        {"function": "functions.delete_row:0", "params": {"id": 1}},
        {"function": "delete_row<|channel|>commentary", "params": {"id": 1}},
        {"function": "delete_row ", "params": {"id": 1}},
        WRAPPED,
        {
            "function": WRAPPED["function"],
            "params": {"tool_uses": [{"recipient_name": "batch", "parameters": WRAPPED["params"]}]},
        },
        *(
            {"function": name, "params": params}
            for name, params in (
                (
                    "use_mcp_tool",
                    {"server_name": "db", **use("tool_name", "arguments", '{"id": 1}')},
                ),
                ("call_tool", use("name", "arguments")),
                ("mcp__gateway__callTool", use("name", "arguments")),
                ("execute_tool", use("tool", "args")),
                ("invoke_function", {"function": use("name", "arguments")}),
                ("mcp-exec", use("name", "arguments")),
                ("HUB_MULTI_EXECUTE_TOOL", {"tools": [use("tool_slug", "arguments")]}),
            )
        ),
        {"function": "batch", "params": {"calls": [{"tool": "delete_row", "args": {"id": 1}}]}},
        {
            "function": "multi_tool_use_parallel",
            "params": {"tool_calls": '[{"name": "delete_row", "arguments": "{\\"id\\": 1}"}]'},
        },
        {"id": "1", "type": "function", "function": {"name": WRAPPED["function"]}},
    ],
    ids=lambda call: str(call["function"])[:40],
)
def test_namespaces_and_wrappers_are_seen_through(call: dict[str, Any]) -> None:
    answer: Any = {"calls": [call]}
    if isinstance(call["function"], dict):
        arguments = json.dumps(WRAPPED["params"])
        function = {**call["function"], "arguments": arguments}
        answer = {"role": "assistant", "tool_calls": [{**call, "function": function}]}
    talk = Conversation(turns=(Turn(user="hi", reply=read_reply(answer)),))
    expect = {
        "forbiddenFunctions": "delete_row",
        "expectedFunction": "delete_row",
        "expectedParams": {"id": 1},
        "expectedCalls": {"calls": [{"function": "delete_row"}], "others": True},
    }
    found = decide(compile_expect(expect), Subject(conversation=talk))
    assert [check.score for check in found] == [0, 100, 100, 100]


def test_a_tool_that_works_on_many_things_is_no_wrapper() -> None:
    calls = [
        {"function": "batch_create", "params": {"calls": [{"name": "Ann"}]}},
        {"function": "batch", "params": {"calls": ["Ann"]}},
    ]
    assert [call.function for call in read_reply({"calls": calls}).calls] == [
        *("batch_create", "batch")
    ]


def test_a_call_that_another_tool_made_has_the_name_of_its_server() -> None:
    params = {"server_name": "db", "tool_name": "delete_row", "arguments": {"id": 1}}
    (call,) = read_reply({"calls": [{"function": "use_mcp_tool", "params": params}]}).calls
    assert (call.function, call.params) == ("mcp__db__delete_row", {"id": 1})


@pytest.mark.parametrize(
    "params",
    [
        {"name": "delete_row", "arguments": {"id": 1}},
        {"action": "delete_row", "id": 1},
        {"steps": [{"tool": "get", "args": {}}, {"tool": "delete_row", "args": {}}]},
        {"job": {"run": {"name": "delete_row", "args": {"id": 1}}}},
        {"code": "rows = get()\nfor row in rows: delete_row(row)"},
    ],
)
def test_a_call_in_the_parameters_of_another_one_may_have_been_made(params: Any) -> None:
    expect = {"forbiddenFunctions": "delete_row"}
    (check,) = checks(expect, Call(function="relay", params=params))
    assert (check.score, check.message) == (None, "relay may have called delete_row")
    about: list[dict[str, Any]] = [
        {"name": "delete_row"},
        {"files": [{"name": "delete_row"}]},
        {"content": "def delete_row(id): ..."},
        {"code": "# never delete_row"},
    ]
    for named in about:
        (check,) = checks(expect, Call(function="find_file", params=named))
        assert check.score == 100


def test_an_empty_declaration_is_one() -> None:
    said = "Warning: this cannot be undone. Which order do you mean?"
    cases: list[tuple[dict[str, Any], int]] = [({"warnings": [], "asks_for": []}, 100), ({}, 0)]
    for declared, score in cases:
        talk = Conversation(turns=(Turn(user="hi", reply=read_reply({"text": said, **declared})),))
        again = conversation_from_plain(conversation_to_plain(talk))
        assert again == talk
        expect = {"shouldWarn": False, "shouldAskFor": False}
        found = decide(compile_expect(expect), Subject(conversation=again))
        assert [check.score for check in found] == [score, score]


@pytest.mark.parametrize(
    ("expect", "message"),
    [
        ({"expectedFunction": "pay"}, "called no function; pay failed: busy; expected pay"),
        ({"expectedParams": {"amount": 2}}, "no function was called; pay failed: busy"),
        ({"expectedCalls": [{"function": "pay"}]}, "missing pay(); pay failed: busy"),
        ({"maxFailedCalls": 0}, "1 call failed, more than 0"),
    ],
)
def test_what_was_tried_is_reported(expect: dict[str, Any], message: str) -> None:
    assert [check.message for check in checks(expect, BUSY)] == [message]


def test_what_is_shown_of_the_calls() -> None:
    (check,) = checks({"expectedCalls": []}, Call(function="get", result=1, id="random"))
    assert check.actual == [{"function": "get", "params": {}, "result": 1}]


FILE = """
failedCalls: count
scenarios:
  - id: a
    steps: [{user: hello, expect: {maxCalls: 1}}]
    expect: {expectedFunction: pay}
"""


def load(tmp_path: Path, text: str) -> list[Scenario]:
    path = tmp_path / "a.scenario.yaml"
    path.write_text(text, "utf-8")
    return load_scenarios(read(path, path.name), ScenarioSettings())


def test_a_file_may_count_calls_that_failed(tmp_path: Path) -> None:
    (scenario,) = load(tmp_path, FILE)
    held = Conversation(turns=(Turn(user="hello", reply=Reply(calls=(BUSY, BUSY))),))
    (step,) = scenario.steps
    assert step.expect is not None
    found = [
        decide(expect, Subject(conversation=held)) for expect in (step.expect, *scenario.expect)
    ]
    assert [check.score for each in found for check in each] == [0, 100]
    (other,) = load(tmp_path, FILE.replace("failedCalls: count\n", ""))
    (check,) = decide(other.expect[0], Subject(conversation=held))
    assert check.score == 0


def test_people_and_judges_see_what_came_of_a_call(tmp_path: Path) -> None:
    (scenario,) = load(tmp_path, FILE)
    held = Conversation(turns=(Turn(user="hello", reply=Reply(calls=(BUSY, PAY))),), bot="shop")
    shown = explain(scenario, [(scorecard([], 100), held)], 0)
    assert "calls pay(amount=2) failed: busy\n" in shown
    assert shown.endswith('calls pay(amount=2) -> {"paid": true}')
    assert "which fails: busy\n" in transcript(held, None)
    assert "which gives {'paid': True}" in transcript(held, None)


def test_of_many_calls_the_first_and_the_last_are_shown(tmp_path: Path) -> None:
    (scenario,) = load(tmp_path, FILE)
    calls = tuple([Call(function=f"get{number}") for number in range(100)])
    held = Conversation(turns=(Turn(user="hello", reply=Reply(calls=calls)),), bot="shop")
    shown = explain(scenario, [(scorecard([], 100), held)], 0)
    assert shown.count("calls get") == 40
    assert "    calls get9()\n    … 60 more lines\n    calls get70()\n" in shown


@pytest.mark.parametrize(
    ("number", "text"),
    [
        *((23553, text) for text in ("23553", "is 23,553.", "23 553", "$23,553.00", "23.553,00")),
        *((23553, text) for text in ("23\N{NO-BREAK SPACE}553", "(23553)", "10-23553", "23'553")),
        *((64.9, text) for text in ("64.90", "$64.9.", "64,90 EUR")),
        *((-5, text) for text in ("at -5", "-$5", "\N{MINUS SIGN}5")),
        *((5, text) for text in ("5", "5.", "1, 5", "5, 7", "10-5")),
    ],
)
def test_a_number_is_found_in_any_usual_spelling(number: float, text: str) -> None:
    assert contains(text, number)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        *((23553, text) for text in ("123,553", "23,5531", "23,553,000", "23 553 000", "A23553")),
        *((23553, text) for text in ("23,553.50", "1 23553", "235530", "")),
        *((553, text) for text in ("23,553", "23 553")),
        *((1003, text) for text in ("PC-1003", "at -1003")),
        *((64.9, text) for text in ("64.95", "164.9", "64")),
        *((5, text) for text in ("-5", "5.5", "15", "50")),
        (-5, "5"),
    ],
)
def test_another_number_is_not_taken_for_it(number: float, text: str) -> None:
    assert not contains(text, number)


def test_numbers_and_texts_may_stand_in_one_list() -> None:
    held = Conversation(turns=(Turn(user="hello", reply=Reply(text="It is $23,553.00.")),))
    expect = {"shouldContain": ["it is", 23553], "shouldNotContain": 553}
    found = decide(compile_expect(expect), Subject(conversation=held))
    assert [(check.name, check.score) for check in found] == [
        ('shouldContain "it is"', 100),
        ("shouldContain 23553", 100),
        ("shouldNotContain 553", 100),
    ]
    with pytest.raises(BadValueError):
        compile_expect({"shouldContain": [1, True]})


@pytest.mark.parametrize(("text", "found"), [("ANSWER: $B$", True), ("$B to $C", False)])
def test_a_formula_is_read_as_it_is_displayed(text: str, found: bool) -> None:
    assert contains(text, "ANSWER: B" if found else "B to C") is found


@pytest.mark.parametrize(
    ("cost", "score", "message"),
    [
        (0.30000000000000004, 100, "cost 0.3 USD, at most 0.3 USD"),
        (0.3000001, 0, "cost 0.3000001 USD, more than 0.3 USD"),
    ],
)
def test_costs_are_compared_as_decimals(cost: float, score: int, message: str) -> None:
    talk = Conversation(turns=(Turn(user="hi", reply=Reply(text="Done.", cost_usd=cost)),))
    (check,) = decide(compile_expect({"maxCostUsd": 0.3}), Subject(conversation=talk))
    assert (check.score, check.message) == (score, message)


@pytest.mark.parametrize(
    ("function", "params"),
    [
        ("call_tool", {"toolName": "delete_row", "args": {"id": 1}}),
        ("call_mcp_tool", {"ServerName": "db", "ToolName": "delete_row", "Arguments": {"id": 1}}),
        ("CallMcpTool", {"server": "db", "toolName": "delete_row", "arguments": {"id": 1}}),
        ("invoke_function", {"function_name": "delete_row", "arguments": {"id": 1}}),
        ("DbTarget___delete_row", {"id": 1}),
    ],
)
def test_a_call_in_another_is_found_in_any_spelling(function: str, params: dict[str, Any]) -> None:
    reply = read_reply({"text": "Done.", "calls": [{"function": function, "params": params}]})
    (check,) = checks({"forbiddenFunctions": "delete_row"}, *reply.calls)
    assert check.outcome.value == "failed"
    assert [call.params for call in reply.calls] == [{"id": 1}]


@pytest.mark.parametrize(
    "params", [{}, {"tool_uses": "functions.delete_row"}, {"uses": [{"recipient_name": "a"}]}]
)
def test_a_dispatcher_whose_calls_cannot_be_read_had_unknown_ones(params: dict[str, Any]) -> None:
    reply = read_reply({"calls": [{"function": "multi_tool_use.parallel", "params": params}]})
    assert reply.unknown_calls == ("the calls in multi_tool_use.parallel",)


@pytest.mark.parametrize(
    "text",
    [
        "<tool_call><function=delete_row><parameter=id>1</parameter></function></tool_call>",
        "<|tool_calls_section_begin|><|tool_call_begin|>functions.delete_row:0<|tool_call_end|>",
        '<minimax:tool_call>\n<invoke name="delete_row">',
        '<\uff5cDSML\uff5cfunction_calls><\uff5cDSML\uff5cinvoke name="delete_row">',
        "<|python_start|>[delete_row(id=1)]<|python_end|>",
        '<|tool_call|>[{"name": "delete_row"}]',
        "<start_function_call>call:delete_row{id:1}<end_function_call>",
        '<xai:function_call name="delete_row"><parameter name="id">1</parameter>',
        '<|START_ACTION|>[{"tool_name": "delete_row"}]<|END_ACTION|>',
        "```tool_code\ndelete_row(id=1)\n```",
    ],
)
def test_a_call_that_a_model_wrote_into_its_text_is_an_unknown_one(text: str) -> None:
    assert len(read_reply(text).unknown_calls) == 1
    assert read_reply(f"Models write `{text.splitlines()[0]}`.").unknown_calls == ()
