"""The page: one HTML file that shows a run, and needs no server and no network."""
