"""An agent of pydantic-ai, which reaches the world's tools over MCP."""

from __future__ import annotations

import json
import os
import sys

from pydantic_ai import Agent
from pydantic_ai.mcp import MCPToolset
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from script import ARGUMENTS, CALLS, TEXT


def answer(messages: list[ModelMessage], _: AgentInfo) -> ModelResponse:
    """The next call of the script, then the text."""
    said = sum(isinstance(message, ModelResponse) for message in messages)
    if said < len(CALLS):
        return ModelResponse(parts=[ToolCallPart(CALLS[said], ARGUMENTS)])
    return ModelResponse(parts=[TextPart(TEXT)])


TOKEN = os.environ["HYDRA_MCP_TOKEN"]
TOOLS = MCPToolset(os.environ["HYDRA_MCP_URL"], headers={"Authorization": f"Bearer {TOKEN}"})
AGENT = Agent(FunctionModel(answer), toolsets=[TOOLS])

for line in sys.stdin:
    user = json.loads(line)["messages"][-1]["content"]
    print(json.dumps(AGENT.run_sync(user).output), flush=True)  # noqa: T201 - that is its answer
