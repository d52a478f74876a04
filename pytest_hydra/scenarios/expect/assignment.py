"""Who belongs to whom: the assignment of rows to columns with the greatest total value.

``assign`` is the Hungarian method (H. W. Kuhn, "The Hungarian method for the assignment problem",
1955; J. Munkres, 1957) in its form by shortest augmenting paths with potentials (N. Tomizawa,
1971; R. Jonker and A. Volgenant, 1987): one row at a time, along the cheapest alternating path.
Integers only, so that ties and sums are exact.
"""

from __future__ import annotations

from collections.abc import Sequence

Values = Sequence[Sequence[int]]
"""One row of values per thing to place; all rows equally long."""


def assign(values: Values) -> list[int | None]:
    """The column of each row, no column twice, so that the sum of the values is the greatest.

    As many pairs are made as there can be: with more rows than columns some rows get None. The
    time is O(n² m) for the n of the shorter side. The same values always give the same answer.
    """
    if not values or not values[0]:
        return [None] * len(values)
    if len(values) <= len(values[0]):
        return list(_columns(values))
    result: list[int | None] = [None] * len(values)
    for column, row in enumerate(_columns(list(zip(*values, strict=True)))):
        result[row] = column
    return result


def _columns(values: Values) -> list[int]:
    """The column of each row, where there are at least as many columns as rows."""
    rows, columns = len(values), len(values[0])
    prices = [0] * rows, [0] * (columns + 1)
    # The row of each column, or -1; the last column is no real one: there each row starts.
    owner = [-1] * (columns + 1)
    for new in range(rows):
        owner[columns] = new
        column, came_from = _cheapest_path(values, prices, owner)
        while column != columns:
            before = came_from[column]
            owner[column] = owner[before]
            column = before
    result = [0] * rows
    for column in range(columns):
        if owner[column] != -1:
            result[owner[column]] = column
    return result


def _cheapest_path(
    values: Values, prices: tuple[list[int], list[int]], owner: list[int]
) -> tuple[int, list[int]]:
    """The free column that the new row reaches cheapest, and from where each column is reached.

    Adjusts the prices on the way, so that no column is ever cheaper than its price.
    """
    row_price, column_price = prices
    columns = len(values[0])
    came_from = [columns] * columns
    line, base = values[owner[columns]], row_price[owner[columns]]
    # How much dearer it is to go to each column than the path so far.
    slack = [-line[column] - base - column_price[column] for column in range(columns)]
    waiting = list(range(columns))
    visited = [columns]
    while True:
        nearest = min(waiting, key=slack.__getitem__)
        step = slack[nearest]
        for column in visited:
            row_price[owner[column]] += step
            column_price[column] -= step
        for column in waiting:
            slack[column] -= step
        waiting.remove(nearest)
        if owner[nearest] == -1:
            return nearest, came_from
        visited.append(nearest)
        line, base = values[owner[nearest]], row_price[owner[nearest]]
        for column in waiting:
            dearer = -line[column] - base - column_price[column]
            if dearer < slack[column]:
                slack[column] = dearer
                came_from[column] = nearest


def assign_in_order(values: Values) -> list[int | None]:
    """As ``assign``, but a later row gets a later column; rows may go without. Values >= 0.

    The classic table of the longest common subsequence, with values. The time is O(n m).
    """
    columns = len(values[0]) if values else 0
    # best[i][j]: the greatest sum for the rows from i and the columns from j.
    best = [[0] * (columns + 1) for _ in range(len(values) + 1)]
    for row in range(len(values) - 1, -1, -1):
        line, below, own = values[row], best[row + 1], best[row]
        for column in range(columns - 1, -1, -1):
            own[column] = max(
                line[column] + below[column + 1],
                below[column],
                own[column + 1],
            )
    result: list[int | None] = []
    column = 0
    for row, line in enumerate(values):
        while column < columns and best[row][column] == best[row][column + 1]:
            column += 1
        fits = column < columns and best[row][column] == line[column] + best[row + 1][column + 1]
        result.append(column if fits else None)
        column += fits
    return result


def assign_in_a_row(values: Values) -> list[int | None]:
    """As ``assign_in_order``, but next to each other: row i gets column i + k, for the best k."""
    rows, columns = len(values), len(values[0]) if values else 0

    def placed(shift: int) -> list[int | None]:
        return [row + shift if 0 <= row + shift < columns else None for row in range(rows)]

    def worth(shift: int) -> int:
        return sum(
            values[row][column] for row, column in enumerate(placed(shift)) if column is not None
        )

    # Starting at the first column goes before starting elsewhere, and that before overhanging.
    shifts = [*range(columns), *range(-1, -rows, -1)]
    return placed(max(shifts, key=worth)) if shifts else [None] * rows
