"""What the tokens of a model cost: by ``[prices]``, else by the package genai-prices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import Field

from pytest_hydra.core.lookup import get
from pytest_hydra.core.text import one_line
from pytest_hydra.core.usage import reported_cost, tokens_of
from pytest_hydra.documents.validation import StrictModel

Amount = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class PriceSettings(StrictModel):
    """The price of a model's tokens."""

    input: Amount
    """USD per million input tokens."""
    output: Amount
    """USD per million output tokens."""
    cached: Amount | None = None
    """USD per million input tokens read from a cache (default: `input`)."""
    cache_write: Amount | None = None
    """USD per million input tokens written to a cache (default: `input`)."""


class PriceTables(StrictModel):
    """The table of prices."""

    prices: dict[str, PriceSettings] = Field(default_factory=dict)


Prices = Mapping[str, PriceSettings]
_USAGE = ("usage", "usage_metadata", "usageMetadata")
_MODEL = ("model", "modelVersion")


def model_and_cost(
    answer: object, prices: Prices, model: str | None = None, url: str | None = None
) -> tuple[str | None, float | None]:
    """The model of an API's answer, and what its tokens cost in US dollars, as far as known.

    ``answer`` is JSON, or an object of a library. ``model`` is the one that was asked, and ``url``
    the address of the API; see `cost_of`. A cost that the answer reports holds for models without
    a price in the table. Without a number of tokens there is no model either.
    """
    # Most replies of bots in Python say nothing of it: looked up fast.
    if isinstance(answer, str) or (type(answer) is dict and answer.keys().isdisjoint(_USAGE)):
        return None, None
    usage = next(filter(None, (get(answer, name) for name in _USAGE)), None)
    tokens = {} if usage is None else tokens_of(usage)
    said = [get(answer, key) for key in _MODEL]
    names = [one_line(name, 120) for name in (model, *said) if isinstance(name, str) and name]
    if not tokens or not names:
        return None, None
    reported = reported_cost(usage) if prices.keys().isdisjoint(names) else None
    return names[-1], cost_of(tokens, prices, names, url) if reported is None else reported


def has_price(model: str, prices: Prices, url: str) -> bool:
    """Whether the tokens of a model at this address have a known price."""
    tokens = {"input_tokens": 1, "cached": 0, "written": 0, "output_tokens": 1}
    return cost_of(tokens, prices, [model], url) is not None


def cost_of(
    tokens: Mapping[str, int], prices: Prices, names: Sequence[str], url: str | None = None
) -> float | None:
    """The cost of such tokens in US dollars; None if no model of these names has a price.

    Without a price in the table it is that of genai-prices, if it is installed: that of the
    provider at the address ``url``, which has none if it is nobody's, or by the name alone.
    """
    price = next((prices[name] for name in names if name in prices), None)
    if price is None:
        return _known_cost(tokens, names, url)
    written = tokens["written"]
    cached = min(tokens["cached"], tokens["input_tokens"] - written)
    dollars = (tokens["input_tokens"] - cached - written) * price.input
    dollars += cached * (price.input if price.cached is None else price.cached)
    dollars += written * (price.input if price.cache_write is None else price.cache_write)
    return round((dollars + tokens["output_tokens"] * price.output) / 10**6, 9)


def _known_cost(tokens: Mapping[str, int], names: Sequence[str], url: str | None) -> float | None:
    try:
        # Imported here: it is an extra, and slow to load.
        from genai_prices import Usage, calc_price
    except ModuleNotFoundError:
        return None
    usage = Usage(
        input_tokens=tokens["input_tokens"],
        cache_read_tokens=tokens["cached"],
        cache_write_tokens=tokens["written"],
        output_tokens=tokens["output_tokens"],
    )
    for name in names:
        try:
            return round(float(calc_price(usage, name, provider_api_url=url).total_price), 9)
        except LookupError:
            continue
    return None
