"""Conversations that other tools recorded, read by their shape: none of these is imported."""
