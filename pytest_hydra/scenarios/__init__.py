"""Conversations with a bot, graded by weighted expectations."""
