"""What the gate demands."""

LONGEST = 80
