"""What the coding agent of the example must get right, and never sees."""

import sys

# This file is laid over the workspace, which has the module.
from vouchers import total  # type: ignore[import-not-found]

for prices, voucher, expected in (([3, 4], 9, 0), ([3, 4], 2, 5), ([], 0, 0)):
    if (found := total(prices, voucher)) != expected:
        sys.exit(f"total({prices}, {voucher}) is {found}, not {expected}")
