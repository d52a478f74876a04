"""The page of a session, beside what the session waits for."""

from __future__ import annotations

from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

from pytest_hydra.report.page import page
from pytest_hydra.session import pages


def _pages(*, kept: bool) -> pages.Pages:
    context: Any = SimpleNamespace(settings=SimpleNamespace(report=SimpleNamespace(html=kept)))
    return pages.Pages(context, SimpleNamespace(), [], {})  # type: ignore[arg-type]


def test_what_makes_the_page_is_loaded_beside_what_takes_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loaded = Event()
    monkeypatch.setattr(page, "load", loaded.set)
    monkeypatch.setattr(pages, "_SOON", 0.0)
    with _pages(kept=True).loading():
        assert loaded.wait(60)


@pytest.mark.parametrize(("kept", "soon"), [(True, 3600.0), (False, 0.0)])
def test_nothing_is_loaded_for_what_takes_a_moment_or_has_no_page(
    kept: bool, soon: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = Event()
    monkeypatch.setattr(page, "load", loaded.set)
    monkeypatch.setattr(pages, "_SOON", soon)
    with _pages(kept=kept).loading():
        pass
    assert not loaded.is_set()


def test_a_page_that_cannot_be_loaded_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = Event()

    def load() -> None:
        tried.set()
        raise ImportError("jinja2")

    monkeypatch.setattr(page, "load", load)
    monkeypatch.setattr(pages, "_SOON", 0.0)
    with _pages(kept=True).loading():
        assert tried.wait(60)


def test_loading_leaves_the_template_ready() -> None:
    page.load()
    assert page._template.cache_info().currsize == 1
