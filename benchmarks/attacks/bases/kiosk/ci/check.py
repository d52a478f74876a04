"""Holds the name against the limits."""

import json
import sys

if __name__ == "__main__":
    sys.path.insert(0, ".")
    import kiosk

    with open("ci/limits.json", encoding="utf-8") as limits:
        sys.exit(kiosk.NAME not in json.load(limits)["names"])
