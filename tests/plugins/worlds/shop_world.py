"""Worlds that the tests of worlds are held in: a shop, an airline, and some that misbehave."""

from __future__ import annotations

import datetime
import threading
from typing import Any, Literal

from pytest_hydra import tool

State = dict[str, Any]
STATE: State = {
    "orders": {
        "PC-1": {"status": "delivered", "total": 64.9, "customer": "ada"},
        "PC-2": {"status": "open", "total": 5, "customer": "bob"},
    },
    "refunds": [],
}


class Shop:
    """A shop whose payment service fails at first."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.tries = 0

    @tool
    def get_order(self, order: str) -> Any:
        """Look an order up."""
        return self.state["orders"][order]

    @tool(writes=True)
    def refund_order(
        self, order: str, reason: Literal["broken", "late"] = "broken", amount: float | None = None
    ) -> Any:
        """Refund an order that was delivered."""
        found = self.state["orders"][order]
        if found["status"] != "delivered":
            raise ValueError(f"{order} is {found['status']}")
        self.tries += 1
        if reason == "late" and self.tries == 1:
            raise TimeoutError("busy")
        found["status"] = "refunded"
        self.state["refunds"].append(amount or found["total"])
        return {"refunded": amount or found["total"]}

    @tool(writes=True)
    def note(self, text: str) -> None:
        """Write a note down."""
        self.state.setdefault("notes", []).append(text)


class Airline:
    """Seats and flights, where the order of calls matters."""

    def __init__(self, state: State) -> None:
        self.state = {"seats": {"12A": None, "12B": "bob"}, "log": 0, **state}

    @tool(writes=True)
    def free_seat(self, seat: str) -> str:
        """Free a seat."""
        self.state["seats"][seat] = None
        return "freed"

    @tool(writes=True)
    def take_seat(self, seat: str, passenger: str, day: datetime.date | None = None) -> str:
        """Take a free seat."""
        if self.state["seats"][seat] is not None:
            raise ValueError(f"{seat} is taken")
        self.state["seats"][seat] = passenger
        self.state["log"] += 1
        return f"{passenger} on {seat}{'' if day is None else f' in {day.year}'}"


class Odd:
    """What a tool may do wrong."""

    def __init__(self, state: State) -> None:
        self.state: Any = state

    @tool
    def give(self, what: str) -> Any:
        """Give something that is no JSON, or no end."""
        cycle: list[Any] = []
        cycle.append(cycle)
        match what:
            case "nan":
                return float("nan")
            case "cycle":
                return cycle
            case "bytes":
                return b"raw"
            case "much":
                return "x" * 100_000_000
            case "exit":
                raise SystemExit(3)
            case "hang":
                threading.Event().wait()
            case "silent":
                raise ValueError
        return what

    @tool
    def sneak(self) -> None:
        """Change the state, which it may not."""
        self.state["sneaked"] = True

    @tool(writes=True)
    def break_state(self) -> None:
        """Leave a state that is no JSON."""
        self.state = {"raw": b"x"}


class Raises:
    def __init__(self, state: State) -> None:
        raise RuntimeError("no database" * (len(state) + 1))

    @tool
    def get(self) -> None:
        """Nothing."""


class Stateless:
    def __init__(self, _: State) -> None:
        pass

    @tool
    def get(self) -> None:
        """Nothing."""


class Toolless:
    def __init__(self, state: State) -> None:
        self.state = state


class Variadic:
    def __init__(self, state: State) -> None:
        self.state = state

    @tool
    def get(self, *names: str) -> None:
        """Nothing."""


class Asynchronous:
    def __init__(self, state: State) -> None:
        self.state = state

    @tool
    async def get(self) -> None:
        """Nothing."""
