"""``python -m pytest_hydra write skill``: a skill for coding agents, with pages of the docs."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pytest_hydra.record.files import write_whole
from pytest_hydra.registry import words

NAME = "pytest-hydra"
# The pages of docs/ that the skill refers to; a wheel has them beside the code.
_PAGES = ("connecting-a-bot", *words("pages"), "reference", "report", "writing-scenarios")
_FOLDERS = (Path(__file__).with_name("docs"), Path(__file__).parents[1] / "docs")
# Comments of a page, which are not shown, say what a sample is: a file, or what a command prints.
_FILE = re.compile(r"^<!-- (?:file|holds): (.*) -->$", re.MULTILINE)
_PRINTED = re.compile(r"^<!-- shows: (.*?)(?:; status (\d+))? -->\n(```\w*\n)(?!\$ )", re.MULTILINE)
_RUN = re.compile(r"^<!-- runs: (.*?)(?:; status \d+)? -->$", re.MULTILINE)
_COMMENT = re.compile(r"^<!--.*?-->\n\n?", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[([^\]]*)\]\((?!https?:|#)([^)]*)\)")


def act(options: Any, _: Path, say: Callable[[str], object]) -> int:
    """Write the files of the skill."""
    folder = options.output / NAME
    texts = {"SKILL.md": Path(__file__).with_name("skill.md").read_text("utf-8")}
    texts |= {f"references/{name}.md": page_text(name) for name in _PAGES}
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, _with_links(plain_page(text)).encode())
        say(f"{path}\n")
    return 0


def page_text(name: str) -> str:
    """The text of a page of the documentation."""
    pages = (folder / f"{name}.md" for folder in _FOLDERS)
    return next(page for page in pages if page.is_file()).read_text("utf-8")


def plain_page(text: str) -> str:
    """A page for readers of its text: its comments as words, where they say what a sample is."""
    text = with_commands(_FILE.sub(r"`\1`:\n", text))
    return _COMMENT.sub("", _RUN.sub(r"Run `\1`.\n", text))


def with_commands(text: str) -> str:
    """A page in which what a command prints stands below the command."""
    return _PRINTED.sub(r"\3$ \1\n", text)


def _with_links(text: str) -> str:
    """The text of a page with links only to pages of the skill."""
    known = {f"{name}.md" for name in _PAGES}
    return _LINK.sub(lambda m: m[0] if m[2].partition("#")[0] in known else m[1], text)
