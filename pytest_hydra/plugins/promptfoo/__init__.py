"""Tests of a promptfoo configuration as scenarios, and what could not be converted.

Adds the command `import promptfoo`. Nothing is run, and nothing is read outside the
configuration's folder.
"""
