"""Where the columns of a run of rows stand: the same kind of clause in the same column, as far left as all of them allow.

Enters: the rows of a run, as cells of text. Leaves: at which column of a line each kind of cell begins. Widths are cells of a
terminal, where a Chinese character takes two. What becomes of rows that are too long is ``layout.py``.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from phzdsl.syntax.folding import Cell
from phzdsl.syntax.sharing import Key
from phzdsl.text.cells import width

__all__ = ["APART", "EQUALS", "NAME", "VALUES", "Columns", "Line", "Row", "apart_of"]

# The kinds of cells that are no clauses: a row's name with its operation, and what stands between it and its first clause.
NAME = "name"
VALUES = "values"
EQUALS = "="

APART = 2


@attrs.frozen
class Row:
    """A row ready to be laid.

    Attributes:
        indent: blanks before it.
        cells: the name, what belongs to it, each clause.
        cites: the citations.
    """

    indent: int
    cells: tuple[Cell, ...]
    cites: tuple[str, ...]


@attrs.frozen
class Line:
    """The first line of a row.

    Attributes:
        row: the row.
        keys: which column its first cells are for.
        cut: how many cells stand on the line.
    """

    row: Row
    keys: tuple[Key, ...]
    cut: int

    @property
    def placed(self) -> range:
        """The cells behind the name that stand in columns."""
        return range(1, min(self.cut, len(self.keys)))


@attrs.frozen
class Columns:
    """Where cells begin.

    Attributes:
        starts: the column of each key.
        apart: blanks between a name and the values behind it.
        names: where the longest name ends that something stands behind.
    """

    starts: dict[Key, int]
    apart: int
    names: int

    @classmethod
    def of(cls, lines: Sequence[Line], apart: int) -> Columns:
        """Return the columns in which lines have room."""
        heads = [line.row for line in lines if line.cut > 1] or [line.row for line in lines]
        names = max((row.indent + width(row.cells[0].text) for row in heads), default=0)
        places: dict[Key, list[tuple[Line, int]]] = {}
        for line in lines:
            for at in line.placed:
                places.setdefault(line.keys[at], []).append((line, at))
        columns = cls({}, apart, names)
        for key in _sorted(places):
            columns.starts[key] = max(columns.earliest(line, at) for line, at in places[key])
        return columns

    def gap(self, kind: str) -> int:
        """Return the least number of blanks before a cell."""
        return 1 if kind == EQUALS else self.apart if kind == VALUES else APART

    def earliest(self, line: Line, at: int) -> int:
        """Return the column at which a cell behind the name may begin, when the one before it stands in its own."""
        cells = line.row.cells
        end = self.names if at == 1 else self.starts[line.keys[at - 1]] + width(cells[at - 1].text)
        return end + self.gap(cells[at].kind)

    def end(self, line: Line) -> int:
        """Return where a line ends when all of it stands in its columns."""
        last = line.placed.stop - 1
        end = self.starts[line.keys[last]] if last else line.row.indent
        end += width(line.row.cells[last].text)
        return end + sum(self.gap(cell.kind) + width(cell.text) for cell in line.row.cells[last + 1 : line.cut])

    def hole(self, line: Line) -> int:
        """Return how many blanks there are at most between two cells of a line, beside those that always are."""
        return max((self.starts[line.keys[at]] - self.earliest(line, at) for at in line.placed), default=0)


def apart_of(rows: Sequence[Row]) -> int:
    """Return how many blanks stand between a name and the values behind it: one where no row has a clause there."""
    second = {row.cells[1].kind for row in rows if len(row.cells) > 1}
    return 1 if second <= {VALUES, EQUALS} else APART


def _sorted(places: dict[Key, list[tuple[Line, int]]]) -> list[Key]:
    """Return keys so that each comes after all that stand before it on some line."""
    before = {key: sorted({line.keys[at - 1] for line, at in found if at > 1}) for key, found in places.items()}
    done: dict[Key, None] = {}
    for root in before:
        pending = [root]
        while pending:
            left = [key for key in before[pending[-1]] if key not in done]
            if not left:
                done.setdefault(pending.pop())
            pending.extend(left)
    return list(done)
