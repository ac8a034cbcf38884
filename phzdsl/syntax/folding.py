"""A clause that is too long for its line, broken before the words that join its parts.

Of those words the loosest comes first: what stands outside brackets before what stands inside, 否则 before 或 before 且
before a sum. Knows cells and their text; what a row is and where its columns stand is ``columns.py``.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from phzdsl.text.cells import width

__all__ = ["Cell", "folded", "parted"]

_BRACKETS = {"(": 1, "[": 1, ")": -1, "]": -1}
# How much further in a line stands for each bracket that is open before it.
_DEEPER = 2


@attrs.frozen
class Cell:
    """One part of a row, as it is printed.

    Attributes:
        kind: what kind of thing it says.
        text: its words.
        joins: the words before which it may be broken, the loosest first; none in what the author wrote in quotes.
        listed: whether it is several values with their keys, so that what joins stands inside one of them.
    """

    kind: str
    text: str
    joins: tuple[frozenset[str], ...] = ()
    listed: bool = False


@attrs.frozen
class _Break:
    """A place where a text may be broken: offset of the word that would begin a line, and how loosely it joins."""

    offset: int
    looseness: tuple[int, int]


def parted(cell: Cell) -> bool:
    """Tell whether a cell may be broken outside all brackets."""
    return any(not one.looseness[0] for one in _breaks(cell))


def folded(cell: Cell, room: int, hang: int) -> list[str]:
    """Return the lines of a cell, each but the first with the blanks before it.

    Args:
        cell: what to break.
        room: cells of a line.
        hang: how many blanks every line but the first begins with.
    """
    if width(cell.text) <= room:
        return [cell.text]
    return list(_Fold(cell.text, room, hang).lines(0, len(cell.text), list(_breaks(cell)), 0))


def _breaks(cell: Cell) -> Iterator[_Break]:
    """Yield where a cell may be broken, from left to right."""
    ranks = {word: rank for rank, words in enumerate(cell.joins, 1) for word in words}
    depth, offset = int(cell.listed), 0
    after_comma = False
    for word in cell.text.split(" ") if cell.joins else ():
        rank = 0 if after_comma else ranks.get(word)
        if offset and rank is not None:
            yield _Break(offset, (depth, rank))
        depth += sum(_BRACKETS.get(sign, 0) for sign in word)
        after_comma = word.endswith(",")
        offset += len(word) + 1


@attrs.frozen
class _Fold:
    """The folding of one text."""

    text: str
    room: int
    hang: int

    def lines(self, start: int, end: int, breaks: list[_Break], depth: int) -> Iterator[str]:
        """Yield the lines of a part, filled at its loosest breaks; what is still too long is broken at tighter ones."""
        if not breaks or self._fits(start, end, depth):
            yield self._line(start, end, depth)
            return
        inner, _ = loosest = min(one.looseness for one in breaks)
        tighter = [one for one in breaks if one.looseness > loosest]
        edges = [*(one.offset for one in breaks if one.looseness == loosest), end]
        line = start
        for at, edge in enumerate(edges):
            own = inner if line > start else depth
            if edge == end or not self._fits(line, edges[at + 1], own):
                yield from self.lines(line, edge, [one for one in tighter if line < one.offset < edge], own)
                line = edge

    def _line(self, start: int, end: int, depth: int) -> str:
        blanks = self.hang + _DEEPER * depth if start else 0
        return " " * blanks + self.text[start:end].rstrip()

    def _fits(self, start: int, end: int, depth: int) -> bool:
        return width(self._line(start, end, depth)) <= self.room
