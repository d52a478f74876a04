"""What the candidates of all rows name alike: verdicts, projects, and places in their code."""

from __future__ import annotations

from benchmarks.attacks.candidate import Level

BLOCK, UNPROVEN, SHOWN, COSTS = Level.BLOCKED, Level.UNPROVEN, Level.SHOWN, Level.COSTS
TILL, COLUMNS, MADE = "till", "columns", "made"
KIOSK, BOOTH, STALL = "kiosk", "booth", "stall"

# The shop's code, and what stands in its voucher.
VOUCHERS, INIT = "till/vouchers.py", "till/__init__.py"
METHOD = "    def taken_off(self, total):\n"
TAKEN = "        return total - total * self.percent // 100 - self.cents\n"

# The code that makes columns, and how its `wrap` begins.
WRAP, COLUMNS_INIT = "src/columns/wrap.py", "src/columns/__init__.py"
BODY = '    lines = []\n    line = ""\n'

CONFTEST = "tests/conftest.py"
