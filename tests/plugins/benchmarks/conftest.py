"""The browser of the tests of pages."""

from tests.plugins.page.conftest import browser, opened_browser

__all__ = ["browser", "opened_browser"]
