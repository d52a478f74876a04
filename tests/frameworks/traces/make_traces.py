"""Make tests/plugins/trace_formats/samples with the real libraries, whose models follow a script.

    pip install openai-agents google-adk botocore pydantic-ai-slim opentelemetry-sdk \\
        opentelemetry-exporter-otlp-proto-common harbor
    npm install ai zod
    python make_traces.py FOLDER [NAME …]

Beside each trace stands what the library's own objects say of it, in expected.json. Those of Claude
Code and Codex were printed by the programs themselves, which asked a server on this machine that
followed a script; what a session begins with was cut down to its names.
"""

from __future__ import annotations

import asyncio
import base64
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
TURNS = json.loads((HERE / "script.json").read_text("utf-8"))
OUTCOMES = {
    json.dumps([call["function"], call["params"]], sort_keys=True): call
    for turn in TURNS
    for call in turn["calls"]
}


def outcome(function: str, **params: Any) -> Any:
    """What a tool gives by the script. Raises ValueError where it fails there."""
    call = OUTCOMES[json.dumps([function, params], sort_keys=True)]
    if "error" in call:
        raise ValueError(call["error"])
    return call["result"]


def find_contact(name: str) -> dict[str, Any]:
    """Find a contact."""
    return outcome("find_contact", name=name)


def transfer(amount: int, to: str) -> dict[str, Any]:
    """Send DOT to an address."""
    return outcome("transfer", amount=amount, to=to)


def as_text(tool: Callable[..., Any]) -> Callable[..., str]:
    """The tool, which gives JSON: the model would be told the repr of a mapping."""

    @wraps(tool)
    def told(*args: Any, **kwargs: Any) -> str:
        return json.dumps(tool(*args, **kwargs))

    return told


def rounds() -> Iterator[tuple[int, Any]]:
    """What the model does each time it is asked: a call, or the text of a turn."""
    number = 0
    for turn in TURNS:
        for step in (*turn["calls"], turn["text"]):
            number += 1
            yield number, step


def openai_agents(folder: Path) -> Any:
    """The state of a run, and the list of items that the next run would be given."""
    from agents import (
        Agent,
        Model,
        ModelResponse,
        Runner,
        Usage,
        function_tool,
        set_tracing_disabled,
    )
    from agents.items import MessageOutputItem, ToolCallItem, ToolCallOutputItem
    from openai.types.responses import (
        ResponseFunctionToolCall,
        ResponseOutputMessage,
        ResponseOutputText,
    )

    script = rounds()

    class Scripted(Model):
        async def get_response(self, *_: Any, **__: Any) -> ModelResponse:
            number, step = next(script)
            output: Any
            if isinstance(step, str):
                text = ResponseOutputText(type="output_text", text=step, annotations=[])
                output = ResponseOutputMessage(
                    id=f"msg_{number}",
                    type="message",
                    role="assistant",
                    status="completed",
                    content=[text],
                )
            else:
                output = ResponseFunctionToolCall(
                    type="function_call",
                    call_id=f"call_{number}",
                    name=step["function"],
                    arguments=json.dumps(step["params"]),
                )
            used = Usage(requests=1, input_tokens=100, output_tokens=10, total_tokens=110)
            return ModelResponse(output=[output], usage=used, response_id=None)

        def stream_response(self, *_: Any, **__: Any) -> Any:
            raise NotImplementedError

    async def run() -> Any:
        set_tracing_disabled(True)
        failure = {"failure_error_function": lambda _, error: f"Error: {error}"}
        tools = [function_tool(as_text(tool), **failure) for tool in (find_contact, transfer)]
        agent = Agent(name="wallet", model=Scripted(), tools=tools)
        said: Any = []
        turns = []
        for number, turn in enumerate(TURNS):
            result = await Runner.run(agent, [*said, {"role": "user", "content": turn["user"]}])
            said = result.to_input_list()
            write(folder / f"openai-agents-state-{number}.json", result.to_state().to_json())
            calls: list[Any] = []
            for item in result.new_items:
                if isinstance(item, ToolCallItem):
                    params = json.loads(item.raw_item.arguments)
                    calls.append({"function": item.raw_item.name, "params": params})
                if isinstance(item, ToolCallOutputItem):
                    failed = item.output.startswith("Error")
                    calls[-1]["result"] = item.output if failed else json.loads(item.output)
            last = [item for item in result.new_items if isinstance(item, MessageOutputItem)][-1]
            text = "".join(part.text for part in last.raw_item.content)
            turns.append({"user": turn["user"], "text": text, "calls": calls})
        (folder / "openai-agents-state-0.json").unlink()
        (folder / "openai-agents-state-1.json").rename(folder / "openai-agents-state.json")
        write(folder / "openai-agents-items.json", said)
        return turns

    turns = asyncio.run(run())
    return {"openai-agents-items.json": turns, "openai-agents-state.json": turns}


def google(folder: Path) -> Any:
    """A session of ADK, its events as lines, and one answer of Gemini's API."""
    from google.adk.agents import LlmAgent
    from google.adk.models.base_llm import BaseLlm
    from google.adk.models.llm_response import LlmResponse
    from google.adk.runners import InMemoryRunner
    from google.genai import types

    script = rounds()

    class Scripted(BaseLlm):
        async def generate_content_async(self, *_: Any, **__: Any) -> Any:
            _, step = next(script)
            part = types.Part(text=step) if isinstance(step, str) else None
            part = part or types.Part.from_function_call(name=step["function"], args=step["params"])
            thought = types.Part(text="Let me think.", thought=True)
            used = types.GenerateContentResponseUsageMetadata(
                prompt_token_count=100, candidates_token_count=8, thoughts_token_count=2
            )
            content = types.Content(role="model", parts=[thought, part])
            yield LlmResponse(content=content, usage_metadata=used, model_version="gemini-x")

    def safe_transfer(amount: int, to: str) -> dict[str, Any]:
        """Send DOT to an address."""
        try:
            return transfer(amount, to)
        except ValueError as error:
            return {"error": str(error)}

    safe_transfer.__name__ = "transfer"

    async def run() -> Any:
        agent = LlmAgent(
            name="wallet", model=Scripted(model="x"), tools=[find_contact, safe_transfer]
        )
        runner = InMemoryRunner(agent, app_name="bank")
        session = await runner.session_service.create_session(
            app_name="bank", user_id="ada", session_id="adk-1"
        )
        turns = []
        for turn in TURNS:
            calls: dict[str, Any] = {}
            text = ""
            message = types.Content(role="user", parts=[types.Part(text=turn["user"])])
            async for event in runner.run_async(
                user_id="ada", session_id=session.id, new_message=message
            ):
                for call in event.get_function_calls():
                    calls[call.id] = {"function": call.name, "params": call.args}
                for response in event.get_function_responses():
                    failed = set(response.response) == {"error"}
                    key = "error" if failed else "result"
                    calls[response.id][key] = (
                        response.response["error"] if failed else response.response
                    )
                if event.is_final_response():
                    text = "".join(part.text for part in event.content.parts if not part.thought)
            turns.append({"user": turn["user"], "text": text, "calls": list(calls.values())})
        session = await runner.session_service.get_session(
            app_name="bank", user_id="ada", session_id="adk-1"
        )
        dumped = session.model_dump(mode="json", by_alias=True, exclude_none=True)
        write(folder / "adk-session.json", dumped)
        snake = [event.model_dump(mode="json", exclude_none=True) for event in session.events]
        lines = "".join(json.dumps(event) + "\n" for event in snake)
        (folder / "adk-events.jsonl").write_text(lines, "utf-8")
        return turns

    turns = asyncio.run(run())
    history = []
    for turn in TURNS:
        history.append(types.Content(role="user", parts=[types.Part(text=turn["user"])]))
        for call in turn["calls"]:
            part = types.Part.from_function_call(name=call["function"], args=call["params"])
            history.append(types.Content(role="model", parts=[part]))
            done = call.get("result") or {"error": call["error"]}
            part = types.Part.from_function_response(name=call["function"], response=done)
            history.append(types.Content(role="user", parts=[part]))
        history.append(types.Content(role="model", parts=[types.Part(text=turn["text"])]))
    contents = [
        content.model_dump(mode="json", by_alias=True, exclude_none=True) for content in history
    ]
    write(folder / "gemini-history.json", {"contents": contents})
    answer = types.GenerateContentResponse.model_validate(
        {
            "candidates": [
                {
                    "content": {
                        "role": "model",
                        "parts": [
                            {"text": "Sure."},
                            {
                                "functionCall": {
                                    "name": "transfer",
                                    "args": {"amount": 5, "to": "14E5"},
                                }
                            },
                        ],
                    },
                    "finishReason": "STOP",
                }
            ],
            "usageMetadata": {"promptTokenCount": 100, "candidatesTokenCount": 10},
            "modelVersion": "gemini-x",
        }
    )
    write(
        folder / "gemini-response.json",
        answer.model_dump(mode="json", by_alias=True, exclude_none=True),
    )
    called = [{"function": call.name, "params": call.args} for call in answer.function_calls]
    one = [{"user": "", "text": answer.candidates[0].content.parts[0].text, "calls": called}]
    plain = [{**turn, "calls": [{**call} for call in turn["calls"]]} for turn in TURNS]
    return {
        "adk-session.json": turns,
        "adk-events.jsonl": turns,
        "gemini-history.json": plain,
        "gemini-response.json": one,
    }


def bedrock(folder: Path) -> Any:
    """Exchanges with Converse: requests and answers that botocore's own model takes."""
    import botocore.session
    from botocore.stub import Stubber

    keys = {"aws_access_key_id": "x", "aws_secret_access_key": "x"}
    session = botocore.session.get_session()
    client = session.create_client("bedrock-runtime", region_name="eu-west-1", **keys)
    script = rounds()
    messages: list[Any] = []
    exchanges = []
    turns = []
    for turn in TURNS:
        messages.append({"role": "user", "content": [{"text": turn["user"]}]})
        calls: list[Any] = []
        while True:
            number, step = next(script)
            block: Any = {"text": step}
            if not isinstance(step, str):
                block = {
                    "toolUse": {
                        "toolUseId": f"t{number}",
                        "name": step["function"],
                        "input": step["params"],
                    }
                }
            answer = {
                "output": {"message": {"role": "assistant", "content": [block]}},
                "stopReason": "end_turn" if isinstance(step, str) else "tool_use",
                "usage": {
                    "inputTokens": 90, "outputTokens": 10, "totalTokens": 110,
                    "cacheReadInputTokens": 10,
                },
                "metrics": {"latencyMs": 500},
            }  # fmt: skip
            request = {"modelId": "amazon.x", "messages": list(messages)}
            with Stubber(client) as stub:
                stub.add_response("converse", answer, request)
                got = client.converse(**request)
            got.pop("ResponseMetadata", None)
            exchanges.append({**request, **got})
            messages.append(got["output"]["message"])
            (content,) = got["output"]["message"]["content"]
            if "text" in content:
                turns.append({"user": turn["user"], "text": content["text"], "calls": calls})
                break
            use = content["toolUse"]
            calls.append({"function": use["name"], "params": use["input"]})
            result = {"toolUseId": use["toolUseId"]}
            if "error" in step:
                calls[-1]["error"] = step["error"]
                result |= {"content": [{"text": step["error"]}], "status": "error"}
            else:
                calls[-1]["result"] = step["result"]
                result |= {"content": [{"json": step["result"]}]}
            messages.append({"role": "user", "content": [{"toolResult": result}]})
    lines = "".join(json.dumps(exchange) + "\n" for exchange in exchanges)
    (folder / "bedrock-exchanges.jsonl").write_text(lines, "utf-8")
    write(folder / "bedrock-messages.json", {"messages": messages})
    return {"bedrock-exchanges.jsonl": turns, "bedrock-messages.json": turns}


def vercel(folder: Path) -> Any:
    """What generateText gives, its messages, and those of a page that chats."""
    done = subprocess.run(
        [str(shutil.which("node")), HERE / "vercel.mjs", HERE / "script.json", folder],
        check=True,
        stdout=subprocess.PIPE,
    )
    return json.loads(done.stdout)


def otel(folder: Path) -> Any:
    """Spans of the GenAI conventions, as pydantic-ai writes them, in OTLP's JSON."""
    from google.protobuf.json_format import MessageToDict
    from opentelemetry.exporter.otlp.proto.common.trace_encoder import encode_spans
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
    from pydantic_ai import Agent, ModelRetry
    from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart, ToolReturnPart
    from pydantic_ai.models.function import FunctionModel
    from pydantic_ai.models.instrumented import InstrumentationSettings

    script = rounds()

    def answer(_: Any, __: Any) -> ModelResponse:
        number, step = next(script)
        if isinstance(step, str):
            return ModelResponse(parts=[TextPart(step)], model_name="scripted-1")
        call = ToolCallPart(step["function"], step["params"], tool_call_id=f"c{number}")
        return ModelResponse(parts=[call], model_name="scripted-1")

    def retried(amount: int, to: str) -> dict[str, Any]:
        """Send DOT to an address."""
        try:
            return transfer(amount, to)
        except ValueError as error:
            raise ModelRetry(str(error)) from None

    retried.__name__ = "transfer"
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    settings = InstrumentationSettings(tracer_provider=provider, version=5)
    agent = Agent(FunctionModel(answer, model_name="scripted-1"), name="wallet")
    agent.instrument = settings
    agent.tool_plain(find_contact)
    agent.tool_plain(retries=3)(retried)
    history: Any = None
    turns = []
    for turn in TURNS:
        result = agent.run_sync(turn["user"], message_history=history, conversation_id="chat-7")
        history = result.all_messages()
        calls: dict[str, Any] = {}
        for message in result.new_messages():
            for part in message.parts:
                if isinstance(part, ToolCallPart):
                    calls[part.tool_call_id] = {"function": part.tool_name, "params": part.args}
                elif isinstance(part, ToolReturnPart):
                    calls[part.tool_call_id]["result"] = part.content
        turns.append({"user": turn["user"], "text": result.output, "calls": list(calls.values())})
    encoded = MessageToDict(encode_spans(exporter.get_finished_spans()))
    for resource in encoded["resourceSpans"]:
        for scope in resource["scopeSpans"]:
            for span in scope["spans"]:
                # Not of the conventions, and long.
                span["attributes"] = [
                    entry
                    for entry in span["attributes"]
                    if entry["key"].startswith("gen_ai.") and "definitions" not in entry["key"]
                ]
                for key in ("traceId", "spanId", "parentSpanId"):
                    if key in span:  # OTLP's JSON has them in hexadecimal
                        span[key] = base64.b64decode(span[key]).hex()
    write(folder / "otel-pydantic-ai.json", encoded)
    return {"otel-pydantic-ai.json": turns}


def atif(folder: Path) -> Any:
    """A trajectory of Harbor's own models."""
    from harbor.models.trajectories.agent import Agent
    from harbor.models.trajectories.metrics import Metrics
    from harbor.models.trajectories.observation import Observation
    from harbor.models.trajectories.observation_result import ObservationResult
    from harbor.models.trajectories.step import Step
    from harbor.models.trajectories.tool_call import ToolCall
    from harbor.models.trajectories.trajectory import Trajectory

    steps: list[Any] = []
    number = 0
    for turn in TURNS:
        steps.append(Step(step_id=len(steps) + 1, source="user", message=turn["user"]))
        for step in (*turn["calls"], turn["text"]):
            number += 1
            metrics = Metrics(
                prompt_tokens=100, completion_tokens=10, cached_tokens=10, cost_usd=0.001
            )
            more: Any = {}
            if not isinstance(step, str):
                call = ToolCall(
                    tool_call_id=f"c{number}",
                    function_name=step["function"],
                    arguments=step["params"],
                )
                said = json.dumps(step["result"]) if "result" in step else f"Error: {step['error']}"
                result = ObservationResult(source_call_id=f"c{number}", content=said)
                more = {"tool_calls": [call], "observation": Observation(results=[result])}
            message = step if isinstance(step, str) else ""
            steps.append(
                Step(
                    step_id=len(steps) + 1, source="agent", message=message, metrics=metrics, **more
                )
            )
    agent = Agent(name="wallet", version="1", model_name="scripted-1")
    trajectory = Trajectory(session_id="atif-1", agent=agent, steps=steps)
    write(folder / "atif.json", trajectory.to_json_dict())
    turns = []
    for step in trajectory.steps:
        if step.source == "user":
            turns.append({"user": step.message, "text": "", "calls": []})
        else:
            turns[-1]["text"] = step.message or turns[-1]["text"]
            for call in step.tool_calls or ():
                said = step.observation.results[0].content
                result = json.loads(said) if said.startswith("{") else said
                called = {"function": call.function_name, "params": call.arguments}
                turns[-1]["calls"].append({**called, "result": result})
    return {"atif.json": turns}


def write(path: Path, value: Any) -> None:
    """Write JSON that people can read."""
    path.write_text(json.dumps(value, indent=1, ensure_ascii=False) + "\n", "utf-8")


MAKERS: dict[str, Callable[[Path], Any]] = {
    maker.__name__: maker for maker in (openai_agents, google, bedrock, vercel, otel, atif)
}


def main(folder: str, *names: str) -> None:
    """Make all, or those of these names."""
    path = Path(folder)
    file = path / "expected.json"
    expected = json.loads(file.read_text("utf-8")) if file.exists() else {}
    for name in names or MAKERS:
        expected |= MAKERS[name](path)
    write(file, dict(sorted(expected.items())))


main(*sys.argv[1:])
