from __future__ import annotations

import json
from typing import Any

from pytest_hydra.plugins.agents.gateway import Gateway, ModelAnswer
from pytest_hydra.plugins.agents.model_requests import ModelRequest
from pytest_hydra.scenarios.traces.formats import traces_in


def test_an_agent_names_its_program_and_the_model_that_spoke_last() -> None:
    def said(model: str) -> dict[str, Any]:
        content = [{"type": "text", "text": "One tea."}]
        return {"type": "assistant", "message": {"model": model, "content": content}}

    init = {"type": "system", "subtype": "init", "claude_code_version": "2.1.3"}
    models: dict[str, Any] = {"large-05": {}, "small-05": {}}
    end = {"type": "result", "subtype": "success", "num_turns": 1, "modelUsage": models}
    events = [init, said("small-05"), said("large-05"), end]
    (trace,) = traces_in("\n".join(map(json.dumps, events)), "a.jsonl", {})
    reply = trace.turns[0].reply
    assert reply is not None
    assert reply.answered_by == {"program": "Claude Code 2.1.3", "model": "large-05"}


def test_a_gateway_names_the_model_that_answered_and_the_tools_it_was_offered() -> None:
    def by(*tools: object, said: str = "small-05") -> dict[str, str]:
        gateway = Gateway(lambda _: ModelAnswer(200, []), token="t")  # noqa: S106 - of this test
        asked = {"model": "small", "tools": list(tools)}
        request = ModelRequest("POST", "/v1/messages", body=json.dumps(asked).encode())
        answer = json.dumps({"model": said, "usage": {"input_tokens": 1}}).encode()
        gateway.finish(request, ModelAnswer(200, []), answer, is_whole=True)
        return gateway.take().by

    first, other = by({"name": "Read"}), by({"name": "Write"})
    assert first["model"] == "small-05"
    assert first == by({"name": "Read"})
    assert first["tools"] != other["tools"]
    # A side request, such as for a title, is not the agent's own.
    assert by() == {}
