"""A plugin inside the pytest that tests a candidate: it records the outcome of each test.

PYTEST_DONT_REWRITE. This folder is copied to a private place and loaded by that pytest's own
interpreter, so it uses only the standard library, Python 3.8 and pytest 7. It writes JSON lines
into an inherited pipe, each with a number and a keyed hash. Everything it needs is imported before
any product code, and its traces are removed from the environment, sys.path and sys.modules.
"""

from __future__ import annotations

import json
import os
import stat
import sys
from pathlib import Path
from typing import Any

VARIABLE = "PYTEST_HYDRA_RECORDER"
"""The variable with a JSON object: the settings of `product.Product`, and the pipes."""

# In the order of their dependencies.
_PARTS = ("signed_log", "provenance", "audit_sink", "product", "hooks")
_KEY_BYTES = 32


def _begin(settings: dict[str, Any]) -> Any:
    """Set everything up, and leave no name that leads to protected objects."""
    import pytest
    from _pytest.main import wrap_session

    from . import audit_sink, hooks, signed_log
    from .product import Product

    pipe = _own_pipe(settings["fd"], settings["inode"])
    secret = settings["secret"] if "secret" in settings else _key(settings["key"])
    settings = {**settings, "fd": None, "inode": None, "key": None}
    log = signed_log.make(pipe, bytes.fromhex(secret))
    word = os.urandom(16).hex()
    hear, hooks.send = audit_sink.make(
        word, log, settings["workspace"], wrap_session.__code__, hooks.Hooks, settings["sealed"]
    )
    sys.addaudithook(hear)
    signed_log.write(log, start=1, pytest=pytest.__version__, python=sys.version.split()[0])
    product = Product(settings)
    product.use()
    return hooks.Hooks(settings, _sources(), product)


def _sources() -> dict[str, str]:
    """The source of each module of this package; empty in a worker, which has no files."""
    here = globals().get("__file__")
    if here is None:
        return {}
    files = {f"{__name__}.{name}": f"{name}.py" for name in _PARTS}
    files[__name__] = "__init__.py"
    return {
        name: Path(here).with_name(file).read_text(encoding="utf-8") for name, file in files.items()
    }


def _own_pipe(fd: int | None, inode: int | None) -> int | None:
    """A duplicate of the pipe that no child inherits; None if it is another file."""
    if fd is None:
        return None
    try:
        status = os.fstat(fd)
        if not stat.S_ISFIFO(status.st_mode) or status.st_ino != inode:
            return None
        duplicate = os.dup(fd)
        os.close(fd)
    except OSError:
        return None  # closed by a program in between
    return duplicate


def _key(fd: int) -> str:
    """The key, which can be read only once."""
    try:
        key = os.read(fd, _KEY_BYTES)
        os.close(fd)
    except OSError:
        return ""
    return key.hex()


def _forget() -> None:
    """Remove our traces from the environment and from sys.path."""
    options = os.environ.pop("PYTEST_ADDOPTS", "").replace(f"-p {__name__}", "").strip()
    if options:
        os.environ["PYTEST_ADDOPTS"] = options
    here = globals().get("__file__")
    if here is None:
        return
    folder = os.path.dirname(os.path.dirname(os.path.abspath(here)))
    sys.path[:] = [entry for entry in sys.path if entry != folder]
    paths = os.environ.pop("PYTHONPATH", "").split(os.pathsep)
    rest = [path for path in paths if path and path != folder]
    if rest:
        os.environ["PYTHONPATH"] = os.pathsep.join(rest)


def _settings() -> dict[str, Any] | None:
    """The settings: in a worker left by the creator of this module, else in the environment."""
    settings: dict[str, Any] | None = globals().pop("settings", None)
    if settings is None:
        text = os.environ.pop(VARIABLE, None)
        settings = None if text is None else json.loads(text)
    if settings is not None:
        _forget()
        if settings.pop("safe", False):
            os.environ.pop("PYTHONSAFEPATH", None)  # not for processes started by tests
    return settings


_current = _settings()
_hooks = None if _current is None else _begin(_current)
del _current


def pytest_addoption(parser: Any, pluginmanager: Any) -> None:  # noqa: ARG001 - pytest's names
    """Hide this plugin: the first hook, called before any code of the project is loaded."""
    for name in [module for module in sys.modules if module.partition(".")[0] == __name__]:
        del sys.modules[name]
    for name in _PARTS:
        globals().pop(name, None)


def pytest_configure(config: Any) -> None:
    """Register the hooks, and remove the option that named this plugin."""
    _forget()
    if _hooks is not None:
        config.pluginmanager.register(_hooks)
