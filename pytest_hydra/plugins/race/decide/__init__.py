"""From the recording of a race to scores, gates, verdicts and ranks."""
