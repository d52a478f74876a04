"""A small shop's support bot and the scenarios that score it: read, run, copy."""
