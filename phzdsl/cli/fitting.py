"""A table where the terminal is wide enough for all that it says, else the same in plain lines one below the other.

A table that is squeezed loses what matters: rich cuts words off, and gives columns no width at all. Which of the two
is drawn is seen anew each time, so a terminal may change its width. What stands in them is the caller's.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from rich.console import Console, ConsoleOptions, RenderableType
from rich.measure import Measurement
from rich.table import Table

__all__ = ["Fitting"]

# Wider than any text of a table.
_ENDLESS = 10_000
# A column that shares what is left may break its words into so many cells; in less they cannot be read.
_BROKEN = 6


class Fitting:
    """What is drawn as a table, or where that does not fit, otherwise."""

    def __init__(self, table: Table, plain: RenderableType) -> None:
        self._table = table
        self._plain = plain

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        """Yield what fits."""
        yield self._table if _least(self._table, console) <= options.max_width else self._plain


def _least(table: Table, console: Console) -> int:
    """Return how many cells a table takes when nothing of it is lost."""
    _, right, _, left = table.padding
    between = max(left, right) if table.collapse_padding else left + right
    fixed = len(table.columns) + 1 if table.box is not None else 0
    options = console.options.update(max_width=_ENDLESS)
    shared, shares = 0.0, 0
    for column in table.columns:
        sizes = [Measurement.get(console, options, cell) for cell in (column.header, *column.cells)]
        need = max(size.maximum if column.no_wrap else size.minimum for size in sizes)
        if column.ratio:
            shares += column.ratio
            shared = max(shared, (min(need, _BROKEN) + between) / column.ratio)
        else:
            fixed += need + between
    return fixed + ceil(shared * shares)
