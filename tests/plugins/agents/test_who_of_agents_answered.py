from __future__ import annotations

import json
from typing import Any

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
