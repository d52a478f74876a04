"""A candidate's tests held against the base's."""
