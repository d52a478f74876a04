"""The public interface of pytest-hydra for plugins and conftest.py.

A plugin offers what it adds by the hooks of `pytest_hydra.hookspecs`; what it needs for that is
here. All else of the package may change at any time.
"""

# ruff: noqa: PLC0414 - the names are given on
from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pytest_hydra import registry

if TYPE_CHECKING:
    from pytest_hydra.core.scorecard import Check as Check
    from pytest_hydra.core.scorecard import Outcome as Outcome
    from pytest_hydra.errors import BadValueError as BadValueError
    from pytest_hydra.errors import HydraError as HydraError
    from pytest_hydra.errors import HydraWarning as HydraWarning
    from pytest_hydra.errors import ToolError as ToolError
    from pytest_hydra.plugins.judges.protocol import Judge as Judge
    from pytest_hydra.plugins.judges.protocol import JudgeAnswer as JudgeAnswer
    from pytest_hydra.plugins.judges.protocol import JudgeError as JudgeError
    from pytest_hydra.plugins.results.protocol import ParsedResults as ParsedResults
    from pytest_hydra.plugins.results.protocol import ReportedTest as ReportedTest
    from pytest_hydra.plugins.results.protocol import ResultParser as ResultParser
    from pytest_hydra.run_report import run_report as run_report
    from pytest_hydra.scenarios.bots.bot_kinds import bot_key as bot_key
    from pytest_hydra.scenarios.bots.protocol import Bot as Bot
    from pytest_hydra.scenarios.bots.protocol import BotError as BotError
    from pytest_hydra.scenarios.environment import Environment as Environment
    from pytest_hydra.scenarios.environment import Home as Home
    from pytest_hydra.scenarios.environment import Tool as Tool
    from pytest_hydra.scenarios.environment import tool as tool
    from pytest_hydra.scenarios.expect.matchers import Operator as Operator
    from pytest_hydra.scenarios.expect.matchers import Rule as Rule
    from pytest_hydra.scenarios.expect.model import CompiledExpectation as CompiledExpectation
    from pytest_hydra.scenarios.expect.model import Kind as Kind
    from pytest_hydra.scenarios.expect.model import Part as Part
    from pytest_hydra.scenarios.expect.model import PartResult as PartResult
    from pytest_hydra.scenarios.keys import Asking as Asking
    from pytest_hydra.scenarios.keys import Key as Key
    from pytest_hydra.scenarios.keys import Opening as Opening
    from pytest_hydra.scenarios.keys import Plan as Plan
    from pytest_hydra.scenarios.reply import Conversation as Conversation
    from pytest_hydra.transcript.turn import Call as Call
    from pytest_hydra.transcript.turn import Reply as Reply
    from pytest_hydra.transcript.turn import Turn as Turn

# Imported on first use: a plugin that adds a matcher needs none of the others.
_HOMES = {
    "pytest_hydra.core.scorecard": ("Check", "Outcome"),
    "pytest_hydra.errors": ("BadValueError", "HydraError", "HydraWarning", "ToolError"),
    "pytest_hydra.run_report": ("run_report",),
    "pytest_hydra.scenarios.bots.bot_kinds": ("bot_key",),
    "pytest_hydra.scenarios.bots.protocol": ("Bot", "BotError"),
    "pytest_hydra.scenarios.environment": ("Environment", "Home", "Tool", "tool"),
    "pytest_hydra.scenarios.expect.matchers": ("Operator", "Rule"),
    "pytest_hydra.scenarios.expect.model": ("CompiledExpectation", "Kind", "Part", "PartResult"),
    "pytest_hydra.scenarios.keys": ("Asking", "Key", "Opening", "Plan"),
    "pytest_hydra.scenarios.reply": ("Conversation",),
    "pytest_hydra.transcript.turn": ("Call", "Reply", "Turn"),
}
_MODULES = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [*_MODULES, *registry.words("public")]  # noqa: PLE0604 - the names above, once


def __getattr__(name: str) -> Any:
    if name in registry.words("public"):
        return registry.offered("public", name)
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)
