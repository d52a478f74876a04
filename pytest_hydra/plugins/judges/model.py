"""Judges that are models behind the chat completions API of OpenAI, or a compatible server."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.text import fill, one_line, variables
from pytest_hydra.execution import ExchangeError, JsonAddress, RateLimit, Secrets
from pytest_hydra.plugins.judges.protocol import MOST_BYTES, JudgeAnswer, JudgeError, Question
from pytest_hydra.settings import check_address, model_and_cost

if TYPE_CHECKING:
    from pytest_hydra.plugins.judges.judge_settings import JudgeSettings

# Asking a judge again has no side effects, so every temporary failure is retried.
_RETRY_STATUSES = (408, 429, 500, 502, 503, 504, 529)
# The status codes of a server that does not support a field of the request.
_UNSUPPORTED_STATUSES = (400, 422)


def opener(
    name: str, settings: JudgeSettings
) -> tuple[Callable[[Question], JudgeAnswer], Callable[[], None]]:
    """Functions to call and to stop this model.

    Raises JudgeError if a library or environment variable is missing, or one is invalid.
    """
    try:
        from pytest_hydra.execution import HttpClient
    except ModuleNotFoundError as error:
        if error.name != "httpx2":
            raise
        raise JudgeError(
            f"judge {name!r}: models need a library that is not installed: "
            'pip install "pytest-hydra[http]"'
        ) from None
    key = settings.key_variable
    names = [*variables(settings.url), *([key] if key else [])]
    environment = {entry: os.environ.get(entry, "") for entry in names}
    missing = [entry for entry, value in environment.items() if not value]
    if missing:
        plural, verb = ("s", "are") if missing[1:] else ("", "is")
        raise JudgeError(
            f"judge {name!r} needs the environment variable{plural} {', '.join(missing)}, which "
            f"{verb} not set"
        )
    base = fill(settings.url, "{{{{{}}}}}".format, environment.__getitem__)
    url = f"{base.rstrip('/')}/chat/completions"
    headers = {"Authorization": f"Bearer {environment[key]}"} if key else {}
    try:
        check_address(url)
    except ValueError as error:
        raise JudgeError(f"judge {name!r}: base_url: {settings.url} {error}") from None
    if not all(value.isprintable() for value in headers.values()):
        raise JudgeError(f"judge {name!r}: the value of {key} is not printable")
    client = HttpClient(
        name=f"judge {name!r}",
        seconds=settings.timeout_seconds,
        retries=settings.retries,
        most_bytes=MOST_BYTES,
        rate=RateLimit(settings.requests_per_second),
        again=_RETRY_STATUSES,
    )
    secrets = Secrets((value, f"${{{entry}}}") for entry, value in environment.items())
    model = Model(JsonAddress(client.post, url, headers, secrets), settings)
    return model.ask, client.stop


@dataclass(slots=True)
class Model:
    """A model that gets each question in a new conversation."""

    address: JsonAddress
    settings: JudgeSettings
    # Some servers support neither a system message nor response_format.
    _plain: bool = False

    def ask(self, question: Question) -> JudgeAnswer:
        """Call the model. Raises JudgeError."""
        for plainly in (True,) if self._plain else (False, True):
            try:
                answer = self._ask(question, plain=plainly)
            except ExchangeError as error:
                if plainly or error.status not in _UNSUPPORTED_STATUSES:
                    raise JudgeError(str(error)) from None
            else:
                break
        self._plain |= plainly
        return answer

    def _ask(self, question: Question, *, plain: bool) -> JudgeAnswer:
        body: dict[str, Any] = {"model": self.settings.model_name}
        if self.settings.temperature is not None:
            body["temperature"] = self.settings.temperature
        if plain:
            body["messages"] = [{"role": "user", "content": question.prompt}]
        else:
            body["messages"] = [
                {"role": "system", "content": question.instructions},
                {"role": "user", "content": question.exhibits},
            ]
            body["response_format"] = {"type": "json_object"}
        completion, _ = self.address.ask(body)
        asked = self.settings.model_name
        _, cost = model_and_cost(completion, self.settings.prices, asked, self.address.url)
        return _parse(completion, cost)


def _parse(completion: Any, cost_usd: float | None) -> JudgeAnswer:
    """The answer in a chat completion that cost this much. Raises JudgeError."""
    if isinstance(completion, dict) and (error := completion.get("error")):
        reason = f"the server answered with an error: {one_line(str(error), 200)}"
        raise JudgeError(reason, cost_usd)
    choices = completion.get("choices") if isinstance(completion, dict) else None
    if isinstance(choices, list) and len(choices) > 1:
        reason = f"the server answered {len(choices)} choices; a judge gives one answer"
        raise JudgeError(reason, cost_usd)
    choice = choices[0] if isinstance(choices, list) and choices else None
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(choice, dict) or not isinstance(message, dict):
        raise JudgeError(
            "the server answered something that is not a chat completion: it has no message"
        )
    if message.get("refusal"):
        reason = one_line(str(message["refusal"]), 200)
        raise JudgeError(f"the model refused to answer: {reason}", cost_usd)
    if (ended := choice.get("finish_reason")) in ("length", "content_filter"):
        reason = f"the model's answer was cut off: its finish_reason is {ended}"
        raise JudgeError(reason, cost_usd)
    content = _text(message.get("content"))
    if not content.strip():
        raise JudgeError("the model answered nothing", cost_usd)
    model = completion.get("model")
    name = one_line(model, 120) if isinstance(model, str) else None
    return JudgeAnswer(content, cost_usd, name)


def _text(content: Any) -> str:
    """The text of a message, which some servers send in parts."""
    if isinstance(content, list):
        parts = (part.get("text") if isinstance(part, dict) else None for part in content)
        return "".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else ""
