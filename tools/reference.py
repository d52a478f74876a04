"""Writes docs/reference.md from the code: options, keys, expectations, matchers, replies.

``python -m tools.reference``, in a checkout.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

from pytest_hydra.core.text import read_rows
from pytest_hydra.options import OPTIONS
from pytest_hydra.plugins.race.step_commands import PROFILES
from pytest_hydra.scenarios.expect.compile import COMPOSITION, MODIFIERS
from pytest_hydra.scenarios.expect.kinds import KINDS
from pytest_hydra.scenarios.expect.matchers import OPERATORS
from pytest_hydra.scenarios.expect.rules import ALIASES
from pytest_hydra.scenarios.format import scenario_schema
from pytest_hydra.settings.file import settings_schema
from pytest_hydra.transcript import turn

COMMAND: Final = "python -m tools.reference"
PAGE: Final = Path(__file__).parents[1] / "docs" / "reference.md"

Schema = Mapping[str, Any]

_HEAD = f"""\
# Reference

Every option, key, expectation and matcher, generated from the code by `{COMMAND}`.

A key without a type takes a text, and one whose type is in the plural a list. A command line may
also be the list of its words. A boolean is false by default. Paths in hydra.toml are relative to
its folder, where bots, judges and servers run, too. In addresses, headers, `request` and `env`
`${{NAME}}` is replaced from the environment."""

# What the page says above, and the descriptions in schemas one by one.
_SAID_ABOVE = re.compile(
    r"[;,] relative to hydra\.toml"
    r"|(?<=\.) `\$\{NAME\}` is replaced from the environment\.$"
)

# The names of the types of a JSON Schema in this page.
_WORDS = {
    "string": "text",
    "boolean": "boolean",
    "object": "mapping",
    "array": "list",
    "null": "null",
    "number": "number",
    "integer": "integer",
}
# The names of referenced schemas in this page.
_NAMES = {
    "expect": "expectations",
    "ExpectedCall": "call",
    "Faults": "`{on, error}`",
    "InlineTool": "tool",
    "ReferenceCall": "`{function, params}`",
    "SameState": "`{calls, ignore}`",
    "WorldModel": "world",
    "WorkspaceModel": "workspace",
    "FileDemand": "`{is, text, data}`",
    "GitDemand": "`{commits, messages, branch, clean}`",
    "RegexDemand": "`{regex}`",
    "PassesDemand": "`{command, with, restore, network, timeout_seconds}`",
    "ExpectedCalls": "`{calls, order, others}`",
    "CasesModel": "mapping",
    "HistoryMessage": "message",
    "TreatmentModel": "treatment",
    "TriggersModel": "triggers",
    "ScenarioModel": "scenario",
    "StepModel": "step",
    "PartModel": "part",
    "UserRole": "user",
    "Topic": "`{topic, any_of}`",
}
_PLURALS = {"expectations": "mappings of expectations"}


def reference() -> str:
    """The content of the page."""
    settings, scenarios = settings_schema(), scenario_schema()
    sections = (
        [_HEAD],
        ["## Options of pytest", *_options()],
        ["## hydra.toml", *_settings(settings)],
        ["## Scenario files", *_scenarios(scenarios)],
        ["## Expectations", *_expectations(scenarios)],
        ["## Matchers", *_matchers()],
        ["## Replies", *_replies()],
    )
    return "\n\n".join(block for section in sections for block in section) + "\n"


# --- sections -----------------------------------------------------------------------------------


def _options() -> Iterator[str]:
    rows = []
    for option in OPTIONS:
        if option.kind == "retired":
            continue
        name = option.name if option.value == "-" else f"{option.name} {option.value}"
        rows.append((f"`{name}`", option.help))
    yield _list(rows)


def _settings(schema: Schema) -> Iterator[str]:
    yield "All tables and keys are optional. An unknown key is an error."
    for name, table in schema["properties"].items():
        if name == "users":
            yield from _user_settings(table["additionalProperties"], schema)
        elif "additionalProperties" in table:
            yield from _settings_table(f"{name}.NAME", table["additionalProperties"], schema)
        else:
            yield from _settings_table(name, table, schema)
    yield "### Profiles"
    yield (
        "The commands of each `profile`. Those in `[scoring.commands]` replace them. To run fewer, "
        "set them without a profile."
    )
    steps = ("build", "test", "lint")
    yield _list(
        (f"`{name}`", ", ".join(f"{step} `{profile[step]}`" for step in steps if step in profile))
        for name, profile in PROFILES.items()
    )
    yield (
        "For `js-node`, scripts that the base's package.json lacks are not run, and `--runInBand` "
        "is only used with jest."
    )


def _user_settings(table: Schema, schema: Schema) -> Iterator[str]:
    """The keys of a player of users, in addition to those of a bot."""
    model = schema["$defs"][_reference_name(table)]
    bots = schema["$defs"]["BotSettings"]["properties"]
    own = {key: value for key, value in model["properties"].items() if key not in bots}
    yield "### `[users.NAME]`"
    yield f"{model['description']} It also has the keys of `[bots.NAME]`."
    yield _keys({"properties": own})


def _settings_table(
    name: str, table: Schema, schema: Schema, heading: str = "[{}]"
) -> Iterator[str]:
    """A table of hydra.toml, followed by its subtables, also those in lists."""
    model = schema["$defs"][_reference_name(table)]
    yield f"### `{heading.format(name)}`"
    yield model["description"].partition("\n\n")[0].replace("``", "`")
    yield _keys(model)
    for key, value in model["properties"].items():
        for entry in value.get("anyOf", (value,)):
            if _reference_name(entry) is not None:
                yield from _settings_table(f"{name}.{key}", entry, schema)
            elif _reference_name(entry.get("items", {})) is not None:
                yield from _settings_table(f"{name}.{key}", entry["items"], schema, "[[{}]]")


def _scenarios(schema: Schema) -> Iterator[str]:
    definitions = schema["$defs"]
    yield (
        "A file is one scenario, or has several under `scenarios`. Keys may also be in snake_case. "
        "Paths are relative to the file."
    )
    for title, name in (
        ("A file", "ScenarioList"),
        ("A treatment", "TreatmentModel"),
        ("`triggers`", "TriggersModel"),
        ("A scenario", "ScenarioModel"),
        ("A message before the first step", "HistoryMessage"),
        ("`cases` as a mapping", "CasesModel"),
        ("A step", "StepModel"),
        ("A part of a message", "PartModel"),
        ("A user", "UserRole"),
        ("A workspace", "WorkspaceModel"),
        ("A world", "WorldModel"),
        ("A tool of a world", "InlineTool"),
        ("`fails` of a tool", "Faults"),
    ):
        yield f"### {title}"
        yield _keys(definitions[name])


def _expectations(schema: Schema) -> Iterator[str]:
    definitions = schema["$defs"]
    properties = definitions["expect"]["properties"]
    yield (
        "Each expectation, its weight (of all its checks together) and value, and when it passes. "
        "A critical one that fails makes the scenario fail."
    )
    yield _list(
        (
            f"`{kind.name}` ({float(kind.weight):g}{', critical' if kind.critical else ''}; "
            f"{_type(properties[kind.name], null=True)})",
            kind.doc,
        )
        for kind in KINDS.values()
    )
    yield "### Long forms"
    yield _list(
        (title, ", ".join(_long_form(definitions[name])))
        for title, name in (
            ("`expectedCalls`", "ExpectedCalls"),
            ("A call in it", "ExpectedCall"),
            ("`shouldMention`", "Topic"),
            ("`sameStateAs`", "SameState"),
            ("`passes`", "PassesDemand"),
        )
    )
    for title, keys in (
        ("Composition", COMPOSITION),
        ("Keys next to expectations", MODIFIERS),
    ):
        yield f"### {title}"
        yield _list((f"`{key}`", doc) for key, doc in keys.items())


def _matchers() -> Iterator[str]:
    yield (
        "A mapping is a matcher if all of its keys are operators, which must all hold. Anything "
        "else is a literal, which is equal if the value and the type are. Each operator, its "
        "operand, and what the value must be:"
    )
    yield _list(
        (f"`{operator.name}` ({operator.operand})", operator.doc) for operator in OPERATORS.values()
    )
    aliases = ", ".join(f"`{alias}` for `{name}`" for alias, name in ALIASES.items())
    yield f"Other spellings: {aliases}."


def _replies() -> Iterator[str]:
    yield ("A bot returns a text, a mapping with some of these keys, or a `pytest_hydra.Reply`.")
    rows = read_rows(turn.__file__, "reply_fields.txt")
    for title, model in (("A reply", turn.Reply), ("A call in a reply", turn.Call)):
        docs = {name: doc for kind, name, doc in rows if kind == model.__name__}
        yield f"### {title}"
        yield _list((f"`{field.name}`", docs[field.name]) for field in fields(model))


# --- lists, tables and types --------------------------------------------------------------------


def _keys(model: Schema) -> str:
    """A list of the keys of a JSON Schema's object."""
    required = model.get("required", ())
    rows = []
    for key, value in model["properties"].items():
        if "description" not in value:
            raise ValueError(f"the key {key!r} has no description: give its Field one")
        kind = _type(value) + (", required" if key in required else _default(value))
        if kind not in ("table", "tables"):  # which have a section
            name = f"`{key}`" if kind == "text" else f"`{key}` ({kind})"
            rows.append((name, value["description"]))
    return _list(rows)


def _long_form(model: Schema) -> Iterator[str]:
    """The keys of an expectation's long form, without their camelCase spellings."""
    for key, value in model["properties"].items():
        kind = _type(value) + _default(value)
        if key.islower():
            yield f"`{key}`" if kind == "text" else f"`{key}` ({kind})"


def _list(rows: Iterable[tuple[str, str]]) -> str:
    return "\n".join(f"- {name}: {_one_line(text)}" if text else f"- {name}" for name, text in rows)


def _one_line(text: str) -> str:
    # HTML would not be shown.
    return _SAID_ABOVE.sub("", " ".join(text.split())).replace("<", "&lt;")


def _reference_name(schema: Schema) -> str | None:
    """The name of the referenced schema; None without a reference."""
    reference: str | None = schema.get("$ref")
    return None if reference is None else reference.rpartition("/")[2]


def _default(value: Schema) -> str:
    default = value.get("default")
    if default in (None, "", [], {}) or default is False:
        return ""
    if default is True:
        return ", default true"
    if isinstance(default, float) and default.is_integer():
        default = int(default)
    return f", default `{default}`" if isinstance(default, str) else f", default {default}"


def _type(schema: Schema, *, null: bool = False) -> str:
    """A type of JSON Schema in words. ``null``: whether to mention that null is allowed."""
    name = _reference_name(schema)
    if name is not None:
        return _NAMES.get(name, "table")
    if "anyOf" in schema:
        types = [_type(entry, null=null) for entry in schema["anyOf"]]
        return _either([entry for entry in types if null or entry != "null"])
    if "const" in schema:
        return f"`{schema['const']}`"
    if "enum" in schema:
        return _either([f"`{name}`" for name in schema["enum"]])
    kind: str = schema.get("type", "")
    if not kind:
        return "any value"
    if kind == "array":
        return _list_of(_type(schema["items"]) if schema.get("items") else "value")
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        inner = _type(schema["additionalProperties"])
        if inner.endswith(" by name"):
            return "mapping"
        return f"{_plural(inner)} by name" if _is_plain(inner) else f"mapping from names to {inner}"
    return _WORDS[kind] + _bounds(schema)


def _either(types: list[str]) -> str:
    *rest, last = types
    if len(rest) > 1 and last == _list_of(_either(rest)):
        last = "list of these"
    return f"{', '.join(rest)} or {last}" if rest else last


def _is_plain(kind: str) -> bool:
    """Whether the plural of a type is understood."""
    return kind in _PLURALS or (kind.partition(" ")[0].isalpha() and " or " not in kind)


def _list_of(kind: str) -> str:
    return _plural(kind) if _is_plain(kind) else f"list of {kind}"


def _plural(kind: str) -> str:
    first, space, rest = kind.partition(" ")
    if kind in _PLURALS or not first.isalpha():
        return _PLURALS.get(kind, kind)
    return f"lists of {kind}" if first.endswith("s") else f"{first}s{space}{rest}"


def _bounds(schema: Schema) -> str:
    low, high, above = (schema.get(key) for key in ("minimum", "maximum", "exclusiveMinimum"))
    if low is not None and high is not None:
        return f" {low:g}–{high:,.15g}"
    if low is not None:
        return f" ≥{low:g}"
    return f" >{above:g}" if above is not None else ""


if __name__ == "__main__":
    PAGE.write_text(reference(), encoding="utf-8", newline="\n")
