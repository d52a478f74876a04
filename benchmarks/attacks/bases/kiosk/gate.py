"""Holds the code against the rules."""

import sys

from rules import LONGEST

if __name__ == "__main__":
    with open("kiosk.py", encoding="utf-8") as code:
        sys.exit(max(map(len, code)) > LONGEST)
