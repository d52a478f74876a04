"""Simulated users: who plays one, what it is told, and what is its own fault."""
