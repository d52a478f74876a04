"""Whether a text contains a phrase."""

from __future__ import annotations

from functools import lru_cache

_CACHED_PHRASES = 2_048
_CACHED_TEXTS = 64
_CACHED_LENGTH = 20_000


def contains(text: str, phrase: str) -> bool:
    """Whether ``phrase`` stands in ``text``: case, white space and typography aside."""
    folded = _folded_text(text) if len(text) <= _CACHED_LENGTH else fold(text)
    return _folded_phrase(phrase) in folded


def fold(text: str) -> str:
    """The text as phrases are looked for: in one case, white space and typography."""
    if text.isascii():
        return " ".join(text.split()).lower()
    # What reads English takes long to load, and many sessions need none of it.
    from pytest_hydra.scenarios.english.sentences import normalise

    text = normalise(text)
    if text.isascii():
        return text.lower()
    # Case folding can undo the normal form, so it is made again.
    return normalise(text.casefold()).replace("—", "-")


_folded_phrase = lru_cache(maxsize=_CACHED_PHRASES)(fold)
_folded_text = lru_cache(maxsize=_CACHED_TEXTS)(fold)
