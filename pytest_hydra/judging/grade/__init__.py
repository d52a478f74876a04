"""From exhibits to a grade: the question, the answer, and what becomes of it."""
