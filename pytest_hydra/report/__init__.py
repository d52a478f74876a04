"""The report: its model, its file formats, and its summary on the terminal."""
