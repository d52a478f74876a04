"""Validate documents with pydantic models, with errors for people."""

from __future__ import annotations

import ast
import inspect
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from textwrap import dedent
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, Union, get_args, get_origin

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from pytest_hydra.core.numbers import MOST_WEIGHT, checked_weight
from pytest_hydra.documents.document import Document, KeyPath, show
from pytest_hydra.errors import InputError, Problem, did_you_mean, valid_names

if TYPE_CHECKING:
    from pydantic import GetJsonSchemaHandler
    from pydantic.json_schema import JsonSchemaValue
    from pydantic_core import CoreSchema

MAX_PROBLEMS = 20
"""The most problems of one file that are reported; of the rest only the number."""

# Longer text is not compared with valid names.
_LONGEST_NAME = 60
M = TypeVar("M", bound=BaseModel)

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_RESERVED = ("base", "race")


def checked_name(name: str) -> str:
    """The name of an agent, a bot or a judge, unchanged. Raises ValueError if it is invalid."""
    if name in _RESERVED:
        raise ValueError(f"the name {show(name)} is reserved; choose another")
    if not _NAME.fullmatch(name):
        raise ValueError(
            f"{show(name)} is not a valid name: use letters, digits, '.', '_' and '-', "
            "and begin with a letter or a digit"
        )
    return name


Name = Annotated[str, AfterValidator(checked_name)]


def _at_home(path: str) -> str:
    """The path with ``~`` expanded; otherwise a folder with that name would be created."""
    expanded = os.path.expanduser(path)
    if expanded.startswith("~"):
        raise ValueError(f"{show(path)} has no home folder; write './{path}' for such a file")
    return expanded


FilePath = Annotated[str, Field(min_length=1), AfterValidator(_at_home)]
Weight = Annotated[
    float,
    Field(ge=0, allow_inf_nan=False, json_schema_extra={"maximum": MOST_WEIGHT}),
    AfterValidator(checked_weight),
]


class StrictModel(BaseModel):
    """A model of user input: no unknown keys, no coercion of types.

    A field with an alias is accepted under its name as well, but not under both. The docstring of a
    field is its description in the JSON Schema.
    """

    # Built when it is first used: most parts of a file's model are never used alone.
    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        frozen=True,
        validate_by_name=True,
        validate_by_alias=True,
        defer_build=True,
    )

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """Add the descriptions, from the source code.

        On demand: pydantic's ``use_attribute_docstrings`` reads the source at each start, which
        takes a fifth longer.
        """
        schema = handler(core_schema)
        properties = handler.resolve_ref_schema(schema).get("properties", {})
        for name, text in _texts_below_fields(cls):
            properties[cls.model_fields[name].alias or name]["description"] = text
        return schema


def _texts_below_fields(model: type[BaseModel]) -> Iterator[tuple[str, str]]:
    for base in model.__bases__:
        if issubclass(base, StrictModel) and base is not StrictModel:
            yield from _texts_below_fields(base)
    body = ast.parse(dedent(inspect.getsource(model))).body[0]
    assert isinstance(body, ast.ClassDef)  # noqa: S101 - it is the source of a class
    for field, below in pairwise(body.body):
        match field, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                yield name, " ".join(text.split())


def validate(model: type[M], document: Document) -> M:
    """Validate a document.

    Raises InputError with at most `MAX_PROBLEMS` problems and the number of the rest. Validators of
    a model raise ValueError with a text that is shown unchanged.
    """
    try:
        return model.model_validate(document.data)
    except ValidationError as error:
        raise InputError(_problems(error, model, document)) from None


def unknown_name(kind: str, name: str, valid: Sequence[str]) -> str:
    """``unknown key 'exepct'; did you mean 'expect'? valid: expect, user``."""
    return f"unknown {kind} {show(name)}{valid_names(name[:_LONGEST_NAME], valid)}"


def _problems(error: ValidationError, model: type[BaseModel], document: Document) -> list[Problem]:
    # A union reports an error for each of its members: those of one place are merged.
    places: dict[KeyPath, list[Any]] = {}
    for detail in error.errors(include_url=False):
        places.setdefault(_path(detail["loc"], document.data), []).append(detail)
    deeper = {path[:end] for path in places for end in range(len(path))}
    messages: list[tuple[str, KeyPath]] = []
    for path, details in places.items():
        # The member of a union that matched deepest is probably the intended one.
        deepest = [entry for entry in details if path not in deeper or _expected(entry) is None]
        messages.extend((message, path) for message in _messages(deepest, model, path))
    problems = [document.problem(*message) for message in messages[:MAX_PROBLEMS]]
    problems.sort(key=lambda problem: problem.line or 0)
    if len(messages) > MAX_PROBLEMS:
        problems.append(Problem(f"… and {len(messages) - MAX_PROBLEMS} more", document.file))
    return problems


def _path(location: Sequence[str | int], data: Any) -> KeyPath:
    """The part of pydantic's location that is in the data, without the names of union members."""
    path: list[str | int] = []
    for part in location:
        in_list = isinstance(data, list) and isinstance(part, int) and 0 <= part < len(data)
        if in_list or (isinstance(data, Mapping) and part in data):
            data = data[part]
            path.append(part)
    return tuple(path)


def _messages(details: list[Any], model: type[BaseModel], path: KeyPath) -> list[str]:
    """The distinct messages of one place.

    A value that fits the type of a member of a union is meant for it.
    """
    fitting = (entry for entry in details if _expected(entry) is None)
    details = [entry for entry in fitting if entry["type"] != "json_invalid"] or details
    expected: list[str] = []
    messages: list[str] = []
    value: Any = None
    for detail in details:
        phrase = _expected(detail)
        if phrase is None:
            messages.append(_message(detail, model, path))
        else:
            expected.append(phrase)
            value = detail["input"]
    if expected:
        choices = [name for phrase in expected for name in re.findall(r"'([^']*)'", phrase)]
        # If one of several texts is expected, a wrong text is still of the right type.
        if isinstance(value, str) and choices:
            text = f"{show(value)}{did_you_mean(value[:_LONGEST_NAME], choices)}"
        else:
            text = _describe(value)
        messages.insert(0, f"must be {_any_of(expected)}, not {text}")
    return list(dict.fromkeys(messages))


_TYPES = {
    "bool_type": "true or false",
    "dict_type": "a mapping of keys to values",
    "float_type": "a number",
    "int_from_float": "a whole number",
    "int_type": "a whole number",
    "list_type": "a list",
    "model_type": "a mapping of keys to values",
    "none_required": "null",
    "string_type": "text",
    "tuple_type": "a list",
}
_LIMITS = {
    "greater_than": "must be greater than {gt}, not {shown}",
    "greater_than_equal": "must be at least {ge}, not {shown}",
    "less_than": "must be less than {lt}, not {shown}",
    "less_than_equal": "must be at most {le}, not {shown}",
    "finite_number": "must be a finite number, not {shown}",
    "string_pattern_mismatch": "must match the pattern {pattern}, and {shown} does not",
    "string_too_long": "must be at most {max_length} characters long",
    "too_long": "must have at most {max_length} entries, and has {actual_length}",
}


def _expected(detail: Any) -> str | None:
    """What is expected at the place, if the value has the wrong type or is not a valid choice."""
    kind = detail["type"]
    return detail["ctx"]["expected"] if kind in ("literal_error", "enum") else _TYPES.get(kind)


def _message(detail: Any, model: type[BaseModel], path: KeyPath) -> str:
    kind, value, context = detail["type"], detail["input"], detail.get("ctx", {})
    if kind == "missing":
        return f"the key {show(str(detail['loc'][-1]))} is missing"
    if kind == "extra_forbidden":
        return _unknown_key(str(path[-1]), _models_at(model, path[:-1]))
    if kind in ("value_error", "assertion_error"):
        return str(context["error"])
    if kind in ("too_short", "string_too_short"):
        least = context["min_length"]
        if least == 1:
            return "must not be empty"
        unit = "entries" if kind == "too_short" else "characters"
        return f"must have at least {least} {unit}"
    if kind in _LIMITS:
        # Limits of float fields are floats; show whole ones as integers.
        limits = {
            key: f"{limit:g}" if isinstance(limit, float) else limit
            for key, limit in context.items()
        }
        return _LIMITS[kind].format(**limits, shown=show(value))
    message: str = detail["msg"]
    return message[:1].lower() + message[1:]


def _unknown_key(key: str, models: list[type[BaseModel]]) -> str:
    valid: list[str] = []
    for model in models:
        for name, field in model.model_fields.items():
            spelling = field.alias or name
            if key in (name, spelling):
                return f"is given twice, as {show(spelling)} and as {show(name)}; keep one"
            valid.append(spelling)
    return unknown_name("key", key, list(dict.fromkeys(valid)))


def _models_at(annotation: Any, path: KeyPath) -> list[type[BaseModel]]:
    """The models that a path may refer to, found through the annotations of fields."""
    origin, inside = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        inside = inside[:1]
    elif origin not in (Union, UnionType):
        is_model = isinstance(annotation, type) and issubclass(annotation, BaseModel)
        if not path:
            return [annotation] if is_model else []
        part, *rest = path
        path = tuple(rest)
        if is_model:
            fields = annotation.model_fields.items()
            inside = tuple(
                field.annotation for name, field in fields if part in (name, field.alias)
            )
        else:
            # The value type of a mapping is its last argument, that of a list or tuple the first.
            inside = inside[-1:] if isinstance(part, str) else inside[:1]
    return [model for member in inside for model in _models_at(member, path)]


def _any_of(phrases: Sequence[str]) -> str:
    unique = list(dict.fromkeys(phrases))
    return " or ".join(filter(None, (", ".join(unique[:-1]), unique[-1])))


def _describe(value: Any) -> str:
    """The type of a value, with the value if it is short."""
    if isinstance(value, Mapping):
        return "a mapping" if value else "an empty mapping"
    if isinstance(value, list):
        return "a list" if value else "an empty list"
    if isinstance(value, bool) or value is None:
        return show(value)
    return f"{'text' if isinstance(value, str) else 'a number'} ({show(value)})"
