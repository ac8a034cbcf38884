"""Rows in columns: what neighbours say of the same kind, aligned; rows that are too long, broken.

Two neighbours share their first columns for as long as they say the same kinds of things. Citations have a column of
their own on the right. Widths are cells of a terminal, where a Chinese character takes two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

import attrs

from phzdsl.text.cells import width

__all__ = ["VALUES", "Row", "laid"]

# The kind of a cell that holds what stands between a row's name and its first clause.
VALUES = "values"

_WIDEST = 100
_FURTHER = 4
_APART = 2


@attrs.frozen
class Row:
    """A row ready to be laid.

    Attributes:
        cells: the name, what belongs to it, each clause.
        kinds: what kind of thing each cell says.
        cites: the citations, or empty.
    """

    cells: tuple[str, ...]
    kinds: tuple[str, ...]
    cites: str

    @property
    def plain(self) -> str:
        """The row on one line, in no columns."""
        return _joined((*self.cells, self.cites))


def laid(rows: Iterable[Row], indent: int) -> Iterator[list[str]]:
    """Yield the lines of each row."""
    margin = " " * indent
    for short, neighbours in groupby(rows, lambda row: indent + width(row.plain) <= _WIDEST):
        if short:
            yield from ([margin + line] for line in _in_columns(list(neighbours), _WIDEST - indent))
        else:
            yield from (list(_broken(row, margin)) for row in neighbours)


def _in_columns(rows: list[Row], most: int) -> Iterator[str]:
    widths = _widths(rows)
    bodies = []
    for row, wide in zip(rows, widths, strict=True):
        body = _joined(cell + " " * (cells - width(cell)) for cell, cells in zip(row.cells, wide, strict=True))
        fits = width(_joined((body, row.cites))) <= most
        bodies.append(body if fits else _joined(row.cells))
    furthest = most - _APART - max(width(row.cites) for row in rows)
    column = max((width(body) for body in bodies if width(body) <= furthest), default=0)
    for body, row in zip(bodies, rows, strict=True):
        yield _joined((body + " " * (column - width(body)), row.cites))


def _widths(rows: list[Row]) -> list[list[int]]:
    """Return how wide each cell of each row is to be; the last of a row is as wide as it is."""
    widths = [[width(cell) for cell in row.cells] for row in rows]
    for column in range(max(len(row.cells) for row in rows) - 1):
        for first, end in _sharing(rows, column):
            widest = max(widths[at][column] for at in range(first, end))
            for at in range(first, end):
                widths[at][column] = widest
    return widths


def _sharing(rows: list[Row], column: int) -> Iterator[tuple[int, int]]:
    """Yield the runs of rows, first and past the last, that say the same up to a column and then go on."""
    first = 0
    for at in range(1, len(rows) + 1):
        kinds = rows[first].kinds[: column + 1]
        if at == len(rows) or rows[at].kinds[: column + 1] != kinds or len(rows[at].kinds) <= column + 1:
            if len(rows[first].kinds) > column + 1:
                yield first, at
            first = at


def _joined(cells: Iterable[str]) -> str:
    return (" " * _APART).join(cells).rstrip()


def _broken(row: Row, margin: str) -> Iterator[str]:
    """Fill lines with cells, as many as fit; only before a clause may a row be broken."""
    whole = 2 if row.kinds[1:2] == (VALUES,) else 1
    line = margin + _joined(row.cells[:whole])
    for cell in (*row.cells[whole:], *([row.cites] if row.cites else ())):
        if width(line) + _APART + width(cell) > _WIDEST:
            yield line
            line = f"{margin}{' ' * _FURTHER}{cell}"
        else:
            line = f"{line}{' ' * _APART}{cell}"
    yield line
