"""Whether entries are as the models say: for those that come from files and other processes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from pytest_hydra.errors import HydraError
from pytest_hydra.report.model import BenchmarkEntry, ScenarioEntry, TestEntry

Result = Mapping[str, Any]

_MODELS: Mapping[str, Any] = {
    "scenario": ScenarioEntry,
    "test": TestEntry,
    "benchmark": BenchmarkEntry,
}


def checked_results(
    results: Iterable[Result], kinds: Collection[str] = tuple(_MODELS)
) -> Iterator[Result]:
    """The results, each one's entry as its model says, its keys in the model's order.

    Those of other ``kinds``, and of kinds without a model, pass as they are. Raises HydraError,
    naming the place, for an entry that is not as its model says.
    """
    for result in results:
        kind = result["kind"]
        if kind in kinds and kind in _MODELS:
            yield {**result, "entry": checked(result["entry"], _MODELS[kind])}
        else:
            yield result


def checked(entry: Mapping[str, Any], model: Any) -> Any:
    """The entry, its keys in the model's order. Raises HydraError, naming the place."""
    try:
        return _adapter(model).validate_python(entry)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        names = ("nodeid", "id", "path", "agent", "base_commit")
        name = next((entry[key] for key in names if key in entry), None)
        raise HydraError(
            f"the report has no place for the entry of {name!r}: {place}: {first['msg']}"
        ) from error


@cache
def _adapter(model: Any) -> TypeAdapter[Any]:
    # It takes longer to make than many entries to check.
    return TypeAdapter(model)
