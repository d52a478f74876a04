"""Thoughts are no speech."""

from __future__ import annotations

import pytest

from pytest_hydra.core.thoughts import split_thoughts

# With the bars and blanks of DeepSeek's special tokens.
_DEEPSEEK = "<|begin of thinking|>a<|end of thinking|>".replace("|", "\uff5c").replace(
    " of ", "\u2581of\u2581"
)

CASES = [
    (f"{_DEEPSEEK}Done.", "Done."),
    ("<think>They want a refund.</think>\n\nDone.", "Done."),
    ("<think>\n</think>\n\nDone.", "Done."),
    ("They want a refund.\n</think>\n\nDone.", "Done."),
    ("They want a refund.</think>Done.", "Done."),
    ("They want a refund. </think> Done.", "Done."),
    ("They want a refund </think>\n\nDone.", "Done."),
    ("They want a refund </think> Done.", "Done."),
    ("<thinking>a fee</thinking>Done.", "Done."),
    ("<reasoning>a fee</reasoning> Done.", "Done."),
    ("<thought>a fee</thought> Done.", "Done."),
    ('<think duration="3">a fee</think> Done.', "Done."),
    ("<THINK>a fee</THINK> Done.", "Done."),
    ("\u25c1think\u25b7a fee\u25c1/think\u25b7Done.", "Done."),
    ("[THINK]a fee[/THINK]Done.", "Done."),
    ("<|START_THINKING|>a fee<|END_THINKING|><|START_RESPONSE|>Done.<|END_RESPONSE|>", "Done."),
    (
        "<|begin_of_thought|>a<|end_of_thought|><|begin_of_solution|>Done.<|end_of_solution|>",
        "Done.",
    ),
    (
        "<|channel|>analysis<|message|>a fee<|end|><|start|>assistant<|channel|>final<|message|>"
        "Done.<|return|>",
        "Done.",
    ),
    ("<|channel|>analysis<|message|>a fee<|channel|>final<|message|>Done.", "Done."),
    ("analysisWe mention a fee.assistantfinalDone.", "Done."),
    ("<think>one</think>I look.<think>two</think> Done.", "I look. Done."),
    ("<think>I say </thinking> here</think>Done.", "Done."),
    ("<think>cut off", ""),
    ("<unused94>thought\na fee<unused95>Done.", "Done."),
    ("<|channel>thought\na fee<channel|>Done.", "Done."),
    ("<analysis>a fee</analysis>Done.", "Done."),
    ("Hello.\n<think>cut off", "Hello."),
    ("<|channel|>analysis<|message|>cut off", ""),
    ("<|im_start|>think\na fee<|im_end|>\nDone.", "Done."),
    ("analysis<|message|>a fee<|end|><|start|>assistant<|channel|>final<|message|>Done.", "Done."),
    ('<details type="reasoning" done="true">\n> a fee\n</details>\nDone.', "Done."),
    ("<inner_thoughts>a fee</inner_thoughts>Done.", "Done."),
    ("Here are my reasoning steps:\na fee\n[BEGIN FINAL RESPONSE]\nDone.", "Done."),
    ("<|think|>a fee<|end|><|begin|>assistant<|content|>Done.", "Done."),
    ("<think>a fee</think>\n<answer>\nDone.\n</answer>", "Done."),
]


@pytest.mark.parametrize(("text", "said"), CASES)
def test_thoughts_are_cut(text: str, said: str) -> None:
    spoken, thoughts = split_thoughts(text)
    assert spoken == said
    assert "fee" not in spoken
    assert thoughts or "</think>\n\nDone" in text


@pytest.mark.parametrize(
    "text",
    [
        "Done.",
        "I think so. <b>Done.</b>",
        "Write your plan into `<think>` tags, closed by `</think>`.",
        '{"evidence": ["it says \\"x\\" </think> y"], "quote": "<think>a</think>"}',
        "An analysis of the fee, and the final result.",
        "a < b, and b > c",
        "Use the <think> tag. Anything else?",
        "Some models end their thoughts with a </think> tag. We do not.",
        "Their thoughts end with </think>, ours with nothing.",
        "Close it (</think>).",
        "```html\n<think>a fee</think>\n```",
        "<details><summary>Fees</summary>5</details>",
    ],
)
def test_a_text_without_thoughts_stays_as_it_is(text: str) -> None:
    assert split_thoughts(text) == (text, "")
