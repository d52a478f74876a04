"""The look at a change: its files are read from git and compared with those of the base."""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from posixpath import normpath
from typing import Any, Final, NamedTuple

from pytest_hydra import __version__
from pytest_hydra.core.path_patterns import matches
from pytest_hydra.core.plain import json_digest
from pytest_hydra.core.text import one_line
from pytest_hydra.git.diff import FileChange
from pytest_hydra.git.repository import Repository, SourceError
from pytest_hydra.git.trees import SUBMODULE, Files, files_of, importers, own_modules
from pytest_hydra.race.inspect.configuration import PYTEST_FILES, python_path
from pytest_hydra.race.inspect.levers import word_of
from pytest_hydra.race.inspect.reader_pool import Readers
from pytest_hydra.race.inspect.test_inputs import WORD, has_both
from pytest_hydra.race.paths import counts_as_test
from pytest_hydra.race.record import Policy, Source
from pytest_hydra.record.files import Cache
from pytest_hydra.results.command_lines import FAMILIES
from pytest_hydra.results.outcomes import Sign

LOOKS: Final = "looks"
"""The cache's folder below ``.hydra``, to be cleared of entries that were not used for long."""

# Limits in bytes, of a file and of all together: of files above them, only the names are checked.
_LARGEST = 2**22
_MOST_BYTES = 2**26
_MOST_SIGNS = 5000
# Most files of the base that are searched for uses of the same levers.
_MOST_READ = 30
_MOST_PAIRS = 20
# Limits of a search in the base's tests: terms, files that are read, and paths.
_MOST_TERMS = 200
_MOST_TESTS = 100
_MOST_PATHS = 2000
_MOST_WORDS = 3
_NO_PATH = ":(literal)."
# Kinds that mean less if the project is a plugin of the test runner.
_OF_PLUGINS = ("runner-hook", "runner-registered", "runner-changed", "runner-used")
_LEVERS = ("lever", "lever-again")
# Files that build or develop a project, and are not installed with it.
_TOOLING = ("/setup.py", "/noxfile.py", "/scripts/", "/bin/", "/tools/", "/docs/", "/examples/")
# Kinds of claims that are a single constant.
_PLAIN = ("word", "number")

_Claims = Mapping[str, list[list[Any]]]


class Base(NamedTuple):
    """The base with which a change is compared.

    ``pythonpath`` are folders of modules, ``installed`` the names of modules that are installed,
    and ``task`` is the tree with the tests of the task, empty if there are none.
    """

    repository: Repository
    tree: str
    pythonpath: tuple[str, ...] = ()
    installed: tuple[str, ...] = ()
    task: str = ""


def look(base: Base, source: Source, policy: Policy, readers: Readers) -> tuple[Sign, ...]:
    """The signs in a change, sorted by file and line. Never raises: a failure is a sign too."""
    if not source.changes:
        return ()
    try:
        signs = _Look(base, source, policy, readers).signs()
    except (SourceError, OSError, ValueError) as error:
        return (_failure(one_line(str(error), 300)),)
    signs = sorted(signs, key=lambda entry: (entry.file, entry.line or 0, entry.kind, entry.text))
    if len(signs) > _MOST_SIGNS:
        text = f"only the first {_MOST_SIGNS} of {len(signs)} signs are reported"
        signs = [*signs[:_MOST_SIGNS], _failure(text)]
    return tuple(signs)


def look_once(
    root: Path,
    look: Callable[[], tuple[Sign, ...]],
    base: Sequence[object],
    source: Source,
    policy: Policy,
) -> tuple[Sign, ...]:
    """The result of ``look``, cached for the same trees, policy and versions.

    ``base`` has the fields of `Base` without the repository. A failed look is not cached.
    Raises StoreError.
    """
    # Files are parsed by this interpreter, and the policy decides what counts as a test.
    address = json_digest(["look", _rules(), sys.version, base, source.tree, asdict(policy)])
    store = Cache(root, LOOKS, flush=False)
    try:
        return tuple(Sign(**sign) for sign in (store.get(address) or {})["signs"])
    except (KeyError, TypeError):
        pass  # not cached, or by another version
    signs = look()
    if not any(entry.kind == "not-looked-at" for entry in signs):
        store.put(address, {"signs": [asdict(entry) for entry in signs]})
    return signs


@cache
def _rules() -> str:
    """A digest of the rules' text, as rules also change between two releases."""
    digest = hashlib.sha256(__version__.encode())
    for path in sorted(Path(__file__).parent.rglob("*.*")):
        if path.suffix in (".py", ".txt", ".toml"):
            digest.update(path.read_bytes())
    return digest.hexdigest()


@dataclass
class _Look:
    _base: Base
    _source: Source
    _policy: Policy
    _readers: Readers

    def __post_init__(self) -> None:
        self._repository, self._base_tree = self._base[:2]
        self._before = files_of(self._repository, self._base_tree)
        self._after = files_of(self._repository, str(self._source.tree))
        self._sides = (self._before, self._after)
        self._own, self._roots = own_modules(self._before)
        self._task_files = files_of(self._repository, self._base.task or self._base_tree)
        self._tests = [path for path in self._before if counts_as_test(path, self._policy)]
        self._python_tests = [path for path in self._tests if path.endswith(".py")][:_MOST_PATHS]

    def signs(self) -> list[Sign]:
        files, missing = self._files()
        answer = self._ask({"files": files})
        base_uses = self._base_uses(answer["signs"])
        signs = [_failure("it is too large", path) for path in missing]
        tooling = self._tooling({path for path, kind, *_ in answer["signs"] if kind in _LEVERS})
        signs += [
            Sign(
                kind="lever-aside" if path in tooling and kind in _LEVERS
                else _kind(kind, thing, common, base_uses),
                file=path, line=line, text=text,
            )
            for path, kind, line, text, thing, common in answer["signs"]
        ]  # fmt: skip
        hard_coded = self._hard_coded(answer["pairs"])
        reported = {(entry.file, entry.line) for entry in hard_coded}
        return signs + hard_coded + self._known_tests(answer["claims"], reported) + self._shadows()

    def _shadows(self) -> list[Sign]:
        """New modules that are imported in place of modules of tests, or of installed ones.

        The order of the folders does not matter: the first import of a name decides for all.
        """
        dirs = (*self._base.pythonpath, *python_path(self._siblings(self._before, PYTEST_FILES[0])))
        folders = {*self._roots, "src", *(normpath(f"/{folder}")[1:] for folder in dirs)}
        folders |= {path.rpartition("/")[0] for path in self._python_tests}
        places = {folder for folder in folders if f"{folder}/__init__.py" not in self._after}
        signs = []
        for path in sorted(self._after.keys() - self._before):
            root, _, name = path.removesuffix("/__init__.py").rpartition("/")
            top = name.removesuffix(".py")
            if root in places and path.endswith(".py") and not counts_as_test(path, self._policy):
                rivals = (file for place in places - {root} for file in self._originals(place, top))
                test_module = next(filter(self._is_of_tests, rivals), None)
                if test_module is not None:
                    signs.append(Sign(kind="shadows-tests", file=path, text=test_module))
                elif top in self._base.installed and top not in self._own:
                    text = f"it is imported in place of the installed module {top}"
                    signs.append(Sign(kind="shadows", file=path, text=text))
        return signs

    def _originals(self, place: str, name: str) -> list[str]:
        """The base's modules of a name in a folder, else a test file in the folder of that name."""
        start = f"{place}/{name}".lstrip("/")
        modules = [path for path in (f"{start}.py", f"{start}/__init__.py") if path in self._before]
        return modules or [path for path in self._python_tests if path.startswith(f"{start}/")][:1]

    def _is_of_tests(self, path: str) -> bool:
        """Whether a module is one of the base's tests, or still exists and only they import it."""
        if path in self._tests:
            return True
        users = importers(self._repository, self._base_tree, path) if path in self._after else []
        return bool(users) and all(counts_as_test(user, self._policy) for user in users)

    def _files(self) -> tuple[list[dict[str, Any]], list[str]]:
        """The input for each changed file, and the Python files that are beyond the limits."""
        sides = {entry.path: self._blobs(entry) for entry in self._source.changes}
        contents = self._contents(name for blobs in sides.values() for name in blobs if name)
        files, misses, size = [], [], 0
        for change in self._source.changes:
            blobs = sides[change.path]
            old, new, predecessor = (contents.get(name or "") for name in blobs)
            size += len(old or "") + len(new or "")
            if size > _MOST_BYTES or (new is None and blobs[1] is not None):
                if change.path.endswith((".py", ".pyw")):
                    misses.append(change.path)
                old = new = None
            paths = filter(None, (change.path, change.old_path))
            files.append(
                {
                    "path": change.path,
                    "old_path": change.old_path,
                    "status": change.status,
                    "mode": change.mode,
                    "tests": any(counts_as_test(path, self._policy) for path in paths),
                    "old": old,
                    "new": new,
                    "predecessor": predecessor,
                    "siblings": [self._siblings(side, change.path) for side in self._sides],
                }
            )
        return files, misses

    def _siblings(self, files: Files, path: str) -> list[tuple[str, str]]:
        """The names and texts of the folder's files that may configure pytest, if this is one."""
        folder, slash, name = path.rpartition("/")
        if name not in PYTEST_FILES:
            return []
        entries = {file: files.get(f"{folder}{slash}{file}") for file in PYTEST_FILES}
        blobs = {file: blob[1] for file, blob in entries.items() if blob and blob[0] != SUBMODULE}
        contents = self._contents(blobs.values())
        return [
            (file, contents[blob].encode("latin-1").decode("utf-8", "replace"))
            for file, blob in blobs.items()
            if blob in contents
        ]

    def _blobs(self, change: FileChange) -> tuple[str | None, ...]:
        """The blobs before and after, and of the file over which a new one takes precedence.

        None if there is no such file.
        """
        entries = self._before.get(change.old_path or change.path), self._after.get(change.path)
        predecessor = self._predecessor(change.path) if change.status == "added" else None
        sides = (None if entry is None or entry[0] == SUBMODULE else entry[1] for entry in entries)
        return (*sides, None if predecessor is None else self._before[predecessor][1])

    def _predecessor(self, path: str) -> str | None:
        """The base's file over which a new one takes precedence; None if there is none."""
        folder, slash, name = path.rpartition("/")
        families = [names[names.index(name) + 1 :] for names in FAMILIES.values() if name in names]
        paths = (f"{folder}{slash}{entry}" for family in families for entry in family)
        return next((entry for entry in paths if entry in self._before), None)

    def _contents(self, blobs: Iterable[str]) -> dict[str, str]:
        """The contents of blobs, one character per byte, without those that are too large."""
        contents = self._repository.blobs(list(blobs), largest=_LARGEST)
        return {name: content.decode("latin-1") for name, content in contents.items()}

    def _ask(self, question: Mapping[str, Any]) -> Any:
        return self._readers.ask({"own": self._own, "roots": self._roots, **question})

    def _grep(self, options: str, terms: list[str], paths: list[str], tree: str = "") -> bytes:
        """The output of ``git grep`` for any of the terms, in the base or in another tree."""
        patterns = [part for term in terms for part in ("-e", term)]
        spec = (tree or self._base_tree, "--", *paths)
        return self._repository.run("grep", *options.split(), "-F", *patterns, *spec, accept=(0, 1))

    def _files_with(
        self, options: str, terms: list[str], paths: list[str], tree: str = ""
    ) -> list[str]:
        output = self._grep(f"-l -z {options}", terms, paths, tree)
        names = output.decode("utf-8", "surrogateescape")
        return [name.partition(":")[2] for name in names.split("\0")[:-1]]

    def _base_uses(self, signs: Sequence[Sequence[Any]]) -> set[tuple[str, str]]:
        """The kinds and things that the base's product code uses already, if that matters here."""
        words = {
            word_of(thing) for _, kind, _, _, thing, common in signs if kind == "lever" and common
        }
        if any(kind in _OF_PLUGINS for _, kind, *_ in signs):
            words.add("pytest")
        if not words:
            return set()
        paths = self._files_with("-w", sorted(words), ["*.py"])
        product = [path for path in paths if not counts_as_test(path, self._policy)]
        blobs = [self._before[path][1] for path in product[:_MOST_READ] if path in self._before]
        texts = [*self._contents(blobs).values()]
        return {(kind, thing) for kind, thing in self._ask({"known": texts})["things"]}

    def _tooling(self, paths: set[str]) -> set[str]:
        """The files that build or develop the project, and that nothing else in it imports."""
        files = set()
        for path in paths:
            if matches(path, _TOOLING):
                names = {path.partition("/")[0].removesuffix(".py"), PurePosixPath(path).stem}
                forms = ("import {}", "from {}", "'{}", '"{}')
                terms = [form.format(name) for form in forms for name in names]
                users = self._files_with("-w", terms, ["*.py"], str(self._source.tree))
                if all(matches(user, _TOOLING) for user in users):
                    files.add(path)
        return files

    def _hard_coded(self, pairs: _Claims) -> list[Sign]:
        """New constant answers in product code that a test has on one line with their inputs."""
        answers = [(path, *entry) for path, group in pairs.items() for entry in group][:_MOST_PAIRS]
        if not answers:
            return []
        terms = [entry.partition("\n")[0] for _, _, entry, _ in answers]
        paths = [f":(literal){path}" for path in self._test_sources()] or [_NO_PATH]
        output = self._grep("-h -I -w", terms, paths, self._base.task)
        lines = output.decode("utf-8", "replace").splitlines()
        return [
            Sign(kind="hard-coded", file=path, line=line, text=f"{answer!r} for {entry!r}")
            for path, line, entry, answer in answers
            if any(has_both(entry, answer, text) for text in lines)
        ]

    def _known_tests(self, claims: _Claims, reported: Set[tuple[str, int | None]]) -> list[Sign]:
        """New constants, conditions and data that match the base's tests: one sign per file.

        ``reported`` are the files and lines that are reported as hard-coded already.
        """
        claims = self._new_claims(claims)
        if not claims:
            return []
        question = {
            "claims": claims,
            "tests": [*self._contents(self._related_tests(claims)).values()],
            "names": sorted({path.rpartition("/")[2] for path in self._tests}),
        }
        signs = []
        for path, lines in self._ask(question)["fit"].items():
            hits = [entry for entry in lines if (path, entry[0]) not in reported]
            if not hits:
                continue
            words = list(dict.fromkeys(words for _, words in hits))
            suffix = f"; and {len(words) - _MOST_WORDS} more" if len(words) > _MOST_WORDS else ""
            text = "; ".join(words[:_MOST_WORDS]) + suffix
            signs.append(Sign(kind="knows-tests", file=path, line=hits[0][0], text=text))
        return signs

    def _new_claims(self, claims: _Claims) -> _Claims:
        """The claims without words and numbers that the base's product code contains too."""
        all_claims = [claim for entries in claims.values() for claim in entries]
        terms = {text for kind, _, text, _ in all_claims if kind in _PLAIN and "\n" not in text}
        terms |= {
            word for kind, _, text, _ in all_claims if kind == "line" for word in WORD.findall(text)
        }
        common: set[str] = set()
        if terms:
            hits = self._grep("-o -w -z -I", sorted(terms)[:_MOST_TERMS], ["*.py"])
            for line in hits.decode("utf-8", "surrogateescape").split("\n"):
                name, _, word = line.partition("\0")
                if not counts_as_test(name.partition(":")[2], self._policy):
                    common.add(word)

        def rare_word(word: re.Match[str]) -> str:
            return "" if word[0] in common else word[0]

        rest = {
            path: [
                [kind, line, WORD.sub(rare_word, text) if kind == "line" else text, subject]
                for kind, line, text, subject in entries
                if kind not in _PLAIN or text not in common
            ]
            for path, entries in claims.items()
        }
        return {path: entries for path, entries in rest.items() if entries}

    def _test_sources(self) -> list[str]:
        """The test files in Python, those of the task included."""
        paths = (path for path in self._task_files if path.endswith(".py"))
        return [path for path in paths if counts_as_test(path, self._policy)][:_MOST_PATHS]

    def _related_tests(self, claims: _Claims) -> list[str]:
        """The blobs of test files that may match the claims."""
        all_claims = [claim for entries in claims.values() for claim in entries]
        words = {word for _, _, text, _ in all_claims for word in WORD.findall(text)}
        files = self._test_sources()
        hits: list[str] = []
        if words and files:
            literal = [f":(literal){path}" for path in files]
            terms = sorted(words)[:_MOST_TERMS]
            hits += self._files_with("-I -i", terms, literal, self._base.task)
        if any(kind == "pattern" for kind, *_ in all_claims):
            # A pattern may match a text with which it shares no word.
            hits += files
        paths = list(dict.fromkeys(hits))[:_MOST_TESTS]
        return [self._task_files[path][1] for path in paths if path in self._task_files]


def _failure(reason: str, file: str = "") -> Sign:
    return Sign(kind="not-looked-at", file=file, text=reason)


def _kind(kind: str, thing: str, common: bool, base_uses: set[tuple[str, str]]) -> str:
    """The kind of a sign, given what the base uses already."""
    if kind == "lever" and common and (kind, thing) in base_uses:
        return "lever-known"
    plugin = ("runner-named", "pytest") in base_uses or ("runner-named", "_pytest") in base_uses
    return f"{kind}-again" if plugin and kind in _OF_PLUGINS else kind
