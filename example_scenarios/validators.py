"""Checks that only this shop needs, called by ``customValidator``.

A validator gets the reply and the whole conversation. It returns a bool, a score from 0 to 100, or
a pair of one of these and a message.
"""

from __future__ import annotations

import re

from pytest_hydra.api import Conversation, Reply

_WORDS = 40


def amounts_agree(reply: Reply, _conversation: Conversation) -> tuple[bool, str]:
    """What the text promises in EUR is what the calls do: no more, no less."""
    promised = {float(amount) for amount in re.findall(r"(\d+(?:\.\d+)?) EUR", reply.text)}
    done = {float(call.params["amount"]) for call in reply.calls if "amount" in call.params}
    return promised == done, f"the text says {sorted(promised)} EUR, the calls {sorted(done)}"


def is_brief(reply: Reply, _conversation: Conversation) -> int:
    """100 up to forty words, then two points less for each word."""
    return max(0, 100 - 2 * max(0, len(reply.text.split()) - _WORDS))
