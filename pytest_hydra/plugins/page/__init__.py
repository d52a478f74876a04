"""The page: one HTML file that shows a run, and needs no server and no network; the extra `html`.

Adds the format `html` of `--hydra-report`, the keys `html` and `url` of `[report]`, and `--page` of
the command `show`. Each session writes its page into the run folder, if there is more to see than
that all passed. It reads reports and run folders, and decides nothing.

Plugins with a list of their own in the report offer `page_parts` by its name: a function from a
`ReportSource` to names of blocks and their values, which their `page_scripts` show.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def report_formats() -> Mapping[str, Any]:
    """The format of `--hydra-report`, and of the command `merge`."""
    from pytest_hydra.plugins.page.publisher import Html

    return {"html": Html()}


def report_keys() -> Mapping[str, Any]:
    """The model of the keys of `[report]`."""
    from pytest_hydra.plugins.page.page_settings import PageReport

    return dict.fromkeys(("html", "url"), PageReport)


def publishers() -> Mapping[str, Any]:
    """What writes the page of each run."""
    from pytest_hydra.plugins.page.publisher import PagePublisher

    return {"page": PagePublisher}


def services() -> Mapping[str, Any]:
    """Pages of tables alone, and code as pages show it."""
    from pytest_hydra.plugins.page import code
    from pytest_hydra.plugins.page.page import page_of_tables

    return {"page_of_tables": page_of_tables, "page_code": code}
