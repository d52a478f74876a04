"""Whether a user agrees to what they were asked."""

from __future__ import annotations

import re

from pytest_hydra.scenarios.english.sentences import normalise

_HARMLESS = re.compile(r"\b(no (problem|worries|objections?)|why not)\b", re.IGNORECASE)
_YES = re.compile(
    r"\b(yes|yep|yeah|yup|sure|ok|okay|agreed?|confirm(ed)?|correct|right|absolutely|definitely|"
    r"certainly|of course|go ahead|go for it|please|do (it|so|that)|proceed|sounds good|fine|"
    r"perfect|great|that works|by all means|no (problem|worries|objections?)|why not)\b",
    re.IGNORECASE,
)
_NO = re.compile(
    r"\b(no|nope|nah|not|never|nothing|stop|wait|hold on|rather|instead|unless|but|if|first|"
    r"\w+n't)\b",
    re.IGNORECASE,
)


def agrees(text: str) -> bool | None:
    """Whether the words agree; None where they say neither yes nor no, or both."""
    words = normalise(text[:2_000])
    says_yes, says_no = bool(_YES.search(words)), bool(_NO.search(_HARMLESS.sub("", words)))
    return None if says_yes == says_no else says_yes
