"""The same bot as a program, for bots in any language: JSON in, JSON out, a line each.

The program lives for one conversation. For each turn it reads one line from standard input,
``{"messages": [...], "context": {...}}``, and writes one line to standard output, its answer.
What it writes to standard error is kept for the report.
"""

from __future__ import annotations

import json
import sys

from example_scenarios.shop_bot import ShopBot


def main() -> None:
    """Answer until there are no more messages."""
    bot = ShopBot()
    for line in sys.stdin:
        request = json.loads(line)
        answer = bot(request["messages"], request["context"])
        # The flush matters: an answer that waits in a buffer never arrives.
        print(json.dumps(answer), flush=True)  # noqa: T201 - standard output is the protocol


if __name__ == "__main__":
    main()
