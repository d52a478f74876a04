"""What was said and called, in one typed form, whatever told it: a bot, an API, a log."""
