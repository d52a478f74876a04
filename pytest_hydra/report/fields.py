"""Shared parts of the entries of report.json: their validation, and types of values."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, WithJsonSchema, with_config

# pydantic needs this one below Python 3.12, and depends on it.
from typing_extensions import TypedDict


@with_config(ConfigDict(extra="forbid", strict=True))
class Fields(TypedDict):
    """The base of all entries: strict, without extra keys."""


def doc(description: str) -> Any:
    """A description for the JSON Schema."""
    return Field(description=description)


Status = Literal["passed", "failed", "ungraded"]
Verdict = Literal["passed", "failed", "error"]
MergeVerdict = Literal["mergeable", "not_mergeable", "unproven"]
Count = Annotated[int, Field(ge=0)]
Line = Annotated[int, Field(ge=1)]
# Any plain JSON. pydantic's JsonValue would walk through every value again, which costs as much as
# the rest of an entry; a value that is not JSON fails at encoding anyway.
Plain = Any
ExpectedFailure = Annotated[
    str | None, doc("Why it is expected to fail; it is then not in the totals.")
]
Weight = Annotated[int | float, Field(ge=0), WithJsonSchema({"type": "number", "minimum": 0})]
_POINTS = {"type": "number", "minimum": 0, "maximum": 100}
Score = Annotated[
    int | float,
    Field(ge=0, le=100),
    WithJsonSchema({**_POINTS, "description": "From 0 to 100, with at most six decimal places."}),
]
Grade = Annotated[
    int | float, Field(ge=1, le=10), WithJsonSchema({"type": "number", "minimum": 1, "maximum": 10})
]
Threshold = Annotated[
    int | float, Field(ge=0, le=10), WithJsonSchema({"type": "number", "minimum": 0, "maximum": 10})
]
Share = Annotated[int | float, Field(ge=0, le=1)]
Coverage = Annotated[
    float, Field(ge=0, le=1, description="Graded weight divided by whole weight, from 0 to 1.")
]
Seconds = Annotated[
    float | int, Field(ge=0, description="The bot's time in seconds, over all runs and turns.")
]
Tokens = Annotated[int, Field(ge=0, description="The tokens of its replies, as far as reported.")]
Cost = Annotated[
    float | int, Field(ge=0, description="The cost of its replies in US dollars, as reported.")
]
Retries = Annotated[int, Field(ge=0, description="The number of repeated requests.")]
Cause = Annotated[
    str,
    Field(
        pattern="^[0-9a-f]{12}$",
        description="The key of the cause, common to all checks with this cause.",
    ),
]
