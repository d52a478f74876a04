from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import pytest
from pydantic import AfterValidator, ConfigDict, Field
from pydantic.alias_generators import to_camel

from pytest_hydra.documents import read
from pytest_hydra.documents.validation import StrictModel, unknown_name, validate
from pytest_hydra.errors import InputError


def only_even(number: int) -> int:
    if number % 2:
        raise ValueError(f"must be even, not {number}")
    return number


class Expect(StrictModel):
    model_config = ConfigDict(alias_generator=to_camel)

    response_type: Literal["action", "answer"] | None = None
    should_mention: str | list[str] = ""
    even: Annotated[int, AfterValidator(only_even)] = 0


class Step(StrictModel):
    user: str
    expect: Expect = Expect()


class File(StrictModel):
    id: Annotated[str, Field(min_length=1, max_length=5, pattern="^[a-z]*$")] = "x"
    threshold: float = Field(100.0, ge=0, lt=100.5)
    positive: int = Field(1, gt=0, le=9)
    skip: bool = False
    tags: list[str] = Field(default_factory=list, max_length=2)
    pairs: Annotated[list[int], Field(min_length=1)] | None = None
    steps: list[Step] | None = None
    by_name: dict[str, Step] = Field(default_factory=dict)
    text_or_step: str | Step | None = None


def problems(folder: Path, text: str) -> list[str]:
    (folder / "a.yaml").write_text(text)
    document = read(folder / "a.yaml", "a.yaml")
    with pytest.raises(InputError) as caught:
        validate(File, document)
    return str(caught.value).split("\n")


STEP_KEYS = "valid: user, expect"
MANY = "x" * 100
BAD = [
    ("id: a\nsteps:\n- user: hi\n  exepct: {}", "4: steps[0].exepct: unknown key 'exepct'; did you "
     "mean 'expect'? " + STEP_KEYS),
    ("steps:\n- user: hi\n  zzz: 1", "3: steps[0].zzz: unknown key 'zzz'; " + STEP_KEYS),
    ('steps:\n- user: hi\n  "a\\e[31m b": 1', "3: steps[0]['a\\x1b[31m b']: unknown key "
     "'a\\x1b[31m b'; " + STEP_KEYS),
    (f"by_name:\n  n:\n    user: x\n    {MANY}: 1", f"4: by_name.n['{'x' * 59}…']: unknown key "
     f"'{'x' * 59}…'; " + STEP_KEYS),
    ("text_or_step:\n  user: a\n  usr: b", "3: text_or_step.usr: unknown key 'usr'; did you mean "
     "'user'? " + STEP_KEYS),
    ("by_name:\n  n:\n    expect: {}", "2: by_name.n: the key 'user' is missing"),
    ("steps:\n- user: a\n  expect:\n    responseType: action\n    response_type: action",
     "5: steps[0].expect.response_type: is given twice, as 'responseType' and as "
     "'response_type'; keep one"),
    ("steps:\n- user: a\n  expect: {responseTyp: action}", "3: steps[0].expect.responseTyp: "
     "unknown key 'responseTyp'; did you mean 'responseType'? valid: responseType, "
     "shouldMention, even"),
    ("steps:\n- user: a\n  expect: {response_type: acton}", "3: steps[0].expect.response_type: "
     "must be 'action' or 'answer', not 'acton'; did you mean 'action'?"),
    ("steps:\n- user: a\n  expect: {responseType: 1}", "3: steps[0].expect.responseType: must be "
     "'action' or 'answer', not a number (1)"),
    ("steps:\n- user: a\n  expect: {shouldMention: 5}", "3: steps[0].expect.shouldMention: must be "
     "text or a list, not a number (5)"),
    ("steps:\n- user: a\n  expect:\n    shouldMention:\n    - a\n    - 5",
     "6: steps[0].expect.shouldMention[1]: must be text, not a number (5)"),
    ("steps:\n- user: a\n  expect: {even: 3}", "3: steps[0].expect.even: must be even, not 3"),
    ("text_or_step: 5", "1: text_or_step: must be text or a mapping of keys to values, not a "
     "number (5)"),
    ("id: 5", "1: id: must be text, not a number (5)"),
    ("id: yes\ntags: [no, true]", "2: tags[1]: must be text, not true"),
    ("id:", "1: id: must be text, not null"),
    ("id: {}", "1: id: must be text, not an empty mapping"),
    ("id: []", "1: id: must be text, not an empty list"),
    ("id: ''", "1: id: must not be empty"),
    ("id: abcdef", "1: id: must be at most 5 characters long"),
    ("id: A", "1: id: must match the pattern ^[a-z]*$, and 'A' does not"),
    ("threshold: high", "1: threshold: must be a number, not text ('high')"),
    (f"threshold: {MANY}", f"1: threshold: must be a number, not text ('{'x' * 59}…')"),
    ("threshold: true", "1: threshold: must be a number, not true"),
    ("threshold: -1", "1: threshold: must be at least 0, not -1"),
    ("threshold: 101", "1: threshold: must be less than 100.5, not 101"),
    ("positive: 0", "1: positive: must be greater than 0, not 0"),
    ("positive: 10", "1: positive: must be at most 9, not 10"),
    ("positive: 1.5", "1: positive: must be a whole number, not a number (1.5)"),
    ("skip: 'true'", "1: skip: must be true or false, not text ('true')"),
    ("tags: a", "1: tags: must be a list, not text ('a')"),
    ("tags: [a, b, c]", "1: tags: must have at most 2 entries, and has 3"),
    ("pairs: []", "1: pairs: must not be empty"),
    ("by_name: [a]", "1: by_name: must be a mapping of keys to values, not a list"),
    ("steps:\n- a", "2: steps[0]: must be a mapping of keys to values, not text ('a')"),
    ("- a", "1: must be a mapping of keys to values, not a list"),
    ("text", "1: must be a mapping of keys to values, not text ('text')"),
    ("null", "1: must be a mapping of keys to values, not null"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), BAD)
def test_each_problem_in_plain_words(tmp_path: Path, text: str, message: str) -> None:
    assert problems(tmp_path, text) == [f"a.yaml:{message}"]


def test_all_problems_of_a_file_in_its_order(tmp_path: Path) -> None:
    text = "zzz: 1\ntags: 1\nsteps:\n- user: 1\nid: 2\n"
    assert [line.split(": ")[:2] for line in problems(tmp_path, text)] == [
        ["a.yaml:1", "zzz"],
        ["a.yaml:2", "tags"],
        ["a.yaml:4", "steps[0].user"],
        ["a.yaml:5", "id"],
    ]


@pytest.mark.parametrize(("wrong", "shown", "last"), [(20, 20, "a.yaml:20"), (23, 21, "… and 3")])
def test_at_most_twenty_problems(tmp_path: Path, wrong: int, shown: int, last: str) -> None:
    lines = problems(tmp_path, "".join(f"wrong{i}: 1\n" for i in range(wrong)))
    assert len(lines) == shown
    assert last in lines[-1]


@pytest.mark.parametrize("key", ["responseType", "response_type"])
def test_aliases_and_names_are_both_accepted(tmp_path: Path, key: str) -> None:
    (tmp_path / "a.yaml").write_text(f"steps: [{{user: a, expect: {{{key}: answer}}}}]")
    file = validate(File, read(tmp_path / "a.yaml", "a.yaml"))
    assert file.steps is not None
    assert file.steps[0].expect.response_type == "answer"


def test_unknown_names_of_any_length() -> None:
    assert unknown_name("kind", "judg", ["judge"]) == (
        "unknown kind 'judg'; did you mean 'judge'? valid: judge"
    )
    assert unknown_name("kind", "q" * 10**6, ["judge"]) == (
        f"unknown kind '{'q' * 59}…'; valid: judge"
    )
