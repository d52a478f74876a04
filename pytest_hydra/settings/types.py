"""Types of values that several tables of hydra.toml share: commands, URLs, variables."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Self, TypeVar
from urllib.parse import parse_qsl, urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, PrivateAttr, model_validator

from pytest_hydra.core.lazy_regex import lazy_regex
from pytest_hydra.core.text import parse_pointer, places, variables
from pytest_hydra.documents import show
from pytest_hydra.documents.validation import StrictModel
from pytest_hydra.errors import did_you_mean
from pytest_hydra.settings.prices import Prices, model_and_cost

Model = TypeVar("Model", bound=StrictModel)

OPENAI_URL = "https://api.openai.com/v1"
OPENAI_KEY = "OPENAI_API_KEY"

# The URL of the MCP server with the world's tools, and the bearer token for it.
MCP_PLACES = ("mcp_url", "mcp_token")
PLACES = ("messages", "message", "context", "turn", "conversation_id", *MCP_PLACES)
"""Valid names in ``{{…}}`` in a request; ``{{context.KEY}}`` is one value of the context, which
may be missing if it is written ``{{context.KEY?}}``."""

_VARIABLE = lazy_regex(r"[A-Za-z_][A-Za-z0-9_]*")
_HEADER = lazy_regex(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
# Headers that are set for every request and must match it.
_OUR_HEADERS = frozenset({"content-length", "content-type", "host", "transfer-encoding"})
_CREDENTIAL = lazy_regex(r"auth|cookie|credential|key|passw|secret|session|signature|token", re.I)
_CREDENTIAL_QUERY = lazy_regex(r"((access|api|auth)[_-]?)?(key|token)|password|secret|sig(nature)?")
_OPTIONAL = "?"


def _checked_target(target: str) -> str:
    module, colon, attribute = target.partition(":")
    parts = [*module.split("."), *attribute.split(".")]
    if not colon or not all(part.isidentifier() for part in parts):
        raise ValueError(f"must be 'package.module:attribute', not {show(target)}")
    return target


def _split_command(command: Any) -> Any:
    """A command line as the list of its words; anything else as it is."""
    if not isinstance(command, str):
        return command
    try:
        return shlex.split(command)
    except ValueError as error:
        reason = str(error).lower()
        raise ValueError(f"the command {show(command)} cannot be split: {reason}") from None


def _checked_command(command: list[str]) -> list[str]:
    if not command or not command[0]:
        raise ValueError("must name a program")
    return command


def _checked_variables(template: Any) -> Any:
    for name in variables(template):
        if not _VARIABLE.fullmatch(name):
            raise ValueError(
                f"{show('${' + name + '}')} is not an environment variable; write it as ${{NAME}}"
            )
    return template


def check_address(url: str) -> None:
    """Raise ValueError, without the URL in its text, unless it is a valid HTTP URL."""
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 - raises unless it is a number
    except ValueError:
        raise ValueError("is not a valid address, such as 'https://example.org/chat'") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("must be an address: 'http://' or 'https://', and a host")
    if "@" in parts.netloc:
        raise ValueError(
            "must not contain a user or password; send them in headers, from the environment: "
            'headers = {Authorization = "Basic ${CREDENTIALS}"}'
        )
    if re.search(r"[\s\x00-\x1f\x7f]", url):
        raise ValueError("must not contain white space or control characters")


def _checked_url(url: str) -> str:
    _checked_variables(url)
    # A URL that begins with a variable is checked once its value is known.
    if not url.startswith("${"):
        check_address(re.sub(r"\$?\{[^{}]*\}", "1", url))
    for name, value in parse_qsl(urlsplit(url).query):
        if _CREDENTIAL_QUERY.fullmatch(name.lower()) and "${" not in value:
            raise ValueError(
                f"contains a secret, {show(name)}; take it from the environment: {name}=${{NAME}}"
            )
    return url


def _checked_headers(headers: dict[str, str]) -> dict[str, str]:
    names: dict[str, str] = {}
    for name, value in headers.items():
        if not _HEADER.fullmatch(name):
            raise ValueError(f"{show(name)} is not a valid header name")
        if name.lower() in names:
            raise ValueError(f"{show(name)} is given twice, in two spellings; keep one")
        if name.lower() in _OUR_HEADERS:
            raise ValueError(f"{name} is set for each request; remove it")
        if not value.isprintable():
            raise ValueError(f"the value of {name} contains control characters")
        names[name.lower()] = name
        _checked_variables(value)
    return headers


def _checked_places(template: Any) -> Any:
    for name in places(template):
        if name not in PLACES and not re.fullmatch(r"context\.[^{}]+", name):
            hint = did_you_mean(name, PLACES) or ";"
            raise ValueError(
                f"{show('{{' + name + '}}')} is not a placeholder here{hint} "
                f"valid: {', '.join('{{' + place + '}}' for place in PLACES)}, {{{{context.KEY}}}}"
            )
    return template


def _checked_pointer(pointer: str) -> str:
    parse_pointer(pointer.removesuffix(_OPTIONAL))
    return pointer


def _inner_path(text: str) -> str:
    parts = text.removeprefix("./").split("/")
    if {"", ".", ".."} & {*parts} or parts[0].lower() == ".git":
        raise ValueError(f"should be the path of a file in the folder, not {text!r}")
    return "/".join(parts)


def is_optional(name: str) -> bool:
    """Whether a pointer, or a value of the context, is optional: it ends in a question mark."""
    return name.endswith(_OPTIONAL)


Text = Annotated[str, Field(min_length=1)]
Command = Annotated[
    list[str],
    BeforeValidator(_split_command, json_schema_input_type=str | list[str]),
    AfterValidator(_checked_command),
]
Variable = Annotated[str, Field(pattern=f"^{_VARIABLE.pattern}$")]
Url = Annotated[str, AfterValidator(_checked_url)]
Pointer = Annotated[str, AfterValidator(_checked_pointer)]
Target = Annotated[str, AfterValidator(_checked_target)]
Headers = Annotated[dict[str, str], AfterValidator(_checked_headers)]
Request = Annotated[
    dict[str, Any], AfterValidator(_checked_variables), AfterValidator(_checked_places)
]
"""JSON with ``{{…}}`` placeholders and environment variables."""
InnerPath = Annotated[str, AfterValidator(_inner_path)]
"""The path of a file below a folder."""
Filled = Annotated[str, AfterValidator(_checked_places)]
"""A text with ``{{…}}`` placeholders."""


def share_of(settings: Model, processes: int) -> Model:
    """The settings of a bot or a judge for one of several processes that use it at the same time.

    Each process gets an equal part of the rate limit.
    """
    rate = getattr(settings, "requests_per_second", None)
    if rate is None or processes == 1:
        return settings
    return settings.model_copy(update={"requests_per_second": rate / processes})


class KindSettings(StrictModel):
    """Settings whose kind, such as that of a bot, is the one key of ``kinds`` that is given.

    ``only_for`` maps a key to the kinds for which it is valid.
    """

    noun: ClassVar[str]
    kinds: ClassVar[Sequence[str]]
    only_for: ClassVar[Mapping[str, tuple[str, ...]]]
    _prices: Prices = PrivateAttr(default_factory=dict)

    @property
    def prices(self) -> Prices:
        """The table of prices that holds for its answers."""
        return self._prices

    def bill(self, answer: object) -> tuple[str | None, float | None]:
        """The model of an answer, and what its tokens cost, as far as known."""
        return model_and_cost(answer, self._prices)

    def with_prices(self, prices: Prices) -> Self:
        """The same settings with these prices."""
        settings = self.model_copy()
        settings._prices = prices
        return settings

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        keys = [name for name in self.kinds if getattr(self, name) is not None]
        if len(keys) != 1:
            which = f"{' and '.join(map(repr, keys))} are given" if keys else "none is given"
            raise ValueError(f"a {self.noun} needs one of {_or(self.kinds)}; {which}")
        for name, kinds in self.only_for.items():
            if name in self.model_fields_set and keys[0] not in kinds:
                raise ValueError(
                    f"{name!r} is for {self.noun}s with {_or(kinds)}, not for one with {keys[0]!r}"
                )
        return self

    @property
    def opened_as(self) -> str:
        """The name of its kind."""
        return next(name for name in self.kinds if getattr(self, name) is not None)


def names_differ(noun: str, key: str) -> AfterValidator:
    """Refuse two of ``noun`` whose ``key`` differs at most in case, as it names their files."""

    def check(entries: list[Any]) -> list[Any]:
        names: set[str] = set()
        for name in (getattr(entry, key) for entry in entries):
            if name.casefold() in names:
                raise ValueError(f"two {noun} are called {show(name)}; each needs its own name")
            names.add(name.casefold())
        return entries

    return AfterValidator(check)


def holds_credential(name: str, value: str) -> bool:
    """Whether a header's value, as written in the settings, is itself a secret."""
    return bool(_CREDENTIAL.search(name)) and "${" not in value


def _or(names: Iterable[str]) -> str:
    *first, last = map(repr, names)
    return f"{', '.join(first)} or {last}" if first else last
