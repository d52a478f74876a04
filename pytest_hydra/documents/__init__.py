"""YAML, TOML and JSON files as plain data, with the line of every key."""
