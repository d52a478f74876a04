"""What differs between two reports beside the results: who answered, the suite, and the code.

A change of these is a cause of its own. Without it, scores that a new model, prompt or judge moved
look like a change of the bot's code.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import unified_diff
from typing import Any

from pytest_hydra.core.plain import differences
from pytest_hydra.core.result import Result
from pytest_hydra.core.text import counted, one_line
from pytest_hydra.core.text import listed as shortened

# Shorter texts of a bot's settings are named like other settings.
_LEAST_OF_A_PROMPT = 60
_MOST_OF_A_DIFF = 200
Counts = Mapping[str, Counter[str]]


def what_differs(
    pairs: Iterable[tuple[Result, Result]],
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    prompts: Mapping[str, Sequence[str]],
) -> Iterator[str]:
    """What differs, in words: model, prompt, tools, suite, judge, code.

    That is the order of what explains most. What is unknown of one side does not differ.
    ``prompts`` are the `changed_prompts`.
    """
    pairs = list(pairs)
    old, new = (_answered(pair[side] for pair in pairs) for side in (0, 1))
    suite, code = [*_suite(before, after)], _code(before, after)
    model = _named("models", "model", old, new)
    if model:
        if _of_suite(before, "files") and not suite:
            model += "; no file of the suite changed"
            if not code:
                model += ": drift"
        yield model
    elif old["fingerprints"].keys().isdisjoint(new["fingerprints"]):
        # Several builds may answer at a time.
        yield from _lines(_named("fingerprints", "build of the model", old, new))
    yield from _lines(_named("programs", "program", old, new))
    for key, diff in prompts.items():
        came, gone = (sum(line[:1] == sign for line in diff) for sign in "+-")
        yield f"{one_line(key, 120)}: +{came} -{gone} lines"
    for kind, name in {"prompts": "prompt", "tools": "tools"}.items():
        if _named(kind, name, old, new) and not (prompts and kind == "prompts"):
            yield f"the {name} of {_replies(kind, old, new)} changed"
    yield from suite
    yield from _lines(_named("judges", "judge", old, new))
    yield from _lines(code)


def changed_prompts(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, list[str]]:
    """The long texts of the settings of bots that differ, by their keys: each as a diff."""
    old, new = ({"bots": (_of_suite(each, "policy") or {}).get("bots")} for each in (before, after))
    found = {}
    for key, was, now in differences(old, new):
        is_text = isinstance(was, str) and isinstance(now, str)
        if is_text and max(len(was), len(now)) >= _LEAST_OF_A_PROMPT:
            diff = unified_diff(was.splitlines(), now.splitlines(), n=2, lineterm="")
            # Without the names of files.
            found[key] = [*diff][2:][:_MOST_OF_A_DIFF]
    return found


def judges_differ(before: Result, after: Result) -> bool:
    """Whether other judges answered, so that their verdicts cannot be compared."""
    old, new = (_answered([result])["judges"] for result in (before, after))
    return bool(old and new) and old.keys() != new.keys()


def _answered(results: Iterable[Result]) -> Counts:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for result in results:
        for kind, names in result["details"].get("answered", {}).items():
            counts[kind].update(names)
    return counts


def _named(kind: str, name: str, before: Counts, after: Counts) -> str:
    """What answered before and now; empty if that is the same, or unknown."""
    old, new = before[kind], after[kind]
    if not old or not new or old.keys() == new.keys():
        return ""
    was, now = (one_line(shortened(sorted(each)), 120) for each in (old, new))
    return f"the {name} of {_replies(kind, before, after)}: {was} → {now}"


def _replies(kind: str, before: Counts, after: Counts) -> str:
    """How many replies, or answers of judges, are not by one of those before."""
    moved = sum(count for name, count in after[kind].items() if name not in before[kind])
    if kind == "judges":
        return counted(moved, "answer") if moved else "some"
    return f"{moved:,} {'reply' if moved == 1 else 'replies'}" if moved else "some"


def _suite(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    old, new = (_of_suite(each, "files") for each in (before, after))
    if old and new and old != new:
        names = sorted(name for name in {**old, **new} if old.get(name) != new.get(name))
        yield f"the suite: {counted(len(names), 'file')}: {one_line(shortened(names), 160)}"


def _code(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    old, new = (_of_suite(each, "code") for each in (before, after))
    return "the code: files beside the suite" if old and new and old != new else ""


def _of_suite(report: Mapping[str, Any], key: str) -> Any:
    return (report.get("suite") or {}).get(key)


def _lines(line: str) -> list[str]:
    return [line] if line else []
