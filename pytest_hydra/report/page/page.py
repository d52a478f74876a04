"""The page, made of a report and its run folders: a function of nothing else.

What is shown stands in blocks, ``<script type="text/plain" id="data-NAME">``: JSON, packed with
gzip and written in base64, which the script unpacks when it is looked at. A part of the page is

- a module here with a function from a `Source` to blocks (`Block`), which stands in ``PARTS``: it
  reads the report and the run folders, and yields nothing where there is nothing to show;
- a file in ``script/``, which stands in ``SCRIPTS``: it exports a view, which ``main.js`` lists,
  and reads its blocks by ``load(NAME)`` of ``data.js``.

The scripts are modules that import each other, each those before it in ``SCRIPTS``. In the page
they are one script.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pytest_hydra.core.text import printable
from pytest_hydra.errors import HydraError
from pytest_hydra.record.wire import paused_gc
from pytest_hydra.report.page import benchmark_data, code, outline, race_data, scenario_data
from pytest_hydra.report.page.source import Block, Source

if TYPE_CHECKING:
    from jinja2 import Template

#: What yields the blocks of a part.
PARTS: Final[tuple[Callable[[Source], Iterator[Block]], ...]] = (
    outline.blocks,
    scenario_data.blocks,
    race_data.blocks,
    benchmark_data.blocks,
)
#: The files of the script, each after those that it imports.
SCRIPTS: Final = (
    *("dom", "format", "data", "state", "rows"),
    "labels",
    *("differences", "filters", "scenario", "list", "bots"),
    *("diff", "chart", "matrix", "candidate", "race", "benchmark"),
    "main",
)
STYLES: Final = ("page.css", "parts.css")

_IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./(\w+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:const|function|class) (\w+))", re.MULTILINE)


@paused_gc()
def page_of(report: Mapping[str, Any], folders: Sequence[Path] = ()) -> str:
    """The page of a report, in HTML, with what the folders of its runs hold.

    Raises HydraError where Jinja2 is not installed.
    """
    source = Source(report, tuple(folders))
    blocks = [(name, _packed(data)) for part in PARTS for name, data in part(source)]
    return _page(_script(), blocks, **outline.outline(source))


def load() -> None:
    """Load what most pages take, so that making one takes less. Raises HydraError as `page_of`."""
    _template()
    code.lexer("any.py")


def page_of_tables(
    what: str, headline: str, facts: Sequence[str], tables: Sequence[outline.Table]
) -> str:
    """A page of tables alone, which needs no script. Raises HydraError as `page_of`."""
    about = {"title": f"{what} · hydra", "verdict": what, "score": headline, "headline": "hydra"}
    return _page("", [], **about, facts=facts, tables=tables, started="", since=None, history=[])


def _page(script: str, blocks: Sequence[tuple[str, str]], **shown: Any) -> str:
    style = "".join(map(_text, STYLES))
    policy = _policy(script, style)
    return _template().render(style=style, script=script, policy=policy, blocks=blocks, **shown)


def _packed(data: bytes) -> str:
    # No time stands in it, so that the page is the same twice.
    packer = zlib.compressobj(level=1, wbits=31)
    return b64encode(packer.compress(data) + packer.flush()).decode("ascii")


def _policy(script: str, style: str) -> str:
    """The page may run its own script and be styled by its own style, and load nothing."""
    script_hash, style_hash = (
        b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (script, style)
    )
    return (
        f"default-src 'none'; script-src 'sha256-{script_hash}'; style-src 'sha256-{style_hash}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _text(name: str) -> str:
    """A file of the package, as constant as this one."""
    return (Path(__file__).parent / name).read_text(encoding="utf-8")


@cache
def _script() -> str:
    """All files of the script as one: each a function that returns what it exports."""
    return "".join(map(_module, SCRIPTS))


def _module(name: str) -> str:
    text = _text(f"script/{name}.js")
    exported = ", ".join(found[2] for found in _EXPORT.finditer(text))
    body = _EXPORT.sub(r"\1", _IMPORT.sub(r"const \1 = $\2;", text)).strip()
    return f"const ${name} = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();\n\n"


@cache
def _template() -> Template:
    try:
        from jinja2 import Environment, StrictUndefined
    except ImportError:
        raise HydraError(
            "Jinja2 is not installed: pip install 'pytest-hydra[html]', or set html = false in "
            "[report] of hydra.toml"
        ) from None
    environment = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=lambda value: printable(value) if type(value) is str else value,
    )
    return environment.from_string(_text("page.html.jinja"))
