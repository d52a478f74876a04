"""Gateways between agents and models: what they pass on, count, end, record and replay."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx2
import pytest

from pytest_hydra.plugins.agents.gateway import (
    Gateway,
    GatewayError,
    ModelAnswer,
    Recording,
    Spending,
    refusal,
)
from pytest_hydra.plugins.agents.model_requests import ModelRequest, usage_of
from pytest_hydra.plugins.agents.upstream import Upstream
from tests.plugins.agents.scripted_model import ScriptedModel

TOKEN, KEY = "token-of-the-agent", "sk-the-key"
TOOLS = [{"name": "Bash"}]


def messages(*texts: str, **more: Any) -> dict[str, Any]:
    said = [{"role": "user", "content": [{"type": "text", "text": text}]} for text in texts]
    return {"model": "small", "messages": said, "tools": TOOLS, **more}


def answers(*bodies: bytes, status: int = 200) -> Callable[[ModelRequest], ModelAnswer]:
    return lambda _: ModelAnswer(status, iter(bodies), {"content-type": "application/json"})


def usage(count: int) -> bytes:
    return json.dumps({"usage": {"input_tokens": count, "output_tokens": 1}}).encode()


def send(gateway: Gateway, body: object, path: str = "/v1/messages") -> httpx2.Response:
    headers = {"x-api-key": TOKEN}
    return httpx2.post(gateway.url + path, json=body, headers=headers, trust_env=False)


@pytest.fixture
def model() -> Iterator[ScriptedModel]:
    with ScriptedModel([("ls", "Done.")]) as server:
        yield server


@pytest.mark.parametrize(
    ("body", "counts"),
    [
        (
            b'{"usage": {"input_tokens": 5, "output_tokens": 2}}',
            {"input_tokens": 5, "output_tokens": 2},
        ),
        (
            b'event: message_start\ndata: {"message": {"usage": {"input_tokens": 5, '
            b'"cache_read_input_tokens": 7, "output_tokens": 1}}}\n\n'
            b'event: message_delta\ndata: {"usage": {"output_tokens": 20}}\n\n',
            {"input_tokens": 5, "cache_read_input_tokens": 7, "output_tokens": 20},
        ),
        (
            b'data: {"type": "response.completed", "response": {"usage": {"input_tokens": 9, '
            b'"input_tokens_details": {"cached_tokens": 4}, "output_tokens": 2}}}\r\n\r\n',
            {"input_tokens": 9, "cached_tokens": 4, "output_tokens": 2},
        ),
        (
            b'data: {"choices": [], "usage": null}\n\ndata: {"choices": [], "usage": '
            b'{"prompt_tokens": 3, "completion_tokens": 4}}\n\ndata: [DONE]\n\n',
            {"prompt_tokens": 3, "completion_tokens": 4},
        ),
        (b'data: {"usageMetadata": {"promptTokenCount": 8}}\n\n', {"promptTokenCount": 8}),
        (b"no JSON", {}),
    ],
)
def test_the_usage_of_each_api_is_read(body: bytes, counts: dict[str, int]) -> None:
    assert usage_of(body) == counts


@pytest.mark.parametrize(
    "path", ["/v1/messages?beta=true", "/v1beta/models/m:streamGenerateContent"]
)
def test_an_answer_is_passed_on_and_counted(path: str, model: ScriptedModel) -> None:
    body = {
        "contents": [{"role": "user", "parts": [{"text": "Go."}]}],
        **messages("Go.", stream=True),
    }
    with (
        Upstream(model.url, {TOKEN: KEY}) as upstream,
        Gateway(upstream.ask, token=TOKEN) as gateway,
    ):
        answer = send(gateway, body, path)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "text/event-stream")
        assert answer.text == httpx2.post(model.url + path, json=body, trust_env=False).text
        spent = gateway.take()
        assert len(spent.counts) == 1
        assert gateway.take() == Spending()


def test_the_agent_has_a_token_and_the_model_gets_the_key() -> None:
    seen: list[ModelRequest] = []

    def ask(request: ModelRequest) -> ModelAnswer:
        seen.append(request)
        return refusal(400, "seen")

    with ExitStack() as stack:
        real = stack.enter_context(Gateway(ask))
        upstream = stack.enter_context(Upstream(real.url, {TOKEN: KEY}))
        gateway = stack.enter_context(Gateway(upstream.ask, token=TOKEN))
        headers = {"Authorization": f"Bearer {TOKEN}"}
        url = f"{gateway.url}/v1beta/models/m:generateContent?key={TOKEN}"
        httpx2.post(url, json={}, headers=headers, trust_env=False)
        assert httpx2.post(url.partition("?")[0], json={}, trust_env=False).status_code == 401
    (request,) = seen
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert request.path.endswith(f"?key={KEY}")
    assert TOKEN not in repr(request)


@pytest.mark.parametrize(
    "path", ["/v1/files", "/v1/messages/batches", "/v1/messages/../files", "/", "/v1/models/a/b"]
)
def test_nothing_else_of_a_provider_is_reached(path: str) -> None:
    with Gateway(answers(b"{}"), token=TOKEN) as gateway, socket.socket() as client:
        client.connect(("127.0.0.1", int(gateway.url.rpartition(":")[2])))
        client.sendall(f"GET {path} HTTP/1.1\r\nx-api-key: {TOKEN}\r\n\r\n".encode())
        assert client.recv(1000).startswith(b"HTTP/1.1 404")


def test_a_stream_of_chat_completions_is_asked_for_its_usage() -> None:
    plain = ModelRequest("POST", "/chat/completions", body=b'{"stream": false}')
    assert plain.with_usage == plain.body
    stream = ModelRequest("POST", "/chat/completions", body=b'{"stream": true, "n": 1}')
    options = {"stream_options": {"include_usage": True}}
    assert json.loads(stream.with_usage) == {"stream": True, "n": 1, **options}


def test_a_run_is_ended_at_its_cap_before_the_next_request() -> None:
    def price(name: str, counts: object) -> float:
        assert (name, counts) == ("small", {"input_tokens": 5, "output_tokens": 1})
        return 0.006

    asked: list[ModelRequest] = []

    def ask(request: ModelRequest) -> ModelAnswer:
        asked.append(request)
        return answers(usage(5))(request)

    with Gateway(ask, token=TOKEN, price=price, most_usd=0.01) as gateway:
        statuses = [send(gateway, messages(str(n))).status_code for n in range(4)]
        fault = gateway.fault
        assert gateway.take().cost_usd == pytest.approx(0.012)
    assert statuses == [200, 200, 403, 403]
    assert len(asked) == 2
    assert fault == (
        "it was ended before its next request, as it has cost $0.012, and max_cost_usd of the "
        "agent is $0.01"
    )


def test_a_cap_without_prices_ends_a_run_after_its_first_answer() -> None:
    with Gateway(answers(usage(5)), token=TOKEN, most_usd=0.01) as gateway:
        assert send(gateway, messages("1")).status_code == 200
        assert send(gateway, messages("2")).status_code == 403
        assert gateway.fault is not None
        assert "the price of 'small' is not known" in gateway.fault


def test_an_answer_counts_though_the_agent_has_left() -> None:
    with Gateway(answers(b" ", b" ", usage(7)), token=TOKEN) as gateway:
        with socket.socket() as client:
            client.connect(("127.0.0.1", int(gateway.url.rpartition(":")[2])))
            head = (
                f"POST /v1/messages HTTP/1.1\r\nx-api-key: {TOKEN}\r\nContent-Length: 2\r\n\r\n{{}}"
            )
            client.sendall(head.encode())
            client.recv(1)
        assert gateway.take().counts == [{"input_tokens": 7, "output_tokens": 1}]


def test_an_answer_that_breaks_off_is_counted_and_not_kept() -> None:
    kept: list[object] = []

    def broken() -> Iterable[bytes]:
        yield b'data: {"message": {"usage": {"input_tokens": 5}}}\n\n'
        raise GatewayError("the model is gone")

    with Gateway(
        lambda _: ModelAnswer(200, broken()), token=TOKEN, keep=lambda *pair: kept.append(pair)
    ) as gateway:
        with pytest.raises(httpx2.TransportError):
            send(gateway, messages("1"))
        assert gateway.take().counts == [{"input_tokens": 5}]
    assert kept == []


def test_a_model_that_cannot_be_reached_may_be_asked_again() -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    with Upstream(url, {}) as upstream, Gateway(upstream.ask, token=TOKEN) as gateway:
        assert send(gateway, messages("1")).status_code == 502
        assert gateway.fault is None


def recording(path: Path, folder: str = "") -> Recording:
    return Recording(path, lambda text: text.replace(folder, "…") if folder else text, str)


def test_recorded_answers_are_given_again(tmp_path: Path, model: ScriptedModel) -> None:
    path = tmp_path / "gateway" / "a.jsonl"
    first = recording(path, "/work/one")
    first.begin()
    bodies = [messages(f"Work in /work/{{}} on 2026-11-26.{n}", stream=True) for n in range(2)]
    with (
        Upstream(model.url, {}) as upstream,
        Gateway(upstream.ask, token=TOKEN, keep=first.keep) as gateway,
    ):
        early = json.dumps(bodies).replace("{}", "one")
        texts = [send(gateway, body).text for body in json.loads(early)]
        used = gateway.take()
    second = recording(path, "/work/two")
    second.load()
    later = json.dumps(bodies).replace("{}", "two").replace("2026-11-26", "2027-01-01")
    with Gateway(second.ask, token=TOKEN) as gateway:
        assert [send(gateway, body).text for body in json.loads(later)] == texts
        assert gateway.take() == used
        assert gateway.fault is None
    assert KEY not in path.read_text()


@pytest.mark.parametrize(
    ("change", "new"),
    [
        ({"messages": messages("One.", "Two.")["messages"]}, "messages 2"),
        ({"messages": messages("Other.")["messages"]}, "messages 1"),
        ({"tools": []}, "tools"),
        ({"model": "large"}, "model"),
        ({"system": "Be brief."}, "system"),
        ({"tools": ..., "metadata": {}}, "no tools"),
    ],
)
def test_a_request_that_was_not_recorded_says_what_is_new(
    change: dict[str, Any], new: str, tmp_path: Path
) -> None:
    first = recording(tmp_path / "a.jsonl")
    first.begin()
    with Gateway(answers(usage(1)), token=TOKEN, keep=first.keep) as gateway:
        send(gateway, messages("One.", metadata={"user_id": "1"}))
    first.load()
    with Gateway(first.ask, token=TOKEN) as gateway:
        body = {key: value for key, value in {**messages("One."), **change}.items() if value != ...}
        assert send(gateway, body).status_code == 403
        assert gateway.fault is not None
        assert f"the agent's request 1 was not recorded (new: {new})" in gateway.fault


def test_equal_requests_get_their_answers_in_order(tmp_path: Path) -> None:
    first = recording(tmp_path / "a.jsonl")
    first.begin()
    bodies = iter([usage(1), usage(2)])

    def ask(_: ModelRequest) -> ModelAnswer:
        return ModelAnswer(200, [next(bodies)])

    with Gateway(ask, token=TOKEN, keep=first.keep) as gateway:
        for _ in range(2):
            send(gateway, messages("One."))
    first.load()
    with Gateway(first.ask, token=TOKEN) as gateway:
        found = [send(gateway, messages("One.")).json()["usage"]["input_tokens"] for _ in range(3)]
    assert found == [1, 2, 2]


def test_what_was_not_recorded_cannot_be_replayed(tmp_path: Path) -> None:
    with pytest.raises(GatewayError, match=r"a.jsonl was not recorded"):
        recording(tmp_path / "a.jsonl").load()


@pytest.mark.parametrize(
    ("once", "again"),
    [
        ("[main 1a2b3c4] Say hello", "[main 9f8e7d6] Say hello"),
        ("1 passed in 0.01s", "1 passed in 0.32s"),
        ("Chunk ID: abcdef\nWall time: 0.0513 seconds", "Chunk ID: 012345\nWall time: 1.2 seconds"),
        ("Date: Thu Nov 26 23:16:07 2026 +0000", "Date: Fri Jan 1 01:02:03 2027 +0000"),
        ("Today's date is Thursday, November 26, 2026", "Today's date is Friday, January 1, 2027"),
        ("f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "00000000-7dec-11d0-a765-00a0c91e6bf6"),
        ("-rw-r--r-- 1 a a 5 Nov 26 23:16 x", "-rw-r--r-- 1 a a 5 Jan  1 01:02 x"),
    ],
)
def test_what_differs_from_run_to_run_is_the_same_request(once: str, again: str) -> None:
    outlines = [
        ModelRequest("POST", "/v1/messages", body=json.dumps(messages(text)).encode()).outline(str)
        for text in (once, again)
    ]
    assert outlines[0] == outlines[1]


@pytest.mark.parametrize(
    ("once", "again"),
    [
        ("voucher=9 must be 0", "voucher=8 must be 0"),
        ("1 passed", "2 passed"),
        ("decade", "facade"),
    ],
)
def test_what_was_asked_is_another_request(once: str, again: str) -> None:
    outlines = [
        ModelRequest("POST", "/v1/messages", body=json.dumps(messages(text)).encode()).outline(str)
        for text in (once, again)
    ]
    assert outlines[0] != outlines[1]
