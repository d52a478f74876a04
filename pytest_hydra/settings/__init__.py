"""hydra.toml: a model for each of its tables, and the file that holds them."""
