"""Configurations of promptfoo as scenarios: each assertion is carried over, or named with a reason.

Nothing is run, fetched or taken from the environment, and no file outside the configuration's
folder is read.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from math import prod
from pathlib import Path
from typing import Any

from pytest_hydra.core.numbers import is_number
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
from pytest_hydra.errors import BadValueError, HydraError, InputError, input_error
from pytest_hydra.scenarios.expect.kinds import compile_expect
from pytest_hydra.scenarios.format import slug
from pytest_hydra.scenarios.load import load_scenarios
from pytest_hydra.scenarios.reply import REPLY_FIELDS
from pytest_hydra.settings.file import ScenarioSettings

MOST_SCENARIOS = 10_000
_MOST_CHARACTERS = 2**26
_LONGEST_TEXT = 1_000_000
_MOST_FILES = 1_000
_DEEPEST = 5

_FILE = re.compile(r"[^\n{}]+\.(?:txt|md|j2|json|jsonl|yaml|yml|csv|py|[cm]?[jt]s|rb|sh)(?::\w+)?")
_PLACE = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)
_SIMPLE = re.compile(r"\s*([A-Za-z_$][\w$]*)((?:\.\w+|\[\d+\])*)\s*(?:\|\s*(\w+)\s*)?")
_FILTERS: dict[str | None, Callable[[str], str]] = {
    None: str,
    "dump": str,
    "safe": str,
    "trim": str.strip,
    "upper": str.upper,
    "lower": str.lower,
}
_IN_CELL = re.compile(r"((?:not-)?[a-z][a-z0-9-]*)(?:\(([\d.]+)\))?(?::\s*(.*))?", re.DOTALL)
_CODE = "its code is not run: write a customValidator"
_GRADED = "a model decides it: write the criterion under judge"
_LIKENESS = "there is no such measure of likeness: write text, shouldMention, or a customValidator"
_SHAPE = "no expectation reads this format: write a customValidator"
_SERVICE = "something outside decides it: write a judge or a customValidator"
_CALLS = "it is not said which call is right: write expectedFunction and expectedParams"
# What to do instead, by the beginning of a type.
_INSTEAD = {
    **dict.fromkeys(("javascript", "python", "ruby", "webhook"), _CODE),
    **dict.fromkeys(("llm-rubric", "model-graded", "factuality", "g-eval", "answer-rel"), _GRADED),
    **dict.fromkeys(("context-", "conversation-", "search-rubric", "agent-rubric"), _GRADED),
    **dict.fromkeys(("similar", "levenshtein", "rouge", "bleu", "gleu", "meteor"), _LIKENESS),
    **dict.fromkeys(("contains-sql", "is-sql", "contains-xml", "is-xml"), _SHAPE),
    **dict.fromkeys(("contains-html", "is-html", "word-count"), _SHAPE),
    "contains-json": "JSON amid other text is not looked for: write responseSchema, which takes "
    "JSON alone or in one fenced block",
    **dict.fromkeys(("moderation", "guardrails", "classifier", "pi", "promptfoo:"), _SERVICE),
    **dict.fromkeys(
        ("is-valid-openai", "is-valid-function", "trajectory:", "tool-call-f1"), _CALLS
    ),
    **dict.fromkeys(("select-best", "max-score"), "replies are not compared: write a judge"),
}
_PLAIN = (".txt", ".md", ".j2")
_ALIASES = {"fn": "javascript", "eval": "javascript", "grade": "llm-rubric"}
_OURS = ("vars", "assert", "description", "threshold", "metadata", "options", "prompts")
_TOP = (
    *("prompts", "providers", "targets", "tests", "scenarios", "defaultTest", "description"),
    *("assertionTemplates", "$schema", "outputPath", "sharing", "writeLatestResults"),
)


@dataclass(frozen=True)
class _Node:
    """A value of a file, and where it stands."""

    value: Any
    document: Document
    at: KeyPath = ()

    def __getitem__(self, key: str) -> _Node:
        """The value of a key; of what has none, null."""
        value = self.value.get(key) if isinstance(self.value, dict) else None
        return self._below(value, key)

    def each(self) -> list[_Node]:
        """The elements; what is no list is the only one, and null none."""
        if isinstance(self.value, list):
            return [self._below(value, index) for index, value in enumerate(self.value)]
        return [] if self.value is None else [self]

    def _below(self, value: Any, key: str | int) -> _Node:
        node = _Node(value, self.document, (*self.at, key))
        for _ in range(_DEEPEST):
            if not (isinstance(node.value, dict) and list(node.value) == ["$ref"]):
                break
            target, at = self.document.data, list[str]()
            for part in str(node.value["$ref"]).removeprefix("#/").split("/"):
                at.append(part.replace("~1", "/").replace("~0", "~"))
                target = target.get(at[-1]) if isinstance(target, dict) else None
            if target is None:
                break
            node = _Node(target, self.document, tuple(at))
        return node

    @property
    def place(self) -> tuple[str, KeyPath]:
        """What tells it from others."""
        return self.document.file, self.at

    def __str__(self) -> str:
        line = f"{self.document.file}:{self.document.line(self.at)}"
        return f"{line}: {format_path(self.at)}" if self.at else line


@dataclass(frozen=True)
class _Test:
    """A test with what the default test, or a scenario, gives it."""

    node: _Node
    vars: Mapping[str, Any]
    asserts: Sequence[_Node]
    options: Mapping[str, Any]
    threshold: Any


def imported(file: Path) -> tuple[dict[str, str], list[str]]:
    """What a configuration gives: files by their names, and what is to be told of the rest.

    Raises HydraError.
    """
    reader = _Reader(file)
    reader.read()
    carried = len(reader.found - reader.lost)
    lines = [one_line(line, 400) for line in reader.told]
    lines.append(f"{carried} of {len(reader.found)} assertions carried over")
    if not reader.scenarios:
        return {}, [*lines, "no scenario was made"]
    whole = json.dumps({"scenarios": reader.scenarios}, indent=1, ensure_ascii=False)
    return {f"{slug(file.stem) or 'promptfoo'}.scenario.json": f"{whole}\n"}, lines


class _TooManyError(HydraError):
    """A configuration that makes more than anybody reads."""


class _Reader:
    """Reads one configuration, and gathers scenarios and what there is to tell."""

    def __init__(self, file: Path) -> None:
        self.folder = file.parent
        self.config = _Node(None, read(file, str(file)))
        self.config = _Node(self.config.document.data, self.config.document)
        self.told: dict[str, None] = {}
        self.found: set[tuple[str, KeyPath]] = set()
        self.lost: set[tuple[str, KeyPath]] = set()
        self.scenarios: list[dict[str, Any]] = []
        self.prompts: list[tuple[str, str]] = []
        self.ids: Counter[str] = Counter()
        self.characters = self.tests_made = 0
        self.read_already: dict[Path, Document | str] = {}

    def tell(self, node: _Node, what: str) -> None:
        self.told[f"{node}: {what}"] = None

    def read(self) -> None:
        """Read all of it. Raises HydraError."""
        config = self.config
        if not isinstance(config.value, dict):
            raise HydraError(f"{config}: a configuration of promptfoo is a mapping")
        for key in config.value:
            if key not in _TOP:
                self.tell(config[key], "not carried over")
        for node in (*config["providers"].each(), *config["targets"].each()):
            self.tell(node, _bot_for(node.value))
        self.prompts = list(self.read_prompts(config["prompts"]))
        if config["prompts"].value is None:
            self.prompts = [("{{prompt}}", "")]
        default = config["defaultTest"]
        if isinstance(default.value, str):
            default = next((_Node(d.data, d) for d in self.files(default)), config["no default"])
        tests = self.tests(config["tests"])
        if config["tests"].value is None and config["scenarios"].value is None:
            tests = iter([_Node({}, config.document)])
        for test in tests:
            self.make([default, test])
        for scenario in self.tests(config["scenarios"]):
            rows, inner = list(self.tests(scenario["config"])), list(self.tests(scenario["tests"]))
            for row, test in product(rows, inner or [_Node({}, scenario.document, scenario.at)]):
                self.make([default, row, test])

    # --- files -----------------------------------------------------------------------------------

    def files(self, node: _Node) -> Iterator[Document]:
        """The files that a text names. What cannot be read is told."""
        try:
            yield from map(self.document, self.paths(str(node.value)))
        except HydraError as error:
            self.tell(node, f"not read: {error}")

    def paths(self, text: str) -> list[Path]:
        """The files of a name or a pattern. Raises BadValueError."""
        name, home = text.removeprefix("file://"), self.folder.resolve()
        if "://" in name or Path(name).is_absolute() or ".." in Path(name).parts or "\0" in name:
            raise BadValueError(f"{name} is not in the folder of the configuration")
        try:
            found = [self.folder / name]
            if re.search(r"[*?\[]", name):
                found = sorted(islice(self.folder.glob(name), _MOST_FILES + 1))
            outside = [path for path in found if not path.resolve().is_relative_to(home)]
        except (OSError, ValueError, NotImplementedError, RuntimeError) as error:
            raise BadValueError(f"{name} names no file ({error})") from error
        if outside or not found:
            where = "is not in the folder of the configuration" if outside else "is no file there"
            raise BadValueError(f"{name} {where}")
        if len(found) > _MOST_FILES:
            raise BadValueError(f"{name} stands for more than {_MOST_FILES} files")
        return found

    def document(self, path: Path) -> Document:
        """A file of data. Raises HydraError."""
        known = self.read_already.get(path)
        if isinstance(known, Document):
            return known
        if path.suffix == ".csv":
            document = _table(path)
        elif path.suffix == ".jsonl":
            lines = list(read_lines(path, str(path)))
            data = [line.data for line in lines]
            document = Document(
                str(path), data, lambda at: lines[int(at[0])].line(()) if at else 1, ""
            )
        elif path.suffix in (".json", ".yaml", ".yml"):
            document = read(path, str(path))
        else:
            raise BadValueError(f"{path.name} holds no data; code is not run")
        self.read_already[path] = document
        return document

    def text(self, path: Path) -> str:
        """A file as text. Raises HydraError."""
        if path.suffix not in (".txt", ".md", ".j2", ".json", ".jsonl", ".yaml", ".yml"):
            raise BadValueError(f"{path.name} holds no text; code is not run")
        if path not in self.read_already:
            self.read_already[path] = read_text(path, str(path))
        known = self.read_already[path]
        return known.text if isinstance(known, Document) else known

    # --- prompts ---------------------------------------------------------------------------------

    def read_prompts(self, node: _Node) -> Iterator[tuple[str, str]]:
        """The prompts, each with its label."""
        for entry in node.each():
            written, label = entry.value, entry["label"].value
            if isinstance(written, dict):
                written = written.get("raw") or written.get("id")
            if not isinstance(written, str):
                self.tell(entry, "not carried over: it is no text")
            elif not (written.startswith("file://") or _FILE.fullmatch(written.strip())):
                yield written, str(label or written)
            else:
                try:
                    for path in self.paths(written.strip()):
                        for text in _prompts_in(path, self.text(path)):
                            yield text, str(label or written)
                except (BadValueError, InputError) as error:
                    self.tell(entry, f"not carried over: {error}")

    def said(self, text: str, test: _Test, values: Mapping[str, Any]) -> list[dict[str, str]]:
        """The messages that a prompt makes; the last one is the user's. Raises BadValueError."""
        before, after = test.options.get("prefix"), test.options.get("suffix")
        text = f"{before or ''}{text}{after or ''}"
        # Where it is JSON before its places are filled in, these stand in its texts.
        messages = _filled(_chat(text), values)
        if messages is None:
            text = _filled(text, values)
            messages = _chat(text) or [{"role": "user", "content": text}]
        made = []
        for message in messages:
            role, content = message["role"], message.get("content")
            if isinstance(content, list) and len(content) == 1 and isinstance(content[0], dict):
                content = content[0].get("text")
            role = "system" if role == "developer" else role
            if role not in ("system", "user", "assistant") or not isinstance(content, str):
                raise BadValueError("the prompt has a message that is no text of a known role")
            made.append({"role": role, "content": content})
        if made[-1]["role"] != "user" or not made[-1]["content"].strip():
            raise BadValueError("the prompt does not end with a message of the user")
        return made

    # --- tests -----------------------------------------------------------------------------------

    def tests(self, node: _Node, *, inside: bool = False) -> Iterator[_Node]:
        for entry in node.each():
            if isinstance(entry.value, str) and not inside:
                for document in self.files(entry):
                    yield from self.tests(_Node(document.data, document), inside=True)
            elif isinstance(entry.value, dict) and "path" not in entry.value:
                yield entry
            else:
                self.tell(entry, "not carried over: it is no test; code is not run")

    def merged(self, layers: Sequence[_Node]) -> _Test:
        """The last of the layers, with what those before it give. Raises HydraError."""
        values, options = dict[str, Any](), dict[str, Any]()
        asserts, threshold = list[_Node](), None
        for layer in layers:
            own = layer["options"].value
            options |= own if isinstance(own, dict) else {}
            if layer is layers[-1] and options.get("disableDefaultAsserts") is True:
                asserts.clear()
            asserts += layer["assert"].each()
            if layer["threshold"].value is not None:
                threshold = layer["threshold"].value
            for given in layer["vars"].each():
                tables = [given.value]
                if isinstance(given.value, str):
                    tables = [self.document(path).data for path in self.paths(given.value)]
                if not all(isinstance(table, dict) for table in tables):
                    raise BadValueError("its vars are no mapping")
                values |= {key: value for table in tables for key, value in table.items()}
        return _Test(layers[-1], values, asserts, options, threshold)

    def rows(self, test: _Test) -> list[dict[str, Any]]:
        """Each combination of the values of its variables. Raises HydraError."""
        lists = []
        for value in test.vars.values():
            listed = value if isinstance(value, list) else [value]
            lists.append([self.value_of_file(each) for each in listed])
        if prod(map(len, lists)) > MOST_SCENARIOS:
            raise _TooManyError(
                f"{test.node}: its vars make more than {MOST_SCENARIOS:,} scenarios"
            )
        return [_settled(dict(zip(test.vars, row, strict=True))) for row in product(*lists)]

    def value_of_file(self, value: Any) -> Any:
        """The text or the data of a file where the value names one. Raises HydraError."""
        if not (isinstance(value, str) and value.startswith("file://")):
            return value
        path, *others = self.paths(value)
        if others:
            raise BadValueError(f"{value} names several files")
        return self.text(path).strip() if path.suffix in _PLAIN else self.document(path).data

    def make(self, layers: Sequence[_Node]) -> None:
        """Make scenarios of a test. Raises HydraError where they are too many."""
        node = layers[-1]
        for key in node.value:
            if key not in _OURS:
                self.tell(node[key], "not carried over")
        asserts = [leaf for layer in layers for leaf in _leaves(layer["assert"].each())]
        self.found |= {each.place for each in asserts}
        try:
            test = self.merged(layers)
            rows = self.rows(test)
            prompts = self.prompts_for(node["prompts"])
            if not (prompts and rows):
                why = "there is no prompt for it, or a list of its vars is empty"
                raise BadValueError(why)  # noqa: TRY301
        except _TooManyError:
            raise
        except (BadValueError, InputError) as error:
            self.not_made(node, asserts, error)
            return
        name = node["description"].value
        name = name if isinstance(name, str) and name.strip() else ""
        own = slug(name)[:150] or f"test-{self.tests_made + 1}"
        self.tests_made += 1
        for (at, prompt), (number, row) in product(enumerate(prompts, 1), enumerate(rows, 1)):
            part = f"-prompt-{at}" * (len(prompts) > 1) + f"-{number}" * (len(rows) > 1)
            try:
                scenario = {"id": self.new_id(own + part), "name": name or own + part}
                self.add({**scenario, **self.scenario(test, prompt, row)})
            except (BadValueError, InputError) as error:
                self.not_made(node, asserts, error)

    def prompts_for(self, wanted: _Node) -> list[str]:
        """The prompts of a test that names some, or else all."""
        names = [each.value for each in wanted.each() if isinstance(each.value, str)]
        groups = tuple(name[:-1] for name in names if name.endswith("*"))
        return [
            text
            for text, label in self.prompts
            if wanted.value is None or label in names or label.startswith(groups)
        ]

    def new_id(self, own: str) -> str:
        """The id, or one made of it that no other scenario has."""
        self.ids[own] += 1
        return own if self.ids[own] == 1 else self.new_id(f"{own}-again-{self.ids[own]}")

    def scenario(self, test: _Test, prompt: str, values: dict[str, Any]) -> dict[str, Any]:
        """What a test is with a prompt and the values of its variables. Raises BadValueError."""
        *before, last = self.said(prompt, test, values)
        limit, weight = test.threshold, None
        if limit is not None:
            if is_number(limit) and 0.01 <= limit <= 1:
                weight = 1.0
            else:
                self.tell(test.node, f"threshold {limit}: not carried over, all must pass here")
        if not test.asserts:
            raise BadValueError("it asserts nothing")
        parts = self.parts(test.asserts, test, values, weight)
        if not parts:
            raise BadValueError("nothing that decides it can be carried over")
        expect = _together(parts) if weight is None else {"all": parts}
        if weight and any(leaf.place in self.lost for leaf in _leaves(test.asserts)):
            self.tell(test.node, "its threshold is now one of what was carried over alone")
        keys = {
            "tags": _tags(test.node["metadata"].value),
            "context": _literal(values),
            "threshold": round(limit * 100, 6) if weight else None,
            "messages": _literal(before),
            "steps": [{"user": _literal(last["content"]), "expect": _literal(expect)}],
        }
        return {key: value for key, value in keys.items() if value}

    def add(self, scenario: dict[str, Any]) -> None:
        """Keep a scenario that can be loaded. Raises HydraError."""
        text = json.dumps(scenario)
        load_scenarios(Document("it", scenario, lambda _: 1, text), ScenarioSettings())
        self.characters += len(text)
        if len(self.scenarios) >= MOST_SCENARIOS or self.characters > _MOST_CHARACTERS:
            raise _TooManyError(
                f"{self.config}: makes more than {MOST_SCENARIOS:,} scenarios, or files of more "
                f"than {_MOST_CHARACTERS // 2**20} MiB; split it"
            )
        self.scenarios.append(scenario)

    def not_made(self, node: _Node, asserts: Sequence[_Node], why: HydraError) -> None:
        self.tell(node, f"not made (assertions: {len(asserts)}): {why}")
        self.lost |= {each.place for each in asserts}

    # --- assertions ------------------------------------------------------------------------------

    def parts(
        self, nodes: Sequence[_Node], test: _Test, values: Mapping[str, Any], weight: float | None
    ) -> list[dict[str, Any]]:
        """What is expected, each with its share of the weight if there is one."""
        made = []
        for node in nodes:
            try:
                read = self.assert_set if node["type"].value == "assert-set" else self.assertion
                made += read(node, test, values, weight)
            except (BadValueError, InputError) as error:
                for leaf in _leaves([node]):
                    self.lost.add(leaf.place)
                    self.tell(leaf, f"{leaf['type'].value}: not carried over: {error}")
        return made

    def assert_set(
        self, node: _Node, test: _Test, values: Mapping[str, Any], weight: float | None
    ) -> list[dict[str, Any]]:
        """All of a set, or any of it. Raises BadValueError."""
        nodes, least = node["assert"].each(), node["threshold"].value
        shares = [_weight(each) for each in nodes]
        if weight is not None and least is None:
            each = weight * _weight(node) / sum(shares)
            return self.parts(nodes, test, values, each)
        _weight(node)
        if least is None or least == 1:
            return self.parts(nodes, test, values, weight)
        if weight or not is_number(least) or not 0 < least * len(nodes) <= 1 or len({*shares}) > 1:
            raise BadValueError(f"the threshold {least} of its set means neither all nor any of it")
        branches = [self.assertion(each, test, values, None) for each in nodes]
        return [{"any": [_together(branch) for branch in branches]}]

    def assertion(
        self, node: _Node, test: _Test, values: Mapping[str, Any], weight: float | None
    ) -> list[dict[str, Any]]:
        """What an assertion expects. Raises HydraError, mostly for what cannot be carried over."""
        kind, share = node["type"].value, _weight(node)
        if not isinstance(kind, str):
            raise BadValueError("it has no type")
        base = kind.removeprefix("not-")
        if base not in _KINDS:
            raise BadValueError(_instead(base))
        changed = node["transform"].value, *map(test.options.get, ("transform", "postprocess"))
        if any(changed) and base not in ("latency", "cost"):
            raise BadValueError(f"a transform changes what it is held to: {_CODE}")
        value = _filled(self.value_of_file(node["value"].value), values)
        parts = _KINDS[base](value, node["threshold"].value, base != kind)
        if weight is not None:
            if len(parts) > 1:
                denied = [{"not": part["text"]} for part in parts]
                parts = [{"text": {"not": {"any_of": denied}}}]
            heavy = weight * share
            parts = [{**each, "weights": dict.fromkeys(_names(each), heavy)} for each in parts]
        for part in parts:
            compile_expect(part)
        if base in _OTHERWISE:
            self.tell(node, f"{kind}: carried over, but {_OTHERWISE[base]}")
        return parts


def _weight(node: _Node) -> float:
    weight = 1 if node["weight"].value is None else node["weight"].value
    if not is_number(weight) or not 0 < weight <= 1000:
        raise BadValueError(f"with the weight {weight} it decides nothing")
    return float(weight)


def _leaves(nodes: Sequence[_Node]) -> Iterator[_Node]:
    """The assertions, those of sets one by one."""
    for node in nodes:
        if isinstance(node.value, dict) and node["type"].value == "assert-set":
            yield from _leaves(node["assert"].each())
        else:
            yield node


def _instead(kind: str) -> str:
    found = [instead for begin, instead in _INSTEAD.items() if kind.startswith(begin)]
    return found[0] if found else "no expectation is like it: write a judge or a customValidator"


def _together(parts: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """One mapping of expectations that holds where all of these do."""
    texts = list[Any]()
    whole, more = dict[str, Any](), list[dict[str, Any]]()
    for part in parts:
        ((key, value),) = part.items()
        if key == "text":
            texts += [value] if value not in texts else []
        elif whole.setdefault(key, value) != value:
            more.append(part)
    if texts:
        whole["text"] = texts[0] if len(texts) == 1 else texts
    return {**whole, **({"all": more} if more else {})}


def _names(expect: Any) -> list[str]:
    """The kinds in a mapping of expectations."""
    ((key, value),) = expect.items()
    return _names(value) if key == "not" else [key]


# --- what each type expects ----------------------------------------------------------------------

Parts = list[dict[str, Any]]


def _by_text(
    matchers: Callable[[Any], list[Any]],
) -> Callable[[Any, Any, bool], Parts]:
    """Of a type that is about the text: it fits all of the matchers, or not all of them."""

    def expect(value: Any, _limit: Any, negated: bool) -> Parts:
        found = matchers(value)
        if not negated:
            return [{"text": each} for each in found]
        denied = [{"not": each} for each in found]
        return [{"text": denied[0] if len(denied) == 1 else {"any_of": denied}}]

    return expect


def _one(value: Any) -> str:
    if value is None or isinstance(value, dict | list):
        raise BadValueError("its value is no text")
    return _js(value)


def _several(value: Any) -> list[str]:
    if isinstance(value, str):
        cells = value.split(",")
        if '"' in value:
            try:
                cells = next(csv.reader([" ".join(value.split("\n"))], skipinitialspace=True))
            except csv.Error as error:
                raise BadValueError(f"its value is no list ({error})") from None
        value = [cell.strip() for cell in cells]
    if not isinstance(value, list) or not value:
        raise BadValueError("its value is no list of texts")
    return [_one(each) for each in value]


def _contains(value: str) -> dict[str, Any]:
    return {"contains": value}


def _folded(value: str) -> dict[str, Any]:
    if not value:
        raise BadValueError("every text contains an empty one")
    return {"regex": f"(?i){_escaped(value)}"}


def _escaped(value: str) -> str:
    return re.sub(r"\\([ \n#&~-])", r"\1", re.escape(value))


def _pattern(value: Any) -> dict[str, Any]:
    return {"regex": re.sub(r"\(\?<(?=[A-Za-z_])", "(?P<", _one(value))}


def _equals(value: Any, _limit: Any, negated: bool) -> Parts:
    if isinstance(value, dict | list):
        return _is_json({"const": value}, None, negated)
    return _by_text(lambda value: [_one(value)])(value, None, negated)


def _is_json(value: Any, _limit: Any, negated: bool) -> Parts:
    schema = parse(value, "its schema", ".yaml").data if isinstance(value, str) else value
    schema = {} if schema is None else schema
    if not isinstance(schema, dict):
        raise BadValueError("its schema is no mapping")
    if REPLY_FIELDS & _keys(schema):
        # Else a reply that is no JSON would be held to it as a mapping, which has all of these.
        if "not" in schema:
            raise BadValueError("its schema has names of parts of a reply, and a `not`")
        schema = {**schema, "not": {"required": ["asks_for", "calls", "response_type"]}}
    return [{"not": {"responseSchema": schema}} if negated else {"responseSchema": schema}]


def _at_most(key: str, unit: float) -> Callable[[Any, Any, bool], Parts]:
    def expect(_value: Any, limit: Any, negated: bool) -> Parts:
        if negated or not is_number(limit):
            raise BadValueError("it has no threshold, or is negated")
        return [{key: limit / unit}]

    return expect


def _refuses(_value: Any, _limit: Any, negated: bool) -> Parts:
    return [{"shouldReject": not negated}]


def _tool_calls(value: Any, limit: Any, negated: bool) -> Parts:
    if negated or (limit is not None and limit != 1):
        raise BadValueError(f"some functions may be missing, or others called: {_CALLS}")
    return [{"expectedCalls": [{"function": name} for name in dict.fromkeys(_several(value))]}]


_KINDS: dict[str, Callable[[Any, Any, bool], Parts]] = {
    "equals": _equals,
    "contains": _by_text(lambda value: [_contains(_one(value))]),
    "contains-any": _by_text(lambda value: [{"any_of": [*map(_contains, _several(value))]}]),
    "contains-all": _by_text(lambda value: [*map(_contains, _several(value))]),
    "icontains": _by_text(lambda value: [_folded(_one(value))]),
    "icontains-any": _by_text(lambda value: [{"any_of": [*map(_folded, _several(value))]}]),
    "icontains-all": _by_text(lambda value: [*map(_folded, _several(value))]),
    "starts-with": _by_text(lambda value: [{"regex": f"^{_escaped(_one(value))}"}]),
    "regex": _by_text(lambda value: [_pattern(value)]),
    "is-json": _is_json,
    "cost": _at_most("maxCostUsd", 1),
    "latency": _at_most("maxLatencySeconds", 1000),
    "is-refusal": _refuses,
    "tool-call-f1": _tool_calls,
}
# What is a little otherwise here.
_OTHERWISE = {
    "cost": "it is ungraded where the bot does not say what a reply cost",
    "is-json": "JSON in one fenced block is JSON here, too",
    "is-refusal": "shouldReject reads refusals by other rules, and wants no call beside one",
    "tool-call-f1": "a function that is called twice fails it here",
}


# --- values --------------------------------------------------------------------------------------


def _filled(value: Any, values: Mapping[str, Any]) -> Any:
    """The value with each ``{{name}}`` in its texts filled in. Raises BadValueError."""
    if isinstance(value, list):
        return [_filled(each, values) for each in value]
    if isinstance(value, dict):
        return {key: _filled(each, values) for key, each in value.items()}
    if not isinstance(value, str) or "{" not in value:
        return value
    if "{%" in value or "{#" in value:
        raise BadValueError("a template with more than {{name}} is not filled in")
    made, end, length = list[str](), 0, 0
    for place in _PLACE.finditer(value):
        made += value[end : place.start()], _value(place[1], values)
        end, length = place.end(), length + len(made[-1])
        if length > _LONGEST_TEXT:
            raise BadValueError(f"a text grows longer than {_LONGEST_TEXT:,} characters")
    return "".join([*made, value[end:]])


def _value(written: str, values: Mapping[str, Any]) -> str:
    """What stands for a place of a template. Raises BadValueError."""
    simple = _SIMPLE.fullmatch(written)
    if simple is None or simple[3] not in _FILTERS or simple[1] == "env":
        shown = one_line(written.strip(), 60)
        raise BadValueError(f"{{{{{shown}}}}} is more than the name of a variable")
    value: Any = values.get(simple[1])
    for part in re.findall(r"\w+", simple[2]):
        if isinstance(value, list) and part.isdecimal():
            value = value[int(part)] if len(part) < 9 and int(part) < len(value) else None
        else:
            value = value.get(part) if isinstance(value, dict) else None
    if simple[3] == "dump":
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if isinstance(value, dict | list):
        raise BadValueError(f"{{{{{simple[1]}}}}} is no text")
    return _FILTERS[simple[3]](_js(value))


def _settled(values: dict[str, Any]) -> dict[str, Any]:
    """The variables, with those filled in that stand in others. Raises BadValueError."""
    for _ in range(_DEEPEST):
        if not any(isinstance(value, str) and "{{" in value for value in values.values()):
            return values
        values = {
            key: _filled(value, values) if isinstance(value, str) else value
            for key, value in values.items()
        }
    raise BadValueError("its vars stand for each other without end")


def _js(value: Any) -> str:
    """A scalar as JavaScript writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e21:
        return str(int(value))
    return "" if value is None else str(value)


def _literal(value: Any) -> Any:
    """The value, in whose texts what a matrix would fill in stands for itself."""
    if isinstance(value, list):
        return [_literal(each) for each in value]
    if isinstance(value, dict):
        return {key: _literal(each) for key, each in value.items()}
    if isinstance(value, str):
        return re.sub(r"\{\{(?=\s*[A-Za-z_][^{}\n]*\}\})", r"\\{{", value)
    return value


def _keys(value: Any) -> set[str]:
    if isinstance(value, list):
        return set().union(*map(_keys, value))
    return set(value).union(*map(_keys, value.values())) if isinstance(value, dict) else set()


def _tags(metadata: Any) -> list[str]:
    pairs = metadata.items() if isinstance(metadata, dict) else ()
    texts = [f"{key}:{_js(value)}" for key, value in pairs if not isinstance(value, dict | list)]
    return [text for text in texts if text.isprintable() and len(text) <= 60]


# --- files and bots ------------------------------------------------------------------------------


def _prompts_in(path: Path, text: str) -> list[str]:
    if path.suffix == ".txt":
        return [each.strip() for each in re.split(r"(?m)^---[ \t]*$", text) if each.strip()]
    return [line for line in text.splitlines() if line] if path.suffix == ".jsonl" else [text]


def _chat(text: str) -> list[dict[str, Any]] | None:
    """The messages that a prompt lists in JSON or YAML; None where it is a text."""
    is_json = text.lstrip()[:1] in ("[", "{")
    if not is_json and not re.match(r"(?:\s*#.*\n)*\s*-\s+(?:role|content)\s*:", text):
        return None
    try:
        data = parse(text, "prompt", ".json" if is_json else ".yaml").data
    except InputError:
        return None
    data = data.get("messages") if isinstance(data, dict) else data
    if not isinstance(data, list) or not data:
        return None
    return data if all(isinstance(each, dict) and "role" in each for each in data) else None


def _table(path: Path) -> Document:
    """A table of tests: a variable a column, and what is expected in ``__expected``."""
    text = read_text(path, str(path))
    reader = csv.reader(io.StringIO(text, newline=""))
    tests, lines = list[dict[str, Any]](), list[int]()
    try:
        names = [name.strip() for name in next(reader, [])]
        line = reader.line_num
        for row in reader:
            if any(row):
                tests.append(_row(dict(zip(names, row, strict=False))))
                lines.append(line + 1)
            line = reader.line_num
    except csv.Error as error:
        raise input_error(str(path), reader.line_num, f"is no CSV: {error}") from None
    return Document(str(path), tests, lambda at: lines[int(at[0])] if at else 1, text)


def _row(row: Mapping[str, str]) -> dict[str, Any]:
    """A test of a row."""
    special = {key: cell for key, cell in row.items() if key.startswith("__") and cell}
    test: dict[str, Any] = {
        "vars": {key: cell for key, cell in row.items() if not key.startswith("__")},
        "assert": [_cell(cell) for key, cell in special.items() if key.startswith("__expected")],
        "options": {key: special.get(f"__{key}") for key in ("prefix", "suffix")},
        "description": special.get("__description"),
        "metadata": {
            key.removeprefix("__metadata:"): cell
            for key, cell in special.items()
            if key.startswith("__metadata:")
        },
    }
    limit = special.get("__threshold")
    if limit:
        test["threshold"] = float(limit) if re.fullmatch(r"\d*\.?\d+", limit) else limit
    known = ("__expected", "__prefix", "__suffix", "__description", "__metadata:", "__threshold")
    return {**test, **{key: special[key] for key in special if not key.startswith(known)}}


def _cell(cell: str) -> dict[str, Any]:
    """The assertion that a cell is: ``type: value``, ``type(threshold): value``, or a text."""
    parts = _IN_CELL.fullmatch(cell.strip())
    kind = _ALIASES.get(parts[1], parts[1]) if parts else ""
    base = kind.removeprefix("not-")
    is_known = base in _KINDS or _instead(base) in _INSTEAD.values()
    if not parts or not is_known or (parts[2] is parts[3] is None and not base.startswith("is-")):
        return {"type": "equals", "value": cell}
    value = {} if parts[3] is None else {"value": parts[3]}
    return {"type": kind, **value, **({"threshold": float(parts[2])} if parts[2] else {})}


def _bot_for(provider: Any) -> str:
    """Which bot to write for a provider."""
    if isinstance(provider, dict):
        provider = provider.get("id") or next(iter(provider), "")
    name = str(provider)
    model = name.rpartition(":")[2]
    own = re.sub(r"[^A-Za-z0-9._-]+", "-", model).strip("-._") or "NAME"
    if name.startswith(("http:", "https:")) or name in ("http", "https"):
        own, how = "NAME", 'url = "…", with request and reply'
    elif re.match(r"openai:(?:chat:|responses:)?[^:]+$", name):
        how = f"openai = {{model = {json.dumps(model)}}}"
    elif name.startswith("exec:"):
        own, how = "NAME", 'command = ["…"]'
    else:
        how = 'python = "module:function", command or url'
    return f"{name}: write a bot in hydra.toml: [bots.{own}] {how}"
