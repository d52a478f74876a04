"""What is kept on disk, and what travels between processes."""
