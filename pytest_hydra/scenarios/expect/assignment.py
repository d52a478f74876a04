"""Maximum matching of expected calls and actual calls: each call is in at most one pair.

``fits`` has a row for each expected call, and in it whether each column matches. All rows have the
same length.
"""

from __future__ import annotations

from collections.abc import Sequence

Fits = Sequence[Sequence[bool]]


def assign(fits: Fits) -> list[int | None]:
    """The column of each row, or None: as many distinct columns as possible.

    Each row takes a free column, or one whose row can move to another (augmenting paths: H. W.
    Kuhn, "The Hungarian method for the assignment problem", 1955). A row that has a column keeps
    one, so earlier rows have priority.
    """
    columns = range(len(fits[0]) if fits else 0)
    result: list[int | None] = [None] * len(fits)
    owner: dict[int, int] = {}
    for new in range(len(fits)):
        parents: dict[int, int] = {}
        queue = [new]
        for row in queue:
            options = [column for column in columns if fits[row][column] and column not in parents]
            parents.update(dict.fromkeys(options, row))
            # The free column, then the previous column of each row on the path, for the row before
            # it.
            column = next((column for column in options if column not in owner), None)
            if column is not None:
                while column is not None:
                    mover = owner[column] = parents[column]
                    column, result[mover] = result[mover], column
                break
            queue += [owner[column] for column in options]
    return result


def assign_in_order(fits: Fits) -> list[int | None]:
    """As ``assign``, but a later row gets a later column.

    The table of the longest common subsequence, in O(n m) time.
    """
    columns = len(fits[0]) if fits else 0
    # most[i][j]: the maximum number of pairs of rows from i and columns from j.
    most = [[0] * (columns + 1) for _ in range(len(fits) + 1)]
    for row in range(len(fits) - 1, -1, -1):
        for column in range(columns - 1, -1, -1):
            diagonal = fits[row][column] + most[row + 1][column + 1]
            most[row][column] = max(diagonal, most[row + 1][column], most[row][column + 1])
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
    """As ``assign_in_order``, but contiguous: row i gets column i + k, for the best k."""
    rows, columns = len(fits), len(fits[0]) if fits else 0

    def shifted(shift: int) -> list[int | None]:
        places = [row + shift for row in range(rows)]
        return [
            place if 0 <= place < columns and fits[row][place] else None
            for row, place in enumerate(places)
        ]

    # Prefer the first column, then other columns, then shifts with rows before the first column.
    shifts = [*range(columns), *range(-1, -rows, -1)]
    return max(map(shifted, shifts), key=lambda row: -row.count(None), default=[None] * rows)
