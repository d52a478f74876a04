"""The format of a scenario file: keys, types, rules between them, and what fills it in."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import prod
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Self, TypeVar
from unicodedata import normalize

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    TypeAdapter,
    WithJsonSchema,
    create_model,
    model_validator,
)
from pydantic.alias_generators import to_camel

from pytest_hydra.core.lazy_regex import lazy_regex
from pytest_hydra.core.numbers import LEAST_LIMIT, checked_limit, is_number
from pytest_hydra.core.plain import json_digest
from pytest_hydra.core.text import printable, read_rows, texts
from pytest_hydra.errors import BadValueError, did_you_mean
from pytest_hydra.scenarios.expect.compile import expect_schema
from pytest_hydra.scenarios.expect.kinds import KINDS, Kind
from pytest_hydra.scenarios.expect.rules import KeyPath
from pytest_hydra.scenarios.expect.written_numbers import decimal_sign
from pytest_hydra.scenarios.keys import KEYS, Key
from pytest_hydra.settings import InnerPath

MOST_ID_CHARACTERS = 200
BOT_NAME = r"[A-Za-z0-9][A-Za-z0-9._-]*"
_USUAL_ID = lazy_regex(rf"[A-Za-z0-9._-]{{1,{MOST_ID_CHARACTERS}}}")
_MATRIX_NAME = lazy_regex(r"[A-Za-z_][A-Za-z0-9_]*")
_OTHER_STEPS = {
    "wait": "the next message is sent when the reply has arrived",
    "action": "a scenario only talks to the bot",
    "assert": "write what must hold under `expect`",
}


def slug(name: str) -> str:
    """The id made from a name: ``"Send 5 DOT, now!"`` -> ``"send-5-dot-now"``."""
    words = re.findall(r"\w+", normalize("NFKC", name).lower())
    return "-".join(words)[:MOST_ID_CHARACTERS].rstrip("-")


def id_fault(text: str) -> str | None:
    """Why the text cannot be part of a pytest node id, or None if it can."""
    if _USUAL_ID.fullmatch(text):
        return None
    if not text.strip():
        return "is empty"
    if text != text.strip():
        return "begins or ends with a space"
    if not text.isprintable() or printable(text) != text:
        return "has a character that can't be printed"
    if len(text) > MOST_ID_CHARACTERS:
        return f"is longer than {MOST_ID_CHARACTERS} characters"
    for mark in ("::", "[", "]"):
        if mark in text:
            return f"contains {mark!r}, which separates the parts of a node id"
    return None


def _id(text: str) -> str:
    fault = id_fault(text)
    if fault:
        raise ValueError(f"an id is part of a pytest node id, but this one {fault}")
    return text


def _text(text: str) -> str:
    if not text.strip():
        raise ValueError("must not be empty")
    return text


def _bot(name: str) -> str:
    if not re.fullmatch(BOT_NAME, name):
        raise ValueError(
            f"{name!r} is not a valid name of a bot: use letters, digits, '.', '_' and '-', "
            "and begin with a letter or a digit"
        )
    return name


def _locale(name: str) -> str:
    decimal_sign(name)
    return name


def _expect(expect: dict[str, Any]) -> dict[str, Any]:
    if not expect:
        raise ValueError("is empty; leave it out, or add an expectation")
    return expect


def _step_type(value: object) -> object:
    if isinstance(value, str) and value in _OTHER_STEPS:
        raise ValueError(f"{value!r} steps are not supported: {_OTHER_STEPS[value]}")
    return value


def _reason(value: object) -> object:
    if isinstance(value, bool):
        # A ValueError, as pydantic reports these with the location of the value.
        raise ValueError("should be the reason, as a text")  # noqa: TRY004
    return value


def _cases(cases: object) -> object:
    if isinstance(cases, str):
        return {"file": [cases]}
    if isinstance(cases, list):
        return {"file": cases} if cases and isinstance(cases[0], str) else {"rows": cases}
    return cases


def _texts(value: object) -> object:
    return [value] if isinstance(value, str) else value


def _matrix(matrix: dict[str, list[Any]]) -> dict[str, list[Any]]:
    if not matrix:
        raise ValueError("is empty; leave it out, or write `name: [values]`")
    for name, values in matrix.items():
        if not _MATRIX_NAME.fullmatch(name):
            raise ValueError(
                f"{name!r} is not a valid name: use letters, digits and '_', but no digit first"
            )
        if not values:
            raise ValueError(f"{name!r} has no values")
    return matrix


_TEXT_SCHEMA = WithJsonSchema({"type": "string", "minLength": 1})

Text = Annotated[str, AfterValidator(_text), _TEXT_SCHEMA]
Reason = Annotated[str, BeforeValidator(_reason), AfterValidator(_text), _TEXT_SCHEMA]
Id = Annotated[str, AfterValidator(_id), _TEXT_SCHEMA]
BotName = Annotated[
    str, AfterValidator(_bot), WithJsonSchema({"type": "string", "pattern": f"^{BOT_NAME}$"})
]
Points = Annotated[
    float, Field(le=100, json_schema_extra=LEAST_LIMIT), AfterValidator(checked_limit)
]
Expect = Annotated[dict[str, Any], AfterValidator(_expect)]


Percentage = Annotated[float, Field(ge=0, le=100)]
FailedCalls = Literal["count"] | None
Locale = Annotated[str, AfterValidator(_locale), WithJsonSchema({"type": "string"})]
Locales = Annotated[
    list[Locale], BeforeValidator(_texts, json_schema_input_type=Locale | list[Locale])
]
Texts = Annotated[list[Text], BeforeValidator(_texts, json_schema_input_type=Text | list[Text])]


_M = TypeVar("_M", bound=BaseModel)


class FileModel(BaseModel):
    """A mapping of a scenario file, with keys in camelCase or snake_case."""

    # No conversions: "100" is not a threshold, and 5 is not a name.
    model_config = ConfigDict(
        extra="forbid",
        # Built on first use: a file uses few of them.
        defer_build=True,
        strict=True,
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
    )


class PartModel(FileModel):
    """A part of a message: a text, a picture or a file."""

    text: Text = ""
    image: Text = ""
    file: Text = ""

    @model_validator(mode="after")
    def _check_part(self) -> Self:
        if [bool(self.text), bool(self.image), bool(self.file)].count(True) != 1:
            raise ValueError("a part of a message is one of `text`, `image` and `file`")
        return self


class StepModel(FileModel):
    """One message of the user, and the expectations of its reply."""

    user: Text | Annotated[list[PartModel], Field(min_length=1)] = ""
    expect: Expect = Field(default_factory=dict)
    agrees: bool | Annotated[list[Text], Field(min_length=1)] | None = None
    input: Text = ""
    type: Annotated[Literal["prompt"], BeforeValidator(_step_type)] = "prompt"
    id: str = ""

    @model_validator(mode="after")
    def _check_message(self) -> Self:
        if bool(self.user) == bool(self.input):
            raise ValueError(
                "`user` and `input` mean the same; keep one"
                if self.user
                else "a step needs `user`, which is what the user says"
            )
        return self


class HistoryMessage(FileModel):
    """A message of the conversation before the first step."""

    role: Literal["system", "user", "assistant"]
    content: Text


class CasesModel(FileModel):
    """Rows, each of which makes a scenario."""

    files: Texts = Field(default_factory=list, alias="file")
    rows: list[Annotated[dict[str, Any], Field(min_length=1)]] = Field(default_factory=list)
    where: dict[str, Any] = Field(default_factory=dict)
    sample: int | None = Field(None, ge=1)
    seed: int = 0
    limit: int | None = Field(None, ge=1)
    id: str = ""
    text: Texts = Field(default_factory=list)
    by: Texts = Field(default_factory=list)

    @model_validator(mode="after")
    def _check_rows(self) -> Self:
        if bool(self.files) == bool(self.rows):
            raise ValueError("needs `file`, or a list of rows")
        return self


_CASES = str | list[str] | list[dict[str, Any]] | CasesModel
Cases = Annotated[CasesModel, BeforeValidator(_cases, json_schema_input_type=_CASES)]


class ScenarioModel(FileModel):
    """One scenario: the user's messages, and the expectations of the replies."""

    #: Keys of plugins that stand in place of ``steps``.
    speaking: ClassVar[Sequence[str]] = ()

    id: Id = ""
    name: Text = ""
    description: str = ""
    category: str = ""
    tags: list[Text] = Field(default_factory=list)
    bot: BotName = ""
    context: dict[str, Any] = Field(default_factory=dict)
    threshold: Points | None = None
    messages: list[HistoryMessage] = Field(default_factory=list)
    steps: list[StepModel] = Field(default_factory=list, min_length=1)
    each: Literal["trace"] | None = None
    expect: Expect = Field(default_factory=dict)
    expectations: list[Expect] = Field(default_factory=list, min_length=1)
    failed_calls: FailedCalls = None
    locale: Locales = Field(default_factory=list)
    matrix: Annotated[dict[str, list[Any]], AfterValidator(_matrix)] = Field(default_factory=dict)
    cases: Cases | None = None
    repeat: int | None = Field(None, ge=1, le=10_000)
    pass_k: int | None = Field(None, ge=1)
    pass_at: float | None = Field(None, gt=0, le=1)
    stop_early: bool | None = None
    skip: Reason = ""
    xfail: Reason = ""
    draft: bool = False

    @model_validator(mode="after")
    def _check_keys(self) -> Self:
        if not self.id:
            self.id = slug(self.name)
        if not self.id:
            raise ValueError("a scenario needs an `id`, or a `name` with a letter or a digit in it")
        given = ["steps"] if self.steps else []
        given += ["each: trace"] if self.each else []
        given += [key for key in self.speaking if getattr(self, key) is not None]
        if not given:
            others = "".join(f", or `{key}`" for key in self.speaking)
            raise ValueError(f"a scenario needs `steps`{others}")
        if given[1:]:
            raise ValueError(
                f"`{given[0]}` and `{given[1]}` both give the user's messages; keep one"
            )
        if self.messages and not self.steps:
            raise ValueError(f"`messages` need `steps`; `{given[0]}` starts a new conversation")
        return self

    @property
    def is_checked(self) -> bool:
        """Whether it has an expectation of its own."""
        return bool(self.expect or self.expectations or any(step.expect for step in self.steps))


class OneScenario(ScenarioModel):
    """A file with one scenario."""

    editor_schema: str = Field("", alias="$schema")


class TreatmentModel(FileModel):
    """What a treatment changes of a bot, and of the files of a workspace."""

    skills: list[Text] = Field(default_factory=list)
    instructions: Text = ""
    model: Text = ""
    effort: Text = ""
    args: list[str] = Field(default_factory=list)
    env: dict[str, str] = Field(default_factory=dict)
    system: Text = ""
    context: dict[str, Any] = Field(default_factory=dict)
    files: dict[InnerPath, str | None] = Field(default_factory=dict)


class TriggersModel(FileModel):
    """Messages that should activate a skill, and others that should not."""

    skill: Text
    fires: list[Text] = Field(default_factory=list)
    silent: list[Text] = Field(default_factory=list)
    source: Text = Field("", alias="from")
    max_calls: int = Field(8, ge=1)


class ScenarioList(FileModel):
    """A file with several scenarios."""

    model_config = ConfigDict(
        json_schema_extra={"anyOf": [{"required": ["scenarios"]}, {"required": ["triggers"]}]}
    )

    scenarios: list[ScenarioModel] = Field(default_factory=list, min_length=1)
    treatments: dict[BotName, TreatmentModel] = Field(default_factory=dict)
    triggers: TriggersModel | None = None
    require: dict[str, Literal["better", "not worse"] | Percentage] = Field(default_factory=dict)
    repeat: int | None = Field(None, ge=1, le=10_000)
    bot: BotName = ""
    threshold: Points | None = None
    expect: Expect = Field(default_factory=dict)
    failed_calls: FailedCalls = None
    locale: Locales = Field(default_factory=list)
    editor_schema: str = Field("", alias="$schema")

    @model_validator(mode="after")
    def _check_scenarios(self) -> Self:
        if not self.scenarios and self.triggers is None:
            raise ValueError("has no scenarios")
        return self


class Models(NamedTuple):
    """The models of scenario files with keys of plugins."""

    one: type[OneScenario]
    several: type[ScenarioList]


@lru_cache(maxsize=16)
def models_with(keys: tuple[Key, ...]) -> Models:
    """The models with these keys. The names of the classes stay, as the JSON Schema has them."""
    if not keys:
        return Models(OneScenario, ScenarioList)

    def added(base: type[_M], docs: Mapping[Key, str], **changed: Any) -> type[_M]:
        fields: dict[str, Any] = {
            key.name: (key.model | None, Field(None, description=doc)) for key, doc in docs.items()
        }
        model = create_model(base.__name__, __base__=base, **fields, **changed)
        model.__doc__ = base.__doc__
        return model

    docs = {key: key.doc for key in keys}
    scenario: Any = added(ScenarioModel, docs)
    one: Any = added(OneScenario, docs)
    one.speaking = scenario.speaking = [key.name for key in keys if key.speaks]
    entries: Any = (list[scenario], Field(default_factory=list, min_length=1))
    of_file = {key: key.file_doc for key in keys if not key.speaks}
    return Models(one, added(ScenarioList, of_file, scenarios=entries))


def scenario_schema(
    kinds: Mapping[str, Kind] = KINDS, keys: Mapping[str, Key] = KEYS
) -> dict[str, Any]:
    """The JSON Schema (2020-12) of scenario files, with these kinds of expectations and keys."""
    models = models_with(tuple(keys.values()))
    shapes: Any = models.one | models.several
    schema: dict[str, Any] = TypeAdapter(shapes).json_schema()
    definitions: dict[str, Any] = schema["$defs"]
    definitions |= expect_schema(kinds)["$defs"]
    reference, keys_added = {"$ref": "#/$defs/expect"}, set(keys)
    docs = {(model, key): doc for model, key, doc in read_rows(__file__, "format.txt")}
    for model in (
        OneScenario,
        ScenarioModel,
        CasesModel,
        StepModel,
        PartModel,
        HistoryMessage,
        ScenarioList,
        TreatmentModel,
        TriggersModel,
    ):
        entries = definitions[model.__name__]["properties"]
        name = ScenarioModel.__name__ if model is OneScenario else model.__name__
        for key, value in entries.items():
            if model not in (CasesModel, PartModel, ScenarioList) or key in keys_added:
                value.pop("default", None)
            doc = {"description": docs[name, key]} if (name, key) in docs else {}
            entries[key] = {**doc, **(reference if key == "expect" else value)}
            if key == "expectations":
                entries[key]["items"] = reference
    speaking = ("steps", *[key.name for key in keys.values() if key.speaks], "each")
    for model in (OneScenario, ScenarioModel):
        definitions[model.__name__]["oneOf"] = [{"required": [key]} for key in speaking]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


MOST_VARIANTS = 10_000
_LONGEST_SHOWN = 40
# Of a digest in an id.
_ID_CHARACTERS = 10
# Placeholders begin like a name; the rest may be invalid, which is reported. A backslash escapes
# them.
_PLACE = lazy_regex(r"(\\?)(\{\{\s*([A-Za-z_][^{}\n]*?)\s*\}\})")

_TEXTS_TO_FIND = ("shouldcontain", "shouldnotcontain", "shouldmention")


class Spelled(NamedTuple):
    """A value and the text that spelled it, which a text is filled in with: 1.5 as ``1.50``."""

    value: Any
    text: str


def spelled_value(value: Any, at: KeyPath = ()) -> Any:
    """The value itself; in the place of a text to find, a text if its spelling says more.

    As the version 1.10, which is another number.
    """
    if not isinstance(value, Spelled):
        return value
    finds = any(str(key).replace("_", "").lower() in _TEXTS_TO_FIND for key in at)
    is_text = value.value is None or isinstance(value.value, bool)
    is_text = is_text or (is_number(value.value) and json.dumps(value.value) != value.text)
    return value.text if finds and is_text else value.value


def variants(matrix: Mapping[str, Sequence[Any]]) -> dict[str, dict[str, Any]]:
    """Every combination of values by id, with the last name varying fastest.

    An id joins the values' texts by ``-``, or their digests where a text does not fit. If two ids
    would be equal, all are digests of their values, never positions: a baseline must not take one
    combination for another. Raises BadValueError for more than `MOST_VARIANTS` combinations.
    """
    count = prod(len(values) for values in matrix.values())
    if count > MOST_VARIANTS:
        raise BadValueError(
            f"makes {count} combinations; a scenario can have at most {MOST_VARIANTS}"
        )
    rows = [dict(zip(matrix, row, strict=True)) for row in product(*matrix.values())]
    ids = ["-".join(map(_id_part, row.values())) for row in rows]
    if len(set(ids)) < len(ids):
        ids = [id_digest(list(row.values())) for row in rows]
        # Equal values make equal scenarios, which only a number tells apart.
        copies = Counter[str]()
        for place, name in enumerate(ids):
            copies[name] += 1
            ids[place] = f"{name}-{copies[name]}" if copies[name] > 1 else name
    return dict(zip(ids, rows, strict=True))


def substitute(value: Any, values: Mapping[str, Any], at: KeyPath = ()) -> Any:
    """Replace each ``{{name}}`` in texts of the value; keys of mappings are not filled in.

    A text that is only ``{{name}}`` becomes the value itself, with its type. Raises BadValueError
    for a name without a value, and for one in a key.
    """
    if isinstance(value, str):
        placeholder = _PLACE.fullmatch(value)
        if placeholder and not placeholder[1]:
            return spelled_value(_value(placeholder[3], values, at), at)
        return fill_text(value, values, at)
    if isinstance(value, Mapping):
        return {
            fill_text(key, {}, (*at, key)): substitute(item, values, (*at, key))
            for key, item in value.items()
        }
    if isinstance(value, list):
        return [substitute(item, values, (*at, index)) for index, item in enumerate(value)]
    return value


def fill_text(text: str, values: Mapping[str, Any], at: KeyPath = ()) -> str:
    """Replace each ``{{name}}`` in the text by its value as text. Raises as `substitute`."""
    if "{{" not in text:
        return text
    return _PLACE.sub(
        lambda place: place[2] if place[1] else as_text(_value(place[3], values, at)), text
    )


def literal(text: str) -> str:
    """The text, in which nothing is filled in."""
    return _PLACE.sub(lambda place: f"\\{place[2]}", text)


def names_in(value: Any) -> Iterator[str]:
    """The names of all ``{{…}}`` in the value's texts."""
    placeholders = (place for text in texts(value) for place in _PLACE.findall(text))
    return (name for backslash, _, name in placeholders if not backslash)


def _value(name: str, values: Mapping[str, Any], at: KeyPath) -> Any:
    if name in values:
        return values[name]
    if values:
        hint = did_you_mean(name, list(values)) or ";"
        message = f"there is no value {name!r}{hint} there are: {', '.join(values)}"
    else:
        message = (
            f"{{{{{name}}}}} has no value here: `matrix` and `cases` fill in values, but not keys"
        )
    raise BadValueError(f"{message} (\\{{{{{name}}}}} is the literal text)", at)


def as_text(value: Any) -> str:
    """The value as a text fills it in."""
    if isinstance(value, Spelled):
        return value.text
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _id_part(value: Any) -> str:
    text = "" if isinstance(value, list | dict) else as_text(value)
    return text if len(text) <= _LONGEST_SHOWN and id_fault(text) is None else id_digest(value)


def id_digest(value: Any) -> str:
    """What stands in an id for a JSON value."""
    return json_digest(value)[:_ID_CHARACTERS]
