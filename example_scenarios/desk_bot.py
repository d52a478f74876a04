"""A bot that acts by the tools of a world: it asks, refunds, and tries again after a failure."""

from __future__ import annotations

import re
from typing import Any

from pytest_hydra import ToolError


class DeskBot:
    """One conversation. ``tools`` is a mapping from names to what may be called."""

    def __init__(self) -> None:
        self.order = ""

    def __call__(self, messages: list[dict[str, str]], tools: Any) -> str:
        """The answer to the last message."""
        said = messages[-1]["content"]
        named = re.search(r"PC-\d+", said)
        if named:
            self.order = named[0]
            try:
                total = tools["get_order"](order=self.order)["total"]
            except ToolError:
                return f"I can't find {self.order}. Is that the number on your receipt?"
            return f"I am sorry to hear that. Shall I refund {total:.2f} EUR for {self.order}?"
        if not said.lower().startswith("yes"):
            return "As you wish."
        for _ in range(2):
            try:
                tools["refund_order"](order=self.order)
            except ToolError as error:
                reason = str(error)
            else:
                return f"Done: {self.order} is refunded."
        return f"I could not refund it: {reason}."
