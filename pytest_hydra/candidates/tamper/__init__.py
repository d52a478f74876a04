"""A look at a change: what stands in it that may be meant to mislead whoever judges it."""
