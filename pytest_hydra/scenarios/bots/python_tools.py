"""Tools for bots in Python: as callables, and as libraries take them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any, Literal

from pytest_hydra.core.plain import plain
from pytest_hydra.errors import HydraError, ToolError
from pytest_hydra.scenarios.environment import Environments


class Tools(Mapping[str, Callable[..., Any]]):
    """The tools of a conversation by name; empty if it has none.

    Each takes its parameters by name or position, returns a JSON value, and raises ToolError if it
    fails. For an async bot each is async.
    """

    def __init__(self, environments: Environments, is_async: bool) -> None:
        self._environments = environments
        self._tools = environments.tools
        self._is_async = is_async

    def __getitem__(self, name: str) -> Callable[..., Any]:
        tool = self._tools[name]

        def call(*args: Any, **kwargs: Any) -> Any:
            places = list(tool.parameters.get("properties", {}))
            if len(args) > len(places):
                raise TypeError(f"{name} takes {len(places)} parameters, not {len(args)}")
            outcome = self._environments.call(name, dict(zip(places, args, strict=False)) | kwargs)
            if outcome.error is not None:
                raise ToolError(outcome.error)
            return plain(outcome.result)  # a copy

        function = _in_async(call) if self._is_async else call
        function.__name__, function.__doc__ = name, tool.description
        return function

    def __iter__(self) -> Iterator[str]:
        return iter(self._tools)

    def __len__(self) -> int:
        return len(self._tools)

    def schemas(self) -> list[dict[str, Any]]:
        """Name, description and parameters (JSON Schema) of each tool."""
        return [tool.schema for tool in self._tools.values()]

    def openai(self, api: Literal["chat", "responses"] = "chat") -> list[dict[str, Any]]:
        """The list that OpenAI's chat completions take, or its responses."""
        if api == "responses":
            return [{"type": "function", **schema} for schema in self.schemas()]
        return [{"type": "function", "function": schema} for schema in self.schemas()]

    def anthropic(self) -> list[dict[str, Any]]:
        """The list that Anthropic's messages take."""
        return [{"input_schema": schema.pop("parameters"), **schema} for schema in self.schemas()]

    def langchain(self) -> list[Any]:
        """The tools as LangChain's, which report errors to the model."""
        try:
            library = import_module("langchain_core.tools")
        except ImportError:
            raise HydraError("tools.langchain() needs langchain-core: install it") from None

        def structured(schema: Mapping[str, Any]) -> Any:
            tool = Tools(self._environments, is_async=False)[schema["name"]]

            def call(**kwargs: Any) -> Any:
                try:
                    return tool(**kwargs)
                except ToolError as error:
                    raise library.ToolException(str(error)) from None

            return library.StructuredTool(
                name=schema["name"],
                description=schema["description"] or schema["name"],
                args_schema=dict(schema["parameters"]),
                func=None if self._is_async else call,
                coroutine=_in_async(call) if self._is_async else None,
                handle_tool_error=True,
            )

        return [structured(schema) for schema in self.schemas()]


def _in_async(call: Callable[..., Any]) -> Callable[..., Any]:
    async def call_async(*args: Any, **kwargs: Any) -> Any:
        # A tool may take long, and the event loop is that of all async bots.
        return await asyncio.to_thread(call, *args, **kwargs)

    return call_async
