"""The folders, boxes and tool chains in which commands run."""
