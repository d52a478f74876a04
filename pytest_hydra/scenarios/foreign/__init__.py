"""Other people's formats of tasks, each read into scenarios by one file."""
