"""Cases of an eval set of Google's ADK as scenarios, with the expected calls of each turn.

Adds the command `import adk`.
"""
