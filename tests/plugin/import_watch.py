"""Sees what is imported in threads, and which modules pytest rewrites."""

from __future__ import annotations

import json
from pathlib import Path

# A plugin that writes down which of our modules are imported outside of the main thread, with the
# thread's name, and the loader of each module.
WATCH = """
import json, pathlib, sys, threading
from importlib.abc import MetaPathFinder

in_threads = {}

class Watch(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        thread = threading.current_thread()
        if name.startswith("pytest_hydra") and thread is not threading.main_thread():
            in_threads.setdefault(name, thread.name)

def pytest_sessionstart():
    sys.meta_path.insert(0, Watch())

def pytest_unconfigure():
    ours = [name for name in sys.modules if name.startswith("pytest_hydra.")]
    loaders = {name: type(sys.modules[name].__spec__.loader).__name__ for name in ours}
    found = {"in_threads": in_threads, "loaders": loaders}
    pathlib.Path("imports.json").write_text(json.dumps(found))
"""
# As when installed: pytest rewrites the modules of distributions whose plugins it loads by itself.
ARGUMENTS = (
    *("--hydra", "-pimports"),
    *(f"-pno:{name}" for name in ("anyio", "asyncio", "randomly", "rerunfailures", "xdist")),
)


def check_imports(folder: Path) -> None:
    """Threads imported none of our modules; pytest rewrote only what the plugin starts with."""
    found: dict[str, dict[str, str]] = json.loads((folder / "imports.json").read_text())
    assert found["in_threads"] == {}
    loaders = found["loaders"]
    assert loaders["pytest_hydra.session.controller"] == "SourceFileLoader"
    rewritten = {name for name in loaders if loaders[name] == "AssertionRewritingHook"}
    first = ("errors", "fixtures", "marker", "options", "plugin")
    assert rewritten <= {f"pytest_hydra.{name}" for name in first}
