"""The real model behind a gateway."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import Self

import httpx2

from pytest_hydra.core.text import one_line
from pytest_hydra.execution import place_of, proxy_for
from pytest_hydra.plugins.agents.gateway import GatewayError, ModelAnswer, refusal
from pytest_hydra.plugins.agents.model_requests import ModelRequest

# Until something comes, in seconds: models that think send nothing for minutes.
_SECONDS = httpx2.Timeout(600, connect=30)
# Headers of one connection, and those that are set anew.
_OWN = frozenset(
    {"host", "content-length", "connection", "accept-encoding", "keep-alive", "proxy-connection"}
)
_BACK = ("content-type", "retry-after", "request-id", "x-request-id")


class Upstream:
    """The server at ``url``; the texts ``keys`` in headers are replaced by the keys."""

    def __init__(self, url: str, keys: Mapping[str, str]) -> None:
        self._url, self._keys = url.rstrip("/"), keys
        self._client = httpx2.Client(timeout=_SECONDS, trust_env=False, proxy=proxy_for(url))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def ask(self, request: ModelRequest) -> ModelAnswer:
        """Send a request on. If nobody answers, the agent is told so, and may ask again."""
        headers = {
            name: self._with_keys(text)
            for name, text in request.headers.items()
            if name not in _OWN
        }
        # Plain, so that the usage can be read.
        headers["accept-encoding"] = "identity"
        stack = ExitStack()
        try:
            response = stack.enter_context(
                self._client.stream(
                    request.method,
                    self._url + self._with_keys(request.path),
                    headers=headers,
                    content=request.with_usage,
                )
            )
        except (httpx2.TransportError, httpx2.InvalidURL) as error:
            return refusal(502, str(self._failure(error)))
        back = {name: response.headers[name] for name in _BACK if name in response.headers}
        return ModelAnswer(response.status_code, self._body(response, stack), back)

    def _body(self, response: httpx2.Response, stack: ExitStack) -> Iterator[bytes]:
        with stack:
            try:
                yield from response.iter_raw()
            except httpx2.TransportError as error:
                raise self._failure(error) from None

    def _with_keys(self, text: str) -> str:
        for token, key in self._keys.items():
            text = text.replace(token, key)
        return text

    def _failure(self, error: Exception) -> GatewayError:
        reason = one_line(str(error), 160) or type(error).__name__
        return GatewayError(f"the model at {place_of(self._url)} cannot be reached: {reason}")
