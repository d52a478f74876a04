"""JSON there and back over HTTP, and a plain reason when something else came."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.execution.secrets import Secrets

if TYPE_CHECKING:
    from pytest_hydra.execution.http_client import Answer, HttpClient

_EXCERPT = 200
_EXCERPT_BYTES = 64 * 1024


class ExchangeError(HydraError):
    """A question that got no JSON for an answer; the text says why, without our secrets.

    ``status`` is the one that the server answered with, where that is the reason.
    """

    def __init__(
        self, message: str, status: int | None = None, *, is_too_long: bool = False
    ) -> None:
        super().__init__(message)
        self.status = status
        self.is_too_long = is_too_long


@dataclass(frozen=True, slots=True)
class JsonAddress:
    """Where is asked, with what headers, and the secrets that are kept out of what is told."""

    client: HttpClient
    url: str
    headers: Mapping[str, str]
    secrets: Secrets

    def ask(self, question: Any) -> tuple[Any, float]:
        """The JSON that was answered, without our secrets, and how long that took in seconds.

        Raises ExchangeError when nothing came, or something else.
        """
        from pytest_hydra.execution.http_client import HttpError, TooLongError

        # ASCII, so that a lone surrogate can be sent as well.
        body = json.dumps(question).encode("ascii")
        headers = {"Content-Type": "application/json", **self.headers}
        try:
            answer = self.client.post(self.url, headers, body)
        except HttpError as error:
            raise ExchangeError(
                self.secrets.scrub(f"the server {error}"),
                is_too_long=isinstance(error, TooLongError),
            ) from None
        return self.secrets.scrub_all(self._read(answer)), answer.seconds

    def _read(self, answer: Answer) -> Any:
        kind = answer.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        shown = self._excerpt(answer.body)
        if not 200 <= answer.status < 300:
            raise ExchangeError(self._refused(answer, shown), answer.status)
        if not answer.body.strip():
            raise ExchangeError(f"the server answered {answer.status} without a body")
        if kind and kind not in ("application/json", "text/json") and not kind.endswith("+json"):
            kind = self.secrets.scrub(one_line(kind, 60))
            raise ExchangeError(f"the server answered {kind}, where JSON is expected: {shown}")
        try:
            return json.loads(answer.body.decode("utf-8-sig"), parse_constant=_refuse)
        except UnicodeDecodeError:
            reason = "which is not UTF-8"
        except RecursionError:
            reason = "which is nested too deeply"
        except json.JSONDecodeError as error:
            place = f"line {error.lineno}, column {error.colno}"
            reason = f"which is not JSON ({place}: {error.msg.lower()})"
        except ValueError as error:
            reason = f"which is not JSON ({one_line(str(error))})"
        raise ExchangeError(f"the server answered {shown}, {reason}")

    def _refused(self, answer: Answer, shown: str) -> str:
        from pytest_hydra.execution.http_client import tried

        scrub = self.secrets.scrub
        said = f"the server answered {answer.status}"
        if answer.reason:
            said += f" {scrub(one_line(answer.reason, 60))}"
        said += tried(answer.tried)
        where = answer.headers.get("Location")
        if 300 <= answer.status < 400 and where:
            # A user and what follows the question mark are often secrets.
            place = one_line(scrub(re.sub(r"//[^/]*@|\?.*", _without, where)), 120)
            return f"{said}: redirects are not followed; it points to {place}"
        return f"{said}: {shown}" if answer.body.strip() else f"{said}, without a body"

    def _excerpt(self, body: bytes) -> str:
        """The beginning of what was answered, in one line, in quotes, without our secrets."""
        text = body[:_EXCERPT_BYTES].decode("utf-8", "backslashreplace")
        if len(body) >= _EXCERPT_BYTES:
            # A secret that is cut in two would not be seen.
            text = text[: max(0, len(text) - self.secrets.longest)]
        return repr(one_line(self.secrets.scrub(text), _EXCERPT))


def _without(part: re.Match[str]) -> str:
    return "//" if part[0].startswith("//") else ""


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")
