"""What a judge is shown of a benchmark run."""
