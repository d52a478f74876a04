"""The race on the page."""
