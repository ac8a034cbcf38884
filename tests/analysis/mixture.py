"""A ruleset of which some rows of win and count are those of another, made as a ruleset of its own."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeVar

import attrs

from phzdsl.analysis.mixing import Swap
from phzdsl.ruleset.expressions import Constant, Unit
from phzdsl.ruleset.model import Count, PatternTable, Ruleset, Setting
from phzdsl.ruleset.order import counting_order
from phzdsl.text.diagnostics import Diagnostic

__all__ = ["mixture"]

T = TypeVar("T")


def mixture(a: Ruleset, b: Ruleset, swaps: Collection[Swap]) -> Ruleset:
    """Return the first ruleset with some of its rows as the second has them."""
    gone = frozenset(swap.a for swap in swaps if swap.a is not None)
    taken = frozenset(swap.b for swap in swaps if swap.b is not None)
    mix = _Mix(gone, taken)
    win = attrs.evolve(
        a.win,
        minimum=mix.one(a.win.minimum, b.win.minimum),
        requirements=mix.all(a.win.requirements, b.win.requirements, _setting_path),
        ways=mix.all(a.win.ways, b.win.ways, lambda way: way.row.path),
    )
    count = Count(
        mix.all(a.count.steps, b.count.steps, lambda step: step.row.path), _tables(a.count.tables, b.count.tables, mix)
    )
    faults: list[Diagnostic] = []
    made = attrs.evolve(a, win=win, count=count)
    order = counting_order(made, faults)
    assert not faults
    return attrs.evolve(made, count=attrs.evolve(count, order=order))


def _setting_path(setting: Setting) -> str:
    return setting.row.path


def _tables(a: tuple[PatternTable, ...], b: tuple[PatternTable, ...], mix: _Mix) -> tuple[PatternTable, ...]:
    """Mix tables by name; one that only the second side has holds the rows that are taken."""
    others = {table.id: table for table in b}
    first = [_table(table, others.pop(table.id, None), mix) for table in a]
    added = [
        _table(attrs.evolve(table, patterns=(), cap=None, combine_row=None), table, mix) for table in others.values()
    ]
    return (*first, *(table for table in added if table.patterns))


def _table(a: PatternTable, b: PatternTable | None, mix: _Mix) -> PatternTable:
    other = attrs.evolve(a, patterns=(), cap=None, combine_row=None) if b is None else b
    combine, row = a.combine, a.combine_row
    if row is not None and row.path in mix.gone:
        combine, row = Constant(0, Unit.CHOICE, "sum"), None
    if other.combine_row is not None and other.combine_row.path in mix.taken:
        combine, row = other.combine, other.combine_row
    return attrs.evolve(
        a,
        combine=combine,
        combine_row=row,
        patterns=mix.all(a.patterns, other.patterns, lambda pattern: pattern.row.path),
        cap=mix.one(a.cap, other.cap),
    )


@attrs.frozen
class _Mix:
    """Which rows go and which are taken, by path."""

    gone: frozenset[str]
    taken: frozenset[str]

    def one(self, a: Setting | None, b: Setting | None) -> Setting | None:
        """Return a row that stands alone."""
        if b is not None and b.row.path in self.taken:
            return b
        return None if a is None or a.row.path in self.gone else a

    def all(self, a: tuple[T, ...], b: tuple[T, ...], path: Callable[[T], str]) -> tuple[T, ...]:
        """Return rows of a list; what is taken stands after what it follows on its own side."""
        rows = [one for one in a if path(one) not in self.gone or path(one) in self.taken]
        before: list[str] = []
        for one in b:
            here = path(one)
            if here in self.taken:
                rows = [row for row in rows if path(row) != here]
                at = max((index + 1 for index, row in enumerate(rows) if path(row) in before), default=0)
                rows.insert(at, one)
            before.append(here)
        return tuple(rows)
