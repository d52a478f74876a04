"""Secrets, and how they are kept out of everything that is written down."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote, quote_plus

# What is shorter stands in many a text by chance.
_LEAST = 4


class Secrets:
    """Texts that are replaced wherever they turn up, by what may be shown in their place."""

    def __init__(self, secrets: Iterable[tuple[str, str]]) -> None:
        """Take pairs of a secret and what stands for it; those under 4 characters are let be."""
        shown: dict[str, str] = {}
        for secret, instead in secrets:
            if len(secret) >= _LEAST:
                for form in _forms(secret):
                    shown.setdefault(form, instead)
        # The longest first: one secret may be a part of another.
        self._shown = sorted(shown.items(), key=lambda pair: (-len(pair[0]), pair[0]))

    @property
    def longest(self) -> int:
        """How many characters the longest secret has, in any of its forms; 0 without any."""
        return len(self._shown[0][0]) if self._shown else 0

    def scrub(self, text: str) -> str:
        """The text without the secrets."""
        for secret, instead in self._shown:
            if secret in text:
                text = text.replace(secret, instead)
        return text

    def scrub_all(self, value: Any) -> Any:
        """A JSON value without the secrets, in its texts and in its keys."""
        if not self._shown:
            return value
        if isinstance(value, str):
            return self.scrub(value)
        if isinstance(value, Mapping):
            return {self.scrub(key): self.scrub_all(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self.scrub_all(item) for item in value]
        return value


def _forms(secret: str) -> set[str]:
    """The secret as it is, and as it stands in JSON (also in JSON within JSON), URLs and HTML."""
    escaped = {json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1]}
    twice = {json.dumps(form)[1:-1] for form in escaped}
    slashes = {form.replace("/", "\\/") for form in escaped}
    # What the environment holds need not be UTF-8: such bytes are lone surrogates.
    quoted = {how(secret, safe="", errors="surrogateescape") for how in (quote, quote_plus)}
    elsewhere = {*quoted, html.escape(secret)}
    return {secret, *elsewhere, *escaped, *twice, *slashes}
