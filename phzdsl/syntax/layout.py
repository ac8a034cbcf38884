"""A run of rows on lines: clauses in columns, citations in one column, and what becomes of rows that are too long.

A remark that goes on past the comfortable width stands on a line of its own under the clauses of its row. A long formula is folded. A row
too wide for the columns of its neighbours keeps to those it can, and moves nobody's. Behind the hand of an example the line ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from phzdsl.syntax.columns import APART, EQUALS, VALUES, Columns, Line, Row, apart_of
from phzdsl.syntax.folding import Cell, folded, parted
from phzdsl.syntax.sharing import keyed
from phzdsl.text.cells import width

__all__ = ["HAND", "laid"]

# The kind of the cell behind which a line ends, and of those that may stand on a line of their own.
HAND = "hand"
_REMARKS = frozenset({"unclear", "remark"})

# How far a row goes with ease, how far it goes when many of its run do, and how far a line goes with its citations.
_EASY = 80
_WIDE = 96
_WIDEST = 120
# How many blanks a row may have inside it for the sake of a column.
_HOLE = 40
# What is folded rather than moved to the next line.
_FOLDABLE = 40


def laid(rows: Sequence[Row]) -> Iterator[list[str]]:
    """Yield the lines of each row of a run."""
    if not rows:
        return
    run = _Run.of(rows)
    bodies = [run.body(at) for at in range(len(rows))]
    column = max((end for end in map(_end, bodies) if end <= _WIDE), default=0) + APART
    for row, body in zip(rows, bodies, strict=True):
        yield list(_cited(body, row.cites, column))


def _end(body: Sequence[str]) -> int:
    return width(body[-1])


def _cited(body: Sequence[str], cites: Sequence[str], column: int) -> Iterator[str]:
    """Yield the lines of a row with its citations behind the last; those that do not fit stand below each other."""
    *above, line = body
    yield from above
    start = max(column, width(line) + APART)
    if cites and start > column and start + width(cites[0]) > _WIDEST:
        yield line
        line, start = "", column
    for number, cite in enumerate(cites):
        if not number:
            line += " " * (start - width(line)) + cite
        elif width(line) + 1 + width(cite) <= _WIDEST:
            line += f" {cite}"
        else:
            yield line
            line = " " * start + cite
    yield line


@attrs.frozen
class _Run:
    """How the rows of a run are to be laid.

    Attributes:
        firsts: the first line of each row.
        limits: where it ends at the latest.
        columns: where the columns are.
        free: the rows that are too wide for them.
    """

    firsts: Sequence[Line]
    limits: Sequence[int]
    columns: Columns
    free: frozenset[int]

    @classmethod
    def of(cls, rows: Sequence[Row]) -> _Run:
        """Decide what stands in which column, and what on a further line."""
        apart = apart_of(rows)
        firsts = _firsts(rows, apart)
        columns = Columns.of(firsts, apart)
        long = [columns.end(line) > _EASY and _bulky(line.row) for line in firsts]
        few = sum(long) * 2 <= len(rows)
        limits = [_limit(line.row, easy=few and bulky) for line, bulky in zip(firsts, long, strict=True)]
        kept, columns = _fitting(firsts, limits, apart)
        return cls(firsts, limits, columns, frozenset(range(len(rows))) - kept)

    def body(self, at: int) -> list[str]:
        """Return the lines of a row without its citations."""
        line, limit = self.firsts[at], self.limits[at]
        body = _Body(line, self.columns, limit, snap=True).lines
        if at in self.free and len(body) > 1:
            # Out of its columns it may need fewer lines.
            body = min(body, _Body(line, self.columns, limit, snap=False).lines, key=len)
        return body


def _firsts(rows: Sequence[Row], apart: int) -> list[Line]:
    """Return what stands on the first line of each row: all but a remark too far right, and what follows a hand."""
    kinds = [tuple(cell.kind for cell in row.cells) for row in rows]
    lines: list[Line] = []
    ends: list[int] = []
    # Where room is short each clause stands as far left as its own kind allows.
    for sharing in (True, False):
        keys = keyed(kinds, sharing=sharing)
        lines = [Line(row, own, _whole(row)) for row, own in zip(rows, keys, strict=True)]
        columns = Columns.of(lines, apart)
        ends = [columns.end(line) for line in lines]
        if max(ends) <= _EASY:
            return lines
    return [
        attrs.evolve(line, cut=min(line.cut, _remark(line.row))) if end > _EASY else line
        for line, end in zip(lines, ends, strict=True)
    ]


def _whole(row: Row) -> int:
    """Return how many cells stand before the first end of a line."""
    return next((at for at, cell in enumerate(row.cells, 1) if cell.kind == HAND), len(row.cells))


def _remark(row: Row) -> int:
    """Return how many cells stand before the first remark that may stand on a line of its own."""
    return next((at for at, cell in enumerate(row.cells) if at > 1 and cell.kind in _REMARKS), len(row.cells))


def _bulky(row: Row) -> bool:
    """Tell whether a row has a clause that is long and no words in quotes."""
    return any(cell.kind != HAND and cell.joins and width(cell.text) >= _FOLDABLE for cell in row.cells)


def _limit(row: Row, *, easy: bool) -> int:
    if any(cell.kind == HAND for cell in row.cells):
        return _WIDEST
    return _EASY if easy else _WIDE


def _fitting(firsts: Sequence[Line], limits: Sequence[int], apart: int) -> tuple[frozenset[int], Columns]:
    """Return which lines fit in columns, and these; of lines that do not, the widest leaves first."""
    plain = [sum(width(cell.text) + APART for cell in line.row.cells[: line.cut]) for line in firsts]
    order = sorted(range(len(firsts)), key=lambda at: (plain[at] - limits[at], at))
    few, many = 0, len(order)
    while few < many:
        count = (few + many + 1) // 2
        columns = Columns.of([firsts[at] for at in order[:count]], apart)
        if all(columns.end(firsts[at]) <= limits[at] and columns.hole(firsts[at]) <= _HOLE for at in order[:count]):
            few = count
        else:
            many = count - 1
    kept = [firsts[at] for at in order[:few]]
    # Where no line fits their names still stand in a column.
    return frozenset(order[:few]), Columns.of(kept or [attrs.evolve(line, cut=1) for line in firsts], apart)


class _Body:
    """One row on lines, without its citations."""

    def __init__(self, first: Line, columns: Columns, limit: int, *, snap: bool) -> None:
        self.lines: list[str] = []
        self._first, self._columns, self._limit, self._snap = first, columns, limit, snap
        self._under = columns.names + columns.apart
        if len(first.row.cells) > 1 and first.row.cells[1].kind == EQUALS:
            # Under what an equation says.
            self._under += len("= ")
        self._moved = False
        self._line = " " * first.row.indent + first.row.cells[0].text
        for at, cell in enumerate(first.row.cells[1:], 1):
            if at == first.cut and not self._moved:
                self._turn(self._under)
                self._limit = _WIDE
            self._put(cell, self._starts(cell, at))
        self.lines.append(self._line)

    def _turn(self, start: int) -> None:
        self.lines.append(self._line)
        self._line = " " * start

    def _starts(self, cell: Cell, at: int) -> list[int]:
        """Return where a cell may begin: in its column if it can, and right behind the one before."""
        if not self._line.strip():
            return [len(self._line)]
        near = width(self._line) + self._columns.gap(cell.kind)
        column = 0
        if at == 1:
            column = self._columns.names + self._columns.gap(cell.kind)
        if not self._moved and at in self._first.placed and (self._snap or at == 1):
            column = self._columns.starts.get(self._first.keys[at], column)
        return [column, near] if column > near else [near]

    def _put(self, cell: Cell, starts: Sequence[int]) -> None:
        """Add a cell: at the first place where it fits, or folded, or on the next line."""
        size = width(cell.text)
        long = size >= _FOLDABLE
        # What cannot be broken well may go further.
        most = max(self._limit, _WIDE) if long and not parted(cell) else self._limit
        for start in starts:
            if start + size <= most:
                self._add([cell.text], start)
                return
        hang = 0 if cell.kind == VALUES else width(cell.text.partition(" ")[0]) + 1
        for start in starts if long or cell.kind == HAND else ():
            lines = folded(cell, self._limit - start, hang)
            if start <= self._under or max(map(width, lines)) <= self._limit - start:
                self._add(lines, start)
                return
        start = starts[-1]
        # What stands right behind a name and no clause word begins would be another row on a line of its own.
        if start > self._under and cell.kind != VALUES:
            self._turn(self._under)
            self._moved, self._limit, start = True, _WIDE, self._under
        self._add(folded(cell, self._limit - start, hang), start)

    def _add(self, lines: Sequence[str], start: int) -> None:
        self._line += " " * (start - width(self._line)) + lines[0]
        for line in lines[1:]:
            self._turn(start)
            self._line += line
