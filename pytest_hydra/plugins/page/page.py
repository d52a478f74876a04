"""The page, a pure function of a report and its run folders.

The data is in blocks, ``<script type="text/plain" id="data-NAME">``: JSON, compressed with gzip and
encoded in base64, which the script decodes on demand. A part of the page consists of

- a function from a `ReportSource` to blocks, in `_parts`, or of a plugin under `page_parts`: it
  reads the report and the run folders, and yields nothing if there is nothing to show;
- a file in ``script/``, listed in ``SCRIPTS``, or of a plugin under `page_scripts`: it adds a view,
  and reads its blocks with ``load(NAME)`` of ``data.js``.

The scripts are modules; each imports only modules before it, and ``main.js`` is the last. In the
page they are joined into one script.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pytest_hydra import registry
from pytest_hydra.core.text import one_line, printable, read_table
from pytest_hydra.errors import HydraError
from pytest_hydra.plugins.page import outline, scenario_data
from pytest_hydra.plugins.page.block import Block, block
from pytest_hydra.record.labels import Label
from pytest_hydra.record.wire import paused_gc
from pytest_hydra.report import ReportSource

if TYPE_CHECKING:
    from jinja2 import Template

#: The files of the script before those of plugins, each after those that it imports.
SCRIPTS: Final = (
    *("dom", "format", "data", "state", "views", "rows", "labels"),
    *("differences", "filters", "diff", "copy", "work", "scenario", "list", "bots"),
)
STYLES: Final = ("page.css", "parts.css")

_IMPORT = re.compile(r'^import (\{[^}]*\}) from "\.{1,2}/(?:[\w./]*/)?(\w+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:const|function|class) (\w+))", re.MULTILINE)


@paused_gc()
def page_of(
    report: Mapping[str, Any], folders: Sequence[Path] = (), labels: Sequence[Label] = ()
) -> str:
    """The page of a report, in HTML, with the contents of its run folders, and people's labels.

    Without them if they are damaged, which the page says. Raises HydraError if Jinja2 is not
    installed.
    """
    try:
        return _page_of(ReportSource(report, tuple(folders), labels))
    except (AttributeError, LookupError, OSError, RecursionError, TypeError, ValueError) as error:
        if not folders:
            raise
        problem = f"without its run folder, which is damaged: {one_line(repr(error), 200)}"
        return _page_of(ReportSource(report, (), labels), problem)


def _page_of(source: ReportSource, problem: str = "") -> str:
    blocks = [(name, _pack(data)) for name, data in _parts(source)]
    return _page(_script(), blocks, **outline.outline(source, problem))


def _parts(source: ReportSource) -> Iterator[Block]:
    """The blocks of all parts. Those of plugins are imported on use."""
    yield from outline.blocks(source)
    yield from scenario_data.blocks(source)
    for name in registry.words("page_parts"):
        if source.report[name]:
            for title, value in registry.offered("page_parts", name)(source):
                yield block(title, value)


def page_of_tables(
    what: str, headline: str, facts: Sequence[str], tables: Sequence[outline.Table]
) -> str:
    """A page with tables only, without a script. Raises HydraError as `page_of`."""
    about = {"title": f"{what} · hydra", "verdict": what, "sentence": what, "score": headline}
    about["brief"] = "About"
    nothing = dict.fromkeys(("started", "ci_url", "first_tables", "history", "lead", "groups"), "")
    return _page("", [], **about, facts=facts, tables=tables, **nothing)


def _page(script: str, blocks: Sequence[tuple[str, str]], **variables: Any) -> str:
    style = "".join(read_table(__file__, name) for name in STYLES)
    policy = _policy(script, style)
    return _template().render(style=style, script=script, policy=policy, blocks=blocks, **variables)


def _pack(data: bytes) -> str:
    # zlib writes no timestamp, so that the page is reproducible.
    packer = zlib.compressobj(level=1, wbits=31)
    return b64encode(packer.compress(data) + packer.flush()).decode("ascii")


def _policy(script: str, style: str) -> str:
    """The content security policy: the page's own script and style, and nothing loaded."""
    script_hash, style_hash = (
        b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (script, style)
    )
    return (
        f"default-src 'none'; script-src 'sha256-{script_hash}'; style-src 'sha256-{style_hash}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


@cache
def _script() -> str:
    """All files of the script as one: each becomes a function that returns its exports."""
    own, main = (
        [_module(name, read_table(__file__, f"script/{name}.js")) for name in names]
        for names in (SCRIPTS, ["main"])
    )
    others = [
        _module(Path(file).stem, read_table(registry.__file__, f"plugins/{plugin}/{file}"))
        for file, plugin in registry.words("page_scripts").items()
    ]
    return "".join([*own, *others, *main])


def _module(name: str, text: str) -> str:
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
    return environment.from_string(read_table(__file__, "page.html.jinja"))
