"""Parameter matchers, from what is written to a test."""
