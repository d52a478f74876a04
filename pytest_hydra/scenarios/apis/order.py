"""All modules of APIs and libraries, in the order in which they are tried."""

from __future__ import annotations

from pytest_hydra.scenarios.apis import (
    anthropic,
    chat_messages,
    google,
    message_state,
    openai_chat,
    openai_responses,
    openai_run,
    pydantic_ai,
)

APIS = (
    *(message_state, openai_chat, pydantic_ai, openai_run, anthropic, chat_messages),
    *(google, openai_responses),
)
