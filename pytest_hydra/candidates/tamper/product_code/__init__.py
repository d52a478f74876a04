"""Signs in product code: what it reaches for, and what it knows of its tests."""
