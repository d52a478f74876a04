"""Builds the documentation as a site, in ``site/``: ``python -m tools.site``, in a checkout.

For models it has ``llms.txt``, a list of the pages, each as Markdown beside it, and
``llms-full.txt``, all of them in one.

The pages are the same files that a reader of the repository sees. README.md becomes the first page,
and the order of its links that of the navigation. A link to a page or heading that does not exist
is an error.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Final

from pytest_hydra.skill import plain_page, with_commands

ROOT: Final = Path(__file__).parents[1]
OUTPUT: Final = ROOT / "site"

# Pages at the root of the repository, beside the README.
_MORE_PAGES = ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
# A block of code that is a file, and its name.
_FILE = re.compile(r"^<!-- file: (\S+) -->\n```(\w*)$", re.MULTILINE)
# Light and dark, as the reader's system has it, and a switch.
_PALETTE = """
[[project.theme.palette]]
media = "(prefers-color-scheme)"
toggle = { icon = "lucide/sun-moon", name = "Switch to light" }

[[project.theme.palette]]
media = "(prefers-color-scheme: light)"
scheme = "default"
toggle = { icon = "lucide/sun", name = "Switch to dark" }

[[project.theme.palette]]
media = "(prefers-color-scheme: dark)"
scheme = "slate"
toggle = { icon = "lucide/moon", name = "Switch to the system's" }
"""
# A link to a file of the repository that is no page.
_TO_A_FILE = re.compile(r"\[([^\]]*)\]\((?!https?:|#|pictures/)(?![^)]*\.md)[^)]*\)")


def pages() -> dict[str, str]:
    """The text of each page by its name in the site."""
    texts = {"index.md": ROOT / "README.md", **{name: ROOT / name for name in _MORE_PAGES}}
    texts |= {path.name: path for path in sorted((ROOT / "docs").glob("*.md"))}
    return {name: _with_links(path.read_text("utf-8")) for name, path in texts.items()}


def _with_links(text: str) -> str:
    """A page whose links lead to pages beside it, with files' names and samples' commands."""
    text = with_commands(_FILE.sub(r'```\2 title="\1"', text))
    text = re.sub(r"\]\((?:\.\./|docs/)", "](", text)
    text = text.replace("](README.md", "](index.md")
    return _TO_A_FILE.sub(r"\1", text)


def navigation(index: str) -> list[str]:
    """The names of the pages in the order in which the first page links to them."""
    links = re.findall(r"^- .*\]\([^)]*\).*$", index, re.MULTILINE)
    names = [name for line in links for name in re.findall(r"\]\(([\w-]+\.md)", line)]
    return ["index.md", *dict.fromkeys(names)]


def groups(index: str) -> dict[str, list[str]]:
    """The pages below each group of the first page's list, such as ``Scenarios``."""
    _, _, listed = index.partition("## Read on\n")
    parts = re.split(r"^(\w[\w ]*):$", listed.partition("\n## ")[0], flags=re.MULTILINE)[1:]
    return {
        title: re.findall(r"\]\(([\w-]+\.md)", lines)
        for title, lines in zip(parts[::2], parts[1::2], strict=True)
    }


def for_models(texts: dict[str, str]) -> dict[str, str]:
    """The files of the site for models: the pages as plain text, a list of them, and all."""
    names = dict.fromkeys([*navigation(texts["index.md"]), *texts])
    plain = {name: plain_page(texts[name]) for name in names}
    title, about = _summary(plain["index.md"])
    lines = [f"# {title}\n\n> {about}\n\n## Docs\n"]
    for name in names:
        title, about = _summary(plain[name])
        lines.append(f"- [{title}]({name}): {about}")
    whole = "\n\n".join(text.strip() for text in plain.values())
    return {**plain, "llms.txt": "\n".join([*lines, ""]), "llms-full.txt": f"{whole}\n"}


def _summary(text: str) -> tuple[str, str]:
    """The title of a page, and its first sentence."""
    title, _, rest = text.removeprefix("# ").partition("\n")
    blocks = re.sub(r"^```.*?^```$", "", rest, flags=re.MULTILINE | re.DOTALL).split("\n\n")
    paragraph = next(" ".join(block.split()) for block in blocks if block.strip())
    sentence = re.match(r".*?[.:?](?= |$)", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", paragraph))
    return title, (sentence[0] if sentence else paragraph)


def build(output: Path) -> None:
    """Build the site. Raises CalledProcessError if a link leads nowhere."""
    with tempfile.TemporaryDirectory() as folder:
        texts = pages()
        shutil.copytree(ROOT / "docs" / "pictures", Path(folder, "docs", "pictures"))
        for name, text in texts.items():
            Path(folder, "docs", name).write_text(text, "utf-8")
        project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
        listed = '  "index.md",\n' + "".join(
            f"  {{ {json.dumps(title)} = {json.dumps(names)} }},\n"
            for title, names in groups(texts["index.md"]).items()
        )
        # No font, as a reader's browser would ask another host for it.
        Path(folder, "zensical.toml").write_text(
            f'[project]\nsite_name = "{project["name"]}"\n'
            f'site_description = "{project["description"]}"\nnav = [\n{listed}]\n'
            f"[project.theme]\nfont = false\n{_PALETTE}",
            "utf-8",
        )
        command = [sys.executable, "-m", "zensical", "build", "--strict"]
        subprocess.run(command, cwd=folder, check=True)  # noqa: S603 - our own
        shutil.rmtree(output, ignore_errors=True)
        shutil.move(Path(folder, "site"), output)
        for name, text in for_models(texts).items():
            (output / name).write_text(text, "utf-8")


if __name__ == "__main__":
    build(OUTPUT)
