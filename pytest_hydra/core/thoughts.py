"""Separate what a model says from the thoughts and calls that its server left in the text."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache

from pytest_hydra.core.lazy_regex import lazy_regex

_NAMES = r"think|thinking|(?:inner_|internal_)?(?:thoughts?|monologue)|reasoning|scratchpad|cot"
_NAMES += r"|antthinking|seed:think|analysis|reflection"
# Each pair of tags: of <think>, [THINK], ◁think▷, and special tokens of models.
_TAG = lazy_regex(
    rf"<(?P<a>/?)(?P<xml>{_NAMES})(?:\s[^<>]{{0,200}})?>|\[(?P<b>/?)(?P<square>THINK)\]"
    r"|\u25c1(?P<c>/?)(?P<wedge>think)\u25b7|<\|(?P<d>/?)(?P<bar>think|thinking)\|>"
    r"|<\|(?:START|(?P<e>END))_(?P<cohere>THINKING)\|>"
    r"|<[|\uff5c](?:begin|(?P<f>end))[_\u2581]of[_\u2581](?P<of>thought|thinking)[|\uff5c]>",
    re.IGNORECASE,
)
_CLOSING = ("a", "b", "c", "d", "e", "f")
_KINDS = ("xml", "square", "wedge", "bar", "cohere", "of")
# What has no such tags, and what it is with them: the special tokens of Gemma and MedGemma, Qwen's
# turn that thinks, Solar's, Open WebUI's folded block, Apriel's steps, and gpt-oss's first message
# if its first token was in the prompt.
_OTHERS = (
    (lazy_regex(r"<unused94>|<\|channel>(?=thought)"), "<think>"),
    (lazy_regex(r"<unused95>|<channel\|>"), "</think>"),
    (lazy_regex(r"<\|im_start\|>think(.*?)<\|im_end\|>", re.DOTALL), r"<think>\1</think>"),
    (
        lazy_regex(r"<\|think\|>(.*?)<\|end\|><\|begin\|>\w+<\|content\|>", re.DOTALL),
        r"<think>\1</think>",
    ),
    (
        lazy_regex(
            r"<details\b[^<>]{0,200}type=\"reasoning\"[^<>]{0,200}>(.*?)</details>", re.DOTALL
        ),
        r"<think>\1</think>",
    ),
    (
        lazy_regex(r"\AHere are my reasoning steps:(.*?)\[BEGIN FINAL RESPONSE\]", re.DOTALL),
        r"<think>\1</think>",
    ),
    (lazy_regex(r"\Aanalysis(?=<\|message\|>)"), "<|channel|>analysis"),
)
# What may be around the answer after such thoughts.
_AROUND = lazy_regex(
    r"<\|(?:(?:START|END)_RESPONSE|(?:begin|end)_of_solution)\|>|\[END FINAL RESPONSE\]"
    r"|\A\s*<(?:answer|response)>|</(?:answer|response)>\s*\Z"
)
_FENCE = lazy_regex(r"^ {0,3}(?:```|~~~)", re.MULTILINE)
# How a sentence goes on, or ends.
_GOES_ON = lazy_regex(r"[ \t]+[a-z]|[.,;:!?)]")
# A message in a channel, in the format of gpt-oss; and the same without its special tokens.
_CHANNEL = lazy_regex(
    r"(?:<\|start\|>[^<]{0,100})?<\|channel\|>(\w+)[^<]{0,200}(?:<\|constrain\|>\w*\s*)?<\|message\|>"
    r"(.*?)(?:<\|(?:end|return|call)\|>|(?=<\|(?:start|channel)\|>)|\Z)",
    re.DOTALL,
)
_BARE_CHANNEL = lazy_regex(r"\A\s*analysis(?=[A-Z])(.*?)assistantfinal", re.DOTALL)


def split_thoughts(text: str) -> tuple[str, str]:
    """What is said in a text, and the thoughts in it.

    A closing tag without an opening one ends thoughts that began with the text: prompts often
    contain the opening tag. Without a closing tag, all that follows is a thought, if the opening
    tag begins a line. Tags in quotation marks, in backticks, in a block of code or alone within a
    sentence are part of what is said. A text without thoughts is returned as it is.
    """
    is_marked = "<" in text or "[THINK]" in text or "\u25c1" in text
    if not (is_marked or "analysis" in text or "[BEGIN FINAL" in text):
        return text, ""
    thoughts: list[str] = []

    def channel(match: re.Match[str]) -> str:
        if match[1] != "analysis":
            return match[2]
        thoughts.append(match[2])
        return ""

    bare = _BARE_CHANNEL.match(text)
    spoken = text
    for spelling, tags in _OTHERS:
        spoken = spelling.sub(tags, spoken)
    spoken = _CHANNEL.sub(channel, spoken)
    if bare:
        thoughts.append(bare[1])
        spoken = text[bare.end() :]
    pieces: list[str] = []
    start, opened = 0, ""
    for tag in _TAG.finditer(spoken):
        kind = next(tag[name].lower() for name in _KINDS if tag[name])
        if any(tag[name] for name in _CLOSING):
            is_lone = not (opened or pieces)
            if opened == kind or (is_lone and not _is_mentioned(spoken, tag)):
                thoughts.append(spoken[start : tag.start()])
                pieces.append("")
                start, opened = tag.end(), ""
        elif (
            not opened
            and not _is_quoted(spoken, tag.start(), start)
            and _is_opened(spoken, tag, kind)
        ):
            pieces.append(spoken[start : tag.start()])
            start, opened = tag.end(), kind
    (thoughts if opened else pieces).append(spoken[start:])
    if not thoughts:
        return text, ""
    said = _AROUND.sub("", "".join(pieces)).strip()
    return said, "\n\n".join(filter(None, (thought.strip() for thought in thoughts)))


def _is_opened(text: str, tag: re.Match[str], kind: str) -> bool:
    """Whether an opening tag begins a line, or is closed."""
    if not text[text.rfind("\n", 0, tag.start()) + 1 : tag.start()].strip():
        return True
    later = (match for match in _TAG.finditer(text, tag.end()) if any(map(match.group, _CLOSING)))
    return any(kind in map(str.lower, filter(None, map(match.group, _KINDS))) for match in later)


def _is_mentioned(text: str, tag: re.Match[str]) -> bool:
    """Whether a closing tag is quoted, or stands within a sentence."""
    is_within = text.endswith((" ", "("), 0, tag.start()) and _GOES_ON.match(text, tag.end())
    return _is_quoted(text, tag.start()) or bool(is_within)


@lru_cache(maxsize=8)
def _fences(text: str) -> tuple[int, ...]:
    return tuple([match.start() for match in _FENCE.finditer(text)])


def _is_quoted(text: str, at: int, start: int = 0) -> bool:
    """Whether what is here is within quotation marks or backticks of its line, or in a code block.

    Blocks are counted from ``start``.
    """
    line = text[text.rfind("\n", start, at) + 1 : at]
    fences = _fences(text)
    in_block = (bisect_left(fences, at) - bisect_left(fences, start)) % 2 == 1
    return in_block or line.count('"') % 2 == 1 or line.count("`") % 2 == 1


# How a call begins that a model wrote into its text, as its server did not read it: a tag or a
# special token of such a name before JSON or XML, at the beginning of a line also before a name.
_CALL_TAG = (
    r"<[|\uff5c]?[\w:.\uff5c\u2581-]{0,40}(?:tool|function)[_\u2581-]?(?:calls?|use|code|request)[\w\u2581]{0,40}"
    r"[|\uff5c]?(?:\s[^<>]{0,200})?>|<use_mcp_tool>|<\|START_ACTION\|>|<\|python_(?:tag|start)\|>"
    r"|<\|action_start\|>"
)
_CALL_IN_TEXT = lazy_regex(
    rf"({_CALL_TAG})\s*+[<\[{{\"]|^[ \t]*({_CALL_TAG})\s*+\w|(\[TOOL_CALLS\])|(<function=)[\w.-]+>"
    r"|(<invoke name=)|(<tool>)[\w.-]+</tool>|(<\|channel\|>)commentary to=\S"
    r"|(<\uff5ctool\u2581calls?\u2581begin\uff5c>)|(\u273fFUNCTION\u273f:)|^[ \t]*(functools)\[\{"
    r"|^[ \t]*(functions\.)[\w.-]+:\d+\s*+\{"
    r"|^(Action:)[ \t]*\S.*\n++Action Input:",
    re.MULTILINE,
)
_TOOL_CODE = lazy_regex(r"^[ \t]*```tool_code\n\s*+\w", re.MULTILINE)
# The whole text, perhaps in a fence: a name and its parameters, or any object that names a tool.
_CALL_AS_JSON = lazy_regex(
    r"\s*+(?:```(?:json)?\s*+)?(?:\{\s*+\"(?:name|action|function)\":\s*+\"[\w.-]+\",\s*+"
    r"\"(?:parameters|arguments|args|input|action_input)\":\s*+[{\"].*\}"
    r"|\[?\s*+\{(?>[^{}]*?\"(?:(?:tool|(?:tool|function)_?name)\"\s*+:\s*+\"[\w.:/-]+\""
    r"|(?:tool_calls?|function_call|tool_use|function|tool)\"\s*+:\s*+[\[{])).*\}\s*+\]?)"
    r"\s*+(?:```\s*+)?",
    re.DOTALL,
)

# What each of these contains.
_MAY_HAVE_CALL = lazy_regex(r"[<\[{`\u273f]|Action:")


def _calls_written_in(text: str) -> Iterator[str]:
    """What in a text looks like the beginning of a call, or like one."""
    if _TOOL_CODE.search(text):
        yield "```tool_code"
    if _CALL_AS_JSON.fullmatch(text):
        yield "JSON of a call"
    for match in _CALL_IN_TEXT.finditer(text):
        if not _is_quoted(text, match.start(match.lastindex or 0)):
            yield match[match.lastindex or 0]


def read_model_text(text: str) -> tuple[str, str, list[str]]:
    """What is said in a text, the thoughts in it, and the beginnings of calls in it."""
    said, thoughts = split_thoughts(text)
    # Cutting thoughts may begin a line, and removes tokens around messages.
    parts = {text, said} if _MAY_HAVE_CALL.search(text) else ()
    calls = {mark for part in parts for mark in _calls_written_in(part)}
    return said, thoughts, sorted(calls)
