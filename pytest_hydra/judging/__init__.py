"""The third head: what a benchmark run left behind, graded by a judge that is checked."""
