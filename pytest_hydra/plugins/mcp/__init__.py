"""MCP: the tools of a conversation for programs, servers and frameworks, on loopback.

Adds the service *bridge*, which gives the tools of a conversation an address. It records nothing:
the calls are those of the environments whose tools they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def services() -> Mapping[str, Any]:
    """The class of the session's bridge."""
    from pytest_hydra.plugins.mcp.mcp_server import McpServer

    return {"bridge": McpServer}
