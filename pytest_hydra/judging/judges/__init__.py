"""The judges: a recording, a command, or a model."""
