"""What the tools that check a candidate wrote, read with suspicion; a module for each format."""
