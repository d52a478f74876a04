"""The report: its model, its files, its lines on the terminal."""
