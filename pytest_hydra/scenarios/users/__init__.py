"""Simulated users: players, their prompts, and their faults."""
