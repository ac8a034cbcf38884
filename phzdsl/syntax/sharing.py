"""Which cells of a run of rows share a column: the same kind of clause, and clauses that stand in for each other.

Enters: what kinds of cells each row has, in its order. Leaves: a key for each cell; cells of one key stand in one column. No order of
columns contradicts a row. Where the columns are is ``columns.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

__all__ = ["Key", "keyed"]

# What a column is for: a kind of cell, and how often it came before.
Key = tuple[str, int]

# More orders of clauses than these, and more clauses in a row, no run has that somebody wrote: they stand in no columns.
_ORDERS = 100
_CELLS = 16


def keyed(rows: Iterable[tuple[str, ...]], *, sharing: bool = True) -> list[tuple[Key, ...]]:
    """Return for the cells of each row which column they are for, the name's first.

    Where a row says the same things in another order than the rows above, the one that comes too late gets a column of its own.
    What follows the same thing and is never said together shares a column: 必 and 可. The keys of a row may be fewer than its
    cells: the others stand in no column.
    """
    order = _Order()
    known: dict[tuple[str, ...], tuple[Key, ...]] = {}
    rows = list(rows)
    for kinds in rows:
        if kinds not in known:
            known[kinds] = order.add(kinds[: _CELLS if len(known) < _ORDERS else 1])
    if sharing:
        order.join(known.values())
    shared = {kinds: tuple(map(order.column, keys)) for kinds, keys in known.items()}
    return [shared[kinds] for kinds in rows]


class _Order:
    """What comes before what in some row, and what is said together.

    Attributes:
        before: the keys right before each key.
        beside: the keys in the rows of each key.
        columns: of a key that takes the column of another, that other.
    """

    def __init__(self) -> None:
        self._before: dict[Key, set[Key]] = {}
        self._beside: dict[Key, set[Key]] = {}
        self._columns: dict[Key, Key] = {}

    def add(self, kinds: Sequence[str]) -> tuple[Key, ...]:
        """Return the keys of a row, and note their order."""
        keys: list[Key] = []
        for kind in kinds:
            number = 0
            while (kind, number) in keys or (keys and self._leads((kind, number), keys[-1])):
                number += 1
            self._before.setdefault((kind, number), set()).update(keys[-1:])
            keys.append((kind, number))
        for key in keys:
            self._beside.setdefault(key, set()).update(keys)
        return tuple(keys)

    def column(self, key: Key) -> Key:
        """Return whose column a key takes."""
        return self._columns.get(key, key)

    def join(self, rows: Iterable[Sequence[Key]]) -> None:
        """Let those that follow the same clause and are never said together share a column."""
        followers: dict[Key, dict[Key, None]] = {}
        for keys in rows:
            for first, second in pairwise(keys[1:]):
                followers.setdefault(first, {})[second] = None
        for found in followers.values():
            for second in found:
                for first in found:
                    if first == second:
                        break
                    self._try(self.column(first), self.column(second))

    def _try(self, first: Key, second: Key) -> None:
        """Let one key take the column of another if nothing speaks against it."""
        if first == second or second in self._beside[first]:
            return
        if self._leads(first, second) or self._leads(second, first):
            return
        for found in (self._before, self._beside):
            found[first] |= found.pop(second)
            for keys in found.values():
                if second in keys:
                    keys.remove(second)
                    keys.add(first)
        for key, column in [*self._columns.items(), (second, second)]:
            if column == second:
                self._columns[key] = first

    def _leads(self, first: Key, last: Key) -> bool:
        """Tell whether one key comes somewhere before another, or is it."""
        seen: set[Key] = set()
        pending = [last]
        while pending:
            key = pending.pop()
            if key == first:
                return True
            if key not in seen:
                seen.add(key)
                pending.extend(self._before.get(key, ()))
        return False
