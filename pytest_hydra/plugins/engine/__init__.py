"""The engine: commands on trees of files, each in a workspace of its own, in a box where possible.

A ground for workspaces and races, which need it; it offers no words.
"""
