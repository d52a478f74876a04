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
    nobody = columns  # one column more, where each new row starts
    owner = [-1] * (columns + 1)
    row_price = [0] * rows
    column_price = [0] * (columns + 1)
    for new in range(rows):
        owner[nobody] = new
        came_from = [nobody] * columns
        # How much dearer it is to reach each column than the path that is known so far.
        slack: list[int | None] = [None] * columns
        done = [False] * (columns + 1)
        here = nobody
        while owner[here] != -1:
            done[here] = True
            row = owner[here]
            line, base = values[row], row_price[row]
            step: int | None = None
            following = nobody
            for column in range(columns):
                if done[column]:
                    continue
                reduced = -line[column] - base - column_price[column]
                known = slack[column]
                if known is None or reduced < known:
                    slack[column] = known = reduced
                    came_from[column] = here
                if step is None or known < step:
                    step, following = known, column
            if step is None:
                raise AssertionError("there are fewer columns than rows")
            for column in range(columns + 1):
                if done[column]:
                    row_price[owner[column]] += step
                    column_price[column] -= step
                elif column < columns:
                    known = slack[column]
                    slack[column] = None if known is None else known - step
            here = following
        while here != nobody:
            before = came_from[here]
            owner[here] = owner[before]
            here = before
    result = [0] * rows
    for column in range(columns):
        if owner[column] != -1:
            result[owner[column]] = column
    return result


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
        taken = column < columns and best[row][column] == line[column] + best[row + 1][column + 1]
        result.append(column if taken else None)
        column += taken
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
