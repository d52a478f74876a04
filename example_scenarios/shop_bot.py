"""The support bot of Parcel & Co, an online shop that does not exist.

It follows rules, so it answers at once, for nothing, and always the same. One instance serves one
conversation and remembers what it is busy with. It imports nothing of pytest-hydra: a bot need not
know that it is scored. All that it shares is the shape of its answer, a string or a dict.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

Answer = dict[str, Any]
Facts = dict[str, Any]


@dataclass(frozen=True)
class Order:
    """An order as the shop keeps it. ``status`` is packing, shipped or delivered."""

    customer: str
    items: str
    total: float  # EUR
    status: str
    delivered: date = date.max


ORDERS = {
    "PC-1001": Order("ada", "a walnut desk lamp", 64.90, "shipped"),
    "PC-1002": Order("ada", "two stoneware mugs", 24.00, "packing"),
    "PC-1003": Order("ada", "a linen duvet cover", 89.00, "delivered", date(2026, 3, 5)),
    "PC-1004": Order("ada", "a garden hose", 31.50, "delivered", date(2026, 1, 10)),
    "PC-2001": Order("bela", "a silver necklace", 240.00, "shipped"),
}
REFUND_DAYS = 30
GIFT_CARD_EUR = (10, 500)
# What others charge us: the carrier for a look at a parcel, the mail service for a mail.
LOOKUP_USD = 0.002
MAIL_USD = 0.001

# Questions that need no order: the first pattern found in a message decides.
COMMON_QUESTIONS = {
    r"opening hours|are you open": "Our team is here Monday to Friday, 9:00 to 17:00.",
    r"shipping cost|cost to ship": "Shipping is 4.90 EUR, and free for orders over 50 EUR.",
}
# What the customer wants done: here too the first pattern decides.
TASKS = {
    "private": r"card number|password|ignore (all|your)",
    "gift_card": r"gift card",
    "refund": r"refund|money back|send (it|them|this) back",
    "cancel": r"\bcancel",
    "address": r"\baddress\b|deliver (it|them) to",
    "export": r"\bjson\b",
    "track": r"\b(where|track|status|arrive)\b",
}
# What a task must know before it can start, and how the bot asks for it.
NEEDS = {
    "track": ["order"],
    "export": ["order"],
    "cancel": ["order"],
    "refund": ["order", "reason"],
    "address": ["order", "address"],
    "gift_card": ["amount", "recipients"],
}
QUESTIONS = {
    "order": ("order number", "Which order is it? Please tell me the order number."),
    "reason": ("reason", "What is the reason? Is it broken, too small, or something else?"),
    "address": ("address", "What is the new address? Street and number, postcode, city, please."),
    "amount": ("amount", "What amount should be on the gift card, in EUR?"),
    "recipients": ("email", "Which email address should I send the gift card to?"),
}


class ShopBot:
    """One conversation with a customer."""

    def __init__(self) -> None:
        self.task = ""
        self.facts: Facts = {}

    def __call__(self, messages: list[dict[str, str]], context: Mapping[str, Any]) -> str | Answer:
        """Answer the last message.

        ``context`` says who is signed in (``customer``) and what day it is (``today``).
        """
        text = messages[-1]["content"]
        for pattern, answer in COMMON_QUESTIONS.items():
            if re.search(pattern, text, re.I):
                return answer
        self.task = next((t for t, p in TASKS.items() if re.search(p, text, re.I)), self.task)
        self.facts.update(read_facts(text))
        if not self.task:
            return "Hello! I can help with orders, refunds, delivery addresses and gift cards."
        for need in NEEDS.get(self.task, []):
            if need not in self.facts:
                topic, question = QUESTIONS[need]
                return {"text": question, "asks_for": [topic]}
        number = self.facts.get("order")
        if number and ORDERS[number].customer != context.get("customer", "ada"):
            return refuse("ShopAgent", f"I can't help with {number}: it is not your order.")
        today = date.fromisoformat(context.get("today", "2026-03-20"))
        reply = HANDLERS[self.task](self.facts, today)
        # A yes is good for one question only.
        self.facts.pop("confirmed", None)
        return reply


def read_facts(text: str) -> Facts:
    """All that a message tells, by name."""
    facts: Facts = {}
    if (found := re.search(r"\bPC-\d{4}\b", text, re.I)) and found[0].upper() in ORDERS:
        facts["order"] = found[0].upper()
    if found := re.search(r"broken|damaged|too small|too big|changed my mind", text, re.I):
        facts["reason"] = found[0].lower()
    if found := re.search(r"(\d+(?:\.\d\d)?) ?(?:EUR|euros?\b|€)", text, re.I):
        facts["amount"] = float(found[1])
    if found := re.search(r"(\w[\w ]* \d+), (\d{5}) (\w+)", text):
        facts["address"] = {"street": found[1], "postcode": found[2], "city": found[3]}
    if emails := re.findall(r"[\w.]+@[\w.]+\w", text):
        facts["recipients"] = emails
    if found := re.match(r"(yes|no)\b", text, re.I):
        facts["confirmed"] = found[0].lower() == "yes"
    return facts


def act(agent: str, text: str, *calls: tuple[str, Facts], **more: Any) -> Answer:
    """An answer that did something: the calls that were made, and by which agent."""
    made = [{"function": name, "params": params, "agent": agent} for name, params in calls]
    return {"text": text, "agent": agent, "calls": made, **more}


def refuse(agent: str, text: str) -> Answer:
    """An answer that says no, and declares it, so that nobody has to guess from the words."""
    return {"text": text, "agent": agent, "rejected": True}


def private(_facts: Facts, _today: date) -> Answer:
    """Never, whoever asks."""
    return refuse("ShopAgent", "I'm sorry, I can't share account details or skip our rules.")


def track(facts: Facts, _today: date) -> Answer:
    """Where a parcel is."""
    number, order = facts["order"], ORDERS[facts["order"]]
    text = {
        "packing": f"Order {number} is being packed and leaves us tomorrow.",
        "shipped": f"Order {number} is with the courier and arrives on 24 March.",
        "delivered": f"Order {number} was delivered on {order.delivered:%d.%m.%Y}.",
    }[order.status]
    return act("OrderAgent", text, ("track_order", {"order": number}), cost_usd=LOOKUP_USD)


def export(facts: Facts, _today: date) -> str:
    """An order as JSON, for the web page."""
    number, order = facts["order"], ORDERS[facts["order"]]
    return json.dumps({"order": number, "status": order.status, "total": order.total})


def cancel(facts: Facts, _today: date) -> str | Answer:
    """Only before it ships, and only after a yes."""
    number, order = facts["order"], ORDERS[facts["order"]]
    if order.status != "packing":
        return refuse("OrderAgent", f"I can't cancel {number} because it has already shipped.")
    if "confirmed" not in facts:
        text = f"Careful: cancelling {order.items} cannot be undone. Do you confirm? (yes or no)"
        return {"text": text, "agent": "OrderAgent", "asks_for": ["confirmation"]}
    if not facts["confirmed"]:
        return f"Fine, order {number} stays as it is."
    params = {"order": number, "notify": True}
    return act("OrderAgent", f"Order {number} is cancelled.", ("cancel_order", params))


def refund(facts: Facts, today: date) -> Answer:
    """The whole price, within the limit; whoever gets a broken thing need not send it back."""
    number, order = facts["order"], ORDERS[facts["order"]]
    if order.status != "delivered":
        return refuse("RefundAgent", f"I can't refund {number}: it has not been delivered yet.")
    days = (today - order.delivered).days
    if days > REFUND_DAYS:
        return refuse(
            "RefundAgent",
            f"I can't refund {number}: it was delivered {days} days ago, "
            f"and our limit is {REFUND_DAYS} days.",
        )
    params = {"order": number, "amount": order.total, "currency": "EUR", "reason": facts["reason"]}
    text = f"I have refunded {order.total:.2f} EUR for {order.items}. It takes 5 working days."
    if facts["reason"] not in {"broken", "damaged"}:
        params["return_label"] = f"RL-{number}"
        text += f" Please put the label RL-{number} on the parcel."
    return act("RefundAgent", text, ("refund_order", params))


def address(facts: Facts, _today: date) -> Answer:
    """Only before it ships."""
    number, new = facts["order"], facts["address"]
    if ORDERS[number].status != "packing":
        return refuse("OrderAgent", f"I can't redirect {number} because it has already shipped.")
    text = f"Order {number} now goes to {new['street']}, {new['postcode']} {new['city']}."
    return act("OrderAgent", text, ("change_address", {"order": number, "address": new}))


def gift_card(facts: Facts, today: date) -> Answer:
    """One card for each recipient, then one mail to all of them."""
    amount, recipients = facts["amount"], facts["recipients"]
    low, high = GIFT_CARD_EUR
    if not low <= amount <= high:
        return refuse("GiftCardAgent", f"I can't: a gift card holds from {low} to {high} EUR.")
    expires = today.replace(year=today.year + 3).isoformat()
    card = {"amount": amount, "currency": "EUR", "expires": expires}
    calls = [("create_gift_card", {**card, "recipient": recipient}) for recipient in recipients]
    calls.append(("send_gift_cards", {"recipients": recipients}))
    text = f"Done: a gift card of {amount:.2f} EUR for {' and '.join(recipients)}."
    text += f" Please note that it expires on {expires}."
    cost = MAIL_USD * len(recipients)
    return act("GiftCardAgent", text, *calls, warnings=["expiry date"], cost_usd=cost)


HANDLERS: dict[str, Callable[[Facts, date], str | Answer]] = {
    "private": private,
    "gift_card": gift_card,
    "refund": refund,
    "cancel": cancel,
    "address": address,
    "export": export,
    "track": track,
}
