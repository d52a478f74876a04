"""The tables of hydra.toml for bots."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    ValidationError,
    WrapValidator,
    model_validator,
)

from pytest_hydra.core.lazy_regex import lazy_regex
from pytest_hydra.core.text import fill, places, variables
from pytest_hydra.documents import show
from pytest_hydra.documents.validation import FilePath, Name, StrictModel, checked_name
from pytest_hydra.errors import InputError, Problem
from pytest_hydra.settings.prices import Prices, has_price
from pytest_hydra.settings.types import (
    OPENAI_KEY,
    OPENAI_URL,
    PLACES,
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

# A free port, in the command that starts a server and in its address.
_PORT = "{port}"
# Shorter words of a header's value, such as "Bearer", are not secrets themselves.
_LEAST_WORD = 8


class ErrorPointer(StrictModel):
    """Where the status of a call is."""

    at: Pointer
    """The status."""
    ok: list[str | int | bool | None] = Field(min_length=1)
    """Its values for calls that did not fail, such as `["ok", 200]`."""


class CallPointers(StrictModel):
    """Where the calls of an answer are, and the parts of each, relative to the call.

    A part with one of its usual names is found without a pointer.
    """

    at: Pointer
    """The list of calls, or a single call."""
    function: Pointer | None = None
    """The function's name."""
    params: Pointer | None = None
    """Its parameters: a mapping, or a mapping as JSON text."""
    agent: Pointer | None = None
    """Its agent."""
    result: Pointer | None = None
    """Its result."""
    error: Pointer | ErrorPointer | None = None
    """The error, null if it did not fail; or the status: `{at = "/status", ok = ["ok"]}`."""


# A plain pointer is short for the place of the list.
_Calls = Annotated[
    CallPointers,
    BeforeValidator(
        lambda calls: {"at": calls} if isinstance(calls, str) else calls,
        json_schema_input_type=str | CallPointers,
    ),
]


class EventPointers(StrictModel):
    """How to read a stream of events that has a form of its own."""

    text: Pointer = ""
    """A part of the text in the data of an event; without it the data is the part. Events without
    a part are passed over."""
    name: str | None = None
    """The name of the events with parts of the text. Default: any."""
    end: str = Field(min_length=1)
    """What the last event has: a pointer to a value that is neither false nor empty, else its name
    or its whole data, such as `[DONE]`."""


class ReplyPointers(StrictModel):
    """JSON pointers into an answer. A pointer that ends in ``?`` is optional."""

    text: Pointer | None = None
    """The text."""
    calls: _Calls | None = None
    """The list of calls, or a table with the parts of each."""
    response_type: Pointer | None = None
    """The type of the response."""
    agent: Pointer | None = None
    """The agent that acted."""
    model: Pointer | None = None
    """The model that answered."""
    asks_for: Pointer | None = None
    """The topics that the bot asks for."""
    warnings: Pointer | None = None
    """The topics that the bot warns about."""
    rejected: Pointer | None = None
    """Whether the bot refuses."""
    cost_usd: Pointer | None = None
    """The cost in US dollars."""
    tokens: Pointer | None = None
    """The number of tokens."""
    events: EventPointers | None = None
    """The answer is a stream of events of its own form: this gives the text, and the other pointers
    apply to the last event."""

    @model_validator(mode="after")
    def _says_something(self) -> ReplyPointers:
        if self.events is not None and self.text is not None:
            raise ValueError("'text' and 'events' both say where the text is; keep one")
        if self.text is None and self.calls is None and self.events is None:
            raise ValueError('must say where the text or the calls are, such as text = "/reply"')
        return self


class OpenAISettings(StrictModel):
    """A model of OpenAI's chat completions API, or of a compatible server."""

    model: str = Field(min_length=1)
    """The model's name."""
    base_url: Url = OPENAI_URL
    """The base URL of the API; `/chat/completions` is appended."""
    api_key_env: Variable | None = None
    """The environment variable with the API key (default: `OPENAI_API_KEY`; none with a
    `base_url`)."""
    system: Filled | None = None
    """The system prompt, with `{{context}}` and `{{context.KEY}}`."""
    tools: FilePath | None = None
    """A file that lists the functions that it may call; relative to hydra.toml."""
    tool_result: str = "ok"
    """The result of each call."""
    max_tool_rounds: int = Field(10, ge=1, le=1000)
    """The most requests in a turn with calls of a world's tools."""
    temperature: float | None = Field(None, ge=0, le=2)
    """The temperature."""
    extra: dict[str, Any] = Field(default_factory=dict)
    """Further parameters of the request."""

    @model_validator(mode="after")
    def _nothing_twice(self) -> OpenAISettings:
        for name in ("model", "messages", "tools", "temperature"):
            if name in self.extra:
                raise ValueError(f"extra.{name} is set outside of extra; remove it from extra")
        return self

    @property
    def key_variable(self) -> str | None:
        """The environment variable with the key; None if no key is sent."""
        if self.api_key_env is None and self.base_url == OPENAI_URL:
            return OPENAI_KEY
        return self.api_key_env


class Kit(NamedTuple):
    """What a bot brings into the folder in which it works.

    ``skills`` are folders or commits by their place, ``texts`` files by theirs, and ``calls`` says
    what its tools do. ``skills_place`` is the folder of all skills.
    """

    skills: Mapping[str, str] = MappingProxyType({})
    texts: Mapping[str, str] = MappingProxyType({})
    calls: Mapping[str, Mapping[str, str]] = MappingProxyType({})
    skills_place: str | None = None


class BotSettings(KindSettings):
    """One bot."""

    noun = "bot"
    #: The fields that determine its answers, as opposed to timing.
    identifies: ClassVar[Sequence[str]] = (
        *("python", "command", "url", "openai", "kind", "options"),
        *("headers", "request", "reply", "script", "recorded", "start", "version"),
    )
    #: The option without which it is not run, as that may be dear or dangerous.
    runs_with: ClassVar[str] = ""
    kinds: ClassVar[Sequence[str]] = ("python", "command", "url", "openai", "recorded", "kind")
    only_for: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "headers": ("url", "openai"),
        "request": ("url",),
        "reply": ("url",),
        "retries": ("url", "openai"),
        "retry_statuses": ("url", "openai"),
        "requests_per_second": ("url", "openai"),
        "max_reply_bytes": ("url", "openai"),
        **dict.fromkeys(("start", "ready", "start_seconds"), ("url", "openai")),
        "options": ("kind",),
        "mcp": ("python", "command", "url", "openai", "kind"),
    }

    python: Target | None = None
    """`package.module:attribute`, a function, or a class with an instance per conversation."""
    command: Command | None = None
    """A program that exchanges lines of JSON, run once per conversation."""
    url: Url | None = None
    """A URL that takes JSON by POST and answers with JSON."""
    openai: OpenAISettings | None = None
    """A model of OpenAI's chat completions API, or of a compatible server."""
    recorded: FilePath | None = None
    """A glob of trace files whose replies are scored, such as `traces/*.json`."""
    mcp: list[Name] = Field(default_factory=list)
    """Servers of `[mcp]` whose tools it gets, in scenarios without a world."""
    kind: str | None = Field(None, min_length=1)
    """The name of a kind of bot that a plugin provides."""
    options: dict[str, Any] = Field(default_factory=dict)
    """Options for a bot of a plugin's kind."""
    start: Command | None = None
    """Starts the server behind the address, for the session. `{port}` in both is a free port."""
    ready: Annotated[str, Field(pattern="^/")] | None = None
    """With `start`: a path that answers GET with a status below 400 once it is ready."""
    start_seconds: float = Field(60.0, gt=0, allow_inf_nan=False)
    """Time limit until the server is ready."""
    headers: Headers = Field(default_factory=dict)
    """Headers of each request. `${NAME}` is replaced from the environment."""
    request: Request | None = None
    """The body to send, with `{{messages}}`, `{{message}}` (the user's last), `{{context}}`,
    `{{context.KEY}}`, `{{turn}}`, `{{conversation_id}}`, `{{mcp_url}}` and `{{mcp_token}}`."""
    reply: ReplyPointers | None = None
    """Where the parts of the reply are in the answer: JSON pointers."""
    version: Text | None = None
    """Its version. Without it answers of a `url` or a `command` are not reused."""
    timeout_seconds: float = Field(30.0, gt=0, allow_inf_nan=False)
    """Time limit of an answer, with retries."""
    retries: int = Field(2, ge=0, le=20)
    """How often a request is sent again, after no answer, 429 or 503."""
    retry_statuses: list[Annotated[int, Field(ge=400, le=599)]] = Field(default_factory=list)
    """Other statuses after which a request is sent again, such as `[500, 502, 504]`."""
    requests_per_second: float | None = Field(None, gt=0, allow_inf_nan=False)
    """The most requests per second, in the whole session."""
    max_reply_bytes: int = Field(16 * 2**20, ge=1)
    """Size limit of an answer, in bytes."""
    requires_env: list[Variable] = Field(default_factory=list)
    """Environment variables that the bot needs."""
    secrets: list[Variable] = Field(default_factory=list)
    """Further environment variables whose values are never stored or shown."""
    when_missing: Literal["error", "skip"] = "error"
    """What happens when a variable is missing."""
    read_only: list[Text] | None = None
    """Functions that only read; `*` and `?` are wildcards. Default: that of `[scenarios]`."""
    matrix: dict[str, list[Any] | dict[str, Any]] | None = None
    """Values by name, as a list or by short names: a bot for each combination, with `{{name}}`
    filled in."""
    concurrency: int | None = Field(None, ge=1)
    """The most conversations at a time. With more than one a Python bot runs ahead, in threads."""

    @model_validator(mode="after")
    def _is_one_bot(self) -> BotSettings:
        if self.matrix is not None:
            raise ValueError("'matrix' is for bots")
        return self

    @model_validator(mode="after")
    def _has_a_server(self) -> BotSettings:
        address = (self.url or "") + (self.openai.base_url if self.openai else "")
        is_started = self.start is not None
        if not is_started and (self.ready is not None or _PORT in address):
            key = "'ready'" if self.ready is not None else f"'{_PORT}' in an address"
            raise ValueError(f"{key} needs 'start', the command of the server")
        if is_started and (_PORT in address) != any(_PORT in word for word in self.start or ()):
            raise ValueError(f"'{_PORT}' must be in both the command 'start' and the address")
        return self

    def with_port(self, port: str) -> BotSettings:
        """The settings with this port in the address."""
        if self.openai is not None:
            base_url = self.openai.base_url.replace(_PORT, port)
            return self.model_copy(
                update={"openai": self.openai.model_copy(update={"base_url": base_url})}
            )
        return self.model_copy(update={"url": (self.url or "").replace(_PORT, port)})

    @property
    def opened_as(self) -> str:
        """The kind of bot: ``python``, ``command``, ``url``, ``openai``, or that of a plugin."""
        return self.kind or super().opened_as

    @property
    def is_known(self) -> bool:
        """Whether somebody can say if the bot would answer the same today."""
        return self.version is not None or self.opened_as not in ("url", "command")

    @property
    def kit(self) -> Kit:
        """What it brings into the folder in which it works."""
        return Kit()

    @property
    def changeable(self) -> Collection[str]:
        """What a treatment can change."""
        return () if self.openai is None else ("model", "system")

    def treated(self, changes: Mapping[str, Any], folder: Path) -> BotSettings:  # noqa: ARG002
        """The bot with changes of what is `changeable`. Raises ValueError if one is wrong.

        Their paths are relative to ``folder``.
        """
        openai = self.openai and self.openai.model_copy(update=dict(changes))
        return self.model_copy(update={"openai": openai})

    @property
    def variables(self) -> tuple[str, ...]:
        """The environment variables that the bot needs, in the order of the file, each once."""
        key = None if self.openai is None else self.openai.key_variable
        base = None if self.openai is None else self.openai.base_url
        used = variables([self.url, base, self.headers, self.request])
        return tuple(dict.fromkeys([*self.requires_env, *([key] if key else []), *used]))

    @property
    def seen_variables(self) -> list[str]:
        """Those that its answers may depend on, and which are no secrets."""
        hidden = {label for _, label in self.hidden_texts()}
        names = (name for name in self.variables if f"${{{name}}}" not in hidden)
        return [name for name in names if not holds_credential(name, "")]

    def without_price(self, prices: Prices) -> str | None:
        """The model behind ``openai`` if its tokens have no known price; None for other bots."""
        model = self.openai
        priced = model is None or has_price(model.model, prices, model.base_url)
        return None if model is None or priced else model.model

    @property
    def lacks(self) -> str:
        """What it needs on this machine and lacks, other than variables; empty for nothing."""
        return ""

    def hidden_texts(self, environ: Mapping[str, str] = os.environ) -> Iterator[tuple[str, str]]:
        """Secrets that must not be stored or shown, each with its replacement."""
        key = None if self.openai is None else self.openai.key_variable
        query = (self.url or "").partition("?")[2]
        for name in (*self.secrets, *([key] if key else ()), *variables([self.headers, query])):
            yield environ.get(name, ""), f"${{{name}}}"
        for name, value in self.headers.items():
            words = [word for word in value.split() if len(word) >= _LEAST_WORD]
            for text in (value, *words) if holds_credential(name, value) else ():
                yield text, f"(the header {name})"

    def public(self) -> dict[str, Any]:
        """The settings as JSON values without secrets, for recordings.

        Limits of concurrency and rate are not included. ``${NAME}`` stays as written. The value of
        a header that looks like a credential is left out unless it comes from the environment.
        """
        hidden = {"concurrency", "secrets"}
        plain = self.model_dump(mode="json", exclude_none=True, exclude=hidden)
        plain["headers"] = {
            name: "(hidden)" if holds_credential(name, value) else value
            for name, value in self.headers.items()
        }
        return plain


_MOST_VARIANTS = 100
_LONGEST_LABEL = 40
_LABEL = lazy_regex(rf"[^\[\]:\n]{{1,{_LONGEST_LABEL}}}")
_MATRIX_NAME = lazy_regex(r"[A-Za-z_][A-Za-z0-9_]*")


def _variants(
    settings: Any, make: Callable[[Any], BotSettings]
) -> BotSettings | dict[str, BotSettings]:
    """The bot of a table, or with a ``matrix`` the bots by the labels of their values."""
    matrix = settings.get("matrix") if isinstance(settings, Mapping) else None
    if not isinstance(matrix, Mapping):
        return make(settings)
    rest = {key: value for key, value in settings.items() if key != "matrix"}
    used, labels = {*places(rest)}, []
    for name, values in matrix.items():
        if not _MATRIX_NAME.fullmatch(name) or name in PLACES:
            raise ValueError(f"matrix: {show(name)} is not a valid name, or has another meaning")
        if name not in used:
            raise ValueError(f"matrix: nothing uses {{{{{name}}}}}; use it or leave it out")
        if not isinstance(values, list | Mapping) or not values:
            raise ValueError(f"matrix: {name} needs a list of values, or values by their names")
        labels.append(_labelled(name, values))
    if prod(map(len, labels)) > _MOST_VARIANTS:
        raise ValueError(f"matrix: makes more than {_MOST_VARIANTS} bots")
    bots: dict[str, BotSettings] = {}
    for combination in product(*(each.items() for each in labels)):
        known = dict(zip(matrix, (value for _, value in combination), strict=True))
        # Other placeholders are filled in later.
        known = {name: f"{{{{{name}}}}}" for name in used} | known
        filled = fill(rest, known.__getitem__, "${{{}}}".format)
        bots[",".join(label for label, _ in combination)] = make(filled)
    return bots


def _labelled(name: str, values: Sequence[Any] | Mapping[str, Any]) -> dict[str, Any]:
    """The values by their labels ``name=value``, with positions instead of texts that are long."""
    if isinstance(values, Mapping):
        texts, values = list(values), list(values.values())
    else:
        texts = [value if isinstance(value, str) else json.dumps(value) for value in values]
    are_labels = all(_LABEL.fullmatch(text) and text.isprintable() for text in texts)
    if len({*texts}) < len(texts) or not are_labels:
        texts = list(map(str, range(1, len(texts) + 1)))
    return {f"{name}={text}": value for text, value in zip(texts, values, strict=True)}


def _by_name(bots: Mapping[str, BotSettings | dict[str, BotSettings]]) -> dict[str, BotSettings]:
    """The bots by their names, those of a matrix as ``NAME[label]``."""
    return {
        f"{name}[{label}]" if label else name: bot
        for name, each in bots.items()
        for label, bot in (each if isinstance(each, dict) else {"": each}).items()
    }


class BotTables(StrictModel):
    """The table ``[bots]``."""

    bots: Annotated[
        dict[Name, Annotated[BotSettings, WrapValidator(_variants)]], AfterValidator(_by_name)
    ] = Field(default_factory=dict)


def missing_env(settings: BotSettings, environ: Mapping[str, str] = os.environ) -> list[str]:
    """The environment variables that the bot needs and that are unset or empty.

    An empty one counts as missing: in a fork's pull request secrets are empty.
    """
    return [name for name in settings.variables if not environ.get(name)]


def skip_reason(name: str, settings: BotSettings) -> str:
    """The reason to skip scenarios of a bot or a user that lacks a variable; empty for none."""
    if settings.when_missing != "skip":
        return ""
    missing = missing_env(settings)
    needs = f"{', '.join(missing)} in the environment" if missing else settings.lacks
    return f"{settings.noun} {name!r} needs {needs}" if needs else ""


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
