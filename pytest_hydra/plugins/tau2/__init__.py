"""Tasks of a domain of tau2-bench as scenarios, with a skeleton of their world.

Adds the command `import tau2`. What it writes has the key `world`.
"""
