"""Coding agents: a folder each, with all that this package knows of it.

``agent.toml`` has the ``preset``, how the agent is called, and its ``tools``: by role (``shell``,
``read``, ``skill``) the parameters of a tool with the line, the path or the skill. ``reader.py``
reads what it prints, and ``session.py`` what it stores, as `pytest_hydra.scenarios.traces.trace`
says; beside each is a sample. A folder without a reader has tools or a preset alone.

`pytest_hydra.settings.agent_folders` finds the folders by the registry, so nothing else names one.
"""
