from __future__ import annotations

import json
import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hydra.execution.process import Process
from pytest_hydra.execution.quotas import now
from pytest_hydra.plugins.judges.judge_kinds import (
    MOCK_SCORE,
    RecordedJudgment,
    mock,
    open_judge,
    recorded_judge,
)
from pytest_hydra.plugins.judges.judge_settings import BUILT_IN, JudgeSettings
from pytest_hydra.plugins.judges.protocol import Judge, JudgeAnswer, JudgeError, Panel, Question
from pytest_hydra.settings.prices import PriceSettings
from tests.processes import lives, wait_until

if TYPE_CHECKING:
    from tests.conftest import Handler, Line, Request, Server
    from tests.plugins.judges.conftest import Programs

QUESTION = Question(
    instructions="Grade “this” in JSON.",
    exhibits="<<< exhibit \ud800 é",
    category="Planning",
    prompt_digest="ab",
)


def ask(judges: dict[str, JudgeSettings], root: Path | None = None) -> JudgeAnswer:
    """What the only judge answers."""
    judge = open_judge(next(iter(judges)), judges, root or Path.cwd())
    assert isinstance(judge, Judge)
    try:
        return judge.ask(QUESTION)
    finally:
        judge.stop()


def refused(judges: dict[str, JudgeSettings], root: Path | None = None) -> str:
    with pytest.raises(JudgeError) as error:
        ask(judges, root)
    assert "\n" not in str(error.value)
    return str(error.value)


def model(url: str, **fields: Any) -> dict[str, JudgeSettings]:
    given = {"base_url": url, "retries": 0, "timeout_seconds": 60, **fields}
    return {"gpt": JudgeSettings.model_validate({"model": "openai:gpt-9", **given})}


def completion(content: object, ended: str = "stop", **fields: object) -> dict[str, object]:
    message = {"role": "assistant", "content": content, **fields}
    return {"model": "gpt-9-2026", "choices": [{"message": message, "finish_reason": ended}]}


# Programs.


def test_a_program_reads_the_prompt_and_writes_the_answer(program: Programs) -> None:
    code = "import sys; sys.stdout.buffer.write(sys.stdin.buffer.read())"
    # UTF-8 has no lone surrogates: what is one arrives as its escape.
    assert ask(program(code)) == JudgeAnswer("Grade “this” in JSON.\n\n<<< exhibit \\ud800 é")


def test_a_program_need_not_read_the_prompt(program: Programs) -> None:
    judge = open_judge("program", program("print('done')"), Path.cwd())
    assert isinstance(judge, Judge)
    long = Question(instructions="x" * 2**20, exhibits="", category="", prompt_digest="")
    assert judge.ask(long).text == "done\n"


WRAPPED = {"type": "result", "subtype": "success", "is_error": False, "result": "the answer"}


@pytest.mark.parametrize(
    ("written", "answer"),
    [
        ({**WRAPPED, "total_cost_usd": 0.25}, JudgeAnswer("the answer", 0.25)),
        (WRAPPED, JudgeAnswer("the answer")),
        ({**WRAPPED, "total_cost_usd": 0}, JudgeAnswer("the answer", 0.0)),
        ({**WRAPPED, "total_cost_usd": "0.25"}, JudgeAnswer("the answer")),
        ({**WRAPPED, "total_cost_usd": -1}, JudgeAnswer("the answer")),
        ({**WRAPPED, "total_cost_usd": True}, JudgeAnswer("the answer")),
        (
            {**WRAPPED, "modelUsage": {"claude-a": {}, "claude-b": {}}},
            JudgeAnswer("the answer", None, "claude-a, claude-b"),
        ),
        ([{"type": "system"}, WRAPPED], JudgeAnswer("the answer")),
        ({"result": "the answer", "total_cost_usd": 1}, JudgeAnswer("the answer", 1.0)),
        ({"score": 8, "result": "x"}, JudgeAnswer('{"score": 8, "result": "x"}')),
    ],
)
def test_claudes_wrapping_is_taken_off(
    program: Programs, written: object, answer: JudgeAnswer
) -> None:
    code = f"print({json.dumps(written)!r}, end='')"
    assert ask(program(code)) == answer


FAILING = {
    "exit status 1": (
        "import sys; print('{}'); sys.stderr.write('hm\\nnot logged in\\n'); sys.exit(1)",
        "the command failed: it ended with exit status 1; the last line of its standard error: "
        "not logged in",
    ),
    "a signal": ("import os; os.abort()", "the command failed: it was killed by SIGABRT"),
    "nothing": ("", "the command answered nothing"),
    "white space": ("print()", "the command answered nothing"),
    "no UTF-8": (
        "import sys; sys.stdout.buffer.write(b'\\xff8')",
        "the command answered '\\\\xff8', which is not UTF-8",
    ),
    "an error": (
        f"print({json.dumps({**WRAPPED, 'is_error': True, 'result': 'Credit is low'})!r})",
        "the judge reports an error: Credit is low",
    ),
    "no result": (
        f"print({json.dumps({'type': 'result', 'subtype': 'error_max_turns'})!r})",
        "the judge reports an error: error_max_turns",
    ),
    "an error by its kind": (
        f"print({json.dumps({**WRAPPED, 'subtype': 'error_max_turns', 'result': '8/10'})!r})",
        "the judge reports an error: 8/10",
    ),
    "an empty result": (
        f"print({json.dumps({**WRAPPED, 'result': ' '})!r})",
        "the judge answered nothing",
    ),
    "50 MB": (
        "import sys\nfor _ in range(50): sys.stdout.write('x' * 2**20)",
        "the command failed: it wrote more than 8388608 bytes: 'xxx",
    ),
}


@pytest.mark.parametrize(("code", "reason"), FAILING.values(), ids=FAILING)
def test_a_program_that_fails_says_how(program: Programs, code: str, reason: str) -> None:
    assert refused(program(code)).startswith(reason)


def test_a_slow_program_is_killed_with_all_that_it_started(tmp_path: Path) -> None:
    # A shell has said it long before its time is up, on a busy machine too.
    line = f"sleep 99 & echo $! > {tmp_path}/pid; echo so far; exec sleep 99"
    slow = JudgeSettings(command=["/bin/sh", "-c", line], retries=0, timeout_seconds=1.5)
    assert refused({"slow": slow}) == (
        "the command failed: did not answer within 1.5 s; it had written 7 bytes: 'so far'"
    )
    assert not lives(int((tmp_path / "pid").read_text()))


def test_a_program_that_failed_is_run_again(program: Programs, tmp_path: Path) -> None:
    code = (
        f"import sys\nmarks = open({str(tmp_path / 'marks')!r}, 'a+')\nmarks.write('x')\n"
        "marks.seek(0)\nif marks.read() == 'x': sys.exit(1)\n"
        f"print({json.dumps({**WRAPPED, 'total_cost_usd': 0.5})!r})"
    )
    assert ask(program(code, retries=1)).cost_usd == 0.5
    assert (tmp_path / "marks").read_text() == "xx"


@pytest.mark.parametrize(("status", "last"), [(0, b"fine"), (1, b"fine"), (0, b"\xff")])
def test_what_failed_tries_cost_is_reported_with_what_came_of_them(
    program: Programs, tmp_path: Path, status: int, last: bytes
) -> None:
    failed = json.dumps({**WRAPPED, "is_error": True, "total_cost_usd": 0.5})
    code = (
        f"import os, sys\nmark = {str(tmp_path / 'mark')!r}\n"
        f"if os.path.exists(mark): os.write(1, {last!r})\n"
        f"else: open(mark, 'x'); print({failed!r}); sys.exit({status})"
    )
    if last == b"fine":
        assert ask(program(code, retries=1)) == JudgeAnswer("fine", failed_usd=0.5)
        return
    with pytest.raises(JudgeError, match="not UTF-8") as caught:
        ask(program(code, retries=1))
    assert caught.value.cost_usd == 0.5


def test_how_often_a_program_was_run_is_said(program: Programs) -> None:
    assert refused(program("raise SystemExit(3)", retries=1)).endswith("status 3 (tried 2 times)")


def test_a_program_is_found_from_the_folder_of_hydra_toml_and_run_there(tmp_path: Path) -> None:
    script = tmp_path / "judge.sh"
    script.write_text("#!/bin/sh\npwd\n")
    judges = {"mine": JudgeSettings(command=["./judge.sh"])}
    assert "is not executable; run chmod +x" in refused(judges, tmp_path)
    script.chmod(0o755)
    assert ask(judges, tmp_path).text == f"{tmp_path}\n"


def test_the_built_in_claude_reads_nothing_of_the_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "claude"
    script.write_text('#!/bin/sh\npwd; ls -A; echo "$@"\n')
    script.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    where, said = ask(dict(BUILT_IN), tmp_path).text.splitlines()
    assert not where.startswith(str(tmp_path))
    assert said == " ".join(BUILT_IN["claude"].command or [])[len("claude ") :]
    assert not Path(where).exists()


def test_there_is_no_such_program(tmp_path: Path) -> None:
    judges = {"gone": JudgeSettings(command=["no-such-judge", "--print"])}
    assert refused(judges, tmp_path).startswith(
        "judge 'gone': the command no-such-judge was not found on PATH"
    )


def test_a_stopped_program_ends_at_once(program: Programs, tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    code = f"import time\nopen({str(begun)!r}, 'w').close()\ntime.sleep(99)"
    judge = open_judge("program", program(code, retries=5), Path.cwd())
    assert isinstance(judge, Judge)
    errors: list[JudgeError] = []

    def run() -> None:
        try:
            judge.ask(QUESTION)
        except JudgeError as error:
            errors.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    wait_until(begun.exists)
    judge.stop()
    thread.join(50)
    assert [str(error) for error in errors] == ["the judge was stopped: the session has ended"]


def test_a_program_that_is_stopped_while_it_starts_ends_at_once(
    program: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge = open_judge("program", program("import time\ntime.sleep(99)"), Path.cwd())
    assert isinstance(judge, Judge)

    class StoppedAtItsStart(Process):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            judge.stop()
            super().__init__(*arguments, **options)

    monkeypatch.setattr("pytest_hydra.plugins.judges.command.Process", StoppedAtItsStart)
    with pytest.raises(JudgeError, match="the judge was stopped: the session has ended"):
        judge.ask(QUESTION)


# Models.


def test_a_model_is_asked_as_the_api_wants_it(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("A_KEY", "sk-very-secret")
    server.answers(completion("the answer"))
    judges = model(f"{server.url}/v1/", api_key_env="A_KEY", temperature=0.5)
    assert ask(judges) == JudgeAnswer("the answer", None, "gpt-9-2026")
    (request,) = server.requests
    assert request.path == "/v1/chat/completions"
    assert request.headers["Authorization"] == "Bearer sk-very-secret"
    assert request.json == {
        "model": "gpt-9",
        "temperature": 0.5,
        "messages": [
            {"role": "system", "content": QUESTION.instructions},
            {"role": "user", "content": QUESTION.exhibits},
        ],
        "response_format": {"type": "json_object"},
    }
    judge = open_judge("gpt", judges, Path.cwd())
    assert isinstance(judge, Judge)
    assert "very-secret" not in json.dumps(judge.key)


def test_what_a_model_answers_has_a_price(server: Server) -> None:
    usage = {"usage": {"prompt_tokens": 1000, "completion_tokens": 100}}
    prices = {"gpt-9": PriceSettings(input=10, output=100)}
    judges = {name: each.with_prices(prices) for name, each in model(server.url).items()}
    server.answers({**completion("the answer"), **usage})
    assert ask(judges) == JudgeAnswer("the answer", 0.02, "gpt-9-2026")
    # What was cut off is paid for, too.
    server.answers({**completion("the ans", "length"), **usage})
    with pytest.raises(JudgeError, match="cut off") as caught:
        ask(judges)
    assert caught.value.cost_usd == 0.02


def test_a_server_that_knows_less_is_asked_plainly(server: Server) -> None:
    def handle(line: Line, request: Request) -> None:
        if "response_format" in request.json:
            line.answer({"error": "response_format is not supported"}, "400 Bad Request")
        else:
            line.answer(completion([{"type": "text", "text": "the "}, {"text": "answer"}]))

    server.handler = handle
    judge = open_judge("gpt", model(server.url), Path.cwd())
    assert isinstance(judge, Judge)
    assert judge.ask(QUESTION).text == judge.ask(QUESTION).text == "the answer"
    judge.stop()
    # It was told once.
    assert [len(request.json["messages"]) for request in server.requests] == [2, 1, 1]
    assert server.requests[1].json["messages"][0]["content"] == QUESTION.prompt


def then_answers(first: Handler) -> Handler:
    """What does one thing at first, and answers the second time."""
    left = [first]
    return lambda line, request: (
        left.pop()(line, request) if left else line.answer(completion("the answer"))
    )


PASSING: dict[str, Handler] = {
    "429": lambda line, _: line.answer({}, "429 Too Many Requests", Retry_After="0"),
    "500": lambda line, _: line.answer({}, "500 Oops", Retry_After="0"),
    "529": lambda line, _: line.answer({}, "529 Overloaded", Retry_After="0"),
    "cut before": lambda line, _: line.connection.shutdown(2),
}


@pytest.mark.parametrize("handler", PASSING.values(), ids=PASSING)
def test_passing_trouble_passes(server: Server, handler: Handler) -> None:
    server.handler = then_answers(handler)
    assert ask(model(server.url, retries=1)).text == "the answer"
    assert len(server.requests) == 2


def test_a_wait_that_is_asked_for_is_waited_for(server: Server) -> None:
    server.handler = then_answers(
        lambda line, _: line.answer({}, "429 Too Many Requests", Retry_After="1")
    )
    started = now()
    assert ask(model(server.url, retries=1)).text == "the answer"
    assert now() - started >= 1


def silent(line: Line, _request: Request) -> None:
    line.be_silent()


def broken_stream(line: Line, _request: Request) -> None:
    line.send(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n{")
    line.connection.shutdown(2)


BROKEN: dict[str, tuple[Handler, str]] = {
    "429": (
        lambda line, _: line.answer({"error": "slow down"}, "429 Too Many Requests"),
        'the server answered 429 Too Many Requests: \'{"error": "slow down"}\'',
    ),
    "429 for long": (
        lambda line, _: line.answer({}, "429 Too Many Requests", Retry_After="9999"),
        "the server answered 429",
    ),
    "500": (lambda line, _: line.answer({}, "500 Oops"), "the server answered 500 Oops"),
    "401": (lambda line, _: line.answer({}, "401 No"), "the server answered 401 No"),
    "400": (
        lambda line, _: line.answer("why", "400 Bad"),
        "the server answered 400 Bad: '\"why\"'",
    ),
    "slow": (silent, "the server did not answer within 0.5 s"),
    "broken stream": (
        broken_stream,
        "the server closed the connection in the middle of its answer, after 1 bytes",
    ),
    "no JSON": (lambda line, _: line.answer(b"{"), "the server answered '{', which is not JSON"),
    "HTML": (
        lambda line, _: line.answer(b"<p>", Content_Type="text/html"),
        "the server answered text/html, where JSON is expected",
    ),
    "another schema": (lambda line, _: line.answer({"text": "8"}), "not a chat completion"),
    "no choices": (lambda line, _: line.answer({"choices": []}), "not a chat completion"),
    "odd choices": (lambda line, _: line.answer({"choices": [3]}), "not a chat completion"),
    "an error beside an answer": (
        lambda line, _: line.answer({**completion("8"), "error": {"message": "partial failure"}}),
        "the server answered with an error: {'message': 'partial failure'}",
    ),
    "two answers": (
        lambda line, _: line.answer({"choices": [{"message": {"content": "8"}}] * 2}),
        "the server answered 2 choices; a judge gives one answer",
    ),
    "a list": (lambda line, _: line.answer([]), "not a chat completion"),
    "null": (lambda line, _: line.answer(completion(None)), "the model answered nothing"),
    "a number": (lambda line, _: line.answer(completion(8)), "the model answered nothing"),
    "a refusal": (
        lambda line, _: line.answer(completion(None, refusal="I won't")),
        "the model refused to answer: I won't",
    ),
    "an answer that was cut": (
        lambda line, _: line.answer(completion('{"score": 9}', "length")),
        "the model's answer was cut off: its finish_reason is length",
    ),
    "50 MB": (
        lambda line, _: line.answer(b'"' + b"x" * 50 * 2**20 + b'"'),
        "the server answered more than 8,388,608 bytes (52,428,802 are announced)",
    ),
}


@pytest.mark.parametrize(("handler", "reason"), BROKEN.values(), ids=BROKEN)
def test_a_model_that_fails_says_how(server: Server, handler: Handler, reason: str) -> None:
    server.handler = handler
    seconds = 0.5 if handler is silent else 60
    said = refused(model(server.url, timeout_seconds=seconds))
    assert reason in said
    assert "max_reply_bytes" not in said


def test_nobody_listens() -> None:
    assert "could not be reached at 127.0.0.1:9" in refused(model("http://127.0.0.1:9"))


def test_a_key_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    judges = {"gpt": JudgeSettings(model="openai:gpt-9")}
    assert refused(judges) == (
        "judge 'gpt' needs the environment variable OPENAI_API_KEY, which is not set"
    )


def test_a_key_is_never_shown(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_KEY", "sk-very-secret")
    server.handler = lambda line, request: line.answer(
        {"error": request.headers["Authorization"]}, "401 No"
    )
    said = refused(model(server.url, api_key_env="A_KEY"))
    assert "very-secret" not in said
    assert "${A_KEY}" in said


# Others.


def test_names_that_are_wrong() -> None:
    with pytest.raises(
        JudgeError, match=r"no judge 'cluade'; did you mean 'claude'\? valid: claude, mock"
    ):
        open_judge("cluade", BUILT_IN, Path.cwd())


def test_the_mock_asks_nobody_and_says_so() -> None:
    judge = open_judge("mock", {}, Path.cwd())
    assert judge.mock
    assert isinstance(judge, Judge)
    said = json.loads(judge.ask(QUESTION).text)
    assert said["score"] == MOCK_SCORE == 8
    assert all("MOCK" in text for key in ("strengths", "evidence") for text in said[key])


def test_a_panel_has_members_that_may_be_broken(program: Programs) -> None:
    judges = {
        **program("print('x')"),
        "gone": JudgeSettings(command=["no-such-judge"]),
        "both": JudgeSettings(panel=["program", "gone"]),
    }
    panel = open_judge("both", judges, Path.cwd())
    assert isinstance(panel, Panel)
    assert [member.name for member in panel.members] == ["program", "gone"]
    assert panel.members[0].ask(QUESTION).text == "x\n"
    with pytest.raises(JudgeError, match="judge 'gone': the command no-such-judge was not found"):
        panel.members[1].ask(QUESTION)
    panel.stop()
    assert not panel.mock


def test_a_panel_is_no_member() -> None:
    judges = {
        "inner": JudgeSettings(panel=["mock", "claude"]),
        "outer": JudgeSettings(panel=["inner", "mock"]),
    }
    with pytest.raises(JudgeError, match="'inner' is a panel, and cannot be a member of another"):
        open_judge("outer", judges, Path.cwd())
    assert Panel("p", (mock(),)).mock


def test_recorded_judgments_answer_their_questions() -> None:
    records: list[dict[str, Any]] = [
        {"category": "Planning", "answer": "old"},
        {"category": "Planning", "answer": {"score": 8}, "model": "m", "prompt_digest": "ab"},
        {"category": "Other", "answer": "x", "prompt_digest": "cd"},
        {"category": "Planning", "answer": "second", "sample": 2},
    ]
    judgments = [RecordedJudgment.model_validate(record) for record in records]
    judge = recorded_judge("rec", judgments, "judgments.jsonl")
    assert judge.ask(QUESTION) == JudgeAnswer('{"score": 8}', 0.0, "m")

    def about(category: str, sample: int = 1) -> Question:
        return Question(
            instructions="", exhibits="", category=category, prompt_digest="ab", sample=sample
        )

    assert judge.ask(about("Planning", 2)).text == "second"
    for question, reason in (
        (about("Third"), "judgments.jsonl has no judgment of 'Third'"),
        (about("Planning", 3), "has no judgment of 'Planning', sample 3"),
        (about("Other"), "of 'Other' in judgments.jsonl was made with other exhibits"),
    ):
        with pytest.raises(JudgeError, match=reason):
            judge.ask(question)


def test_recorded_judgments_are_read_from_a_file(tmp_path: Path) -> None:
    judges = {"rec": JudgeSettings(recorded="said.jsonl")}
    assert refused(judges, tmp_path) == "said.jsonl: there is no such file"
    file = tmp_path / "said.jsonl"
    file.write_text('{"category": "Planning", "answer": {"score": 3}}\n')
    assert ask(judges, tmp_path) == JudgeAnswer('{"score": 3}', 0.0)
    for bad, said in (
        ("no", "is not valid JSON"),
        ("[]", "must be a mapping"),
        ('{"category": "x"}', "the key 'answer' is missing"),
        ("[" * 100_000, "is not valid JSON"),
        ('{"category": "x", "answer": "y", "promt_digest": "z"}', "'prompt_digest'? valid: "),
        ('{"category": "x", "answer": {"score": 3, "score": 9}}', "the key 'score' occurs twice"),
        ('{"category": "x", "answer": 9}', "answer: must be text or a mapping"),
        ('{"category": "x", "answer": "y", "sample": 0}', "sample: must be at least 1, not 0"),
    ):
        file.write_text(f'{{"category": "x", "answer": "y"}}\n{bad}\n')
        assert refused(judges, tmp_path).startswith("said.jsonl:2: ")
        assert said in refused(judges, tmp_path)
