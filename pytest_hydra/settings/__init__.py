"""hydra.toml: a model for each of its tables, and the file that holds them.

Other rooms take only these names, each of which is imported on its first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_hydra.late_names import late_names

if TYPE_CHECKING:
    from pytest_hydra.settings.agent_folders import add_agent as add_agent
    from pytest_hydra.settings.agent_folders import agent_readers as agent_readers
    from pytest_hydra.settings.agent_folders import agent_tools as agent_tools
    from pytest_hydra.settings.bots import BotSettings as BotSettings
    from pytest_hydra.settings.bots import CallPointers as CallPointers
    from pytest_hydra.settings.bots import ErrorPointer as ErrorPointer
    from pytest_hydra.settings.bots import EventPointers as EventPointers
    from pytest_hydra.settings.bots import Kit as Kit
    from pytest_hydra.settings.bots import OpenAISettings as OpenAISettings
    from pytest_hydra.settings.bots import ReplyPointers as ReplyPointers
    from pytest_hydra.settings.bots import missing_env as missing_env
    from pytest_hydra.settings.bots import parse_bot_option as parse_bot_option
    from pytest_hydra.settings.bots import skip_reason as skip_reason
    from pytest_hydra.settings.file import FILE_NAME as FILE_NAME
    from pytest_hydra.settings.file import HydraSettings as HydraSettings
    from pytest_hydra.settings.file import ReportSettings as ReportSettings
    from pytest_hydra.settings.file import ScenarioSettings as ScenarioSettings
    from pytest_hydra.settings.file import Settings as Settings
    from pytest_hydra.settings.file import find_settings as find_settings
    from pytest_hydra.settings.file import load_settings as load_settings
    from pytest_hydra.settings.file import policy as policy
    from pytest_hydra.settings.file import project_root as project_root
    from pytest_hydra.settings.file import settings_digest as settings_digest
    from pytest_hydra.settings.mcp import McpSettings as McpSettings
    from pytest_hydra.settings.prices import Amount as Amount
    from pytest_hydra.settings.prices import Prices as Prices
    from pytest_hydra.settings.prices import PriceSettings as PriceSettings
    from pytest_hydra.settings.prices import cost_of as cost_of
    from pytest_hydra.settings.prices import model_and_cost as model_and_cost
    from pytest_hydra.settings.skill_source import EVALS as EVALS
    from pytest_hydra.settings.skill_source import FROM_GIT as FROM_GIT
    from pytest_hydra.settings.skill_source import skill_name as skill_name
    from pytest_hydra.settings.types import MCP_PLACES as MCP_PLACES
    from pytest_hydra.settings.types import OPENAI_KEY as OPENAI_KEY
    from pytest_hydra.settings.types import OPENAI_URL as OPENAI_URL
    from pytest_hydra.settings.types import Command as Command
    from pytest_hydra.settings.types import Headers as Headers
    from pytest_hydra.settings.types import InnerPath as InnerPath
    from pytest_hydra.settings.types import KindSettings as KindSettings
    from pytest_hydra.settings.types import Text as Text
    from pytest_hydra.settings.types import Url as Url
    from pytest_hydra.settings.types import Variable as Variable
    from pytest_hydra.settings.types import check_address as check_address
    from pytest_hydra.settings.types import is_optional as is_optional
    from pytest_hydra.settings.types import names_differ as names_differ
    from pytest_hydra.settings.types import share_of as share_of

__getattr__ = late_names(
    __name__,
    {
        "agent_folders": "add_agent agent_readers agent_tools",
        "bots": (
            "BotSettings CallPointers ErrorPointer EventPointers Kit missing_env "
            "OpenAISettings parse_bot_option ReplyPointers skip_reason"
        ),
        "file": (
            "FILE_NAME find_settings HydraSettings load_settings policy project_root "
            "ReportSettings ScenarioSettings Settings settings_digest"
        ),
        "mcp": "McpSettings",
        "prices": "Amount cost_of model_and_cost Prices PriceSettings",
        "skill_source": "EVALS FROM_GIT skill_name",
        "types": (
            "check_address Command Headers InnerPath is_optional KindSettings MCP_PLACES "
            "names_differ OPENAI_KEY OPENAI_URL share_of Text Url Variable"
        ),
    },
)
