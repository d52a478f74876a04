"""What a report adds up: causes, bots, tags, and what one entry says of itself."""
