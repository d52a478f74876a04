"""An agent of LangGraph, whose tools are the world's own."""

from __future__ import annotations

from typing import Any

from langchain.agents import create_agent
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage
from script import ARGUMENTS, CALLS, TEXT


class Model(GenericFakeChatModel):
    """A model that says what the script says."""

    def bind_tools(self, *_: Any, **__: Any) -> Model:
        """Its calls do not depend on what it is told of the tools."""
        return self


class Agent:
    """One conversation."""

    def __call__(self, messages: list[dict[str, str]], tools: Any) -> Any:
        """The state of the graph after a turn, from which the reply is read."""
        calls = [
            AIMessage("", tool_calls=[{"name": name, "args": ARGUMENTS, "id": name}])
            for name in CALLS
        ]
        model = Model(messages=iter([*calls, AIMessage(TEXT)]))
        return create_agent(model, tools.langchain()).invoke({"messages": messages})
