import unittest

from columns.records import load, split
from support import DATA


class RecordsTest(unittest.TestCase):
    def test_fields_are_split(self):
        self.assertEqual(split("a,b,,c"), ["a", "b", "", "c"])

    def test_quotes_keep_a_field_together(self):
        self.assertEqual(split('a,"b,c"'), ["a", "b,c"])

    def test_an_open_quote_is_refused(self):
        with self.assertRaises(ValueError):
            split('"a')

    def test_records_are_loaded(self):
        records = load((DATA / "stock.csv").read_text(encoding="utf-8"))
        self.assertEqual([one["name"] for one in records], ["tea", "cup"])
        self.assertEqual(records[0]["note"], "green, loose")
