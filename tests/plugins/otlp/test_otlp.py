"""Runs that are exported as traces: what a collector gets, and what happens without one."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.json_format import MessageToDict
from hypothesis import given, settings
from hypothesis import strategies as st
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTracePartialSuccess,
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)

from pytest_hydra.__main__ import main
from pytest_hydra.core.result import new_result
from pytest_hydra.plugins.otlp import send
from pytest_hydra.plugins.otlp.spans import traces_of
from pytest_hydra.plugins.trace_formats import otel
from pytest_hydra.record.runs import RunFolder
from pytest_hydra.scenarios.reply import Conversation, conversation_to_plain
from pytest_hydra.transcript.own_form import call_values
from pytest_hydra.transcript.turn import Call, Reply, Turn
from pytest_hydra.transcript.turns import turns_of
from tests.conftest import SCENARIOS, Handler, Line, Project, Request, Server

RUN_ID = "20260102-030405-000006-abcd"
PROTOBUF = "application/x-protobuf"


# What a collector gets


@pytest.fixture
def collector(server: Server) -> Server:
    """A collector that takes everything."""
    server.handler = lambda line, _request: line.answer(b"", Content_Type=PROTOBUF)
    return server


def received(collector: Server) -> list[dict[str, Any]]:
    """The spans that a collector got, each with its attributes and its events by name."""
    found = []
    for request in collector.requests:
        assert request.path == "/v1/traces"
        assert request.headers["Content-Type"] == PROTOBUF
        message = ExportTraceServiceRequest.FromString(request.body)
        for resource in MessageToDict(message)["resourceSpans"]:
            about = attributes(resource["resource"])
            for scope in resource["scopeSpans"]:
                found += [
                    {**span, "resource": about, "attributes": attributes(span)}
                    for span in scope["spans"]
                ]
    return found


def attributes(entry: dict[str, Any]) -> dict[str, Any]:
    """The attributes of a span, an event or a resource."""
    return {pair["key"]: next(iter(pair["value"].values())) for pair in entry["attributes"]}


def configure(project: Project, url: str, headers: str = "") -> None:
    with (project.path / "hydra.toml").open("a") as file:
        file.write(f'\n[report]\nhtml = false\notlp = {{endpoint = "{url}"{headers}}}\n')


def test_a_session_sends_its_conversations(
    plain_project: Project, collector: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLLECTOR_TOKEN", "a-secret-token")
    project = plain_project
    configure(project, collector.url, ', headers = {Authorization = "Bearer ${COLLECTOR_TOKEN}"}')
    project.write("a.scenario.yaml", SCENARIOS.replace("{shouldContain: hello}", "{maxCalls: 1}"))
    result = project.run("--hydra")
    assert result.ret == 0
    result.stdout.fnmatch_lines([f"otlp: sent 2 conversations to 127.0.0.1:{collector.port}"])
    (request,) = collector.requests
    assert request.headers["Authorization"] == "Bearer a-secret-token"
    spans = received(collector)
    assert sorted(span["name"] for span in spans) == [
        *("chat", "chat", "execute_tool transfer"),
        *("invoke_agent wallet", "invoke_agent wallet"),
    ]
    (tool,) = [span for span in spans if "tool" in span["name"]]
    (chat,) = [span for span in spans if span["spanId"] == tool["parentSpanId"]]
    (root,) = [span for span in spans if span["spanId"] == chat["parentSpanId"]]
    assert {tool["traceId"], chat["traceId"], root["traceId"]} == {root["traceId"]}
    assert tool["attributes"] == {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.conversation.id": f"{project.runs()[0].name} a.scenario.yaml::send 1",
        "gen_ai.agent.name": "Wallet",
        "gen_ai.tool.name": "transfer",
        "gen_ai.tool.call.id": "1.1",
        "gen_ai.tool.call.arguments": '{"amount": 5, "to": "Alice"}',
    }
    assert json.loads(chat["attributes"]["gen_ai.input.messages"]) == [
        {
            "role": "user",
            "parts": [{"type": "text", "content": "please send 5 DOT to Alice"}],
        }
    ]
    call = {"type": "tool_call", "id": "1.1", "name": "transfer"}
    assert json.loads(chat["attributes"]["gen_ai.output.messages"]) == [
        {
            "role": "assistant",
            "parts": [{**call, "arguments": {"amount": 5, "to": "Alice"}}],
            "finish_reason": "tool_call",
        },
        {
            "role": "assistant",
            "parts": [{"type": "text", "content": "Sending 5 DOT to Alice."}],
            "finish_reason": "stop",
        },
    ]
    assert root["attributes"]["gen_ai.agent.name"] == "wallet"
    assert root["attributes"]["test.case.name"] == "a.scenario.yaml::send"
    assert root["attributes"]["test.case.result.status"] == "pass"
    assert root["attributes"]["pytest_hydra.score"] == 100.0
    assert root["resource"]["pytest_hydra.run.id"] == project.runs()[0].name


def test_each_check_is_an_event_of_what_it_is_about(
    plain_project: Project, collector: Server
) -> None:
    configure(plain_project, collector.url)
    plain_project.write(
        "a.scenario.yaml",
        """
        id: pay
        steps:
          - user: hello
            expect: {shouldContain: goodbye, maxCalls: 9}
        expect: {maxCalls: 1}
        """,
    )
    assert plain_project.run("--hydra").ret == 1
    root, chat = sorted(received(collector), key=lambda span: span["name"] == "chat")
    (about_all,) = root["events"]
    assert attributes(about_all) == {
        "gen_ai.evaluation.name": "maxCalls",
        "gen_ai.evaluation.score.value": 100.0,
        "gen_ai.evaluation.score.label": "passed",
        "gen_ai.evaluation.explanation": "made 0 calls, at most 1",
        "pytest_hydra.check.kind": "maxCalls",
    }
    failed, *_ = chat["events"]
    assert failed["name"] == "gen_ai.evaluation.result"
    assert failed["timeUnixNano"] == chat["endTimeUnixNano"]
    assert attributes(failed) == {
        "gen_ai.evaluation.name": 'shouldContain "goodbye"',
        "gen_ai.evaluation.score.value": 0.0,
        "gen_ai.evaluation.score.label": "failed",
        "gen_ai.evaluation.explanation": 'does not contain "goodbye"',
        "pytest_hydra.check.kind": "shouldContain",
    }
    assert root["attributes"]["test.case.result.status"] == "fail"


def test_an_ungraded_check_has_no_score_and_a_missing_reply_is_an_error(
    plain_project: Project, collector: Server
) -> None:
    configure(plain_project, collector.url)
    plain_project.write(
        "a.scenario.yaml",
        "{id: boom, steps: [{user: boom, expect: {shouldContain: a}}, {user: hello}]}",
    )
    assert plain_project.run("--hydra").ret == 1
    # The second message was not sent.
    root, chat = sorted(received(collector), key=lambda span: span["name"] == "chat")
    for span in (root, chat):
        assert span["status"] == {
            "code": "STATUS_CODE_ERROR",
            "message": "ValueError: the ledger is closed",
        }
    assert "gen_ai.output.messages" not in chat["attributes"]
    (event,) = chat["events"]
    assert attributes(event)["gen_ai.evaluation.score.label"] == "ungraded"
    assert "gen_ai.evaluation.score.value" not in attributes(event)
    assert "test.case.result.status" not in root["attributes"]


def test_the_model_and_what_it_took(
    plain_project: Project, server: Server, collector: Server
) -> None:
    asked: list[Request] = []

    def answer(line: Line, request: Request) -> None:
        if request.path == "/v1/traces":
            asked.append(request)
            line.answer(b"", Content_Type=PROTOBUF)
        else:
            usage = {"prompt_tokens": 20, "completion_tokens": 10}
            choice = {"message": {"role": "assistant", "content": "Hello"}}
            line.answer({"model": "small-1", "choices": [choice], "usage": usage})

    server.handler = answer
    plain_project.write(
        "hydra.toml",
        f"""
        [bots.shop]
        openai = {{model = "small", base_url = "{server.url}"}}
        [prices.small-1]
        input = 100
        output = 100
        """,
    )
    configure(plain_project, server.url)
    plain_project.write("a.scenario.yaml", "{id: hi, steps: [{user: hi, expect: {maxCalls: 0}}]}")
    assert plain_project.run("--hydra").ret == 0
    collector.requests = asked
    (chat,) = [span for span in received(collector) if span["name"] == "chat small"]
    about = chat["attributes"]
    assert about["gen_ai.provider.name"] == "openai"
    assert about["gen_ai.request.model"] == "small"
    assert about["gen_ai.response.model"] == "small-1"
    assert about["gen_ai.usage.total_tokens"] == "30"
    assert about["gen_ai.usage.cost"] == 0.003


def test_each_run_of_a_repeated_scenario_is_a_trace(
    plain_project: Project, collector: Server
) -> None:
    configure(plain_project, collector.url)
    plain_project.write(
        "a.scenario.yaml",
        "{id: echo, repeat: 3, steps: [{user: hello, expect: {shouldContain: bye, maxCalls: 0}}]}",
    )
    assert plain_project.run("--hydra").ret == 1
    spans = received(collector)
    assert len({span["traceId"] for span in spans}) == 3
    chats = [span for span in spans if span["name"] == "chat"]
    labels = [
        [attributes(event)["gen_ai.evaluation.score.label"] for event in span["events"]]
        for span in chats
    ]
    # Of the runs that are not shown, what passed is not in the report.
    assert sorted(labels) == [["failed"], ["failed"], ["failed", "passed"]]


def test_a_second_export_has_the_same_ids(
    plain_project: Project,
    collector: Server,
    monkeypatch: pytest.MonkeyPatch,
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    plain_project.write("a.scenario.yaml", SCENARIOS)
    plain_project.run("--hydra")
    monkeypatch.chdir(plain_project.path)
    monkeypatch.setenv("TOKEN", "a-secret-token")
    command = ["export", "otlp", "latest", "--endpoint", f"{collector.url}/v1/traces/"]
    capsysbinary.readouterr()
    assert main([*command, "--header", "x-api-key=${TOKEN}"]) == 0
    said = capsysbinary.readouterr().out.decode()
    assert said == f"sent 2 conversations to 127.0.0.1:{collector.port}\n"
    assert main(command) == 0
    first, second = collector.requests
    assert first.headers["X-Api-Key"] == "a-secret-token"
    assert "X-Api-Key" not in second.headers
    assert first.body == second.body
    assert len({(span["traceId"], span["spanId"]) for span in received(collector)}) == 5


def test_a_run_that_is_long_takes_several_requests(
    plain_project: Project, collector: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(send, "_MOST_BYTES", 3000)
    configure(plain_project, collector.url)
    plain_project.write(
        "a.scenario.yaml",
        "{id: echo, repeat: 5, steps: [{user: hello, expect: {shouldContain: hello}}]}",
    )
    result = plain_project.run("--hydra")
    result.stdout.fnmatch_lines(["otlp: sent 5 conversations to *"])
    assert 2 <= len(collector.requests) <= 5
    assert len({span["traceId"] for span in received(collector)}) == 5


def test_secrets_of_a_bot_are_not_sent(
    plain_project: Project, collector: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BANK_KEY", "a-secret-of-the-bank")
    plain_project.write(
        "hydra.toml", '[bots.wallet]\npython="wallet_bot:reply"\nsecrets=["BANK_KEY"]'
    )
    configure(plain_project, collector.url)
    plain_project.write(
        "a.scenario.yaml",
        "{id: echo, steps: [{user: a-secret-of-the-bank, expect: {shouldContain: bank of}}]}",
    )
    assert plain_project.run("--hydra").ret == 1
    (request,) = collector.requests
    assert b"a-secret-of-the-bank" not in request.body
    (chat,) = [span for span in received(collector) if span["name"] == "chat"]
    assert json.loads(chat["attributes"]["gen_ai.output.messages"])[0]["parts"] == [
        {"type": "text", "content": "You said: ${BANK_KEY}"}
    ]


# Without a collector


def refuses(line: Line, request: Request) -> None:
    line.answer({"error": request.headers["Authorization"]}, "401 Unauthorized")


def is_slow(line: Line, _request: Request) -> None:
    line.be_silent()


def drips(line: Line, _request: Request) -> None:
    line.drip(b"HTTP/1.1 200 OK\r\n" + b"x: y\r\n" * 10_000)


def redirects(line: Line, _request: Request) -> None:
    line.answer(b"", "302 Found", Location="http://127.0.0.1:9/login?token=1")


def is_a_page(line: Line, _request: Request) -> None:
    line.answer(b"<html>", Content_Type="text/html")


def is_no_protobuf(line: Line, _request: Request) -> None:
    line.answer(b"\xff", Content_Type=PROTOBUF)


def takes_a_part(line: Line, _request: Request) -> None:
    part = ExportTracePartialSuccess(rejected_spans=2, error_message="a-secret-token is too long")
    body = ExportTraceServiceResponse(partial_success=part).SerializeToString()
    line.answer(body, Content_Type=PROTOBUF)


def takes_a_part_in_json(line: Line, _request: Request) -> None:
    line.answer({"partialSuccess": {"rejectedSpans": "1", "errorMessage": "no"}, "new": 1})


@pytest.mark.parametrize(
    ("handler", "reason"),
    [
        (refuses, "answered 401 Unauthorized"),
        (is_slow, "did not answer within 0.5 s (nothing had arrived)"),
        (drips, "did not answer within 0.5 s (nothing had arrived)"),
        (redirects, "answered 302 Found"),
        (is_a_page, "answered something that is not OTLP"),
        (is_no_protobuf, "answered something that is not OTLP"),
        (takes_a_part, "refused 2 spans: ${COLLECTOR_TOKEN} is too long"),
        (takes_a_part_in_json, "refused 1 span: no"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_collector_that_fails_is_one_line_and_changes_no_status(
    plain_project: Project,
    server: Server,
    monkeypatch: pytest.MonkeyPatch,
    handler: Handler,
    reason: str,
) -> None:
    monkeypatch.setattr(send, "_SECONDS", 0.5)
    monkeypatch.setenv("COLLECTOR_TOKEN", "a-secret-token")
    server.handler = handler
    configure(
        plain_project, server.url, ', headers = {Authorization = "Bearer ${COLLECTOR_TOKEN}"}'
    )
    plain_project.write("a.scenario.yaml", SCENARIOS)
    result = plain_project.run("--hydra", "--hydra-report=report.json")
    assert result.ret == 0
    assert plain_project.report()["verdict"] == "passed"
    lines = [line for line in result.outlines if line.startswith("otlp:")]
    assert lines == [f"otlp: not sent: the collector {reason}"]
    assert "a-secret-token" not in result.stdout.str()


def test_without_a_collector_the_command_fails_in_one_line(
    plain_project: Project,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    plain_project.write("a.scenario.yaml", SCENARIOS)
    plain_project.run("--hydra")
    monkeypatch.chdir(plain_project.path)
    with socket.create_server(("127.0.0.1", 0)) as closed:
        place = f"127.0.0.1:{closed.getsockname()[1]}"
    for more, reason in {
        (): f"the collector could not be reached at {place}: connection refused (tried 2 times)",
        ("--header", "a=${NOTHING}"): "the environment variable NOTHING is not set",
        ("--header", "a b=1"): "headers: 'a b' is not a valid header name",
        ("--endpoint", "ftp://a"): "endpoint: must be an address: 'http://' or 'https://', and a "
        "host",
    }.items():
        capsys.readouterr()
        with pytest.raises(SystemExit) as exit_:
            main(["export", "otlp", "latest", "--endpoint", f"http://{place}", *more])
        assert exit_.value.code == 1
        assert capsys.readouterr().err == f"python -m pytest_hydra export otlp: error: {reason}\n"


def test_a_session_waits_ten_seconds_at_most(
    plain_project: Project, collector: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(send, "_MOST_BYTES", 3000)
    times = iter([0, 0, 11])
    monkeypatch.setattr(send, "now", lambda: next(times))
    configure(plain_project, collector.url)
    plain_project.write(
        "a.scenario.yaml",
        "{id: echo, repeat: 5, steps: [{user: hello, expect: {shouldContain: hello}}]}",
    )
    result = plain_project.run("--hydra")
    assert result.ret == 0
    result.stdout.fnmatch_lines(
        ["otlp: sent only 2 conversations in 10 s: python -m pytest_hydra export otlp * sends all"]
    )
    assert len(collector.requests) == 1


def test_an_interrupted_run_is_not_sent(plain_project: Project, collector: Server) -> None:
    configure(plain_project, collector.url)
    plain_project.write("a.scenario.yaml", SCENARIOS)
    plain_project.write(
        "conftest.py",
        "def pytest_runtest_teardown(item, nextitem):\n"
        "    if nextitem is None:\n"
        "        raise KeyboardInterrupt\n",
    )
    assert plain_project.run_apart("--hydra").ret == pytest.ExitCode.INTERRUPTED
    assert collector.requests == []


def test_a_run_that_is_not_valid_is_an_error(
    plain_project: Project, collector: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure(plain_project, collector.url)
    plain_project.write("a.scenario.yaml", SCENARIOS)
    monkeypatch.setattr(
        RunFolder, "records", lambda *_: [{"nodeid": "a.scenario.yaml::echo", "runs": 1}]
    )
    result = plain_project.run("--hydra")
    assert result.ret == 0
    result.stdout.fnmatch_lines(["otlp: not sent: *: not a valid run: TypeError(*)"])


# What was exported can be read again


TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1).filter(str.strip)
NAMES = st.sampled_from(["search", "add_to_cart", "pay"])
VALUES = st.integers() | st.booleans() | TEXTS.map(lambda text: f"text {text}")
OBJECTS = st.dictionaries(st.sampled_from(["item", "count", "to"]), VALUES, min_size=1)


def calls(results: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[tuple[Call, ...]]:
    fields = st.builds(
        lambda end, **own: Call(**own, **end), results, function=NAMES, params=OBJECTS
    )
    return st.lists(fields, max_size=3).map(tuple)


def turns(results: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[tuple[Turn, ...]]:
    reply = st.builds(
        Reply,
        text=TEXTS,
        calls=calls(results),
        earlier_texts=st.lists(TEXTS, max_size=2).map(tuple),
    )
    turn = st.builds(Turn, user=TEXTS, reply=reply, seconds=st.none() | st.floats(0, 100))
    return st.lists(turn, min_size=1, max_size=4).map(tuple)


# A program reports the results of all its calls, or of none.
OUTCOMES = st.builds(lambda result: {"result": result}, OBJECTS) | st.builds(
    lambda error: {"error": error}, TEXTS
)


@settings(deadline=None, max_examples=100)
@given(turns(OUTCOMES) | turns(st.just({})))
def test_what_was_exported_is_read_again_as_the_same_conversation(
    tmp_path_factory: pytest.TempPathFactory, turns: tuple[Turn, ...]
) -> None:
    run = recorded(tmp_path_factory.mktemp("run"), Conversation(turns=turns, bot="shop"))
    request = ExportTraceServiceRequest(resource_spans=traces_of(REPORT, run))
    document = MessageToDict(ExportTraceServiceRequest.FromString(request.SerializeToString()))
    assert otel.knows([document])
    (found,) = otel.read([document])
    assert found.id == f"{RUN_ID} a.scenario.yaml::tea 1"
    assert list(map(plain, turns_of(found, {})[0])) == list(map(plain, turns))


def plain(turn: Turn) -> object:
    """What is said and done in a turn."""
    reply = turn.reply
    assert reply is not None
    return turn.user, reply.text, reply.earlier_texts, [call_values(call) for call in reply.calls]


REPORT = {
    "repository": None,
    **dict.fromkeys(("commit", "branch", "ci_url")),
    "scenarios": [
        new_result(
            "scenario",
            id="tea",
            nodeid="a.scenario.yaml::tea",
            file="a.scenario.yaml",
            status="passed",
            total=100,
            coverage=1,
            checks=[],
        )
    ],
    "tests": [],
}


def recorded(folder: Path, conversation: Conversation) -> RunFolder:
    """A run folder with this conversation."""
    runs = [{"conversation": conversation_to_plain(conversation)}]
    line = json.dumps({"nodeid": "a.scenario.yaml::tea", "runs": runs})
    (folder / "scenarios.jsonl").write_text(f"{line}\n")
    files = {"scenarios.jsonl": ""}
    return RunFolder(folder, {"run_id": RUN_ID, "finished": True, "files": files, "bots": {}})
