"""A look at a change: its files are read from git, and compared with those of the base."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from typing import Any

from pytest_hydra.candidates.compare.suite import counts_as_test
from pytest_hydra.candidates.recording import FileChange, Sign, Source
from pytest_hydra.candidates.source.git import Repository, SourceError
from pytest_hydra.candidates.source.trees import SUBMODULE, Files, files_of
from pytest_hydra.candidates.tamper.product_code.claims import WORD
from pytest_hydra.candidates.tamper.reader_pool import Readers
from pytest_hydra.core.text import one_line
from pytest_hydra.settings.policy import Policy

# Larger files are looked at by their names alone; so are all that are past so many bytes together.
_LARGEST = 2**22
_MOST_BYTES = 2**26
_MOST_SIGNS = 5000
# Files of the base that are read to see whether what is new is new to the project.
_MOST_READ = 30
_MOST_PAIRS = 20
# What is asked of the base's tests at once, and of how many of their files.
_MOST_TERMS = 200
_MOST_TESTS = 100
_MOST_SAID = 3
_NOWHERE = ":(literal)."
# Of these a program reads the first that it finds.
_FAMILIES = (
    ("GNUmakefile", "makefile", "Makefile"),
    ("justfile", ".justfile", "Justfile"),
    ("Taskfile.yml", "taskfile.yml", "Taskfile.yaml", "taskfile.yaml"),
)
# Kinds that mean less where the project is a plugin of the test runner.
_OF_PLUGINS = ("runner-hook", "runner-registered", "runner-changed", "runner-used")


def look(
    repository: Repository, base_tree: str, source: Source, policy: Policy, readers: Readers
) -> tuple[Sign, ...]:
    """The signs in a candidate's change, by file and line. Never raises: what fails is a sign."""
    assert source.tree is not None  # noqa: S101 - asked of what could be pinned only
    if not source.changes:
        return ()
    try:
        found = _Look(repository, base_tree, source, policy, readers).signs()
    except (SourceError, OSError, ValueError) as error:
        return (Sign(kind="not-looked-at", file="", text=one_line(str(error), 300)),)
    ordered = sorted(found, key=lambda entry: (entry.file, entry.line or 0, entry.kind, entry.text))
    if len(ordered) > _MOST_SIGNS:
        more = f"there are {len(ordered)} signs, of which {_MOST_SIGNS} are told"
        ordered = [*ordered[:_MOST_SIGNS], Sign(kind="not-looked-at", file="", text=more)]
    return tuple(ordered)


class _Look:
    def __init__(
        self,
        repository: Repository,
        base_tree: str,
        source: Source,
        policy: Policy,
        readers: Readers,
    ) -> None:
        self._readers = readers
        self._repository = repository
        self._base_tree = base_tree
        self._policy = policy
        self._source = source
        self._before = files_of(repository, base_tree)
        self._after = files_of(repository, str(source.tree))
        self._own, self._roots = _modules(self._before)

    def signs(self) -> list[Sign]:
        files, missed = self._files()
        answer = self._ask({"files": files})
        signs = [Sign(kind="not-looked-at", file=path, text="it is too large") for path in missed]
        seen = answer["signs"]
        known = self._known(seen)
        signs += [
            Sign(kind=_kind(kind, thing, common, known), file=path, line=line, text=text)
            for path, kind, line, text, thing, common in seen
        ]
        claims = {path: some for path, some in answer["claims"].items() if some}
        hard_coded = self._hard_coded(answer["pairs"])
        told = {(entry.file, entry.line) for entry in hard_coded}
        return signs + hard_coded + self._knowing(claims, told)

    def _files(self) -> tuple[list[dict[str, Any]], list[str]]:
        """What is asked of each file that changed, and those that there is no room for."""
        sides = {entry.path: self._sides(entry) for entry in self._source.changes}
        wanted = [name for pair in sides.values() for name in pair if name is not None]
        stood = {
            entry.path: self._before[other][1]
            for entry in self._source.changes
            if entry.status == "added" and (other := self._read_before(entry.path)) is not None
        }
        wanted += stood.values()
        contents = self._repository.blobs(wanted, largest=_LARGEST)
        files, missed, size = [], [], 0
        for change in self._source.changes:
            old, new = (None if name is None else contents.get(name) for name in sides[change.path])
            instead = contents.get(stood.get(change.path, ""))
            size += len(old or b"") + len(new or b"")
            if size > _MOST_BYTES or (new is None and sides[change.path][1] is not None):
                if change.path.endswith((".py", ".pyw")):
                    missed.append(change.path)
                old = new = None
            files.append(
                {
                    "path": change.path,
                    "old_path": change.old_path,
                    "status": change.status,
                    "mode": change.mode,
                    "tests": self._is_test(change),
                    "old": None if old is None else old.decode("latin-1"),
                    "new": None if new is None else new.decode("latin-1"),
                    "instead": None if instead is None else instead.decode("latin-1"),
                }
            )
        return files, missed

    def _sides(self, change: FileChange) -> tuple[str | None, str | None]:
        """The blobs before and after; None for what is not there, or is no file."""
        before = self._before.get(change.old_path or change.path)
        after = self._after.get(change.path)
        return tuple(  # type: ignore[return-value]
            None if entry is None or entry[0] == SUBMODULE else entry[1]
            for entry in (before, after)
        )

    def _read_before(self, path: str) -> str | None:
        """The file of the base that was read where a new one is read now."""
        folder, slash, name = path.rpartition("/")
        for family in _FAMILIES:
            later = family[family.index(name) + 1 :] if name in family else ()
            found = next(
                (entry for entry in later if f"{folder}{slash}{entry}" in self._before), None
            )
            if found is not None:
                return f"{folder}{slash}{found}"
        return None

    def _is_test(self, change: FileChange) -> bool:
        paths = [change.path] if change.old_path is None else [change.path, change.old_path]
        return any(counts_as_test(path, self._policy) for path in paths)

    def _ask(self, question: Mapping[str, Any]) -> Any:
        return self._readers.ask({"own": self._own, "roots": self._roots, **question})

    def _known(self, seen: Sequence[Sequence[Any]]) -> set[tuple[str, str]]:
        """What the base's own product code uses already, of what is common or the runner's."""
        words = {
            _word(thing) for _, kind, _, _, thing, common in seen if kind == "lever" and common
        }
        if any(kind in _OF_PLUGINS for _, kind, *_ in seen):
            words.add("pytest")
        if not words:
            return set()
        terms = [part for word in sorted(words) for part in ("-e", word)]
        told = self._repository.run(
            "grep", "-l", "-z", "-w", "-F", *terms, self._base_tree, "--", "*.py", accept=(0, 1)
        )
        names = (entry.decode("utf-8", "surrogateescape") for entry in told.split(b"\0")[:-1])
        paths = [name.partition(":")[2] for name in names]
        product = [path for path in paths if not counts_as_test(path, self._policy)]
        ids = [self._before[path][1] for path in product[:_MOST_READ] if path in self._before]
        contents = self._repository.blobs(ids, largest=_LARGEST)
        texts = [content.decode("latin-1") for content in contents.values()]
        return {(kind, thing) for kind, thing in self._ask({"known": texts})["things"]}

    def _hard_coded(self, pairs: Mapping[str, list[list[Any]]]) -> list[Sign]:
        """Answers that are new in product code, and stand beside their questions in a test."""
        asked = [(path, *entry) for path, some in pairs.items() for entry in some][:_MOST_PAIRS]
        if not asked:
            return []
        terms = [part for _, _, entry, _ in asked for part in ("-e", entry.partition("\n")[0])]
        told = self._repository.run(
            "grep",
            "-h",
            "-I",
            "-w",
            "-F",
            *terms,
            self._base_tree,
            "--",
            *self._test_files(),
            accept=(0, 1),
        )
        lines = told.decode("utf-8", "replace").splitlines()
        return [
            Sign(kind="hard-coded", file=path, line=line, text=f"{answer!r} for {entry!r}")
            for path, line, entry, answer in asked
            if any(_has_both(entry, answer, text) for text in lines)
        ]

    def _knowing(
        self, claims: Mapping[str, list[list[Any]]], told: Set[tuple[str, int | None]]
    ) -> list[Sign]:
        """What product code newly knows of what the base's tests ask for, once for each file.

        ``told`` are the files and lines of which more than that is known.
        """
        claims = self._strange(claims)
        if not claims:
            return []
        tests = [path for path in self._before if counts_as_test(path, self._policy)]
        contents = self._repository.blobs(self._asking(claims), largest=_LARGEST)
        question = {
            "claims": claims,
            "tests": [content.decode("latin-1") for content in contents.values()],
            "names": sorted({path.rpartition("/")[2] for path in tests}),
        }
        signs = []
        for path, fit in self._ask(question)["fit"].items():
            found = [entry for entry in fit if (path, entry[0]) not in told]
            if not found:
                continue
            said = list(dict.fromkeys(words for _, words in found))
            more = f"; and {len(said) - _MOST_SAID} more" if len(said) > _MOST_SAID else ""
            text = "; ".join(said[:_MOST_SAID]) + more
            signs.append(Sign(kind="knows-tests", file=path, line=found[0][0], text=text))
        return signs

    def _strange(self, claims: Mapping[str, list[list[Any]]]) -> dict[str, list[list[Any]]]:
        """The claims without the words and numbers that the base's own product code has too."""
        plain = ("word", "number", "bound")
        every = [claim for some in claims.values() for claim in some]
        terms = {text for kind, _, text, _ in every if kind in plain and "\n" not in text}
        terms |= {
            word for kind, _, text, _ in every if kind == "line" for word in WORD.findall(text)
        }
        known: set[str] = set()
        if terms:
            asked = [part for term in sorted(terms)[:_MOST_TERMS] for part in ("-e", term)]
            told = self._repository.run(
                *("grep", "-o", "-w", "-z", "-I", "-F", *asked, self._base_tree, "--", "*.py"),
                accept=(0, 1),
            )
            for line in told.split(b"\n"):
                name, _, word = line.decode("utf-8", "surrogateescape").partition("\0")
                if not counts_as_test(name.partition(":")[2], self._policy):
                    known.add(word)
        left = {
            path: [
                [kind, line, _without(text, known) if kind == "line" else text, subject]
                for kind, line, text, subject in some
                if kind not in plain or text not in known
            ]
            for path, some in claims.items()
        }
        return {path: some for path, some in left.items() if some}

    def _asking(self, claims: Mapping[str, list[list[Any]]]) -> list[str]:
        """The blobs of the base's tests that may have to do with claims."""
        every = [claim for some in claims.values() for claim in some]
        words = {word for _, _, text, _ in every for word in WORD.findall(text)}
        files = [file for file in self._test_files() if file != _NOWHERE]
        named: list[str] = []
        if words and files:
            terms = [part for entry in sorted(words)[:_MOST_TERMS] for part in ("-e", entry)]
            told = self._repository.run(
                *("grep", "-l", "-z", "-I", "-i", "-F", *terms, self._base_tree, "--", *files),
                accept=(0, 1),
            )
            names = (entry.decode("utf-8", "surrogateescape") for entry in told.split(b"\0")[:-1])
            named += [name.partition(":")[2] for name in names]
        if any(kind in ("shape", "pattern") for kind, *_ in every):
            # What they are true of need not have a word of theirs.
            named += [file.removeprefix(":(literal)") for file in files]
        paths = list(dict.fromkeys(named))[:_MOST_TESTS]
        return [self._before[path][1] for path in paths if path in self._before]

    def _test_files(self) -> list[str]:
        return [
            f":(literal){path}"
            for path in self._before
            if path.endswith(".py") and counts_as_test(path, self._policy)
        ][:2000] or [_NOWHERE]


def _modules(files: Files) -> tuple[list[str], list[str]]:
    """The modules that are the project's own, and the folders in which they are found."""
    roots = [
        "",
        *(
            entry
            for entry in ("src", "lib", "python")
            if any(path.startswith(f"{entry}/") for path in files)
        ),
    ]
    own = set()
    for path in files:
        if path.endswith(".py"):
            parts = path.split("/")
            own.add(parts[0].removesuffix(".py"))
            if parts[0] in roots and len(parts) > 1:
                own.add(parts[1].removesuffix(".py"))
    return sorted(own), roots


def _kind(kind: str, thing: str, common: bool, known: set[tuple[str, str]]) -> str:
    """The kind of a sign, by what the project does already."""
    if kind == "lever" and common and (kind, thing) in known:
        return "lever-known"
    plugin = ("runner-named", "pytest") in known or ("runner-named", "_pytest") in known
    return f"{kind}-again" if plugin and kind in _OF_PLUGINS else kind


def _without(text: str, known: Set[str]) -> str:
    return WORD.sub(lambda found: "" if found[0] in known else found[0], text)


def _has_both(text: str, other: str, line: str) -> bool:
    """Whether both stand in a line, each by itself."""
    left = re.subn(rf"(?<!\w){re.escape(text)}(?!\w)", "", line, count=1)
    return bool(left[1]) and re.search(rf"(?<!\w){re.escape(other)}(?!\w)", left[0]) is not None


def _word(thing: str) -> str:
    """A word that stands wherever a thing is used."""
    plain = thing.removesuffix(" =").removesuffix(".*")
    return "import_module" if plain == "*" else plain.rpartition(".")[2]
