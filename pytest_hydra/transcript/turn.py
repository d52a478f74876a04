"""What a bot said and did, in one form: its calls, its reply to a message, and the turn."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import field
from typing import Any, Literal, get_args

from pytest_hydra.core.plain import brief_value, keyword_value
from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError

ResponseType = Literal["action", "clarification", "rejection", "answer"]
RESPONSE_TYPES = get_args(ResponseType)
ANSWERED_BY = ("model", "fingerprint", "program", "prompt", "tools")
"""What may be known of who answered: names, and digests of a prompt and of tools."""


class ReplyError(HydraError):
    """An answer that is not a reply; the text describes it in one line.

    ``calls`` are the calls in one that is not whole: they cannot be undone.
    """

    calls: tuple[Call, ...] = ()


@keyword_value
class Call:
    """A function call of the bot, with its result or error if known.

    ``params`` and ``result`` are plain JSON values. A call with an ``error`` has failed, and one
    that is only ``requested`` has not run, as far as known.
    """

    function: str
    params: Mapping[str, Any] = field(default_factory=dict)
    agent: str | None = None
    result: Any = None
    error: str | None = None
    id: str | None = None
    requested: bool = False

    @property
    def was_made(self) -> bool:
        """Whether it counts as a call."""
        return self.error is None and not self.requested

    def __repr__(self) -> str:
        params = ", ".join(f"{name}={brief_value(value)}" for name, value in self.params.items())
        end = "" if self.result is None else f" -> {brief_value(self.result)}"
        end = " (only requested)" if self.requested else end
        end = end if self.error is None else f" failed: {brief_value(self.error)}"
        return one_line(f"{self.function}({params}){end}", 200)


@keyword_value
class Reply:
    """One answer. ``reply_fields.txt`` describes the fields.

    Undeclared ones are None or empty; an empty ``asks_for`` declares that nothing is asked for.
    """

    text: str = ""
    calls: tuple[Call, ...] = ()
    response_type: str | None = None
    agent: str | None = None
    asks_for: tuple[str, ...] | None = None
    warnings: tuple[str, ...] | None = None
    rejected: bool | None = None
    cost_usd: float | None = None
    tokens: int | None = None
    unknown_calls: tuple[str, ...] = ()
    earlier_texts: tuple[str, ...] = ()
    thoughts: str = ""
    servers_in_names: bool = False
    answered_by: Mapping[str, str] | None = None

    def __await__(self) -> Generator[None, None, Reply]:
        """Itself, at once: an async test may write ``await hydra_bot(…)``."""
        yield from ()
        return self


Agreement = bool | tuple[str, ...] | None
"""Whether the user agrees to what the bot asked, as declared, or to calls of which functions."""


@keyword_value
class Turn:
    """One message of the user and the reply to it.

    ``reply`` is None if there is none; ``error`` is then the reason in one line (``traceback`` is
    the bot's own, if it raised). ``seconds`` is the time that the bot took, by our clock,
    ``retries`` the number of repeated requests, ``first_seconds`` the time to the first token of a
    stream, and ``model`` the model that answered; each is None if unknown. ``arrived`` are the
    calls of a turn without a reply, and ``cost_usd`` what it cost, as far as they are known.
    ``said`` are calls of a world's tools that the bot only mentions.
    """

    user: str
    reply: Reply | None = None
    seconds: float | None = None
    retries: int | None = None
    first_seconds: float | None = None
    model: str | None = None
    error: str | None = None
    traceback: str | None = None
    said: tuple[Call, ...] = ()
    arrived: tuple[Call, ...] = ()
    agrees: Agreement = None
    files: tuple[Mapping[str, str], ...] = ()
    """The pictures and files of the message, without their content."""
    before: tuple[Mapping[str, str], ...] = ()
    """The messages before it that a test gave to the bot with it."""
    talk: int | None = None
    """The number of its conversation, from 1, in a test with several."""
    cost_usd: float | None = None

    @property
    def cost(self) -> float | None:
        """What it cost in US dollars, None if that is unknown."""
        return self.cost_usd if self.reply is None else self.reply.cost_usd


def spoken_text(*replies: Reply) -> str:
    """All texts of the replies, in order."""
    return "\n\n".join([text for reply in replies for text in (*reply.earlier_texts, reply.text)])
