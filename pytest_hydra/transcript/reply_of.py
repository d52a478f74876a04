"""The reply that messages are: all calls with their results, the last text, and earlier ones."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from pytest_hydra.core.plain import NotPlainError, plain, read_json, safe_text
from pytest_hydra.core.text import one_line
from pytest_hydra.transcript.call_roles import call_error
from pytest_hydra.transcript.dispatched import direct_calls
from pytest_hydra.transcript.message import Called, Message, Returned
from pytest_hydra.transcript.own_form import thoughts_apart
from pytest_hydra.transcript.returned import outcome
from pytest_hydra.transcript.turn import Call, Reply, ReplyError


def since_user(messages: Sequence[Message], user: str) -> Sequence[Message]:
    """The user's message and those after it; a framework may insert others with its role."""
    user, texts = user.strip(), [(i, m.text) for i, m in enumerate(messages) if m.is_users]
    matches = [(text.strip() == user, user in text, i) for i, text in texts]
    return messages[max(matches)[-1] :] if matches else messages


def with_output(messages: Sequence[Message], output: object) -> list[Message]:
    """The messages of a run whose final output is separate from them: it is the last text.

    Raises ReplyError for an output that JSON cannot carry.
    """
    text = output
    if not isinstance(text, str):
        try:
            text = json.dumps(plain(output), ensure_ascii=False)
        except NotPlainError as error:
            raise ReplyError(f"the output of the run cannot be recorded: {error}") from None
    for entry in messages:
        if entry.role == "assistant":
            entry.text = entry.text.removesuffix(text).strip()
    return [*messages, Message("assistant", text)]


def reply_of(messages: Sequence[Message], missing: Collection[str | None] = ()) -> Reply:
    """The bot's reply in messages, of which the first may be the user's.

    ``missing`` are the ids of calls that may not have run. Raises ReplyError if it is not whole.
    """
    messages = messages[1:] if messages and messages[0].is_users else messages
    said = [entry for entry in messages if entry.role == "assistant"]
    if not said:
        raise ReplyError("the messages end without a message of the bot after the user's last one")
    unknown = [kind for entry in messages for kind in entry.unknown]
    others = [entry for entry in messages if entry.role != "assistant"]
    unknown += ["a call of somebody else" for entry in others if entry.calls]
    results = [result for entry in messages for result in entry.results]
    calls: list[Call] = []
    faults: list[str] = []
    params = _params([called for entry in said for called in entry.calls])
    for entry in said:
        for called in entry.calls:
            values, fault = next(params)
            call = _call(called, values, entry.agent, _result_of(called, results), missing)
            made, unread = direct_calls(call)
            calls, unknown = calls + made, unknown + unread
            if fault:
                faults.append(f"the arguments of the call of {one_line(call.function)} {fault}")
            if called.state == "unfinished":
                unknown.append(f"{call.function}, unfinished")
            elif call.requested and called.state is None:
                unknown.append(f"{call.function} without a result")
    faults += [entry.end.reason for entry in said if entry.end and entry.end.kind == "cut off"]
    if faults:
        failure = ReplyError(faults[0])
        failure.calls = tuple(calls)
        raise failure
    *earlier, text = [safe_text(entry.text) for entry in said if entry.text] or [""]
    totals = [entry.spent.total for entry in said if entry.spent and entry.spent.total is not None]
    end = said[-1].end
    spoke = [entry.answered_by for entry in said]
    reply = Reply(
        text=text,
        calls=tuple(calls),
        agent=next((entry.agent for entry in reversed(said) if entry.agent), None),
        rejected=True if end is not None and end.kind == "refused" else None,
        tokens=sum(totals) if totals else None,
        unknown_calls=tuple(dict.fromkeys(map(safe_text, unknown))),
        earlier_texts=tuple(earlier),
        answered_by=next(filter(None, reversed(spoke)), None),
    )
    return thoughts_apart(reply)


def _params(called: Sequence[Called]) -> Iterator[tuple[dict[str, Any], str]]:
    """The parameters of each call, and what is wrong with them. The limits are those of a reply."""
    read = [_arguments(one.arguments) for one in called]
    try:
        values = plain({"calls": [arguments for arguments, _ in read]})["calls"]
    except NotPlainError as error:
        raise ReplyError(f"the reply cannot be recorded: {one_line(str(error), 300)}") from None
    for params, (arguments, fault) in zip(values, read, strict=True):
        if isinstance(params, dict):
            yield params, fault
        else:
            yield {}, f"are not a JSON object: {one_line(repr(arguments), 160)}"


def _arguments(given: Any) -> tuple[Any, str]:
    """What a call is given, which may be JSON as a text, and what is wrong with it."""
    if not isinstance(given, str):
        return {} if given is None else given, ""
    try:
        found = read_json(given) if given.strip() else None
    except (ValueError, RecursionError) as error:
        return {}, f"are not JSON: {one_line(repr(given), 160)} ({one_line(str(error))})"
    return {} if found is None else found, ""


def _result_of(called: Called, results: list[Returned]) -> Returned | None:
    """The result of a call, which is taken out of ``results``: no other call has it."""
    if called.result is not None:
        return called.result
    for index, result in enumerate(results):
        if result.id == called.id if result.id is not None else result.function == called.function:
            return results.pop(index)
    return None


def _call(
    called: Called,
    params: dict[str, Any],
    agent: str | None,
    result: Returned | None,
    missing: Collection[str | None],
) -> Call:
    function = called.function
    if not isinstance(function, str) or not function:
        shown = one_line(repr({"name": function, "arguments": called.arguments}), 160)
        raise ReplyError(f"a call has no name: {shown}")
    values: dict[str, Any] = {"function": safe_text(function), "params": params}
    if result is not None:
        values |= outcome(result.content, failed=result.failed)
    return Call(
        function=values["function"],
        params=params,
        agent=agent,
        result=values.get("result"),
        error=call_error(values),
        id=called.id if called.id is None else safe_text(called.id),
        requested=result is None and (called.state is not None or called.id in missing),
    )
