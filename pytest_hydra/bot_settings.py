"""What hydra.toml may say of a bot."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeVar
from urllib.parse import parse_qsl, urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from pytest_hydra.core.pointer import parse_pointer
from pytest_hydra.core.templates import places, variables
from pytest_hydra.documents import show
from pytest_hydra.documents.validation import StrictModel
from pytest_hydra.errors import did_you_mean

Model = TypeVar("Model", bound=StrictModel)

OPENAI_URL = "https://api.openai.com/v1"
OPENAI_KEY = "OPENAI_API_KEY"

PLACES = ("messages", "message", "context", "turn", "conversation_id")
"""What ``{{…}}`` may name in a request; ``{{context.KEY}}`` is one value of the context."""

_KINDS = ("python", "command", "url", "openai", "kind")
# Which options have a meaning for one kind of bot only, or for some.
_FOR = {
    "headers": ("url", "openai"),
    "request": ("url",),
    "reply": ("url",),
    "retries": ("url", "openai"),
    "requests_per_second": ("url", "openai"),
    "max_reply_bytes": ("url", "openai"),
    "options": ("kind",),
}
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_HEADER = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
# What is set for every request, and would contradict what is sent.
_OUR_HEADERS = frozenset({"content-length", "content-type", "host", "transfer-encoding"})
_CREDENTIAL = re.compile(r"auth|cookie|credential|key|passw|secret|session|signature|token", re.I)
_CREDENTIAL_QUERY = re.compile(r"((access|api|auth)[_-]?)?(key|token)|password|secret|sig(nature)?")
_OPTIONAL = "?"


def _checked_target(target: str) -> str:
    module, colon, attribute = target.partition(":")
    parts = [*module.split("."), *attribute.split(".")]
    if not colon or not all(part.isidentifier() for part in parts):
        raise ValueError(f"must be 'package.module:attribute', not {show(target)}")
    return target


def _split_command(command: Any) -> Any:
    """A command line as the list of its words; such a list as it is."""
    if isinstance(command, list):
        return command
    if not isinstance(command, str):
        # pydantic turns no TypeError into a problem of the file.
        raise ValueError("must be a command line, or the list of its words")  # noqa: TRY004 - above
    try:
        return shlex.split(command)
    except ValueError as error:
        reason = str(error).lower()
        raise ValueError(f"the command {show(command)} cannot be split: {reason}") from None


def _checked_command(command: list[str]) -> list[str]:
    if not command or not command[0]:
        raise ValueError("must name a program")
    return command


def _checked_variable(name: str) -> str:
    if not _VARIABLE.fullmatch(name):
        raise ValueError(
            f"{show(name)} is no name of an environment variable: letters, digits and '_' make "
            "one, and a digit does not come first"
        )
    return name


def _checked_variables(template: Any) -> Any:
    for name in variables(template):
        if not _VARIABLE.fullmatch(name):
            raise ValueError(
                f"{show('${' + name + '}')} names no environment variable; write it as ${{NAME}}"
            )
    return template


def check_address(url: str) -> None:
    """Raise ValueError, which shows nothing of the address, unless it can be asked over HTTP."""
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 - raises where it is no number
    except ValueError:
        raise ValueError("is no address; one looks like 'https://example.org/chat'") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("must be an address: 'http://' or 'https://', and a host")
    if "@" in parts.netloc:
        raise ValueError(
            "must hold no user and password; send them in headers, from the environment: "
            'headers = {Authorization = "Basic ${CREDENTIALS}"}'
        )
    if re.search(r"[\s\x00-\x1f\x7f]", url):
        raise ValueError("must hold no white space and no control characters")


def _checked_url(url: str) -> str:
    _checked_variables(url)
    # What begins with a variable is looked at when its value is known.
    if not url.startswith("${"):
        check_address(re.sub(r"\$\{[^{}]*\}", "1", url))
    for name, value in parse_qsl(urlsplit(url).query):
        if _CREDENTIAL_QUERY.fullmatch(name.lower()) and "${" not in value:
            raise ValueError(
                f"holds a secret, {show(name)}; take it from the environment: {name}=${{NAME}}"
            )
    return url


def _checked_headers(headers: dict[str, str]) -> dict[str, str]:
    seen: dict[str, str] = {}
    for name, value in headers.items():
        if not _HEADER.fullmatch(name):
            raise ValueError(f"{show(name)} is no name of a header")
        if name.lower() in seen:
            raise ValueError(f"{show(name)} stands here twice, in two spellings; keep one")
        if name.lower() in _OUR_HEADERS:
            raise ValueError(f"{name} is set for each request; take it out")
        if not value.isprintable():
            raise ValueError(f"the value of {name} holds control characters")
        seen[name.lower()] = name
        _checked_variables(value)
    return headers


def _checked_request(request: Any) -> Any:
    _checked_variables(request)
    return _checked_places(request)


def _checked_places(template: Any) -> Any:
    for name in places(template):
        if name not in PLACES and not re.fullmatch(r"context\.[^{}]+", name):
            hint = did_you_mean(name, PLACES) or ";"
            raise ValueError(
                f"{show('{{' + name + '}}')} stands for nothing here{hint} "
                f"valid: {', '.join('{{' + place + '}}' for place in PLACES)}, {{{{context.KEY}}}}"
            )
    return template


def _checked_pointer(pointer: str) -> str:
    parse_pointer(pointer.removesuffix(_OPTIONAL))
    return pointer


def is_optional(pointer: str) -> bool:
    """Whether a pointer may point to nothing: it ends in a question mark."""
    return pointer.endswith(_OPTIONAL)


def _calls_at(calls: Any) -> Any:
    """A pointer to calls as the table that it stands for."""
    return {"at": calls} if isinstance(calls, str) else calls


Command = Annotated[
    list[str],
    BeforeValidator(_split_command, json_schema_input_type=str | list[str]),
    AfterValidator(_checked_command),
]
Variable = Annotated[str, AfterValidator(_checked_variable)]
Url = Annotated[str, AfterValidator(_checked_url)]
Pointer = Annotated[str, AfterValidator(_checked_pointer)]


class CallPointers(StrictModel):
    """Where the calls of an answer are, and the parts of each, seen from the call itself.

    A part is found without a pointer where it has one of its usual names.
    """

    at: Pointer = Field(description="The list of calls.")
    function: Pointer | None = Field(None, description="The function's name, in a call.")
    params: Pointer | None = Field(
        None, description="Its parameters, in a call: a mapping, or the text of one in JSON."
    )
    agent: Pointer | None = Field(None, description="The agent that called it, in a call.")


class ReplyPointers(StrictModel):
    """JSON pointers into an answer. One that ends in ``?`` may point to nothing."""

    text: Pointer | None = Field(None, description="What the bot says.")
    calls: (
        Annotated[
            CallPointers,
            BeforeValidator(_calls_at, json_schema_input_type=str | CallPointers),
        ]
        | None
    ) = Field(
        None,
        description="The list of functions that the bot called; as a table it also says where the "
        "parts of a call are.",
    )
    response_type: Pointer | None = Field(None, description="What kind of answer it is.")
    agent: Pointer | None = Field(None, description="The agent that acted.")
    asks_for: Pointer | None = Field(None, description="The topics that the bot asks for.")
    warnings: Pointer | None = Field(None, description="The topics that the bot warns of.")
    rejected: Pointer | None = Field(None, description="Whether the bot refuses.")
    cost_usd: Pointer | None = Field(None, description="What the answer cost, in US dollars.")

    @model_validator(mode="after")
    def _says_something(self) -> ReplyPointers:
        if self.text is None and self.calls is None:
            raise ValueError('must say where the text or the calls are, such as text = "/reply"')
        return self


class OpenAISettings(StrictModel):
    """A model behind OpenAI's chat completions, or a server that speaks as they do."""

    model: str = Field(min_length=1, description="The model's name.")
    base_url: Url = Field(
        OPENAI_URL, description="Where the API begins; `/chat/completions` is added."
    )
    api_key_env: Variable | None = Field(
        None,
        description="The environment variable that holds the key. `OPENAI_API_KEY` where no "
        "`base_url` is given; else no key is sent unless this says which.",
    )
    system: Annotated[str, AfterValidator(_checked_places)] | None = Field(
        None,
        description="What stands before the conversation; `{{context}}` and `{{context.KEY}}` are "
        "filled in.",
    )
    tools: str | None = Field(
        None,
        min_length=1,
        description="A file beside hydra.toml with the list of functions that the model may call.",
    )
    tool_result: str = Field(
        "ok",
        description="What the model is told in the next turn that each of its calls gave: nothing "
        "runs them.",
    )
    temperature: float | None = Field(None, ge=0, le=2, description="From 0 to 2.")
    extra: dict[str, Any] = Field(
        default_factory=dict,
        description="What else is sent, such as `max_completion_tokens` or `tool_choice`.",
    )

    @model_validator(mode="after")
    def _nothing_twice(self) -> OpenAISettings:
        for name in ("model", "messages", "tools", "temperature", "stream"):
            if name in self.extra:
                said = "is not read" if name == "stream" else "has its own place"
                raise ValueError(f"extra.{name} {said}; take it out of extra")
        return self

    @property
    def key_variable(self) -> str | None:
        """The environment variable with the key; None where no key is sent."""
        if self.api_key_env is None and self.base_url == OPENAI_URL:
            return OPENAI_KEY
        return self.api_key_env


class BotSettings(StrictModel):
    """One bot: a Python callable, a command, an HTTP address, or a model of OpenAI's API."""

    python: Annotated[str, AfterValidator(_checked_target)] | None = Field(
        None,
        description="`package.module:attribute`, found from the folder of hydra.toml: a function, "
        "an object that can be called, or a class, which is made anew for each conversation.",
    )
    command: Command | None = Field(
        None,
        description="A command line, or the list of its words: a program that is started in the "
        "folder of hydra.toml for each conversation, and talks in JSON lines.",
    )
    url: Url | None = Field(
        None, description="An address that is sent JSON by POST, and answers JSON."
    )
    openai: OpenAISettings | None = Field(
        None, description="A model behind OpenAI's chat completions, or a server like it."
    )
    kind: str | None = Field(
        None, min_length=1, description="A kind of bot that a plugin offers, by its name."
    )
    options: dict[str, Any] = Field(
        default_factory=dict, description="What a bot of a plugin's kind is told."
    )
    headers: Annotated[dict[str, str], AfterValidator(_checked_headers)] = Field(
        default_factory=dict,
        description="Headers of each request; `${NAME}` is taken from the environment.",
    )
    request: Annotated[dict[str, Any], AfterValidator(_checked_request)] | None = Field(
        None,
        description="What is sent instead of `{messages, context}`: JSON in which `{{messages}}`, "
        "`{{message}}` (the user's last), `{{context}}`, `{{context.KEY}}`, `{{turn}}` and "
        "`{{conversation_id}}` are filled in.",
    )
    reply: ReplyPointers | None = Field(
        None, description="Where the parts of the reply are in the answer, as JSON pointers."
    )
    timeout_seconds: float = Field(
        30.0,
        gt=0,
        allow_inf_nan=False,
        description="How long one answer may take, with all its retries.",
    )
    retries: int = Field(
        2,
        ge=0,
        le=20,
        description="How often a request is sent again that was answered with 429 or 503, or "
        "that nobody answered.",
    )
    requests_per_second: float | None = Field(
        None,
        gt=0,
        allow_inf_nan=False,
        description="How many requests are sent in a second, at most, by the whole session.",
    )
    max_reply_bytes: int = Field(
        16 * 2**20, ge=1, description="How long an answer may be, in bytes."
    )
    requires_env: list[Variable] = Field(
        default_factory=list, description="Environment variables that the bot needs."
    )
    when_missing: Literal["error", "skip"] = Field(
        "error",
        description="What becomes of the scenarios when a variable is missing that the bot needs.",
    )
    concurrency: int | None = Field(
        None,
        ge=1,
        description="How many conversations this bot may hold at a time. A python bot with more "
        "than one runs ahead of its items, in threads.",
    )

    @model_validator(mode="after")
    def _one_target(self) -> BotSettings:
        check_kind(self, "bot", _KINDS, _FOR)
        return self

    @property
    def opened_as(self) -> str:
        """The name of the kind of bot: ``python``, ``command``, ``url``, ``openai``, or its own."""
        return self.kind or next(name for name in _KINDS if getattr(self, name) is not None)

    @property
    def is_local(self) -> bool:
        """Whether the bot is what the project's files say, and changes with them only."""
        return self.python is not None or self.command is not None

    @property
    def variables(self) -> tuple[str, ...]:
        """The environment variables that the bot needs, in the order of the file, each once."""
        key = None if self.openai is None else self.openai.key_variable
        base = None if self.openai is None else self.openai.base_url
        used = variables([self.url, base, self.headers, self.request])
        return tuple(dict.fromkeys([*self.requires_env, *([key] if key else []), *used]))

    def public(self) -> dict[str, Any]:
        """The settings as JSON values that may be written down: they hold no secret.

        How much is done at a time is not in them. ``${NAME}`` stays as it is written. The value of
        a header that sounds like a credential is left out when it does not come from the
        environment.
        """
        plain = self.model_dump(mode="json", exclude_none=True, exclude={"concurrency"})
        plain["headers"] = {
            name: "(kept back)" if holds_credential(name, value) else value
            for name, value in self.headers.items()
        }
        return plain


def share_of(settings: Model, processes: int) -> Model:
    """The settings of a bot or a judge for one of the processes that ask it at the same time.

    What all of them may ask in a second is for each of them an equal part.
    """
    rate = getattr(settings, "requests_per_second", None)
    if rate is None or processes == 1:
        return settings
    return settings.model_copy(update={"requests_per_second": rate / processes})


def check_kind(
    settings: StrictModel, what: str, kinds: Sequence[str], only_for: Mapping[str, Sequence[str]]
) -> None:
    """Raise ValueError unless one of the keys ``kinds`` is given, and only what goes with it.

    ``only_for`` says of a key with which kinds it has a meaning; ``what`` is what the settings are
    of, such as a bot.
    """
    given = [name for name in kinds if getattr(settings, name) is not None]
    if len(given) != 1:
        which = f"{_and(given)} are given" if given else "none is given"
        raise ValueError(f"a {what} needs one of {_or(kinds)}; {which}")
    for name, meant in only_for.items():
        if name in settings.model_fields_set and given[0] not in meant:
            raise ValueError(
                f"{name!r} is for {what}s with {_or(meant)}, not for one with {given[0]!r}"
            )


def holds_credential(name: str, value: str) -> bool:
    """Whether a header's value, as it is written in the settings, is itself a secret."""
    return bool(_CREDENTIAL.search(name)) and "${" not in value


def missing_env(settings: BotSettings, environ: Mapping[str, str] = os.environ) -> list[str]:
    """The environment variables that the bot needs and that are not set, or empty.

    Empty ones are missing: that is what a secret is in a pull request that may not have it.
    """
    return [name for name in settings.variables if not environ.get(name)]


def split_command(command: str) -> list[str]:
    """The words of a command line. Raises ValueError where there are none."""
    return _checked_command(_split_command(command))


def _and(names: Iterable[str]) -> str:
    return " and ".join(map(repr, names))


def _or(names: Iterable[str]) -> str:
    *first, last = map(repr, names)
    return f"{', '.join(first)} or {last}" if first else last
