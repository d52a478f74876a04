"""What the model of each agent does: it looks the order up, refunds it, and says so."""

from __future__ import annotations

CALLS = ("get_order", "refund_order")
ARGUMENTS = {"order": "A-1"}
TEXT = "I have refunded 64.9 EUR for A-1."
