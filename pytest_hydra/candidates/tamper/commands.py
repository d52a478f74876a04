"""Commands by which a project is tested, in whatever file: those that are run in vain."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from pytest_hydra.candidates.tamper.seen import Seen
from pytest_hydra.candidates.tamper.texts import fresh_lines

_RUNNERS = (
    r"\b(?:pytest|py\.test|unittest|tox|nox|jest|vitest|mocha|karma|cargo|go\s+test|go\s+vet|ruff"
    r"|mypy|flake8|eslint|tsc|npm|yarn|pnpm|make)\b"
)
_RUNS = re.compile(_RUNNERS)
_IGNORED_EXIT = re.compile(
    rf"{_RUNNERS}.*(?:\|\|\s*(?:true|:|exit\s+0|echo\b.*)|;\s*(?:true|exit\s+0|:)\s*)"
    r"(?:\s*[#\"'].*)?$"
)
_NOTHING = re.compile(
    r"^\s*(?::|true|exit(?:\s+0)?|echo\b[^|&;]*|/bin/true|node\s+-e\s+\S{0,20})\s*$"
)
_OPTIMIZED = re.compile(r"PYTHONOPTIMIZE|\bpython3?\s+(?:-\w+\s+)*-OO?\b|PYTEST_ADDOPTS")
_TARGET = re.compile(r"([\w./ -]+):(?![=:])")
_MAKEFILES = ("Makefile", "makefile", "GNUmakefile")


def does_nothing(command: str) -> bool:
    """Whether a command that should check something does not, or its failure counts for nothing."""
    return _NOTHING.match(command) is not None or _IGNORED_EXIT.search(command) is not None


def seen_in_commands(name: str, old: str, new: str) -> Iterator[Seen]:
    """What is worth a word of a file with commands; ``name`` is the file's, without its folder."""
    if name in _MAKEFILES or name.endswith(".mk"):
        yield from emptied_commands(_recipes(old), _recipes(new))
    for number, line in fresh_lines(old, new):
        if _IGNORED_EXIT.search(line):
            said = f"a failure counts for nothing: {line.strip()[:100]}"
            yield Seen("runner-disabled", number, said)
        elif _OPTIMIZED.search(line):
            said = f"assertions may not be run: {line.strip()[:100]}"
            yield Seen("option-doubtful", number, said)


def emptied_commands(
    old: Mapping[str, Sequence[str]], new: Mapping[str, Sequence[str]]
) -> Iterator[Seen]:
    """What ran a check, by the name of its target, and runs none any more, or whatever it says."""
    for name, lines in old.items():
        before = [line.strip() for line in lines if _RUNS.search(line)]
        if not before or name not in new:
            continue
        after = [line.strip() for line in new[name] if _RUNS.search(line)]
        if not after:
            yield Seen("runner-disabled", None, f"{name} runs no check any more: {before[0][:80]}")
        for line in after:
            if _is_forgiven(line) and not any(map(_is_forgiven, before)):
                yield Seen("runner-disabled", None, f"a failure counts for nothing: {line[:80]}")


def _is_forgiven(line: str) -> bool:
    return "-" in line[: len(line) - len(line.lstrip("@+-"))]


def _recipes(text: str) -> dict[str, list[str]]:
    """The lines of each target of a Makefile."""
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith("\t"):
            lines.append(line)
        elif match := _TARGET.match(line):
            lines = []
            for name in match[1].split():
                found[name] = lines
    return found
