"""Separate what a model says from the thoughts that it, or its server, left in the text."""

from __future__ import annotations

import re

_NAMES = r"think|thinking|thoughts?|reasoning|scratchpad|inner_monologue|antthinking|seed:think"
_NAMES += r"|analysis|reflection"
# Each pair of tags: of <think>, [THINK], ◁think▷, and special tokens of models.
_TAG = re.compile(
    rf"<(?P<a>/?)(?P<xml>{_NAMES})(?:\s[^<>]{{0,200}})?>|\[(?P<b>/?)(?P<square>THINK)\]"
    r"|\u25c1(?P<c>/?)(?P<wedge>think)\u25b7|<\|(?P<d>/?)(?P<bar>think|thinking)\|>"
    r"|<\|(?:START|(?P<e>END))_(?P<cohere>THINKING)\|>"
    r"|<\|(?:begin|(?P<f>end))_of_(?P<of>thought)\|>",
    re.IGNORECASE,
)
_CLOSING = ("a", "b", "c", "d", "e", "f")
_KINDS = ("xml", "square", "wedge", "bar", "cohere", "of")
# The special tokens of Gemma and MedGemma around thoughts.
_OF_GEMMA = re.compile(r"<unused94>|<\|channel>(?=thought)|(<unused95>|<channel\|>)")
# Tokens around the answer after such thoughts.
_AROUND = re.compile(r"<\|(?:(?:START|END)_RESPONSE|(?:begin|end)_of_solution)\|>")
# How a sentence goes on, or ends.
_GOES_ON = re.compile(r"[ \t]+[a-z]|[.,;:!?)]")
# A message in a channel, in the format of gpt-oss; and the same without its special tokens.
_CHANNEL = re.compile(
    r"(?:<\|start\|>[^<]{0,100})?<\|channel\|>(\w+)[^<]{0,200}(?:<\|constrain\|>\w*\s*)?<\|message\|>"
    r"(.*?)(?:<\|(?:end|return|call)\|>|(?=<\|(?:start|channel)\|>)|\Z)",
    re.DOTALL,
)
_BARE_CHANNEL = re.compile(r"\A\s*analysis(?=[A-Z])(.*?)assistantfinal", re.DOTALL)


def split_thoughts(text: str) -> tuple[str, str]:
    """What is said in a text, and the thoughts in it.

    A closing tag without an opening one ends thoughts that began with the text: prompts often
    contain the opening tag. Without a closing tag, all that follows is a thought, if the opening
    tag begins a line. Tags in quotation marks, in backticks or alone within a sentence are part of
    what is said. A text without thoughts is returned as it is.
    """
    if (
        "<" not in text
        and "[THINK]" not in text
        and "\u25c1" not in text
        and "analysis" not in text
    ):
        return text, ""
    thoughts: list[str] = []

    def channel(match: re.Match[str]) -> str:
        is_thought = match[1] == "analysis"
        thoughts.extend([match[2]] * is_thought)
        return "" if is_thought else match[2]

    bare = _BARE_CHANNEL.match(text)
    spoken = _CHANNEL.sub(channel, text)
    spoken = _OF_GEMMA.sub(lambda match: "</think>" if match[1] else "<think>", spoken)
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
        elif not opened and not _is_quoted(spoken, tag.start()) and _is_opened(spoken, tag, kind):
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


def _is_quoted(text: str, end: int) -> bool:
    """Whether a tag that starts here is within quotation marks or backticks of its line."""
    line = text[text.rfind("\n", 0, end) + 1 : end]
    return line.count('"') % 2 == 1 or line.count("`") % 2 == 1
