"""Signs in the code of a test suite: tests that were emptied, skipped, weakened or silenced."""
