"""Texts that act on a terminal or a CI system, and how to find them in a log."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

TEXTS: tuple[str, ...] = (
    "\x1b[2J\x1b[31mred\x1b[8m hidden",
    "\x1b]8;;https://example.invalid\x07link\x1b]8;;\x07",
    "\x1b]52;c;cHduZWQ=\x07clipboard",
    "\x1bP+q544e\x1b\\device control",
    "\x9b31m\x9d0;title\x9c\x84",
    "first\rOVERWRITTEN 100/100",
    "nul \x00 bell \x07 backspace \x08 delete \x7f",
    "\u202emoc.elgoog\u2066 \u200b\ufeff \u2028line\u2029 \ud800 \U000e0041",
    "::error file=a.py,line=1::at the beginning",
    "line\n::add-mask::e\n  ::stop-commands::token\n\t::debug::x",
    "line\n::set-env name=NODE_OPTIONS::--require=x",
    "line\n::set-output name=a::b\n::save-state name=a::b",
    "line\r::warning::after a carriage return\x0b::notice::tab\x85::group::next line",
    "in a line ##vso[task.setvariable variable=PATH]/tmp and ##[error]more ##[group]",
    "##VSO[task.setvariable variable=PATH]/tmp\n##teamcity[buildStop comment='x']",
    "section_start:1560896352:a[collapsed=true]\r\x1b[0Ktitle\nsection_end:1560896352:a\r\x1b[0K",
    f"{'long ' * 15}{'x' * 30}::error title=wrapped::here{' ::error::' * 9}",
)

# Such as GitLab's section_start, for whose effect the escape character is needed.
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
_ALLOWED = "\n\t\u200d"
# Colours of pytest, on a terminal: \x1b[31m.
_COLOUR = re.compile(r"\x1b\[(?:[0-7]|0[0-7]|[2-4]\d|9\d|10[0-7]|;)*m")
_COMMAND = re.compile(r"^\s*::[a-z]|##\w*\[", re.MULTILINE | re.IGNORECASE)


def actions(log: str, *, colours: bool = False) -> Iterator[str]:
    """Each character of the log that a terminal acts on, and each command, with its line."""
    for line in (_COLOUR.sub("", log) if colours else log).split("\n"):
        unseen = [
            char for char in line if unicodedata.category(char) in _UNSEEN and char not in _ALLOWED
        ]
        if unseen or _COMMAND.search(line):
            yield f"{unseen} {line!r}"
