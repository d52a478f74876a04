"""Make tests import the workspace's modules, and find foreign ones. PYTEST_DONT_REWRITE."""

from __future__ import annotations

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec, PathFinder
from types import ModuleType
from typing import Any, Sequence  # noqa: UP035 - it runs on Python 3.8 too

from . import provenance

_realpath = os.path.realpath
_isfile = os.path.isfile
_islink = os.path.islink
_attribute = object.__getattribute__
_separator = os.sep
_SUFFIXES = (".py", _separator + "__init__.py", *EXTENSION_SUFFIXES)


class WorkspaceFirst:
    """A finder that prefers the workspace's own top-level modules.

    It precedes the finders of editable installs, which would find them elsewhere.
    """

    def __init__(self, roots: Sequence[str]) -> None:
        self._roots = list(roots)
        self._find = PathFinder.find_spec

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: Any = None
    ) -> ModuleSpec | None:
        """Find as a path finder does, except namespace packages, which may have other parts."""
        if path is not None:
            return None
        spec = self._find(name, self._roots, target)
        return spec if spec is not None and spec.loader is not None and spec.has_location else None


class Product:
    """The modules of the workspace, and those that were loaded from somewhere else instead.

    In ``settings``, ``roots`` are the import roots of the workspace (real paths), ``first`` those
    that come first on the path, and ``checkout`` is the user's checkout, which must not be used.
    """

    def __init__(self, settings: dict[str, Any]) -> None:
        self._workspace: str = settings["workspace"]
        self._roots: list[str] = settings["roots"]
        self._first: list[str] = settings["first"]
        self._checkout: str | None = settings["checkout"]
        self._claims: dict[str, bool] = {}
        self._folders: dict[str, str] = {}
        self._find_installed: Any = PathFinder.find_spec
        prefixes = {_realpath(entry) for entry in (sys.prefix, sys.base_prefix, sys.exec_prefix)}
        # A prefix may be the root of the file system, which contains everything.
        self._installed = sorted(prefixes - {"/", self._checkout, self._workspace})

    def use(self) -> None:
        """Put the workspace's folders first on the path, and remove the user's checkout."""
        entries = []
        for entry in sys.path:
            real = _realpath(entry) if entry else entry
            if not entry or not self.is_in_checkout(real):
                entries.append(entry)
                continue
            counterpart = self._counterpart(real)
            if os.path.isdir(counterpart):
                entries.append(counterpart)
        # A root that shadows Python's own modules is not put first, but still needed.
        sys.path[:] = list(dict.fromkeys([*self._first, *entries, *self._roots]))
        self._redirect_finders()
        finder: Any = WorkspaceFirst(self._first)
        # After pytest's assertion rewriting hook and before all others.
        index = 1 if type(sys.meta_path[0]).__name__ == "AssertionRewritingHook" else 0
        sys.meta_path.insert(index, finder)
        sys.path_importer_cache.clear()

    def replacing(self) -> list[tuple[str, str]]:
        """The top-level modules of the workspace with the name of an installed one, by their files.

        The files are relative to the workspace. A folder that an installation only points to, as of
        another project at work, has modules that nobody installed: a conftest.py, tests.
        """
        others = [
            entry
            for entry in map(_realpath, filter(None, sys.path))
            if not (_is_below(entry, self._workspace) or self.is_in_checkout(entry))
            and (
                os.path.basename(entry) in ("site-packages", "dist-packages")
                or any(_is_below(entry, prefix) for prefix in self._installed)
            )
        ]
        found = []
        for root in self._roots:
            for entry in sorted(os.listdir(root)):
                name = entry[:-3] if entry.endswith(".py") else entry
                file = entry if name != entry else os.path.join(entry, "__init__.py")
                place = os.path.join(root, file)
                if name.isidentifier() and _isfile(place) and self._is_installed_as(name, others):
                    found.append((os.path.relpath(place, self._workspace), name))
        return found

    def _is_installed_as(self, name: str, others: Sequence[str]) -> bool:
        spec = self._find_installed(name, others)
        return spec is not None and spec.loader is not None

    def is_in_checkout(self, real: str) -> bool:
        """Whether a real path is in the user's checkout, and not in an environment there."""
        return (
            self._checkout is not None
            and _is_below(real, self._checkout)
            and not _is_below(real, self._workspace)
            and not any(_is_below(real, prefix) for prefix in self._installed)
            and "site-packages" not in real.split(_separator)
        )

    def foreign(self) -> dict[str, str]:
        """Product modules that were loaded from outside the workspace, with their files."""
        files = {}
        for name, module in list(sys.modules.items()):
            # Bypasses a module's own __getattr__, which may import, raise or lie.
            is_module = issubclass(type(module), ModuleType)
            if type(name) is not str or not is_module or name == "__main__":
                continue
            file = _attribute(module, "__dict__").get("__file__")
            if type(file) is not str:
                continue
            real = self._real(file)
            if _is_below(real, self._workspace) or provenance.is_of_python(real):
                continue
            if self.is_in_checkout(real) or self._is_claimed(name):
                files[name] = real
        return files

    def _real(self, file: str) -> str:
        """The real path of a file; folders are resolved once."""
        folder, _, name = file.rpartition(_separator)
        if not folder or name in ("", ".", "..") or _islink(file):
            return _realpath(file)
        if folder not in self._folders:
            self._folders[folder] = _realpath(folder)
        return self._folders[folder].rstrip(_separator) + _separator + name

    def _redirect_finders(self) -> None:
        """Redirect setuptools' finders for editable installs to the workspace."""
        for finder in sys.meta_path:
            module = sys.modules.get(getattr(finder, "__module__", ""), None)
            for name in ("MAPPING", "NAMESPACES"):
                table: Any = getattr(module, name, None)
                for package, paths in table.items() if isinstance(table, dict) else ():
                    if isinstance(paths, str):
                        table[package] = self._redirection(paths)
                    elif name == "NAMESPACES":
                        table[package] = [self._redirection(path) for path in paths]

    def _redirection(self, path: str) -> str:
        real = _realpath(path)
        return self._counterpart(real) if self.is_in_checkout(real) else path

    def _counterpart(self, real: str) -> str:
        relative = os.path.relpath(real, self._checkout)
        return os.path.normpath(os.path.join(self._workspace, relative))

    def _is_claimed(self, name: str) -> bool:
        """Whether the workspace has the module, or a regular package that contains it."""
        prefix = ""
        for part in name.split("."):
            prefix = os.path.join(prefix, part)
            if prefix not in self._claims:
                places = [os.path.join(root, prefix) for root in self._roots]
                self._claims[prefix] = any(
                    _isfile(place + suffix) for place in places for suffix in _SUFFIXES
                )
            if self._claims[prefix]:
                return True
        return False


def _is_below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(_separator) + _separator)
