"""Conversations with a bot, held against weighted expectations."""
