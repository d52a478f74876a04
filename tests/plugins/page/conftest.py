"""One browser for all tests of pages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.plugins.page.browser import Browser, programs


@pytest.fixture(scope="session")
def opened_browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """The browser, opened once; no test needs one of its own."""
    if programs() is None:
        pytest.skip("no Chromium and no chromedriver are found, which apt has: chromium-driver")
    browser = Browser(tmp_path_factory.mktemp("browser"))
    yield browser
    browser.close()


@pytest.fixture
def browser(opened_browser: Browser) -> Browser:
    """The browser, as it was at first, and quiet."""
    opened_browser.scripts(on=True)
    opened_browser.look()
    # Labels that another test has left.
    origin = {"origin": "file://", "storageTypes": "local_storage"}
    opened_browser.driver.execute_cdp_cmd("Storage.clearDataForOrigin", origin)
    opened_browser.complaints()
    opened_browser.requests()
    return opened_browser
