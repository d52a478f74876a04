from columns import Table
from support import TextCase


class TableTest(TextCase):
    def setUp(self):
        self.table = Table("name", "stock")
        self.table.add("tea", 12)
        self.table.add("cup", 3)

    def test_columns_stand_below_each_other(self):
        self.assert_golden(self.table.render(), "stock.txt")

    def test_a_row_has_all_cells(self):
        with self.assertRaises(ValueError):
            self.table.add("pot")

    def test_a_narrow_table(self):
        self.assertEqual(self.table.narrow(4), [["tea", "12"], ["cup", "3"]])
