"""An agent of OpenAI's Agents SDK, which reaches the world's tools over MCP."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from typing import Any

from agents import Agent, Model, ModelResponse, Runner, Usage, set_tracing_disabled
from agents.mcp import MCPServerStreamableHttp
from openai.types.responses import (
    ResponseFunctionToolCall,
    ResponseOutputMessage,
    ResponseOutputText,
)
from script import ARGUMENTS, CALLS, TEXT


class ScriptedModel(Model):
    """A model that makes the calls of the script, one after the other, and says its text."""

    def __init__(self) -> None:
        self.left = list(CALLS)

    async def get_response(self, *_: Any, **__: Any) -> ModelResponse:
        """The next call, then the text."""
        output: Any
        if self.left:
            name = self.left.pop(0)
            output = ResponseFunctionToolCall(
                type="function_call", call_id=name, name=name, arguments=json.dumps(ARGUMENTS)
            )
        else:
            text = ResponseOutputText(type="output_text", text=TEXT, annotations=[])
            output = ResponseOutputMessage(
                id="1", type="message", role="assistant", status="completed", content=[text]
            )
        return ModelResponse(output=[output], usage=Usage(), response_id=None)

    def stream_response(self, *_: Any, **__: Any) -> Any:
        """Nobody asks for a stream here."""
        raise NotImplementedError


async def answer(user: str) -> str:
    """What the agent says to the user."""
    token = os.environ["HYDRA_MCP_TOKEN"]
    headers = {"Authorization": f"Bearer {token}"}
    async with MCPServerStreamableHttp(
        {"url": os.environ["HYDRA_MCP_URL"], "headers": headers}
    ) as shop:
        agent = Agent(name="shop", model=ScriptedModel(), mcp_servers=[shop])
        return str((await Runner.run(agent, user)).final_output)


set_tracing_disabled(True)
for line in sys.stdin:
    user = json.loads(line)["messages"][-1]["content"]
    print(json.dumps(asyncio.run(answer(user))), flush=True)  # noqa: T201 - that is its answer
