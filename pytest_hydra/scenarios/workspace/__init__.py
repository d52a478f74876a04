"""Workspaces: folders that bots work in, and what they leave there."""
