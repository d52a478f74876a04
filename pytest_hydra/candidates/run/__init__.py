"""Run a race: its units of work, on this machine or on a cluster."""
