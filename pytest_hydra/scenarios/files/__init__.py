"""Scenario files: their format, and how they become scenarios."""
