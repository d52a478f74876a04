"""What is no part of the core. Each folder is a plugin, and adds itself by its section of a table.

`registry.toml` names its words. Without a folder and its section everything else works.
"""
