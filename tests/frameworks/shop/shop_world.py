"""A shop whose orders are looked up and refunded."""

from __future__ import annotations

from typing import Any

from pytest_hydra import tool


class Shop:
    """What the shop's database holds, and what its agents may do with it."""

    def __init__(self, state: dict[str, Any]) -> None:
        self.state = state

    @tool
    def get_order(self, order: str) -> dict[str, Any]:
        """Look up an order by its id."""
        found: dict[str, Any] = self.state["orders"][order]
        return found

    @tool(writes=True)
    def refund_order(self, order: str) -> dict[str, Any]:
        """Refund an order that was delivered."""
        found = self.get_order(order)
        if found["status"] != "delivered":
            raise ValueError(f"{order} is {found['status']}")
        found["status"] = "refunded"
        return {"order": order, "refunded": found["total"]}
