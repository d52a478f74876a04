"""Score AI agents with pytest: weighted checks, scores, gates and a report."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pytest_hydra.core.scorecard import Check as Check
    from pytest_hydra.core.scorecard import Outcome as Outcome
    from pytest_hydra.errors import HydraError as HydraError
    from pytest_hydra.errors import HydraWarning as HydraWarning
    from pytest_hydra.errors import ToolError as ToolError
    from pytest_hydra.scenarios.environment import tool as tool
    from pytest_hydra.scenarios.reply import Conversation as Conversation
    from pytest_hydra.settings import add_agent as add_agent
    from pytest_hydra.transcript.turn import Call as Call
    from pytest_hydra.transcript.turn import Reply as Reply
    from pytest_hydra.transcript.turn import Turn as Turn

__version__ = "0.1.0"

# Imported on first use: importing this package must cost a test session nothing.
_HOMES = {
    "Call": "pytest_hydra.transcript.turn",
    "Check": "pytest_hydra.core.scorecard",
    "Conversation": "pytest_hydra.scenarios.reply",
    "HydraError": "pytest_hydra.errors",
    "HydraWarning": "pytest_hydra.errors",
    "Outcome": "pytest_hydra.core.scorecard",
    "Reply": "pytest_hydra.transcript.turn",
    "ToolError": "pytest_hydra.errors",
    "Turn": "pytest_hydra.transcript.turn",
    "add_agent": "pytest_hydra.settings.agent_folders",
    "tool": "pytest_hydra.scenarios.environment",
}

__all__ = [*_HOMES, "__version__"]  # noqa: PLE0604 - the names above, once


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
