"""The tables of hydra.toml for races, and the policy that they make."""
