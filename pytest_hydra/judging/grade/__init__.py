"""From exhibits to a grade: the question, the answer, and the decision."""
