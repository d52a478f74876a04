"""The bots: a Python object, a command, an HTTP endpoint, or a model."""
