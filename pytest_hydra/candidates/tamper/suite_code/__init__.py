"""Signs in the code of a test suite: what became of its tests."""
