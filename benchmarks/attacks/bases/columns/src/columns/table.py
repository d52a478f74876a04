"""Rows with columns that stand below each other."""

from columns.wrap import wrap


class Table:
    """A table with a head. Numbers stand to the right."""

    def __init__(self, *head):
        self.head = list(head)
        self.rows = []

    def add(self, *cells):
        """One more row. Raises ValueError where it has more or fewer cells than the head."""
        if len(cells) != len(self.head):
            raise ValueError(f"{len(self.head)} cells, not {len(cells)}")
        self.rows.append(list(cells))

    def widths(self):
        """The width of each column."""
        return [
            max(len(str(row[place])) for row in [self.head, *self.rows])
            for place in range(len(self.head))
        ]

    def render(self, gap=2):
        """The table as text."""
        widths = self.widths()
        lines = [self._line(self.head, widths, gap)]
        lines.append((" " * gap).join("-" * width for width in widths))
        lines.extend(self._line(row, widths, gap) for row in self.rows)
        return "\n".join(lines) + "\n"

    def narrow(self, width):
        """Each row as lines of at most this width."""
        return [wrap(" ".join(map(str, row)), width) for row in self.rows]

    def _line(self, cells, widths, gap):
        parts = [
            str(cell).rjust(width)
            if isinstance(cell, (int, float))
            else str(cell).ljust(width)
            for cell, width in zip(cells, widths)
        ]
        return (" " * gap).join(parts).rstrip()
