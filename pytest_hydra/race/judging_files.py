"""Judging files: files of the base that commands run, and those that may be judged themselves."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, partial

from pytest_hydra.core.path_patterns import matches, pattern_of
from pytest_hydra.git.diff import FileChange
from pytest_hydra.git.repository import Repository
from pytest_hydra.git.trees import files_of, importers, read_file
from pytest_hydra.race.paths import TEST_CONFIGURATION, TOOLS, is_test_file, sides, steers
from pytest_hydra.results import command_lines
from pytest_hydra.results.outcomes import Sign

# A script in one of these languages finds others beside it by name.
_MODULES = (".py", ".js", ".mjs", ".cjs", ".ts")


class JudgingFiles:
    """The judging files of a tree, by the ``commands`` of steps; ``test_files`` are tests."""

    def __init__(
        self,
        repository: Repository,
        tree: str,
        commands: Mapping[str, str],
        test_files: Sequence[str],
    ) -> None:
        self._repository, self._tree, self._commands = repository, tree, commands
        self._test_files = tuple(test_files)
        #: Patterns of files that a step's command runs, with their modules; not what others import.
        self.files: Callable[[str], list[str]] = cache(self._files_run)
        #: Files that only these import or name, with the kind of sign: they may be judged.
        self.doubts: Callable[[str], dict[str, str]] = cache(self._files_named)

    def signs(self, steps: Iterable[str], changes: Iterable[FileChange]) -> Iterator[Sign]:
        """Signs for changes to files that judge in these steps, or may do so."""
        changed = sorted({*sides(changes)})
        for step in steps:
            judges, doubts = self.files(step), self.doubts(step)
            for file in changed:
                is_judge = matches(file, judges)
                if file in doubts or (is_judge and not steers(file)):
                    version = (
                        "the base's version" if is_judge and step != "build" else "its own version"
                    )
                    text = f"the command of {step} uses it, in {version}"
                    yield Sign(kind=doubts.get(file, "runner-file"), file=file, text=text)

    def _files_run(self, step: str) -> list[str]:
        # Not makefiles, which are checked separately: they may have to list new files.
        repository, tree = self._repository, self._tree
        read = partial(read_file, repository, tree)
        scripts = command_lines.all_files_run(
            self._commands.get(step, ""), files_of(repository, tree), read
        )
        files = {path for path in scripts if not importers(repository, tree, path)}
        places = {(os.path.dirname(path), os.path.splitext(path)[1]) for path in files}
        folders = [place for place in places if place[1] in _MODULES and self._is_separate(*place)]
        # With all data files in the folder, unless other files name the folder.
        referenced = {at for at, _ in folders if importers(repository, tree, at, by_word=True)}
        patterns = (f"{pattern_of(at)}/**{f'/*{end}' * (at in referenced)}" for at, end in folders)
        return [*(() if step == "build" else TOOLS), *map(pattern_of, files), *patterns]

    def _files_named(self, step: str) -> dict[str, str]:
        repository, tree, tests = self._repository, self._tree, self._tests
        files = files_of(repository, tree)
        judges = {path for path in files if matches(path, self.files(step))}
        # The test configuration of other languages names the files that tests start with.
        patterns = TEST_CONFIGURATION if step == "tests" else ()
        judges |= {path for path in files if path[-3:] != ".py" and matches(path, patterns)}
        users_of: dict[str, list[str]] = {}
        # Without tests, the imported files are the only product that could be judged.
        waiting = sorted(judges) if tests and step != "build" else []
        while waiting:
            path = waiting.pop()
            text = (read_file(repository, tree, path) or b"").decode("utf-8", "replace")
            for other in {*command_lines.files_named(path, text, files)} - judges - users_of.keys():
                by_word = not other.endswith(_MODULES)
                users = importers(repository, tree, other, by_word=by_word)
                if tests.isdisjoint(users):
                    users_of[other] = users
                    waiting.append(other)
        while shared := [path for path in users_of if {*users_of[path]} - judges - users_of.keys()]:
            for path in shared:
                del users_of[path]
        return {
            path: "judge-imports" if path.endswith(_MODULES) else "runner-file" for path in users_of
        }

    @cached_property
    def _tests(self) -> set[str]:
        files = files_of(self._repository, self._tree)
        return {path for path in files if is_test_file(path, self._test_files)}

    def _is_separate(self, folder: str, end: str) -> bool:
        """Whether the modules of a folder are imported only by each other, and by no tests."""
        return folder != "" and all(
            user.startswith(f"{folder}/") and user not in self._tests
            for path in files_of(self._repository, self._tree)
            if path.startswith(f"{folder}/") and path.endswith(end)
            for user in importers(self._repository, self._tree, path)
        )
