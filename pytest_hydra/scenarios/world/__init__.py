"""Worlds: state, and tools that read and change it, one for each conversation."""
