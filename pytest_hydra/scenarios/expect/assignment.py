"""Which call stands for which expected one: as many pairs as there can be, each thing in one.

``fits`` has a row for each thing that wants a partner, and in it whether each column is one; all
rows are equally long.
"""

from __future__ import annotations

from collections.abc import Sequence

Fits = Sequence[Sequence[bool]]


def assign(fits: Fits) -> list[int | None]:
    """The column of each row, None where it has none; no column twice, and as many as can be.

    Each row takes a free column, or one whose row can move on to another (augmenting paths: H. W.
    Kuhn, "The Hungarian method for the assignment problem", 1955). A row that has a column keeps
    one, so that earlier rows go first.
    """
    columns = range(len(fits[0]) if fits else 0)
    result: list[int | None] = [None] * len(fits)
    owner: dict[int, int] = {}
    for new in range(len(fits)):
        came_from: dict[int, int] = {}
        reached = [new]
        for row in reached:
            found = [column for column in columns if fits[row][column] and column not in came_from]
            came_from.update(dict.fromkeys(found, row))
            # The column that is free, then what each row on the way had, for the one before it.
            place = next((column for column in found if column not in owner), None)
            if place is not None:
                while place is not None:
                    mover = owner[place] = came_from[place]
                    place, result[mover] = result[mover], place
                break
            reached += [owner[column] for column in found]
    return result


def assign_in_order(fits: Fits) -> list[int | None]:
    """As ``assign``, but a later row gets a later column.

    The classic table of the longest common subsequence. The time is O(n m).
    """
    columns = len(fits[0]) if fits else 0
    # most[i][j]: the most pairs of the rows from i and the columns from j.
    most = [[0] * (columns + 1) for _ in range(len(fits) + 1)]
    for row in range(len(fits) - 1, -1, -1):
        for column in range(columns - 1, -1, -1):
            both = fits[row][column] + most[row + 1][column + 1]
            most[row][column] = max(both, most[row + 1][column], most[row][column + 1])
    result: list[int | None] = []
    column = 0
    for row, line in enumerate(fits):
        while column < columns and most[row][column] == most[row][column + 1]:
            column += 1
        fits_here = column < columns and line[column]
        result.append(column if fits_here else None)
        column += fits_here
    return result


def assign_in_a_row(fits: Fits) -> list[int | None]:
    """As ``assign_in_order``, but next to each other: row i gets column i + k, for the best k."""
    rows, columns = len(fits), len(fits[0]) if fits else 0

    def placed(shift: int) -> list[int | None]:
        places = [row + shift for row in range(rows)]
        return [
            place if 0 <= place < columns and fits[row][place] else None
            for row, place in enumerate(places)
        ]

    # Starting at the first column goes before starting elsewhere, and that before overhanging.
    shifts = [*range(columns), *range(-1, -rows, -1)]
    return max(map(placed, shifts), key=lambda row: -row.count(None), default=[None] * rows)
