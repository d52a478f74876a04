"""Expectations that the suite provides: a validator, a JSON Schema, a judge's criterion."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from types import CoroutineType
from typing import Any

from pytest_hydra.core.lazy_regex import lazy_regex
from pytest_hydra.core.numbers import Exact, exact
from pytest_hydra.core.plain import read_json, unfenced
from pytest_hydra.core.scorecard import Check
from pytest_hydra.core.text import one_line, read_words
from pytest_hydra.errors import BadValueError, HydraError, did_you_mean
from pytest_hydra.scenarios.expect.matchers import KeyPath, whole_end
from pytest_hydra.scenarios.expect.model import (
    FAULTS,
    CompileContext,
    CompiledExpectation,
    Evidence,
    Part,
    PartResult,
    Texts,
    as_texts,
    own_kind,
    undecided,
    verdict,
)
from pytest_hydra.scenarios.expect.rules import brief, quoted
from pytest_hydra.transcript.own_form import REPLY_FIELDS, call_values, reply_values
from pytest_hydra.transcript.turn import Reply

# --- customValidator ----------------------------------------------------------------------------

_TARGET = lazy_regex(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")


def _compile_validator(value: Any, context: CompileContext) -> CompiledExpectation:
    targets = as_texts(value, context.at, "package.module:function, or a list of them")
    for index, target in enumerate(targets):
        if _TARGET.fullmatch(target) is None:
            at = context.at if isinstance(value, str) else (*context.at, index)
            raise BadValueError(f"should be package.module:function, not {quoted(target)}", at)
    is_list = len(targets) > 1
    return CompiledExpectation(
        targets,
        tuple([Part(f"customValidator {name}" if is_list else "", name) for name in targets]),
    )


def _decide_validator(targets: Sequence[str], evidence: Evidence) -> list[PartResult]:
    subject = evidence.subject
    findings = []
    for target in targets:
        try:
            validator = subject.validators(target)
            # A copy: a validator cannot change what other checks see.
            reply, conversation = deepcopy((evidence.replies[-1], subject.conversation))
            findings.append(_validator_result(target, validator(reply, conversation)))
        except FAULTS as error:
            findings.append(undecided(error, target))
    return findings


def _validator_result(target: str, result: object) -> PartResult:
    if isinstance(result, Check):
        return PartResult(
            result.score, result.message, brief(result.actual), brief(result.expected)
        )
    if isinstance(result, tuple) and len(result) == 2 and isinstance(result[1], str):
        score = _score(result[0])
        if score is not None:
            return PartResult(score, one_line(result[1], 300), brief(result[0]))
    score = _score(result)
    if score is None:
        return PartResult(None, f"{target} returned {_return_problem(result)}")
    text = "passed" if score == 100 else "failed" if score == 0 else f"scored {quoted(result)}"
    return PartResult(score, f"{target} {text}", brief(result))


def _score(result: object) -> Exact | None:
    """The score of a verdict, from 0 to 100; None if it is not a valid verdict."""
    if isinstance(result, bool):
        return 100 if result else 0
    if isinstance(result, int | float | Fraction) and 0 <= result <= 100:
        return exact(result)
    return None


def _return_problem(result: object) -> str:
    valid = "return a bool, a number from 0 to 100, (verdict, message) or a Check"
    if isinstance(result, CoroutineType):
        result.close()
        return f"a coroutine: it cannot be async; {valid}"
    if result is None:
        return f"nothing; {valid}"
    plain = isinstance(result, int | float | str | list | tuple | dict)
    return f"{quoted(result) if plain else f'a {type(result).__name__}'}; {valid}"


# --- responseSchema -----------------------------------------------------------------------------


def _compile_schema(value: Any, context: CompileContext) -> CompiledExpectation:
    if not isinstance(value, dict):
        raise BadValueError(f"should be a JSON Schema, not {quoted(value)}", context.at)
    try:
        from jsonschema import Draft202012Validator, SchemaError
        from jsonschema.validators import validator_for
        from referencing import Registry
    except ImportError:
        raise HydraError(
            'responseSchema needs jsonschema: pip install "pytest-hydra[schema]"'
        ) from None
    dialect = validator_for(value, default=Draft202012Validator)
    try:
        dialect.check_schema(value)
    except SchemaError as error:
        at = (*context.at, *error.absolute_path)
        raise BadValueError(f"is not a JSON Schema: {one_line(error.message, 200)}", at) from None
    except RecursionError:
        raise BadValueError("is nested too deeply", context.at) from None
    schemas = list(_schemas(value, context.at))
    keywords = {*dialect.VALIDATORS, *chain.from_iterable(_KEYWORDS.values())}
    identities = {schema.get("$id") for _, schema in schemas}
    for at, schema in schemas:
        for key in schema:
            if key not in keywords and not str(key).startswith("x-"):
                hint = did_you_mean(str(key), sorted(keywords)) or _NO_KEYWORD
                raise BadValueError(f"unknown keyword {quoted(key)}{hint}", (*at, key))
        for key in ("$ref", "$dynamicRef"):
            ref = str(schema.get(key, ""))
            if "://" in ref and ref.partition("#")[0] not in identities:
                raise BadValueError(
                    f"{quoted(ref)} is outside the schema, and is not fetched; put it under $defs",
                    (*at, key),
                )
    # In Python $ also matches before a final newline, in JSON Schema it does not.
    source, value = value, deepcopy(value)
    for _, schema in _schemas(value, ()):
        if isinstance(schema.get("pattern"), str):
            schema["pattern"] = whole_end(schema["pattern"])
        if "patternProperties" in schema:
            patterns = schema["patternProperties"].items()
            schema["patternProperties"] = {whole_end(name): inner for name, inner in patterns}
    # With an empty registry, references out of the schema are never followed.
    validator = dialect(value, registry=Registry(), format_checker=dialect.FORMAT_CHECKER)
    return CompiledExpectation(validator, (Part("", brief(source)),))


_KEYWORDS = read_words(__file__, "schema_keywords.txt")


_NO_KEYWORD = "; JSON Schema 2020-12 has none of that name"


def _schemas(value: Any, at: KeyPath) -> Iterator[tuple[KeyPath, dict[str, Any]]]:
    """All schemas nested in a schema or a list of schemas, with their paths."""
    if isinstance(value, list | tuple):
        for index, entry in enumerate(value):
            yield from _schemas(entry, (*at, index))
    elif isinstance(value, dict):
        yield at, value
        for key, entry in value.items():
            if key in _KEYWORDS["names"] and isinstance(entry, Mapping):
                for name, schema in entry.items():
                    yield from _schemas(schema, (*at, key, name))
            elif key not in _KEYWORDS["values"]:
                yield from _schemas(entry, (*at, key))


def fits(schema: Mapping[str, Any], reply: Reply) -> list[PartResult]:
    """The result for a schema that is not compiled yet."""
    return _fits(_compile_schema(schema, CompileContext()).value, reply)


def _fits(validator: Any, reply: Reply) -> list[PartResult]:
    """The result for the JSON in the text, plain or in one fenced block.

    If the text is not JSON, a schema that names fields of a reply is checked against the reply
    itself.
    """
    from jsonschema.exceptions import best_match
    from referencing.exceptions import Unresolvable

    try:
        value = read_json(unfenced(reply.text))
    except (ValueError, RecursionError) as fault:
        paths = [at for at, _ in _schemas(validator.schema, ())]
        if not any(at[-2:-1] == ("properties",) and at[-1] in REPLY_FIELDS for at in paths):
            reason = f"the text is not JSON: {one_line(str(fault))}"
            return [verdict(False, reason, brief(reply.text))]
        calls = [{**call_values(call), "agent": call.agent} for call in reply.calls]
        value = {**reply_values(reply), "calls": calls}
        value.pop("answered_by", None)
    try:
        error = best_match(validator.iter_errors(value))
    except Unresolvable as unresolvable:
        return [
            PartResult(
                None, f"the schema refers to {quoted(unresolvable.ref)}, which does not exist"
            )
        ]
    except RecursionError:
        return [PartResult(None, "the schema or the reply is nested too deeply to be checked")]
    if error is None:
        return [verdict(True, "fits the schema", brief(value))]
    place = error.json_path.removeprefix("$").lstrip(".")
    message = f"{place}: {error.message}" if place else error.message
    return [verdict(False, f"does not fit the schema: {one_line(message, 200)}", brief(value))]


# --- judge --------------------------------------------------------------------------------------


COMPARED = "answered; compared at the end of the session"


@dataclass(frozen=True, slots=True)
class Prefer:
    """Criteria by which the judge compares answers of bots, or under treatments."""

    prefer: Texts


def _compile_judge(value: Any, context: CompileContext) -> CompiledExpectation:
    if isinstance(value, Mapping):
        if [*value] != ["prefer"]:
            raise BadValueError("should be a criterion, or `prefer: a criterion`", context.at)
        wanted = as_texts(value["prefer"], (*context.at, "prefer"), "a criterion in words")
        parts = [Part(f"judge prefers {quoted(text)}", brief(text)) for text in wanted]
        return CompiledExpectation(Prefer([*wanted]), tuple(parts))
    criteria = as_texts(value, context.at, "a criterion in words, or a list of them")
    is_list = len(criteria) > 1
    parts = [Part(f"judge {quoted(text)}" if is_list else "", brief(text)) for text in criteria]
    return CompiledExpectation(criteria, tuple(parts))


def _decide_judge(criteria: Sequence[str] | Prefer, evidence: Evidence) -> list[PartResult]:
    subject = evidence.subject
    if isinstance(criteria, Prefer):
        # What is preferred is no property of one answer: this only says that there is one.
        if subject.prefer is None:
            return [PartResult(None, "answers are compared in scenarios only")] * len(
                criteria.prefer
            )
        for criterion in criteria.prefer:
            subject.prefer(criterion, subject.turn)
        return [verdict(True, COMPARED)] * len(criteria.prefer)
    if subject.judge is None:
        return [PartResult(None, "no judge is available here")] * len(criteria)
    return [subject.judge(criterion, subject.turn) for criterion in criteria]


CUSTOM_KINDS = (
    own_kind("customValidator", Texts, _compile_validator, _decide_validator),
    own_kind(
        "responseSchema",
        dict[str, Any],
        _compile_schema,
        lambda validator, evidence: _fits(validator, evidence.replies[-1]),
    ),
    own_kind("judge", Texts | Prefer, _compile_judge, _decide_judge),
)
