"""The files that judge: what a command of tests names, by words, and what these files name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from posixpath import basename, dirname, join, normpath

from pytest_hydra.plugins.git.trees import folders_of
from pytest_hydra.plugins.results.command_lines import (
    FAMILIES,
    files_run,
    is_of_lines,
    is_pytest,
    runner_of,
    scripts,
    words_of,
)

# Larger files are not searched for names.
_LARGEST = 2**17
_PROSE, _DATA = (".md", ".rst", ".adoc"), (".json", ".toml", ".yaml", ".yml")
_SEGMENT = re.compile(r"&&|\|\||[;|&\n]")
_MODULE = re.compile(r"(?:^|\s)-m\s+([\w.]+)")
# What Python runs, if it is a folder, by its __main__.py.
_FOLDER = re.compile(r"\bpython[\d.]*(?:\s+-\w+)*\s+([\w./][^\s;&|]*)")
_PLUGIN = re.compile(r"(?:^|\s)-p[\s=]*([\w.]+)")
_RULE = re.compile(
    r"(?m)^(?P<targets>[^\s#:=][^#:=\n]*):(?!=)(?P<needs>[^\n]*)(?P<recipe>(?:\n\t[^\n]*)*)"
)
_PACKAGE = "package.json"
_TASKS = {name for names in FAMILIES.values() for name in names}
_MANAGERS = {"npm", "pnpm", "yarn", "bun", "npx"}


def judging_files(
    command: str,
    files: Iterable[str],
    read: Callable[[str], bytes | None],
    is_test: Callable[[str], bool],
) -> set[str]:
    """The files that a command of tests names, also through the files that it names.

    A file is named by its path, relative to the top or to the folder of whoever names it, or by the
    end of its path. What a test names is no judge: it may be the product. Nor is what a runner
    collects tests from, as it reports these files. Prose names nothing, and patterns in data do not
    count: of a compiler's configuration they are the product.
    """
    named = _NamedFiles(files)
    found: set[str] = set()
    texts = [_Text(command, "", words_of(command))]
    while texts:
        text = texts.pop()
        paths = named.by_lines(text) if text.is_lines else named.by_words(text)
        for path in sorted(paths - found):
            content = None if is_test(path) or path.endswith(_PROSE) else read(path)
            if content is not None and len(content) <= _LARGEST:
                texts.append(_text_of(path, content, text))
        found |= paths
    return found


@dataclass(frozen=True, slots=True)
class _Text:
    """A text that names files: from where, and the words of all lines that lead to it."""

    text: str
    folder: str
    goals: set[str]
    is_lines: bool = True
    is_data: bool = False


def _text_of(path: str, content: bytes, named_by: _Text) -> _Text:
    """What is reached of a file that a text names."""
    text = content.decode("utf-8", "replace")
    goals, name = named_by.goals | words_of(named_by.text), basename(path)
    is_lines = is_of_lines(path, text) or name in _TASKS
    if name == _PACKAGE:
        text, is_lines = _scripts(content, named_by.text), True
    elif name in FAMILIES["make"] or name.endswith(".mk"):
        text = _reached(text, goals)
    return _Text(text, dirname(path), goals, is_lines, path.endswith(_DATA))


class _NamedFiles:
    """The files of a tree by the words that may name them."""

    def __init__(self, files: Iterable[str]) -> None:
        self._files = {*files}
        self._folders = {folder for path in self._files for folder in folders_of(path)}
        self._by_name: dict[str, list[str]] = {}
        for path in self._files:
            self._by_name.setdefault(basename(path), []).append(path)

    def by_lines(self, named_by: _Text) -> set[str]:
        """What command lines name: programs, scripts, modules, data and configuration."""
        text, folder = named_by.text, named_by.folder
        found = {*files_run(text, self._files)}
        modules = [(name, False) for name in _PLUGIN.findall(text)]
        # What these collect tests from is known by their reports.
        lines = _SEGMENT.split(text.replace("\\\n", " "))
        text = "\n".join(line for line in lines if not (is_pytest(line) or runner_of(line)))
        words = words_of(text)
        modules += [(name, True) for name in _MODULE.findall(text)]
        modules += [(word, False) for word in words if "." in word]
        found |= {path for name, anywhere in modules for path in self._modules(name, anywhere)}
        programs = {basename(word) for word in words}
        families = [FAMILIES[name] for name in programs & FAMILIES.keys()]
        families += [[_PACKAGE]] if programs & _MANAGERS else []
        families += [FAMILIES["make"]] if "(MAKE)" in text else []
        names = [name for family in families for name in family]
        places = {join(place, name) for place in ("", folder, *words) for name in names}
        ran = [join(place, name) for name in _FOLDER.findall(text) for place in ("", folder)]
        places |= {normpath(join(place, "__main__.py")) for place in ran}
        return found | (places & self._files) | self.by_words(replace(named_by, text=text))

    def by_words(self, named_by: _Text) -> set[str]:
        """What any text names."""
        found: set[str] = set()
        words, folder = words_of(named_by.text), named_by.folder
        places = {"", folder, *(words & self._folders)}
        for word in words:
            exact = {path for path in (word, normpath(join(folder, word))) if path in self._files}
            found |= exact
            if exact or "." not in basename(word).strip("."):
                continue
            if "*" in word or "?" in word:
                if named_by.is_data:
                    continue  # of a compiler's configuration, for one, what it compiles
                globs = [join(place, word) for place in places]
                found |= {path for path in self._files if _fits(path, globs)}
            else:
                others = self._by_name.get(basename(word), ())
                found |= {path for path in others if path.endswith(f"/{word}")}
        return found

    def _modules(self, name: str, anywhere: bool) -> list[str]:
        """The files of a Python module, or of the one that has a class or a function."""
        parts = name.split(".")
        for end in range(len(parts), 0, -1):
            stem = "/".join(parts[:end])
            ends = (f"{stem}.py", f"{stem}/__main__.py", f"{stem}/__init__.py")
            found = [path for path in (*ends, *map("src/{}".format, ends)) if path in self._files]
            if not found and anywhere:
                below = tuple(f"/{path}" for path in ends[:2])
                found = [path for path in self._files if path.endswith(below)]
            if found:
                return found
        return []


def is_task_file(path: str) -> bool:
    """Whether a runner of tasks reads this file, so that it is no product code."""
    return basename(path) in (*_TASKS, _PACKAGE) or path.endswith(".mk")


def _fits(path: str, globs: list[str]) -> bool:
    depth = path.count("/")
    return any(depth == glob.count("/") and fnmatchcase(path, glob) for glob in globs)


def _scripts(package: bytes, line: str) -> str:
    """The scripts of a package.json that a line reaches, also one through another."""
    texts = scripts(package)
    lines, found = [line, *(["test"] if words_of(line) & {"t", "tst"} else [])], dict[str, str]()
    while lines:
        line = lines.pop()
        for name in texts.keys() - found.keys():
            plain = re.escape(re.sub(r"^(?:pre|post)", "", name))
            if re.search(rf"(?<![\w:./-])(?:{plain}|{re.escape(name)})(?![\w:./-])", line):
                found[name] = texts[name]
                lines.append(texts[name])
    return "\n".join(found.values())


def _reached(makefile: str, goals: set[str]) -> str:
    """What is read of a Makefile: all but the recipes of targets that no goal leads to."""
    rules = [(rule["targets"].split(), rule) for rule in _RULE.finditer(makefile)]
    plain = [name for names, _ in rules for name in names if not name.startswith(".")]
    wanted: list[str] = [*goals.intersection(plain)] or plain[:1]
    reached: set[str] = set()
    while wanted:
        name = wanted.pop()
        if name not in reached:
            reached.add(name)
            texts = (rule[0] for names, rule in rules if name in names)
            words = {word for text in texts for word in words_of(text)}
            wanted += words.intersection(plain)
    for names, rule in reversed(rules):
        if reached.isdisjoint(names) and "%" not in rule["targets"]:
            makefile = makefile[: rule.start()] + makefile[rule.end() :]
    return makefile
