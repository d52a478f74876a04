"""Public tasks of Harbor, and what a trial costs."""
