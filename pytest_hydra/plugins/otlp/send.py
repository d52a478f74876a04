"""Send a run to a collector of OpenTelemetry, by OTLP over HTTP."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from math import inf
from typing import Any

from google.protobuf.json_format import Parse, ParseError
from google.protobuf.message import DecodeError
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2 as service

from pytest_hydra.core.text import counted, fill, one_line, variables
from pytest_hydra.errors import HydraError
from pytest_hydra.execution import (
    HttpAnswer,
    HttpClient,
    HttpError,
    RateLimit,
    Secrets,
    now,
    place_of,
)
from pytest_hydra.plugins.otlp.otlp_settings import OtlpSettings
from pytest_hydra.plugins.otlp.spans import traces_of
from pytest_hydra.record.runs import RunFolder

# The time limit of a request.
_SECONDS = 10.0
_PATH = "/v1/traces"
_KIND = "application/x-protobuf"
# Collectors take 20 MB by default.
_MOST_BYTES = 4 * 2**20


def send_run(
    report: Mapping[str, Any], run: RunFolder, settings: OtlpSettings, seconds: float = inf
) -> str:
    """Send the conversations of a run, and return a line that says so. Raises HydraError.

    ``seconds`` is the time limit of all requests together.
    """
    given = settings.model_dump()
    names = [*variables(given)]
    if missing := [name for name in names if not os.environ.get(name)]:
        raise HydraError(f"the environment variable {missing[0]} is not set")
    secrets = Secrets((os.environ[name], f"${{{name}}}") for name in names)
    url, headers = fill(given, "{{{{{}}}}}".format, os.environ.__getitem__).values()
    base, *query = url.partition("?")
    url = "".join([base.rstrip("/").removesuffix(_PATH), _PATH, *query])
    sent, deadline = 0, now() + seconds
    try:
        for request in _requests(report, run):
            left = round(min(_SECONDS, deadline - now()), 1)
            if left <= 0:
                only = f"sent only {counted(sent, 'conversation')} in {seconds:g} s"
                return f"{only}: python -m pytest_hydra export otlp {run.run_id} sends all"
            client = HttpClient(
                name="otlp", seconds=left, retries=1, most_bytes=2**16, rate=RateLimit(None)
            )
            body = request.SerializeToString()
            _check(client.post(url, {"Content-Type": _KIND, **headers}, body))
            sent += len(request.resource_spans)
    except HttpError as error:
        some = f"; {counted(sent, 'conversation')} sent before" if sent else ""
        raise HydraError(secrets.for_display(f"the collector {error}{some}")) from None
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise HydraError(f"{run.path}: not a valid run: {one_line(repr(error), 200)}") from error
    return f"sent {counted(sent, 'conversation')} to {place_of(url)}"


def _requests(
    report: Mapping[str, Any], run: RunFolder
) -> Iterator[service.ExportTraceServiceRequest]:
    request, size = service.ExportTraceServiceRequest(), 0
    for trace in traces_of(report, run):
        if request.resource_spans and size + trace.ByteSize() > _MOST_BYTES:
            yield request
            request, size = service.ExportTraceServiceRequest(), 0
        request.resource_spans.append(trace)
        size += trace.ByteSize()
    if request.resource_spans:
        yield request


def _check(answer: HttpAnswer) -> None:
    """Raise HttpError unless the collector says that it took everything."""
    if not 200 <= answer.status < 300:
        raise HttpError(f"answered {answer.status} {one_line(answer.reason, 60)}")
    kind, response = answer.headers.get("Content-Type", _KIND), service.ExportTraceServiceResponse()
    try:
        if "json" in kind:
            Parse(answer.body or b"{}", response, ignore_unknown_fields=True)
        else:
            response.ParseFromString(answer.body)
    except (DecodeError, ParseError, UnicodeDecodeError):
        raise HttpError("answered something that is not OTLP") from None
    refused = response.partial_success
    if refused.rejected_spans:
        reason = one_line(refused.error_message, 200)
        raise HttpError(f"refused {counted(refused.rejected_spans, 'span')}: {reason}")
