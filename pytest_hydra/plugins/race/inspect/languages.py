"""The regular expressions of languages.toml, for files in other languages than Python."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from itertools import islice
from pathlib import PurePosixPath

from pytest_hydra.core.text import crop, read_table
from pytest_hydra.plugins.race.inspect import LONGEST_QUOTE, Use

Language = Mapping[str, re.Pattern[str]]

# The keys that are kinds of uses.
_USES = ("internals", "always-equal", "runner-asked", "runner-detected")
_MOST_USES = 200


def language_of(path: str) -> Language:
    """The expressions for a file by its suffix, by their key; those of *other* for an unknown one.

    All have ``test``, ``asserts`` and ``skips``.
    """
    languages = _languages_by_suffix()
    return languages.get(PurePosixPath(path).suffix.lower(), languages[""])


@cache
def _languages_by_suffix() -> dict[str, Language]:
    languages: dict[str, Language] = {}
    for table in tomllib.loads(read_table(__file__, "languages.toml")).values():
        suffixes = table.pop("suffixes")
        language = {part: re.compile("|".join(patterns)) for part, patterns in table.items()}
        languages.update(dict.fromkeys(suffixes, language))
    return languages


def uses_in_text(path: str, text: str) -> list[Use]:
    """Uses by product code in another language than Python."""
    language = language_of(path)
    patterns = [(kind, language[kind]) for kind in _USES if kind in language]
    if "imports" in language:
        clauses = " ".join(match["names"] for match in language["imports"].finditer(text))
        names = {*re.findall(r"[\w$]+", clauses)} - {"as", "default", "type"}
        of_modules = language["of-modules"].pattern.replace(
            "NAME", "|".join(map(re.escape, sorted(names))) or "(?!)"
        )
        patterns.append(("internals", re.compile(of_modules)))
    return [
        Use(
            kind,
            "".join(match[0].split()),
            line,
            crop(text.splitlines()[line - 1].strip(), LONGEST_QUOTE),
        )
        for kind, pattern in patterns
        for match in islice(pattern.finditer(text), _MOST_USES)
        for line in [text.count("\n", 0, match.start()) + 1]
    ]
