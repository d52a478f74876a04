"""Whether a user agrees to what they were asked."""

from __future__ import annotations

import re

from pytest_hydra.scenarios.english.sentences import sentences

_HARMLESS = re.compile(r"\b(no (problem|worries|objections?)|why not)\b", re.IGNORECASE)
_YES = re.compile(
    r"\b(yes|yep|yeah|yup|sure|ok|okay|agreed?|confirm(ed)?|correct|right(?! now)|absolutely|"
    r"definitely|certainly|of course|go ahead|go for it|please|do (it|so|that)|proceed|sounds good|"
    r"fine|perfect|great|that works|by all means|no (problem|worries|objections?)|why not)\b",
    re.IGNORECASE,
)
_NO = re.compile(
    r"\b(no|nope|nah|not|never|nothing|stop|wait|hold on|rather|instead|unless|but|if|first|"
    r"\w+n't)\b",
    re.IGNORECASE,
)


def agrees(text: str) -> bool | None:
    """Whether the words agree; None where they say neither yes nor no, or both.

    A question agrees to nothing: "How much is it, please?"
    """
    found = sentences(text[:2_000])
    said = [each.text for each in found if not each.question or _HARMLESS.search(each.text)]
    says_yes = bool(_YES.search(" ".join(said)))
    says_no = any(_NO.search(_HARMLESS.sub("", each.text)) for each in found)
    return None if says_yes == says_no else says_yes
