"""The world of the shop's desk: orders, and the tools that a bot has for them."""

from __future__ import annotations

from typing import Any

from pytest_hydra import tool


class Shop:
    """Made anew for each conversation; ``state`` is its own copy of what the scenario says."""

    def __init__(self, state: dict[str, Any]) -> None:
        self.state = state

    @tool
    def get_order(self, order: str) -> dict[str, Any]:
        """Look up an order: its status and its total in EUR."""
        found: dict[str, Any] = self.state["orders"][order]
        return found

    @tool(writes=True)
    def refund_order(self, order: str) -> dict[str, Any]:
        """Refund an order that was delivered."""
        found = self.get_order(order)
        if found["status"] != "delivered":
            raise ValueError(f"{order} is {found['status']}")
        found["status"] = "refunded"
        return found
