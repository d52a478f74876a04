import unittest
from pathlib import Path

DATA = Path(__file__).parent / "data"


class TextCase(unittest.TestCase):
    """Compares texts with files that were looked at and found right."""

    def assert_golden(self, text, name):
        self.assertEqual(text, (DATA / name).read_text(encoding="utf-8"))
