"""Files that a test runner loads around the tests, as its configuration on the base says."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from fnmatch import translate
from posixpath import basename, dirname, join, normpath
from typing import Final

from pytest_hydra.core.text import read_words
from pytest_hydra.plugins.results.command_lines import runner_of, script_of, scripts, words_of

_WORDS = read_words(__file__, "loaded.txt")
_KEYS = "|".join(map(re.escape, _WORDS["keys"]))
# A list or a table, also over several lines, or the rest of the line.
_VALUE = r"\[[^\]]*\]|\([^)]*\)|\{[^}]*\}|[^\n]*"
_NAMED = re.compile(rf"""(?<![\w.])["']?(?:{_KEYS})["']?\s*[:=]\s*({_VALUE})""")
_IMPORTED = re.compile(r"""(?<![\w.])(?:from|import|require)\s*\(?\s*["'](\.[^"'\n]*)["']""")
_PLUGIN = re.compile(r"(?<![\w-])-p[\s=]+(?!no:)([\w.]+)")
# One expression: it is asked of each file of a repository.
_CONFIGURATION = re.compile("|".join(map(translate, _WORDS["configuration"])))
_SCRIPTS = tuple(ending for ending in _WORDS["endings"] if "/" not in ending)
_LARGEST = 2**18
CACHES: Final = _WORDS["caches"]
"""Folders in a shared one, such as node_modules, that runners write."""
INSTALLING: Final = _WORDS["installing"]
"""Runners that make an environment for the tests."""
BUILDS: Final = ("jest", "vitest")
"""Runners that tests are built by: the configuration of the build is theirs, too."""


def build_configuration(command: str, package: bytes | None) -> tuple[str, ...]:
    """The patterns of what builds the tests of a command; ``package`` is its package.json."""
    script = script_of(command)
    text = command if script is None else scripts(package).get(script.name, "")
    runner = runner_of(text)
    return _WORDS[f"{runner} build"] if runner in BUILDS else ()


def loaded_files(files: Collection[str], read: Callable[[str], bytes | None]) -> set[str]:
    """The files that configurations of test runners name to be loaded before or around tests."""
    found: set[str] = set()
    for path in files:
        if _CONFIGURATION.fullmatch(basename(path)):
            content = read(path) or b""
            if len(content) <= _LARGEST:
                found |= _named(content.decode("utf-8", "replace"), dirname(path), files)
    return found


def imported_files(
    configurations: Iterable[str], files: Collection[str], read: Callable[[str], bytes | None]
) -> set[str]:
    """The files that these configurations in JavaScript or TypeScript import by a relative path."""
    found: set[str] = set()
    for path in configurations:
        content = (read(path) or b"") if path.endswith(_SCRIPTS) else b""
        if len(content) <= _LARGEST:
            names = _IMPORTED.findall(content.decode("utf-8", "replace"))
            places = [normpath(join(dirname(path), name)) for name in names]
            found |= {f"{place}{ending}" for place in places for ending in ("", *_WORDS["endings"])}
    return found.intersection(files)


def _named(text: str, folder: str, files: Collection[str]) -> set[str]:
    words = {word for value in _NAMED.findall(text) for word in words_of(value)}
    paths = {place for word in words for place in (word, normpath(join(folder, word)))}
    modules = {word.replace(".", "/") for word in (*words, *_PLUGIN.findall(text))}
    places = {place for module in modules for place in (module, f"src/{module}")}
    endings = ("", *_WORDS["endings"])
    named = {f"{path}{ending}" for path in paths for ending in endings}
    named |= {f"{place}{ending}" for place in places for ending in (".py", "/__init__.py")}
    return {path for path in named if path in files}
