"""Export the conversations of a run as traces; the import raises HydraError without the extra."""

from pytest_hydra.errors import HydraError

try:
    import httpx2  # noqa: F401
    import opentelemetry.proto  # noqa: F401
except ImportError as error:
    raise HydraError(f'{error.name} is missing: pip install "pytest-hydra[otlp]"') from None
