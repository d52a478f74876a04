"""Read conversations recorded by other tools, by their shape, without importing any of these."""
