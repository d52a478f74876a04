"""A real browser that looks at pages, and what it made of them."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

_PATIENCE = 20  # seconds, on a machine with much to do
_ARGUMENTS = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update", "--hide-scrollbars"),
    "--disable-ipc-flooding-protection",  # nobody looks at 400 rows in a second
    # A failed request is as bad as one that was answered, and none may leave this machine.
    "--host-resolver-rules=MAP * ~NOTFOUND",
)


def programs() -> tuple[str, str] | None:
    """The browser and its driver, where both are installed."""
    browser = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chrome")
    driver = shutil.which("chromedriver")
    return None if browser is None or driver is None else (browser, driver)


class Browser:
    """Chromium, driven from here."""

    def __init__(self, folder: Path) -> None:
        found = programs()
        assert found is not None
        options = webdriver.ChromeOptions()
        options.binary_location = found[0]
        for argument in (*_ARGUMENTS, f"--user-data-dir={folder}"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        options.set_capability("unhandledPromptBehavior", "ignore")
        # It writes into its home folder too.
        service = webdriver.ChromeService(found[1], env={**os.environ, "HOME": str(folder)})
        # Not all of it has types.
        self.driver: Any = webdriver.Chrome(options=options, service=service)

    def close(self) -> None:
        self.driver.quit()

    def look(
        self, width: int = 1280, height: int = 900, *, scheme: str = "light", media: str = ""
    ) -> None:
        """Have a window of this size, and a taste for light or dark."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.driver.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"features": features, "media": media}
        )

    def scripts(self, *, on: bool) -> None:
        """Run the scripts of pages, or none."""
        self.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": not on})

    def open(self, page: Path, fragment: Mapping[str, str] | None = None) -> None:
        """Open a page anew, and wait until it is there."""
        self.driver.get("about:blank")
        self.driver.get(f"{page.absolute().as_uri()}#{urlencode(fragment or {})}")
        self.until(lambda: self.run("return document.documentElement.dataset.ready === 'yes'"))

    def run(self, script: str, *arguments: object) -> Any:
        """What a script gives that is run in the page."""
        return self.driver.execute_script(script, *arguments)

    def until(self, holds: Callable[[], Any]) -> Any:
        """Wait until this holds; what it gives then."""
        return WebDriverWait[Any](self.driver, _PATIENCE, 0.02).until(lambda _: holds())

    def all(self, selector: str) -> list[WebElement]:
        return list(self.driver.find_elements(By.CSS_SELECTOR, selector))

    def first(self, selector: str) -> WebElement:
        """The first such element, once there is one."""
        return self.until(lambda: next(iter(self.all(selector)), None))  # type: ignore[no-any-return]

    def texts(self, selector: str) -> list[str]:
        """What such elements show."""
        script = "return [...document.querySelectorAll(arguments[0])].map((e) => e.innerText)"
        return list(self.run(script, selector))

    def press(self, *keys: str) -> None:
        """Press keys, wherever the focus is."""
        for key in keys:
            named = getattr(Keys, key.upper()) if len(key) > 1 else key
            self.driver.switch_to.active_element.send_keys(named)

    def complaints(self) -> list[str]:
        """What the console has said since this was asked last."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self) -> list[str]:
        """The addresses that were asked for since this was asked last, but for pages themselves."""
        events = (json.loads(entry["message"]) for entry in self.driver.get_log("performance"))
        sent = [
            event["message"]["params"]
            for event in events
            if event["message"]["method"] == "Network.requestWillBeSent"
        ]
        return [each["request"]["url"] for each in sent if each.get("type") != "Document"]

    def picture(self, path: Path) -> None:
        """Keep a picture of what is seen."""
        self.driver.save_screenshot(str(path))
