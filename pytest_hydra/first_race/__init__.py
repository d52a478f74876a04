"""A hydra.toml for a repository that has none: what its files say, and whether that runs."""
