"""What hydra.toml may say of a bot."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field, ValidationError, model_validator

from pytest_hydra.core.text import variables
from pytest_hydra.documents import show
from pytest_hydra.documents.validation import FilePath, Name, StrictModel, checked_name
from pytest_hydra.errors import InputError, Problem
from pytest_hydra.settings.types import (
    OPENAI_KEY,
    OPENAI_URL,
    Command,
    Filled,
    Headers,
    KindSettings,
    Pointer,
    Request,
    Target,
    Text,
    Url,
    Variable,
    holds_credential,
)

# A word of a header's value that is shorter, such as "Bearer", is no secret of its own.
_LEAST_WORD = 8


class CallPointers(StrictModel):
    """Where the calls of an answer are, and the parts of each, seen from the call itself.

    A part is found without a pointer where it has one of its usual names.
    """

    at: Pointer
    """The list of calls."""
    function: Pointer | None = None
    """The function's name, in a call."""
    params: Pointer | None = None
    """Its parameters, in a call: a mapping, or the text of one in JSON."""
    agent: Pointer | None = None
    """The agent that called it, in a call."""
    result: Pointer | None = None
    """What came of it, in a call."""
    error: Pointer | None = None
    """Why it failed, in a call: a text, or null for one that did not."""


# A pointer alone is where they are.
_Calls = Annotated[
    CallPointers,
    BeforeValidator(
        lambda calls: {"at": calls} if isinstance(calls, str) else calls,
        json_schema_input_type=str | CallPointers,
    ),
]


class ReplyPointers(StrictModel):
    """JSON pointers into an answer. One that ends in ``?`` may point to nothing."""

    text: Pointer | None = None
    """What the bot says."""
    calls: _Calls | None = None
    """The list of functions that the bot called; as a table it also says where the parts of a call
    are."""
    response_type: Pointer | None = None
    """What kind of answer it is."""
    agent: Pointer | None = None
    """The agent that acted."""
    asks_for: Pointer | None = None
    """The topics that the bot asks for."""
    warnings: Pointer | None = None
    """The topics that the bot warns of."""
    rejected: Pointer | None = None
    """Whether the bot refuses."""
    cost_usd: Pointer | None = None
    """What the answer cost, in US dollars."""
    tokens: Pointer | None = None
    """How many tokens it took."""

    @model_validator(mode="after")
    def _says_something(self) -> ReplyPointers:
        if self.text is None and self.calls is None:
            raise ValueError('must say where the text or the calls are, such as text = "/reply"')
        return self


class OpenAISettings(StrictModel):
    """A model behind OpenAI's chat completions, or a server that speaks as they do."""

    model: str = Field(min_length=1)
    """The model's name."""
    base_url: Url = OPENAI_URL
    """Where the API begins; `/chat/completions` is added."""
    api_key_env: Variable | None = None
    """The environment variable that holds the key. `OPENAI_API_KEY` where no `base_url` is given;
    else no key is sent unless this says which."""
    system: Filled | None = None
    """What stands before the conversation; `{{context}}` and `{{context.KEY}}` are filled in."""
    tools: FilePath | None = None
    """A file beside hydra.toml with the list of functions that the model may call."""
    tool_result: str = "ok"
    """What the model is told in the next turn that each of its calls gave: nothing runs them."""
    max_tool_rounds: int = Field(10, ge=1, le=1000)
    """How often it is asked in a turn, at most, where it calls the tools of a world."""
    temperature: float | None = Field(None, ge=0, le=2)
    """From 0 to 2."""
    extra: dict[str, Any] = Field(default_factory=dict)
    """What else is sent, such as `max_completion_tokens` or `tool_choice`."""

    @model_validator(mode="after")
    def _nothing_twice(self) -> OpenAISettings:
        for name in ("model", "messages", "tools", "temperature", "stream"):
            if name in self.extra:
                why = "is not read" if name == "stream" else "has its own place"
                raise ValueError(f"extra.{name} {why}; take it out of extra")
        return self

    @property
    def key_variable(self) -> str | None:
        """The environment variable with the key; None where no key is sent."""
        if self.api_key_env is None and self.base_url == OPENAI_URL:
            return OPENAI_KEY
        return self.api_key_env


class BotSettings(KindSettings):
    """One bot: a Python callable, a command, an address, a model of OpenAI's API, or its traces."""

    what = "bot"
    kinds: ClassVar[Sequence[str]] = ("python", "command", "url", "openai", "recorded", "kind")
    only_for: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "headers": ("url", "openai"),
        "request": ("url",),
        "reply": ("url",),
        "retries": ("url", "openai"),
        "requests_per_second": ("url", "openai"),
        "max_reply_bytes": ("url", "openai"),
        "format": ("command",),
        "resume": ("command",),
        "options": ("kind",),
    }

    python: Target | None = None
    """`package.module:attribute`, found from the folder of hydra.toml: a function, an object that
    can be called, or a class, which is made anew for each conversation."""
    command: Command | None = None
    """A command line, or the list of its words: a program that is started in the folder of
    hydra.toml for each conversation, and talks in JSON lines."""
    url: Url | None = None
    """An address that is sent JSON by POST, and answers JSON."""
    openai: OpenAISettings | None = None
    """A model behind OpenAI's chat completions, or a server like it."""
    recorded: FilePath | None = None
    """Files with traces that other tools recorded, as a glob from the folder of hydra.toml, such as
    `traces/*.json`: their replies are scored, and nobody is asked."""
    format: Literal["claude-code", "codex"] | None = None
    """What the command prints, which is then run for each message, and reads it from standard
    input."""
    resume: Command | None = None
    """With `format`, the command for the messages after the first; `{session}` stands for what the
    first answer calls its session."""
    kind: str | None = Field(None, min_length=1)
    """A kind of bot that a plugin offers, by its name."""
    options: dict[str, Any] = Field(default_factory=dict)
    """What a bot of a plugin's kind is told."""
    headers: Headers = Field(default_factory=dict)
    """Headers of each request; `${NAME}` is taken from the environment."""
    request: Request | None = None
    """What is sent instead of `{messages, context}`: JSON in which `{{messages}}`, `{{message}}`
    (the user's last), `{{context}}`, `{{context.KEY}}`, `{{turn}}` and `{{conversation_id}}` are
    filled in."""
    reply: ReplyPointers | None = None
    """Where the parts of the reply are in the answer, as JSON pointers."""
    timeout_seconds: float = Field(30.0, gt=0, allow_inf_nan=False)
    """How long one answer may take, with all its retries."""
    retries: int = Field(2, ge=0, le=20)
    """How often a request is sent again that was answered with 429 or 503, or that nobody
    answered."""
    requests_per_second: float | None = Field(None, gt=0, allow_inf_nan=False)
    """How many requests are sent in a second, at most, by the whole session."""
    max_reply_bytes: int = Field(16 * 2**20, ge=1)
    """How long an answer may be, in bytes."""
    requires_env: list[Variable] = Field(default_factory=list)
    """Environment variables that the bot needs."""
    secrets: list[Variable] = Field(default_factory=list)
    """Environment variables whose values are kept out of what is stored and shown, as those of
    `headers`, of the query of `url` and of a key are. They change nothing that is decided."""
    when_missing: Literal["error", "skip"] = "error"
    """What becomes of the scenarios when a variable is missing that the bot needs."""
    read_only: list[Text] | None = None
    """Functions whose calls change nothing; `*` and `?` stand for any characters. A refusal or a
    question beside such a call stays one, and beside any other call it is none. Not given, those of
    `[scenarios]` are meant."""
    concurrency: int | None = Field(None, ge=1)
    """How many conversations this bot may hold at a time. A python bot with more than one runs
    ahead of its items, in threads."""

    @model_validator(mode="after")
    def _is_printed(self) -> BotSettings:
        if self.resume is not None and self.format is None:
            raise ValueError("'resume' needs 'format', what the command prints")
        return self

    @property
    def opened_as(self) -> str:
        """The name of the kind of bot: ``python``, ``command``, ``url``, ``openai``, or its own."""
        return self.kind or super().opened_as

    @property
    def variables(self) -> tuple[str, ...]:
        """The environment variables that the bot needs, in the order of the file, each once."""
        key = None if self.openai is None else self.openai.key_variable
        base = None if self.openai is None else self.openai.base_url
        used = variables([self.url, base, self.headers, self.request])
        return tuple(dict.fromkeys([*self.requires_env, *([key] if key else []), *used]))

    def hidden_texts(self, environ: Mapping[str, str] = os.environ) -> Iterator[tuple[str, str]]:
        """What is kept out of what is stored and shown, and what stands in its place."""
        key = None if self.openai is None else self.openai.key_variable
        query = (self.url or "").partition("?")[2]
        for name in (*self.secrets, *([key] if key else ()), *variables([self.headers, query])):
            yield environ.get(name, ""), f"${{{name}}}"
        for name, value in self.headers.items():
            words = [word for word in value.split() if len(word) >= _LEAST_WORD]
            for text in (value, *words) if holds_credential(name, value) else ():
                yield text, f"(the header {name})"

    def public(self) -> dict[str, Any]:
        """The settings as JSON values that may be written down: they hold no secret.

        How much is done at a time is not in them. ``${NAME}`` stays as it is written. The value of
        a header that sounds like a credential is left out when it does not come from the
        environment.
        """
        hidden = {"concurrency", "secrets"}
        plain = self.model_dump(mode="json", exclude_none=True, exclude=hidden)
        plain["headers"] = {
            name: "(kept back)" if holds_credential(name, value) else value
            for name, value in self.headers.items()
        }
        return plain


class BotTables(StrictModel):
    """The table of a hydra.toml that says which bots there are."""

    bots: dict[Name, BotSettings] = Field(default_factory=dict)


def missing_env(settings: BotSettings, environ: Mapping[str, str] = os.environ) -> list[str]:
    """The environment variables that the bot needs and that are not set, or empty.

    Empty ones are missing: that is what a secret is in a pull request that may not have it.
    """
    return [name for name in settings.variables if not environ.get(name)]


def skip_reason(name: str, settings: BotSettings) -> str:
    """Why scenarios of a bot or a user are skipped: it lacks what it may lack. Else empty."""
    missing = missing_env(settings) if settings.when_missing == "skip" else []
    return (
        f"{settings.what} {name!r} needs {', '.join(missing)} in the environment" if missing else ""
    )


def parse_bot_option(text: str) -> tuple[str, BotSettings]:
    """The name and the bot of ``--hydra-bot NAME=TARGET``.

    TARGET is ``package.module:attribute``, an address that begins with ``http://`` or
    ``https://``, or ``cmd:`` and a command line. Raises InputError.
    """
    name, equals, target = text.partition("=")
    if not equals:
        raise _bad_option(text, "must be NAME=TARGET, such as wallet=wallet.bot:reply")
    kind = "url" if target.startswith(("http://", "https://")) else "python"
    if target.startswith("cmd:"):
        kind, target = "command", target.removeprefix("cmd:")
    try:
        return checked_name(name), BotSettings.model_validate({kind: target})
    except ValidationError as error:
        raise _bad_option(text, str(error.errors()[0]["ctx"]["error"])) from None
    except ValueError as error:
        raise _bad_option(text, str(error)) from None


def _bad_option(text: str, message: str) -> InputError:
    return InputError([Problem(f"--hydra-bot {show(text)}: {message}")])
