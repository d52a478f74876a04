"""Figures of a report: causes, bots, tags, totals, labels, and properties of one entry."""
