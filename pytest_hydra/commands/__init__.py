"""Commands of ``python -m pytest_hydra`` that have a room of their own."""
