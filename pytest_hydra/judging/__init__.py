"""The third head: a benchmark run's files, graded by a judge whose answers are checked."""
