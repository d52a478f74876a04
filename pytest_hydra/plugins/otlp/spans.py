"""Conversations as traces of OpenTelemetry, by its conventions for generative AI.

A trace has the span ``invoke_agent`` for the conversation, ``chat`` for each turn, and
``execute_tool`` for each call that was made. Each check is an event of the span that it is about.
Ids depend on the run and the item only, so that a second export has the same.

Recordings have no times of day: a conversation begins when its run did, its turns follow one
another, and calls are at the beginning of their turn.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from opentelemetry.proto.common.v1.common_pb2 import AnyValue, InstrumentationScope, KeyValue
from opentelemetry.proto.resource.v1.resource_pb2 import Resource
from opentelemetry.proto.trace.v1.trace_pb2 import ResourceSpans, ScopeSpans, Span, Status

from pytest_hydra import __version__
from pytest_hydra.core.plain import safe_text, value
from pytest_hydra.core.result import Result, scored
from pytest_hydra.record.runs import RunFolder
from pytest_hydra.scenarios.recordings import conversation_of
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.transcript.turn import Reply, Turn

Fields = dict[str, Any]
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def traces_of(report: Mapping[str, Any], run: RunFolder) -> Iterator[ResourceSpans]:
    """The trace of each conversation of a run."""
    about = {
        "service.name": (report["repository"] or {}).get("name") or "pytest-hydra",
        "vcs.ref.head.revision": report["commit"],
        "vcs.ref.head.name": report["branch"],
        "cicd.pipeline.run.url.full": report["ci_url"],
        "pytest_hydra.run.id": run.run_id,
    }
    resource = Resource(attributes=_attributes(about))
    scope = InstrumentationScope(name="pytest-hydra", version=__version__)
    records = {r["nodeid"]: r for kind in ("scenarios", "tests") for r in run.records(kind)}
    for result in scored(report):
        runs = records.get(result["nodeid"], {}).get("runs", ())
        for number, record in enumerate(runs, start=1):
            conversation = conversation_of(record["conversation"])
            model = run.manifest["bots"].get(conversation.bot, {}).get("openai", {}).get("model")
            trace = _Trace(f"{run.run_id} {result['nodeid']} {number}", model)
            scopes = [ScopeSpans(scope=scope, spans=trace.spans(conversation, result, number))]
            yield ResourceSpans(resource=resource, scope_spans=scopes)


@value
class _Trace:
    """The key of a conversation, which begins with its run, and the model of its bot, if known."""

    key: str
    model: str | None

    def spans(self, conversation: Conversation, result: Result, number: int) -> list[Span]:
        """All spans of the conversation, which was run ``number`` of the item with this result."""
        started = datetime.strptime(f"{self.key[:22]}+0000", "%Y%m%d-%H%M%S-%f%z")
        began = end = (started - _EPOCH) // timedelta(microseconds=1) * 1000
        messages = [_message(each["role"], each["content"]) for each in conversation.history]
        spans, about, error = list[Span](), Fields(), None
        for place, turn in enumerate(conversation.turns, start=1):
            error, start, end = turn.error, end, end + int((turn.seconds or 0) * 10**9)
            messages.append(_message("user", turn.user, *turn.files))
            about = {
                "gen_ai.input.messages": messages,
                "gen_ai.output.messages": _answer(turn.reply, place) if turn.reply else None,
            }
            name = f"chat {self.model or ''}"
            spans.append(self._span(f"{place}", name, (start, end), about | _usage(turn), error))
            spans += self._tools(turn, place, start)
            if turn.reply is None:
                break  # later turns were not sent
            messages = [*messages, *about["gen_ai.output.messages"]]
        run = result["runs"][number - 1]
        about |= {
            "gen_ai.agent.name": conversation.bot,
            "test.case.name": result["nodeid"],
            "test.case.result.status": {"passed": "pass", "failed": "fail"}.get(run["outcome"]),
            "pytest_hydra.outcome": run["outcome"],
            "pytest_hydra.score": run.get("total", result["total"]),
        }
        root = self._span("", f"invoke_agent {conversation.bot}", (began, end), about, error)
        # The report has all checks of one run, and of others those that did not pass.
        is_shown = number == result["details"].get("run", 1)
        for check in result["checks"] if is_shown else run.get("checks", ()):
            own = self._id(check["turn"])
            span = next((span for span in spans if span.span_id == own), root)
            about = {
                "gen_ai.evaluation.name": check["name"],
                # An ungraded check has none.
                "gen_ai.evaluation.score.value": check["score"],
                "gen_ai.evaluation.score.label": check["outcome"],
                "gen_ai.evaluation.explanation": check["message"] or None,
                "pytest_hydra.check.kind": check["kind"],
            }
            event = span.events.add(name="gen_ai.evaluation.result", attributes=_attributes(about))
            event.time_unix_nano = span.end_time_unix_nano
        return [root, *spans]

    def _tools(self, turn: Turn, number: int, time: int) -> Iterator[Span]:
        for index, call in enumerate(turn.reply.calls if turn.reply else turn.arrived, start=1):
            about = {
                "gen_ai.agent.name": call.agent,
                "gen_ai.tool.name": call.function,
                "gen_ai.tool.call.id": call.id or f"{number}.{index}",
                "gen_ai.tool.call.arguments": call.params,
                "gen_ai.tool.call.result": call.result,
            }
            if not call.requested:
                name = f"execute_tool {call.function}"
                yield self._span(f"{number}.{index}", name, (time, time), about, call.error)

    def _span(
        self, place: str, name: str, times: tuple[int, int], about: Fields, error: str | None
    ) -> Span:
        """A span; ``place`` is empty for the conversation, ``1`` for a turn, ``1.1`` for a call."""
        common = {
            "gen_ai.operation.name": name.partition(" ")[0],
            "gen_ai.conversation.id": self.key,
            # The form of the API. Whose model other bots use is not known.
            "gen_ai.provider.name": self.model and "openai",
            "gen_ai.request.model": self.model,
            "error.type": error and "_OTHER",
        }
        code = Status.STATUS_CODE_ERROR if error else Status.STATUS_CODE_UNSET
        return Span(
            trace_id=self._id("trace", 16),
            span_id=self._id(place),
            parent_span_id=self._id(place.rpartition(".")[0]) if place else b"",
            name=safe_text(name.strip()),
            kind=Span.SPAN_KIND_INTERNAL,
            start_time_unix_nano=times[0],
            end_time_unix_nano=times[1],
            attributes=_attributes(common | about),
            status=Status(code=code, message=safe_text(error or "")),
        )

    def _id(self, place: object, size: int = 8) -> bytes:
        text = safe_text(f"{self.key} {place}")
        return hashlib.sha256(text.encode()).digest()[:size]


def _usage(turn: Turn) -> Fields:
    reply = turn.reply or Reply()
    return {
        "gen_ai.agent.name": reply.agent,
        "gen_ai.response.model": turn.model,
        "gen_ai.response.time_to_first_chunk": turn.first_seconds,
        "gen_ai.usage.cost": reply.cost_usd,
        # The conventions have input and output tokens only, and recordings their sum.
        "gen_ai.usage.total_tokens": reply.tokens,
    }


def _message(role: str, *parts: str | Mapping[str, Any]) -> Fields:
    found = [{"type": "text", "content": p} if isinstance(p, str) else p for p in parts]
    return {"role": role, "parts": found}


def _answer(reply: Reply, number: int) -> list[Fields]:
    """A reply as messages: earlier texts, calls, their results, and the text."""
    calls = [(call.id or f"{number}.{index}", call) for index, call in enumerate(reply.calls, 1)]
    requests = [
        {"type": "tool_call", "id": id_, "name": call.function, "arguments": call.params}
        for id_, call in calls
    ]
    messages = [_message("assistant", text) for text in reply.earlier_texts]
    if requests:
        messages.append(_message("assistant", *requests) | {"finish_reason": "tool_call"})
    for id_, call in calls:
        result = call.result if call.error is None else {"error": call.error}
        if result is not None:
            part = {"type": "tool_call_response", "id": id_, "response": result}
            messages.append(_message("tool", part))
    if reply.text or not messages:
        messages.append(_message("assistant", reply.text))
    # Each has to have one.
    return [{"finish_reason": "stop", **each} for each in messages]


def _attributes(values: Fields) -> list[KeyValue]:
    """The values as attributes, without those that are None."""
    return [KeyValue(key=k, value=_value(k, v)) for k, v in values.items() if v is not None]


def _value(key: str, value: Any) -> AnyValue:
    """A text or a number as it is, with the same type everywhere, anything else as JSON."""
    if key.endswith(".total_tokens"):
        return AnyValue(int_value=value)
    if isinstance(value, int | float) and not key.startswith("gen_ai.tool."):
        return AnyValue(double_value=value)
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return AnyValue(string_value=safe_text(text))
