"""What a report adds up: causes, bots, tags, totals, labels, and what one entry says of itself."""
