"""Writes a hydra.toml for a repository that has none, from its files, and tries it."""
