"""Import configurations of promptfoo as scenarios; assertions not carried over are reported.

Nothing is run, fetched or read from the environment, and no file outside the configuration's folder
is read.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, product
from pathlib import Path
from typing import Any

from pytest_hydra.commands import Say, write_tasks
from pytest_hydra.core.text import one_line
from pytest_hydra.documents import (
    Document,
    KeyPath,
    format_path,
    parse,
    read,
    read_lines,
    read_text,
)
from pytest_hydra.errors import BadValueError, HydraError, InputError
from pytest_hydra.plugins.promptfoo.promptfoo_assertions import (
    CODE,
    expectation,
    fill,
    parse_row,
)
from pytest_hydra.scenarios.expect.kinds import compile_expect
from pytest_hydra.scenarios.format import slug
from pytest_hydra.scenarios.load import load_scenarios
from pytest_hydra.settings import ScenarioSettings, find_settings, load_settings

MOST_CHARACTERS = 2**26
_DEEPEST = 5
# The status of an assertion; if scenarios differ, the highest applies.
_SKIPPED, _IMPORTED, _REPORTED = range(3)

_TOP = ("prompts", "providers", "targets", "tests", "scenarios", "defaultTest", "description")
_TEST = ("vars", "assert", "description", "threshold", "metadata", "options", "prompts")
_SCENARIO = ("config", "tests", "description")
# Options that change the request, the checked output, or the expected value.
_ALTERING = (
    *("prefix", "suffix", "transformVars", "transform", "postprocess", "disableDefaultAsserts"),
)
_TEXTS = (".txt", ".md", ".j2")
_FILE = re.compile(r"[^\n{}]+\.(?:txt|md|j2|json|jsonl|yaml|yml|csv|py|[cm]?[jt]s|rb|sh)(?::\w+)?")
_CHAT = re.compile(r"\s*(?:([\[{])|(?:#.*\n\s*)*-\s+(?:role|content)\s*:)")


@dataclass(frozen=True)
class _SourceNode:
    """A value of a file, and its location."""

    value: Any
    document: Document
    at: KeyPath = ()

    def __getitem__(self, key: str) -> _SourceNode:
        """The value of a key; null if there is none."""
        value = self.value.get(key) if isinstance(self.value, dict) else None
        return _SourceNode(value, self.document, (*self.at, key))

    def elements(self) -> list[_SourceNode]:
        """The elements of a list; another value is the only element, and null is empty."""
        if not isinstance(self.value, list):
            return [] if self.value is None else [self]
        values = enumerate(self.value)
        return [_SourceNode(value, self.document, (*self.at, index)) for index, value in values]

    def assertions(self) -> Iterator[_SourceNode]:
        """The assertions of a test; a set that must hold as a whole is expanded."""
        for node in self["assert"].elements():
            if node["type"].value == "assert-set" and node["threshold"].value in (None, 1):
                yield from node.assertions()
            else:
                yield node

    def __str__(self) -> str:
        line = f"{self.document.file}:{self.document.line(self.at)}"
        return f"{line}: {format_path(self.at)}" if self.at else line


def act(options: Any, _: Path, say: Say) -> int:
    """Write the scenario files, and print what was not converted; 1 if that is all."""
    return write_tasks(convert(options.folder, has_judge=_has_judge()), options.output, say)


def _has_judge() -> bool:
    """Whether the nearest hydra.toml configures a judge."""
    file = find_settings(Path.cwd())
    settings = None if file is None else load_settings(file, file.name)
    return settings is not None and (settings.has("judges") or settings.has("judging"))


def convert(file: Path, *, has_judge: bool = False) -> tuple[dict[str, str], list[str]]:
    """Import a configuration: files by name, and messages about the rest.

    ``has_judge``: what a model decides is left to the judge. Raises HydraError.
    """
    reader = _PromptfooReader(file, has_judge=has_judge)
    reader.read()
    lines = [one_line(line, 400) for line in reader.messages]
    counts = Counter(reader.statuses.values())
    lines.append(
        f"{counts[_IMPORTED]} of {counts.total()} assertions carried over "
        f"({counts[_REPORTED]} named, {counts[_SKIPPED]} in tests that were not made)"
    )
    if not reader.scenarios:
        return {}, [*lines, "no scenario was made"]
    document = json.dumps({"scenarios": reader.scenarios}, indent=1, ensure_ascii=False)
    return {f"{slug(file.stem) or 'promptfoo'}.scenario.json": f"{document}\n"}, lines


class _PromptfooReader:
    """Reads one configuration, and collects scenarios and messages."""

    def __init__(self, file: Path, *, has_judge: bool) -> None:
        self.folder = file.parent
        self.has_judge = has_judge
        document = read(file, str(file))
        self.config = _SourceNode(document.data, document)
        self.messages: dict[str, None] = {}
        self.statuses: dict[str, int] = {}
        self.scenarios: list[dict[str, Any]] = []
        self.prompts: list[str] = []
        self.ids: Counter[str] = Counter()
        self.characters = self.tests_made = 0

    def report(self, node: _SourceNode, problem: str) -> None:
        self.messages[f"{node}: {problem}"] = None

    @contextmanager
    def reporting(self, node: _SourceNode, problem: str) -> Iterator[None]:
        """Report why something was not made."""
        try:
            yield
        except (BadValueError, InputError, csv.Error) as error:
            self.report(node, f"{problem}: {error}")

    def read(self) -> None:
        """Read the configuration. Raises HydraError."""
        config, empty = self.config, _SourceNode({}, self.config.document)
        if not isinstance(config.value, dict):
            raise HydraError(f"{config}: a configuration of promptfoo is a mapping")
        for key in config.value:
            if key not in _TOP:
                self.report(config[key], "not carried over")
        for node in (*config["providers"].elements(), *config["targets"].elements()):
            self.report(node, "define a bot for it in hydra.toml")
        prompts = config["prompts"]
        self.prompts = list(self.prompts_of(prompts)) if prompts.value else ["{{prompt}}"]
        default, tests, scenarios = (config[key] for key in ("defaultTest", "tests", "scenarios"))
        if not isinstance(default.value, dict | None):
            self.report(default, "not carried over: it is not a test")
        defaults = list(default.assertions())
        self.count(defaults, _SKIPPED)
        for test in self.tests_of(tests):
            self.make(default, test)
        if tests.value is scenarios.value is None:
            self.make(default, empty)
        for scenario in self.tests_of(scenarios):
            for key in [key for key in scenario.value if key not in _SCENARIO]:
                self.report(scenario[key], "not carried over")
            rows, inner = (
                list(self.tests_of(scenario[key])) if scenario[key].value else [empty]
                for key in ("config", "tests")
            )
            self.count(chain.from_iterable(test.assertions() for test in inner), _SKIPPED)
            for row, test in product(rows, inner):
                self.make(default, row, test)
        if defaults and not self.tests_made:
            self.report(default, f"not made (assertions: {len(defaults)}): there is no test")

    def count(self, assertions: Iterable[_SourceNode], status: int) -> None:
        """Set the status of assertions; the highest status of each is kept."""
        for node in assertions:
            self.statuses[str(node)] = max(status, self.statuses.get(str(node), status))

    def files(self, text: str) -> list[Path]:
        """The files of a name or a pattern. Raises BadValueError."""
        name, home = text.strip().removeprefix("file://"), self.folder.resolve()
        try:
            paths = sorted(self.folder.glob(name))
            is_outside = any(not path.resolve().is_relative_to(home) for path in paths)
        except (OSError, ValueError, NotImplementedError, RuntimeError) as error:
            raise BadValueError(f"{name} is not a file or a pattern ({error})") from error
        if is_outside or not paths:
            raise BadValueError(f"there is no file {name} in the folder of the configuration")
        return paths

    def data(self, path: Path) -> Document:
        """Read a file of data. Raises HydraError."""
        if path.suffix == ".csv":
            return _table(path, str(path))
        if path.suffix == ".jsonl":
            lines = list(read_lines(path, str(path)))
            values = [line.data for line in lines]
            return Document(str(path), values, lambda at: lines[int(at[0])].line(()), "")
        return read(path, str(path))

    def value(self, value: Any) -> Any:
        """The text or the data of a file, if the value names one. Raises HydraError."""
        if not (isinstance(value, str) and value.startswith("file://")):
            return value
        path, *rest = self.files(value)
        if rest:
            raise BadValueError(f"{value} matches several files")
        return _plain(path).strip() if path.suffix in _TEXTS else self.data(path).data

    def prompts_of(self, node: _SourceNode) -> Iterator[str]:
        for entry in node.elements():
            prompt = entry.value
            if isinstance(prompt, dict):
                prompt = prompt.get("raw") or prompt.get("id")
            with self.reporting(entry, "not carried over"):
                if not isinstance(prompt, str):
                    raise BadValueError("it is not a text")
                if not (prompt.startswith("file://") or _FILE.fullmatch(prompt.strip())):
                    yield prompt
                    continue
                for path in self.files(prompt):
                    text = _plain(path)
                    parts = re.split(r"(?m)^---[ \t]*$", text) if path.suffix == ".txt" else [text]
                    yield from [part.strip() for part in parts if part.strip()]

    def tests_of(self, node: _SourceNode, *, nested: bool = False) -> Iterator[_SourceNode]:
        for entry in node.elements():
            with self.reporting(entry, "not carried over"):
                if isinstance(entry.value, dict) and "path" not in entry.value:
                    yield entry
                elif not isinstance(entry.value, str) or nested:
                    raise BadValueError("it is not a test")
                else:
                    for document in [self.data(path) for path in self.files(entry.value)]:
                        yield from self.tests_of(_SourceNode(document.data, document), nested=True)

    def make(self, *layers: _SourceNode) -> None:
        """Make the scenarios of a test, the last layer; the earlier ones are its defaults.

        Raises HydraError if there are too many.
        """
        node = layers[-1]
        for key in node.value:
            if key not in _TEST:
                self.report(node[key], "not carried over")
        assertions = [assertion for layer in layers for assertion in layer.assertions()]
        self.count(assertions, _SKIPPED)
        problem = f"not made (assertions: {len(assertions)})"
        self.tests_made += 1
        name = node["description"].value
        name = name if isinstance(name, str) and name.strip() else f"test {self.tests_made}"
        with self.reporting(node, problem):
            values = self.values(layers)
            if not (assertions and self.prompts):
                raise BadValueError("it has no assertion, or there is no prompt")
            for prompt in self.prompts:
                with self.reporting(node, problem):
                    *history, last = _messages(prompt, values)
                    keys = {
                        "id": self.new_id(slug(name)[:150] or "test"),
                        "name": name,
                        "context": values,
                        "messages": history,
                        "steps": [
                            {"user": last["content"], "expect": self.expect(assertions, values)}
                        ],
                    }
                    self.add({key: value for key, value in keys.items() if value})
                    self.count(assertions, _IMPORTED)

    def values(self, layers: Sequence[_SourceNode]) -> dict[str, Any]:
        """The variables of a test. Raises HydraError if it cannot be carried over."""
        values, options = dict[str, Any](), dict[str, Any]()
        for layer in layers:
            variables, extra, limit = (layer[key].value for key in ("vars", "options", "threshold"))
            if not isinstance(variables, dict | None):
                raise BadValueError("its vars are not a mapping")
            values |= variables or {}
            options |= extra if isinstance(extra, dict) else {}
            if limit is not None:
                self.report(
                    layer, f"threshold {limit}: not carried over; all assertions must pass here"
                )
        unsupported = [f"options.{key}" for key in _ALTERING if options.get(key)]
        unsupported += ["prompts"] if layers[-1]["prompts"].value else []
        unsupported += [f"vars.{key}: a list" for key in values if isinstance(values[key], list)]
        if unsupported:
            raise BadValueError(f"{unsupported[0]} is not supported, and changes the test")
        values = {key: self.value(value) for key, value in values.items()}
        for _ in range(_DEEPEST):
            previous: dict[str, Any] = values
            values = fill(previous, previous)
            if values == previous:
                return previous
        raise BadValueError("its vars refer to each other in a circle")

    def new_id(self, name: str) -> str:
        """The id, with a number if another scenario has it."""
        self.ids[name] += 1
        return name if self.ids[name] == 1 else self.new_id(f"{name}-{self.ids[name]}")

    def add(self, scenario: dict[str, Any]) -> None:
        """Add a valid scenario. Raises HydraError."""
        text = json.dumps(scenario)
        load_scenarios(Document("it", scenario, lambda _: 1, text), ScenarioSettings())
        self.characters += len(text)
        if self.characters > MOST_CHARACTERS:
            most = f"{MOST_CHARACTERS // 2**20} MiB"
            raise HydraError(f"{self.config}: its scenarios have more than {most}; split it")
        self.scenarios.append(scenario)

    def expect(self, nodes: Sequence[_SourceNode], values: Mapping[str, Any]) -> dict[str, Any]:
        """The expectations of a reply. Raises BadValueError if none can be carried over."""
        parts = list[dict[str, Any]]()
        for node in nodes:
            problem = f"{node['type'].value}: not carried over"
            with self.reporting(node, problem):
                parts.append(self.assertion(node, values))
                continue
            self.count([node], _REPORTED)
        if not parts:
            raise BadValueError("none of its assertions can be carried over")
        result, rest = dict[str, Any](), list[dict[str, Any]]()
        for part in parts:
            ((key, value),) = part.items()
            if key == "text":
                texts = result.setdefault("text", [])
                texts += [matcher for matcher in value if matcher not in texts]
            elif result.setdefault(key, value) != value:
                rest.append(part)
        return {**result, **({"all": rest} if rest else {})}

    def assertion(self, node: _SourceNode, values: Mapping[str, Any]) -> dict[str, Any]:
        """The expectation of an assertion. Raises HydraError if it cannot be carried over."""
        kind = node["type"].value
        if not isinstance(kind, str):
            raise BadValueError("it has no type")
        if node["transform"].value is not None:
            raise BadValueError(f"a transform changes what it checks: {CODE}")
        if node["weight"].value == 0:
            raise BadValueError("its weight is 0, so it decides nothing")
        base, value = kind.removeprefix("not-"), fill(self.value(node["value"].value), values)
        expect = expectation(base, value, node["threshold"].value, has_judge=self.has_judge)
        if base != kind and "text" in expect:
            negated = [{"not": matcher} for matcher in expect["text"]]
            expect = {"text": negated if len(negated) == 1 else [{"any_of": negated}]}
        elif base != kind:
            expect = {"not": expect}
        compile_expect(expect)
        return expect


def _plain(path: Path) -> str:
    """The text of a file. Raises HydraError."""
    if path.suffix not in (*_TEXTS, ".json", ".yaml", ".yml"):
        raise BadValueError(f"{path.name} is not a file of text or data; code is not run")
    return read_text(path, str(path))


def _messages(prompt: str, values: Mapping[str, Any]) -> list[dict[str, str]]:
    """The messages of a prompt; the last one is the user's. Raises BadValueError."""
    # If the prompt is JSON before it is filled in, values are filled into its texts.
    chat = fill(_chat(prompt), values) or _chat(text := fill(prompt, values))
    chat = chat or [{"role": "user", "content": text}]
    messages = [{"role": message["role"], "content": message.get("content")} for message in chat]
    content = messages[-1]["content"]
    if messages[-1]["role"] != "user" or not (isinstance(content, str) and content.strip()):
        raise BadValueError("the prompt does not end with a message of the user")
    return messages


def _chat(text: str) -> list[dict[str, Any]] | None:
    """The messages that a prompt lists in JSON or YAML; None if it is plain text."""
    begin = _CHAT.match(text)
    if begin is None:
        return None
    try:
        data = parse(text, "prompt", ".json" if begin[1] else ".yaml").data
    except InputError:
        return None
    data = data.get("messages") if isinstance(data, dict) else data
    is_chat = isinstance(data, list) and all(isinstance(m, dict) and "role" in m for m in data)
    return data or None if is_chat else None


def _table(path: Path, label: str) -> Document:
    """A table of tests. Raises InputError and csv.Error."""
    text = read_text(path, label)
    reader = csv.DictReader(io.StringIO(text, newline=""), restkey="", restval="")
    tests, ends = list[dict[str, Any]](), list[int]()
    for row in reader:
        tests.append(parse_row({key.strip(): cell for key, cell in row.items() if key}))
        ends.append(reader.line_num)
    return Document(label, tests, lambda at: ends[int(at[0])] if at else 1, text)
