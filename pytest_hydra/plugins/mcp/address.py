"""The address of a conversation's tools."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from typing import Any, NamedTuple
from urllib.parse import urlsplit

#: The limits for the end of requests, and of the listener, in seconds.
MCP_SECONDS = 5.0
#: The method of our own request, which is answered when all others of a conversation are.
MCP_SETTLE = "PUT"


class McpAddress(NamedTuple):
    """The address of a conversation's tools, and the bearer token for requests."""

    url: str
    token: str

    @property
    def variables(self) -> Mapping[str, str]:
        """The variables by which a process finds it."""
        return {"HYDRA_MCP_URL": self.url, "HYDRA_MCP_TOKEN": self.token}

    def settle(self) -> None:
        """Wait until all requests that were sent so far are answered, for a few seconds at most."""
        place = urlsplit(self.url)
        connection = HTTPConnection(str(place.hostname), place.port, timeout=2 * MCP_SECONDS)
        # The server is gone if the session ends.
        with closing(connection), suppress(OSError, HTTPException):
            headers = {"Authorization": f"Bearer {self.token}"}
            connection.request(MCP_SETTLE, place.path, headers=headers)
            connection.getresponse()

    def redact(self, value: Any) -> Any:
        """A JSON value with both replaced by placeholders."""
        text = json.dumps(value).replace(self.token, "{{mcp_token}}")
        return json.loads(text.replace(self.url, "{{mcp_url}}"))
