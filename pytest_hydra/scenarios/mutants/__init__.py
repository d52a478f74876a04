"""Mutation testing of suites: checks should notice faults that are put into recorded replies."""
