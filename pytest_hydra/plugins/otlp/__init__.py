"""Conversations of a run as traces of OpenTelemetry, sent to a collector; needs the extra `otlp`.

Adds the key `otlp` of `[report]`, to which each session sends its run, and the command
`export otlp`. It reads what was recorded and decided, and changes neither.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def report_keys() -> Mapping[str, Any]:
    """The model of the key of `[report]`."""
    from pytest_hydra.plugins.otlp.otlp_settings import OtlpReport

    return {"otlp": OtlpReport}


def receivers() -> Mapping[str, Any]:
    """What sends a run. Raises HydraError without the extra."""
    from pytest_hydra.plugins.otlp.collector import send_to

    return {"otlp": send_to}
