"""Read a Dockerfile: the instructions that need nothing but a root and a shell."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from pytest_hydra.core.lazy_regex import lazy_regex
from pytest_hydra.core.text import one_line
from pytest_hydra.errors import InputError, Problem

_IGNORED = ("LABEL", "EXPOSE", "CMD")
_DONE = ("FROM", "RUN", "COPY", "ENV", "ARG", "WORKDIR")
_LARGEST = 2**20
_HEREDOC = lazy_regex(r"<<-?\s*(['\"]?)(\w+)\1")
_PLACE = lazy_regex(r"\\\$|\$(?:(\w+)|\{(\w+)(?:(:[-+])([^}]*))?\})")


class Instruction(NamedTuple):
    """An instruction, with what follows its word; ``line`` counts from 1."""

    word: str
    text: str
    line: int


def read_dockerfile(path: Path) -> list[Instruction]:
    """The instructions of a file but for those that are ignored; the first is FROM.

    Raises InputError for one that is not supported.
    """
    label = f"environment/{path.name}"
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError([Problem(error.strerror or str(error), label)]) from None
    if len(data) > _LARGEST:
        raise InputError([Problem("is larger than 1 MB", label)])
    found: list[Instruction] = []
    for one in _instructions(data.decode("utf-8", "replace")):
        is_before = all(known.word != "FROM" for known in found)
        if fault := _fault(one, is_before=is_before):
            raise InputError([Problem(fault, label, one.line)])
        found += [one] if one.word in _DONE else []
    if not any(one.word == "FROM" for one in found):
        raise InputError([Problem("has no FROM", label)])
    return found


def fill_in(text: str, variables: Mapping[str, str]) -> str:
    """The text with variables for ``$NAME``, ``${NAME}``, ``${NAME:-…}`` and ``${NAME:+…}``."""

    def value(match: re.Match[str]) -> str:
        name = match[1] or match[2]
        if name is None:
            return "$"
        given = variables.get(name, "")
        if match[3] == ":+":
            return match[4] if given else ""
        return given or match[4] or ""

    return _PLACE.sub(value, text)


def pairs(text: str) -> dict[str, str]:
    """The variables of an ENV or ARG: ``A=1 B="2 3"``, ``A 1``, or ``A``. Raises ValueError."""
    first = text.split(None, 1)
    if "=" not in first[0]:
        return {first[0]: first[1].strip()} if len(first) > 1 else {}
    return {name: value for name, _, value in (w.partition("=") for w in shlex.split(text))}


def words(text: str) -> list[str]:
    """The sources and the target of a COPY. Raises ValueError."""
    found = json.loads(text) if text.startswith("[") else shlex.split(text)
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise ValueError(text)
    return found


def _instructions(text: str) -> Iterator[Instruction]:
    lines, at = text.splitlines(), 0
    while at < len(lines):
        start, line = at + 1, lines[at].strip()
        at += 1
        if not line or line.startswith("#"):
            continue
        while line.endswith("\\") and at < len(lines):
            following = lines[at]
            at += 1
            if not following.strip().startswith("#"):
                line = f"{line[:-1]}{following.rstrip()}" if following.strip() else line
        word, rest = [*line.split(None, 1), ""][:2]
        bodies = []
        for _, tag in _HEREDOC.findall(rest) if word.upper() == "RUN" else ():
            while at < len(lines):
                bodies.append(lines[at])
                at += 1
                if bodies[-1].strip() == tag:
                    break
        if _HEREDOC.fullmatch(rest.strip()):
            rest, bodies = "", bodies[:-1]  # a script, not the input of a command
        yield Instruction(word.upper(), "\n".join([rest.strip(), *bodies]).strip(), start)


def _fault(one: Instruction, *, is_before: bool) -> str:
    """Why an instruction is refused; "" if it is not."""
    word, text = one.word, one.text
    if word not in (*_DONE, *_IGNORED):
        return f"{one_line(word, 20)} is not supported"
    if not text and word not in _IGNORED:
        return f"{word} says nothing"
    if word in ("RUN", "COPY", "FROM") and text.startswith("--"):
        return f"{word} {one_line(text.split()[0].partition('=')[0], 20)} is not supported"
    if word == "FROM":
        return "" if is_before and len(text.split()) in (1, 3) else "FROM again is not supported"
    if is_before and word not in ("ARG", *_IGNORED):
        return f"{word} stands before FROM"
    if word == "RUN" and text.startswith("["):
        return "RUN in the exec form is not supported"
    if word == "COPY" and "<<" in text:
        return "COPY with a text is not supported"
    try:
        if word == "COPY" and len(words(text)) < 2:
            return "COPY needs a source and a target"
        if word in ("ENV", "ARG"):
            pairs(text)
    except ValueError:
        return f"{word} {one_line(text, 40)} cannot be read"
    return ""
